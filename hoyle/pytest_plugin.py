"""A pytest plug-in: rule files are collected like test files, with an item an example, a claim and an obligation.

    pytest rules/

Leaves deciding to `verify`; nothing of Hoyle is loaded before the first rule file is collected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr

    from hoyle.report.records import Run
    from hoyle.run.order import Order
    from hoyle.sources.files import Loaded
    from spec.lower.nearby_settings import Elsewhere
    from verify.obligations.verdict import Obligation, Result

SUFFIX = ".hoyle"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the ini file: which folders, which settings, how much work."""
    parser.addini("hoyle_paths", "folders whose rule files are collected (without: every folder)", "paths", [])
    parser.addini("hoyle_settings", "settings of the games, NAME=VALUE a line", "linelist", [])
    parser.addini("hoyle_budget", "seconds for each rule file (150)", default="150")
    parser.addini("hoyle_games", "random games for each rule file (300)", default="300")
    parser.addini("hoyle_seed", "the seed of the random games (1)", default="1")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RuleFile | None:
    """A rule file, if it is one and lies where rule files are collected."""
    if file_path.suffix != SUFFIX:
        return None
    folders = [Path(folder).resolve() for folder in parent.config.getini("hoyle_paths")]
    if folders and not any(file_path.resolve().is_relative_to(folder) for folder in folders):
        return None
    made: RuleFile = RuleFile.from_parent(parent, path=file_path)
    return made


class NotWell(Exception):
    """A rule file, an example, a claim or an obligation is not as it should be; the message is the whole report."""


class RuleFile(pytest.File):
    """One rule file; it is verified when the first of its items that needs it is run."""

    def collect(self) -> Iterable[pytest.Item]:
        """An item for the file itself, for each thing that the game owes, and for what else is found."""
        from hoyle.run.verifying import owed_elsewhere
        from verify.obligations.obligations import owed_by

        yield Reads.from_parent(self, name="reads")
        game = self.loaded.game
        if game is None:
            return
        taken: set[str] = set()
        for owed in (*owed_by(game), *owed_elsewhere(self.elsewhere)):
            name = f"{owed.code}: {owed.subject}"
            if name not in taken:
                taken.add(name)
                yield Owes.from_parent(self, name=name, owed=owed)
        yield Others.from_parent(self, name="all other findings")

    @cached_property
    def settings(self) -> dict[str, str]:
        """The settings of the ini file."""
        pairs = (line.partition("=") for line in self.config.getini("hoyle_settings"))
        return {name.strip(): value.strip() for name, _, value in pairs}

    @cached_property
    def loaded(self) -> Loaded:
        """The rule file, read."""
        from hoyle.sources.files import load_file

        return load_file(self.path, self.settings)

    @property
    def order(self) -> Order:
        """What is asked of the verification."""
        from hoyle.run.order import Order, plan_of

        number = {name: self.config.getini(f"hoyle_{name}") for name in ("games", "seed", "budget")}
        return Order(self.settings, plan_of(int(number["games"]), int(number["seed"]), float(number["budget"])))

    @cached_property
    def elsewhere(self) -> Elsewhere:
        """The claims and examples of other settings."""
        from hoyle.run.verifying import others
        from spec.lower.nearby_settings import Elsewhere

        game = self.loaded.game
        return Elsewhere() if game is None else others(self.loaded, game, self.order)

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """The strongest result on each thing that the game owes."""
        from hoyle.run.kept_runs import verified
        from verify.obligations.verdict import strongest

        game = self.loaded.game
        if game is None:
            return ()
        done = verified(self.loaded, game, self.order)
        if done.stopped:
            raise KeyboardInterrupt
        return strongest(done.results)

    @cached_property
    def run(self) -> Run:
        """The run as its reports tell it."""
        from hoyle.report.records import Run, keep_plays

        again = f"hoyle verify {self.path}" + "".join(f" --set {n}={v}" for n, v in self.settings.items())
        return Run(self.loaded.text, str(self.path), again, keep_plays(self.results), self.loaded)


class RuleItem(pytest.Item):
    """Something about a rule file that may not be well; its report has no traceback."""

    funcargs: Mapping[str, object] = MappingProxyType({})
    """Fixtures, of which a rule has none: other plugins look for them, and some fail where there is no such thing."""

    parent: RuleFile

    def troubles(self) -> Iterator[str]:
        """What is not well, a report each."""
        raise NotImplementedError

    def runtest(self) -> None:
        """Fails where something is not well."""
        told = "\n\n".join(self.troubles())
        if told:
            raise NotWell(told)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str | TerminalRepr:
        """The report alone; of anything unforeseen, all."""
        if isinstance(excinfo.value, NotWell):
            from spec.text.clean import clean

            return clean(str(excinfo.value))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the thing stands in the rule file."""
        return self.path, None, self.name


class Reads(RuleItem):
    """The rule file has no errors."""

    def troubles(self) -> Iterator[str]:
        from hoyle.terminal.render import render

        loaded = self.parent.loaded
        errors = [d for d in loaded.diagnostics if d.severity == "error"]
        if errors:
            yield render(errors, loaded.text)


class Owes(RuleItem):
    """One obligation: an example, a claim, or what every game owes."""

    def __init__(self, *, owed: Obligation, **more: Any) -> None:
        super().__init__(**more)
        self.owed = owed

    def reportinfo(self) -> tuple[Path, int | None, str]:
        text = self.parent.loaded.text
        line = text.position(self.owed.sources[0].span.start)[0] - 1 if self.owed.sources else None
        return self.path, line, self.name

    def troubles(self) -> Iterator[str]:
        for result in _example(self.parent, self.owed) or self.parent.results:
            if result.obligation.key == self.owed.key:
                if result.verdict == "unknown" and not result.obligation.required:
                    pytest.skip(f"unknown: {result.reason}")
                if result.verdict == "refuted" and not result.obligation.fails and result.witness is not None:
                    pytest.skip(f"refuted, which fails no run: {result.witness.sentence}")
                yield from _told(result, self.parent)


class Others(RuleItem):
    """What the verification found beside the obligations that have an item of their own."""

    def troubles(self) -> Iterator[str]:
        from hoyle.run.verifying import owed_elsewhere
        from verify.obligations.obligations import owed_by

        game = self.parent.loaded.game
        owed = () if game is None else (*owed_by(game), *owed_elsewhere(self.parent.elsewhere))
        known = {o.key for o in owed}
        for result in self.parent.results:
            if result.obligation.key not in known:
                yield from _told(result, self.parent)


def _example(file: RuleFile, owed: Obligation) -> tuple[Result, ...]:
    """An example's own result, for which the rest need not be verified."""
    game = file.loaded.game
    if game is None or owed.code != "example":
        return ()
    from engine.interpreter.interpreter import Interpreter
    from hoyle.run.verifying import of_nearby
    from verify.obligations.examples import run_example

    interpreter = Interpreter(game)
    own = [run_example(interpreter, e) for e in game.examples if e.text == owed.subject]
    for near in file.elsewhere.nearby:
        there = near.only(near.game)
        found = (of_nearby(run_example(Interpreter(there), e), near) for e in there.examples)
        own += [result for result in found if result.obligation.key == owed.key]
    return tuple(own)


def _told(result: Result, file: RuleFile) -> Iterator[str]:
    from hoyle.report.junit import details
    from hoyle.report.records import Run

    if (result.verdict == "refuted" and result.obligation.fails) or (
        result.verdict == "unknown" and result.obligation.required
    ):
        run = (
            file.run
            if result.obligation.code != "example"
            else Run(file.loaded.text, str(file.path), "", {}, file.loaded)
        )
        yield "\n".join(line for line in details(result, run) if line != "again: ")
