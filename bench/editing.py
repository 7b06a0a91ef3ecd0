"""How soon the language server says what is wrong with a text that is being typed.

`make bench-editing`, or `python -m bench.editing [--edits N] [GAME ...]`. The real server, in a process of its own, is
sent one edit after the other: a sign typed, taken away, a line moved, one in five undone. What is told is the time by
the clock from sending an edit to its diagnostics; and how long the check alone takes of a text of which another version
was checked before, as between two keys. The table goes between two marks in docs/explanation/performance.md.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Sequence
from statistics import median, quantiles
from time import perf_counter

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from bench.simulation import into_page, machine
from hoyle.editor.analysis import Analyst
from hoyle.sources.files import find
from tests.editor.disturb import edited

BEGIN, END = "<!-- editing: written by make bench-editing -->", "<!-- end of editing -->"


async def latencies(name: str, edits: int) -> list[float]:
    """Seconds from each edit of a game's rule file to what is wrong with it."""
    path = find(name)
    client, uri, told = LanguageClient("bench", "1"), path.resolve().as_uri(), asyncio.Queue[int]()

    def published(params: lsp.PublishDiagnosticsParams) -> None:
        told.put_nowait(params.version or 0)

    client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(published)
    await client.start_io(sys.executable, "-m", "hoyle", "lsp", "--stdio")
    await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    client.initialized(lsp.InitializedParams())
    texts, rng, found = [path.read_text(encoding="utf-8")], random.Random(1), list[float]()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "hoyle", 0, texts[0])))
    await told.get()
    for version in range(1, edits + 1):
        texts = texts[:-1] if rng.random() < 0.2 and len(texts) > 1 else [*texts, edited(texts[-1], rng)]
        if version % 20 == 0:
            texts = texts[:1]
        began = perf_counter()
        ident = lsp.VersionedTextDocumentIdentifier(uri=uri, version=version)
        whole = lsp.TextDocumentContentChangeWholeDocument(texts[-1])
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(ident, [whole]))
        while await told.get() != version:
            pass
        found.append(perf_counter() - began)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]
    return found


def second_checks(name: str, edits: int) -> list[float]:
    """Seconds of each check of a text that differs from the one before by a few signs, somewhere."""
    text, rng, found = find(name).read_text(encoding="utf-8"), random.Random(1), list[float]()
    analyst = Analyst(name)
    analyst.analyse(text)
    places = [at for at, sign in enumerate(text) if sign == "\n"]
    for _ in range(edits):
        at = rng.choice(places)
        noted = f"{text[:at]} # {rng.randrange(10**6)}{text[at:]}"
        began = perf_counter()
        analyst.analyse(noted)
        found.append(perf_counter() - began)
    return found


def row(name: str, edits: int) -> str:
    """One line of the table."""
    found, seconds = asyncio.run(latencies(name, edits)), second_checks(name, 50)
    lines = find(name).read_text(encoding="utf-8").count("\n")
    print(f"{name} done", file=sys.stderr)
    told = (median(found), quantiles(found, n=100)[98], max(found), median(seconds))
    return f"| {name} | {lines:,} | {' | '.join(f'{1000 * seconds:.0f}' for seconds in told)} |"


def page(names: Sequence[str], edits: int) -> str:
    """The table, as Markdown."""
    return "\n".join([
        BEGIN,
        "",
        f"Milliseconds by the clock from an edit to what is wrong with the text, {edits:,} edits of each game. "
        f"Machine: {machine()}.",
        "",
        "| game | lines | median | 99 of 100 within | longest | the check alone |",
        "|---|---|---|---|---|---|",
        *(row(name, edits) for name in names),
        "",
        END,
    ])  # fmt: skip


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["pigeon", "twentyone", "hearts"])
    parser.add_argument("--edits", type=int, default=300)
    parser.add_argument("--no-page", action="store_true", help="print the table only")
    args = parser.parse_args()
    made = page(args.games, args.edits)
    print(made)
    if not args.no_page:
        into_page(made, BEGIN, END)
    return 0


if __name__ == "__main__":
    sys.exit(main())
