"""Seeds that draw numbers which are refused: so seldom met that they have to be made."""

from engine.luck.streams import Domain

FULL, GOLDEN, STRIDE = 1 << 64, 0x9E3779B97F4A7C15, 0xD1342543DE82EF95
FIRST, SECOND = pow(0xBF58476D1CE4E5B9, -1, FULL), pow(0x94D049BB133111EB, -1, FULL)
THIRD, FOURTH = pow(0xFF51AFD7ED558CCD, -1, FULL), pow(0xC4CEB9FE1A85EC53, -1, FULL)
REFUSED = 0
"""For any number of outcomes that is no power of two."""


def unmix(number: int) -> int:
    """The state of which `mix` makes the number."""
    number = (number ^ number >> 31 ^ number >> 62) * SECOND % FULL
    number = (number ^ number >> 27 ^ number >> 54) * FIRST % FULL
    return number ^ number >> 30 ^ number >> 60


def state_before(number: int, place: int) -> int:
    """The state of a stream of which the number is drawn at that place, from 1."""
    return (unmix(number) - place * GOLDEN) % FULL


def seed_of(derived: int, domain: Domain, number: int = 0) -> int:
    """The seed of which a part has that seed."""
    derived = (derived ^ derived >> 33) * FOURTH % FULL
    derived = (derived ^ derived >> 33) * THIRD % FULL
    return ((derived ^ derived >> 33) - (domain * (1 << 56) + number) * STRIDE) % FULL


def seed_refused(place: int, domain: Domain, number: int = 0) -> int:
    """A seed of which a stream draws a number that is refused at that place, from 1."""
    return seed_of(state_before(REFUSED, place), domain, number)
