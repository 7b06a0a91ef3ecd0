"""Lowers labelled clauses, moves, outcomes, end conditions and the precedence among clauses.

Every citation, `under` and ruling is handled here; expressions and effects are left to their own modules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import assert_never

from spec import syntax as s
from spec.ir import fold, passing
from spec.ir import nodes as ir
from spec.ir.display import without_article
from spec.ir.precedence import outranking
from spec.ir.references import place_of
from spec.lower.base import Scope
from spec.lower.effects import effects
from spec.lower.expressions import condition, lower
from spec.lower.results import result_of
from spec.lower.under import under
from spec.names.move_variants import Chosen
from spec.names.table import Names
from spec.text.source import Span


def source(head: s.Head) -> ir.Source:
    return source_of(head.name, head.cites)


def source_of(name: s.Name, cites: tuple[s.Quoted, ...]) -> ir.Source:
    """Where what a name introduces stands, what it cites, and what people read for it."""
    display = name.display.text if name.display else ""
    return ir.Source(name.text, tuple(c.text for c in cites), name.span, display=display)


def thing_of(name: s.Name, cites: tuple[s.Quoted, ...]) -> ir.Source:
    """The same of a zone, a field or a value, without the article that sentences put before it."""
    source = source_of(name, cites)
    return replace(source, display=without_article(source.display))


def guard(head: s.Head, when: s.Expr | None, scope: Scope) -> ir.Expr:
    """When a clause applies; an open question comes last, so that it stops play only where it matters."""
    settings = under(head.under, scope)
    return fold.conjunction(condition(when, scope), settings)


def unique(heads: Sequence[s.Head], names: Names, live: Sequence[bool], what: str) -> None:
    """Reports clauses of one group that share a label, unless the settings keep them apart."""
    seen: dict[str, Span] = {}
    for head, alive in zip(heads, live, strict=True):
        if not alive:
            continue
        if head.name.text in seen:
            related = [(seen[head.name.text], "the first one")]
            names.report("E0403", head.span, f"this {what} has two clauses `{head.name.text}`", related=related)
        seen.setdefault(head.name.text, head.span)


# ---------------------------------------------------------------- precedence


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of a group: all, those that hold under the settings, and by kind."""

    known: tuple[str, ...]
    live: tuple[str, ...]
    permits: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()


def order(items: Sequence[s.Order], labels: Labels, scope: Scope, *, as_written: bool) -> tuple[ir.Edge, ...]:
    """The edges among clauses that hold; unknown labels, circles and rulings against the order are reported."""
    names = scope.names
    edges: list[ir.Edge] = []
    # Rulings are read after the order of the rulebook, against which they are held.
    for item in sorted(items, key=lambda i: isinstance(i, s.ClashRuling)):
        if under(item.under, scope) != fold.YES:
            continue
        match item:
            case s.Precedence(chain, cites=cites):
                for better, worse in ((b, w) for above, below in pairwise(chain) for b in above for w in below):
                    found = _edges(better, worse, "", item.span, labels, names)
                    single = better.text in labels.known and worse.text in labels.known
                    if single and not cites and any((e.better, e.worse) in outranking(edges) for e in found):
                        names.report("W0409", item.span, f"`{better.text} > {worse.text}` is stated already")
                    edges.extend(found)
            case s.ClashRuling(better, worse, _, because):
                if not because.text.strip():
                    names.report("E0404", because.span, "this ruling gives no reason")
                found = _edges(better, worse, because.text or "(no reason)", item.span, labels, names)
                found = [e for e in found if not _settled(e, edges, names)]
                edges.extend([] if as_written else found)
            case _:
                assert_never(item)
    _circles(edges, names)
    return tuple(dict.fromkeys(edges))


def _settled(ruling: ir.Edge, edges: Sequence[ir.Edge], names: Names) -> bool:
    """Reports a ruling on two clauses that the order ranks already, and says whether it did."""
    ranked = outranking(edges)
    if (ruling.better, ruling.worse) in ranked:
        names.report("W0405", ruling.span, f"`{ruling.better}` outranks `{ruling.worse}` already")
        return True
    if (ruling.worse, ruling.better) in ranked:
        message = f"the precedence ranks `{ruling.worse}` over `{ruling.better}`; a ruling cannot turn that round"
        names.report("E0412", ruling.span, message)
        return True
    return False


def _edges(better: s.Name, worse: s.Name, because: str, span: Span, labels: Labels, names: Names) -> list[ir.Edge]:
    pairs = [(b, w) for b in _members(better, labels, names) for w in _members(worse, labels, names)]
    if better.text == worse.text and pairs:
        names.report("E0408", span, f"`{better.text}` cannot outrank itself")
        return []
    return [ir.Edge(b, w, because, span) for b, w in pairs if b in labels.live and w in labels.live and b != w]


def _members(name: s.Name, labels: Labels, names: Names) -> tuple[str, ...]:
    if name.text == "every permit":
        return labels.permits
    if name.text == "every forbid":
        return labels.forbids
    if name.text not in labels.known:
        names.unknown(name, "clause", labels.known, "E0402")
        return ()
    return (name.text,)


def _circles(edges: list[ir.Edge], names: Names) -> None:
    below: dict[str, set[str]] = {}
    for edge in edges:
        below.setdefault(edge.better, set()).add(edge.worse)
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        circle = list(reversed(error.args[1]))
        inside = [e for e in edges if e.better in circle and e.worse in circle]
        last = max(inside, key=lambda e: e.span.start)
        related = [(e.span, f"`{e.better}` over `{e.worse}`") for e in inside if e.span != last.span]
        message = "this precedence goes in a circle: " + " > ".join(circle)
        names.report("E0401", last.span, message, related=related)
        edges[:] = [e for e in edges if e not in inside]


# ---------------------------------------------------------------- moves


def move(
    section: s.MoveSection, scope: Scope, *, as_written: bool, chosen: Mapping[str, Chosen] | None = None
) -> ir.Action:
    """A kind of move with its clauses; the conditions of `under` on the whole move forbid it.

    `chosen`: for a variant of a move whose cards may be of several shapes, which shape they have in it.
    """
    inner = replace(scope, chosen=chosen or {})
    params: list[ir.Param] = []
    for choice in section.choices:
        param = _param(choice, inner)
        if param is None:
            # Reported: neither the parameter nor examples of the move are to be reported again.
            scope.names.lost |= {choice.name.text, section.head.name.text}
            continue
        params.append(param)
        inner = inner.bind(choice.name, param.type)
        inner = _known_of(param, inner)
    offered = under(section.head.under, scope)
    clauses: list[ir.Permit | ir.Forbid] = []
    body: list[ir.Effect] = [passing.MADE] if section.head.name.text in scope.names.passable else []
    for item in section.items:
        match item:
            case s.LegalClause(permit, head, when):
                test = fold.conjunction(guard(head, when, inner), offered)
                clauses.append(ir.Permit(source(head), test) if permit else ir.Forbid(source(head), test))
            case _:
                pass
    known = _permitted(clauses, inner)
    for item in section.items:
        if isinstance(item, s.DoesClause):
            body.extend(does(item, known))
            known = known.after(tuple(body))
    legal = [i for i in section.items if isinstance(i, s.LegalClause)]
    live = tuple(c for c in clauses if c.when != fold.NO)
    unique([i.head for i in legal], scope.names, [c.when != fold.NO for c in clauses], "move")
    labels = Labels(
        tuple(i.head.name.text for i in legal),
        tuple(c.source.label for c in live),
        tuple(i.head.name.text for i in legal if i.permit),
        tuple(i.head.name.text for i in legal if not i.permit),
    )
    if not labels.permits:
        scope.names.report(
            "W0411", section.head.span, f"no clause permits `{section.head.name.text}`, so it is never legal"
        )
    ranks = [i for i in section.items if isinstance(i, s.Precedence | s.ClashRuling)]
    edges = order(ranks, labels, scope, as_written=as_written)
    kept = () if offered == fold.NO else tuple(body)
    variant = "_".join(c.shape for c in (chosen or {}).values())
    return ir.Action(source(section.head), tuple(params), live, edges, kept, variant)


def _known_of(param: ir.Param, scope: Scope) -> Scope:
    """What the choice of cards tells: where they lie, and whether they have one rank."""
    if (among := place_of(param.among)) is not None:
        scope = replace(scope, origins={**scope.origins, param.name: among})
    if param.shape is not None:
        shape = scope.names.shapes[param.shape]
        if "rank" in shape.same and not shape.ordered and shape.wild is None:
            scope = replace(scope, alike=scope.alike | {param.name})
    return scope


def _permitted(clauses: Sequence[ir.Permit | ir.Forbid], scope: Scope) -> Scope:
    """What is known where a move is made: what all clauses that may permit it tell."""
    non_null = [scope.given(c.when).non_null for c in clauses if c.kind == "permit" and c.when != fold.NO]
    return replace(scope, non_null=frozenset[ir.Expr].intersection(*non_null)) if non_null else scope


def never_offered(section: s.MoveSection, scope: Scope, chosen: Mapping[str, Chosen] | None = None) -> bool:
    """Do the settings, or the shape chosen, put the whole move or every clause that permits it out of force?"""
    permits = [i for i in section.items if isinstance(i, s.LegalClause) and i.permit]
    inner = replace(scope, chosen=chosen or {})
    off = [under(i.head.under, scope) == fold.NO or inner.rules_out(i.when) for i in permits]
    return under(section.head.under, scope) == fold.NO or (bool(off) and all(off))


def does(item: s.DoesClause, scope: Scope) -> tuple[ir.Effect, ...]:
    """The effects of a labelled clause, under its conditions."""
    test = guard(item.head, item.when, scope)
    if scope.rules_out(item.when):
        scope = scope.mute()
    body: tuple[ir.Effect, ...] = (ir.Cited(source(item.head), effects(item.body, scope.given(test))),)
    if test == fold.YES:
        return body
    return () if test == fold.NO else (ir.When(test, body, ()),)


def _param(choice: s.ChoiceText, scope: Scope) -> ir.Param | None:
    names, name, way = scope.names, choice.name, choice.preposition
    if scope.find(name.text) is not None or name.text in names.every_name() - set(names.words):
        names.report("E0206", name.span, f"`{name.text}` already means something; choose another name")
    match choice.choice:
        case s.OneCard(cards, blind):
            found = lower(cards, scope, ir.Cards(ordered=False))
            return None if found is None else ir.Param(name.text, ir.Card(), ir.ChooseCard(found.expr, blind), way)
        case s.CountCards(least, most, cards):
            shape = count_shape(least, most, names)
            found = lower(cards, scope, ir.Cards(ordered=False))
            return (
                None if found is None else ir.Param(name.text, ir.Cards(False), ir.ChooseCards(found.expr, shape), way)
            )
        case s.ShapeFrom(shapes, cards):
            shape_name = shapes[0]  # `spec.names.move_variants` leaves but one
            found = lower(cards, scope, ir.Cards(ordered=False))
            names.used.add(shape_name.text)
            if shape_name.text not in names.shapes:
                names.unknown(shape_name, "shape", names.shapes)
                return None
            ordered = names.shapes[shape_name.text].ordered
            choose = None if found is None else ir.ChooseCards(found.expr, shape_name.text)
            return None if choose is None else ir.Param(name.text, ir.Cards(ordered), choose, way)
        case s.NumberFrom(low, high):
            a, z = lower(low, scope, ir.Int()), lower(high, scope, ir.Int())
            if a is None or z is None:
                return None
            return ir.Param(name.text, ir.Int(), ir.ChooseFrom(ir.OverNumbers(a.expr, z.expr)), way)
        case s.OneOf(domain):
            if domain.text not in names.domains:
                names.unknown(domain, "kind", names.domains)
                return None
            names.used.add(domain.text)
            return ir.Param(name.text, ir.Symbol(domain.text), ir.ChooseFrom(ir.OverDomain(domain.text)), way)
        case _:
            assert_never(choice.choice)


def count_shape(least: s.IndexText, most: s.IndexText | None, names: Names) -> str:
    """The name of the plain shape `least to most cards`, made where it is first used."""
    low = names.number(least)
    top = len(names.full_deck) if most is None else names.number(most)
    name = f"({low} to {top} cards)"
    names.shapes.setdefault(name, ir.Shape(ir.Source(name), False, low, top, (), "none", "as_ranked"))
    return name


# ---------------------------------------------------------------- outcomes and ends


def outcome(section: s.OutcomeSection, scope: Scope, *, as_written: bool) -> ir.Group | None:
    """A group of which exactly one clause wins; `otherwise` ranks below all others.

    None where its name or parameters are faulty, which is reported where they are introduced.
    """
    signature = scope.names.outcomes.get(section.head.name.text)
    if signature is None:
        return None
    inner = replace(scope, bound=tuple((p.name, p.type) for p in signature.params))
    items = [i for i in section.items if isinstance(i, s.OutcomeClause)]
    made = [_outcome_clause(i, inner) for i in items]
    live = tuple(c for c in made if c.when != fold.NO)
    last = [i for i, c in zip(items, made, strict=True) if i.when is None and c in live]
    if len(last) > 1:
        related = [(last[0].head.span, "the first one")]
        scope.names.report("E0407", last[1].head.span, "an outcome has at most one `otherwise`", related=related)
    if not items:
        scope.names.report("E0406", section.head.span, f"the outcome `{section.head.name.text}` has no clause")
    unique([i.head for i in items], scope.names, [c in live for c in made], "outcome")
    labels = Labels(tuple(i.head.name.text for i in items), tuple(c.source.label for c in live))
    ranks = [i for i in section.items if isinstance(i, s.Precedence | s.ClashRuling)]
    edges = order(ranks, labels, scope, as_written=as_written)
    below = tuple(
        ir.Edge(c.source.label, w.head.name.text, "", w.head.span)
        for w in last[:1]
        for c in live
        if c.source.label != w.head.name.text
    )
    return ir.Group(source(section.head), signature.params, live, tuple(dict.fromkeys((*edges, *below))))


def _outcome_clause(item: s.OutcomeClause, scope: Scope) -> ir.Outcome:
    test = guard(item.head, item.when, scope)
    return ir.Outcome(source(item.head), test, effects(item.body, scope.given(test)))


def endings(
    section: s.EndsSection, scope: Scope, *, as_written: bool
) -> tuple[tuple[ir.Ending, ...], tuple[ir.Edge, ...]]:
    """The end conditions that hold under the settings, and their order."""
    items = [i for i in section.items if isinstance(i, s.EndClause)]
    made = [(i, _ending(i, scope)) for i in items]
    live = [e for _, e in made if e is not None and e.when != fold.NO]
    unique([i.head for i in items], scope.names, [e in live for _, e in made], "end of the game")
    labels = Labels(tuple(i.head.name.text for i in items), tuple(e.source.label for e in live))
    ranks = [i for i in section.items if isinstance(i, s.Precedence | s.ClashRuling)]
    return tuple(live), order(ranks, labels, scope, as_written=as_written)


def _ending(item: s.EndClause, scope: Scope) -> ir.Ending | None:
    names = scope.names
    for step in item.at:
        if step.text not in names.steps:
            names.unknown(step, "step", names.steps, "E0601")
    inner = replace(scope, moves=names.moves_at(step.text for step in item.at))
    test = guard(item.head, item.when, inner)
    result = result_of(item.result, inner.given(test))
    if result is None:
        return None
    return ir.Ending(source(item.head), tuple(step.text for step in item.at), test, result)
