"""The target `openspiel`: a Python engine and a module that registers it with OpenSpiel.

Leaves their texts to `engine.python.module` and `engine.adapters.environments`.
"""

from __future__ import annotations

from engine.adapters.environments import actions_module, openspiel_module
from engine.core.names import module_name
from engine.targets.facts import Facts
from engine.targets.readme import readme
from engine.targets.target_python import files as python_files
from spec.ir import nodes as ir

AGREEMENT = (
    "The engine is the one that `--to python` writes. Hoyle's tests hold it against the interpreter, run OpenSpiel's own "
    "`random_sim_test` on this module for every game that comes with Hoyle, and compare what it tells at every decision: "
    "whose turn it is, the legal actions, what each player sees, and the returns."
)


def files(game: ir.Game, facts: Facts) -> dict[str, str]:
    """The engine, the numbering of moves, the registering module and the README."""
    name = module_name(facts.stem)
    short = f"hoyle_{name}"
    engine = python_files(game, facts)[f"{name}.py"]
    use = [
        "Python with `open_spiel` and `numpy`.",
        f'```python\nimport pyspiel\nimport {name}_openspiel\n\ngame = pyspiel.load_game("{short}")\n'
        "state = game.new_initial_state()\n```",
        "A shuffle is a row of chance nodes, one card each from the top down. A move that takes several cards at once, where "
        "there are too many such moves to number all, is told in parts: the player decides on one card after the other.",
    ]
    return {
        f"{name}.py": engine,
        f"{name}_actions.py": actions_module(game, name),
        f"{name}_openspiel.py": openspiel_module(game, name, short),
        "README.md": readme(game, facts, "a game for OpenSpiel", use, AGREEMENT),
    }
