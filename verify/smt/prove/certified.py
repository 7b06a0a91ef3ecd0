"""The questions on which a proof by induction or by measures rests, made from the rules and the proof alone.

A proof names what holds at decisions (lemmas) by its words, and measures likewise. This module finds them among those
that can be made of any game, and says what has to be impossible for the proof to be one. It asks no solver: that is
for whoever checks. Leaves the argument's search to `verify.smt.prove.invariants` and `verify.smt.prove.ending`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spec.ir import nodes as ir
from spec.text.clean import one_line
from verify.obligations import certificate as c
from verify.smt.circles import circles
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.printed import printed
from verify.smt.encode.symbolic_context import Unencodable
from verify.smt.prove.ending import Edge, arrivals_by_place, comes
from verify.smt.prove.invariants import Candidate, Prover, about, claim_breaks, of_claim, of_values, templates
from verify.smt.prove.outright import asked
from verify.smt.prove.ranking_functions import RankingFunction, measure_named
from verify.smt.solvers.solver import Asker
from verify.smt.transition.enabledness import Enabledness
from verify.smt.transition.steps import Course, Passage


class NoProof(Exception):
    """What is given is no proof of this game, whatever a solver says; the message says why."""


class Telling:
    """A game's ways on as proofs have them, and what can be said of positions there."""

    def __init__(self, game: ir.Game, told: c.Telling) -> None:
        enc = Encoder(game)
        loose = enc.loosened()
        prover = Prover(Course(enc), Asker())
        try:
            self.ways = prover.ways_on()
        except Unencodable as error:
            if told == "exact":
                raise NoProof(f"the rules are not translated for the solver: {error}") from None
            enc, prover = loose, Prover(Course(loose), Asker())
            self.ways = prover.ways_on()
        self._templates = {one.words: one for one in (*templates(enc), *of_values(enc))}
        self._claims = {c.source.label: c for c in game.claims if c.kind in ("always", "never")}
        self._prover = prover
        self.enc: Encoder = enc if told == "exact" else loose
        self.enc.can_move = Enabledness(self.enc)

    # ------------------------------------------------------------ what holds at decisions

    def lemma(self, one: c.Lemma) -> Candidate:
        """What a lemma says: a template, or a claim by its name. Raises NoProof."""
        at = None if one.at is None else frozenset(one.at)
        claim = self._claims.get(one.words)
        if claim is not None:
            return of_claim(self.enc, claim, at)
        if one.words not in self._templates:
            raise NoProof(f"nothing is known by the words `{one_line(one.words)[:80]}`")
        return replace(self._templates[one.words], at=at)

    def kept(self, lemmas: Sequence[Candidate], also: Sequence[Candidate] = ()) -> Iterator[str]:
        """Of each way on: can one of `also` (or else of the lemmas) be broken where it leads, with all of them where
        it begins?"""
        for way in self.ways:
            there = (a for a in way.arrivals if a.kind in ("ask", "cut"))
            broken = (
                t.all_of((a.cond, one.broken(a.state))) for a in there for one in also or lemmas
                if one.concerns(a.step)
            )  # fmt: skip
            yield self._question(way, "keeps it", (*lemmas, *also), t.any_of(broken))

    def read(self, claim: ir.Claim, lemmas: Sequence[Candidate]) -> Iterator[str]:
        """Of each way on: can the claim be broken where it leads?"""
        breaks, places = claim_breaks(self.enc, claim), 0
        for way in self.ways:
            there = [a for a in way.arrivals if about(claim, a)]
            places += len(there)
            broken = t.any_of(t.all_of((a.cond, breaks(a.state))) for a in there)
            yield self._question(way, "breaks the claim nowhere", lemmas, broken)
        if not places:
            raise NoProof("the claim is read nowhere")

    def anywhere(self, claim: ir.Claim, lemmas: Sequence[Candidate]) -> Iterator[str]:
        """Of any position there could be, and at decisions of any with the lemmas: can the claim be broken there?"""
        for number, conds in enumerate(asked(self.enc, claim, lemmas), 1):
            yield f"; any position, case {number}: breaks the claim nowhere\n{printed(t.all_of(conds))}"

    def _question(self, way: Passage, what: str, lemmas: Iterable[Candidate], cond: t.Flag) -> str:
        known = self._prover.known(way, list(lemmas))
        name = f"{way.name} from {'the beginning' if way.name == '(start)' else f'step {way.step}'}: {what}"
        return f"; {one_line(name)}\n{printed(t.all_of((*known, cond)))}"

    # ------------------------------------------------------------ every game ends

    def ends(self, proof: c.Ranked, lemmas: Sequence[Candidate]) -> Iterator[str]:
        """What has to be impossible for the levels to rank all ways on. Raises NoProof."""
        edges: dict[c.Edge, Edge] = {}
        for number, way in enumerate(self.ways):
            for target, arrivals in arrivals_by_place(way).items():
                edge = Edge(way, -1 if way.name == "(start)" else way.step, target, tuple(arrivals))
                if (number, target) in proof.edges:
                    edges[number, target] = edge
                else:
                    yield self._question(way, f"never leads to {target}", lemmas, t.any_of(a.cond for a in arrivals))
        if set(edges) != set(proof.edges):
            raise NoProof("it names a way on that there is not")
        yield from self._levels(proof.levels, list(edges.values()), edges, lemmas, ())

    def _levels(
        self,
        levels: Sequence[c.Level],
        among: Sequence[Edge],
        edges: dict[c.Edge, Edge],
        lemmas: Sequence[Candidate],
        ties: tuple[RankingFunction, ...],
    ) -> Iterator[str]:
        """The same of levels that are to rank every circle among some ways on."""
        number_of = {id(edge): number for number, edge in edges.items()}
        owed = {frozenset(number_of[id(e)] for e in circle) for circle in circles(among)}
        if {frozenset(level.edges) for level in levels} != owed or len(levels) != len(owed):
            raise NoProof("some ways on that run in a circle are ranked by no measure, or by two")
        for level in levels:
            measure = measure_named(self.enc, level.measure, level.cells)
            if measure is None:
                raise NoProof(f"no measure is known by the words `{one_line(level.measure)[:80]}`")
            if not set(level.rest) <= set(level.edges):
                raise NoProof("a level ranks ways on that it does not have")
            if level.rest == level.edges and measure.words in {m.words for m in ties}:
                raise NoProof("a level ranks nothing that was not ranked before")
            for number in level.edges:
                for how in ("larger",) if number in level.rest else ("larger", "same"):
                    edge = edges[number]
                    found = (
                        t.all_of((a.cond, comes(measure, ties, how, edge.way.state, a.state))) for a in edge.arrivals
                    )
                    name = f"to {edge.target}, not {how}: {measure.words}"
                    yield self._question(edge.way, name, lemmas, t.any_of(found))
            rest = [edges[number] for number in level.rest]
            yield from self._levels(level.inner, rest, edges, lemmas, (*ties, measure))
