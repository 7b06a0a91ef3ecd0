"""Shards of a simulation make the figures of one run to the last bit; what is no whole run is refused with a word."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from hoyle import api
from hoyle.run import shards
from hoyle.run.shards import numbers
from hoyle.run.spread import OtherHoyle, Task, play
from tests.hoyle.rules import DUEL, UNRULED, write

TIMED = ("engine", "seconds", "games_per_second", "decisions_per_second", "reproduce", "shard")
Command = Callable[..., tuple[int, str, str]]


def figures(out: str) -> dict[str, object]:
    """What does not differ between runs of the same games."""
    return {name: value for name, value in json.loads(out).items() if name not in TIMED}


def shard(hoyle: Command, path: Path, number: int, of: int, *more: str, name: str = "") -> Path:
    """A file with one shard of a run."""
    code, out, err = hoyle("simulate", str(path), "--shard", f"{number}/{of}", "--json", *more)
    assert (code in (0, 1), err) == (True, "")
    file = path.parent / (name or f"{number}.json")
    file.write_text(out, encoding="utf-8")
    return file


@pytest.fixture(scope="module", name="folder")
def a_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shards")


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        (DUEL, ("--games", "41", "--seed", "5")),
        (DUEL, ("--games", "23", "--policy", "1=greedy", "--most-moves", "9")),
        (UNRULED, ("--games", "40", "--as-written", "--engine", "native")),
        (UNRULED, ("--games", "40", "--as-written", "--engine", "interpreter")),
    ],
)
def test_shards_in_any_order_make_the_figures_of_one_run(hoyle, tmp_path, rules: str, more: tuple[str, ...]):
    path = write(tmp_path, rules)
    code, whole, _ = hoyle("simulate", str(path), "--json", *more)
    files = [shard(hoyle, path, n, 7, *more) for n in range(1, 8)]
    settings = [word for word in more if word == "--as-written"]
    for order in (files, files[::-1], random.Random(1).sample(files, 7)):
        merged = hoyle("simulate", str(path), *settings, "--json", "--merge", *map(str, order))
        assert (merged[0], merged[2]) == (code, "")
        assert figures(merged[1]) == figures(whole)
    screens = [hoyle("simulate", str(path), *settings, *words)[1] for words in (("--merge", *map(str, files)), more)]
    assert screens[0].splitlines()[2:-1] == screens[1].splitlines()[2:-1]
    assert [("--most-moves 9" in screen) for screen in screens] == 2 * ["--most-moves" in more]
    # A shard tells of its own games, which are as many as those of any other, or one more or less.
    games = [json.loads(file.read_text(encoding="utf-8"))["games"] for file in files]
    assert (sum(games), max(games) - min(games) <= 1) == (json.loads(whole)["games"], True)


@pytest.fixture(scope="module", name="parts")
def some_parts(folder: Path) -> list[Path]:
    """The shards of one run."""
    return [folder / f"{number}.json" for number in (1, 2, 3)]


@pytest.fixture(name="ready")
def a_run(hoyle, folder: Path, parts: list[Path]) -> Path:
    path = folder / "game.hoyle"
    if not path.exists():
        path.write_text(DUEL, encoding="utf-8")
        assert [shard(hoyle, path, n, 3, "--games", "20") for n in (1, 2, 3)] == parts
    return path


FOREIGN = [
    (("--games", "20", "--seed", "1"), "is of a run with seed 1, and not 0"),
    (("--games", "21"), "is of a run of 21 games, and not of 20"),
    (("--games", "20", "--most-moves", "7"), "cuts games after 7 moves, and not after 10,000"),
    (("--games", "20", "--policy", "greedy"), "has other players (greedy, greedy; not random)"),
]


@pytest.mark.parametrize(("more", "words"), FOREIGN)
def test_a_shard_of_another_run_is_refused(hoyle, ready: Path, parts: list[Path], more: tuple[str, ...], words: str):
    other = shard(hoyle, ready, 2, 3, *more, name="other.json")
    code, out, err = hoyle("simulate", str(ready), "--merge", str(parts[0]), str(other), str(parts[2]))
    assert (code, out) == (2, "")
    assert f"{other} does not fit {parts[0]}: it {words}; play it again as the others were" in err


def test_a_shard_of_another_game_text_or_hoyle_is_refused(
    hoyle, ready: Path, parts: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def merge(path: Path) -> str:
        code, out, err = hoyle("simulate", str(path), "--merge", *map(str, parts))
        assert (code, out) == (2, "")
        assert "; " in err.splitlines()[0], "it does not say what to do"
        return str(err)

    assert "it is of another game (Duel; this is" in merge(Path("leduc_poker"))
    assert "it is of another text of the rules" in merge(write(tmp_path, DUEL + "# a word more\n"))
    code, _, err = hoyle("simulate", str(ready), "--set", "held=1", "--merge", *map(str, parts))
    assert (code, "it is of the same text under other settings" in err) == (2, True)
    monkeypatch.setattr(shards, "build", lambda: "9.9 0123")
    assert "was played by another Hoyle" in merge(ready)


def test_what_is_missing_doubled_stopped_or_of_another_division_is_named(hoyle, ready: Path, parts: list[Path]):
    def merge(*files: Path) -> str:
        code, out, err = hoyle("simulate", str(ready), "--merge", *map(str, files))
        assert (code, out) == (2, "")
        return str(err)

    one, two, three = parts
    assert "1 of 3 shards are missing: 2 of 3; play them too" in merge(three, one)
    assert f"shard 2/3 is there twice: {two} and {two}; leave one out" in merge(*parts, two)
    half = shard(hoyle, ready, 1, 2, "--games", "20", name="half.json")
    assert f"{half} is one of 2 shards, and {one} one of 3" in merge(one, half, three)
    # Shards whose games follow on although one is missing: of an empty part nothing tells.
    stopped = json.loads(two.read_text(encoding="utf-8"))["shard"]
    stopped["sums"][1] -= 1
    assert "was stopped after 6 of 7 games; play shard 2/3 again" in merge(one, signed(ready, stopped), three)
    assert f"{ready} is no shard of a simulation, or only a piece of one" in merge(ready)


def signed(path: Path, told: dict[str, Any]) -> Path:
    """A file with a shard that says of itself that it was not changed."""
    told = {name: value for name, value in told.items() if name != "digest"}
    file = path.parent / "signed.json"
    digest = shards._digest(shards._canonical(told))
    file.write_text(json.dumps({"shard": {**told, "digest": digest}}), encoding="utf-8")
    return file


def test_a_file_that_was_changed_or_cut_off_is_refused(hoyle, ready: Path, parts: list[Path]):
    whole = parts[1].read_text(encoding="utf-8")
    file = ready.parent / "changed.json"

    def merge(text: str) -> str:
        file.write_text(text, encoding="utf-8")
        code, out, err = hoyle("simulate", str(ready), "--merge", str(parts[0]), str(file), str(parts[2]))
        assert (code, out) == (2, "")
        return str(err)

    assert "or only a piece of one: it is not JSON" in merge(whole[:-400])
    assert "is no shard of a simulation; write one by" in merge('{"games": 3}')
    told = json.loads(whole)
    for change in ({"number": 3}, {"sums": [*told["shard"]["sums"][:2], 99, *told["shard"]["sums"][3:]]}):
        assert "was changed since it was written" in merge(json.dumps({"shard": told["shard"] | change}))
    # Whoever makes the digest himself is still told that the sums are none.
    for at, value in ((2, 99), (11, [1, 1, 1]), (11, [99, 0]), (0, 0), (14, [])):
        sums = list(told["shard"]["sums"])
        sums[at] = value
        forged = signed(ready, told["shard"] | {"sums": sums})
        assert "does not add up" in merge(forged.read_text(encoding="utf-8")), at
    forged = signed(ready, told["shard"] | {"sums": ["many"]})
    assert "is no shard of a simulation as this Hoyle writes them" in merge(forged.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--shard", "1/3"), "add --json > FILE"),
        (("--shard", "1/9", "--games", "8", "--json"), "there are more shards (9) than games (8)"),
        (("--shard", "4/3", "--json"), "`4/3` is no shard"),
        (("--shard", "0/3", "--json"), "`0/3` is no shard"),
        (("--games", "3", "--csv", "x", "--merge", "x"), "--games and --csv cannot stand beside --merge"),
        (("--seed", "0", "--engine", "auto", "--merge", "x"), "--seed and --engine cannot stand beside --merge"),
    ],
)
def test_options_that_do_not_fit_are_told(hoyle, words: tuple[str, ...], said: str):
    code, out, err = hoyle("simulate", "leduc_poker", *words)
    assert (code, out) == (2, "")
    assert said in err


def test_rows_of_shards_are_the_rows_of_the_run(hoyle, tmp_path):
    path, tables = write(tmp_path, DUEL), [tmp_path / name for name in ("all.csv", "one.csv", "two.csv")]
    for table, more in zip(tables, ((), ("--shard", "1/2"), ("--shard", "2/2")), strict=True):
        assert hoyle("simulate", str(path), "--games", "9", "--json", "--csv", str(table), *more)[0] == 0
    whole, one, two = (table.read_text(encoding="utf-8").splitlines() for table in tables)
    assert one + two[1:] == whole


@pytest.mark.parametrize(("games", "of"), [(1, 1), (7, 3), (64, 64), (10**9, 999_983)])
def test_shards_have_each_game_once(games: int, of: int):
    ends = [(part.start, part.stop) for part in (numbers(games, n, of) for n in (1, 2, of - 1, of) if 1 <= n <= of)]
    assert (ends[0][0], ends[-1][1]) == (0, games)
    assert all(stop - start >= 1 and stop - start - games // of in (0, 1) for start, stop in ends)


# ---------------------------------------------------------------- executors


class Backwards(Executor):
    """Does its work when the last of it is there, the last first."""

    def __init__(self, of: int) -> None:
        self.of, self.works = of, list[tuple[Future[Any], Callable[[], Any]]]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.works.append((future, lambda: fn(*args, **kwargs)))
        if len(self.works) == self.of:
            for told, work in reversed(self.works):
                told.set_result(work())
        return future


def test_any_executor_gives_the_figures_of_one_process():
    game = api.load("leduc_poker")
    wanted = game.simulate(300, seed=3)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert game.simulate(300, seed=3, executor=pool, shards=4) == wanted
    with ThreadPoolExecutor(2) as threads:
        assert game.simulate(300, seed=3, executor=threads, shards=1000) == wanted
    assert game.simulate(300, seed=3, executor=Backwards(9), shards=9) == wanted
    with pytest.raises(ValueError, match="at least 1"):
        game.simulate(300, executor=Backwards(1), shards=0)


def test_a_worker_that_fails_or_has_another_hoyle_is_no_result():
    def fails(task: Task) -> None:
        raise MemoryError

    class Failing(Backwards):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            try:
                future.set_result((fails if self.works else fn)(*args))
            except MemoryError as error:
                future.set_exception(error)
            self.works.append((future, lambda: None))
            return future

    game = api.load("leduc_poker")
    with pytest.raises(MemoryError):
        game.simulate(20, executor=Failing(9), shards=3)

    class Elsewhere(Backwards):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            return super().submit(fn, replace(args[0], build="0.0 elsewhere"))

    with pytest.raises(OtherHoyle, match=r"0\.0 elsewhere asks it"):
        game.simulate(20, executor=Elsewhere(1), shards=1)
    assert play.__module__ == "hoyle.run.spread"  # workers import it by its name


def test_without_ray_it_says_how_to_get_it(hoyle, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("hoyle.run.cluster.find_spec", lambda name: None)
    code, out, err = hoyle("simulate", "leduc_poker", "--cluster", "local")
    assert (code, out) == (2, "")
    assert "install it: pip install 'hoyle[ray]'" in err
