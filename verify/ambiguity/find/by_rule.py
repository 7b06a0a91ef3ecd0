"""Two games rule by rule: which clauses only one of them has, and whether that rule alone changes how the first plays.

Leaves where the games as wholes part to `verify.ambiguity.find.editions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import wilson
from spec.diagnostics.diagnostic import has_errors
from spec.ir import nodes as ir
from spec.ir.check import check
from spec.ir.index import Labelled
from spec.ir.walk import mapped
from verify.ambiguity.compare.compare import Pair
from verify.ambiguity.find.plays import Play, play
from verify.ambiguity.report.finding import Finding, Share
from verify.run.budget import now
from verify.smt.prove.equivalence import equal_readings

GAMES = 40
"""So many random games tell how often a rule changes play."""
MORE = 1_000
"""So many at most are played where none shows a difference."""
PROVING = 0.4
"""Of the time of a rule that no game tells apart, so much is kept for a proof."""

Named = ir.Action | ir.Group | ir.Define | ir.Shape | ir.Table | ir.Routine
Put = Callable[[ir.Game], ir.Game]


@dataclass(frozen=True, slots=True)
class Rule:
    """One part of the rules that two games say differently: a move, an outcome, the ends, a definition, the steps.

    `only_a`, `only_b`: the clauses that one of them has alone; `otherwise`: those that both have and say differently,
    as the second has them. `put` puts the part of the second game into the first. `alone`: only one game has the part.
    """

    title: str
    only_a: tuple[ir.Source, ...]
    only_b: tuple[ir.Source, ...]
    otherwise: tuple[ir.Source, ...]
    reordered: bool
    put: Put
    alone: bool = False

    def says(self, names: tuple[str, str]) -> str:
        """Which clauses differ, with where the rulebooks state them."""
        found = [
            f"{words}: {', '.join(map(_cited, sources))}"
            for words, sources in (
                (f"only in `{names[0]}`", self.only_a), (f"only in `{names[1]}`", self.only_b),
                ("in both, not alike", self.otherwise),
            ) if sources
        ]  # fmt: skip
        found += ["other precedence"] if self.reordered else []
        return "; ".join(found) or "not alike in their order, or in what has no name"


def rules_apart(a: ir.Game, b: ir.Game) -> Iterator[Rule]:
    """The parts of the rules that two games of one table say differently, whatever places they cite."""
    yield from _named("the move {}", a.actions, b.actions, lambda game, items: replace(game, actions=items))
    yield from _named("the outcome {}", a.groups, b.groups, lambda game, items: replace(game, groups=items))
    yield from _ends(a, b)
    yield from _named("the definition {}", a.defines, b.defines, lambda game, items: replace(game, defines=items))
    yield from _named("the shape {}", a.shapes, b.shapes, lambda game, items: replace(game, shapes=items))
    yield from _named("the values {}", a.tables, b.tables, lambda game, items: replace(game, tables=items))
    yield from _named("the routine {}", a.routines, b.routines, lambda game, items: replace(game, routines=items))
    yield from _steps(a, b)


def _named(title: str, here: Sequence[Named], there: Sequence[Named], put: Callable[..., ir.Game]) -> Iterator[Rule]:
    """Those of some named parts. What only one game has matters by the clauses that use it, unless it is a move."""
    one, two = ({item.source.label: item for item in items} for items in (here, there))
    for label in dict.fromkeys((*one, *two)):
        x, y = one.get(label), two.get(label)
        if x is not None and y is not None and _bare(x) != _bare(y):
            items = tuple(y if item is x else item for item in here)
            yield Rule(title.format(x.source.told), *_clauses(x, y), partial(put, items=items))
        elif x is None and isinstance(y, ir.Action):
            yield Rule(title.format(y.source.told), (), (y.source,), (), False, partial(put, items=(*here, y)), True)
        elif y is None and isinstance(x, ir.Action):
            rest = tuple(item for item in here if item is not x)
            yield Rule(title.format(x.source.told), (x.source,), (), (), False, partial(put, items=rest), True)


def _ends(a: ir.Game, b: ir.Game) -> Iterator[Rule]:
    def put(game: ir.Game) -> ir.Game:
        return replace(game, endings=b.endings, ending_order=b.ending_order)

    reordered = a.ending_order != b.ending_order
    if reordered or _bare(a.endings) != _bare(b.endings):
        yield Rule("the ends", *_apart(a.endings, b.endings), reordered, put)


def _steps(a: ir.Game, b: ir.Game) -> Iterator[Rule]:
    def put(game: ir.Game) -> ir.Game:
        return replace(game, steps=b.steps)

    if _bare(a.steps) != _bare(b.steps):
        yield Rule("the course of play", *_differ(_named_steps(a), _named_steps(b)), False, put)


def _named_steps(game: ir.Game) -> Parts:
    """Each step that has a name, with when it comes and what is done there, wherever play goes on after it."""
    found: dict[str, tuple[ir.Source, object]] = {}
    for number, step in enumerate(game.steps):
        if step.source.label:
            before = game.steps[number - 1].branch if number else None
            comes = before.cond if before is not None and before.yes == number else None
            found[step.source.label] = step.source, (comes, step.act)
    return found


Clauses = Sequence[ir.Clause | ir.Cited]
Parts = Mapping[str, tuple[ir.Source, object]]
"""Sources by their labels, each with all that a part says."""
Apart = tuple[tuple[ir.Source, ...], tuple[ir.Source, ...], tuple[ir.Source, ...]]


def _clauses(x: Named, y: Named) -> tuple[*Apart, bool]:
    """Which clauses of a part only the first has, only the second, and both but differently; is the order another?"""
    match x, y:
        case ir.Action(), ir.Action():
            only_x, only_y, otherwise = _apart((*x.clauses, *_cited_in(x.effects)), (*y.clauses, *_cited_in(y.effects)))
            reordered = x.order != y.order
        case ir.Group(), ir.Group():
            only_x, only_y, otherwise = _apart(x.clauses, y.clauses)
            reordered = x.order != y.order
        case _:
            return (), (), (y.source,), False
    rest = () if only_x or only_y or otherwise or reordered else (y.source,)
    return only_x, only_y, (*rest, *otherwise), reordered


def _cited_in(effects: Sequence[ir.Effect]) -> tuple[ir.Cited, ...]:
    return tuple(effect for effect in effects if isinstance(effect, ir.Cited))


def _apart(here: Clauses, there: Clauses) -> Apart:
    one, two = ({x.source.label: (x.source, x) for x in items if x.source.label} for items in (here, there))
    return _differ(one, two)


def _differ(one: Parts, two: Parts) -> Apart:
    return (
        tuple(source for label, (source, _) in one.items() if label not in two),
        tuple(source for label, (source, _) in two.items() if label not in one),
        tuple(source for label, (source, item) in two.items() if label in one and _bare(item) != _bare(one[label][1])),
    )


def _bare(node: object) -> object:
    """A part without the places that it cites."""
    if isinstance(node, tuple):
        return tuple(map(_bare, node))
    return mapped(node, lambda part: replace(part, cites=()) if isinstance(part, ir.Source) else part)


def _cited(source: ir.Source) -> str:
    return f"{source.told} ({'; '.join(source.cites)})" if source.cites else source.told


# ---------------------------------------------------------------- in play


def rule_by_rule(a: Interpreter, b: Interpreter, names: tuple[str, str], seed: int, until: float) -> Iterator[Finding]:
    """Of each part that the two say differently, whether it changes how the first game plays, all else left alone."""
    rules, with_names, plays = list(rules_apart(a.game, b.game)), _with_names_of(a.game, b.game), Plays(a, seed)
    for number, rule in enumerate(rules):
        share = (until - now()) / (len(rules) - number)
        yield _tried(rule, rule.put(with_names), plays, names, now() + share)


@dataclass(frozen=True, slots=True)
class Plays:
    """Random games of the first game, which every rule is held against; the first are kept for all of them."""

    of: Interpreter
    seed: int
    kept: list[Play] = field(default_factory=list)

    def play(self, number: int) -> Play:
        """One of them."""
        if number < len(self.kept):
            return self.kept[number]
        made = play(self.of, derive(self.seed, Domain.GAME, number))
        if number == len(self.kept) < GAMES:
            self.kept.append(made)
        return made


def _tried(rule: Rule, mixed: ir.Game, plays: Plays, names: tuple[str, str], until: float) -> Finding:
    subject, sentence = f"rule by rule: {rule.title}", rule.says(names)
    sources = (*rule.only_a, *rule.only_b, *rule.otherwise)

    def unknown(reason: str) -> Finding:
        return Finding("wording", subject, sentence, "found", "unknown", sources, reason=reason)

    if has_errors(check(mixed, formed=True)):
        return unknown(f"it cannot be put into `{names[0]}` by itself: other parts of `{names[1]}` belong to it")
    parted, games = _parted(Pair(plays.of, Interpreter(mixed)), plays, now() + (1 - PROVING) * (until - now()))
    alone = f"`{names[0]}` with nothing but this of `{names[1]}`"
    if parted:
        shares = (Share("random play", games, wilson(parted, games)),)
        told = f"it changes play: {sentence}"
        return Finding("wording", subject, told, "found", "tested", sources, scope=f"in {alone}", shares=shares)
    proof = equal_readings(plays.of.game, mixed, max(0.5, until - now()))
    if proof.verdict == "equal":
        told = f"{'by itself it changes nothing' if rule.alone else 'it says the same in other words'}: {sentence}"
        return Finding("wording", subject, told, "found", "proved", sources, scope=f"all positions, by {proof.by}")
    return unknown(f"in {alone}, {games} random games show no difference; not proved equal: {proof.reason}")


def _with_names_of(a: ir.Game, b: ir.Game) -> ir.Game:
    """A game with the definitions that only another has, too: what is put into it may refer to them."""
    return replace(
        a, defines=_more(a.defines, b.defines), shapes=_more(a.shapes, b.shapes), tables=_more(a.tables, b.tables),
        routines=_more(a.routines, b.routines), groups=_more(a.groups, b.groups),
    )  # fmt: skip


Item = TypeVar("Item", bound=Labelled)


def _more(here: tuple[Item, ...], there: tuple[Item, ...]) -> tuple[Item, ...]:
    known = {item.source.label for item in here}
    return (*here, *(item for item in there if item.source.label not in known))


def _parted(pair: Pair, plays: Plays, until: float) -> tuple[int, int]:
    """In how many of how many random games of the first the second parts from it; more games, as long as none does."""
    parted = games = 0
    while games < (GAMES if parted else MORE) and (not games or now() < until):
        parted += pair.parts(plays.play(games)) is not None
        games += 1
    return parted, games
