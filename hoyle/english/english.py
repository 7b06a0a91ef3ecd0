"""Tells the expressions of one game in English: things that have a value by `nouns`, conditions by `conditions`."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.english import conditions, nouns
from hoyle.english.document.marks import plain
from hoyle.english.grammar import Clause, Noun
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir

LONGEST_PLACE = 100


def foreign(game: ir.Game) -> frozenset[str]:
    """The places that belong to another edition only."""
    edition = dict(game.settings).get("edition", "")
    mine = {c.place for c in game.citations if c.edition in ("", edition)}
    return frozenset(c.place for c in game.citations if c.place not in mine)


def own_places(cites: Sequence[str], others: frozenset[str]) -> tuple[str, ...]:
    """The citations of this edition; all of them where it has no other."""
    kept = [c for c in cites if c not in others]
    return tuple(plain(c)[:LONGEST_PLACE] for c in (kept or cites) if plain(c))


class English(Teller):
    """Tells expressions of one game."""

    def noun(self, e: ir.Expr, env: Env) -> Noun:
        """What has this value, as a noun."""
        return nouns.noun(self, e, env)

    def clause(self, e: ir.Expr, env: Env, *, holds: bool = True) -> Clause:
        """The condition, or with `holds` false its opposite, as a clause."""
        return conditions.clause(self, e, env, holds)
