"""What an editor asks for at a place: what a name is, what may be typed, what a move takes, how the text is built."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from editors.vscode.make_grammar import words
from hoyle.editor.actions import actions
from hoyle.editor.analysis import Analyst
from hoyle.editor.completion import PHRASES, UNWRITTEN, completions
from hoyle.editor.format.edits import applied
from hoyle.editor.hints import hints
from hoyle.editor.hover import BUILT_IN, escaped, hover
from hoyle.editor.names.globals import KINDS
from hoyle.editor.results.lenses import lenses
from hoyle.editor.results.results import NOTHING
from hoyle.editor.signature import signature
from hoyle.editor.structure import folds, outline, selections
from hoyle.editor.words import MEANINGS, SECTIONS
from spec.text.parser import section_parser
from spec.text.reserved import BUILTIN
from spec.text.source import Span
from tests.editor.disturb import edited
from tests.editor.small import SMALL, analysed, at, typed
from tests.editor.test_format import FILES


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("when fi$0ts(c)", "**definition** `fits`"),
        ("precedence in_an$0ger", "You may not lay a card if the temper is angry"),
        ("mo$0od is angry", "“temper”"),
        ("reading young$0est", "This reading is in force."),
        ("question begin$0ner", "In force: the reading `youngest`."),
        ("number deal$0t", "Usually `2`."),
        ("siz$0e of hand", "how many cards there are"),
        ('@ "Play$0/3" at', "cited 4 times"),
        ("at tu$0rn when", "choice turn"),
    ],
)
def test_hover(place, says):
    found = hover(analysed(), at(place))
    assert found is not None
    assert says in found.markdown


def test_every_word_of_the_language_is_explained():
    assert set(BUILT_IN) == {*BUILTIN, *KINDS}


def test_a_hover_makes_no_markup_of_a_file():
    text = SMALL.replace('"temper"', '"<b>[x](y)*"')
    found = hover(analysed(text), at("mo$0od as", text))
    assert found is not None
    assert r"\<b\>\[x\]\(y\)\*" in found.markdown
    assert escaped("```\n# x") == r"\`\`\` \# x"


@pytest.mark.parametrize(
    ("edit", "first"),
    [
        ("when mood is angry => when mood is $0", ["calm", "angry"]),
        ("precedence in_anger > fitting => precedence in_anger > $0", ["fitting", "in_anger"]),
        ("mover does play => mover does $0", ["play"]),
        ("at turn when => at $0", ["deal", "turn"]),
        ("legal play(1R) => legal $0", ["play"]),
        ("beginner is eldest => beginner is $0", ["youngest", "eldest"]),
        ("ruling youngest => ruling $0", ["youngest", "eldest"]),
        ("define fits(c: card) => define fits(c: $0", ["player", "card"]),
        ("each hand => each $0", ["deck", "hand", "pile"]),
        ('@ "Play/1" when fits => @ "$0', ["Deal/1", "Deal/2", "Play/1"]),
        ("move c to pile => move $0", ["c"]),
        ("move c to pile => move c to $0", ["deck", "hand", "pile"]),
        ("mover does play => mover does play, $0", []),
        ("pile = [2R], mover => pile = [2R $0], mover", ["1B", "2B", "3R"]),
        ("legal play(1R) => legal play($0", ["1R", "1B", "2R"]),
        ("size of hand of mover => size of $0", ["deck", "hand", "pile"]),
        ("size of hand of mover => size of hand of $0", ["mover", "player"]),
        ("suit of c is suit => suit of c is $0", ["red", "blue", "suit"]),
        ("permit fitting => permit $0", []),
        ("# nothing => # $0", []),
    ],
)
def test_completion(edit, first):
    text = SMALL if not edit.startswith("#") else SMALL.replace("zones:", "zones:  # nothing", 1)
    analysis, offset = typed(edit, text=text)
    assert [one.text for one in completions(analysis, offset)][: len(first) or 1] == first


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        ("permit fitting => per$0mit fitting", "legal"),
        ("ruling youngest => rul$0ing youngest", "settles"),
        ("legal play(1R) => legal play(1$0R)", "the 1 of red"),
        ("every game ends => every g$0ame ends", None),
        ("zones:\n => zon$0es:\n", "where cards lie"),
        ("Who begins => Who per$0mit begins", None),
    ],
)
def test_words_of_the_language_and_cards_are_told(edit, told):
    analysis, offset = typed(edit)
    found = hover(analysis, offset)
    assert (None if found is None else told is not None and told in found.markdown) == (None if told is None else True)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ("permit fitting => $0", {"permit", "forbid", "does", "precedence", "ruling"}),
        ("state:\n => $0", {"zones", "state", "move", "claim"}),
        ("deck: stack, face down => deck: stack, $0", {"face", "secret", "seen", "starts", "top"}),
        ("when fits(c) => when $0", {"some", "every", "no", "not", "if"}),
    ],
)
def test_words_of_the_language_are_completed(edit, words):
    analysis, offset = typed(edit)
    assert words <= {one.text for one in completions(analysis, offset) if one.kind is None}


def test_in_a_shape_suits_are_wild_and_settings_are_numbers():
    wild = (
        "ends:\n => shape some: set of 2 or more cards, where 2 and $0 are wild, at most dealt of them wild\n\nends:\n"
    )
    analysis, offset = typed(wild)
    assert [one.text for one in completions(analysis, offset) if one.kind is not None] == ["red", "blue"]
    analysis, offset = typed(wild.replace("$0", "red").replace("dealt of", "$0 of"))
    assert [one.text for one in completions(analysis, offset) if one.kind is not None] == ["dealt"]
    analysis, offset = typed(wild.replace("$0", "r$0ed"))
    told = hover(analysis, offset)
    assert told is not None
    assert "suit" in told.markdown


def test_what_is_being_typed_is_replaced():
    analysis, offset = typed("when mood is angry => when mood is an$0gr")
    calm = next(one for one in completions(analysis, offset) if one.text == "calm")
    assert analysis.content[calm.span.start : calm.span.end] == "angr"


def test_every_word_of_the_grammar_can_be_offered():
    patterns = {t.name for t in section_parser().terminals if t.pattern.type == "re"}
    ignored = {"COMMENT", "CONTINUED", "EQUAL"} | {name for name in patterns if name.startswith("__")}
    assert patterns - ignored <= {*PHRASES, *UNWRITTEN}


@pytest.mark.parametrize("path", FILES[::5], ids=lambda path: path.stem)
def test_whatever_is_typed_everything_can_be_asked(path):
    """No question breaks on a text that is being typed, at whatever place."""
    rng, text, analyst = random.Random(path.stem), path.read_text(encoding="utf-8"), Analyst("typed")
    for _ in range(8):
        text = edited(text, rng)
        analysis = analyst.analyse(text)
        offset = rng.randrange(len(text) + 1)
        completions(analysis, offset)
        hover(analysis, offset)
        signature(analysis, offset)
        assert selections(analysis, offset)[-1] == Span(0, len(text))
        actions(analysis, Span(0, len(text)))
        outline(analysis)
        hints(analysis)
        assert all(0 <= a < b <= len(text) for a, b in folds(text))
        tuple(lenses(analysis, NOTHING))


@pytest.mark.parametrize(
    ("edit", "text", "active"),
    [
        ("legal play(1R) => legal play($0", "play(c: card from hand of mover)", 0),
        ("when fits(c) => when fits(c$0", "fits(c: card)", 0),
        ("when fits(c) => when (fits)$0", None, 0),
        ("move play(c: card from => move play(c: card$0 from", None, 0),
    ],
)
def test_signature(edit, text, active):
    found = signature(*typed(edit))
    assert (found and (found.text, found.active)) == (text and (text, active))


def test_a_fault_is_mended_at_the_push_of_a_button():
    analysis, _ = typed("mood is angry => mod is angry$0")
    found = actions(analysis, Span(0, len(analysis.content)))
    assert [one.title for one in found] == ["Write `mood`"]
    assert applied(analysis.content, found[0].edits) == SMALL


def test_what_nothing_uses_is_deleted():
    text = SMALL.replace("ends:", "define unused: size of pile\n\nends:", 1)
    found = actions(analysed(text), Span(0, len(text)))
    assert [one.title for one in found] == ["Delete what nothing uses"]
    assert applied(text, found[0].edits) == SMALL


WARNINGS = {
    # What is written instead of what, the warning, the button, and what all then reads.
    "W0209": ("ends:", "define unused: size of pile\n\nends:", "Delete what nothing uses", SMALL),
    "W0608": ("ends:", 'move knock:\n  permit any @ "Play/2"\n\nends:', "Offer it at `turn`", "mover does play, knock"),
    "W0503": ('  ruling youngest because "the rulebook\'s example"\n', "", "Rule that it is read as `eldest`",
              '"player 2"\n  ruling eldest because "say why"\n'),
    "W0509": ("(if beginner is eldest then player 2 else player 1)", "player 1", "Delete this question", "no beginner"),
    "W0808": ("every game ends", "always 1 = 1", "Delete this claim", "no claim"),
    "W0405": ("  does lay", '  ruling in_anger over fitting because "so"\n  does lay', "Delete what is said already",
              SMALL),
    "W0409": ("  does lay", "  precedence in_anger > fitting\n  does lay", "Delete what is said already", SMALL),
    "W0411": ('  permit fitting @ "Play/1" when fits(c)\n', "", "Permit it where nothing forbids it",
              "precedence every forbid > any"),
    "W0702": ('forbid in_anger @ "Play/2"', "forbid in_anger", "Cite “Play/4”, which nothing cites yet",
              'forbid in_anger @ "Play/4" when'),
}  # fmt: skip
FIXED = {
    "W0411": ('  precedence in_anger > fitting @ "Play/2"\n', ""),
    "W0702": ('"Play" 1..3', '"Play" 1..4'),
}
"""What has to be otherwise before."""


@pytest.mark.parametrize("code", WARNINGS)
def test_a_warning_is_mended_at_the_push_of_a_button(code):
    piece, other, title, then = WARNINGS[code]
    text = SMALL.replace(*FIXED.get(code, ("", "")), 1).replace(piece, other, 1)
    before = analysed(text)
    found = [one for one in actions(before, Span(0, len(text))) if one.mends.code == code]
    chosen = next(one for one in found if one.title == title)
    after = analysed(applied(text, chosen.edits))
    assert code not in {d.code for d in after.diagnostics}
    assert not [d for d in after.diagnostics if d.severity == "error"]
    if then.startswith("no "):
        assert f"\n{then[3:]} " not in after.content
    else:
        assert then in after.content


def test_places_are_offered_that_are_near():
    text = SMALL.replace('forbid in_anger @ "Play/2"', "forbid in_anger").replace('"Deal" 1..2', '"Deal" 1..3')
    found = [one.title for one in actions(analysed(text), Span(0, len(text))) if one.mends.code == "W0702"]
    assert found == ["Cite “Play/1”, as this section does", "Cite “Play/2”, as this section does"]


def test_nothing_is_deleted_while_an_error_may_be_why_it_is_unused():
    text = SMALL.replace("when fits(c)", "when fitss(c)")
    assert [one.title for one in actions(analysed(text), Span(0, len(text)))] == ["Write `fits`"]


def test_a_name_within_a_move_is_no_reason_to_delete_the_move():
    text = SMALL.replace("move c to pile;", "let n be size of pile; move c to pile;")
    (fault,) = [d for d in analysed(text).diagnostics if d.code == "W0209"]
    assert actions(analysed(text), fault.span) == ()


def test_a_turn_that_is_ended_before_its_last_step_goes_on():
    text = SMALL.replace("mood becomes calm\n", "mood becomes calm; end the turn\n")
    text = text.replace("    otherwise @", "    otherwise @", 1) + ""
    text = text.replace(
        "end the turn\n\nexample", 'end the turn\n    step last @ "Play/3": add 1 to score of mover\n\nexample'
    )
    found = actions(analysed(text), Span(0, len(text)))
    assert [one.title for one in found] == ["Let the turn go on to its last step"]
    assert applied(text, found[0].edits) == text.replace("; end the turn", "")


def test_outline():
    found = outline(analysed())
    assert [one.name for one in found][:6] == ["game", "source", "zones", "state", "fits", "beginner"]
    move = next(one for one in found if one.name == "play" and one.kind == "move")
    assert [(one.kind, one.name) for one in move.children] == [
        ("permit", "fitting"), ("forbid", "in_anger"), ("effect", "lay")
    ]  # fmt: skip


def test_folds_and_selections():
    lines = {(SMALL.count("\n", 0, a), SMALL.count("\n", 0, b)) for a, b in folds(SMALL)}
    begin = SMALL[: SMALL.index("move play")].count("\n")
    assert (begin, begin + 4) in lines
    around = [SMALL[x.start : x.end] for x in selections(analysed(), at("mood is ang$0ry"))]
    assert around[0] == "angry"
    assert around[1] == "mood is angry"
    assert all(inner in outer for inner, outer in pairwise(around))


def test_which_reading_is_in_force_is_shown():
    found = [(SMALL.count("\n", 0, one.offset) + 1, one.text) for one in hints(analysed())]
    assert found == [(SMALL[: SMALL.index("reading youngest")].count("\n") + 1, " (in force)")]


_PLAIN = """
    a above ace add after against an and another any are around as at be before beginning below but by can cannot card
    cards copy deck do down each eighth else empty end everything face fifth for fourth from go greater half has
    high if in into is its less low many more most new next ninth not of on one or order other others over passes
    percent random ranks round rule says second see seen sequence seventh sixth smaller stacks standard stays tenth text
    than the them third time times turn until up where whole win with within yes
"""
PLAIN = frozenset(_PLAIN.split())
"""What needs no explanation where it stands, or is explained with the word before or behind it."""


def test_every_word_of_the_language_is_explained_or_plain():
    assert words() - MEANINGS.keys() - SECTIONS.keys() - {*BUILTIN} == PLAIN
