"""A proof by counting as SMT-LIB text that any solver reads: what holds at each place of play, and whether some way on
leaves it, as questions of which each must be impossible.

The same clauses always come to the same text, whatever else was made before them. Leaves what is proved to
`verify.smt.counting.claims`, and checking such a text to `verify.certificates`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import z3

from spec.text.clean import one_line
from verify.obligations.certificate import ByCounting, Counted
from verify.smt.counting.clauses import ASKED, END, START, Clause
from verify.smt.counting.counted import Counting, Number
from verify.smt.counting.facts import Facts
from verify.smt.counting.hulls import as_term

LOGIC = "(set-logic QF_LIA)"


def certificate(
    facts: Facts, counting: Counting, clauses: Sequence[Clause], read_by: Counting, readings: Sequence[Clause]
) -> ByCounting:
    """What has to be so that a claim follows: `readings` are where it is read and broken, counted in a way that has the
    numbers of `counting` first."""
    size = len(counting.keys)
    return ByCounting(
        counted(counting),
        definitions(facts, size, (*clauses, *readings)),
        tuple(question(clause, size) for clause in clauses),
        counted(read_by),
        tuple(question(reading, size) for reading in readings),
    )


def counted(counting: Counting) -> Counted:
    """A way of counting as plain data."""
    classes = tuple(tuple(sorted(one)) for one in counting.classes)
    return Counted(classes, tuple(sorted(counting.fields)), tuple(sorted(counting.by_class)))


# ---------------------------------------------------------------- what holds


def definitions(facts: Facts, size: int, clauses: Iterable[Clause]) -> tuple[str, ...]:
    """What holds at each place, a line each: a function of the numbers there."""
    numbers = tuple(z3.Int(name) for name in arguments(size))
    places = sorted({p for c in clauses for p in (c.source, c.target)} - {START, ASKED})
    return tuple(
        f"(define-fun {name_of(place)} ({signature(size)}) Bool {_text(as_term(facts.holds(place, numbers)))})"
        for place in places
    )


def name_of(place: int) -> str:
    """The name of what holds at a place."""
    return "ended" if place == END else f"at_{place}"


def arguments(size: int) -> tuple[str, ...]:
    """The names of the numbers there."""
    return tuple(f"n{i}" for i in range(size))


def signature(size: int) -> str:
    """The names of the numbers, as a function takes them."""
    return " ".join(f"({name} Int)" for name in arguments(size))


# ---------------------------------------------------------------- what is asked


def question(clause: Clause, size: int) -> str:
    """Can play go this way, from where what holds does hold to where it does not? Of what is asked of a place: is it so
    anywhere?"""
    before, after = clause.before[:size], clause.after[:size]
    names = dict(_renamed((*before, *clause.body, *after)))

    def text(term: Any) -> str:
        return _text(z3.substitute(term, *names.values())) if z3.is_expr(term) else _plain(term)

    lines = [f"; {one_line(clause.name)}"]
    lines += [f"(declare-const {new} {new.sort()})" for _, new in names.values()]
    if clause.source != START:
        lines.append(f"(assert {_applied(clause.source, map(text, before))})")
    lines += [f"(assert {text(fact)})" for fact in clause.body]
    if clause.target != ASKED:
        lines.append(f"(assert (not {_applied(clause.target, map(text, after))}))")
    return "\n".join((*lines, "(check-sat)"))


def _applied(place: int, numbers: Iterable[str]) -> str:
    given = " ".join(numbers)
    return f"({name_of(place)} {given})" if given else name_of(place)


def _renamed(terms: Sequence[Number]) -> Iterator[tuple[int, tuple[Any, Any]]]:
    """Each variable, in the order in which they occur, with its own id and its new name."""
    seen: set[int] = set()
    found = 0
    waiting = [term for term in reversed(terms) if z3.is_expr(term)]
    while waiting:
        term = waiting.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        waiting += reversed(term.children())
        if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            make = z3.Bool if z3.is_bool(term) else z3.Int
            yield term.get_id(), (term, make(f"{'b' if z3.is_bool(term) else 'x'}{found}"))
            found += 1


def _plain(value: Number) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value >= 0 else f"(- {-value})"


def _text(term: Any) -> str:
    """A term on one line."""
    return " ".join(term.sexpr().split())


# ---------------------------------------------------------------- the whole


def script(
    words: Sequence[str], facts: Sequence[str], parts: Sequence[tuple[str, Sequence[str]]], logic: str = LOGIC
) -> str:
    """A text that any solver runs: each question by itself, all of which it should answer `unsat`. `words` stand before
    everything, and each part has a heading."""
    lines = [*(f"; {one_line(line)}" for line in words), logic, *(("", *facts) if facts else ())]
    for heading, questions in parts:
        lines += ["", f"; ---- {one_line(heading)}"]
        for one in questions:
            lines += ["", "(push 1)", one, "(pop 1)"]
    return "\n".join(lines) + "\n"


def alone(question: str, facts: Sequence[str], logic: str = LOGIC) -> str:
    """One question as a text of its own."""
    return "\n".join((logic, *facts, question, ""))
