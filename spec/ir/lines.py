"""Where a card of each rank may stand in a line of ranks; neighbours are one apart.

`as_ranked` takes the deck's order of ranks. `low`, `high` and `both` take the rank named A out of that order and put it
before the first, after the last, or wherever of the two suits (each card at one place in a choice); without such a rank
they are `as_ranked`. `wrap` joins the last place to the first.
"""

from __future__ import annotations

from spec.ir import nodes as ir

ACE = "A"


def circle_of(ranks: tuple[str, ...], ace: str) -> int:
    """How many places there are where they go round in a circle; else 0."""
    return {"as_ranked": 0, "low": 0, "high": 0, "both": 0, "wrap": len(ranks)}[ace]


def rank_places(ranks: tuple[str, ...], ace: str) -> list[tuple[int, ...]]:
    """The places at which a card of each rank may stand in a line; neighbours are one apart."""
    if ace in ("as_ranked", "wrap") or ACE not in ranks:
        return [(i,) for i in range(len(ranks))]
    others = [rank for rank in ranks if rank != ACE]
    ends = {"low": (-1,), "high": (len(others),), "both": (-1, len(others))}[ace]
    return [ends if rank == ACE else (others.index(rank),) for rank in ranks]


def shape_places(ranks: tuple[str, ...], shape: ir.Shape) -> list[tuple[int, ...]]:
    """The places at which a natural card of each rank may stand in a shape; ranks that only jokers have have none, nor
    have those outside a line that goes from one rank to another."""
    places = _all_places(ranks, shape)
    return places if shape.parts else _inside(places, shape)


def run_places(ranks: tuple[str, ...], shape: ir.Shape) -> list[tuple[int, ...]]:
    """The same of the parts of a shape that are runs: ranks outside stand in no run, and may be in other parts."""
    return _inside(_all_places(ranks, shape), shape)


def _all_places(ranks: tuple[str, ...], shape: ir.Shape) -> list[tuple[int, ...]]:
    out = shape.wild.placeless if shape.wild else ()
    kept = [rank for number, rank in enumerate(ranks) if number not in out]
    places = iter(rank_places(tuple(kept), shape.ace))
    return [() if number in out else next(places) for number in range(len(ranks))]


def _inside(places: list[tuple[int, ...]], shape: ir.Shape) -> list[tuple[int, ...]]:
    if shape.within is None:
        return places
    first, last = (places[rank][0] for rank in shape.within)
    return [tuple(at for at in of_rank if first <= at <= last) for of_rank in places]
