"""Policies play legal moves, see only what the mover sees, and play better than chance; jobs change no figure."""

from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.observe import observe
from engine.interpreter.position import Payoff
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, Stream
from engine.players.determinization import Faces, determinize
from engine.players.evaluation_heuristic import EvaluationHeuristic
from engine.players.mcts import Mcts
from engine.players.policy import NAMES, Choosers, Greedy, Random, make
from engine.processes.jobs import added_up_by
from engine.simulate.simulate import simulate, statistics
from hoyle.api import load
from spec.ir import nodes as ir


def wins(interpreter: Interpreter, strong, games: int) -> int:
    """How many games one seat wins, the others playing at random; the seat changes from game to game."""
    players, found = interpreter.layout.players, 0
    for game in range(games):
        seat = game % players
        seated = [strong if at == seat else Random() for at in range(players)]
        chance, choosers = Seeded(game), Choosers(interpreter, game, seated)
        turn = interpreter.start(chance)
        while turn.moves:
            turn = interpreter.apply(turn.position, choosers.move(turn), chance)
        assert turn.position.result is not None
        returns = turn.position.result.returns
        found += returns[seat] == max(returns) and len(set(returns)) > 1
    return found


def test_greedy_play_is_better_than_chance():
    # By chance alone 8 of 40 games are won; 18 or more have a chance below one in a thousand.
    interpreter = load("crazy_eights").interpreter
    assert wins(interpreter, Greedy(interpreter), 40) >= 18


def test_search_is_better_than_chance():
    # By chance alone about half are won; 38 or more of 60 have a chance of three in a hundred.
    interpreter = load("crazy_eights", players=2, hand_of_two=3, deck="4..9 of clubs, diamonds").interpreter
    assert wins(interpreter, Mcts(interpreter, rounds=25, most_moves=30), 60) >= 38


def positions(name: str, seed: int = 3, most: int = 12) -> list[Turn]:
    interpreter = load(name).interpreter
    chance = Seeded(seed)
    choosers = Choosers(interpreter, seed)
    found: list[Turn] = []
    turn = interpreter.start(chance)
    while turn.moves and len(found) < most:
        found.append(turn)
        turn = interpreter.apply(turn.position, choosers.move(turn), chance)
    return found


@pytest.mark.parametrize("name", ["crazy_eights", "hearts", "pigeon", "twentyone", "reserve"])
def test_what_the_mover_sees_is_left_as_it_is(name):
    interpreter = load(name).interpreter
    for turn in positions(name):
        mover = turn.position.fields[interpreter.layout.mover]
        dealt = determinize(interpreter.layout, turn.position, mover, Stream(5, Domain.REDEAL))
        assert observe(interpreter.layout, dealt, mover) == observe(interpreter.layout, turn.position, mover)
        assert sorted(sum(dealt.cells, ())) == sorted(sum(turn.position.cells, ()))
        assert [len(cell) for cell in dealt.cells] == [len(cell) for cell in turn.position.cells]


@pytest.mark.parametrize("policy", NAMES)
def test_a_choice_does_not_depend_on_what_the_mover_does_not_see(policy):
    interpreter = load("crazy_eights").interpreter
    for turn in positions("crazy_eights", most=4):
        mover = turn.position.fields[interpreter.layout.mover]
        other = determinize(interpreter.layout, turn.position, mover, Stream(8, Domain.REDEAL))
        assert other != turn.position
        player = Mcts(interpreter, rounds=4, most_moves=20) if policy == "mcts" else make(policy, interpreter)
        moves = interpreter.legal_moves(other)
        one, two = Stream(9, player.domain), Stream(9, player.domain)
        assert player.choose(turn, one) == player.choose(Turn(other, moves=moves), two)


def test_cards_chosen_blind_are_one_move():
    game = load("reserve").rules
    action = next(
        a for a in game.actions if any(isinstance(p.choice, ir.ChooseCard) and p.choice.blind for p in a.params)
    )
    faces = Faces(game)
    turn = next(t for t in positions("reserve") if t.moves[0].action == action.source.label)
    assert len(faces.groups(turn.moves)) < len(turn.moves)


def test_an_ended_game_stands_by_its_returns():
    interpreter = load("leduc_poker").interpreter
    standing = EvaluationHeuristic(interpreter)
    chance, choosers = Seeded(1), Choosers(interpreter, 1)
    turn = interpreter.start(chance)
    while turn.moves:
        turn = interpreter.apply(turn.position, choosers.move(turn), chance)
    assert turn.position.result is not None
    result = replace(turn.position.result, returns=(Payoff(3), Payoff(-3)))
    won, lost = (standing.of(replace(turn.position, result=result), seat) for seat in (0, 1))
    assert won == (1.0, 6.0, 0.0)
    assert lost == (-1.0, -6.0, 0.0)


def test_fewer_cards_in_hand_stand_better():
    interpreter = load("pigeon").interpreter
    position = positions("pigeon")[-1].position
    cell = next(iter(interpreter.layout.cells_of("deck")))
    less = replace(position, cells=tuple(c[:-1] if i == cell else c for i, c in enumerate(position.cells)))
    standing = EvaluationHeuristic(interpreter)
    assert standing.of(less, 0) > standing.of(position, 0)
    assert standing.of(less, 1) == standing.of(position, 1)


@pytest.mark.parametrize("policies", [(), ("greedy", "random")])
def test_the_figures_are_the_same_whatever_the_number_of_jobs(policies):
    interpreter = load("leduc_poker").interpreter
    told: list[tuple[int, int]] = []
    two = added_up_by(
        interpreter, range(50), 4, jobs=2, policies=policies, progress=lambda done, asked: told.append((done, asked))
    )
    assert two == added_up_by(interpreter, range(50), 4, policies=policies)
    assert told[-1] == (50, 50)
    if not policies:
        assert statistics(interpreter.game, two, 4, 10_000) == simulate(interpreter, 50, 4)


def test_an_interrupted_run_tells_of_the_games_played():
    interpreter = load("leduc_poker").interpreter

    def interrupt(done: int, _: int) -> None:
        if done == 30:
            raise KeyboardInterrupt

    assert simulate(interpreter, 500, 4, progress=interrupt) == simulate(interpreter, 30, 4)
