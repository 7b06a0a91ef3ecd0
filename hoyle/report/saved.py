"""Plays that a verification found, as pytest tests that need `import hoyle` alone.

A test fails for as long as the rule file shows what was found, and passes once it is mended. Leaves finding plays to
`verify`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from pprint import pformat

from engine.targets.escape import python_words
from hoyle.terminal.writing import WouldOverwrite, write_text
from verify.obligations.verdict import Result, Witness

HEAD = '''"""{sentence}.

Found by `{again}`: {told}.
"""

import hoyle

GAME = {game}
SETTINGS = {settings}
LOG = {log}


'''
FAULT = """def test_{name}():
    state = hoyle.load(GAME, **SETTINGS).from_log(LOG)
    assert state.fault is None
"""
CLAIM = """def test_{name}():
    state = hoyle.load(GAME, **SETTINGS).from_log(LOG)
    assert {claim!r} not in state.broken_claims()
"""
LOOP = """def test_{name}():
    game = hoyle.load(GAME, **SETTINGS)
    state = game.from_log(LOG)
    before = game.from_log(LOG, moves=len(state.history()) - {loop})
    assert before.describe() != state.describe()
"""
SHOWN = """def test_{name}():
    hoyle.load(GAME, **SETTINGS).from_log(LOG)
"""


def save_tests(
    results: Sequence[Result], game: str, again: str, folder: Path, *, as_written: bool, replace: bool
) -> tuple[Path, ...]:
    """Writes a test for every play found against something. Raises WouldOverwrite, or OSError."""
    tests: dict[Path, str] = {}
    for result in results:
        open_ = result.verdict == "unknown" or (result.verdict == "refuted" and result.obligation.fails)
        if open_ and result.witness is not None and result.witness.log:
            name = _name(result)
            tests[folder / f"test_{name}.py"] = _test(result, result.witness, name, game, again, as_written)
    there = [path for path in tests if path.exists()]
    if there and not replace:
        raise WouldOverwrite(f"{there[0]} is there already; choose another folder or add --force")
    if tests:
        folder.mkdir(parents=True, exist_ok=True)
    for path, content in tests.items():
        write_text(path, content, replace=replace)
    return tuple(tests)


def _name(result: Result) -> str:
    words = f"{result.obligation.code}_{result.obligation.subject}".lower()
    return re.sub(r"\W+", "_", words, flags=re.ASCII).strip("_")[:80]


def _test(result: Result, witness: Witness, name: str, game: str, again: str, as_written: bool) -> str:
    """The text of one test; a log that ended in a fault is told without, so that it fails where the fault is met."""
    record = json.loads(witness.log)
    fault = record.pop("fault", "")
    record["fault"] = ""
    settings = _settings(record["settings"], as_written)
    head = HEAD.format(
        sentence=python_words(result.obligation.sentence),
        again=python_words(again),
        told=python_words(witness.sentence),
        game=repr(game),
        settings=pformat(settings, sort_dicts=False, width=100),
        log=f'r"""{json.dumps(record, indent=2)}\n"""',
    )
    if fault:
        return head + FAULT.format(name=name)
    if witness.loop:
        return head + LOOP.format(name=name, loop=witness.loop)
    if result.obligation.code == "claim":
        label = result.obligation.sources[0].label if result.obligation.sources else result.obligation.subject
        return head + CLAIM.format(name=name, claim=label)
    return head + SHOWN.format(name=name)


def _settings(told: Mapping[str, str], as_written: bool) -> dict[str, object]:
    """What `hoyle.load` takes; a question that is left open is no setting."""
    chosen: dict[str, object] = {k: v for k, v in told.items() if k != "as_written" and v != "open"}
    return {**chosen, **({"as_written": True} if as_written else {})}
