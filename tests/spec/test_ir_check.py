"""Each law of the IR is offended once, in a game that is otherwise legal, and must be reported."""

from dataclasses import replace
from typing import Any, Literal, get_args

import pytest

from spec.ir import nodes as ir
from spec.ir.check import check
from spec.ir.walk import MAX_DEPTH, walk
from tests.spec.sample import (
    CALL,
    CLAIMS,
    DECK,
    DOMAINS,
    ENDINGS,
    EXAMPLES,
    FIELDS,
    GAME,
    GROUP,
    HAND,
    HEAP,
    INT,
    LAY,
    LOW,
    MOVER,
    NOBODY,
    ONE,
    PASS,
    PLAY,
    PLAYER,
    QUESTIONS,
    SHAPES,
    STEPS,
    STOCK,
    TABLES,
    TIDY,
    YES,
    ZONES,
    P,
    less,
    num,
    source,
)  # fmt: skip

UNIONS = (ir.Type, ir.Expr, ir.Range, ir.Effect, ir.Clause, ir.Choice)

FIRST_OF_ROW = ir.Place("row", (ir.Lit(0, ir.Symbol("pile")),))


def game(**parts):
    return replace(GAME, **parts)


def claim(cond):
    return game(claims=(replace(CLAIMS[0], cond=cond),))


def example(**parts):
    return game(examples=(replace(EXAMPLES[0], **parts),))


def rolling(*effects):
    return game(steps=(replace(STEPS[0], act=ir.Run(effects)), *STEPS[1:]))


def some(cond, over=None):
    return ir.Quantify("some", "v", over or ir.OverDomain("rank"), cond)


def field(number, **parts):
    return game(fields=(*FIELDS[:number], replace(FIELDS[number], **parts), *FIELDS[number + 1 :]))


def zone(number, **parts):
    return game(zones=(*ZONES[:number], replace(ZONES[number], **parts), *ZONES[number + 1 :]))


def step(number, **parts):
    return game(steps=(*STEPS[:number], replace(STEPS[number], **parts), *STEPS[number + 1 :]))


def action(**parts):
    return game(actions=(replace(PLAY, **parts), LAY, PASS))


def group(**parts):
    return game(groups=(replace(GROUP, **parts),))


def wild(cards: ir.Wild, line: Literal["none", "run"] = "none"):
    """The game with wild cards in its first shape."""
    return game(shapes=(replace(SHAPES[0], wild=cards, line=line), SHAPES[1]))


def param(choice, kind):
    return game(actions=(PLAY, LAY, replace(PASS, params=(ir.Param("v", kind, choice),))))


def deep(depth):
    cond: ir.Expr = YES
    for _ in range(depth):
        cond = ir.Not(cond)
    return cond


def calls_itself():
    return replace(LOW, body=ir.Apply("low", (ir.Var("x", ir.Card()),)))


ACT: Any = STEPS[1].act
WORD: Any = "=="
SIX = ir.CardList((0, 1, 2, 3, 4, 5))
HEARTS = ir.Lit(0, ir.Symbol("suit"))
LEADER = ir.Get("leader", ())
MELDS = ir.OverShapes(HEAP, "meld")
RESTS = ir.OverRests(HEAP, ("meld",))
ONE_OF_HAND = ir.Place("hand", (LEADER,))
TOP = ir.EndCard("top", HEAP)
END = ir.Jump("end_turn")
ASSIGN = ir.Assign("round", (), num(1))
FAULTS = {
    # names
    "unknown zone": ("E0304", claim(ir.Compare("=", ir.Size(ir.Place("stok", ())), num(1)))),
    "unknown field": ("E0201", claim(less(ir.Get("rond", ()), num(1)))),
    "unknown definition": ("E0201", claim(ir.Apply("lo", (TOP,)))),
    "unknown variable": ("E0201", claim(some(YES, ir.OverCards(ir.Filter("c", HEAP, ir.Member(P, HEAP)))))),
    "unknown shape": ("E0201", claim(ir.HasShape(HEAP, "mel"))),
    "unknown table": ("E0201", claim(less(ir.Total("pints", HEAP, "least"), num(1)))),
    "unknown domain in a range": ("E0201", claim(some(YES, ir.OverDomain("ranks")))),
    "unknown domain in a type": (
        "E0201",
        game(defines=(LOW, ir.Define(source("x"), (ir.Var("v", ir.Symbol("y")),), ir.Bool(), YES))),
    ),
    "unknown domain of an index": ("E0201", zone(2, index=("player", "nothing"))),
    "slots of no row": ("E0203", claim(some(YES, ir.OverSlots("rank")))),
    "unknown move": ("E0201", claim(ir.CanMove(("pas",)))),
    "unknown move in a step": ("E0201", step(1, act=replace(ACT, actions=("pas",)))),
    "unknown routine": ("E0201", rolling(ir.Do("tid", ()))),
    "unknown outcome": ("E0201", rolling(ir.Resolve("efect", ()))),
    "unknown question": ("E0507", claim(ir.Open("aces", ir.Bool()))),
    "settled question": ("E0906", game(questions=(replace(QUESTIONS[0], chosen="low"),))),
    "two zones of one name": ("E0202", game(zones=(*ZONES, ZONES[1]))),
    "two domains of one name": ("E0202", game(domains=(*DOMAINS, DOMAINS[0]))),
    "two parameters of one name": ("E0202", game(routines=(replace(TIDY, params=(P, P)),))),
    "two steps of one name": ("E0612", game(steps=(*STEPS, STEPS[0]))),
    "blind among one's own": ("E0613", param(ir.ChooseCard(HAND, blind=True), ir.Card())),
    "blind among cards on the table": ("E0613", param(ir.ChooseCard(FIRST_OF_ROW, blind=True), ir.Card())),
    # types
    "number as a condition": ("E0301", claim(num(1))),
    "condition as a number": ("E0301", claim(less(ir.Arith("+", YES, num(1)), num(1)))),
    "branches of two types": ("E0301", claim(ir.If(YES, YES, num(1)))),
    "a name of another type": ("E0301", claim(some(ir.Compare("=", ir.Var("v", INT), num(1))))),
    "rank beside suit": ("E0302", claim(ir.Compare("=", ir.Attr("rank", TOP), HEARTS))),
    "suits in order": ("E0303", claim(less(HEARTS, HEARTS))),
    "arguments too few": ("E0305", claim(ir.Apply("low", ()))),
    "argument of another type": ("E0301", claim(ir.Apply("low", (num(1),)))),
    "index missing": ("E0306", claim(less(ir.Size(ir.Place("hand", ())), num(1)))),
    "index of another type": ("E0301", claim(less(ir.Size(ir.Place("hand", (HEARTS,))), num(1)))),
    "field index missing": ("E0306", claim(ir.Compare("=", ir.Get("mode", ()), ir.Get("mode", ())))),
    "card not of the deck": ("E0307", claim(less(ir.Size(ir.CardList((6,))), num(1)))),
    "card twice in a list": ("E0801", claim(less(ir.Size(ir.CardList((1, 1))), num(1)))),
    "top of a set": ("E0308", claim(ir.Member(ir.EndCard("top", HAND), HEAP))),
    "top cards of a set": ("E0308", claim(ir.Member(TOP, ir.EndCards("top", num(1), HAND)))),
    "so many as a condition": ("E0301", claim(ir.Member(TOP, ir.EndCards("top", YES, HEAP)))),
    "top of a union": ("E0308", claim(ir.Member(ir.EndCard("top", ir.Combine("plus", HEAP, STOCK)), HEAP))),
    "cards for a card": ("E0314", claim(ir.Member(HEAP, HEAP))),
    "a card for cards": ("E0314", claim(ir.Member(TOP, TOP))),
    "card as a rank": ("E0301", claim(ir.Adjacent("above", TOP, TOP))),
    "ordinal of a number": ("E0301", claim(less(ir.Ordinal(num(1)), num(1)))),
    "first of two types": ("E0301", claim(ir.Compare("=", ir.First("v", ir.OverDomain("rank"), YES, HEARTS), HEARTS))),
    "nobody as an index": ("E0312", claim(less(ir.Size(ONE_OF_HAND), num(1)))),
    "nobody's neighbour": ("E0312", claim(ir.Compare("=", ir.Beside(LEADER, 1), MOVER))),
    "nobody's ordinal": ("E0312", claim(less(ir.Ordinal(LEADER), num(1)))),
    "nobody as the mover": ("E0312", rolling(ir.Assign("mover", (), LEADER))),
    "tested too late": ("E0312", claim(ir.And((less(ir.Size(ONE_OF_HAND), num(1)), ir.Compare("!=", LEADER, NOBODY))))),
    "tested the wrong way": (
        "E0312",
        claim(ir.And((ir.Compare("=", LEADER, NOBODY), less(ir.Size(ONE_OF_HAND), num(1))))),
    ),
    "tested, then changed": (
        "E0312",
        rolling(
            ir.When(
                ir.Compare("!=", LEADER, NOBODY),
                (ir.Assign("leader", (), NOBODY), ir.Draw(num(1), STOCK, ONE_OF_HAND, True)),
                (),
            )
        ),
    ),
    "tested, then perhaps changed": (
        "E0312",
        rolling(
            ir.When(
                ir.Compare("!=", LEADER, NOBODY),
                (ir.Do("tidy", (MOVER,)), ir.Draw(num(1), STOCK, ONE_OF_HAND, True)),
                (),
            )
        ),
    ),
    "truth value of 2": ("E0904", claim(ir.Lit(2, ir.Bool()))),
    "word outside its list": ("E0904", claim(ir.Compare("=", MOVER, ir.Lit(2, PLAYER)))),
    "nobody as a certain player": ("E0904", claim(ir.Compare("=", MOVER, ir.Lit(ir.NOBODY, PLAYER)))),
    "card outside the deck": ("E0904", claim(ir.Member(ir.Lit(6, ir.Card()), HEAP))),
    "cards as one literal": ("E0904", claim(less(ir.Size(ir.Lit(0, ir.Cards(True))), num(1)))),
    # effects
    "a set onto a pile": ("E0309", rolling(ir.Move(ir.Filter("c", HAND, YES), HAND, HEAP, "top", False))),
    "draw from a set": ("E0310", rolling(ir.Draw(num(1), HAND, HEAP, True))),
    "shuffle of a set": ("E0310", rolling(ir.Shuffle(HAND))),
    "a card moved as cards": ("E0314", rolling(ir.Move(TOP, HEAP, HAND, "top", False))),
    "assigned out of range": ("E0311", rolling(ir.Assign("round", (), num(10)))),
    "assigned another type": ("E0301", rolling(ir.Assign("round", (), YES))),
    "rolled truth value": (
        "E0301",
        replace(field(1, type=ir.Bool(), start=YES), steps=(replace(STEPS[0], act=ir.Run((ir.Roll("round", ()),))),)),
    ),
    "routine's arguments": ("E0305", rolling(ir.Do("tidy", ()))),
    "outcome's arguments": ("E0305", rolling(ir.Resolve("effect", ()))),
    "after a jump": ("E0604", step(1, act=replace(ACT, otherwise=(END, ASSIGN)))),
    # the course of play
    "jump in no turn": ("E0602", step(1, again=-1)),
    "jump to the end of no turn": ("E0602", step(1, end_turn=-1)),
    "jump out of no loop": ("E0603", step(1, act=replace(ACT, otherwise=(ir.Jump("leave"),)))),
    "jump to no step": ("E0601", step(1, act=replace(ACT, otherwise=(ir.Jump("step", "nxt"),)))),
    "next before the first": ("E0601", step(0, next=-1)),
    "next out of range": ("E0601", step(0, next=5)),
    "branch out of range": ("E0601", step(3, act=ir.Branch(YES, 0, 5))),
    "leave out of range": ("E0601", step(3, leave=5)),
    "no step": ("E0605", game(steps=(), examples=(), claims=(), endings=ENDINGS[:1], ending_order=())),
    "nothing for ever": ("E0611", step(0, act=ir.Run(()), next=0)),
    "asks for nothing": ("E0905", step(1, act=replace(ACT, actions=()))),
    "asks twice": ("E0905", step(1, act=replace(ACT, actions=("pass", "pass")))),
    "a definition uses itself": ("E0606", game(defines=(calls_itself(),))),
    "a routine uses itself": ("E0606", game(routines=(replace(TIDY, body=(ir.Do("tidy", (P,)),)),))),
    "legality of itself": ("E0606", action(clauses=(ir.Permit(source("any"), ir.CanMove(("play",))), PLAY.clauses[1]))),
    # clauses
    "circle of precedence": ("E0401", action(order=(ir.Edge("any", "late"), ir.Edge("late", "any")))),
    "circle of outcomes": ("E0401", group(order=(*GROUP.order, ir.Edge("rests", "again")))),
    "circle of endings": ("E0401", game(ending_order=(*GAME.ending_order, ir.Edge("long", "out")))),
    "unknown clause": ("E0402", action(order=(ir.Edge("any", "lat"),))),
    "two clauses of one label": ("E0403", group(clauses=(*GROUP.clauses, GROUP.clauses[0]))),
    "two endings of one label": ("E0403", game(endings=(*ENDINGS, ENDINGS[0]))),
    "outcome without clauses": ("E0406", group(clauses=(), order=())),
    "ranked above itself": ("E0408", action(order=(ir.Edge("any", "any"),))),
    "ending at no step": ("E0601", game(endings=(replace(ENDINGS[0], at=("nxt",)), ENDINGS[1]))),
    "winners by number": ("E0301", game(endings=(replace(ENDINGS[0], result=ir.Winners("p", num(1))), ENDINGS[1]))),
    "scores by condition": ("E0301", game(endings=(replace(ENDINGS[0], result=ir.Scores("p", YES)), ENDINGS[1]))),
    # choices
    "a card chosen as a range": ("E0317", param(ir.ChooseFrom(ir.OverCards(HEAP)), ir.Card())),
    "a choice of another type": ("E0317", param(ir.ChooseFrom(ir.OverDomain("rank")), PLAYER)),
    "a choice in another order": ("E0317", param(ir.ChooseCards(HAND, "chain"), ir.Cards(False))),
    "a choice of no shape": ("E0201", param(ir.ChooseCards(HAND, "chan"), ir.Cards(False))),
    # declarations
    "no mover": ("E0905", game(fields=FIELDS[1:])),
    "a mover that may be nobody": ("E0905", field(0, type=ir.Symbol("player", True))),
    "no suits": ("E0905", game(domains=tuple(d for d in DOMAINS if d.name != "suit"))),
    "a word twice": ("E0905", game(domains=(*DOMAINS, ir.Domain("x", ("a", "a"))))),
    "no deck": ("E0905", game(deck=())),
    "a card twice in the deck": ("E0905", game(deck=(*DECK[:5], DECK[0]))),
    "a card of no rank": ("E0904", game(deck=(*DECK[:5], ir.CardFace(3, 0, 0, 0)))),
    "no full zone": ("E0319", zone(0, starts_full=False)),
    "two full zones": ("E0319", zone(1, starts_full=True)),
    "a family that starts full": (
        "E0319",
        replace(zone(0, starts_full=False), zones=(replace(ZONES[2], starts_full=True), *ZONES[:2])),
    ),
    "an owner of nothing": ("E0318", zone(1, seen="owner")),
    "the top of a set is seen": ("E0308", zone(2, seen="top")),
    "a row of one": ("E0306", zone(1, row=True)),
    "empty range": ("E0313", field(1, low=3, high=2)),
    "start out of range": ("E0311", field(1, start=num(10))),
    "start of another type": ("E0301", field(1, start=YES)),
    "start from a position": ("E0905", field(1, start=ir.Size(STOCK))),
    "a field of cards": ("E0301", field(1, type=ir.Cards(True), start=ir.CardList(()))),
    "a table too short": ("E0315", game(tables=(replace(TABLES[0], values=((1,),)),))),
    "a card without value": ("E0315", game(tables=(replace(TABLES[0], values=((),) * 6),))),
    "values that fall": ("E0905", game(tables=(replace(TABLES[0], values=((2, 1),) * 6),))),
    "a search for sequences": ("E0330", claim(some(YES, ir.OverShapes(HEAP, "chain")))),
    "the first selection": ("E0330", claim(less(ir.Size(ir.First("m", MELDS, YES, None)), num(3)))),
    "for each selection": ("E0330", rolling(ir.ForEach("m", MELDS, YES, ()))),
    "a choice of a selection": ("E0330", param(ir.ChooseFrom(MELDS), ir.Cards(False))),
    "what is left of sequences": ("E0330", claim(some(YES, ir.OverRests(HEAP, ("meld", "chain"))))),
    "the first that is left": ("E0330", claim(less(ir.Size(ir.First("m", RESTS, YES, None)), num(3)))),
    "how much may be left": ("E0332", claim(less(ir.Sum("m", RESTS, YES, num(1)), num(3)))),
    "how often something may be left": ("E0332", claim(less(ir.Quantify("count", "m", RESTS, YES), num(3)))),
    "what is left best": ("E0332", claim(less(ir.Size(ir.Best("least", "m", RESTS, YES, num(1))), num(3)))),
    "a shape that is none": ("E0201", claim(some(YES, ir.OverShapes(HEAP, "mel")))),
    "a shape of no size": ("E0316", game(shapes=(replace(SHAPES[0], least=4), SHAPES[1]))),
    "steps in no order": ("E0310", game(shapes=(SHAPES[0], replace(SHAPES[1], ordered=False)))),
    "same twice": ("E0905", game(shapes=(replace(SHAPES[0], same=("rank", "rank")), SHAPES[1]))),
    "wild cards out of order": ("E0905", wild(ir.Wild((1, 0), (), 0, 1))),
    "a wild card that is not there": ("E0905", wild(ir.Wild((0, 99), (), 0, 1))),
    "natural cards without a place": ("E0905", wild(ir.Wild((0,), (DECK[1].rank,), 0, 1))),
    "a copy of a wild card that is natural": (
        "E0905",
        game(
            deck=(*DECK[:-1], replace(DECK[0], copy=1)),
            shapes=(replace(SHAPES[0], wild=ir.Wild((0,), (), 0, 1)), SHAPES[1]),
        ),
    ),
    "more natural cards than there are": ("E0331", wild(ir.Wild((0,), (), 4, 1))),
    "one rank in a line": ("E0331", wild(ir.Wild((0,), (), 0, 1), line="run")),
    # questions, examples, claims
    "one reading": ("E0502", game(questions=(replace(QUESTIONS[0], readings=QUESTIONS[0].readings[:1]),))),
    "two readings of one name": (
        "E0202",
        game(questions=(replace(QUESTIONS[0], readings=QUESTIONS[0].readings[1:] * 2),)),
    ),
    "unknown reading": ("E0501", game(questions=(replace(QUESTIONS[0], ruled="middle"),))),
    "ruling without reason": ("E0404", game(questions=(replace(QUESTIONS[0], because=""),))),
    "example nowhere": ("E0802", example(at="ac")),
    "claim nowhere": ("E0802", game(claims=(replace(CLAIMS[0], at=("ac",)),))),
    "card given twice": (
        "E0801",
        example(given=(ir.Given(STOCK, ir.CardList((0,))), ir.Given(HEAP, ir.CardList((0,))))),
    ),
    "zone given twice": (
        "E0809",
        example(given=(ir.Given(HEAP, ir.CardList((0,))), ir.Given(HEAP, ir.CardList((1,))))),
    ),
    "a set given to a pile": ("E0309", example(given=(ir.Given(HEAP, ir.Combine("plus", SIX, SIX)),))),
    "value given out of range": ("E0311", example(given=(ir.Given(ir.Get("round", ()), num(10)),))),
    "cards left over": ("E0805", example(rest=None)),
    "unknown end": ("E0806", example(script=(ir.Wins("ou"),))),
    "a number wins": ("E0301", example(script=(ir.Wins("out", (ir.Gets(num(1), None),)),))),
    "nobody scores": ("E0312", example(script=(ir.Wins("out", (ir.Gets(NOBODY, num(1)),)),))),
    "a word scored": ("E0301", example(script=(ir.Wins("out", (ir.Gets(ONE, ONE),)),))),
    "nobody sees": ("E0312", example(script=(ir.Sees(NOBODY, HEAP, True),))),
    "an unknown zone seen": ("E0304", example(script=(ir.Sees(ONE, ir.Place("heep", ()), True),))),
    "move with too few arguments": ("E0305", example(script=(ir.Play(replace(CALL, args=())),))),
    "share of 101": ("E0807", game(claims=(replace(CLAIMS[0], percent=101),))),
    # form
    "none where a node belongs": ("E0903", claim(None)),
    "a node of another family": ("E0903", claim(END)),
    "a word out of the list": ("E0903", claim(ir.Compare(WORD, num(1), num(1)))),
    "a list for a tuple": ("E0903", game(claims=list(CLAIMS))),
    "nested too deep": ("E0110", claim(deep(MAX_DEPTH))),
}


def test_the_sample_is_legal() -> None:
    assert check(GAME) == ()


def test_the_sample_has_every_class_of_every_union() -> None:
    used = {type(node) for node in walk(GAME)}
    for union in UNIONS:
        assert set(get_args(union)) <= used


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_reported(name: str) -> None:
    code, broken = FAULTS[name]
    assert broken != GAME
    assert code in {d.code for d in check(broken)}


LEGAL = {
    "a tested leader": claim(ir.And((ir.Compare("!=", LEADER, NOBODY), less(ir.Size(ONE_OF_HAND), num(1))))),
    "nobody, or few cards": claim(ir.Or((ir.Compare("=", NOBODY, LEADER), less(ir.Size(ONE_OF_HAND), num(1))))),
    "not nobody": claim(ir.If(ir.Not(ir.Compare("!=", LEADER, NOBODY)), YES, less(ir.Size(ONE_OF_HAND), num(1)))),
    "permitted only to a leader": action(
        clauses=(ir.Permit(source("any"), ir.Compare("!=", LEADER, NOBODY)), PLAY.clauses[1]),
        effects=(ir.Draw(num(1), STOCK, ONE_OF_HAND, True),),
    ),
    "one card in no order": rolling(ir.Move(ir.Filter("d", ir.Just(TOP), YES), HEAP, HEAP, "bottom", False)),
    "in any order": rolling(ir.Move(ir.Filter("d", HAND, YES), HAND, HEAP, "bottom", True)),
    "ranks in order": claim(less(ir.Attr("rank", TOP), ir.Attr("rank", TOP))),
    "a jump at the end of both branches": step(1, act=replace(ACT, otherwise=(ASSIGN, ir.When(YES, (END,), (END,))))),
    "a move that this reading does not have": action(clauses=(), order=(), effects=()),
    "the end of the course of play": step(0, next=4),
    "as deep as may be": claim(deep(MAX_DEPTH - 4)),
}


@pytest.mark.parametrize("name", LEGAL)
def test_what_is_legal_is_not_reported(name: str) -> None:
    assert check(LEGAL[name]) == ()


def test_findings_come_in_the_order_of_the_file() -> None:
    broken = replace(example(at="ac"), questions=(replace(QUESTIONS[0], ruled="middle"),))
    assert [d.code for d in check(broken)] == ["E0501", "E0802"]
