"""Plays from the deal: what random play misses is found and replayed, and what is not there is not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from time import perf_counter

import pytest

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import PASS, Move
from engine.interpreter.position import Position
from engine.logs.replay import Log, from_json, replay
from engine.luck.chance import Recording, Seeded, every_outcome
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from tests.verify_smt.small import HEAD, LAY, PLAY, game, with_clauses
from verify.obligations.claims import Claims
from verify.obligations.verdict import SHOWN_ALREADY, Result, Witness, strongest
from verify.random import random_play
from verify.run.reuse import Keeper, all_kept, decided
from verify.run.solving import open_after_play
from verify.run.task import Task
from verify.run.techniques import TECHNIQUES, Plan, verify
from verify.smt.bounded import replayed as replayed_module
from verify.smt.bounded.bounded import Search, bounded
from verify.smt.bounded.replayed import Deal
from verify.smt.bounded.unrolling import Row, Unrolling
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.solvers.solver import Asker

WIDE = HEAD.replace("A..6 of hearts, spades", "standard").replace("heap: set", "heap: stack")
RARE = """outcome told(c: card):
  royal when size of heap > 1 and c is KS and QS is in heap and JS is in heap: seen becomes high
  rests otherwise: nothing
"""
SMALLER = WIDE.replace("standard", "9..K of hearts, spades")
"""Few enough cards for a whole technique, and the rare cards among them."""
CLAIMS = """
claim high_up: sometimes seen is high
claim stays_low: never seen is high
"""
LONG = """
claim few_hearts: never (number of c in heap with c is hearts) > 2
"""


def known(rules: ir.Game, games: int = 30) -> list[Result]:
    """What random games leave open."""
    interpreter = Interpreter(rules)
    tally = random_play.play_games(interpreter, games, 1)
    found = random_play.results(interpreter, tally, 1, 0.0)
    return [r for r in found if r.verdict in ("unknown", "tested")]


def by_subject(results, *subjects: str) -> tuple[Result, ...]:
    found = {r.obligation.subject: r for r in strongest(results)}
    return tuple(found[s] for s in subjects)


def searched(rules: ir.Game, *subjects: str) -> tuple[Result, ...]:
    """The best results on these, of random games and of a search that is about them alone."""
    open_ = [r for r in known(rules) if r.obligation.subject in subjects]
    return by_subject([*open_, *bounded(rules, 30.0, None, None, open_)], *subjects)


def test_a_clause_that_comes_of_a_rare_deal_is_found_and_replays():
    rules = game(WIDE + LAY + "\n" + RARE + PLAY + CLAIMS)
    subjects = "told royal", "high_up", "stays_low"
    assert [r.verdict for r in by_subject(known(rules), *subjects)] == ["unknown", "unknown", "tested"]
    found = searched(rules, *subjects)
    assert [r.verdict for r in found] == ["proved", "proved", "refuted"]
    for result in found:
        assert result.witness is not None
        # Two cards by one player and one by the other, the king last.
        assert len(result.witness.moves) == 3
        assert result.witness.moves[-1] == "lay(KS)"
        interpreter = Interpreter(rules)
        log = from_json(interpreter, result.witness.log)
        assert isinstance(log, Log)
        last = replay(interpreter, log).last
        assert last.position.fields[interpreter.layout.fields["seen"].first] == 1


def test_a_shorter_play_is_found_than_is_known():
    """Three hearts, one after the other, is the least that it takes; random games mostly lay other cards between."""
    rules = game(WIDE + LAY + "\n" + RARE + PLAY.replace("draw 3 cards", "draw 6 cards") + LONG)
    interpreter = Interpreter(rules)
    results = random_play.results(interpreter, random_play.play_games(interpreter, 30, 1), 1, 0.0)
    (long,) = (r for r in results if r.obligation.subject == "few_hearts")
    task = Task(rules, (), {}, lambda _: None, Plan(), lambda _: None, perf_counter() + 60, {}, known=(long,))
    (open_,) = open_after_play(task)
    (short,) = by_subject([long, *bounded(rules, 30.0, None, None, (open_,))], "few_hearts")
    assert long.witness is not None
    assert short.witness is not None
    assert (short.verdict, len(short.witness.moves)) == ("refuted", 3)
    assert len(long.witness.moves) > 3
    told_wrong = replace(rules, claims=tuple(replace(c, wrong=True) for c in rules.claims))
    assert open_after_play(replace(task, game=told_wrong)) == ()


def test_a_shorter_play_that_is_not_found_says_nothing():
    rules = game(WIDE + LAY + "\n" + RARE + PLAY + CLAIMS)
    (known_,) = (r for r in known(rules) if r.obligation.subject == "stays_low")
    open_ = Result(known_.obligation, "unknown", "a test", reason=SHOWN_ALREADY)
    assert list(bounded(rules, 0.0, None, None, (open_,))) == []


def test_a_play_with_another_deal_shows_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(replayed_module, "deal_of", lambda *given: Deal())
    rules = game(WIDE + LAY + "\n" + RARE + PLAY + CLAIMS)
    clause, claim, never = searched(rules, "told royal", "high_up", "stays_low")
    assert [r.verdict for r in (clause, claim)] == ["unknown", "unknown"]
    assert "not in any games of up to 2 decisions from any deal of the full deck; 4 games proposed" in clause.reason
    # What is lost sight of in longer plays still holds in the shorter ones.
    assert (never.verdict, "up to 2 decisions" in never.scope) == ("checked", True)


def test_a_move_that_the_rules_do_not_allow_shows_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(replayed_module, "_alike", lambda move, moves: None)
    rules = game(WIDE + LAY + "\n" + RARE + PLAY + CLAIMS)
    assert [r.verdict for r in searched(rules, "told royal", "stays_low")] == ["unknown", "checked"]


# ---------------------------------------------------------------- against every play, one by one


TINY = HEAD.replace("A..6 of hearts, spades", "A..3 of hearts, spades").replace("heap: set", "heap: stack")
AT_ONCE = "draw 3 cards from deck to hand of p"
FEWER = PLAY.replace(AT_ONCE, "draw 2 cards from deck to hand of p")
RULES = """move lay(c: card from hand of mover):
  permit up when heap is empty or c > top of heap
  permit red when c is hearts and heap is not empty
  does put: move c from hand of mover to heap
  does tell: decide told(c)

move wait:
  permit at_will when seen is low
  does wait: seen becomes high

outcome told(c: card):
  high when c is 3: seen becomes low
  rests otherwise: nothing
"""
CAN = [
    "size of heap = 3",
    "size of heap = 4",
    "3H is in heap and 2H is in heap and top of heap is AH",
    "3H is in heap and 2H is in heap and top of heap is AS",
    "hand of player 2 is empty",
    "top of heap is AS and size of heap > 2",
    "seen is high and size of heap = 2 and top of heap is 3",
    "mover cannot lay and seen is high",
]


LAYING = (
    TINY
    + RULES
    + FEWER.replace("ends:", "ends:\n  stuck at act when no legal move: nobody wins").replace(
        "does lay", "does lay, wait"
    )
)
COIN = """kind side: head | tail

state:
  coin: side, starts at head
  paid: 0 to 2, starts at 0
  rounds: 0 to 4, starts at 0"""
ONE_SUIT = HEAD.replace("A..6 of hearts, spades", "A..5 of hearts").replace("heap: set", "heap: stack")
LUCK = f"""{ONE_SUIT.replace("state:", COIN)}
move lay(c: card from hand of mover):
  permit on_heads when coin is head
  permit a_pair when heap is not empty and c is next to top of heap
  does put: move c from hand of mover to heap
  does mix when c is 3: shuffle deck; coin becomes random

to pay:
  if paid < 2:
    add 1 to paid

move burn(c: card from hand of mover):
  permit small when c < 3
  does away: move c from hand of mover under deck

ends:
  over at refill when deck is empty: nobody wins
  late at act when rounds = 4: nobody wins

play:
  step deal:
    shuffle deck
    for each player p: draw 1 cards from deck to hand of p
  step toss: coin becomes random
  turns from player 1:
    choice act: mover may do lay
    step refill: add 1 to rounds; draw up to 1 cards from deck to hand of mover
    choice must: mover does burn
    otherwise: do pay
"""
LUCKY = [
    "coin is tail and top of heap is 3",
    "top of heap is 5 and size of heap = 3",
    "4H is in heap and top of deck is AH and paid = 1",
    "size of hand of mover > 2 and paid = 2",
    "size of heap = 2 and paid = 2 and hand of player 1 is empty",
    "size of heap = 4",
    "size of heap = 5",
    "paid = 2 and size of deck > 1 and top of heap is 4",
]


def fewest(interpreter: Interpreter) -> dict[str, int]:
    """For each claim the fewest decisions in a play to where it holds, by playing every deal and every move."""
    claims = Claims(interpreter)
    found: dict[str, int] = {}
    waiting: list[list[Turn]] = [[] for _ in range(99)]
    seen: set[Position] = set()

    def come(turn: Turn, made: int) -> None:
        waiting[made + len(asked_of_nobody(interpreter.game, turn))].append(turn)

    for _, turn in every_outcome(interpreter.start):
        come(turn, 0)
    for made, turns in enumerate(waiting):
        for turn in turns:
            if turn.position in seen:
                continue
            seen.add(turn.position)
            for claim in claims.concerned(turn.position):
                if claims.holds(claim, turn.position) is True:
                    found.setdefault(claim.source.label, made)
            for move in turn.moves:
                for _, after in every_outcome(partial(interpreter.apply, turn.position, move)):
                    come(after, made + 1)
    assert not waiting[-1]
    return found


def asked_of_nobody(rules: ir.Game, turn: Turn) -> list[int]:
    """The decisions on the way to a turn at which nobody could move; they count too."""
    found: list[int] = []
    asked: list[int] = []
    for event in turn.events:
        if event.kind in ("step", "otherwise"):
            found += asked
            asked.clear()
        if event.kind == "step":
            (step,) = event.args
            assert isinstance(step, int)
            asked += [step] if isinstance(rules.steps[step].act, ir.Ask) else []
    return found


def decisions(rules: ir.Game, witness: Witness) -> int:
    """How many decisions a witness' play has."""
    interpreter = Interpreter(rules)
    log = from_json(interpreter, witness.log)
    assert isinstance(log, Log)
    turns = replay(interpreter, log).turns
    return len(turns) - 1 + sum(len(asked_of_nobody(rules, turn)) for turn in turns)


@pytest.mark.parametrize(("text", "can"), [(LAYING, CAN), (LUCK, LUCKY)])
def test_plays_are_as_short_as_can_be_and_missing_where_there_are_none(text: str, can: list[str]):
    """The oracle shares nothing with the solver: it plays every deal, every later luck and every move."""
    claims = "".join(f"\nclaim c{n}: sometimes {cond}" for n, cond in enumerate(can))
    rules = game(text + claims + "\n")
    shortest = fewest(Interpreter(rules))
    nothing_shown = [replace(r, verdict="unknown", reason="open", witness=None) for r in claims_of(rules)]
    results = by_subject(bounded(rules, 60.0, None, None, nothing_shown), *(f"c{n}" for n in range(len(can))))
    for result in results:
        label = result.obligation.subject
        if label in shortest:
            assert (label, result.verdict) == (label, "proved")
            assert result.witness is not None
            # A claim may be found where nobody can move, and be read where play then stands.
            assert len(result.witness.moves) <= shortest[label] <= decisions(rules, result.witness)
        else:
            assert (label, result.verdict) == (label, "unknown")
            assert result.reason.startswith("open; not in any games from any deal of the full deck")
            assert result.reason.endswith(", so it never happens")
    assert 0 < len(shortest) < len(can)


def test_the_oracle_sees_a_way_that_was_left_out(monkeypatch: pytest.MonkeyPatch):
    """Without passes the solver would prove of something that comes about that it does not."""
    real = Unrolling._ways
    monkeypatch.setattr(Unrolling, "_ways", lambda *given: (p for p in real(*given) if p.name != "(pass)"))
    rules = game(f"{LUCK}\nclaim c0: sometimes {LUCKY[3]}\n")
    assert "c0" in fewest(Interpreter(rules))
    nothing_shown = [replace(r, verdict="unknown", reason="open", witness=None) for r in claims_of(rules)]
    (found,) = by_subject(bounded(rules, 60.0, None, None, nothing_shown), "c0")
    assert found.reason.startswith("open; not in any games from any deal")


def claims_of(rules: ir.Game) -> list[Result]:
    interpreter = Interpreter(rules)
    found = random_play.results(interpreter, random_play.play_games(interpreter, 1, 1), 1, 0.0)
    return [r for r in found if r.obligation.code == "claim"]


def test_what_breaks_in_no_play_is_proved_where_all_plays_are_short():
    rules = with_clauses("  rests otherwise: nothing\n", "\nclaim few: never size of heap > 5\n")
    (few,) = searched(rules, "few")
    # The first to be without cards ends the play with the fifth card of the six.
    assert (few.verdict, few.scope) == (
        "proved",
        "all games from any deal of the full deck; none has more than 5 decisions",
    )


# ---------------------------------------------------------------- every real play is among those asked about


@pytest.mark.parametrize(("name", "moves"), [("leduc_poker", 4), ("crazy_eights", 3), ("pigeon", 6), ("twentyone", 2)])
def test_real_plays_are_allowed(name: str, moves: int):
    """Were they not, it would be no proof that none of the allowed plays has something."""
    rules = load_file(name, {}).game
    assert rules is not None
    enc = Encoder(rules)
    unrolled = Unrolling(enc)
    for _ in range(moves):
        unrolled.grow()
    for seed in range(3):
        luck = Recording(Seeded(seed))
        turn = enc.interpreter.start(luck)
        rows, conds = iter(unrolled.rows[1:]), []
        while True:
            # A decision at which nobody can move is one of the rows too.
            for step in asked_of_nobody(rules, turn):
                conds += [any_way_on(row, step) for row in islice(rows, 1)]
            row = next(rows, None)
            if row is None or turn.position.over:
                break
            move = turn.moves[seed * 7 % len(turn.moves)]
            conds.append(as_made(enc, row, turn, move))
            turn = enc.interpreter.apply(turn.position, move, luck)
        assert Asker().ask("real", (*unrolled.links(moves), *conds)) == "sat"


def any_way_on(row: Row, step: int):
    return t.any_of(s.taken for s in row.stretches if s.passage.step == step and s.passage.chosen is None)


def as_made(enc: Encoder, row: Row, turn: Turn, move: Move):
    """This move is made at this position."""
    name = "(pass)" if move == PASS else move.action
    (stretch,) = [s for s in row.stretches if (s.passage.name, s.passage.step) == (name, turn.position.step)]
    cells = zip(stretch.stand.state.cells, turn.position.cells, strict=True)
    there = [enc.deck.same(held.held, enc.deck.set_of(cards)) for held, cards in cells]
    chosen = stretch.passage.chosen
    params = () if chosen is None else enc.index.actions[name].params
    for param, arg in zip(params, move.args, strict=True):
        assert chosen is not None
        value = chosen.names[param.name]
        if isinstance(arg, tuple):
            there.append(enc.deck.same(value.held, enc.deck.set_of(arg)))
        elif isinstance(param.type, ir.Card):
            there.append(enc.deck.same(value, enc.deck.set_of((arg,))))
        elif isinstance(param.type, ir.Int):
            there.append(t.equal(value, arg))
        else:
            there.append(t.cases_of(value)[arg])
    return t.all_of((stretch.taken, *there))


# ---------------------------------------------------------------- as a technique


def test_it_takes_up_what_is_open_and_is_kept(tmp_path):
    rules = game(SMALLER + LAY + "\n" + RARE + PLAY + CLAIMS)
    plan = Plan(games=5, each={"random play": 30.0, "plays from the deal": 20.0})
    keeper = Keeper(tmp_path)
    first = strongest(verify(Task(rules, (), {}, lambda s: None, plan), keeper))
    assert [r.verdict for r in by_subject(first, "told royal", "stays_low")] == ["proved", "refuted"]
    decided_anew = keeper.made
    again = strongest(verify(Task(rules, (), {}, lambda s: None, plan), keeper))
    assert decided_anew > 0
    assert keeper.made == decided_anew
    assert {(r.obligation, r.verdict, r.scope) for r in again} == {(r.obligation, r.verdict, r.scope) for r in first}


def test_neither_the_order_nor_the_words_of_what_is_open_change_what_is_kept(tmp_path):
    rules = game(SMALLER + LAY + "\n" + RARE + PLAY + CLAIMS)
    keeper = Keeper(tmp_path)
    (technique,) = [found for found in TECHNIQUES if found.open is open_after_play]
    task = Task(
        rules, (), {}, lambda s: None, Plan(games=5, each={"plays from the deal": 4.0}), until=perf_counter() + 60.0
    )
    (random,) = [found for found in TECHNIQUES if found.name == "random play"]
    task = replace(task, known=strongest(random.run(replace(task, plan=Plan(games=5, each={"random play": 4.0})))))
    assert len(open_after_play(task)) > 1
    list(decided(technique, task, 4.0, keeper))
    other = tuple(replace(r, reason=f"{r.reason}, told otherwise") for r in reversed(task.known))
    assert all_kept(technique, replace(task, known=other), 4.0, keeper)
    assert not all_kept(technique, replace(task, known=other[1:]), 4.0, keeper) or other[0] not in open_after_play(task)


BOTH = """
claim at_the_end: at last, never size of heap > 6
claim of_each: at act, never size of heap > 6
"""


def test_what_is_read_at_no_decision_so_far_is_not_checked():
    """Six cards are laid one by one, and the step comes after all of them: of shorter plays nothing is said."""
    play = PLAY.replace("  out when hand of mover is empty: mover wins", "  out at last: nobody wins")
    play = play.replace(
        "turns from player 1:", "repeat until hand of player 2 is empty:\n    once around from player 1:"
    )
    play = play.replace("    choice act", "      choice act") + "  step last: nothing\n"
    rules = game(HEAD + LAY.replace("\n  does tell: decide told(c)", "") + play + BOTH)
    open_ = [r for r in known(rules) if r.obligation.code == "claim"]
    for most, verdicts in ((3, {"of_each": "checked"}), (7, {"of_each": "proved", "at_the_end": "proved"})):
        search = _Short(rules, Asker(perf_counter() + 30), open_)
        search.most = most
        found = [*search.run(), *search.rest()]
        assert {r.obligation.subject: r.verdict for r in found} == verdicts


class _Short(Search):
    """A search that gives up at so many decisions."""

    most = 0

    def _goes_on(self, asker: Asker) -> bool:
        return len(self.unrolled.rows) <= self.most and super()._goes_on(asker)
