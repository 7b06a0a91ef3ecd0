"""What `make luck-battery` hands to dieharder are the numbers that play draws, in the order in which it does."""

import subprocess

import pytest

from bench.battery import SEEDS_IN_TURN, WITHOUT_DOMAINS, program
from engine.luck.streams import Domain, Stream, derive
from tests.native.harness import needs_compiler

pytestmark = needs_compiler


def first_numbers(folder, spoil: dict[str, str]) -> list[int]:
    """A shuffle of six cards takes one number; then the first player chooses."""
    command = [str(program("leduc_poker", spoil, folder, "-O0")), "1000000", "7"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as playing:
        assert playing.stdout is not None
        told = playing.stdout.read(16)
        playing.kill()
    return [int.from_bytes(told[at : at + 8], "little") for at in (0, 8)]


@pytest.mark.parametrize(("spoil", "seed"), [({}, derive(7, Domain.GAME, 0)), (SEEDS_IN_TURN, 7)])
def test_numbers_are_those_that_play_draws(tmp_path, spoil, seed):
    streams = Stream(seed, Domain.SHUFFLE), Stream(seed, Domain.CHOICE)
    assert first_numbers(tmp_path, spoil) == [stream.seed() for stream in streams]


def test_without_domains_all_streams_begin_alike(tmp_path):
    dealt, chosen = first_numbers(tmp_path, WITHOUT_DOMAINS)
    assert dealt == chosen
