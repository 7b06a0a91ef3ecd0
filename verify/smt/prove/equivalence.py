"""Two games from one position: are they the same game under two readings, or where do they part in one step?

Leaves finding a real play on which they part to its callers. Both games are put into terms over the same position;
what luck decides is the same for both. Equal means: at the beginning, and from every position of the full deck, they
offer the same moves, and each leads both to the same decisions, ends, results and faults. So every play is the same.

The terms leave out the order of cards below what the rules look at, so what is done to an ordered zone is compared
too: the same things, to the same cards, in the same order. Cards that are drawn after a shuffle may change places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, Literal

from engine.core.observed_order import closer, looks_of
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.effects import carried, drawn_from
from spec.ir.index import index_of
from spec.ir.references import looked_for
from spec.ir.types import is_number
from spec.ir.walk import walk
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import State
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.prove.groups import SCOPE, returns_of
from verify.smt.prove.invariants import Inductive, Prover, seen_at_random
from verify.smt.solvers.model_decoding import move_of, position_of
from verify.smt.solvers.solver import SECONDS, WORK, Asker, Model, SolversDisagree
from verify.smt.transition.enabledness import Enabledness
from verify.smt.transition.steps import Arrival, Course, Passage
from verify.smt.transition.transition import Touch

Verdict = Literal["equal", "differ", "unknown"]


@dataclass(frozen=True, slots=True)
class Equal:
    """What is known of two readings; `position` and `move` are where they part, in one step, if they do.

    `differ` is no refutation: no play need come to that position. `places` are the moves or steps concerned.
    """

    verdict: Verdict
    by: str
    scope: str = SCOPE
    reason: str = ""
    places: tuple[str, ...] = ()
    sources: tuple[ir.Source, ...] = ()
    position: Position | None = None
    move: Move | None = None
    seconds: float = 0.0


def equal_readings(game_a: ir.Game, game_b: ir.Game, seconds: float = 10.0) -> Equal:
    """Whether two games made from one rule file are the same game, decided within about so many seconds."""
    began = perf_counter()
    asker = Asker(began + seconds, work=max(WORK, int(WORK * seconds / 8)), each=max(SECONDS, seconds / 2))
    try:
        found = _decided(game_a, game_b, asker)
    except Unencodable as error:
        found = Equal("unknown", asker.by(0), reason=f"not translated for the solver: {error}")
    except SolversDisagree as error:
        found = Equal("unknown", asker.by(0), reason=f"the solvers disagree: {error}")
    return replace(found, seconds=perf_counter() - began)


def _decided(game_a: ir.Game, game_b: ir.Game, asker: Asker) -> Equal:
    if rules_of(game_a) == rules_of(game_b):
        return Equal("equal", "the rules, which are identical")
    reason = _kept_apart(game_a, game_b)
    if reason:
        return Equal("unknown", "the form of the rules", reason=reason)
    pair = _Pair(game_a, game_b, asker)
    found = pair.decide(Inductive())
    if found.verdict != "differ" or asker.out_of_time:
        return found
    lemmas = known_of(game_a, pair.one, pair.course_one, asker.part(0.5))
    return pair.decide(lemmas) if lemmas.kept else found


def rules_of(game: ir.Game) -> ir.Game:
    """A game without what says nothing of play."""
    return replace(game, title="", settings=(), questions=(), examples=(), claims=(), citations=())


def _kept_apart(a: ir.Game, b: ir.Game) -> str:
    """Why two games cannot be put into terms over one position, or ''."""
    if (a.domains, a.deck) != (b.domains, b.deck):
        return "they differ in their cards, players or words"
    if [replace(f, start=ir.Lit(0, ir.Int())) for f in a.fields] != [
        replace(f, start=ir.Lit(0, ir.Int())) for f in b.fields
    ]:
        return "they differ in their fields (the state)"
    if a.zones != b.zones:
        return "they differ in the zones or in who sees the zones"
    return ""


def known_of(game: ir.Game, enc: Encoder, course: Course, asker: Asker) -> Inductive:
    """What is proved of a game's decisions: lemmas for positions that only play can come to."""
    prover = Prover(course, asker)
    quiet = replace(game, claims=())
    kept, enc.game = enc.game, quiet
    try:
        return prover.prepare(seen_at_random(enc.interpreter))[0]
    finally:
        enc.game = kept


# ---------------------------------------------------------------- one step of both


@dataclass(frozen=True, slots=True)
class _Both:
    """The same way on in both games, and which variables were made for each."""

    name: str
    step: int
    one: Passage
    other: Passage
    made: tuple[Sequence[str], Sequence[str]]


class _Differ(Exception):
    def __init__(self, both: _Both, what: str, model: Model | None) -> None:
        super().__init__(what)
        self.both = both
        self.model = model


class _Open(Exception):
    """Something that cannot be decided this way."""


class _Pair:
    def __init__(self, a: ir.Game, b: ir.Game, asker: Asker) -> None:
        looks = closer(looks_of(index_of(a)), looks_of(index_of(b)))
        self.one, self.two = Encoder(a, looks), Encoder(b, looks)
        self.two.space.tag = "b"
        for enc in (self.one, self.two):
            enc.can_move = Enabledness(enc)
        self.course_one, self.course_two = Course(self.one), Course(self.two)
        self.asker = asker
        self.state = self.one.space.arbitrary("s")
        self.lemmas = Inductive()
        self.cuts: set[int] = set()
        self.aligned = [_shape(x) for x in a.steps] == [_shape(y) for y in b.steps]
        self.matters = {z for enc in (self.one, self.two) for z in _order_matters(enc.game)} | {
            z for z, look in looks.at.items() if look != "cards"
        }

    def decide(self, lemmas: Inductive) -> Equal:
        """Compares all ways on, given what is proved of the first game."""
        self.lemmas = lemmas
        clock = self.asker.clock()
        with_ = f", with {len(lemmas.kept)} lemmas" if lemmas.kept else ""
        try:
            self._steps_agree()
            for both in self._ways():
                self._compare(both)
        except _Differ as found:
            return self._differs(found, clock.by(lemmas.ways) + with_)
        except _Open as error:
            return Equal("unknown", clock.by(lemmas.ways), reason=str(error))
        return Equal("equal", clock.by(lemmas.ways) + with_)

    def _differs(self, found: _Differ, by: str) -> Equal:
        both, model = found.both, found.model
        position = move = None
        if model is not None and both.name != "(start)":
            position = position_of(self.one, model, self.state, both.step)
            action = self.one.index.actions.get(both.name)
            if action is not None and both.one.chosen is not None:
                move = move_of(self.one, model, action, both.one.chosen)
        source = self.one.game.steps[both.step].source
        action = self.one.index.actions.get(both.name)
        sources = (source,) if action is None else (action.source, source)
        return Equal("differ", by, SCOPE, str(found), (both.name or source.label,), sources, position, move)

    # ------------------------------------------------------------ which ways on there are

    def _steps_agree(self) -> None:
        """The decisions of both games must correspond, in order."""
        a, b = ([enc.game.steps[i] for i in course.asks()] for enc, course in self._sides())
        if [_decision(step) for step in a] != [_decision(step) for step in b]:
            raise _Open("they differ in which decisions there are")

    def _sides(self) -> tuple[tuple[Encoder, Course], tuple[Encoder, Course]]:
        return (self.one, self.course_one), (self.two, self.course_two)

    def _ways(self) -> Iterator[_Both]:
        yield self._start()
        for step, also in zip(self.course_one.asks(), self.course_two.asks(), strict=True):
            yield from self._from(step, also)
        done: set[int] = set()
        while left := sorted(self.cuts - done):
            done.add(left[0])
            yield self._both("(loop)", left[0], left[0], lambda course, at: course.by_cut(at, self.state))

    def _start(self) -> _Both:
        marks = [len(enc.space.named) for enc in (self.one, self.two)]
        one, two = self.course_one.from_start(), self.course_two.from_start()
        both = _Both("(start)", 0, one, two, (self.one.space.named[marks[0] :], self.two.space.named[marks[1] :]))
        if self.one.space.same(one.state, two.state) is not True:
            raise _Differ(both, "the game begins otherwise", None)
        return both

    def _both(self, name: str, step: int, also: int, make: Callable[[Course, int], Passage]) -> _Both:
        marks = [len(enc.space.named) for enc in (self.one, self.two)]
        one, two = make(self.course_one, step), make(self.course_two, also)
        return _Both(name, step, one, two, (self.one.space.named[marks[0] :], self.two.space.named[marks[1] :]))

    def _from(self, step: int, also: int) -> Iterator[_Both]:
        a, b = self.one.game.steps[step].ask, self.two.game.steps[also].ask
        assert a is not None
        assert b is not None
        for name in dict.fromkeys((*a.actions, *b.actions)):
            if name in a.actions and name in b.actions:
                yield self._both(name, step, also, partial(self._by_move, name))
            else:
                self._only_one(step if name in a.actions else also, name, name in a.actions)
        if a.may:
            yield self._both("(pass)", step, also, lambda course, at: course.by_pass(at, self.state))
        elif a.otherwise is not None:
            yield self._both("", step, also, lambda course, at: course.by_step(at, self.state))

    def _by_move(self, name: str, course: Course, step: int) -> Passage:
        return course.by_move(step, course.enc.index.actions[name], self.state)

    def _only_one(self, step: int, name: str, first: bool) -> None:
        """A move that only one of the games asks for: is it ever legal?"""
        course = self.course_one if first else self.course_two
        way = self._by_move(name, course, step)
        answer, model = self.asker.model(f"only-{name}", (*self._known(step), *way.trace.facts, *way.before))
        if answer == "unsat":
            return
        if answer == "unknown":
            raise _Open(self._late(f"whether {name} is ever legal"))
        both = _Both(name, step, way, way, ((), ()))
        raise _Differ(both, f"only one of them has the move {name}", model if first else None)

    # ------------------------------------------------------------ comparing

    def _known(self, step: int) -> tuple[t.Flag, ...]:
        return (self.one.space.sound(self.state), self.lemmas.light(step, self.state))

    def _late(self, what: str) -> str:
        return f"the time was up before it was known {what}" if self.asker.out_of_time else f"unknown {what}"

    def _ask(self, both: _Both, what: str, conds: Sequence[t.Flag]) -> None:
        answer, model = self.asker.model(f"same-{both.name}", conds)
        if answer == "unknown":
            raise _Open(self._late(f"whether they differ in {what}"))
        if answer == "sat":
            if self._guessed(both):
                raise _Open(f"unknown whether they differ in {what}: the answer depends on whether somebody can move")
            raise _Differ(both, f"they differ in {what}", model)

    def _guessed(self, both: _Both) -> bool:
        return any(name.startswith("guess.") for names in both.made for name in names)

    def _compare(self, both: _Both) -> None:
        if self.asker.out_of_time:
            raise _Open("the time was up")
        one, two = both.one, both.other
        known = [] if both.name == "(start)" else list(self._known(both.step))
        known += [*self._paired(both), *self._arguments(both)]
        facts, more = t.all_of(one.trace.facts), t.all_of(two.trace.facts)
        legal, also = t.all_of(one.before), t.all_of(two.before)
        if one.chosen is not None:
            self._ask(both, f"when {both.name} is legal", (*known, facts, more, t.neg(t.same_flag(legal, also))))
        known += [legal, also]
        self._ask(both, "what luck decides", (*known, t.neg(t.same_flag(facts, more))))
        known += [facts, more]
        what = f"what {both.name} brings about" if one.chosen is not None else "what happens then"
        self._ask(both, what, (*known, self._parts(one, two)))
        self._orders_agree(both, known)

    def _arguments(self, both: _Both) -> Iterator[t.Flag]:
        """The same arguments for both."""
        a, b = both.one.chosen, both.other.chosen
        if a is None or b is None:
            return
        ones, twos = (enc.index.actions[both.name].params for enc in (self.one, self.two))
        if [(p.name, p.type) for p in ones] != [(p.name, p.type) for p in twos]:
            raise _Open(f"{both.name} is made with other choices")
        for p, q in zip(ones, twos, strict=True):
            if not self._same_choice(p, q):
                raise _Open(f"{both.name} chooses its {p.name} in another way")
            for x, y in zip(a.variables[p.name], b.variables[q.name], strict=True):
                if x.sort() != y.sort():
                    raise _Open(f"{both.name} chooses its {p.name} from other values")
                yield x == y

    def _same_choice(self, p: ir.Param, q: ir.Param) -> bool:
        """Choices of one kind; what the terms leave out of a shape must be the same in both."""
        if p.shape is not None and q.shape is not None:
            one, two = self.one.index.shapes[p.shape], self.two.index.shapes[q.shape]
            exact = not (one.ordered or two.ordered or "steps" in (one.line, two.line))
            return exact or replace(one, source=two.source) == two
        if p.of_cards or q.of_cards:
            return type(p.choice) is type(q.choice) and p.blind == q.blind
        return p.choice == q.choice or not is_number(p.type)

    def _paired(self, both: _Both) -> Iterator[t.Flag]:
        """What luck decides is the same for both: variables of one kind, in the order in which they were made."""
        kinds: tuple[dict[str, list[str]], dict[str, list[str]]] = (defaultdict(list), defaultdict(list))
        for names, kind in zip(both.made, kinds, strict=True):
            for name in names:
                kind[name.split("!")[0]].append(name)
        chosen = {v.decl().name() for v in _variables(both.one)} | {v.decl().name() for v in _variables(both.other)}
        for stem, names in kinds[0].items():
            for x, y in zip(names, kinds[1].get(stem, ()), strict=False):
                if x not in chosen and y not in chosen:
                    yield from self._alike(stem, x, y)
        yield from self._same_mobility(both)

    def _same_mobility(self, both: _Both) -> Iterator[t.Flag]:
        """Whether somebody can move, where that is left open, is the same at the same position under the same rules."""
        asked: tuple[dict[str, list[tuple[At, t.Flag]]], ...] = ({}, {})
        for passage, by_key in zip((both.one, both.other), asked, strict=True):
            for at, key in passage.trace.guessed:
                by_key.setdefault(key, []).append((at, at.guessed[key][0]))
        for key, ones in asked[0].items():
            for (at, x), (also, y) in zip(ones, asked[1].get(key, ()), strict=False):
                expr = at.guessed[key][1]
                if looked_for(expr) and all(map(self._same_rules, looked_for(expr))):
                    yield t.implies(self.one.space.same(at.state, also.state), t.same_flag(x, y))

    def _same_rules(self, name: str) -> bool:
        """Do both games say the same, to the letter, of when a move is legal?"""
        a, b = self.one.game, self.two.game
        one, two = (enc.index.actions[name] for enc in (self.one, self.two))
        words = (a.defines, a.shapes, a.tables) == (b.defines, b.shapes, b.tables)
        others = [(x.params, x.clauses, x.order) for x in a.actions] == [
            (x.params, x.clauses, x.order) for x in b.actions
        ]
        return words and others and (one.params, one.clauses, one.order) == (two.params, two.clauses, two.order)

    def _alike(self, stem: str, x: str, y: str) -> Iterator[t.Flag]:
        if stem.startswith("roll."):
            slots = self.one.layout.fields[stem.removeprefix("roll.")]
            a, b = (self.one.space.free_field(slots.first, name)[1] for name in (x, y))
            yield a == b
        elif stem in ("drawn", "first", "last", "uncovered"):
            yield self.one.deck.fresh(x) == self.one.deck.fresh(y)

    def _parts(self, one: Passage, two: Passage) -> t.Flag:
        """Do they come to stand elsewhere, or otherwise?"""
        found = []
        ends = [self._by_place(p, c) for p, (_, c) in zip((one, two), self._sides(), strict=True)]
        for key in dict.fromkeys((*ends[0], *ends[1])):
            (c, s), (d, u) = (end.get(key, (False, None)) for end in ends)
            found.append(t.neg(t.same_flag(c, d)))
            if s is not None and u is not None:
                same = self._same_result(key[2], s, u) if key[0] == "end" else self.one.space.same(s, u)
                found.append(t.all_of((c, d, t.neg(same))))
        stops = [self._stops(p) for p in (one, two)]
        found += [
            t.neg(t.same_flag(stops[0].get(kind, False), stops[1].get(kind, False)))
            for kind in dict.fromkeys((*stops[0], *stops[1]))
        ]
        return t.any_of(found)

    def _by_place(self, passage: Passage, course: Course) -> dict[tuple[str, int, str], tuple[t.Flag, State | None]]:
        found: dict[tuple[str, int, str], tuple[t.Flag, State | None]] = {}
        for a in passage.arrivals:
            if a.kind == "run":
                continue
            key = (a.kind, self._place(course, a), a.label)
            cond, state = found.get(key, (False, None))
            merged = a.state if state is None else self.one.space.pick(a.cond, a.state, state)
            found[key] = (t.any_of((cond, a.cond)), merged)
        return found

    def _place(self, course: Course, arrival: Arrival) -> int:
        """The same number for the same place in both games."""
        if arrival.kind == "end":
            return 0
        if arrival.kind == "ask":
            return course.asks().index(arrival.step)
        if not self.aligned:
            raise _Open("they differ in the course of play, step by step")
        self.cuts.add(arrival.step)
        return arrival.step

    @staticmethod
    def _stops(passage: Passage) -> dict[str, t.Flag]:
        found: dict[str, list[t.Flag]] = defaultdict(list)
        for kind, cond in passage.trace.stops:
            found[kind].append(cond)
        return {kind: t.any_of(conds) for kind, conds in found.items()}

    def _same_result(self, label: str, s: State, u: State) -> t.Flag:
        one, two = (next(e for e in enc.game.endings if e.source.label == label) for enc in (self.one, self.two))
        if type(one.result) is not type(two.result):
            raise _Open(f"{label} gives other kinds of result")
        pairs = zip(returns_of(self.one, one, s), returns_of(self.two, two, u), strict=True)
        return t.all_of(t.equal(x, y) if one.result.scored else t.same_flag(x, y) for x, y in pairs)

    # ------------------------------------------------------------ the order of cards

    def _orders_agree(self, both: _Both, known: Sequence[t.Flag]) -> None:
        a, b = both.one.trace.touched, both.other.trace.touched
        for cell in sorted({*a, *b}):
            name = self.one.layout.cells[cell].name
            if name not in self.matters:
                continue
            wrong = self._touched_otherwise(_effective(a.get(cell, [])), _effective(b.get(cell, [])))
            if self.asker.ask(f"order-{both.name}", (*known, wrong)) != "unsat":
                raise _Open(f"the cards of {name} may come to lie in another order")

    def _touched_otherwise(self, one: list[Touch], two: list[Touch]) -> t.Flag:
        if [(x.kind, x.order) for x in one] != [(y.kind, y.order) for y in two]:
            return t.any_of(x.cond for x in (*one, *two))
        d = self.one.deck
        return t.any_of(
            t.any_of((t.neg(t.same_flag(x.cond, y.cond)), t.all_of((x.cond, t.neg(d.same(x.cards, y.cards))))))
            for x, y in zip(one, two, strict=True)
        )


def _decision(step: ir.Step) -> tuple[object, ...]:
    assert step.ask is not None
    return step.source.label, step.ask.may, step.ask.otherwise is None


def _shape(step: ir.Step) -> tuple[object, ...]:
    return step.source.label, type(step.act), step.next, step.again, step.end_turn, step.leave


def _effective(touches: list[Touch]) -> list[Touch]:
    """What is done to a cell, without the cards that are drawn from it after a certain shuffle: they may be any."""
    found: list[Touch] = []
    mixed = False
    for touch in touches:
        if touch.cond is False:
            continue
        if touch.order.startswith("drawn together"):
            raise _Open("many cards are drawn at once")
        if touch.kind == "shuffle":
            mixed = touch.cond is True
            found = [touch] if mixed else [*found, touch]
        elif not (mixed and touch.kind == "take" and touch.order == "drawn"):
            mixed = mixed and touch.kind == "take"
            found.append(touch)
    return found


def _variables(passage: Passage) -> list[Any]:
    return [] if passage.chosen is None else [v for some in passage.chosen.variables.values() for v in some]


def _order_matters(game: ir.Game) -> set[str]:
    """The ordered zones from which cards are drawn, or go in their order to such a zone."""
    drawn = {zone for node in walk(game) if (zone := drawn_from(node))}
    moves = [(ends[0].zone, ends[1].zone) for node in walk(game) if not drawn_from(node) and (ends := carried(node))]
    while more := {a for a, b in moves if b in drawn} - drawn:
        drawn |= more
    return drawn
