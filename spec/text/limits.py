"""How large rules may be: so large that no game comes near it, and so small that every pass over them ends soon.

Looks at a game as it would be if each definition, routine and outcome stood written out wherever it is used. What a
move offers in play depends on the cards; `engine.interpreter.moves` bounds that.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from spec.diagnostics.diagnostic import Diagnostic, diagnose
from spec.ir import nodes as ir
from spec.ir.fold import constant
from spec.ir.references import Reference, references
from spec.ir.types import domain_of, element_of, numbers_of
from spec.ir.walk import children

MOST_PARTS = 20_000
"""So many parts may a section have, written out; those of the longest rulebooks have some 1,400."""
MOST_DEEP = 120
"""So deep may parts lie in each other, written out; those of the games that come with Hoyle lie 25 deep."""
MOST_VARIANTS = 200
"""So many moves may one become that has a choice among shapes."""
MOST_CHOICES = 300_000
"""So many ways may there be to make one move at one decision."""
MOST_TAKEN = 4_096
"""So many sets of cards may there be to take out of some cards, to see what is left."""

Section = ir.Define | ir.Routine | ir.Group | ir.Action | ir.Ending | ir.Step | ir.Claim


def check_sizes(game: ir.Game) -> tuple[Diagnostic, ...]:
    """Diagnostics of the sections that are too large, each once: where the first limit is passed."""
    return (*_written_out(game), *_choices(game))


def _written_out(game: ir.Game) -> Iterator[Diagnostic]:
    """Of a circle, which is told elsewhere, nothing is said here."""
    called: dict[Reference, Section] = {("define", section.source.label): section for section in game.defines}
    called |= {("routine", section.source.label): section for section in game.routines}
    called |= {("group", section.source.label): section for section in game.groups}
    sizes: dict[int, tuple[int, int]] = {}
    begun: set[int] = set()
    for section in (*called.values(), *game.actions, *game.endings, *game.steps, *game.claims):
        blamed = _measured(section, called, sizes, begun)
        if blamed is not None:
            parts, deep = sizes[id(blamed)]
            source = blamed.source
            all_of_it = f"`{source.label}`, with all that it uses written out,"
            if parts > MOST_PARTS:
                message = f"{all_of_it} has {_many(parts)} parts; Hoyle takes at most {MOST_PARTS:,}"
                yield diagnose("E0117", source.span, message)
            else:
                message = f"{all_of_it} is nested {deep:,} deep; Hoyle takes at most {MOST_DEEP}"
                yield diagnose("E0117", source.span, message)
            return


def _many(parts: int) -> str:
    return f"{parts:,}" if parts < 10**9 else f"some 10^{len(str(parts)) - 1}"


def _measured(
    section: Section, called: dict[Reference, Section], sizes: dict[int, tuple[int, int]], begun: set[int]
) -> Section | None:
    """Measures a section and those that it uses, innermost first; the first of them that is too large."""
    stack: list[tuple[object, bool]] = [(section, False)]
    while stack:
        node, below = stack.pop()
        if id(node) in sizes:
            continue
        parts = _parts(node, called)
        if not below:
            if id(node) in begun:
                continue
            begun.add(id(node))
            stack.append((node, True))
            stack.extend((part, False) for part in parts)
            continue
        found = [sizes.get(id(part), (1, 1)) for part in parts]
        sizes[id(node)] = size = (1 + sum(n for n, _ in found), 1 + max((d for _, d in found), default=0))
        if isinstance(node, Section) and (size[0] > MOST_PARTS or size[1] > MOST_DEEP):
            return node
    return None


def _parts(node: object, called: dict[Reference, Section]) -> list[object]:
    return [*children(node), *(called[named] for named in references(node) if named in called)]


def _choices(game: ir.Game) -> Iterator[Diagnostic]:
    """Moves whose numbers, words and single cards alone can be chosen in too many ways."""
    sizes = {d.name: len(d.values) for d in game.domains}
    for action in game.actions:
        ways = prod(_ways(param.choice, sizes, len(game.deck)) for param in action.params)
        if ways > MOST_CHOICES:
            message = (
                f"`{action.source.label}` can be chosen in {_many(ways)} ways; Hoyle lists at most {MOST_CHOICES:,}"
            )
            yield diagnose("E0119", action.source.span, message)


def _ways(choice: ir.Choice, sizes: dict[str, int], deck: int) -> int:
    """The most values that a choice may offer where its form tells; else 1."""
    match choice:
        case ir.ChooseFrom(over):
            least, most = map(constant, numbers_of(over) or (None, None))
            if least is not None and most is not None:
                return max(0, most - least + 1)
            return sizes.get(domain_of(element_of(over)), 1)
        case _:
            return 1
