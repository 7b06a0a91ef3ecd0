"""One seat of many games as a vector environment of Gymnasium: `pip install 'hoyle[gymnasium]'`.

Leaves the games to `hoyle.vector`; the other seats choose by a function, or at random.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hoyle.api import Game
from hoyle.batch import Numbers, Truths
from hoyle.vector import Reals, Vector, drawn

Others = Callable[[Reals, Truths], npt.ArrayLike]
"""How other seats choose: from what the mover of each row sees, and the legal actions, a number for each row."""
Told = dict[str, npt.NDArray[Any]]
MOST_IDLE = 1000
"""After so many games in which the seat has nothing to decide it is given up."""


class SeatVectorEnv(VectorEnv):  # type: ignore[misc]
    """One seat of `num_envs` games, which learns; the other seats play by `others`.

    What the seat sees is a dictionary of `observation`, float32 of (num_envs, columns), and `action_mask`, int8 of
    (num_envs, actions). It is told where the seat decides, and at the end. The reward is the seat's return, at the end.
    A row that is over begins anew in the next step (NEXT_STEP). Games where the seat decides nothing are passed over.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seat: int = 0,
        others: Others | None = None,
        *,
        seed: SupportsIndex = 0,
        most_moves: int = 10_000,
    ) -> None:
        self.vector = Vector(game, num_envs, seed, most_moves=most_moves)
        if not 0 <= seat < self.vector.players:
            raise ValueError(f"seats are from 0 to {self.vector.players - 1}")
        self.num_envs, self.seat = num_envs, seat
        self._luck = np.random.default_rng(0)
        self._others = self._random if others is None else others
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        seen = spaces.Box(-np.inf, np.inf, (len(self.vector.columns),), np.float32)
        mask = spaces.Box(0, 1, (len(self.vector.actions),), np.int8)
        self.single_observation_space = spaces.Dict({"observation": seen, "action_mask": mask})
        self.single_action_space = spaces.Discrete(len(self.vector.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, dict[str, Any]]:
        """New games, the same by the same seed; without one the games go on from where the seeds are."""
        first = int(self.vector.seeds.max()) + 1 if seed is None else seed
        self.vector.reset(first)
        self._luck = np.random.default_rng(first % 2**64)
        self._play_on(np.ones(self.num_envs, np.bool_))
        return self._seen(), {}

    def step(self, actions: npt.ArrayLike) -> tuple[Told, npt.NDArray[np.float64], Truths, Truths, dict[str, Any]]:
        """Makes the seat's moves, then the others' until it is the seat's turn again, or the game is over.

        Raises ValueError, before anything is changed, where a row has no such move.
        """
        vector = self.vector
        new = vector.terminations | vector.truncations
        vector.step(actions)
        rewards = vector.rewards[:, self.seat].astype(np.float64)
        rewards += self._play_on(new)
        over = vector.terminations, vector.truncations
        return self._seen(), rewards, over[0].copy(), over[1].copy(), {}

    def _play_on(self, new: Truths) -> npt.NDArray[np.float64]:
        """Has the others play until the seat decides or the game is over; what the seat gains meanwhile.

        `new`: rows whose game has just begun, and begins again where it ends before the seat has decided anything.
        """
        vector, gained, idle = self.vector, np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        while True:
            over = vector.terminations | vector.truncations
            again = over & new
            idle += again
            if (idle > MOST_IDLE).any():
                raise ValueError(f"seat {self.seat} decides nothing in {MOST_IDLE:,} games one after the other")
            acts = again | (~over & (vector.movers != self.seat))
            if not acts.any():
                return gained
            chosen = np.asarray(self._others(vector.observations, vector.action_masks))
            vector.step(np.where(acts, np.where(again, 0, chosen), -1))
            gained += np.where(new, 0, vector.rewards[:, self.seat])

    def _random(self, seen: Reals, masks: Truths) -> Numbers:
        return drawn(masks, self._luck)

    def _seen(self) -> Told:
        """What the seat sees of all rows, in new arrays."""
        return {
            "observation": self.vector.observe(self.seat),
            "action_mask": self.vector.action_masks.astype(np.int8),
        }
