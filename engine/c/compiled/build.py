"""Compiles generated C, by the system's compiler or that of the package ziglang, and keeps it in the user's cache.

Leaves making the C to `engine.c.compiled.code` and calling it to `engine.c.compiled.library`. An entry of the cache
is named by the source, the compiler and its flags; beside it lies its checksum, and one that does not match is made
anew.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import functools
import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import time

from engine.processes import programs
from spec.storage import cache

FLAGS = ("-std=gnu11", "-O2", "-fno-tree-slp-vectorize", "-Wall", "-Wextra", "-Wno-psabi", "-fPIC", "-shared")
COMPILERS = ("cc", "gcc", "clang")
MOST_KEPT = 400
"""So many libraries are kept, some 30 MB; then those that were not used for longest go."""
BUILDING, STALE = "build-", 7200.0
"""The folder of a compile begins so; one that is older than so many seconds was left behind."""
MOST_SECONDS = 120.0
"""No game takes a compiler so long, on any machine that was tried; then the interpreter plays."""
DOUBLES = ("-ffp-contract=off", "-fno-math-errno")
"""For players that choose by a policy: doubles are added up as by the interpreter, and roots need no library."""
PROCESSOR = ("-mbmi", "-mbmi2", "-mpopcnt", "-mlzcnt", "-mavx2")
"""What most processors of the kind x86-64 can do; asked of the processor before it is used."""
MORE_FLAGS = "HOYLE_CFLAGS"
"""The variable with flags that come after all others: `-O0` compiles in a third of the time."""
PROBE = Path(__file__).parents[1] / "runtime" / "processor.h"
LOADED = """import ctypes, sys
found = ctypes.CDLL(sys.argv[1])
sys.exit(not any(hasattr(found, name) for name in ("hoyle_can", "hoyle_new", "explore_new")))
"""
"""A program that ends with 0 where a library can be loaded and is one of ours."""
NO_COMPILER = (
    "no C compiler was found: cc, gcc, clang and the package ziglang were looked for; "
    "install one, or `pip install 'hoyle[zig]'`, and games are played some thousand times as fast"
)


@dataclass(frozen=True, slots=True)
class Compiler:
    """A C compiler, what it says of its version, and what stands before its flags where that is more than its path."""

    path: str
    version: str
    before: tuple[str, ...] = ()

    @property
    def command(self) -> tuple[str, ...]:
        """How it is called."""
        return self.before or (self.path,)


@dataclass(frozen=True, slots=True)
class Built:
    """A compiled library, and whether it lay in the cache."""

    path: Path
    cached: bool


@dataclass(frozen=True, slots=True)
class NotBuilt:
    """Why there is no library: no compiler, or what the compiler or the file system said."""

    reason: str


def find_compiler() -> Compiler | None:
    """`$CC`, else cc, gcc or clang, else that of the package ziglang; None where there is none that runs."""
    for name in (os.environ.get("CC", ""), *COMPILERS):
        path = shutil.which(name) if name else None
        found = None if path is None else _running(path, (path,))
        if found is not None:
            return found
    return find_zig()


def find_zig() -> Compiler | None:
    """The compiler of the package ziglang; None where it is not installed."""
    if importlib.util.find_spec("ziglang") is None:
        return None
    return _running(sys.executable, (sys.executable, "-P", "-m", "ziglang", "cc"))


def _running(path: str, command: tuple[str, ...]) -> Compiler | None:
    """Asks a compiler for its version; one that answered is asked again where its file changed."""
    with contextlib.suppress(OSError):
        file = os.stat(path)
        asked = (command, file.st_ino, file.st_mtime_ns, file.st_size)
        if asked in _ANSWERED:
            return _ANSWERED[asked]
        told = programs.run([*command, "--version"], 60)
        if not isinstance(told, str) and told.code == 0:
            return _ANSWERED.setdefault(asked, Compiler(path, told.out.decode(errors="replace"), command))
    return None


_ANSWERED: dict[tuple[tuple[str, ...], int, int, int], Compiler] = {}
"""What compilers said of themselves, by how each is called and by the file that it is."""


def fast_flags(compiler: Compiler | None = None) -> tuple[str, ...]:
    """The flags by which many games are played fastest on this processor."""
    built = build(PROBE.read_text(encoding="utf-8"), compiler=compiler)
    can = isinstance(built, Built) and ctypes.CDLL(str(built.path)).hoyle_can() == 1
    return (*FLAGS, *(PROCESSOR if can else ()))


def seated_flags(compiler: Compiler | None = None) -> tuple[str, ...]:
    """The flags for players that choose by a policy."""
    return (*fast_flags(compiler), *DOUBLES)


def cache_folder() -> Path:
    """`$XDG_CACHE_HOME/hoyle/native`, or the same under ~/.cache."""
    return cache.cache_folder() / "native"


def build(source: str, *, compiler: Compiler | None = None, flags: tuple[str, ...] = FLAGS) -> Built | NotBuilt:
    """A library of the source, from the cache where it lies there whole."""
    compiler = compiler or find_compiler()
    if compiler is None:
        return NotBuilt(NO_COMPILER)
    try:
        return _cached(source, compiler, (*flags, *os.environ.get(MORE_FLAGS, "").split()))
    except OSError as error:
        return NotBuilt(f"the compiled game cannot be kept: {error}")


def _cached(source: str, compiler: Compiler, flags: tuple[str, ...]) -> Built | NotBuilt:
    key = hashlib.sha256("\0".join((*compiler.command, compiler.version, *flags, "", source)).encode()).hexdigest()
    folder = cache_folder() if cache.make(cache_folder()) else _private()
    library = folder / f"{key}.so"
    if _whole(library):
        with contextlib.suppress(OSError):  # a cache that may be read alone serves as well
            os.utime(library)
        return Built(library, cached=True)
    with tempfile.TemporaryDirectory(prefix=BUILDING, dir=folder) as made:
        failed = _compile(source, compiler, flags, Path(made))
        if failed:
            return NotBuilt(failed)
        # Builders of one source at once each put the same pair in place. The checksum of another build differs only
        # where the compiler is not deterministic; then the entry is made anew at the next use.
        new = Path(made, "game.so")
        Path(made, "sum").write_text(cache.checksum(library, new.read_bytes()), encoding="ascii")
        for one in (new, Path(made, "sum")):
            one.chmod(0o600)
        os.replace(new, library)
        os.replace(Path(made, "sum"), _sum_file(library))
    for spent in cache.evict(folder, "*.so", MOST_KEPT):
        _sum_file(spent).unlink(missing_ok=True)
    _sweep(folder)
    return Built(library, cached=False)


def _sweep(folder: Path) -> None:
    """Takes away what compilers left behind that were ended on the way."""
    for left in folder.glob(f"{BUILDING}*"):
        with contextlib.suppress(OSError):  # another process does the same, or is done with it
            if time() - left.stat().st_mtime > STALE:
                shutil.rmtree(left)


def _compile(source: str, compiler: Compiler, flags: tuple[str, ...], folder: Path) -> str:
    """Compiles into the folder; answers what went wrong, or ''."""
    Path(folder, "game.c").write_text(source, encoding="utf-8")
    command = [*compiler.command, *flags, "-o", "game.so", "game.c"]
    told = programs.run(command, MOST_SECONDS, folder)
    if isinstance(told, str):
        return told
    if told.code != 0:
        return f"{compiler.path} failed: {told.err.decode(errors='replace')}"
    # Some broken libraries end the process that loads them.
    loaded = programs.run([sys.executable, "-I", "-S", "-c", LOADED, str(folder / "game.so")], 60)
    if isinstance(loaded, str) or loaded.code != 0:
        return f"{compiler.path} made no library that can be loaded"
    return ""


def _sum_file(library: Path) -> Path:
    return library.with_suffix(".sha256")


def _whole(library: Path) -> bool:
    """Is it as it was written, under this name, where nobody else can write?"""
    kept, told = cache.read(library), cache.read(_sum_file(library))
    return kept is not None and told == cache.checksum(library, kept).encode()


@functools.cache
def _private() -> Path:
    """A folder of this process alone, for libraries where the cache may not be used; it goes when the process ends."""
    made = Path(tempfile.mkdtemp(prefix="hoyle-"))
    owner = os.getpid()
    atexit.register(lambda: shutil.rmtree(made, ignore_errors=True) if os.getpid() == owner else None)
    return made
