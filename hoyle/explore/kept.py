"""Searches kept in files, to go on with later: what the explorer holds, with a seal that only this user can make.

A file is used only if it is sealed by the key in the user's own cache directory, and is of this very game, version and
machine: what it holds goes into memory that compiled code relies on. Leaves what is kept to `engine.c.search.explorer`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import platform
import secrets
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

from engine.c.search.explorer import Explorer
from hoyle.explore.search import Order, Search, made_for
from hoyle.terminal.guard import Misuse, because
from hoyle.terminal.writing import writing
from spec.storage import cache

MAGIC = b"a search kept by hoyle explore, 1\n"
SEAL = 32
MOST_HEADER = 1 << 24
PIECE = 1 << 20


def keep(search: Search, path: Path, *, replace: bool = False) -> int:
    """Writes a search that was stopped; answers how many bytes. Raises Misuse where it cannot be kept, and OSError."""
    parts = search.made.parts()
    if not parts:
        raise Misuse(f"the search cannot be kept: {search.made.cut}, and so some of it is lost")
    drawn, seeds = search.made.roots_by_seed
    header = {
        **_about(search.made, search.order),
        "sizes": [len(part) for part in parts],
        "every": search.every,
        "undecided": bool(search.made.made.loose.bags),
        "put_off": search.put_off,
        "spent": search.spent,
        "drawn": drawn,
        "seeds": [[state, seed] for state, seed in seeds.items()],
    }
    head = MAGIC + json.dumps(header).encode() + b"\n"
    seal = hmac.new(_key(), head, hashlib.sha256)
    with writing(path, replace=replace) as file:
        file.write(head)
        for part in parts:
            for at in range(0, len(part), PIECE):
                seal.update(part[at : at + PIECE])
                file.write(part[at : at + PIECE])
        file.write(seal.digest())
    return len(head) + sum(map(len, parts)) + SEAL


def go_on(order: Order, path: Path) -> Search | str:
    """The search that a file holds, ready to go on; or why the game cannot be searched at all. Raises Misuse."""
    try:
        with path.open("rb") as file:
            return _read(order, file, path)
    except OSError as error:
        raise Misuse(because(error)) from None


def _read(order: Order, file: BinaryIO, path: Path) -> Search | str:
    head = file.readline(len(MAGIC)) + file.readline(MOST_HEADER)
    if not head.startswith(MAGIC):
        raise Misuse(f"{path} is no search that `hoyle explore --save` wrote")
    if not _sealed(file, head, os.fstat(file.fileno()).st_size):
        raise Misuse(
            f"{path} is not used: it was changed, or another user or machine saved it, or the cache was cleared since"
        )
    header: dict[str, Any] = json.loads(head[len(MAGIC) :])
    made = made_for(order, undecided=None if header["undecided"] else False)
    if isinstance(made, str):
        return made
    for name, value in _about(made, order).items():
        if header[name] != value:
            raise Misuse(f"{path} is a search of another {name}; give the options that it was saved under")
    _restore(made, file, head, header, path)
    drawn, seeds = made.roots_by_seed
    drawn += header["drawn"]
    seeds.update((state, seed) for state, seed in header["seeds"])
    return Search(order, made, header["every"], header["put_off"], header["spent"])


def _restore(made: Explorer, file: BinaryIO, head: bytes, header: dict[str, Any], path: Path) -> None:
    """Reads the parts into the explorer, and their seal once more: nothing may have changed in between."""
    sizes = iter(header["sizes"])
    file.seek(len(head))
    numbers = file.read(next(sizes))
    seal = hmac.new(_key(), head + numbers, hashlib.sha256)

    def read(part: memoryview) -> bool:
        if len(part) != next(sizes, -1):
            return False
        for at in range(0, len(part), PIECE):
            piece = file.read(min(PIECE, len(part) - at))
            part[at : at + len(piece)] = piece
            seal.update(piece)
        return True

    if not made.restored(numbers, read, lambda: hmac.compare_digest(seal.digest(), file.read(SEAL))):
        raise Misuse(f"{path} does not fit into the memory that there is, or changed while it was read")


def _sealed(file: BinaryIO, head: bytes, length: int) -> bool:
    """Is the file as this user wrote it?"""
    seal = hmac.new(_key(), head, hashlib.sha256)
    left = length - len(head) - SEAL
    while left > 0:
        piece = file.read(min(PIECE, left))
        if not piece:
            return False
        seal.update(piece)
        left -= len(piece)
    return hmac.compare_digest(seal.digest(), file.read(SEAL))


def _about(made: Explorer, order: Order) -> dict[str, str]:
    """What a search must be of to go on: the game with its settings, the conditions, Hoyle and the machine."""
    return {
        "game": hashlib.sha256(made.made.code.text.encode()).hexdigest(),
        "choice of deals": f"{order.deals} by seed {order.seed}",
        "version": version("hoyle"),
        "machine": f"{platform.machine()} {sys.byteorder}",
    }


def _key() -> bytes:
    """The user's own secret, made where there is none. Raises Misuse where it cannot be kept from others."""
    path = cache.cache_folder() / "explore" / "key"
    found = cache.load(path)
    if found is None:
        found = secrets.token_bytes(32)
        if not cache.save(path, found):
            raise Misuse(f"searches cannot be kept: {path.parent} cannot be used for a key of your own")
    return found
