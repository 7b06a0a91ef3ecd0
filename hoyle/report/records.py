"""Results as data for other programs: one JSON object a result, and what SARIF and JUnit share with it.

Leaves the forms of SARIF and JUnit to the modules beside this one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hoyle.sources.files import Loaded
from hoyle.terminal.writing import WouldOverwrite, write_text
from spec.ir import nodes as ir
from spec.storage import cache
from spec.text.clean import shell_line
from spec.text.source import Text
from verify.obligations.verdict import Result, Witness


@dataclass(frozen=True, slots=True)
class Run:
    """A run as its reports tell it: the rule file, the game as it was called, and the command that repeats the run.

    `plays` tells the file of each witness' log, by the log; `loaded` is the rule file as it was read, if reports are to
    play again what was found. `games` and `budget`: how much work was asked for.
    """

    text: Text
    called: str
    again: str
    plays: Mapping[str, Path]
    loaded: Loaded | None = None
    games: int = 0
    budget: float = 0.0
    findings: tuple[str, ...] = ()
    """The log of each failure in the order of the screen, as `hoyle replay --finding` finds it; '' without a play."""

    def reproduce(self, result: Result) -> str:
        """The command that replays a result's play; of a result without one, that decides it again."""
        path = self.plays.get(result.witness.log) if result.witness else None
        return self.again if path is None else shell_line("hoyle", "replay", self.called, str(path))


def record(result: Result, run: Run) -> dict[str, Any]:
    """One result as a JSON object; of an unknown, `scope` ends with the reason."""
    owed = result.obligation
    scope = ": ".join(filter(None, [result.scope, result.reason]))
    return {
        "code": owed.code,
        "verdict": result.verdict,
        "sentence": owed.sentence,
        "clauses": [s.told for s in owed.sources],
        "citations": [c for s in owed.sources for c in s.cites],
        "span": [place(s, run.text) for s in owed.sources],
        "scope": scope,
        "by": result.by,
        "seconds": round(result.seconds, 3),
        "witness": None if result.witness is None else _witness(result.witness),
        "reproduce": run.reproduce(result),
        **({"details": list(result.details)} if result.details else {}),
        **({"read_at": owed.read_at} if owed.read_at else {}),
        **({"vacuous": True} if result.vacuous else {}),
        **({"never": True} if result.never else {}),
        **({"elsewhere": list(result.elsewhere)} if result.elsewhere else {}),
        **({"unproved": list(result.unproved)} if result.unproved else {}),
        **({"untold": [" ".join((c.owner, c.label)) for c in result.untold]} if result.untold else {}),
    }


def place(source: ir.Source, text: Text) -> dict[str, Any]:
    """Where something stands: file, line and column of its first character, and those after its last."""
    line, column = text.position(source.span.start)
    end_line, end_column = text.position(source.span.end)
    return {"file": text.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


def _witness(witness: Witness) -> dict[str, Any]:
    told = witness.sentence
    position = [*witness.position, *([] if any(told in line for line in witness.position) else [told])]
    log = json.loads(witness.log) if witness.log else None
    return {"deck": deck_of(witness), "moves": list(witness.moves), "position": position, "log": log}


def deck_of(witness: Witness) -> list[str] | None:
    """The cards as the first shuffle of the play leaves them, the top card last; None where there is none."""
    outcomes = json.loads(witness.log).get("outcomes", []) if witness.log else []
    return next((o["shuffle"].split() for o in outcomes if "shuffle" in o), None)


# ---------------------------------------------------------------- the plays


def write_plays(results: Sequence[Result], folder: Path, *, replace: bool) -> dict[str, Path]:
    """Writes the log of every witness into a folder; the file of each log. Raises WouldOverwrite, or OSError."""
    plays = {
        result.witness.log: folder / f"{number:03}-{result.verdict}-{result.obligation.code}.json"
        for number, result in enumerate(results, 1)
        if result.witness is not None and result.witness.log
    }
    there = [path for path in plays.values() if path.exists()]
    if there and not replace:
        raise WouldOverwrite(f"{there[0]} is there already; choose another folder or add --force")
    folder.mkdir(parents=True, exist_ok=True)
    for log, path in plays.items():
        write_text(path, log, replace=replace)
    return plays


def keep_plays(results: Sequence[Result]) -> dict[str, Path]:
    """Keeps the plays in the user's cache directory, so that the commands that replay them can be run at once."""
    folder = cache.cache_folder() / "plays"
    plays: dict[str, Path] = {}
    try:
        if not cache.make(folder):
            return {}
        for result in results:
            if result.witness is not None and result.witness.log:
                log = result.witness.log
                path = folder / f"{hashlib.sha256(log.encode()).hexdigest()[:16]}.json"
                write_text(path, log, replace=True)
                plays[log] = path
    except OSError:
        pass
    return plays


# ---------------------------------------------------------------- findings by their numbers


def keep_findings(rules: Path, logs: Sequence[str]) -> tuple[str, ...]:
    """Keeps the plays of a run's failures by their numbers, in place of those of the run before; () where nothing can
    be kept."""
    return tuple(logs) if cache.save(_findings_of(rules), json.dumps(list(logs)).encode()) else ()


def finding_kept(rules: Path, number: int) -> str | None:
    """The play of the failure of this number in the last verification of a rule file; None where there is none."""
    kept = cache.load(_findings_of(rules))
    if kept is None:
        return None
    try:
        logs = json.loads(kept)
    except ValueError:
        return None
    log = logs[number - 1] if isinstance(logs, list) and 0 < number <= len(logs) else ""
    return log if isinstance(log, str) and log else None


def _findings_of(rules: Path) -> Path:
    name = hashlib.sha256(str(rules.resolve()).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return cache.cache_folder() / "plays" / f"findings-{name}.json"
