"""What is named once is read at its place: for the questions of operators, and nothing else."""

from __future__ import annotations

import pytest

from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.unfold import unfolded
from hoyle.misreadings.variations import questions
from tests.ambiguity.misread import text
from tests.ambiguity.test_asked import wrong
from tests.ambiguity.test_misreadings import loaded_of

OVER = "define over(x: card): rank of x > rank of top of pile\n"


def opened(**parts: str) -> str:
    loaded = loaded_of(text(**parts))
    assert loaded.game is not None
    found = unfolded(RuleFile(loaded.text.content, loaded.parsed.file, loaded.game))
    return "" if found is None else found.content


def test_what_is_named_once_stands_at_its_place() -> None:
    assert "permit any when rank of c > rank of top of pile" in opened(more=OVER, permits="  permit any when over(c)")
    both = "define fits(x: card): pile is empty or x > 2\n"
    assert "when (pile is empty or c > 2) and turns < 9" in opened(
        more=both, permits="  permit any when fits(c) and turns < 9"
    )
    assert opened(more=OVER) == ""
    done = opened(
        more="to note(x: card):\n  if x is A: add 1 to turns\n  add 1 to turns\n",
        moves="move show(d: card from hand of mover):\n  permit shows\n  does showing: do note(d)\n",
        turn="    choice act: mover does lay, show\n    otherwise: nothing",
    )
    assert "  does showing:\n    if d is A: add 1 to turns\n    add 1 to turns\n" in done


@pytest.mark.parametrize(
    "more",
    [
        f"{OVER}define under_it: not over(2H)\n",  # named twice: a word of the game
        "define over(x: card): some c in hand of mover with rank of c > rank of x\n",  # another `c` inside
    ],
)
def test_what_means_more_than_its_place_stays(more: str) -> None:
    made = opened(more=more, permits="  permit any when over(c)")
    assert "permit any when over(c)" in (made or text(permits="  permit any when over(c)"))


def test_a_question_about_it_leaves_the_name_in_the_rule_as_written() -> None:
    special = "  permit any when pile is empty or rank of c > rank of top of pile\n  permit ace when is_ace(c)"
    loaded = loaded_of(text(permits=special, more="define is_ace(x: card): x is A and pile is not empty\n"))
    assert loaded.game is not None
    one = next(q for q in questions(loaded, loaded.game) if q.operator == "only-there")
    written = one.written(loaded.text.content)
    assert wrong(loaded, one) == ""
    assert "permit ace when is_ace(c)" in written.replace(f" under {one.name} is as_written", "")
