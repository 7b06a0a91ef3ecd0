"""`hoyle explore`: every figure against a plain enumeration by the interpreter; limits, kept searches, the screen."""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.c.compiled.build import NotBuilt
from engine.c.search.explorer import Explorer
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.position import Position
from engine.luck.chance import every_outcome
from hoyle.explore import kept
from hoyle.explore.search import Order, begun, binned
from hoyle.sources.files import load_file
from tests.hoyle.rules import DUEL, ENDLESS, write
from verify.search.compiled import native_model

SMALL = ("--deck", "A 2 of hearts, spades")
FAULTY = DUEL.replace("hand of mover is empty", "hand of mover is empty and rank of top of past is A")
"""An end that looks at a pile that may be empty: play stops there."""


class Plain:
    """Every position by the interpreter, breadth first: nothing is shared with what is tested."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        starts = [turn for turn, _ in self._outcomes(interpreter.start)]
        self.depth: dict[Position, int] = dict.fromkeys((turn.position for turn in starts), 0)
        self.after: dict[Position, list[Position]] = {}
        self.moves = 0
        level = list(self.depth)
        while level:
            level = [p for before in level for p in self._follow(before)]
        self.by_depth = tuple(n for _, n in sorted(Counter(self.depth.values()).items()))
        self.ended = Counter(p.result.ending for p in self.depth if p.result is not None)
        self.faulted = sum(p.fault is not None for p in self.depth)

    def _outcomes(self, run) -> Iterator[tuple[Turn, None]]:
        return ((turn, None) for share, turn in every_outcome(run) if share > 0)

    def _follow(self, before: Position) -> Iterator[Position]:
        for move in self.interpreter.legal_moves(before):
            for turn, _ in self._outcomes(partial(self.interpreter.apply, before, move)):
                self.moves += 1
                self.after.setdefault(before, []).append(turn.position)
                if turn.position not in self.depth:
                    self.depth[turn.position] = self.depth[before] + 1
                    yield turn.position

    def longest(self) -> int | None:
        """The most decisions in one game; None where a position comes back."""
        left, length = dict(self.after), {p: 0 for p in self.depth if p not in self.after}
        while left:
            ready = [p for p, to in left.items() if all(t in length for t in to)]
            if not ready:
                return None
            for p in ready:
                length[p] = 1 + max(length[t] for t in left.pop(p))
        return max(length.values())

    def soonest(self, holds) -> int | None:
        return min((depth for p, depth in self.depth.items() if holds(p)), default=None)


@pytest.fixture(name="explored")
def a_search(hoyle):
    def run(*words: str) -> tuple[int, dict]:
        code, out, err = hoyle("explore", *words, "--json")
        assert err == "", err
        return code, json.loads(out)

    return run


def plain(path: Path, **settings: str) -> Plain:
    game = load_file(path, settings).game
    assert game is not None
    return Plain(Interpreter(replace(game, claims=())))


# ---------------------------------------------------------------- the figures


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        (DUEL, {"deck": "A 2 of hearts, spades"}),
        (DUEL.replace("to past", "to deck"), {"deck": "A 2 of hearts, spades"}),
        (ENDLESS, {"deck": "A 2 3 of hearts"}),
        (FAULTY, {"deck": "A 2 of hearts, spades"}),
    ],
    ids=["duel", "duel that may go on", "endless", "faulty"],
)
def test_every_figure_is_that_of_a_plain_enumeration(explored, tmp_path, text, settings):
    path = write(tmp_path, text)
    known = plain(path, **settings)
    options = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    code, found = explored(str(path), *options, "--no-symmetry")
    assert (code, found["complete"]) == (1 if known.faulted else 0, True)
    assert found["states"] == len(known.depth)
    assert found["moves"] == known.moves
    assert tuple(found["by_depth"]) == known.by_depth
    assert {name: n for name, n in found["ended"].items() if n} == known.ended
    assert found["stopped"] == known.faulted
    if not known.faulted:
        assert found["longest"] == known.longest()
        assert found["cycle"] == (known.longest() is None)
    heap = next(i for i, cell in enumerate(known.interpreter.layout.cells) if cell.name == "heap")
    soonest = known.soonest(lambda p: len(p.cells[heap]) == 2 and p.fault is None)
    _, found = explored(str(path), *options, "--no-symmetry", "--find", "size of heap = 2")
    (condition,) = found["conditions"]
    assert (len(condition["moves"]) if condition["met"] else None) == soonest
    assert soonest is not None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("states", lambda real, self: replace(real(self), states=real(self).states + 1)),
        ("moves", lambda real, self: replace(real(self), transitions=real(self).transitions + 1)),
    ],
)
def test_a_wrong_count_would_be_noticed(explored, tmp_path, monkeypatch, name, told):
    path, real = write(tmp_path, ENDLESS), Explorer.counts
    known = plain(path, deck="A 2 3 of hearts")
    monkeypatch.setattr(Explorer, "counts", lambda self: told(real, self))
    _, found = explored(str(path), "--deck", "A 2 3 of hearts", "--no-symmetry")
    assert found[name] != {"states": len(known.depth), "moves": known.moves}[name]


def test_a_level_too_few_would_be_noticed(explored, tmp_path, monkeypatch):
    path, real = write(tmp_path, ENDLESS), Explorer.by_depth
    monkeypatch.setattr(Explorer, "by_depth", lambda self: (sum(real(self)[:2]), *real(self)[2:]))
    _, found = explored(str(path), "--deck", "A 2 3 of hearts", "--no-symmetry")
    assert tuple(found["by_depth"]) != plain(path, deck="A 2 3 of hearts").by_depth


def test_a_play_that_does_not_replay_is_never_shown(hoyle, tmp_path, monkeypatch):
    real = Explorer.play_to
    monkeypatch.setattr(
        Explorer, "play_to", lambda self, met, claim="": replace(play := real(self, met, claim), moves=play.moves[:-1])
    )
    code, out, err = hoyle("explore", str(write(tmp_path)), *SMALL, "--find", "size of heap = 2")
    assert (code, out) == (4, "")
    assert "a mistake of Hoyle's own" in err


@pytest.mark.parametrize(
    ("game", "deck"),
    [
        ("corners", "Q K of hearts, spades"),
        ("leduc_poker", "Q K of hearts, spades"),
        ("leduc_poker", "J Q K of hearts, spades"),
        ("twentyone", "2 3 8 of hearts, spades"),
    ],
)
def test_the_states_are_those_that_verify_counts(explored, game, deck):
    rules = load_file(game, {"deck": deck, "players": "2"}).game
    assert rules is not None
    model = native_model(replace(rules, claims=()), 800)
    assert not isinstance(model, str)
    found = explored(game, "--deck", deck, "--players", "2")[1]["states"]
    assert found == model.explore(float("inf")).states
    assert found > 20


def test_symmetry_only_makes_it_smaller(explored, tmp_path):
    path = str(write(tmp_path))
    _, alike = explored(path, *SMALL)
    _, apart = explored(path, *SMALL, "--no-symmetry")
    assert alike["states"] < apart["states"]
    assert (alike["longest"], len(alike["by_depth"])) == (apart["longest"], len(apart["by_depth"]))
    assert (bool(alike["symmetry"]), apart["symmetry"]) == (True, "")


# ---------------------------------------------------------------- conditions


def test_a_condition_is_told_as_a_game(hoyle, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = hoyle("explore", str(write(tmp_path)), *SMALL, "--find", "size of heap = 1 and mover is player 2")
    assert code == 0
    assert "holds after 1 move, and not sooner. The play, replayed:" in " ".join(out.split())
    assert "   1. Player 1 lays" in out


def test_a_play_is_written_and_replays(hoyle, tmp_path):
    path, log = str(write(tmp_path)), tmp_path / "play.json"
    code, *_ = hoyle("explore", path, *SMALL, "--find", "size of heap = 1", "--play", str(log))
    assert code == 0
    assert hoyle("replay", path, str(log))[0] == 0
    assert hoyle("explore", path, *SMALL, "--find", "size of heap = 1", "--play", str(log))[0] == 2
    assert hoyle("explore", path, *SMALL, "--play", str(tmp_path / "x.json"))[0] == 2


def test_each_condition_has_its_play_and_one_without_is_told(hoyle, tmp_path):
    path, log = str(write(tmp_path)), tmp_path / "play.json"
    finds = ("--find", "size of heap = 1", "--find", "size of heap = 99", "--find", "size of heap = 2")
    _, _, err = hoyle("explore", path, *SMALL, *finds, "--play", str(log))
    assert sorted(p.name for p in tmp_path.glob("play*")) == ["play-3.json", "play.json"]
    assert f"The play to `size of heap = 2` is written to {tmp_path / 'play-3.json'}." in err
    assert f"{tmp_path / 'play-2.json'} is not written: no play to `size of heap = 99` was found." in err
    assert all(hoyle("replay", path, str(p))[0] == 0 for p in tmp_path.glob("play*"))
    for taken in ("play.json", "play-3.json"):
        for other in tmp_path.glob("play*"):
            other.unlink()
        (tmp_path / taken).write_text("mine", encoding="utf-8")
        assert hoyle("explore", path, *SMALL, *finds, "--play", str(log))[:2] == (2, "")
        assert [p.read_text(encoding="utf-8") for p in tmp_path.glob("play*")] == ["mine"]


@pytest.mark.parametrize("wrong", ["heep is empty", "size of heap", "", "x\nclaim y: always x", "\x1b[31m"])
def test_a_condition_that_is_not_understood(hoyle, tmp_path, wrong):
    code, out, err = hoyle("explore", str(write(tmp_path)), "--find", wrong)
    assert (code, out) == (2, "")
    assert "--find" in err
    assert "\x1b" not in err


def test_a_condition_that_holds_nowhere(hoyle, tmp_path):
    path = str(write(tmp_path))
    code, out, _ = hoyle("explore", path, *SMALL, "--find", "size of heap = 7")
    assert code == 1
    assert "`size of heap = 7` holds in no position of any game (decisions and ends)." in out
    code, out, _ = hoyle("explore", path, "--states", "1", "--find", "size of heap = 7")
    assert code == 3
    assert "holds in no position that was reached" in out


def test_conditions_on_unseen_cards_are_found_as_well(explored, tmp_path):
    code, found = explored(str(write(tmp_path)), *SMALL, "--set", "held=1", "--find", "top of deck is AH")
    assert (code, found["conditions"][0]["moves"]) == (0, [])


# ---------------------------------------------------------------- limits


def test_what_is_cut_is_never_told_as_complete(hoyle, explored, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    path = str(write(tmp_path))
    code, out, _ = hoyle("explore", path, "--states", "100")
    assert code == 3
    assert out.startswith("Duel: NOT COMPLETE: the 100 states that --states allows were passed. Nothing is\n  known")
    assert "every game was searched" not in out
    assert "longest game  not known: " in out
    code, found = explored(path, "--budget", "0.000001")
    assert (code, found["complete"], found["longest"], found["cycle"]) == (3, False, None, None)
    assert "time was up" in found["cut"]
    monkeypatch.setattr("hoyle.explore.search.USED", 1e-9)
    _, found = explored(path)
    assert "the memory was used up" in found["cut"]


def test_too_many_deals_are_drawn_and_it_is_said_so(hoyle, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    code, out, _ = hoyle("explore", "crazy_eights", "--players", "2", "--states", "500", "--deals", "2")
    assert code == 3
    assert "2 distinct, of 2 deals, drawn by seed" in out


def test_what_holds_of_one_deal_is_not_told_of_every_game(hoyle, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("hoyle.explore.search.MOST_STARTS", 1)
    for deals, told in (("1", "every game of this deal ends"), ("2", "every game of these deals ends")):
        _, out, _ = hoyle("explore", "leduc_poker", "--no-symmetry", "--deals", deals)
        assert "drawn by seed" in out
        assert f"no position comes back, so {told}\n" in out


def test_ctrl_c_tells_what_was_found(hoyle, tmp_path, monkeypatch):
    real = Explorer.run

    def interrupted(self, until=0.0, stop=None):
        signal.raise_signal(signal.SIGINT)
        return real(self, until, stop)

    monkeypatch.setattr(Explorer, "run", interrupted)
    code, out, _ = hoyle("explore", str(write(tmp_path)))
    assert code == 130
    assert "NOT COMPLETE: somebody stopped it." in out


def test_no_compiler_is_said(hoyle, tmp_path, monkeypatch):
    monkeypatch.setattr("hoyle.explore.search.explorer", lambda *_, **__: NotBuilt("no C compiler"))
    code, out, err = hoyle("explore", str(write(tmp_path)))
    assert (code, out) == (3, "")
    assert "every position cannot be searched here: no C compiler" in err


# ---------------------------------------------------------------- kept searches


def searched(path: Path, states: int | None = None) -> Order:
    game = load_file(path, {"held": "1"}).game
    assert game is not None
    return Order(game, states=states)


@pytest.fixture(name="stopped")
def a_search_that_was_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.c.search.explorer.SLICE", 16)
    path, file = write(tmp_path), tmp_path / "kept"
    search = begun(searched(path, 400))
    assert not isinstance(search, str)
    search.run(lambda words: None)
    assert search.made.cut
    kept.keep(search, file)
    return path, file


def test_a_search_goes_on_where_it_was_stopped(stopped):
    path, file = stopped
    whole, rest = begun(searched(path)), kept.go_on(searched(path), file)
    assert not isinstance(whole, str)
    assert not isinstance(rest, str)
    before = rest.made.counts().states
    for search in (whole, rest):
        search.run(lambda words: None)
    one, other = whole.figures(), rest.figures()
    assert 0 < before < one.states
    assert replace(other, seconds=0.0, bytes=0) == replace(one, seconds=0.0, bytes=0)


@pytest.mark.parametrize("at", [40, -1, -100, 4000])
def test_a_changed_file_is_refused(stopped, hoyle, at):
    path, file = stopped
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(bytes(data))
    code, out, err = hoyle("explore", str(path), "--set", "held=1", "--resume", str(file))
    assert (code, out) == (2, "")
    assert "is not used: it was changed" in err


def test_a_file_of_another_user_or_game_is_refused(stopped, hoyle, tmp_path, monkeypatch):
    path, file = stopped
    code, _, err = hoyle("explore", str(path), "--set", "held=2", "--resume", str(file))
    assert (code, "is a search of another game" in err) == (2, True)
    code, _, err = hoyle("explore", str(path), "--set", "held=1", "--deals", "3", "--resume", str(file))
    assert (code, "is a search of another choice of deals" in err) == (2, True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another user"))
    code, _, err = hoyle("explore", str(path), "--set", "held=1", "--resume", str(file))
    assert (code, "another user or machine saved it" in err) == (2, True)


@pytest.mark.parametrize("text", [b"", b"x", kept.MAGIC, kept.MAGIC + b"{}\n", b"\0" * 5000])
def test_what_is_no_kept_search(hoyle, tmp_path, text):
    file = tmp_path / "kept"
    file.write_bytes(text)
    code, _, err = hoyle("explore", str(write(tmp_path)), "--resume", str(file))
    assert code == 2
    assert str(file) in err


def test_what_was_found_is_told_where_it_cannot_be_kept(hoyle, tmp_path, monkeypatch):
    def full(search, path, *, replace):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("hoyle.commands.explore.keep", full)
    code, out, err = hoyle("explore", str(write(tmp_path)), "--states", "100", "--save", str(tmp_path / "kept"))
    assert (code, "distinct states" in out, "No space left" in err) == (2, True, True)


def test_files_are_not_overwritten(hoyle, tmp_path):
    path, file = str(write(tmp_path)), tmp_path / "kept"
    assert hoyle("explore", path, "--states", "100", "--save", str(file))[0] == 3
    before = file.read_bytes()
    assert hoyle("explore", path, "--states", "100", "--save", str(file))[0] == 2
    assert file.read_bytes() == before
    assert hoyle("explore", path, "--states", "100", "--save", str(file), "--force")[0] == 3
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    assert hoyle("explore", path, "--states", "100", "--save", str(tmp_path / "link"))[0] == 2
    assert (tmp_path / "link").is_symlink()
    code, out, err = hoyle("explore", path, "--states", "100", "--save", str(tmp_path), "--force")
    assert (code, out, "is no name of a file" in err) == (2, "", True)
    both = ("--save", str(file), "--play", str(file), "--force", "--find", "hand of player 1 is empty")
    code, out, err = hoyle("explore", path, *both)
    assert (code, out, "two files" in err) == (2, "", True)
    code, _, err = hoyle("explore", path, *SMALL, "--save", str(tmp_path / "other"))
    assert (code, (tmp_path / "other").exists(), "complete" in err) == (0, False, True)


# ---------------------------------------------------------------- the screen


@pytest.mark.parametrize("columns", ["80", "120"])
def test_golden_screens(hoyle, tmp_path, snapshot, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("hoyle.explore.show.speed", lambda figures: "0.1 s, 20,000 states a second, 1.0 MiB")
    shown = [
        hoyle("explore", "leduc_poker", "--find", "raises = 2")[1],
        hoyle("explore", str(write(tmp_path, ENDLESS, "endless.hoyle")), "--deck", "A 2 3 of hearts")[1],
        hoyle("explore", str(write(tmp_path, FAULTY)), *SMALL)[1],
    ]
    assert max(map(len, "".join(shown).splitlines())) <= int(columns)
    assert "\n".join(shown) == snapshot


def test_csv(hoyle):
    code, out, _ = hoyle("explore", "leduc_poker", "--csv")
    lines = out.splitlines()
    assert (code, lines[0], lines[1]) == (0, "depth,states", "0,15")
    assert sum(int(line.partition(",")[2]) for line in lines[1:]) == 2850


def test_depths_in_few_rows():
    assert binned((1, 2, 3), 16) == [(0, 0, 1), (1, 1, 2), (2, 2, 3)]
    assert binned((1, 2, 3, 4, 5), 2) == [(0, 2, 6), (3, 4, 9)]
    assert binned((), 2) == []
