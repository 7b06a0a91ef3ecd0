"""Names for programs: words of a rule file made fit for identifiers, each given out once.

Leaves to printers how a target spells them (`snake_case` here) and its own reserved words beyond Python's.
"""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from collections.abc import Callable, Iterable
from itertools import chain, count

BELOW_TEN = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = (*BELOW_TEN, *TEENS, *(f"{ten}_{one}".removesuffix("_zero") for ten in TENS for one in BELOW_TEN))
"""Up to 99, the highest rank that a card may have."""
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"} | {str(n): word for n, word in enumerate(NUMBERS)}

API = frozenset(
    [
        "new_game",
        "legal_moves",
        "apply",
        "make_move",
        "is_over",
        "current_player",
        "returns",
        "observation",
        "explain",
        "describe",
        "parse_move",
        "to_data",
        "from_data",
        "main",
        "play_on",
        "carry_out",
        "judge_move",
        "endings_after",
        "endings_on_arriving",
        "advance",
        "started",
        "view",
    ]
)
"""Names that every exported engine has, whatever the game."""

LIBRARY = frozenset(
    [
        "top",
        "bottom",
        "top_cards",
        "bottom_cards",
        "somebody",
        "above_zero",
        "within",
        "plus",
        "without",
        "common",
        "in_deck_order",
        "least_total",
        "greatest_total",
        "can_total",
        "same_rank",
        "same_suit",
        "same_colour",
        "is_run",
        "is_rising_run",
        "is_walk",
        "is_walk_in_some_order",
        "is_mix",
        "mixed_choices",
        "same_cards",
        "at_most_one",
        "move_into",
        "move_onto",
        "move_under",
        "move_all_into",
        "move_all_onto",
        "move_all_under",
        "draw_into",
        "draw_onto",
        "draw_up_to_into",
        "draw_up_to_onto",
        "first",
        "only_least",
        "only_greatest",
        "least",
        "greatest",
        "seats_from",
        "existing",
        "occupied",
        "bounded",
        "most_ways",
        "alike_in_all",
        "runs_by_rank",
        "stretches",
        "carry_on",
        "clause",
        "rank_of",
        "suit_of",
        "colour_of",
        "players",
        "title",
        "settings",
        "state",
        "step",
        "steps",
        "luck",
        "move",
        "moves",
        "result",
        "rules",
        "cell",
        "random_game",
        "settled",
        "undefined",
        "open_question",
        "run_places",
    ]
)
"""Names of the run-time library and of what stands around it."""

PIECES = frozenset(
    [
        "valued",
        "gap",
        "ended",
        "settle",
        "mixed",
        "first_or",
        "only",
        "win_or_lose",
        "taken",
        "drawn",
        "is_stretch",
        "is_wild_run",
        "is_rising_wild_run",
        "is_wild_walk",
        "is_wild_walk_in_some_order",
        "everywhere",
        "places_of",
        "step_on",
        "wild_walks",
        "wild_walk_goes_on",
        "wild_choices",
        "with_wild_cards",
        "grown",
        "is_round_run",
        "walks",
        "beside",
        "walk_goes_on",
        "mix",
        "parted",
        "alike",
        "steps_from",
        "paths_of",
        "alike_in_rank",
        "alike_in_suit",
        "alike_in_colour",
        "some_of",
        "rests_of",
        "orders_of",
        "standing",
        "runs_of",
        "walks_of",
        "told",
        "shown",
        "top_shown",
        "spread",
        "in_words",
        "leads",
        "mask",
        "golden",
        "stride",
        "together",
        "parts_of",
        "groups",
        "between",
        "choices",
        "then",
        "may_pass",
        "arrivals",
        "steps",
        "most_steps",
        "random_game",
        "show",
        "ask",
        "seen_cards",
        "words_of",
        "derived",
        "offer",
        "first_position",
        "again",
        "end_turn",
        "leave",
        "round_the_corner",
        "after",
        "deciding",
        "applies",
        "clauses",
        "data",
        "seed",
        "outcomes",
        "used",
        "laid_down",
        "choosers",
        "seat",
        "domain",
        "parts",
        "options",
        "parser",
        "asked",
        "cache",
        "prod",
        "rank",
        "suit",
        "colour",
    ]
)
"""Names of what a printer adds."""

RESERVED = PIECES | API | LIBRARY | frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins))


def identifier(words: str) -> str:
    """Words as an identifier in lower case; an underscore leads where it would start with a digit."""
    plain = re.sub(r"[^0-9a-zA-Z]+", "_", words).strip("_").lower()
    return f"_{plain}" if not plain or plain[0].isdigit() else plain


FILES = frozenset(["main", "conform"])
"""What other programs of an export are called."""
HEADERS = "assert ctype errno float inttypes iso646 limits stdbool stddef stdint stdio stdlib string"
"""Headers of C that might be taken for one of that name beside them."""


def module_name(stem: str) -> str:
    """The name of a rule file as that of a module and of its files: no keyword, no module of a standard library."""
    name = identifier(stem)
    taken = name in FILES or name in HEADERS.split() or name in sys.stdlib_module_names or keyword.iskeyword(name)
    return f"{name}_game" if taken else name


def camel(words: str) -> str:
    """Words as the name of a type."""
    return "".join(part[:1].upper() + part[1:] for part in identifier(words).split("_") if part) or "Empty"


def in_words(label: str) -> str:
    """A label as a person reads it."""
    return label.replace("_", " ").strip("() ")


def capital(words: str) -> str:
    """The first letter in capitals."""
    return words[:1].upper() + words[1:]


def plural(word: str) -> str:
    """More than one of a noun, or a verb as a noun for several moves: `plays`, `passes`."""
    if re.search(r"(s|x|z|ch|sh)$", word):
        return f"{word}es"
    return f"{word[:-1]}ies" if re.search(r"[^aeiou]y$", word) else f"{word}s"


def member(word: str) -> str:
    """A word of a domain as a constant, `SEVEN`; ranks and small numbers are spelt out."""
    name = RANKS.get(word) or (f"n{word}" if word.isdecimal() else identifier(word))
    return name.upper().lstrip("_") or "EMPTY"


class Names:
    """Gives out names, none twice."""

    def __init__(self, taken: Iterable[str] = RESERVED) -> None:
        self._taken = set(taken)

    def __contains__(self, name: str) -> bool:
        return name in self._taken

    def give(self, *wishes: str, also: Callable[[str], Iterable[str]] = lambda name: ()) -> str:
        """The first of some wishes that is free; else the last of them with an underscore, or `again`.

        `also` tells which names come of a name: they have to be free as well, and are given out with it.
        """
        names = [wish for wish in wishes if wish]
        later = (repeated(names[-1], time) for time in count(2))
        for name in chain(names, [f"{names[-1]}_"] if names[-1] in RESERVED else [], later):
            all_ = {name, *also(name)}
            if not all_ & self._taken:
                self._taken |= all_
                return name
        raise AssertionError("there is always another time")


def constant(words: str) -> str:
    """Words or the name of a type as the name of a constant."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", words).upper()


def repeated(name: str, time: int) -> str:
    """A name that comes for the second time, or a later one."""
    said = "again" if time == 2 else f"a_{ORDINALS[time]}_time" if time < len(ORDINALS) else f"time_{time}"
    if name.isupper():
        return f"{name}_{said.upper()}"
    return f"{name}{camel(said)}" if name[:1].isupper() else f"{name}_{said}"
