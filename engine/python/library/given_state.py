"""The state and the result that every engine has of its own, as the pieces use them.

Leaves what an engine has beside them to `given`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.python.library.given import Step
from engine.python.library.luck import Luck


class State:
    luck: Luck
    step: Step

    def copy(self) -> State:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Result:
    ending: str
    returns: tuple[int, ...]
