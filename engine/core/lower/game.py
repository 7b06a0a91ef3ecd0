"""Lowers a game to a program of the program tree: the one way from the IR to every exported engine.

Leaves what does not matter under the settings to `engine.core.lower.dead_code`, and writing the program down to
printers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.clauses import Clauses
from engine.core.lower.course import Course, Steps
from engine.core.lower.dead_code import without_dead_code
from engine.core.lower.effects import Effects, Jumps
from engine.core.lower.expressions import Expressions, Scope
from engine.core.lower.unique import unique
from engine.core.names import capital, identifier, in_words
from engine.core.shapes import bounds_of, places_of, wild_of
from engine.core.symbol_table import SymbolTable
from engine.core.unsupported import Unsupported
from engine.core.uses import nodes, rewrite
from engine.interpreter.moves import PASS
from engine.logs.words import card_names
from spec.ir import nodes as ir
from spec.ir.fold import constant
from spec.ir.mixes import mix_of
from spec.ir.references import references


def lower(game: ir.Game, *, whole: bool = False, turns: bool = False) -> p.Program:
    """The program of a game; `whole`: with what cannot matter and what the deck lacks; `turns`: a step begins each.

    Raises Unsupported where exported programs cannot say something.
    """
    return _Lowering(game if whole else without_dead_code(game), lacking=whole, turns=turns).program()


def lower_stepwise(game: ir.Game, *, undecided: bool = False, claims: Sequence[ir.Claim] = ()) -> p.Program:
    """The whole program of a game in which each step of play stands by itself, and some claims can be asked.

    `undecided`: it says where cards that leave hidden stacks are decided. Raises Unsupported as well.
    """
    return _Lowering(game, lacking=True, apart=True, undecided=undecided, claims=claims).program()


LINES = {
    "as_ranked": "by_rank", "low": "ace_low", "high": "ace_high", "both": "ace_low_or_high", "wrap": "round_the_corner",
}  # fmt: skip
"""What a line is called, by where its ace may stand."""
STATEFUL = (
    t.Field, t.Zone, t.CanMove, t.Offered, t.Weighed, t.Piles, t.StepBy, p.SetField, p.Roll, p.MoveCards, p.DrawCards,
    p.Shuffle, p.Settle,
)  # fmt: skip


def with_state_where_needed(program: p.Program) -> p.Program:
    """The program with the state handed only to functions that look at it; those of steps all take it."""
    functions = {n.name: n for n in nodes(program) if isinstance(n, p.Function)}
    steps = {s.act.function.name for s in program.steps if isinstance(s.act, p.RunStep) and s.act.function.state}
    steps |= {s.act.otherwise.name for s in program.steps if isinstance(s.act, p.AskStep) and s.act.otherwise}
    inner = {name: list(nodes(f.body)) for name, f in functions.items()}
    needy = steps | {name for name, found in inner.items() if any(isinstance(n, STATEFUL) for n in found)}
    calls = {name: {n.function for n in found if isinstance(n, t.Call)} for name, found in inner.items()}
    while more := {name for name in functions if name not in needy and calls[name] & needy}:
        needy |= more
    if all(f.name in needy for f in functions.values() if f.state):
        return program
    changed: p.Program = rewrite(
        program, lambda n: replace(n, state=n.name in needy) if isinstance(n, p.Function) and n.state else n
    )
    return changed


class _Lowering:
    """Lowers callers before what they call, so that only what is called becomes a function."""

    def __init__(
        self,
        game: ir.Game,
        *,
        lacking: bool,
        apart: bool = False,
        turns: bool = False,
        undecided: bool = False,
        claims: Sequence[ir.Claim] = (),
    ) -> None:
        self.game = game
        self.claims = claims
        self.symbols = SymbolTable(game)
        self.x = Expressions(self.symbols, lacking=lacking)
        self.course = Course.of(game, apart=apart, turns=turns)
        self.effects = Effects(self.x, Jumps(self.symbols, self.course.names), undecided=undecided)
        self.clauses = Clauses(self.x, self.effects)
        self.lines: dict[str, p.Line] = {}
        self.mixes: dict[str, p.MixDef] = {}

    def program(self) -> p.Program:
        game, symbols = self.game, self.symbols
        if any(a.source.label == PASS.action and not a.params for a in game.actions):
            raise Unsupported(f"an action without parameters called {PASS.action}, as a pass is")
        steps = Steps(self.effects, self.course).steps(game)
        actions = tuple(self.clauses.action(action) for action in game.actions)
        endings = self.clauses.endings(game)
        starts = tuple(self._field(label) for label in symbols.layout.fields)
        claims = tuple(map(self._claim, self.claims))
        groups, functions = self._called()
        return with_state_where_needed(
            unique(
                p.Program(
                    title=game.title,
                    settings=game.settings,
                    cards=card_names(game),
                    faces=game.deck,
                    players=symbols.layout.players,
                    domains=symbols.domains(),
                    zones=tuple(p.ZoneDef(symbols.zones[z.source.label], z) for z in game.zones),
                    full=next(symbols.zones[z.source.label] for z in game.zones if z.starts_full),
                    fields=starts,
                    tables=tuple(
                        p.TableDef(symbols.tables[one.source.label], one.source.label, one.values, one.source.cites)
                        for one in game.tables
                    ),
                    shapes=tuple(self._shape(shape) for shape in game.shapes),
                    lines=tuple(self.lines.values()),
                    mixes=tuple(self.mixes.values()),
                    functions=functions,
                    groups=groups,
                    actions=actions,
                    endings=endings,
                    steps=steps,
                    jumps=tuple((kind, tuple(table.items())) for kind, table in self.effects.jumps.tables.items()),
                    claims=claims,
                )
            )
        )

    def _field(self, label: str) -> p.FieldDef:
        slots = self.symbols.layout.fields[label]
        start = self.x.fitted(slots.decl.start, slots.decl.type, Scope())
        if slots.decl.numbers is not None and constant(slots.decl.start) is None:
            start = self.x.within(start, slots)
        return p.FieldDef(self.symbols.fields[label], label, slots.decl.type, slots, start)

    def _claim(self, claim: ir.Claim) -> p.Function:
        label = claim.source.label
        name = self.symbols.names.give(identifier(f"claim_{label}"))
        body = (p.Answer(self.x.of(claim.cond, Scope())),)
        return p.Function(name, (), ir.Bool(), body, p.Doc(capital(in_words(label)), claim.source.cites), True)

    # ------------------------------------------------------------ what is called

    def _called(self) -> tuple[tuple[p.GroupDef, ...], tuple[p.Function, ...]]:
        """Groups, and routines and definitions, callees first; lowering one may call for others."""
        made: dict[tuple[str, str], list[p.Function]] = {}
        groups: dict[str, p.GroupDef] = {}
        while waiting := [key for key in self.symbols.asked if key not in made]:
            for key in waiting:
                made[key] = self._lowered(key, groups)
        order: list[p.Function] = []
        for key in self._callees_first(list(made)):
            order += made[key]
        labels = [g.source.label for g in self.game.groups]
        return tuple(groups[label] for label in labels if label in groups), tuple(order)

    def _lowered(self, key: tuple[str, str], groups: dict[str, p.GroupDef]) -> list[p.Function]:
        kind, label = key
        match kind:
            case "define":
                return [self._define(self.symbols.index.defines[label])]
            case "routine":
                return self._routine(self.symbols.index.routines[label])
            case _:
                groups[label] = self.clauses.group(self.symbols.index.groups[label])
                return []

    def _kept(self, key: tuple[str, str], params: tuple[ir.Var, ...], body: object) -> tuple[ir.Var, ...]:
        free = self.symbols.uses.free(body)
        forced = self.symbols.uses.forced
        return tuple(q for i, q in enumerate(params) if q.name in free or (*key, i) in forced)

    def _define(self, define: ir.Define) -> p.Function:
        label = define.source.label
        kept = self._kept(("define", label), define.params, define.body)
        scope = self.effects.scope_of(kept)
        params = tuple(p.Param(scope.names[q.name], q.type) for q in kept)
        body = (p.Answer(self.x.fitted(define.body, define.type, scope)),)
        doc = p.Doc(capital(in_words(label)), define.source.cites)
        return p.Function(self.symbols.functions["define", label], params, define.type, body, doc, True)

    def _routine(self, routine: ir.Routine) -> list[p.Function]:
        label = routine.source.label
        kept = self._kept(("routine", label), routine.params, routine.body)
        scope = self.effects.scope_of(kept)
        params = tuple(p.Param(scope.names[q.name], q.type) for q in kept)
        before = len(self.effects.functions)
        body = self.effects.body(routine.body, scope, ("routine", label))
        parts = self.effects.functions[before:]
        del self.effects.functions[before:]
        doc = p.Doc(capital(in_words(label)), routine.source.cites)
        result = self.symbols.result(routine.body)
        name = self.symbols.functions["routine", label]
        return [*parts, p.Function(name, params, result, body, doc, True)]

    def _callees_first(self, keys: list[tuple[str, str]]) -> list[tuple[str, str]]:
        places = [("define", d.source.label) for d in self.game.defines]
        places += [("routine", r.source.label) for r in self.game.routines]
        order: dict[tuple[str, str], None] = {}

        def visit(key: tuple[str, str]) -> None:
            if key in order:
                return
            for inner in self._callees(key):
                visit(inner)
            order[key] = None

        for key in places:
            if key in keys:
                visit(key)
        return [key for key in order if key in keys]

    def _callees(self, key: tuple[str, str]) -> Iterable[tuple[str, str]]:
        kind, label = key
        if kind == "group":
            return []
        body = self.symbols.index.defines[label].body if kind == "define" else self.symbols.index.routines[label].body
        named = (found for node in self.symbols.walk(body) for found in references(node))
        return [found for found in named if found[0] in ("define", "routine")]

    # ------------------------------------------------------------ shapes

    def _shape(self, shape: ir.Shape) -> p.ShapeDef:
        label = shape.source.label
        chosen = label in self.symbols.searched or any(q.shape == label for a in self.game.actions for q in a.params)
        tests = tuple(
            self._shape_test(shape, as_they_lie, name)
            for (asked, as_they_lie), name in self.symbols.tests.items()
            if asked == label
        )
        choices = self.symbols.names.give(f"choices_of_{in_words(label).replace(' ', '_')}") if chosen else ""
        if shape.parts:
            return p.ShapeDef(shape, tests, choices, "", self._mix(shape).name)
        line = self._line(shape).name if shape.line != "none" else ""
        if wild_of(shape):
            line = self._line(shape).name
        return p.ShapeDef(shape, tests, choices, line)

    def _line(self, shape: ir.Shape) -> p.Line:
        """The places of ranks in the lines of a shape; shapes of one kind share them."""
        ranks = next(d.values for d in self.game.domains if d.name == "rank")
        places, circle = places_of(ranks, shape)
        wild = wild_of(shape)
        for line in self.lines.values():
            if (line.places, line.circle, line.wild) == (places, circle, wild):
                return line
        name = self.symbols.names.give(LINES[shape.ace].upper() + ("_WITH_WILD_CARDS" if wild else ""))
        self.lines[name] = p.Line(name, places, circle, wild)
        return self.lines[name]

    def _mix(self, shape: ir.Shape) -> p.MixDef:
        """The table of a shape's parts."""
        label = shape.source.label
        if label not in self.mixes:
            ranks = next(d.values for d in self.game.domains if d.name == "rank")
            name = self.symbols.names.give(f"{identifier(label)}_parts".upper())
            self.mixes[label] = p.MixDef(name, mix_of(self.game.deck, ranks, shape), wild_of(shape))
        return self.mixes[label]

    def _how_many(self, shape: ir.Shape, cards: t.Expr) -> Iterator[t.Expr]:
        """Are there as many cards as the shape has, as many natural ones, and no more wild ones?"""
        ranks = next(d.values for d in self.game.domains if d.name == "rank")
        wild, deck = t.SomeCards(wild_of(shape)), len(self.game.deck)
        least, most = bounds_of(ranks, shape) if wild.cards else (shape.least, shape.most)
        if least == 1:
            yield t.Not(t.IsEmpty(cards))
        elif least > 1:
            yield t.Compare(">=", t.Size(cards), t.Number(least))
        if most < deck:
            yield t.Compare("<=", t.Size(cards), t.Number(most))
        if shape.wild is not None and shape.wild.natural:
            yield t.Compare(">=", t.Size(t.Helper("without", (cards, wild))), t.Number(shape.wild.natural))
        if shape.wild is not None and shape.wild.most < min(most, len(wild.cards)):
            yield t.Compare("<=", t.Size(t.Helper("common", (cards, wild))), t.Number(shape.wild.most))

    def _shape_test(self, shape: ir.Shape, as_they_lie: bool, name: str) -> p.Function:
        kind = ir.Cards(ordered=as_they_lie)
        cards = t.Local("cards", kind)
        tests = [*self._how_many(shape, cards)]
        natural: t.Expr = cards
        if wild_of(shape):
            natural = t.Helper("without", (cards, t.SomeCards(wild_of(shape))))
        helpers: dict[str, t.HelperName] = {"rank": "same_rank", "suit": "same_suit", "colour": "same_colour"}
        tests += [t.Helper(helpers[attr], (natural,)) for attr in shape.same]
        if shape.parts:
            tests.append(t.Helper("is_mix", (t.MixName(self._mix(shape).name), cards)))
        elif shape.line != "none":
            lined: dict[tuple[str, bool], t.HelperName] = {
                ("run", False): "is_run",
                ("run", True): "is_rising_run",
                ("steps", True): "is_walk",
                ("steps", False): "is_walk_in_some_order",
            }
            tests.append(t.Helper(lined[shape.line, as_they_lie], (t.LineName(self._line(shape).name), cards)))
        whole = tests[0] if len(tests) == 1 else t.And(tuple(tests)) if tests else t.Truth(True)
        params = (p.Param("cards", kind),)
        doc = p.Doc(capital(in_words(shape.source.label)), shape.source.cites)
        return p.Function(name, params, ir.Bool(), (p.Answer(whole),), doc, False)
