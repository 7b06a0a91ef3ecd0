"""`python -m tests.oracle.sound`: proofs against plain enumeration of random rule files, and of mutants of the
library's games with small decks: those by counting, and those by induction of rules that are hidden in part.

Each game is asked for claims of which most are true at all but a few positions (`near_claims`), and what was found of
all play is read at every position. A file is worked on by a process of its own, which is ended when its time is up.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from multiprocessing.connection import Connection

from spec.ir import nodes as ir
from tests.oracle import loose
from tests.oracle.facts import Facts
from tests.oracle.loose import hide, some, strays
from tests.oracle.near_claims import outside, with_claims
from tests.oracle.test_oracle import TINY, tiny
from tests.oracle.test_techniques import file_of
from tests.oracle.trial import loaded
from tests.oracle.walk import TooMany, Walk
from tests.oracle.ways_on import countings
from verify.mutation.mutate import mutants, mutated, viable
from verify.smt.counting.claims import counting

OVER = "over"
"""The name of a claim that every play ends."""
ENDS: dict[str, Callable[[Walk], bool]] = {
    OVER: Walk.every_play_ends,
    "ends-almost-surely": Walk.ends_almost_surely,
}
"""What is proved of the end of play, and whether it is so."""


@dataclass(slots=True)
class Held:
    """What came of one game: its positions, its claims that are true and false, those that were proved, the countings
    of which hulls were read, and what was said wrongly."""

    name: str
    positions: int = 0
    true: int = 0
    false: int = 0
    proved: int = 0
    vacuous: int = 0
    hulls: int = 0
    ends: int = 0
    how: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def held(name: str, game: ir.Game, seed: int, seconds: float, most: int, claims: int = 12) -> Held:
    """Holds one game's proofs against all of its positions. Raises TooMany."""
    facts, luck = Facts(game, most), random.Random(seed)
    found = Held(name, positions=len(facts.walked.nodes))
    so = with_claims(facts, luck, claims)
    broken = {label for label, read in so.items() if read.broken}
    found.true, found.false = len(so) - len(broken), len(broken)
    over = replace(facts.game.claims[0], kind="ends", at=(), source=replace(facts.game.claims[0].source, label=OVER))
    for result in counting(replace(facts.game, claims=(*facts.game.claims, over)), seconds):
        label, kind = result.obligation.subject, result.verdict
        if label == OVER or result.obligation.code in ENDS:
            found.ends += 1
            if not ENDS[OVER if label == OVER else result.obligation.code](facts.walked):
                found.wrong.append(f"proved, and is not so: {result.obligation.sentence}, by {result.by}")
        elif result.obligation.code != "claim":
            found.wrong.append(f"{result.obligation.code}: {result.witness and result.witness.sentence}")
        elif kind == "proved":
            found.proved += 1
            found.how.append(result.by.split(";")[0].removeprefix("counting: "))
            if label in broken or not so[label].read:
                cond = next(c for c in facts.game.claims if c.source.label == label)
                found.wrong.append(f"proved, and is not so ({so[label]}), by {result.by}: {cond}")
        elif result.vacuous:
            found.vacuous += 1
            # A claim that is broken was read, with its condition; only where it has no meaning may that be ruled out.
            if label in broken:
                found.wrong.append(f"called vacuous, and is broken: {label}")
    for number, one in enumerate(countings(facts.game)):
        if number in (0, 1 + seed % 3):
            stray = outside(facts, one, 3, time.perf_counter() + seconds / 4)
            found.hulls += stray is not None
            found.wrong += [f"in no hull, though play comes there, {words}" for words in (stray or ())[:3]]
    return found


# ---------------------------------------------------------------- which games


def random_game(seed: int) -> Iterator[tuple[str, ir.Game]]:
    """The random rule file of a number, if it is in order."""
    made = loaded(file_of(seed))
    if made is not None and made.game is not None:
        yield f"random file {seed}", made.game


def mutant_of_library(seed: int) -> Iterator[tuple[str, ir.Game]]:
    """A mutant of a library game with a small deck; of every tenth number the game itself."""
    luck = random.Random(seed)
    name = list(TINY)[seed % len(TINY)]
    game = tiny(name)
    if seed % 10 == 0:
        yield name, game
        return
    mutant = luck.choice(list(mutants(game)))
    changed = mutated(game, mutant)
    if changed is not None and viable(changed):
        yield f"{name}, {mutant.name}", changed


KINDS = {"files": random_game, "mutants": mutant_of_library}
HIDDEN = {f"hidden-{kind}": games for kind, games in KINDS.items()}
"""The same games with a part of their rules hidden from the solver, and what induction proves of them."""


def in_part(name: str, game: ir.Game, seed: int, seconds: float, most: int) -> Held:
    """Hides one in four to one in fifty of all expressions and effects, or what has no term by itself; for a process of
    its own. Raises TooMany."""
    if one_in := (4, 12, 50, 0)[seed % 4]:
        hide(some(one_in, seed))
    came = loose.held(game, seed, seconds, most)
    how, wrong = ["rules told in part"] * came.proved, [*came.wrong, *strays(game, seed, seconds)]
    return Held(name, came.positions, came.true, came.false, came.proved, how=how, wrong=wrong)


def _one(kind: str, seed: int, seconds: float, most: int, tell: Connection) -> None:
    for name, game in (KINDS | HIDDEN)[kind](seed):
        try:
            tell.send((held if kind in KINDS else in_part)(name, game, seed, seconds, most))
        except TooMany:
            tell.send("too many positions")
        except Exception as error:  # a technique that raises has a fault
            tell.send(Held(name, wrong=[f"{type(error).__name__}: {error}"]))
        return
    tell.send("refused")


def in_its_own_process(kind: str, seed: int, seconds: float, most: int) -> Held | str:
    """What came of a number; why nothing did."""
    here, there = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_one, args=(kind, seed, seconds, most, there))
    child.start()
    there.close()
    try:
        return here.recv() if here.poll(6 * seconds + 30) else "not done in time"
    except EOFError:
        return "its process ended by itself"
    finally:
        child.kill()
        child.join()


def main() -> int:
    """Works until the time is up, prints figures, and 1 where something was said wrongly."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.sound", description=__doc__)
    parser.add_argument("kind", choices=KINDS | HIDDEN, help="which games")
    parser.add_argument("--first", type=int, default=1, help="the first number")
    parser.add_argument("--count", type=int, default=300, help="so many games that could be followed")
    parser.add_argument("--minutes", type=float, default=60.0, help="and no longer than this")
    parser.add_argument("--seconds", type=float, default=6.0, help="for the proofs of one game")
    parser.add_argument("--most", type=int, default=6_000, help="positions that are followed of one game")
    asked = parser.parse_args()
    until, number = time.monotonic() + 60 * asked.minutes, asked.first
    every: list[Held] = []
    not_held: Counter[str] = Counter()
    while len(every) < asked.count and time.monotonic() < until:
        found = in_its_own_process(asked.kind, number, asked.seconds, asked.most)
        if isinstance(found, str):
            not_held[found] += 1
        else:
            every.append(found)
            for words in found.wrong:
                print(f"WRONG (number {number}, {found.name}): {words}", flush=True)
            print(json.dumps({"number": number, **asdict(found)}), file=sys.stderr, flush=True)
        number += 1
    told(every, not_held)
    return int(any(h.wrong for h in every))


def told(every: list[Held], not_held: Counter[str]) -> None:
    """Prints the figures."""
    how = Counter(way for h in every for way in h.how)
    print(f"{len(every)} games of {sum(h.positions for h in every):,} positions; not held: {dict(not_held)}")
    print(f"claims: {sum(h.true for h in every)} true, {sum(h.false for h in every)} false")
    print(f"proved: {sum(h.proved for h in every)} {dict(how.most_common())}")
    print(f"vacuous: {sum(h.vacuous for h in every)}; hulls read everywhere: {sum(h.hulls for h in every)}")
    print(f"of the end of play: {sum(h.ends for h in every)} proved")
    print(f"wrong: {sum(len(h.wrong) for h in every)}")


if __name__ == "__main__":
    sys.exit(main())
