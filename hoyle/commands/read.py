"""`hoyle read`: what a careful proofreader asks of a rulebook's text, and of its rule file beside it.

Leaves finding and showing to `hoyle.proofread`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hoyle.commands.options import game_or_show
from hoyle.proofread import data
from hoyle.proofread.find import beside, of_the_text
from hoyle.proofread.finding import KINDS
from hoyle.proofread.show import Read, show, show_sentences
from hoyle.proofread.text import Book, book
from hoyle.sources.files import Loaded, find, lower, parse_file
from hoyle.terminal.guard import Misuse
from hoyle.terminal.reading import RULES, read_text
from spec import syntax as s
from spec.names.settings import choices
from spec.syntax_walk import words
from spec.text.clean import shell_line


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("rulebook", metavar="RULEBOOK", help="the rulebook as plain text, in English")
    command.add_argument(
        "game", nargs="?", metavar="GAME", help="its rule file, or the name of a game that comes with Hoyle"
    )
    command.add_argument(
        "--only", action="append", choices=KINDS, metavar="KIND",
        help="only questions of this kind; may be "
        "given again (" + "; ".join(f"{k}: {told}" for k, told in KINDS.items()) + ")",
    )  # fmt: skip
    command.add_argument(
        "--sentences", action="store_true", help="every sentence with its place, its questions, and what cites it"
    )
    command.add_argument("--details", action="store_true", help="every question, each sentence in full")
    command.add_argument("--json", action="store_true", help="print as JSON")


def run(args: argparse.Namespace) -> int:
    """0 where there is nothing to ask; 1 where there is; 3 where the text is too long, or not English."""
    read = book(read_text(Path(args.rulebook), RULES, "text of a rulebook"))
    if not read.sentences:
        raise Misuse(f"{args.rulebook} holds no sentence")
    found = _beside(args, read) if args.game is not None else Read(args.rulebook, read, of_the_text(read))
    if found is None:
        return 1
    only = tuple(dict.fromkeys(args.only or ()))
    findings = tuple(one for one in found.findings if not only or one.kind in only)
    found = Read(found.path, found.book, findings, only, found.stated, found.rules)
    if args.json:
        print(data.to_json(found, sentences=args.sentences))
    elif args.sentences:
        show_sentences(found)
    else:
        said = [
            args.rulebook,
            *([args.game] if args.game is not None else []),
            *(w for kind in only for w in ("--only", kind)),
        ]
        show(found, shell_line("hoyle", "read", *said, "--details"), details=args.details)
    if findings:
        return 1
    return 3 if read.cut_off or read.foreign else 0


def _beside(args: argparse.Namespace, read: Book) -> Read | None:
    """The text beside its rule file; None where the file has errors, which are shown."""
    parsed = parse_file(find(args.game))
    loaded = lower(parsed)
    if game_or_show(loaded) is None:
        return None
    findings, stated = beside(read, parsed.file, parsed.text, _decks(loaded))
    return Read(args.rulebook, read, findings, (), stated, parsed.text)


def _decks(loaded: Loaded) -> frozenset[int]:
    """How many cards the game has, with every number of players and in every edition; none where more decides it."""
    sections = loaded.parsed.file.sections
    editions = next((one.words for one in choices(sections) if one.kind == "edition"), ())
    decks = [one for x in sections if isinstance(x, s.GameSection) for one in x.items if isinstance(one, s.DeckText)]
    for deck in (one for one in decks if one.under is not None):
        if words(deck.under) - {"players", "edition", *editions}:
            return frozenset()
    low, high = loaded.allowed or (1, 0)
    made = (
        lower(loaded.parsed, {"players": str(seats), **({"edition": edition} if edition else {})}).game
        for seats in range(low, high + 1) for edition in editions or ("",)
    )  # fmt: skip
    return frozenset(len(game.deck) for game in made if game is not None)
