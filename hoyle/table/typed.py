"""Reads what a person types at the table: a number, a move in words, or any part of one that tells it apart.

Capitals, brackets and commas do not matter, nor the order of cards that are chosen in no order, nor which of several
copies that are alike is named; `slot 2` may be `2`, and cards may be `7S`, `7` with its suit's sign, or
`seven of spades` by their names. Leaves whether a move is legal to `hoyle.api`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.interpreter.moves import PASS
from hoyle.api import State
from hoyle.table.copies import alike, at_hand
from hoyle.table.faces import Faces
from hoyle.table.offers import HIDDEN, Offer
from spec.ir import nodes as ir
from spec.ir.display import Display
from spec.ir.index import index_of
from spec.text.whole_numbers import whole

_BETWEEN = re.compile(r"[\s(),;:_]+")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed may mean: the offers that it fits, or the words of moves of which none is on offer."""

    fitting: tuple[Offer, ...] = ()
    moves: tuple[str, ...] = ()


def tokens(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return [word for word in _BETWEEN.split(text.lower()) if word]


def understood(text: str, found: Sequence[Offer], state: State, faces: Faces) -> Typed:
    """What a person means: first by number, then by a whole move in words, then by a part of those on offer."""
    number = whole(text)
    if number is not None and text.isascii() and text.isdecimal():
        return Typed(tuple(found[number - 1 : number]) if number > 0 else ())
    typed = tokens(faces.typed(text))
    display = Display(index_of(state.game.rules))
    for called in (display.move, str):  # what is on the screen comes before what a log has
        exactly = tuple(offer for offer in found if tells(typed, offer, called(offer.name)))
        exactly = exactly or tuple(o for o in found if _tells_plainly(typed, o, called(o.name), faces))
        if exactly:
            return Typed(exactly)
        if told := whole_move(typed, state, called):
            return _on_offer((told,), found, state, faces)
    held = fitting(typed, found, faces)
    return Typed(held) if held else _on_offer(_by_a_part(typed, state, faces), found, state, faces)


def _on_offer(told: Sequence[str], found: Sequence[Offer], state: State, faces: Faces) -> Typed:
    """The offers that these words of moves mean, in whichever order cards and as whichever of their copies they were
    typed; else the moves, with copies that may be chosen."""
    rules, words = index_of(state.game.rules), state.game.interpreter.words
    moves = {move for one in told for move in words.variants_of(one)}
    seen = tuple(offer for offer in found if moves and HIDDEN not in offer.args)
    exactly = tuple(offer for offer in seen if not moves.isdisjoint(offer.moves))
    meant = {alike(move, rules, faces.first) for move in moves}
    fits = exactly or tuple(offer for offer in seen if alike(offer.moves[0], rules, faces.first) in meant)
    if fits:
        return Typed(fits)
    return Typed(moves=tuple(dict.fromkeys(_with_copies(one, state, faces) for one in told)))


def _with_copies(told: str, state: State, faces: Faces) -> str:
    """The words of a move that is not on offer, with copies of its cards that lie where they are chosen."""
    words = state.game.interpreter.words
    move = words.parse_move(told)
    if isinstance(move, str) or not faces.copies:
        return told
    return words.move(at_hand(move, state.game.interpreter, state.position, faces.first))


def fitting(typed: Sequence[str], found: Sequence[Offer], faces: Faces) -> tuple[Offer, ...]:
    """The offers of which the typed words are parts, in their order; first those whose name begins so."""
    if not typed:
        return ()
    held = tuple(o for o in found if any(_within(typed, parts, faces) for parts in _ways(o)))
    return tuple(o for o in held if any(parts[0][0][0].startswith(typed[0]) for parts in _ways(o))) or held


Part = tuple[list[str], bool]
"""Words of an offer, and whether they may be typed in any order."""


def _ways(offer: Offer) -> tuple[list[Part], list[Part]]:
    """The words of an offer, as they are shown and as a log has them."""
    shown: list[Part] = [(tokens(offer.called), False)]
    for way, chosen, is_set in zip(offer.ways, offer.chosen, offer.sets, strict=True):
        shown += [(tokens(way), False), (tokens(chosen), is_set)]
    logged = zip(map(tokens, (offer.name, *offer.args)), (False, *offer.sets), strict=True)
    return shown, list(logged)


def _within(typed: Sequence[str], parts: Sequence[Part], faces: Faces) -> bool:
    left = list(typed)
    for words, is_set in parts:
        open_ = words
        while left and (at := next((i for i, w in enumerate(open_) if _begins(w, left[0], faces)), -1)) >= 0:
            open_ = [*(open_[:at] if is_set else ()), *open_[at + 1 :]]
            del left[0]
    return not left


def _begins(word: str, part: str, faces: Faces) -> bool:
    """May a word be typed so? A number is typed whole; a card by its rank or suit as well."""
    if word == part or (not part.isdecimal() and word.startswith(part)):
        return True
    card = faces.by_letters.get(word)
    return card is not None and part in (w.lower() for w in (faces.rank(card), faces.suit(card), faces.called(card)))


# ---------------------------------------------------------------- whole moves


def tells(typed: Sequence[str], offer: Offer, called: str) -> bool:
    """Do the words tell this offer, called so, whole? What is numbered may be told by its number."""
    return any(_same(typed, (called, *chosen), ("", *offer.ways)) for chosen in (offer.chosen, offer.args))


def _tells_plainly(typed: Sequence[str], offer: Offer, called: str, faces: Faces) -> bool:
    """Do the words tell this offer whole, with copies that are alike without their numbers?"""
    typed = [faces.plain(word) for word in typed]
    return _same(typed, (called, *map(faces.plain, offer.args)), ("", *offer.ways))


def _same(typed: Sequence[str], told: Sequence[str], ways: Sequence[str]) -> bool:
    at = 0
    for number, (part, way) in enumerate(zip(told, ways, strict=True)):
        words = tokens(part)
        at += way != "" and list(typed[at : at + 1]) == [way]
        short = words[-1:] if number and len(words) > 1 and words[-1].isdecimal() else words
        fits = next((w for w in (words, short) if list(typed[at : at + len(w)]) == w), None)
        if fits is None:
            return False
        at += len(fits)
    return at == len(typed)


def whole_move(typed: Sequence[str], state: State, called: Callable[[str], str] = str) -> str:
    """The words of the move, legal or not, that is told whole by what was typed, under what each move is called; ''
    where none is."""
    rules = index_of(state.game.rules)
    for name, actions in (*rules.moves.items(), (PASS.action, ())):
        own = tokens(called(name))
        told = _with(name, actions, typed[len(own) :], state) if list(typed[: len(own)]) == own else ""
        if told:
            return told
    return ""


def _by_a_part(typed: Sequence[str], state: State, faces: Faces) -> tuple[str, ...]:
    """The words of the moves of which a part is typed: the first words of the name, or of those asked for here none,
    then all that is chosen, one card by its rank or suit."""
    rules = index_of(state.game.rules)
    display, found = Display(rules), list[str]()
    for name, actions in rules.moves.items():
        for own in (tokens(display.move(name)), tokens(name)):
            sizes = (size for size in range(1, len(own) + 1) if list(typed[:size]) == own[:size])
            found += [way for size in sizes for way in _ways_to(name, actions, typed[size:], state, faces)]
    if not found and typed:
        found = [way for name in _asked(state) for way in _ways_to(name, rules.moves[name], typed, state, faces)]
    return tuple(dict.fromkeys(found))


def _asked(state: State) -> tuple[str, ...]:
    """The names of the moves among which the mover chooses, legal or not."""
    ask = state.game.rules.steps[state.position.step].ask
    return () if ask is None else state.game.interpreter.words.moves_of(ask.actions)


def _ways_to(
    name: str, actions: Sequence[ir.Action], typed: Sequence[str], state: State, faces: Faces
) -> Iterator[str]:
    """A move's words with what is told for its parameters, also where a card is told by its rank or suit alone."""
    if told := _with(name, actions, typed, state):
        yield told
        return
    cards = [(at, card) for at, part in enumerate(typed) for card in faces.by_letters if _begins(card, part, faces)]
    for at, card in cards:
        if told := _with(name, actions, [*typed[:at], card, *typed[at + 1 :]], state):
            yield told


def _with(name: str, actions: Sequence[ir.Action], typed: Sequence[str], state: State) -> str:
    """A move's words, with what is told for its parameters; '' where that is not told whole."""
    for action in actions:
        args = _arguments(typed, action.params, state)
        if args is not None:
            return f"{name}({', '.join(args)})" if args else name
    return name if not actions and not typed else ""


def _joined(typed: Sequence[str], cards: Sequence[str]) -> list[str]:
    """The words, where several are one card's name in one: a card of no suit may be called `the_fool`."""
    names = {tuple(tokens(name)): name.lower() for name in cards if "_" in name}
    found, at = list[str](), 0
    while at < len(typed):
        size = next((n for n in range(len(typed) - at, 1, -1) if tuple(typed[at : at + n]) in names), 1)
        found.append(names.get(tuple(typed[at : at + size]), typed[at]))
        at += size
    return found


def _arguments(typed: Sequence[str], params: Sequence[ir.Param], state: State) -> list[str] | None:
    """What is told for each parameter, as a log tells it; None where it is not told whole."""
    words = state.game.interpreter.words
    left, found = _joined(typed, words.cards), list[str]()
    for param in params:
        if left and left[0] == param.way:
            del left[0]
        said = (" ".join(left[:size]) for size in range(len(left), 0, -1))
        told = next((one for one in said if words.read(one, param) is not None), "")
        if not told:
            return None
        found.append(told)
        del left[: len(told.split())]
    return None if left else found
