"""Says in which parts two games of one file differ, so that what is the same in both need not be played twice.

Leaves playing the rest side by side to `verify.ambiguity.compare.compare`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass

from spec.ir import nodes as ir
from spec.ir.index import GameIndex, index_of
from spec.ir.precedence import clause_groups
from spec.ir.references import offered, references
from spec.ir.walk import walk


@dataclass(frozen=True, slots=True)
class ChangeImpact:
    """The parts that differ: everything, or the legality or the effects of some actions, some steps, the ends."""

    everything: bool
    legal: frozenset[str] = frozenset()
    effects: frozenset[str] = frozenset()
    steps: frozenset[int] = frozenset()
    ends: bool = False

    @property
    def nothing(self) -> bool:
        """Are the two games one in all that play depends on?"""
        return not (self.everything or self.legal or self.effects or self.steps or self.ends)


def change_impact(a: ir.Game, b: ir.Game) -> ChangeImpact:
    """In which parts the second game differs from the first."""
    same = (_words(a), a.deck, a.zones, a.fields) == (_words(b), b.deck, b.zones, b.fields)
    if not same or [_frame(s) for s in a.steps] != [_frame(s) for s in b.steps]:
        return ChangeImpact(True)
    one, two = index_of(a), index_of(b)
    changed = _changed(one, two)
    names = tuple({**one.actions, **two.actions})
    legal = frozenset(n for n in names if _differ(one.actions.get(n), two.actions.get(n), _legality, changed))
    changed |= {("action", n) for n in legal}
    changed = _spread(one, changed)
    legal |= {n for n in names if n in one.actions and _uses(_legality(one.actions[n]), changed)}
    effects = frozenset(n for n in names if _differ(one.actions.get(n), two.actions.get(n), _effects, changed))
    steps = frozenset(
        i for i, (s, t) in enumerate(zip(a.steps, b.steps, strict=True)) if s.act != t.act or _uses(s.act, changed)
    )
    ends = (a.endings, a.ending_order) != (b.endings, b.ending_order) or any(_uses(e, changed) for e in a.endings)
    return ChangeImpact(False, frozenset(legal), effects, steps, ends)


Part = tuple[str, str]
"""A named part: its kind and name; of a clause its label, with the group or move that it belongs to as the kind."""
Aspect = Callable[[ir.Action], tuple[object, ...]]


def _words(game: ir.Game) -> tuple[ir.Domain, ...]:
    """The kinds of values without the readings of questions, on which no play depends once they are chosen."""
    asked = {f"({q.source.label})" for q in game.questions}
    return tuple(d for d in game.domains if d.name not in asked)


def _frame(step: ir.Step) -> tuple[object, ...]:
    return (step.source.label, type(step.act), step.next, step.again, step.end_turn, step.leave)


def _legality(action: ir.Action) -> tuple[object, ...]:
    return (action.params, action.clauses, action.order)


def _effects(action: ir.Action) -> tuple[object, ...]:
    return (action.params, action.effects)


def _differ(a: ir.Action | None, b: ir.Action | None, of: Aspect, changed: set[Part]) -> bool:
    return a is None or b is None or of(a) != of(b) or _uses(of(a), changed)


def _changed(a: GameIndex, b: GameIndex) -> set[Part]:
    """Named parts that differ themselves, or use what differs."""
    found: set[Part] = set()
    for kind, one, two in _named(a, b):
        found |= {(kind, name) for name in {*one, *two} if one.get(name) != two.get(name)}
    return _spread(a, found)


def _spread(a: GameIndex, found: set[Part]) -> set[Part]:
    while True:
        more = {
            (kind, name)
            for kind, one, _ in _named(a, a)
            for name, node in one.items()
            if (kind, name) not in found and _uses(node, found)
        }
        if not more:
            return found
        found = found | more


def _named(a: GameIndex, b: GameIndex) -> Iterator[tuple[str, Mapping[str, object], Mapping[str, object]]]:
    yield "define", a.defines, b.defines
    yield "shape", a.shapes, b.shapes
    yield "table", a.tables, b.tables
    yield "routine", a.routines, b.routines
    yield "group", a.groups, b.groups


def _uses(node: object, parts: set[Part]) -> bool:
    if not parts:
        return False
    if isinstance(node, tuple):
        return any(_uses(item, parts) for item in node)
    return is_dataclass(node) and not parts.isdisjoint(_used(node))


def _used(node: object) -> frozenset[Part]:
    """The named parts that a node refers to itself; kept for each object, since games live as long as their nodes."""
    kept = _KEPT.get(id(node))
    if kept is None or kept[0] is not node:
        if len(_KEPT) > MOST_KEPT:
            _KEPT.clear()
        kept = _KEPT[id(node)] = (node, frozenset(_references(node)))
    return kept[1]


OWN = ("define", "shape", "table", "routine", "group", "action")
MOST_KEPT = 20_000
_KEPT: dict[int, tuple[object, frozenset[Part]]] = {}


def _references(node: object) -> Iterator[Part]:
    """What is read there to tell what happens; that a decision offers a move says nothing of the move."""
    for part in walk(node):
        if not offered(part):
            yield from (named for named in references(part) if named[0] in OWN)


# ---------------------------------------------------------------- what two open points have in common


@dataclass(frozen=True, slots=True)
class Concern:
    """The parts that differ between two games themselves, and those with the parts that they refer to."""

    own: frozenset[Part]
    near: frozenset[Part]

    def meets(self, other: Concern) -> bool:
        """Does what differs here come near to what differs there?"""
        return not (self.own.isdisjoint(other.near) and other.own.isdisjoint(self.near))


def concern(a: ir.Game, b: ir.Game) -> Concern:
    """What differs between two games, each clause for itself; clauses that change places in an order differ too."""
    own: set[Part] = set()
    near: set[Part] = set()
    for part, one, two in _items(a, b):
        if one != two:
            own.add(part)
            near |= {part, *_named_in(one), *_named_in(two)}
    for name, labels in _reordered(a, b):
        own |= {(name, label) for label in labels}
    return Concern(frozenset(own), frozenset(near | own))


def _named_in(node: object) -> Iterator[Part]:
    if isinstance(node, tuple):
        for item in node:
            yield from _named_in(item)
    elif is_dataclass(node):
        yield from _used(node)


def _items(a: ir.Game, b: ir.Game) -> Iterator[tuple[Part, object, object]]:
    """Each part of either game as both have it; () where one has it not."""
    held = [dict(_listed(game)) for game in (a, b)]
    for part in {**held[0], **held[1]}:
        yield part, held[0].get(part, ()), held[1].get(part, ())


def _listed(game: ir.Game) -> Iterator[tuple[Part, object]]:
    index = index_of(game)
    for kind, named, _ in _named(index, index):
        yield from (((kind, name), node) for name, node in named.items() if kind != "group")
    for part in clause_groups(game):
        yield from (((part.name, clause.source.label), clause) for clause in part.clauses)
    for action in game.actions:
        yield ("action", action.source.label), (action.params, action.effects)
    for number, step in enumerate(game.steps):
        yield ("step", str(number)), step
    yield from ((("zone", z.source.label), z) for z in game.zones)
    yield from ((("field", f.source.label), f) for f in game.fields)


def _reordered(a: ir.Game, b: ir.Game) -> Iterator[tuple[str, set[str]]]:
    """Of each part the clauses that only one of the games has in some line of its order."""
    for one, two in zip(clause_groups(a), clause_groups(b), strict=False):
        lines = [{(e.better, e.worse) for e in part.order} for part in (one, two)]
        yield one.name, {label for line in lines[0] ^ lines[1] for label in line}
