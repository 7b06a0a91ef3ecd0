"""The target `vectors`: a conformance suite against which another implementation can be held.

Leaves choosing and telling the games to `engine.conformance`.
"""

from __future__ import annotations

import json

from engine.conformance.choose import choose, rulings_dropped, rulings_implied
from engine.conformance.idle import outranked_always
from engine.conformance.seek import seeker
from engine.conformance.vectors import lines, schema
from engine.export.names import identifier
from engine.export.readme import readme
from engine.export.targets import Facts
from engine.interpreter import Interpreter
from spec import ir


def files(game: ir.Game, facts: Facts) -> dict[str, str]:
    """The suite, its schema and the README."""
    name, interpreter = identifier(facts.stem), Interpreter(game)
    variants = (*rulings_dropped(game), *facts.readings())
    suite = choose(interpreter, variants, most_games=facts.games, most_moves=MOVES, progress=facts.progress,
                   seek=seeker(game, facts.sought, 0, MOVES))  # fmt: skip
    idle = {**outranked_always(game), **rulings_implied(game)}
    told = f"{len(suite.games)} games, chosen out of {suite.played} random ones: together they show {len(suite.shown)} "
    told += f"of {len(suite.shown) + len(suite.missed)} points (every clause that fires, every ruling and reading that "
    told += "makes a difference)."
    missed = "\n".join(f"- {point}" for point in suite.missed if point not in idle)
    unseen = [f"Not shown by any of them, so not tested by this suite:\n\n{missed}"] if missed else []
    if never := [f"- {point}: {idle[point]}" for point in suite.missed if point in idle]:
        told_never = "\n".join(never)
        unseen.append(
            "These cannot matter: a clause never has its way where, whenever it applies, another applies too that "
            f"outranks it (named after the colon); a ruling may say what others say already:\n\n{told_never}"
        )
    return {
        f"{name}.jsonl": "\n".join(lines(interpreter, suite, facts.stem)) + "\n",
        "schema.json": json.dumps(schema(), indent=2) + "\n",
        "README.md": readme(game, facts, "a conformance suite", [told, *unseen, *_use(name)], AGREEMENT),
    }


MOVES = 200
"""So many moves a game of a suite has at most."""
AGREEMENT = "The suite was played by the interpreter, which defines the rules, so it agrees by its making."


def _use(name: str) -> list[str]:
    return [
        f"`{name}.jsonl` holds a JSON object a line, of the form that `schema.json` gives: a header, then for each game "
        "its start and its moves. `luck` is what shuffles (the cards in their new order, the last on top) and picks came "
        "to; `state` is where it led: who moves, the legal moves in order, zones bottom first (sets in deck order), fields, "
        "what each player sees, the ending and the returns. Of more than 500 legal moves it tells the number and the "
        "SHA-256 of their lines. `fired` are the clauses that had their way.",
        f"To hold a program against it: `hoyle conform --vectors {name}.jsonl -- COMMAND`. The program reads a JSON object "
        "a line and answers each with one:",
        "\n".join([
            '- `{"do": "hello", "deck": [...], ...}`: answer `{"tells": ["over", "legal", ...], "in_order": true}`, naming '
            "the parts of a state that it tells (`over` and `legal` at least), and whether its legal moves are in the "
            "suite's order.",
            '- `{"do": "start", "luck": [...]}`: begin a game with this luck; answer its state.',
            '- `{"do": "move", "move": "play(7S)", "luck": [...]}`: make a move; answer the state after it.',
            '- An answer `{"error": "..."}` counts as a difference.',
        ]),
    ]  # fmt: skip
