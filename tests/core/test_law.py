"""The law of core programs: every program that lowering makes keeps it, and each of its sentences can be heard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.core import program as p
from engine.core import terms as t
from engine.core.check import breaches
from engine.core.lower.game import lower
from engine.core.unsupported import Unsupported
from engine.core.uses import rewrite
from hoyle.api import load
from spec.ir import nodes as ir
from tests.everyday import everyday
from tests.spec.strategies import game_of

ROOT = Path(__file__).parents[2]
SHIPPED = [ROOT / "rules" / name / f"{name}.hoyle" for name in everyday()]
FILES = sorted([*SHIPPED, *ROOT.glob("tests/strangers/*.hoyle"), *ROOT.glob("tests/classics/*")])
FILES = [file for file in FILES if file.suffix == ".hoyle"]


@cache
def program_of(name: str) -> p.Program:
    return lower(load(name).rules)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_rule_file_keeps_the_law(file):
    assert breaches(lower(load(str(file)).rules)) == []


def test_random_rule_files_keep_the_law():
    made = 0
    for seed in range(60):
        try:
            program = lower(game_of(seed))
        except Unsupported:
            continue
        made += 1
        assert breaches(program) == [], seed
    assert made > 40


WRONG, CARD, NUMBER, YES = t.Local("nowhere", ir.Int()), t.OneCard(0), t.Number(1), t.Truth(True)
HERE = ir.Symbol("player")

PLANTED: list[tuple[str, type, Callable[[Any], Any]]] = [
    ("it is not bound here", t.Size, lambda n: WRONG),
    ("it is bound to another type", t.Local, lambda n: replace(n, type=ir.Bool())),
    ("it is bound twice", t.Not, lambda n: t.And((n, *(t.Fold("any", "x", t.Words("rank"), None, YES),) * 2))),
    ("could not tell its name", t.Not, lambda n: t.Fold("any", "p__2", t.Words("rank"), None, n)),
    ("operand of Not", t.Not, lambda n: t.Not(NUMBER)),
    ("operand of And", t.And, lambda n: t.And((*n.items, CARD))),
    ("operand of Compare", t.Compare, lambda n: t.Compare("<", t.Truth(True), t.Truth(False))),
    ("operand of Compare", t.Compare, lambda n: replace(n, right=CARD)),
    ("operand of OneOf", t.Compare, lambda n: t.OneOf(NUMBER, (YES,))),
    ("operand of Arith", t.Arith, lambda n: replace(n, left=YES)),
    ("operand of Attr", t.Attr, lambda n: replace(n, card=NUMBER)),
    ("operand of Size", t.Size, lambda n: t.Size(CARD)),
    ("operand of Beside", t.Beside, lambda n: replace(n, player=NUMBER)),
    ("an operand of top", t.Helper, lambda n: t.Helper("top", (NUMBER,)) if n.name == "top" else n),
    ("too many or too few operands", t.Helper, lambda n: replace(n, args=(*n.args, *n.args))),
    ("what is asked of each is", t.Fold, lambda n: replace(n, how="any", cond=None, empty=None, value=NUMBER)),
    ("none needs no saying", t.Fold, lambda n: replace(n, how="any", cond=YES, empty=None, value=YES)),
    ("the sum of none is 0", t.Fold, lambda n: replace(n, how="sum", cond=None, value=NUMBER, empty=NUMBER)),
    ("what is added", t.Fold, lambda n: replace(n, how="sum", cond=None, value=YES, empty=None)),
    ("does not say what then", t.Fold, lambda n: replace(n, how="least", cond=YES, value=NUMBER, empty=None)),
    ("has to say what if there is none", t.Fold, lambda n: replace(n, how="first", value=NUMBER)),
    ("it stops play where", t.Fold, lambda n: replace(n, how="only_least", value=NUMBER, empty=None)),
    ("the condition of a fold", t.Fold, lambda n: replace(n, how="sum", cond=NUMBER, value=NUMBER, empty=None)),
    ("could go wrong itself", t.Check, lambda n: replace(n, given=(CARD,))),
    ("does not say what it asks for", t.Check, lambda n: replace(n, asks="within", value=NUMBER)),
    ("somebody where there can be none", t.Check, lambda n: t.Check("somebody", NUMBER)),
    ("what lies within bounds", t.Check, lambda n: replace(n, asks="within", value=CARD)),
    ("what is checked", t.Check, lambda n: t.Check("some_cards", NUMBER)),
    ("there is no function", t.Call, lambda n: replace(n, function="nothing")),
    ("the function answers something else", t.Call, lambda n: replace(n, type=t.Returns())),
    ("too many or too few arguments", t.Call, lambda n: replace(n, args=(*n.args, NUMBER))),
    ("an argument is", t.Call, lambda n: replace(n, args=tuple(t.Fails("gap", "x", t.Returns()) for _ in n.args))),
    ("there is no field", t.Field, lambda n: replace(n, name="nothing")),
    ("the field has another type", t.Field, lambda n: replace(n, type=ir.Card())),
    ("too many or too few indices", t.Field, lambda n: replace(n, index=(*n.index, NUMBER))),
    ("there is no zone", t.Zone, lambda n: replace(n, name="nothing")),
    ("the zone has another type", t.Zone, lambda n: replace(n, type=ir.Cards(not n.type.ordered))),
    ("the index of a zone", t.Zone, lambda n: replace(n, index=tuple(CARD for _ in n.index))),
    ("there is no step", t.StepName, lambda n: t.StepName("nowhere")),
    ("there is no jump", t.StepName, lambda n: t.StepBy("leave")),
    ("there is no group", p.Settle, lambda n: replace(n, group="nothing")),
    ("clauses that are not there", p.Settle, lambda n: replace(n, clauses=("nothing",))),
    ("judged by something else", t.Truth, lambda n: t.Weighed("nothing", ())),
    ("after each choice", p.ActionDef, lambda n: replace(n, tests=(YES,) * (len(n.params) + 2))),
    ("what is asked of a move", p.ActionDef, lambda n: replace(n, tests=(NUMBER,) * (len(n.params) + 1))),
    ("before each choice", p.ActionDef, lambda n: replace(n, known=((),) * (len(n.params) + 1))),
    ("what is kept of a move", p.ActionDef, lambda n: replace(n, known=((p.Let("kept", NUMBER),),) * len(n.params))),
    ("not bound here", p.ActionDef, lambda n: replace(n, tests=(t.Local("kept", ir.Bool()),) * (len(n.params) + 1))),
    ("there is no table", t.TableName, lambda n: t.TableName("nothing")),
    ("there is no action", t.Truth, lambda n: t.CanMove(("nothing",))),
    ("does not say why play stops", t.Fails, lambda n: replace(n, sentence="")),
    ("what a field becomes", p.SetField, lambda n: replace(n, value=t.SomeCards(()))),
    ("nothing to pick from", p.Shuffle, lambda n: p.Roll("mover", (), 0, 0)),
    ("onto or under a stack", p.MoveCards, lambda n: replace(n, how="onto" if n.how == "into" else "into")),
    ("what is moved", p.MoveCards, lambda n: replace(n, cards=NUMBER)),
    ("how many are drawn", p.DrawCards, lambda n: replace(n, count=YES)),
    ("what is kept", p.If, lambda n: p.Let("kept", NUMBER)),
    ("a condition is", p.If, lambda n: replace(n, cond=NUMBER)),
    ("what follows it is never done", p.If, lambda n: replace(n, then=(p.Answer(None), *n.then, p.Answer(None)))),
    ("ends without an answer", p.Function, lambda n: replace(n, body=n.body[:-1])),
    ("an answer is", p.Answer, lambda n: p.Answer(t.SomeCards(()))),
    ("answers nothing where", p.Answer, lambda n: p.Answer(None)),
    ("what is done", p.Do, lambda n: p.Do(replace(n.call, type=ir.Bool()))),
    ("what is done", p.Do, lambda n: p.DoOrLeave(n.call)),
    ("outranks it", p.ClauseDef, lambda n: replace(n, above=("nobody",))),
    ("two clauses have one key", p.ClauseDef, lambda n: replace(n, key="same")),
    ("the condition of a clause", p.ClauseDef, lambda n: replace(n, test=replace(n.test, type=ir.Int()))),
    ("does not say where play goes", p.RunStep, lambda n: p.RunStep(replace(n.function, result=ir.Bool()))),
    ("there is no ending", p.StepDef, lambda n: replace(n, arriving=("never",))),
    ("it judges a parameter", p.ActionDef, lambda n: replace(n, judged=("nobody",))),
    ("its choices bind a name twice", p.ActionDef, lambda n: replace(n, params=(*n.params, *n.params))),
    ("the first value of a field", p.FieldDef, lambda n: replace(n, start=t.SomeCards(()))),
]


@pytest.mark.parametrize(("sentence", "kind", "change"), PLANTED, ids=[said[:30] for said, _, _ in PLANTED])
def test_a_planted_fault_is_named(sentence, kind, change):
    found = (
        said
        for name in ("leduc_poker", "hearts", "pigeon", "twentyone")
        for _, said in breaches(rewrite(program_of(name), lambda n: change(n) if isinstance(n, kind) else n))
    )
    assert any(sentence in said for said in found)
