"""Statements and functions of the program tree in Python.

Leaves expressions to `engine.python.expressions`, and the order of functions to `engine.python.module`.
"""

from __future__ import annotations

from typing import assert_never

from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.unique import said
from engine.core.names import in_words
from engine.python.expressions import AND, OR, Writer, quoted
from engine.python.sets import card_set, single
from engine.targets.escape import python_words
from engine.targets.line_breaking import INDENT, WIDTH, Chain, Doc, Group, lines, wrapped
from spec.ir.types import is_truth

STEP = "after"
"""The name for a step that a call answered; no rule file's names clash with it, since a function holds no others."""


class Bodies:
    """Writes functions."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.groups = {group.label: group for group in writer.program.groups}

    # ------------------------------------------------------------ functions

    def function(self, function: p.Function) -> list[str]:
        """A whole function, with two empty lines before it."""
        params: list[Doc] = ["state: State"] if function.state else []
        params += [f"{param.name}: {self.w.type(param.kind)}" for param in function.params]
        head = lines(
            Group("(", tuple(params), ")"), "", head=f"def {function.name}", tail=f" -> {self.w.type(function.result)}:"
        )
        mark = [f"@{self.w.use('clause')}({quoted(function.label)})"] if function.label else []
        mark += ["@cache"] if self._looked_up(function) else []
        known = self._card_set(function)
        body = self.body(function.body, INDENT, function.result)
        return [*known, "", "", *mark, *head, *docstring(function.doc, INDENT), *body]

    def _looked_up(self, function: p.Function) -> bool:
        """Is it a definition whose answer depends on single things only? To look that up is faster than to find it."""
        things = all(map(single, (function.result, *(q.kind for q in function.params))))
        return things and bool(function.params) and not function.state and function in self.w.program.functions

    def _card_set(self, function: p.Function) -> list[str]:
        """The function of the cards that a question in another one is about, where they can be known beforehand."""
        found, w = card_set(function, self.w.program), self.w
        if found is None or found.function in w.functions:
            return []
        params = tuple(f"{param.name}: {w.type(param.kind)}" for param in found.params)
        w.card_sets[found.asked] = w.call(found.function, tuple(map(w.doc, found.args)))
        made = [
            "",
            "",
            "@cache",
            *lines(Group("(", params, ")"), head=f"def {found.function}", tail=" -> frozenset[Card]:"),
        ]
        made += docstring(p.Doc(f"The cards that {in_words(function.name)} is looking for"), INDENT)
        var, count = found.asked.var, len(w.program.cards)
        listed = Group(
            "frozenset(",
            (said(var), f"for {said(var)} in range({count})", ("if ", w.doc(found.cond, OR))),
            ")",
            sep="",
            trailing=False,
        )
        return [*made, *lines(listed, INDENT, head="return ")]

    def body(self, body: tuple[p.Statement, ...], indent: str, result: t.Kind) -> list[str]:
        """Statements, one after the other."""
        made: list[str] = []
        for statement in body:
            made += self.statement(statement, indent, result)
        return made

    # ------------------------------------------------------------ statements

    def statement(self, statement: p.Statement, indent: str, result: t.Kind) -> list[str]:
        """One statement."""
        w = self.w
        match statement:
            case p.SetField(name, index, value):
                return lines(self._set(name, index, value), indent)
            case p.Roll():
                return self._roll(statement, indent)
            case p.MoveCards(cards, source, target, how):
                zones = (w.doc(source), w.doc(target))
                if cards is None:
                    return lines(w.call(w.use(f"move_all_{how}"), zones), indent)
                return lines(w.call(w.use(f"move_{how}"), (w.doc(cards), *zones)), indent)
            case p.DrawCards(count, source, target, how, up_to):
                name = w.use(f"draw_up_to_{how}" if up_to else f"draw_{how}")
                return lines(w.call(name, (w.doc(count), w.doc(source), w.doc(target))), indent)
            case p.Shuffle(zone):
                return lines(w.call("state.luck.shuffle", (w.doc(zone),)), indent)
            case p.Let(name, value):
                return lines(w.doc(value), indent, head=f"{name} = ")
            case p.If():
                return self._if(statement, indent, result)
            case p.ForEach():
                return self._for(statement, indent, result)
            case p.Unseen(body):
                return self.body(body, indent, result)
            case p.Do(call):
                return lines(w.doc(call), indent)
            case p.DoOrLeave(call):
                head = lines((f"if ({STEP} := ", w.doc(call), ") is not None:"), indent)
                return [*head, f"{indent}{INDENT}return {STEP}"]
            case p.Answer(None):
                return [f"{indent}return None"]
            case p.Answer(t.Fails() as fails):
                return lines(w.doc(fails), indent, head="" if isinstance(result, t.Nothing) else "return ")
            case p.Answer(value):
                assert value is not None
                return lines(w.answer(value, result), indent, head="return ")
            case p.Settle():
                return self._settle(statement, indent, result)
            case _:
                assert_never(statement)

    def _set(self, name: str, index: tuple[t.Expr, ...], value: t.Expr) -> Doc:
        place = self.w.at(name, index)
        match value:
            case t.Arith("+" | "-" as op, t.Field(field, at, _), t.Number(amount)) if (field, at) == (name, index):
                return (place, f" {op}= {amount}")
            case _:
                field_type = next(f.kind for f in self.w.program.fields if f.name == name)
                return (place, " = ", self.w.answer(value, field_type))

    def _roll(self, statement: p.Roll, indent: str) -> list[str]:
        picked: Doc = f"state.luck.pick({statement.count})"
        picked = (f"{statement.low} + ", picked) if statement.low else picked
        kind = next(f.kind for f in self.w.program.fields if f.name == statement.name)
        if is_truth(kind):
            picked = ("bool(", picked, ")")
        elif enumeration := self.w.enumeration(kind):
            picked = (f"{enumeration}(", picked, ")")
        return lines((self.w.at(statement.name, statement.index), " = ", picked), indent)

    def _if(self, statement: p.If, indent: str, result: t.Kind, *, ended: bool = True) -> list[str]:
        """`ended`: have the conditions before this one, of which it is an `elif`, all answered where they held?"""
        match statement:
            case p.If(cond, (p.DoOrLeave(call),), ()):
                called: Doc = (f"({STEP} := ", self.w.doc(call), ") is not None")
                first = self.w.doc(cond, AND)
                test = Chain("and", (*(first.items if isinstance(first, Chain) else (first,)), called))
                return [*lines(test, indent, head="if ", tail=":"), f"{indent}{INDENT}return {STEP}"]
            case _:
                pass
        made = lines(self.w.doc(statement.cond), indent, head="if ", tail=":")
        made += self.body(statement.then, indent + INDENT, result) or [f"{indent}{INDENT}pass"]
        other = statement.other
        if not other:
            return made
        if len(other) == 1 and isinstance(other[0], p.If):
            first, *rest = self._if(other[0], indent, result, ended=ended and p.ends(statement.then))
            return [*made, f"{indent}el{first.strip()}", *rest]
        if ended and p.ends(statement.then) and not isinstance(result, t.Nothing):
            return [*made, *self.body(other, indent, result)]
        return [*made, f"{indent}else:", *self.body(other, indent + INDENT, result)]

    def _for(self, statement: p.ForEach, indent: str, result: t.Kind) -> list[str]:
        over, var = self.w.over(statement.over), said(statement.var)
        body = self.body(statement.body, indent + INDENT, result) or [f"{indent}{INDENT}pass"]
        match statement.over:
            case t.Numbers(t.Number(1), t.Number(high)) if not _mentions(body, var):
                over = f"range({high})"
        if statement.cond is not None:
            test = self.w.doc(statement.cond, OR)
            over = (
                "[",
                Group("", (var, (f"for {var} in ", over), ("if ", test)), "", sep="", trailing=False),
                "]",
            )
        elif not statement.fixed and isinstance(statement.over, t.CardsOf) and not _listed(statement.over.cards):
            over = self.w.call("tuple", (over,))
        var = var if _mentions(body, var) else "_"
        return [*lines(over, indent, head=f"for {var} in ", tail=":"), *body]

    # ------------------------------------------------------------ outcome groups

    def _settle(self, statement: p.Settle, indent: str, result: t.Kind) -> list[str]:
        """Clauses of which several may decide."""
        w, group = self.w, self.groups[statement.group]
        among = [clause for clause in group.clauses if clause.key in statement.clauses]
        tests: Doc = Group("(", tuple(w.doc(c.test) for c in among), ",)" if len(among) == 1 else ")")
        deciding = w.call(f"{self.rules(group.function.name)}.deciding", (tests,))
        effects = tuple(self._effect(clause) for clause in among if clause.effect is not None)
        call = w.call(w.use("settle"), ("state", deciding, Group("{", effects, "}")))
        return lines(call, indent, head="" if isinstance(result, t.Nothing) else "return ")

    def _effect(self, clause: p.ClauseDef) -> Doc:
        assert clause.effect is not None
        function = self.w.functions[clause.effect.function]
        if function.state and not clause.effect.args:
            return f"{quoted(clause.key)}: {function.name}"
        return (f"{quoted(clause.key)}: lambda state: ", self.w.doc(clause.effect))

    def rules(self, name: str) -> str:
        """The name of the table of an outcome group's clauses."""
        return f"{name.upper()}_CLAUSES"

    def table(self, name: str, label: str, clauses: tuple[p.ClauseDef, ...]) -> list[str]:
        """A table of clauses: which outrank which, and which of them forbid."""
        w = self.w
        below = tuple((f"{quoted(c.key)}: ", _strings(c.above)) for c in clauses)
        forbids = tuple(quoted(c.key) for c in clauses if c.kind == "forbid")
        args: tuple[Doc, ...] = (quoted(label), Group("{", below, "}"))
        if forbids:
            args = (*args, ("forbids=", Group("{", forbids, "}")))
        return ["", *lines(w.call(w.use("Clauses"), args), "", head=f"{name} = ")]


def _strings(words: tuple[str, ...]) -> Doc:
    return Group("(", tuple(map(quoted, words)), ",)" if len(words) == 1 else ")", trailing=len(words) > 1)


def _mentions(body: list[str], name: str) -> bool:
    text = "\n".join(body)
    return any(word == name for word in "".join(c if c.isalnum() or c == "_" else " " for c in text).split())


def docstring(doc: p.Doc, indent: str) -> list[str]:
    """A docstring: the sentence, and where the rulebook says so."""
    text = doc.sentence + (f": {', '.join(doc.cites)}" if doc.cites else "") + "."
    safe = python_words(text)
    one = f'{indent}"""{safe}"""'
    if len(one) <= WIDTH and not safe.endswith('"'):
        return [one]
    first, *rest = wrapped(f'"""{safe}', indent, WIDTH - len('"""'))
    return [first, *rest, f'{indent}"""']


def _listed(cards: t.Expr) -> bool:
    """Are these cards that are written down as a tuple, which nothing changes?"""
    return isinstance(cards, t.Just | t.SomeCards)
