"""Holds the English of rules and of play: clauses are sentences, reasons name what is at hand, secrets stay secret."""

import random
import re
from dataclasses import replace
from functools import cache

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import PASS, Move, Ruling
from engine.logs.explain import IllegalMove
from engine.luck.chance import Seeded
from hoyle.api import Game, load
from hoyle.english.document.marks import LINK, STRESS
from hoyle.english.document.render import html_inline, to_markdown
from hoyle.english.rulebook.page import rulebook
from hoyle.english.sentences import Sentences
from hoyle.sources.files import game_names, load_file
from hoyle.table.faces import Faces
from hoyle.table.view import table
from spec.ir import nodes as ir
from tests.hoyle.rules import DUEL, TAKEN, TRICK, write
from tests.spec.strategies import game_of
from verify.obligations.examples import set_up

GAMES = game_names()
CASES = [*GAMES, "pigeon@condensed"]
LONGEST = 800
MOVES_OF = 60


@cache
def loaded(name: str) -> Game:
    return load(name)


@cache
def sentences(name: str) -> Sentences:
    return Sentences(loaded(name).interpreter)


def faults(text: str, names: frozenset[str] = frozenset()) -> list[str]:
    """What keeps a text from being a sentence that can be read aloud."""
    bare = re.sub(r" \([^()]*\)\.$", ".", text)
    found = [
        (not text.endswith((".", ".”")), "no full stop"),
        ("_" in text, "an underscore"),
        (re.search(r"[a-z][A-Z]\w", bare), "a capital in the middle of a word"),
        (re.search(r"\b([a-z]+) \1\b", bare[:1].lower() + bare[1:]), "a word twice"),
        ("  " in text or " ." in text or " ," in text, "an odd gap"),
        (re.search(r"[\ue000-\ue0ff\x00-\x1f]", text), "a mark or a control"),
        (not text[:1].isupper() and not text[:1].isdecimal() and text[:1] not in "“", "no capital"),
        (len(text) > LONGEST, "too long"),
    ]
    return [what for is_so, what in found if is_so]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("You may play", "no full stop"),
        ("You may set_play.", "an underscore"),
        ("You may setPlay.", "a capital in the middle of a word"),
        ("There is is space.", "a word twice"),
        ("You may .", "an odd gap"),
        (f"You {STRESS}may.", "a mark or a control"),
        ("you may.", "no capital"),
        ("You " * 300 + ".", "too long"),
    ],
)
def test_a_fault_of_a_sentence_is_seen(text, what):
    assert what in faults(text)


# ---------------------------------------------------------------- clauses


@pytest.mark.parametrize("name", CASES)
def test_every_clause_is_a_sentence(name):
    told = sentences(name)
    wrong = {str(one): (text, faults(text)) for one in told.clauses() if faults(text := told.clause(one))}
    assert wrong == {}


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_of_a_move_outcome_or_end_has_one(name):
    game = loaded(name).rules
    owed = [clause.source for action in game.actions for clause in action.clauses]
    owed += [clause.source for group in game.groups for clause in group.clauses]
    owed += [ending.source for ending in game.endings]
    told = sentences(name)
    assert {s.clause for s in owed} <= set(told.clauses())
    for source in owed:
        places = [c for c in source.cites if c in told.clause(source)]
        assert places or not source.cites


def test_a_clause_with_its_marks_is_shown_in_html():
    told = sentences("pigeon")
    name = next(one for one in told.clauses() if one.label == "must_connect")
    marked = told.clause(name, marked=True)
    assert LINK in marked
    html = html_inline(marked, frozenset())
    assert html.startswith("You may not play a set onto a slot if the bottom card of the set does not <em>join")


def test_a_clause_as_written_stands_for_that_of_each_shape():
    told = sentences("pigeon")
    assert told.clause(ir.ClauseId("play", "must_connect"), cited=False) == (
        "You may not play a set onto a slot if the bottom card of the set does not join the slot."
    )
    assert told.clause(ir.ClauseId("play", "no_such_clause")) == "No such clause."


NAMES = """game "Names":
  players 2
  deck standard
zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  pile as "the Pile": stack, face up
state:
  named: suit, starts at clubs
shape pair: set of 2 cards, same rank
shape some_cards: set of 1 or more cards
move lay(cs: pair or some_cards from hand of mover):
  permit any when some c in cs with c is 5
  does put: move cs to pile in any order
move name_suit(s: suit):
  permit allowed
  does say: named becomes s
play:
  turns from player 1:
    choice act: mover does lay, name_suit
"""


def test_names_that_bring_their_own_article_or_say_how_many(tmp_path):
    game = load(str(write(tmp_path, NAMES)))
    told = Sentences(game.interpreter)
    assert [told.clause(name) for name in told.clauses()][:6] == [
        "You may lay a pair if some card in the pair is a 5.",
        "Put the pair from your hand onto the Pile, in any order.",
        "You may lay cards if at least one of the cards is a 5.",
        "Put the cards from your hand onto the Pile, in any order.",
        "You may always name a suit.",
        "The named suit becomes the chosen suit.",
    ]


RANKS = """game "Ranks":
  players 2
  deck standard
zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  table: stack, face up
state:
  called[player]: rank
move lay(c: card from hand of mover):
  permit low when rank of c is (least of rank of d over d in table)
  permit high when (greatest of rank of d over d in table) < c
  permit none_lower when not ((least of called of p over player p) < 7)
  permit other when (least of called of p over player p) is not Q
play:
  turns from player 1:
    choice act: mover does lay
"""


def test_the_least_of_ranks_is_told_as_a_rank(tmp_path):
    told = Sentences(load(str(write(tmp_path, RANKS))).interpreter)
    assert [told.clause(name) for name in told.clauses()][:4] == [
        "You may lay a card if the lowest rank of any card in the table is the rank of the card.",
        "You may lay a card if the highest rank of any card in the table is lower than the rank of the card.",
        "You may lay a card if the lowest called rank of any player is at least as high as 7.",
        "You may lay a card if the lowest called rank of any player is not queen.",
    ]


OUTCOMES = """game "Outcomes":
  players 2
  deck standard
zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  trick: stack, face up
state:
  tricks[player] as "tricks": 0 to 5, starts at 0
  rounds as "rounds": 0 to 5, starts at 0
  bonus as "bonus": 0 to 5, starts at 0
outcome taking:
  by_ace when top of trick is A: add 1 to rounds
  by_any otherwise: nothing
outcome counting(p: player):
  few when bonus < 5: add 1 to tricks of p
  many otherwise: add 2 to tricks of p
move lay(c: card from hand of mover):
  permit any when tricks of mover < 5 and rounds < 5 and bonus < 5
  does put:
    move c from hand of mover to trick
    decide taking
    decide counting(mover)
    add 1 to bonus
play:
  step deal: deal 5 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay
"""


def test_a_clause_of_an_outcome_says_when_it_takes_effect(tmp_path):
    told = Sentences(load(str(write(tmp_path, OUTCOMES))).interpreter)
    assert [told.clause(name) for name in told.clauses() if name.owner in ("taking", "counting")] == [
        "If the top card of the trick is an ace, add one to the rounds.",
        "Otherwise, nothing happens.",
        "If the bonus is less than five, add one to the player’s tricks.",
        "Otherwise, add two to the player’s tricks.",
    ]


def test_an_outcome_is_pointed_to_with_what_it_is_about(tmp_path):
    told = Sentences(load(str(write(tmp_path, OUTCOMES))).interpreter)
    assert told.clause(ir.ClauseId("lay", "put")) == (
        "Put the card from your hand onto the trick. See under taking what happens. "
        "See under counting what happens with you. Add one to the bonus."
    )


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("tricks", True), ("tricks won", True), ("points at stake", True), ("aces and kings", True),
        ("stake bonus", False), ("number of tricks", False), ("leader of the tricks", False), ("progress", False),
    ],
)  # fmt: skip
def test_a_number_is_told_in_the_plural_where_its_name_is_one(tmp_path, name, plural):
    rules = OUTCOMES.replace('tricks[player] as "tricks"', f'tricks[player] as "{name}"')
    told = Sentences(load(str(write(tmp_path, rules))).interpreter)
    verb, goes = ("are", "go") if plural else ("is", "goes")
    assert f"your {name} {verb} less than five" in told.clause(ir.ClauseId("lay", "any"))
    start = told.interpreter.start(Seeded(1))
    turn = told.interpreter.apply(start.position, start.moves[0], Seeded(2))
    found = told.difference(start.position, turn.position, move=start.moves[0], events=turn.events)
    assert f"Player 1’s {name} {goes} from 0 to 1." in [change.text for change in found]
    assert f"Player 1’s {name} {verb} 1." in told.position(turn.position)


# ---------------------------------------------------------------- reasons, read aloud


def positions(name: str, seeds: int, moves: int = MOVES_OF):
    """Positions of random games, each with the move made there and the turn that follows."""
    interpreter = loaded(name).interpreter
    for seed in range(seeds):
        pick, chance = random.Random(seed), Seeded(seed)
        turn = interpreter.start(chance)
        for _ in range(moves):
            if turn.position.over:
                break
            move = pick.choice(turn.moves)
            following = interpreter.apply(turn.position, move, chance)
            yield turn.position, move, following
            turn = following


def refusals(name: str, seeds: int = 2, most: int = 6):
    """For each way in which clauses decide against a move the first such move, with its reason."""
    interpreter, told = loaded(name).interpreter, sentences(name)
    seen: set[object] = set()
    for position, _, _ in positions(name, seeds):
        seat = position.fields[interpreter.layout.mover]
        for at, (move, ruling) in enumerate(interpreter.judged(position)):
            if at > 300 or len(seen) >= most:
                break
            kind = (move.action, ruling.deciding, len(ruling.failing)) if isinstance(ruling, Ruling) else "fault"
            if (isinstance(ruling, Ruling) and ruling.legal) or kind in seen:
                continue
            seen.add(kind)
            yield told.command(move), told.why(position, move, seat=seat, you=seat)


@pytest.mark.parametrize("name", GAMES)
def test_refusals(name, snapshot):
    read = list(refusals(name))
    for _, lines in read:
        assert [fault for line in lines for fault in faults(line)] == []
        assert lines[0].startswith(("You may not: ", "The rules contradict"))
    assert "\n".join(line for move, lines in read for line in (move, *(f"  {one}" for one in lines))) == snapshot


def test_moves_that_are_none(snapshot):
    """Not asked for, out of what may be chosen, and a pass where there is none."""
    state = load("pigeon").new_initial_state(seed=3)
    told = sentences("pigeon")
    lines: list[str] = []
    for text in ("sweep(AS AH AC)", "open(2S)", "pass"):
        move = state.parse(text)
        lines += told.why(state.position, move, seat=0, you=0)
    state.apply_action(state.legal_actions()[0])
    for words in ("open(AS)",):
        lines += told.why(state.position, state.parse(words))
    assert "\n".join(lines) == snapshot


def test_rules_that_contradict_each_other(tmp_path):
    path = write(tmp_path, DUEL.replace('  precedence no_four > fitting @ "Play/2"\n', ""))
    game = load(str(path))
    example = game.rules.examples[0]
    position = set_up(game.interpreter, example).position
    four = game.interpreter.words.parse_move("lay(4H)")
    assert isinstance(four, Move)
    (card,) = four.args
    assert isinstance(card, int)
    cell = game.interpreter.layout.cell("hand", (0,))
    four_in_hand = replace(position, fault=None, cells=tuple(
        (*cards, card) if at == cell else tuple(c for c in cards if c != card)
        for at, cards in enumerate(position.cells)
    ))  # fmt: skip
    assert game.sentences.why(four_in_hand, four) == (
        "The rules contradict each other here, and nothing says which of these wins.",
        "Allowed: the heap is empty (fitting, Play/1).",
        "Not allowed: 4H is a 4 and the heap is empty (no four, Play/2).",
    )


def test_the_api_tells_why(tmp_path):
    state = load(str(write(tmp_path, DUEL))).new_initial_state(seed=1)
    move = state.legal_actions()[0]
    assert state.why(move, player=state.current_player())[0].startswith("You may: ")
    assert state.why(move)[0].startswith("Player 1 may: ")
    assert state.why("lay(4H)") == state.why(state.parse("lay(4H)"))


@pytest.mark.parametrize("name", GAMES)
def test_what_moves_change(name, snapshot):
    told, lines = sentences(name), []
    for position, move, turn in positions(name, 1, 14):
        changes = told.difference(position, turn.position, move=move, events=turn.events)
        for text in (told.cited(change) for change in changes):
            assert faults(text) == []
        lines.append(" ".join(told.cited(change) for change in changes))
    assert "\n".join(lines) == snapshot


GONE = (
    TRICK.replace("PLACE", "pile of mover")
    .replace("ENOUGH", "pile of player 1 is not empty and pile of player 2 is not empty")
    .replace("TAKE", "\n      for each player p: move everything from pile of p to won of player 1 in any order")
)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (TAKEN, "Player 1 takes 1H 2H from the trick into their won pile."),
        (GONE, "Player 1 takes 1H 2H from two piles into their won pile."),
    ],
    ids=["a-trick", "piles-of-players"],
)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_card_that_goes_on_after_the_move_is_told_with_those_it_lay_with(tmp_path, rules, said, seat):
    game = load(str(write(tmp_path, rules)))
    told, state = Sentences(game.interpreter), game.new_initial_state(seed=1)
    state.apply_action(state.legal_actions()[0])
    before, move = state.position, state.legal_actions()[0]
    state.apply_action(move)
    found = told.difference(before, state.position, move=move, events=state.events, seat=seat)
    assert [c.text for c in found][1] == said


def test_what_several_players_draw_is_told_together():
    game, texts = load("briscola", players=3), set[str]()
    told, state = Sentences(game.interpreter), game.new_initial_state(seed=1)
    for _ in range(3):
        before, move = state.position, state.legal_actions()[0]
        state.apply_action(move)
        found = told.difference(before, state.position, move=move, events=state.events, seat=(0,))
        texts |= {change.text for change in found}
    assert "Player 2 and player 3 draw a card each from the stock." in texts


@pytest.mark.parametrize("name", GAMES)
def test_a_position(name, snapshot):
    *_, (position, _, _) = positions(name, 1, 20)
    lines = sentences(name).position(position, seat=0, you=0)
    assert [fault for line in lines for fault in faults(line)] == []
    assert "\n".join(lines) == snapshot


# ---------------------------------------------------------------- what nobody may know


def cards_in(text: str, words: tuple[str, ...]) -> set[str]:
    return {token for token in re.findall(r"[\w#-]+", text) if token in words}


@pytest.mark.parametrize("name", ["hearts", "reserve", "pigeon", "leduc_poker"])
def test_texts_for_a_seat_name_no_card_that_it_does_not_see(name):
    interpreter, told = loaded(name).interpreter, sentences(name)
    words = interpreter.words.cards
    for position, move, turn in positions(name, 2, 40):
        for seat in range(interpreter.layout.players):
            seen = {words[c] for p in (position, turn.position) for c in told._at(p, seat, None).known}
            texts = [c.text for c in told.difference(position, turn.position, move=move, events=turn.events, seat=seat)]
            texts += told.position(position, seat=seat)
            texts += told.why(position, move, seat=seat)
            own = position.fields[interpreter.layout.mover] == seat
            blind = any(p.blind for a in told.game.actions if a.source.label == move.action for p in a.params)
            chosen = cards_in(told.command(move), words) if own and not blind else set()
            assert {card for text in texts for card in cards_in(text, words)} <= seen | chosen


def test_a_text_that_names_an_unseen_card_is_seen():
    """What one who sees all is told names cards that a seat does not see."""
    told = sentences("hearts")
    position, _, _ = next(iter(positions("hearts", 1, 1)))
    words = told.interpreter.words.cards
    seen = {words[c] for c in told._at(position, 0, None).known}
    assert {c for line in told.position(position) for c in cards_in(line, words)} - seen
    assert not {c for line in told.position(position, seat=0) for c in cards_in(line, words)} - seen
    assert not {c for line in told.position(position, seat=(0, 1)) for c in cards_in(line, words)}


# ---------------------------------------------------------------- values


VALUES = """game "Values":
  players 2
  deck 1..4 of hearts, spades

zones:
  stock: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up

state:
  score[player]: 0 to 20

values worth:
  1..4 are as printed

define deadwood(p: player): worth of hand of p

define fine(p: player): size of hand of p = 2

define fits_on(c: card, line: stack): rank of c is rank of top of line

define good(c: card): c is 3 or c is 4

move lay(c: card from hand of mover):
  permit any
  does: move c to heap

play:
  step deal: deal 2 cards from stock to each hand
  turns from player 1:
    choice act: mover does lay

ends:
  out when hand of player 1 is empty: player 1 wins

example "values":
  given hand of player 1 = [4H 4S 3H], hand of player 2 = [1H], heap = [2H 2S], mover = player 1, at act
"""


@pytest.mark.parametrize(
    ("cond", "lines"),
    [
        ("deadwood(player 1) = 14", "deadwood(player 1) = 11, expected 14"),
        ("deadwood(mover) < deadwood(player 2)", "deadwood(player 1) = 11, expected less than 1 (deadwood(player 2))"),
        ("score of player 1 = 0 and size of heap >= 3", "size of heap = 2, expected at least 3"),
        (
            "size of heap = 3 or top of heap is 4",
            "size of heap = 2, expected 3|rank of top of heap = 2, expected 4",
        ),
        ("fine(player 2)", "size of hand of player 2 = 1, expected 2"),
        ("not fine(player 1) and some c in heap with good(c)", "no card in the heap (2S on top) counts as good"),
        ("every c in hand of player 1 has c is 4", "rank of 3H = 3, expected 4"),
        ("top of heap is 2 and hand of player 2 is empty", "size of hand of player 2 = 1, expected 0"),
        ("heap = [2S 2H]", "heap = 2H 2S, expected 2S 2H"),
        (
            "fits_on(4H, heap)",
            "fits_on(4H, heap) = no, expected yes|rank of 4H = 4, expected 2 (rank of 2S)",
        ),
        ("mover is player 2", "mover = player 1, expected player 2"),
    ],
)
def test_the_values_of_a_condition_that_fails(tmp_path, cond, lines):
    path = write(tmp_path, f"{VALUES}  then {cond}\n")
    game = load(str(path))
    example = game.rules.examples[0]
    (line,) = example.script
    assert isinstance(line, ir.Then)
    position = set_up(game.interpreter, example).position
    assert game.interpreter.evaluate(line.cond, position) == 0
    assert "|".join(Sentences(game.interpreter).values(line.cond, position)) == lines


# ---------------------------------------------------------------- any rule file


@pytest.mark.parametrize("seed", range(40))
def test_no_game_makes_it_raise_or_speak_for_ever(seed):
    game = game_of(seed)
    interpreter = Interpreter(game)
    told, chance, pick = Sentences(interpreter), Seeded(seed), random.Random(seed)
    texts = [told.clause(one) for one in told.clauses()]
    turn = interpreter.start(chance)
    for _ in range(6):
        position = turn.position
        texts += told.position(position, seat=0)
        if position.over:
            break
        for at, (move, _) in enumerate(interpreter.judged(position)):
            if at < 12:
                texts += told.why(position, move, seat=at % 2, you=0)
        for action in game.actions:
            texts += [line for clause in action.clauses for line in told.values(clause.when, position)]
        move = pick.choice(turn.moves)
        try:
            turn = interpreter.apply(position, move, chance)
        except IllegalMove:  # its move `pass` is taken for passing
            assert move == PASS
            break
        changes = told.difference(position, turn.position, move=move, events=turn.events, seat=(0, 1), you=0)
        texts += [told.cited(change) for change in changes]
    assert all(0 < len(text) <= LONGEST and "\n" not in text for text in texts)


MARKS = """game "Marks":
  players 2
  deck 1..4 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  row[2]: stack, face up

state:
  gone[player] as "has given up": yes or no
  busy[player] as "busy": yes or no

move take(k: row) as "take a card away":
  permit it
  does it: move top of row of k to deck; gone of mover becomes not (gone of mover); busy of mover becomes yes

play:
  step deal: move top 3 cards of deck to row[1]; move top 3 cards of deck to row[2]
  turns from player 1:
    choice turn: mover does take

ends:
  over at turn when size of deck = 8: nobody wins
"""


def test_the_rulebook_tells_marks_by_what_their_names_say(tmp_path):
    path = tmp_path / "marks.hoyle"
    rules = MARKS.replace("  permit it\n", "  permit it when not (gone of mover) and gone of next player\n")
    becomes = "gone of mover becomes yes; gone of next player becomes no"
    rules = rules.replace("gone of mover becomes not (gone of mover)", becomes)
    path.write_text(rules, encoding="utf-8")
    loaded = load_file(path)
    assert loaded.game is not None
    told = " ".join(to_markdown(rulebook(loaded.game)).split())
    assert "you have not given up" in told
    assert "the next player has given up" in told
    assert "note that you have given up" in told.lower()
    assert "note that the next player has not given up" in told.lower()
    assert "*busy* mark on yourself" in told


def test_marks_are_told_by_what_their_names_say(tmp_path):
    path = tmp_path / "marks.hoyle"
    path.write_text(MARKS, encoding="utf-8")
    game = load(path)
    told, state, said = Sentences(game.interpreter), game.new_initial_state(seed=1), list[str]()
    states = [state.clone()]
    for _ in range(3):
        before, move = state.position, state.legal_actions()[0]
        state.apply_action(move)
        states.append(state.clone())
        found = told.difference(before, state.position, move=move, events=state.events, seat=0, you=0)
        said.append(" ".join(change.text for change in found))
    assert "You take a card away from row 1." in said[0]
    assert "You have given up. You have the busy mark." in said[0]
    assert "Player 2 has given up. Player 2 has the busy mark." in said[1]
    assert "You have not given up any more." in said[2]
    assert "You have the busy mark." in told.position(state.position, seat=0, you=0)
    # The table shows who has a mark, and nobody who had it before.
    chips = "\n".join(table(states, 0, Faces(game.interpreter), 80, 20))
    assert ("given up: yes" in chips, "given up: no" in chips) == (True, False)
