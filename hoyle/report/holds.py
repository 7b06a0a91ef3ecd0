"""What holds, grouped by what people care about, with how surely; and what the words for that mean, told once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hoyle.report.sorted import CLAIMED, COVERAGE, END, about_the_end
from verify.obligations.obligations import FAULT_CODES, OTHER_SIZE
from verify.obligations.verdict import Result, Verdict

CLAIMS, STUCK = "Your claims", "Never stuck"
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Examples", ("example",)),
    (CLAIMS, ("claim",)),
    ("It ends", END),
    (STUCK, ("not-stuck", "decides")),
    ("Rules agree", ("no-gap", "no-clash", "no-collision", "settled", "commutes")),
    ("Sound", ("defined", "in-range", "conserved")),
    ("No leaks", ("no-leak",)),
    ("Coverage", COVERAGE),
)
WORDS = {
    "ends": "every game ends",
    "ends-almost-surely": "every game ends sooner or later, with probability one",
    "end-reachable": "an end stays within reach",
    "some-end": "some game ends",
    "not-stuck": "a player who must move always can",
    "decides": "play always comes to a decision",
    "no-gap": "some clause always applies",
    "no-clash": "no two clauses contradict each other",
    "no-collision": "no two ends contradict each other",
    "settled": "no open question comes up",
    "commutes": "simultaneous effects give the same in every order",
    "defined": "no rule uses what is not there",
    "in-range": "no number leaves its range",
    "conserved": "every card lies in one place",
    "no-leak": "what is legal gives no hidden card away",
}
FAULTS = frozenset(code for kind, (code, _) in FAULT_CODES.items() if kind != "endless")
STOPS = {
    "ends": "no game goes on for ever, but {some} at a fault",
    "ends-almost-surely": "no game goes on for ever, with probability one, but {some} at a fault",
    "end-reachable": "an end stays within reach as long as play stops at no fault",
}
"""What is said of the end where play stops at what the rules do not provide for: no end of the game has come there."""
NO_LIVELOCK, LIVELOCK = "No livelock", "play never goes on for ever without a decision"
"""What is said of play that never ends between two decisions where it is stuck at one."""
SOME_STOP, ALL_STOP = "some stop", "every game that was played stops"
FEW = 50
"""Fewer random games than this are called few."""
SURELY: tuple[Verdict, ...] = ("proved", "checked", "tested")


def holding(
    holds: Sequence[Result], every: Sequence[Result], *, clauses: int = 0, over: bool = True
) -> Iterator[tuple[str, str]]:
    """Each group of what holds, with its words; of all results, to tell how many of how many, and of all `clauses` that
    `hoyle check` counts.

    Where verification is not `over`, nothing is said of what is still to come.
    """
    stops = any(r.verdict == "refuted" and r.obligation.code in FAULTS for r in every)
    if over and _nothing_asked(every):
        yield CLAIMS, "none, and no example: this is what every game must do, not whether it is the game you mean"
    for title, codes in GROUPS:
        group = [r for r in holds if r.obligation.code in codes]
        if not group:
            continue
        match title:
            case "Examples":
                yield title, _examples(group, every, over=over)
            case _ if title == CLAIMS:
                yield from _claims(title, group, stops=stops)
            case "Coverage":
                if over:
                    yield title, "; ".join(_covered(holds, every, clauses))
            case "It ends":
                at_the_end = [r for r in holds if about_the_end(r)]
                yield "Not endless" if stops else title, _of_the_end(at_the_end, every, stops=stops)
            case _:
                told = [r for r in group if r.obligation.subject == "play"]
                deadlock = title == STUCK and any(
                    r.obligation.code == "not-stuck" and r.verdict == "refuted" for r in every
                )
                if deadlock:
                    yield from ((NO_LIVELOCK, f"{LIVELOCK} ({r.verdict})") for r in told)
                elif told:
                    yield title, _by_verdict(told) + (_said_of_nothing(every) if title == "Sound" else "")


def _nothing_asked(every: Sequence[Result]) -> bool:
    """Has the file neither an example nor a claim, so that nothing tells whether its rules are those that are meant?"""
    return not any(r.obligation.code in ("example", "claim") for r in every)


def _examples(group: Sequence[Result], every: Sequence[Result], *, over: bool) -> str:
    whole = sum(r.obligation.code == "example" for r in every)
    many = f"all {whole}" if over and len(group) == whole > 1 else f"{len(group)} of {whole}"
    return f"{many} {'come' if whole > 1 else 'comes'} out as the file says{'' if over else ' so far'}"


def _claims(title: str, group: Sequence[Result], *, stops: bool) -> Iterator[tuple[str, str]]:
    for verdict in SURELY:
        names = [_claim(r, stops=stops) for r in group if r.verdict == verdict]
        if names:
            yield title, f"{len(names)} {verdict}: {', '.join(names)}"
            title = ""


def _claim(result: Result, *, stops: bool) -> str:
    """A claim's name; of one that every game ends what it means where play stops at a fault."""
    owed = result.obligation
    told = STOPS["ends"].format(some=SOME_STOP)
    return f"{owed.subject} ({told})" if stops and owed.sentence == CLAIMED["ends"] else owed.subject


def _covered(holds: Sequence[Result], every: Sequence[Result], clauses: int) -> Iterator[str]:
    """How many of the clauses, and of the moves and steps, came up in some game. Of clauses that forbid, or say what a
    move does, only those are told that never applied (`never-applied`)."""
    for code, words in (
        ("used", "clauses that allow, decide or end take effect"),
        ("reached", "moves and steps come up"),
    ):
        whole = sum(r.obligation.code == code or (code == "used" and r.obligation.code == "dead-clause") for r in every)
        if whole:
            rest = clauses - whole if code == "used" else 0
            more = f" ({clauses} with those that forbid, or say what is done)" if rest > 0 else ""
            yield f"{sum(r.obligation.code == code for r in holds)} of {whole} {words}{more}"


def _of_the_end(group: Sequence[Result], every: Sequence[Result], *, stops: bool) -> str:
    """The strongest that holds, from which the others follow."""
    codes = {claim: code for code, claim in CLAIMED.items()}
    found = [(codes.get(r.obligation.sentence, r.obligation.code), r) for r in group]
    code, first = min(found, key=lambda one: END.index(one[0]))
    if stops and code in STOPS:
        none_ends = any(r.obligation.code == "some-end" and r.verdict == "unknown" for r in every)
        return f"{STOPS[code].format(some=ALL_STOP if none_ends else SOME_STOP)} ({first.verdict})"
    bound = "" if first.most is None else f", after at most {first.most}"
    if bound and first.longest is not None and first.longest != first.most:
        bound += f"; the longest that was played took {first.longest}"
    return f"{WORDS[code]}{bound} ({first.verdict})"


def _by_verdict(group: Sequence[Result]) -> str:
    parts = []
    for verdict in SURELY:
        told = [WORDS.get(r.obligation.code, r.obligation.sentence) for r in group if r.verdict == verdict]
        if told:
            parts.append(f"{', '.join(told)} ({verdict})")
    return "; ".join(parts)


def _said_of_nothing(every: Sequence[Result]) -> str:
    """Of which moves and steps all this says nothing, since play never comes to them."""
    never = [r.obligation.subject for r in every if r.obligation.code == "reached" and r.never]
    return f"; nothing is known of what play never comes to: {', '.join(never)}" if never else ""


def surely(holds: Sequence[Result], here: str = "") -> Iterator[tuple[str, str]]:
    """What each verdict that came up means in this run; `here`: which numbers it had, where others are allowed."""
    found = [r for r in holds if r.obligation.code not in ("example", OTHER_SIZE)]
    verdicts = {r.verdict for r in found}
    if "proved" in verdicts:
        size = f" with {here}" if here else ""
        yield "proved", f"for every position of the whole game{size}, or by a game that shows it"
    if "checked" in verdicts:
        yield "checked", f"in {_scope(found)}"
    if "tested" in verdicts:
        tested = sorted((r for r in found if r.verdict == "tested"), key=lambda r: r.by != "random play")
        yield "tested", f"in {_with_more(tested[0].scope.split(', ')[0])}"


def _with_more(scope: str) -> str:
    """In how many games something was tested; where these are few, how to play more."""
    number = re.match(r"([\d,]+) random games?\b", scope)
    few = number is not None and int(number[1].replace(",", "")) < FEW
    return f"{scope}, which is few: hoyle simulate GAME plays thousands, and tells what stops one" if few else scope


def _scope(found: Sequence[Result]) -> str:
    """What was followed whole: a smaller game, or the beginning of every game."""
    checked = [r for r in found if r.verdict == "checked"]
    smaller = [f"all games of a smaller size: {first(r.scope)}" for r in checked if r.by == "exhaustive search"]
    beginnings = [first(r.scope) for r in checked if r.within is not None]
    return "; or ".join((*smaller[:1], *beginnings[:1])) or first(checked[0].scope)


def first(scope: str) -> str:
    """The beginning of a scope, which says what was followed."""
    return scope.partition(";")[0]
