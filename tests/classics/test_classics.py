"""Card games without decisions whose lengths and cycles are published: the language and the search must find them.

Each game is a rule file in this folder; each test lays it beside a few lines of Python that know nothing of Hoyle.
Leaves games with decisions to tests/agreement.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.c.compiled.simulate import simulate
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.position import Position
from engine.luck.chance import Scripted, Shuffled
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.api import load
from tests.conformance.harness import agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from verify.obligations.examples import run_example
from verify.search.graph import Found, endless_from, longest_play, loop
from verify.search.search import every_deal, search

FOLDER = Path(__file__).parent
RULE_FILES = sorted(FOLDER.glob("*.hoyle"))


def rules(name: str, **settings: Any) -> Interpreter:
    return load(FOLDER / f"{name}.hoyle", **settings).interpreter


def deck(cards: int) -> str:
    return " ".join(["A", *map(str, range(2, cards + 1))]) + " of clubs"


def dealt(interpreter: Interpreter, first_drawn: Sequence[int]) -> Turn:
    """Play from the start with a shuffle that puts these cards on top, the first outermost."""
    return interpreter.start(Scripted([Shuffled(tuple(reversed(first_drawn)))]))


def forced_play(interpreter: Interpreter, turn: Turn) -> Iterator[Turn]:
    """The turn and all that follow; no position offers a choice, and none is left to luck."""
    while True:
        yield turn
        if turn.position.over:
            return
        (move,) = turn.moves
        turn = interpreter.apply(turn.position, move, Scripted([]))


def every_play(interpreter: Interpreter) -> Found:
    found = search(interpreter, every_deal, most_states=200_000)
    assert not found.cut
    assert not found.bad
    return found


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda path: path.stem)
def test_examples_hold(path):
    interpreter = load(path).interpreter
    assert interpreter.game.examples
    for example in interpreter.game.examples:
        assert run_example(interpreter, example).verdict == "checked"


# ---------------------------------------------------------------- Beggar-my-neighbour

# Casella, Anderson, Kleber, Mann, Nessler, Rucklidge, Williams and Wu, arXiv 2403.13855: a deal without an end, whose
# cycle is 62 tricks long. The top card of each hand stands first; `-` is any card from 2 to 10.
ENDLESS = ("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA")
# Paulhus 1999: 670 tricks, counted with the last one that cannot be paid for.
LONG = ("------------KAQ----J------", "-JQQK---K----JK--QA-A-JA--")
# Nessler 2022: 1,164 tricks and 8,344 cards, the last of which pays; none longer is known.
LONGEST = ("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---")


def beggar(first: str, second: str) -> tuple[str, int, int]:
    """How play goes, after how many cards turned up, and how many tricks: of the cycle if it comes to one."""
    hands, mover, owed, cards, tricks = [list(first), list(second)], 0, 0, 0, 0
    heap: list[str] = []
    seen: dict[object, tuple[int, int]] = {}
    while hands[mover] and (heap or hands[1 - mover]):
        if not heap and (state := (mover, str(hands))) in seen:
            return "cycle", cards - seen[state][0], tricks - seen[state][1]
        if not heap:
            seen[state] = cards, tricks
        heap.append(hands[mover].pop(0))
        cards += 1
        if heap[-1] in "JQKA":
            owed, mover = "-JQKA".index(heap[-1]), 1 - mover
        elif owed == 1:
            mover, owed, tricks = 1 - mover, 0, tricks + 1
            hands[mover], heap = hands[mover] + heap, []
        elif owed:
            owed -= 1
        else:
            mover = 1 - mover
    return "end", cards, tricks


def beggar_rules() -> Interpreter:
    return load("beggar_my_neighbour", readings={"length": "no_limit"}).interpreter


def beggar_deal(interpreter: Interpreter, hands: tuple[str, str]) -> Turn:
    """Deals these faces, the top ones last; which card stands for a face is of no account, so any will do."""
    ranks = interpreter.layout.domains["rank"].values
    unused: dict[str, list[int]] = {}
    for card, face in enumerate(interpreter.layout.deck):
        rank = ranks[face.rank]
        unused.setdefault(rank if rank in "JQKA" else "-", []).append(card)
    return dealt(interpreter, [unused[face].pop() for hand in hands for face in reversed(hand)])


def faces(interpreter: Interpreter, position: Position) -> tuple[object, ...]:
    """The position with the cards from 2 to 10 alike, and all suits."""
    price = interpreter.game.tables[0].values
    return (*(tuple(price[card] for card in cell) for cell in position.cells), position.fields)


def beggar_play(hands: tuple[str, str]) -> tuple[str, int, int]:
    """The same as `beggar`, from the rule file."""
    interpreter = beggar_rules()
    seen: dict[object, tuple[int, int]] = {}
    cards = tricks = 0
    for turn in forced_play(interpreter, beggar_deal(interpreter, hands)):
        cards = turn.position.made
        tricks += sum(event.label == "paid" for event in turn.events)
        if turn.position.over:
            assert turn.position.result is not None
            assert turn.position.result.ending in ("out", "beggared")
            break
        state = faces(interpreter, turn.position)
        if state in seen:
            return "cycle", cards - seen[state][0], tricks - seen[state][1]
        seen[state] = cards, tricks
    return "end", cards, tricks


def test_the_endless_deal_comes_to_a_cycle_of_62_tricks():
    assert beggar_play(ENDLESS) == beggar(*ENDLESS) == ("cycle", 440, 62)


def test_a_long_deal_ends():
    # 4,791 cards are turned up; 669 heaps are taken, and the last would be Paulhus' 670th.
    assert beggar_play(LONG) == beggar(*LONG) == ("end", 4791, 669)


def test_the_longest_deal_that_is_known_ends():
    assert beggar_play(LONGEST) == beggar(*LONGEST) == ("end", 8344, 1164)


@pytest.mark.parametrize("seed", range(10))
def test_ordinary_deals_end(seed):
    cards = Random(seed).sample(ENDLESS[0] + ENDLESS[1], 52)
    hands = "".join(cards[:26]), "".join(cards[26:])
    assert beggar_play(hands) == beggar(*hands)
    assert beggar(*hands)[0] == "end"


def test_the_very_cards_come_back():
    """75 times round the cycle of 440 cards: only then are those from 2 to 10, and the suits, in their places again."""
    interpreter = beggar_rules()
    first: Position | None = None
    for turn in forced_play(interpreter, beggar_deal(interpreter, ENDLESS)):
        made = turn.position.made
        if made == 474:
            first = turn.position
        if made > 474 and turn.position == first:
            assert made == 474 + 75 * 440
            return
        if made > 474 + 75 * 440:
            break
    pytest.fail("the cards are not in their places again")


def test_two_cards_changed_about_end_the_endless_deal():
    """A planted fault: the cycle is the deal's doing."""
    first, second = ENDLESS
    changed = ("K" + first[1:3] + "-" + first[4:], second)
    assert beggar_play(changed) == beggar(*changed)
    assert beggar(*changed)[0] == "end"


# ---------------------------------------------------------------- War

WAR_CYCLES = {2: False, 3: False, 4: False, 5: True, 6: False, 7: True, 8: False, 9: True}
"""Has some deal of so many cards, all of different ranks and as evenly as can be, no end?"""


def war_is_endless(first: Sequence[int], second: Sequence[int], *, loser_first: bool = False) -> bool:
    hands, seen = (tuple(first), tuple(second)), set()
    while all(hands):
        if hands in seen:
            return True
        seen.add(hands)
        (a, *rest), (b, *others) = hands
        prize = sorted((a, b), reverse=not loser_first)
        hands = ((*rest, *prize), tuple(others)) if a > b else (tuple(rest), (*others, *prize))
    return False


def endless_deal(cards: int, *, loser_first: bool = False) -> tuple[int, ...] | None:
    """A deal of War that never ends: the first half and one more, then the other hand; top cards first."""
    half = (cards + 1) // 2
    deals = permutations(range(cards))
    return next((d for d in deals if war_is_endless(d[:half], d[half:], loser_first=loser_first)), None)


@pytest.mark.parametrize("cards", WAR_CYCLES)
def test_war_cycles_by_plain_enumeration(cards):
    assert (endless_deal(cards) is not None) is WAR_CYCLES[cards]


def test_the_other_pick_up_order_has_other_cycles():
    """A planted fault: with the losing card first there are endless deals of 3 and 6 cards."""
    assert [n for n in range(2, 8) if endless_deal(n, loser_first=True)] == [3, 5, 6, 7]


@pytest.mark.parametrize(("cards", "first_hand"), [*((n, k) for n in range(2, 7) for k in range(1, n)), (7, 4)])
def test_war_cycles_by_search_of_every_deal(cards, first_hand):
    found = every_play(rules("war", deck=deck(cards), first_hand=first_hand))
    assert bool(loop(found)) is WAR_CYCLES[cards]
    assert (endless_from(found) is not None) is WAR_CYCLES[cards]


@pytest.mark.parametrize("cards", [5, 7, 9])
def test_endless_war_on_the_interpreter(cards):
    deal, half = endless_deal(cards), (cards + 1) // 2
    assert deal is not None
    interpreter = rules("war", deck=deck(cards), first_hand=half)
    bottom_first = (*reversed(deal[:half]), *reversed(deal[half:]))
    seen = set()
    for turn in forced_play(interpreter, dealt(interpreter, bottom_first)):
        if turn.position in seen:
            return
        seen.add(turn.position)
    pytest.fail("this deal has an end")


# ---------------------------------------------------------------- Topswops

TOPSWOPS = {1: 0, 2: 1, 3: 2, 4: 4, 5: 7, 6: 10, 7: 16, 8: 22, 9: 30}
"""The most swops that a deal of so many cards takes: OEIS A000375."""


def swops(order: tuple[int, ...]) -> int:
    count = 0
    while (top := order[0]) > 1:
        order, count = order[:top][::-1] + order[top:], count + 1
    return count


@pytest.mark.parametrize("cards", range(1, 9))
def test_topswops_by_plain_enumeration(cards):
    assert max(map(swops, permutations(range(1, cards + 1)))) == TOPSWOPS[cards]


def test_topswops_of_nine_cards_by_unwinding():
    """All 9! deals, layer by layer backwards from those that are over: each has one distance from its end."""
    layer = [(1, *rest) for rest in permutations(range(2, 10))]
    count, reached = 0, len(layer)
    while layer := [before for deal in layer for before in undone(deal)]:
        count, reached = count + 1, reached + len(layer)
    assert (count, reached) == (TOPSWOPS[9], factorial(9))


def undone(deal: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The deals from which one swop leads here: card k at place k came there from the top."""
    for place, card in enumerate(deal, 1):
        if place == card > 1:
            yield deal[:place][::-1] + deal[place:]


@pytest.mark.parametrize("cards", range(1, 8))
def test_topswops_by_search_of_every_deal(cards):
    found = every_play(rules("topswops", deck=deck(cards)))
    assert not loop(found)
    assert longest_play(found) == TOPSWOPS[cards]


@pytest.mark.parametrize("cards", [8, 9])
def test_a_longest_topswops_on_the_interpreter(cards):
    interpreter = rules("topswops", deck=deck(cards))
    longest = {8: (6, 1, 5, 7, 8, 3, 2, 4), 9: (6, 1, 5, 9, 7, 2, 8, 3, 4)}[cards]
    assert swops(longest) == TOPSWOPS[cards]
    *_, last = forced_play(interpreter, dealt(interpreter, [card - 1 for card in longest]))
    assert last.position.made == interpreter.layout.value(last.position, "swops") == TOPSWOPS[cards]


# ---------------------------------------------------------------- Bulgarian solitaire


@cache
def rounds(piles: tuple[int, ...]) -> int:
    """How many rounds from these piles, in falling order, to one pile of each size."""
    if piles == tuple(range(len(piles), 0, -1)):
        return 0
    return 1 + rounds(tuple(sorted((len(piles), *(p - 1 for p in piles if p > 1)), reverse=True)))


def partitions(cards: int, most: int) -> Iterator[tuple[int, ...]]:
    if cards == 0:
        yield ()
    for first in range(min(cards, most), 0, -1):
        for rest in partitions(cards - first, first):
            yield (first, *rest)


@pytest.mark.parametrize("widest", [2, 3, 4, 5])
def test_bulgarian_solitaire_takes_at_most_its_worst_case(widest):
    """k * k - k rounds from the worst piles of k * (k + 1) / 2 cards (Igusa 1985, Etienne 1991)."""
    cards = widest * (widest + 1) // 2
    everywhere = list(partitions(cards, cards))
    interpreter = rules("bulgarian", widest=widest)
    found = every_play(interpreter)
    laid = [p for p in found.came if interpreter.layout.value(p, "laid_out")]
    begun = {sizes(interpreter, p) for p in laid if interpreter.layout.value(p, "rounds") == 0}
    assert begun == set(everywhere)
    assert not loop(found)
    assert endless_from(found) is None
    worst = max(interpreter.layout.value(p, "rounds") for p in laid)
    assert worst == max(map(rounds, everywhere)) == widest * widest - widest


def sizes(interpreter: Interpreter, position: Position) -> tuple[int, ...]:
    piles = [len(position.cells[cell]) for cell in interpreter.layout.cells_of("pile")]
    return tuple(sorted(filter(None, piles), reverse=True))


# ---------------------------------------------------------------- Clock patience


def by_the_clock(order: Sequence[int], ranks: int) -> bool:
    """Is every card turned? Cards by their ranks from 0, the first drawn first; piles are dealt one after the other."""
    each = len(order) // ranks
    piles = [list(order[rank * each : (rank + 1) * each]) for rank in range(ranks)]
    at = 0
    while piles[at]:
        at = piles[at].pop()
    return not any(piles)


@pytest.mark.parametrize(("ranks", "each"), [(2, 2), (3, 2), (2, 3), (4, 1)])
def test_clock_patience_is_won_once_in_as_many_deals_as_there_are_ranks(ranks, each):
    suits = ("clubs", "diamonds", "hearts")[:each]
    interpreter = load(
        "clock_patience", deck=f"{' '.join('A234'[:ranks])} of {', '.join(suits)}", each=each, middle="aces"
    ).interpreter
    rank_of = ["A234".index(name[0]) for name in interpreter.words.cards]
    won = 0
    for deal in permutations(range(ranks * each)):
        *_, last = forced_play(interpreter, dealt(interpreter, deal))
        result = last.position.result
        assert result is not None
        assert result.returns == ((1,) if by_the_clock([rank_of[card] for card in deal], ranks) else (-1,))
        won += result.returns == (1,)
    assert won * ranks == factorial(ranks * each)


@needs_compiler
def test_clock_patience_is_won_once_in_thirteen_deals_of_the_whole_pack():
    game = load("clock_patience")
    figures = simulate(library_of(game.rules, QUICK), game.interpreter, 40_000, seed=1)
    assert figures.wins[0].low < 1 / 13 < figures.wins[0].high
    assert figures.draws == 0
    assert figures.mean_returns[0] == pytest.approx(2 * figures.wins[0].share - 1)


@needs_compiler
def test_a_patience_gives_the_same_in_every_engine(tmp_path):
    game = load("clock_patience", deck="A 2 3 of clubs, hearts", each=2, middle="aces")
    table = library_of(game.rules, QUICK).table()
    assert sum(play_both(game.interpreter, table, seed) > 0 for seed in range(20)) == 20
    assert python_agrees(game.interpreter, python_engine(game.rules), range(20))[0] == 20
    assert agreeing(game.rules, exported(game.rules, tmp_path), 20)[0] == 20
    assert agreeing(game.rules, [built(written(game.rules, tmp_path), "conform")], 20)[0] == 20
    figures = simulate(library_of(game.rules, QUICK), game.interpreter, 50, seed=1)
    assert figures == by_interpreter(game.interpreter, 50, seed=1)
    assert 0 < figures.wins[0].share < 1
