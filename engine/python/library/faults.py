"""Faults, which name the clauses in which they arise.

Leaves noticing them to the other pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import NoReturn

from engine.python.library.kinds import Function

CLAUSES: dict[CodeType, str] = {}


def clause(label: str) -> Callable[[Function], Function]:
    """Notes which clause a function states, so that a fault which arises there can name it."""

    def note(function: Function) -> Function:
        CLAUSES[function.__code__] = label
        return function

    return note


class Fault(Exception):
    """The rules do not say how play goes on here; the state before is as it was."""

    kind = "fault"

    def __init__(self, sentence: str, *clauses: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self._named = clauses

    @property
    def clauses(self) -> tuple[str, ...]:
        """The labels of the clauses concerned, innermost first."""
        codes, trace = list[CodeType](), self.__traceback__
        while trace is not None:
            codes.insert(0, trace.tb_frame.f_code)
            trace = trace.tb_next
        return tuple(dict.fromkeys([*self._named, *(CLAUSES[code] for code in codes if code in CLAUSES)]))


class Gap(Fault):
    """No clause says what happens."""

    kind = "gap"


class Clash(Fault):
    """Clauses of which none outranks the other disagree."""

    kind = "clash"


class Undefined(Fault):
    """Something is asked for that is not there, such as the top of an empty pile."""

    kind = "undefined"


class OutOfRange(Fault):
    """A number leaves the range of its field."""

    kind = "overflow"


class Stuck(Fault):
    """Somebody has to move and has no legal move."""

    kind = "stuck"


class Endless(Fault):
    """Play goes on and on without a decision."""

    kind = "endless"


class OpenQuestion(Fault):
    """What happens depends on a question that has not been settled."""

    kind = "open"


def undefined(sentence: str) -> NoReturn:
    """Stops play at something that is not there."""
    raise Undefined(sentence)


def open_question(sentence: str, question: str) -> NoReturn:
    """Stops play at a question that has not been settled."""
    raise OpenQuestion(sentence, question)


def gap(sentence: str) -> NoReturn:
    """Stops play where no clause says what happens."""
    raise Gap(sentence)
