"""What Hoyle asks by itself: edits check clean, the sieve drops what is no question, the order, and the command."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import wilson
from hoyle.ambiguity import show
from hoyle.ambiguity.order import Told, section_of
from hoyle.ambiguity.run import find as hoyle_finds
from hoyle.commands.cli import main
from hoyle.editor.analysis import Analyst
from hoyle.editor.format.formatter import format_text
from hoyle.editor.results.marks import outdated
from hoyle.misreadings.draft import AS_WRITTEN, Asked
from hoyle.misreadings.find import BY_NAME
from hoyle.misreadings.variations import questions, variations
from hoyle.sources.files import Loaded, Parsed, find, game_names, lower, parse_text, read
from spec.ir import nodes as ir
from spec.text.parse import Kept, parse
from spec.text.source import Text
from tests.ambiguity.misread import MAY_TAKE, PLANTED, TAKE, text
from tests.ambiguity.test_misreadings import asked_by, context_of, loaded_of, looked_at, sieved
from tests.everyday import EVERYDAY
from verify.ambiguity.compare.change_impact import change_impact
from verify.ambiguity.compare.compare import Pair
from verify.ambiguity.compare.variations import BY_EXAMPLE, NEVER_ENDS, SAME, STOPS, Dropped, Varied
from verify.ambiguity.find.plays import play
from verify.ambiguity.report.finding import Change, Film, Finding, Share
from verify.ambiguity.report.outcome import Report, not_seen
from verify.ambiguity.report.questions import Waiting
from verify.ambiguity.report.worth import in_order
from verify.ambiguity.run.context import Plan
from verify.ambiguity.run.tasks import vary

KEPT = Kept()
EVERY_EDIT = "HOYLE_EVERY_EDIT"
"""Where it is set, each edit is made in each game; else of each operator one in the games of every day."""


def games() -> tuple[str, ...]:
    return game_names() if os.environ.get(EVERY_EDIT) else EVERYDAY


def loaded_game(name: str) -> Loaded:
    return loaded_of_text(*_read(name))


def _read(name: str) -> tuple[str, str]:
    found, _ = read(find(name))
    return found.name, found.content


def loaded_of_text(name: str, content: str) -> Loaded:
    loaded = lower(parse_text(name, content))
    assert loaded.game is not None
    return loaded


def edits() -> list[tuple[Loaded, Asked]]:
    """The edits that are tried out, with the files that they are for."""
    files = sorted(map(loaded_game, games()), key=lambda loaded: -len(loaded.text.content))
    found = [(loaded, one) for loaded in files for one in questions(loaded, loaded.game)]  # type: ignore[arg-type]
    shortest = {one.operator: (loaded, one) for loaded, one in found}
    if not os.environ.get(EVERY_EDIT):
        found = sorted(shortest.values(), key=lambda each: each[0].text.name)  # what files share is parsed once
    return found


def wrong(loaded: Loaded, one: Asked) -> str:
    """What is wrong with an edit: new errors or warnings, or play changes where it must not; '' if nothing."""
    content = one.written(loaded.text.content)
    file, found = parse(content, KEPT)  # what stands in the text before is not parsed again, and nothing is stored
    parsed = Parsed(Text(loaded.text.name, content), file, found)
    same = lower(parsed)
    new = {d.code for d in same.diagnostics} - {d.code for d in loaded.diagnostics}
    assert loaded.game is not None
    if new or same.game is None:
        return f"{loaded.text.name}: {one.name}: {', '.join(sorted(new))}"
    if not (change_impact(loaded.game, same.game).nothing or plays_alike(loaded.game, same.game)):
        return f"{loaded.text.name}: {one.name}: as written it is another game"
    return ""


def plays_alike(a: ir.Game, b: ir.Game) -> bool:
    """Do two games play alike, as where only one has steps and fields that nothing comes to?"""
    one = Interpreter(a)
    pair = Pair(one, Interpreter(b))
    return all(pair.parts(play(one, seed, most_moves=60)) is None for seed in range(3))


def test_every_edit_checks_clean_and_leaves_the_game_as_it_was() -> None:
    found = edits()
    assert len({one.operator for _, one in found}) > 40
    assert [said for loaded, one in found if (said := wrong(loaded, one))] == []


def test_a_bad_edit_is_told() -> None:
    loaded = loaded_of(text())
    one = next(q for q in questions(loaded, loaded.game) if q.operator == "how-many-moves")  # type: ignore[arg-type]
    assert wrong(loaded, one) == ""
    assert "E0" in wrong(loaded, replace(one, more=("define c: nothing of it",)))
    ruled = replace(one, edits=tuple(replace(e, text=e.text.replace(one.other, AS_WRITTEN)) for e in one.edits))
    assert "another game" in wrong(loaded, ruled)


NAMES_TAKEN = "\n  zz: 0 to 1\n  yy: 0 to 1\n  xx: 0 to 1"


def test_what_an_edit_goes_through_is_not_called_as_something_in_the_file() -> None:
    named: list[str] = []
    for operator, (parts, _) in PLANTED.items():
        loaded = loaded_of(text(**{**parts, "state": parts.get("state", "") + NAMES_TAKEN}))
        assert loaded.game is not None
        for one in questions(loaded, loaded.game, (BY_NAME[operator],)):
            if any("zz_2" in part for part in (*one.more, *(e.text for e in one.edits))):
                named.append(operator)
                assert wrong(loaded, one) == ""
    assert len(set(named)) >= 10, named


def test_an_end_at_either_of_two_steps_is_asked_about() -> None:
    ends = '  late @ "End/1" at close or act when turns > 3: every player p scores size of hand of p'
    loaded = loaded_of(text(ends=ends))
    assert loaded.game is not None
    found = questions(loaded, loaded.game, (BY_NAME["level-on-points"],))
    assert [wrong(loaded, one) for one in found] == [""]


# ---------------------------------------------------------------- the sieve


def why(content: str, operator: str) -> list[str]:
    loaded = loaded_of(content)
    return [found.why for _, found in looked_at(loaded, asked_by(loaded, operator)) if isinstance(found, Dropped)]


def test_what_says_the_same_is_dropped() -> None:
    loaded = loaded_of(text())
    one = asked_by(loaded, "how-many-moves")[0]
    same = replace(one, names=(AS_WRITTEN, AS_WRITTEN))
    assert sieved(Varied(context_of(loaded), same)) == Dropped(SAME)


@pytest.mark.parametrize("operator", ["when-it-ends", "too-few-to-draw", "goes-again", "needless-condition"])
def test_what_the_file_asks_already_is_not_asked_again(operator: str) -> None:
    loaded = loaded_of(text(**PLANTED[operator][0]))
    assert loaded.game is not None
    one = next(q for q in questions(loaded, loaded.game) if q.operator == operator)
    assert not [said for said in why(loaded.text.content, operator) if "already" in said]
    assert f"the file asks this already: {one.name}" in why(one.written(loaded.text.content), operator)


def test_what_nobody_could_play_by_is_dropped() -> None:
    draws = "move take:\n  permit taken when stock is not empty\n  does get: draw 1 card from stock to hand of mover\n"
    late = {"ends": "  late at close when turns > 40: nobody wins", "turn": MAY_TAKE}
    assert STOPS in why(text(moves=draws, **late), "needless-condition")
    upto = draws.replace("draw 1", "draw up to 1")
    assert STOPS not in why(text(moves=upto, **late), "needless-condition")
    ends = "  full when size of pile > 99: nobody wins\n  late at close when size of pile > 2: nobody wins"
    taking = {"moves": TAKE.format(" when pile is not empty"), "turn": MAY_TAKE}
    loaded = loaded_of(text(ends=ends, **taking).replace("add 1 to turns", "nothing"))
    endless = [one for one in asked_by(loaded, "does-it-end") if one.name == "late_goes_on"]
    (_, kept), (_, left) = looked_at(loaded, [*endless, *(replace(one, endless=False) for one in endless)])
    assert not isinstance(kept, Dropped)
    assert left == Dropped(NEVER_ENDS)


def test_what_there_was_no_time_for_is_not_called_alike() -> None:
    loaded = loaded_of(text())
    one = asked_by(loaded, "more-or-at-least")[0]  # a bound that no game of these cards comes to
    context = replace(context_of(loaded), variations=(one,))
    cut = vary(context, 0.0, name=one.name)
    assert cut.cut
    assert not vary(context, float("inf"), name=one.name).cut
    none, some = (not_seen(one, Waiting(one.name, *one.names, games, 0, False)) for games in (0, 9))
    assert (none.standing, section_of(none)) == ("unknown", "unknown")
    assert (some.standing, section_of(some), some.scope) == ("tested", "unasked", "9 random games")


# ---------------------------------------------------------------- the order


def question(
    subject: str, often: float, *, moves: int = 0, much: float = 0.0, about: str = "", by: str = ""
) -> Finding:
    film = Film((), False, "", tuple(f"move {n}" for n in range(moves)), ())
    shares = (Share("random play", 1000, wilson(int(1000 * often), 1000)),)
    change = Change(1000, ((much, 0.0),), (0.0, 0.0), 10.0)
    return Finding(
        "variation", subject, "", "found", "shown", (ir.Source(about or subject),), film=film, shares=shares,
        change=change, asked_by=by or subject,
    )  # fmt: skip


def test_the_questions_most_worth_a_ruling_come_first() -> None:
    # What every game comes to nobody plays wrong for long; it stands behind what comes up now and then.
    often, seldom = question("often", 0.9), question("seldom", 0.001)
    much, soon, late = question("much", 0.9, much=0.4), question("soon", 0.5), question("late", 0.5, moves=60)
    assert [f.subject for f in in_order([late, seldom, soon, often, much])] == [
        "much",
        "soon",
        "late",
        "often",
        "seldom",
    ]
    # Of several about one clause, or by one operator, those after the first make way for others.
    same = [question(f"same {n}", 0.4, about="clause") for n in (1, 2)]
    assert [f.subject for f in in_order([*same, soon])] == ["same 2", "soon", "same 1"]
    alike = [question(f"alike {n}", 0.4, by="operator") for n in (1, 2)]
    assert [f.subject for f in in_order([*alike, soon])] == ["alike 2", "soon", "alike 1"]
    # The same question of another clause is an echo of the first.
    echoes = [replace(question(f"echo {n}", 0.4), notes=("Which way round?",)) for n in (1, 2)]
    assert [f.subject for f in in_order([*echoes, often])] == ["echo 2", "often", "echo 1"]
    # What was not shown is not asked.
    assert in_order([replace(often, standing="tested", scope="9 games")]) == ()


# ---------------------------------------------------------------- the command


@pytest.fixture(scope="module", name="small")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("asked") / "small.hoyle"
    path.write_text(format_text(text(**PLANTED["goes-again"][0])), encoding="utf-8")
    return path


def test_the_command_asks_and_writes_the_question(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = loaded_of_text(str(small), small.read_text(encoding="utf-8"))
    assert before.game is not None
    asked = {one.name: one for one in questions(before, before.game)}
    report = hoyle_finds(before, before.game, {}, Plan(60.0, games=4), kept=False, item="put_earns_no_turn", ask=True)
    assert [f.subject for f in report.findings] == ["put_earns_no_turn"]
    show.show(Told(report, before.text, before.game, "Small", "small", "again", asked), details=False)
    shown = " ".join(capsys.readouterr().out.split())
    assert "Hoyle asks: rules that people may read in another way" in shown
    assert "Does “put” give the player another turn? (put_earns_no_turn) as written: yes or: no" in shown
    assert "found by play: they differ in " in shown
    assert main(["ambiguities", str(small), "put_earns_no_turn", "--no-cache", "--jobs", "1", "--games", "4"]) in (0, 3)
    shown = capsys.readouterr().out
    assert 'question put_earns_no_turn @ "Play/2"' in shown
    assert main(["ambiguities", str(small), "put_earns_no_turn", "--write"]) == 0
    after = loaded_of_text(str(small), small.read_text(encoding="utf-8"))
    assert after.game is not None
    assert [q.source.label for q in after.game.questions] == ["put_earns_no_turn"]
    assert change_impact(before.game, after.game).nothing
    assert after.text.content == format_text(after.text.content)


def test_what_is_settled_stands_in_the_file_with_its_reason_and_is_not_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.hoyle"
    path.write_text(format_text(text(**PLANTED["goes-again"][0])), encoding="utf-8")
    settle = ["ambiguities", str(path), "put_earns_no_turn", "--settle"]
    assert main([*settle, " "]) == 2
    assert main([*settle, "each card is followed by another", "--write"]) == 2
    assert main([*settle, "each card is followed by another"]) == 0
    capsys.readouterr()
    content = path.read_text(encoding="utf-8")
    assert '  ruling "yes" because "each card is followed by another"\n' in content
    assert content == format_text(content)
    after = loaded_of_text(str(path), content)
    assert after.game is not None
    assert "put_earns_no_turn" not in {one.name for one in questions(after, after.game)}
    assert not [one for one in questions(after, after.game) if one.operator == "goes-again"]
    assert main(["rulebook", str(path)]) == 0
    told = capsys.readouterr().out
    assert "**Answer.** Yes." in told
    assert "**Why.** Each card is followed by another." in told
    assert main(["check", str(path)]) == 0
    assert main(["check", str(path), "--as-written"]) == 0
    # It is asked again where the rules give another answer, or another question is asked.
    asked = content.replace('ruling "yes"', 'ruling "no"')
    for other in (asked, content.replace("another turn?", "a turn?")):
        again = loaded_of_text(str(path), other)
        assert again.game is not None
        assert [one for one in questions(again, again.game) if one.operator == "goes-again"]


def test_a_question_tells_its_condition_in_english() -> None:
    both = "  permit any when pile is empty and (size of hand of mover > 1 or turns > 3)"
    asked = {one.text for one in asked_by(loaded_of(text(permits=both)), "needless-condition")}
    assert "Does “any” of “lay” hang on this: the pile is empty?" in asked
    assert all("of mover" not in one for one in asked)
    # A part that cannot be told by itself stands as the rules have it.
    inner = "  permit any when pile is empty or some x in hand of mover with rank of x > rank of top of pile"
    told = [one.text for one in asked_by(loaded_of(text(permits=inner)), "more-or-at-least")]
    assert "For “any”: rank of x > rank of top of pile. Is it enough if the two are equal?" in told


def test_what_speaks_to_a_player_is_asked_of_any_player() -> None:
    loaded = lower(parse_text(*_read("hearts")))
    told = {one.text for one in asked_by(loaded, "needless-condition")}
    assert "Does “unbroken” of “play” hang on this: the player is leading?" in told


CORNERED = """
example "no king on an ace"{cites}:
  given pile = [AS], hand of player 1 = [KS QS], rest in stock, mover = player 1, at act
  illegal lay(KS)
  legal lay(QS)
"""


def test_what_an_example_of_the_rulebook_answers_is_worth_less_and_told() -> None:
    rules = PLANTED["round-the-corner"][0]
    for cites, legal, answered in ((' @ "Play/1"', "QS", True), ("", "QS", False), (' @ "Play/1"', "KS", False)):
        # Without a citation the example is the author's; and one that does not hold anyhow answers nothing.
        example = CORNERED.format(cites=cites).replace("legal lay(QS)", f"legal lay({legal})")
        loaded = loaded_of(text(**{**rules, "permits": f"{rules['permits']} or c is Q"}, tail=example))
        ((one, found),) = looked_at(loaded, asked_by(loaded, "round-the-corner"))
        assert isinstance(found, Finding)
        assert found.settled == ("an example of the file: no king on an ace (Play/1)" if answered else "")
        assert found.weight == pytest.approx(one.weight * (BY_EXAMPLE if answered else 1.0))
        assert section_of(found) == "asked"


def test_what_was_settled_before_its_rule_changed_is_asked_again_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.hoyle"
    path.write_text(format_text(text(permits="  permit any when pile is empty or turns > 3")), encoding="utf-8")
    first = next(q for q in _questions(path) if q.operator == "more-or-at-least" and q.name == "any_3_too")
    assert main(["ambiguities", str(path), first.name, "--settle", "the count says so"]) == 0
    assert [q.name for q in _questions(path) if q.before is not None] == []
    settled = path.read_text(encoding="utf-8")
    assert outdated(Analyst(str(path)).analyse(settled)) == ()

    # Another number in the rule, and nothing else.
    path.write_text(settled.replace("pile is empty or turns > 3", "pile is empty or turns > 4"), encoding="utf-8")
    again = [q for q in _questions(path) if q.before is not None]
    assert [q.operator for q in again] == ["more-or-at-least"]
    told = f"was settled as {first.name}; the rule under it changed since"
    assert again[0].asked_again == told
    content = path.read_text(encoding="utf-8")
    (mark,) = outdated(Analyst(str(path)).analyse(content))
    assert content[mark.span.start : mark.span.end] == first.name
    assert mark.message.startswith(f"this {told}. Hoyle asks now: ")
    loaded = loaded_of_text(str(path), content)
    assert loaded.game is not None
    asks = {one.name: one for one in questions(loaded, loaded.game)}
    assert [v.notes[-1] for v in variations(loaded, loaded.game, again)] == [told]
    tried = hoyle_finds(loaded, loaded.game, {}, Plan(20.0, games=4), kept=False, item=again[0].name, ask=True)
    assert [(f.subject, f.standing) for f in tried.findings] == [(again[0].name, "shown")]
    report = Report((), (), 1.0, 1.0, 0, 1)
    show.show(Told(report, loaded.text, loaded.game, "", "small", "", asks), details=False)
    assert f"Asked again: {again[0].name} {told}" in capsys.readouterr().out

    # Settled again, it stands once in the file.
    assert main(["ambiguities", str(path), again[0].name, "--settle", "five is not enough"]) == 0
    content = path.read_text(encoding="utf-8")
    assert content.count("question ") == settled.count("question ")
    assert f"question {first.name}" not in content
    assert "five is not enough" in content
    assert "the count says so" not in content
    assert again[0].name not in {q.name for q in _questions(path)}
    assert outdated(Analyst(str(path)).analyse(content)) == ()


def _questions(path: Path) -> tuple[Asked, ...]:
    loaded = loaded_of_text(str(path), path.read_text(encoding="utf-8"))
    assert loaded.game is not None
    return questions(loaded, loaded.game)


def test_a_report_says_that_more_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    loaded = loaded_of(text())
    assert loaded.game is not None
    report = Report((), (), 1.0, 1.0, 0, 1)
    told = Told(report, loaded.text, loaded.game, "Small: ambiguities", "small", "hoyle ambiguities small", unasked=3)
    show.show(told, details=False)
    assert "What the file does not ask: hoyle ambiguities small --ask (3 other readings" in capsys.readouterr().out
    show.show(replace(told, unasked=0), details=False)
    assert "--ask" not in capsys.readouterr().out


def test_nothing_is_written_that_was_not_asked(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = small.read_bytes()
    assert main(["ambiguities", str(small), "no_such_question", "--write"]) == 2
    assert main(["ambiguities", str(small), "--write"]) == 2
    assert main(["ambiguities", "corners", "ace_high", "--write"]) == 2
    assert "comes with Hoyle and stays as it is" in capsys.readouterr().err
    assert small.read_bytes() == before
