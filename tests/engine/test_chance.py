"""Seeds are reproducible and unbiased, scripts are obeyed to the letter, and branching reaches every outcome once."""

from collections import Counter
from fractions import Fraction
from math import prod

import pytest

from engine import chance
from engine.chance import (
    TOGETHER,
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
    groups,
    mix,
    picks_of,
)


def test_splitmix_gives_the_published_numbers():
    # The first outputs of SplitMix64 from 0 and from 1234567, as its authors' C code prints them.
    assert derive(0, 0) == 0xE220A8397B1DCDAF
    assert [derive(1234567, i) for i in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert mix(0) == 0


def test_seeded_picks_follow_the_generator():
    luck = Seeded(1234567)
    assert [luck.pick(1000), luck.pick(1), luck.pick(1000)] == [6457827717110365317 * 1000 >> 64, 0, 173]


def test_picks_of_one_number_are_its_digits():
    # Of 4 and 3 there are twelve outcomes: the number is so many twelfths of 2^64, in quarters and thirds of quarters.
    for outcome in range(12):
        number = -(-(outcome << 64) // 12) + 1
        assert picks_of(number, range(4, 2, -1)) == [outcome // 3, outcome % 3]


def small_words(monkeypatch, bits):
    monkeypatch.setattr(chance, "_BITS", bits)
    monkeypatch.setattr(chance, "_MASK", (1 << bits) - 1)


@pytest.mark.parametrize("sizes", [range(6, 5, -1), range(4, 1, -1), range(8, 7, -1), range(7, 4, -1)])
def test_every_outcome_has_as_many_numbers(monkeypatch, sizes):
    # Numbers of ten bits, all of them.
    small_words(monkeypatch, 10)
    found = [picks_of(number, sizes) for number in range(1 << 10)]
    counts = Counter(tuple(picks) for picks in found if picks is not None)
    outcomes = prod(sizes)
    assert set(counts.values()) == {(1 << 10) // outcomes}
    assert len(counts) == outcomes
    assert found.count(None) == (1 << 10) % outcomes


def test_without_refusing_some_outcomes_have_more_numbers(monkeypatch):
    small_words(monkeypatch, 10)
    monkeypatch.setattr(chance, "prod", lambda sizes: 1)
    counts = Counter(tuple(picks_of(number, range(6, 5, -1)) or ()) for number in range(1 << 10))
    assert set(counts.values()) == {170, 171}


@pytest.mark.parametrize("size", [0, 1, 2, 3, 16, 17, 52, 104, 200])
def test_groups_tell_every_place_once_and_are_as_long_as_can_be(size):
    sizes = [n for group in groups(size) for n in group]
    assert sizes == list(range(size, 1, -1))
    assert all(prod(group) <= TOGETHER for group in groups(size))
    # All but the first, which fewer cards begin within, would be too large with the next.
    assert all(prod(group) * (group[0] + 1) > TOGETHER for group in groups(size)[1:])


def test_a_shuffle_draws_one_number_and_a_refused_one_is_followed_by_another():
    one, other = Seeded(5), Seeded(5)
    one.shuffle(tuple(range(60)))
    other.pick(10)
    assert one.pick(1000) == other.pick(1000)
    # The number drawn is 0, of which no six are equally likely; those that follow are those of the seed 0.
    refused = Seeded(-0x9E3779B97F4A7C15)
    picks = iter(picks_of(derive(0, 0), range(3, 1, -1)) or ())
    assert refused.shuffle((1, 2, 3)) == fisher_yates((1, 2, 3), lambda _: next(picks))
    for none in ((), (1,)):
        assert Seeded(1).shuffle(none) == none


def test_the_same_seed_gives_the_same_luck_and_another_does_not():
    cards = tuple(range(52))
    assert Seeded(7).shuffle(cards) == Seeded(7).shuffle(cards)
    assert Seeded(7).shuffle(cards) != Seeded(8).shuffle(cards)
    assert sorted(Seeded(7).shuffle(cards)) == list(cards)


def test_picks_are_even():
    luck, counts = Seeded(3), Counter[int]()
    for _ in range(6000):
        counts[luck.pick(6)] += 1
    # 1000 expected of each, standard deviation 29.
    assert all(850 < counts[face] < 1150 for face in range(6))


def test_fisher_yates_swaps_from_the_last_place_down():
    assert fisher_yates((1, 2, 3), lambda n: 0) == (2, 3, 1)
    assert fisher_yates((1, 2, 3), lambda n: n - 1) == (1, 2, 3)


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
