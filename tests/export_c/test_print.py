"""C is written down as its tree says: brackets stand where operators bind otherwise, and comments and lines end."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

import pytest

from engine.c import tree as c
from engine.c.print import BINDS, WIDTH, declaration, declared, expression, remark, statements
from engine.core.uses import nodes

GCC = next((found for found in map(shutil.which, ("gcc", "cc", "clang")) if found), None)
QUIET = ("-Wno-bool-compare", "-Wno-int-in-bool-context", "-Wno-bool-operation", "-Wno-overflow")
"""Warnings of what expressions mean; those of brackets stay."""
X, Y, Z = map(c.Name, "xyz")
UNARY: tuple[c.UnaryOp, ...] = ("!", "-", "~")
VALUES = {"x": 13, "y": 3, "z": 2}


def calculated(expr: c.Expr) -> int:
    """The value of an expression, by its tree."""
    match expr:
        case c.Int(value):
            return value
        case c.Name(name):
            return VALUES[name]
        case c.Unary(op, item):
            value = calculated(item)
            return {"!": int(not value), "-": -value, "~": ~value}[op]
        case c.Cast(_, item):
            return calculated(item)
        case c.Choice(cond, then, other):
            return calculated(then if calculated(cond) else other)
        case c.Binary("&&" | "||" as op, left, right):
            one, two = bool(calculated(left)), bool(calculated(right))
            return int(one and two if op == "&&" else one or two)
        case c.Binary(op, left, right):
            return joined(op, calculated(left), calculated(right))
        case c.Word() | c.Call() | c.At() | c.Member() | c.Through() | c.SizeOf() | c.Values():
            raise AssertionError(expr)
        case _:
            assert_never(expr)


def joined(op: str, a: int, b: int) -> int:
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) if b else 0
    return int({
        "*": a * b, "/": quotient, "%": a - quotient * b, "+": a + b, "-": a - b, "<": a < b, "<=": a <= b, ">": a > b,
        ">=": a >= b, "==": a == b, "!=": a != b, "&": a & b, "^": a ^ b, "|": a | b,
        "<<": a << b if 0 <= b < 32 else 0, ">>": a >> b if 0 <= b < 32 else 0,
    }[op])  # fmt: skip


def defined(expr: c.Expr) -> bool:
    """Does C say what an expression comes to?"""
    for one in nodes(expr):
        match one:
            case c.Binary("/" | "%", _, right) if not calculated(right):
                return False
            case c.Binary("<<" | ">>", left, right) if calculated(left) < 0 or not 0 <= calculated(right) < 16:
                return False
            case _:
                pass
    return True


def around(inner: c.Expr) -> Iterator[c.Expr]:
    """Every operator with an expression at each of its places."""
    for op in BINDS:
        yield c.Binary(op, inner, Z)
        yield c.Binary(op, Z, inner)
    yield from (c.Unary(op, inner) for op in UNARY)
    yield c.Cast(c.INT, inner)
    yield from (c.Choice(inner, Y, Z), c.Choice(Z, inner, Y), c.Choice(Z, Y, inner))


INNER: list[c.Expr] = [
    *(c.Binary(op, X, Y) for op in BINDS), *(c.Unary(op, X) for op in UNARY), c.Int(-3), c.Choice(X, Y, Z),
    c.Cast(c.INT, X),
]  # fmt: skip
"""An expression of every kind that brackets may stand round."""


CASES = [one for inner in INNER for one in around(inner) if defined(one)]


def wrong(folder: Path, *flags: str) -> list[tuple[str, int]]:
    """The expressions that come to something else in C than by their trees."""
    assert GCC is not None
    lines = "\n".join(f'  printf("%d\\n", (int)({expression(one)}));' for one in CASES)
    text = f"#include <stdio.h>\nint x = 13, y = 3, z = 2;\nint main(void) {{\n{lines}\n  return 0;\n}}\n"
    (folder / "all.c").write_text(text, encoding="utf-8")
    command = [GCC, "-std=c11", *flags, "-o", "all", "all.c"]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    found = subprocess.run([folder / "all"], capture_output=True, text=True, check=True).stdout.split()
    pairs = zip(CASES, map(int, found), strict=True)
    return [(expression(one), value) for one, value in pairs if calculated(one) != value]


@pytest.mark.skipif(GCC is None, reason="no C compiler was found")
def test_every_operator_within_every_other(tmp_path):
    """Compilers see no bracket missing, and all come to what the trees come to."""
    assert len(CASES) > 700
    assert wrong(tmp_path, "-Wall", "-Wextra", "-pedantic", "-Werror", *QUIET) == []


@pytest.mark.skipif(GCC is None, reason="no C compiler was found")
@pytest.mark.parametrize(("op", "binds"), [("-", 11), ("<<", 13), ("&&", 1), ("%", 9)])
def test_an_operator_that_binds_otherwise_is_seen(tmp_path, monkeypatch, op, binds):
    monkeypatch.setitem(BINDS, op, binds)
    assert wrong(tmp_path, "-w")


def test_no_bracket_is_there_without_a_reason():
    assert expression(c.Binary("+", c.Binary("+", X, Y), c.Binary("*", Y, Z))) == "x + y + y * z"
    assert expression(c.Binary("-", X, c.Binary("-", Y, Z))) == "x - (y - z)"
    assert expression(c.Binary("||", c.Binary("&&", X, Y), Z)) == "(x && y) || z"
    assert expression(c.Unary("!", c.Binary("&", X, c.Unary("~", Y)))) == "!(x & ~y)"
    assert expression(c.Unary("-", c.Unary("-", X))) == "- -x"
    assert expression(c.Binary("-", X, c.Int(-1))) == "x - -1"
    assert expression(c.At(c.Unary("*", X), c.Binary("+", Y, Z))) == "(*x)[y + z]"


def test_types_stand_round_the_names_of_what_has_them():
    assert declared(c.PILE, "p") == "const u8 *p"
    assert declared(c.Constant(c.Pointer(c.BYTE)), "p") == "u8 *const p"
    assert declared(c.Array(c.Constant(c.BYTE), c.Int(4)), "p") == "const u8 p[4]"
    assert declared(c.Pointer(c.Named("G")), "") == "G *"


def test_lines_are_broken_and_say_the_same():
    long: c.Expr = X
    for at in range(60):
        long = c.Binary("+", long, c.Call("times", (Y, c.Int(at))))
    text = statements((c.Return(long),), 1)
    assert all(len(line) <= WIDTH for line in text)
    assert len(text) > 3
    assert " ".join(line.strip() for line in text) == f"return {expression(long)};"
    case = statements((c.Switch(X, (c.Case(c.Int(1), (c.Return(long),)), c.Case(None, (c.Break(),)))),), 0)
    assert f"case 1: return {expression(long)};" in " ".join(line.strip() for line in case)
    words = c.Do(c.Call("put", (c.Word("a b " * 60), X)))
    assert any(c_string in "\n".join(statements((words,), 1)) for c_string in [expression(c.Word("a b " * 60))])
    assert all(len(line) <= WIDTH for line in remark("so many words " * 30, 2))


@pytest.mark.parametrize("width", range(80, 240, 4))
def test_what_a_condition_guards_is_written_whole(width):
    """A short one stands in the condition's own line; one that is broken into lines must not lose its second line."""
    guarded = c.Assign(X, c.Binary("+", Y, c.Name("z" * (width // 2))), "=")
    sentence = c.Assign(X, c.Binary("+", c.Name("y" * (width // 2)), c.Name("z" * (width // 2))), "=")
    for only in (guarded, sentence):
        lines = statements((c.If(Z, (only,), ()),), 0)
        assert "".join(lines).count("z") == width // 2 + 1
        assert "".join(lines).count(";") == 1


def test_a_function_and_its_comment():
    body = (c.If(X, (c.Return(Y),), (c.If(Y, (c.Return(X),)),)), c.Switch(X, (c.Case(c.Int(1), (c.Step(Y),)),)))
    made = c.Function("f", c.INT, (c.Param(c.INT, "x"),), body, "What it is for.")
    assert declaration(made) == "\n".join([
        "/* What it is for. */", "static int f(int x) {", "  if (x) {", "    return y;", "  } else if (y) {",
        "    return x;", "  }", "  switch (x) {", "    case 1:", "      y++;", "      break;", "  }", "}",
    ])  # fmt: skip
