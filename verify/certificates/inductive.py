"""A proof by induction or by measures as a file of questions, made from the rules and what the manifest says of it.

Writing a certificate and checking one make the text by the same code, and checking compares every sign. Leaves what is
asked to `verify.smt.prove.certified`, and the solver to `verify.certificates.check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from spec.ir import nodes as ir
from verify.certificates.definitions import Refused
from verify.obligations.certificate import Edge, Induction, Lemma, Level, Ranked, Telling
from verify.obligations.obligations import claim_obligation, endable_owed, ends_owed, surely_owed
from verify.obligations.verdict import Result
from verify.smt.counting.smtlib import script
from verify.smt.encode.printed import LOGIC
from verify.smt.encode.symbolic_context import Unencodable
from verify.smt.prove.certified import NoProof
from verify.smt.prove.certified import Telling as Told

Named = tuple[tuple[str, str], ...]
"""The settings under which a game is made, by name."""


@dataclass(frozen=True, slots=True)
class Inducted:
    """A claim that is proved by induction: its name and sentence, and the forms of it that every way on keeps; or, of
    one that is asked of any position, that it is asked so."""

    name: str
    sentence: str
    own: tuple[Lemma, ...]
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """What follows from measures that cannot shrink for ever: names and sentences, the ways on, and the levels."""

    follows: tuple[tuple[str, str], ...]
    edges: tuple[Edge, ...]
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class ByInduction:
    """A file of questions: what holds at decisions, and the claims and the end that follow from it."""

    file: str
    sha256: str
    settings: Named
    told: Telling
    lemmas: tuple[Lemma, ...]
    claims: tuple[Inducted, ...]
    ending: Ending | None

    @property
    def owed(self) -> tuple[tuple[str, str], ...]:
        """What it proves: names and sentences."""
        follows = () if self.ending is None else self.ending.follows
        return (*((c.name, c.sentence) for c in self.claims), *follows)


Part = tuple[str, tuple[str, ...]]
"""What some questions are about, and the questions."""


# ---------------------------------------------------------------- made of results


def proofs_of(results: Iterable[Result]) -> Iterator[ByInduction]:
    """What results prove by induction or by measures, together where the rules are told alike; without file or digest.

    Of what was proved later more is known. All of it is inductive together: each lemma was shown with less assumed.
    """
    claims: dict[Telling, list[Inducted]] = {}
    lemmas: dict[Telling, dict[Lemma, None]] = {}
    endings: dict[Telling, Ending] = {}
    for result in results:
        owed, proof = result.obligation, result.certificate
        match proof:
            case Induction():
                claims.setdefault(proof.told, []).append(
                    Inducted(owed.subject, owed.sentence, proof.own, proof.anywhere)
                )
            case Ranked():
                before = endings.get(proof.told, Ending((), proof.edges, proof.levels))
                follows = (*before.follows, (owed.subject, owed.sentence))
                endings[proof.told] = replace(before, follows=follows)
            case _:
                continue
        lemmas.setdefault(proof.told, {}).update(dict.fromkeys(proof.lemmas))
    for told, known in lemmas.items():
        yield ByInduction("", "", (), told, tuple(known), tuple(claims.get(told, ())), endings.get(told))


# ---------------------------------------------------------------- the questions


def parts(game: ir.Game, proof: ByInduction) -> Iterator[Part]:
    """The questions: first of what holds, then a part for each claim, then for the end. Raises Refused."""
    try:
        told = Told(game, proof.told)
        lemmas = [told.lemma(one) for one in proof.lemmas]
        yield "what holds at decisions", tuple(told.kept(lemmas))
        for claimed in proof.claims:
            claim = claim_of(game, claimed.name, claimed.sentence)
            own = [told.lemma(one) for one in claimed.own]
            if claimed.anywhere:
                kept = told.kept(lemmas, own) if own else ()
                yield f"claim {claimed.name}", (*kept, *told.anywhere(claim, [*lemmas, *own]))
                continue
            yield f"claim {claimed.name}", (*told.kept(lemmas, own), *told.read(claim, [*lemmas, *own]))
        if proof.ending is not None:
            _of_the_end(game, proof.ending)
            ranked = Ranked(proof.told, proof.lemmas, proof.ending.edges, proof.ending.levels)
            yield "every game ends", tuple(told.ends(ranked, lemmas))
    except (NoProof, Unencodable) as error:
        raise Refused(str(error)) from None


def claim_of(game: ir.Game, name: str, sentence: str) -> ir.Claim:
    """The claim about all positions that has this name and says this. Raises Refused."""
    claim = next((c for c in game.claims if c.source.label == name), None)
    if claim is None or claim.kind not in ("always", "never"):
        raise Refused(f"the rules have no claim `{name}` about all positions")
    if claim_obligation(claim).sentence != sentence:
        raise Refused(f"the claim `{name}` of the rules says something else")
    return claim


def _of_the_end(game: ir.Game, ending: Ending) -> None:
    """Raises Refused unless all that is to follow does follow from this, that every game ends."""
    owed = {(one.subject, one.sentence) for one in (*ends_owed(game), surely_owed(game), *endable_owed(game))}
    if not ending.follows or not set(ending.follows) <= owed:
        raise Refused("the rules do not say of the end of play what the certificate says")


def only_elsewhere(usual: ir.Game, names: Iterable[str]) -> bool:
    """Are these claims that the game of the usual settings does not have? Only they may be proved of other settings."""
    own = {c.source.label for c in usual.claims}
    owed = (*ends_owed(usual), surely_owed(usual), *endable_owed(usual))
    return not {*own, *(one.subject for one in owed)} & {*names}


def text_of(game: str, made: Sequence[Part]) -> str:
    """The text of a file, which any solver runs: each question by itself, to be answered `unsat`."""
    words = f"What holds at each decision of {game}, and questions of which each must be answered `unsat`."
    return script((words,), (), made, LOGIC)
