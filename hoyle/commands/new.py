"""`hoyle new`: writes the first rule file of a game.

Leaves what stands in it to `hoyle.start`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hoyle.coverage.cut import MOST_SENTENCES, cut
from hoyle.proofread.text import MOST_LETTERS, MOST_LINES
from hoyle.sources.files import SUFFIX
from hoyle.start.begin import KINDS, file_name, fitting, of_kind, of_rulebook, title_of
from hoyle.terminal.guard import Misuse, Usage
from hoyle.terminal.reading import RULES, read_text
from hoyle.terminal.writing import all_free, write_text
from spec.text.clean import one_line, shell_line


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help='what the game is called, such as "Old Maid"')
    kinds = "; ".join(f"{kind}: {told}" for kind, told in KINDS.items())
    command.add_argument("--kind", choices=KINDS, metavar="KIND", help=f"begin with a small game of a kind ({kinds})")
    command.add_argument(
        "--from",
        dest="rulebook",
        metavar="FILE",
        help="begin with a rulebook, plain text or Markdown, cut into numbered places",
    )
    command.add_argument("--out", metavar="FILE", help="where to write it (the name of the game, here)")
    command.add_argument("--force", action="store_true", help="replace a file that is there already")


def run(args: argparse.Namespace) -> int:
    """Writes the file, and says what to do next."""
    if args.kind and args.rulebook:
        both = "--kind begins with a small game and --from with a rulebook's text: a file begins with one of them"
        raise Usage(f"{both}; write both under two names, and copy what you need")
    if not args.kind and not args.rulebook:
        raise Usage(f"say how to begin: --kind {', '.join(KINDS)}; or --from a rulebook's text")
    path = Path(args.out or f"{file_name(args.name)}{SUFFIX}")
    all_free((str(path),), replace=args.force, reads=(args.rulebook,))
    if args.kind:
        text, what = of_kind(args.kind, args.name), f"a {args.kind} game that can be played"
    else:
        text, what = _from_rulebook(Path(args.rulebook), args.name)
    write_text(path, text, replace=args.force)
    print(f"{one_line(str(path))}: written, {what}")
    for told, command in (("Play it", "play"), ("Look for mistakes", "check"), ("Verify it", "verify")):
        print(f"{told + ':':19}{shell_line('hoyle', command, str(path))}")
    return 0


def _from_rulebook(path: Path, name: str) -> tuple[str, str]:
    text = read_text(path, RULES, "text of a rulebook")
    read = "".join(text[:MOST_LETTERS].splitlines(keepends=True)[:MOST_LINES])
    sentences = cut(read)
    if not sentences:
        raise Misuse(f"{path} holds no sentence")
    kept = fitting(sentences)
    left = len(read) < len(text) or len(sentences) == MOST_SENTENCES or len(kept) < len(sentences)
    sentences, more = kept, " (from its beginning; the rest is left out)" if left else ""
    headings = len({one.heading for one in sentences})
    counted = f"{len(sentences)} sentence{'' if len(sentences) == 1 else 's'}{more} under {headings} heading"
    return of_rulebook(sentences, name, title_of(path.stem)), f"{counted}{'' if headings == 1 else 's'}"
