"""Verifies the rules of an order, and tells each verdict with its place, its words and its play as it comes.

Leaves deciding to `hoyle.run.verifying`, and the words to `hoyle.report`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec

from hoyle.editor.format.edits import Edit
from hoyle.report.finding import Finding, finding, title_of
from hoyle.report.records import Run
from hoyle.report.repairs import outranking
from hoyle.report.sorted import TECHNIQUES, Sorted, sort
from hoyle.report.wording import claimed, looked_at, of_undecided
from hoyle.run.kept_runs import verified
from hoyle.run.order import STOPPED, Order, Verified, plan_of
from hoyle.studio.messages import runs as m
from hoyle.studio.messages.text import Action
from hoyle.studio.runs.pen import Pen
from hoyle.studio.runs.rules import Rules
from spec.text.clean import one_line
from verify.obligations.verdict import Result, Witness, strongest
from verify.run.budget import now
from verify.run.plan import Plan
from verify.run.techniques import undecided

GAMES = 300
SEED = 1
SOON = 1.5
"""Seconds of random play after which the first verdicts are told."""

Tell = Callable[[m.Doing | m.Verdict], None]


class Verification:
    """One verification, whose verdicts are told as they come."""

    def __init__(self, rules: Rules, order: m.Verify, tell: Tell) -> None:
        self.rules, self.order, self._tell = rules, order, tell
        self._found: dict[tuple[str, str], list[Result]] = {}
        self._notes: dict[str, None] = {}
        self._done = Verified(undecided(rules.game, (), STOPPED), stopped=True)
        again = f"hoyle verify {rules.loaded.text.name} --budget {order.seconds:g}"
        self._run = Run(rules.loaded.text, rules.loaded.text.name, again, {}, rules.loaded, GAMES, order.seconds)

    def verified(self) -> m.Verified:
        """Runs it to its end, or until it is stopped; wherever the stop comes, it tells what it found until then."""
        began = now()
        try:
            self._verify(began)
            return self._told(began)
        except KeyboardInterrupt:
            self._done = replace(self._done, stopped=True)
            return self._told(began)

    def _verify(self, began: float) -> None:
        soon = Plan(GAMES, SEED, {"random play": SOON}, seconds=SOON)
        self._done = self._with(soon, began)
        if not self._done.stopped:
            whole = plan_of(GAMES, SEED, self.order.seconds)
            kept = {name: seconds for name, seconds in whole.each.items() if name not in _lacking()}
            self._done = self._with(replace(whole, each=kept), began)

    def _told(self, began: float) -> m.Verified:
        sorted_ = sort(strongest(self._done.results), stopped=self._done.stopped)
        look = looked_at(sorted_, self._run)
        return m.Verified(
            self.rules.known.rules, sorted_.outcome, sorted_.counts(len(look)), self._all(sorted_), tuple(self._notes),
            now() - began,
        )  # fmt: skip

    def _with(self, plan: Plan, began: float) -> Verified:
        order = Order(self.rules.settings, plan, self.order.as_written)
        return verified(
            self.rules.loaded, self.rules.game, order, lambda words: self._tell(m.Doing(one_line(words))), self._came,
            began, lambda words: self._notes.update({one_line(words): None}),
        )  # fmt: skip

    def _came(self, result: Result) -> None:
        """Tells what is known of an obligation by now."""
        if result.obligation.code in TECHNIQUES:
            return
        key = result.obligation.key
        known = self._found.setdefault(key, [])
        before = strongest(known)[0] if known else None
        known.append(result)
        best = strongest(known)[0]
        if before is None or (before.verdict, before.witness) != (best.verdict, best.witness):
            self._tell(self.verdict(best, _heading(best)))

    # ------------------------------------------------------------ verdicts in words

    def _all(self, sorted_: Sorted) -> tuple[m.Verdict, ...]:
        """All verdicts, each under its heading, in the order of the report."""
        failed = [self.verdict(result, "failed", shown) for result, shown in sorted_.failures]
        parts: tuple[tuple[str, Sequence[Result]], ...] = (
            ("undecided", sorted_.undecided), ("look", sorted_.look), ("holds", sorted_.holds),
        )  # fmt: skip
        return (*failed, *(self.verdict(result, heading) for heading, results in parts for result in results))

    def verdict(self, result: Result, heading: str, shown: Witness | None = None) -> m.Verdict:
        """A verdict in words; `shown`: another play than its own, which shows the same better."""
        owed = result.obligation
        witness = result.witness if shown is None else shown
        found = finding(result, self._run, witness) if heading in ("failed", "look") else self._plain(result)
        log = "" if witness is None else witness.log
        return m.Verdict(
            ":".join(owed.key), owed.code, result.verdict, heading, found.title, found.what, found.course, found.fix,
            self._actions(result) if heading == "failed" else (),
            tuple(dict.fromkeys(self.rules.known.place(source) for source in owed.sources if source.at >= 0)),
            log, len(witness.moves) if witness is not None and log else 0, one_line(_scope(result)), result.seconds,
        )  # fmt: skip

    def _plain(self, result: Result) -> Finding:
        """What is not looked into: its title, and of what is undecided why."""
        owed = result.obligation
        if result.verdict == "unknown":
            title, why = of_undecided(result, self._run)
            return Finding(owed.code, title, (), why)
        if owed.code == "claim" and owed.sources:
            return Finding(owed.code, f"{owed.subject}: {claimed(self._run.text, owed.sources[0])}", (), "")
        return Finding(owed.code, owed.subject if owed.code == "example" else owed.sentence or title_of(owed), (), "")

    def _actions(self, result: Result) -> tuple[Action, ...]:
        """What can be written at the push of a button: which of two clauses that contradict each other counts."""
        sources = result.obligation.sources
        if result.obligation.code not in ("no-clash", "no-collision") or len(sources) < 2:
            return ()
        pen = Pen(self.rules)
        made = []
        for told in outranking(self.rules.game, *sources[:2]):
            last = max(sources[:2], key=lambda source: source.span.start)
            edit: Edit = pen.below(last.span, f"precedence {told}")
            if pen.is_sound((edit,)):
                made.append(Action(f"Write: precedence {told}", self.rules.known.changes((edit,))))
        return tuple(made)


def _lacking() -> frozenset[str]:
    """The techniques whose tools this home lacks; what only they decide stays unknown."""
    return frozenset() if find_spec("hypothesis") else frozenset({"cases"})


def _heading(result: Result) -> str:
    owed = result.obligation
    if result.verdict == "refuted":
        return "failed" if owed.fails else "look"
    return "undecided" if result.verdict == "unknown" else "holds"


def _scope(result: Result) -> str:
    return ": ".join(filter(None, (result.by, result.scope)))
