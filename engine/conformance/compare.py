"""Holds another program against a conformance suite, one request and one answer at a time.

Leaves starting the program and passing lines to it to others: `Peer` is all that is asked of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeGuard

from engine.conformance.state import Data, digest
from engine.conformance.vectors import FORMAT, VERSION
from engine.targets.escape import as_json

ASPECTS = ("over", "to_move", "step", "legal", "zones", "fields", "observations", "ending", "returns")
"""What a program may tell of a position, in the order in which it is compared."""

NEEDED = ("over", "legal")
"""What it has to tell."""


LONGEST = 400
"""No text of another program is told longer."""


class Peer(Protocol):
    """The other program."""

    def ask(self, request: Data) -> Data:
        """Its answer to a request; raises PeerFailed where none comes, or none that is a JSON object."""


class PeerFailed(Exception):
    """The program did not answer as it should; the message says how."""


class BadVectors(ValueError):
    """The file is no conformance suite; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference: where, in what, and what the two say.

    `fired` are the clauses of the move before it, `history` the records before and at it, `disputed` some of the moves
    that only one of the two holds legal.
    """

    game: int
    number: int
    move: str
    aspect: str
    expected: str
    told: str
    fired: tuple[str, ...]
    history: tuple[Data, ...]
    disputed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """How much was compared, in what, and the first difference if there was one."""

    games: int
    positions: int
    aspects: tuple[str, ...]
    difference: Difference | None

    @property
    def left_out(self) -> tuple[str, ...]:
        """What the program does not tell, and so was not compared."""
        return tuple(aspect for aspect in ASPECTS if aspect not in self.aspects)


def read(text: str) -> tuple[Data, list[Data]]:
    """The header and the other lines of a suite. Raises BadVectors."""
    records: list[Data] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadVectors(f"line {number} is no JSON: {error}") from None
        if not isinstance(record, dict):
            raise BadVectors(f"line {number} is no JSON object")
        records.append(record)
    if not records or records[0].get("type") != "header" or records[0].get("format") != FORMAT:
        raise BadVectors("the first line is not the header of a conformance suite")
    if records[0].get("version") != VERSION:
        raise BadVectors(f"the suite is of version {records[0].get('version')}, and this Hoyle reads version {VERSION}")
    _check(records)
    return records[0], records[1:]


def _check(records: list[Data]) -> None:
    games = 0
    for number, record in enumerate(records[1:], 2):
        kind, whole = record.get("type"), isinstance(record.get("state"), dict) and isinstance(record.get("luck"), list)
        if kind not in ("start", "move") or not whole or (kind == "move" and not isinstance(record.get("move"), str)):
            raise BadVectors(f"record {number} is neither the start of a game nor a move with luck and state")
        if number == 2 and kind != "start":
            raise BadVectors("the first game has no start")
        if any(aspect not in record["state"] for aspect in ASPECTS):
            raise BadVectors(f"record {number} does not tell the whole state")
        games += kind == "start"
    if games != records[0].get("games"):
        raise BadVectors(f"the header promises {records[0].get('games')} games, and {games} are there: the file is cut")
    if not games:
        raise BadVectors("there is no game in it")


def compare(
    header: Data, records: Iterable[Data], peer: Peer, progress: Callable[[int], None] = lambda game: None
) -> Compared:
    """Plays every game of the suite on the other program, up to the first difference. Raises PeerFailed."""
    ready = peer.ask({"do": "hello", **{key: header[key] for key in header if key != "type"}})
    tells = ready.get("tells")
    if not isinstance(tells, list) or any(aspect not in tells for aspect in NEEDED):
        raise PeerFailed(f'it must answer the hello with {{"tells": [...]}}, at least {" and ".join(NEEDED)}')
    unknown = [str(aspect) for aspect in tells if aspect not in ASPECTS]
    if unknown:
        raise PeerFailed(f"it offers to tell {_cut(', '.join(unknown))}, and there are only {', '.join(ASPECTS)}")
    aspects = tuple(aspect for aspect in ASPECTS if aspect in tells)
    ordered = bool(ready.get("in_order", True))
    unordered = frozenset(z["name"] for z in header.get("zones", ()) if not z.get("ordered", True))
    games = positions = 0
    history: list[Data] = []
    for record in records:
        if record["type"] == "start":
            games += 1
            history = []
            progress(games)
            request: Data = {"do": "start", "luck": record["luck"]}
        else:
            request = {"do": "move", "move": record["move"], "luck": record["luck"]}
        answer = peer.ask(request)
        positions += 1
        difference = _difference(record, answer, aspects, ordered, unordered, tuple(history))
        if difference is not None:
            return Compared(games, positions, aspects, difference)
        history.append(record)
    return Compared(games, positions, aspects, None)


def _difference(
    record: Data, answer: Data, aspects: tuple[str, ...], ordered: bool, unordered: frozenset[str],
    history: tuple[Data, ...],
) -> Difference | None:  # fmt: skip
    expected = record["state"]
    if "fault" in expected and answer.get("fault") == expected["fault"]:
        return None
    for aspect in ("error", *aspects):
        if aspect == "error":
            wanted = f"a stop: {expected['fault']}" if "fault" in expected else "no error"
            pair = (wanted, str(answer.get("error", "none"))) if "error" in answer or "fault" in expected else None
        elif aspect not in answer:
            pair = (f"`{aspect}`, as it promised", "nothing of it")
        else:
            pair = _told_apart(aspect, expected[aspect], answer[aspect], ordered, unordered)
        if pair is not None:
            number, move = int(record.get("number", 0)), str(record.get("move", ""))
            fired = tuple(str(label) for label in record.get("fired", ()))
            disputed = _disputed(expected["legal"], answer.get("legal")) if aspect == "legal" else ()
            expected_, told = map(_cut, pair)
            return Difference(
                int(record["game"]), number, move, aspect, expected_, told, fired, (*history, record), disputed
            )
    return None


def _disputed(expected: object, told: object) -> tuple[str, ...]:
    if not _words(expected) or not _words(told):
        return ()
    ours, theirs = frozenset(expected), frozenset(told)
    apart = (*[m for m in expected if m not in theirs][:3], *[m for m in told if m not in ours][:3])
    return tuple(m for m in apart if len(m) <= LONGEST)


def _told_apart(
    aspect: str, expected: object, told: object, ordered: bool, unordered: frozenset[str]
) -> tuple[str, str] | None:
    """What each says where the two differ, as short as can be."""
    match aspect:
        case "legal":
            return _legal_apart(expected, told, ordered)
        case "zones":
            return _parts_apart(_sets(expected, unordered), _sets(told, unordered))
        case "observations":
            ours = [_seen_sets(view, unordered) for view in expected] if isinstance(expected, list) else expected
            theirs = [_seen_sets(view, unordered) for view in told] if isinstance(told, list) else told
            return _parts_apart(ours, theirs)
        case _:
            return _parts_apart(expected, told)


def _sets(zones: object, unordered: frozenset[str]) -> object:
    if not isinstance(zones, dict):
        return zones
    return {name: sorted(cards) if _words(cards) and name in unordered else cards for name, cards in zones.items()}


def _words(told: object) -> TypeGuard[list[str]]:
    return isinstance(told, list) and all(isinstance(word, str) for word in told)


def _seen_sets(views: object, unordered: frozenset[str]) -> object:
    if not isinstance(views, dict):
        return views
    return {
        name: {**view, "cards": sorted(view["cards"])}
        if name in unordered and isinstance(view, dict) and _words(view.get("cards"))
        else view
        for name, view in views.items()
    }


def _legal_apart(expected: object, told: object, ordered: bool) -> tuple[str, str] | None:
    if not isinstance(told, list) or not all(isinstance(move, str) for move in told):
        return "a list of moves", _short(told)
    if isinstance(expected, dict):
        if not ordered:
            return None if len(told) == expected.get("count") else (f"{expected.get('count')} moves", f"{len(told)}")
        same = {"count": len(told), "sha256": digest(told)} == expected
        return None if same else (f"{expected.get('count')} moves of another digest", f"{len(told)} moves")
    moves = list(expected) if isinstance(expected, list) else []
    ours, theirs = frozenset(moves), frozenset(told)
    missing, extra = [m for m in moves if m not in theirs], [m for m in told if m not in ours]
    if missing or extra or len(moves) != len(told):
        return (
            f"{len(moves)} moves" + (f", among them {', '.join(missing[:5])}" if missing else ""),
            f"{len(told)} moves" + (f", among them {', '.join(extra[:5])}" if extra else ""),
        )
    if ordered and moves != told:
        at = next(i for i, (a, b) in enumerate(zip(moves, told, strict=True)) if a != b)
        return f"{moves[at]} as move {at + 1}", str(told[at])
    return None


def _parts_apart(expected: object, told: object, at: str = "") -> tuple[str, str] | None:
    if expected == told and type(expected) is type(told):
        return None
    if isinstance(expected, dict) and isinstance(told, dict):
        for name in [*expected, *(name for name in told if name not in expected)]:
            if name not in told:
                return f"{at}{name}: {_short(expected[name])}", "nothing of it"
            if name not in expected:
                return f"nothing of {at}{name}", _short(told[name])
            apart = _parts_apart(expected[name], told[name], f"{at}{name}: ")
            if apart is not None:
                return apart
        return None
    if isinstance(expected, list) and isinstance(told, list) and len(expected) == len(told):
        for number, (ours, theirs) in enumerate(zip(expected, told, strict=True), 1):
            if isinstance(ours, dict):
                apart = _parts_apart(ours, theirs, f"{at}player {number}, ")
                if apart is not None:
                    return apart
        if all(isinstance(part, dict) for part in expected):
            return None
    return f"{at}{_short(expected)}", _short(told)


def _short(told: object) -> str:
    text = " ".join(told) if isinstance(told, list) and _words(told) else as_json(told)
    return _cut(text, 160) or "nothing"


def _cut(text: str, most: int = LONGEST) -> str:
    """A text that another program told, no longer than a reader wants."""
    return text if len(text) <= most else text[: most - 3] + "..."
