"""Proofs of rules of which a part is hidden from the solver: what is proved is held against every position of the game.

Which expressions and effects no term is made for is drawn: any of a game's may be among them. Leaves which games to
`tests.oracle.sound`.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from engine.luck.chance import Seeded
from spec.ir import nodes as ir
from tests.oracle.facts import Facts
from tests.oracle.held import contradictions
from tests.oracle.near_claims import with_claims
from tests.verify_smt.agree import Player
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.symbolic_context import Unencodable
from verify.smt.prove.outright import outright_results
from verify.smt.prove.prove import claim_results, ending, owed_claims, settled_results, tellings
from verify.smt.prove.vacuous import Watched
from verify.smt.solvers.solver import Asker
from verify.smt.transition.transition import Effects

Untold = Callable[[object], bool]


@dataclass(slots=True)
class Came:
    """What came of a game: its positions, its claims that are true and false, what was proved though a part was hidden,
    how much was left free, and what is not so."""

    positions: int = 0
    true: int = 0
    false: int = 0
    proved: int = 0
    left_free: int = 0
    wrong: list[str] = field(default_factory=list)


Setting = Callable[[Any, str, Any], None]
"""Sets an attribute of a class or module: `setattr`, or what takes it back after a test."""


def hide(hidden: Untold, setting: Setting = setattr) -> None:
    """Makes no terms for what is hidden."""
    for where, name in ((Encoder, "read"), (Effects, "done")):
        setting(where, name, _refusing(getattr(where, name), hidden))


def _refusing(told: Callable[..., Any], hidden: Untold) -> Callable[..., Any]:
    def refusing(self: object, node: object, *more: object) -> Any:
        if hidden(node):
            raise Unencodable(node, "hidden by a test")
        return told(self, node, *more)

    return refusing


def some(one_in: int, seed: int) -> Untold:
    """Every so many of all expressions and effects."""
    return lambda node: not isinstance(node, ir.Var) and zlib.crc32(f"{seed} {node!r}".encode()) % one_in == 0


def held(game: ir.Game, seed: int, seconds: float, most: int = 4_000, claims: int = 12) -> Came:
    """Holds what is proved of a game against all of its positions. Raises TooMany."""
    facts = Facts(game, most)
    if claims:
        with_claims(facts, random.Random(seed), claims)
    so = [facts.claim(c).broken for c in facts.game.claims if c.kind in ("always", "never")]
    came = Came(len(facts.walked.nodes), so.count(False), len(so) - so.count(False))
    asker = Asker(perf_counter() + seconds)
    enc = Encoder(facts.game)
    watched = Watched(enc.interpreter)
    outright = list(outright_results(enc, owed_claims(enc), asker.part(0.15), watched))
    exact, loose = tellings(enc, asker)
    settled = list(settled_results(exact, loose, asker.part(0.3), watched))
    ends = ending(loose, asker.part(0.4))
    results = [*outright, *settled, *ends, *claim_results(exact, loose, asker, watched)]
    came.left_free = len(loose.prover.enc.left_free)
    came.proved = sum(r.verdict == "proved" and bool(r.untold) for r in results)
    for result in results:
        if result.verdict not in ("proved", "unknown") or result.witness is not None:
            came.wrong.append(f"{result.obligation.subject} is {result.verdict}, and may only be proved")
        came.wrong += [c.words for c in contradictions(facts, "proofs", result, lambda _: None)]
    states = [(p.step, loose.prover.enc.space.start(p)) for p in facts.walked.decisions()]
    for lemma in (*exact.found.kept, *loose.found.kept):
        # What is left free in a claim is free at a known position too, and says nothing of that.
        if any(lemma.concerns(step) and lemma.holds(state) is False for step, state in states):
            came.wrong.append(f"“{lemma.words}” is proved of all decisions, and is not so")
    return came


GAMES, MOST_MOVES = 12, 30


def strays(game: ir.Game, seed: int, seconds: float) -> Iterator[str]:
    """The moves of random games that lead where the rules as the solver has them do not, whatever is left free."""
    until, seen = perf_counter() + seconds, set[object]()
    player = Player(Encoder(game).loosened())
    for number in range(GAMES):
        luck, drawn = Seeded(GAMES * seed + number), random.Random(number)
        turn = player.enc.interpreter.start(luck)
        for _ in range(MOST_MOVES):
            if not turn.moves or perf_counter() > until:
                break
            move = drawn.choice(turn.moves)
            after = player.enc.interpreter.apply(turn.position, move, luck)
            way = turn.position, move, after.position
            if after.position.fault is None and way not in seen:
                seen.add(way)
                try:
                    words = player.agrees(turn.position, move, after)
                except Unencodable:  # nothing is proved where the choices of a move are hidden
                    return
                if words:
                    yield f"no way on as the solver has it: {words}"
            turn = after
