"""Statements and functions of the program tree in Python.

Leaves expressions to `engine.python.expressions`, and the order of functions to `engine.python.module`.
"""

from __future__ import annotations

from engine.core import program as p
from engine.core import terms as t
from engine.core.definedness import certain_ends
from engine.core.endings_from_moves import asked_of_offered
from engine.core.lower.unique import said
from engine.core.names import RESERVED, identifier, in_words
from engine.core.precedence import Layer, layers
from engine.python.expressions import AND, OR, Writer, quoted
from engine.python.memoisation import kept
from engine.python.sets import card_set
from engine.targets.escape import python_words
from engine.targets.line_breaking import INDENT, WIDTH, Chain, Doc, Group, lines, wrapped
from spec.ir import nodes as ir

STEP = "after"
"""The name for a step that a call answered; no rule file's names clash with it, since a function holds no others."""


class Bodies:
    """Writes functions."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.kept = kept(writer.program, writer.functions)
        self.ends = certain_ends(writer.program, writer.functions)
        self.offered = asked_of_offered(writer.program, writer.functions)
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
        known = self._card_set(function)
        self.w.ends = self.ends.get(function.name, frozenset())
        self.w.offered = function.name in self.offered
        body = self.body(function.body, INDENT, function.result)
        self.w.ends, self.w.offered = frozenset(), False
        return [*known, "", "", *mark, *head, *docstring(function.doc, INDENT), *body]

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
            case p.Answer(t.Fails() as fails):
                return lines(w.doc(fails), indent, head="return ")
            case p.Answer(value) if value is not None:
                return lines(w.answer(value, result), indent, head="return ")
            case p.Settle(group):
                return self._settle(self.groups[group], indent, result)
            case _:
                raise AssertionError(statement)

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
        if isinstance(kind, ir.Bool):
            picked = ("bool(", picked, ")")
        elif isinstance(kind, ir.Symbol) and not self.w.domains[kind.domain].plain:
            picked = (f"{self.w.domains[kind.domain].type_name}(", picked, ")")
        return lines((self.w.at(statement.name, statement.index), " = ", picked), indent)

    def _if(self, statement: p.If, indent: str, result: t.Kind) -> list[str]:
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
        elif not statement.fixed and isinstance(statement.over, t.CardsOf):
            over = self.w.call("tuple", (over,))
        var = var if _mentions(body, var) else "_"
        return [*lines(over, indent, head=f"for {var} in ", tail=":"), *body]

    # ------------------------------------------------------------ outcome groups

    def _settle(self, group: p.GroupDef, indent: str, result: t.Kind) -> list[str]:
        """From the top down: the first layer of which a clause applies decides."""
        inner = indent + INDENT
        idle = [f"{inner}pass"]
        # What may go wrong is read in any case, and first.
        faulty = [clause for clause in group.clauses if not clause.total]
        known = {clause.key: self._name(clause, group.function) for clause in faulty}
        made: list[str] = []
        for clause in faulty:
            made += lines(self.w.doc(clause.test), indent, head=f"{known[clause.key]} = ")
        gap = self.w.call(self.w.use("gap"), (quoted(f"no clause of {group.label} applies here"),))
        lacking, asked = lines(gap, inner), self._asked(group, known, inner, result)
        if not asked:
            return lines(gap, indent)
        for i, (test, body) in enumerate(asked):
            word = "elif" if i else "if"
            if test is asked[-1][0] and body == idle:
                made += [*lines(_not(test), indent, head=f"{word} ", tail=":"), *lacking]
            else:
                made += [*lines(test, indent, head=f"{word} ", tail=":"), *body]
        if asked[-1][1] != idle:
            made += [f"{indent}else:", *lacking]
        return made if isinstance(result, t.Nothing) else [*made, f"{indent}return None"]

    def _asked(
        self, group: p.GroupDef, known: dict[str, str], indent: str, result: t.Kind
    ) -> list[tuple[Doc, list[str]]]:
        """What is asked layer by layer, and what is done where it holds; what does nothing is asked together."""
        asked: list[tuple[Doc, list[str]]] = []
        for layer in self.layers(group):
            tests = tuple(known.get(clause.key) or self.w.doc(clause.test) for clause in layer)
            if len(layer) > 1:
                asked.append(
                    (
                        Group("any(", (("applies := ", Group("(", tests, ")")),), ")", trailing=False),
                        self._weighed(group, layer, indent, result),
                    )
                )
                continue
            body = self._decided(layer[0], indent, result)
            if asked and body == asked[-1][1] == [f"{indent}pass"]:
                before = asked.pop()[0]
                tests = (*(before.items if isinstance(before, Chain) else (before,)), *tests)
            asked.append((tests[0] if len(tests) == 1 else Chain("or", tests), body))
        return asked

    def layers(self, group: p.GroupDef) -> tuple[Layer, ...]:
        """The clauses of a group as they are asked; in one layer of several clauses these are weighed by a table."""
        found = layers(group.clauses, self.w.functions)
        return found if sum(len(layer) > 1 for layer in found) <= 1 else (group.clauses,)

    def _decided(self, clause: p.ClauseDef, indent: str, result: t.Kind) -> list[str]:
        """What one clause does that decides alone."""
        if clause.effect is None:
            return [f"{indent}pass"]
        jumps = not isinstance(self.w.functions[clause.effect.function].result, t.Nothing)
        return lines(self.w.doc(clause.effect), indent, head="return " if jumps else "")

    def _weighed(self, group: p.GroupDef, layer: Layer, indent: str, result: t.Kind) -> list[str]:
        """What clauses do of which several may decide."""
        w = self.w
        deciding = w.call(f"{self.rules(group.function.name)}.deciding", ("applies",))
        effects = tuple(self._effect(clause) for clause in layer if clause.effect is not None)
        call = w.call(w.use("settle"), ("state", deciding, Group("{", effects, "}")))
        return lines(call, indent, head="" if isinstance(result, t.Nothing) else "return ")

    def _effect(self, clause: p.ClauseDef) -> Doc:
        assert clause.effect is not None
        function = self.w.functions[clause.effect.function]
        if function.state and not clause.effect.args:
            return f"{quoted(clause.key)}: {function.name}"
        return (f"{quoted(clause.key)}: lambda state: ", self.w.doc(clause.effect))

    def _name(self, clause: p.ClauseDef, function: p.Function) -> str:
        """A name for whether a clause applies."""
        plain = identifier(clause.key)
        taken = {*self.w.functions, *RESERVED, *(q.name for q in function.params)}
        return f"{plain}_applies" if plain in taken else plain

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


def _not(test: Doc) -> Doc:
    return ("not ", Group("(", (test,), ")", trailing=False) if isinstance(test, Chain) else test)


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
    safe = python_words(text)
    one = f'{indent}"""{safe}"""'
    if len(one) <= WIDTH and not safe.endswith('"'):
        return [one]
    first, *rest = wrapped(f'"""{safe}', indent, WIDTH - len('"""'))
    return [first, *rest, f'{indent}"""']
