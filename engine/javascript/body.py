"""Statements and expressions of a program as JavaScript.

Leaves the module as a whole to `engine.javascript.module` and its run-time library to `library.mjs`. A symbol is
its number, nobody is `null`, cards are arrays of numbers, a step is its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources
from typing import assert_never

from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.unique import said
from engine.core.names import constant
from engine.targets.escape import js_string
from spec.ir import nodes as ir

WORDS = """
abstract arguments await async boolean break byte case catch char class const continue debugger default delete do
double else enum eval export extends false final finally float for function goto if implements import in instanceof
int interface let long native new null of package private protected public return short static super switch
synchronized this throw throws transient true try typeof undefined var void volatile while with yield
state step result luck moves become copy action Array Map Math Set JSON Number Object String Error BigInt RangeError
onward at
"""
"""Words that JavaScript, the state, or the text around a name has a use for."""

LIBRARY = resources.files("engine.javascript").joinpath("library.mjs").read_text(encoding="utf-8")
MODULE = resources.files("engine.javascript").joinpath("module.mjs").read_text(encoding="utf-8")

RESERVED = frozenset(WORDS.split()) | frozenset(
    re.findall(r"^(?:export )?(?:function\*?|class|const|let) (\w+)", LIBRARY + MODULE, re.MULTILINE)
)

HELPERS = {
    "top": "top", "bottom": "bottom", "somebody": "somebody", "place_in": "placeIn", "within": "within",
    "top_cards": "topCards", "bottom_cards": "bottomCards",
    "plus": "plus", "without": "without", "common": "common", "in_deck_order": "inDeckOrder",
    "least_total": "leastTotal", "greatest_total": "greatestTotal", "can_total": "canTotal", "same_rank": "sameRank",
    "same_suit": "sameSuit", "same_colour": "sameColour", "is_run": "isRun", "is_rising_run": "isRisingRun",
    "is_walk": "isWalk", "is_walk_in_some_order": "isWalkInSomeOrder", "same_cards": "sameCards",
    "is_mix": "isMix", "at_most_one": "atMostOne", "above_zero": "aboveZero",
}  # fmt: skip

FOLDS = {"any": "some", "all": "every", "sum": "sum", "only_least": "onlyLeast", "only_greatest": "onlyGreatest"}

ANY, ARROW, CHOICE, OR, AND, EQUAL, ORDER, SUM, TIMES, NOT, ATOM = range(11)
"""How tightly parts of an expression bind, loosest first."""

Text = tuple[str, int]
"""An expression as text, and how tightly its outermost operator binds."""

INDENT = "  "
WIDTH = 110


def spelt(name: str) -> str:
    """A name in `snake_case` as it is written in JavaScript, no two alike; constants and types stay as they are."""
    name = said(name)
    if not name.islower():
        return name
    plain = re.sub(r"(?<=[a-z0-9])_([a-z])", lambda found: found[1].upper(), name)
    return f"{plain}_" if plain.rstrip("_") in RESERVED else plain


def quoted(words: str) -> str:
    """A string."""
    return js_string(words)


def every(domain: p.DomainDef) -> str:
    """The name of the list of a domain's symbols."""
    return f"EVERY_{constant(domain.type_name)}"


class Writer:
    """Writes expressions and statements of one program."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.domains = {domain.label: domain for domain in program.domains}
        self.functions = p.functions(program)
        self.actions = {action.label: action for action in program.actions}
        self.zones = {zone.name: zone for zone in program.zones}

    # ------------------------------------------------------------ expressions

    def of(self, expr: t.Expr, at_least: int = ANY) -> str:
        """An expression, in brackets where it stands beside what binds more tightly."""
        text, binds = self._expr(expr)
        return f"({text})" if binds < at_least else text

    def _expr(self, expr: t.Expr) -> Text:
        match expr:
            case (
                t.Truth()
                | t.Number()
                | t.Word()
                | t.OneCard()
                | t.SomeCards()
                | t.TableName()
                | t.LineName()
                | t.MixName()
                | t.Text()
            ):
                return self._fixed(expr)
            case t.Local(name):
                return spelt(name), ATOM
            case t.Field(name, index, _) | t.Zone(name, index, _):
                return f"state.{spelt(name)}{self._index(index)}", ATOM
            case t.Snapshot(cards):
                return f"[...{self.of(cards, ARROW)}]", ATOM
            case t.Call():
                return self.call(expr), ATOM
            case t.Helper(name, args):
                return self._called(name, *args), ATOM
            case t.Check():
                return self._check(expr), ATOM
            case t.CanMove(actions):
                calls = [f"!{self.generator(action)}(state).next().done" for action in actions]
                return (calls[0], NOT) if len(calls) == 1 else (" || ".join(calls), OR)
            case t.Weighed(action, args):
                judge = spelt(self.actions[action].judge)
                return f"{judge}({', '.join(['state', *(self.of(arg, ARROW) for arg in args)])}).legal", ATOM
            case t.Offered():
                return "state.moves.length > 0", ORDER
            case t.StepName(step):
                return quoted(step_key(step)), ATOM
            case t.StepBy(jump):
                return f"{constant(jump)}[state.step]", ATOM
            case t.Fails(fault, sentence, _, clause):
                named = f", {quoted(clause)}" if clause else ""
                return f"fails({quoted(fault)}, {quoted(sentence)}{named})", ATOM
            case t.Winners(var, cond):
                return f"winners({self.arrow(var, cond)})", ATOM
            case t.PerPlayer(var, value):
                return f"numbers(0, PLAYERS - 1).map({self.arrow(var, value)})", ATOM
            case (
                t.Not() | t.And() | t.Or() | t.Compare() | t.OneOf() | t.Arith() | t.Either() | t.Ordinal()
                | t.Adjacent() | t.Beside()
            ):  # fmt: skip
                return self._plain(expr)
            case _:
                return self._about(expr)

    def _fixed(
        self,
        expr: t.Truth | t.Number | t.Word | t.OneCard | t.SomeCards | t.TableName | t.LineName | t.MixName | t.Text,
    ) -> Text:
        match expr:
            case t.Truth(value):
                return ("true" if value else "false"), ATOM
            case t.Number(value):
                return str(value), ATOM if value >= 0 else NOT
            case t.Word(domain, value):
                return self.word(domain, value), ATOM
            case t.OneCard(card, may_lack):
                return "null" if may_lack else str(card), ATOM
            case t.SomeCards(cards):
                return f"[{', '.join(map(str, cards))}]", ATOM
            case t.TableName(name) | t.LineName(name) | t.MixName(name):
                return constant(name), ATOM
            case t.Text(words):
                return quoted(words), ATOM
            case _:
                assert_never(expr)

    def _plain(
        self,
        expr: t.Not | t.And | t.Or | t.Compare | t.OneOf | t.Arith | t.Either | t.Ordinal | t.Adjacent | t.Beside,
    ) -> Text:
        match expr:
            case t.Not(t.IsEmpty(cards)):
                return f"{self.of(cards, ATOM)}.length > 0", ORDER
            case t.Not(t.Compare("=", left, right)):
                return self._plain(t.Compare("!=", left, right))
            case t.Not(item):
                return f"!{self.of(item, NOT)}", NOT
            case t.And(items):
                return " && ".join(self.of(item, AND) for item in items), AND
            case t.Or(items):
                return " || ".join(self.of(item, AND) for item in items), OR
            case t.Compare(op, left, right):
                match op:
                    case "=":
                        sign, binds = "===", EQUAL
                    case "!=":
                        sign, binds = "!==", EQUAL
                    case "<" | "<=" | ">" | ">=":
                        sign, binds = op, ORDER
                    case _:
                        assert_never(op)
                return f"{self.of(left, binds + 1)} {sign} {self.of(right, binds + 1)}", binds
            case t.OneOf(item, among):
                return f"[{', '.join(self.of(one, ARROW) for one in among)}].includes({self.of(item, ARROW)})", ATOM
            case t.Arith(op, left, right):
                return self._arith(op, left, right)
            case t.Either(cond, then, other):
                return f"{self.of(cond, OR)} ? {self.of(then, CHOICE)} : {self.of(other, CHOICE)}", CHOICE
            case t.Ordinal(item):
                return f"{self.of(item, SUM)} + 1", SUM
            case t.Adjacent(way, left, right, wrap):
                return f"adjacent({quoted(way)}, {self.of(left, ARROW)}, {self.of(right, ARROW)}, {wrap})", ATOM
            case t.Beside(player, step, _):
                return f"seatsOn({self.of(player, ARROW)}, {step})", ATOM
            case _:
                assert_never(expr)

    def _arith(self, op: ir.Arithmetic, left: t.Expr, right: t.Expr) -> Text:
        match op:
            case "+" | "-":
                return f"{self.of(left, SUM)} {op} {self.of(right, SUM + 1)}", SUM
            case "*":
                return f"{self.of(left, TIMES)} * {self.of(right, TIMES + 1)}", TIMES
            case "//":
                return f"Math.floor({self.of(left, TIMES)} / {self.of(right, ATOM)})", ATOM
            case _:
                assert_never(op)

    def _about(
        self,
        expr: t.Attr | t.Size | t.IsEmpty | t.Just | t.Member | t.Filter | t.Fold,
    ) -> Text:
        match expr:
            case t.Attr(attr, card):
                return f"{attr}Of({self.of(card, ARROW)})", ATOM
            case t.Size(cards):
                return f"{self.of(cards, ATOM)}.length", ATOM
            case t.IsEmpty(cards):
                return f"{self.of(cards, ATOM)}.length === 0", EQUAL
            case t.Just(card):
                return f"[{self.of(card, ARROW)}]", ATOM
            case t.Member(card, cards):
                return f"{self.of(cards, ATOM)}.includes({self.of(card, ARROW)})", ATOM
            case t.Filter(var, cards, cond):
                return f"{self.of(cards, ATOM)}.filter({self.arrow(var, cond)})", ATOM
            case t.Fold("any" | "all" as how, var, over, _, value):
                return f"{self.over(over)}.{FOLDS[how]}({self.arrow(var, value)})", ATOM
            case t.Fold("sum", var, over, cond, t.Number(1)):
                return f"{self.among(var, over, cond)}.length", ATOM
            case t.Fold("sum" | "only_least" | "only_greatest" as how, var, over, cond, value):
                return f"{FOLDS[how]}({self.among(var, over, cond)}, {self.arrow(var, value)})", ATOM
            case t.Fold("least" | "greatest" as how, var, over, cond, value):
                keys = self.among(var, over, cond)
                return f"{how}({keys if _is(value, var) else f'{keys}.map({self.arrow(var, value)})'})", ATOM
            case t.Fold("first", var, over, cond, _, t.Fails()):
                return f"first({self.among(var, over, cond)})", ATOM
            case t.Fold("first", var, over, cond, _, other):
                assert other is not None
                found = (
                    f"{self.over(over)}.at(0)" if cond is None else f"{self.over(over)}.find({self.arrow(var, cond)})"
                )
                return f"{found} ?? {self.of(other, EQUAL)}", CHOICE
            case _:
                raise AssertionError(expr)

    def _called(self, name: t.HelperName | t.CheckName, *args: t.Expr) -> str:
        return f"{HELPERS[name]}({', '.join(self.of(arg, ARROW) for arg in args)})"

    def _check(self, check: t.Check) -> str:
        """A value as its check leaves it; what asks for cards and values looks for them itself."""
        match check:
            case t.Check("somebody" | "at_most_one" | "above_zero" as name, value):
                return self._called(name, value)
            case t.Check("within", value, (low, high, field)):
                return self._called("within", low, high, value, field)
            case t.Check("some_cards" | "valued", value):
                return self.of(value, ARROW)
            case _:
                raise AssertionError(check)

    def word(self, domain: str, value: int) -> str:
        """A symbol: by its name in an enumeration, or its bare number."""
        if value == ir.NOBODY:
            return "null"
        found = self.domains.get(domain)
        if found is None or found.plain:
            return str(value)
        return f"{found.type_name}.{found.members[value]}"

    def _index(self, index: tuple[t.Expr, ...]) -> str:
        return "".join(f"[{self.of(i)}]" for i in index)

    def call(self, call: t.Call, state: str = "state") -> str:
        """A call; the state is handed over first where it is asked for."""
        args = [self.of(arg, ARROW) for arg in call.args]
        if self.functions[call.function].state:
            args.insert(0, state)
        return f"{spelt(call.function)}({', '.join(args)})"

    def arrow(self, var: str, value: t.Expr) -> str:
        """A function of one name."""
        return f"({spelt(var)}) => {self.of(value, CHOICE)}"

    def generator(self, action: str) -> str:
        """The generator of an action's legal moves."""
        return next(spelt(found.moves) for found in self.program.actions if found.label == action)

    # ------------------------------------------------------------ ranges

    def over(self, over: t.Range) -> str:
        """The values of a range as an array."""
        match over:
            case t.Words(domain):
                return every(self.domains[domain])
            case t.Piles(domain, zones):
                holds = " || ".join(self._holds(zone, domain) for zone in zones)
                return f"{every(self.domains[domain])}.filter((at) => {holds})"
            case t.Seats(start, against):
                way = "" if against is None else f", {self.of(against, ARROW)}"
                return f"seatsFrom({self.of(start, ARROW)}{way})"
            case t.CardsOf(cards):
                return self.of(cards, ATOM)
            case t.Numbers(low, high):
                return f"numbers({self.of(low, ARROW)}, {self.of(high, ARROW)})"
            case t.ShapesIn(cards, shape):
                return self.choices(cards, shape)
            case t.RestsIn(cards, shapes):
                listings = ", ".join(map(self._listing, shapes))
                return f"restsOf({self.of(cards, ARROW)}, {listings})"
            case _:
                assert_never(over)

    def choices(self, cards: t.Expr, shape: str) -> str:
        """All choices of a shape from some cards."""
        return f"{self._listing(shape)}({self.of(cards, ARROW)})"

    def _listing(self, shape: str) -> str:
        """The function that lists all choices of a shape."""
        return spelt(next(s.choices for s in self.program.shapes if s.shape.source.label == shape))

    def _holds(self, zone: str, domain: str) -> str:
        index = self.zones[zone].decl.index
        if index == (domain,):
            return f"state.{spelt(zone)}[at].length > 0"
        depth = len(index) - 1 - index[::-1].index(domain)
        return f"occupied(state.{spelt(zone)}, {len(index)}, {depth}, at)"

    def among(self, var: str, over: t.Range, cond: t.Expr | None) -> str:
        """The values of a range for which a condition holds."""
        return self.over(over) if cond is None else f"{self.over(over)}.filter({self.arrow(var, cond)})"

    # ------------------------------------------------------------ statements

    def block(self, statements: Iterable[p.Statement], depth: int) -> list[str]:
        """Statements as lines."""
        listed = tuple(statements)
        alone = sum(isinstance(statement, p.DoOrLeave) for statement in listed) == 1
        found: list[str] = []
        for i, statement in enumerate(listed):
            match statement:
                case p.DoOrLeave(call) if listed[i + 1 :] == (p.Answer(None),):
                    return [*found, f"{INDENT * depth}return {self.call(call)};"]
                case p.DoOrLeave(call) if alone:
                    found += self._leave(call, depth)
                case _:
                    found += self.lines(statement, depth)
        return found

    def _leave(self, call: t.Call, depth: int) -> list[str]:
        pad = INDENT * depth
        return [f"{pad}const onward = {self.call(call)};", f"{pad}if (onward) return onward;"]

    def lines(self, statement: p.Statement, depth: int) -> list[str]:
        """One statement as lines."""
        pad = INDENT * depth
        match statement:
            case p.SetField(name, index, value):
                return [f"{pad}state.{spelt(name)}{self._index(index)} = {self.of(value, ARROW)};"]
            case p.Roll(name, index, low, count):
                picked = f"state.luck.pick({count})"
                rolled = f"{low} + {picked}" if low else picked
                return [f"{pad}state.{spelt(name)}{self._index(index)} = {rolled};"]
            case p.MoveCards():
                return [f"{pad}{self._move(statement)};"]
            case p.DrawCards(count, source, target, how, up_to):
                drawn = (
                    f"{'drawUpTo' if up_to else 'draw'}({self.of(count, ARROW)}, {self.of(source)}, {self.of(target)})"
                )
                after = {"into": [f"{pad}sortCards({self.of(target)});"], "onto": []}[how]
                return [f"{pad}{drawn};", *after]
            case p.Shuffle(zone):
                return [f"{pad}shuffle(state, {self.of(zone)});"]
            case p.Let(name, value):
                return [f"{pad}const {spelt(name)} = {self.of(value)};"]
            case p.If():
                return self._if(statement, depth)
            case p.ForEach():
                return self._for_each(statement, depth)
            case p.Unseen(body):
                return self.block(body, depth)
            case p.Do(call):
                return [f"{pad}{self.call(call)};"]
            case p.DoOrLeave(call):
                return [f"{pad}{{", *self._leave(call, depth + 1), f"{pad}}}"]
            case p.Answer(None):
                return [f"{pad}return null;"]
            case p.Answer(value):
                assert value is not None
                return [f"{pad}return {self.of(value)};"]
            case p.Settle():
                return self._settle(statement, depth)
            case _:
                assert_never(statement)

    def _settle(self, statement: p.Settle, depth: int) -> list[str]:
        label = statement.group
        group = next(found for found in self.program.groups if found.label == label)
        among = [clause for clause in group.clauses if clause.key in statement.clauses]
        pad, inner = INDENT * depth, INDENT * (depth + 1)
        tests = [f"{inner}{INDENT}() => {self.call(clause.test)}," for clause in among]
        effects = [
            f"{inner}{INDENT}(state) => {self.call(clause.effect)}," if clause.effect else f"{inner}{INDENT}() => null,"
            for clause in among
        ]
        return [
            f"{pad}return settle(",
            f"{inner}state, {quoted(label)}, {rules_name(group.function.name)},",
            *[f"{inner}[", *tests, f"{inner}],"],
            *[f"{inner}[", *effects, f"{inner}],"],
            f"{pad});",
        ]

    def _move(self, move: p.MoveCards) -> str:
        source = self.of(move.source)
        cards = source if move.cards is None else self.of(move.cards, ARROW)
        return f"move{move.how.capitalize()}({cards}, {source}, {self.of(move.target)})"

    def _if(self, statement: p.If, depth: int, lead: str = "") -> list[str]:
        pad = INDENT * depth
        found = [f"{pad}{lead}if ({self.of(statement.cond)}) {{", *self.block(statement.then, depth + 1)]
        match statement.other:
            case ():
                return [*found, f"{pad}}}"]
            case (p.If() as only,):
                return [*found, *self._if(only, depth, "} else ")]
            case other:
                return [*found, f"{pad}}} else {{", *self.block(other, depth + 1), f"{pad}}}"]

    def _for_each(self, statement: p.ForEach, depth: int) -> list[str]:
        pad, values = INDENT * depth, self.over(statement.over)
        inner: list[str] = []
        if statement.cond is not None and statement.fixed:
            inner = [f"{pad}{INDENT}if (!({self.of(statement.cond)})) continue;"]
        elif statement.cond is not None:
            values = self.among(statement.var, statement.over, statement.cond)
        elif isinstance(statement.over, t.CardsOf) and not statement.fixed:
            values = f"[...{values}]"
        body = self.block(statement.body, depth + 1)
        return [f"{pad}for (const {spelt(statement.var)} of {values}) {{", *inner, *body, f"{pad}}}"]


def _is(expr: t.Expr, name: str) -> bool:
    return isinstance(expr, t.Local) and expr.name == name


def rules_name(name: str) -> str:
    """The name of the table of a group's clauses."""
    return f"{constant(name)}_CLAUSES"


def step_key(name: str) -> str:
    """How a step is told in the state."""
    return name.lower()
