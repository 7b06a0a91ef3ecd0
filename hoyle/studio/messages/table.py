"""What a page and a session say about a game that is played: its position, its log, the moves on offer."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.studio.messages.text import Choice


@dataclass(frozen=True, slots=True)
class Picture:
    """A card: what one types for it, what a screen reader says, and which drawing shows it."""

    name: str
    spoken: str
    picture: str


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone as somebody sees it: its cards by their numbers (`seen`), or its top card, or how many it has, or neither.

    `row` and `column` are its place where the rules lay the table out, -1 where they do not.
    """

    cell: int
    name: str
    short: str
    family: str
    owner: int
    ordered: bool
    piles: bool
    seen: bool
    cards: tuple[int, ...]
    top: int
    count: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Field:
    """Something else that the game remembers."""

    name: str
    value: str
    owner: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal move: as it is typed, as a person reads it, and what one points at to choose it.

    Moves of one `number` differ only in copies of a card that are alike: to a person they are one. `action` is the
    kind of move, `called` what that is called.
    """

    number: int
    move: str
    text: str
    action: str
    called: str
    cards: tuple[int, ...]
    cells: tuple[int, ...]
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, and the place of the clause that it is due to."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: who did what and what came of it, and all clauses that took effect."""

    player: int
    said: tuple[Said, ...]
    clauses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Begins a game: `seats` says who plays at each (you, random, greedy, search)."""

    seed: int
    seats: tuple[str, ...] = ()
    as_written: bool = False


@dataclass(frozen=True, slots=True)
class Watch:
    """Opens a play that was found or saved: a log as JSON, seen after so many of its moves."""

    log: str
    at: int = -1


@dataclass(frozen=True, slots=True)
class Resume:
    """Plays a game again as a page remembers it: seed or log, then moves in words."""

    seed: int
    log: str
    moves: tuple[str, ...]
    seats: tuple[str, ...]
    as_written: bool
    at: int


@dataclass(frozen=True, slots=True)
class Renew:
    """Asks for the table under the rules as they are now."""


@dataclass(frozen=True, slots=True)
class See:
    """Asks for the table as a seat sees it (-1: all cards), after so many moves (-1: the last)."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Asks which moves have these cards, places, players and kind; where none has, why not."""

    cards: tuple[int, ...]
    cells: tuple[int, ...]
    players: tuple[int, ...]
    action: str


@dataclass(frozen=True, slots=True)
class Play:
    """Makes a move where the table is seen, in the words of an offer or as somebody types it."""

    move: str


@dataclass(frozen=True, slots=True)
class Onward:
    """Has whoever is on turn, and is not the person, make a move."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes the last move back, and those of others after the person's."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Goes to another line of play."""

    number: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Asks for an example of the position that is seen: of the move that led there (`play`), or of a move by words that
    is `legal` or `illegal` in it."""

    what: str
    move: str


@dataclass(frozen=True, slots=True)
class Save:
    """Asks for the log."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """The legal moves with what is chosen: how many, some of them, and whether just one is meant; or why there is none,
    with the places of the clauses that say so, and the move that was judged."""

    count: int
    offers: tuple[Offer, ...]
    meant: str
    why: tuple[str, ...]
    clauses: tuple[int, ...]
    judged: str


@dataclass(frozen=True, slots=True)
class Table:
    """A game as somebody sees it after some of its moves.

    `deck` names the drawings (`Pictures`) that the page needs, and `pictures` holds them where they are new. `turn`:
    who has to choose; `yours`: whether that is for the person to do, here. `ended` tells how it ended, `fault` what
    stopped it, `broken` the claims that do not hold here, `lost` why the rules of now do not play all of the game.
    """

    deck: str
    pictures: str
    cards: tuple[Picture, ...]
    players: tuple[str, ...]
    seats: tuple[str, ...]
    seat: int
    at: int
    plies: int
    line: int
    lines: tuple[str, ...]
    zones: tuple[Zone, ...]
    fields: tuple[Field, ...]
    step: str
    turn: int
    yours: bool
    ended: str
    fault: str
    fault_at: tuple[int, ...]
    broken: tuple[int, ...]
    lost: str
    offers: Fitting
    log: tuple[Line, ...]
    seed: int
    moves: tuple[str, ...]
    settings: tuple[Choice, ...]
    as_written: bool


@dataclass(frozen=True, slots=True)
class Saved:
    """A log, as a file has it."""

    log: str
