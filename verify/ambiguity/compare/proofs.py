"""Asks the solver about the clauses of one game: which never apply, which never win, which order is idle.

Leaves putting clauses into terms to `verify.smt`. First nothing is taken to be known of a position but that it is
sound; what is not proved so is asked again with what is proved of all decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter

from spec.ir import nodes as ir
from spec.ir.precedence import ENDS, Key
from verify.obligations.precedence import meaning
from verify.run.budget import now
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.symbolic_context import Unencodable
from verify.smt.prove.equivalence import known_of
from verify.smt.prove.groups import Group, Groups
from verify.smt.solvers.solver import Asker, SolversDisagree
from verify.smt.transition.moves import Held
from verify.smt.transition.steps import Course

LEAST_SECONDS = 0.5


class Proofs:
    """Questions about one game, up to a time; every answer is '' for `proved` or the reason why not."""

    def __init__(self, game: ir.Game, until: float) -> None:
        self._game, self._until = game, until
        self._made: list[Groups] = []
        self._failed = ""
        self.by = ""

    def order_idle(self, key: Key, clauses: tuple[ir.Clause, ...], above: tuple[int, ...]) -> str:
        """Does another order of the clauses change nothing?"""

        def differs(held: Held) -> t.Flag:
            return t.any_of(
                t.neg(
                    t.same_flag(t.any_of(held.wins(i) for i in alike), t.any_of(held.wins_by(i, above) for i in alike))
                )
                for alike in _alike(clauses)
            )

        return self._ask(key, "order", differs)

    def never_holds(self, key: Key, number: int) -> str:
        """Does a clause never apply?"""
        return self._ask(key, f"holds-{number}", lambda held: held.holds[number])

    def never_wins(self, key: Key, number: int) -> str:
        """Does a clause never have its way?"""
        return self._ask(key, f"wins-{number}", lambda held: held.wins(number))

    def implied(self, key: Key, clauses: tuple[ir.Clause, ...], number: int) -> str:
        """Does it change nothing to leave a clause of a move out?"""

        def differs(held: Held) -> t.Flag:
            fewer = replace(held, holds=tuple(h if i != number else False for i, h in enumerate(held.holds)))
            return t.neg(
                t.all_of(
                    t.same_flag(a, b) for a, b in zip(_verdict(held, clauses), _verdict(fewer, clauses), strict=True)
                )
            )

        return self._ask(key, f"implied-{number}", differs)

    # ------------------------------------------------------------ asking

    def _ask(self, key: Key, name: str, what: Callable[[Held], t.Flag]) -> str:
        reason = self._failed or "there was no time"
        try:
            for groups in self._groups():
                group = _group(groups, key)
                if group is None or not group.is_read:
                    reason = "these clauses are not translated for the solver"
                    continue
                clock = groups.asker.clock()
                found = groups.ask(group, f"settle-{name}", what)
                if found == "proved":
                    self.by = clock.by(groups.ways)
                    return ""
                reason = {
                    "possible": "some position may show a difference, though perhaps none that play reaches",
                    "unknown": "; ".join(dict.fromkeys(group.missing)) or "the solver did not answer within its time",
                }[found]
        except Unencodable as error:
            self._failed = reason = f"not translated for the solver: {error}"
        except SolversDisagree as error:
            self._failed = reason = f"the solvers disagree: {error}"
        return reason

    def _groups(self) -> Iterator[Groups]:
        """The clauses with nothing known, then with what is proved of all decisions; each made when it is asked for."""
        for number in range(2):
            if self._failed or self._until - now() < LEAST_SECONDS:
                return
            if len(self._made) == number:
                self._made.append(self._plain() if not number else self._with_lemmas(self._made[0]))
            self._made[number].asker.until = self._until
            yield self._made[number]

    def _plain(self) -> Groups:
        return Groups(Course(Encoder(self._game)), Asker(self._until))

    def _with_lemmas(self, plain: Groups) -> Groups:
        asker = Asker(perf_counter() + 0.5 * (self._until - now()))
        found = known_of(self._game, plain.enc, plain.course, asker)
        groups = Groups(plain.course, plain.asker, found.lemmas, found.ways)
        groups.read_ends(found)
        return groups


def _alike(clauses: tuple[ir.Clause, ...]) -> list[list[int]]:
    """The clauses that say the same, together."""
    found: dict[str, list[int]] = {}
    for number, clause in enumerate(clauses):
        found.setdefault(repr(meaning(clause)), []).append(number)
    return list(found.values())


def _verdict(held: Held, clauses: tuple[ir.Clause, ...]) -> tuple[t.Flag, t.Flag]:
    """Does some permission win, does some prohibition?"""
    yes = t.any_of(held.wins(i) for i, c in enumerate(clauses) if c.kind == "permit")
    no = t.any_of(held.wins(i) for i, c in enumerate(clauses) if c.kind == "forbid")
    return t.all_of((yes, t.neg(no))), t.all_of((yes, no))


def _group(groups: Groups, key: Key) -> Group | None:
    kind, label = key
    if kind == ENDS:
        return groups.ends
    return (groups.outcomes if kind == "outcome" else groups.actions).get(label)
