"""Terms mean what the interpreter does: every condition and move, at positions of random games of every rule file."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

import pytest

from engine.interpreter.moves import PASS
from engine.luck.chance import Seeded
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from tests.everyday import everyday, one_in
from tests.verify_smt.agree import Comparer, Player
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Deck
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.symbolic_context import Unencodable
from verify.smt.transition.transition import Effects

NOT_SAID = {
    "corners": {"claim kings_at_bottom"},
    "cribbage": {
        *("claim at_most_29", "claim never_19", "define alike_last", "define crib_worth", "define fifteens"),
        *("define for_a_group", "define hand_worth", "define longest_run", "define longest_runs", "define pairs_in"),
        *("define points_without_flush", "define run_last"),
    },
    "freecell": {"define deep", "define in_order", "shift_row.fitting"},
    "gin_rummy": {
        *("define can_knock_with", "define least_deadwood", "knock.enough"),
        *("lay_aside.still_enough", "lay_down_group.within_limit", "lay_down_run.within_limit"),
    },
    "scopa": {"define takes_several", "lay.takes_nothing"},
}
"""The only conditions of the shipped rule files for which no term is made."""

NOT_MADE = {"cribbage": {"lay", "lay_away"}, "klondike": {"redeal"}, "scopa": {"lay"}}
"""The only moves of the shipped rule files of which no term tells what they do."""

HEAVIEST = 300_000
"""Claims that run over pairs of cards on every pile are left out: their terms alone take seconds to make."""

LEFT_OUT = {
    "pitch": {"claim four_points", "claim set_back"},
    "reserve": {"claim never_stuck"},
    "twentyone": {"claim always_a_move", "claim seven_pair_only_to_21"},
}

FEW = {"twentyone": 8, "corners": 10}
"""Of games whose conditions are large fewer positions are read."""


def positions(enc: Encoder, count: int, seed: int):
    """Positions at decisions of random games, a few of each game."""
    rng, made, game = random.Random(seed), 0, 0
    while made < count:
        luck = Seeded(seed * 1000 + game)
        turn = enc.interpreter.start(luck)
        game += 1
        for _ in range(400):
            if turn.position.over or made >= count:
                break
            if rng.random() < 0.25:
                made += 1
                yield turn, rng
            turn = enc.interpreter.apply(turn.position, rng.choice(turn.moves), luck)


def terms_agree(game: ir.Game) -> Comparer:
    """Holds what the solver is told of a game against the interpreter, in positions of random games."""
    enc = Encoder(game)
    comparer = Comparer(enc, 300_000)
    assert not comparer.unencodable
    for turn, rng in positions(enc, 60, 3):
        assert comparer.compare(turn.position, rng) == []
    return comparer


def of(name: str, **settings: str) -> Encoder:
    game = load_file(name, settings).game
    assert game is not None
    return Encoder(game)


def compared(enc: Encoder, count: int) -> Iterator[str]:
    """The differences, one at a time: a planted fault is seen by the first."""
    comparer = Comparer(enc, HEAVIEST)
    for turn, rng in positions(enc, count, 3):
        yield from comparer.compare(turn.position, rng)


def played(enc: Encoder, count: int, not_made: Collection[str] = ()) -> Iterator[str]:
    player = Player(enc)
    for turn, rng in positions(enc, count, 5):
        for move in rng.sample(turn.moves, min(2, len(turn.moves))):
            if move.action in not_made:
                with pytest.raises(Unencodable):
                    player.agrees(turn.position, move, turn)
                continue
            then = enc.interpreter.apply(turn.position, move, Seeded(rng.randrange(10**6)))
            found = [player.agrees(turn.position, move, then)]
            if move != PASS:
                found.append(player.judges(turn.position, move, True))
            yield from filter(None, found)


@pytest.mark.parametrize("name", one_in(3, everyday()))
def test_every_condition_is_worth_what_the_interpreter_says(name: str):
    enc = of(name)
    comparer = Comparer(enc, HEAVIEST)
    assert comparer.skipped == LEFT_OUT.get(name, set())
    assert set(comparer.unencodable) == NOT_SAID.get(name, set())
    for turn, rng in positions(enc, FEW.get(name, 25), 3):
        assert comparer.compare(turn.position, rng) == []


@pytest.mark.parametrize("name", one_in(3, everyday()))
def test_every_move_leads_where_the_interpreter_goes(name: str):
    assert list(played(of(name), 20, NOT_MADE.get(name, ()))) == []


@pytest.mark.parametrize("name", ["twentyone", "reserve", "corners"])
def test_what_is_not_legal_is_not_legal_in_terms(name: str):
    enc = of(name)
    player, refused = Player(enc), 0
    for turn, _ in positions(enc, 15, 7):
        position = turn.position
        for action in enc.game.steps[position.step].act.actions:
            rules = enc.interpreter._referee.rules[action]
            frame = enc.interpreter._frame(position, Seeded(0))
            every = list(rules.candidates(frame))
            for args in random.Random(1).sample(every, min(3, len(every))):
                move = type(PASS)(action, args)
                legal = enc.interpreter.explain(position, move).legal
                refused += not legal
                assert player.judges(position, move, legal) == ""
    assert refused


# ---------------------------------------------------------------- planted faults


def test_a_sum_that_forgets_a_card_is_seen(monkeypatch: pytest.MonkeyPatch):
    real = Deck.weighed
    monkeypatch.setattr(Deck, "weighed", lambda d, held, w: real(d, d.without(held, 1 << 5), w))
    assert any(compared(of("hearts"), 20))


def test_a_count_that_is_off_by_one_is_seen(monkeypatch: pytest.MonkeyPatch):
    real = Deck.at_least
    monkeypatch.setattr(Deck, "at_least", lambda d, held, n: real(d, held, n if n < 2 else n + 1))
    assert any(compared(of("twentyone"), 30))


def test_neighbours_at_the_table_that_are_wrong_are_seen(monkeypatch: pytest.MonkeyPatch):
    real = t.shifted
    monkeypatch.setattr(t, "shifted", lambda word, step, size: real(word, -step, size))
    assert any(played(of("hearts"), 20))


def test_a_card_that_goes_under_a_pile_is_seen(monkeypatch: pytest.MonkeyPatch):
    real = Effects._more
    monkeypatch.setattr(Effects, "_more", lambda e, held, cards, end: real(e, held, cards, "bottom"))
    assert any(played(of("pigeon"), 20))


def test_a_move_that_leaves_a_card_behind_is_seen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Effects, "_less", lambda e, held, cards: held)
    assert any(played(of("twentyone"), 5))
