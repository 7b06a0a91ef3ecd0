"""The target `python`: one module and a page about it.

Leaves the module's text to `engine.python.module`.
"""

from __future__ import annotations

from engine.conformance.differential_check import Engine, loaded, play_both
from engine.core.names import module_name
from engine.core.pipelines import for_python
from engine.interpreter.interpreter import Interpreter
from engine.python.module import python_of
from engine.targets.facts import Facts
from engine.targets.readme import readme
from spec.ir import nodes as ir

GAMES = 5
"""So many games are played on both engines before anything is written."""


def files(game: ir.Game, facts: Facts) -> dict[str, str]:
    """The module and its README. Raises Differs where the module does not play as the interpreter does."""
    name = module_name(facts.stem)
    program = for_python(game)
    text = python_of(
        program, f"Written by Hoyle {facts.version} from {facts.stem}.hoyle; README.md says under which readings."
    )
    interpreter, engine = Interpreter(game), Engine(program, loaded(text))
    decisions = sum(play_both(interpreter, engine, seed) for seed in range(GAMES))
    agreement = (
        f"Before it was written it played {GAMES} random games ({decisions} decisions) beside Hoyle's interpreter, which "
        "defines the rules: the cards, the fields, the legal moves in their order, what each player sees and the "
        "returns were the same at every decision. Hoyle's own tests do so for many more games. Fields of the rule "
        "file that nothing reads under these readings are left out."
    )
    return {
        f"{name}.py": text,
        "README.md": readme(game, facts, "a Python engine", _use(name, program.players), agreement),
    }


def _seats(players: int) -> str:
    return "a player who chooses" if players == 1 else f"{players} players who choose"


def _use(name: str, players: int) -> list[str]:
    return [
        "Python 3.11 or newer; no other package. In the terminal:",
        f"```console\n$ python {name}.py --seed 1          # watch {_seats(players)} at random\n"
        f"$ python {name}.py --seat 1          # play yourself\n```",
        "From Python:",
        f"```python\nimport {name} as game\n\nstate = game.new_game(seed=1)\nwhile not game.is_over(state):\n"
        "    move = game.legal_moves(state)[0]\n"
        "    print(game.current_player(state), game.describe(move))\n"
        "    state = game.apply(state, move)\nprint(game.returns(state))\n```",
        "\n".join(
            [
                "- `new_game(deck, seed, outcomes)`: `deck` is what the first shuffle makes, `outcomes` all shuffles and picks.",
                "- `legal_moves(state)`, `apply(state, move)` (a new state), `make_move(state, move)` (changes the state).",
                "- `is_over`, `current_player`, `returns`, `observation(state, player)`, `explain(state, move)`.",
                "- `describe(move)`, `parse_move(state, text)`; `to_data(state)` and `from_data(data)` for JSON.",
                "- Here players are counted from 0, in the terminal and the rule file from 1.",
                "- Where the rules do not say how play goes on, a `Fault` names the clauses: `fault.clauses`.",
            ]
        ),
    ]
