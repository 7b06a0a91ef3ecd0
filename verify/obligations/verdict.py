"""What is known of an obligation, and how well: the five verdicts, their witnesses, and the exit code they give.

All results on one obligation come to one verdict in `joined`, and nowhere else. Leaves deciding an obligation to the
modules beside this one, and showing a result to `hoyle`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from spec.ir import nodes as ir
from verify.obligations.certificate import Certificate

Verdict = Literal["proved", "checked", "tested", "refuted", "unknown"]
"""proved: all states, full deck; checked: all states of a stated scope; tested: some games or cases; refuted: with a
replayed witness; unknown: with the reason."""

MEANING: dict[Verdict, str] = {
    "proved": "holds in every state of the whole game",
    "checked": "holds in every state of the scope that is named",
    "tested": "held in every game that was played",
    "refuted": "does not hold: here is a game that breaks it (counterexample)",
    "unknown": "could not be decided, for the reason given",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Which game of a rule file something is about: its deck, sizes, players, edition and readings, by name."""

    values: tuple[tuple[str, str], ...]

    @staticmethod
    def of(game: ir.Game) -> Settings:
        """The settings under which a game was made."""
        return Settings(game.settings)

    def beside(self, own: Settings) -> str:
        """What is set otherwise than there, in words."""
        usual = dict(own.values)
        told = [f"{name}={value}" for name, value in self.values if usual.get(name) != value]
        back = [f"the {name} as in the file" for name in usual if name not in dict(self.values)]
        return ", ".join((*told, *back)) or "these settings"


@dataclass(frozen=True, slots=True)
class Witness:
    """A play that shows something, replayed on the interpreter: chance and moves in words, and where it leads.

    `loop`: so many of its last moves lead from the position back to it. `settings` are those of the game that was
    played; None where nothing was. `part`: the move or outcome of whose clauses none, or too many, applied, where play
    stops at that (`move lay`).
    """

    log: str
    moves: tuple[str, ...]
    position: tuple[str, ...]
    sentence: str
    loop: int = 0
    settings: Settings | None = None
    part: str = ""

    @property
    def stopped(self) -> bool:
        """Does the play stop at a fault?"""
        return bool(self.log) and bool(json.loads(self.log).get("fault"))


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a game owes: a stable code, the subject, one sentence, and the clauses concerned.

    `required` obligations must not stay unknown if a run is to succeed, and none that `fails` may be refuted; of others
    it is told alone. `under` are the settings in which it is owed;
    None where nobody has said. `wrong`: the rulebook says it, and the file that it is not so.
    """

    code: str
    subject: str
    sentence: str
    sources: tuple[ir.Source, ...] = ()
    required: bool = True
    read_at: str = ""
    """Of a claim about positions: at which of them it is read."""
    under: Settings | None = None
    wrong: bool = False
    fails: bool = True

    @property
    def key(self) -> tuple[str, str]:
        """What it is about: an obligation and its opposite are one question."""
        return OPPOSITE.get(self.code, self.code), self.subject


OPPOSITE = {"dead-clause": "used"}
"""Codes that say the opposite of another: a clause that never wins is not `used`."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """Turns and decisions of a play."""

    turns: int
    decisions: int

    def __str__(self) -> str:
        return f"{self.turns:,} turns and {self.decisions:,} decisions"


@dataclass(frozen=True, slots=True)
class Line:
    """One change of an order of clauses, by labels: the better no longer outranks the worse, or each stands in the
    other's place. `matters`: a play shows that it changes something, or it is proved to change nothing."""

    kind: Literal["drop", "swap"]
    better: str
    worse: str
    matters: bool | None


@dataclass(frozen=True, slots=True)
class Result:
    """A verdict on an obligation; `scope` says for which states, `by` by which means, `reason` why unknown.

    `settings` are those of the game that was looked at, None if it is the one that owes it. `complete`: every play of
    that game was followed. `most` is proved to bound every play, and `longest` was met in some. `within`: a check of
    all plays of up to so many decisions, counting those without a legal move. `lines`: what is known of an order.
    """

    obligation: Obligation
    verdict: Verdict
    by: str
    scope: str = ""
    reason: str = ""
    witness: Witness | None = None
    seconds: float = 0.0
    cut: bool = False
    """Was it left where it is because the time was up?"""
    details: tuple[str, ...] = ()
    """What it is made of, a line each, for those who want to see all."""
    vacuous: bool = False
    """Is it shown that play never comes to where it is read? Then it says nothing, and holds of nothing."""
    never: bool = False
    """Is it shown to come about in no game from any deal?"""
    settings: Settings | None = None
    complete: bool = False
    most: Lengths | None = None
    longest: Lengths | None = None
    within: int | None = None
    lines: tuple[Line, ...] = ()
    elsewhere: tuple[str, ...] = ()
    """What games of other settings show, a sentence each; it decides nothing."""
    unproved: tuple[str, ...] = ()
    """Why no proof came about of a claim that is only checked, tested or unknown, by each technique that tried."""
    untold: tuple[ir.ClauseId, ...] = ()
    """What was left free, since it is not translated for the solver: by the clause or definition where it stands."""
    certificate: Certificate | None = None
    """What another solver needs to decide a proof by itself, where that was asked for."""

    def __post_init__(self) -> None:
        if self.verdict == "refuted" and self.witness is None and not self.reason:
            raise ValueError(f"{self.obligation.code}: a refutation needs a witness, or says what is proved instead")
        if self.verdict == "unknown" and not self.reason:
            raise ValueError(f"{self.obligation.code}: an unknown needs a reason")
        if self.verdict in ("checked", "tested") and not self.scope:
            raise ValueError(f"{self.obligation.code}: `{self.verdict}` needs its scope")
        if self.vacuous and self.verdict != "unknown":
            raise ValueError(f"{self.obligation.code}: what is vacuous is not {self.verdict}")

    @property
    def about(self) -> Settings | None:
        """The settings that it is evidence for: those of its play, if there is one. None: those of the obligation."""
        played = None if self.witness is None else self.witness.settings
        return played or self.settings

    @property
    def own(self) -> bool:
        """Is it about the very game that owes this, and not about one of other settings?"""
        if self.obligation.under is None:
            return self.settings is None
        return self.about in (None, self.obligation.under) and self.settings in (None, self.obligation.under)

    @property
    def where(self) -> str:
        """The settings it is about, as they differ from those in which it is owed."""
        about = self.about or Settings(())
        return about.beside(self.obligation.under or Settings(()))


SHOWN_ALREADY = "a known game shows it already"
"""The reason that stands for a play which is known, where only a shorter one is looked for."""

RANK: dict[Verdict, int] = {"refuted": 5, "proved": 3, "checked": 2, "tested": 1, "unknown": 0}


def rank(result: Result) -> int:
    """How much a result weighs: a play against an obligation outweighs games in which it held, and that it says nothing
    (`vacuous`) outweighs every proof of it."""
    against = result.verdict == "unknown" and result.witness is not None
    return 4 if against or result.vacuous else RANK[result.verdict]


# ---------------------------------------------------------------- one verdict for each obligation


@dataclass(frozen=True, slots=True)
class Joined:
    """The verdict on one obligation, and the results that say the same by other means."""

    result: Result
    beside: tuple[Result, ...] = ()


def strongest(results: Iterable[Result]) -> tuple[Result, ...]:
    """The verdict on each obligation, in the order in which the obligations first appear."""
    return tuple(one.result for one in joined(results))


def joined(results: Iterable[Result]) -> tuple[Joined, ...]:
    """Every obligation once, with the one verdict that its results come to.

    What holds of another deck, size, number of players or reading decides nothing here; a search of a smaller game
    is `checked` for what it has looked at, and a play of one leaves open what is not proved. Results that contradict
    each other decide nothing either: what they are about is unknown, and that they do is a result of its own.
    """
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault(result.obligation.key, []).append(result)
    at_odds = {**dict(_parts_at_odds(groups)), **{key: found for key, g in groups.items() if (found := at_odds_in(g))}}
    made: list[Joined] = []
    for key, group in groups.items():
        if key in at_odds:
            made += [Joined(_undecided(group[0])), Joined(_contradiction(*at_odds[key]))]
        else:
            made.append(_one_verdict(group))
    return tuple(made)


def _one_verdict(group: Sequence[Result]) -> Joined:
    """The verdict that results on one obligation come to, none of which contradicts another."""
    own = [r for r in group if r.own]
    plays = [r for r in group if not r.own and r.witness is not None]
    scopes = [_of_its_scope(r) for r in group if not r.own and r.witness is None]
    told = tuple(dict.fromkeys(f"with {r.where} a game shows: {_shown(r)}" for r in plays))
    best = _best([*own, *scopes]) if own or scopes else None
    if best is not None and (best.verdict in ("proved", "refuted") or rank(best) == 4 or not plays):
        chosen = replace(best, elsewhere=() if best.verdict == "refuted" else told)
    else:
        chosen = _left_open(best, plays[0], told)
    met = [r.longest for r in own if r.longest is not None]
    if met:
        chosen = replace(chosen, longest=Lengths(max(m.turns for m in met), max(m.decisions for m in met)))
    if chosen.obligation.code == "claim" and chosen.verdict in ("checked", "tested", "unknown"):
        why = (f"{r.by.partition(':')[0].partition(';')[0]}: {r.reason}" for r in own if _gave_up(r))
        untold = dict.fromkeys(clause for r in own if _gave_up(r) for clause in r.untold)
        chosen = replace(chosen, unproved=tuple(sorted({*chosen.unproved, *why})), untold=tuple(untold))
    agreeing = (r for r in (*own, *scopes) if r is not best and _says_the_same(r, chosen))
    return Joined(turned(chosen), () if chosen.obligation.wrong else tuple(agreeing))


def _gave_up(result: Result) -> bool:
    """Did a technique find neither a proof nor a play?"""
    return result.verdict == "unknown" and result.witness is None


def _of_its_scope(result: Result) -> Result:
    """What was looked at in a game of other settings is checked for that game, and else known of nothing."""
    if result.verdict in ("checked", "unknown"):
        return result
    reason = f"{result.verdict} only with {result.where}, by {result.by}"
    return replace(result, verdict="unknown", reason=reason)


def _best(results: Sequence[Result]) -> Result:
    """The strongest; of two equals that with the shorter play, or, of two unknowns, one that says what the other says
    and more; else the first."""
    best = results[0]
    for result in results[1:]:
        if _outdoes(result, best):
            best = result
    return best


def _outdoes(one: Result, other: Result) -> bool:
    if one.verdict == other.verdict == "unknown" and one.witness is other.witness is None:
        if one.vacuous or other.vacuous:
            return one.vacuous and not other.vacuous
        return len(one.reason) > len(other.reason) and one.reason.startswith(other.reason)
    if rank(one) != rank(other) or one.witness is None or other.witness is None:
        return rank(one) > rank(other)
    return bool(one.witness.log) and len(one.witness.moves) < len(other.witness.moves)


def _says_the_same(one: Result, verdict: Result) -> bool:
    """Is this evidence for the verdict, as strong or weaker?"""
    if verdict.verdict in ("refuted", "unknown"):
        return one.verdict == verdict.verdict == "refuted"
    return one.verdict in ("proved", "checked", "tested") and one.obligation.code == verdict.obligation.code


def _left_open(best: Result | None, play: Result, told: tuple[str, ...]) -> Result:
    """An unknown: a play of a game of other settings shows something, and nothing decides it of the game itself."""
    known = best.reason if best is not None and best.verdict == "unknown" else ""
    held = f"{best.verdict} only: {best.scope}" if best is not None and best.verdict in ("checked", "tested") else ""
    reason = "; ".join(filter(None, (told[0], "which decides nothing under the settings of this run", known or held)))
    made = replace(play, verdict="unknown", reason=reason, scope=f"a play with {play.where}", elsewhere=told[1:])
    return replace(made, obligation=(best or play).obligation)


def _shown(result: Result) -> str:
    return result.witness.sentence if result.witness is not None else result.reason


EVERY_GAME_ENDS, NEED_NOT_END = "every game ends", "not every game ends"
"""What claims about the end say, and the opposite of it: that play may go round."""


def meant(owed: Obligation) -> Obligation:
    """What the file says: of what it calls wrong, that it is."""
    if not owed.wrong:
        return owed
    told = NEED_NOT_END if owed.sentence == EVERY_GAME_ENDS else f"the rulebook is wrong that {owed.sentence}"
    return replace(owed, sentence=told, wrong=False)


def turned(result: Result) -> Result:
    """The verdict as the file means it: of what the rulebook says and the file calls wrong, a play against it shows
    that the file is right."""
    owed = result.obligation
    if not owed.wrong:
        return result
    told = meant(owed)
    if result.verdict == "refuted":
        scope = result.scope if result.scope.startswith(("a play", "a game")) else "a game that shows it (witness)"
        return replace(result, obligation=told, verdict="proved", scope=scope)
    if result.verdict == "unknown" and result.witness is not None:
        return replace(result, obligation=told)
    if result.verdict == "proved":
        so = EVERY_GAME_ENDS if owed.sentence == EVERY_GAME_ENDS else "the rulebook is right after all"
        return replace(result, obligation=told, verdict="refuted", reason=f"{so}: proved by {result.by}")
    reason = f"{result.by} found no counterexample"
    return replace(result, obligation=told, verdict="unknown", reason=reason, witness=None)


# ---------------------------------------------------------------- contradictions


AGREE = "techniques-agree"
INTERNAL = ("solvers-agree", AGREE)
"""What is refuted only by a fault of Hoyle itself."""


def at_odds_in(group: Sequence[Result]) -> tuple[Result, Result] | None:
    """Two results on one obligation that cannot both be so, or None."""
    return next((pair for pair in combinations([r for r in group if r.own], 2) if at_odds(*pair)), None)


def at_odds(one: Result, other: Result) -> bool:
    """Can two results about the same game not both be so?"""
    return _contradicts(one, other) or _contradicts(other, one)


def _contradicts(sure: Result, shown: Result) -> bool:
    if sure.most is not None and shown.longest is not None:
        most, longest = sure.most, shown.longest
        if longest.turns > most.turns or longest.decisions > most.decisions:
            return True
    if sure.verdict == shown.verdict == "proved":
        return sure.obligation.code in OPPOSITE and shown.obligation.code not in OPPOSITE
    if sure.vacuous and shown.verdict == "refuted":
        return True
    every = sure.verdict == "proved" or (sure.verdict == "checked" and sure.complete)
    if not every or shown.verdict != "refuted" or shown.witness is None:
        return False
    # Most proofs say nothing of plays that stop at a fault; that no fault is met is proved by itself.
    return sure.complete or sure.obligation.code != "claim" or not shown.witness.stopped


def _parts_at_odds(
    groups: dict[tuple[str, str], list[Result]],
) -> Iterator[tuple[tuple[str, str], tuple[Result, Result]]]:
    """What is proved of the clauses of a move or an outcome, and a play that stops at these very clauses."""
    for code in ("no-gap", "no-clash"):
        for shown in (r for r in groups.get((code, "play"), ()) if r.own and r.verdict == "refuted"):
            part = "" if shown.witness is None else shown.witness.part
            for sure in groups.get((code, part), ()) if part else ():
                if sure.own and sure.verdict == "proved":
                    yield (code, part), (sure, shown)


def _undecided(result: Result) -> Result:
    reason = f"two techniques contradict each other, which is a fault of Hoyle: see {AGREE}"
    return Result(meant(result.obligation), "unknown", "two techniques that contradict each other", reason=reason)


def _contradiction(one: Result, other: Result) -> Result:
    """That two results cannot both be so, with both, and with the play if there is one."""
    owed = one.obligation
    subject = f"{owed.key[0]} {owed.subject}"
    sentence = f"all techniques agree on {subject}: {owed.sentence}"
    lines = tuple(_line(r) for r in (one, other))
    told = f"{'; but '.join(lines)}. This is a fault of Hoyle: please report it; neither result counts"
    play = next((r.witness for r in (other, one) if r.witness is not None), Witness("", (), (), ""))
    return Result(
        Obligation(AGREE, subject, sentence, owed.sources, under=owed.under),
        "refuted",
        f"{one.by}, and {other.by}",
        witness=replace(play, sentence=told),
        details=lines,
    )


def _line(result: Result) -> str:
    shown = "" if result.witness is None else f": {result.witness.sentence}"
    length = f", with {result.longest}" if result.longest is not None else ""
    bound = f", at most {result.most}" if result.most is not None else ""
    scope = f" ({result.scope})" if result.scope else ""
    return f"“{result.obligation.sentence}” is {result.verdict} by {result.by}{scope}{bound}{length}{shown}"


# ---------------------------------------------------------------- what a run answers


def exit_code(results: Iterable[Result]) -> int:
    """4 where solvers or techniques contradict each other, 1 where something is refuted, 3 where something required is
    unknown, else 0."""
    results = tuple(results)
    if any(r.verdict == "refuted" and r.obligation.code in INTERNAL for r in results):
        return 4
    if any(r.verdict == "refuted" and r.obligation.fails for r in results):
        return 1
    return 3 if any(r.verdict == "unknown" and r.obligation.required for r in results) else 0
