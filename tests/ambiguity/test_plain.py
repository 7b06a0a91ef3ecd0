"""The plain file of a game has its rules, and none of its questions, readings and rulings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.plain import plain, plain_of
from hoyle.sources.files import find, load_file, lower, parse_text, read
from spec import syntax as s
from spec.ir import nodes as ir
from spec.lower.pruning import in_use
from tests.everyday import everyday
from verify.ambiguity.run.store import rules_of


def without_rulings(game: ir.Game) -> ir.Game:
    """The rules as ruled, with clauses that only a ruling ranks left unranked, and nothing that is not used."""
    kept = in_use(game)

    def ranked(order: tuple[ir.Edge, ...]) -> tuple[ir.Edge, ...]:
        return tuple(edge for edge in order if not edge.because)

    return replace(
        game,
        domains=tuple(d for d in game.domains if d.name not in {f"({q.source.label})" for q in game.questions}),
        groups=tuple(replace(g, order=ranked(g.order)) for g in game.groups if g.source.label in kept),
        actions=tuple(replace(a, order=ranked(a.order)) for a in game.actions),
        ending_order=ranked(game.ending_order),
        defines=tuple(d for d in game.defines if d.source.label in kept),
        routines=tuple(r for r in game.routines if r.source.label in kept),
        shapes=tuple(x for x in game.shapes if x.source.label in kept),
    )


def parts(game: ir.Game) -> list[frozenset[object]]:
    """What play depends on, part by part."""
    return [frozenset(part) for part in rules_of(game) if isinstance(part, tuple)]


def test_examples_of_a_reading_go_with_their_question() -> None:
    full = load_file("reserve").game
    made = lower(parse_text("plain", plain_of("reserve"))).game
    assert full is not None
    assert made is not None
    left, all_ = {e.text for e in made.examples}, {e.text for e in full.examples}
    assert "three 10s on a 7" in left
    assert "Jack, Queen, King on a Jack" in all_ - left


@pytest.mark.parametrize(
    ("game", "read_otherwise", "there", "gone"),
    [
        ("golf_six", {"beginning": "none_up"}, "turns from player 1", "once around"),
        ("golf_six", {"throwing": "turns_one"}, "mover does replace, throw_and_turn", "play throw_away"),
        ("rummy", {}, "\n    choice melding", "mover passes or"),
        ("rummy", {"melds": "any_number"}, "\n      choice melding", "until yes"),
        ("go_fish", {}, "draw 1 card from pond to hand of mover", "end the turn"),
        ("go_fish", {"empty_hand": "turn_ends"}, "\n      end the turn", "if yes"),
    ],
)
def test_what_a_reading_decides_stands_by_itself_or_not_at_all(
    game: str, read_otherwise: dict[str, str], there: str, gone: str
) -> None:
    text, _ = read(find(game))
    made = plain(text.name, text.content, read_otherwise)
    assert there in made
    assert gone not in made
    assert lower(parse_text("plain", made)).game is not None


@pytest.mark.parametrize("name", everyday())
def test_the_plain_file_says_what_is_ruled(name: str) -> None:
    text = plain_of(name)
    made = lower(parse_text("plain", text))
    assert made.game is not None
    assert not made.game.questions
    assert not [x for x in made.parsed.file.sections if isinstance(x, s.QuestionSection)]
    assert "ruling " not in text
    full = load_file(name).game
    assert full is not None
    one, two = (parts(without_rulings(game)) for game in (made.game, full))
    # A list of words that only an absent field has is listed in the full file alone; definitions may change places.
    assert one[0] <= two[0]
    assert one[1:] == two[1:]
