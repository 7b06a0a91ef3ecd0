"""The choices of a shape from some cards as loops of C: what a move may take, and what a condition searches.

Leaves what is done with each choice to `engine.c.rules.moves` and `engine.c.rules.folds`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.c import tree as c
from engine.c.rules.engine import FALSE, TRUE, Engine, G, Writer
from engine.core.plans.choice_starts import followers
from engine.core.shapes import mixed_of
from spec.ir import nodes as ir

Deeper = Callable[[c.Expr], c.Body]
"""What is done with a value."""


def each_choice(w: Writer, among: c.Expr, shape: ir.Shape, deeper: Deeper, pile: c.Expr | None = None) -> None:
    """Goes through the choices of a shape from a set of cards, in order; those of an ordered shape lie on `pile`.

    What is done with a choice may break off at the outermost loop, or return."""
    if shape.parts:
        w.stops()
        _sorted(w, (c.Do(c.Call("bag_mix", (G, w.m.mix_of(shape), among))),), deeper)
        return
    about, in_order = pattern(w.m, shape)
    name = c.Name(w.fresh("chosen"))
    w.add(c.Declare(c.Named("choice"), name.name, None))
    begin = start(w, name, about, among, shape)
    if shape.ordered or shape.line != "none":
        laid = pile if shape.ordered and pile is not None else c.Name("NULL")
        next_one = c.Call("next_in_line", (G, c.Unary("&", name), about, laid))
    else:
        next_one = c.Call("next_choice", (G, c.Unary("&", name), about))
    w.stops()
    if shape.ordered:
        assert pile is not None
        w.add(begin, c.For(None, next_one, None, deeper(pile)))
        return
    if in_order:
        w.add(begin, c.For(None, next_one, None, deeper(c.Member(name, "cards"))))
        return
    gather = c.For(None, next_one, None, (c.Do(c.Call("bag_add", (G, c.Member(name, "cards")))),))
    _sorted(w, (begin, gather), deeper)


def _sorted(w: Writer, gather: c.Body, deeper: Deeper) -> None:
    """Goes through what was put into the bag, in order and each once."""
    w.m.passes = True
    bag, i = c.Name(w.fresh("pass")), c.Name(w.fresh("i"))
    size = c.Through(G, "bag_size")
    w.add(c.Declare(c.Named("bag_pass"), bag.name, c.Call("bag_open", (G,))))
    ends = c.Assign(size, c.Member(bag, "base"))
    use = deeper(c.At(c.Through(G, "bag"), i))
    use = c.changed(use, lambda one: (ends, one) if isinstance(one, c.Return) else (one,))
    use = _breaking(use, c.Assign(c.Member(bag, "more"), FALSE))
    each = c.For(
        c.Declare(c.Named("size_t"), i.name, c.Member(bag, "base")),
        c.Binary("<", i, c.Member(bag, "end")), c.Step(i), use,
    )  # fmt: skip
    begun = c.Do(c.Call("bag_begin", (G, c.Unary("&", bag))))
    ended = c.Do(c.Call("bag_end", (G, c.Unary("&", bag))))
    w.add(c.Until((begun, *gather, ended, each), c.Member(bag, "more")), ends)


def start(w: Writer, name: c.Name, about: c.Expr, among: c.Expr, shape: ir.Shape) -> c.Statement:
    """Before the first choice."""
    found = w.m.shape(shape.source.label)
    in_line = shape.line != "none"
    known = None
    if w.m.starts and not w.m.several:
        known = followers(found.follow if in_line else found.groups, found.least, later=not (in_line or shape.ordered))
    if known is None:
        return c.Do(c.Call("begin_choice", (c.Unary("&", name), about, among)))
    left = w.declare("among", c.CARDS, among)
    starts: c.Expr = left
    for _ in range(known.many):
        some: c.Expr | None = None
        for step, cards in known.steps:
            moved = c.Binary(">>" if step > 0 else "<<", starts, c.Int(abs(step)))
            of_step = c.Binary("&", moved, w.m.cards(cards))
            some = of_step if some is None else c.Binary("|", some, of_step)
        assert some is not None
        starts = w.declare("starts", c.CARDS, c.Binary("&", left, some))
    return c.Do(c.Call("begin_choice_from", (c.Unary("&", name), about, left, starts)))


def _breaking(body: c.Body, first: c.Statement) -> c.Body:
    """Statements that do one thing more before they break off the loop that they stand in."""
    found: list[c.Statement] = []
    for one in body:
        match one:
            case c.If(cond, then, other):
                found.append(c.If(cond, _breaking(then, first), _breaking(other, first)))
            case c.Block(inner):
                found.append(c.Block(_breaking(inner, first)))
            case c.Break():
                found += (first, one)
            case _:
                found.append(one)
    return tuple(found)


def pattern(m: Engine, shape: ir.Shape) -> tuple[c.Expr, bool]:
    """A shape as a pattern of the run-time; are its choices found in the order of their cards?"""
    label, found = shape.source.label, m.shape(shape.source.label)
    in_line = shape.line != "none"
    line = next(one.line for one in m.program.shapes if one.shape.source.label == label)
    sets = found.follow if in_line else found.groups
    table = m.set_table(("next", sets), f"{'next' if in_line else 'with'} in {label}", sets)
    later, wild = found.later, sum(1 << card for card in found.wild)
    values = (
        c.Int(found.least), c.Int(max(found.longest, 0)), TRUE if shape.ordered else FALSE,
        {"none": FALSE, "run": FALSE, "steps": TRUE, "parts": FALSE}[shape.line], table,
        m.line(line) if in_line and not found.plain else c.Name("NULL"),
        m.set_table(("later", later), f"later in {label}", later) if wild else c.Name("NULL"),
        *(c.Int(min(number, len(found.places))) for number in (mixed_of(shape) if wild else (0, 0))),
        m.fixed_set(wild),
    )  # fmt: skip
    return m.record(("pattern", label), f"pattern {label}", "pattern", values), not in_line or (
        shape.line == "run" and found.rising)  # fmt: skip
