"""Decides certificates from scratch: makes the questions of the rules again, holds them against the certificate's text,
and has another solver than the one that found it answer each.

So what is trusted is that the questions say what the rules say (`verify.smt.counting`), and the solver's answers; not
how what holds was found. Leaves files to `hoyle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Literal, assert_never

from spec.ir import nodes as ir
from verify.certificates import inductive
from verify.certificates.counted import CountedProof, same_text
from verify.certificates.definitions import Refused
from verify.certificates.inductive import ByInduction, Named
from verify.certificates.manifest import Invariant, digest
from verify.certificates.played import Played, play_again
from verify.obligations.verdict import Settings
from verify.smt.counting.recheck import Checker, by_z3
from verify.smt.counting.smtlib import alone
from verify.smt.encode.printed import LOGIC as BITS
from verify.smt.solvers.solver import version
from verify.smt.solvers.solver_portfolio import second_solver

Standing = Literal["holds", "refused", "undecided"]


@cache
def bits_checker() -> Checker:
    """The solver for questions about bit-vectors: the second one where it is installed, else the plain first."""
    second = second_solver()
    if second is None:
        return Checker(f"{version()}, its plain solver", by_z3, False)
    return Checker(second.name, lambda text, seconds: second.answer(text, seconds)[0], True)


@dataclass(frozen=True, slots=True)
class Judged:
    """What comes of the certificate of one claim, and why where it does not hold."""

    name: str
    sentence: str
    standing: Standing
    why: str = ""
    under: str = ""
    """The settings that it is about, in words, where they are not those of the manifest."""


Ask = Callable[[], str]
"""Asks some questions of a solver: which was left open, if one was. Raises Refused where one is possible."""

Asked = tuple[Ask, Sequence[Ask]]
"""What all of a certificate rests on, and then each of its claims."""

Make = Callable[[Named], ir.Game]
"""Makes the game of some settings. Raises Refused where there is none."""


@dataclass(slots=True)
class Checking:
    """Certificates of the rules that `make` makes, of which `usual` are the settings of the manifest; `asked` counts
    the questions that were put to a solver, and `games` what was played again."""

    make: Make
    usual: Named
    by: Checker
    seconds: float
    bits: Checker = field(default_factory=bits_checker)
    asked: int = 0
    games: int = 0
    _known: set[str] = field(default_factory=set)

    def judged(self, proof: Invariant | ByInduction | Played, text: str) -> Iterator[Judged]:
        """What comes of each claim of a certificate, whose file has this text."""
        owed = proof.owed
        under = ""
        try:
            if digest(text) != proof.sha256:
                raise Refused(f"{proof.file} was changed: its digest is not the one in the manifest")
            game = self.make(proof.settings)
            under = self._under(game, owed)
            match proof:
                case Invariant():
                    rests, parts = self._counted(game, proof, text)
                case ByInduction():
                    rests, parts = self._inducted(game, proof, text)
                case Played():
                    rests, parts = partial(self._played, game, proof, text), [str]
                case _:
                    assert_never(proof)
            left = rests()
        except Refused as error:
            yield from (Judged(name, sentence, "refused", str(error), under) for name, sentence in owed)
            return
        for (name, sentence), part in zip(owed, parts, strict=True):
            try:
                open_ = left or part()
            except Refused as error:
                yield Judged(name, sentence, "refused", str(error), under)
                continue
            yield Judged(name, sentence, "undecided" if open_ else "holds", open_, under)

    def _under(self, game: ir.Game, owed: Iterable[tuple[str, str]]) -> str:
        """The settings of a game, where they are not the usual ones: only what is not owed in these may have others."""
        usual = self.make(self.usual)
        if game.settings == usual.settings:
            return ""
        if not inductive.only_elsewhere(usual, (name for name, _ in owed)):
            raise Refused("it is about other settings than the manifest says")
        return Settings.of(game).beside(Settings.of(usual))

    def _inducted(self, game: ir.Game, proof: ByInduction, text: str) -> Asked:
        """How to ask what a proof by induction rests on, and then each claim and what follows of the end."""
        made = tuple(inductive.parts(game, proof))
        same_text(text, inductive.text_of(game.title, made))
        first, *parts = (partial(self._bits_answered, questions) for _, questions in made)
        if proof.ending is not None:
            parts += [parts[-1]] * (len(proof.ending.follows) - 1)
        return first, parts

    def _played(self, game: ir.Game, proof: Played, text: str) -> str:
        """Plays a game again."""
        self.games += 1
        play_again(game, proof, text)
        return ""

    def _counted(self, game: ir.Game, invariant: Invariant, text: str) -> Asked:
        """The same of a proof by counting."""
        facts, steps, readings = CountedProof(game).read(invariant, text)
        return partial(self._answered, steps, facts), [partial(self._answered, asked, facts) for asked in readings]

    # ------------------------------------------------------------ is each question impossible?

    def _answered(self, questions: Sequence[str], facts: Sequence[str]) -> str:
        """Which question was left open, if one was. Raises Refused where one is possible."""
        return self._put(self.by, [(one, alone(one, facts)) for one in questions])

    def _bits_answered(self, questions: Sequence[str]) -> str:
        """The same of questions about bit-vectors; each is asked once, however many claims rest on it."""
        new = [(one, alone(one, (), BITS)) for one in questions if one not in self._known]
        left = self._put(self.bits, new)
        self._known.update(one for one, _ in new if not left)
        return left

    def _put(self, by: Checker, questions: Iterable[tuple[str, str]]) -> str:
        """Puts questions to a solver, each with its text: which was left open, if one was."""
        left = ""
        for one, text in questions:
            name = one.partition("\n")[0].removeprefix("; ")
            self.asked += 1
            try:
                answer = by.answer(text, self.seconds)
            except (RuntimeError, ValueError) as error:
                raise Refused(f"{by.name} cannot read what is asked of `{name}`: {str(error)[:80]}") from None
            if answer == "sat":
                raise Refused(f"{by.name} finds what must not be: `{name}`")
            left = left or (f"{by.name} did not answer `{name}` in {self.seconds:g} s" if answer != "unsat" else "")
        return left
