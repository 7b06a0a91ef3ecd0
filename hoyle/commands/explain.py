"""`hoyle explain CODE`: what a code means; a diagnostic's with a wrong text and the mended one.

The explanations themselves are in `spec.diagnostics.codes`, and for what a verification decides in
`verify.obligations.explained`.
"""

from __future__ import annotations

import argparse
import textwrap

from hoyle.terminal.guard import Usage
from spec.diagnostics.codes import CODES, Code
from spec.names.suggestions import did_you_mean
from verify.obligations.explained import EXPLAINED


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "code", nargs="?", metavar="CODE", help="such as E0201 or no-gap; without one, lists all codes"
    )


def run(args: argparse.Namespace) -> int:
    if args.code is None:
        for code in CODES.values():
            print(f"{code.code}  {code.title}")
        for name, told in EXPLAINED.items():
            print(f"{name}  {told.partition('. ')[0].rstrip('.')}")
        return 0
    asked = args.code.lower()
    if asked in EXPLAINED:
        print(f"{asked}\n\n{textwrap.fill(EXPLAINED[asked], 88)}")
        return 0
    found = CODES.get(args.code.upper())
    if found is None:
        near = did_you_mean(args.code.upper(), CODES) or did_you_mean(asked, EXPLAINED)
        raise Usage(f"there is no code `{args.code}`{near}; `hoyle explain` lists all")
    print(_page(found))
    return 0


def _page(code: Code) -> str:
    paragraph = textwrap.fill(code.explanation, 88)
    wrong, right = (textwrap.indent(text.strip("\n"), "    ") for text in (code.wrong, code.right))
    return f"{code.code}: {code.title}\n\n{paragraph}\n\nWrong:\n\n{wrong}\n\nRight:\n\n{right}"
