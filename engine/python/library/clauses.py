"""Clauses that stand together: which of them decide, and what comes of it.

Leaves the clauses themselves to the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.python.library.faults import Clash, Gap
from engine.python.library.given import Step
from engine.python.library.given_state import Result, State
from engine.python.library.luck import Luck, LuckNeeded


class Clauses:
    """Clauses that stand together: for each those that outrank it, and which of them forbid."""

    def __init__(self, name: str, below: Mapping[str, tuple[str, ...]], forbids: Iterable[str] = ()) -> None:
        self.name = name
        self._below = below
        self._forbids = frozenset(forbids)
        self._known: dict[tuple[bool, ...], tuple[str, ...]] = {}
        self._legal: dict[tuple[bool, ...], bool] = {}

    def applicable(self, applies: tuple[bool, ...]) -> tuple[str, ...]:
        """The clauses that apply."""
        return tuple(label for label, holds in zip(self._below, applies, strict=True) if holds)

    def deciding(self, applies: tuple[bool, ...]) -> tuple[str, ...]:
        """Of the clauses that apply (told in their order) those that no other one outranks."""
        found = self._known.get(applies)
        if found is None:
            among = self.applicable(applies)
            if not among:
                raise Gap(f"no clause of {self.name} applies here", self.name)
            found = self._known[applies] = self._best(among) or among
            if not self._best(among):
                del self._known[applies]
                raise Clash(f"{' and '.join(among)} of {self.name} outrank each other", *among)
        return found

    def _best(self, among: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(label for label in among if not set(self._below[label]) & set(among))

    def permit(self, applies: tuple[bool, ...]) -> bool:
        """Is a move legal to which these clauses apply (told in their order)?"""
        legal = self._legal.get(applies)
        if legal is None:
            deciding = self.judges(applies)
            legal = self._legal[applies] = bool(deciding) and deciding[0] not in self._forbids
        return legal

    def judges(self, applies: tuple[bool, ...]) -> tuple[str, ...]:
        """The clauses that decide whether a move is legal; none where none applies."""
        among = self.applicable(applies)
        best = self._best(among)
        if among and (not best or len({label in self._forbids for label in best}) == 2):
            listed = best or among
            told = f"{' and '.join(listed)} apply to {self.name}, unranked, and disagree whether it is legal"
            raise Clash(told, *listed)
        return best

    def why(self, applies: tuple[bool, ...]) -> str:
        """Why a move is legal to which these clauses apply, or why it is not."""
        deciding = self.judges(applies)
        if not deciding:
            return "no clause permits it"
        verb = "forbidden" if deciding[0] in self._forbids else "permitted"
        return f"{verb} by {' and '.join(deciding)}"


def ended(
    state: State, clauses: Clauses, applies: tuple[bool, ...], endings: Mapping[str, Callable[[State], tuple[int, ...]]]
) -> Result:
    """How the game ends by the endings that apply; those of which none outranks the other have to give the same."""
    deciding = clauses.deciding(applies)
    given = {endings[label](state) for label in deciding}
    if len(given) > 1:
        raise Clash(f"{' and '.join(deciding)} end the game at once, with different results", *deciding)
    return Result(deciding[0], given.pop())


def settle(
    state: State, deciding: tuple[str, ...], effects: Mapping[str, Callable[[State], Step | None]]
) -> Step | None:
    """Runs the clauses that decide; where there are several, they have to come to the same by the same luck."""
    first, *others = deciding
    twins, met = [state.copy() for _ in others], len(state.luck.met)
    step = effects[first](state) if first in effects else None
    for label, twin in zip(others, twins, strict=True):
        twin.luck = Luck(None, state.luck.met[met:])
        try:
            same = (effects[label](twin) if label in effects else None, twin) == (step, state)
        except (LuckNeeded, ValueError):
            same = False
        if not same or twin.luck.used < len(twin.luck.outcomes):
            raise Clash(f"{' and '.join(deciding)} apply, unranked, and do different things", *deciding)
    return step
