"""A small legal game that uses every class of the IR; tests break it in one place at a time."""

from spec.ir import nodes as ir
from spec.text.source import Span

YES = ir.Lit(1, ir.Bool())
PLAYER, RANK, CARD, INT = ir.Symbol("player"), ir.Symbol("rank"), ir.Card(), ir.Int()
MOVER = ir.Get("mover", ())
NOBODY = ir.Lit(ir.NOBODY, ir.Symbol("player", True))
STOCK = ir.Place("stock", ())
HEAP = ir.Place("heap", ())
HAND = ir.Place("hand", (MOVER,))
C = ir.Var("c", CARD)
P = ir.Var("p", PLAYER)


def source(label, at=0):
    return ir.Source(label, ("1",), Span(at, at + 5))


def num(value):
    return ir.Lit(value, INT)


def less(left, right):
    return ir.Compare("<", left, right)


DOMAINS = (
    ir.Domain("player", ("1", "2")),
    ir.Domain("rank", ("A", "2", "3")),
    ir.Domain("suit", ("hearts", "spades")),
    ir.Domain("colour", ("red", "black")),
    ir.Domain("pile", ("1", "2")),
    ir.Domain("mode", ("open", "shut")),
)
DECK = tuple(ir.CardFace(r, s, s, 0) for s in range(2) for r in range(3))
ZONES = (
    ir.ZoneDecl(source("stock", 10), (), True, False, "nobody", True),
    ir.ZoneDecl(source("heap", 20), (), True, False, "top", False),
    ir.ZoneDecl(source("hand", 30), ("player",), False, False, "owner", False),
    ir.ZoneDecl(source("row", 40), ("pile",), True, True, "everybody", False),
    ir.ZoneDecl(source("out", 45), (), False, False, "count", False),
)
FIELDS = (
    ir.FieldDecl(source("mover", 50), (), PLAYER, 0, 0, ir.Lit(0, PLAYER)),
    ir.FieldDecl(source("round", 60), (), INT, 0, 9, ir.Arith("+", num(0), num(1))),
    ir.FieldDecl(source("mode", 70), ("pile",), ir.Symbol("mode"), 0, 0, ir.Lit(0, ir.Symbol("mode"))),
    ir.FieldDecl(source("leader", 80), (), ir.Symbol("player", True), 0, 0, NOBODY),
)
TABLES = (ir.Table(source("points", 90), ((1, 11), (2,), (3,)) * 2),)
SHAPES = (
    ir.Shape(source("meld", 100), False, 1, 3, ("rank",), "none", "as_ranked"),
    ir.Shape(source("chain", 110), True, 1, 3, (), "steps", "wrap"),
)
IN_HEAP = ir.OverCards(HEAP)
LOW = ir.Define(
    source("low", 120), (ir.Var("x", CARD),), ir.Bool(),
    less(ir.Ordinal(ir.Attr("rank", ir.Var("x", CARD))), num(3)),
)  # fmt: skip
TESTS = ir.And(
    (
        ir.Or((ir.Not(ir.HasShape(HEAP, "meld")), ir.Member(C, ir.Combine("plus", HEAP, ir.Just(C))))),
        ir.Adjacent("beside", ir.Attr("rank", C), ir.Attr("rank", ir.EndCard("top", HEAP)), True),
        ir.CanTotal("points", HEAP, ir.Arith("-", num(11), ir.Total("points", HEAP, "least"))),
        ir.Quantify("every", "d", IN_HEAP, ir.Apply("low", (ir.Var("d", CARD),))),
        less(ir.Quantify("count", "m", ir.OverDomain("pile"), YES), num(2)),
        less(ir.Sum("n", ir.OverNumbers(num(1), num(3)), YES, ir.Var("n", INT)), num(9)),
        less(ir.Extreme("least", "q", ir.OverSlots("pile"), YES, num(4)), ir.Get("round", ())),
        ir.Compare("!=", ir.Best("least", "p", ir.OverSeats(MOVER), YES, ir.Size(HEAP)), MOVER),
        ir.Compare("=", ir.First("p", ir.OverSeats(ir.Beside(MOVER, 1)), YES, NOBODY), NOBODY),
        ir.Compare("=", ir.Filter("d", HEAP, YES), ir.CardList((1, 2))),
        ir.Quantify("some", "s", ir.OverShapes(HAND, "meld"), less(num(1), ir.Size(ir.Var("s", ir.Cards(False))))),
        less(
            ir.Extreme("least", "s", ir.OverRests(HAND, ("meld",)), YES, ir.Size(ir.Var("s", ir.Cards(False)))), num(3)
        ),
        ir.HasShape(ir.EndCards("top", num(2), HEAP), "meld"),
        ir.If(ir.Open("ace", ir.Bool()), YES, ir.CanMove(("pass",))),
    )
)
RULES = (
    ir.Permit(source("any", 130), YES),
    ir.Forbid(source("late", 140), TESTS),
)
PLAY = ir.Action(
    source("play", 150),
    (
        ir.Param("c", CARD, ir.ChooseCard(HAND, False)),
        ir.Param("q", ir.Symbol("pile"), ir.ChooseFrom(ir.OverSlots("pile"))),
    ),
    RULES,
    (ir.Edge("late", "any", "it forbids", Span(141, 145)),),
    (
        ir.Move(ir.Just(C), HAND, ir.Place("row", (ir.Var("q", ir.Symbol("pile")),)), "top", False),
        ir.Do("tidy", (MOVER,)),
        ir.Resolve("effect", (C,)),
    ),
)
LAY = ir.Action(
    source("lay", 160),
    (ir.Param("some", ir.Cards(False), ir.ChooseCards(HAND, "meld")),),
    (ir.Permit(source("ok", 161), YES),),
    (),
    (ir.Move(ir.Var("some", ir.Cards(False)), HAND, HEAP, "bottom", True), ir.Jump("again")),
)
PASS = ir.Action(source("pass", 165), (), (ir.Permit(source("free", 166), YES),), (), ())
TIDY = ir.Routine(
    source("tidy", 170),
    (P,),
    (
        ir.When(
            ir.Compare("!=", ir.Get("leader", ()), NOBODY),
            (ir.Draw(num(1), STOCK, ir.Place("hand", (ir.Get("leader", ()),)), True),),
            (ir.Assign("leader", (), P),),
        ),
        ir.ForEach("m", ir.OverDomain("pile"), YES, (ir.Roll("mode", (ir.Var("m", ir.Symbol("pile")),)),)),
    ),
)
GROUP = ir.Group(
    source("effect", 180),
    (C,),
    (
        ir.Outcome(source("again", 181), ir.Apply("low", (C,)), (ir.Jump("end_turn"),)),
        ir.Outcome(source("rests", 182), YES, (ir.Cited(source("because", 183), (ir.Shuffle(STOCK),)),)),
    ),
    (ir.Edge("again", "rests"),),
)
ENDINGS = (
    ir.Ending(
        source("out", 190), (), ir.Compare("=", ir.Size(HAND), num(0)), ir.Winners("p", ir.Compare("=", P, MOVER))
    ),
    ir.Ending(
        source("long", 195),
        ("next",),
        less(num(8), ir.Get("round", ())),
        ir.Scores("p", ir.Size(ir.Place("hand", (P,)))),
    ),
)
DEAL = ir.ForEach("p", ir.OverSeats(MOVER), YES, (ir.Draw(num(2), STOCK, ir.Place("hand", (P,)), False),))
STEPS = (
    ir.Step(source("deal", 200), ir.Run((DEAL,)), 1),
    ir.Step(source("act", 210), ir.Ask(("play", "lay", "pass"), False, (ir.Jump("step", "next"),)), 2, 1, 2),
    ir.Step(source("next", 220), ir.Run((ir.Assign("mover", (), ir.Beside(MOVER, 1)),)), 3, 1, 2),
    ir.Step(source("more", 230), ir.Branch(less(ir.Size(STOCK), num(1)), 1, 1), -1, 1, 2, 0),
)
QUESTIONS = (
    ir.Question(
        source("ace", 240), "High or low?",
        (ir.Reading(source("high", 241), "high"), ir.Reading(source("low", 242), "low")), "", "low", "it says so",
    ),
)  # fmt: skip
ONE = ir.Lit(0, PLAYER)
GETS = (ir.Gets(ONE, num(3)), ir.Gets(ir.Lit(ir.NOBODY, ir.Symbol("player", optional=True)), None))
CALL = ir.MoveCall("play", (ir.Lit(0, CARD), ir.Lit(0, ir.Symbol("pile"))))
EXAMPLES = (
    ir.Example(
        source("first", 250), "An ace", "act",
        (ir.Given(ir.Place("hand", (ir.Lit(0, PLAYER),)), ir.CardList((0, 1))), ir.Given(ir.Get("round", ()), num(2))),
        STOCK,
        (ir.Expect(CALL, True), ir.Play(CALL), ir.Then(YES, False), ir.Wins("out", GETS), ir.Sees(ONE, STOCK, False)),
    ),
)  # fmt: skip
CLAIMS = (ir.Claim(source("even", 260), "fair", ("act",), YES, 5),)
GAME = ir.Game(
    "Sample", (("players", "2"),), DOMAINS, DECK, ZONES, FIELDS, TABLES, SHAPES, (LOW,), (TIDY,), (GROUP,),
    (PLAY, LAY, PASS), ENDINGS, (ir.Edge("out", "long"),), STEPS, QUESTIONS, EXAMPLES, CLAIMS,
    (ir.Citation("1", "", Span(5, 6)),),
)  # fmt: skip
