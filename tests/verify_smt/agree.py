"""Compares terms with the interpreter: puts the values of a position for the variables, and simplifies.

Leaves which positions to the tests.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import z3

from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Turn
from engine.interpreter.moves import PASS, Move
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards, Count
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import State, free_word
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.prove.invariants import weight
from verify.smt.transition.steps import Course, Passage


def bit_value(value: int, term):
    return z3.BoolVal(bool(value)) if z3.is_bool(term) else z3.BitVecVal(value, term.size())


class Bound:
    """Pairs of variables and values."""

    def __init__(self, enc: Encoder) -> None:
        self.enc = enc
        self.pairs: list = []

    def put(self, term, value: int) -> None:
        self.pairs.append((term, bit_value(value, term)))

    def state(self, state: State, position: Position) -> None:
        d, known = self.enc.deck, self.enc.space.start(position)
        for a, b in zip(state.cells, known.cells, strict=True):
            for x, y in ((a.held, b.held), (a.bottom, b.bottom), (a.top, b.top)):
                if x is not None:
                    assert y is not None
                    self.put(x, y)
        for slots, x, value in zip(self.enc.space.field_of, state.fields, position.fields, strict=True):
            match slots.decl.type:
                case ir.Int():
                    self.put(x.term, value)
                case ir.Symbol():
                    self.word(x, value, slots.low)
                case ir.Card():
                    self.put(x, d.set_of((value,) if value >= 0 else ()))
                case _:
                    self.put(x, value)

    def word(self, word, value: int, low: int) -> None:
        self.put(next(iter(word.cases.values())).arg(0), value - low)


@dataclass
class Param:
    """A parameter of a condition: its type, its variables, its value as terms."""

    type: ir.Type
    value: object
    terms: tuple


@dataclass
class Query:
    """A condition or definition, its terms, and where it stands."""

    where: str
    expr: ir.Expr
    params: dict[str, Param]
    value: object = None
    defined: object = True
    why: str = ""


@dataclass
class Compared:
    """What came of comparing."""

    queries: list[Query]
    read: int = 0
    wrong: list[str] = field(default_factory=list)


def params_of(enc: Encoder, params: dict[str, ir.Type], stem: str) -> dict[str, Param]:
    made = {}
    for name, kind in params.items():
        full = f"{stem}.{name}"
        match kind:
            case ir.Bool():
                flag = z3.Bool(full)
                made[name] = Param(kind, flag, (flag,))
            case ir.Int():
                term = z3.BitVec(full, 8)
                made[name] = Param(kind, t.Num(term, -8, 60), (term,))
            case ir.Symbol(domain, optional):
                word, term = free_word(full, -1 if optional else 0, enc.layout.size[domain] - 1)
                made[name] = Param(kind, word, (term,))
            case ir.Card():
                card = enc.deck.fresh(full)
                made[name] = Param(kind, card, (card,))
            case ir.Cards(ordered):
                held = enc.deck.fresh(full)
                ends = (enc.deck.fresh(f"{full}.b"), enc.deck.fresh(f"{full}.t")) if ordered else (None, None)
                made[name] = Param(kind, Cards(held, *ends), (held, *ends) if ordered else (held,))
    return made


def conditions(game: ir.Game):
    for d in game.defines:
        yield f"define {d.source.label}", d.body, {p.name: p.type for p in d.params}
    for a in game.actions:
        for c in a.clauses:
            yield f"{a.source.label}.{c.source.label}", c.when, {p.name: p.type for p in a.params}
    for g in game.groups:
        for o in g.clauses:
            yield f"{g.source.label}.{o.source.label}", o.when, {p.name: p.type for p in g.params}
    for e in game.endings:
        yield f"end {e.source.label}", e.when, {}
    for claim in game.claims:
        yield f"claim {claim.source.label}", claim.cond, {}
    for i, step in enumerate(game.steps):
        if isinstance(step.act, ir.Branch):
            yield f"step {i}", step.act.cond, {}


class Comparer:
    """All conditions of a game, ready to be compared at positions."""

    def __init__(self, enc: Encoder, heaviest: int = 10**9) -> None:
        self.enc = enc
        self.state = enc.space.arbitrary("at")
        self.at = At(self.state)
        self.skipped: set[str] = set()
        self.queries = []
        self.unencodable: dict[str, str] = {}
        for number, (where, expr, params) in enumerate(conditions(enc.game)):
            if where.startswith("claim ") and weight(enc, expr) > heaviest:
                self.skipped.add(where)
                continue
            query = Query(where, expr, params_of(enc, params, f"q{number}"))
            try:
                query.value, query.defined = enc.part(expr, self.at, {n: p.value for n, p in query.params.items()})
                if isinstance(query.value, Count):
                    query.value = enc.deck.counted(query.value)
                self.queries.append(query)
            except Unencodable as error:
                self.unencodable[where] = str(error)

    def compare(self, position: Position, rng: random.Random) -> list[str]:
        """The conditions that come out differently, in words."""
        bound, names = Bound(self.enc), []
        bound.state(self.state, position)
        for query in self.queries:
            given = {n: self._random(p.type, position, rng) for n, p in query.params.items()}
            names.append(given)
            for n, p in query.params.items():
                self._bind(bound, p, given[n])
        for term, expr in self.at.guessed.values():
            value = self.enc.interpreter.evaluate(expr, position)
            bound.put(term, value if isinstance(value, int) else 0)
        flags = [self._flags(query) for query in self.queries]
        flat = [z3.BoolVal(f) if isinstance(f, bool) else f for some in flags for f in some]
        whole = z3.Function("all", *[f.sort() for f in flat], z3.BoolSort())(*flat)
        answers = iter(z3.simplify(z3.substitute(whole, *bound.pairs)).children())
        wrong = []
        for query, given, some in zip(self.queries, names, flags, strict=True):
            got = [next(answers) for _ in some]
            want = self.enc.interpreter.evaluate(query.expr, position, given)
            if self.at.facts and "First" in repr(query.expr):
                continue
            if not self._agree(query, got, want):
                wrong.append(f"{query.where} {given}: {got} and {want}")
        return wrong

    def _flags(self, query: Query) -> list:
        value = query.value
        if isinstance(value, t.Num):
            return [query.defined, value.term]
        if isinstance(value, t.Word):
            return [query.defined, *value.cases.values()]
        if isinstance(value, Cards):
            return [query.defined, self.enc.deck.term(value.held)]
        return [query.defined] if isinstance(value, bool | int) else [query.defined, value]

    def _agree(self, query: Query, got: list, want):
        if isinstance(want, Fault):
            return z3.is_false(got[0])
        if not z3.is_true(got[0]):
            return False
        value = query.value
        if isinstance(value, t.Num):
            return got[1].as_signed_long() == want
        if isinstance(value, t.Word):
            return [v for v, g in zip(value.cases, got[1:], strict=True) if z3.is_true(g)] == [want]
        if isinstance(value, Cards):
            return got[1].as_long() == self.enc.deck.set_of(want)
        if isinstance(value, bool | int):
            return int(value) == want
        if z3.is_bool(got[1]):
            return (z3.is_true(got[1]) or z3.is_false(got[1])) and z3.is_true(got[1]) == bool(want)
        return got[1].as_long() == self.enc.deck.set_of((want,) if want >= 0 else ())

    def _random(self, kind: ir.Type, position: Position, rng: random.Random):
        match kind:
            case ir.Bool():
                return rng.randrange(2)
            case ir.Int():
                return rng.randrange(-4, 30)
            case ir.Symbol(domain, optional):
                return rng.randrange(-1 if optional else 0, self.enc.layout.size[domain])
            case ir.Card():
                return rng.randrange(self.enc.deck.size)
            case _:
                cell = list(rng.choice([c for c in position.cells if c]))
                cards = [rng.sample(cell, rng.randint(0, min(4, len(cell)))), cell][rng.random() < 0.4]
                return tuple(cards) if kind.ordered else tuple(sorted(cards))

    def _bind(self, bound: Bound, param: Param, value) -> None:
        d = self.enc.deck
        match param.type:
            case ir.Symbol(_, optional):
                bound.put(param.terms[0], value + 1 if optional else value)
            case ir.Card():
                bound.put(param.terms[0], d.set_of((value,)))
            case ir.Cards():
                parts = (value, value[:1], value[-1:])
                for term, part in zip(param.terms, parts, strict=False):
                    bound.put(term, d.set_of(part))
            case _:
                bound.put(param.terms[0], value)


class Player:
    """All passages of a game, ready to be compared with moves that were made."""

    def __init__(self, enc: Encoder) -> None:
        self.enc = enc
        self.course = Course(enc, through=True)
        self.before = enc.space.arbitrary("before")
        self.after = enc.space.arbitrary("after")
        self._passages: dict[tuple[int, str], Passage] = {}

    def passage(self, step: int, action: str) -> Passage:
        key = (step, action)
        if key not in self._passages:
            if action == PASS.action:
                made = self.course.by_pass(step, self.before)
            else:
                made = self.course.by_move(step, self.enc.index.actions[action], self.before)
            self._passages[key] = made
        return self._passages[key]

    def agrees(self, position: Position, move: Move, turn: Turn) -> str:
        """'' where the passage allows what the interpreter made of the move."""
        passage = self.passage(position.step, move.action)
        bound = Bound(self.enc)
        bound.state(self.before, position)
        bound.state(self.after, turn.position)
        self._bind_move(bound, passage, move)
        there = turn.position
        found = []
        for a in passage.arrivals:
            ends = a.kind == "end" and there.result is not None and there.result.ending == a.label
            asks = a.kind == "ask" and not there.over and there.step == a.step
            if ends or asks or a.kind == "cut":
                same = True if a.kind == "cut" else self.enc.space.same(a.state, self.after)
                found.append(t.all_of((a.cond, same)))
        whole = t.all_of((*passage.before, *passage.trace.facts, t.any_of(found)))
        return "" if self._possible(whole, bound) else f"{move} from step {position.step} to {there.step}"

    def judges(self, position: Position, move: Move, legal: bool) -> str:
        """'' where the term says of a move's legality what the interpreter says."""
        passage = self.passage(position.step, move.action)
        bound = Bound(self.enc)
        bound.state(self.before, position)
        self._bind_move(bound, passage, move)
        assert passage.judgement is not None
        said = t.all_of((passage.judgement.legal, passage.judgement.held.defined))
        same = said if legal else t.neg(said)
        return "" if self._possible(same, bound) else f"{move} legal {legal}"

    def _bind_move(self, bound: Bound, passage: Passage, move: Move) -> None:
        if passage.chosen is None:
            return
        action = self.enc.index.actions[move.action]
        for param, value in zip(action.params, move.args, strict=True):
            terms = passage.chosen.variables[param.name]
            if isinstance(value, tuple):
                parts = (value, value[:1], value[-1:])
                for term, part in zip(terms, parts, strict=False):
                    bound.put(term, self.enc.deck.set_of(part))
            elif param.type == ir.Card():
                bound.put(terms[0], self.enc.deck.set_of((value,)))
            else:
                named = passage.chosen.names[param.name]
                bound.put(terms[0], value - (min(named.cases) if isinstance(named, t.Word) else t.bounds(named)[0]))

    @staticmethod
    def _possible(whole, bound: Bound):
        if isinstance(whole, bool):
            return whole
        left = z3.simplify(z3.substitute(whole, *bound.pairs))
        if z3.is_true(left) or z3.is_false(left):
            return z3.is_true(left)
        solver = z3.Solver()
        solver.add(left)
        return solver.check() == z3.sat
