"""The ways in which rules are broken on purpose: for a site, what might stand there instead, and that in words.

Leaves to `verify.mutation.mutate` which of them make a legal game. An operator knows the IR and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from spec.ir import nodes as ir
from spec.ir.fold import NO, YES, conjunction, constant, named_once, negation
from spec.ir.index import MOVER, GameIndex
from spec.ir.mixes import sizes_of
from spec.ir.precedence import bridged, outranking
from spec.ir.sight import OWNED, sees_cards
from verify.mutation.course import course_changes
from verify.mutation.expressions import EXPRESSIONS, others
from verify.mutation.sites import Site

Change = tuple[str, object]
"""What is changed, in words, and what stands at the site instead."""

EFFECTS = ("effects", "body", "then", "other", "otherwise")


@dataclass(frozen=True, slots=True)
class Operator:
    """A way of breaking rules: its name, what it does in words, and its changes at a site."""

    name: str
    summary: str
    changes: Callable[[Site, GameIndex], Iterator[Change]]


# ---------------------------------------------------------------- clauses and conditions


def drop_clause(site: Site, index: GameIndex) -> Iterator[Change]:
    """An action, a group or the list of ends loses a clause; what it stood between in the order stays ordered."""
    match site.node:
        case ir.Action(clauses=clauses, order=order) as action:
            for n, clause in enumerate(clauses):
                left = (*clauses[:n], *clauses[n + 1 :])
                rest = bridged(order, clause.source.label)
                yield f"`{clause.source.label}` is left out", replace(action, clauses=left, order=rest)
        case ir.Group(clauses=outcomes, order=order) as group:
            for n, outcome in enumerate(outcomes):
                kept = (*outcomes[:n], *outcomes[n + 1 :])
                rest = bridged(order, outcome.source.label)
                yield f"`{outcome.source.label}` is left out", replace(group, clauses=kept, order=rest)
        case _:
            pass


def drop_ending(site: Site, index: GameIndex) -> Iterator[Change]:
    """An end never happens."""
    match site.node:
        case ir.Ending(source) as ending if ending.when != NO:
            yield f"the end `{source.label}` never happens", replace(ending, when=NO)
        case _:
            pass


def _guard(node: object) -> tuple[str, ir.Expr] | None:
    """The field that holds a node's condition, and the condition."""
    if isinstance(node, ir.Logic):
        return None  # It has two values and no body that could always come about.
    return next(((name, getattr(node, name)) for name in ("when", "cond") if hasattr(node, name)), None)


def drop_guard(site: Site, index: GameIndex) -> Iterator[Change]:
    """A condition is always met."""
    found = _guard(site.node)
    if found and constant(found[1]) is None:
        yield "the condition is always met", replace(site.node, **{found[0]: YES})


def flip_guard(site: Site, index: GameIndex) -> Iterator[Change]:
    """A condition is turned round."""
    found = _guard(site.node)
    if found and constant(found[1]) is None:
        yield "the condition is negated", replace(site.node, **{found[0]: negation(found[1])})


def permit_forbid(site: Site, index: GameIndex) -> Iterator[Change]:
    """A permission forbids, a prohibition permits."""
    match site.node:
        case ir.Permit(source, when):
            yield f"`{source.label}` forbids", ir.Forbid(source, when)
        case ir.Forbid(source, when):
            yield f"`{source.label}` permits", ir.Permit(source, when)
        case _:
            pass


def look_at_hidden(site: Site, index: GameIndex) -> Iterator[Change]:
    """A permission asks for a card that the mover does not see."""
    if not isinstance(site.node, ir.Permit):
        return
    for zone in index.game.zones:
        place = _hidden_from_mover(zone)
        if place is not None:
            words = (
                f"`{site.node.source.label}` also asks for a card of {zone.source.label}, which the mover does not see"
            )
            changed = conjunction(site.node.when, _peek(place, zone))
            yield words, replace(site.node, when=changed)


def _peek(place: ir.Place, zone: ir.ZoneDecl) -> ir.Expr:
    """Is the top card of a stack of the first colour, or some card of a set of the first rank?"""
    if zone.ordered:
        colour = ir.Compare("=", ir.Attr("colour", ir.EndCard("top", place)), ir.Lit(0, ir.Symbol("colour")))
        return ir.And((ir.Compare("<", ir.Lit(0, ir.Int()), ir.Size(place)), colour))
    rank = ir.Compare("=", ir.Attr("rank", ir.Var("peeked", ir.Card())), ir.Lit(0, ir.Symbol("rank")))
    return ir.Quantify("some", "peeked", ir.OverCards(place), rank)


def _hidden_from_mover(zone: ir.ZoneDecl) -> ir.Place | None:
    """A zone that the mover does not see into, where one can be named without more."""
    if zone.row or zone.seen in ("everybody", "top"):
        return None
    mover = ir.Get(MOVER, ())
    match zone.index:
        case () if zone.seen not in OWNED:
            return ir.Place(zone.source.label, ())
        case ("player",):
            return ir.Place(zone.source.label, (mover if sees_cards(zone.seen, own=False) else ir.Beside(mover, 1),))
        case _:
            return None


# ---------------------------------------------------------------- precedence


def _orders(site: Site) -> tuple[str, tuple[ir.Edge, ...]] | None:
    match site.node:
        case tuple() as items if items and site.path[-1] in ("order", "ending_order"):
            return "order", items
        case _:
            return None


def drop_edge(site: Site, index: GameIndex) -> Iterator[Change]:
    """Of two clauses neither outranks the other any more."""
    found = _orders(site)
    for n, edge in enumerate(found[1] if found else ()):
        assert found is not None
        left = (*found[1][:n], *found[1][n + 1 :])
        if outranking(left) != outranking(found[1]):
            yield f"`{edge.better}` does not outrank `{edge.worse}`", left


def swap_edge(site: Site, index: GameIndex) -> Iterator[Change]:
    """Of two clauses the other outranks the one."""
    found = _orders(site)
    for n, edge in enumerate(found[1] if found else ()):
        assert found is not None
        turned = replace(edge, better=edge.worse, worse=edge.better)
        yield (
            f"`{edge.worse}` outranks `{edge.better}` instead",
            (*found[1][:n], turned, *found[1][n + 1 :]),
        )


# ---------------------------------------------------------------- effects


def _effects(site: Site) -> tuple[ir.Effect, ...]:
    match site.node:
        case tuple() as items if site.path[-1] in EFFECTS and items and isinstance(items[0], ir.Effect):
            return items
        case _:
            return ()


def skip_effect(site: Site, index: GameIndex) -> Iterator[Change]:
    """An effect, a shuffle or a jump does not happen."""
    effects = _effects(site)
    for n, effect in enumerate(effects):
        yield f"{effect_words(effect)} does not happen", (*effects[:n], *effects[n + 1 :])


def swap_effects(site: Site, index: GameIndex) -> Iterator[Change]:
    """Two effects happen in the other order."""
    effects = _effects(site)
    for n in range(len(effects) - 1):
        one, two = effects[n], effects[n + 1]
        if one != two:
            words = f"{effect_words(two)} happens before {effect_words(one)}"
            yield words, (*effects[:n], two, one, *effects[n + 2 :])


def effect_words(effect: ir.Effect) -> str:
    """An effect in a few words."""
    match effect:
        case ir.Move(_, source, target):
            return f"the move from {source.zone} to {target.zone}"
        case ir.Draw(_, source, target):
            return f"the draw from {source.zone} to {target.zone}"
        case ir.Shuffle(zone):
            return f"the shuffle of {zone.zone}"
        case ir.Assign(field):
            return f"the change of {field}"
        case ir.Roll(field):
            return f"the random choice of {field}"
        case ir.When():
            return "what depends on a condition"
        case ir.ForEach(name):
            return "what is done for each" if named_once(effect) is None else f"what is done with {name}"
        case ir.Do(routine):
            return f"`{routine}`"
        case ir.Resolve(group):
            return f"the decision by `{group}`"
        case ir.Jump(to, step):
            on = f"going on at {step}"
            return {"again": "going again", "end_turn": "the end of the turn", "leave": "leaving the loop", "step": on}[
                to
            ]
        case ir.Cited(source):
            return f"`{source.label}`"


def send_elsewhere(site: Site, index: GameIndex) -> Iterator[Change]:
    """Cards go to another zone, or back to the one that they all start in."""
    match site.node:
        case ir.Move(target=target) | ir.Draw(target=target):
            for place in _other_places(target, index):
                yield f"the cards go to {place.zone}, not {target.zone}", replace(site.node, target=place)
        case _:
            pass


def take_elsewhere(site: Site, index: GameIndex) -> Iterator[Change]:
    """Cards are drawn from another zone."""
    match site.node:
        case ir.Draw(source=source):
            for place in _other_places(source, index):
                yield f"the cards come from {place.zone}, not {source.zone}", replace(site.node, source=place)
        case _:
            pass


def _other_places(place: ir.Place, index: GameIndex) -> Iterator[ir.Place]:
    """Other zones of the same index, and the one where all cards start."""
    here = index.zones[place.zone]
    for zone in index.game.zones:
        if zone.source.label == place.zone or zone.row:
            continue
        if zone.index == here.index:
            yield ir.Place(zone.source.label, place.index)
        elif zone.starts_full and not zone.index:
            yield ir.Place(zone.source.label, ())


def other_end(site: Site, index: GameIndex) -> Iterator[Change]:
    """Cards go to the other end of a stack."""
    match site.node:
        case ir.Move(target=target, end=end) as move if index.zones[target.zone].ordered:
            for other in others(ir.TopOrBottom, end):
                yield f"the cards go to the {other} of {target.zone}", replace(move, end=other)
        case _:
            pass


def up_to(site: Site, index: GameIndex) -> Iterator[Change]:
    """A draw of up to so many asks for all of them, or the other way round."""
    match site.node:
        case ir.Draw(up_to=lenient) as draw:
            words = "the draw needs all its cards" if lenient else "the draw takes what is there"
            yield words, replace(draw, up_to=not lenient)
        case _:
            pass


def jump_elsewhere(site: Site, index: GameIndex) -> Iterator[Change]:
    """Play goes on somewhere else."""
    match site.node:
        case ir.Jump("again"):
            yield "the turn ends instead of going again", ir.Jump("end_turn")
        case ir.Jump("end_turn"):
            yield "the player goes again instead of ending the turn", ir.Jump("again")
        case ir.Jump("leave"):
            yield "the turn ends and the loop is not left", ir.Jump("end_turn")
        case ir.Jump("step", step):
            others = [s.source.label for s in index.game.steps if s.source.label not in ("", step)]
            for other in others[:: max(1, len(others) // 2)][:2]:
                yield f"play goes on at {other}, not {step}", ir.Jump("step", other)
        case _:
            pass


def show_or_hide(site: Site, index: GameIndex) -> Iterator[Change]:
    """A zone is seen by others than before."""
    match site.node:
        case ir.ZoneDecl(seen="everybody" | "top") as zone:
            yield f"{zone.source.label} lies face down", replace(zone, seen="count")
        case ir.ZoneDecl() as zone:
            yield f"{zone.source.label} lies face up", replace(zone, seen="everybody")
        case _:
            pass


def values(site: Site, index: GameIndex) -> Iterator[Change]:
    """The cards of a rank count one more."""
    match site.node:
        case ir.Table(values=all_values) as table:
            ranks = [card.rank for card in index.game.deck]
            for rank in dict.fromkeys(ranks):
                changed = tuple(
                    tuple(v + 1 for v in one) if at == rank else one for one, at in zip(all_values, ranks, strict=True)
                )
                word = index.domains["rank"].values[rank]
                yield f"{word} counts one more in {table.source.label}", replace(table, values=changed)
        case _:
            pass


def shape(site: Site, index: GameIndex) -> Iterator[Change]:
    """A shape takes fewer or more cards, or other ones."""
    if not isinstance(site.node, ir.Shape):
        return
    one, label = site.node, site.node.source.label
    yield from _other_parts(label, one)
    for least in () if one.parts else (one.least - 1, one.least + 1):
        if 0 <= least <= one.most:
            yield f"{label} takes from {least} cards on, not {one.least}", replace(one, least=least)
    if not one.parts and one.most - 1 >= one.least and one.most < len(index.game.deck):
        yield f"{label} takes at most {one.most - 1} cards, not {one.most}", replace(one, most=one.most - 1)
    if one.wild is not None:
        yield from ((words, replace(one, wild=wild)) for words, wild in _other_wild(label, one, one.wild))
    for attr in one.same:
        yield f"{label} need not share the {attr}", replace(one, same=tuple(a for a in one.same if a != attr))
    if one.within is not None:
        yield f"{label} may have any ranks in its run", replace(one, within=None)
    if one.line not in ("none", "parts"):
        yield f"{label} need not be in line", replace(one, line="none", ace="as_ranked", within=None)
    if one.line not in ("none", "parts") and one.within is None:
        for ace in ("as_ranked", "low", "high", "both", "wrap"):
            if ace != one.ace:
                yield f"{label} has the ace {ace.replace('_', ' ')}, not {one.ace}", replace(one, ace=ace)


def _other_parts(label: str, one: ir.Shape) -> Iterator[Change]:
    """A part of a shape has one card more, or its ranks need not follow one another."""
    for at, part in enumerate(one.parts):
        for what, other in _other_part(part):
            parts = (*one.parts[:at], other, *one.parts[at + 1 :])
            least, most = sizes_of(parts)
            yield f"part {at + 1} of {label} {what}", replace(one, parts=parts, least=least, most=most)


def _other_part(part: ir.RanksPart | ir.OthersPart) -> Iterator[tuple[str, ir.RanksPart | ir.OthersPart]]:
    match part:
        case ir.RanksPart(each, _, run):
            yield "has one card more of each rank", replace(part, each=ir.Bounds(each.least + 1, each.most + 1))
            if run:
                yield "need not be a run", replace(part, run=False)
        case ir.OthersPart(cards, _):
            yield "has one card more", replace(part, cards=ir.Bounds(cards.least + 1, cards.most + 1))


def _other_wild(label: str, one: ir.Shape, wild: ir.Wild) -> Iterator[tuple[str, ir.Wild | None]]:
    """Other wild cards: none, or more or fewer of them in a choice."""
    if wild.cards:
        yield f"no card of {label} is wild", None
    for natural in (wild.natural - 1, wild.natural + 1):
        if 0 <= natural <= one.most:
            yield f"{label} has from {natural} natural cards on, not {wild.natural}", replace(wild, natural=natural)
    if 0 < wild.most < one.most:
        for most in (wild.most - 1, wild.most + 1):
            yield f"{label} has at most {most} wild cards, not {wild.most}", replace(wild, most=most)


OPERATORS: tuple[Operator, ...] = (
    Operator("drop-clause", "a permission, prohibition or outcome is left out", drop_clause),
    Operator("drop-end", "an end of the game never happens", drop_ending),
    Operator("drop-guard", "a condition is always met", drop_guard),
    Operator("flip-guard", "a condition is negated", flip_guard),
    Operator("permit-forbid", "a permission forbids, or a prohibition permits", permit_forbid),
    Operator("look-at-hidden", "a permission asks for a card that the mover does not see", look_at_hidden),
    Operator("drop-precedence", "of two clauses neither outranks the other", drop_edge),
    Operator("swap-precedence", "of two clauses the other one outranks", swap_edge),
    Operator("skip-effect", "an effect, a shuffle or a jump does not happen", skip_effect),
    Operator("swap-effects", "two effects happen in the other order", swap_effects),
    Operator("send-elsewhere", "cards go to another zone, or back to the first", send_elsewhere),
    Operator("take-elsewhere", "cards are drawn from another zone", take_elsewhere),
    Operator("other-end", "cards go to the other end of a stack", other_end),
    Operator("up-to", "a draw becomes stricter or more lenient", up_to),
    Operator("jump-elsewhere", "play goes on somewhere else", jump_elsewhere),
    Operator("show-or-hide", "a zone is seen by others than before", show_or_hide),
    Operator("values", "the cards of a rank count one more", values),
    Operator("shape", "a shape takes fewer, more or other cards", shape),
    *(Operator(name, summary, changes) for name, summary, changes in course_changes),
    *(Operator(name, summary, changes) for name, summary, changes in EXPRESSIONS),
)
