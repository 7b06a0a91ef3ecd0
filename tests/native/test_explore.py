"""Compiled code reaches exactly the states that a plain search in Python reaches, and says the same of their graph."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.c.compiled.build import Built, build
from engine.c.search.explore import explored_code
from engine.c.search.explorer import NO_MEMORY, TOO_MANY, Counts, Explorer, Met, explorer
from engine.c.search.symmetry import Symmetry, symmetry
from engine.core.observed_order import bags, heaps
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Scripted
from hoyle.api import load
from spec.ir import nodes as ir
from tests.everyday import FULL
from tests.native.harness import NAMES, STRICT, needs_compiler
from tests.native.plain_search import Graph, graph_of, key_of, orbits
from tests.verify.small import game, text
from tests.verify.small import load as load_rules
from verify.search.lazy_shuffle import LazyInterpreter

pytestmark = needs_compiler
BENCH = Path(__file__).parents[2] / "bench"

# Small settings over all games; the decks have the ranks that the rules name, where there is room.
SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "agram": ("agram", {"players": 2, "hand_size": 2, "deck": "3 4 of clubs, diamonds"}),
    "baccarat": ("baccarat", {"deck": "A 6 9 of clubs, diamonds"}),
    "beggar-my-neighbour": ("beggar_my_neighbour", {"deck": "A 2 Q J of hearts", "length": "no_limit"}),
    "blackjack": ("blackjack", {"deck": "A 9 10 of hearts, spades"}),
    "briscola": ("briscola", {"hand_size": 1, "deck": "2 3 of clubs, diamonds"}),
    "clock patience": ("clock_patience", {"deck": "A 2 of hearts, spades", "each": 2, "middle": "aces"}),
    "corners": ("corners", {"players": 2, "hand_size": 1, "deck": "Q K of hearts, spades"}),
    "corners for three": ("corners", {"players": 3, "hand_size": 1, "deck": "Q K of hearts, spades"}),
    "corners, endless": (
        "corners",
        {"players": 2, "hand_size": 1, "deck": "Q K of hearts + K of spades", "slot_pile": "allowed"},
    ),
    "crazy eights": (
        "crazy_eights",
        {"players": 2, "deck": "7H 7S 8S 9H 9S", "hand_of_two": 1, "most_draws": 1},
    ),
    "crazy eights, two draws": (
        "crazy_eights",
        {"players": 2, "deck": "7H 7S 8S 9H", "hand_of_two": 1, "most_draws": 2},
    ),
    "cuckoo": ("cuckoo", {"players": 2, "deck": "A 2 K of clubs, diamonds"}),
    "cribbage": ("cribbage", {"hand_size": 3, "target": 2, "deck": "7 8 J of hearts + 7 of spades + 7 8 J of clubs"}),
    "euchre": ("euchre", {"hand_size": 1, "deck": "J of clubs, diamonds, hearts, spades + 9 of clubs"}),
    "gin rummy": ("gin_rummy", {"hand_size": 1, "limit": 1, "wall": 0, "deck": "A 2 of clubs, diamonds"}),
    "go_fish": ("go_fish", {"hand_of_two": 2, "of_a_kind": 2, "deck": "A 2 3 of hearts, spades"}),
    "goofspiel": ("goofspiel", {"deck": "A 2 of hearts, spades, diamonds"}),
    "hanabi": (
        "hanabi",
        {"players": 2, "places": 2, "most_hints": 1, "most_fuses": 1, "deck": "1 2 of red"},
    ),
    "golf six": ("golf_six", {"players": 2, "columns": 1, "deck": "2 K of clubs, spades + 5 of hearts"}),
    "hearts": ("hearts", {"players": 4, "hand_size": 1, "pass_size": 1, "deck": "2 Q of clubs, spades"}),
    "klaverjassen": ("klaverjassen", {"hand_size": 1, "deck": "9 10 J of clubs + 10 of spades"}),
    "klondike": ("klondike", {"columns": 2, "turned": 1, "redeals": 1, "deck": "A 2 3 of hearts, spades"}),
    "klondike, to and fro": (
        "klondike",
        {"columns": 2, "turned": 1, "redeals": 0, "deck": "A 2 of hearts, spades", "taking_back": "allowed"},
    ),
    "freecell": (
        "freecell", {"columns": 3, "cells": 1, "most_moves": 30, "deck": "A 2 3 of hearts, spades"},
    ),
    "dou dizhu": ("dou_dizhu", {"deck": "3 of clubs, diamonds, hearts + 4 5 of clubs"}),
    "kuhn poker": ("kuhn_poker", {}),
    "leduc poker": ("leduc_poker", {}),
    "oh hell": ("oh_hell", {"most_dealt": 3, "deck": "2 3 of clubs, spades"}),
    "pigeon": ("pigeon", {"deck": "A..3 of hearts, spades", "half": 3, "full_hand": 2}),
    "pigeon, split one by one": (
        "pigeon",
        {"deck": "A..3 of hearts, spades", "half": 3, "full_hand": 2, "split_how": "alternate"},
    ),
    "reserve": (
        "reserve",
        {"players": 2, "deck": "2..4 of hearts + 2 3 of spades", "dealt_cards": 2, "hidden_cards": 1, "placements": 3,
         "hand_least": 1},
    ),
    "reserve, six cards": (
        "reserve",
        {"players": 2, "deck": "2..4 of hearts, spades", "dealt_cards": 2, "hidden_cards": 1, "placements": 3,
         "hand_least": 1},
    ),
    "pitch": ("pitch", {"hand_size": 1, "deck": "10 J of clubs, spades"}),
    "president": ("president", {"players": 3, "deck": "3 4 of clubs, diamonds"}),
    "rummy": ("rummy", {"hand_size": 1, "deck": "A 2 of clubs, diamonds"}),
    "scarto": ("scarto", {"hand_size": 1, "deck": "1 2 of trumps, hearts + 1 of fool + K of hearts"}),
    "schwimmen": ("schwimmen", {"players": 3, "hand_size": 1, "deck": "K A of clubs, diamonds, hearts"}),
    "scopa": ("scopa", {"hand_size": 1, "deck": "A 2 3 4 of clubs, diamonds"}),
    "skitgubbe": ("skitgubbe", {"players": 2, "hand_size": 1, "deck": "2 3 of clubs, diamonds"}),
    "spades": ("spades", {"hand_size": 1, "deck": "2 3 of clubs, spades"}),
    "sueca": ("sueca", {"hand_size": 1, "deck": "2 3 of clubs, spades"}),
    "twentyone": ("twentyone", {"players": 2, "hand_size": 1, "deck": "A 2 7 of hearts, spades"}),
    "twentyone for three": ("twentyone", {"players": 3, "hand_size": 1, "deck": "A 7 of hearts, spades"}),
    "whist": ("whist", {"hand_size": 1, "deck": "2 3 of clubs, spades"}),
}  # fmt: skip

EVERYDAY = (
    "corners, endless",
    "crazy eights, two draws",
    "gin rummy",
    "hearts",
    "leduc poker",
    "pigeon",
    "reserve",
    "twentyone for three",
)
"""One setting of each game; the others where HOYLE_GAMES_FULL is set."""
TRIED = tuple(SETTINGS) if FULL else EVERYDAY


@cache
def rules(name: str) -> ir.Game:
    title, settings = SETTINGS[name]
    return load(title, **settings).rules


@cache
def plain(name: str) -> Graph:
    interpreter = LazyInterpreter(rules(name))
    return graph_of(interpreter, interpreter.likened)


def explored(rules_of: ir.Game, **options: Any) -> Explorer:
    made = explorer(rules_of, flags=STRICT, **options)
    assert isinstance(made, Explorer), made
    assert made.starts()
    assert made.run()
    return made


@cache
def explored_once(name: str, *, alike: bool) -> Explorer:
    """A setting explored, to be asked only what leaves it as it is."""
    return explored(rules(name), alike=alike)


def unexplored(name: str, **options: Any) -> Explorer:
    made = explorer(rules(name), **{"flags": STRICT, **options})
    assert isinstance(made, Explorer)
    return made


def positions(made: Explorer) -> set[object]:
    return {key_of(made.position(i)) for i in range(made.counts().states)}


@pytest.mark.parametrize("name", TRIED)
def test_the_same_states_as_a_plain_search(name):
    made, graph = explored_once(name, alike=False), plain(name)
    counts = made.counts()
    assert counts.states == len(graph.states)
    assert (counts.transitions, counts.deals) == (graph.transitions, graph.deals)
    assert (counts.depth, counts.ended, counts.faulted) == (graph.levels, len(graph.ended), len(graph.faulted))
    if not graph.faulted:
        same = positions(made) == graph.states
        assert same, "the positions differ"


@pytest.mark.parametrize("name", TRIED)
def test_the_same_answers_about_the_graph(name):
    made, graph = explored_once(name, alike=False), plain(name)
    endless = graph.endless()
    assert made.longest(10) == (-1 if endless else graph.longest())
    assert (made.lost(10, whatever=False) or (0,))[0] == len(graph.lost(every=False))
    assert (made.lost(10, whatever=True) or (0,))[0] == len(graph.lost(every=True))
    if endless:
        states, sure = made.loop()
        assert (len(states), sure) == (graph.shortest_loop(), True)


@pytest.mark.parametrize("name", TRIED)
def test_states_alike_count_once(name):
    made, graph = explored_once(name, alike=True), plain(name)
    found, interpreter = made.made.alike, LazyInterpreter(rules(name))
    wanted = orbits(interpreter, graph, found.seats, found.suits, interpreter.piled)
    assert made.counts().states == wanted
    assert (made.longest(10) == -1) == bool(graph.endless())


def test_suits_of_two_sizes_are_exchanged():
    """The cards that the smaller suits lack are no cards: they stood for the first of the deck."""
    game = load("cuckoo", players=2, deck="A 2 of clubs, diamonds + A of hearts, spades").rules
    made, lazy = explored(game, alike=True), LazyInterpreter(game)
    assert made.made.alike.suits == ((0, 1), (2, 3))
    graph = graph_of(lazy, lazy.likened)
    assert made.counts().states == orbits(lazy, graph, False, made.made.alike.suits, lazy.piled)


def test_what_may_be_exchanged():
    assert {
        name: symmetry(load(name).rules) for name in ("corners", "hearts", "leduc_poker", "twentyone", "pigeon")
    } == {
        "corners": Symmetry(seats=True, suits=((0, 3), (1, 2))),  # its colours matter
        "hearts": Symmetry(),
        "leduc_poker": Symmetry(suits=((0, 1),)),  # player 1 begins each round
        "twentyone": Symmetry(seats=True, suits=((0, 1, 2, 3),)),
        "pigeon": Symmetry(),
    }


@pytest.mark.parametrize("name", ["crazy eights", "leduc poker", "pigeon"] if FULL else ["crazy eights, two draws"])
def test_with_every_order_told(name):
    """Nothing left undecided: the interpreter's own positions, but for the order of heaps."""
    made = explored(rules(name), undecided=False, alike=False)
    likened = LazyInterpreter(rules(name), frozenset(), heaps(rules(name))).likened
    same = positions(made) == graph_of(Interpreter(rules(name)), likened).states
    assert same, "the positions differ"


def test_a_play_is_told_to_every_state():
    """Replayed on the lazy interpreter each play comes to its state."""
    name = "crazy eights, two draws"
    made, lazy = explored(rules(name), alike=False), LazyInterpreter(rules(name))
    for state in range(0, made.counts().states, 97):
        play = made.play_to(Met(state))
        assert key_of(lazy.likened(replayed(lazy, play))) == key_of(made.position(state))


def replayed(interpreter, play):
    chance = Scripted(play.outcomes)
    turn = interpreter.start(chance)
    for move in play.moves:
        turn = interpreter.apply(turn.position, move, chance)
    assert not chance.left
    return turn.position


def test_a_loop_is_told():
    name = "corners, endless"
    for alike in (False, True):
        made = explored(rules(name), alike=alike)
        assert made.longest(10) == -1
        play = made.play_round(made.loop()[0])
        assert play is not None
        lazy = LazyInterpreter(rules(name))
        before = replayed_upto(lazy, play, play.back)
        assert before == replayed_upto(lazy, play, len(play.moves))
        assert len(play.moves) > play.back


def replayed_upto(lazy, play, moves):
    chance = Scripted(play.outcomes)
    turn = lazy.start(chance)
    for move in play.moves[:moves]:
        turn = lazy.apply(turn.position, move, chance)
    return turn.position


COUNTED = (
    "for each player p with (number of player q with hand of q is empty) = 2: add 1 to count",
    "fill hand of player 1 up to 3 cards from deck",
    "draw size of hand of player 2 cards from deck to hand of player 1",
)


@pytest.mark.parametrize("asked", COUNTED)
def test_cards_count_before_it_is_decided_which_they_are(asked, tmp_path):
    """Hands have cards by the end of a draw, though the card is told only after the effects that do not mind."""
    rules_of = game(
        tmp_path,
        game="players 2\n  deck A..3 of hearts, spades",
        state="\nstate:\n  count: 0 to 3\n",
        deal=f"for each player p: draw 1 card from deck to hand of p\n    {asked}",
    )
    interpreter = LazyInterpreter(rules_of)
    graph = graph_of(interpreter, interpreter.likened)
    assert positions(explored(rules_of, alike=False)) == graph.states


# ---------------------------------------------------------------- limits


def test_where_every_play_ends_there_is_no_loop():
    made = explored(rules("leduc poker"))
    assert made.loop() == ((), False)  # nobody has asked yet how long plays are
    assert made.longest(10) is not None
    assert made.loop() == ((), False)


def test_no_more_states_than_are_allowed():
    made = unexplored("corners", most_states=500)
    made.starts()
    assert not made.run()
    assert (made.status, made.cut) == (TOO_MANY, "there are more states than were allowed")
    assert made.counts().states == 500


@pytest.mark.parametrize("graph", [True, False])
def test_a_play_to_every_state_of_a_search_that_was_cut(graph):
    """Also to those met from a state of which not every move was made."""
    for most in (3, 300, 501, 502):
        made = unexplored("corners, endless", alike=False, graph=graph, most_states=most)
        made.starts()
        assert not made.run()
        assert made.counts().states == most
        assert all(made.path(state)[-1] == state for state in range(most))


def test_the_table_is_made_anew_only_for_records_longer_than_any_before():
    small = load("pigeon", deck="4..8 of clubs, diamonds", half=5, full_hand=2).rules
    made = explorer(small, most_states=30_000)
    assert isinstance(made, Explorer)
    made.starts()
    made.run()
    counts = made.counts()
    assert counts.states == 30_000
    assert counts.words > 2
    assert counts.widened <= 16 + counts.words


def test_more_states_met_from_one_than_a_byte_counts(tmp_path):
    """A move that draws 4 of 12 cards nobody has seen has 495 outcomes."""
    many = game(
        tmp_path,
        game="players 2\n  deck A..7 of hearts, spades",
        deal="for each player p: draw 1 card from deck to hand of p",
        put="move c from hand of mover to heap; draw 4 cards from deck to hand of next player",
    )
    made = explorer(many, flags=STRICT, alike=False, graph=False, most_states=2000)
    assert isinstance(made, Explorer)
    made.starts()
    made.run()
    lazy, ways = LazyInterpreter(many), [made.path(state) for state in range(2000)]
    assert [len(way) for way in ways] == [1] * 182 + [2] * 1818
    assert {way[0] for way in ways[182 : 182 + 495]} == {0}
    assert ways[182 + 495][0] == 1
    for state in (182 + 254, 182 + 255, 182 + 494, 182 + 495, 1999):
        assert key_of(lazy.likened(replayed(lazy, made.play_to(Met(state))))) == key_of(made.position(state))


def shed() -> ir.Game:
    """More states than there are tags of so few bits: told by the line and the tag together."""
    return load(BENCH / "shed.hoyle", deck="A..5 of hearts, spades", hand_size=4).rules


def test_states_told_by_line_and_tag_alone():
    """Without its graph lines soon hold tags only: the same states in the same order, in less memory."""
    whole, made = (explored(shed(), alike=False, graph=graph) for graph in (True, False))
    counts, wanted = made.counts(), whole.counts()
    assert counts.states > 300_000
    for what in ("states", "transitions", "ended", "depth", "deals"):
        assert getattr(counts, what) == getattr(wanted, what)
    assert counts.bytes < 20 * counts.states < wanted.bytes
    for state in range(0, counts.states, 9973):
        assert made.position(state) == whole.position(state)
        assert len(made.path(state)) == len(whole.path(state))


def changed(old: str, new: str, *, graph: bool) -> Explorer:
    """The same explored by code of which one place is another."""
    made = explored_code(shed(), alike=False)
    assert made.code.text.count(old) == 1
    built = build(made.code.text.replace(old, new), flags=STRICT)
    assert isinstance(built, Built), built
    other = Explorer(made, shed(), str(built.path), 1 << 30, 1 << 32, graph)
    assert other.starts()
    assert other.run()
    return other


def test_tags_that_leave_something_out_are_seen():
    told = "(uint32_t)(r->key >> shift)"
    assert changed(told, f"({told} & ~4095u)", graph=False).counts().states < 300_000


def test_edges_told_without_branching_are_those_told_byte_by_byte():
    room = "edges_room(&edges, r->from, 1)"
    quick, slow = explored(shed(), alike=False), changed(f"!{room}", f"({room} || 1)", graph=True)
    assert quick.counts() == slow.counts()
    assert quick.longest(10) == slow.longest(10)
    assert quick.lost(10, whatever=True) == slow.lost(10, whatever=True)


ON_HEAP = "move c from hand of mover onto heap"
HEAPS = {
    "emptied in play": {
        "put": f"\n    {ON_HEAP}\n    if size of heap > 2: move everything from heap to hand of mover",
    },
    "emptied before its cards are decided": {
        "deal": "\n    ".join([
            "draw 2 cards from deck to heap",
            "move everything from heap to hand of player 1",
            "draw 1 card from deck to hand of player 2",
            "draw 1 card from deck to heap",
        ]),
    },
    "filled from below": {"put": "move c from hand of mover under heap"},
    "filled from a hidden stack": {
        "deal": "for each player p: draw 1 card from deck to hand of p",
        "put": f"\n    {ON_HEAP}\n    draw up to 1 card from deck to heap",
    },
}  # fmt: skip


@pytest.mark.parametrize("name", HEAPS)
@pytest.mark.parametrize("alike", [True, False])
def test_heaps_of_which_only_the_top_card_has_its_place(tmp_path, name, alike):
    rules_of = game(tmp_path, **HEAPS[name])
    assert heaps(rules_of) == {"heap"}
    interpreter, made = LazyInterpreter(rules_of), explored(rules_of, alike=alike)
    graph = graph_of(interpreter, interpreter.likened)
    found = made.made.alike
    if alike:
        assert made.counts().states == orbits(interpreter, graph, found.seats, found.suits, interpreter.piled)
        return
    assert positions(made) == graph.states
    assert made.counts().transitions == graph.transitions
    assert (made.longest(10) == -1) == bool(graph.endless())


def test_no_more_memory_than_is_allowed():
    made = unexplored("leduc poker", most_bytes=40_000)
    made.starts()
    assert not made.run()
    assert (made.status, made.cut) == (NO_MEMORY, "the memory allowed was used up")
    assert made.counts().bytes <= 45_000


def test_without_its_graph_there_are_only_plays():
    """The same states, each with a shortest play; what is asked of the graph is refused."""
    name = "crazy eights, two draws"
    lazy = LazyInterpreter(rules(name))
    whole, made = explored_once(name, alike=False), explored(rules(name), alike=False, graph=False)
    counts, wanted = made.counts(), whole.counts()
    assert (counts.states, counts.transitions, counts.depth) == (wanted.states, wanted.transitions, wanted.depth)
    assert counts.edge_bytes < wanted.edge_bytes
    for state in range(0, counts.states, 97):
        path = made.path(state)
        assert (len(path), path[-1]) == (len(whole.path(state)), state)
        assert key_of(lazy.likened(replayed(lazy, made.play_to(Met(state))))) == key_of(made.position(state))
    for question in (made.longest, lambda seconds: made.lost(seconds, whatever=False)):
        with pytest.raises(ValueError, match="without its graph"):
            question(1.0)


@pytest.mark.parametrize("name", TRIED if FULL else ["pigeon"])
def test_the_same_by_all_that_the_processor_can(name):
    """Compiled for speed, with the instructions of this processor: the same numbers, and the same plays."""
    plainly, quickly = explored_once(name, alike=False), unexplored(name, alike=False, flags=None)
    assert quickly.starts()
    assert quickly.run()
    assert replace(quickly.counts(), bytes=0) == replace(plainly.counts(), bytes=0)
    assert all(quickly.position(i) == plainly.position(i) for i in range(plainly.counts().states))


def test_too_many_starts():
    made = unexplored("corners")
    assert not made.starts(most=5)


def test_a_deal_by_seed():
    made = unexplored("corners")
    made.start_seeded(7)
    assert made.run()
    counts = made.counts()
    assert isinstance(counts, Counts)
    assert 0 < counts.states < explored(rules("corners")).counts().states


def test_plays_of_deals_by_seed_begin_with_their_own(monkeypatch):
    made, seen = unexplored("pigeon", alike=False), set()
    # Of a large deck nobody can try every start.
    monkeypatch.setattr(made._c, "explore_tell_start", lambda *_: 0)
    loose = LazyInterpreter(rules("pigeon"), made.made.loose.bags, made.made.loose.heaps)
    for seed in (3, 1, 4):
        made.start_seeded(seed)
        assert made.run()
        seen.add(made.counts().states)
        for state in range(made.counts().states - 1, -1, -50):
            assert key_of(loose.likened(replayed(loose, made.play_to(Met(state))))) == key_of(made.position(state))
    assert len(seen) == 3


def test_after_a_deal_by_seed_every_outcome_of_a_move_is_followed(tmp_path):
    """The deal draws all cards without luck, so that the deal of a seed is the only one."""
    rolled = {
        "state": "state:\n  mark: low | high, starts at low\n",
        "put": "move c from hand of mover to heap; mark becomes random",
    }
    content = text(**rolled).replace("    shuffle deck\n", "")
    dealt = load_rules(tmp_path, content).game
    assert dealt is not None
    made = explorer(dealt, flags=STRICT)
    assert isinstance(made, Explorer)
    made.start_seeded(7)
    assert made.run()
    whole = explored(dealt)
    assert (made.counts().states, made.counts().transitions) == (whole.counts().states, whole.counts().transitions)
    assert positions(made) == positions(whole)


# ---------------------------------------------------------------- planted faults


@pytest.mark.parametrize(
    ("kind", "parts"),
    {
        "undefined": {"deal": "draw 9 cards from deck to hand of mover"},
        "clash": {"permit": "permit anything\n  forbid red when c is red"},
        "overflow": {"state": "\nstate:\n  laid: 0 to 2, starts at 0\n",
                     "put": "add 1 to laid; move c from hand of mover to heap"},
        "stuck": {"permit": "permit red when c is red"},
    }.items(),
)  # fmt: skip
def test_a_planted_fault_is_met(kind, parts, tmp_path):
    assert not explored(game(tmp_path)).faults()
    bad = game(tmp_path, **parts)
    made = explored(bad, alike=False)
    found = plain_faults(bad)
    assert kind in found
    assert set(made.faults()) == found


def test_faults_after_claims_were_read_at_ends(tmp_path):
    """Ends where a claim is read and where one cannot be, then a move that stops: all is met, and nothing else."""
    bad = game(
        tmp_path,
        state="\nstate:\n  laid: 0 to 1, starts at 0\n",
        put="add 1 to laid; move c from hand of mover to heap",
        ends="early when heap is not empty and suit of top of heap is hearts: mover wins",
        more="claim few: always size of heap < 9\n"
        "claim top: never heap is not empty and suit of top of heap is hearts and suit of top of deck is hearts",
    )
    for graph in (True, False):
        made = explored(bad, alike=False, graph=graph)
        assert set(made.faults()) == plain_faults(bad) == {"overflow"}
        assert made.claims()["few"] == "held"
        top = made.claims()["top"]
        assert isinstance(top, Met)
        assert top.in_error
        assert made.position(top.state).result is not None
        assert made.counts().ended > 0 < made.counts().faulted


def plain_faults(bad: ir.Game) -> set[str]:
    interpreter = LazyInterpreter(bad)
    return {str(key[-1]) for key in graph_of(interpreter, interpreter.likened).faulted}


def test_exchanges_that_the_rules_do_not_allow_are_seen(tmp_path):
    """Were the suits taken for alike where a rule names one, there would be fewer states than classes of alike ones."""
    named = game(tmp_path, permit="permit anything\n  forbid hearts_late when c is hearts and size of heap > 2")
    assert symmetry(named).suits == ()
    assert symmetry(game(tmp_path)).suits != ()


def test_the_settings_are_of_all_kinds():
    assert {title for title, _ in SETTINGS.values()} == set(NAMES)
    assert any(bags(rules(name)) for name in SETTINGS)
    assert any(heaps(rules(name)) for name in SETTINGS)
