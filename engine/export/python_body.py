"""Statements and functions of the program tree in Python.

Leaves expressions to `engine.export.python_expr`, and the order of functions to `engine.export.python`.
"""

from __future__ import annotations

from engine.export import program as p
from engine.export.layout import INDENT, Chain, Doc, Group, lines, plain, wrapped
from engine.export.python_expr import AND, Writer, quoted
from engine.export.python_fed import kept
from spec import ir

STEP = "after"
"""The name for a step that a call answered; no rule file's names clash with it, since a function holds no others."""


class Bodies:
    """Writes functions."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.kept = kept(writer.program, writer.functions)
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
        if function.name in self.kept:
            cards = any(isinstance(param.kind, ir.Cards) for param in function.params)
            mark = ["@lru_cache(maxsize=4096)" if cards else "@cache"]
        body = self.body(function.body, INDENT, function.result)
        return ["", "", *mark, *head, *docstring(function.doc, INDENT), *body]

    def body(self, body: tuple[p.Statement, ...], indent: str, result: p.Kind) -> list[str]:
        """Statements, one after the other."""
        made: list[str] = []
        for statement in body:
            made += self.statement(statement, indent, result)
        return made

    # ------------------------------------------------------------ statements

    def statement(self, statement: p.Statement, indent: str, result: p.Kind) -> list[str]:
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
            case p.If():
                return self._if(statement, indent, result)
            case p.ForEach():
                return self._for(statement, indent, result)
            case p.Do(call):
                return lines(w.doc(call), indent)
            case p.DoOrLeave(call):
                head = lines((f"if ({STEP} := ", w.doc(call), ") is not None:"), indent)
                return [*head, f"{indent}{INDENT}return {STEP}"]
            case p.Answer(None):
                return [f"{indent}return None"]
            case p.Answer(p.Fails() as fails):
                return lines(w.doc(fails), indent, head="return ")
            case p.Answer(value) if value is not None:
                return lines(w.answer(value, result), indent, head="return ")
            case p.Settle(group):
                return self._settle(self.groups[group], indent, result)
            case _:
                raise AssertionError(statement)

    def _set(self, name: str, index: tuple[p.Expr, ...], value: p.Expr) -> Doc:
        place = self.w.at(name, index)
        match value:
            case p.Arith("+" | "-" as op, p.Field(field, at), p.Number(amount)) if (field, at) == (name, index):
                return (place, f" {op}= {amount}")
            case _:
                field_type = next(f.kind for f in self.w.program.fields if f.name == name)
                return (place, " = ", self.w.answer(value, field_type))

    def _roll(self, statement: p.Roll, indent: str) -> list[str]:
        picked: Doc = f"state.luck.pick({statement.count})"
        picked = (f"{statement.low} + ", picked) if statement.low else picked
        kind = next(f.kind for f in self.w.program.fields if f.name == statement.name)
        if isinstance(kind, ir.Bool):
            picked = ("bool(", picked, ")")
        elif isinstance(kind, ir.Symbol) and not self.w.domains[kind.domain].plain:
            picked = (f"{self.w.domains[kind.domain].type_name}(", picked, ")")
        return lines((self.w.at(statement.name, statement.index), " = ", picked), indent)

    def _if(self, statement: p.If, indent: str, result: p.Kind) -> list[str]:
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
            first, *rest = self._if(other[0], indent, result)
            return [*made, f"{indent}el{first.strip()}", *rest]
        if _returns(statement.then):
            return [*made, *self.body(other, indent, result)]
        return [*made, f"{indent}else:", *self.body(other, indent + INDENT, result)]

    def _for(self, statement: p.ForEach, indent: str, result: p.Kind) -> list[str]:
        over = self.w.over(statement.over)
        body = self.body(statement.body, indent + INDENT, result) or [f"{indent}{INDENT}pass"]
        match statement.over:
            case p.Numbers(p.Number(1), p.Number(high)) if not _mentions(body, statement.var):
                over = f"range({high})"
        if statement.cond is not None:
            test = self.w.doc(statement.cond)
            over = (
                "[",
                Group(
                    "", (statement.var, (f"for {statement.var} in ", over), ("if ", test)), "", sep="", trailing=False
                ),
                "]",
            )
        elif not statement.fixed and isinstance(statement.over, p.CardsOf):
            over = ("tuple(", over, ")")
        var = statement.var if _mentions(body, statement.var) else "_"
        return [*lines(over, indent, head=f"for {var} in ", tail=":"), *body]

    # ------------------------------------------------------------ outcome groups

    def _settle(self, group: p.GroupDef, indent: str, result: p.Kind) -> list[str]:
        w = self.w
        tests = tuple(w.doc(clause.test) for clause in group.clauses)
        effects = tuple(self._effect(clause) for clause in group.clauses if clause.effect is not None)
        made = lines(
            Group("(", tests, ",)" if len(tests) == 1 else ")", trailing=len(tests) != 1), indent, head="applies = "
        )
        made += [f"{indent}deciding = {self.rules(group.function.name)}.deciding(applies)"]
        call = w.call(w.use("settle"), ("state", "deciding", Group("{", effects, "}")))
        return made + lines(call, indent, head="" if isinstance(result, p.Nothing) else "return ")

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


def _returns(body: tuple[p.Statement, ...]) -> bool:
    match body[-1] if body else None:
        case p.Answer() | p.Settle():
            return True
        case p.If(_, then, other):
            return _returns(then) and _returns(other)
        case _:
            return False


def docstring(doc: p.Doc, indent: str) -> list[str]:
    """A docstring: the sentence, and where the rulebook says so."""
    text = doc.sentence + (f": {', '.join(doc.cites)}" if doc.cites else "") + "."
    safe = plain(text)
    one = f'{indent}"""{safe}"""'
    if len(one) <= 100 and not safe.endswith('"'):
        return [one]
    first, *rest = wrapped(f'"""{safe}', indent)
    return [first, *rest, f'{indent}"""']
