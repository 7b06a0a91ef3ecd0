"""The state of an exported Python engine: its class, what a player sees of it, and it as plain data.

Leaves expressions to `engine.python.expressions`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import program as p
from engine.core import terms as t
from engine.core.layout import FieldSlots
from engine.python.expressions import Writer, quoted
from engine.targets.line_breaking import Doc, Group, flat, lines
from spec.ir.index import PLAYER
from spec.ir.sight import all_see
from spec.ir.types import domain_of, is_card, is_truth, may_lack

DEEP = ("cards", "row", "rows", "all_rows")


class StateWriter:
    """Writes what depends on which zones and fields there are."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.program = writer.program

    # ------------------------------------------------------------ the class

    def state(self) -> list[str]:
        """The class of positions."""
        made = [
            "", "", "@dataclass(slots=True)", "class State:",
            '    """A position: cards by zone (piles bottom first, sets in deck order), fields, and the step."""', "",
        ]  # fmt: skip
        for zone in self.program.zones:
            depth = len(zone.decl.index)
            made.append(f"    {zone.name}: {'list[' * depth}list[Card]{']' * depth}")
        for field in self.program.fields:
            depth = len(field.slots.sizes)
            made.append(f"    {field.name}: {'list[' * depth}{self.w.type(field.kind)}{']' * depth}")
        made += [
            "    step: Step",
            "    luck: Luck = field(compare=False, repr=False)",
            "    result: Result | None = None",
            "    moves: tuple[Move, ...] = field(default=(), compare=False, repr=False)",
            '    """The legal moves here."""',
            "",
            "    def copy(self) -> State:",
            '        """The same position, to be changed by itself."""',
        ]
        copies: list[Doc] = [self._copied(z.name, len(z.decl.index) + 1) for z in self.program.zones]
        copies += [self._copied(f.name, len(f.slots.sizes)) for f in self.program.fields]
        copies += ["self.step", "self.luck.copy()", "self.result", "self.moves"]
        return made + lines(self.w.call("State", copies), "        ", head="return ")

    def _copied(self, name: str, depth: int) -> str:
        made = f"self.{name}" if depth == 0 else f"self.{name}[:]"
        if depth <= 1:
            return made
        inner = f"{DEEP[0]}[:]"
        for level in range(depth - 2):
            inner = f"[{inner} for {DEEP[level]} in {DEEP[level + 1]}]"
        return f"[{inner} for {DEEP[depth - 2]} in self.{name}]"

    # ------------------------------------------------------------ the first position

    def first(self) -> list[str]:
        """The function that gives the position before the first step."""
        made = [
            "",
            "",
            "def first_position(luck: Luck) -> State:",
            '    """All cards where they are at first, in deck order."""',
        ]
        program = self.program
        later = [f for f in program.fields if _reads_state(f.start)]
        args: list[Doc] = []
        for zone in program.zones:
            value = f"list(range({len(program.cards)}))" if zone.name == program.full else "[]"
            args.append(f"{zone.name}={self._filled(value, zone.decl.index, fresh=True)}")
        for field in program.fields:
            value = self.w.text(field.start) if field not in later else self._least(field)
            args.append(f"{field.name}={self._filled(value, field.slots.decl.index, fresh=False)}")
        args += [f"step={self.w.steps[program.steps[0].name]}", "luck=luck"]
        head = "return " if not later else "state = "
        made += lines(self.w.call("State", args), "    ", head=head)
        for field in later:
            value = self._filled(self.w.text(field.start), field.slots.decl.index, fresh=False)
            made += [f"    state.{field.name} = {value}"]
        return made + (["    return state"] if later else [])

    def _least(self, field: p.FieldDef) -> str:
        if domain := domain_of(field.kind):
            return self.w.word(domain, 0)
        return "False" if is_truth(field.kind) else str(field.slots.low)

    def _filled(self, value: str, index: tuple[str, ...], fresh: bool) -> str:
        if not index:
            return value
        if len(index) == 1 and not fresh:
            return f"[{value}] * {self.w.many(index[0])}"
        made = value
        for domain in reversed(index):
            made = f"[{made} for _ in {self.w.each_of(domain)}]"
        return made

    # ------------------------------------------------------------ what a player sees

    def observation(self) -> list[str]:
        """The function that answers what a player sees."""
        items: list[Doc] = [(f"{quoted(z.decl.source.label)}: ", self._seen(z)) for z in self.program.zones]
        items += [(f"{quoted(f.label)}: ", self._seen_field(f)) for f in self.program.fields]
        step, result = (quoted(word) for word in self._beside("step", "result"))
        items += [
            f"{step}: state.step.value",
            f"{result}: state.result and [state.result.ending, *state.result.returns]",
        ]
        used = any("player" in part for part in map(flat, items))
        made = [
            "", "", f"def observation(state: State, {'player' if used else '_player'}: int) -> dict[str, Any]:",
            '    """What a player, by the seat from 0, sees of each zone: cards, or a top card, or a count."""',
        ]  # fmt: skip
        return made + lines(Group("{", tuple(items), "}"), "    ", head="return ")

    def show(self) -> list[str]:
        """The function that prints what a player sees, for people."""
        parts = [(z.decl.source.label, z.decl.index) for z in self.program.zones]
        parts += [(f.label, f.slots.decl.index) for f in self.program.fields]
        kinds = {f.label: domain_of(f.kind) for f in self.program.fields if domain_of(f.kind)}
        used = {d for _, index in parts for d in index} | {d for d in kinds.values() if self.w.domains[d].plain}
        names: list[Doc] = [(f"{quoted(d)}: ", _strings(_words(self.w.domains[d]))) for d in sorted(used)]
        places: list[Doc] = [(f"{quoted(label)}: ", _strings(index)) for label, index in parts if index]
        numbers: list[Doc] = [f"{quoted(label)}: {quoted(d)}" for label, d in kinds.items() if d in used]
        made = ["", ""]
        for head, items in (
            ("SYMBOLS: dict[str, Sequence[str]] = ", names),
            ("PLACES: dict[str, Sequence[str]] = ", places),
            ("SYMBOL_OF: dict[str, str] = ", numbers),
        ):
            made += lines(Group("{", tuple(items), "}"), head=head)
        spread, in_words = self.w.use("spread"), self.w.use("in_words")
        return [
            *made,
            "",
            "",
            "def show(state: State, player: int) -> None:",
            '    """Prints what a player sees."""',
            "    for name, seen in observation(state, player).items():",
            f"        for place, there in {spread}(name, seen, [SYMBOLS[kind] for kind in PLACES.get(name, ())]):",
            f'            said = {in_words}(there, SYMBOLS.get(SYMBOL_OF.get(name, ""), ()))',
            '            if said and not name.startswith("("):',
            '                print(f"  {place}: {said}")',
        ]

    def _beside(self, *words: str) -> Iterator[str]:
        """Words as keys beside the names of zones and fields; in brackets where one of these is called so."""
        taken = {z.decl.source.label for z in self.program.zones} | {f.label for f in self.program.fields}
        return (f"({word})" if word in taken else word for word in words)

    def _seen(self, zone: p.ZoneDef) -> Doc:
        decl = zone.decl
        loops = [(self._var(zone, i), domain) for i, domain in enumerate(decl.index)]
        seen = self._view(zone, "".join(f"[{var}]" for var, _ in loops))
        for var, domain in reversed(loops):
            seen = ("[", Group("", (seen, f"for {var} in {self.w.each_of(domain)}"), "", sep="", trailing=False), "]")
        return seen

    def _seen_field(self, field: p.FieldDef) -> Doc:
        """What a player sees of a field; {} stands for what is not seen."""
        decl = field.slots.decl
        if all_see(decl):
            return self._plain(field)
        loops = [(self._var(field.slots, i), domain) for i, domain in enumerate(decl.index)]
        value = self._word(field, f"state.{field.name}" + "".join(f"[{var}]" for var, _ in loops))
        for_some = {
            "nobody": "{}",
            "owner": f"{{}} if owner != player else {value}",
            "others": f"{{}} if owner == player else {value}",
        }
        seen: Doc = for_some[decl.seen]
        for var, domain in reversed(loops):
            seen = ("[", Group("", (seen, f"for {var} in {self.w.each_of(domain)}"), "", sep="", trailing=False), "]")
        return seen

    def _var(self, zone: p.ZoneDef | FieldSlots, i: int) -> str:
        first = PLAYER in zone.decl.index and zone.decl.index.index(PLAYER) == i
        return "owner" if first else ("place" if i == len(zone.decl.index) - 1 else f"place_{i}")

    def _view(self, zone: p.ZoneDef, at: str) -> Doc:
        cards = f"state.{zone.name}{at}"
        counted = f'{{"count": len({cards})}}'
        match zone.decl.seen:
            case "everybody":
                return f"{self.w.use('shown')}({cards})"
            case "owner" if PLAYER in zone.decl.index:
                return (f"{self.w.use('shown')}({cards}) if owner == player else {counted}",)
            case "others" if PLAYER in zone.decl.index:
                return (f"{counted} if owner == player else {self.w.use('shown')}({cards})",)
            case "owner" | "others" | "count":
                return counted
            case "top":
                if zone.decl.ordered:
                    return f"{self.w.use('top_shown')}({cards})"
                return f'{{"top": None, "count": len({cards})}}'
            case "nobody":
                return "{}"

    # ------------------------------------------------------------ plain data

    def _plain(self, field: p.FieldDef) -> Doc:
        if not self.w.enumeration(field.kind) and not is_card(field.kind):
            return f"state.{field.name}" + ("[:]" if len(field.slots.sizes) == 1 else "")
        word = self._word(field, "word")
        match len(field.slots.sizes):
            case 0:
                return self._word(field, f"state.{field.name}")
            case 1:
                return f"[{word} for word in state.{field.name}]"
            case _:
                return f"[[{word} for word in row] for row in state.{field.name}]"

    def _word(self, field: p.FieldDef, value: str) -> str:
        """One value of a field as plain data."""
        cards, symbol = is_card(field.kind), bool(self.w.enumeration(field.kind))
        if not symbol and not cards:
            return value
        optional = may_lack(field.kind)
        named = f"CARDS[{value}]" if cards else f"{value}.name"
        if optional and symbol and not self._first_is_zero(field):
            return f"{value} and {named}"
        return f"None if {value} is None else {named}" if optional else named

    def _first_is_zero(self, field: p.FieldDef) -> bool:
        return True

    def data(self) -> list[str]:
        """The functions that make plain data of a state, and a state of plain data."""
        zones: list[Doc] = [f"{quoted(z.name)}: {self._names(z)}" for z in self.program.zones]
        fields: list[Doc] = [(f"{quoted(f.name)}: ", self._plain(f)) for f in self.program.fields]
        rest: list[Doc] = [
            '"step": state.step.value',
            '"result": state.result and [state.result.ending, *state.result.returns]',
            '"luck": [state.luck.seed, [*state.luck.outcomes], state.luck.used]',
        ]
        made = [
            "",
            "",
            "def to_data(state: State) -> dict[str, Any]:",
            '    """A state as plain data, fit for JSON."""',
        ]
        made += lines(Group("{", tuple(zones + fields + rest), "}"), "    ", head="return ")
        made += ["", "", "def from_data(data: dict[str, Any]) -> State:", '    """The state that plain data tells."""']
        made += ['    seed, outcomes, used = data["luck"]']
        made += ["    laid_down = [outcome if isinstance(outcome, int) else tuple(outcome) for outcome in outcomes]"]
        args: list[Doc] = [f"{z.name}={self._cards(z)}" for z in self.program.zones]
        args += [f"{f.name}={self._read(f)}" for f in self.program.fields]
        args += ['step=Step(data["step"])', "luck=Luck(seed, laid_down, used)"]
        made += lines(self.w.call("State", args), "    ", head="state = ")
        made += [
            '    if data["result"]:',
            '        ending, *given = data["result"]',
            "        state.result = Result(ending, tuple(given))",
            "    elif state.step in CHOICES:",
            "        offer(state)",
            "    return state",
        ]
        return made

    def _names(self, zone: p.ZoneDef) -> str:
        return self._nested("[CARDS[card] for card in {}]", f"state.{zone.name}", len(zone.decl.index))

    def _cards(self, zone: p.ZoneDef) -> str:
        return self._nested("[CARDS.index(name) for name in {}]", f"data[{quoted(zone.name)}]", len(zone.decl.index))

    def _nested(self, form: str, whole: str, depth: int) -> str:
        if depth == 0:
            return form.format(whole)
        made = form.format(DEEP[0])
        for level in range(depth - 1):
            made = f"[{made} for {DEEP[level]} in {DEEP[level + 1]}]"
        return f"[{made} for {DEEP[depth - 1]} in {whole}]"

    def _read(self, field: p.FieldDef) -> str:
        source = f"data[{quoted(field.name)}]"
        depth = len(field.slots.sizes)
        if name := self.w.enumeration(field.kind):
            word = f"None if {{0}} is None else {name}[{{0}}]" if may_lack(field.kind) else f"{name}[{{}}]"
        elif is_card(field.kind):
            word = "None if {0} is None else CARDS.index({0})" if may_lack(field.kind) else "CARDS.index({})"
        else:
            return source
        if depth == 0:
            return word.format(source)
        made = f"[{word.format('word')} for word in {{}}]"
        return made.format(source) if depth == 1 else f"[{made.format('row')} for row in {source}]"


def _words(domain: p.DomainDef) -> tuple[str, ...]:
    """The symbols of a domain as people read them."""
    numbered = domain.label != "rank"
    return tuple(f"{domain.label} {word}" if numbered and word.isdecimal() else word for word in domain.words)


def _strings(texts: tuple[str, ...]) -> Doc:
    """A tuple of texts."""
    alone = len(texts) == 1
    return Group("(", tuple(map(quoted, texts)), ",)" if alone else ")", trailing=not alone)


def _reads_state(expr: t.Expr) -> bool:
    return "Field(" in repr(expr) or "Zone(" in repr(expr)
