"""What exported Python engines know beforehand: tops that are there, layers of clauses, cards that fit, moves."""

from dataclasses import replace

import pytest

from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.game import lower
from engine.core.passes.known_cards import KnownCards
from engine.core.passes.offered_moves import asked_of_offered
from engine.core.passes.ranked_outcomes import layers
from engine.core.uses import nodes
from engine.python.expressions import Writer
from engine.python.sets import card_set
from hoyle.api import load
from spec.ir import nodes as ir
from tests.export.harness import difference


def program_of(name):
    program = lower(load(name).rules)
    return program, Writer(program).functions


def checks(program, name):
    return sum(isinstance(n, t.Check) for n in nodes(p.functions(program)[name].body))


def test_outcomes_are_asked_from_the_top_down_and_weighed_where_none_is_above():
    program, functions = program_of("twentyone")
    (placing,) = program.groups
    found = [[clause.key for clause in layer] for layer in layers(placing.clauses, functions)]
    assert found == [["seven"], ["hit21"], ["flush", "run", "rank"], ["cleared"], ["bust"], ["rests"]]
    unranked = tuple(replace(clause, above=()) for clause in placing.clauses)
    assert [len(layer) for layer in layers(unranked, functions)] == [8]


def test_tops_are_certain_only_where_every_caller_has_made_sure():
    program, functions = program_of("pigeon")
    assert checks(program, "joins") == 1
    assert checks(KnownCards()(program), "joins") == 0
    assert checks(KnownCards()(program), "capped") == checks(program, "capped") > 0
    (effect,) = [f for f in functions.values() if f.name == "refill"]
    asking = replace(effect, body=(*effect.body, p.Do(t.Call("joins", (t.OneCard(0), t.Number(0)), ir.Bool()))))
    changed = replace(program, functions=tuple(asking if f is effect else f for f in program.functions))
    assert checks(KnownCards()(changed), "joins") == 1


def test_endings_speak_of_the_moves_offered_only_where_listing_them_is_safe():
    program, _ = program_of("pigeon")
    assert asked_of_offered(program) == {"ended_by_no_moves", "ended_by_nothing_else"}
    (first, *others) = program.actions
    play = next(a for a in others if a.label == "play_set")
    risky = replace(play, clauses=tuple(replace(clause, total=False) for clause in play.clauses))
    changed = replace(program, actions=(first, *(risky if a is play else a for a in others)))
    assert asked_of_offered(changed) == frozenset()


def test_a_question_about_cards_is_answered_by_a_set_where_little_else_matters():
    program, functions = program_of("reserve")
    found = card_set(functions["reaches_the_top"], program)
    assert found is not None
    assert [param.name for param in found.params] == ["stack_top"]
    assert all(not isinstance(n, t.Field) for n in nodes(found.cond))
    assert card_set(functions["may_go_alone"], program) is None


FAULTS = [
    ("pigeon", "return not state.moves", "return bool(state.moves)"),
    ("pigeon", "RANK_OF[state.slot[p][-1]]", "RANK_OF[state.slot[p][0]]"),
    ("pigeon", "len(paths[0]) <= most:", "len(paths[0]) < least:"),
    ("reserve", "stack_top <= HEIGHT[c]", "stack_top < HEIGHT[c]"),
    ("reserve", "further, longest = least - 1", "further, longest = least"),
    ("twentyone", "elif placing_hit21_applies(state, laid, p):", "elif not placing_hit21_applies(state, laid, p):"),
    ("twentyone", "elif placing_bust_applies(state, p):", "elif False:"),
    ("twentyone", "if suit == wanted", "if suit != wanted"),
]


@pytest.mark.parametrize(("name", "old", "new"), FAULTS)
def test_a_shortcut_that_is_wrong_is_noticed(name, old, new):
    assert difference(name, old, new, games=12, most=150) != ""
