"""What all tests share: options, a cache of this run alone, and how its C is compiled."""

import gc
import os
import sys
import tempfile

import pytest

from hoyle.sources.files import find, game_names, parse_file
from tests.skips import pytest_runtest_makereport  # noqa: F401
from tests.threads import _nothing_is_left_at_work  # noqa: F401

KEPT = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-cases", action="store_true", help="write what comes of each case under tests/cases into its file"
    )


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of tests and their rule files are there to stay: they are not gone through again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _parse_the_library() -> None:
    """Each worker reads all rule files when it collects tests: they find in the cache what is parsed here once."""
    for name in game_names():
        parse_file(find(name))


def pytest_configure(config: pytest.Config) -> None:
    """What one test compiles or reads, whatever process it runs in, every later test finds in the cache.

    C is compiled without optimisation, in a third of the time, and by clang where it is, in half of that; tests that
    are about what users have take the variables away, and long runs, which set the flags, use the usual compiler.
    """
    if hasattr(config, "workerinput"):
        return
    config.stash[KEPT] = tempfile.TemporaryDirectory(prefix="hoyle-tests-", ignore_cleanup_errors=True)
    os.environ["XDG_CACHE_HOME"] = config.stash[KEPT].name
    if "HOYLE_CFLAGS" not in os.environ:
        os.environ["HOYLE_CFLAGS"] = "-O0"
        os.environ.setdefault("CC", "clang")
    # Hundreds of commands are begun, and each would compile all of Hoyle again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if getattr(config.option, "numprocesses", None):
        _parse_the_library()
