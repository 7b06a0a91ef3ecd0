"""Moves in Python: a class for each kind, who may make which, and what they are called.

Leaves expressions to `engine.python.expressions` and what moves do to `engine.python.body`.
"""

from __future__ import annotations

from itertools import groupby
from typing import assert_never

from engine.core import program as p
from engine.core import terms as t
from engine.core.names import RESERVED, identifier, in_words, plural
from engine.python.body import Bodies, docstring
from engine.python.expressions import ADDED, OR, Writer, quoted
from engine.python.wild_cards import wild_choices
from engine.targets.line_breaking import INDENT, Chain, Doc, Group, lines
from spec.ir.types import domain_of, is_card, of_cards

NOTHING = t.And(())
"""A test that always holds."""


class MoveWriter:
    """Writes what belongs to moves."""

    def __init__(self, writer: Writer, bodies: Bodies) -> None:
        self.w = writer
        self.bodies = bodies
        self.program = writer.program
        asks = [s.act for s in self.program.steps if isinstance(s.act, p.AskStep)]
        self.passes = any(act.may for act in asks)

    # ------------------------------------------------------------ classes

    def types(self) -> list[str]:
        """The classes of moves, and their union."""
        made: list[str] = []
        for action in self.program.actions:
            made += ["", "", "@dataclass(slots=True, unsafe_hash=True)", f"class {action.type_name}:"]
            made += docstring(p.Doc(f"The move {in_words(action.label)}", action.doc.cites), INDENT)
            if action.params:
                made += ["", *(f"    {q.name}: {self._type(q)}" for q in action.params)]
        if self.passes:
            made += [
                "",
                "",
                "@dataclass(frozen=True, slots=True)",
                "class Pass:",
                '    """No move, where one may pass."""',
            ]
        names = [a.type_name for a in self.program.actions] + (["Pass"] if self.passes else [])
        return [*made, "", "", *lines(Chain("|", tuple(names)), "", head="Move = ")]

    def _type(self, param: p.MoveParam) -> str:
        return "tuple[Card, ...]" if of_cards(param.kind) else self.w.type(param.kind)

    # ------------------------------------------------------------ one kind of move

    def action(self, action: p.ActionDef) -> list[str]:
        """Its clauses, its legal moves, and what it does."""
        made: list[str] = []
        tests = {clause.test.function for clause in action.clauses}
        parts = [f for f in action.functions if f.name not in tests]
        for function in action.functions:
            if function.name in tests:
                made += self.bodies.function(function)
        if not _told_alone(action):
            made += ["", *self.bodies.table(action.rules, action.label, action.clauses)]
            made += self._judge(action)
        made += self._legal(action)
        for function in [*parts, *([action.effect] if action.effect else [])]:
            made += self.bodies.function(function)
        return made + self.why(action)

    def _judge(self, action: p.ActionDef) -> list[str]:
        """The function that answers which clauses apply to a move."""
        w = self.w
        by_name = {q.name: q for q in action.params}
        params = tuple(p.Param(name, by_name[name].kind) for name in action.judged)
        head: list[Doc] = ["state: State"] if any(w.functions[c.test.function].state for c in action.clauses) else []
        head += [f"{q.name}: {self.w.type(q.kind)}" for q in params]
        tests: Doc = Group(
            "(",
            tuple(self.w.doc(c.test) for c in action.clauses),
            ",)" if len(action.clauses) == 1 else ")",
            trailing=len(action.clauses) != 1,
        )
        made = ["", "", *lines(Group("(", tuple(head), ")"), head=f"def {action.judge}", tail=" -> tuple[bool, ...]:")]
        made += docstring(p.Doc(f"Which clauses of {in_words(action.label)} apply"), INDENT)
        return made + lines(tests, INDENT, head="return ")

    def _legal(self, action: p.ActionDef) -> list[str]:
        w = self.w
        told = ", then ".join(
            f"by {in_words(q.name)}" if i == 0 else in_words(q.name) for i, q in enumerate(action.params)
        )
        doc = p.Doc(f"The legal moves of {in_words(action.label)}" + (f", {told}" if told else ""), action.doc.cites)
        made = ["", "", f"@{w.use('clause')}({quoted(action.label)})"]
        if not action.params:
            made += [f"def {action.moves}(state: State) -> list[{action.type_name}]:", *docstring(doc, INDENT)]
            move, (barred, test) = f"[{action.type_name}()]", self._last_tests(action, INDENT, "return []")
            return [
                *made,
                *barred,
                *lines(move if test is None else (f"{move} if ", test, " else []"), INDENT, head="return "),
            ]
        made += [f"def {action.moves}(state: State) -> Iterator[{action.type_name}]:", *docstring(doc, INDENT)]
        return [*made, *self._loops(action)]

    def _last_tests(self, action: p.ActionDef, indent: str, leave: str) -> tuple[list[str], Doc | None]:
        """What is asked of a whole move: what bars it, and what has to hold; None where nothing has."""
        if not action.tests:
            return [], self.w.weighed(action, _judged(action))
        match action.tests[-1]:
            case t.And(()):
                return [], None
            case t.And((*bars, test)):
                barred = t.Or(tuple(map(refused, bars))) if len(bars) > 1 else refused(bars[0])
                made = lines(self.w.doc(barred), indent, head="if ", tail=":")
                return [*made, f"{indent}{INDENT}{leave}"], self.w.doc(test, OR)
            case test:
                return [], self.w.doc(test, OR)

    def _loops(self, action: p.ActionDef) -> list[str]:
        """Loops over what may be chosen; what can be told of the outer choices is told there."""
        made: list[str] = []
        indent = INDENT
        for level, param in enumerate(action.params):
            if action.tests and action.tests[level] != NOTHING:
                made += lines(self.w.doc(refused(action.tests[level])), indent, head="if ", tail=":")
                made += [f"{indent}{INDENT}{'continue' if level else 'return'}"]
            made += self.bodies.body(action.known[level] if action.known else (), indent, t.Nothing())
            made += self._gathered(action) if level == 0 else []
            over = self._several(param) if level and self._gathers(action, param) else self._over(param)
            made += lines(over, indent, head=f"for {param.name} in ", tail=":")
            indent += INDENT
        barred, test = self._last_tests(action, indent, "continue")
        made += barred
        if test is not None:
            made += lines(test, indent, head="if ", tail=":")
            indent += INDENT
        return [*made, f"{indent}yield {action.type_name}({', '.join(q.name for q in action.params)})"]

    def _gathered(self, action: p.ActionDef) -> list[str]:
        """What later choices are made from, where it is worth finding out once only."""
        made: list[str] = []
        for param in action.params[1:]:
            if self._gathers(action, param):
                over, name = self._over(param), param.name
                if action.alone is not None and param is action.params[-1]:
                    test = self.w.doc(action.alone, OR)
                    parts: tuple[Doc, ...] = (name, (f"for {name} in ", over), ("if ", test))
                    over = Group("[", parts, "]", sep="", trailing=False)
                made += lines(over, INDENT, head=f"{self._several(param)} = ")
        return made

    @staticmethod
    def _gathers(action: p.ActionDef, param: p.MoveParam) -> bool:
        piles = isinstance(param.choice, p.PickFrom) and isinstance(param.choice.over, t.Piles)
        return piles or (action.alone is not None and param is action.params[-1])

    def _several(self, param: p.MoveParam) -> str:
        """A name for all that a choice is made from."""
        match param.choice:
            case p.PickFrom(t.Piles(domain) | t.Words(domain)):
                name = plural(domain)
            case _:
                name = plural(param.name)
        return name if name not in self.w.functions and name not in RESERVED else f"{name}_there"

    def _over(self, param: p.MoveParam) -> Doc:
        w = self.w
        match param.choice:
            case p.PickCard(cards, _):
                return w.doc(cards, ADDED)
            case p.PickCards(cards, shape):
                return w.choices(cards, shape)
            case p.PickFrom(t.Seats() as seats):
                return w.call("sorted", (w.over(seats),))
            case p.PickFrom(t.CardsOf(cards)):
                return w.call("sorted", (w.doc(cards),))
            case p.PickFrom(over):
                return w.over(over)
            case _:
                assert_never(param.choice)

    # ------------------------------------------------------------ choices of a shape

    def choices(self, shape: p.ShapeDef) -> list[str]:
        """The function that lists all choices of a shape."""
        if shape.mix:
            shared = "".join(f"{attr.upper()}_OF, " for attr in shape.shape.same).strip()
            return self._listed(shape, self.w.call(self.w.use("mixed_choices"), ("cards", shape.mix, f"({shared})")))
        if shape.shape.wild is not None and shape.shape.wild.cards:
            return self._listed(shape, wild_choices(self.w, shape, shape.shape.wild))
        if path := self._path(shape):
            return path
        w, same = self.w, shape.shape.same
        attributes = ", ".join(f"{attr.upper()}_OF" for attr in same)
        loops: list[Doc] = []
        if same:
            loops.append(f"for group in {w.use('alike_in_all' if len(same) > 1 else 'alike')}(cards, {attributes})")
        some = self._some(shape, "group" if same else "cards")
        every: Doc = some
        in_order = shape.shape.line == "none" and not shape.shape.ordered and self._together(same)
        if same or not in_order:
            by_deck = shape.shape.ordered or shape.shape.line == "none" or some.startswith("runs_by_rank")
            chosen = "choice" if by_deck else "tuple(sorted(choice))"
            brackets = "[]" if in_order else "{}"
            every = Group(brackets[0], (chosen, *loops, f"for choice in {some}"), brackets[1], sep="", trailing=False)
            if not same and by_deck:
                # Runs rank by rank come once each.
                every = some if some.startswith("runs_by_rank") else w.call("set", (some,))
        if shape.shape.least <= 0:
            every = Group("[", ("()", ("*", every)), "]")
        return self._listed(shape, every if in_order else w.call("sorted", (every,)))

    def _path(self, shape: p.ShapeDef) -> list[str]:
        """The choices of a line of steps in which each card has one place, so that it is known what may follow it."""
        w, ir_shape = self.w, shape.shape
        line = next((line for line in self.program.lines if line.name == shape.line), None)
        if (
            ir_shape.line != "steps"
            or not ir_shape.ordered
            or line is None
            or any(len(places) > 1 for places in line.places)
        ):
            return []
        attributes = "".join(f", {attr.upper()}_OF" for attr in ir_shape.same)
        steps = w.upper.give(f"{identifier(ir_shape.source.label).upper()}_STEPS")
        known = ["", "", f"{steps} = {w.use('steps_from')}({line.name}{attributes})"]
        least = max(ir_shape.least, 1)
        paths = w.call("sorted", (f"{w.use('paths_of')}({steps}, cards, {least}, {ir_shape.most})",))
        return known + self._listed(shape, Group("[", ("()", ("*", paths)), "]") if ir_shape.least <= 0 else paths)

    def _some(self, shape: p.ShapeDef, cards: str) -> str:
        """All choices of a line, or of no line, from certain cards."""
        w, ir_shape = self.w, shape.shape
        bounds = f"{max(ir_shape.least, 1)}, {ir_shape.most}"
        match ir_shape.line, ir_shape.ordered:
            case "none", ordered:
                return f"{w.use('orders_of' if ordered else 'some_of')}({cards}, {bounds})"
            case "run", ordered:
                name = "runs_of" if ordered or not self._together(("rank",)) else "runs_by_rank"
                return f"{w.use(name)}({shape.line}, {cards}, {bounds})"
            case "steps", _:
                return f"{w.use('walks_of')}({shape.line}, {cards}, {bounds})"
            case _:
                raise AssertionError(ir_shape.line)

    def _together(self, attributes: tuple[str, ...]) -> bool:
        """Do the cards that agree in these attributes stand together in the deck?"""
        values = [tuple(getattr(face, attr) for attr in attributes) for face in self.program.faces]
        return len(list(groupby(values))) == len(set(values))

    def _listed(self, shape: p.ShapeDef, found: Doc) -> list[str]:
        doc = p.Doc(f"All choices of {in_words(shape.shape.source.label)} from cards", shape.shape.source.cites)
        made = [
            "",
            "",
            "@lru_cache(maxsize=64)",
            f"def {shape.choices}(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:",
        ]
        return [*made, *docstring(doc, INDENT), *lines(found, INDENT, head="return ")]

    # ------------------------------------------------------------ steps and what is done there

    def asking(self, step: p.StepDef, act: p.AskStep) -> list[str]:
        """The function that lists the legal moves of a step."""
        actions = [a for label in act.actions for a in self.program.actions if a.label == label]
        made = [
            "",
            "",
            f"@{self.w.use('clause')}({quoted(step.label)})",
            f"def {act.moves}(state: State) -> tuple[Move, ...]:",
        ]
        made += docstring(p.Doc(f"The legal moves at {in_words(step.label or step.name)}", step.doc.cites), INDENT)
        if len(actions) == 1:
            return [*made, f"    return tuple({actions[0].moves}(state))"]
        listed: Doc = Group("(", tuple(f"*{action.moves}(state)" for action in actions), ")")
        return made + lines(listed, INDENT, head="return ")

    def carry_out(self) -> list[str]:
        """The function that does what a move does."""
        made = [
            "def carry_out(state: State, move: Move) -> Step | None:",
            '    """Does what a move does; answers where play goes, if not on as usual."""',
            "    match move:",
        ]
        for action in self.program.actions:
            made += self._case(action)
            effect = action.effect
            if effect is None:
                made.append("            pass")
                continue
            call = self.w.call(effect.name, (*(["state"] if effect.state else []), *(q.name for q in effect.params)))
            made += lines(call, "            ", head="" if isinstance(effect.result, t.Nothing) else "return ")
        return [*made, "    return None"]

    def _case(self, action: p.ActionDef, names: set[str] | None = None) -> list[str]:
        used = {q.name for q in action.effect.params} if action.effect else set()
        used = used if names is None else names
        if not used:
            return [f"        case {action.type_name}():"]
        args = ", ".join(q.name if q.name in used else "_" for q in action.params)
        return [f"        case {action.type_name}({args}):"]

    def explain(self) -> list[str]:
        """The function that says why a move is legal or is not."""
        made = [
            "",
            "",
            "def explain(state: State, move: Move) -> str:",
            '    """Why a move is legal here, or why it is not."""',
        ]
        made += ["    if state.result:", '        return "the game is over"']
        if self.passes:
            made += ["    if isinstance(move, Pass):"]
            made += ["        return f\"passing is {'' if move in state.moves else 'not '}allowed here\""]
        if self.asked():
            made += ["    if type(move) not in ASKED[state.step]:"]
            made += ['        return "this is not among the moves asked for here"']
        made.append("    match move:")
        for action in self.program.actions:
            made += self._case(action, {q.name for q in action.params})
            made += [f"            return {action.why}({', '.join(['state', *(q.name for q in action.params)])})"]
        return made

    def asked(self) -> list[str]:
        """The table of the kinds of moves that each step asks for, where they differ."""
        types = {a.label: a.type_name for a in self.program.actions}
        asks = [(s, s.act) for s in self.program.steps if isinstance(s.act, p.AskStep)]
        if not any(set(act.actions) != set(types) for _, act in asks):
            return []
        items: list[Doc] = []
        for step, act in asks:
            names = tuple(types[label] for label in act.actions)
            several = len(names) > 1
            items.append(
                (f"{self.w.steps[step.name]}: ", Group("(", names, ")" if several else ",)", trailing=several))
            )
        return lines(Group("{", tuple(items), "}"), head="ASKED: dict[Step, tuple[type[Move], ...]] = ")

    def why(self, action: p.ActionDef) -> list[str]:
        """The function that says why one kind of move is legal or is not."""
        params: list[Doc] = ["state: State", *(f"{q.name}: {self._type(q)}" for q in action.params)]
        made = ["", "", *lines(Group("(", tuple(params), ")"), head=f"def {action.why}", tail=" -> str:")]
        made += docstring(p.Doc(f"Why a move of {in_words(action.label)} is legal, or why it is not"), INDENT)
        for param in action.params:
            sentence = quoted(f"{in_words(param.name)} of {in_words(action.label)} cannot be that here")
            made += lines(self._over(param), INDENT, head=f"if {param.name} not in ", tail=":")
            made += [f"{INDENT}    return {sentence}"]
        if _told_alone(action):
            (only,) = action.clauses
            return made + lines(
                (f'"permitted by {only.key}" if ', self.w.doc(only.test), ' else "no clause permits it"'),
                INDENT,
                head="return ",
            )
        return made + lines(
            self.w.call(f"{action.rules}.why", (self.w.judged(action, _judged(action)),)), INDENT, head="return "
        )

    # ------------------------------------------------------------ words

    def describe(self) -> list[str]:
        """The function that tells a move in words."""
        made = [
            "",
            "",
            "def describe(move: Move) -> str:",
            '    """A move in words, such as a person would write it."""',
            "    match move:",
        ]
        for action in self.program.actions:
            made += self._case(action, {q.name for q in action.params})
            told = ", ".join(self._told(q) for q in action.params)
            text = f'f"{action.label}({told})"' if told else quoted(action.label)
            made.append(f"            return {text}")
        if self.passes:
            made += ["        case Pass():", '            return "pass"']
        return made

    def _told(self, param: p.MoveParam) -> str:
        if of_cards(param.kind):
            return f"{{{self.w.use('told')}({param.name})}}"
        if domain := domain_of(param.kind):
            return self._word(domain, param.name)
        return f"{{CARDS[{param.name}]}}" if is_card(param.kind) else f"{{{param.name}}}"

    def _word(self, domain: str, name: str) -> str:
        found = self.w.domains[domain]
        if found.plain:
            return f"{domain} {{{name} + 1}}"
        if all(word == member.lower() for word, member in zip(found.words, found.members, strict=True)):
            return f"{{{name}.name.lower()}}"
        words = "(" + ", ".join(
            quoted(f"{domain} {w}" if w.isdecimal() and domain != "rank" else w) for w in found.words
        )
        return f"{{{words + (',)' if len(found.words) == 1 else ')')}[{name}]}}".replace('"', "'")


def _judged(action: p.ActionDef) -> list[t.Expr]:
    """What a move is judged by, as its own parameters."""
    return [t.Local(q.name, q.kind) for q in action.params if q.name in action.judged]


def refused(test: t.Expr) -> t.Expr:
    """What holds where a test does not, without `not` where that can be."""
    match test:
        case t.Not(item):
            return item
        case t.And(items):
            return t.Or(tuple(map(refused, items)))
        case _:
            return t.Not(test)


def _told_alone(action: p.ActionDef) -> bool:
    """Is there one clause only, which permits? All others are weighed against each other by a table."""
    return bool(action.tests) and [clause.kind for clause in action.clauses] == ["permit"]
