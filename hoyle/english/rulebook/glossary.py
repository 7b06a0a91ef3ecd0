"""Tells what the game's own words mean: definitions, shapes, values of cards, routines, lists of words.

Leaves the sentences themselves to `hoyle.english.english`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from hoyle.english import effects
from hoyle.english.document.marks import END_LINK, LINK, TO, capital, sentence, stress, unmarked
from hoyle.english.document.model import Block, Heading, Item, Para, blocks_of, bullets
from hoyle.english.grammar import listed, number
from hoyle.english.rulebook import teams
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.display import named
from spec.ir.fold import in_turn
from spec.ir.index import CARD_DOMAINS, PLAYER
from spec.ir.types import is_truth
from spec.lower.pruning import in_use

ACES = {
    "as_ranked": "", "low": "the ace counts as the lowest rank", "high": "the ace counts as the highest rank",
    "both": "an ace may stand below the lowest rank or above the highest, but not in between",
    "wrap": "the first rank may follow the last, so that a run may go round the corner",
}  # fmt: skip
LONG = 170


def glossary(t: Teller, env: Env) -> tuple[Block, ...]:
    """Every word that the rules in force use, in the order of the file within its kind."""
    blocks: list[Block] = []
    used = in_use(t.game)
    for shape in t.game.shapes:
        if not shape.source.label.startswith("(") and shape.source.label in used:
            blocks.append(_entry(shape.source))
            blocks.append(Para(_shape(t, shape), cites=shape.source.cites))
    for table in t.game.tables:
        blocks.append(_entry(table.source))
        blocks.append(Para(sentence("; ".join(values(t, table))), cites=table.source.cites))
    for define in (d for d in t.game.defines if d.source.label in used):
        blocks.append(_entry(define.source))
        told = teams.meaning(t, define) or _define(t, define, env)
        blocks.extend(_unlinked(b, define.source.label) for b in told)
    for routine in (r for r in t.game.routines if r.source.label in used):
        blocks.append(_entry(routine.source))
        blocks.extend(_routine(t, routine, env))
    for domain in _lists(t):
        blocks.append(Heading(4, capital(t.lexicon.display.list_of(domain.name)), f"list-{domain.name}"))
        blocks.append(Para(sentence(f"one of {listed([stress(w) for w in t.lexicon.display.words(domain.name)])}")))
    return tuple(blocks)


def _unlinked(block: Block, name: str) -> Block:
    """An entry without links to itself."""
    if not isinstance(block, Para):
        return block
    own = re.compile(f"{LINK}{re.escape(name)}{TO}([^{END_LINK}]*){END_LINK}")
    return replace(block, text=own.sub(lambda found: stress(found[1]), block.text))


def _entry(source: ir.Source) -> Heading:
    return Heading(4, capital(named(source)), source.label)


def _lists(t: Teller) -> list[ir.Domain]:
    """The lists of words that are the author's own, and stand with no zone or field."""
    known = {PLAYER, *CARD_DOMAINS, *t.index.zones, *t.index.fields, *teams.domain(t)}
    return [d for d in t.game.domains if d.name in in_use(t.game) - known and not d.name.startswith("(")]


# ---------------------------------------------------------------- shapes and values


def _shape(t: Teller, shape: ir.Shape) -> str:
    parts = [t.lexicon.shape_size(shape) + (" in an order" if shape.ordered else "")]
    if shape.same:
        parts.append(f"all of the same {listed(shape.same)}")
    aces = ACES[shape.ace]
    match shape.line:
        case "run":
            rising = ", in rising order" if shape.ordered else ""
            parts.append(f"of ranks that follow one another, each rank once{rising}")
        case "steps":
            parts.append("each one rank above or below the one before")
            aces = "the first rank is next to the last" if shape.ace == "wrap" else aces
        case "none":
            aces = ""
    text = ", ".join(parts)
    return sentence(f"{text}; {aces}" if aces else text)


def values(t: Teller, table: ir.Table) -> list[str]:
    """What the cards count, with cards that count alike told together."""
    ranks = t.index.domains["rank"].values
    by_rank: dict[int, set[tuple[int, ...]]] = {}
    for face, counts in zip(t.game.deck, table.values, strict=True):
        by_rank.setdefault(face.rank, set()).add(counts)
    if any(len(v) > 1 for v in by_rank.values()):
        return _by_card(t, table)
    told: list[str] = []
    alike: dict[tuple[int, ...], list[int]] = {}
    printed = [r for r in sorted(by_rank) if ranks[r].isdecimal() and by_rank[r] == {(int(ranks[r]),)}]
    for rank in sorted(by_rank):
        if len(printed) < 2 or rank not in printed:
            alike.setdefault(next(iter(by_rank[rank])), []).append(rank)
    if len(printed) > 1:
        told.append(f"{rank_words(t, printed)} count what is printed on them")
    for counts, group in alike.items():
        one = len(group) == 1
        name = f"each {t.lexicon.rank(group[0])}" if one else rank_words(t, group)
        told.append(f"{name} {'counts' if one else 'count'} {_counts(counts)}")
    return told


def _by_card(t: Teller, table: ir.Table) -> list[str]:
    usual = Counter(table.values).most_common(1)[0][0]
    suits = t.index.domains["suit"].values
    told: list[str] = []
    single: dict[str, tuple[int, ...]] = {}
    for at, _ in enumerate(suits):
        held = [(i, v) for i, v in enumerate(table.values) if t.game.deck[i].suit == at]
        if held and len({v for _, v in held}) == 1 and held[0][1] != usual:
            told.append(f"{t.lexicon.of_suit(at)} counts {_counts(held[0][1])}")
        else:
            single.update({t.lexicon.card(i): v for i, v in held if v != usual})
    told += [f"{name} counts {_counts(counts)}" for name, counts in single.items()]
    return [*told, f"every other card counts {_counts(usual)}"]


def _counts(counts: tuple[int, ...]) -> str:
    return listed(["nothing" if c == 0 else number(c) for c in counts], "or")


def rank_words(t: Teller, group: list[int]) -> str:
    """Ranks, with four and more in a row told by the first and last: "2 to 10, jack and king"."""
    parts: list[str] = []
    at = 0
    while at < len(group):
        last = at
        while last + 1 < len(group) and group[last + 1] == group[last] + 1 and _printed(t, group[last + 1]):
            last += 1
        if last - at >= 3 and _printed(t, group[at]):
            parts.append(f"{t.lexicon.rank(group[at])} to {t.lexicon.rank(group[last])}")
            at = last + 1
        else:
            parts.append(t.lexicon.rank(group[at]))
            at += 1
    return listed(parts)


def _printed(t: Teller, rank: int) -> bool:
    return t.index.domains["rank"].values[rank].isdecimal()


# ---------------------------------------------------------------- definitions and routines


def _define(t: Teller, define: ir.Define, env: Env) -> tuple[Block, ...]:
    inside = env.only(t.params(define.params))
    cites = define.source.cites
    if is_truth(define.type):
        said = t.clause(ir.Apply(define.source.label, define.params), inside).text
        body = t.when(define.body, inside)
        joined = in_turn(define.body)
        if joined is not None and len(unmarked(body)) > LONG:
            some = "all of these hold" if joined[1] else "at least one of these holds"
            parts = tuple(Para(sentence(t.when(i, inside))) for i in joined[0])
            return (Para(capital(f"{said} if {some}:"), cites=cites), *bullets(parts))
        means = f"{said} {body}" if body in ("always", "never") else f"{said} if {body}"
        return (Para(sentence(means), cites=cites),)
    value = t.lexicon.value(define, tuple(inside.vars.values()))
    be = "are" if value.many else "is"
    return (Para(sentence(f"{value.text} {be} {t.noun(define.body, inside).text}"), cites=cites),)


def _routine(t: Teller, routine: ir.Routine, env: Env) -> tuple[Block, ...]:
    inside = env.only(t.params(routine.params))
    told = inside.vars.items()
    kinds = {p.name: p.type for p in routine.params}
    given = [f"whether {unmarked(n.text)[4:]}" if is_truth(kinds[v]) else n.text for v, n in told]
    label = f"for {listed(given)}" if given else ""
    item = effects.paragraph(t, ir.Source("", routine.source.cites), routine.body, inside)
    if all(effects.idle(t, e) for e in routine.body):
        item = Item(Para("Under these settings, nothing happens.", cites=routine.source.cites))
    return blocks_of(Item(replace(item.para, label=label), item.children))
