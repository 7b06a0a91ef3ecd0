"""Tells the expressions of one game in English: things that have a value by `nouns`, conditions by `conditions`."""

from __future__ import annotations

from hoyle.english import conditions, nouns
from hoyle.english.grammar import Clause, Noun
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir


class English(Teller):
    """Tells expressions of one game."""

    def noun(self, e: ir.Expr, env: Env) -> Noun:
        """What has this value, as a noun."""
        return nouns.noun(self, e, env)

    def clause(self, e: ir.Expr, env: Env, *, holds: bool = True) -> Clause:
        """The condition, or with `holds` false its opposite, as a clause."""
        return conditions.clause(self, e, env, holds)
