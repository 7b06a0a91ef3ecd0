"""Looks at the vocabulary of a rule file: names that nothing uses, and two names for one thing.

Leaves what the front end warns of by itself (a definition that is never used) to `spec`, and passes it on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import combinations

from engine.interpreter.faults import Fault
from spec.ir import nodes as ir
from spec.ir.index import MOVER
from spec.ir.references import fields_read, referred
from spec.ir.types import certain, is_card, is_number, is_truth, name_of, of_cards
from spec.text.source import Span
from verify.ambiguity.report.finding import Finding, Standing
from verify.ambiguity.run.context import Context
from verify.run.budget import now

DIAGNOSTIC = "(diagnostic)"
"""The owner of the place of a diagnostic."""
UNUSED = ("W0209", "W0509", "W0608")
SAMPLES = 300
PLAYS = 12
"""So many plays are looked at for definitions that agree in all that was seen."""


def unused(context: Context, games: tuple[ir.Game, ...]) -> Iterator[Finding]:
    """Names that the front end finds unused, and zones and fields that no reading of the file looks at.

    A field that some players see and others do not is there for their eyes, whether or not a rule looks at it.
    """
    for diagnostic in context.diagnostics:
        if diagnostic.code in UNUSED:
            name = named(diagnostic.message)
            source = ir.Source(name, (), diagnostic.span, DIAGNOSTIC)
            yield Finding("unused", name, diagnostic.message, "found", "proved", (source,), "the whole file")
    used = {name for game in games for name in _used(game)}
    told_to_some = {f.source.label for f in context.game.fields if f.seen in ("owner", "others")}
    used |= told_to_some
    for source in (*(z.source for z in context.game.zones), *(f.source for f in context.game.fields)):
        label = source.label
        if label not in used and label != MOVER and source.span != Span(0, 0):
            told = f"nothing in the rules looks at {label}"
            yield Finding("unused", label, told, "found", "proved", (source,), "the whole file")


def named(message: str) -> str:
    """The first name in a message."""
    return message.split("`")[1] if "`" in message else message


def _used(game: ir.Game) -> Iterator[str]:
    """The zones that are named anywhere, and the fields that are read."""
    yield from fields_read(game)
    yield from (name for kind, name in referred(game) if kind == "zone")


# ---------------------------------------------------------------- two names for one thing


def same_definitions(context: Context, until: float, cut: list[str]) -> Iterator[Finding]:
    """Definitions and shapes that come to the same: by their form, or in all positions that were seen.

    Where there were fewer plays than that takes it is told in `cut`.
    """
    for one, two in combinations(context.game.shapes, 2):
        if _bare(one) == _bare(two):
            yield _same(one.source, two.source, "proved", "their form")
    for a, b in combinations(context.game.defines, 2):
        if tuple(p.type for p in a.params) != tuple(p.type for p in b.params) or a.type != b.type:
            continue
        if _form(a) == _form(b):
            yield _same(a.source, b.source, "proved", "their form")
        elif not _comparable(a, b):
            continue
        elif len(context.plays(PLAYS, until)) < PLAYS or now() > until:
            cut[:] = [f"time was up before all definitions were compared in {PLAYS} plays"]
        elif _alike(context, a, b):
            yield _same(a.source, b.source, "tested", f"{SAMPLES} values at positions of random games")


def _same(one: ir.Source, two: ir.Source, standing: Standing, scope: str) -> Finding:
    told = f"{one.label} and {two.label} come to the same"
    return Finding("same-definition", f"{one.label} and {two.label}", told, "found", standing, (one, two), scope)


def _bare(shape: ir.Shape) -> tuple[object, ...]:
    return tuple(getattr(shape, f.name) for f in fields(shape) if f.name != "source")


def _form(define: ir.Define) -> str:
    """The body with parameters by their number and bound names by their order, as text."""
    return _told(define.body, {p.name: f"#{i}" for i, p in enumerate(define.params)}, [0])


def _told(node: object, names: Mapping[str, str], count: list[int]) -> str:
    if (name := name_of(node)) is not None:
        return names.get(name, name)
    match node:
        case tuple():
            return "(" + ",".join(_told(n, names, count) for n in node) + ")"
        case _ if is_dataclass(node):
            inner = dict(names)
            var = getattr(node, "var", None)
            if isinstance(var, str):
                count[0] += 1
                inner[var] = f"@{count[0]}"
            told = (
                _told(getattr(node, f.name), inner, count)
                for f in fields(node)
                if f.name not in ("var", "source", "span")
            )
            return f"{type(node).__name__}[{','.join(told)}]"
        case _:
            return repr(node)


def _alike(context: Context, a: ir.Define, b: ir.Define) -> bool:
    """Do two yes-or-no definitions agree in all that was seen, yes and no both among it?"""
    interpreter, seen, count = context.interpreter, set[object](), 0
    for play in context.plays(PLAYS, context.until):
        for beat in play.beats[::3]:
            for args in _arguments(context, a.params):
                values = [interpreter.evaluate(ir.Apply(d.source.label, args), beat.turn.position) for d in (a, b)]
                if any(isinstance(v, Fault) for v in values):
                    continue
                if values[0] != values[1]:
                    return False
                seen.add(values[0])
                count += 1
    return len(seen) > 1 and count >= SAMPLES


def _comparable(a: ir.Define, b: ir.Define) -> bool:
    return is_truth(a.type) and len(a.params) <= 2 and not _refers(a, b) and not _refers(b, a)


def _refers(a: ir.Define, b: ir.Define) -> bool:
    return ("define", b.source.label) in referred(a.body)


def _arguments(context: Context, params: tuple[ir.Var, ...]) -> Iterator[tuple[ir.Expr, ...]]:
    """Some arguments of each type: every value of a domain, every fifth card; none for cards and numbers."""
    if not params:
        yield ()
        return
    first, rest = params[0], params[1:]
    if of_cards(first.type) or is_number(first.type) or is_truth(first.type):
        return
    values = context.interpreter.layout.values(certain(first.type))[:: 5 if is_card(first.type) else 1]
    for value in values:
        for others in _arguments(context, rest):
            yield (ir.Lit(value, first.type), *others)
