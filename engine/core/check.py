"""The law of a core program: what holds of every program that lowering or a pass makes.

Names are bound once and within reach, types agree, every way through a function ends as its result asks, whatever is
named is there, and a check asks for nothing that can fail itself. Leaves the types of single terms to
`engine.core.types`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, assert_never

from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.unique import BINDERS, OUTSIDE, said
from engine.core.types import element, kind, somebody
from engine.core.uses import nodes
from spec.ir import nodes as ir
from spec.ir.index import PLAYER
from spec.ir.types import domain_of, is_card, of_cards

Breach = tuple[object, str]
"""A node, and in a sentence what is wrong with it."""

CARDS = (ir.Cards(False), ir.Cards(True))
COUNTED: tuple[t.HelperName, ...] = ("top_cards", "bottom_cards")
TOTALS: tuple[t.HelperName, ...] = ("least_total", "greatest_total", "can_total")


def breaches(program: p.Program) -> list[Breach]:
    """Where a program breaks the law; none where it is a good one."""
    return list(_Law(program).program())


@dataclass
class _Law:
    whole: p.Program
    functions: dict[str, p.Function] = field(init=False)
    zones: dict[str, ir.ZoneDecl] = field(init=False)
    cells: dict[str, p.FieldDef] = field(init=False)
    labels: dict[str, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        whole = self.whole
        self.functions = {n.name: n for n in nodes(whole) if isinstance(n, p.Function)}
        self.zones = {z.name: z.decl for z in whole.zones}
        self.cells = {f.name: f for f in whole.fields}
        self.labels = {
            "step": tuple(s.name for s in whole.steps), "action": tuple(a.label for a in whole.actions),
            "group": tuple(g.label for g in whole.groups), "jump": tuple(kind for kind, _ in whole.jumps),
            "table": tuple(one.name for one in whole.tables), "line": tuple(line.name for line in whole.lines),
            "mix": tuple(mix.name for mix in whole.mixes),
            "ending": tuple(e.clause.label for e in whole.endings),
        }  # fmt: skip

    # ------------------------------------------------------------ declarations

    def program(self) -> Iterator[Breach]:
        names = [n.name for n in nodes(self.whole) if isinstance(n, p.Function)]
        for name in {n for n in names if names.count(n) > 1}:
            if len({id(n) for n in nodes(self.whole) if isinstance(n, p.Function) and n.name == name}) > 1:
                yield name, "two functions have this name"
        for function in self.functions.values():
            yield from self._function(function)
        for one in self.whole.fields:
            yield from self._unit((), (one.start,))
            yield from self._fits(one.start, one.kind, "the first value of a field")
        for action in self.whole.actions:
            yield from self._action(action)
        for clauses in [*(g.clauses for g in self.whole.groups), tuple(e.clause for e in self.whole.endings)]:
            yield from self._clauses(clauses)
        for step in self.whole.steps:
            yield from self._step(step)
        for claim in self.whole.claims:
            yield from self._is(t.Call(claim.name, (), claim.result), ir.Bool(), "a claim")

    def _function(self, function: p.Function) -> Iterator[Breach]:
        yield from self._unit(function.params, function.body)
        yield from self._body(function.body, function.result)
        if not isinstance(function.result, t.Nothing) and not p.ends(function.body):
            yield function, "a way through it ends without an answer"

    def _action(self, action: p.ActionDef) -> Iterator[Breach]:
        params = tuple(p.Param(q.name, q.kind) for q in action.params)
        for i, param in enumerate(action.params):
            yield from self._unit(params[:i], (param.choice,))
        every = [n.var for param in action.params for n in nodes(param.choice) if isinstance(n, BINDERS)]
        if len({*every, *(q.name for q in params)}) < len(every) + len(params):
            yield action, "its choices bind a name twice"
        yield from self._clauses(action.clauses)
        for clause in action.clauses:
            yield from self._unit(params, clause.test)
        yield from self._tests(action, params)
        if not set(action.judged) <= {q.name for q in params}:
            yield action, "it judges a parameter that it has not"

    def _tests(self, action: p.ActionDef, params: tuple[p.Param, ...]) -> Iterator[Breach]:
        asked = [*enumerate(action.tests), *([] if action.alone is None else [(len(params), action.alone)])]
        for i, test in asked:
            known = tuple(p.Param(one.name, ir.Bool()) for kept in action.known[:i] for one in kept)
            yield from self._unit((*params[:i], *known), test)
            yield from self._is(test, ir.Bool(), "what is asked of a move")
        for i, kept in enumerate(action.known):
            for one in kept:
                yield from self._unit(params[:i], one.value)
                yield from self._is(one.value, ir.Bool(), "what is kept of a move")
        if action.known and len(action.known) != len(params):
            yield action, "it does not keep something before each choice"
        if action.tests and len(action.tests) != len(params) + 1:
            yield action, "it is not asked something after each choice"

    def _clauses(self, clauses: tuple[p.ClauseDef, ...]) -> Iterator[Breach]:
        keys = [clause.key for clause in clauses]
        if len(set(keys)) < len(keys):
            yield clauses, "two clauses have one key"
        for clause in clauses:
            if not set(clause.above) <= set(keys):
                yield clause, "a clause that is not there outranks it"
            yield from self._is(clause.test, ir.Bool(), "the condition of a clause")

    def _step(self, step: p.StepDef) -> Iterator[Breach]:
        yield from self._named(step, "ending", step.arriving)
        match step.act:
            case p.AskStep(actions, _, _, after, otherwise):
                yield from self._named(step, "action", actions)
                yield from self._named(step, "step", (after,))
                if otherwise is not None and otherwise.result != t.ToStep(False):
                    yield step, "its last resort does not say where play goes"
            case p.RunStep(function):
                if function.result != t.ToStep(False):
                    yield step, "it does not say where play goes"
            case p.LastStep():
                pass
            case _:
                assert_never(step.act)

    def _named(self, node: object, what: str, names: tuple[str, ...]) -> Iterator[Breach]:
        for name in names:
            if name not in self.labels[what]:
                yield node, f"there is no {what} {name}"

    # ------------------------------------------------------------ names

    def _unit(self, params: tuple[p.Param, ...], body: object) -> Iterator[Breach]:
        """A function or a choice: its names, and all terms in it."""
        bound = [q.name for q in params] + [n.var for n in nodes(body) if isinstance(n, BINDERS)]
        bound += [n.name for n in nodes(body) if isinstance(n, p.Let)]
        for name in sorted({name for name in bound if bound.count(name) > 1}):
            yield name, "it is bound twice"
        yield from self._reach(body, {q.name: q.kind for q in params})
        for node in nodes(body):
            if isinstance(node, t.Expr | t.Range):
                yield from self._term(node)

    def _reach(self, node: Any, known: Mapping[str, ir.Type]) -> Iterator[Breach]:
        """Every name is used within reach of where it is bound, and as what it is bound to."""
        match node:
            case t.Local(name, typed):
                if known.get(name) != typed:
                    yield node, "it is not bound here" if name not in known else "it is bound to another type"
            case tuple():
                for item in node:
                    yield from self._reach(item, known)
                    known = {**known, item.name: ir.Bool()} if isinstance(item, p.Let) else known
            case _ if isinstance(node, BINDERS):
                if said(node.var) in map(said, known):
                    yield node, "a person could not tell its name from one that it is within reach of"
                inner = {**known, node.var: _bound(node)}
                for part in fields(node):
                    yield from self._reach(getattr(node, part.name), known if part.name in OUTSIDE else inner)
            case _ if is_dataclass(node) and type(node).__module__ != ir.__name__:
                for part in fields(node):
                    yield from self._reach(getattr(node, part.name), known)
            case _:
                pass

    # ------------------------------------------------------------ statements

    def _body(self, body: tuple[p.Statement, ...], result: t.Kind) -> Iterator[Breach]:
        for i, statement in enumerate(body):
            if i + 1 < len(body) and p.ends((statement,)):
                yield statement, "what follows it is never done"
            yield from self._statement(statement, result)

    def _statement(self, statement: p.Statement, result: t.Kind) -> Iterator[Breach]:
        match statement:
            case p.SetField(name, index, value):
                yield from self._cell(statement, name, index)
                if name in self.cells:
                    yield from self._fits(value, self.cells[name].kind, "what a field becomes")
            case p.Roll(name, index, _, count):
                yield from self._cell(statement, name, index)
                if count < 1:
                    yield statement, "there is nothing to pick from"
            case p.MoveCards(cards, _, target, how):
                yield from self._laid(statement, target, how)
                if cards is not None:
                    yield from self._is(cards, CARDS, "what is moved")
            case p.DrawCards(count, source, target, how, _):
                yield from self._laid(statement, target, how)
                yield from self._is(count, ir.Int(), "how many are drawn")
                if not source.type.ordered:
                    yield statement, "it draws from cards in no order"
            case p.Shuffle(zone):
                if not zone.type.ordered:
                    yield statement, "it shuffles cards in no order"
            case p.Let(_, value):
                yield from self._is(value, ir.Bool(), "what is kept")
            case p.If(cond, then, other):
                yield from self._is(cond, ir.Bool(), "a condition")
                yield from self._body(then, result)
                yield from self._body(other, result)
            case p.ForEach(_, _, cond, body, _):
                yield from self._is(cond, ir.Bool(), "a condition")
                yield from self._body(body, result)
            case p.Unseen(body):
                yield from self._body(body, result)
            case p.Do(call) | p.DoOrLeave(call):
                wanted = t.Nothing() if isinstance(statement, p.Do) else t.ToStep(True)
                yield from self._is(call, wanted, "what is done")
            case p.Answer(None):
                if result not in (t.ToStep(True), t.Nothing()):
                    yield statement, "it answers nothing where something is asked for"
            case p.Answer(value):
                assert value is not None
                yield from self._fits(value, result, "an answer")
            case p.Settle():
                yield from self._settles(statement)
            case _:
                assert_never(statement)

    def _settles(self, settle: p.Settle) -> Iterator[Breach]:
        yield from self._named(settle, "group", (settle.group,))
        known = {c.key for g in self.whole.groups if g.label == settle.group for c in g.clauses}
        if not settle.clauses or not set(settle.clauses) <= known:
            yield settle, "it settles between clauses that are not there"

    def _cell(self, node: object, name: str, index: tuple[t.Expr, ...]) -> Iterator[Breach]:
        if name not in self.cells:
            yield node, f"there is no field {name}"
        elif len(index) != len(self.cells[name].slots.sizes):
            yield node, "it has too many or too few indices"

    def _laid(self, node: object, target: t.Zone, how: str) -> Iterator[Breach]:
        if target.type.ordered == (how == "into"):
            yield node, "cards go into a set, and onto or under a stack"

    # ------------------------------------------------------------ terms

    def _term(self, node: t.Expr | t.Range) -> Iterator[Breach]:
        match node:
            case t.Field(name, index, typed):
                yield from self._cell(node, name, index)
                if name in self.cells and self.cells[name].kind != typed:
                    yield node, "the field has another type"
            case t.Zone(name, index, typed):
                yield from self._zone(node, name, index, typed)
            case t.Call():
                yield from self._call(node)
            case t.Helper(name, args):
                yield from self._helper(node, name, args)
            case t.Check():
                yield from self._check(node)
            case t.Fold():
                yield from self._fold(node)
            case t.TableName(name):
                yield from self._named(node, "table", (name,))
            case t.LineName(name):
                yield from self._named(node, "line", (name,))
            case t.MixName(name):
                yield from self._named(node, "mix", (name,))
            case t.Weighed(action, args):
                judged = next((len(a.judged) for a in self.whole.actions if a.label == action), -1)
                if judged != len(args):
                    yield node, "its action is judged by something else"
            case t.CanMove(actions):
                yield from self._named(node, "action", actions)
            case t.StepName(name):
                yield from self._named(node, "step", (name,))
            case t.StepBy(jump):
                yield from self._named(node, "jump", (jump,))
            case t.Fails(_, sentence) if not sentence:
                yield node, "it does not say why play stops"
            case _:
                for part, wanted in _operands(node):
                    yield from self._is(part, wanted, f"an operand of {type(node).__name__}")

    def _zone(self, node: object, name: str, index: tuple[t.Expr, ...], typed: ir.Cards) -> Iterator[Breach]:
        if name not in self.zones:
            yield node, f"there is no zone {name}"
            return
        decl = self.zones[name]
        if decl.ordered != typed.ordered:
            yield node, "the zone has another type"
        if len(index) != len(decl.index) and index:
            yield node, "it has too many or too few indices"
        for at, domain in zip(index, decl.index, strict=False):
            yield from self._is(at, ir.Symbol(domain), "the index of a zone")

    def _call(self, call: t.Call) -> Iterator[Breach]:
        function = self.functions.get(call.function)
        if function is None:
            yield call, f"there is no function {call.function}"
            return
        if call.type != function.result:
            yield call, "the function answers something else"
        if len(call.args) != len(function.params):
            yield call, "it has too many or too few arguments"
        for arg, param in zip(call.args, function.params, strict=False):
            yield from self._fits(arg, param.kind, "an argument")

    def _helper(self, node: t.Helper, name: t.HelperName, args: tuple[t.Expr, ...]) -> Iterator[Breach]:
        lined = t.LineName if name.startswith(("is_r", "is_w")) else t.MixName if name.startswith("is_m") else None
        named: type | None = t.TableName if name in TOTALS else lined
        if named is not None and not isinstance(args[0], named):
            yield node, "it does not say by which table or line"
        counting = name in COUNTED
        wanted = {"can_total": 3, "plus": 2, "without": 2, "common": 2, "same_cards": 2}.get(name, 2 if named else 1)
        if len(args) != (2 if counting else wanted):
            yield node, "it has too many or too few operands"
        for arg in args[1 if named or counting else 0 :][: 1 if name == "can_total" else None]:
            yield from self._is(arg, CARDS, f"an operand of {name}")
        if name == "can_total":
            yield from self._is(args[2], ir.Int(), "the amount")
        if counting:
            yield from self._is(args[0], ir.Int(), "how many there are")

    def _check(self, check: t.Check) -> Iterator[Breach]:
        if any(not isinstance(one, t.Number | t.Text | t.TableName) for one in check.given):
            yield check, "what it asks could go wrong itself"
        if len(check.given) != {"within": 3, "valued": 1}.get(check.asks, 0):
            yield check, "it does not say what it asks for"
        match check.asks:
            case "somebody":
                if not domain_of(kind(check.value)) and not is_card(kind(check.value)):
                    yield check, "it asks for somebody where there can be none"
            case "within":
                yield from self._is(check.value, ir.Int(), "what lies within bounds")
            case "above_zero":
                yield from self._is(check.value, ir.Int(), "what is divided by")
            case "some_cards" | "at_most_one" | "valued":
                yield from self._is(check.value, CARDS, "what is checked")
            case _:
                assert_never(check.asks)

    def _fold(self, fold: t.Fold) -> Iterator[Breach]:
        if fold.cond is not None:
            yield from self._is(fold.cond, ir.Bool(), "the condition of a fold")
        if isinstance(fold.over, t.RestsIn) and fold.how not in ("any", "all", "least", "greatest"):
            yield fold, "it counts what comes several times"
        match fold.how:
            case "any" | "all":
                yield from self._is(fold.value, ir.Bool(), "what is asked of each")
                if fold.cond is not None or fold.empty is not None:
                    yield fold, "what is asked of each stands in its value, and none needs no saying"
            case "sum":
                yield from self._is(fold.value, ir.Int(), "what is added")
                if fold.empty is not None:
                    yield fold, "the sum of none is 0"
            case "least" | "greatest":
                yield from self._is(fold.value, ir.Int(), "what is compared")
                if fold.empty is None and (
                    fold.cond is not None or not isinstance(fold.over, t.Words | t.Seats | t.RestsIn)
                ):
                    yield fold, "there may be none, and it does not say what then"
            case "first":
                if not isinstance(fold.value, t.Local) or fold.value.name != fold.var or fold.empty is None:
                    yield fold, "it answers the first, and has to say what if there is none"
            case "only_least" | "only_greatest":
                if not isinstance(fold.empty, t.Fails):
                    yield fold, "it stops play where there is none"
            case _:
                assert_never(fold.how)

    # ------------------------------------------------------------ types

    def _is(self, expr: t.Expr | None, wanted: t.Kind | tuple[t.Kind, ...], what: str) -> Iterator[Breach]:
        among = wanted if isinstance(wanted, tuple) else (wanted,)
        if expr is not None and somebody(kind(expr)) not in among:
            yield expr, f"{what} is of another type"

    def _fits(self, expr: t.Expr, wanted: t.Kind, what: str) -> Iterator[Breach]:
        """As `_is`; cards may lose their order, a step may be one that is only sometimes gone to."""
        found = kind(expr)
        if wanted == t.ToStep(True) and isinstance(found, t.ToStep):
            return
        yield from self._is(expr, CARDS if wanted == ir.Cards(False) else (somebody(wanted),), what)


def _operands(node: t.Expr | t.Range) -> Iterator[tuple[t.Expr, t.Kind | tuple[t.Kind, ...]]]:
    """The operands of a term, each with the types of which one is asked for."""
    match node:
        case t.Not(item):
            yield item, ir.Bool()
        case t.And(items) | t.Or(items):
            yield from ((item, ir.Bool()) for item in items)
        case t.Compare(op, left, right):
            yield right, somebody(kind(left))
            if op not in ("=", "!="):
                yield left, (ir.Int(), *((somebody(kind(left)),) if domain_of(kind(left)) else ()))
        case t.OneOf(item, among):
            yield from ((one, somebody(kind(item))) for one in among)
        case t.Arith(_, left, right):
            yield from ((left, ir.Int()), (right, ir.Int()))
        case t.Either(cond, then, other):
            yield cond, ir.Bool()
            yield other, CARDS if of_cards(kind(then)) else somebody(kind(then))
        case t.Attr(_, card) | t.Just(card):
            yield card, ir.Card()
        case t.Adjacent(_, left, right):
            yield from ((left, ir.Symbol("rank")), (right, ir.Symbol("rank")))
        case t.Size(cards) | t.IsEmpty(cards) | t.Snapshot(cards) | t.CardsOf(cards):
            yield cards, CARDS
        case t.ShapesIn(cards) | t.RestsIn(cards):
            yield cards, ir.Cards(False)
        case t.Member(card, cards):
            yield from ((card, ir.Card()), (cards, CARDS))
        case t.Filter(_, cards, cond):
            yield from ((cards, CARDS), (cond, ir.Bool()))
        case t.Beside(player):
            yield player, ir.Symbol(PLAYER)
        case t.Seats(start, against):
            yield start, ir.Symbol(PLAYER)
            if against is not None:
                yield against, ir.Bool()
        case t.PerPlayer(_, value):
            yield value, ir.Int()
        case t.Winners(_, cond):
            yield cond, ir.Bool()
        case t.Numbers(low, high):
            yield from ((low, ir.Int()), (high, ir.Int()))
        case _:
            pass


def _bound(node: Any) -> ir.Type:
    """The type of the name that a binder binds."""
    match node:
        case t.Filter():
            return ir.Card()
        case t.PerPlayer() | t.Winners():
            return ir.Symbol(PLAYER)
        case _:
            return element(node.over)
