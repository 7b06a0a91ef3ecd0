"""A program as one ES module, with its type declarations.

Leaves statements and expressions to `engine.javascript.body`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from engine.core import program as p
from engine.core import terms as t
from engine.core.names import constant
from engine.core.shapes import mixed_of, wild_of
from engine.core.uses import nodes
from engine.javascript.body import INDENT, LIBRARY, MODULE, Writer, every, quoted, rules_name, spelt, step_key
from engine.targets.escape import comment
from spec.ir import nodes as ir
from spec.ir.index import MOVER, PLAYER
from spec.ir.sight import all_see
from spec.ir.types import type_word


def module_of(program: p.Program, about: Iterable[str], also: str = "") -> str:
    """The text of the module; `about` are lines that say what it is and where it comes from.

    What the text `also` uses of the library is kept too.
    """
    text = _Module(program).text(tuple(about), also)
    # Half of a surrogate pair has no place in UTF-8.
    return re.sub(r"[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)


class _Module:
    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.writer = Writer(program)
        self.mover = next(spelt(f.name) for f in program.fields if f.label == MOVER)

    def text(self, about: tuple[str, ...], also: str) -> str:
        head = ["/**", *(f" * {comment(line)}".rstrip() for line in about), " */"]
        sections = [
            ("the game", self._constants()),
            ("the state", self._state()),
            ("words of the rules", self._functions(self._defined())),
            ("outcomes", self._outcomes()),
            ("moves", self._moves()),
            ("the course of play", self._course()),
            (
                "playing",
                [MODULE.replace("MOVER", self.mover).rstrip().replace("state." + self.mover, "state." + self.mover)],
            ),
        ]
        body: list[str] = []
        for title, lines in sections:
            if lines:
                body += [f"// {'-' * 16} {title}", "", *lines, ""]
        text = "\n".join([*head, "", *body]).rstrip() + "\n"
        return text + "\n// " + "-" * 16 + " library\n\n" + _used(text + also) + "\n"

    # ------------------------------------------------------------ the game

    def _constants(self) -> list[str]:
        program = self.program
        lines = [
            f"export const TITLE = {quoted(program.title)};",
            f"export const SETTINGS = {_object(program.settings)};",
            f"export const PLAYERS = {program.players};",
            "/** The names of all cards, in the order of the deck; elsewhere a card is its place here. */",
            *_wrapped("export const CARDS = [", [quoted(card) for card in program.cards]),
        ]
        for attr in ("rank", "suit", "colour"):
            shown = [getattr(face, attr) for face in program.faces]
            values = ["null" if value == ir.NOBODY else str(value) for value in shown]
            lines += [*_wrapped(f"const {attr.upper()}_OF = [", values)]
            lines += [f"/** The {attr} of a card. */", f"const {attr}Of = (card) => {attr.upper()}_OF[card];"]
        for domain in program.domains:
            lines += self._domain(domain)
        told = [f"{INDENT}{quoted(d.label)}: [{', '.join(map(quoted, d.words))}]," for d in program.domains]
        lines += ["/** The words for symbols, by kind. */", "const WORDS = {", *told, "};"]
        for table in program.tables:
            lines += [_doc(f"{table.label.replace('_', ' ').capitalize()} of each card.{_places(table.cites)}")]
            lines += _wrapped(
                f"const {constant(table.name)} = [", [f"[{', '.join(map(str, v))}]" for v in table.values]
            )
        for line in program.lines:
            lines += self._line(line)
        for mix in program.mixes:
            lines += _mix(mix)
        return [*lines, *self._shapes(), ""][:-1]

    def _domain(self, domain: p.DomainDef) -> list[str]:
        lines = []
        if not domain.plain:
            members = ", ".join(f"{name}: {i}" for i, name in enumerate(domain.members))
            lines.append(f"export const {domain.type_name} = Object.freeze({{ {members} }});")
        numbers = ", ".join(map(str, range(len(domain.words))))
        return [*lines, f"const {every(domain)} = [{numbers}];"]

    def _line(self, line: p.Line) -> list[str]:
        places = ", ".join(f"[{', '.join(map(str, at))}]" for at in line.places)
        return [
            "/** Where a card of each rank stands in a line; neighbours are one apart. */",
            f"const {constant(line.name)} = {{ places: [{places}], circle: {line.circle}, {_wild(line)} }};",
        ]

    def _shapes(self) -> list[str]:
        found: list[str] = []
        for shape in self.program.shapes:
            if shape.choices:
                found += self._choices(shape)
        return found

    def _choices(self, shape: p.ShapeDef) -> list[str]:
        decl = shape.shape
        same = f"same: [{', '.join(f'{attr}Of' for attr in decl.same)}]"
        name = decl.source.label.replace("_", " ")
        head = _doc(f"All choices of {name} from some cards, in order.{_places(decl.source.cites)}")
        if shape.mix:
            made = f"{{ {same}, mix: {constant(shape.mix)} }}"
            return [head, f"const {spelt(shape.choices)} = (cards) => mixedChoices({made}, cards);"]
        line = next((line for line in self.program.lines if line.name == shape.line), p.Line("", (), 0, wild_of(decl)))
        parts = [
            f"least: {decl.least}", f"most: {min(decl.most, len(self.program.cards))}",
            same, f"line: {quoted(decl.line)}",
            f"ordered: {_truth(decl.ordered)}", f"ranks: {sum(map(bool, line.places))}", f"circle: {line.circle}",
            f"places: {constant(shape.line)}.places" if shape.line else "places: []", _wild(line),
            *(f"{name}: {number}" for name, number in zip(("natural", "mostWild"), mixed_of(decl), strict=True)),
        ]  # fmt: skip
        return [
            head,
            f"const {spelt(shape.choices)} = (cards) => choices({{ {', '.join(parts)} }}, cards);",
        ]

    # ------------------------------------------------------------ the state

    def _state(self) -> list[str]:
        program = self.program
        zones = [(spelt(z.name), self._family(z)) for z in program.zones]
        lines = [
            "/** A position: cards by zone (sets in deck order, stacks bottom first), fields, and where play stands. */"
        ]
        lines += ["export class State {", f"{INDENT}constructor(luck) {{", f"{INDENT * 2}this.luck = luck;"]
        lines += [f"{INDENT * 2}this.{name} = {value};" for name, value in zones]
        lines += [f"{INDENT * 2}this.step = {quoted(step_key(program.steps[0].name))};"]
        lines += [
            f"{INDENT * 2}this.result = null;",
            f"{INDENT * 2}this.moves = [];",
            f"{INDENT * 2}const state = this;",
        ]
        lines += [f"{INDENT * 2}state.{spelt(f.name)} = {self._first(f)};" for f in program.fields]
        lines += [
            f"{INDENT}}}",
            "",
            f"{INDENT}/** An independent copy with the same luck ahead. */",
            f"{INDENT}copy() {{",
        ]
        lines += [f"{INDENT * 2}const twin = Object.create(State.prototype);", f"{INDENT * 2}twin.become(this);"]
        lines += [f"{INDENT * 2}return twin;", f"{INDENT}}}", "", f"{INDENT}/** Becomes a copy of another state. */"]
        lines += [f"{INDENT}become(other) {{"]
        lines += [f"{INDENT * 2}this.luck = other.luck.copy();"]
        lines += [f"{INDENT * 2}this.{name} = copied(other.{name});" for name, _ in zones]
        for f in program.fields:
            name = spelt(f.name)
            value = f"copied(other.{name})" if f.slots.sizes else f"other.{name}"
            lines.append(f"{INDENT * 2}this.{name} = {value};")
        lines += [f"{INDENT * 2}this.step = other.step;", f"{INDENT * 2}this.result = other.result;"]
        return [*lines, f"{INDENT * 2}this.moves = [];", f"{INDENT}}}", "}"]

    def _sizes(self, index: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(len(self.writer.domains[name].words) for name in index)

    def _family(self, zone: p.ZoneDef) -> str:
        sizes = self._sizes(zone.decl.index)
        empty = "[...CARDS.keys()]" if zone.decl.starts_full else "[]"
        return _nested(sizes, empty)

    def _first(self, field: p.FieldDef) -> str:
        value = self.writer.of(field.start)
        return _nested(field.slots.sizes, value)

    # ------------------------------------------------------------ functions

    def _defined(self) -> Iterator[p.Function]:
        seen: set[str] = set()
        for shape in self.program.shapes:
            yield from shape.tests
            seen.update(test.name for test in shape.tests)
        yield from (f for f in self.program.functions if f.name not in seen)

    def _functions(self, functions: Iterable[p.Function]) -> list[str]:
        lines: list[str] = []
        for function in functions:
            lines += [*self._function(function), ""]
        return lines[:-1]

    def _function(self, function: p.Function) -> list[str]:
        params = [spelt(param.name) for param in function.params]
        if function.state:
            params.insert(0, "state")
        doc = [_doc(f"{function.doc.sentence}.{_places(function.doc.cites)}")]
        body = self.writer.block(function.body, 1)
        if function.label:
            opened = f"const {spelt(function.name)} = clause({quoted(function.label)}, ({', '.join(params)}) => {{"
            return [*doc, opened, *body, "});"]
        return [*doc, f"function {spelt(function.name)}({', '.join(params)}) {{", *body, "}"]

    def _table(self, name: str, clauses: tuple[p.ClauseDef, ...]) -> list[str]:
        keys = [clause.key for clause in clauses]
        rows = []
        for clause in clauses:
            above = ", ".join(str(keys.index(key)) for key in clause.above if key in keys)
            rows.append(f"{INDENT}{{ label: {quoted(clause.label)}, kind: {quoted(clause.kind)}, above: [{above}] }},")
        return ["/** The clauses, and by number those that outrank each. */", f"const {name} = [", *rows, "];"]

    def _outcomes(self) -> list[str]:
        lines: list[str] = []
        for group in self.program.groups:
            lines += [*self._functions(group.functions), ""]
            for settle in (n for n in nodes(group.function.body) if isinstance(n, p.Settle)):
                among = tuple(clause for clause in group.clauses if clause.key in settle.clauses)
                lines += [*self._table(rules_name(group.function.name), among), ""]
            lines += [*self._function(group.function), ""]
        return lines[:-1]

    # ------------------------------------------------------------ moves

    def _moves(self) -> list[str]:
        lines: list[str] = []
        for action in self.program.actions:
            lines += [*self._functions(action.functions), ""] if action.functions else []
            lines += [*self._table(constant(action.rules), action.clauses), ""]
            lines += [*self._judge(action), "", *self._generator(action), ""]
            lines += [*self._function(action.effect), ""] if action.effect else []
        lines += ["/** Every kind of move: its parameters, what each may be, who judges it, and what it does. */"]
        lines += ["const MOVES = {"]
        for action in self.program.actions:
            lines += self._entry(action)
        return [*lines, "};"]

    def _judge(self, action: p.ActionDef) -> list[str]:
        params = ", ".join(["state", *map(spelt, action.judged)])
        tests = [f"{INDENT * 2}() => {self.writer.call(clause.test)}," for clause in action.clauses]
        return [
            _doc(f"{action.doc.sentence}: what its clauses say.{_places(action.doc.cites)}"),
            f"function {spelt(action.judge)}({params}) {{",
            f"{INDENT}return ruling({quoted(action.label)}, {constant(action.rules)}, [", *tests, f"{INDENT}]);", "}",
        ]  # fmt: skip

    def _generator(self, action: p.ActionDef) -> list[str]:
        lines = [
            _doc(f"Every legal {action.label.replace('_', ' ')}, in order."),
            f"function* {spelt(action.moves)}(state) {{",
        ]
        depth = 1
        for level, param in enumerate(action.params):
            pad = INDENT * depth
            if action.tests and action.tests[level] != t.And(()):
                test = self.writer.of(t.Not(action.tests[level]))
                lines.append(f"{pad}if ({test}) {'continue' if level else 'return'};")
            lines += self.writer.block(action.known[level] if action.known else (), depth)
            over = self._choice(param.choice)
            if action.alone is not None and param is action.params[-1]:
                over = f"{over}.filter({self.writer.arrow(param.name, action.alone)})"
            lines.append(f"{pad}for (const {spelt(param.name)} of {over}) {{")
            depth += 1
        pad = INDENT * depth
        judged = ", ".join(["state", *map(spelt, action.judged)])
        fields = "".join(f", {spelt(param.name)}" for param in action.params)
        test = self.writer.of(action.tests[-1]) if action.tests else f"{spelt(action.judge)}({judged}).legal"
        asked = "" if action.tests and action.tests[-1] == t.And(()) else f"if ({test}) "
        lines.append(f"{pad}{asked}yield {{ action: {quoted(action.label)}{fields} }};")
        lines += [f"{INDENT * d}}}" for d in range(depth - 1, 0, -1)]
        return [*lines, "}"]

    def _choice(self, pick: p.Pick) -> str:
        match pick:
            case p.PickCard(cards, _):
                return self.writer.of(cards)
            case p.PickCards(cards, label):
                return self.writer.choices(cards, label)
            case p.PickFrom(over):
                listed = self.writer.over(over)
                return f"inDeckOrder({listed})" if isinstance(over, t.Seats) else listed

    def _entry(self, action: p.ActionDef) -> list[str]:
        names = [spelt(param.name) for param in action.params]
        taken = f"{{ {', '.join(names)} }}" if names else ""
        kinds = ", ".join(
            f"[{quoted(spelt(q.name))}, {quoted(type_word(q.kind))}{self._sorted(q)}]" for q in action.params
        )
        choices = ", ".join(f"{spelt(q.name)}: () => {self._choice(q.choice)}" for q in action.params)
        judged = ", ".join(["state", *map(spelt, action.judged)])
        given = f", {taken}" if names else ""
        lines = [f"{INDENT}{quoted(action.label)}: {{", f"{INDENT * 2}parameters: [{kinds}],"]
        lines.append(
            f"{INDENT * 2}choice: (state{given}) => ({{ {choices} }}),"
            if names
            else f"{INDENT * 2}choice: () => ({{}}),"
        )
        lines += [f"{INDENT * 2}rules: {constant(action.rules)},", f"{INDENT * 2}all: {spelt(action.moves)},"]
        lines.append(f"{INDENT * 2}decide: (state{given}) => {spelt(action.judge)}({judged}),")
        if action.effect is None:
            lines.append(f"{INDENT * 2}make: () => null,")
        else:
            args = ", ".join(
                [*(["state"] if action.effect.state else []), *(spelt(q.name) for q in action.effect.params)]
            )
            lines.append(f"{INDENT * 2}make: (state{given}) => {spelt(action.effect.name)}({args}),")
        return [*lines, f"{INDENT}}},"]

    def _sorted(self, param: p.MoveParam) -> str:
        if not isinstance(param.choice, p.PickCards):
            return ""
        label = param.choice.shape
        shape = next(s for s in self.program.shapes if s.shape.source.label == label)
        return "" if shape.shape.ordered else ", true"

    # ------------------------------------------------------------ the course of play

    def _course(self) -> list[str]:
        program = self.program
        lines: list[str] = []
        for ending in program.endings:
            lines += [*self._functions(ending.functions), ""]
        for step in program.steps:
            lines += [*self._functions(step.functions), ""] if step.functions else []
            match step.act:
                case p.RunStep(function):
                    lines += [*self._function(function), ""]
                case p.AskStep(otherwise=otherwise) if otherwise is not None:
                    lines += [*self._function(otherwise), ""]
                case _:
                    pass
        for kind, table in program.jumps:
            pairs = ", ".join(f"{quoted(step_key(a))}: {quoted(step_key(b))}" for a, b in table)
            lines += [
                _doc(f"Where play goes from a step that is left by `{kind}`."),
                f"const {constant(kind)} = {{ {pairs} }};",
                "",
            ]
        lines += [*self._endings(), "", "/** The steps of play. */", "const STEPS = {"]
        for step in program.steps:
            lines.append(self._step(step))
        lines += ["};", "", *self._places_told()]
        return lines

    def _endings(self) -> list[str]:
        lines = ["/** How the game may end, and by number the endings that outrank each. */", "const ENDINGS = ["]
        keys = [e.clause.key for e in self.program.endings]
        for ending in self.program.endings:
            above = ", ".join(str(keys.index(key)) for key in ending.clause.above)
            lines.append(
                f"{INDENT}{{ label: {quoted(ending.clause.label)}, above: [{above}], "
                f"holds: (state) => {self.writer.call(ending.clause.test)}, "
                f"returns: (state) => {self.writer.call(ending.returns)} }},"
            )
        always = ", ".join(quoted(e.clause.label) for e in self.program.endings if not e.at)
        return [
            *lines,
            "];",
            "/** Those that are read after every step and move. */",
            f"const OPEN_ENDINGS = [{always}];",
        ]

    def _step(self, step: p.StepDef) -> str:
        arriving = ", ".join(map(quoted, step.arriving))
        parts = [
            f"label: {quoted(step.label)}",
            f"reads: {_truth(step.reads)}",
            f"arriving: [{arriving}]",
        ]
        match step.act:
            case p.RunStep(function):
                parts.append(f"run: (state) => {self.writer.call(p.called(function.name, (), function.result))}")
            case p.AskStep(actions, _, may, after, otherwise):
                parts += [f"asks: [{', '.join(map(quoted, actions))}]", f"may: {_truth(may)}"]
                parts.append(f"next: {quoted(step_key(after))}")
                if otherwise is not None:
                    parts.append(
                        f"otherwise: (state) => {self.writer.call(p.called(otherwise.name, (), otherwise.result))}"
                    )
            case p.LastStep():
                parts.append('run: () => { throw new Fault("gap", "play goes past its last step"); }')
        return f"{INDENT}{quoted(step_key(step.name))}: {{ {', '.join(parts)} }},"

    def _places_told(self) -> list[str]:
        """Every zone and field by its name in words."""
        seen = {
            "everybody": "all",
            "owner": "owner",
            "others": "others",
            "top": "top",
            "count": "count",
            "nobody": "none",
        }
        lines = ["/** Every zone by its name in words, and who sees it. */", "const ZONES = ["]
        for zone in self.program.zones:
            decl = zone.decl
            for at in product(*map(range, self._sizes(decl.index))):
                owner = next((i for name, i in zip(decl.index, at, strict=True) if name == PLAYER), None)
                lines.append(
                    f"{INDENT}{{ name: {quoted(self._told(decl.source.label, decl.index, at))}, "
                    f"seen: {quoted(seen[decl.seen])}, owner: {'null' if owner is None else owner}, "
                    f"ordered: {_truth(decl.ordered)}, row: {_truth(decl.row)}, family: {quoted(decl.source.label)}, "
                    f"at: (state) => state.{spelt(zone.name)}{_at(at)} }},"
                )
        lines += ["];", "/** Every field by its name in words. */", "const FIELDS = ["]
        for field in self.program.fields:
            index = field.slots.decl.index
            for at in product(*map(range, field.slots.sizes)):
                name = quoted(self._told(field.label, index, at))
                kind = quoted(type_word(field.kind))
                where, some = f"state.{spelt(field.name)}{_at(at)}", _for_some(field, at, seen)
                lines.append(f"{INDENT}{{ name: {name}, kind: {kind}, at: (state) => {where}{some} }},")
        return [*lines, "];"]

    def _told(self, label: str, index: tuple[str, ...], at: tuple[int, ...]) -> str:
        words = []
        for name, i in zip(index, at, strict=True):
            word = self.writer.domains[name].words[i]
            words.append(f"{name} {word}" if word.isdecimal() and name != "rank" else word)
        if not words:
            return label
        return words[0] if index == (label,) else f"{label} of {', '.join(words)}"


def _for_some(field: p.FieldDef, at: tuple[int, ...], seen: Mapping[str, str]) -> str:
    """Of a field that not everybody sees: who does, and which values it may have."""
    slots = field.slots
    if all_see(slots.decl):
        return ""
    owner = next((i for name, i in zip(slots.decl.index, at, strict=True) if name == PLAYER), None)
    least = 0 if slots.decl.numbers is None else slots.low
    return (
        f", seen: {quoted(seen[slots.decl.seen])}, owner: {'null' if owner is None else owner}, "
        f"least: {least}, values: {slots.high + 1 - least}, "
        f"put: (state, value) => {{ state.{spelt(field.name)}{_at(at)} = value; }}"
    )


def _wild(line: p.Line) -> str:
    """The wild cards of a line, and all its places, at which they may stand."""
    every = sorted({place for places in line.places for place in places})
    return f"wild: new Set({list(line.wild)}), everywhere: {every}"


def _mix(made: p.MixDef) -> list[str]:
    """The table of a shape's parts, as a constant."""
    mix = made.mix
    return [
        "/** Ranks as they are read; rows after so many cards of a rank; the wild cards that complete a row. */",
        f"const {constant(made.name)} = {{",
        f"  order: {list(mix.order)}, starts: {list(mix.starts)}, wild: new Set({list(made.wild)}),",
        *_wrapped("  rows: [", [str(list(row)) for row in mix.rows], end="  ],"),
        *_wrapped("  complete: [", [str(list(counts)) for counts in mix.complete], end="  ],"),
        *_wrapped("  read: [", list(map(str, mix.read)), end="  ],"),
        "};",
    ]


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _at(index: tuple[int, ...]) -> str:
    return "".join(f"[{i}]" for i in index)


def _nested(sizes: tuple[int, ...], inner: str) -> str:
    for size in reversed(sizes):
        inner = f"Array.from({{ length: {size} }}, () => {inner})"
    return inner


def _doc(sentence: str) -> str:
    return f"/** {comment(sentence)} */"


def _places(cites: tuple[str, ...]) -> str:
    return f" Rulebook: {'; '.join(cites)}." if cites else ""


def _object(pairs: Iterable[tuple[str, str]]) -> str:
    return "{ " + ", ".join(f"{quoted(name)}: {quoted(value)}" for name, value in pairs) + " }"


def _wrapped(opening: str, items: list[str], width: int = 116, end: str = "];") -> list[str]:
    """A list on as few lines as fit."""
    lines, line = [opening], INDENT
    for item in items:
        if len(line) + len(item) + 2 > width:
            lines.append(line.rstrip())
            line = INDENT
        line += f"{item}, "
    return [*lines, line.rstrip(), end]


def _used(text: str) -> str:
    """Those parts of the library that a text uses, and what they use in turn."""
    pieces = [piece.strip() for piece in re.split(r"^(?=/\*\*)", LIBRARY, flags=re.MULTILINE) if piece.strip()]
    named = {}
    for piece in pieces:
        found = re.search(r"^(?:export )?(?:class|function\*?) (\w+)", piece, re.MULTILINE)
        assert found is not None, piece
        named[found[1]] = piece
    wanted: set[str] = set()
    waiting = [text]
    while waiting:
        words = set(re.findall(r"\w+", waiting.pop()))
        for name in named.keys() & words - wanted:
            wanted.add(name)
            waiting.append(named[name])
    return "\n\n".join(piece for name, piece in named.items() if name in wanted)
