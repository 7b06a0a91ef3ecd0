"""Families of piles of which somebody asks which of them hold a card: it is kept as a set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes

LEAST_PILES = 3
"""Of fewer, all are looked at as quickly."""
MOST_PILES = 64


@dataclass(frozen=True)
class PileOccupancy:
    """Names families of stacks with one index whose set of piles that hold a card is worth keeping. The set has to be
    noted anew wherever cards come to one of them or leave it."""

    name: ClassVar[str] = "pile_occupancy"

    def __call__(self, program: p.Program) -> Mapping[str, str]:
        """The zones, each with the domain of its index."""
        found: dict[str, str] = {}
        sizes = {domain.label: len(domain.words) for domain in program.domains}
        stacks = {zone.name: zone.decl.index for zone in program.zones if zone.decl.ordered}
        for node in nodes(program):
            match node:
                case t.Piles(domain, (zone,)):
                    about: tuple[str, str] | None = zone, domain
                case t.Fold():
                    question = asked(node)
                    about = None if question is None or sizes[question.domain] < LEAST_PILES else question.family
                case _:
                    about = None
            if about is not None and stacks.get(about[0]) == (about[1],) and sizes[about[1]] <= MOST_PILES:
                found[about[0]] = about[1]
        return found


@dataclass(frozen=True, slots=True)
class Question:
    """Which piles of a family hold a card, or else (`holds` is false) do not?"""

    zone: str
    domain: str
    holds: bool

    @property
    def family(self) -> tuple[str, str]:
        """The zone and the domain of its index."""
        return self.zone, self.domain


def asked(fold: t.Fold) -> Question | None:
    """What a fold asks of a family of piles; None where it asks something else."""
    match fold:
        case t.Fold("any" | "all", var, t.Words(domain) | t.Piles(domain), None, cond):
            pass
        case t.Fold("sum", var, t.Words(domain) | t.Piles(domain), cond, t.Number(1)) if cond is not None:
            pass
        case t.Fold("first", var, t.Words(domain) | t.Piles(domain), cond, t.Local()) if cond is not None:
            pass
        case _:
            return None
    holds = True
    while isinstance(cond, t.Not):
        cond, holds = cond.item, not holds
    match cond:
        case t.IsEmpty(t.Zone(zone, (t.Local(name),))) if name == var:
            return Question(zone, domain, not holds)
        case t.Compare("=" | "!=" | ">", t.Size(t.Zone(zone, (t.Local(name),))), t.Number(0)) if name == var:
            return Question(zone, domain, holds != (cond.op == "="))
        case t.Compare("<", t.Number(0), t.Size(t.Zone(zone, (t.Local(name),)))) if name == var:
            return Question(zone, domain, holds)
        case _:
            return None
