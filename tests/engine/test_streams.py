"""Streams follow published generators, refuse what would be unfair, and no two parts of a seed have one seed."""

from collections import Counter
from itertools import product
from math import prod

import pytest

from engine.luck import streams
from engine.luck.streams import TOGETHER, Domain, Stream, derive, fisher_yates, groups, mix, picks_of
from tests.engine.refused import FULL, REFUSED, seed_of, seed_refused, state_before, unmix

GOLDEN = 0x9E3779B97F4A7C15


def test_numbers_are_those_of_splitmix():
    # The first outputs from the states 0 and 1234567, as the C code of SplitMix64's authors prints them.
    assert mix(GOLDEN) == 0xE220A8397B1DCDAF
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [mix((1234567 + k * GOLDEN) % FULL) for k in (1, 2, 3)] == published
    stream = Stream(seed_of(1234567, Domain.CHOICE, 2), Domain.CHOICE, 2)
    assert [stream.pick(1000), stream.pick(1), stream.pick(1000)] == [published[0] * 1000 >> 64, 0, 173]
    assert stream.seed() == published[2]


def test_seeds_are_made_by_the_finaliser_of_murmurhash():
    # MurmurHash3's fmix64, worked out by its definition.
    assert derive(-(Domain.GAME << 56) * 0xD1342543DE82EF95 + 1, Domain.GAME) == 0xB456BCFC34C2CB2C
    assert [derive(0, domain, 3) for domain in (Domain.GAME, Domain.SHUFFLE, Domain.PICK, Domain.CHOICE)] == [
        0x5B9095DC327BA0D1,
        0x9F4B09AA96AF8EF8,
        0xF5EAD1AE71DCDB2A,
        0x07C5E83451987D97,
    ]


def test_parts_of_a_seed_have_different_seeds():
    for seed in (0, 1, -1, 2**64 - 1, 12345678901234567890):
        parts = {derive(seed, domain, number) for domain, number in product(Domain, range(2000))}
        assert len(parts) == 2000 * len(Domain)
        # Nor is any of them a number that the seed itself would draw.
        assert parts.isdisjoint(mix((seed + k * GOLDEN) % FULL) for k in range(2000))


def test_a_part_has_a_number_that_fits():
    for number in (-1, 1 << 56):
        with pytest.raises(ValueError, match="a part of a seed has a number from 0"):
            derive(0, Domain.GAME, number)


def test_the_way_back_from_a_number_to_its_seed():
    for number in (REFUSED, 5, 1 << 40):
        assert mix(unmix(number)) == number
        assert mix((state_before(number, 3) + 3 * GOLDEN) % FULL) == number
        assert derive(seed_of(number, Domain.PICK, 9), Domain.PICK, 9) == number


def test_picks_of_one_number_are_its_digits():
    # Of 4 and 3 there are twelve outcomes: the number is so many twelfths of 2^64, in quarters and thirds of quarters.
    for outcome in range(12):
        number = -(-(outcome << 64) // 12) + 1
        assert picks_of(number, range(4, 2, -1)) == [outcome // 3, outcome % 3]


def small_words(monkeypatch, bits):
    monkeypatch.setattr(streams, "_BITS", bits)
    monkeypatch.setattr(streams, "_MASK", (1 << bits) - 1)


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
    monkeypatch.setattr(streams, "prod", lambda sizes: 1)
    counts = Counter(tuple(picks_of(number, range(6, 5, -1)) or ()) for number in range(1 << 10))
    assert set(counts.values()) == {170, 171}


@pytest.mark.parametrize("size", [0, 1, 2, 3, 16, 17, 52, 104, 200])
def test_groups_tell_every_place_once_and_are_as_long_as_can_be(size):
    sizes = [n for group in groups(size) for n in group]
    assert sizes == list(range(size, 1, -1))
    assert all(prod(group) <= TOGETHER for group in groups(size))
    # All but the first, which fewer cards begin within, would be too large with the next.
    assert all(prod(group) * (group[0] + 1) > TOGETHER for group in groups(size)[1:])


@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_number_that_is_refused_is_passed_over(place):
    stream = Stream(seed_refused(place, Domain.CHOICE), Domain.CHOICE)
    state = state_before(REFUSED, place)
    drawn = [mix((state + k * GOLDEN) % FULL) for k in range(1, 6) if k != place]
    assert [stream.pick(6) for _ in range(4)] == [number * 6 >> 64 for number in drawn]


def test_a_shuffle_takes_a_number_for_each_group():
    stream = Stream(seed_refused(2, Domain.SHUFFLE), Domain.SHUFFLE)
    state = state_before(REFUSED, 2)
    numbers = [mix((state + k * GOLDEN) % FULL) for k in (1, 3, 4, 5, 6)]
    assert len(groups(52)) == len(numbers)
    found = zip(numbers, groups(52), strict=True)
    picks = iter([pick for number, sizes in found for pick in picks_of(number, sizes) or ()])
    cards = tuple(range(52))
    assert stream.shuffle(cards) == fisher_yates(cards, lambda _: next(picks))
    assert stream.seed() == mix((state + 7 * GOLDEN) % FULL)


def test_fisher_yates_swaps_from_the_last_place_down():
    assert fisher_yates((1, 2, 3), lambda n: 0) == (2, 3, 1)
    assert fisher_yates((1, 2, 3), lambda n: n - 1) == (1, 2, 3)


def test_no_pick_of_none():
    with pytest.raises(ValueError, match="cannot pick one of 0"):
        Stream(1, Domain.LOT).pick(0)
