"""What runs said of a text, at its lines: verdicts, ambiguities and counts, and how they go stale."""

from __future__ import annotations

import pytest

from hoyle.editor.hover import hover
from hoyle.editor.results.ambiguities import found_of
from hoyle.editor.results.counts import count_hints, counts_of
from hoyle.editor.results.lenses import lenses
from hoyle.editor.results.marks import STALE, marks
from hoyle.editor.results.results import Results
from hoyle.editor.results.verdicts import verdicts_of
from hoyle.editor.results.versions import Lines, anchor_of
from tests.editor.small import SMALL, analysed, at
from verify.ambiguity.run.finder import subjects

RULED = SMALL.replace(
    'precedence in_anger > fitting @ "Play/2"', 'ruling in_anger over fitting because "anger comes first"'
)
SUBJECT = "beginner: youngest or eldest"


CALM = "to calm_down:\n  if mood is angry:\n    mood becomes calm\n    score of mover becomes 0\n"


def line_of(piece: str, text: str = SMALL) -> int:
    return text[: text.index(piece)].count("\n") + 1


def verdict(code: str, word: str, about: str, piece: str, **more: object) -> dict[str, object]:
    """A result as `hoyle verify --json` prints it."""
    return {
        "code": code,
        "verdict": word,
        "sentence": "it is so",
        "clauses": [about],
        "span": [{"line": line_of(piece)}],
        "scope": "x",
        **more,
    }


def found(kind: str, subject: str, *pieces: str, text: str = SMALL, **more: object) -> dict[str, object]:
    """A finding as `hoyle ambiguities --json` prints it."""
    return {
        "kind": kind, "title": f"title of {kind}", "subject": subject, "sentence": "so it is", "open": False,
        "standing": "shown", "span": [{"line": line_of(piece, text)} for piece in pieces], "shares": [{"share": 0.5}],
        "witness": {"log": {"moves": []}}, **more,
    }  # fmt: skip


NOT_SO = {"position": ["it does not"], "moves": ["play(1R)"]}
FOR_EVER = {"position": ["for ever"], "moves": ["a", "b"], "log": {"moves": ["a", "b"]}}
EXAMPLE = verdict("example", "refuted", "a card goes on", "example ", witness=NOT_SO)
CLAIM = verdict("claim", "refuted", "all_out", "claim all_out", witness=FOR_EVER)
GAP = verdict("no-gap", "unknown", "fitting", "permit fitting")


def titles(text: str, results: Results, *, table: bool = False) -> list[str]:
    return [one.title for one in lenses(analysed(text), results, table=table)]


def test_a_line_that_stands_in_another_block_is_another_rule():
    before, after = (analysed(SMALL + text) for text in (CALM, CALM.replace("    score", "  score")))
    assert before.printed != after.printed
    assert before.version.of() != after.version.of()
    assert before.version == analysed(SMALL + "\n" + CALM.replace("angry:", "angry:  # so")).version


@pytest.mark.parametrize(
    ("change", "stale"),
    [
        (("", ""), set()),
        (("# a word\n", "# another\n\n# word\n"), set()),
        (("> 1", "> 2"), {"example", "claim", "no-gap"}),
        (("legal play(1R)", "legal play([1R])"), {"example"}),
        (("every game ends", "an end stays reachable"), {"claim"}),
        (("size of hand", "size of ("), {"example", "claim", "no-gap"}),
    ],
)
def test_a_verdict_is_stale_where_what_it_depends_on_is_changed(change, stale):
    before = "# a word\n" + SMALL
    results = Results().with_verdicts(verdicts_of(analysed(SMALL), [EXAMPLE, CLAIM, GAP]), whole=True)
    after = analysed(before.replace(change[0], change[1], 1))
    assert {one.code for one in results.verdicts if one.stale(after)} == stale
    told = {mark.code: mark for mark in marks(after, results)}
    assert {code for code, mark in told.items() if mark.stale} == stale & told.keys()
    assert all(mark.message.startswith(STALE) and mark.weight == "hint" for mark in told.values() if mark.stale)
    fresh = {code: mark.weight for code, mark in told.items() if not mark.stale}
    assert fresh.items() <= {"example": "error", "claim": "error", "no-gap": "information"}.items()
    # Each stands at its line, wherever that is now; that of a claim at the claim, also where its words are changed.
    places = {"example": "example ", "claim": "claim ", "no-gap": "permit fitting"}
    for code, mark in told.items():
        assert after.content[mark.span.start :].startswith(places[code])
    assert "claim" in told


def test_what_is_said_of_a_claim_that_is_gone_has_no_mark():
    results = Results().with_verdicts(verdicts_of(analysed(SMALL), [CLAIM]), whole=True)
    assert list(marks(analysed(SMALL.replace("claim all_out", "claim others")), results)) == []


def test_lines_that_read_alike_are_told_apart():
    text = analysed("a b\n  x\nc\n  x\n  x\n").text
    spans = [Lines("new\n" + text.content).span(anchor_of(text, number)) for number in (2, 4, 5)]
    assert [span and span.start for span in spans] == [10, 16, 20]
    assert Lines("gone").span(anchor_of(text, 2)) is None


def test_what_can_be_run_stands_above_each_part_and_then_what_came_of_it():
    asked = titles(RULED, Results())
    often = "How often does each clause take effect?"
    assert asked == [
        "Verify this game", "Find ambiguities", "Play `youngest` against `eldest`", "Show what this ruling settles",
        often, "Show what this ruling settles", often, "Play this example", "Verify this claim",
    ]  # fmt: skip
    analysis = analysed(RULED)
    subject = "in_anger over fitting of play"
    results = Results().with_verdicts(verdicts_of(analysis, [EXAMPLE, CLAIM]), whole=False)
    questions = [found("question", SUBJECT, text=RULED), found("ruling", subject, "ruling in_anger", text=RULED)]
    results = results.with_found(found_of(analysis, questions), whole=False)
    told = titles(RULED, results, table=True)
    assert told[:2] == ["Verify this game", "Find ambiguities"]
    assert told[2:6] == [
        "Play `youngest` against `eldest`: differs in 50% of games", "Show where they part",
        "youngest or eldest differs in 50% of games", often,
    ]  # fmt: skip
    assert told[6:8] == ["so it is", "Show it on the table"]
    assert told[-4:] == ["✗ refuted", "Show it on the table", "✗ refuted", "Step through the counterexample"]
    assert all(
        "before your last changes" in one for one in titles(RULED.replace("> 1", "> 2"), results) if one[0] == "✗"
    )
    # What an editor asks for is what the command knows.
    assert analysis.game is not None
    searches = [one.arguments for one in lenses(analysis, Results()) if one.command == "hoyle.ambiguities"]
    items = {arguments[0] for arguments in searches if arguments}
    assert items == {SUBJECT, "beginner", subject}
    assert items <= subjects(analysis.game)


def test_what_is_open_is_marked_with_its_other_clause():
    clash = found("clash", "fitting and in_anger", "permit fitting", "forbid in_anger", open=True)
    note, ruling = found("dead", "lay", "does lay"), found("ruling", "x", "does lay")
    results = Results().with_found(found_of(analysed(), [clash, note, ruling]), whole=True)
    one, two = marks(analysed(), results)
    assert (one.weight, one.message, one.span.start) == ("warning", "title of clash: so it is", at("$0permit fitting"))
    assert [span.start for span, _ in one.related] == [at("$0forbid in_anger")]
    assert (two.weight, two.code) == ("information", "dead")
    assert titles(SMALL, results)[1] == "✗ 1 ambiguity open"
    stale = marks(analysed(SMALL.replace("> 1", "> 2")), results)
    assert {mark.weight for mark in stale} == {"hint"}


def test_a_run_of_some_leaves_the_others():
    one = Results().with_verdicts(verdicts_of(analysed(), [EXAMPLE, CLAIM, GAP]), whole=True)
    new = verdict("claim", "proved", "all_out", "claim all_out")
    two = one.with_verdicts(verdicts_of(analysed(), [new]), whole=False)
    assert (len(two.verdicts), two.verdict("claim", "all_out").short) == (3, "✓ proved")  # type: ignore[union-attr]
    assert len(two.with_verdicts(verdicts_of(analysed(), [new]), whole=True).verdicts) == 1


def test_how_often_a_clause_takes_effect_stands_behind_it():
    clauses = [("play", "permit", "fitting", 18), ("play", "forbid", "in_anger", 0), ("ends", "ending", "out", 20)]
    printed = {"games": 20, "clauses": [{"of": o, "kind": k, "label": n, "games": g} for o, k, n, g in clauses]}
    counts = counts_of(analysed(), printed)
    assert [(SMALL[: one.offset].rpartition(" ")[2], one.text) for one in count_hints(analysed(), counts)] == [
        ("fitting", " in 18 of 20 games"), ("in_anger", " in none of 20 games"), ("out", " in 20 of 20 games"),
    ]  # fmt: skip
    results = Results(counts=counts)
    assert "1 of 2 clauses took effect in none of 20 games" in titles(SMALL, results)
    changed = analysed(SMALL.replace("> 1", "> 2"))
    assert all("before your last changes" in one.text for one in count_hints(changed, counts))
    told = hover(analysed(), at("precedence in_an$0ger"), results)
    assert told is not None
    assert "Takes effect in none of 20 games." in told.markdown
