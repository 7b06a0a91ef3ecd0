"""The target `js`: one ES module with type declarations, and a program that answers `hoyle conform` by it.

Leaves the module's text to `engine.javascript.module`.
"""

from __future__ import annotations

from importlib import resources

from engine.core.names import module_name
from engine.core.pipelines import for_javascript
from engine.javascript.module import module_of
from engine.javascript.types import types_of
from engine.targets.facts import Facts
from engine.targets.readme import readme
from spec.ir import nodes as ir

AGREEMENT = (
    "Hoyle's own tests play random games of every game that comes with it on this module and on the interpreter, which "
    "defines the rules: cards, fields, legal moves in their order, what each player sees and the returns are the same at "
    "every decision. To see it for this one: `hoyle export GAME --to vectors --out DIR`, then "
    "`hoyle conform --vectors DIR/GAME.jsonl -- node conform.mjs`."
)


def about(game: ir.Game, facts: Facts) -> list[str]:
    """What stands at the head of the module."""
    return [
        game.title,
        "",
        f"Written by Hoyle {facts.version} from {facts.stem}.hoyle; see README.md for its readings.",
    ]


def files(game: ir.Game, facts: Facts) -> dict[str, str]:
    """The module, its declarations, the answering program and the README."""
    name, program = module_name(facts.stem), for_javascript(game)
    answering = resources.files("engine.javascript").joinpath("conform.mjs").read_text(encoding="utf-8")
    return {
        f"{name}.mjs": module_of(program, about(game, facts)),
        f"{name}.d.mts": types_of(program),
        "conform.mjs": answering.replace("GAME.mjs", f"{name}.mjs"),
        "README.md": readme(game, facts, "a JavaScript engine", _use(name), AGREEMENT),
    }


def _use(name: str) -> list[str]:
    return [
        "Any browser of today, or Node.js 18 or newer; no other package.",
        f'```js\nimport * as game from "./{name}.mjs";\n\nlet state = game.newGame({{ seed: 1 }});\n'
        "while (!game.isOver(state)) {\n  const move = game.legalMoves(state)[0];\n"
        "  console.log(game.currentPlayer(state), game.describe(move));\n  state = game.apply(state, move);\n}\n"
        "console.log(game.returns(state));\n```",
        "\n".join([
            "- `newGame({ deck, seed, outcomes })`: `deck` is what the first shuffle makes, `outcomes` all luck in turn.",
            "- `legalMoves(state)`, `apply(state, move)`: a new state; the old one stays as it is.",
            "- `isOver`, `currentPlayer`, `returns`, `observation(state, player)`, `explain(state, move)`, `tell(state)`.",
            "- `describe(move)` and `parseMove(state, text)` for moves in words, such as those of a log.",
            "- Where the rules do not say how play goes on, a `Fault` names the clauses: `fault.clauses`.",
        ]),
    ]  # fmt: skip
