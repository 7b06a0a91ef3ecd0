"""Choices of cards listed once for all actions that offer the same ones, in C.

Leaves growing them to `engine.c.generate.shapes` and judging them to `engine.c.playout.move_counting`.
"""

from __future__ import annotations

from dataclasses import replace

from engine.c.generate import expressions, shapes
from engine.c.generate.context import Bound, Context, Scope
from spec.ir import nodes as ir


def ordered(m: Context, param: ir.Param) -> bool:
    """Are the choices sequences?"""
    return param.shape is not None and m.index.shapes[param.shape].ordered


def listed(m: Context, i: int, param: ir.Param) -> tuple[int, Scope]:
    """The number of the list of a first parameter, made at its first use by action i, and its entries' name."""
    text = "l->piles + j * l->stride" if ordered(m, param) else "one"
    scope = {param.name: Bound(text if not ordered(m, param) else "one", certain=True)}
    choice = param.choice
    key: tuple[object, ...]
    match choice:
        case ir.ChooseCards(cards, shape):
            key = (cards, replace(m.index.shapes[shape], source=ir.Source("")))
        case ir.ChooseCard(cards, _):
            key = (cards,)
        case ir.ChooseFrom():
            raise AssertionError("a range is not listed")
    if key in m.lists:
        return m.lists[key], scope
    number = m.lists[key] = len(m.lists)
    with m.apart():
        if isinstance(choice, ir.ChooseCards):
            _shaped(m, i, number, choice.cards, choice.shape)
        else:
            _single(m, number, choice.cards)
    return number, scope


def entry(m: Context, param: ir.Param) -> str:
    """Statements that name the entry `j`."""
    if ordered(m, param):
        return "const u8 *one = l->piles + j * l->stride; (void)one;"
    kind, value = ("num", "(num)l->sets[j]") if isinstance(param.choice, ir.ChooseCard) else ("set_t", "l->sets[j]")
    return f"{kind} one = {value}; (void)one;"


def put(m: Context, param: ir.Param) -> str:
    """Statements that make the entry `j` the first argument."""
    if ordered(m, param):
        return "copy_pile(a.p0, l->piles + j * l->stride);"
    return "a.p0 = (num)l->sets[j];" if isinstance(param.choice, ir.ChooseCard) else "a.p0 = l->sets[j];"


def _single(m: Context, number: int, cards: ir.Expr) -> None:
    m.function(
        f"list_t *list_{number}(G *g)",
        f"""list_t *l = &g->lists[{number}];
  if (l->epoch == g->epoch) return l;
  l->epoch = g->epoch;
  l->n = 0;
  for (set_t x = {expressions.card_set(m, cards, {})}; x; x &= x - 1) {{
    if (RARE(l->n == l->room)) more_list(g, l, 0);
    l->sets[l->n++] = (set_t)low_of(x);
  }}
  return l;""",
    )


def _shaped(m: Context, i: int, number: int, cards: ir.Expr, shape: str) -> None:
    line = shapes.line_of(m, shape)
    size = max(line.longest, 0) + 1 if line.shape.ordered else 0
    stride = max(size, 16) if size else 0
    copy = "copy_short" if size >= 16 else "copy_pile"
    keep = f"{copy}(l->piles + l->n * {stride}, a->p0);" if stride else "l->sets[l->n] = a->p0;"
    m.function(
        f"inline int push_{number}(G *g, args_{i} *a)",
        f"""list_t *l = &g->lists[{number}];
  if (RARE(l->n == l->room)) more_list(g, l, {stride});
  {keep}
  l->n++;
  return 0;""",
    )
    grow = shapes.choices(m, shape, f"list_{number}_grow", f"args_{i}", "p0", f"push_{number}")
    m.function(f"int list_{number}_fill(G *g, args_{i} *a, set_t from)", grow)
    m.function(
        f"list_t *list_{number}(G *g)",
        f"""list_t *l = &g->lists[{number}];
  args_{i} a;
  if (l->epoch == g->epoch) return l;
  l->epoch = g->epoch;
  l->n = 0;
  l->stride = {stride};
  memset(&a, 0, sizeof a);
  list_{number}_fill(g, &a, {expressions.card_set(m, cards, {})});
  return l;""",
    )
