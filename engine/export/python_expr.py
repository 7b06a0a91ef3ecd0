"""Expressions of the program tree in Python.

Leaves statements to `engine.export.python_body` and the helpers' text to `engine.export.python_library`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.export import program as p
from engine.export.layout import Chain, Doc, Group, flat
from engine.export.names import Names, identifier, member, plural
from engine.export.python_short import alike, flipped, found_among, read_for_sure, row
from spec import ir

OPERATORS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
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
        self.upper = Names(_constants(program))
        self.steps = {s.name: self.upper.give(s.name.upper(), f"{s.name.upper()}_STEP") for s in program.steps}
        self.cards: dict[int, str] = {}
        self.sets: dict[tuple[str, int], str] = {}
        self._read: frozenset[p.Expr] = frozenset()
        self.card_sets: dict[p.Expr, Doc] = {}
        self.ends: frozenset[p.Expr] = frozenset()
        self.offered = False
        self.functions = {f.name: f for f in _functions(program)}
        self.actions = {a.label: a for a in program.actions}
        self.jumps = dict(program.jumps)

    def use(self, name: str) -> str:
        """The name of a piece of the library, which is then needed."""
        self.used.add(name)
        return name

    # ------------------------------------------------------------ types

    def type(self, kind: p.Kind) -> str:
        """A type of Python."""
        match kind:
            case ir.Bool():
                return "bool"
            case ir.Int():
                return "int"
            case ir.Symbol(domain, optional):
                return self.domains[domain].type_name + (" | None" if optional else "")
            case ir.Card():
                return "Card"
            case ir.Cards():
                return "Cards"
            case p.ToStep(maybe):
                return "Step | None" if maybe else "Step"
            case p.Nothing():
                return "None"
            case p.Returns():
                return "tuple[int, ...]"
            case _:
                assert_never(kind)

    def card(self, card: int) -> str:
        """The constant of a card."""
        face = self.program.faces[card]
        rank, suit = self.domains["rank"].words[face.rank], self.domains["suit"].words[face.suit]
        name = f"{member(rank)}_OF_{member(suit)}"
        self.cards[card] = name + (f"_{face.copy + 1}" if face.copy else "")
        return self.cards[card]

    # ------------------------------------------------------------ expressions

    def text(self, expr: p.Expr) -> str:
        """An expression on one line."""
        return flat(self.doc(expr))

    def doc(self, expr: p.Expr, place: int = LOOSE) -> Doc:
        """An expression, in brackets where its place binds tighter than it does."""
        made, tightness = self._form(expr)
        if tightness >= place:
            return made
        if isinstance(made, tuple) and isinstance(made[0], Group) and not made[0].open:
            return made
        return Group("(", (made,), ")", trailing=False)

    def _form(self, expr: p.Expr) -> tuple[Doc, int]:
        match expr:
            case p.Or(items):
                return Chain("or", tuple(self.doc(i, AND) for i in items)), OR if len(items) > 1 else ATOM
            case p.And(items):
                return Chain("and", self._in_turn(items)), AND if len(items) > 1 else ATOM
            case p.Not(item):
                return self._negated(item)
            case p.IsEmpty(cards):
                return ("not ", self.doc(cards, NOT)), NOT
            case p.Compare():
                return self._compare(expr), COMPARED
            case p.OneOf(item, among):
                return (self.doc(item, ADDED), " in ", self._tuple(among)), COMPARED
            case p.Member(card, cards):
                return (self.doc(card, ADDED), " in ", self.doc(cards, ADDED)), COMPARED
            case p.Arith("*", left, right):
                return (self.doc(left, TIMES), " * ", self.doc(right, ATOM)), TIMES
            case p.Arith("-", p.Number(0), right):
                return ("-", self.doc(right, ATOM)), TIMES
            case p.Arith(op, left, right):
                return (self.doc(left, ADDED), f" {op} ", self.doc(right, TIMES)), ADDED
            case p.Either(cond, then, other):
                return (self.doc(then, OR), " if ", self.doc(cond, OR), " else ", self.doc(other, LOOSE)), LOOSE
            case p.Ordinal(item):
                return (self.doc(item, ADDED), " + 1"), ADDED
            case p.Beside(player, step, _):
                sign, seats = ("+", step) if step >= 0 else ("-", -step)
                return (
                    Group("(", ((self.doc(player, ADDED), f" {sign} {seats}"),), ")", trailing=False),
                    " % PLAYERS",
                ), TIMES
            case p.Adjacent():
                return self._adjacent(expr)
            case _:
                return self._short(expr) or (self._atom(expr), ATOM)

    def _negated(self, item: p.Expr) -> tuple[Doc, int]:
        match item:
            case p.IsEmpty(cards):
                return self.doc(cards, ATOM), ATOM
            case p.Member(card, cards):
                return (self.doc(card, ADDED), " not in ", self.doc(cards, ADDED)), COMPARED
            case p.Compare("=", left, right):
                return self._form(p.Compare("!=", left, right))
            case p.OneOf(one, among):
                return (self.doc(one, ADDED), " not in ", self._tuple(among)), COMPARED
            case p.Quantify() as asked if self._short(flipped(asked)) is not None:
                return self._form(flipped(asked) or asked)
            case p.CanMove() if self.offered:
                return "not state.moves", NOT
            case _:
                return ("not ", self.doc(item, NOT)), NOT

    def _in_turn(self, items: tuple[p.Expr, ...]) -> tuple[Doc, ...]:
        """Conditions each of which is read only where those before it hold."""
        before, made = self._read, list[Doc]()
        for item in items:
            made.append(self.doc(item, NOT))
            self._read |= read_for_sure(item)
        self._read = before
        return tuple(made)

    def _short(self, expr: p.Expr | None) -> tuple[Doc, int] | None:
        """A short way to ask something of all cards, or of a whole row; None where there is none."""
        if expr is None:
            return None
        if expr in self.card_sets:
            assert isinstance(expr, p.Quantify)
            assert isinstance(expr.over, p.CardsOf)
            known, among = self.card_sets[expr], self.doc(expr.over.cards)
            if expr.kind == "every":
                return (known, ".issuperset(", among, ")"), ATOM
            return ("not ", known, ".isdisjoint(", among, ")"), NOT
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
            assert isinstance(expr, p.Quantify)
            same, varies, wanted = asked_among
            listed = self._comprehension(self.doc(varies, OR), expr.var, expr.over, None)
            return (self.doc(same, ADDED), " in [" if wanted else " not in [", listed, "]"), COMPARED
        return self._short_row(expr)

    def _short_row(self, expr: p.Expr) -> tuple[Doc, int] | None:
        match expr:
            case p.Quantify("some" | "every" as kind, var, over, p.IsEmpty(zone)) if found := row(zone, var, over):
                return ("not ", self.call("any" if kind == "every" else "all", (self.doc(found),))), NOT
            case p.Quantify("some" | "every" as kind, var, over, p.Not(p.IsEmpty(item)) | item):
                return self._of_row("any" if kind == "some" else "all", item, var, over)
            case p.Extreme(end, var, over, None, key, True):
                return self._of_row("min" if end == "least" else "max", key, var, over)
            case p.Sum(var, over, None, value):
                return self._of_row("sum", value, var, over)
            case p.PerPlayer(var, value):
                return self._of_row("tuple", value, var, p.Words("player"))
            case _:
                return None

    def _of_row(self, name: str, item: p.Expr, var: str, over: p.Range) -> tuple[Doc, int] | None:
        """A function of Python of a whole row, or of the numbers of cards in its zones."""
        if isinstance(item, p.Size) and (found := row(item.cards, var, over)):
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

    def _atom(self, expr: p.Expr) -> Doc:
        match expr:
            case p.Truth(value):
                return str(value)
            case p.Number(value):
                return str(value)
            case p.Word(domain, value):
                return self.word(domain, value)
            case p.OneCard(card):
                return self.card(card)
            case p.SomeCards(cards):
                return self._tuple([p.OneCard(card) for card in cards])
            case p.Local(name):
                return name
            case p.Field(name, index) | p.Zone(name, index):
                return self.at(name, index)
            case p.Snapshot(cards):
                return self.call("tuple", (self.doc(cards),))
            case p.Call(function, args):
                state = ("state",) if self.functions[function].state else ()
                return self.call(function, (*state, *(self.doc(arg) for arg in args)))
            case p.Helper():
                return self._helper(expr)
            case p.TableName(name) | p.LineName(name):
                return name.upper()
            case p.Text(words):
                return quoted(words)
            case p.Attr(attr, card):
                return (f"{attr.upper()}_OF[", self.doc(card), "]")
            case p.Size(cards):
                return self.call("len", (self.doc(cards),))
            case p.Just(card):
                return ("(", self.doc(card), ",)")
            case p.StepName(step):
                return self.steps[step]
            case p.CanMove() | p.Fails() | p.PerPlayer() | p.Winners() | p.StepBy():
                return self._special(expr)
            case _:
                return self._over(expr)

    def _special(self, expr: p.CanMove | p.Fails | p.PerPlayer | p.Winners | p.StepBy) -> Doc:
        match expr:
            case p.StepBy(jump):
                return self.call(self.use("leads"), (jump.upper(), "state"))
            case p.CanMove(actions):
                return self._can_move(actions)
            case p.Fails(fault, sentence, named):
                name = self.use({"open": "open_question", "gap": "gap"}.get(fault, "undefined"))
                return self.call(name, (quoted(sentence), *([quoted(named)] if named else [])))
            case p.PerPlayer(var, value):
                return self._function("tuple", self.doc(value, OR), var, p.Words("player"), None)
            case p.Winners(var, cond):
                return self._function(self.use("win_or_lose"), self._truth(cond), var, p.Words("player"), None)
            case _:
                assert_never(expr)

    def _truth(self, cond: p.Expr) -> Doc:
        """A condition as a truth value, not as something that can be tested."""
        if isinstance(cond, p.Not) and isinstance(cond.item, p.IsEmpty):
            return self.call("bool", (self.doc(cond.item.cards),))
        return self.call("bool", (self.doc(cond),)) if _untrue(cond) else self.doc(cond, OR)

    def answer(self, expr: p.Expr, kind: p.Kind) -> Doc:
        """An expression as the value of a function of that kind."""
        return self._truth(expr) if isinstance(kind, ir.Bool) and _untrue(expr) else self.doc(expr)

    def call(self, name: str, args: Iterable[Doc]) -> Group:
        """A call."""
        return Group(f"{name}(", tuple(args), ")")

    def at(self, name: str, index: tuple[p.Expr, ...], owner: str = "state") -> Doc:
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

    def _tuple(self, items: Iterable[p.Expr]) -> Doc:
        made = tuple(self.doc(item) for item in items)
        return Group("(", made, ",)" if len(made) == 1 else ")", trailing=False)

    def _compare(self, expr: p.Compare) -> Doc:
        op = OPERATORS[expr.op]
        nobody = isinstance(expr.right, p.Word) and expr.right.value == ir.NOBODY
        if nobody and op in ("==", "!="):
            op = "is" if op == "==" else "is not"
        return (self.doc(expr.left, ADDED), f" {op} ", self.doc(expr.right, ADDED))

    def _adjacent(self, expr: p.Adjacent) -> tuple[Doc, int]:
        left, right = self.doc(expr.left, ADDED), self.doc(expr.right, TIMES)
        apart: Doc = (left, " - ", right)
        if expr.wrap:
            apart = (Group("(", (apart,), ")", trailing=False), f" % {expr.wrap}")
            steps = {"above": {1 % expr.wrap}, "below": {-1 % expr.wrap}, "beside": {1 % expr.wrap, -1 % expr.wrap}}[
                expr.way
            ]
            if len(steps) == 1:
                return (apart, f" == {steps.pop()}"), COMPARED
            return (apart, " in (", ", ".join(map(str, sorted(steps))), ")"), COMPARED
        match expr.way:
            case "above":
                return (left, " == ", self.doc(expr.right, ADDED), " + 1"), COMPARED
            case "below":
                return (left, " == ", self.doc(expr.right, ADDED), " - 1"), COMPARED
            case "beside":
                return ("abs(", apart, ") == 1"), COMPARED
            case _:
                assert_never(expr.way)

    def _helper(self, expr: p.Helper) -> Doc:
        if expr in self.ends:
            return (self.doc(expr.args[0], ATOM), "[-1]" if expr.name == "top" else "[0]")
        args = tuple(self.doc(arg) for arg in expr.args)
        match expr.args:
            case (p.TableName(name), p.Just(card)) if all(self._table(name).values):
                value: Doc = (name.upper(), "[", self.doc(card), "]")
                return value if single(self._table(name)) else (value, "[0]" if expr.name == "least_total" else "[-1]")
            case (p.TableName(name), cards) if single(self._table(name)):
                return ("sum([", name.upper(), "[card] for card in ", self.doc(cards, ATOM), "])")
            case (p.TableName(name), *_) if not all(self._table(name).values):
                args = (args[0], self.call(self.use("valued"), args[:2]), *args[2:])
            case (p.LineName(line), *_) if expr.name == "is_run" and self._circle(line):
                return self.call(self.use("is_round_run"), args)
        return self.call(self.use(expr.name), args)

    def _table(self, name: str) -> p.TableDef:
        return next(t for t in self.program.tables if t.name == name)

    def _circle(self, name: str) -> bool:
        return any(line.name == name and line.circle for line in self.program.lines)

    def _can_move(self, actions: tuple[str, ...]) -> Doc:
        if self.offered:
            return self.call("bool", ("state.moves",))
        tests = tuple(self.call("any", (self.call(self.actions[a].moves, ("state",)),)) for a in actions)
        return tests[0] if len(tests) == 1 else Group("(", (Chain("or", tests),), ")", trailing=False)

    # ------------------------------------------------------------ ranges

    def over(self, over: p.Range) -> Doc:
        """Something to loop over."""
        match over:
            case p.Words("player"):
                return "range(PLAYERS)"
            case p.Words(domain):
                found = self.domains[domain]
                return f"range({len(found.words)})" if found.plain else self.every(domain)
            case p.Piles(domain, zones):
                return self.existing(domain, zones)
            case p.Seats(start):
                return self.call(self.use("seats_from"), (self.doc(start),))
            case p.CardsOf(cards):
                return self.doc(cards, ATOM)
            case p.Numbers(p.Number(0), p.Number(high)):
                return f"range({high + 1})"
            case p.Numbers(low, p.Number(high)):
                return self.call("range", (self.doc(low), str(high + 1)))
            case p.Numbers(low, high):
                return self.call("range", (self.doc(low), (self.doc(high, ADDED), " + 1")))
            case _:
                assert_never(over)

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

    def _comprehension(self, item: Doc, var: str, over: p.Range, cond: p.Expr | None) -> Doc:
        test: tuple[Doc, ...] = () if cond is None else (("if ", self.doc(cond, OR)),)
        return Group("", (item, (f"for {var} in ", self.over(over)), *test), "", sep="", trailing=False)

    def _over(self, expr: p.Expr) -> Doc:
        match expr:
            case p.Filter(var, cards, cond):
                return ("tuple(", self._comprehension(var, var, p.CardsOf(cards), cond), ")")
            case p.Quantify(
                "count", var, p.Piles(domain, (zone,)), p.Not(p.IsEmpty(p.Zone(there, (p.Local(at),))))
            ) if there == zone and at == var:
                return self.call("len", (self.existing(domain, (zone,)),))
            case p.Quantify("count", var, over, p.Truth(True)):
                return self._function("sum", "1", var, over, None)
            case p.Quantify("count", var, over, cond):
                return self._function("sum", self._truth(cond), var, over, None)
            case p.Quantify(kind, var, over, cond):
                return self._function("any" if kind == "some" else "all", self.doc(cond, OR), var, over, None)
            case p.Sum(var, over, cond, value):
                return self._function("sum", self.doc(value, OR), var, over, cond)
            case p.Extreme(end, var, over, cond, key, sure):
                plain = "min" if end == "least" else "max"
                name = plain if sure else self.use(end)
                return self._function(name, self.doc(key, OR), var, over, cond)
            case p.Best(end, var, over, cond, key):
                pair = Group("(", (self.doc(key), var), ")", trailing=False)
                return self._function(self.use(f"only_{end}"), pair, var, over, cond)
            case p.First(var, p.CardsOf(cards), cond, None, sure) if cond in (None, p.Truth(True)):
                sure = sure or expr in self.ends
                return (self.doc(cards, ATOM), "[0]") if sure else self.call(self.use("bottom"), (self.doc(cards),))
            case p.First(var, over, cond, None, _):
                return self._function(self.use("first"), var, var, over, cond)
            case p.First(var, over, cond, other, _) if other is not None:
                found = Group("(", (self._comprehension(var, var, over, cond),), ")", trailing=False)
                if _plain(other):
                    return self.call("next", (found, self.doc(other)))
                return self.call(self.use("first_or"), (found, ("lambda: ", self.doc(other))))
            case _:
                raise AssertionError(expr)

    def _function(self, name: str, item: Doc, var: str, over: p.Range, cond: p.Expr | None) -> Doc:
        inner = self._comprehension(item, var, over, cond)
        assert isinstance(inner, Group)
        return Group(f"{name}(", inner.items, ")", sep="", trailing=False)


def _functions(program: p.Program) -> Iterable[p.Function]:
    yield from program.functions
    for shape in program.shapes:
        yield from shape.tests
    for group in program.groups:
        yield from (group.function, *group.functions)
    for action in program.actions:
        yield from (*action.functions, *([action.effect] if action.effect else []))
    for ending in program.endings:
        yield from ending.functions
    for step in program.steps:
        yield from step.functions


def single(table: p.TableDef) -> bool:
    """Has every card one value?"""
    return all(len(values) == 1 for values in table.values)


def _untrue(expr: p.Expr) -> bool:
    """Might Python's own value be some cards, where a truth value is asked for?"""
    match expr:
        case p.And(items) | p.Or(items):
            return any(map(_untrue, items))
        case p.Not(p.IsEmpty()):
            return True
        case p.Either(_, then, other):
            return _untrue(then) or _untrue(other)
        case _:
            return False


def _plain(expr: p.Expr) -> bool:
    """Is it all the same whether this is worked out in vain?"""
    match expr:
        case p.Truth() | p.Number() | p.Word() | p.OneCard() | p.Local():
            return True
        case p.Field(_, index):
            return all(map(_plain, index))
        case p.Beside(player):
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
    }
    taken |= {"BETWEEN", "MOST_STEPS", "AGAIN", "END_TURN", "LEAVE", "MASK", "GOLDEN", "CLAUSES"}
    taken |= {t.name.upper() for t in program.tables} | {a.rules for a in program.actions}
    taken |= {line.name for line in program.lines} | {f"{g.function.name.upper()}_CLAUSES" for g in program.groups}
    return taken | {f"ENDINGS_AT_{s.name.upper()}" for s in program.steps} | {"ENDINGS_AFTER"}


def quoted(words: str) -> str:
    """A string of Python, in double quotes where it can be."""
    made = ascii(words)
    return f'"{made[1:-1]}"' if made[0] == "'" and '"' not in made else made
