"""Random small legal games of the IR, for Hypothesis.

A game has 2 or 3 players, a deck of up to 8 cards, a stock, a heap, hands, and sometimes a row of piles. Its
expressions are made by type from what is in scope, so that every one is well formed; it may still come to a gap,
a clash, an undefined operation or a stuck step, as games may.

They draw what careful authors seldom write, too: moves that no choice offers, lists of effects carried out from several
places or from none, fields that nobody reads, cards of which there are copies, loops within loops.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from spec.ir import nodes as ir
from spec.ir.mixes import sizes_of
from spec.text.source import NOWHERE, Span
from tests.spec.strategies_expr import (
    BOOL,
    CARD,
    INT,
    LEADER,
    MODE,
    MOVER,
    PILE,
    PLAYER,
    RANK,
    SEEN,
    SET,
    SLOT,
    SUIT,
    YES,
    ByHypothesis,
    BySeed,
    Draw,
    Scope,
    expr,
    literal,
    one_by_one,
    places,
    small,
)

STOCK, HEAP = ir.Place("stock", ()), ir.Place("heap", ())
HAND, OUT = ir.Place("hand", (MOVER,)), ir.Place("out", ())
ROUNDS = 20
COUNT = ir.Assign("round", (), ir.Arith("+", ir.Get("round", ()), ir.Lit(1, INT)))


WORDS = ["", "5a", "7/The 7 effect", "none", "yes", '"quoted"', "two\nlines", "ünïcode ♥", "\\", "\ud800"]
DISPLAYS = ("", "won cards", '"quoted" \\', "ünïcode ♥ 🂡", "</script>{x}", "[red]x[/]", "*/ x", "a" * 60, "")
"""What a rule file may call a thing for people."""
SPANS = (NOWHERE, Span(3, 9), Span(0, 0), Span(99, 108))


def words(draw: Draw) -> str:
    """Any words: what is said of the rules, and means nothing."""
    return str(draw.pick(WORDS))


def spans(draw: Draw) -> Span:
    return SPANS[draw.number(0, len(SPANS) - 1)]


def sources(draw: Draw, label: str) -> ir.Source:
    """Where something stands; what it is called for people comes of the other draws, so that it takes none."""
    cites, span = draw.pick([(), ("5a",), ("", "7/The 7 effect"), ("\ud800", "two\nlines")]), spans(draw)
    return ir.Source(label, cites, span, display=DISPLAYS[(len(label) + len(cites) + span.start) % len(DISPLAYS)])


# ---------------------------------------------------------------- effects


def effect(draw: Draw, scope: Scope, depth: int) -> ir.Effect:
    """An effect that does not jump."""
    which = draw.number(0, 10 if depth > 0 else 4)
    if which == 0:
        return movement(draw, scope)
    if which == 1:
        source, target = places(draw, scope, 1, ordered=True), places(draw, scope, 1)
        count = ir.Lit(draw.number(0, 2), INT) if draw.truth() else expr(draw, scope, INT, 1)
        return ir.Draw(count, source, target, not draw.seldom(4))
    if which == 2:
        return ir.Shuffle(places(draw, scope, 1, ordered=True))
    if which == 3:
        return assignment(draw, scope)
    if which == 4:
        return ir.Roll(*draw.pick(rolled(draw, scope)))
    if which == 5:
        yes, no = effects(draw, scope, depth - 1), effects(draw, scope, depth - 1)
        return ir.When(expr(draw, scope, BOOL), yes, no)
    if which == 6:
        values, kind = one_by_one(draw, scope, 1)
        name, inner = scope.bind(kind)
        return ir.ForEach(name, values, expr(draw, inner, BOOL, 1), effects(draw, inner, depth - 1))
    if which in (7, 8) and scope.routines:
        routine = draw.pick(scope.routines)
        return ir.Do(routine.source.label, tuple(expr(draw, scope, p.type, 1) for p in routine.params))
    if which == 9 and scope.groups:
        asked = draw.pick(scope.groups)
        return ir.Resolve(asked.source.label, tuple(expr(draw, scope, p.type, 1) for p in asked.params))
    return ir.Cited(sources(draw, "part"), effects(draw, scope, depth - 1))


def movement(draw: Draw, scope: Scope) -> ir.Effect:
    """Cards that go from one zone to another, in an order or in any."""
    source, target, end = places(draw, scope, 1), places(draw, scope, 1), draw.pick(["top", "bottom"])
    match draw.number(0, 3):
        case 0:
            card = expr(draw, scope, CARD, 1)
            moved = ir.Move(ir.Just(card), source, target, end, draw.truth())
            return moved if draw.seldom(4) else ir.When(ir.Member(card, source), (moved,), ())
        case 1:
            source = places(draw, scope, 1, ordered=True)
            return ir.Move(source, source, target, end, draw.truth())
        case 2:
            return ir.Move(source, source, target, end, True)
        case _:
            return ir.Move(ir.Combine("common", source, expr(draw, scope, SET, 1)), source, target, end, True)


def rolled(draw: Draw, scope: Scope) -> list[tuple[str, tuple[ir.Expr, ...]]]:
    """What may become random."""
    whose = expr(draw, scope, PLAYER, 1)
    found: list[tuple[str, tuple[ir.Expr, ...]]] = [("mode", (whose,)), ("leader", ()), ("mover", ())]
    found += [("depth", ()), ("called", ()), ("unread", (whose,))]
    return [*found, *([("tally", (whose, expr(draw, scope, MODE, 1)))] if scope.row else [])]


def assignment(draw: Draw, scope: Scope) -> ir.Effect:
    fields: list[tuple[str, tuple[ir.Expr, ...], ir.Type]] = [("mover", (), PLAYER), ("mode", (MOVER,), MODE)]
    fields += [("leader", (), LEADER), ("leader", (), PLAYER), ("called", (), RANK), ("depth", (), INT)]
    fields += [("marked", (), BOOL), ("marked", (), BOOL), ("unread", (MOVER,), INT)]
    fields += [("seen", (), SEEN), ("seen", (), SEEN), ("noted", (MOVER,), SEEN)]
    if scope.row:
        fields.append(("tally", (expr(draw, scope, PLAYER, 1), expr(draw, scope, MODE, 1)), INT))
    name, index, kind = draw.pick(fields)
    value = expr(draw, scope, kind, 1)
    if kind == INT:
        # All of these hold what lies between.
        value = value if not isinstance(value, ir.Lit) else ir.Lit(max(-1, min(value.value, 3)), INT)
    return ir.Assign(name, index, value)


def effects(draw: Draw, scope: Scope, depth: int = 1) -> tuple[ir.Effect, ...]:
    made = tuple(effect(draw, scope, depth) for _ in range(draw.number(0, 2)))
    if not draw.seldom(10):
        return made
    # What goes back is counted, so that the game ends.
    to = draw.pick(["again", "end_turn", "leave", "step"])
    return (*made, COUNT, ir.Jump(to, "next" if to == "step" else ""))


# ---------------------------------------------------------------- games


def clauses(draw: Draw, labels: list[str]) -> tuple[ir.Edge, ...]:
    """An order without circles: an edge only ever leads from an earlier label to a later one."""
    pairs = [(a, b) for i, a in enumerate(labels) for b in labels[i + 1 :]]
    picked = draw.some(pairs, 0, 3)
    return tuple(ir.Edge(a, b, words(draw), spans(draw)) for a, b in picked)


def choice(draw: Draw, scope: Scope) -> tuple[ir.Type, ir.Choice]:
    """What the mover chooses: cards of a zone, or some of them, or a value; what was chosen before may be used."""
    some = ir.Filter(f"v{scope.counter}", HAND, expr(draw, scope.bind(CARD)[1], BOOL, 1))
    next_hand = ir.Place("hand", (ir.Beside(MOVER, 1),))
    held = draw.pick([HAND, HAND, some])
    number = ir.OverNumbers(ir.Lit(draw.pick([-1, 0]), INT), draw.pick([ir.Lit(2, INT), small(draw)]))
    choices: list[tuple[ir.Type, ir.Choice]] = [
        (CARD, ir.ChooseCard(held, False)),
        (CARD, ir.ChooseCard(draw.pick([OUT, HEAP, places(draw, scope, 1)]), False)),
        # Blind only among cards that the mover does not see.
        (CARD, ir.ChooseCard(draw.pick([OUT, STOCK, next_hand if scope.players > 1 else OUT]), True)),
        (SET, ir.ChooseCards(held, "meld")),
        (PILE, ir.ChooseCards(held, "chain")),
        (PLAYER, ir.ChooseFrom(draw.pick([ir.OverSeats(expr(draw, scope, PLAYER, 1)), ir.OverDomain("player")]))),
        (INT, ir.ChooseFrom(number)),
        (MODE, ir.ChooseFrom(ir.OverDomain("mode"))),
        (RANK, ir.ChooseFrom(ir.OverDomain("rank"))),
        (SUIT, ir.ChooseFrom(ir.OverDomain("suit"))),
    ]
    if scope.row:
        choices.append((SLOT, ir.ChooseFrom(draw.pick([ir.OverDomain("pile"), ir.OverSlots("pile")]))))
    if not draw.seldom(3):
        # What there is to choose from in most positions.
        choices = [choices[0], *choices[3:8]]
    picked: tuple[ir.Type, ir.Choice] = draw.pick(choices)
    return picked


def action(draw: Draw, scope: Scope, label: str) -> ir.Action:
    params: list[ir.Param] = []
    inner = scope
    for _ in range(draw.number(0, 2)):
        kind, chosen = choice(draw, replace(inner, can_move=()))
        name, inner = inner.bind(kind)
        params.append(ir.Param(name, kind, chosen))
    body = effects(draw, inner)
    held = [p for p in params if isinstance(p.choice, ir.ChooseCards) or p.type == CARD]
    if held:
        first = ir.Var(held[0].name, held[0].type)
        moved = ir.Just(first) if first.type == CARD else first
        place = held[0].choice.cards if not isinstance(held[0].choice, ir.ChooseFrom) else HAND
        target = draw.pick([HEAP, HEAP, HEAP, places(draw, inner, 1)])
        source = place if isinstance(place, ir.Place) else HAND
        body = (ir.Move(moved, source, target, draw.pick(["top", "top", "bottom"]), True), *body)
    kinds: list[Any] = [ir.Permit, *(draw.pick([ir.Permit, ir.Forbid]) for _ in range(draw.number(0, 2)))]
    labels = [f"{label}_{i}" for i in range(len(kinds))]
    rules = tuple(
        kind(sources(draw, name), YES if i == 0 else expr(draw, inner, BOOL))
        for i, (kind, name) in enumerate(zip(kinds, labels, strict=True))
    )
    if draw.seldom(12):
        # A move that no clause permits.
        rules = rules[1:]
    ranked = [rule.source.label for rule in rules][::-1]
    # In half of them each clause is above those before it, so that there is no clash.
    order = tuple(map(ir.Edge, ranked, ranked[1:])) if draw.truth() else clauses(draw, ranked)
    return ir.Action(sources(draw, label), tuple(params), rules, order, body)


def kinds(draw: Draw, scope: Scope) -> list[ir.Type]:
    """Types of parameters: none, one or two."""
    options = [PLAYER, INT, CARD, SET, PILE, RANK, MODE, LEADER, SEEN, BOOL, *([SLOT] if scope.row else [])]
    return [draw.pick(options) for _ in range(draw.number(0, 2))]


def defines(draw: Draw, scope: Scope) -> tuple[ir.Define, ...]:
    """Definitions of any type, each of which may use those before it."""
    made: tuple[ir.Define, ...] = ()
    for i, name in enumerate(["good", "worth", "who"][: draw.number(1, 3)]):
        kind = BOOL if i == 0 else draw.pick([BOOL, INT, CARD, SET, PLAYER, RANK, MODE])
        params, inner = scope.bind_all(kinds(draw, scope))
        made = (*made, ir.Define(sources(draw, name), params, kind, expr(draw, replace(inner, applies=made), kind)))
    return made


def routines(draw: Draw, scope: Scope) -> tuple[ir.Routine, ...]:
    """Lists of effects, each of which may carry out those before it."""
    made: tuple[ir.Routine, ...] = ()
    for i in range(draw.number(0, 3)):
        params, inner = scope.bind_all(kinds(draw, scope))
        within = replace(inner, routines=made)
        body = effects(draw, within)
        if draw.truth():
            # What is written in some cases alone.
            body = (ir.When(expr(draw, within, BOOL), (assignment(draw, within),), ()), *body)
        made = (*made, ir.Routine(sources(draw, f"list_{i}"), params, body))
    return made


def group(draw: Draw, scope: Scope, name: str) -> ir.Group:
    params, inner = scope.bind_all(kinds(draw, scope))
    labels = [f"{name}_{i}" for i in range(draw.number(1, 3))]
    # In most of them the last one outranks nothing and always holds, so that there is no gap.
    last = None if draw.seldom(4) else YES
    holds = [*(expr(draw, inner, BOOL) for _ in labels[1:]), last or expr(draw, inner, BOOL)]
    outcomes = tuple(
        ir.Outcome(sources(draw, n), when, effects(draw, inner)) for n, when in zip(labels, holds, strict=True)
    )
    if last is not None:
        edges = tuple(ir.Edge(a, b) for i, a in enumerate(labels) for b in labels[i + 1 :])
        return ir.Group(sources(draw, name), params, outcomes, edges)
    return ir.Group(sources(draw, name), params, outcomes, clauses(draw, labels))


def groups(draw: Draw, scope: Scope) -> tuple[ir.Group, ...]:
    """None, one or two, of which the second may ask the first."""
    made: tuple[ir.Group, ...] = ()
    for name in ("effect", "landing")[: draw.number(0, 2)]:
        made = (*made, group(draw, replace(scope, groups=made), name))
    return made


def turn_of(draw: Draw, scope: Scope) -> tuple[ir.Effect, ...]:
    """What happens after a choice: the turn is counted, and passes on."""
    turn: tuple[ir.Effect, ...] = (COUNT, ir.Assign("mover", (), ir.Beside(MOVER, 1)))
    if draw.truth():
        turn = (*(e for e in effects(draw, scope) if not isinstance(e, ir.Jump)), *turn)
    if draw.truth():
        unmark = (ir.Assign("marked", (), ir.Lit(0, BOOL)), *effects(draw, scope))
        turn = (ir.When(ir.Get("marked", ()), unmark, ()), *turn)
    if scope.groups and draw.truth():
        asked = draw.pick(scope.groups)
        turn = (*turn, ir.Resolve(asked.source.label, tuple(expr(draw, scope, p.type, 1) for p in asked.params)))
    if draw.truth():
        turn = (*turn, ir.When(expr(draw, scope, BOOL), (ir.Jump("leave"),), ()))
    return turn


def steps(draw: Draw, actions: tuple[ir.Action, ...], scope: Scope) -> tuple[ir.Step, ...]:
    """Deal; then turns of one or two decisions each, counted so that the game ends."""
    name, _ = scope.bind(PLAYER)
    hand = ir.Place("hand", (ir.Var(name, PLAYER),))
    deal = ir.ForEach(name, ir.OverDomain("player"), YES, (ir.Draw(ir.Lit(2, INT), STOCK, hand, True),))
    start: tuple[ir.Effect, ...] = (ir.Shuffle(STOCK), deal) if draw.truth() else (deal,)
    # A move that is declared and never offered is legal text.
    labels = [a.source.label for a in actions]

    def ask() -> ir.Ask:
        jump = draw.pick([(), (ir.Jump("end_turn"),), (ir.Jump("step", "next"),), (ir.Jump("leave"),)])
        done = tuple(e for e in effects(draw, scope) if not isinstance(e, ir.Jump))
        return ir.Ask(draw.some(labels, 1, 3), not draw.seldom(3), (*done, *jump) if draw.truth() else None)

    second: ir.Step = ir.Step(ir.Source(""), ir.Run(()), 4, 1, 4, 6)
    if draw.truth():
        second = ir.Step(sources(draw, "also"), ask(), 4, 1, 4, 6)
    more = effects(draw, scope) if draw.seldom(3) else ()
    # In some games a turn may pass without a choice.
    skips = expr(draw, scope, BOOL) if draw.seldom(4) else ir.Lit(0, BOOL)
    fork = ir.Branch(skips, 4, 2)
    until = ir.Branch(expr(draw, scope, BOOL) if draw.truth() else ir.Lit(0, BOOL), 6, 1)
    # The loop of turns stands within another, which may deal anew.
    late = ir.Compare("<=", ir.Lit(draw.pick([2, ROUNDS, ROUNDS]), INT), ir.Get("round", ()))
    around = ir.Branch(ir.And((late, expr(draw, scope, BOOL))), 8, draw.pick([0, 1]))
    again: tuple[ir.Effect, ...] = (COUNT, *effects(draw, scope))
    return (
        ir.Step(sources(draw, "deal"), ir.Run((*start, *more)), 1, 1, 4, 6),
        ir.Step(sources(draw, draw.pick(["", "fork"])), fork, -1, 1, 4, 6),
        ir.Step(sources(draw, "act"), ask(), 3, 1, 4, 6),
        second,
        ir.Step(sources(draw, "next"), ir.Run(turn_of(draw, scope)), 5, 1, 4, 6),
        ir.Step(sources(draw, draw.pick(["", "until"])), until, -1, 1, 4, 6),
        ir.Step(sources(draw, "around"), ir.Run(again), 7, 1, 7, 8),
        ir.Step(sources(draw, "over"), around, -1, 1, 7, 8),
    )


def a_deck(draw: Draw) -> tuple[int, int]:
    """How many ranks, and how many copies of each card; seldom more cards than a word of a machine has bits."""
    ranks = draw.number(2, 4)
    return (2, 17) if draw.seldom(16) else (ranks, draw.number(1, 2) if ranks == 2 else 1)


def zones(draw: Draw, scope: Scope) -> tuple[ir.ZoneDecl, ...]:
    seen = draw.pick(["everybody", "top", "count", "nobody"])
    lane = draw.pick(["owner", "others", seen])
    more = (
        ir.ZoneDecl(sources(draw, "row"), ("pile",), True, True, "everybody", False),
        ir.ZoneDecl(sources(draw, "lane"), ("player", "mode"), True, False, lane, False),
    )
    return (
        ir.ZoneDecl(sources(draw, "stock"), (), True, False, "nobody", True),
        ir.ZoneDecl(sources(draw, "heap"), (), True, False, seen, False),
        ir.ZoneDecl(sources(draw, "hand"), ("player",), False, False, "owner", False),
        ir.ZoneDecl(sources(draw, "out"), (), False, False, "count", False),
        *(more if scope.row else ()),
    )


def state(draw: Draw, scope: Scope) -> tuple[ir.FieldDecl, ...]:
    tally = ir.FieldDecl(sources(draw, "tally"), ("player", "mode"), INT, -1, 4, ir.Lit(0, INT))
    return (
        ir.FieldDecl(sources(draw, "mover"), (), PLAYER, 0, 0, ir.Lit(0, PLAYER)),
        ir.FieldDecl(sources(draw, "round"), (), INT, 0, ROUNDS, ir.Lit(0, INT)),
        ir.FieldDecl(sources(draw, "mode"), ("player",), MODE, 0, 0, literal(draw, scope, MODE)),
        ir.FieldDecl(sources(draw, "leader"), (), LEADER, 0, 0, literal(draw, scope, LEADER)),
        ir.FieldDecl(sources(draw, "marked"), (), BOOL, 0, 1, ir.Lit(draw.number(0, 1), BOOL)),
        ir.FieldDecl(sources(draw, "called"), (), RANK, 0, 0, literal(draw, scope, RANK)),
        ir.FieldDecl(sources(draw, "depth"), (), INT, -3, 6, ir.Lit(draw.number(-3, 6), INT)),
        ir.FieldDecl(sources(draw, "seen"), (), SEEN, 0, 0, literal(draw, scope, SEEN)),
        ir.FieldDecl(
            sources(draw, "noted"),
            ("player",),
            SEEN,
            0,
            0,
            ir.Lit(ir.NOBODY, SEEN),
            draw.pick(("everybody", "owner", "others", "nobody")),
        ),
        ir.FieldDecl(sources(draw, "unread"), ("player",), INT, -2, 5, ir.Lit(0, INT)),
        *((tally,) if scope.row else ()),
    )


def questions(draw: Draw) -> tuple[ir.Question, ...]:
    """None, or one that is settled or left open."""
    if not draw.seldom(3):
        return ()
    readings = tuple(ir.Reading(sources(draw, label), words(draw)) for label in ("low", "both"))
    return (ir.Question(sources(draw, "aces"), words(draw), readings, draw.pick(["", "low"]), "low", "a reason"),)


def tables(draw: Draw, cards: int) -> tuple[ir.Table, ...]:
    """What cards are worth; of many cards few have two values, as their sums are all looked through."""
    few = [[tuple(sorted(draw.some(range(-3, 9), 1, 2))) for _ in range(min(cards, 8))] for _ in range(2)]
    made = [tuple((found * (cards // len(found) + 1))[:cards]) for found in few]
    return tuple(ir.Table(sources(draw, label), v) for label, v in zip(("points", "weights"), made, strict=True))


@st.composite
def games(draw: st.DrawFn) -> ir.Game:
    """A legal game; what fails is made smaller."""
    return a_game(ByHypothesis(draw))


def game_of(seed: int) -> ir.Game:
    """The legal game of a seed, which is sooner made than one by Hypothesis, and seldom like another."""
    return a_game(BySeed(seed))


def a_game(draw: Draw) -> ir.Game:
    """A legal game that ends after at most `ROUNDS` turns, if it meets no fault before."""
    return with_ends(draw, with_parts(draw, with_wild_cards(draw, a_natural_game(draw))))


def a_natural_game(draw: Draw) -> ir.Game:
    """Such a game without wild cards."""
    players, (ranks, copies) = draw.pick([1, 2, 2, 3, 3, 4]), a_deck(draw)
    deck = tuple(ir.CardFace(r, s, s, n) for r in range(ranks) for s in range(2) for n in range(copies))
    scope = Scope(players, ranks, len(deck), draw.truth(), reads_marked=draw.truth())
    asked = questions(draw)
    scope = replace(scope, open=tuple(q.source.label for q in asked if not q.chosen))
    made = defines(draw, scope)
    scope = replace(scope, applies=made, counter=10)
    # Whether the first move is legal may be asked for everywhere but in that move.
    asking = replace(scope, can_move=("play",))
    decided = groups(draw, asking)
    asking = replace(asking, groups=decided)
    asking = replace(asking, routines=routines(draw, asking))
    names = ["play", "pass", "rest"][: draw.number(1, 3)]
    actions = tuple(action(draw, asking if n != "play" else replace(asking, can_move=()), n) for n in names)
    free = replace(asking, can_move=tuple(a.source.label for a in actions))
    ends = endings(draw, free)
    return ir.Game(
        title=words(draw),
        settings=tuple((words(draw), words(draw)) for _ in range(draw.number(0, 2))),
        domains=domains(scope),
        deck=deck,
        zones=zones(draw, scope),
        fields=state(draw, scope),
        tables=tables(draw, len(deck)),
        shapes=shapes(draw, len(deck)),
        defines=made,
        routines=asking.routines,
        groups=decided,
        actions=actions,
        endings=ends,
        ending_order=clauses(draw, [e.source.label for e in ends]),
        steps=steps(draw, actions, free),
        questions=asked,
        examples=(),
        claims=(ir.Claim(sources(draw, "claim"), "always", (), expr(draw, free, BOOL)),),
        citations=tuple(ir.Citation(words(draw), "", spans(draw)) for _ in range(draw.number(0, 2))),
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


def shapes(draw: Draw, cards: int) -> tuple[ir.Shape, ...]:
    same = draw.some(["rank", "suit", "colour"], 0, 2)
    line, ace = (
        draw.pick(["none", "run"]),
        draw.pick(["as_ranked", "low", "high", "both", "wrap"]),
    )
    ordered = draw.pick(["none", "run", "steps"])
    most = 3 if cards <= 16 else 1
    meld = ir.Shape(
        sources(draw, "meld"),
        False,
        draw.number(0, min(2, most)),
        most,
        same if line == "none" else (),
        line,
        ace,
    )
    chain = ir.Shape(sources(draw, "chain"), True, draw.number(0, 1), draw.number(1, most), (), ordered, ace)
    return meld, chain


def with_wild_cards(draw: Draw, game: ir.Game) -> ir.Game:
    """The game, in whose shapes some cards may be wild. Drawn last, so that all else is what it was without them."""
    return replace(game, shapes=tuple(replace(one, wild=wild(draw, game.deck, one.most)) for one in game.shapes))


def with_parts(draw: Draw, game: ir.Game) -> ir.Game:
    """The game, of whose shapes one in no order may be made up of parts. Drawn last, likewise."""
    return replace(game, shapes=tuple(parted(draw, one, len(game.deck)) for one in game.shapes))


def with_ends(draw: Draw, game: ir.Game) -> ir.Game:
    """The game, of whose runs some go from one rank to another. Drawn last, likewise."""
    ranks = next(len(domain.values) for domain in game.domains if domain.name == "rank")
    return replace(game, shapes=tuple(ended(draw, one, ranks) for one in game.shapes))


def ended(draw: Draw, shape: ir.Shape, ranks: int) -> ir.Shape:
    """The shape, or the same with the first and the last rank of its run."""
    has_run = shape.line == "run" or any(isinstance(part, ir.RanksPart) and part.run for part in shape.parts)
    out = shape.wild.placeless if shape.wild else ()
    placed = [rank for rank in range(ranks) if rank not in out]
    if not has_run or shape.ace != "as_ranked" or len(placed) < 2 or not draw.seldom(3):
        return shape
    first = draw.number(0, len(placed) - 2)
    return replace(shape, within=(placed[first], placed[draw.number(first + 1, len(placed) - 1)]))


def parted(draw: Draw, shape: ir.Shape, cards: int) -> ir.Shape:
    """The shape, or one of the same name and the same wild cards that has parts."""
    if shape.ordered or not draw.seldom(3):
        return shape
    parts: list[ir.RanksPart | ir.OthersPart] = []
    for number in range(draw.number(1, 2)):
        each, ranks = draw.number(1, 2), draw.number(1, 2)
        many = None if number and draw.truth() else ir.Bounds(ranks, ranks + draw.number(0, 1))
        parts.append(ir.RanksPart(ir.Bounds(each, each + draw.number(0, 1)), many, draw.truth()))
    if draw.truth():
        others = draw.number(0, 1)
        parts.append(ir.OthersPart(ir.Bounds(others, others + draw.number(0, 1)), draw.truth()))
    least, most = sizes_of(parts)
    if cards > 16 and most > 3:
        return shape
    same = tuple(attr for attr in shape.same if attr != "rank")
    return replace(shape, least=least, most=max(least, min(most, cards)), same=same, line="parts", parts=tuple(parts))


def wild(draw: Draw, deck: tuple[ir.CardFace, ...], most: int) -> ir.Wild | None:
    """Some cards that are wild, perhaps all of a rank that then has no place."""
    if not draw.seldom(3):
        return None
    ranks = draw.some(sorted({face.rank for face in deck}), 0, 2)
    single = {(deck[card].rank, deck[card].suit) for card in draw.some(range(len(deck)), 0, 2)}
    cards = [i for i, face in enumerate(deck) if face.rank in ranks or (face.rank, face.suit) in single]
    placeless = tuple(sorted(ranks)) if draw.truth() else ()
    return ir.Wild(tuple(cards), placeless, draw.number(0, 1), draw.number(1, max(1, most)))


def endings(draw: Draw, scope: Scope) -> tuple[ir.Ending, ...]:
    name, inner = scope.bind(PLAYER)

    def result() -> ir.Winners | ir.Scores:
        wins = ir.Winners(name, expr(draw, inner, BOOL))
        return wins if draw.truth() else ir.Scores(name, expr(draw, inner, INT))

    over_at = ir.Compare("<=", ir.Lit(ROUNDS, INT), ir.Get("round", ()))
    # Most games go on for a while before they may end.
    late = ir.Compare("<=", ir.Lit(draw.pick([0, 5, 10]), INT), ir.Get("round", ()))
    at = draw.pick([(), (), ("next",), ("act", "next"), ("around",)])
    more = tuple(
        ir.Ending(sources(draw, label), at, ir.And((late, expr(draw, scope, BOOL))), result())
        for label in ("out", "rich")[: draw.number(0, 2)]
    )
    return (ir.Ending(sources(draw, "long"), (), over_at, result()), *more)
