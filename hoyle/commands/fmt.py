"""`hoyle fmt`: lays rule files out in the one style of all rule files.

A file is written whole, and only where every guard of the formatter holds; one with faults of syntax stays as it is.
Leaves the style to `hoyle.editor.format`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from pathlib import Path

from hoyle.editor.format.formatter import NotFormatted, format_text
from hoyle.sources.files import SUFFIX, game_names, lines_end_with_cr, read, text_of
from hoyle.terminal.guard import Misuse
from hoyle.terminal.reading import MEBIBYTE, RULES, read_bytes
from hoyle.terminal.screen import Screen
from hoyle.terminal.writing import rewrite
from spec.diagnostics.diagnostic import Diagnostic
from spec.text.clean import one_line
from spec.text.source import Text

STANDARD_INPUT = "-"


def add_arguments(command: argparse.ArgumentParser) -> None:
    what = "a rule file, or a folder: every rule file in it; - formats the standard input to the standard output"
    command.add_argument("files", nargs="+", metavar="FILE", help=what)
    command.add_argument("--check", action="store_true", help="write nothing; name the files that would change")
    command.add_argument(
        "--diff", action="store_true", help="write nothing; print what would change, as a unified diff"
    )


def run(args: argparse.Namespace) -> int:
    """0 where every file could be formatted and, with --check, is so already; else 1."""
    done = refused = changed = 0
    for path in _paths(args.files):
        text, unreadable = _read(path)
        try:
            if unreadable:
                raise NotFormatted(unreadable)
            result = format_text(text.content)
        except NotFormatted as error:
            _refuse(error.diagnostics, text)
            refused += 1
            continue
        done += 1
        differs = result != text.content or (path is not None and lines_end_with_cr(read_bytes(path, RULES)))
        changed += differs
        if args.diff:
            _print_diff(text, result)
        if args.check and differs:
            print(f"{one_line(text.name)}: would change", file=sys.stderr if args.diff else sys.stdout)
        if args.check or args.diff:
            continue
        if path is None:
            _write_out(result)
        elif differs:
            rewrite(path, result)
            print(f"{one_line(text.name)}: formatted")
    if not (changed or refused or args.diff or STANDARD_INPUT in args.files):
        print(f"nothing to change in {done} file{'' if done == 1 else 's'}")
    return 1 if refused or (args.check and changed) else 0


def _paths(names: Sequence[str]) -> Iterator[Path | None]:
    """The files named, each once, before any is read; None is the standard input. Raises Misuse."""
    found: dict[Path | None, None] = {}
    for name in names:
        found.update(dict.fromkeys([None] if name == STANDARD_INPUT else _files(name)))
    if None in found and len(found) > 1:
        raise Misuse("- is the standard input, and stands alone")
    yield from found


def _files(name: str) -> Iterable[Path]:
    path = Path(name)
    if path.is_dir():
        files = sorted(path.rglob(f"*{SUFFIX}"))
        if not files:
            raise Misuse(f"the folder {name} holds no rule file (*{SUFFIX})")
        return files
    if path.exists():
        return [path]
    shipped = name.partition("@")[0] in game_names()
    hint = "; games that come with Hoyle are not written to: name a file" if shipped else ""
    raise Misuse(f"there is no file `{name}`{hint}")


def _read(path: Path | None) -> tuple[Text, tuple[Diagnostic, ...]]:
    if path is not None:
        return read(path)
    data = sys.stdin.buffer.read(RULES + 1)
    if len(data) > RULES:
        raise Misuse(f"the standard input is larger than {RULES // MEBIBYTE} MiB, the most for a rule file")
    return text_of("standard input", data)


def _refuse(diagnostics: Sequence[Diagnostic], text: Text) -> None:
    from hoyle.terminal.render import show

    show([d for d in diagnostics if d.severity == "error"], text, sys.stderr)
    print(f"{one_line(text.name)}: left as it is; mend these errors first", file=sys.stderr)


def _print_diff(text: Text, result: str) -> None:
    name = one_line(text.name)
    for line in unified_diff(text.content.splitlines(), result.splitlines(), name, f"{name} (formatted)", lineterm=""):
        print(line)


def _write_out(result: str) -> None:
    """The text byte for byte, but for a terminal, which gets nothing that could disturb it."""
    stream = sys.stdout.raw if isinstance(sys.stdout, Screen) and not sys.stdout.isatty() else sys.stdout
    if stream is sys.stdout or not hasattr(stream, "buffer"):
        stream.write(result)
        return
    stream.flush()
    stream.buffer.write(result.encode("utf-8"))
