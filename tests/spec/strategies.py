"""Random small legal games of the IR, for Hypothesis.

A game has 2 or 3 players, a deck of up to 8 cards, a stock, a heap, hands, and sometimes a row of piles. Its
expressions are made by type from what is in scope, so that every one is well formed; it may still come to a gap,
a clash, an undefined operation or a stuck step, as games may.

They draw what careful authors seldom write, too: moves that no choice offers, lists of effects carried out from several
places or from none, fields that nobody reads, cards of which there are copies, loops within loops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from spec import ir
from spec.source import Span

BOOL, INT, CARD = ir.Bool(), ir.Int(), ir.Card()
SET, PILE = ir.Cards(False), ir.Cards(True)
PLAYER, RANK, SLOT, MODE = ir.Symbol("player"), ir.Symbol("rank"), ir.Symbol("pile"), ir.Symbol("mode")
LEADER = ir.Symbol("player", True)
YES = ir.Lit(1, BOOL)
MOVER = ir.Get("mover", ())
STOCK, HEAP = ir.Place("stock", ()), ir.Place("heap", ())
ROUNDS = 20


@dataclass(frozen=True)
class Scope:
    """What expressions may use; `can_move` and `applies` are off where they could lead back to themselves."""

    players: int
    ranks: int
    cards: int
    row: bool
    names: tuple[tuple[str, ir.Type], ...] = ()
    applies: tuple[ir.Define, ...] = ()
    can_move: tuple[str, ...] = ()
    counter: int = 0
    routines: tuple[ir.Routine, ...] = ()
    reads_marked: bool = True

    def bind(self, kind: ir.Type) -> tuple[str, Scope]:
        name = f"v{self.counter}"
        return name, replace(self, names=(*self.names, (name, kind)), counter=self.counter + 1)


def pick(draw: st.DrawFn, options: Sequence[Any]) -> Any:
    """One of the options."""
    chosen_one: Any = draw(st.sampled_from(options))
    return chosen_one


def spans() -> st.SearchStrategy[Span]:
    return st.builds(lambda a, n: Span(a, a + n), st.integers(0, 99), st.integers(0, 9))


def words() -> st.SearchStrategy[str]:
    return st.sampled_from(
        ["", "5a", "7/The 7 effect", "none", "yes", '"quoted"', "two\nlines", "ünïcode ♥", "\\", "\ud800"]
    )


@st.composite
def sources(draw: st.DrawFn, label: str) -> ir.Source:
    return ir.Source(label, tuple(draw(st.lists(words(), max_size=2))), draw(spans()))


# ---------------------------------------------------------------- expressions


def literal(draw: st.DrawFn, scope: Scope, kind: ir.Type) -> ir.Expr:
    """A fixed value of a type."""
    size = {"player": scope.players, "rank": scope.ranks, "suit": 2, "colour": 2, "pile": 2, "mode": 3}
    match kind:
        case ir.Bool():
            return ir.Lit(draw(st.integers(0, 1)), kind)
        case ir.Int():
            return ir.Lit(draw(st.integers(-2, 5)), kind)
        case ir.Symbol(domain, optional):
            return ir.Lit(draw(st.integers(ir.NOBODY if optional else 0, size[domain] - 1)), kind)
        case ir.Card():
            return ir.Lit(draw(st.integers(0, scope.cards - 1)), kind)
        case ir.Cards(ordered):
            cards = ir.CardList(tuple(draw(st.lists(st.integers(0, scope.cards - 1), max_size=3, unique=True))))
            return cards if ordered else ir.Combine("common", cards, cards)


def places(draw: st.DrawFn, scope: Scope, depth: int, ordered: bool | None = None) -> ir.Place:
    """A zone, ordered or not or either."""
    zones = [] if ordered is False else ["stock", "heap", *(["row"] if scope.row else [])]
    zones += [] if ordered else ["hand", "out"]
    zone = pick(draw, zones)
    index = {"hand": (PLAYER,), "row": (SLOT,)}.get(zone, ())
    return ir.Place(zone, tuple(expr(draw, scope, kind, depth - 1) for kind in index))


def expr(draw: st.DrawFn, scope: Scope, kind: ir.Type, depth: int = 2) -> ir.Expr:
    """A well-formed expression of a type."""
    simple: list[ir.Expr] = [ir.Var(n, k) for n, k in scope.names if k == kind]
    if kind == PLAYER:
        simple.append(MOVER)
    if kind == BOOL and scope.reads_marked:
        simple.append(ir.Get("marked", ()))
    use_name: bool = draw(st.booleans())
    if simple and use_name:
        found: ir.Expr = pick(draw, simple)
        return found
    if depth <= 0 or draw(st.integers(0, 4)) == 0:
        return literal(draw, scope, kind)
    if draw(st.integers(0, 7)) == 0:
        parts = (expr(draw, scope, k, depth - 1) for k in (BOOL, kind, kind))
        return ir.If(*parts)
    return COMPOUND[kind](draw, scope, depth - 1) if kind in COMPOUND else literal(draw, scope, kind)


def over(draw: st.DrawFn, scope: Scope, depth: int) -> tuple[ir.Range, ir.Type]:
    """A range and the type of its values."""
    which = draw(st.integers(0, 5 if scope.row else 3))
    if which == 0:
        domain = pick(draw, ["player", "rank", "suit", "mode"])
        return ir.OverDomain(domain), ir.Symbol(domain)
    if which == 1:
        return ir.OverSeats(expr(draw, scope, PLAYER, depth)), PLAYER
    if which == 2:
        return ir.OverCards(expr(draw, scope, SET, depth)), CARD
    if which == 3:
        low, high = (draw(st.integers(-1, 3)) for _ in range(2))
        return ir.OverNumbers(ir.Lit(low, INT), ir.Lit(high, INT)), INT
    return (ir.OverDomain("pile") if which == 4 else ir.OverSlots("pile")), SLOT


def truth(draw: st.DrawFn, scope: Scope, depth: int) -> ir.Expr:
    which = draw(st.integers(0, 10))
    cards = pick(draw, [SET, PILE])
    if which == 0:
        return ir.Not(expr(draw, scope, BOOL, depth))
    if which <= 2:
        items = tuple(expr(draw, scope, BOOL, depth) for _ in range(draw(st.integers(0, 3))))
        return ir.And(items) if which == 1 else ir.Or(items)
    if which == 3:
        kind = pick(draw, [BOOL, INT, CARD, RANK, PLAYER, LEADER, MODE, SET, PILE])
        op = pick(draw, ["=", "!="])
        return ir.Compare(op, expr(draw, scope, kind, depth), expr(draw, scope, kind, depth))
    if which == 4:
        kind, op = pick(draw, [INT, RANK]), pick(draw, ["<", "<="])
        return ir.Compare(op, expr(draw, scope, kind, depth), expr(draw, scope, kind, depth))
    if which == 5:
        way, wrap = pick(draw, ["above", "below", "beside"]), draw(st.booleans())
        return ir.Adjacent(way, expr(draw, scope, RANK, depth), expr(draw, scope, RANK, depth), wrap)
    if which == 6:
        return ir.CanTotal("points", expr(draw, scope, cards, depth), expr(draw, scope, INT, depth))
    if which == 7:
        return ir.Member(expr(draw, scope, CARD, depth), expr(draw, scope, cards, depth))
    if which == 8:
        return ir.HasShape(expr(draw, scope, cards, depth), pick(draw, ["meld", "chain"]))
    if which == 9 and scope.can_move:
        return ir.CanMove(tuple(draw(st.lists(st.sampled_from(scope.can_move), min_size=1, unique=True))))
    fitting = [d for d in scope.applies if d.type == BOOL]
    if which == 10 and fitting:
        return applied(draw, scope, pick(draw, fitting), depth)
    return chosen(draw, scope, depth, pick(draw, ["some", "every"]), None)


def applied(draw: st.DrawFn, scope: Scope, define: ir.Define, depth: int) -> ir.Expr:
    return ir.Apply(define.source.label, tuple(expr(draw, scope, p.type, depth) for p in define.params))


def chosen(draw: st.DrawFn, scope: Scope, depth: int, how: Any, wanted: ir.Type | None) -> ir.Expr:
    """An expression that looks through a range."""
    values, kind = over(draw, scope, depth)
    if wanted is not None and kind != wanted:
        return literal(draw, scope, wanted)
    name, inner = scope.bind(kind)
    cond = expr(draw, inner, BOOL, depth)
    end = pick(draw, ["least", "greatest"])
    match how:
        case "sum":
            return ir.Sum(name, values, cond, expr(draw, inner, INT, depth))
        case "extreme":
            return ir.Extreme(end, name, values, cond, expr(draw, inner, INT, depth))
        case "best":
            return ir.Best(end, name, values, cond, expr(draw, inner, INT, depth))
        case "first":
            other = expr(draw, scope, kind, depth) if draw(st.booleans()) else None
            return ir.First(name, values, cond, other)
        case _:
            return ir.Quantify(how, name, values, cond)


def number(draw: st.DrawFn, scope: Scope, depth: int) -> ir.Expr:
    which = draw(st.integers(0, 6))
    if which == 0:
        op = pick(draw, ["+", "-", "*"])
        return ir.Arith(op, expr(draw, scope, INT, depth), expr(draw, scope, INT, depth))
    if which == 1:
        return ir.Ordinal(expr(draw, scope, pick(draw, [RANK, PLAYER, MODE]), depth))
    if which == 2:
        return ir.Total("points", expr(draw, scope, SET, depth), pick(draw, ["least", "greatest"]))
    if which == 3:
        return ir.Get("round", ())
    if which == 4:
        return chosen(draw, scope, depth, pick(draw, ["count", "sum", "extreme"]), None)
    return ir.Size(expr(draw, scope, pick(draw, [SET, PILE]), depth))


def a_set(draw: st.DrawFn, scope: Scope, depth: int) -> ir.Expr:
    which = draw(st.integers(0, 4))
    if which == 0:
        return ir.Just(expr(draw, scope, CARD, depth))
    if which == 1:
        op = pick(draw, ["plus", "without", "common"])
        return ir.Combine(op, expr(draw, scope, SET, depth), expr(draw, scope, SET, depth))
    if which == 2:
        name, inner = scope.bind(CARD)
        return ir.Filter(name, expr(draw, scope, SET, depth), expr(draw, inner, BOOL, depth))
    return places(draw, scope, depth, ordered=False)


def card(draw: st.DrawFn, scope: Scope, depth: int) -> ir.Expr:
    if draw(st.booleans()):
        return chosen(draw, scope, depth, pick(draw, ["best", "first"]), CARD)
    return ir.EndCard(pick(draw, ["top", "bottom"]), expr(draw, scope, PILE, depth))


def player(draw: st.DrawFn, scope: Scope, depth: int) -> ir.Expr:
    if draw(st.booleans()):
        return chosen(draw, scope, depth, pick(draw, ["best", "first"]), PLAYER)
    return ir.Beside(expr(draw, scope, PLAYER, depth), draw(st.integers(-2, 3)))


COMPOUND: Mapping[ir.Type, Callable[[st.DrawFn, Scope, int], ir.Expr]] = {
    BOOL: truth,
    INT: number,
    SET: a_set,
    PILE: lambda draw, scope, depth: places(draw, scope, depth, ordered=True),
    CARD: card,
    PLAYER: player,
    LEADER: lambda draw, scope, depth: ir.Get("leader", ()),
    RANK: lambda draw, scope, depth: ir.Attr("rank", expr(draw, scope, CARD, depth)),
    ir.Symbol("suit"): lambda draw, scope, depth: ir.Attr("suit", expr(draw, scope, CARD, depth)),
    MODE: lambda draw, scope, depth: ir.Get("mode", (expr(draw, scope, PLAYER, depth),)),
}

# ---------------------------------------------------------------- effects


def effect(draw: st.DrawFn, scope: Scope, depth: int) -> ir.Effect:
    """An effect that does not jump."""
    which = draw(st.integers(0, 9 if depth > 0 else 4))
    if which == 0:
        source, target = places(draw, scope, 1), places(draw, scope, 1)
        cards = source if draw(st.booleans()) else ir.Combine("common", source, expr(draw, scope, SET, 1))
        return ir.Move(cards, source, target, pick(draw, ["top", "bottom"]), True)
    if which == 1:
        source, target = places(draw, scope, 1, ordered=True), places(draw, scope, 1)
        return ir.Draw(ir.Lit(draw(st.integers(0, 2)), INT), source, target, draw(st.booleans()))
    if which == 2:
        return ir.Shuffle(places(draw, scope, 1, ordered=True))
    if which == 3:
        return assignment(draw, scope)
    if which == 4:
        return ir.Roll(*pick(draw, [("mode", (MOVER,)), ("leader", ()), ("mover", ())]))
    if which == 5:
        yes, no = effects(draw, scope, depth - 1), effects(draw, scope, depth - 1)
        return ir.When(expr(draw, scope, BOOL), yes, no)
    if which == 6:
        values, kind = over(draw, scope, 1)
        name, inner = scope.bind(kind)
        return ir.ForEach(name, values, expr(draw, inner, BOOL, 1), effects(draw, inner, depth - 1))
    if which >= 8 and scope.routines:
        routine = pick(draw, scope.routines)
        return ir.Do(routine.source.label, tuple(expr(draw, scope, p.type, 1) for p in routine.params))
    return ir.Cited(draw(sources("part")), effects(draw, scope, depth - 1))


def assignment(draw: st.DrawFn, scope: Scope) -> ir.Effect:
    fields: list[tuple[str, tuple[ir.Expr, ...], ir.Type]] = [("mover", (), PLAYER), ("mode", (MOVER,), MODE)]
    fields += [("leader", (), LEADER), ("leader", (), PLAYER)]
    fields += [("marked", (), BOOL), ("marked", (), BOOL), ("unread", (MOVER,), INT)]
    name, index, kind = pick(draw, fields)
    return ir.Assign(name, index, expr(draw, scope, kind, 1))


def effects(draw: st.DrawFn, scope: Scope, depth: int = 1) -> tuple[ir.Effect, ...]:
    return tuple(effect(draw, scope, depth) for _ in range(draw(st.integers(0, 2))))


# ---------------------------------------------------------------- games


def clauses(draw: st.DrawFn, labels: list[str]) -> tuple[ir.Edge, ...]:
    """An order without circles: an edge only ever leads from an earlier label to a later one."""
    pairs = [(a, b) for i, a in enumerate(labels) for b in labels[i + 1 :]]
    picked = draw(st.lists(st.sampled_from(pairs), max_size=3, unique=True)) if pairs else []
    return tuple(ir.Edge(a, b, draw(words()), draw(spans())) for a, b in picked)


def action(draw: st.DrawFn, scope: Scope, label: str) -> ir.Action:
    hand = ir.Place("hand", (MOVER,))
    # Blind only among cards that the mover does not see.
    blind = draw(st.booleans())
    choices: list[tuple[ir.Type, ir.Choice]] = [
        (CARD, ir.ChooseCard(ir.Place("out", ()) if blind else hand, blind)),
        (SET, ir.ChooseCards(hand, "meld")),
        (PILE, ir.ChooseCards(hand, "chain")),
        (PLAYER, ir.ChooseFrom(ir.OverSeats(MOVER))),
        (INT, ir.ChooseFrom(ir.OverNumbers(ir.Lit(0, INT), ir.Lit(2, INT)))),
        (MODE, ir.ChooseFrom(ir.OverDomain("mode"))),
    ]
    params: list[ir.Param] = []
    inner = scope
    for _ in range(draw(st.integers(0, 2))):
        kind, choice = pick(draw, choices)
        name, inner = inner.bind(kind)
        params.append(ir.Param(name, kind, choice))
    body = effects(draw, inner)
    cards = [p for p in params if p.type in (CARD, SET, PILE)]
    if cards:
        first = ir.Var(cards[0].name, cards[0].type)
        moved = ir.Just(first) if first.type == CARD else first
        body = (ir.Move(moved, hand, HEAP, "top", True), *body)
    kinds: list[Any] = [ir.Permit, *draw(st.lists(st.sampled_from([ir.Permit, ir.Forbid]), max_size=2))]
    labels = [f"{label}_{i}" for i in range(len(kinds))]
    rules = tuple(
        kind(draw(sources(name)), YES if i == 0 else expr(draw, inner, BOOL))
        for i, (kind, name) in enumerate(zip(kinds, labels, strict=True))
    )
    return ir.Action(draw(sources(label)), tuple(params), rules, clauses(draw, labels[::-1]), body)


def routines(draw: st.DrawFn, scope: Scope) -> tuple[ir.Routine, ...]:
    """Lists of effects, each of which may carry out those before it."""
    made: tuple[ir.Routine, ...] = ()
    for i in range(draw(st.integers(0, 3))):
        _, inner = scope.bind(pick(draw, [PLAYER, INT]))
        params = tuple(ir.Var(n, k) for n, k in inner.names) if draw(st.booleans()) else ()
        within = replace(inner if params else scope, routines=made)
        body = effects(draw, within)
        if draw(st.booleans()):
            # What is written in some cases alone.
            body = (ir.When(expr(draw, within, BOOL), (assignment(draw, within),), ()), *body)
        made = (*made, ir.Routine(draw(sources(f"list_{i}")), params, body))
    return made


def group(draw: st.DrawFn, scope: Scope) -> ir.Group:
    name, inner = scope.bind(PLAYER)
    labels = [f"effect_{i}" for i in range(draw(st.integers(1, 3)))]
    # In half of them the last one outranks nothing and always holds, so that there is no gap.
    last = YES if draw(st.booleans()) else None
    holds = [*(expr(draw, inner, BOOL) for _ in labels[1:]), last or expr(draw, inner, BOOL)]
    outcomes = tuple(
        ir.Outcome(draw(sources(n)), when, effects(draw, inner)) for n, when in zip(labels, holds, strict=True)
    )
    if last is not None:
        edges = tuple(ir.Edge(a, b) for i, a in enumerate(labels) for b in labels[i + 1 :])
        return ir.Group(draw(sources("effect")), (ir.Var(name, PLAYER),), outcomes, edges)
    return ir.Group(draw(sources("effect")), (ir.Var(name, PLAYER),), outcomes, clauses(draw, labels))


def steps(draw: st.DrawFn, actions: tuple[ir.Action, ...], scope: Scope) -> tuple[ir.Step, ...]:
    """Deal; then turns of one decision each, counted so that the game ends."""
    name, _ = scope.bind(PLAYER)
    hand = ir.Place("hand", (ir.Var(name, PLAYER),))
    deal = ir.ForEach(name, ir.OverDomain("player"), YES, (ir.Draw(ir.Lit(2, INT), STOCK, hand, True),))
    start: tuple[ir.Effect, ...] = (ir.Shuffle(STOCK), deal) if draw(st.booleans()) else (deal,)
    more = effects(draw, scope)
    jump = pick(draw, [(), (ir.Jump("end_turn"),), (ir.Jump("step", "next"),), (ir.Jump("leave"),)])
    otherwise = (*effects(draw, scope), *jump) if draw(st.booleans()) else None
    labels = [a.source.label for a in actions]
    # A move that is declared and never offered is legal text.
    asked = tuple(draw(st.lists(st.sampled_from(labels), min_size=1, unique=True)))
    count = ir.Assign("round", (), ir.Arith("+", ir.Get("round", ()), ir.Lit(1, INT)))
    turn: tuple[ir.Effect, ...] = (count, ir.Assign("mover", (), ir.Beside(MOVER, 1)))
    if draw(st.booleans()):
        turn = (*effects(draw, scope), *turn)
    if draw(st.booleans()):
        unmark = (ir.Assign("marked", (), ir.Lit(0, BOOL)), *effects(draw, scope))
        turn = (ir.When(ir.Get("marked", ()), unmark, ()), *turn)
    if draw(st.booleans()):
        turn = (*turn, ir.Resolve("effect", (MOVER,)))
    if draw(st.booleans()):
        turn = (*turn, ir.When(expr(draw, scope, BOOL), (ir.Jump("leave"),), ()))
    fork = ir.Branch(expr(draw, scope, BOOL), 3, 2)
    until = ir.Branch(expr(draw, scope, BOOL), 5, 1)
    # The loop of turns stands within another, which may deal anew.
    around = ir.Branch(expr(draw, scope, BOOL), 7, pick(draw, [0, 1]))
    again: tuple[ir.Effect, ...] = (count, *effects(draw, scope))
    return (
        ir.Step(draw(sources("deal")), ir.Run((*start, *more)), 1, leave=7),
        ir.Step(draw(sources("fork")), fork, -1, 1, 3, 5),
        ir.Step(draw(sources("act")), ir.Ask(asked, draw(st.booleans()), otherwise), 3, 1, 3, 5),
        ir.Step(draw(sources("next")), ir.Run(turn), 4, 1, 3, 5),
        ir.Step(draw(sources("until")), until, -1, 1, 3, 5),
        ir.Step(draw(sources("around")), ir.Run(again), 6, leave=7),
        ir.Step(draw(sources("over")), around, -1, leave=7),
    )


@st.composite
def games(draw: st.DrawFn) -> ir.Game:
    """A legal game that ends after at most `ROUNDS` turns, if it meets no fault before."""
    players, ranks = draw(st.integers(2, 3)), draw(st.integers(2, 4))
    copies = draw(st.integers(1, 2)) if ranks == 2 else 1
    deck = tuple(ir.CardFace(r, s, s, n) for r in range(ranks) for s in range(2) for n in range(copies))
    scope = Scope(players, ranks, len(deck), draw(st.booleans()), reads_marked=draw(st.booleans()))
    label = {
        n: draw(sources(n))
        for n in ("stock", "heap", "hand", "out", "row", "mover", "round", "mode", "leader", "points", "marked")
    }
    seen = pick(draw, ["everybody", "top", "count", "nobody"])
    zones = (
        ir.ZoneDecl(label["stock"], (), True, False, "nobody", True),
        ir.ZoneDecl(label["heap"], (), True, False, seen, False),
        ir.ZoneDecl(label["hand"], ("player",), False, False, "owner", False),
        ir.ZoneDecl(label["out"], (), False, False, "count", False),
        *([ir.ZoneDecl(label["row"], ("pile",), True, True, "everybody", False)] if scope.row else []),
    )
    fields = (
        ir.FieldDecl(label["mover"], (), PLAYER, 0, 0, ir.Lit(0, PLAYER)),
        ir.FieldDecl(label["round"], (), INT, 0, ROUNDS, ir.Lit(0, INT)),
        ir.FieldDecl(label["mode"], ("player",), MODE, 0, 0, literal(draw, scope, MODE)),
        ir.FieldDecl(label["leader"], (), LEADER, 0, 0, literal(draw, scope, LEADER)),
        ir.FieldDecl(label["marked"], (), BOOL, 0, 1, ir.Lit(draw(st.integers(0, 1)), BOOL)),
        ir.FieldDecl(ir.Source("unread"), ("player",), INT, -2, 5, ir.Lit(0, INT)),
    )
    values = st.lists(st.integers(0, 11), min_size=1, max_size=2, unique=True).map(lambda v: tuple(sorted(v)))
    table = ir.Table(label["points"], tuple(draw(values) for _ in deck))
    name, inner = scope.bind(CARD)
    define = ir.Define(draw(sources("good")), (ir.Var(name, CARD),), BOOL, expr(draw, inner, BOOL))
    scope = replace(scope, applies=(define,), counter=10)
    # Whether the first move is legal may be asked for everywhere but in that move.
    asking = replace(scope, can_move=("play",))
    asking = replace(asking, routines=routines(draw, asking))
    names = ["play", "pass", "rest"][: draw(st.integers(1, 3))]
    actions = tuple(action(draw, asking if n != "play" else replace(asking, can_move=()), n) for n in names)
    free = replace(asking, can_move=tuple(a.source.label for a in actions))
    return ir.Game(
        title=draw(words()),
        settings=tuple(draw(st.lists(st.tuples(words(), words()), max_size=2))),
        domains=domains(scope),
        deck=deck,
        zones=zones,
        fields=fields,
        tables=(table,),
        shapes=shapes(draw),
        defines=(define,),
        routines=asking.routines,
        groups=(group(draw, asking),),
        actions=actions,
        endings=endings(draw, free),
        ending_order=clauses(draw, ["long", "out"]),
        steps=steps(draw, actions, free),
        questions=(),
        examples=(),
        claims=(ir.Claim(draw(sources("claim")), "always", (), expr(draw, free, BOOL)),),
        citations=tuple(ir.Citation(draw(words()), "", draw(spans())) for _ in range(draw(st.integers(0, 2)))),
    )


def domains(scope: Scope) -> tuple[ir.Domain, ...]:
    return (
        ir.Domain("player", tuple(str(i + 1) for i in range(scope.players))),
        ir.Domain("rank", ("A", "2", "3", "4")[: scope.ranks]),
        ir.Domain("suit", ("hearts", "spades")),
        ir.Domain("colour", ("red", "black")),
        ir.Domain("mode", ("open", "shut", "barred")),
        *([ir.Domain("pile", ("1", "2"))] if scope.row else []),
    )


def shapes(draw: st.DrawFn) -> tuple[ir.Shape, ...]:
    same = pick(draw, [("rank",), ("suit",), ("colour",), ()])
    line, ace = (
        pick(draw, ["none", "run"]),
        pick(draw, ["as_ranked", "low", "high", "both", "wrap"]),
    )
    ordered = pick(draw, ["none", "run", "steps"])
    return (
        ir.Shape(draw(sources("meld")), False, draw(st.integers(1, 2)), 3, same if line == "none" else (), line, ace),
        ir.Shape(draw(sources("chain")), True, 1, draw(st.integers(1, 3)), (), ordered, ace),
    )


def endings(draw: st.DrawFn, scope: Scope) -> tuple[ir.Ending, ...]:
    name, inner = scope.bind(PLAYER)
    wins = ir.Winners(name, expr(draw, inner, BOOL))
    scores = ir.Scores(name, expr(draw, inner, INT))
    over_at = ir.Compare("<=", ir.Lit(ROUNDS, INT), ir.Get("round", ()))
    # Half of the games go on for a while before they may end.
    late = ir.Compare("<=", ir.Lit(pick(draw, [0, 8]), INT), ir.Get("round", ()))
    return (
        ir.Ending(draw(sources("long")), (), over_at, scores),
        ir.Ending(draw(sources("out")), pick(draw, [(), ("next",)]), ir.And((late, expr(draw, scope, BOOL))), wins),
    )
