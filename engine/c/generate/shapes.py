"""Shapes in C: whether cards are of one, and loops over all choices of one, grown card by card.

Leaves to `engine.c.generate.moves` which cards may be chosen from. What each shape admits is
`engine.core.shapes`'s; the order of choices is that of tuples of deck indices.
"""

from __future__ import annotations

from engine.c.generate.context import Context, Unsupported, set_text
from engine.core import shapes as tables
from engine.core.shapes import MOST_RANKS, Line


def line_of(m: Context, name: str) -> Line:
    """The tables of a shape."""
    ranks = m.index.domains["rank"].values
    if len(ranks) > MOST_RANKS:
        raise Unsupported(f"the shape {name} over {len(ranks)} ranks")
    return tables.line_of(m.layout.deck, ranks, m.index.shapes[name])


def _steps(line: Line, reach: str) -> str:
    """The places next to some places, in C."""
    n = line.circle
    if n:
        ring = f"0x{(1 << n) - 1 << 1:x}ULL"
        up = f"(({reach} << 1 & {ring}) | ({reach} >> {n} & 1) << 1)"
        down = f"(({reach} >> 1 & {ring}) | ({reach} >> 1 & 1) << {n})"
    else:
        up, down = f"({reach} << 1)", f"({reach} >> 1)"
    return f"({up} | {down})" if line.shape.line == "steps" else up


# ------------------------------------------------------------ is it of the shape?


def fits(m: Context, name: str, *, in_order: bool) -> str:
    """A C function that tells whether cards are of the shape: a list as it is, or a set in some order."""
    line = line_of(m, name)

    def make(made: str) -> tuple[str, str]:
        body = _alike(m, name, line, in_order)
        if line.shape.line == "none":
            body += "return 1;"
        elif in_order:
            body += _walk(m, name, line)
        elif line.shape.line == "run":
            body += _consecutive(m, name, line)
        else:
            body += _some_walk(m, name, line)
        return f"int {made}({'const u8 *p' if in_order else 'set_t s'})", body

    return m.once("fits", f"{name} {'as it is' if in_order else 'in some order'}", make)


def _alike(m: Context, name: str, line: Line, in_order: bool) -> str:
    least, most = line.shape.least, min(line.shape.most, len(line.places))
    group = _groups(m, name, line)
    each = f"for (int i = 2; i <= n; i++) if (!({group}[p[1]] >> p[i] & 1)) return 0;"
    return f"""int n = {"p[0]" if in_order else "size_of(s)"};
  if (n < {least} || n > {most}) return 0;
  {each if in_order else f"if (s && s & ~{group}[low_of(s)]) return 0;"}
  """


def _groups(m: Context, name: str, line: Line) -> str:
    return m.table(f"groups {name}", "set_t", [set_text(x) for x in line.groups])


def _places(m: Context, name: str, line: Line) -> str:
    return m.table(f"places {name}", "u64", [f"0x{x:x}ULL" for x in line.places])


def _walk(m: Context, name: str, line: Line) -> str:
    places = _places(m, name, line)
    rank, body = m.attributes["rank"], ""
    if line.shape.line == "run":
        body = f"""u64 ranks = 0;
  for (int i = 1; i <= n; i++) {{ u64 b = 1ULL << {rank}[p[i]]; if (ranks & b) return 0; ranks |= b; }}
  """
    return f"""{body}u64 reach = n ? {places}[p[1]] : 0;
  for (int i = 2; i <= n; i++) {{ reach = {places}[p[i]] & {_steps(line, "reach")}; if (!reach) return 0; }}
  return 1;"""


def _consecutive(m: Context, name: str, line: Line) -> str:
    """As many places as cards are taken, so that all ranks differ and at most one card (an ace) has two places."""
    places, n = _places(m, name, line), line.circle
    if n:
        ring = f"0x{(1 << n) - 1 << 1:x}ULL"
        up = f"((taken << 1 & {ring}) | (taken >> {n} & 1) << 1)"
        test = "__builtin_popcountll(up & ~taken) <= 1"
    else:
        up, test = "0", "taken >> __builtin_ctzll(taken) == (1ULL << n) - 1"
    return f"""u64 fixed = 0, free = 0;
  if (!n) return 1;
  for (set_t x = s; x; x &= x - 1) {{
    u64 b = {places}[low_of(x)];
    if (b & (b - 1)) free = b;
    else fixed |= b;
  }}
  do {{
    u64 taken = fixed | (free & (0 - free)), up = {up};
    (void)up;
    if (__builtin_popcountll(taken) == n && {test}) return 1;
    free &= free - 1;
  }} while (free);
  return 0;"""


def _some_walk(m: Context, name: str, line: Line) -> str:
    """Some order of the cards is a walk; cards of equal places are tried once."""
    places = _places(m, name, line)

    def make(made: str) -> tuple[str, str]:
        body = f"""u64 tried = 0;
  if (!left) return 1;
  for (set_t x = left; x; x &= x - 1) {{
    int c = low_of(x);
    u64 here = {places}[c] & near, first = {places}[c] & (0 - {places}[c]);
    if (!here || tried & first) continue;
    tried |= first;
    if ({made}(left & ~ONE(c), {_steps(line, "here")})) return 1;
  }}
  return 0;"""
        return f"int {made}(set_t left, u64 near)", body

    walk = m.once("walk", name, make)
    return f"return {walk}(s, ~0ULL);"


# ------------------------------------------------------------ all choices


def choices(m: Context, shape: str, made: str, args: str, field: str, then: str) -> str:
    """Statements that set `a->field` to each choice from the set `from` in order and go on by `then`.

    `then` is the name of a function of the game and the arguments `args`; where it answers 1 all ends with 1.
    """
    line = line_of(m, shape)
    ordered, grows = line.shape.ordered, line.longest >= max(line.shape.least, 1)
    empty = f"a->{field}[0] = 0;" if ordered else f"a->{field} = 0;"
    start = empty + (f" if ({then}(g, a)) return 1;" if line.shape.least <= 0 else "")
    if not grows:
        return f"{start} (void)from; return 0;"
    if line.shape.line == "none":
        _grow_free(m, shape, line, made, args, field, then)
        return f"{start} return {made}(g, a, from, 0);"
    if ordered or (line.shape.line == "run" and line.rising):
        _grow_line(m, shape, line, made, args, field, f"{then}(g, a)")
        return f"{start} {_starts(m, shape, line)}return {made}(g, a, from, starts, ~0ULL, 0);"
    _grow_line(m, shape, line, made, args, field, f"(bag_add(g, a->{field}), 0)")
    gather, use = f"{made}(g, a, from, starts, ~0ULL, 0);", f"a->{field} = g->bag[i]; found = {then}(g, a);"
    return f"""{start} {_starts(m, shape, line)}size_t base = g->bag_size, end; int found = 0;
  {gather}
  end = bag_sort(g, base);
  for (size_t i = base; i < end && !found; i++) {{ {use} }}
  g->bag_size = base;
  return found;"""


def _starts(m: Context, name: str, line: Line) -> str:
    """Statements that leave in `starts` the cards by which a choice may start; of several, one must follow."""
    if line.shape.least < 2:
        return "set_t starts = from; "
    follow = m.table(f"follow {name}", "set_t", [set_text(x) for x in line.follow])
    held = f"(set_t)(({follow}[low_of(x)] & from) != 0) << low_of(x)"
    return f"set_t starts = 0; for (set_t x = from; x; x &= x - 1) starts |= {held}; if (!starts) return 0; "


def _emit(line: Line, then: str) -> str:
    least = max(line.shape.least, 1)
    return f"if ({then}) return 1;" if least <= 1 else f"if (n + 1 >= {least} && {then}) return 1;"


def _grow_free(m: Context, name: str, line: Line, made: str, args: str, field: str, then: str) -> None:
    """Any cards of one group: later ones where the order is of no account, else all that are left."""
    least, group = max(line.shape.least, 1), _groups(m, name, line)
    one_group = len(set(line.groups)) == 1
    rest = "left & ~ONE(c)" if line.shape.ordered else "x & (x - 1)"
    rest = rest if one_group else f"({rest}) & {group}[c]"
    put = f"a->{field}[0] = (u8)(n + 1); a->{field}[n + 1] = (u8)c;" if line.shape.ordered else f"a->{field} |= ONE(c);"
    drop = "" if line.shape.ordered else f"a->{field} &= ~ONE(c);"
    few = f"if (n + size_of({'left' if line.shape.ordered else 'x'}) < {least}) break;" if least > 1 else ""
    m.function(
        f"int {made}(G *g, {args} *a, set_t left, int n)",
        f"""for (set_t x = left; x; x &= x - 1) {{
    int c = low_of(x);
    set_t rest = {rest};
    {few}
    {put}
    {_emit(line, f"{then}(g, a)")}
    if (rest && n + 1 < {line.longest} && {made}(g, a, rest, n + 1)) return 1;
    {drop}
  }}
  return 0;""",
    )


def _grow_line(m: Context, name: str, line: Line, made: str, args: str, field: str, then: str) -> None:
    """A run or a walk: each next card among those whose places follow."""
    places, ordered = _places(m, name, line), line.shape.ordered
    follow = m.table(f"follow {name}", "set_t", [set_text(x) for x in line.follow])
    put = f"a->{field}[0] = (u8)(n + 1); a->{field}[n + 1] = (u8)c;" if ordered else f"a->{field} |= ONE(c);"
    drop = "" if ordered else f"a->{field} &= ~ONE(c);"
    here = f"u64 here = {places}[c] & near;\n    if (!here) continue;"
    steps = _steps(line, "here")
    if line.plain:
        # With one place a card, whatever follows a card is at the right place.
        here, steps = "(void)near;", "near"
    short = f"if (n + 1 < {line.shape.least} && !after) continue;" if line.shape.least > 2 else ""
    m.function(
        f"int {made}(G *g, {args} *a, set_t left, set_t next, u64 near, int n)",
        f"""for (set_t x = next; x; x &= x - 1) {{
    int c = low_of(x);
    set_t rest = left & ~ONE(c), after = rest & {follow}[c];
    {here}
    {short}
    {put}
    {_emit(line, then)}
    if (after && n + 1 < {line.longest} && {made}(g, a, rest, after, {steps}, n + 1)) return 1;
    {drop}
  }}
  return 0;""",
    )
