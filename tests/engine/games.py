"""A small card game built by hand, and short names for the nodes that tests build most."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from spec.ir import nodes as ir

PLAYER, INT, BOOL, CARD = ir.Symbol("player"), ir.Int(), ir.Bool(), ir.Card()
MOVER = ir.Get("mover", ())
YES, NO = ir.Lit(1, BOOL), ir.Lit(0, BOOL)
STOCK, HEAP = ir.Place("stock", ()), ir.Place("heap", ())
HAND = ir.Place("hand", (MOVER,))
C = ir.Var("c", CARD)


def num(value: int) -> ir.Lit:
    return ir.Lit(value, INT)


def player(seat: int) -> ir.Lit:
    return ir.Lit(seat, PLAYER)


def src(label: str) -> ir.Source:
    return ir.Source(label, (f"cite of {label}",))


def equal(left: ir.Expr, right: ir.Expr) -> ir.Compare:
    return ir.Compare("=", left, right)


def attr(name, card: ir.Expr) -> ir.Attr:
    return ir.Attr(name, card)


def move(cards: ir.Expr, source: ir.Place, target: ir.Place, *, end="top", any_order=False) -> ir.Move:
    return ir.Move(cards, source, target, end, any_order)


def run(label: str, *effects: ir.Effect, next: int, **turn: int) -> ir.Step:
    return ir.Step(src(label) if label else ir.Source(""), ir.Run(effects), next, **turn)


DOMAINS = (
    ir.Domain("player", ("1", "2")),
    ir.Domain("rank", ("A", "2", "3", "4")),
    ir.Domain("suit", ("hearts", "spades")),
    ir.Domain("colour", ("red", "black")),
    ir.Domain("pile", ("1", "2", "3")),
)
# Index = rank * 2 + suit: AH AS 2H 2S 3H 3S 4H 4S.
DECK = tuple(ir.CardFace(rank, suit, suit, 0) for rank in range(4) for suit in range(2))
ZONES = (
    ir.ZoneDecl(src("stock"), (), True, False, "nobody", True),
    ir.ZoneDecl(src("heap"), (), True, False, "top", False),
    ir.ZoneDecl(src("hand"), ("player",), False, False, "owner", False),
    ir.ZoneDecl(src("row"), ("pile",), True, True, "everybody", False),
    ir.ZoneDecl(src("aside"), (), False, False, "count", False),
)
FIELDS = (
    ir.FieldDecl(src("mover"), (), PLAYER, 0, 0, player(0)),
    ir.FieldDecl(src("score"), ("player",), INT, 0, 9, num(0)),
    ir.FieldDecl(src("guest"), (), ir.Symbol("player", True), 0, 0, ir.Lit(ir.NOBODY, ir.Symbol("player", True))),
)
# An ace counts 1 or 11, others their rank.
POINTS = ir.Table(src("points"), tuple((1, 11) if card.rank == 0 else (card.rank + 1,) for card in DECK))


def shape(
    label: str, *, ordered=False, least=1, most=40, same=(), line="none", ace="as_ranked", wild=None, within=None
) -> ir.Shape:
    return ir.Shape(src(label), ordered, least, most, same, line, ace, wild, (), within)


PLAY = ir.Action(
    source=src("play"),
    params=(ir.Param("c", CARD, ir.ChooseCard(HAND, blind=False)),),
    clauses=(
        ir.Permit(src("opens"), equal(ir.Size(HEAP), num(0))),
        ir.Permit(
            src("matches"),
            ir.And(
                (
                    ir.Compare("<", num(0), ir.Size(HEAP)),
                    equal(attr("suit", C), attr("suit", ir.EndCard("top", HEAP))),
                )
            ),
        ),
        ir.Forbid(src("no_three"), equal(attr("rank", C), ir.Lit(2, ir.Symbol("rank")))),
    ),
    order=(ir.Edge("no_three", "opens"), ir.Edge("matches", "no_three")),
    effects=(move(ir.Just(C), HAND, HEAP),),
)
DEAL = ir.ForEach(
    "p", ir.OverSeats(MOVER), YES, (ir.Draw(num(2), STOCK, ir.Place("hand", (ir.Var("p", PLAYER),)), False),)
)
STEPS = (
    run("deal", ir.Shuffle(STOCK), DEAL, next=1),
    ir.Step(src("turn"), ir.Ask(("play",), False, (ir.Draw(num(1), STOCK, HAND, True),)), 2, again=1, end_turn=2),
    run("pass_on", ir.Assign("mover", (), ir.Beside(MOVER, 1)), next=1, again=1, end_turn=2),
)
OUT = ir.Ending(src("out"), (), equal(ir.Size(HAND), num(0)), ir.Winners("p", equal(ir.Var("p", PLAYER), MOVER)))

GAME = ir.Game(
    title="small",
    settings=(("players", "2"),),
    domains=DOMAINS,
    deck=DECK,
    zones=ZONES,
    fields=FIELDS,
    tables=(POINTS,),
    shapes=(),
    defines=(),
    routines=(),
    groups=(),
    actions=(PLAY,),
    endings=(OUT,),
    ending_order=(),
    steps=STEPS,
    questions=(),
    examples=(),
    claims=(),
    citations=(),
)


def with_steps(*effects: ir.Effect, game: ir.Game = GAME, **changes: Any) -> Interpreter:
    """The small game whose only work is these effects, in a first step; it then waits for a move."""
    again = ir.Step(src("turn"), ir.Ask(("play",), False, None), 1)
    quiet = ir.Action(src("play"), (), (ir.Permit(src("always"), YES),), (), ())
    game = replace(game, steps=(run("work", *effects, next=1), again), endings=(), actions=(quiet,))
    return Interpreter(replace(game, **changes))


def at(interpreter: Interpreter, fields: dict[str, int] | None = None, **cells: str) -> Position:
    """A position with these cards in these zones (`hand_1`: that of the first index), the others in the stock.

    Fields that have an index are set for all of them.
    """
    layout, words = interpreter.layout, interpreter.words
    position = interpreter.initial()
    places: list[tuple[int, ...]] = [()] * len(position.cells)
    for name, told in cells.items():
        zone, _, index = name.partition("_")
        cards = words.read_cards(told)
        assert cards is not None, told
        cell = layout.cell(zone, (int(index) - 1,) if index else ())
        places[cell] = cards if layout.ordered[cell] else tuple(sorted(cards))
    used = {card for cards in places for card in cards}
    if "stock" not in cells:
        places[layout.full] = tuple(card for card in range(len(layout.deck)) if card not in used)
    values = list(position.fields)
    for name, value in (fields or {}).items():
        for number, slot in enumerate(layout.slots):
            if slot.name == name:
                values[number] = value
    return replace(position, cells=tuple(places), fields=tuple(values), step=1)


def cards_in(interpreter: Interpreter, position: Position, zone: str, *index: int) -> str:
    """The cards of a zone in words; indices count from 0."""
    return interpreter.words.card_list(interpreter.layout.cards(position, zone, *index))


def started(interpreter: Interpreter, seed: int = 1) -> Position:
    """The first decision."""
    return interpreter.start(Seeded(seed)).position
