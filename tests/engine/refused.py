"""Seeds that draw numbers which are refused: so seldom met that they have to be made."""

FULL, GOLDEN = 1 << 64, 0x9E3779B97F4A7C15
FIRST, SECOND = pow(0xBF58476D1CE4E5B9, -1, FULL), pow(0x94D049BB133111EB, -1, FULL)
REFUSED = 0
"""For any number of outcomes that is no power of two."""


def unmix(number: int) -> int:
    """The state of which `mix` makes the number."""
    number = (number ^ number >> 31 ^ number >> 62) * SECOND % FULL
    number = (number ^ number >> 27 ^ number >> 54) * FIRST % FULL
    return number ^ number >> 30 ^ number >> 60


def seed_with(number: int, place: int) -> int:
    """A seed of which `number` is the drawn number at `place`, from 1."""
    return (unmix(number) - place * GOLDEN) % FULL


def following(place: int, draw: int = 1) -> int:
    """A seed of which the number at `draw`, that of a shuffle, is followed by a refused one at `place`."""
    return seed_with(seed_with(REFUSED, place), draw)
