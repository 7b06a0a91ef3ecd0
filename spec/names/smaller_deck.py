"""Which cards of a game's deck a text such as `A..6 of hearts, spades` names, for whoever plays with fewer.

Every word of it has to name something: a suit misspelt must not leave cards out unseen.
"""

from __future__ import annotations

from spec.diagnostics.diagnostic import diagnose
from spec.ir import nodes as ir
from spec.ir.index import shown_word
from spec.names.table import Names
from spec.text.source import NOWHERE


def smaller_deck(text: str, names: Names) -> tuple[ir.CardFace, ...]:
    """The cards of a deck given by words: `A..6 of hearts, spades`, or cards such as `7H 8S`; all copies of each."""
    wanted: set[tuple[str, str]] = set()
    unknown: list[str] = []
    for part in text.split("+"):
        faces, of, suits = part.partition(" of ")
        each = faces.replace(",", " ").split()
        found = _crossed(each, suits, names, unknown) if of else _one_by_one(each, names, unknown)
        wanted |= found
    ranks, suit_names = names.domains["rank"].values, names.domains["suit"].values
    kept = tuple(c for c in names.full_deck if (ranks[c.rank], shown_word(suit_names, c.suit)) in wanted)
    if unknown or not kept:
        what = f"`{unknown[0]}` in `{text}`" if unknown and unknown[0] != text.strip() else f"`{text}`"
        message = f"{what} names no card of this deck; write `A..6 of hearts, spades` or `7H 8S`"
        names.found.append(diagnose("E0511", NOWHERE, message))
        return names.full_deck
    return kept


def _one_by_one(cards: list[str], names: Names, unknown: list[str]) -> set[tuple[str, str]]:
    """Cards by their names, such as `7H`; notes what is none."""
    ranks, suits = names.domains["rank"].values, names.domains["suit"].values
    found: set[tuple[str, str]] = set()
    for card in cards:
        rank = card[:-1] if card[:-1] in ranks else card[:-1].upper()
        same = {(rank, suit) for suit in suits if rank in ranks and suit[0].upper() == card[-1].upper()}
        if names.card(card) is not None and card in ranks:
            same = {(card, "")}
        found |= same
        unknown += [] if same else [card]
    return found


def _crossed(ranges: list[str], of: str, names: Names, unknown: list[str]) -> set[tuple[str, str]]:
    """Every rank, of such as `A..6`, in every one of some suits; notes what is neither."""
    ranks, suits = names.domains["rank"].values, names.domains["suit"].values
    chosen = [suit.strip() for suit in of.split(",")]
    unknown += [suit for suit in chosen if suit not in suits]
    found: set[tuple[str, str]] = set()
    for item in ranges:
        low, _, high = (end if end in ranks else end.upper() for end in item.partition(".."))
        if low in ranks and (high or low) in ranks:
            found |= {
                (rank, suit) for rank in ranks[ranks.index(low) : ranks.index(high or low) + 1] for suit in chosen
            }
        else:
            unknown.append(item)
    return found
