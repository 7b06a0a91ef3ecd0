"""The first screen of `hoyle verify`: ten planted faults, each found by who reads 24 lines; and how long it may be."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest

from engine.interpreter.interpreter import Interpreter
from hoyle.report.holds import holding
from hoyle.report.records import Run
from hoyle.report.repairs import exchange_for, outranking
from hoyle.report.screen import Told, show
from hoyle.report.sorted import sort
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from tests.hoyle.test_verify import QUIET, flat
from verify.obligations.examples import failure_of
from verify.obligations.verdict import Lengths, Obligation, Result, Witness, strongest
from verify.run.techniques import TECHNIQUES
from verify.search.shrink import Engines, largest_searched

PLANTED = Path(__file__).parent / "planted"
FEW = ("examples", "random play", "loops", "information leaks")
SCREEN = 24


@pytest.fixture(autouse=True)
def own_cache_and_few_techniques(tmp_path, monkeypatch):
    """What random games do not find has tests of its own; here it is told."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", tuple(t for t in TECHNIQUES if t.name in FEW))
    monkeypatch.setattr("verify.search.lassos.compiled_loop", lambda *arguments: None)
    monkeypatch.setattr("verify.random.random_play.MOST_MOVES", 200)


def verify(hoyle, name: str, *more: str) -> tuple[int, list[str]]:
    code, out, _ = hoyle("verify", str(PLANTED / f"{name}.hoyle"), "--games", "40", "--budget", "60", *more)
    return code, out.splitlines()


def test_of_a_share_it_is_said_what_decides_it(hoyle, tmp_path):
    path, claim = tmp_path / "game.hoyle", "\nclaim even: fair within 2 percent\n"
    out = "out when hand of mover is empty: mover wins"
    red, other = out.replace("out", "red").replace(":", " and top of heap is red:"), out.replace("mover", "player 2")
    for name, ends, said in (
        (
            "unused_clause",
            f"{red}\n  {other.replace('of player 2', 'of mover')}\n  precedence red > out",
            "play more games. --games 400 may decide it.",
        ),
        (
            "unused_clause",
            out.replace("mover wins", "nobody wins"),
            "--games 400 may decide it. Only games that somebody",
        ),
        ("overflow", out, "30 are needed; 40 stopped at a fault. Mend the fault first: a game that stops at one tells"),
    ):
        path.write_text((PLANTED / f"{name}.hoyle").read_text().replace(out, ends) + claim)
        told = flat(hoyle("verify", str(path), "--games", "40", "--budget", "60")[1])
        assert said in told[told.index("the claim even:") :][:300], told
        assert "smaller deck" not in told[told.index("the claim even:") :][:300]


def test_a_search_without_a_compiler_goes_on_and_says_so_once(hoyle, monkeypatch):
    asked = ("verify", str(PLANTED / "unused_clause.hoyle"), "--games", "40", "--budget", "60", "--no-cache")
    assert "slower" not in hoyle(*asked)[2]
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", TECHNIQUES)
    monkeypatch.setattr("engine.c.compiled.build.find_compiler", lambda: None)
    monkeypatch.setattr("verify.search.shrink.PYTHON_SECONDS", 0.0)

    def by_compiled_code(game, *more, tell, **others):
        for _ in range(2):
            Engines(1.0, hasty=True, tell=tell).explore(Interpreter(game), perf_counter() + 0.1)
        return largest_searched(game, *more, tell=tell, **others)

    monkeypatch.setattr("verify.run.techniques.largest_searched", by_compiled_code)
    code, _, said = hoyle(*asked)
    assert code == 0
    assert said.count("smaller games are searched without compiled code, which is slower: no C compiler was found") == 1


# ---------------------------------------------------------------- ten planted faults


FAULTS = {
    "wrong_precedence": (
        "The example “a pair beats a king” fails [example]",
        "precedence high_card > pair > split",
        "the game should have ended by pair, and ended by high_card",
        "precedence pair > high_card",
    ),
    "missing_end": (
        "No clause says what happens (gap) [no-gap]",
        "turns from player 1 until deck is empty:",
        "the course of play runs out, and no ending says who wins",
        "say in `ends:` who wins when play comes to its end here",
    ),
    "stuck": (
        "A player must move and cannot (deadlock) [not-stuck]",
        "choice act: mover does lay",
        "has no legal move and may not pass",
        "add an end `when no legal move`, let the player pass",
    ),
    "wrong_example": (
        "The example “hearts count nothing” fails [example]",
        "then deadwood(player 1) = 14",
        "deadwood(player 1) = 11, expected 14",
        "the line: deadwood(player 1) = 11",
    ),
    "leak": (
        "does not see (information leak) [no-leak]",
        "forbid matched when some d in hand of next player",
        "which the player to move has not seen",
        "ask only for cards that the player to move sees",
    ),
    "colliding_ends": (
        "Two ends hold at once, and nothing says which counts (collision) [no-collision]",
        "four_lying when size of heap >= 4",
        "out and four_lying end the game at once, unranked, with different results",
        "precedence out > four_lying or precedence four_lying > out",
    ),
    "endless_loop": (
        "Players can keep the game from its end (no termination) [ends-almost-surely]",
        "choice act: mover does lay, take_back, rest",
        "can repeat for ever",
        "add an end for a position that comes back",
    ),
    "unused_clause": (
        "lay late took effect in no game [used]",
        "permit late when size of heap > 6",
        "40 random games",
        "mend its condition if it should, or take it out",
    ),
    "false_claim": (
        "The claim heap_stays_small does not hold [claim]",
        "claim heap_stays_small: always size of heap <= 2",
        "size of heap = 3, expected at most 2",
        "mend the rule that allows this, or the claim",
    ),
    "overflow": (
        "A number leaves its range (overflow) [in-range]",
        "laid[player]: 0 to 2, starts at 0",
        "laid would become 3, and goes from 0 to 2",
        "widen the range of laid, as to `0 to 3`, or stop before its end",
    ),
}
"""For each planted fault its name, its line, what happens and how it is mended, as the first screen has them."""


@pytest.mark.parametrize("name", FAULTS)
def test_who_reads_the_first_screen_knows_the_fault_its_line_and_its_repair(hoyle, name):
    title, line, happens, fix = FAULTS[name]
    code, lines = verify(hoyle, name)
    first = flat("\n".join(lines[:SCREEN]))
    text = (PLANTED / f"{name}.hoyle").read_text().splitlines()
    (number,) = [n for n, told in enumerate(text, 1) if line in told]
    assert (code, lines[0].partition(":")[0]) == ((0, "PASSED") if name == "unused_clause" else (1, "FAILED"))
    assert title in first
    assert any(re.match(rf" +{number} \| +{re.escape(line[:30])}", told) for told in lines[:SCREEN])
    assert f"{name}.hoyle:" in first
    assert happens in first
    assert fix in first
    assert lines[-1] == lines[0]


def test_a_failure_tells_who_moved_and_is_replayed_by_its_number(hoyle):
    path = str(PLANTED / "false_claim.hoyle")
    _, lines = verify(hoyle, "false_claim")
    assert "3 moves from the deal: Player 1 lays" in flat("\n".join(lines))
    assert f"   See   hoyle replay {path} --finding 1" in lines
    assert "All 3 moves replay." in hoyle("replay", path, "--finding", "1")[1]
    assert hoyle("replay", path, "--finding", "2")[0] == 2
    assert hoyle("replay", path)[0] == 2


def test_suspicion_is_told_without_being_asked_and_fails_nothing(hoyle):
    code, out, _ = hoyle("verify", str(PLANTED / "unused_clause.hoyle"), "--games", "40", "--budget", "60", "--json")
    (ahead,) = [r for r in json.loads(out) if r["code"] == "seat-ahead"]
    assert code == 0
    assert "player 1 has 100% of all wins, where an even share is 50%" in ahead["witness"]["position"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("mover wins", "nobody wins", "often-drawn"),
        (
            "permit anything when size of heap < 6",
            "permit anything\n  forbid early when size of heap > 60",
            "never-applied",
        ),
        ("size of heap > 6", "size of heap > 7", "used"),
    ],
)
def test_what_looks_wrong_in_many_games_is_named(hoyle, tmp_path, old, new, code):
    path = tmp_path / "game.hoyle"
    path.write_text((PLANTED / "unused_clause.hoyle").read_text().replace(old, new))
    out = hoyle("verify", str(path), "--games", "40", "--budget", "60")[1]
    assert f"[{code}]" in out.partition("Look at this (no failure)")[2]


def test_games_that_are_cut_are_told(hoyle, tmp_path):
    path = tmp_path / "game.hoyle"
    endless = (PLANTED / "endless_loop.hoyle").read_text().replace("repeat", "")
    path.write_text(endless)
    out = hoyle("verify", str(path), "--games", "10", "--budget", "60", "--json")[1]
    assert "games-cut" in {r["code"] for r in json.loads(out)}


# ---------------------------------------------------------------- how long, how wide


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", ["several", "healthy"])
def test_screens(hoyle, tmp_path, monkeypatch, snapshot, name, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.chdir(tmp_path)
    text = QUIET if name == "healthy" else (PLANTED / f"{name}.hoyle").read_text()
    Path(f"{name}.hoyle").write_text(text)
    code, out, _ = hoyle("verify", f"{name}.hoyle", "--games", "40", "--budget", "60")
    lines = [line for line in out.splitlines() if not line.startswith("Again")]
    assert (code, max(map(len, lines)) <= columns) == (int(name == "several"), True)
    if name == "healthy":
        assert len(out.splitlines()) <= 40
    assert re.sub(r"\d+\.\d s", "... s", out) == snapshot


def test_three_failures_fit_the_first_screen_and_more_take_a_line_each(hoyle):
    _, lines = verify(hoyle, "several")
    starts = [at for at, line in enumerate(lines) if re.match(r"\d+\. ", line)]
    assert len(starts) == 7
    assert starts[3] <= SCREEN
    assert [b - a for a, b in pairwise(starts[3:])] == [1, 1, 1]


def told(results, text: str = QUIET, path: str = "quiet.hoyle", *, tmp_path: Path) -> tuple[Told, Run]:
    file = tmp_path / path
    file.write_text(text)
    loaded = load_file(file)
    assert loaded.game is not None
    return Told(tuple(results), loaded.game, 1.0), Run(loaded.text, "quiet", "again", {}, loaded)


def test_a_run_with_very_many_failures_stays_short(tmp_path, capsys):
    owed = Obligation("claim", "it", "it holds")
    many = [
        Result(replace(owed, subject=f"claim_{n}"), "refuted", "play", witness=Witness("", (), (), "it does not"))
        for n in range(170)
    ]
    show(*told(many, tmp_path=tmp_path))
    out = capsys.readouterr().out
    assert len(out.splitlines()) <= 40
    assert "... and 155 more failures (--details)" in out


def test_what_can_come_up_in_no_game_is_no_pass_and_said(tmp_path, capsys):
    game = load_file(PLANTED / "unused_clause.hoyle").game
    assert game is not None
    source = game.actions[0].source
    owed = Obligation("reached", "move lay", "the move lay is made in some game", (source,), required=False)
    never = Result(owed, "unknown", "a solver", "all games", "not in any games", never=True)
    assert sort([never]).holds == []
    show(*told([never], tmp_path=tmp_path))
    out = capsys.readouterr().out
    assert "move lay cannot come up [reached]" in flat(out)
    claim = Obligation("claim", "few", "the condition can come to hold", (source,))
    show(*told([replace(never, obligation=claim)], tmp_path=tmp_path))
    out = capsys.readouterr().out
    assert out.startswith("UNDECIDED: 1 undecided")
    assert "No game can show it: mend the rule or the claim." in flat(out)


def test_hoyle_against_itself_is_told_as_that(tmp_path, capsys):
    owed = Obligation("techniques-agree", "it", "all techniques agree")
    broken = Result(owed, "refuted", "two", witness=Witness("", (), (), "one proves it; but the other refutes it"))
    show(*told([broken], tmp_path=tmp_path))
    assert capsys.readouterr().out.startswith("BROKEN: 1 failure")


def test_details_show_the_evidence(hoyle):
    _, lines = verify(hoyle, "false_claim", "--details")
    assert any(line.startswith("refuted  heap_stays_small: always size of heap <= 2") for line in lines)
    assert any("random play: 40 random games, seed 1" in line for line in lines)
    assert lines[-1] == lines[0]


# ---------------------------------------------------------------- repairs


ORDER = "  precedence anything > no_ace\n"
ACE = """
example "an ace stays in the hand":
  given hand of player 1 = [AH 2S], hand of player 2 = [2H], mover = player 1, at act
  illegal lay(AH)
"""


def made(tmp_path: Path, order: str, examples: str = ACE) -> ir.Game:
    """A game with a permission, two prohibitions, this order, and these examples."""
    text = (PLANTED / "several.hoyle").read_text().partition("example ")[0]
    text = text.replace(ORDER, f"  forbid no_four when c is 4\n{order}") + examples
    path = tmp_path / "order.hoyle"
    path.write_text(text)
    game = load_file(path).game
    assert game is not None
    return game


@pytest.mark.parametrize(
    ("order", "repair"),
    [
        ("  precedence no_four > anything > no_ace\n", "no_ace > anything"),
        ("  precedence every permit > every forbid\n", "every forbid > every permit"),
        ("  precedence every forbid > every permit\n", ""),
    ],
)
def test_an_order_the_wrong_way_round_is_found_by_an_example(tmp_path, order, repair):
    four = ACE.replace("an ace", "a four").replace("AH", "4H")
    game = made(tmp_path, order, ACE + four)
    found = [exchange_for(game, e) for e in game.examples if failure_of(Interpreter(game), e) is not None]
    assert {change.told for change in found if change is not None} == ({repair} if repair else set())


def test_clauses_that_clash_are_ranked_by_the_examples_if_they_tell(tmp_path):
    def ways(examples: str) -> tuple[str, ...]:
        game = made(tmp_path, "  precedence no_four > anything\n", examples)
        (action,) = game.actions
        return outranking(game, action.clauses[0].source, action.clauses[1].source)

    assert ways("") == ("no_ace > anything", "anything > no_ace")
    assert ways(ACE) == ("no_ace > anything",)
    assert ways(ACE.replace("illegal", "legal")) == ("anything > no_ace",)


def test_where_play_stops_at_a_fault_nobody_is_told_that_every_game_ends():
    """No play goes on for ever, and none has come to an end of the game: the words of the proof say the first only."""
    ends = Result(Obligation("ends", "play", "every play is finite"), "proved", "a solver", "the whole game")
    claim = Result(Obligation("claim", "over", "every game ends"), "proved", "a solver", "the whole game")
    shown = Witness("", (), (), "player 1 has no legal move")
    stuck = Result(Obligation("not-stuck", "play", "nobody is stuck"), "refuted", "random play", witness=shown)
    none = Result(Obligation("some-end", "some game", "some game ends"), "unknown", "random play", reason="none ended")
    every_stops = "no game goes on for ever, but every game that was played stops at a fault (proved)"
    for every, title, told in (
        ([ends, claim, stuck], "Not endless", "no game goes on for ever, but some stop at a fault (proved)"),
        ([ends, claim, stuck, none], "Not endless", every_stops),
        ([ends, claim], "It ends", "every game ends (proved)"),
    ):
        said = dict(holding([ends, claim], every))
        assert said[title] == told
        assert said["Your claims"].startswith("1 proved: over")
        assert ("stop at a fault" in said["Your claims"]) == (stuck in every)


def test_beside_a_deadlock_nothing_is_headed_never_stuck():
    decides = Result(Obligation("decides", "play", "play comes to a decision"), "tested", "random play", "9 games")
    stuck = Result(
        Obligation("not-stuck", "play", "nobody is stuck"), "refuted", "random play", witness=Witness("", (), (), "no")
    )
    assert dict(holding([decides], [decides, stuck])) == {
        "Your claims": "none, and no example: this is what every game must do, not whether it is the game you mean",
        "No livelock": "play never goes on for ever without a decision (tested)",
    }
    assert dict(holding([decides], [decides]))["Never stuck"] == "play always comes to a decision (tested)"


# ---------------------------------------------------------------- what the screen says of the run itself


def test_of_a_file_that_asks_nothing_it_is_said(hoyle, tmp_path):
    path = tmp_path / "game.hoyle"
    path.write_text(QUIET)
    assert "Your claims  none, and no example" not in hoyle("verify", str(path), "--games", "20", "--budget", "20")[1]
    path.write_text(re.split(r"\n(?=example|claim)", QUIET)[0] + "\n")
    assert "Your claims  none, and no example" in hoyle("verify", str(path), "--games", "20", "--budget", "20")[1]


def test_a_warning_of_the_rule_file_is_on_the_screen(hoyle, tmp_path):
    path = tmp_path / "game.hoyle"
    path.write_text(re.sub(r"\nends:\n(  .*\n)+", "\n", QUIET))
    command = ("verify", str(path), "--games", "20", "--budget", "20")
    assert "the file has no `ends` section, so nothing ends the game [W0607]" in flat(hoyle(*command)[1])
    ends = next(r for r in json.loads(hoyle(*command, "--json")[1]) if r["code"] == "some-end")
    assert (ends["verdict"], ends["never"]) == ("unknown", True)
    assert ends["scope"].endswith("no rule of the file ends a game")


def test_as_many_are_counted_as_there_are_to_look_at(tmp_path, capsys):
    game = load_file(PLANTED / "unused_clause.hoyle").game
    assert game is not None
    source = game.actions[0].source
    dead = Result(
        Obligation("dead-clause", "lay never", "it never wins", (source,), required=False), "proved", "a proof"
    )
    again = Obligation("never-applied", "random games", "every part comes up", (source,), required=False, fails=False)
    told_again = Result(again, "refuted", "random play", witness=Witness("", (), (), "it did not"))
    show(*told([dead, told_again], tmp_path=tmp_path))
    out = capsys.readouterr().out
    assert out.splitlines()[0].startswith("PASSED: 1 to look at")
    assert len(re.findall(r"^  - ", out.partition("Look at this")[2], re.M)) == 1


def test_a_bound_stands_beside_the_longest_game_that_was_played():
    owed = Obligation("ends", "play", "every game ends")
    proved = Result(owed, "proved", "a measure", "all", most=Lengths(34, 33))
    played = Result(owed, "tested", "random play", "20 games", longest=Lengths(11, 10))
    held = dict(holding(strongest([proved, played]), []))
    assert held["It ends"] == (
        "every game ends, after at most 34 turns and 33 decisions; "
        "the longest that was played took 11 turns and 10 decisions (proved)"
    )


def test_a_game_that_may_go_round_is_no_failure(hoyle, tmp_path):
    endless, path = (PLANTED / "endless_loop.hoyle").read_text(), tmp_path / "game.hoyle"
    path.write_text(endless)
    code, out, _ = hoyle("verify", str(path), "--games", "20", "--budget", "40")
    assert (code, "[ends-almost-surely]" in out or "[ends]" in out) == (1, True)
    path.write_text(f"{endless}\nclaim patience: play may go round\n")
    code, out, _ = hoyle("verify", str(path), "--games", "20", "--budget", "40")
    assert (code, out.splitlines()[0].startswith("PASSED")) == (0, True)
    assert "Your claims 1 proved: patience" in flat(out)
    assert "[ends" not in out
