"""Numbers that are written on the command line: seconds, counts and seeds, each within its bounds."""

from __future__ import annotations

from argparse import ArgumentTypeError

MOST_SECONDS = 1_000_000.0
MOST = 1_000_000_000
MOST_JOBS = 256


def seconds(text: str) -> float:
    """A number of seconds of the clock, above 0. Raises ArgumentTypeError."""
    try:
        found = float(text) if text.isascii() else 0.0
    except ValueError:
        found = 0.0
    if not 0 < found <= MOST_SECONDS:
        raise ArgumentTypeError(
            f"`{text}` is no number of seconds; write one above 0 and up to {MOST_SECONDS:,.0f}, such as 30"
        )
    return found


def count(text: str) -> int:
    """A whole number from 1. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 10 and 1 <= int(text) <= MOST):
        raise ArgumentTypeError(f"`{text}` is no number to count by; write a whole number from 1 to {MOST:,}")
    return int(text)


def jobs(text: str) -> int:
    """How many processes work side by side. Raises ArgumentTypeError."""
    found = count(text)
    if found > MOST_JOBS:
        raise ArgumentTypeError(f"{found:,} processes are too many; {MOST_JOBS} are the most")
    return found


def seed(text: str) -> int:
    """A whole number by which luck is drawn. Raises ArgumentTypeError."""
    if not (text.removeprefix("-").isascii() and text.removeprefix("-").isdecimal() and len(text) <= 19):
        raise ArgumentTypeError(f"`{text}` is no seed; write a whole number of at most 18 digits, such as 1")
    return int(text)
