"""Declares the deck: its ranks and suits, and which cards are in it under the settings.

A file may have several decks, for other numbers of players or other editions. All know the same ranks and suits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from spec import syntax as s
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.index import shown_word
from spec.lower.base import Scope
from spec.lower.under import under
from spec.names.deck_words import ranks_of, suits_of
from spec.names.smaller_deck import smaller_deck
from spec.names.table import Names
from spec.syntax_walk import words
from spec.text.refused import common_mistakes
from spec.text.source import NOWHERE

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COLOURS = ("black", "red")
RED = ("diamonds", "hearts")
MAX_DECK = 256

Part = s.StandardDeck | s.ListedDeck


def declare_deck(items: tuple[s.GameItem, ...], settings: Mapping[str, str], names: Names) -> None:
    """The ranks and suits of all decks of the file, and the cards of the one that holds under the settings."""
    found = [item for item in items if isinstance(item, s.DeckText)]
    decks = _written_out(found, names) or [s.DeckText((s.StandardDeck(False, 1, NOWHERE),), (), (), None, NOWHERE)]
    parts = tuple(part for deck in decks for part in _listed(deck))
    ranks, suits = _ranks(decks, names), _words_of(parts)[1]
    listed = [part for part in parts if isinstance(part, s.ListedDeck)]
    for domain in (ranks_of(ranks, listed, names), suits_of(suits, listed, names), ir.Domain("colour", COLOURS)):
        names.add_domain(domain)
    made = {deck: _cards(deck, ranks, suits, names) for deck in decks}
    names.faces = frozenset((c.rank, c.suit) for whole, _ in made.values() for c in whole)
    for deck in decks:
        _check_deck(deck, made[deck], suits, names)
    names.unread_deck = not found or any(d.code == "E0511" for d in names.found)
    held = _held(decks, names) or decks[0]
    names.deck = names.full_deck = made[held][1]
    if "deck" in settings:
        names.deck = smaller_deck(settings["deck"], names)
        names.shrunk = names.deck != names.full_deck
    numbers: dict[tuple[int, int], list[int]] = {}
    for number, card in enumerate(names.deck):
        numbers.setdefault((card.rank, card.suit), []).append(number)
    names.numbers = numbers
    names.counts = Counter((card.rank, card.suit) for card in names.full_deck)


def _written_out(found: Sequence[s.DeckText], names: Names) -> list[s.DeckText]:
    """The decks, of which those that change the usual one name its parts themselves."""
    usual = next((deck for deck in found if deck.under is None and _listed(deck)), None)
    made = []
    for deck in found:
        if _listed(deck):
            made.append(deck)
        elif usual is None:
            names.report("E0511", deck.span, "no deck stands without settings, so there is none that this one changes")
        else:
            times = max((part.copies for part in deck.parts if isinstance(part, s.SameDeck)), default=1)
            parts = tuple(replace(part, copies=part.copies * times, span=deck.span) for part in _listed(usual))
            made.append(replace(deck, parts=parts, without=(*usual.without, *deck.without)))
    return made


def _listed(deck: s.DeckText) -> tuple[Part, ...]:
    return tuple(part for part in deck.parts if not isinstance(part, s.SameDeck))


def _held(found: Sequence[s.DeckText], names: Names) -> s.DeckText | None:
    """The deck that holds under the settings: one without any where no other does. Two at once are reported."""
    always = [deck for deck in found if deck.under is None]
    held = [deck for deck in found if deck.under is not None and _holds(deck, names)]
    clashing = always if len(always) > 1 else held
    if len(clashing) > 1:
        related = [(clashing[0].span, "the first one")]
        what = "`deck` stands twice" if clashing is always else "two decks hold at once"
        names.report("E0116", clashing[1].span, what, related=related)
    if found and not always and not held:
        names.report("E0115", found[0].span, "under these settings the game has no deck; say which it has otherwise")
    return next(iter((*held, *always)), None)


def _holds(deck: s.DeckText, names: Names) -> bool:
    if s.WHOLE_DECK in words(deck.under):
        names.report("E0508", deck.span, "which cards a deck has cannot depend on whether all of them are there")
        return False
    test = under(deck.under, Scope(names))
    if fold.constant(test) is None:
        names.report("E0508", deck.span, "this deck depends on an open question; choose a reading first")
    return test == fold.YES


def _ranks(decks: Sequence[s.DeckText], names: Names) -> list[str]:
    """The ranks of the deck that has all of them; who leaves its order is reported."""
    listed = [_words_of(_listed(deck))[0] for deck in decks]
    most = max(listed, key=len)
    for deck, ranks in zip(decks, listed, strict=True):
        missing = next((rank for rank in ranks if rank not in most), None)
        if missing is not None:
            message = f"one deck of a file has all the ranks that any has; the one with most has no {missing}"
            names.report("E0511", deck.span, message)
        elif ranks != [rank for rank in most if rank in ranks]:
            message = f"the decks of a file order their ranks alike; another one has {' '.join(most)}"
            names.report("E0511", deck.span, message)
    return most + [rank for rank in dict.fromkeys(r for ranks in listed for r in ranks) if rank not in most]


def _cards(
    deck: s.DeckText, ranks: list[str], suits: list[str], names: Names
) -> tuple[tuple[ir.CardFace, ...], tuple[ir.CardFace, ...]]:
    """The cards that a deck begins with, and those that are left when some have been taken out."""
    whole = _faces(_listed(deck), ranks, suits, names)
    there = {(ranks[c.rank], shown_word(suits, c.suit)) for c in whole}
    out: set[tuple[str, str]] = set()
    for part in deck.without:
        check_faces(part.faces, names, ranks)
        for rank in [rank for face in part.faces for rank in expand(face, ranks)]:
            every = [suit for suit in ("", *suits) if (rank, suit) in there]
            named = {(rank, suit) for suit in [suit.text for suit in part.suits] or every}
            missing = next((f"{rank} of {suit}" for _, suit in sorted(named - there)), None if named else rank)
            if missing is not None:
                message = f"this deck has no {missing} that could be taken out"
                names.report("E0511", part.span, message + _called(missing.split()[0], ranks))
                break
            out |= named
    return whole, tuple(c for c in whole if (ranks[c.rank], shown_word(suits, c.suit)) not in out)


def _called(word: str, ranks: Sequence[str]) -> str:
    """How what others call so is taken out, if that is known."""
    letter = common_mistakes.RANKS.get(word.removesuffix("s"))
    if letter is not None:
        return f"; ranks are written A, K, Q, J: `{letter}`" if letter in ranks else ""
    return "" if word in ranks else "; say which ranks, or cards: `without J Q K`, `without 2 of clubs`"


def _check_deck(
    deck: s.DeckText, cards: tuple[tuple[ir.CardFace, ...], tuple[ir.CardFace, ...]], suits: list[str], names: Names
) -> None:
    whole, left = cards
    if whole and not left:
        names.report("E0511", deck.span, "all cards of this deck are taken out")
    elif not whole:
        names.report("E0511", deck.span, "this deck has no cards; a range of ranks goes upward, as in `2..10`")
    alike = next(((a, b) for i, b in enumerate(suits) for a in suits[:i] if a[0] == b[0]), None)
    if alike is not None:
        one, other = alike
        message = (
            f"cards are written by the first letter of their suit, which `{one}` and `{other}` share; "
            f'call one otherwise, and say what people read: `x_{other} as "{other}"`'
        )
        names.report("E0511", deck.span, message)


def _words_of(parts: tuple[Part, ...]) -> tuple[list[str], list[str]]:
    """All ranks in their order, low to high, and all suits."""
    ranks: list[str] = []
    suits: list[str] = []
    for part in parts:
        if isinstance(part, s.StandardDeck):
            more_ranks = [*RANKS[1:], "A"] if part.ace_high else list(RANKS)
            more_suits = list(SUITS)
        else:
            more_ranks = [r for face in part.faces for r in expand(face)]
            more_suits = [n.text for n in part.suits]
        ranks.extend(r for r in dict.fromkeys(more_ranks) if r not in ranks)
        suits.extend(x for x in dict.fromkeys(more_suits) if x not in suits)
    return ranks, suits


def expand(face: s.FaceText, ranks: Sequence[str] = ()) -> list[str]:
    """The ranks that a face or a range of faces names; a range of words goes by the order of the deck's ranks."""
    if face.last is None:
        return [face.name]
    if face.name in ranks and face.last in ranks and (face.name.islower() or face.last.islower()):
        return list(ranks[ranks.index(face.name) : ranks.index(face.last) + 1])
    if face.name.isdecimal() and face.last.isdecimal():
        low, high = int(face.name), int(face.last)
        return [str(n) for n in range(low, min(high, low + 100) + 1)]
    order = list(RANKS) if face.last != "A" else [*RANKS[1:], "A"]
    if face.name not in order or face.last not in order:
        return []
    return order[order.index(face.name) : order.index(face.last) + 1]


def check_faces(faces: tuple[s.FaceText, ...], names: Names, ranks: Sequence[str] = ()) -> None:
    """Reports ranges that name no rank."""
    for face in faces:
        if not expand(face, ranks):
            message = f"no ranks go from {face.name} to {face.last}; name the lower one first"
            if not ranks and (face.name.islower() or (face.last or "").islower()):
                message = f"a deck lists each rank that is a word, in their order: `{face.name}, ..., {face.last}`"
            names.report("E0511", face.span, message)


def _each_once(part: s.ListedDeck, names: Names) -> None:
    """Reports ranks and suits that are listed twice: that would not make two cards of one."""
    listed = [(rank, face.span) for face in part.faces for rank in expand(face)]
    for group in (listed, [(suit.text, suit.span) for suit in part.suits]):
        seen: set[str] = set()
        for name, span in group:
            if name in seen:
                hint = "how often a deck has its cards stands behind the suits: `2 copies`"
                names.report("E0511", span, f"`{name}` is listed twice; {hint}")
                break
            seen.add(name)


def _faces(parts: tuple[Part, ...], ranks: list[str], suits: list[str], names: Names) -> tuple[ir.CardFace, ...]:
    cards: list[tuple[int, int, int]] = []
    for part in parts:
        if isinstance(part, s.ListedDeck):
            check_faces(part.faces, names)
            _each_once(part, names)
        own_ranks, own_suits = _words_of((part,))
        copies = part.copies
        own = [suits.index(suit) for suit in own_suits] or [ir.NOBODY]
        for rank in own_ranks:
            for suit in own:
                cards.extend((ranks.index(rank), suit, k) for k in range(min(copies, MAX_DECK)))
        if len(cards) > MAX_DECK:
            names.report("E0511", part.span, f"a deck has at most {MAX_DECK} cards")
            break
    cards = sorted(cards)[:MAX_DECK]
    counted: dict[tuple[int, int], int] = {}
    faces = []
    for card in cards:
        copy = counted.get(card[:2], 0)
        counted[card[:2]] = copy + 1
        colour = ir.NOBODY if card[1] == ir.NOBODY else int(suits[card[1]] in RED)
        faces.append(ir.CardFace(card[0], card[1], colour, copy))
    return tuple(faces)
