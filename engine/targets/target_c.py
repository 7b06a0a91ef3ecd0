"""The target `c`: a C11 engine, its header, a program that plays, one that answers `hoyle conform`, and a page about it.

Leaves the engine's text to `engine.c.export.source`.
"""

from __future__ import annotations

from engine.c.export.header import filled, run_time, template
from engine.c.export.source import engine_of
from engine.c.rules.names import c_word
from engine.core.names import module_name
from engine.targets.escape import comment
from engine.targets.facts import Facts
from engine.targets.readme import readme
from spec.ir import nodes as ir

FLAGS = "-std=c11 -O2 -Wall -Wextra -pedantic"


def files(game: ir.Game, facts: Facts) -> dict[str, str]:
    """The engine and what lies beside it. Raises Unsupported."""
    name = c_word(module_name(facts.stem))
    engine = engine_of(
        game,
        name,
        f"   Written by Hoyle {facts.version} from {comment(facts.stem)}.hoyle; README.md says under which readings.",
    )
    play, conform = (f"cc {FLAGS} -o {to} {of}.c {name}.c" for to, of in (("play", "main"), ("conform", "conform")))
    title = comment(game.title)
    return {
        f"{name}.h": engine.header,
        f"{name}.c": engine.source,
        "hoyle_engine.h": run_time(),
        "main.c": filled(template("main.c"), name, {"TITLE": title, "BUILD": play}),
        "conform.c": filled(template("conform.c"), name, {"BUILD": conform}),
        "README.md": readme(game, facts, "a C engine", _use(name, play), _agreement(facts, conform)),
    }


def _use(name: str, play: str) -> list[str]:
    return [
        f"`{name}.h`, `{name}.c` and `hoyle_engine.h`, which that includes, are the engine: C11, nothing but the "
        "standard library, no memory allocated, no global state. The header says what each function does.",
        f"```console\n$ {play}\n$ ./play 1              # a random game, printed\n$ ./play 1 --quiet 1000 # many, counted\n```",
        f"```c\n{name}_state game;\n{name}_move moves[64];\n\n{name}_start(&game, 1);\nwhile (!{name}_is_over(&game)) {{\n"
        f"  size_t n = {name}_legal_moves(&game, moves, 64);\n  {name}_apply(&game, &moves[n < 64 ? n - 1 : 63]);\n}}\n```",
        "\n".join(
            [
                f"- `{name}_start`, `{name}_start_deck`, `{name}_start_with`: by a seed, a deck, or outcomes of your own.",
                f"- `{name}_legal_moves`, `{name}_is_legal`, `{name}_apply`, `{name}_apply_with`.",
                f"- `{name}_is_over`, `{name}_current_player`, `{name}_returns`, `{name}_observe`, `{name}_zone_cards`.",
                f"- `{name}_describe`, `{name}_parse`, `{name}_field_text`, and tables of names.",
                "- Where the rules do not say how play goes on, `fault` and `clause` of the state say why and where.",
            ]
        ),
    ]


def _agreement(facts: Facts, conform: str) -> str:
    return (
        "Hoyle's tests play such engines beside its interpreter, which defines the rules. This one is held against the "
        "rule file by games that Hoyle writes down, with the legal moves, the zones, the fields, what each player sees "
        f"and the returns after every move:\n\n```console\n$ {conform}\n$ {facts.command.split(' --to ')[0]} --to vectors "
        "--out vectors\n$ hoyle conform --vectors vectors/*.jsonl -- ./conform\n```"
    )
