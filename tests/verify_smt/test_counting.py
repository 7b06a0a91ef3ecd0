"""Proofs by counting: what they are made of is what play does, what they prove is so, and what is wrong is noticed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter

import pytest
import z3

from engine.interpreter.interpreter import Interpreter
from engine.processes.workers import Stopped, until_stopped
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.ir.index import index_of
from tests.everyday import FULL
from tests.oracle.trial import loaded
from tests.oracle.ways_on import countings, strays
from tests.oracle.write_richly import rich_text
from tests.oracle.write_rules import rule_text
from tests.verify.small import text
from verify.obligations.verdict import Result, exit_code
from verify.run import solving
from verify.run.task import Task
from verify.smt.counting import abstraction, cards, recheck, spacer
from verify.smt.counting.claims import counting
from verify.smt.counting.counted import Counting, Key
from verify.smt.counting.effects import Effects
from verify.smt.counting.expressions import Meaning
from verify.smt.counting.facts import Formulas
from verify.smt.counting.hulls import Cells, Equation, Feature, Hull, Point
from verify.smt.counting.moves import Enabledness
from verify.smt.counting.positions import Played, played
from verify.smt.counting.recheck import Recheck
from verify.smt.counting.scene import Scene, State, pick
from verify.smt.counting.views import Contradicted, View
from verify.smt.solvers.solver import SolversDisagree

SECONDS = 60.0


def game_of(rules: str) -> ir.Game:
    made = loaded(rules)
    assert made is not None
    assert made.game is not None
    return made.game


def game_named(name: str) -> ir.Game:
    game = load_file(name, {}).game
    assert game is not None
    return game


def said(rules: str | ir.Game) -> dict[str, Result]:
    game = game_of(rules) if isinstance(rules, str) else rules
    return {r.obligation.subject: r for r in counting(game, SECONDS)}


def claiming(*claims: str, **parts: str) -> str:
    return text(**parts).rstrip() + "\n\n" + "\n".join(f"claim c{n}: {claim}" for n, claim in enumerate(claims)) + "\n"


# ---------------------------------------------------------------- what is proved


def test_what_is_proved_of_a_library_game():
    found = said(game_named("sueca"))
    assert {name for name, r in found.items() if r.verdict == "proved"} == set(found)
    assert "each step checked again by cvc5" in found["all_tricks"].by


def test_what_is_known_as_a_whole_is_known_where_cases_are_told_apart():
    """That all tricks are taken follows from what holds in each turn, and what holds of all of them together."""
    found = said(game_named("whist"))
    assert {name for name, r in found.items() if r.verdict == "proved"} == set(found)


def test_true_claims_are_proved_and_false_ones_are_not():
    found = said(
        claiming(
            "always size of heap <= 4",
            "always size of deck + size of heap + (sum of size of hand of p over player p) = 4",
            "always size of hand of player 1 <= size of hand of player 2 + 1",
            "always size of heap <= 2",
            "never size of hand of player 1 = 1",
            "at act, always (number of c in heap with c is A) <= 2",
            "at act, always (number of c in heap with c is A) <= 1",
        )
    )
    assert [found[f"c{n}"].verdict for n in range(7)] == [
        "proved", "proved", "proved", "unknown", "unknown", "proved", "unknown",
    ]  # fmt: skip


def test_what_has_no_meaning_is_not_proved():
    found = said(
        claiming(
            "always top of heap is A or top of heap is 2",
            "never (least of size of hand of p over player p with hand of p is not empty) > 9",
            "never (least of size of hand of p over player p with size of hand of p > 1) > 9",
            "always mover can lay or (some c in heap with c is A)",
        )
    )
    assert {name for name, r in found.items() if r.verdict != "unknown"} == {"c1"}  # somebody always has a card


def test_a_claim_that_is_never_read_is_vacuous():
    rules = text().rstrip() + "\n  step late: nothing\n\nclaim unread: at late, always heap is empty\n"
    (result,) = said(rules).values()
    assert (result.verdict, result.vacuous) == ("unknown", True)
    (condition,) = said(claiming("always if size of heap > 4 then heap is empty")).values()
    assert condition.vacuous


CHANGED = """game "Changed":
  players 4
  deck standard

kind place: 1 to 6

zones:
  deck: stack, face down, starts with every card
  lies[player, place]: stack, face up
  open[player, place]: stack, face up
  drawn[player]: stack, seen by its owner
  taken: stack, face up
  gone: stack, face up

move draw_card:
  permit some_left when deck is not empty
  does draw: draw 1 card from deck to drawn of mover

move take:
  permit some_there when gone is not empty
  does take: draw 1 card from gone to taken

move lay(k: place):
  permit any
  does give:
    move everything from open[mover, k] to gone
    move everything from lies[mover, k] to gone
  does put:
    move everything from drawn of mover to open[mover, k]
    move everything from taken to open[mover, k]

ends:
  out at draw when deck is empty: nobody wins

play:
  step deal:
    shuffle deck
    for each player p:
      for each place k: draw 1 card from deck to lies[p, k]
  turns from player 1:
    choice draw: mover does draw_card, take
    choice put: mover does lay

claim whole: at draw, always every player p has (every place k has size of open[p, k] + size of lies[p, k] = 1)
claim one_card: at put, always size of drawn of mover + size of taken = 1
claim none_kept: at put, always size of drawn of next player = 0
"""


def test_what_is_so_of_whoever_moves_is_proved_of_many_zones():
    assert {name: r.verdict for name, r in said(CHANGED).items()} == dict.fromkeys(
        ("whole", "one_card", "none_kept"), "proved"
    )


def test_a_loop_that_goes_as_far_as_a_field_says_is_followed_round_by_round():
    dealt = claiming("at act, always if n = 0 and heap is empty then size of hand of mover = dealt", **TWICE_PARTS)
    assert [r.verdict for r in said(dealt).values()] == ["proved"]


GROWS = claiming(
    "always every suit s has size of built[s] <= 3",
    "always every suit s has size of built[s] <= 2",
    game="players 2\n  deck A..3 of hearts, spades",
    state="  built[suit]: stack, face up\n",
    deal="deal 3 cards from deck to each hand",
    put="\n    move c from hand of mover onto heap\n"
    "    if position of rank of top of heap = size of built[suit of top of heap] + 1:\n"
    "      move top of heap from heap to built[suit of top of heap]",
)


def test_the_top_of_a_zone_is_one_card_each_time_it_is_read():
    """The suit that the condition asks about is that of the row on which the card is laid."""
    assert [r.verdict for r in said(GROWS).values()] == ["proved", "unknown"]


def test_cards_that_are_told_apart_before_play_begins_are_counted_by_themselves():
    rules = claiming(
        "at look, always size of hand of player 1 = size of hand of player 2",
        "at look, always size of deck = 4",
        game="players 2\n  deck A..3 of hearts, spades, clubs",
        deal="for each player p: move (cards c in deck with suit of c is suit_of(p)) from deck to hand of p",
        before="  step look: nothing\n",
        more="define suit_of(p: player): if p is player 1 then spades else hearts\n",
    )
    assert [r.verdict for r in said(rules).values()] == ["proved", "unknown"]


# ---------------------------------------------------------------- what it is made of

LOOPS = text(
    game="players 2\n  deck A..4 of hearts, spades",
    deal="for each player p: draw 3 cards from deck to hand of p",
    put="\n    for each d in (cards e in hand of mover with e is red):\n      move d from hand of mover to heap",
    ends="out when some player p with hand of p is empty: mover wins",
    moves="lay, wait",
    more="move wait:\n  permit any when heap is not empty\n  does back: draw up to 2 cards from heap to hand of mover",
)
PILES = text(
    game="players 2\n  deck A..4 of hearts, spades",
    state="  pile[3]: row of stacks, face up\n",
    deal="for each player p: draw 4 cards from deck to hand of p",
    moves="start, lay_on, sweep",
    more="move start(c: card from hand of mover):\n  permit any when (number of pile s with s is not empty) < 3\n"
    "  does put: move c from hand of mover to new pile\n"
    "move lay_on(c: card from hand of mover, onto p: pile):\n  permit any when c is red or top of p is black\n"
    "  does put: move c from hand of mover onto p\n"
    "move sweep(p: pile):\n  permit any when size of p > 1\n  does away: move everything from p to heap in any order\n",
)
TWICE_PARTS = {
    "game": "players 2\n  deck A..4 of hearts, spades",
    "state": "state:\n  n: 0 to 9, starts at 0\n  dealt: 1 to 3\n",
    "deal": "dealt becomes random\n    for each k from 1 to dealt:\n"
    "      for each player p: draw 1 card from deck to hand of p",
    "put": "\n    n becomes 0\n    if heap is not empty and top of heap is red: add 1 to n\n"
    "    move c from hand of mover onto heap\n    if top of heap is red: add 1 to n",
}
TWICE = text(**TWICE_PARTS)
"""The top of a zone is read twice; a loop goes as far as luck says."""


@pytest.mark.parametrize("rules", [text(), LOOPS, PILES, TWICE], ids=["small", "loops", "piles", "twice"])
def test_every_way_on_of_play_is_among_the_clauses(rules: str):
    game = game_of(rules)
    assert [stray for one in countings(game) for stray in strays(game, one, 20 if FULL else 8)] == []


@pytest.mark.parametrize("number", range(1, 9 if FULL else 5))
def test_every_way_on_of_random_rule_files_is_among_the_clauses(number: int):
    made = loaded(rich_text(number) if number % 2 else rule_text(number))
    if made is not None and made.game is not None:
        game = made.game
        assert [stray for one in countings(game) for stray in strays(game, one, 5, 150)] == []


def nothing_drawn(original: Callable[..., object]) -> Callable[..., object]:
    return lambda self, effect, state, names: state


def one_more(original: Callable[..., object]) -> Callable[..., object]:
    def moved(self: object, n: tuple[object, ...], *rest: object) -> object:
        return original(self, tuple(k + 1 for k in n), *rest)  # type: ignore[operator]

    return moved


def unchanged(original: Callable[..., object]) -> Callable[..., object]:
    return lambda self, body, state: dict(state)


def of_the_next(original: Callable[..., object]) -> Callable[..., object]:
    def value(self: Scene, key: Key, state: State) -> object:
        if key.kind != "own":
            return original(self, key, state)
        first, *others = (original(self, one, state) for one in self.counting.each(key))
        return pick([*others, first], self.read(self.counting.mover, state))

    return value


PLANTS: dict[str, tuple[object, str, Callable[[Callable[..., object]], Callable[..., object]]]] = {
    "what the mover has is what the next has": (Scene, "value", of_the_next),
    "nothing is drawn": (Effects, "_drawn", nothing_drawn),
    "one more card is moved": (Effects, "_moved", one_more),
    "a row's piles are not counted": (Effects, "_put", lambda o: lambda self, zone, at, b, a, state: (
        o(self, zone, at, b, a, state) if not self.m.counting.is_row(zone) else state)),
    "a zone has one top card for ever": (cards, "version", lambda o: lambda m, zone, state: (Key("version", 0), 0)),
    "a loop ends one round too early": (Meaning, "greatest", lambda o: lambda m, expr: 2),
    "nobody can move": (Enabledness, "some", lambda o: lambda self, actions, scene, state: False),
}  # fmt: skip
PLANTED_IN = {
    "a row's piles are not counted": PILES,
    "a zone has one top card for ever": TWICE,
    "a loop ends one round too early": TWICE,
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_rule_that_is_read_wrongly_is_a_stray(name: str, monkeypatch: pytest.MonkeyPatch):
    where, attribute, fault = PLANTS[name]
    rules = PLANTED_IN.get(name, f"{LOOPS}\n")
    if name == "nobody can move":
        rules = text(state="state:\n  n: 0 to 9, starts at 0\n").replace(
            "    choice act", "    step look:\n      if mover can lay: add 1 to n\n    choice act"
        )
    monkeypatch.setattr(where, attribute, fault(getattr(where, attribute)))
    game = game_of(rules)
    assert any(strays(game, one, 10) for one in countings(game))


def test_what_play_contradicts_ends_all_proofs_by_counting(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Effects, "_drawn", lambda self, effect, state, names: state)
    monkeypatch.setattr("verify.smt.counting.claims.played", few_seen)
    results = tuple(counting(game_of(claiming("always heap is empty")), SECONDS))
    assert exit_code(results) == 4


def few_seen(game: ir.Game, seed: int, games: int, until: float) -> Played:
    """The positions of play; those from which something is guessed are only the first ones."""
    found = played(game, seed, games, until)
    if games > 10:
        found.at = {place: kept for place, kept in found.at.items() if place < 2}
    return found


def test_what_is_known_wrongly_ends_all_proofs_that_are_built_upon_it():
    game = game_of(claiming("always heap is empty"))
    view, (claim,) = whole(game), game.claims
    (heap,) = (i for i, key in enumerate(view.counting.keys) if view.counting.words(key) == "heap")
    view.known = Formulas((heap,), {place: z3.Var(0, z3.IntSort()) == 0 for place in range(-2, len(game.steps))})
    assert not view.find({}, perf_counter() + SECONDS, abstraction.by_rounds)
    proof = view.by_hulls(view.readings(claim))
    assert proof is not None
    with pytest.raises(Contradicted):
        view.believed(proof, played(game, 1, 5, perf_counter() + SECONDS), Recheck(perf_counter() + SECONDS))
    with pytest.raises(SolversDisagree):  # nor is it believed where no game comes there
        view.believed(proof, Played(), Recheck(perf_counter() + SECONDS))


def test_whose_turn_it_is_and_how_far_loops_are_tells_hulls_apart():
    view = whole(game := game_named("whist"))
    (card,) = (number for number, step in enumerate(game.steps) if step.source.label == "card")
    points = played(game, 1, 10, perf_counter() + SECONDS).points(view.counting)[card]
    chosen = abstraction.by_rounds(view.counting, points)
    assert [view.counting.words(view.counting.keys[feature.at]) for feature in chosen] == ["(count 1)", "mover"]
    assert not abstraction.by_rounds(view.counting, points[:1])
    assert not abstraction.as_a_whole(view.counting, points)


def test_horn_clauses_are_given_up_when_their_time_is_up():
    view = whole(game := game_named("whist"))
    (claim,) = (claim for claim in game.claims if claim.source.label == "all_tricks")
    clauses, every = (*view.clauses, *view.readings(claim)), tuple(range(len(view.counting.keys)))
    began = perf_counter()
    assert spacer.formulas(clauses, view.known, every, began + 1, work=1_000_000_000) == "gave up"
    assert perf_counter() - began < 30


def test_of_what_is_too_hard_less_is_known(monkeypatch: pytest.MonkeyPatch):
    for bound in ("WORK", "MORE_WORK"):
        monkeypatch.setattr(abstraction, bound, 1)
    view = whole(game_of(text()))
    assert not view.find({}, perf_counter() + SECONDS)
    assert view.hulls is not None
    assert {cells.everything for cells in view.hulls.at.values()} == {True}
    assert Recheck(perf_counter() + SECONDS).kept(view.hulls, view.clauses)


def out_of_memory(*_: object) -> None:
    raise z3.Z3Exception(b"out of memory")


def test_a_question_that_takes_too_much_memory_leaves_its_claim_open(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(View, "by_hulls", out_of_memory)
    found = said(claiming("always size of heap <= 4", "sometimes size of heap = 3"))
    assert found["c0"].verdict != "refuted"


def test_rules_that_are_too_large_to_be_counted_leave_all_claims_open(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("verify.smt.counting.scene.MOST_READ", 3)
    found = said(claiming("always size of heap <= 4", "always size of heap <= 2"))
    assert {(r.verdict, "too large" in r.reason) for r in found.values()} == {("unknown", True)}


def test_a_technique_that_takes_too_much_memory_is_cut_and_no_mistake(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("verify.smt.counting.claims.played", out_of_memory)
    task = Task(game_of(claiming("always size of heap <= 4")), until=perf_counter() + SECONDS)
    (last,) = until_stopped(solving.work(solving.counting, task, None, SECONDS, lambda _: None))
    assert isinstance(last, Stopped)
    assert last.reason == "memory"


def test_what_is_too_hard_taken_for_impossible_ends_all_proofs_by_counting(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(abstraction._Finder, "_missing", lambda self, number: None)
    monkeypatch.setattr("verify.smt.counting.claims.played", few_seen)
    assert exit_code(tuple(counting(game_of(claiming("always size of heap <= 4")), SECONDS))) == 4


def test_a_place_that_grows_without_end_tells_fewer_hulls_apart(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(abstraction, "MOST_GROWTH", 1)
    found = said(claiming("always size of heap <= 4", "always size of heap <= 2"))
    assert [found[f"c{n}"].verdict for n in range(2)] == ["proved", "unknown"]


def test_what_holds_as_a_whole_is_known_where_telling_cases_apart_takes_too_long(monkeypatch: pytest.MonkeyPatch):
    whole_find = View.find

    def no_time(view: View, seen: Mapping[int, Sequence[Point]], until: float, apart: abstraction.Apart) -> str:
        return whole_find(view, seen, until, apart) if apart is abstraction.as_a_whole else "the time was up"

    monkeypatch.setattr(View, "find", no_time)
    everything = "size of deck + size of heap + (sum of size of hand of p over player p)"
    found = said(
        claiming(
            f"always {everything} = 4", f"always {everything} = 5", "always if size of heap > 9 then deck is empty"
        )
    )
    assert [found[f"c{n}"].verdict for n in range(3)] == ["proved", "unknown", "unknown"]
    assert found["c2"].vacuous


def test_what_is_not_kept_is_refused_by_the_checker():
    game = game_of(text())
    view = whole(game)
    size = [view.counting.words(key) for key in view.counting.keys].index("heap")
    wrong = Formulas((size,), {step: z3.Var(0, z3.IntSort()) == 0 for step in range(len(game.steps))})
    with pytest.raises(SolversDisagree):
        Recheck(perf_counter() + SECONDS).kept(wrong, view.clauses)


def whole(game: ir.Game) -> View:
    interpreter = Interpreter(game)
    layout = interpreter.layout
    deck = (frozenset(range(len(game.deck))),)
    return View(interpreter, Counting(index_of(game), layout, deck, frozenset(layout.fields)))


def test_without_cvc5_another_solver_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recheck, "find_spec", lambda name: None)
    recheck.checker.cache_clear()
    try:
        result = said(claiming("always size of heap <= 4"))["c0"]
    finally:
        recheck.checker.cache_clear()
    assert result.verdict == "proved"
    assert "its plain solver" in result.by


# ---------------------------------------------------------------- hulls


def test_a_hull_is_the_least_that_has_its_points():
    hull = Hull.of((0, 4, 7))
    marks = [(0, 10)] * 3
    assert not hull.add((0, 4, 7), marks)
    assert hull.add((2, 2, 7), marks)
    assert hull.equations == [Equation(((2, 1),), 7), Equation(((0, 1), (1, 1)), 4)]
    assert hull.has((4, 0, 7))
    assert not hull.has((1, 3, 7))  # the first number goes by 2
    assert not hull.has((2, 2, 8))


def test_what_goes_through_many_values_spoils_no_other_equation():
    """Hands, cards and tricks of teams, and two scores: of few points much is so by chance, in great numbers."""
    few = ((6, 4, 3, 0, 0), (4, 8, 3, 0, 0), (2, 12, 3, 0, 20), (6, 4, 0, 0, 20), (5, 4, 3, 50, 50), (4, 8, 3, 50, 50))
    more = ((6, 4, 2, 0, 0), (2, 16, 0, 20, 0), (1, 24, 0, 70, 0), (7, 0, 0, 70, 0), (0, 0, 0, 210, 110))
    points = [(h, h, h, h, 28 - 4 * h - b, b, x, 7 - h - b // 4, b // 4, y, z, h) for h, b, x, y, z in (*few, *more)]
    hull, marks = Hull.of(points[0]), [(0, 1000)] * 12
    for number, point in enumerate(points):
        hull.add(point, marks)
        assert all(not e.off(seen) for e in hull.equations for seen in points[: number + 1])
    assert len(tuple(hull.told())) == 7  # of twelve numbers five tell all
    assert not any(hull.has(one) for i in (0, 4, 7) for one in [tuple(x + (n == i) for n, x in enumerate(points[3]))])


def test_hulls_are_told_apart_by_features():
    cells = Cells((Feature(0, True), Feature(1)))
    marks = [(0, 10)] * 2
    for point in ((0, 1), (3, 1), (5, 2)):
        cells.add(point, marks)
    assert set(cells.hulls) == {(1, 1), (0, 1), (0, 2)}
    numbers = z3.Ints("a b")
    solver = z3.Solver()
    solver.add(cells.holds(numbers, [(0, 10)] * 2), numbers[0] == 0)
    assert solver.check() == z3.sat
    solver.add(numbers[1] == 2)
    assert solver.check() == z3.unsat
    cells.coarser(marks)
    assert all(cells.has(point) for point in ((0, 1), (3, 1), (5, 2)))


def test_a_position_of_play_that_was_found_impossible_is_an_error():
    assert "impossible" in str(Contradicted(3, Interpreter(game_of(text())).initial()))
