"""A game as the certificate of a claim `sometimes`: it is played again by the interpreter, and seen to.

Leaves the form of logs to `engine.logs.replay`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from engine.logs.replay import from_json, replay
from spec.ir import nodes as ir
from spec.text.clean import one_line
from verify.certificates.definitions import Refused
from verify.certificates.inductive import Named
from verify.certificates.told import settings_of, word
from verify.obligations.claims import Claims
from verify.obligations.obligations import claim_obligation


@dataclass(frozen=True, slots=True)
class Played:
    """A file with a game that shows a claim: the name of the claim, and its sentence."""

    file: str
    sha256: str
    settings: Named
    name: str
    sentence: str

    @property
    def owed(self) -> tuple[tuple[str, str], ...]:
        """What it shows: a name and a sentence."""
        return ((self.name, self.sentence),)


def play_again(game: ir.Game, played: Played, text: str) -> None:
    """Raises Refused unless the game is one of these rules that shows the claim."""
    claim = next((c for c in game.claims if c.source.label == played.name), None)
    if claim is None or claim.kind != "sometimes":
        raise Refused(f"the rules have no claim `sometimes` named `{played.name}`")
    if claim_obligation(claim).sentence != played.sentence:
        raise Refused(f"the claim `{played.name}` of the rules says something else")
    interpreter = Interpreter(game)
    claims = Claims(interpreter)
    if not any(
        claim in claims.concerned(position) and claims.holds(claim, position) is True
        for position in _positions(interpreter, text)
    ):
        raise Refused("the condition holds nowhere in this game")


def _positions(interpreter: Interpreter, text: str) -> Iterator[Position]:
    """Where a game stands on its way. Raises Refused where it is no game of these rules."""
    log = from_json(interpreter, text)
    if isinstance(log, str):
        raise Refused(one_line(log))
    again = replay(interpreter, log)
    if again.problem:
        raise Refused(one_line(again.problem))
    for turn in again.turns:
        yield from (*turn.passed, turn.position)


def as_data(one: Played) -> dict[str, object]:
    """A game as JSON has it."""
    settings = dict(one.settings)
    return {
        "file": one.file, "sha256": one.sha256, "settings": settings, "name": one.name, "sentence": one.sentence,
    }  # fmt: skip


def from_data(body: Any) -> Played:
    """The game that `as_data` wrote. Raises TypeError, KeyError or AttributeError where it is none."""
    file, sha256, name, sentence = (word(body[key]) for key in ("file", "sha256", "name", "sentence"))
    return Played(file, sha256, settings_of(body["settings"]), name, sentence)
