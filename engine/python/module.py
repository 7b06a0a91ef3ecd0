"""A program of the program tree as one Python module that needs nothing but the standard library.

Leaves expressions, statements and the state to its fellows `python_*`.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes
from engine.python.body import Bodies, docstring
from engine.python.expressions import Writer, quoted, single
from engine.python.library_text import imports, needed, spaced
from engine.python.moves import MoveWriter
from engine.python.state import StateWriter
from engine.python.wild_cards import mix_table, wild_line
from engine.targets.escape import python_words
from engine.targets.line_breaking import Doc, Group, flat, lines, wrapped
from spec.ir import nodes as ir

RUNTIME = Path(__file__).with_name("play.txt")


def python_of(program: p.Program, made_from: str) -> str:
    """The text of the module; `made_from` says in a sentence what it was made from."""
    return _Module(program, made_from).text()


class _Module:
    """Writes a module: first its sections, then the pieces of the library that these use."""

    def __init__(self, program: p.Program, made_from: str) -> None:
        self.program = program
        self.made_from = made_from
        self.w = Writer(program)
        self.bodies = Bodies(self.w)
        self.states = StateWriter(self.w)
        self.moves = MoveWriter(self.w, self.bodies)
        self._body_text = ""

    def text(self) -> str:
        """The whole module."""
        rules = [
            *self._section("What the rules speak of", self._functions()),
            *self._section("Outcomes", self._groups()),
            *self._section("Moves", self._actions()),
            *self._section("How the game ends", self._endings()),
            *self._section("The course of play", self._steps()),
        ]
        play = self._play()
        main = play[play.index('if __name__ == "__main__":') :]
        play = play[: -len(main)]
        state = [*self.moves.types(), *self._step_names(), *RESULT, *self.states.state()]
        circle = any(line.circle and not line.wild for line in self.program.lines)
        found = needed("\n".join([*state, *rules, *play]), circle)
        sets = " ".join(f"{attr.upper()}_OF" for attr, _ in self.w.sets)
        self._body_text = "\n".join([*rules, *play, *state, *found.values(), sets])
        body = [
            *self._section("Cards and words", self._cards()),
            *self._section("Positions and moves", state),
            *self._section("Clauses", spaced(found, early=True)),
            *rules,
            *self._section("Playing", play),
            *self._section("Tools", spaced(found, early=False)),
            "",
            "",
            *main,
        ]
        text = _evenly(body)
        return "\n".join([*self._head(), *imports(text), "", text.strip("\n"), ""])

    def _section(self, title: str, made: list[str]) -> list[str]:
        if not made:
            return []
        return ["", "", f"# {'-' * 64} {title.lower()}", *made]

    def _head(self) -> list[str]:
        program = self.program
        players = f"{program.players} player{'s' * (program.players > 1)}"
        return [
            f'"""{python_words(program.title)}: a reference engine for {players}.',
            "",
            *wrapped(python_words(self.made_from), ""),
            "",
            "    state = new_game(seed=1)",
            "    while not is_over(state):",
            "        state = apply(state, legal_moves(state)[0])",
            "    print(returns(state))",
            "",
            "Cards are numbers, their names stand in CARDS; players are seats from 0. Where the rules do not say",
            "how play goes on, a Fault is raised that names the clauses concerned.",
            '"""',
        ]

    # ------------------------------------------------------------ cards and words

    def _cards(self) -> list[str]:
        program, w = self.program, self.w
        made = ["", f"TITLE = {quoted(program.title)}"]
        settings: tuple[Doc, ...] = tuple(f"{quoted(n)}: {quoted(v)}" for n, v in program.settings)
        made += lines(Group("{", settings, "}"), head="SETTINGS = ")
        made += [f"PLAYERS = {program.players}"]
        made += [f"{name} = {len(w.domains[label].words)}" for label, name in w.counts.items()]
        made += ["", "Card = int", "Cards = Sequence[Card]"]
        bare = [d for d in program.domains if d.plain]
        made += [f"{d.type_name} = int" for d in bare]
        for domain in program.domains:
            if not domain.plain and self._speaks_of(domain):
                made += ["", "", f"class {domain.type_name}(IntEnum):"]
                made += [f"    {name} = {i}" for i, name in enumerate(domain.members)]
        made += ["", ""]
        for domain_label, name in w.everies.items():
            made.append(f"{name} = tuple({w.domains[domain_label].type_name})")
        for (domain_label, value), name in w.words.items():
            made.append(f"{name} = {w.domains[domain_label].type_name}.{w.domains[domain_label].members[value]}")
        made += ["", *self._names()]
        for attr in ("rank", "suit", "colour"):
            if f"{attr.upper()}_OF" in self._body_text:
                made += self._attribute(attr)
        made += [f"{name} = {card}" for card, name in sorted(w.cards.items())]
        for (attr, value), name in w.sets.items():
            test = f"{attr.upper()}_OF[card] == {w.word(attr, value)}"
            made += [f"{name} = frozenset(card for card in range({len(program.cards)}) if {test})"]
        for table in program.tables:
            alone = single(table)
            values: tuple[Doc, ...] = tuple(str(v[0]) if alone else _numbers(v) for v in table.values)
            cites = f": {python_words(', '.join(table.cites))}" if table.cites else ""
            made += ["", f"# {python_words(table.label)}: for each card what it counts{cites}"]
            made += _filled(f"{table.name.upper()} = (", values, ")  # fmt: skip")
        for mix in program.mixes:
            made += mix_table(mix)
        for line in program.lines:
            if line.wild and line.name in self._body_text:
                made += wild_line(line)
            elif line.name in self._body_text:
                made += ["", "# where in a line a card of each rank may stand"]
                # Python may keep equal tuples that are written out as one, and a circle is told by which one it is.
                round_ = f"{line.name} = tuple((place,) for place in range({line.circle}))"
                made += (
                    [round_]
                    if line.circle
                    else _filled(
                        f"{line.name} = (", tuple(_numbers(places) for places in line.places), ")  # fmt: skip"
                    )
                )
        return made

    def _names(self) -> list[str]:
        return _filled("CARDS = (", tuple(quoted(name) for name in self.program.cards), ")  # fmt: skip")

    def _attribute(self, attr: str) -> list[str]:
        domain = self.w.domains[attr]
        values = [getattr(face, attr) for face in self.program.faces]
        head, cards = f"{attr.upper()}_OF = tuple(", range(len(values))
        for every in range(1, len(values)):
            for sign, regular in (("//", [card // every for card in cards]), ("%", [card % every for card in cards])):
                if values == regular:
                    return [f"{head}{domain.type_name}(card {sign} {every}) for card in range({len(values)}))"]
        made = [head, f"    {domain.type_name}(number)"]
        if ir.NOBODY in values:
            made = [head, f"    {domain.type_name}(number) if number >= 0 else None"]
        made += ["    for number in ("]
        made += ["        " + line for line in _filled("", tuple(map(str, values)), "")]
        return [*made, "    )", ")  # fmt: skip"]

    def _speaks_of(self, domain: p.DomainDef) -> bool:
        constants = domain.label in self.w.everies or any(label == domain.label for label, _ in self.w.words)
        named = re.search(rf"\b{domain.type_name}\b", self._body_text) is not None
        return constants or named or f"{domain.label.upper()}_OF" in self._body_text

    # ------------------------------------------------------------ rules

    def _functions(self) -> list[str]:
        made: list[str] = []
        for shape in self.program.shapes:
            for test in shape.tests:
                made += self.bodies.function(test)
            if shape.choices:
                made += self.moves.choices(shape)
        for function in self.program.functions:
            made += self.bodies.function(function)
        return made

    def _groups(self) -> list[str]:
        made: list[str] = []
        for group in self.program.groups:
            for function in group.functions:
                made += self.bodies.function(function)
            for settle in (n for n in nodes(group.function.body) if isinstance(n, p.Settle)):
                among = tuple(clause for clause in group.clauses if clause.key in settle.clauses)
                made += ["", *self.bodies.table(self.bodies.rules(group.function.name), group.label, among)]
            made += self.bodies.function(group.function)
        return made

    def _actions(self) -> list[str]:
        made: list[str] = []
        for action in self.program.actions:
            made += self.moves.action(action)
        return made

    def _endings(self) -> list[str]:
        made: list[str] = []
        for ending in self.program.endings:
            for function in ending.functions:
                made += self.bodies.function(function)
        free = tuple(e for e in self.program.endings if not e.at)
        if free:
            made += self._reading("endings_after", "Reads the endings that may come at any time", free)
        for label, among in self._arrivals().items():
            made += self._reading(f"endings_at_{label}", f"Reads the endings that are due at {label}", among)
        return made

    def _arrivals(self) -> dict[str, tuple[p.EndingDef, ...]]:
        by_label = {e.clause.label: e for e in self.program.endings}
        return {
            step.name: tuple(by_label[label] for label in step.arriving) for step in self.program.steps if step.arriving
        }

    def _reading(self, name: str, sentence: str, among: tuple[p.EndingDef, ...]) -> list[str]:
        w = self.w
        doc = p.Doc(sentence)
        head = ["", "", f"def {name}(state: State) -> Result | None:", *docstring(doc, "    ")]
        if len(among) == 1:
            (only,) = among
            test, given = only.clause.test, w.call("Result", (quoted(only.clause.label), w.doc(only.returns)))
            body = lines(given, "    ", head="return ")
            return [*head, *lines(w.doc(t.Not(test)), "    ", head="if ", tail=":"), "        return None", *body]
        labels = {e.clause.key for e in among}
        clauses = tuple(
            p.ClauseDef(c.key, c.label, c.kind, c.test, None, tuple(a for a in c.above if a in labels), c.cites)
            for c in (e.clause for e in among)
        )
        table = f"{name.upper()}"
        effects: tuple[Doc, ...] = tuple((f"{quoted(e.clause.key)}: ", self._later(e.returns)) for e in among)
        tests: Doc = Group("(", tuple(w.doc(e.clause.test) for e in among), ")")
        call = w.call(w.use("ended"), ("state", table, "applies", Group("{", effects, "}")))
        return [
            "", *self.bodies.table(table, "the endings", clauses), *head,
            *lines(tests, "    ", head="applies = "), "    if not any(applies):", "        return None",
            *lines(call, "    ", head="return "),
        ]  # fmt: skip

    def _later(self, call: t.Call) -> str:
        function = self.w.functions[call.function]
        return function.name if function.state else f"lambda _: {function.name}()"

    def _steps(self) -> list[str]:
        made: list[str] = []
        for step in self.program.steps:
            for function in step.functions:
                made += self.bodies.function(function)
            match step.act:
                case p.RunStep(function):
                    made += [] if _runs_out(step) else self.bodies.function(function)
                case p.AskStep(_, _, _, _, otherwise):
                    made += self.moves.asking(step, step.act)
                    if otherwise:
                        made += self.bodies.function(otherwise)
                case p.LastStep():
                    pass
        return made

    def _step_names(self) -> list[str]:
        made = ["", "", "class Step(StrEnum):", '    """Where play may stand."""', ""]
        for step in self.program.steps:
            made.append(f"    {step.name.upper()} = {quoted(step.name)}")
        # Members of an enumeration are slow to look up.
        names: tuple[Doc, ...] = tuple(self.w.steps[step.name] for step in self.program.steps)
        return [*made, "", "", *lines(_unpacked(names), tail=" = Step")]

    # ------------------------------------------------------------ playing

    def _play(self) -> list[str]:
        program = self.program
        asks = [(s, s.act) for s in program.steps if isinstance(s.act, p.AskStep)]
        runs = [s for s in program.steps if isinstance(s.act, p.RunStep) and not _runs_out(s)]
        steps = [(s.name, s.act.function.name) for s in runs if isinstance(s.act, p.RunStep)]
        steps += [(s.name, act.otherwise.name) for s, act in asks if act.otherwise]
        made = ["", *self._table("STEPS: dict[Step, Callable[[State], Step]]", steps)]
        made += self._table(
            "CHOICES: dict[Step, Callable[[State], tuple[Move, ...]]]", [(s.name, a.moves) for s, a in asks]
        )
        made += self._table("THEN", [(s.name, self.w.steps[act.next]) for s, act in asks])
        made += self.moves.asked()
        passes = [s.name for s, act in asks if act.may]
        if passes:
            made += lines(Group("{", tuple(self.w.steps[n] for n in passes), "}"), head="MAY_PASS = ")
        if self._arrivals():
            made += self._table("ARRIVALS", [(name, f"endings_at_{name}") for name in self._arrivals()])
        free = any(not e.at for e in program.endings)
        silent = [s.name for s in program.steps if not s.reads]
        if free and silent:
            made += lines(Group("{", tuple(self.w.steps[n] for n in silent), "}"), head="BETWEEN = ")
        for kind, table in program.jumps:
            made += self._table(f"{kind.upper()}: dict[Step, Step]", [(a, self.w.steps[b]) for a, b in table])
        flags = {
            "passes": bool(passes),
            "arrivals": bool(self._arrivals()),
            "runs_out": any(map(_runs_out, program.steps)),
            "free": free,
            "between": free and bool(silent),
            "offered": any(isinstance(n, t.Offered) for n in nodes(program)),
        }
        made += self._runtime(flags)
        return made

    def _table(self, name: str, pairs: list[tuple[str, str]]) -> list[str]:
        items: tuple[Doc, ...] = tuple(f"{self.w.steps[a]}: {b}" for a, b in pairs)
        return lines(Group("{", items, "}"), head=f"{name} = ")

    def _runtime(self, flags: dict[str, bool]) -> list[str]:
        """The loop of play and the functions for others, from their own file; lines marked for what a game lacks go."""
        made: list[str] = []
        parts = {
            "first_position": self.states.first,
            "carry_out": self.moves.carry_out,
            "explain": self.moves.explain,
            "describe": self.moves.describe,
            "observation": self.states.observation,
            "data": self.states.data,
            "show": self.states.show,
        }
        for line in RUNTIME.read_text(encoding="utf-8").partition("# ---- begin\n")[2].splitlines():
            text, _, mark = line.partition("  #: ")
            if mark and mark in parts:
                made += parts[mark]()
                continue
            if mark and not all(flags[m.removeprefix("not ")] != m.startswith("not ") for m in mark.split(" and ")):
                continue
            made.append(text.replace("END_OF_PLAY", self.w.steps.get("end_of_play", "")))
        while made and not made[-1]:
            made.pop()
        return made


RESULT = [
    "", "", "@dataclass(frozen=True, slots=True)", "class Result:",
    '    """How the game ended: by which ending, and what each player gets."""', "",
    "    ending: str", "    returns: tuple[int, ...]",
]  # fmt: skip


def _unpacked(names: tuple[Doc, ...]) -> Doc:
    """Names that something is unpacked into."""
    if len(names) == 1 or len(flat(Group("", names, ""))) > 80:
        return Group("(", names, ",)" if len(names) == 1 else ")", trailing=len(names) > 1)
    return Group("", names, "")


def _runs_out(step: p.StepDef) -> bool:
    """Is this the end of the course of play, at which nothing follows?"""
    return (
        isinstance(step.act, p.RunStep)
        and isinstance(step.act.function.body[-1], p.Answer)
        and isinstance(step.act.function.body[-1].value, t.Fails)
    )


def _evenly(rows: list[str]) -> str:
    """Lines with no more than two empty ones together."""
    made: list[str] = []
    for row in rows:
        if row or made[-2:] != ["", ""]:
            made.append(row.rstrip())
    return "\n".join(made)


def _numbers(values: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, values))}{',' if len(values) == 1 else ''})"


def _filled(head: str, items: tuple[Doc, ...], tail: str, width: int = 96) -> list[str]:
    """Short items, as many a line as fit."""
    made, line = [head] if head else [], "   "
    for item in items:
        if len(line) + len(str(item)) + 2 > width:
            made.append(line)
            line = "   "
        line += f" {item},"
    made.append(line)
    return [*(row if head else row.strip() for row in made), *([tail] if tail else [])]
