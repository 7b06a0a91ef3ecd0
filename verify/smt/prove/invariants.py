"""Proofs that something holds whenever play stands at a decision: it does at first, and every way on keeps it.

Candidates are the file's own claims and templates made from the types alone. Those that random games break go first;
each that is left is proved by itself, given what was proved before it. Leaves the ways on to
`verify.smt.transition.steps`. What is not proved here need not be false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from operator import or_

from engine.core.layout import FieldSlots
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import PASS
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers
from spec.ir import nodes as ir
from spec.ir.index import MOVER
from spec.ir.references import looked_for, references
from spec.ir.types import element_of, is_card
from spec.ir.walk import children
from verify.obligations.certificate import Lemma
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import State
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.solvers.solver import Asker, Way
from verify.smt.transition.skolem import Skolem
from verify.smt.transition.steps import Arrival, Course, Passage

Holds = Callable[[State], t.Flag]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Something that may hold at decisions: at these steps, or (None) at all of them.

    One that `settles` what it is about (a field never changes, a zone stays empty) makes others about that idle.
    One that is not `light` makes every question harder that it is assumed in, and is assumed only where it is asked.
    """

    words: str
    holds: Holds
    at: frozenset[int] | None = None
    claim: ir.Claim | None = None
    about: str = "\0"
    settles: bool = False
    light: bool = True
    joint: bool = False
    """Was it proved together with others, and may be assumed of all that is proved?"""
    breaks: Holds | None = None
    """When it may not hold, where that is said in less than that it does not."""

    def broken(self, state: State) -> t.Flag:
        """When it does not hold, perhaps also elsewhere: for proofs that it always does."""
        return t.neg(self.holds(state)) if self.breaks is None else self.breaks(state)

    def concerns(self, step: int) -> bool:
        """Is it about this step?"""
        return self.at is None or step in self.at

    def told(self) -> Lemma:
        """The same as a proof tells it."""
        return Lemma(self.words, None if self.at is None else tuple(sorted(self.at)))


# ---------------------------------------------------------------- candidates


def claim_holds(enc: Encoder, claim: ir.Claim) -> Holds:
    """When a position does not break a claim; where the condition has no meaning it is broken. Raises Unencodable."""

    def holds(state: State) -> t.Flag:
        at = At(state)
        value, defined = enc.part(claim.cond, at, {})
        if at.facts:
            raise Unencodable(claim.cond, "a choice outside the encoding")
        return t.all_of((defined, {"always": value, "never": t.neg(value)}[claim.kind]))

    return holds


def claim_breaks(enc: Encoder, claim: ir.Claim) -> Holds:
    """When a position may break a claim, with one value for any: for proofs that none does. One at which the claim
    cannot be read may break it."""
    wanted = {"always": False, "never": True}[claim.kind]
    holds = claim_holds(enc, claim)

    def breaks(state: State) -> t.Flag:
        at = At(state)
        try:
            cases = Skolem(enc, at).may_be(claim.cond, wanted, {})
        except Unencodable:  # it has more parts than are read so: then it is read as it is written
            return t.neg(_where_told(holds, False)(state))
        return t.all_of((*at.facts, t.any_of(cases)))

    return breaks


def _where_told(holds: Holds, otherwise: bool) -> Holds:
    """The same, and `otherwise` at positions at which it cannot be read, though it can be at others."""

    def told(state: State) -> t.Flag:
        try:
            return holds(state)
        except Unencodable:
            return otherwise

    return told


def of_claim(
    enc: Encoder, claim: ir.Claim, at: frozenset[int] | None = None, whose: ir.Claim | None = None
) -> Candidate:
    """A claim as if it held at these steps, or at all decisions; `whose` it is, if it is owed there.

    That it holds says nothing of a position at which it cannot be read.
    """
    holds = _where_told(claim_holds(enc, claim), True)
    return Candidate(claim.source.label, holds, at, whose, light=False, breaks=claim_breaks(enc, claim))


def claims(enc: Encoder) -> tuple[list[Candidate], dict[str, str]]:
    """The claims about every position, each also as if it held at all decisions; and why some cannot be said."""
    found, why = [], {}
    steps = enc.game.steps
    trial = enc.space.arbitrary("trial")
    for claim in enc.game.claims:
        if claim.kind not in ("always", "never"):
            continue
        holds = claim_holds(enc, claim)
        if weight(enc, claim.cond) > MOST_WEIGHT:
            why[claim.source.label] = "written out card by card it is too large"
            continue
        try:
            holds(trial)
        except Unencodable as error:
            why[claim.source.label] = str(error)
            continue
        at = frozenset(i for i, step in enumerate(steps) if step.source.label in claim.at)
        if claim.at:
            found.append(of_claim(enc, claim, at, claim))
        found.append(of_claim(enc, claim, None, None if claim.at else claim))
    by_name = {c.source.label: c for c in enc.game.claims}
    return sorted(found, key=lambda c: weight(enc, by_name[c.words].cond)), why


MOST_WEIGHT = 400_000
"""A condition of which more than so many nodes would be written out is not put into terms."""


def weight(enc: Encoder, node: object) -> int:
    """About how many nodes an expression has when its quantifiers over cards are written out."""
    inside = sum(weight(enc, c) for c in children(node))
    if looked := looked_for(node):
        return enc.deck.size * sum(weight(enc, c.when) for a in looked for c in enc.index.actions[a].clauses)
    if isinstance(node, ir.Binder):
        return (enc.deck.size if is_card(element_of(node.over)) else 2) * (1 + inside)
    called = [enc.index.defines[name].body for kind, name in references(node) if kind == "define"]
    return inside + (weight(enc, called[0]) if called else 1)


def templates(enc: Encoder) -> Iterator[Candidate]:
    """What may hold of any game, by its types: which cards a zone never has, what a field's value says of a zone."""
    yield from _of_zones(enc)
    yield from _of_ends(enc)
    yield from filled(enc)
    yield from _of_fields(enc)
    for slots in enc.layout.fields.values():
        for zone in enc.game.zones:
            if slots.decl.index and slots.decl.index == zone.index:
                yield from _of_both(enc, slots.decl, zone)


def _of_zones(enc: Encoder) -> Iterator[Candidate]:
    d = enc.deck
    ranks = enc.index.domains["rank"].values
    for zone in enc.game.zones:
        name = zone.source.label
        yield Candidate(f"{name} is empty", _none_of(enc, enc.layout.cells_of(name), d.full), about=name, settles=True)
        for rank, mask in d.masks["rank"].items():
            yield Candidate(f"no {ranks[rank]} in {name}", _none_of(enc, enc.layout.cells_of(name), mask), about=name)


def filled(enc: Encoder) -> Iterator[Candidate]:
    """That each player's zone has a card, the mover's, or that of each other."""
    mover = enc.layout.fields[MOVER].first

    def holds(zone: str, who: Callable[[t.Flag], t.Flag]) -> Holds:
        cells = enc.layout.cells_of(zone)

        def every(state: State) -> t.Flag:
            moves = t.cases_of(state.fields[mover])
            at_work = ((who(moves.get(p, False)), state.cells[cell].held) for p, cell in enumerate(cells))
            return t.all_of(t.implies(asked, enc.deck.some(held)) for asked, held in at_work)

        return every

    for zone in enc.game.zones:
        name = zone.source.label
        if zone.index == ("player",):
            yield Candidate(f"no {name} is empty", holds(name, lambda _moves: True))
            yield Candidate(f"{name} of the mover is not empty", holds(name, lambda moves: moves))
            yield Candidate(f"{name} of nobody but the mover is empty", holds(name, t.neg))


def _of_ends(enc: Encoder) -> Iterator[Candidate]:
    """That ranks fall or rise to an end of a zone: its card there is the least or the greatest."""
    ends: dict[str, Callable[[Cards], t.Term | None]] = {"top": lambda c: c.top, "bottom": lambda c: c.bottom}
    ranks = list(enc.deck.masks["rank"].items())
    for zone in enc.game.zones:
        name = zone.source.label
        cells = enc.layout.cells_of(name)
        if not all(enc.layout.ordered[cell] for cell in cells) or not enc.space.looks.ends(name):
            continue
        for end, card_at in ends.items():
            for order, words in ((1, "least"), (-1, "greatest")):
                beyond = _beyond([mask for _, mask in sorted(ranks, key=lambda one: order * one[0])])
                holds, breaks = _none_beyond(enc, cells, card_at, beyond)
                yield Candidate(f"the {end} of {name} has the {words} rank", holds, breaks=breaks)


def _beyond(masks: Sequence[int]) -> list[tuple[int, int]]:
    """The cards of each rank, with all of those before it."""
    before = list(accumulate(masks, or_, initial=0))
    return list(zip(masks, before, strict=False))[1:]


def _none_beyond(
    enc: Encoder, cells: Sequence[int], card_at: Callable[[Cards], t.Term | None], beyond: list[tuple[int, int]]
) -> tuple[Holds, Holds]:
    """When it is so, and when it may not be: of a zone of which the end is not kept nothing is known."""
    some = enc.deck.some

    def holds(state: State) -> t.Flag:
        kept = [(state.cells[cell].held, card) for cell in cells if (card := card_at(state.cells[cell])) is not None]
        both = ((some(card, rank), some(held, others)) for held, card in kept for rank, others in beyond)
        return t.all_of(t.neg(t.all_of(here)) for here in both)

    def breaks(state: State) -> t.Flag:
        unknown = any(card_at(state.cells[cell]) is None for cell in cells)
        return True if unknown else t.neg(holds(state))

    return holds, breaks


def _none_of(enc: Encoder, cells: Iterable[int], mask: int) -> Holds:
    return lambda state: t.all_of(t.neg(enc.deck.some(state.cells[c].held, mask)) for c in cells)


def _of_fields(enc: Encoder) -> Iterator[Candidate]:
    for name, slots in enc.layout.fields.items():
        where = enc.layout.slots_of(name)
        start = enc.interpreter.initial().fields[slots.first]
        if not is_card(slots.decl.type):
            yield Candidate(f"{name} stays as it was", _all_are(enc, where, start), about=name, settles=True)
        if slots.decl.numbers is not None and slots.high > slots.low + 1:
            for value, words in ((slots.low, "least"), (slots.high, "greatest")):
                yield Candidate(f"{name} is never at its {words}, {value}", _none_are(enc, where, value), about=name)


def _all_are(enc: Encoder, where: range, value: int) -> Holds:
    return lambda state: t.all_of(enc.space.field_is(state, slot, value) for slot in where)


def _none_are(enc: Encoder, where: range, value: int) -> Holds:
    return lambda state: t.all_of(t.neg(enc.space.field_is(state, slot, value)) for slot in where)


MOST_VALUES = 8
"""A field of more values is in no template."""


def at_values(enc: Encoder, seen: Iterable[Position]) -> Iterator[Candidate]:
    """That a field has one and the same value, other than at first, at the steps at which positions were seen with no
    other."""
    values: dict[tuple[str, int], set[int]] = {}
    for position in seen:
        for name in enc.layout.fields:
            held = {position.fields[slot] for slot in enc.layout.slots_of(name)}
            values.setdefault((name, position.step), set()).update(held)
    for candidate, name, value in _of_values(enc):
        at = frozenset(step for (other, step), held in values.items() if other == name and held == {value})
        if at:
            yield replace(candidate, at=at)


def of_values(enc: Encoder) -> Iterator[Candidate]:
    """The same of all decisions: what proofs name when they mean some of them."""
    return (candidate for candidate, _, _ in _of_values(enc))


def _has_few_values(slots: FieldSlots) -> bool:
    return not is_card(slots.decl.type) and slots.high - slots.low < MOST_VALUES


def _of_values(enc: Encoder) -> Iterator[tuple[Candidate, str, int]]:
    for name, slots in enc.layout.fields.items():
        if not _has_few_values(slots):
            continue
        where = enc.layout.slots_of(name)
        for value in range(slots.low, slots.high + 1):
            if value != enc.interpreter.initial().fields[slots.first]:
                yield Candidate(f"{name} is {value}", _all_are(enc, where, value), about=name), name, value


def _of_both(enc: Encoder, decl: ir.FieldDecl, zone: ir.ZoneDecl) -> Iterator[Candidate]:
    slots = enc.layout.fields[decl.source.label]
    if not _has_few_values(slots):
        return
    pairs = list(zip(enc.layout.slots_of(decl.source.label), enc.layout.cells_of(zone.source.label), strict=True))
    d = enc.deck
    words = {"empty": lambda held: t.neg(d.some(held)), "not empty": d.some}
    shapes = [s for s in enc.game.shapes if s.line != "steps" and not s.ordered]
    kinds: dict[str, Callable[[t.Term], t.Flag]] = dict(words)
    for shape in shapes:
        kinds[f"a {shape.source.label}"] = _shaped(enc, shape)
    for value in range(slots.low, slots.high + 1):
        for kind, says in kinds.items():
            sentence = f"{zone.source.label} is {kind} where {decl.source.label} is {value}"
            yield Candidate(sentence, _where(enc, pairs, value, says), about=decl.source.label, light=kind in words)


def _shaped(enc: Encoder, shape: ir.Shape) -> Callable[[t.Term], t.Flag]:
    return lambda held: enc.deck.of_shape(held, shape)


def _where(enc: Encoder, pairs: list[tuple[int, int]], value: int, says: Callable[[t.Term], t.Flag]) -> Holds:
    return lambda state: t.all_of(
        t.implies(enc.space.field_is(state, slot, value), says(state.cells[cell].held)) for slot, cell in pairs
    )


GAMES, MOST_MOVES, EVERY = 6, 150, 7
"""So many games are played, and so far, to see which candidates are not worth a proof."""


def seen_at_random(interpreter: Interpreter) -> Iterator[Position]:
    """Some of the positions at decisions of random games."""
    for made, (before, _, _) in enumerate(steps_at_random(interpreter)):
        if made % EVERY == 0:
            yield before


def steps_at_random(interpreter: Interpreter) -> Iterator[tuple[Position, str, Position]]:
    """From each decision of random games to the next, and by which move."""
    for number in range(GAMES):
        seed = derive(7, Domain.GAME, number)
        choosers, luck = Choosers(interpreter, seed), Seeded(seed)
        turn = interpreter.start(luck)
        for _ in range(MOST_MOVES):
            if turn.position.over:
                break
            move = choosers.move(turn)
            after = interpreter.apply(turn.position, move, luck)
            yield turn.position, "(pass)" if move == PASS else move.action, after.position
            turn = after


# ---------------------------------------------------------------- the proof


@dataclass(slots=True)
class Inductive:
    """What is proved of all decisions, the ways on that show it, why a proof had to be given up, and by which
    solvers each question was decided."""

    kept: list[Candidate] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    failed: str = ""
    why: dict[str, str] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()

    def lemmas(self, step: int, state: State) -> t.Flag:
        """What is proved of positions from which a way on begins; of positions at other steps nothing is."""
        return t.all_of(c.holds(state) for c in self.proved_at(step) if c.claim is None)

    def light(self, step: int, state: State) -> t.Flag:
        """Those of them that make no question much harder."""
        return t.all_of(c.holds(state) for c in self.proved_at(step) if c.light)

    def proved_at(self, step: int) -> Iterator[Candidate]:
        """What is proved of a decision; of one from which no way on was followed nothing is."""
        begins = {p.step for p in self.passages if p.name != "(start)"}
        return (c for c in self.kept if step in begins and c.concerns(step))


class Prover:
    """Finds which candidates are kept by every way on."""

    def __init__(self, course: Course, asker: Asker) -> None:
        self.enc = course.enc
        self.course = course
        self.asker = asker
        self.stalled = False

    def prepare(self, seen: Iterable[Position]) -> tuple[Inductive, list[Candidate]]:
        """Which templates hold at all decisions, and the claims worth a try; `seen` are positions of real games.

        `in_turn` then takes the claims.
        """
        found = Inductive()
        wanted, found.why = claims(self.enc)
        positions = tuple(seen)
        try:
            found.passages = self.ways_on()
        except Unencodable as error:
            return Inductive(failed=str(error), why=found.why), []
        wanted = self._seen_to_hold(wanted, positions)
        alive = self._seen_to_hold(list(templates(self.enc)), positions)
        self.in_turn(found, sorted((c for c in alive if c.light), key=lambda c: not c.settles))
        whole, self.asker = self.asker, self.asker.part(0.3)
        self.in_turn(found, [c for c in alive if not c.light])
        self.asker = whole
        return found, wanted

    def in_turn(self, found: Inductive, wanted: list[Candidate]) -> None:
        """Adds to what is proved each candidate that every way on keeps, given it and the light ones proved before."""
        for candidate in wanted:
            if self.asker.out_of_time:
                return
            lemmas = [*(c for c in found.kept if c.light), candidate]
            began = self.asker.clock()
            if all(self.keeps(lemmas, candidate, passage) for passage in found.passages):
                found.kept.append(candidate)
                found.ways += began.ways()

    def keeps(self, lemmas: list[Candidate], candidate: Candidate, passage: Passage) -> bool:
        """Does a way on keep a candidate, given the lemmas where it begins?"""
        broken = self._broken(candidate, passage.arrivals)
        known = self.known(passage, lemmas)
        answer = self.asker.ask(f"keep-{passage.name}-{candidate.words}", (*known, broken))
        self.stalled = self.stalled or answer == "unknown"
        return answer == "unsat"

    def _seen_to_hold(self, wanted: list[Candidate], seen: Iterable[Position]) -> list[Candidate]:
        kept = wanted
        for position in seen:
            state = self.enc.space.start(position)
            kept = [c for c in kept if not c.concerns(position.step) or c.holds(state) is not False]
        settled = {c.about for c in kept if c.settles}
        return [c for c in kept if c.settles or c.about not in settled]

    def ways_on(self) -> list[Passage]:
        """From the beginning, from every decision, and from where loops were cut. Raises Unencodable."""
        course, found = self.course, [self.course.from_start()]
        for step in course.asks():
            act = course.steps[step].ask
            assert act is not None
            for name in act.actions:
                found.append(course.by_move(step, self.enc.index.actions[name], self._any()))
            if act.may:
                found.append(course.by_pass(step, self._any()))
            elif act.otherwise is not None:
                found.append(course.by_step(step, self._any()))
        done: set[int] = set()
        for passage in found:
            for step in sorted({a.step for a in passage.arrivals if a.kind == "cut"} - done):
                done.add(step)
                found.append(course.by_cut(step, self._any()))
        return found

    def _any(self) -> State:
        return self.enc.space.arbitrary("s")

    def known(self, passage: Passage, kept: list[Candidate]) -> list[t.Flag]:
        """What is known at the beginning of a passage."""
        if passage.name == "(start)":
            return list(passage.trace.facts)
        lemmas = (c.holds(passage.state) for c in kept if c.concerns(passage.step))
        return [self.enc.space.sound(passage.state), *lemmas, *passage.before, *passage.trace.facts]

    def _broken(self, candidate: Candidate, arrivals: Iterable[Arrival]) -> t.Flag:
        there = (a for a in arrivals if a.kind in ("ask", "cut") and candidate.concerns(a.step))
        return t.any_of(t.all_of((a.cond, candidate.broken(a.state))) for a in there)

    def everywhere(self, found: Inductive, claim: ir.Claim) -> bool:
        """Given what is proved of decisions: does a claim also hold at the other positions that it is about?"""
        if found.failed or not found.passages:
            return False
        breaks = claim_breaks(self.enc, claim)
        for passage in found.passages:
            there = [a for a in passage.arrivals if about(claim, a)]
            broken = t.any_of(t.all_of((a.cond, breaks(a.state))) for a in there)
            lemmas = [c for c in found.kept if c.light or c.joint or c.words == claim.source.label]
            known = self.known(passage, lemmas)
            answer = self.asker.ask(f"claim-{claim.source.label}-{passage.name}", (*known, broken))
            if answer != "unsat":
                self.stalled = self.stalled or answer == "unknown"
                return False
        return True


def about(claim: ir.Claim, arrival: Arrival) -> bool:
    """Is a claim about the positions of an arrival?"""
    if claim.at:
        return arrival.kind in ("ask", "run") and arrival.label in claim.at
    return arrival.kind in ("ask", "end")
