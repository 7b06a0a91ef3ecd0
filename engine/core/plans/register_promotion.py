"""What whole play keeps in variables of its own, where a compiler holds it in registers: fields, sizes and tops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes


@dataclass(frozen=True, slots=True)
class Kept:
    """Fields that are variables and nowhere else; piles whose size, or size and top, are kept beside the state."""

    fields: frozenset[str] = frozenset()
    sizes: frozenset[str] = frozenset()
    tops: frozenset[str] = frozenset()


@dataclass(frozen=True)
class RegisterPromotion:
    """Names what has no index, so that one variable holds it. Only one function may change the state; others are handed
    what they read. The size and the top of a pile are looked at again after whatever changes it."""

    name: ClassVar[str] = "register_promotion"

    def __call__(self, program: p.Program) -> Kept:
        """What is kept: of piles those whose size or top somebody asks for."""
        asked, ends, shuffled = set[str](), set[str](), set[str]()
        for node in nodes(program):
            match node:
                case t.Size(t.Zone(name, ())) | t.IsEmpty(t.Zone(name, ())) | p.DrawCards(_, t.Zone(name, ())):
                    asked.add(name)
                case t.Helper("top", (t.Zone(name, ()) | t.Check(_, t.Zone(name, ())),)):
                    ends.add(name)
                case p.Shuffle(zone):
                    shuffled.add(zone.name)
                case _:
                    pass
        piles = {zone.name for zone in program.zones if zone.decl.ordered}
        fields = frozenset(one.name for one in program.fields if not one.slots.decl.index)
        return Kept(fields, frozenset((asked | ends) & piles), frozenset(ends & piles - shuffled))
