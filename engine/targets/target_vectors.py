"""The target `vectors`: a conformance suite against which another implementation can be held.

Leaves choosing and telling the games to `engine.conformance`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from time import perf_counter

from engine.conformance.choose import Step, Suite, Variant, choose, points_of, rulings_dropped, rulings_implied
from engine.conformance.coverage_search import coverage_searcher
from engine.conformance.unreachable_clauses import outranked_always
from engine.conformance.vectors import lines, schema
from engine.core.names import module_name
from engine.interpreter.faults import BeyondLimits
from engine.interpreter.interpreter import Interpreter
from engine.processes.deadline import until as bounded
from engine.targets.escape import markdown
from engine.targets.facts import Facts
from engine.targets.readme import readme
from spec.ir import nodes as ir
from spec.ir.clauses import Mark


def files(game: ir.Game, facts: Facts) -> dict[str, str]:
    """The suite, its schema and the README."""
    name, interpreter, until = module_name(facts.stem), Interpreter(game), perf_counter() + facts.seconds
    variants, cut = dict[str, Variant](), list[str]()
    with bounded(perf_counter() + facts.seconds / 4) as readings:
        variants.update((variant.name, variant) for variant in chain(rulings_dropped(game), facts.readings()))
    if readings.over:
        cut.append(f"{len(variants)} other readings were held against the games, and not all")
    idle, proved = {**outranked_always(game), **rulings_implied(game)}, dict[str, str]()
    clauses = points_of(game)

    def seek(wanted: set[Mark]) -> Iterator[int]:
        """Looks for clauses, but for those that can never win."""
        proved.update(facts.beyond.never(clauses[at] for at in wanted if clauses[at] not in idle))
        wanted.difference_update([at for at in wanted if clauses[at] in {**idle, **proved}])
        return coverage_searcher(game, facts.sought, 0, MOVES)(wanted)

    def part(variant: Variant) -> tuple[Step, ...] | None:
        return None if variant.name in idle else facts.beyond.parting(variant)

    suite = choose(
        interpreter, variants.values(), most_games=facts.games, most_moves=MOVES, progress=facts.progress, seek=seek,
        part=part, until=until - facts.seconds / 5,
    )  # fmt: skip
    if not suite.games:
        raise BeyondLimits(f"in {facts.seconds / 2:g} seconds not one game was played; a larger --budget may do")
    with bounded(until) as proofs:
        for point in suite.missed:
            if point in variants and point not in idle and (by := facts.beyond.equal(variants[point])):
                proved[point] = by
    cut += [*suite.cut, *(["the proofs about what no game shows were stopped"] if proofs.over else [])]
    if cut:
        cut = [f"There were {facts.seconds:g} seconds (`--budget`), which were too few: {'; '.join(cut)}."]
        facts.tell(cut[0].replace("`", ""))
    return {
        f"{name}.jsonl": "\n".join(lines(interpreter, suite, facts.stem)) + "\n",
        "schema.json": json.dumps(schema(), indent=2) + "\n",
        "README.md": readme(
            game, facts, "a conformance suite", [*_told(game, suite, idle, proved), *cut, *_use(name)], AGREEMENT
        ),
    }


def _told(game: ir.Game, suite: Suite, idle: Mapping[str, str], proved: Mapping[str, str]) -> Iterator[str]:
    """What the suite shows, and of what it does not show, whether that could matter at all."""
    yield (
        f"{len(suite.games)} games, chosen out of {suite.played}: together they show {len(suite.shown)} of "
        f"{len(suite.shown) + len(suite.missed)} points (every clause that fires, every ruling and reading that makes a "
        "difference)."
    )
    left = [point for point in suite.missed if point not in idle and point not in proved]
    if left:
        listed = "\n".join(f"- {point}{_because(game, point)}" for point in left)
        yield f"Not shown by any of them, so not tested by this suite:\n\n{listed}"
    if shown_so := [f"- {point}: {idle[point]}" for point in suite.missed if point in idle]:
        yield (
            "These cannot matter: whenever the clause applies, another applies that outranks it (named after the "
            "colon), or the ruling repeats others:\n\n" + "\n".join(shown_so)
        )
    if by_proof := [f"- {point}: by {proved[point]}" for point in suite.missed if point in proved]:
        yield (
            "These cannot matter either: solvers have proved that the clause never takes effect, or that the game is "
            "the same under the other reading or without the ruling:\n\n" + "\n".join(by_proof)
        )


def _because(game: ir.Game, point: str) -> str:
    """What the rule file gives as the reason for the reading in force, in place of one that no game showed."""
    for question in game.questions:
        if point.startswith("reading ") and point.endswith(f" of {question.source.label}") and question.because:
            return f" (of `{question.chosen}`, which is in force, the rule file says: {markdown(question.because)})"
    return ""


MOVES = 200
"""So many moves a game of a suite has at most."""
AGREEMENT = "The suite was played by the interpreter, which defines the rules, so it agrees by its making."


def _use(name: str) -> list[str]:
    return [
        f"`{name}.jsonl` holds a JSON object a line, of the form that `schema.json` gives: a header, then for each game "
        "its start and its moves. `luck` is what shuffles (the cards in their new order, the last on top) and picks came "
        "to; `state` is where it led: who moves, the legal moves in order, zones bottom first (sets in deck order), fields, "
        "what each player sees, the ending and the returns. Of more than 500 legal moves `state` gives the number and "
        "the SHA-256 of their lines. `fired` are the clauses that took effect.",
        f"To test a program against the suite: `hoyle conform --vectors {name}.jsonl -- COMMAND`. The program reads a JSON object "
        "a line and answers each with one:",
        "\n".join([
            '- `{"do": "hello", "deck": [...], ...}`: answer `{"tells": ["over", "legal", ...], "in_order": true}`, naming '
            "the parts of a state that it reports (`over` and `legal` at least), and whether its legal moves are in the "
            "suite's order.",
            '- `{"do": "start", "luck": [...]}`: begin a game with this luck; answer its state.',
            '- `{"do": "move", "move": "play(7S)", "luck": [...]}`: make a move; answer the state after it.',
            '- An answer `{"error": "..."}` counts as a difference.',
        ]),
    ]  # fmt: skip
