"""The source of an exported C engine: the run-time, the game's functions and its words, without what it does not use.

Leaves the header to `engine.c.export.header` and what each clause becomes to `engine.c.generate`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources

from engine.c.export import steps
from engine.c.export.context import Exported, c_word, cited, member_names, without_hints
from engine.c.export.header import filled, header, kind_name, struct_name, template
from engine.c.export.words import tables, words
from engine.c.generate import course
from engine.c.generate.context import Unsupported as NoC
from engine.core.lower.expressions import Unsupported
from spec.ir import nodes as ir

ROOM = """/* Choices of cards that have to be put in order are found in passes of so many, on the stack. */
#ifndef GAME_MOST_CHOICES
#define GAME_MOST_CHOICES 4096
#endif
"""
PASS = """/* The choices of cards of one pass: after `after` in a later pass, before `limit` where there are more. */
typedef struct {
  size_t base, end;
  set_t after, limit;
  int again, more;
} bag_pass;

"""
WIDE = "C11, but for sets of cards: a deck of more than 64 asks for numbers of 128 bits, as gcc and clang have them."
BAG = "  bag_pass *bag_pass;\n  set_t bag[GAME_MOST_CHOICES];\n"


@dataclass(frozen=True, slots=True)
class Engine:
    """The texts of an engine."""

    header: str
    source: str


@dataclass(frozen=True, slots=True)
class Part:
    """A function or table: its name, what stands for it before it is defined, its text."""

    name: str
    prototype: str
    text: str


def engine_of(game: ir.Game, name: str, about: str) -> Engine:
    """The engine of a game; `about` is a comment's lines. Raises Unsupported."""
    try:
        m = Exported(game)
        course.ground(m)
        _own(m, name)
        text = _source(m, name, about)
    except NoC as error:
        raise Unsupported(str(error)) from error
    return Engine(header(m, name, about), text)


# ------------------------------------------------------------ the game's functions


def _own(m: Exported, name: str) -> None:
    """Names for what the generator numbers, and functions that exported engines have in their own way."""
    for i, action in enumerate(m.game.actions):
        _action(m, i, action, name)
    for i, step in enumerate(m.game.steps):
        m.call(f"act_{i}", f"at {step.source.label or 'step'}", cited(step.source))
    for i, ending in enumerate(m.game.endings):
        m.call(f"returns_{i}", f"returns of {ending.source.label}", cited(ending.source))
    for label in dict.fromkeys(label for e in m.game.endings for label in e.at):
        m.call(course.reader(m, label), f"endings at {label}")
    m.call("read_free", "endings at any time", "The endings that are read at every step and move.")
    m.call("go", "go", "Goes on from a step.")
    steps.add(m)


def _action(m: Exported, i: int, action: ir.Action, name: str) -> None:
    label = action.source.label
    m.names[f"args_{i}"] = struct_name(name, action) if action.params else "no_arguments"
    at = m.source(action.source)
    m.call(
        f"judge_{i}", f"judge {label}", f"Which clauses decide about this move, and is it legal? {cited(action.source)}"
    )
    m.call(f"do_{i}", f"do {label}", cited(action.source))
    m.call(f"offer_{i}", f"offer {label}", f"Every legal {label}, in order.")
    m.call(f"can_{i}", f"can {label}", f"Has the mover a legal {label}?")
    for k, param in enumerate(action.params):
        m.call(f"level_{i}_{k}", f"choose {label} {param.name}", "")
        m.call(f"grow_{i}_{k}", f"grow {label} {param.name}", "")
    m.call(f"level_{i}_{len(action.params)}", f"consider {label}", "")
    m.functions.append(
        (
            f"void offer_{i}(G *g)",
            f"args_{i} a = {{0}}; if (g->found) return; g->at = {at}; g->asking = 1; g->epoch++; level_{i}_0(g, &a);",
        )
    )
    m.functions.append((
        f"int can_{i}(G *g)",
        f"args_{i} a = {{0}}; int at = g->at, asking = g->asking, can; g->at = {at}; g->asking = 0; g->epoch++;"
        f"can = level_{i}_0(g, &a); g->at = at; g->asking = asking; return can;",
    ))  # fmt: skip
    leaf = next(k for k, (head, _) in enumerate(m.functions) if f" level_{i}_{len(action.params)}(" in head)
    m.functions[leaf] = (m.functions[leaf][0], _leaf(m, i, action, name))


def _leaf(m: Exported, i: int, action: ir.Action, name: str) -> str:
    kind, union = kind_name(name, action.source.label), c_word(action.source.label)
    same = " && ".join([f"g->wanted->kind == {kind}", *_same(m, action, f"g->wanted->with.{union}")])
    put = f"g->moves[g->offered].with.{union} = *a;" if action.params else ""
    used = "" if action.params else "(void)a;"
    return f"""u64 deciding = 0; {used}
  if (!judge_{i}(g, a, &deciding)) return 0;
  if (!g->asking) return 1;
  if (g->wanted && {same}) g->found = 1;
  if (g->offered < g->room) {{
    memset(&g->moves[g->offered], 0, sizeof *g->moves);
    g->moves[g->offered].kind = {kind}; {put}
  }}
  g->offered++;
  return g->found;"""


def _same(m: Exported, action: ir.Action, other: str) -> Iterable[str]:
    for label, param in zip(member_names(action), action.params, strict=True):
        choice = param.choice
        if isinstance(choice, ir.ChooseCards) and m.index.shapes[choice.shape].ordered:
            yield f"same_pile({other}.{label}, a->{label})"
        else:
            yield f"{other}.{label} == a->{label}"


# ------------------------------------------------------------ the whole


def _source(m: Exported, name: str, about: str) -> str:
    renamed = _renaming(m.names)
    game_parts = [Part(*parts) for parts in m.source_text(renamed)]
    data = [_table(renamed(text.replace("UNUSED ", ""))) for text in m.tables]
    labels = ", ".join(str(steps.place(m, s.source)) for s in m.game.steps)
    rows = ", ".join(f"{{{s.next}, {s.again}, {s.end_turn}, {s.leave}}}" for s in m.game.steps)
    data.append(_table(f"static const int16_t step_clauses[] = {{{labels}}};"))
    data.append(_table(f"static const int16_t targets[][4] = {{{rows}}};"))
    data += [_table(text) for text in tables(m, name)]
    run = [_part(chunk) for chunk in filled("\n".join(map(template, ("run.c", "text.c"))), name, {}).split("\n\n")]
    own = {part.name for part in run}
    run = [*(part for part in _shared() if part.name not in own), *run]
    game_parts += [_part(text) for text in words(m, name)]
    parts = _used([*data, *run, *game_parts])
    shown = {
        group: [p for p in parts if p.name in {one.name for one in members}]
        for group, members in (("data", data), ("run", run), ("game", game_parts))
    }
    prototypes = "\n".join(p.prototype for p in parts if p.prototype)
    bag = any(p.name == "bag_add" for p in parts)
    sizes = {
        "ABOUT": about,
        "STANDARD": WIDE if len(m.layout.deck) > 64 else "Plain C11.",
        "MEMOS": str(max(m.memos, 1)),
        "MOVER": str(m.layout.mover),
        "BAG": BAG.replace("GAME", name.upper()) if bag else "",
        "ROOM": ROOM.replace("GAME", name.upper()) if bag else "",
        "PASS": PASS if bag else "",
        "CARDS": str(len(m.layout.deck)),
        "PLACES": _places(m),
        "DATA": "\n".join(p.text for p in shown["data"]),
        "PROTOTYPES": prototypes,
        "RUN": "\n\n".join(p.text.strip("\n") for p in shown["run"]),
        "RULES": "\n\n".join(p.text.strip("\n") for p in shown["game"]),
    }
    return filled(template("source.c"), name, sizes)


def _places(m: Exported) -> str:
    named = (f"{name} = {at}" for names in m.places.values() for at, name in names.items())
    return "enum {\n" + "".join(f"  {one},\n" for one in named) + "};"


def _renaming(names: Mapping[str, str]) -> Callable[[str], str]:
    pattern = re.compile(r"\b(" + "|".join(sorted(names, key=len, reverse=True)) + r")\b")
    return lambda text: pattern.sub(lambda found: names[found[1]], text)


def _table(text: str) -> Part:
    found = re.search(r"(\w+)(\[\w*\])+ = ", text)
    return Part(found[1] if found else "", "", text)


def _part(text: str) -> Part:
    head = re.search(r"^(?!/\*|   )(.*?)\b(\w+)\((.*)\) \{", text, re.MULTILINE)
    if head is None or text.lstrip().startswith(("typedef", "/* A text", "/* A part")):
        found = re.search(r"^\} (\w+);", text, re.MULTILINE)
        return Part(found[1] if found else "", "", text)
    prototype = f"{head[0][:-2]};" if head[0].startswith("static") else ""
    return Part(head[2], prototype, text)


def _shared() -> Iterable[Part]:
    """Functions that generated C rests on in fast simulation, too."""
    whole = resources.files("engine.c.runtime").joinpath("prelude.h").read_text(encoding="utf-8")
    sections = re.split(r"^/\* ---- (.*?) \*/$", whole, flags=re.M)
    text = "".join(sections[i + 1] for i in range(1, len(sections), 2) if sections[i] in ("numbers", "cards"))
    found = re.finditer(
        r"((?:^/\* (?:(?!\*/).)*\*/\n)?)^static (?:inline )?UNUSED ([^\n]*\}|.*?^\})$", text, re.M | re.S
    )
    for function in found:
        yield _part(without_hints(f"{function[1]}static {function[2]}"))


def _used(parts: list[Part]) -> list[Part]:
    """Those parts that the engine's public functions use, directly or not."""
    by_name: dict[str, list[Part]] = {}
    for part in parts:
        by_name.setdefault(part.name, []).append(part)
    waiting = [part.name for part in parts if not part.prototype and not part.text.startswith(("static", "typedef"))]
    found: set[str] = set()
    while waiting:
        at = waiting.pop()
        if at in found:
            continue
        found.add(at)
        for part in by_name[at]:
            code = re.sub(r'/\*.*?\*/|"(?:[^"\\]|\\.)*"', "", part.text, flags=re.DOTALL)
            waiting += [word for word in set(re.findall(r"\w+", code)) if word in by_name]
    return [part for part in parts if part.name in found]
