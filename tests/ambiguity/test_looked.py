"""What only `can` looks at is part of play: a clash there is reported, and a clause that applies there is not dead."""

from __future__ import annotations

from pathlib import Path

from hoyle.ambiguity.run import Maker
from hoyle.sources.files import load_file, parse_file
from tests.verify.small import text
from verify.ambiguity.compare.refinement import refinable
from verify.ambiguity.find.faults import seen_as_ruled
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.notes import notes
from verify.ambiguity.run.context import Context, Plan
from verify.run.budget import now

MARKED = "state:\n  mark: low | high, starts at low\n  count: 0 to 9, starts at 0\n"
LOOK = "    step look:\n      mark becomes high\n      if able and count < 8: add 1 to count\n      mark becomes low\n"


def rules(ranked: str) -> str:
    """Play asks on the way whether the mover could lay an ace while the mark is high; choices come when it is low."""
    permit = f"permit any\n  forbid late when mark is high and c is A{ranked}"
    made = text(state=MARKED, permit=permit, more="define able: mover can lay\n")
    return made.replace("    choice act", f"{LOOK}    choice act")


def context(folder: Path, content: str) -> Context:
    path = folder / "looked.hoyle"
    path.write_text(content, encoding="utf-8")
    game = load_file(str(path)).game
    assert game is not None
    return Context(game, Maker(parse_file(path)), {}, Plan(seconds=30.0, seed=1, games=6, greedy=0, tables=1))


def test_a_clash_that_only_can_comes_to_is_seen(tmp_path):
    (found,) = seen_as_ruled(context(tmp_path, rules("")), now() + 30.0).sightings.values()
    assert [s.label for s in found.sources] == ["any", "late"]
    assert found.clean
    assert not seen_as_ruled(context(tmp_path, rules("\n  precedence late > any")), now() + 30.0).sightings


def test_a_clause_that_applies_only_where_can_looks_is_not_dead(tmp_path):
    made = context(tmp_path, rules("\n  precedence late > any"))
    found = notes(made, seen_as_ruled(made, now() + 30.0), now() + 30.0)
    assert [f.standing for f in found if f.kind == "dead"] == ["unknown"]


def test_a_clause_of_a_move_of_several_shapes_is_looked_at_again() -> None:
    game = load_file("pigeon").game
    assert game is not None
    (action, clause) = next((a, c) for a in game.actions if a.variant for c in a.clauses)
    subject = f"{clause.source.label} of {clause.source.told_owner}"
    open_ = Finding("dead", subject, "it", "found", "unknown", (clause.source,), reason="not seen")
    (one,) = refinable(game, [open_])
    assert (one.part.name, one.part.clauses[one.clause].source.label) == (action.source.label, clause.source.label)
