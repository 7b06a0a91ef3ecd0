"""`hoyle conform`: holds a program that plays a game against a conformance suite, over its standard input and output.

Leaves comparing to `engine.conformance.compare`, and how suites are made to `hoyle export GAME --to vectors`.
"""

from __future__ import annotations

import argparse
import codecs
import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TextIO

from engine.conformance.compare import BadVectors, Compared, Difference, PeerFailed, compare, read
from engine.conformance.state import Data
from engine.interpreter.interpreter import Interpreter
from engine.logs.explain import Explanation
from engine.logs.replay import from_json, replay
from engine.targets.escape import as_json
from hoyle.commands.options import load_under
from hoyle.sources.files import NotFound
from hoyle.terminal.guard import Usage
from hoyle.terminal.numbers import seconds
from hoyle.terminal.reading import VECTORS, read_text

MOST_BYTES = 8 * 1024 * 1024
"""No answer may be longer."""
MOST_ERRORS = 64 * 1024
"""So many bytes of a program's standard error are shown."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.usage = "hoyle conform --vectors FILE [--seconds S] [--json] -- COMMAND [ARGUMENT ...]"
    command.add_argument(
        "--vectors", required=True, metavar="FILE", help="the suite, as `hoyle export --to vectors` made"
    )
    command.add_argument("--seconds", type=seconds, default=10.0, metavar="S", help="how long an answer may take (10)")
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    command.add_argument(
        "program", nargs=argparse.REMAINDER, metavar="-- COMMAND", help="the program to be tested against the suite"
    )


def run(args: argparse.Namespace) -> int:
    """0 where all agrees, 1 at a difference or where the program fails."""
    command = args.program[1:] if args.program[:1] == ["--"] else args.program
    if not command:
        raise Usage("name the program after `--`, such as: hoyle conform --vectors FILE -- python my_game.py")
    try:
        header, records = read(read_text(Path(args.vectors), VECTORS, "conformance suite"))
    except BadVectors as error:
        raise Usage(f"{args.vectors}: {error}") from None
    with Program(command, args.seconds) as program:
        try:
            compared = compare(header, records, program)
        except PeerFailed as failed:
            print(f"{' '.join(command)} failed: {failed}.", file=sys.stderr)
            if args.json:
                print(as_json({"title": header["title"], "failed": str(failed)}, indent=2))
            return 1
    if args.json:
        print(as_json(_record(header, compared), indent=2))
    else:
        _print(header, compared)
    return 1 if compared.difference else 0


class Program:
    """A program that answers a line with a line; what it says on its standard error is shown, clean and up to a limit.

    It and whatever it began end with the conversation.
    """

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=os.name == "posix"
            )
        except OSError as error:
            raise Usage(f"`{command[0]}` cannot be started: {error.strerror}") from None
        self._seconds, self._rest = seconds, b""
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._process.stdout, selectors.EVENT_READ)
        self._errors = threading.Thread(target=_shown, args=(self._process.stderr.fileno(), sys.stderr), daemon=True)
        self._errors.start()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(2)
        self._kill()
        self._process.wait()
        self._ready.close()
        self._process.stdout.close()
        # Its standard error ends with it, but for what a child of its has taken elsewhere.
        self._errors.join(1)
        if not self._errors.is_alive():
            self._process.stderr.close()

    def _kill(self) -> None:
        """Ends the program and those it began, so far as they stayed with it."""
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def ask(self, request: Data) -> Data:
        """Sends a request and waits for the answer. Raises PeerFailed."""
        self._send(json.dumps(request).encode() + b"\n", str(request["do"]))
        line = self._line(str(request["do"]))
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise PeerFailed(
                f"its answer to `{request['do']}` is no JSON: {line[:80].decode(errors='replace')}"
            ) from None
        if not isinstance(answer, dict):
            raise PeerFailed(f"its answer to `{request['do']}` is no JSON object")
        return answer

    def _send(self, data: bytes, asked: str) -> None:
        """Writes without ever waiting longer for a reader than for an answer."""
        assert self._process.stdin is not None
        handle, until = self._process.stdin.fileno(), monotonic() + self._seconds
        os.set_blocking(handle, False)
        with selectors.DefaultSelector() as writable:
            writable.register(handle, selectors.EVENT_WRITE)
            while data:
                if not writable.select(max(0.0, until - monotonic())):
                    raise PeerFailed(f"it did not read `{asked}` within {self._seconds:g} seconds; give it --seconds")
                try:
                    data = data[os.write(handle, data) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise PeerFailed(f"{self._ended('its input')} before `{asked}`") from None

    def _line(self, asked: str) -> bytes:
        """The next line, of which no more is kept than may be; each byte is looked at once."""
        assert self._process.stdout is not None
        until = monotonic() + self._seconds
        pieces, size, piece = [], 0, self._rest
        while b"\n" not in piece:
            pieces.append(piece)
            size += len(piece)
            if size > MOST_BYTES:
                raise PeerFailed(f"its answer to `{asked}` has no end: no line end in {size:,} bytes")
            left = until - monotonic()
            if left <= 0 or not self._ready.select(left):
                raise PeerFailed(f"it did not answer `{asked}` within {self._seconds:g} seconds; give it --seconds")
            piece = os.read(self._process.stdout.fileno(), 65536)
            if not piece:
                raise PeerFailed(f"{self._ended('its output')} without an answer to `{asked}`")
        last, _, self._rest = piece.partition(b"\n")
        return b"".join([*pieces, last])

    def _ended(self, what: str) -> str:
        """How the program came to close one of its streams."""
        try:
            code = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return f"it closed {what}"
        return f"it was ended by signal {-code}" if code < 0 else f"it ended with exit code {code}"


def _shown(handle: int, to: TextIO) -> None:
    """Passes on what a program says on its standard error, as text, until it ends; of a flood only the beginning."""
    decoder, room = codecs.getincrementaldecoder("utf-8")("replace"), MOST_ERRORS
    with contextlib.suppress(OSError, ValueError):
        while data := os.read(handle, 65536):
            if room > 0:
                to.write(decoder.decode(data[:room]))
                room -= len(data)
                if room <= 0:
                    to.write("\nhoyle: the program says more on its standard error, which is left out\n")
                to.flush()


def _print(header: Data, compared: Compared) -> None:
    if compared.difference is not None:
        _print_difference(compared.difference, explained(header, compared.difference))
    else:
        print(
            f"{header['title']}: {compared.games:,} games, {compared.positions:,} positions agree in "
            f"{', '.join(compared.aspects)}."
        )
    if compared.left_out:
        print(f"Not compared, since the program does not report these parts: {', '.join(compared.left_out)}.")


def explained(header: Data, found: Difference) -> tuple[str, ...]:
    """By which clauses each disputed move is legal or is not; nothing where the rule file is not at hand."""
    if not found.disputed:
        return ()
    settings = {str(name): str(value) for name, value in header["settings"].items()}
    try:
        loaded = load_under(str(header["game"]), settings)
    except (NotFound, Usage):
        loaded = None
    if loaded is None or loaded.game is None or loaded.game.title != header["title"]:
        return (f"the clauses concerned are not shown, as there is no rule file `{header['game']}` here",)
    interpreter = Interpreter(loaded.game)
    luck = [
        {"shuffle": " ".join(met["shuffled"])} if "shuffled" in met else {"pick": met["picked"], "of": met["of"]}
        for record in found.history
        for met in record["luck"]
    ]
    moves = [record["move"] for record in found.history if record["type"] == "move"]
    told = {"version": 1, "title": loaded.game.title, "settings": dict(loaded.game.settings)}
    log = from_json(interpreter, json.dumps({**told, "moves": moves, "outcomes": luck}))
    if isinstance(log, str):
        return (f"the suite does not fit the rule file `{header['game']}` here: {log}",)
    position = replay(interpreter, log).last.position
    lines = []
    for words in found.disputed:
        move = interpreter.words.parse_move(words)
        sentence = move if isinstance(move, str) else _why(interpreter.explain(position, move))
        lines.append(f"{words}: {sentence}")
    return tuple(lines)


def _why(explanation: Explanation) -> str:
    cites = [f"{source.label} @ {'; '.join(source.cites)}" for source in explanation.deciding if source.cites]
    return explanation.sentence + (f" ({', '.join(cites)})" if cites else "")


def _print_difference(found: Difference, clauses_concerned: Sequence[str]) -> None:
    where = f"after move {found.number}, {found.move}" if found.move else "at the start"
    what = "an error" if found.aspect == "error" else found.aspect.replace("_", " ")
    print(f"Game {found.game}, {where}: the two differ in {what}.")
    print(f"  the suite:   {found.expected}")
    print(f"  the program: {found.told}")
    for line in clauses_concerned:
        print(f"  by the rules {line}")
    clauses = [label for label in found.fired if label != "pass"]
    if clauses:
        print(f"  clauses that fired on the way there: {', '.join(clauses)}")
    moves = [str(record["move"]) for record in found.history[:-1] if record["type"] == "move"]
    if moves:
        print(f"  moves before: {'; '.join(moves)}")


def _record(header: Data, compared: Compared) -> Data:
    found = compared.difference
    return {
        "title": header["title"],
        "games": compared.games,
        "positions": compared.positions,
        "compared": list(compared.aspects),
        "not_compared": list(compared.left_out),
        "difference": None
        if found is None
        else {
            "game": found.game, "number": found.number, "move": found.move, "aspect": found.aspect,
            "expected": found.expected, "told": found.told, "fired": list(found.fired),
            "explained": list(explained(header, found)),
        },
    }  # fmt: skip
