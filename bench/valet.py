"""The 21 games of Valet beside its own rule files: `python -m bench.valet` writes docs/explanation/valet.md.

Valet (Goadrich, Morenville and Piette, 2026) holds a file a game in RECYCLE, the language of the engine CardStock. The
lines of those files were counted without comments and blanks; their decisions and choices were read off the plots of
their site, so they are approximate. What is ours is measured here: lines, 100 random games, one run of `verify`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from engine.interpreter.interpreter import Interpreter
from hoyle.sources.files import game_names, load_file
from hoyle.sources.rulefolder import rules_folder
from verify.random.random_walks import random_walk

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "valet.md"
GAMES, BUDGET = 100, 20


@dataclass(frozen=True, slots=True)
class Theirs:
    """A game of Valet: players, lines of code in RECYCLE, decisions of a game and choices at a decision as plotted."""

    name: str
    players: int
    lines: int
    decisions: str
    choices: str


VALET = (
    Theirs("agram", 3, 54, "18", "1–6"), Theirs("blackjack", 1, 110, "to 6", "1–5"),
    Theirs("crazy_eights", 3, 67, "to 105", "1–12"), Theirs("cribbage", 2, 155, "12–17", "1–6"),
    Theirs("cuckoo", 6, 66, "6", "1–2"), Theirs("euchre", 4, 194, "to 28", "1–7"),
    Theirs("go_fish", 4, 75, "to 55", "3–27"), Theirs("golf_six", 4, 85, "to 130", "2–7"),
    Theirs("goofspiel", 2, 54, "26", "1–13"),
    Theirs("hearts", 4, 86, "52", "1–13"), Theirs("klaverjassen", 4, 236, "33", "1–8"),
    Theirs("leduc_poker", 2, 76, "to 7", "2–3"), Theirs("pitch", 4, 126, "to 28", "1–6"),
    Theirs("president", 5, 59, "to 155", "1–24"), Theirs("rummy", 2, 93, "to 355", "1–11"),
    Theirs("scarto", 3, 114, "75", "1–25"), Theirs("schwimmen", 5, 86, "to 25", "1–11"),
    Theirs("scopa", 2, 94, "36", "1–9"), Theirs("skitgubbe", 3, 122, "to 490", "1–31"),
    Theirs("sueca", 4, 64, "40", "1–10"), Theirs("whist", 4, 69, "52", "1–13"),
)  # fmt: skip


def rule_lines(name: str) -> int:
    """The lines of a rule file without comments, blanks, examples, claims, questions and the text that it cites."""
    text = (rules_folder() / name / f"{name}.hoyle").read_text(encoding="utf-8")
    sections = re.split(r"\n(?=\S)", text)
    kept = [x for x in sections if not re.match(r"(example|claim|question|source|#)", x)]
    return sum(1 for x in kept for line in x.splitlines() if line.split("#")[0].strip())


def played(name: str, players: int) -> tuple[str, str]:
    """The decisions of random games, and the legal moves at a decision: least to most."""
    game = load_file(name, {"players": str(players)}).game or load_file(name, {}).game
    assert game is not None
    interpreter = Interpreter(game)
    decisions, choices = list[int](), list[int]()
    for seed in range(GAMES):
        last = 0
        for stage in random_walk(interpreter, seed, float("inf")):
            last = len(stage.moves)
            choices += [len(stage.turn.moves)] if stage.turn.moves else []
        decisions.append(last)
    return _range(decisions), _range(choices)


def _range(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low}" if low == high else f"{low}–{high}"


def verified(name: str) -> str:
    """What one run of `verify` comes to."""
    command = [sys.executable, "-m", "hoyle", "verify", name, "--budget", str(BUDGET), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = Counter(result["verdict"] for result in json.loads(done.stdout))
    words = ("proved", "checked", "tested", "unknown", "refuted")
    return ", ".join(f"{found[word]} {word}" for word in words if found[word])


def rows() -> Iterator[str]:
    """A row a game."""
    for one in VALET:
        head = f"| {one.name.replace('_', ' ')} | {one.players} | {one.lines} |"
        if one.name not in game_names():
            yield f"{head} – | {one.decisions} | | {one.choices} | | | |"
            continue
        game = load_file(one.name, {}).game
        assert game is not None
        decisions, choices = played(one.name, one.players)
        said = f"{len(game.questions)}, {len(game.examples)}, {len(game.claims)}"
        print(one.name, file=sys.stderr, flush=True)
        yield (
            f"{head} {rule_lines(one.name)} | {one.decisions} | {decisions} | {one.choices} | {choices} | {said} | "
            f"{verified(one.name)} |"
        )


HEAD = """# Beside Valet

Valet holds 21 card games in RECYCLE, the language of the engine CardStock. Hoyle's files of these games are held
against programs by others or against second programs; the folder of each says which. Lines are counted without
comments and blanks, ours also without examples, claims and questions, for which RECYCLE has no words. Decisions are
those of a game, choices those at a decision: theirs as the plots of their site show them, ours of {games} random
games. Rules differ here and there, as the questions of a file say: cribbage is played to its score here, there hand
by hand. The last columns are what a RECYCLE file cannot say or show: questions that the sources leave open, examples,
claims, and what `hoyle verify --budget {budget}` comes to. What is refuted fails nothing: a seat that wins more than
its share, or play that can go on for ever. A dash: the library lacks it.

"""
COLUMNS = (
    "game", "players", "lines, RECYCLE", "lines, Hoyle", "decisions, Valet", "decisions, Hoyle", "choices, Valet",
    "choices, Hoyle", "questions, examples, claims", "`verify`",
)  # fmt: skip


def main() -> None:
    """Writes the page."""
    every = [rule_lines(name) for name in game_names()]
    ours = [rule_lines(one.name) for one in VALET if one.name in game_names()]
    theirs = [one.lines for one in VALET if one.name in game_names()]
    tail = (
        f"\nThe median of these files is {median(ours):g} lines here and {median(theirs):g} in RECYCLE; of all "
        f"{len(every)} games of the library {median(every):g}. `make valet` writes this page.\n"
    )
    head = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|\n"
    body = "\n".join(rows())
    PAGE.write_text(HEAD.format(games=GAMES, budget=BUDGET) + head + body + "\n" + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
