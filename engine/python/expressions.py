"""Expressions of the program tree in Python.

Leaves statements to `engine.python.body` and the helpers' text to `engine.python.library`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.unique import said
from engine.core.names import Names, identifier, member, plural
from engine.python.shortcuts import FLIPPED, alike, flipped, found_among, read_for_sure, row
from engine.targets.line_breaking import Chain, Doc, Group, Mixed, flat
from spec.ir import nodes as ir
from spec.ir.index import PLAYER, shown_word
from spec.ir.types import domain_of, is_truth

PLAIN = {"least": "min", "greatest": "max", "sum": "sum"}
"""Python's own functions for folds that always come to something."""
WITH_WILD_CARDS = {
    "is_run": "is_wild_run", "is_rising_run": "is_rising_wild_run", "is_walk": "is_wild_walk",
    "is_walk_in_some_order": "is_wild_walk_in_some_order",
}  # fmt: skip
"""What tells whether cards stand in a line that has wild cards."""
OPERATORS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
Compound = (
    t.Not | t.And | t.Or | t.IsEmpty | t.Compare | t.OneOf | t.Member | t.Arith | t.Either | t.Ordinal | t.Beside
    | t.Adjacent
)  # fmt: skip
"""What is written in Python with a sign or word between its parts."""
# How tightly a form binds: what is looser than its place asks for goes into brackets.
LOOSE, OR, AND, NOT, COMPARED, ADDED, TIMES, ATOM = range(8)


class Writer:
    """Writes expressions of one program, and notes what of the library they use."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.domains = {d.label: d for d in program.domains}
        self.used: set[str] = set()
        self.words: dict[tuple[str, int], str] = {}
        self.everies: dict[str, str] = {}
        self.counts: dict[str, str] = {}
        self.upper = Names(_constants(program))
        self.steps = {s.name: self.upper.give(s.name.upper(), f"{s.name.upper()}_STEP") for s in program.steps}
        self.cards: dict[int, str] = {}
        self.sets: dict[tuple[str, int], str] = {}
        self._read: frozenset[t.Expr] = frozenset()
        self.card_sets: dict[t.Expr, Doc] = {}
        self.functions = p.functions(program)
        self.actions = {a.label: a for a in program.actions}
        self.jumps = dict(program.jumps)

    def use(self, name: str) -> str:
        """The name of a piece of the library, which is then needed."""
        self.used.add(name)
        return name

    # ------------------------------------------------------------ types

    def type(self, kind: t.Kind) -> str:
        """A type of Python."""
        match kind:
            case ir.Bool():
                return "bool"
            case ir.Int():
                return "int"
            case ir.Symbol(domain, optional):
                return self.domains[domain].type_name + (" | None" if optional else "")
            case ir.Card(optional):
                return "Card | None" if optional else "Card"
            case ir.Cards():
                return "Cards"
            case t.ToStep(maybe):
                return "Step | None" if maybe else "Step"
            case t.Nothing():
                return "None"
            case t.Returns():
                return "tuple[int, ...]"
            case _:
                assert_never(kind)

    def enumeration(self, kind: t.Kind) -> str:
        """The class of whose members a value is one; '' where it is none's."""
        domain = domain_of(kind)
        return self.domains[domain].type_name if domain and not self.domains[domain].plain else ""

    def card(self, card: int) -> str:
        """The constant of a card."""
        face = self.program.faces[card]
        rank, suit = self.domains["rank"].words[face.rank], shown_word(self.domains["suit"].words, face.suit)
        name = f"{member(rank)}_OF_{member(suit)}" if suit else f"{member(rank)}_CARD"
        self.cards[card] = name + (f"_{face.copy + 1}" if face.copy else "")
        return self.cards[card]

    # ------------------------------------------------------------ expressions

    def text(self, expr: t.Expr) -> str:
        """An expression on one line."""
        return flat(self.doc(expr))

    def doc(self, expr: t.Expr, place: int = LOOSE) -> Doc:
        """An expression, in brackets where its place binds tighter than it does."""
        made, tightness = self._form(expr)
        if tightness >= place:
            return made
        if isinstance(made, tuple) and isinstance(made[0], Group) and not made[0].open:
            return made
        return Group("(", (made,), ")", trailing=False)

    def _form(self, expr: t.Expr) -> tuple[Doc, int]:
        match expr:
            case t.Or(items):
                alone = len(items) == 1
                return Chain("or", tuple(self.doc(i, AND if alone else NOT) for i in items)), ATOM if alone else OR
            case t.And((t.Compare("<" | "<=" as low, first, one), t.Compare("<" | "<=" as high, two, last))) if (
                one == two
            ):
                ends = self.doc(one, ADDED), self.doc(last, ADDED)
                return Mixed(self.doc(first, ADDED), ((low, ends[0]), (high, ends[1]))), COMPARED
            case t.And(items):
                return Chain("and", self._in_turn(items)), AND if len(items) > 1 else ATOM
            case t.Not(item):
                return self._negated(item)
            case t.IsEmpty(cards):
                return ("not ", self.doc(cards, NOT)), NOT
            case t.Compare():
                return self._compare(expr), COMPARED
            case t.OneOf(item, among):
                return (self.doc(item, ADDED), " in ", self._tuple(among)), COMPARED
            case t.Member(card, cards):
                return (self.doc(card, ADDED), " in ", self.doc(cards, ADDED)), COMPARED
            case t.Arith("*" | "//" as op, left, right):
                return self._joined(left, TIMES, op, self.doc(right, ATOM)), TIMES
            case t.Arith("-", t.Number(0), right):
                return ("-", self.doc(right, ATOM)), TIMES
            case t.Arith("+" | "-" as op, left, right):
                return self._joined(left, ADDED, op, self.doc(right, TIMES)), ADDED
            case t.Either():
                return self._either(expr)
            case t.Ordinal(item):
                return self._joined(item, ADDED, "+", "1"), ADDED
            case t.Beside(player, step, _):
                sign, seats = ("+", step) if step >= 0 else ("-", -step)
                return (
                    Group("(", ((self.doc(player, ADDED), f" {sign} {seats}"),), ")", trailing=False),
                    " % PLAYERS",
                ), TIMES
            case t.Adjacent():
                return self._adjacent(expr)
            case _:
                return self._short(expr) or (self._atom(expr), ATOM)

    def _joined(self, left: t.Expr, tightness: int, op: str, right: Doc) -> Mixed:
        """One operand more; what is joined as tightly on the left stands beside it."""
        made, inner = self._form(left)
        if isinstance(made, Mixed) and inner == tightness:
            return Mixed(made.first, (*made.rest, (op, right)))
        return Mixed(self.doc(left, tightness), ((op, right),))

    def _either(self, expr: t.Either) -> tuple[Doc, int]:
        """One of two values; the lesser or the greater of both by the function of that name."""
        if isinstance(expr.cond, t.Compare) and expr.cond.op in ("<", "<=", ">", ">="):
            # Two terms may be alike but for the names that they bind, of which the texts know nothing.
            left, right, then, other = map(self.doc, (expr.cond.left, expr.cond.right, expr.then, expr.other))
            if {flat(then), flat(other)} == {flat(left), flat(right)}:
                lesser = (flat(then) == flat(left)) == (expr.cond.op in ("<", "<="))
                return self.call("min" if lesser else "max", (left, right)), ATOM
        last = self.doc(expr.other, LOOSE)
        further = (
            (last.first, last.rest) if isinstance(expr.other, t.Either) and isinstance(last, Mixed) else (last, ())
        )
        asked = (("if", self.doc(expr.cond, OR)), ("else", further[0]), *further[1])
        return Mixed(self.doc(expr.then, OR), asked), LOOSE

    def _negated(self, item: t.Expr) -> tuple[Doc, int]:
        match item:
            case t.IsEmpty(cards):
                return self.doc(cards, ATOM), ATOM
            case t.Member(card, cards):
                return (self.doc(card, ADDED), " not in ", self.doc(cards, ADDED)), COMPARED
            case t.Compare("=", left, right):
                return self._form(t.Compare("!=", left, right))
            case t.Compare("!=", left, right):
                return self._form(t.Compare("=", left, right))
            case t.OneOf(one, among):
                return (self.doc(one, ADDED), " not in ", self._tuple(among)), COMPARED
            case t.Fold() as asked if self._short(flipped(asked)) is not None:
                return self._form(flipped(asked) or asked)
            case t.Fold("any") as asked if asked in self.card_sets:
                return self._disjoint(asked), ATOM
            case t.Adjacent():
                return self._adjacent(item, holds=False)
            case t.Offered():
                return "not state.moves", NOT
            case _:
                return ("not ", self.doc(item, NOT)), NOT

    def _in_turn(self, items: tuple[t.Expr, ...]) -> tuple[Doc, ...]:
        """Conditions each of which is read only where those before it hold."""
        before, made = self._read, list[Doc]()
        for item in items:
            made.append(self.doc(item, NOT))
            self._read |= read_for_sure(item)
        self._read = before
        return tuple(made)

    def _short(self, expr: t.Expr | None) -> tuple[Doc, int] | None:
        """A short way to ask something of all cards, or of a whole row; None where there is none."""
        if expr is None:
            return None
        if expr in self.card_sets:
            assert isinstance(expr, t.Fold)
            if expr.how == "all":
                assert isinstance(expr.over, t.CardsOf)
                return (self.card_sets[expr], ".issuperset(", self.doc(expr.over.cards), ")"), ATOM
            return ("not ", self._disjoint(expr)), NOT
        if (found := alike(expr)) and not self.domains[found[0]].plain and found[1] != ir.NOBODY:
            attr, value, cards, every, equal = found
            asked = (
                self.card_set(attr, value),
                ".issuperset(" if every == equal else ".isdisjoint(",
                self.doc(cards),
                ")",
            )
            return (asked, ATOM) if every else (("not ", asked), NOT)
        if (asked_among := found_among(expr)) and (_plain(asked_among[0]) or asked_among[0] in self._read):
            assert isinstance(expr, t.Fold)
            same, varies, wanted = asked_among
            listed = self._comprehension(self.doc(varies, OR), expr.var, expr.over, None)
            return (self.doc(same, ADDED), " in [" if wanted else " not in [", listed, "]"), COMPARED
        return self._short_row(expr)

    def _disjoint(self, some: t.Fold) -> Doc:
        """Is none of some cards such as are asked for?"""
        assert isinstance(some.over, t.CardsOf)
        return (self.card_sets[some], ".isdisjoint(", self.doc(some.over.cards), ")")

    def _short_row(self, expr: t.Expr) -> tuple[Doc, int] | None:
        match expr:
            case t.Fold("any" | "all" as how, var, over, None, t.IsEmpty(zone)) if found := row(zone, var, over):
                return ("not ", self.call(FLIPPED[how], (self.doc(found),))), NOT
            case t.Fold("any" | "all" as how, var, over, None, t.Not(t.IsEmpty(item)) | item):
                return self._of_row(how, item, var, over)
            case t.Fold("least" | "greatest" | "sum" as how, var, over, None, value, None):
                return self._of_row(PLAIN[how], value, var, over)
            case t.PerPlayer(var, value):
                return self._of_row("tuple", value, var, t.Words("player"))
            case _:
                return None

    def _of_row(self, name: str, item: t.Expr, var: str, over: t.Range) -> tuple[Doc, int] | None:
        """A function of Python of a whole row, or of the numbers of cards in its zones."""
        if isinstance(item, t.Size) and (found := row(item.cards, var, over)):
            return self.call(name, (self.call("map", ("len", self.doc(found))),)), ATOM
        if found := row(item, var, over):
            return self.call(name, (self.doc(found),)), ATOM
        return None

    def card_set(self, attr: str, value: int) -> str:
        """The constant of all cards of a rank, suit or colour."""
        self.word(attr, value)
        if (attr, value) not in self.sets:
            one = self.domains[attr].members[value]
            name = f"ALL_{one}" if one.endswith("S") else plural(one.lower()).upper()
            self.sets[attr, value] = self.upper.give(name, f"{name}_CARDS")
        return self.sets[attr, value]

    def _atom(self, expr: t.Expr) -> Doc:
        assert not isinstance(expr, Compound), expr
        match expr:
            case t.Truth(value):
                return str(value)
            case t.Number(value):
                return str(value)
            case t.Word(domain, value):
                return self.word(domain, value)
            case t.OneCard(card, may_lack):
                return "None" if may_lack else self.card(card)
            case t.SomeCards(cards):
                return self._tuple([t.OneCard(card) for card in cards])
            case t.Local(name):
                return said(name)
            case t.Field(name, index, _) | t.Zone(name, index, _):
                return self.at(name, index)
            case t.Snapshot(cards):
                return self.call("tuple", (self.doc(cards),))
            case t.Call(function, args, _):
                state = ("state",) if self.functions[function].state else ()
                return self.call(function, (*state, *(self.doc(arg) for arg in args)))
            case t.Helper():
                return self._helper(expr)
            case t.Check():
                return self._check(expr)
            case t.TableName(name) | t.LineName(name) | t.MixName(name):
                return name.upper()
            case t.Text(words):
                return quoted(words)
            case t.Attr(attr, card):
                return (f"{attr.upper()}_OF[", self.doc(card), "]")
            case t.Size(cards):
                return self.call("len", (self.doc(cards),))
            case t.Just(card):
                return ("(", self.doc(card), ",)")
            case t.StepName(step):
                return self.steps[step]
            case t.CanMove() | t.Offered() | t.Weighed() | t.Fails() | t.PerPlayer() | t.Winners() | t.StepBy():
                return self._special(expr)
            case _:
                return self._over(expr)

    def _special(self, expr: t.CanMove | t.Offered | t.Weighed | t.Fails | t.PerPlayer | t.Winners | t.StepBy) -> Doc:
        match expr:
            case t.StepBy(jump):
                return self.call(self.use("leads"), (jump.upper(), "state"))
            case t.CanMove(actions):
                return self._can_move(actions)
            case t.Offered():
                return self.call("bool", ("state.moves",))
            case t.Weighed(action, args):
                return self.weighed(self.actions[action], args)
            case t.Fails(fault, sentence, _, named):
                name = self.use({"open": "open_question", "gap": "gap", "undefined": "undefined"}[fault])
                return self.call(name, (quoted(sentence), *([quoted(named)] if named else [])))
            case t.PerPlayer(var, value):
                return self._function("tuple", self.doc(value, OR), var, t.Words("player"), None)
            case t.Winners(var, cond):
                return self._function(self.use("win_or_lose"), self._truth(cond), var, t.Words("player"), None)
            case _:
                assert_never(expr)

    def _truth(self, cond: t.Expr) -> Doc:
        """A condition as a truth value, not as something that can be tested."""
        if isinstance(cond, t.Not) and isinstance(cond.item, t.IsEmpty):
            return self.call("bool", (self.doc(cond.item.cards),))
        return self.call("bool", (self.doc(cond),)) if _untrue(cond) else self.doc(cond, OR)

    def answer(self, expr: t.Expr, kind: t.Kind) -> Doc:
        """An expression as the value of a function of that kind."""
        return self._truth(expr) if is_truth(kind) and _untrue(expr) else self.doc(expr)

    def call(self, name: str, args: Iterable[Doc]) -> Group:
        """A call."""
        return Group(f"{name}(", tuple(args), ")")

    def at(self, name: str, index: tuple[t.Expr, ...], owner: str = "state") -> Doc:
        """A zone or field of the state."""
        return (f"{owner}.{name}", *(part for i in index for part in ("[", self.doc(i), "]")))

    def word(self, domain: str, value: int) -> str:
        """A symbol."""
        if value == ir.NOBODY:
            return "None"
        found = self.domains[domain]
        if found.plain:
            return str(value)
        if (domain, value) not in self.words:
            name = found.members[value]
            self.words[domain, value] = self.upper.give(name, f"{found.type_name.upper()}_{name}")
        return self.words[domain, value]

    def every(self, domain: str) -> str:
        """The constant of all symbols of a domain."""
        found = self.domains[domain]
        if domain not in self.everies:
            self.everies[domain] = self.upper.give(
                plural(identifier(found.type_name)).upper(), f"ALL_{found.type_name.upper()}"
            )
        return self.everies[domain]

    def many(self, domain: str) -> str:
        """How many symbols a domain has."""
        found = self.domains[domain]
        if domain == PLAYER:
            return "PLAYERS"
        if not found.plain:
            return f"len({self.every(domain)})"
        if domain not in self.counts:
            name = plural(identifier(found.type_name)).upper()
            self.counts[domain] = self.upper.give(name, f"ALL_{name}")
        return self.counts[domain]

    def each_of(self, domain: str) -> str:
        """All symbols of a domain, to be looped over."""
        plain = domain == PLAYER or self.domains[domain].plain
        return f"range({self.many(domain)})" if plain else self.every(domain)

    def _tuple(self, items: Iterable[t.Expr]) -> Doc:
        made = tuple(self.doc(item) for item in items)
        return Group("(", made, ",)" if len(made) == 1 else ")", trailing=False)

    def _compare(self, expr: t.Compare) -> Doc:
        op = OPERATORS[expr.op]
        nobody = isinstance(expr.right, t.Word) and expr.right.value == ir.NOBODY
        if nobody and op in ("==", "!="):
            op = "is" if op == "==" else "is not"
        return Mixed(self.doc(expr.left, ADDED), ((op, self.doc(expr.right, ADDED)),))

    def _adjacent(self, expr: t.Adjacent, *, holds: bool = True) -> tuple[Doc, int]:
        equal, among = ("==", "in") if holds else ("!=", "not in")
        left, right = self.doc(expr.left, ADDED), self.doc(expr.right, TIMES)
        apart: Doc = (left, " - ", right)
        if expr.wrap:
            apart = (Group("(", (apart,), ")", trailing=False), f" % {expr.wrap}")
            steps = {"above": {1 % expr.wrap}, "below": {-1 % expr.wrap}, "beside": {1 % expr.wrap, -1 % expr.wrap}}[
                expr.way
            ]
            if len(steps) == 1:
                return (apart, f" {equal} {steps.pop()}"), COMPARED
            return (apart, f" {among} (", ", ".join(map(str, sorted(steps))), ")"), COMPARED
        match expr.way:
            case "above":
                return (left, f" {equal} ", self.doc(expr.right, ADDED), " + 1"), COMPARED
            case "below":
                return (left, f" {equal} ", self.doc(expr.right, ADDED), " - 1"), COMPARED
            case "beside":
                return ("abs(", apart, f") {equal} 1"), COMPARED
            case _:
                assert_never(expr.way)

    def _helper(self, expr: t.Helper) -> Doc:
        match expr:
            case t.Helper("top" | "bottom" as name, (t.Check(_, cards),)):
                return self.call(self.use(name), (self.doc(cards),))
            case t.Helper("top" | "bottom" as name, (cards,)):
                return (self.doc(cards, ATOM), {"top": "[-1]", "bottom": "[0]"}[name])
            case _:
                return self._called(expr)

    def _check(self, check: t.Check) -> Doc:
        """A value as its check leaves it."""
        match check:
            case t.Check("somebody" | "at_most_one" | "above_zero" as name, value):
                return self.call(self.use(name), (self.doc(value),))
            case t.Check("within", value, (low, high, field)):
                return self.call(self.use("within"), map(self.doc, (low, high, value, field)))
            case t.Check("valued", value, (table,)):
                return self.call(self.use("valued"), (self.doc(table), self.doc(value)))
            case _:
                raise AssertionError(check)

    def _called(self, expr: t.Helper) -> Doc:
        args = tuple(self.doc(arg) for arg in expr.args)
        match expr.args:
            case (t.TableName(name), t.Just(card)):
                value: Doc = (name.upper(), "[", self.doc(card), "]")
                return (
                    value
                    if single(self._table(name))
                    else (value, {"least_total": "[0]", "greatest_total": "[-1]"}[expr.name])
                )
            case (t.TableName(name), cards) if expr.name != "can_total" and single(self._table(name)):
                listed = (f"[{name.upper()}[card] for card in ", self.doc(cards, ATOM), "]")
                return Group("sum(", (listed,), ")", trailing=False)
            case (t.LineName(line), *_) if any(one.name == line and one.wild for one in self.program.lines):
                return self.call(self.use(WITH_WILD_CARDS[expr.name]), args)
            case (t.LineName(line), *_) if expr.name == "is_run" and self._circle(line):
                return self.call(self.use("is_round_run"), args)
        return self.call(self.use(expr.name), args)

    def _table(self, name: str) -> p.TableDef:
        return next(table for table in self.program.tables if table.name == name)

    def _circle(self, name: str) -> bool:
        return any(line.name == name and line.circle for line in self.program.lines)

    def weighed(self, action: p.ActionDef, args: Iterable[t.Expr]) -> Group:
        """Is a move legal by all clauses of its kind?"""
        return self.call(f"{action.rules}.permit", (self.judged(action, args),))

    def judged(self, action: p.ActionDef, args: Iterable[t.Expr]) -> Group:
        """Which clauses apply to a move."""
        state = ("state",) if any(self.functions[c.test.function].state for c in action.clauses) else ()
        return self.call(action.judge, (*state, *map(self.doc, args)))

    def _can_move(self, actions: tuple[str, ...]) -> Doc:
        tests = tuple(self.call("any", (self.call(self.actions[a].moves, ("state",)),)) for a in actions)
        return tests[0] if len(tests) == 1 else Group("(", (Chain("or", tests),), ")", trailing=False)

    # ------------------------------------------------------------ ranges

    def over(self, over: t.Range) -> Doc:
        """Something to loop over."""
        match over:
            case t.Words(domain):
                return self.each_of(domain)
            case t.Piles(domain, zones):
                return self.existing(domain, zones)
            case t.Seats(start, against):
                way = () if against is None else (self.doc(against),)
                return self.call(self.use("seats_from"), (self.doc(start), *way))
            case t.CardsOf(cards):
                return self.doc(cards, ATOM)
            case t.Numbers(t.Number(0), t.Number(high)):
                return f"range({high + 1})"
            case t.Numbers(low, t.Number(high)):
                return self.call("range", (self.doc(low), str(high + 1)))
            case t.Numbers(low, high):
                begin = () if low == t.Number(0) else (self.doc(low),)
                return self.call("range", (*begin, (self.doc(high, ADDED), " + 1")))
            case t.ShapesIn(cards, shape):
                return self.choices(cards, shape)
            case t.RestsIn(cards, shapes):
                held = self.call("tuple", (self.doc(cards),))
                return self.call(self.use("rests_of"), (held, *map(self._listing, shapes)))
            case _:
                assert_never(over)

    def choices(self, cards: t.Expr, shape: str) -> Doc:
        """All choices of a shape from some cards."""
        return self.call(self._listing(shape), (self.call("tuple", (self.doc(cards),)),))

    def _listing(self, shape: str) -> str:
        """The function that lists all choices of a shape."""
        return next(s.choices for s in self.program.shapes if s.shape.source.label == shape)

    def existing(self, domain: str, zones: tuple[str, ...]) -> Doc:
        """The piles of a row that hold a card."""
        found = self.domains[domain]
        rows: list[Doc] = []
        for zone in zones:
            decl = next(z.decl for z in self.program.zones if z.name == zone)
            rows.append(f"*state.{zone}" if len(decl.index) == 2 else f"state.{zone}")
            if len(decl.index) > 2:
                raise ValueError(f"{zone} has more than two indices")
        one = len(rows) == 1 and not flat(rows[0]).startswith("*")
        call = self.call(self.use("occupied" if one else "existing"), rows)
        return call if found.plain else (f"map({found.type_name}, ", call, ")")

    def _comprehension(self, item: Doc, var: str, over: t.Range, cond: t.Expr | None) -> Doc:
        test: tuple[Doc, ...] = () if cond is None else (("if ", self.doc(cond, OR)),)
        return Group("", (item, (f"for {said(var)} in ", self.over(over)), *test), "", sep="", trailing=False)

    def _over(self, expr: t.Filter | t.Fold) -> Doc:
        match expr:
            case t.Filter(var, cards, cond):
                return ("tuple(", self._comprehension(said(var), var, t.CardsOf(cards), cond), ")")
            case t.Fold("sum", _, t.Piles(domain, zones), None, t.Number(1)) if self.domains[domain].plain:
                return self.call("len", (self.existing(domain, zones),))
            case t.Fold("any" | "all" | "sum" as how, var, over, cond, value):
                return self._function(how, self.doc(value, OR), var, over, cond)
            case t.Fold("least" | "greatest" as how, var, over, cond, value, lacking):
                name = PLAIN[how] if lacking is None else self.use(how)
                return self._function(name, self.doc(value, OR), var, over, cond)
            case t.Fold("only_least" | "only_greatest" as how, var, over, cond, value):
                pair = Group("(", (self.doc(value), said(var)), ")", trailing=False)
                return self._function(self.use(how), pair, var, over, cond)
            case t.Fold("first", var, over, cond, _, t.Fails()):
                return self._function(self.use("first"), said(var), var, over, cond)
            case t.Fold("first", var, over, cond, _, other) if other is not None:
                found = Group("(", (self._comprehension(said(var), var, over, cond),), ")", trailing=False)
                if _plain(other):
                    return self.call("next", (found, self.doc(other)))
                return self.call(self.use("first_or"), (found, ("lambda: ", self.doc(other))))
            case _:
                raise AssertionError(expr)

    def _function(self, name: str, item: Doc, var: str, over: t.Range, cond: t.Expr | None) -> Doc:
        inner = self._comprehension(item, var, over, cond)
        assert isinstance(inner, Group)
        return Group(f"{name}(", inner.items, ")", sep="", trailing=False)


def single(table: p.TableDef) -> bool:
    """Has every card one value?"""
    return all(len(values) == 1 for values in table.values)


def _untrue(expr: t.Expr) -> bool:
    """Might Python's own value be some cards, where a truth value is asked for?"""
    match expr:
        case t.And(items) | t.Or(items):
            return any(map(_untrue, items))
        case t.Not(t.IsEmpty()):
            return True
        case t.Either(_, then, other):
            return _untrue(then) or _untrue(other)
        case _:
            return False


def _plain(expr: t.Expr) -> bool:
    """Is it all the same whether this is worked out in vain?"""
    match expr:
        case t.Truth() | t.Number() | t.Word() | t.OneCard() | t.Local():
            return True
        case t.Field(_, index, _):
            return all(map(_plain, index))
        case t.Beside(player):
            return _plain(player)
        case _:
            return False


def _constants(program: p.Program) -> set[str]:
    """The names in capitals that are taken: tables, and all cards."""
    taken = {
        "TITLE",
        "SETTINGS",
        "PLAYERS",
        "CARDS",
        "RANK_OF",
        "SUIT_OF",
        "COLOUR_OF",
        "STEPS",
        "CHOICES",
        "THEN",
        "ASKED",
        "MAY_PASS",
        "ARRIVALS",
        "SYMBOLS",
        "PLACES",
        "SYMBOL_OF",
    }
    taken |= {"BETWEEN", "MOST_STEPS", "AGAIN", "END_TURN", "LEAVE", "MASK", "GOLDEN", "STRIDE", "TOGETHER", "CLAUSES"}
    taken |= {table.name.upper() for table in program.tables} | {a.rules for a in program.actions}
    taken |= {line.name for line in program.lines} | {f"{g.function.name.upper()}_CLAUSES" for g in program.groups}
    return taken | {f"ENDINGS_AT_{s.name.upper()}" for s in program.steps} | {"ENDINGS_AFTER"}


def quoted(words: str) -> str:
    """A string of Python, in double quotes where it can be."""
    made = ascii(words)
    return f'"{made[1:-1]}"' if made[0] == "'" and '"' not in made else made
