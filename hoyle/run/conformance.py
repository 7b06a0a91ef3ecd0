"""What a conformance suite needs beside a game: the rule file under other readings, and what no random game shows.

Leaves choosing and telling games to `engine.conformance`, proofs and plays side by side to `verify`, and writing to the
commands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from engine.c.compiled.waiting import waited
from engine.conformance.choose import Step, Variant
from engine.core.lower.dead_code import without_dead_code
from engine.interpreter.interpreter import Interpreter
from engine.processes.deadline import left
from hoyle.sources.files import Loaded, lower
from spec.ir import nodes as ir
from spec.ir.index import index_of
from spec.names.settings import choices
from verify.run.budget import now

SECONDS = 10.0
"""So long the proofs about all clauses may take; the proof about one variant half as long, and its plays as well."""
GAMES = 20_000
"""So many games are played side by side, compiled, to find one by which a variant parts."""


def other_readings(loaded: Loaded, game: ir.Game, settings: Mapping[str, str]) -> Iterator[Variant]:
    """The game under each reading of each question that is not in force."""
    chosen = {question.source.label: question.chosen for question in game.questions}
    for choice in choices(loaded.parsed.file.sections):
        for word in choice.words if choice.kind == "question" and choice.name in chosen else ():
            if word == chosen[choice.name]:
                continue
            other = lower(loaded.parsed, {**settings, choice.name: word}).game
            if other is not None:
                yield Variant(f"reading {word} of {choice.name}", Interpreter(other))


class Finder:
    """Finds out about clauses and variants of a game that no random game showed, by solvers and compiled games."""

    def __init__(self, game: ir.Game) -> None:
        self._game = game

    def never(self, clauses: Iterable[str]) -> dict[str, str]:
        """The clauses that solvers prove never to win, with the solvers."""
        from verify.ambiguity.compare.proofs import Proofs

        proofs, found, wanted = Proofs(self._game, now() + left(SECONDS)), dict[str, str](), set(clauses)
        for key, name, number in self._numbered():
            if name in wanted and not proofs.never_wins(key, number):
                found[name] = proofs.by or "the form of the rules"
            elif name in wanted:
                found.pop(name, None)
                wanted.remove(name)
        return found

    def _numbered(self) -> Iterator[tuple[tuple[str, str], str, int]]:
        """The clauses of moves and outcome groups: their group, their name, and their place in it."""
        for kind, owners in (("action", self._game.actions), ("outcome", self._game.groups)):
            for owner in owners:
                for number, clause in enumerate(owner.clauses):
                    told = f"{clause.kind} {clause.source.owner}.{clause.source.label}"
                    yield (kind, owner.source.label), told, number

    def parting(self, variant: Variant) -> tuple[Step, ...] | None:
        """The shortest of the plays found by which a variant parts."""
        from verify.ambiguity.compare.lockstep import again, lockstep

        if not _side_by_side(self._game, variant.interpreter):
            return None
        pair = lockstep(self._game, variant.interpreter.game)
        if isinstance(pair, str):
            return None
        nearest = waited(pair.search, 0, GAMES, now() + left(SECONDS / 2), frozenset()).nearest
        if not nearest:
            return None
        beats = again(Interpreter(self._game), nearest[0]).beats
        moves = (None, *(before.move for before, _ in pairwise(beats)))
        return tuple(Step(move, beat.luck, beat.turn) for move, beat in zip(moves, beats, strict=True))

    def equal(self, variant: Variant) -> str:
        """By what it is proved that a variant is the same game; '' where it is not."""
        from verify.ambiguity.compare.refinement import same_but_order
        from verify.smt.prove.equivalence import equal_readings

        other = variant.interpreter.game
        by = same_but_order(self._game, other, now() + left(SECONDS / 4)) or self._same_but_implied(other)
        if by:
            return by
        found = equal_readings(self._game, other, left(SECONDS / 2))
        return found.by if found.verdict == "equal" else ""

    def _same_but_implied(self, other: ir.Game) -> str:
        """By what it is proved that both games differ only in one clause of a move that changes nothing in either."""
        from verify.ambiguity.compare.proofs import Proofs

        for key, _, number in self._numbered():
            ours, theirs = (_left_out(game, key, number) for game in (self._game, other))
            if ours is None or ours != theirs:
                continue
            proofs = [Proofs(game, now() + left(SECONDS / 4)) for game in (self._game, other)]
            clauses = [index_of(game).actions[key[1]].clauses for game in (self._game, other)]
            if not any(proof.implied(key, held, number) for proof, held in zip(proofs, clauses, strict=True)):
                return proofs[0].by or "the form of the rules"
        return ""


def _left_out(game: ir.Game, key: tuple[str, str], number: int) -> ir.Game | None:
    """What play depends on in a game without one clause of a move; None where there is no such clause."""
    kind, label = key
    action = index_of(game).actions.get(label)
    if kind != "action" or action is None or number >= len(action.clauses):
        return None
    fewer = replace(action, clauses=(*action.clauses[:number], *action.clauses[number + 1 :]))
    left = without_dead_code(replace(game, actions=tuple(fewer if a is action else a for a in game.actions)))
    return replace(left, title="", settings=(), questions=())


def _side_by_side(game: ir.Game, other: Interpreter) -> bool:
    """Do both have the same cards, zones and moves, so that compiled positions and moves compare as they are?"""
    ours, theirs = Interpreter(game).layout, other.layout
    moves = [[(a.source.label, [p.type for p in a.params]) for a in g.actions] for g in (game, other.game)]
    return (ours.deck, ours.cells) == (theirs.deck, theirs.cells) and moves[0] == moves[1]
