"""Writes a question about bit-vectors as SMT-LIB text: the same for the same question, whichever process makes it.

Z3's own text names what is shared by numbers that differ from run to run. Here each term that is not a variable or a
constant has a line, in the order in which they are needed, and variables are counted off: no name of a rule file is
in the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import z3

from verify.smt.encode.terms import Flag

LOGIC = "(set-logic QF_BV)"

OPERATORS = {
    z3.Z3_OP_AND: "and", z3.Z3_OP_OR: "or", z3.Z3_OP_NOT: "not", z3.Z3_OP_IMPLIES: "=>", z3.Z3_OP_XOR: "xor",
    z3.Z3_OP_EQ: "=", z3.Z3_OP_DISTINCT: "distinct", z3.Z3_OP_ITE: "ite", z3.Z3_OP_CONCAT: "concat",
    z3.Z3_OP_BNOT: "bvnot", z3.Z3_OP_BAND: "bvand", z3.Z3_OP_BOR: "bvor", z3.Z3_OP_BXOR: "bvxor",
    z3.Z3_OP_BNEG: "bvneg", z3.Z3_OP_BADD: "bvadd", z3.Z3_OP_BSUB: "bvsub", z3.Z3_OP_BMUL: "bvmul",
    z3.Z3_OP_BSHL: "bvshl", z3.Z3_OP_BLSHR: "bvlshr", z3.Z3_OP_BASHR: "bvashr",
    z3.Z3_OP_BUDIV: "bvudiv", z3.Z3_OP_BUREM: "bvurem", z3.Z3_OP_BSDIV: "bvsdiv", z3.Z3_OP_BSREM: "bvsrem",
    z3.Z3_OP_BSMOD: "bvsmod", z3.Z3_OP_ULEQ: "bvule", z3.Z3_OP_ULT: "bvult", z3.Z3_OP_UGEQ: "bvuge",
    z3.Z3_OP_UGT: "bvugt", z3.Z3_OP_SLEQ: "bvsle", z3.Z3_OP_SLT: "bvslt", z3.Z3_OP_SGEQ: "bvsge",
    z3.Z3_OP_SGT: "bvsgt",
}  # fmt: skip
INDEXED = {z3.Z3_OP_EXTRACT: "extract", z3.Z3_OP_SIGN_EXT: "sign_extend", z3.Z3_OP_ZERO_EXT: "zero_extend"}
LITERALS = {z3.Z3_OP_TRUE: "true", z3.Z3_OP_FALSE: "false"}


def printed(whole: Flag) -> str:
    """The question whether something can hold, without a logic before it."""
    if isinstance(whole, bool):
        return f"(assert {'true' if whole else 'false'})\n(check-sat)"
    names: dict[int, str] = {}
    lines = list(_lines(whole, names))
    return "\n".join([*lines, f"(assert {names[whole.get_id()]})", "(check-sat)"])


def _lines(whole: Any, names: dict[int, str]) -> Iterator[str]:
    """A line for each variable and each term that is made of others; `names` then tells what each is called."""
    variables = terms = 0
    waiting = [(whole, False)]
    while waiting:
        term, ready = waiting.pop()
        ident = term.get_id()
        if ident in names:
            continue
        if term.num_args() == 0:
            text = _constant(term)
            if not text:
                text, variables = f"v{variables}", variables + 1
                yield f"(declare-const {text} {_sort(term)})"
            names[ident] = text
        elif ready:
            names[ident], terms = f"t{terms}", terms + 1
            given = " ".join(names[child.get_id()] for child in term.children())
            yield f"(define-fun {names[ident]} () {_sort(term)} ({_operator(term)} {given}))"
        else:
            waiting.append((term, True))
            waiting += [(child, False) for child in reversed(term.children())]


def _constant(term: Any) -> str:
    """A known value as text, '' for a variable."""
    if z3.is_bv_value(term):
        return f"(_ bv{term.as_long()} {term.size()})"
    kind = term.decl().kind()
    return "" if kind == z3.Z3_OP_UNINTERPRETED else LITERALS[kind]


def _operator(term: Any) -> str:
    declared = term.decl()
    kind = declared.kind()
    if kind not in INDEXED:
        return OPERATORS[kind]
    params = " ".join(str(param) for param in declared.params())
    return f"(_ {INDEXED[kind]} {params})"


def _sort(term: Any) -> str:
    return "Bool" if z3.is_bool(term) else f"(_ BitVec {term.size()})"
