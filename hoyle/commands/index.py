"""What commands there are: what each is for, an example of it, and what its exit codes mean.

The help, the completion of shells and the reference page are all made from this list; the modules of the commands add
their options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Group = Literal[
    "Start", "Write rules", "Play and measure", "Verify", "Find ambiguities and differences", "Share", "Set up"
]

EVERY = {
    2: "the command was misused, or a file cannot be used",
    3: "a limit of memory or size was reached",
    4: "a mistake of Hoyle's own",
    130: "somebody stopped it (Ctrl-C)",
}
"""Exit codes that any command may end with."""
BROKEN = "the rule file has errors"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the group in which the help lists it, what it does, one command to try, and what its codes mean."""

    group: Group
    summary: str
    example: str
    exits: Mapping[int, str]

    @property
    def codes(self) -> dict[int, str]:
        """What each exit code means here."""
        return dict(sorted({0: "done", **EVERY, **self.exits}.items()))


COMMANDS: dict[str, Command] = {
    "demo": Command(
        "Start", "show a hand of a small game, a forbidden move, and the verdict on the game", "hoyle demo",
        {1: "the verdict is not what it should be"},
    ),
    "new": Command(
        "Write rules", "begin a rule file: from a kind of game, or from the text of a rulebook",
        'hoyle new "Old Maid" --kind shedding', {},
    ),
    "studio": Command(
        "Write rules", "edit, play, verify and rule on a game in a browser", "hoyle studio mygame.hoyle", {},
    ),
    "check": Command(
        "Write rules", "read a rule file and report what is wrong with it", "hoyle check mygame.hoyle",
        {0: "no errors", 1: BROKEN},
    ),
    "fmt": Command(
        "Write rules", "lay rule files out in the one style of all rule files", "hoyle fmt --check mygame.hoyle",
        {0: "done; with --check: no file would change",
         1: f"with --check: a file would change; or {BROKEN}, and is left as it is",
         4: "a guard did not hold, and the file is left as it is: a mistake of Hoyle's own"},
    ),
    "lsp": Command(
        "Write rules", "help an editor while rules are typed: faults, fixes, names, layout (a language server)",
        "hoyle lsp --stdio", {},
    ),
    "watch": Command(
        "Write rules", "check, play the examples and verify after each save, on one screen",
        "hoyle watch mygame.hoyle",
        {0: "you stopped it (Ctrl-C)", 130: "somebody stopped it (Ctrl-C) before it showed the file"},
    ),
    "explain": Command("Write rules", "explain a diagnostic's code", "hoyle explain E0201", {}),
    "trace": Command(
        "Write rules",
        "list the clauses that state each place of the rulebook, and the places that each clause cites",
        'hoyle trace pigeon "Action: Set/2"',
        {1: f"a clause cites nothing, a place (with --text: a sentence) is cited by nothing, or {BROKEN}"},
    ),
    "play": Command(
        "Play and measure", "play a game in the terminal, against people or the computer",
        "hoyle play pigeon --seat 2=mcts", {0: "the game ended, or you left it", 1: f"play met a fault, or {BROKEN}"},
    ),
    "replay": Command(
        "Play and measure", "play a saved log, a failure of verify or an example again, step by step",
        "hoyle replay pigeon game.json",
        {0: "every step is as saved, or the example comes out as written", 1: f"a step differs, or {BROKEN}"},
    ),
    "simulate": Command(
        "Play and measure", "play many games at random and count what happens",
        "hoyle simulate hearts --games 1000 --seed 1",
        {
            1: f"a game met a fault, or {BROKEN}",
            3: "a game is too large: the figures are of those before it",
            130: "somebody stopped it (Ctrl-C): the figures are of fewer games",
        },
    ),
    "verify": Command(
        "Verify", "check a game's examples, claims and built-in safety rules", "hoyle verify leduc_poker --budget 30",
        {
            0: "nothing is refuted, and nothing required is unknown",
            1: f"something is refuted, or {BROKEN}",
            3: "something required is unknown, or the run was stopped",
            4: "two techniques contradict each other, or a mistake of Hoyle's own",
        },
    ),
    "recheck": Command(
        "Verify", "decide again, by another solver, the certificates that verify wrote",
        "hoyle recheck certificates",
        {
            0: "every certificate holds",
            1: "a certificate is refused: it was changed, or it does not prove its claim",
            3: "a certificate is undecided, or there is none",
        },
    ),
    "explore": Command(
        "Verify", "search every position of a game: how many there are, and the shortest play to any condition",
        "hoyle explore leduc_poker --find 'raises = 2'",
        {
            0: "all was searched, or every condition of --find was met",
            1: f"a condition is met nowhere, play met a fault, or {BROKEN}",
            3: "a limit ended the search before all was searched",
            130: "somebody stopped it (Ctrl-C): the figures are of the part searched",
        },
    ),
    "mutants": Command(
        "Verify", "change the rules on purpose, and report which changes no example, claim or check catches",
        "hoyle mutants leduc_poker --sample 20",
        {1: f"fewer changes were caught than --least asks for, or {BROKEN}",
         130: "somebody stopped it (Ctrl-C): the figures are of fewer changes"},
    ),
    "ambiguities": Command(
        "Find ambiguities and differences",
        "find where the rules are silent, contradict themselves or can be read in two ways",
        "hoyle ambiguities leduc_poker --budget 60",
        {0: "nothing is open", 1: f"something needs a ruling, or {BROKEN}",
         3: "something is undecided, or the run was stopped"},
    ),
    "read": Command(
        "Find ambiguities and differences",
        "read a rulebook's text, and ask what a careful proofreader would ask of it",
        "hoyle read rulebook.txt mygame.hoyle",
        {0: "there is nothing to ask", 1: f"there are questions, or {BROKEN}",
         3: "the text is too long to be read to its end, or does not seem to be English, and nothing was found"},
    ),
    "diff": Command(
        "Find ambiguities and differences",
        "show where two editions or rule files play differently, with a game for each difference",
        "hoyle diff pigeon@full pigeon@condensed",
        {0: "the two are proved to be one game", 1: f"they differ, or {BROKEN}",
         3: "no difference was found, and the two are not proved to be the same game"},
    ),
    "rulebook": Command(
        "Share", "write a rule file as a readable rulebook, in Markdown or HTML",
        "hoyle rulebook pigeon --html --out pigeon.html", {1: BROKEN},
    ),
    "export": Command(
        "Share", "write a game out as an engine for others to embed, or as a page to play on",
        "hoyle export pigeon --to web --out build/pigeon",
        {1: f"the engine does not play as Hoyle does and nothing was written, or {BROKEN}"},
    ),
    "conform": Command(
        "Share", "test a program that plays a game against a conformance suite",
        "hoyle conform --vectors build/pigeon/pigeon.jsonl -- ./my_engine",
        {0: "the program plays every game as the suite does", 1: "the program differs, or does not answer"},
    ),
    "completion": Command(
        "Set up", "print the lines that let a shell complete commands, options, games and editions",
        'eval "$(hoyle completion bash)"', {},
    ),
}  # fmt: skip


def sentence(summary: str) -> str:
    """A summary as a sentence."""
    return summary[0].upper() + summary[1:] + "."
