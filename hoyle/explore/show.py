"""What a search of every position came to, for the terminal, as JSON and as CSV.

Leaves searching to `hoyle.explore.search`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from engine.interpreter.interpreter import Turn
from engine.luck.chance import Scripted, Seeded
from hoyle.api import Game
from hoyle.english.sentences import Sentences
from hoyle.explore.search import FOUND, Figures, Order, binned
from hoyle.table.faces import Faces
from hoyle.table.lines import flowed
from hoyle.table.told import happened
from spec.ir.display import Display
from spec.ir.index import index_of
from verify.search.model import Open, Shown

ROWS = 16
"""So many rows has the plot of states by depth at most."""
BAR = 44
TOLD = 40
"""Up to so many moves of a play are told one by one."""


def screen_lines(figures: Figures, order: Order, asked: Sequence[str], faces: Faces, width: int) -> Iterator[str]:
    """The screen: whether all was searched, the figures, states by depth, and a play to each condition."""
    game = order.game
    yield from flowed([f"{game.title}: {_verdict(figures)}"], width)
    yield ""
    for name, told in _rows(figures, order):
        yield from flowed([f"  {name:<13}", *told.split()], width, indent=" " * 16)
    yield ""
    yield from _plot(figures)
    for condition, shown in zip(asked, figures.found, strict=True):
        yield ""
        yield from _condition(condition, shown, figures, order, faces, width)
    for kind, shown in figures.faults.items():
        yield ""
        said = shown.sentence if shown is not None else "no single game shows it"
        yield from flowed([f"Play stops at a fault ({kind}): {faces.drawn(said)}."], width)
        if shown is not None:
            yield from play_lines(shown, order, faces, width)
    if isinstance(figures.cycle, Shown) and not asked:
        yield ""
        yield from flowed([f"A game need not end: {figures.cycle.sentence}. A shortest way there:"], width)
        yield from play_lines(figures.cycle, order, faces, width)


def _verdict(figures: Figures) -> str:
    if figures.cut == FOUND:
        return "the search ended as soon as every condition was met. There may be more positions."
    if figures.cut:
        return f"NOT COMPLETE: {figures.cut}. Nothing is known of the positions not reached."
    if figures.put_off:
        return "every game of some deals was searched; luck can put the first decision off for ever."
    if not figures.every:
        deals = "one deal" if figures.deals == 1 else f"{figures.deals:,} deals"
        return f"every game of {deals} was searched. There are too many deals to search all."
    return (
        "every game was searched; in some of them play stops at a fault."
        if figures.faults
        else "every game was searched."
    )


def _rows(figures: Figures, order: Order) -> Iterator[tuple[str, str]]:
    alike = f" ({figures.alike})" if figures.alike else " (each counts on its own)" if not order.symmetry else ""
    yield "positions", f"{figures.states:,} distinct states{alike}"
    yield "moves", f"{figures.moves:,} transitions, each outcome of luck counted"
    drawn = "" if figures.every else ", drawn by seed"
    yield "starts", f"{figures.starts:,} distinct, of {figures.deals:,} deal{'' if figures.deals == 1 else 's'}{drawn}"
    yield "depth", f"{max(0, len(figures.by_depth) - 1):,} decisions to the position that is farthest from the start"
    ended = [f"{Display(index_of(order.game)).ending(name)} {n:,}" for name, n in figures.ended.items() if n]
    yield "ends", f"{sum(figures.ended.values()):,} positions: {', '.join(ended)}" if ended else "no position reached"
    if figures.stopped:
        yield "faults", f"{_times(figures.stopped)} play stops at a fault: {', '.join(figures.faults)}"
    yield "longest game", _longest(figures)
    yield "time", speed(figures)


def speed(figures: Figures) -> str:
    """How long it took, how fast it was, and the memory that it needed."""
    return f"{figures.seconds:.1f} s, {figures.rate:,.0f} states a second, {figures.bytes / 2**20:,.1f} MiB"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def _longest(figures: Figures) -> str:
    if not isinstance(figures.longest, Open):
        deals = "" if figures.every else " of this deal" if figures.deals == 1 else " of these deals"
        return f"{figures.longest:,} decisions; no position comes back, so every game{deals} ends"
    if figures.cycle is not None and not figures.cut:
        return "none: play can return to a position (cycle), so a game need not end"
    return f"not known: {figures.longest.reason}"


def _plot(figures: Figures) -> Iterator[str]:
    rows = binned(figures.by_depth, ROWS)
    most = max((n for _, _, n in rows), default=0)
    names = [str(low) if low == high else f"{low}-{high}" for low, high, _ in rows]
    wide = max(map(len, names), default=0)
    yield "  States by depth (decisions from the start)"
    for name, (_, _, n) in zip(names, rows, strict=True):
        bar = "#" * max(1, round(BAR * n / most)) if n else ""
        yield f"  {name:>{wide}}  {bar:<{BAR}}  {n:,}"
    if figures.cut:
        yield f"  {'':>{wide}}  (the last depth is not complete)"


# ---------------------------------------------------------------- plays


def _condition(
    condition: str, shown: Shown | None, figures: Figures, order: Order, faces: Faces, width: int
) -> Iterator[str]:
    if shown is None:
        where = "in no position of any game" if figures.complete else "in no position that was reached"
        yield from flowed([f"`{condition}` holds {where} (decisions and ends)."], width)
        return
    count = f"{len(shown.moves):,} move{'' if len(shown.moves) == 1 else 's'}"
    deals = "" if figures.every else " from these deals"
    yield from flowed([f"`{condition}` holds after {count}, and not sooner{deals}. The play, replayed:"], width)
    yield from play_lines(shown, order, faces, width)


def turns_of(shown: Shown, order: Order) -> list[Turn]:
    """The play on the interpreter, from its first decision."""
    game = Game(order.game)
    chance = Scripted(shown.outcomes, Seeded(1))
    turns = [game.interpreter.start(chance)]
    for move in shown.moves:
        turns.append(game.interpreter.apply(turns[-1].position, move, chance))
    return turns


def play_lines(shown: Shown, order: Order, faces: Faces, width: int) -> Iterator[str]:
    """A play in words: what was dealt, who did what by which clause, and how it stands."""
    turns, game = turns_of(shown, order), Game(order.game)
    yield from _position("  Dealt:", turns[0], game, faces, width)
    english = Sentences(game.interpreter)
    told = [faces.drawn(happened(english, a.position, m, b).text)
            for a, m, b in zip(turns, shown.moves, turns[1:], strict=False)]  # fmt: skip
    for number, text in enumerate(told[:TOLD], 1):
        yield from flowed([f"{number:4}. {text}"], width, indent="      ")
    if len(told) > TOLD:
        yield f"      ... and {len(told) - TOLD:,} more moves; `--play FILE` writes them all"
    if told:
        yield from _position("  Then:", turns[-1], game, faces, width)


def _position(head: str, turn: Turn, game: Game, faces: Faces, width: int) -> list[str]:
    display = Display(index_of(game.rules))
    told = [
        f"{display.zone(cell.name, cell.index)}: {' '.join(faces.shown[c] for c in cards)};"
        for cell, cards in zip(game.interpreter.layout.cells, turn.position.cells, strict=True)
        if cards
    ]
    return flowed([head, *told], width, indent="    ")


# ---------------------------------------------------------------- for programs


def as_json(figures: Figures, order: Order, asked: Sequence[str]) -> str:
    """The figures as JSON."""
    words = Game(order.game).interpreter.words
    record = {
        "game": order.game.title,
        "settings": dict(order.game.settings),
        "complete": figures.complete,
        "cut": figures.cut,
        "symmetry": figures.alike,
        "states": figures.states,
        "moves": figures.moves,
        "starts": figures.starts,
        "deals": figures.deals,
        "every_deal": figures.every,
        "depth": max(0, len(figures.by_depth) - 1),
        "by_depth": list(figures.by_depth),
        "ended": figures.ended,
        "stopped": figures.stopped,
        "faults": {
            kind: None if shown is None else [words.move(m) for m in shown.moves]
            for kind, shown in figures.faults.items()
        },
        "longest": None if isinstance(figures.longest, Open) else figures.longest,
        "cycle": None if figures.cut or figures.faults else isinstance(figures.cycle, Shown | Open),
        "seconds": round(figures.seconds, 3),
        "states_per_second": round(figures.rate),
        "bytes": figures.bytes,
        "conditions": [
            {"condition": condition, "met": shown is not None,
             "moves": None if shown is None else [words.move(m) for m in shown.moves]}
            for condition, shown in zip(asked, figures.found, strict=True)
        ],
    }  # fmt: skip
    return json.dumps(record, indent=2)


def as_csv(figures: Figures) -> str:
    """States by depth, a line each."""
    return "\n".join(["depth,states", *(f"{depth},{n}" for depth, n in enumerate(figures.by_depth))])
