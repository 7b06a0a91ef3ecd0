"""`hoyle watch`: what it sees of a file that is saved, and what it shows on a terminal and where there is none."""

from __future__ import annotations

import os
import pty
import select
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest

from hoyle.report.holds import holding
from hoyle.run.order import Order, plan_of
from hoyle.terminal import screen as screens
from hoyle.watch import screen as watched
from hoyle.watch.events import Doing, Event, Missing, Over, Saved, Tick, Watch
from hoyle.watch.screen import Lines, Screen, Told
from tests.hoyle.rules import write
from tests.hoyle.test_verify import QUIET
from verify.obligations.verdict import Result, strongest

FALSE = QUIET.replace("size of heap <= 8", "size of heap <= 1")
WRONG = QUIET.replace("legal lay(AH)", "illegal lay(AH)")
BROKEN = QUIET.replace("to heap\n", "to haep\n", 1)
ORDER = Order({}, plan_of(20, 1, 15.0), kept=False)


class Hand:
    """Somebody at an editor: waits for things to happen, and saves."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.events: Iterator[Event] = Watch(path, ORDER).events()
        self.came: list[Event] = []

    def until(self, seen: Callable[[Event], bool]) -> Event:
        """What happened up to a certain thing, which is answered."""
        for event in self.events:
            self.came.append(event)
            if seen(event):
                return event
        raise AssertionError

    def saves(self, text: str) -> list[Event]:
        """Saves a text; nothing of an older one comes after that."""
        write(self.path.parent, text, self.path.name)
        self.came.clear()
        self.until(lambda event: isinstance(event, Saved))
        return self.came


def over(event: Event) -> bool:
    return isinstance(event, Over)


@pytest.fixture(scope="module", name="seen")
def watched_for_a_while(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Event]]:
    """One file, saved again and again, and all that happened between two saves."""
    folder = tmp_path_factory.mktemp("watched")
    with pytest.MonkeyPatch.context() as m:
        m.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        m.setattr("hoyle.watch.events.GONE", 0.1)
        hand, found = Hand(write(folder, QUIET, "quiet.hoyle")), {}
        hand.until(over)
        found["quiet"] = list(hand.came)
        hand.saves(FALSE)
        hand.until(lambda event: isinstance(event, Doing))
        found["cut off"] = list(hand.came)
        hand.saves(WRONG)
        hand.until(over)
        found["wrong"] = list(hand.came)
        found["broken"] = list(hand.saves(BROKEN))
        hand.came.clear()
        for _ in range(5):
            next(hand.events)
        hand.path.unlink()
        found["gone"] = [hand.until(lambda event: isinstance(event, Missing))]
        hand.saves(QUIET)
        hand.until(over)
        found["back"] = list(hand.came)
        hand.events.close()  # type: ignore[attr-defined]
    return found


def results(events: list[Event]) -> list[Result]:
    return [event for event in events if isinstance(event, Result)]


def test_after_each_save_all_is_looked_at_and_nothing_of_an_older_text_is_told(seen):
    first, *_ = seen["quiet"]
    assert isinstance(first, Saved)
    assert first.loaded.diagnostics == ()
    assert seen["quiet"][-1].done.results
    claims = {r.verdict for r in seen["quiet"][-1].done.results if r.obligation.code == "claim"}
    assert claims <= {"proved", "checked", "tested"}
    # The verification of the false claim was cut off by the next save.
    assert not any(map(over, seen["cut off"]))
    refuted = [r.obligation.subject for r in results(seen["wrong"]) if r.verdict == "refuted"]
    assert ("one card" in refuted, "few" in refuted) == (True, False)
    assert [type(event) for event in seen["broken"] if not isinstance(event, Tick)] == [Saved]
    assert seen["broken"][-1].loaded.game is None
    assert "is not there any more" in seen["gone"][0].reason
    assert seen["back"][-1].done.results


def test_without_a_terminal_each_thing_is_a_line(seen, capsys):
    with Lines(Told("quiet", 6.0)) as shown:
        for name in ("quiet", "wrong", "broken", "gone"):
            for event in seen[name]:
                shown.show(event)
    out = [line[10:] for line in capsys.readouterr().out.splitlines()]
    assert out[:2] == ["quiet.hoyle: nothing wrong", "examples: 1 of 1 comes out as written"]
    assert sum(line.startswith("PASSED: ") for line in out) == 1
    assert any(line.startswith("FAILED: The example “one card” fails (line ") for line in out)
    assert sum(line.startswith("FAILED: The example") for line in out) == 1
    assert next(line for line in out if line.startswith("line ")).endswith("[E0201]")
    assert "is not there any more" in out[-1]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("quiet", ["PASSED: ", "quiet.hoyle, as saved at", "nothing wrong", "Your claims", "waiting for the file"]),
        ("wrong", ["FAILED: 1 failure", "The example “one card” fails", "illegal lay(AH)", "Ctrl-C ends"]),
        ("broken", ["1 error", "error[E0201]", "did you mean `heap`?", "Waiting for the file"]),
        ("gone", ["is not there any more"]),
    ],
)
def test_a_terminal_has_one_screen_with_all_that_is_known(seen, monkeypatch, name, wanted):
    out = StringIO()
    made = screens._class()

    def terminal(stream: object = None, **_: object) -> object:
        return made(file=out, width=100, height=30, force_terminal=True, highlight=False, emoji=False)

    monkeypatch.setattr(watched, "screen", terminal)
    shown = Screen(Told("quiet", 6.0))
    with shown:
        for event in seen[name]:
            shown.show(event)
        last = shown._whole().plain
    assert all(words in last for words in wanted), last
    assert len(last.splitlines()) <= 30
    # When it ends, its last state stands below what was there before.
    assert wanted[0] in out.getvalue().rpartition("\x1b[?1049l")[2]


class Drawn:
    """A screen of a size that changes, and how often it was drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.width, self.times = 100, 0
        made = screens._class()

        def terminal(stream: object = None, **_: object) -> object:
            return made(file=StringIO(), width=self.width, height=30, force_terminal=True, highlight=False, emoji=False)

        def drawn(_: object, __: object, *, refresh: bool) -> None:
            self.times += refresh

        monkeypatch.setattr(watched, "screen", terminal)
        monkeypatch.setattr(watched, "REDRAWN", 0.0)
        monkeypatch.setattr("rich.live.Live.update", drawn)

    def during(self, shown: Screen, events: list[Event]) -> int:
        """How often the screen is drawn while these come."""
        before = self.times
        for event in events:
            shown.show(event)
        return self.times - before


def test_the_screen_is_drawn_again_only_where_something_changed(seen, monkeypatch):
    drawn = Drawn(monkeypatch)
    shown = Screen(Told("quiet", 6.0))
    for name in ("broken", "quiet"):
        assert drawn.during(shown, [event for event in seen[name] if not isinstance(event, Tick)])
        assert drawn.during(shown, [Tick()] * 5) == 0
        drawn.width -= 20
        assert drawn.during(shown, [Tick()] * 5) == 1
    # While it verifies, the seconds go on.
    shown.show(seen["quiet"][0])
    shown.told.began -= 7.0
    assert drawn.during(shown, [Tick()]) == 1


def test_nothing_is_said_of_what_is_still_to_come(seen):
    told = Told("quiet", 6.0)
    told.take(seen["quiet"][0])
    came = results(seen["quiet"])
    assert said_of(told) == []
    told.take(next(r for r in came if r.obligation.code != "example" and r.verdict != "unknown"))
    assert not any(title == "Your claims" and "none" in words for title, words in said_of(told))
    for result in came:
        told.take(result)
    assert ("Examples", "1 of 1 comes out as the file says so far") in said_of(told)
    assert "Coverage" not in dict(said_of(told))
    told.take(seen["quiet"][-1])
    assert ("Examples", "1 of 1 comes out as the file says") in said_of(told)
    assert "Coverage" in dict(said_of(told))


def said_of(told: Told) -> list[tuple[str, str]]:
    return list(holding(told.sorted().holds, strongest(told.results), over=told.complete))


def test_ctrl_c_ends_it_well(tmp_path):
    path = write(tmp_path, QUIET, "quiet.hoyle")
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.executable, [sys.executable, "-m", "hoyle", "watch", str(path), "--budget", "60", "--no-cache"])
    said = b""
    while b"all 1 come" not in said and b"1 of 1 comes" not in said:
        assert select.select([terminal], [], [], 30)[0], said
        said += os.read(terminal, 65_536)
    os.write(terminal, b"\x03")
    while select.select([terminal], [], [], 30)[0]:
        try:
            said += os.read(terminal, 65_536)
        except OSError:  # it has ended
            break
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    assert b"Traceback" not in said
    assert b"quiet.hoyle, as saved at" in said.rpartition(b"\x1b[?1049l")[2]
