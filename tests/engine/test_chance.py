"""Seeds are reproducible and unbiased, scripts are obeyed to the letter, and branching reaches every outcome once."""

from collections import Counter
from fractions import Fraction

import pytest

from engine.chance import (
    Branching,
    ChanceError,
    Picked,
    Recording,
    Scripted,
    Seeded,
    Shuffled,
    derive,
    every_outcome,
    fisher_yates,
    mix,
)


def test_splitmix_gives_the_published_numbers():
    # The first outputs of SplitMix64 from 0 and from 1234567, as its authors' C code prints them.
    assert derive(0, 0) == 0xE220A8397B1DCDAF
    assert [derive(1234567, i) for i in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert mix(0) == 0


def test_seeded_picks_follow_the_generator():
    chance = Seeded(1234567)
    assert [chance.pick(1000), chance.pick(1), chance.pick(1000)] == [317, 0, 973]


def test_the_same_seed_gives_the_same_luck_and_another_does_not():
    cards = tuple(range(52))
    assert Seeded(7).shuffle(cards) == Seeded(7).shuffle(cards)
    assert Seeded(7).shuffle(cards) != Seeded(8).shuffle(cards)
    assert sorted(Seeded(7).shuffle(cards)) == list(cards)


def test_picks_are_even():
    chance, counts = Seeded(3), Counter[int]()
    for _ in range(6000):
        counts[chance.pick(6)] += 1
    # 1000 expected of each, standard deviation 29.
    assert all(850 < counts[face] < 1150 for face in range(6))


def test_fisher_yates_swaps_from_the_last_place_down():
    assert fisher_yates((1, 2, 3), lambda n: 0) == (2, 3, 1)
    assert fisher_yates((1, 2, 3), lambda n: n - 1) == (1, 2, 3)


def test_no_pick_of_none():
    for chance in (Seeded(1), Branching()):
        with pytest.raises(ChanceError):
            chance.pick(0)


def test_a_recording_is_given_again_by_a_script():
    recording = Recording(Seeded(5))
    made = (recording.shuffle((1, 2, 3)), recording.pick(4))
    script = Scripted(recording.outcomes)
    assert (script.shuffle((3, 2, 1)), script.pick(4)) == made
    assert script.left == 0
    with pytest.raises(ChanceError, match="2 outcomes"):
        script.pick(4)


def test_a_script_hands_over_to_another_chance():
    script = Scripted([Shuffled((2, 1))], after=Seeded(9))
    assert script.shuffle((1, 2)) == (2, 1)
    assert script.shuffle((1, 2, 3)) == Seeded(9).shuffle((1, 2, 3))
    assert Scripted([], after=Seeded(9)).pick(10) == Seeded(9).pick(10)


@pytest.mark.parametrize(
    ("outcome", "ask"),
    [
        (Shuffled((1, 2)), lambda script: script.shuffle((1, 3))),
        (Shuffled((1, 2)), lambda script: script.pick(2)),
        (Picked(2, 1), lambda script: script.shuffle((1, 2))),
        (Picked(2, 1), lambda script: script.pick(3)),
        (Picked(2, 2), lambda script: script.pick(2)),
    ],
)
def test_a_script_that_does_not_fit_is_refused(outcome, ask):
    with pytest.raises(ChanceError, match="outcome 1"):
        ask(Scripted([outcome]))


def test_every_outcome_comes_once_with_its_share():
    outcomes = list(every_outcome(lambda chance: (chance.shuffle((1, 2, 3)), chance.pick(2))))
    assert len({result for _, result in outcomes}) == len(outcomes) == 6 * 2
    assert {share for share, _ in outcomes} == {Fraction(1, 12)}
    assert sum(share for share, _ in outcomes) == 1


def test_branching_follows_paths_of_unequal_length():
    def play(chance):
        first = chance.pick(2)
        return first, chance.pick(3) if first else 0

    outcomes = {result: share for share, result in every_outcome(play)}
    assert outcomes == {(0, 0): Fraction(1, 2), **{(1, k): Fraction(1, 6) for k in range(3)}}


def test_branching_refuses_a_prefix_out_of_range():
    with pytest.raises(ChanceError, match="pick 1"):
        Branching((5,)).pick(3)
