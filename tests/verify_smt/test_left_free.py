"""What is not translated for the solver may be anything in proofs of claims: they say so, with the lines."""

from __future__ import annotations

from pathlib import Path

from hoyle.report.evidence import show_evidence
from hoyle.report.records import Run
from tests.verify.small import load, text
from verify.smt.prove.prove import prove

RULES = text(
    put="move c from hand of mover to heap; last becomes laying",
    state="state:\n  last: laying | turning, starts at laying\n",
    moves="lay, turn_over",
    more="move turn_over:\n  permit full when size of heap > 1\n"
    "  does back:\n    last becomes turning\n    for each c in heap: move c from heap to hand of mover\n\n"
    "claim none_drawn: always deck is empty\nclaim none_left: always if last is turning then heap is empty\n",
)  # fmt: skip
LINE = 1 + RULES[: RULES.index("  does back:")].count("\n")


def test_claims_are_proved_of_a_game_that_is_not_translated_in_full(tmp_path: Path, capsys):
    made = load(tmp_path, RULES)
    assert made.game is not None
    results = [r for r in prove(made.game, 60.0) if r.obligation.code == "claim"]
    found = {r.obligation.subject: r for r in results}
    assert {name: r.verdict for name, r in found.items()} == {"none_drawn": "proved", "none_left": "unknown"}
    told = "back: effects for each card of an order that is not kept"
    assert found["none_drawn"].by.endswith(f"what is not translated may be anything ({told})")
    assert found["none_left"].reason.startswith(f"the solver was told less than the rules ({told}); ")
    assert all([(c.owner, c.label) for c in r.untold] == [("turn_over", "back")] for r in results)
    show_evidence(results, Run(made.text, "tiny", "", {}, made))
    assert f"not translated for the solver: back (line {LINE})" in capsys.readouterr().out
