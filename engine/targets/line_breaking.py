"""Source text that breaks its lines where they are too long, at the outermost bracket first.

Leaves to the printers of targets what is said.
"""

from __future__ import annotations

from dataclasses import dataclass

WIDTH = 120
INDENT = "    "


@dataclass(frozen=True, slots=True)
class Group:
    """Items in brackets; `trailing`: a separator also follows the last item where they stand on lines of their own."""

    open: str
    items: tuple[Doc, ...]
    close: str
    sep: str = ","
    trailing: bool = True


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands joined by an operator, which leads the line where they stand on lines of their own."""

    op: str
    items: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class Mixed:
    """Operands with several operators between them, each of which leads its line as in a `Chain`."""

    first: Doc
    rest: tuple[tuple[str, Doc], ...]


Doc = str | Group | Chain | Mixed | tuple["Doc", ...]


def flat(doc: Doc) -> str:
    """On one line."""
    match doc:
        case str():
            return doc
        case Group(opening, items, close, sep, _):
            return opening + f"{sep} ".join(map(flat, items)) + close
        case Chain(op, items):
            return f" {op} ".join(map(flat, items))
        case Mixed(first, rest):
            return flat(first) + "".join(f" {op} {flat(item)}" for op, item in rest)
        case _:
            return "".join(map(flat, doc))


def lines(doc: Doc, indent: str = "", width: int = WIDTH, head: str = "", tail: str = "") -> list[str]:
    """A document between `head` and `tail`, on as few lines as fit; the first line carries the indent."""
    one = f"{indent}{head}{flat(doc)}{tail}"
    if len(one) <= width:
        return [one]
    match doc:
        case Group(opening, items, close, sep, trailing):
            whole = f"{indent}{INDENT}{flat(Group('', items, '', sep))}"
            inner = [whole] if not sep and len(whole) <= width else _items(items, indent + INDENT, width, sep, trailing)
            return [f"{indent}{head}{opening}", *inner, f"{indent}{close}{tail}"]
        case Chain() | Mixed():
            end = _at_the_end(doc) if len(_operands(doc)) == 2 else None
            if end is not None and len(f"{indent}{head}{end[0]}{end[1].open}") <= width:
                return lines(end[1], indent, width, head + end[0], end[2] + tail)
            return [f"{indent}{head}(", *chained(doc, indent + INDENT, width), f"{indent}){tail}"]
        case tuple() if doc:
            return _joined(doc, indent, width, head, tail)
        case _:
            return [one]


def _items(items: tuple[Doc, ...], indent: str, width: int, sep: str, trailing: bool) -> list[str]:
    made: list[str] = []
    for i, item in enumerate(items):
        end = sep if trailing or i + 1 < len(items) else ""
        if isinstance(item, Chain | Mixed):
            made += chained(item, indent, width, end)
        else:
            made += lines(item, indent, width, tail=end)
    return made


def chained(doc: Chain | Mixed, indent: str, width: int = WIDTH, tail: str = "") -> list[str]:
    """Operands within brackets that stand already: on one line, or each on its own with the operator first."""
    one = f"{indent}{flat(doc)}{tail}"
    if len(one) <= width:
        return [one]
    made: list[str] = []
    operands = _operands(doc)
    for i, (op, item) in enumerate(operands):
        head, end = f"{op} " if i else "", tail if i + 1 == len(operands) else ""
        if isinstance(item, Chain | Mixed) and len(f"{indent}{head}{flat(item)}{end}") > width:
            first, *more = chained(item, indent, width, end)
            made += [f"{indent}{head}{first.removeprefix(indent)}", *more]
        else:
            made += lines(item, indent, width, head, end)
    return made


def _operands(doc: Chain | Mixed) -> list[tuple[str, Doc]]:
    """The operands, each with the operator before it."""
    if isinstance(doc, Chain):
        return [(doc.op, item) for item in doc.items]
    return [("", doc.first), *doc.rest]


def _at_the_end(doc: Doc) -> tuple[str, Group, str] | None:
    """The brackets at the end of something, if they hold anything, with what stands before and after them."""
    match doc:
        case Group():
            return ("", doc, "") if doc.items else None
        case Chain() | Mixed():
            *others, (op, last) = _operands(doc)
            first = "".join(f" {o} {flat(item)}" if i else flat(item) for i, (o, item) in enumerate(others))
            before = f"{first} {op} "
        case (*others, last, ")" as closing) if not isinstance(last, str):
            end = _at_the_end(last)
            return None if end is None else ("".join(map(flat, others)) + end[0], end[1], end[2] + closing)
        case (*others, last):
            before = "".join(map(flat, others))
        case _:
            return None
    end = _at_the_end(last)
    return None if end is None else (before + end[0], end[1], end[2])


def _joined(parts: tuple[Doc, ...], indent: str, width: int, head: str, tail: str) -> list[str]:
    """Breaks the last part that has something to break."""
    for i in range(len(parts) - 1, -1, -1):
        if not isinstance(parts[i], str) and _breakable(parts[i]):
            before, after = "".join(map(flat, parts[:i])), "".join(map(flat, parts[i + 1 :]))
            return lines(parts[i], indent, width, head + before, after + tail)
    return [f"{indent}{head}{''.join(map(flat, parts))}{tail}"]


def _breakable(doc: Doc) -> bool:
    match doc:
        case str():
            return False
        case Group(items=items) | Chain(items=items):
            return bool(items)
        case Mixed():
            return True
        case _:
            return any(map(_breakable, doc))


def wrapped(text: str, indent: str, width: int = WIDTH) -> list[str]:
    """Words on lines of at most that width."""
    made: list[str] = []
    line = indent
    for word in text.split():
        if line.strip() and len(line) + 1 + len(word) > width:
            made.append(line)
            line = indent
        line += f" {word}" if line.strip() else word
    return [*made, line] if line.strip() else made
