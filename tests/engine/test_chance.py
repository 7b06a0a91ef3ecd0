"""A game's luck is a stream for each shuffle and pick, scripts are obeyed to the letter, and branching reaches every
outcome once."""

from collections import Counter
from fractions import Fraction

import pytest

from engine.luck.chance import Branching, ChanceError, Picked, Recording, Scripted, Seeded, Shuffled, every_outcome
from engine.luck.streams import Domain, Stream

CARDS = tuple(range(52))


def test_each_shuffle_and_each_pick_is_a_stream_of_its_own():
    luck = Seeded(7)
    found = luck.shuffle(CARDS), luck.pick(1000), luck.pick(1), luck.shuffle(()), luck.shuffle(CARDS)
    assert found[0] == Stream(7, Domain.SHUFFLE, 0).shuffle(CARDS)
    assert found[1] == Stream(7, Domain.PICK, 1).pick(1000)
    # What draws no number is counted, too.
    assert found[4] == Stream(7, Domain.SHUFFLE, 4).shuffle(CARDS)


def test_what_one_shuffle_draws_changes_no_other():
    one, other = Seeded(5), Seeded(5)
    one.shuffle(CARDS)
    other.shuffle((1, 2))
    assert one.shuffle(CARDS) == other.shuffle(CARDS)


def test_the_same_seed_gives_the_same_luck_and_another_does_not():
    assert Seeded(7).shuffle(CARDS) == Seeded(7).shuffle(CARDS)
    assert Seeded(7).shuffle(CARDS) != Seeded(8).shuffle(CARDS)
    assert sorted(Seeded(7).shuffle(CARDS)) == list(CARDS)


def test_picks_are_even():
    luck, counts = Seeded(3), Counter[int]()
    for _ in range(6000):
        counts[luck.pick(6)] += 1
    # 1000 expected of each, standard deviation 29.
    assert all(850 < counts[face] < 1150 for face in range(6))


def test_no_pick_of_none():
    for luck in (Seeded(1), Branching()):
        with pytest.raises(ChanceError):
            luck.pick(0)


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
