"""`hoyle rulebook GAME`: a rule file told back as a readable rulebook, in Markdown or as one HTML page.

Leaves the words to `hoyle.english`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hoyle.commands.options import add_game, game_or_show, load_argument
from hoyle.english.document.render import to_html, to_markdown
from hoyle.english.rulebook.page import rulebook
from hoyle.terminal.writing import all_free, write_text
from spec.text.clean import shell_word


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--html", action="store_true", help="write a self-contained HTML page, not Markdown")
    command.add_argument("--out", metavar="FILE", help="write to this file, not to the standard output")
    command.add_argument("--force", action="store_true", help="replace the file if it is there already")


def run(args: argparse.Namespace) -> int:
    """0 where the page was made; 1 where the rule file has errors."""
    all_free((args.out,), replace=args.force, reads=(args.game,))
    loaded = load_argument(args.game, args)
    game = game_or_show(loaded)
    if game is None:
        return 1
    page = rulebook(game, as_written=args.as_written, seats=loaded.allowed)
    text = to_html(page) if args.html else to_markdown(page)
    if args.out is None:
        print(text, end="")
    else:
        write_text(Path(args.out), text, replace=args.force)
        print(f"{args.out}: the rulebook of {page.title}; `hoyle rulebook {shell_word(args.game)}` makes it")
    return 0
