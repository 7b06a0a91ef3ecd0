"""`hoyle conform`: holds a program that plays a game against a conformance suite, over its standard input and output.

Leaves comparing to `engine.conformance.compare`, and how suites are made to `hoyle export GAME --to vectors`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import selectors
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from engine.conformance.compare import BadVectors, Compared, Difference, PeerFailed, compare, read
from engine.conformance.state import Data
from engine.explain import Explanation
from engine.interpreter import Interpreter
from engine.replay import from_json, replay
from hoyle.cli import Usage
from hoyle.files import NotFound
from hoyle.guard import because
from hoyle.numbers import seconds
from hoyle.options import load_under

MOST_BYTES = 64 * 1024 * 1024
"""No answer may be longer."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.usage = "hoyle conform --vectors FILE [--seconds S] [--json] -- COMMAND [ARGUMENT ...]"
    command.add_argument(
        "--vectors", required=True, metavar="FILE", help="the suite, as `hoyle export --to vectors` made"
    )
    command.add_argument("--seconds", type=seconds, default=10.0, metavar="S", help="how long an answer may take (10)")
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    command.add_argument(
        "program", nargs=argparse.REMAINDER, metavar="-- COMMAND", help="the program to be held against it"
    )


def run(args: argparse.Namespace) -> int:
    """0 where all agrees, 1 at a difference or where the program fails."""
    command = args.program[1:] if args.program[:1] == ["--"] else args.program
    if not command:
        raise Usage("name the program after `--`, such as: hoyle conform --vectors FILE -- python my_game.py")
    try:
        header, records = read(Path(args.vectors).read_text(encoding="utf-8"))
    except OSError as error:
        raise Usage(because(error)) from None
    except UnicodeDecodeError:
        raise Usage(f"{args.vectors} is no conformance suite: it is not UTF-8 text") from None
    except BadVectors as error:
        raise Usage(f"{args.vectors}: {error}") from None
    with Program(command, args.seconds) as program:
        try:
            compared = compare(header, records, program)
        except PeerFailed as failed:
            print(f"{' '.join(command)} failed: {failed}.", file=sys.stderr)
            return 1
    if args.json:
        print(json.dumps(_record(header, compared), indent=2, ensure_ascii=False))
    else:
        _print(header, compared)
    return 1 if compared.difference else 0


class Program:
    """A program that answers a line with a line; its standard error goes where ours goes."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise Usage(f"`{command[0]}` cannot be started: {error.strerror}") from None
        self._seconds, self._rest = seconds, b""
        assert self._process.stdout is not None
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._process.stdout, selectors.EVENT_READ)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._ready.close()
        self._process.stdout.close()

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
                    raise PeerFailed(f"it ended{self._code()} before `{asked}`") from None

    def _line(self, asked: str) -> bytes:
        assert self._process.stdout is not None
        until = monotonic() + self._seconds
        while b"\n" not in self._rest:
            if not self._ready.select(max(0.0, until - monotonic())):
                raise PeerFailed(f"it did not answer `{asked}` within {self._seconds:g} seconds; give it --seconds")
            read_now = os.read(self._process.stdout.fileno(), 65536)
            self._rest += read_now
            if not read_now:
                raise PeerFailed(f"it ended{self._code()} without an answer to `{asked}`")
            if len(self._rest) > MOST_BYTES:
                raise PeerFailed(f"its answer to `{asked}` has no end")
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _code(self) -> str:
        try:
            return f" with exit code {self._process.wait(1)}"
        except subprocess.TimeoutExpired:
            return ""


def _print(header: Data, compared: Compared) -> None:
    if compared.difference is not None:
        _print_difference(compared.difference, explained(header, compared.difference))
    else:
        print(
            f"{header['title']}: {compared.games:,} games, {compared.positions:,} positions agree in "
            f"{', '.join(compared.aspects)}."
        )
    if compared.left_out:
        print(f"Not compared, as the program does not tell it: {', '.join(compared.left_out)}.")


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
