"""What every engine has of its own: it stands here only so that the pieces have something to be checked against.

Leaves everything else to the pieces.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.python.library.kinds import Line

Card = int
Cards = Sequence[Card]
Player = int
Step = int

RANK_OF: tuple[int, ...] = ()
SUIT_OF: tuple[int, ...] = ()
COLOUR_OF: tuple[int, ...] = ()
PLAYERS = 0
ROUND_THE_CORNER: Line = ()
CARDS: tuple[str, ...] = ()
