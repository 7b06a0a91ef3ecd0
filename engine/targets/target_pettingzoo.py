"""The target `pettingzoo`: a Python engine and a PettingZoo environment around it.

Leaves their texts to `engine.python.module` and `engine.adapters.environments`.
"""

from __future__ import annotations

from engine.adapters.environments import actions_module, pettingzoo_module
from engine.core.names import module_name
from engine.targets.facts import Facts
from engine.targets.readme import readme
from engine.targets.target_python import files as python_files
from spec.ir import nodes as ir

AGREEMENT = (
    "The engine is the one that `--to python` writes. Hoyle's tests hold it against the interpreter and run PettingZoo's "
    "own `api_test` on this environment for every game that comes with Hoyle, and compare what it tells at every decision: "
    "whose turn it is, the action mask, what each agent sees, and the rewards."
)


def files(game: ir.Game, facts: Facts) -> dict[str, str]:
    """The engine, the numbering of moves, the environment and the README."""
    name = module_name(facts.stem)
    use = [
        "Python with `pettingzoo` and `numpy`.",
        f"```python\nimport {name}_pettingzoo\n\nenvironment = {name}_pettingzoo.env()\nenvironment.reset(seed=1)\n"
        "for agent in environment.agent_iter():\n    observation, reward, over, cut, info = environment.last()\n"
        '    mask = observation["action_mask"]\n'
        "    environment.step(None if over or cut else environment.action_space(agent).sample(mask))\n```",
        "An observation is a vector of what the agent sees and a mask of its legal moves; rewards come at the end. A move "
        "that takes several cards at once, where there are too many such moves to number all, is told in parts: the agent "
        "steps once for each card.",
    ]
    return {
        f"{name}.py": python_files(game, facts)[f"{name}.py"],
        f"{name}_actions.py": actions_module(game, name),
        f"{name}_pettingzoo.py": pettingzoo_module(game, name),
        "README.md": readme(game, facts, "a PettingZoo environment", use, AGREEMENT),
    }
