"""Declares a shape under the settings: how many cards, what they share, their line or their parts.

Leaves wild cards to `spec.names.wild_cards`, and what parts mean to `spec.ir.mixes`.
"""

from __future__ import annotations

from typing import Literal, cast

from spec import syntax as s
from spec.ir import nodes as ir
from spec.ir.lines import ACE, rank_places
from spec.ir.mixes import TooManyForms, mix_of, sizes_of
from spec.lower.clauses import source
from spec.names.table import Names
from spec.names.wild_cards import wild_cards
from spec.text.source import Span

Ace = Literal["as_ranked", "low", "high", "both", "wrap"]
ACES: dict[str, Ace] = {
    "": "as_ranked",
    "with ace low": "low",
    "with ace high": "high",
    "with ace low or high": "both",
    "round the corner": "wrap",
}
MOST_PARTS = 4


def declared_shape(shape: s.ShapeSection, names: Names) -> ir.Shape:
    """A shape under these settings. Reports what makes no sense."""
    parts = tuple(_part(part, names) for part in shape.parts)
    bounds = _bounds((shape.least, shape.most), names)
    least, most = bounds.least, bounds.most
    if parts:
        least, most = sizes_of(parts)
        most = max(least, min(most, len(names.full_deck)))
    if not 1 <= least <= most:
        names.report("E0316", shape.span, f"no cards number from {least} to {most}")
    same = tuple(n.text for n in shape.same if n.text in ("rank", "suit", "colour"))
    for n in shape.same:
        if n.text not in same:
            names.unknown(n, "attribute of a card", ("rank", "suit", "colour"))
    if shape.line == "steps" and not shape.ordered and not parts:
        names.report("E0310", shape.span, "`each next to the one before` needs a sequence, not a set")
    shared = cast("tuple[Literal['rank', 'suit', 'colour'], ...]", same)
    run = next((part.run for part in shape.parts if isinstance(part, s.RanksPart) and part.run), shape.run)
    wild = wild_cards(shape, most, names)
    found = ir.Shape(
        source(shape.head), shape.ordered and not parts, least, most, shared, "parts" if parts else shape.line,
        ACES[run.aces], wild, parts, _within(run, wild, names),
    )  # fmt: skip
    if parts:
        _check_parts(shape, found, names)
    return found


def _within(run: s.RunText, wild: ir.Wild | None, names: Names) -> tuple[int, int] | None:
    """The first and the last rank of a run, where its text names them. Reports what has no place in it."""
    if run.ends is None:
        return None
    ranks = names.domains["rank"].values
    first, last = run.ends
    span, text = Span(first.span.start, last.span.end), f"from {first.name} to {last.name}"
    for face in run.ends:
        if face.last is not None:
            names.report("E0334", face.span, f"a run goes from one rank to another: `from {face.name} to {face.last}`")
            return None
        if face.name not in ranks:
            names.unknown(s.Name(face.name, face.span), "rank", ranks)
            return None
    if ACES[run.aces] in ("both", "wrap"):
        names.report("E0334", span, f"a run {text} has two ends; leave out `{run.aces}`")
        return None
    out = wild.placeless if wild else ()
    ends = ranks.index(first.name), ranks.index(last.name)
    for face, rank in zip(run.ends, ends, strict=True):
        if rank in out:
            names.report("E0334", face.span, f"{face.name} is wild here, and has no place in a run")
            return None
    kept = tuple(rank for number, rank in enumerate(ranks) if number not in out)
    places = dict(zip(kept, rank_places(kept, ACES[run.aces]), strict=True))
    if places[first.name] >= places[last.name]:
        order = " ".join(sorted(kept, key=places.__getitem__))
        above = "; write `with ace high` after it where the ace stands above the king" if last.name == ACE else ""
        names.report("E0334", span, f"no run goes {text}; the order of the ranks is {order}{above}")
        return None
    return ends


def _bounds(count: s.CountText, names: Names) -> ir.Bounds:
    least, most = count
    return ir.Bounds(names.number(least), len(names.full_deck) if most is None else names.number(most))


def _part(part: s.RanksPart | s.OthersPart, names: Names) -> ir.RanksPart | ir.OthersPart:
    """A part of a shape. Reports numbers that make no sense."""
    match part:
        case s.OthersPart(cards, for_each, span):
            return ir.OthersPart(_sound(_bounds(cards, names), 0, "cards", span, names), for_each)
        case s.RanksPart(each, ranks, run, span):
            many = None if ranks is None else _sound(_bounds(ranks, names), 1, "ranks", span, names)
            return ir.RanksPart(_sound(_bounds(each, names), 1, "cards", span, names), many, run is not None)


def _sound(bounds: ir.Bounds, least: int, what: str, span: Span, names: Names) -> ir.Bounds:
    """The bounds; reports those that nothing keeps."""
    if least <= bounds.least <= bounds.most:
        return bounds
    why = f"no {what} number from {bounds.least} to {bounds.most}"
    if bounds.least < least:
        why = "each part has 1 rank at least, and 1 card of each rank; what may be lacking is `0 to 2 other cards`"
    names.report("E0333", span, why)
    return ir.Bounds(least, max(least, bounds.most))


def _said(run: s.RunText | None) -> tuple[str, tuple[str, ...]]:
    """What tells runs apart."""
    return ("", ()) if run is None else (run.aces, tuple(face.name for face in run.ends or ()))


def _check_parts(shape: s.ShapeSection, found: ir.Shape, names: Names) -> None:
    """Reports parts that do not go together, or are too many to tell apart."""
    name = shape.head.name.text
    runs = [part for part in shape.parts if isinstance(part, s.RanksPart) and part.run]
    others = [part for part in shape.parts if isinstance(part, s.OthersPart)]
    why = ""
    if shape.ordered:
        why = f"`{name}` has parts, and parts lie in no order; write `set of` instead of `sequence of`"
    elif shape.line != "none":
        why = f"which part of `{name}` is a run is said of its ranks: `2 cards of each of 3 ranks in a run`"
    elif "rank" in found.same:
        why = f"the parts of `{name}` differ in rank, so its cards cannot share it"
    elif len({_said(part.run) for part in runs}) > 1:
        why = f"the runs of `{name}` do not agree where an ace stands, or between which ranks; say the same of each"
    elif len(others) > 1 or (others and shape.parts[-1] is not others[0]):
        why = f"the other cards of `{name}` are told once, after its ranks"
    elif len(shape.parts) > MOST_PARTS:
        why = f"`{name}` has {len(shape.parts)} parts; at most {MOST_PARTS}"
    if why:
        names.report("E0333", shape.span, why)
        return
    try:
        mix_of(tuple(names.deck), names.domains["rank"].values, found)
    except TooManyForms:
        names.report("E0333", shape.span, f"`{name}` has too many forms; give its parts fewer cards or ranks at most")
