"""Plays at the table through the command itself, and gives back what stands on the screen before each thing typed."""

from __future__ import annotations

import random
from collections.abc import Callable

from hoyle.commands.cli import main

MARK = "\x00"


def screens(monkeypatch, capsys, words: list[str], typed: Callable[[str], str | None]) -> list[str]:
    """The screens of a game: each is what is printed up to the prompt, with the prompt; `typed` answers a screen."""
    shown: list[str] = []

    def ask(prompt: str = "") -> str:
        shown.append(capsys.readouterr().out + prompt)
        answer = typed(shown[-1])
        if answer is None:
            raise EOFError
        return answer

    with monkeypatch.context() as m:
        m.setattr("builtins.input", ask)
        m.setattr("sys.stdin.isatty", lambda: True, raising=False)
        main(["play", *words])
    return [*shown, capsys.readouterr().out]


def by_lot(moves: int, seed: int = 1) -> Callable[[str], str | None]:
    """Somebody who makes so many moves, by numbers that are drawn, and then leaves."""
    luck, left = random.Random(seed), [moves]

    def answer(screen: str) -> str | None:
        if "Press Enter" in screen:
            return ""
        left[0] -= 1
        return str(luck.randint(1, 9)) if "numbered" not in screen and left[0] else "1" if left[0] else None

    return answer
