"""One seat of many games is an environment as Gymnasium has them, and tells the games that are played."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from hoyle import seat as seats
from hoyle.api import load
from hoyle.seat import SeatVectorEnv
from tests.hoyle.rules import DUEL, write
from tests.native.harness import needs_compiler

pytestmark = needs_compiler


def chosen(told: dict[str, Any], luck: np.random.Generator) -> Any:
    return np.where(told["action_mask"], luck.random(told["action_mask"].shape), -1).argmax(axis=1)


def played(environment: SeatVectorEnv, seed: int, steps: int) -> list[Any]:
    told, _ = environment.reset(seed=seed)
    luck, found = np.random.default_rng(1), list[Any]([told])
    for _ in range(steps):
        told, *rest, _ = environment.step(chosen(told, luck))
        found.append((told, *rest))
    return found


@pytest.mark.parametrize(("name", "seat"), [("leduc_poker", 1), ("crazy_eights", 3), ("kuhn_poker", 0)])
def test_the_seat_is_told_where_it_decides_and_how_games_end(name: str, seat: int):
    environment = SeatVectorEnv(load(name), 8, seat)
    told, _ = environment.reset(seed=5)
    luck, over, ends = np.random.default_rng(1), np.zeros(8, bool), 0
    for _ in range(40):
        assert told in environment.observation_space
        decides = environment.vector.movers == seat
        assert (decides == ~over).all()
        assert (told["action_mask"].any(axis=1) == decides).all()
        assert (told["observation"] == environment.vector.observe(seat)).all()
        before = environment.vector.seeds.copy()
        told, rewards, terminations, truncations, _ = environment.step(chosen(told, luck))
        assert not (terminations & over).any(), "a row begins anew in the step after its end"
        assert ((environment.vector.seeds != before) == over).all()
        over = terminations | truncations
        results = [environment.vector.position(row).result for row in range(8)]
        assert rewards.tolist() == [0 if result is None else result.returns[seat] for result in results]
        ends += over.sum()
    assert ends > 5


def test_the_same_seed_gives_the_same_games_and_none_gives_others():
    one, other = (played(SeatVectorEnv(load("leduc_poker"), 4), 3, 20) for _ in range(2))
    assert data_equivalence(one, other)
    environment = SeatVectorEnv(load("leduc_poker"), 4)
    first = set(environment.vector.seeds.tolist())
    environment.reset()
    assert not first & set(environment.vector.seeds.tolist())


def test_other_seats_choose_by_a_function_and_gymnasium_counts_what_was_gained():
    asked = []

    def others(seen: Any, masks: Any) -> Any:
        asked.append(masks.any(axis=1).sum())
        return masks.argmax(axis=1)

    environment = gymnasium.wrappers.vector.RecordEpisodeStatistics(SeatVectorEnv(load("leduc_poker"), 4, 1, others))
    told, _ = environment.reset(seed=1)
    luck, lengths = np.random.default_rng(0), list[int]()
    for _ in range(20):
        told, *_, infos = environment.step(chosen(told, luck))
        lengths += [] if "episode" not in infos else infos["episode"]["l"][infos["_episode"]].tolist()
    assert asked
    assert lengths
    assert 1 <= min(lengths) <= max(lengths) <= 4


def test_what_is_no_seat_or_never_decides_is_told():
    with pytest.raises(ValueError, match="seats are from 0 to 1"):
        SeatVectorEnv(load("leduc_poker"), 2, 2)
    environment = SeatVectorEnv(load("leduc_poker"), 2)
    told, _ = environment.reset(seed=0)
    with pytest.raises(ValueError, match="is no legal move there"):
        environment.step(np.argmin(told["action_mask"], axis=1))


def test_games_in_which_a_seat_decides_nothing_are_passed_over_but_not_forever(tmp_path, monkeypatch):
    # With one card in hand player 1 mostly lays it and has won.
    game = load(write(tmp_path, DUEL.replace("usually 2", "usually 1")))
    environment = SeatVectorEnv(game, 16, 1)
    environment.reset(seed=0)
    assert (environment.vector.movers == 1).all()
    assert environment.vector.seeds.max() > 15
    monkeypatch.setattr(seats, "MOST_IDLE", 0)
    with pytest.raises(ValueError, match="seat 1 decides nothing in 0 games one after the other"):
        environment.reset(seed=0)
