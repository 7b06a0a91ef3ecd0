"""The words of a game in C: names of cards, zones, fields, moves, steps and clauses, and moves written and read.

Leaves how a text is read and written bit by bit to `c/text.c`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.c.export.context import Exported, c_word, member_names
from engine.c.export.header import kind_name
from engine.interpreter.moves import PASS
from engine.interpreter.observe import owner
from engine.logs.words import Words
from engine.targets.escape import c_string
from spec.ir import nodes as ir

FIXED_KINDS = 3
SEEN = {"everybody": "BY_ALL", "owner": "BY_OWNER", "top": "TOP", "count": "COUNT", "nobody": "BY_NOBODY"}


def tables(m: Exported, name: str) -> Iterable[str]:
    """The tables of names."""
    layout, game, told = m.layout, m.game, Words(m.game, m.layout)
    kinds = [a.source.label for a in game.actions]
    kinds += [] if PASS.action in kinds else [PASS.action]
    strings = "const char *const"
    yield _list(f"{strings} {name}_card_names[]", map(c_string, told.cards))
    yield _list(f"const {name}_zone_about {name}_zones[]", _zones(m, name, told), apart=True)
    yield _list(f"{strings} {name}_field_names[]", (c_string(told.field(i)) for i in range(len(layout.slots))))
    yield _list(f"{strings} {name}_move_names[]", map(c_string, kinds))
    yield _list(f"{strings} {name}_step_names[]", (c_string(s.source.label) for s in game.steps))
    yield _list(f"{strings} {name}_ending_names[]", [c_string(e.source.label) for e in game.endings] or ['""'])
    clauses = [f"{{{c_string(s.label)}, {c_string('; '.join(s.cites))}}}" for s in m.sources]
    yield _list(f"const {name}_clause_about {name}_clauses[]", clauses or ['{"", ""}'], apart=True)
    domains = list(layout.domains)
    for domain in domains:
        values = layout.domains[domain].values
        full = [c_string(told.symbol(domain, v)) for v in range(len(values))] or ['""']
        yield _list(f"static {strings} words_{c_word(domain)}[]", full)
        bare = [c_string(v) for v in values] or ['""']
        if bare != full:
            yield _list(f"static {strings} bare_{c_word(domain)}[]", bare)
    yield _list("static const kind_about kinds[]", _kinds(m, told, domains), apart=True)
    types = [layout.fields[slot.name].decl.type for slot in layout.slots]
    yield _list("static const u8 field_kinds[]", (str(_kind(m, kind)) for kind in types))


def _list(head: str, values: Iterable[str], *, apart: bool = False) -> str:
    if apart:
        return f"{head} = {{\n" + "".join(f"  {value},\n" for value in values) + "};"
    lines, line = [], " "
    for value in values:
        if len(line) + len(value) > 108:
            lines.append(line)
            line = " "
        line += f" {value},"
    return "\n".join([f"{head} = {{", *lines, line, "};"])


def _zones(m: Exported, name: str, told: Words) -> Iterable[str]:
    for i, cell in enumerate(m.layout.cells):
        slots = m.layout.zones[cell.name]
        whose, ordered = owner(slots, cell.index), m.layout.ordered[i]
        seen = f"{name.upper()}_SEEN_{SEEN[slots.decl.seen]}"
        held = "true" if ordered else "false"
        yield f"{{{c_string(told.zone(i))}, {held}, {seen}, {-1 if whose is None else whose}, {m.cell_numbers[i]}}}"


def _kinds(m: Exported, told: Words, domains: list[str]) -> Iterable[str]:
    for _ in range(FIXED_KINDS):
        yield "{0, NULL, NULL}"
    for domain in domains:
        values, word = m.layout.domains[domain].values, c_word(domain)
        same = [told.symbol(domain, v) for v in range(len(values))] == list(values)
        yield f"{{{len(values)}, words_{word}, {'words' if same else 'bare'}_{word}}}"


def _kind(m: Exported, kind: ir.Type) -> int:
    match kind:
        case ir.Symbol(domain):
            return FIXED_KINDS + list(m.layout.domains).index(domain)
        case ir.Card():
            return 2
        case ir.Int():
            return 1
        case _:
            return 0


def words(m: Exported, name: str) -> Iterable[str]:
    """The functions that write and read the arguments of moves."""
    puts = reads = ""
    for action in m.game.actions:
        kind = kind_name(name, action.source.label)
        if not action.params:
            continue
        at = f"move->with.{c_word(action.source.label)}"
        pairs = list(zip(action.params, member_names(action), strict=True))
        written = '      put(w, ", ");\n'.join(f"      {_put(m, param, f'{at}.{label}')};\n" for param, label in pairs)
        puts += f'    case {kind}:\n      put(w, "(");\n{written}      put(w, ")");\n      break;\n'
        read = " && ".join(_read(m, param, f"{at}.{label}") for param, label in pairs)
        reads += f"    case {kind}: return {read};\n"
    yield (
        f"static void put_arguments(writer *w, const {name}_move *move) {{\n"
        f"  (void)w;\n  switch (move->kind) {{\n{puts}    default: break;\n  }}\n}}"
    )
    yield (
        f"static int read_arguments(reader *r, {name}_move *move) {{\n  num value = 0;\n  (void)value;\n"
        f"  (void)r;\n  switch (move->kind) {{\n{reads}    default: return 1;\n  }}\n}}"
    )


def _held(m: Exported, param: ir.Param) -> str:
    if isinstance(param.choice, ir.ChooseCards):
        return "pile" if m.index.shapes[param.choice.shape].ordered else "set"
    return "value"


def _put(m: Exported, param: ir.Param, at: str) -> str:
    held = _held(m, param)
    return f"put_value(w, {_kind(m, param.type)}, {at})" if held == "value" else f"put_{held}(w, {at})"


def _read(m: Exported, param: ir.Param, at: str) -> str:
    match _held(m, param):
        case "pile":
            return f"read_pile(r, {at}, (int)sizeof {at} - 1)"
        case "set":
            return f"read_set(r, &{at})"
        case _:
            return f"read_value(r, {_kind(m, param.type)}, &value) && ({at} = value, 1)"
