"""Tells what the game's own words mean: definitions, shapes, values of cards, routines, lists of words.

Leaves the sentences themselves to `hoyle.english.english`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hoyle.english import effects, moves, ranges
from hoyle.english.document.marks import END_LINK, LINK, STRESS, TO, capital, sentence, stress, unmarked
from hoyle.english.document.model import Block, Heading, Item, List, Para, Table, blocks_of, bullets
from hoyle.english.grammar import IT, THEY, Noun, counted, indefinite, listed, number, plural
from hoyle.english.nouns import renames
from hoyle.english.rulebook import teams
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.display import named
from spec.ir.fold import constant, either, of_two
from spec.ir.index import CARD_DOMAINS, PLAYER
from spec.ir.types import is_truth, of_cards, presumed, worded
from spec.lower.pruning import in_use

ACES = {
    "as_ranked": "", "low": "the ace counts as the lowest rank", "high": "the ace counts as the highest rank",
    "both": "an ace may stand below the lowest rank or above the highest, but not in between",
    "wrap": "the first rank may follow the last, so that a run may go round the corner",
}  # fmt: skip
EVER = {"always": "in any case", "never": "in no case"}
PRINTED = "what is printed on"
MANY = 3
"""More ranks than these that count alike are told as "every other card"."""


def glossary(t: Teller, env: Env) -> tuple[Block, ...]:
    """Every word that the rules in force use, in the order of the file within its kind."""
    blocks: list[Block] = []
    used = in_use(t.game)
    for shape in t.game.shapes:
        if not shape.source.label.startswith("(") and shape.source.label in used:
            blocks.append(_entry(shape.source))
            blocks.append(Para(_shape(t, shape), cites=shape.source.cites, at=shape.source.at))
    for table in t.game.tables:
        blocks.append(_entry(table.source))
        blocks.append(Para(sentence("; ".join(values(t, table))), cites=table.source.cites, at=table.source.at))
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


def needed(t: Teller, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """A page without the entries of definitions that are told in place, or settled, and that no text speaks of."""
    told = "".join(_texts(blocks))
    spare = (d for d in t.game.defines if not d.source.cites and (renames(t, d.source.label) or _settled(d)))
    idle = {d.source.label for d in spare if f"{LINK}{d.source.label}{TO}" not in told}
    entries = [at for at, b in enumerate(blocks) if isinstance(b, Heading) and b.level == 4 and b.anchor in idle]
    return tuple(block for at, block in enumerate(blocks) if at not in entries and at - 1 not in entries)


def _settled(define: ir.Define) -> bool:
    return is_truth(define.type) and constant(define.body) is not None


def _texts(node: object) -> Iterator[str]:
    match node:
        case Heading(text=text) | Para(text=text):
            yield text
        case Item(para, children):
            yield from _texts((para, *children))
        case List(items):
            yield from _texts(items)
        case Table(rows):
            yield from (text for row in rows for text in row)
        case tuple() | list():
            for one in node:
                yield from _texts(one)
        case _:
            pass


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
    own = in_use(t.game) - known
    return [d for d in t.game.domains if d.name in own and not d.name.startswith("(")]


# ---------------------------------------------------------------- shapes and values


def _shape(t: Teller, shape: ir.Shape) -> str:
    parts = [t.lexicon.shape_size(shape) + (" in an order" if shape.ordered else "")]
    if shape.same:
        parts.append(f"all of the same {listed(shape.same)}")
    aces, ends = ACES[shape.ace], _ends(t, shape)
    match shape.line:
        case "run":
            rising = ", in rising order" if shape.ordered else ""
            parts.append(f"of ranks that follow one another{ends}, each rank once{rising}")
        case "steps":
            parts.append("each one rank above or below the one before")
            aces = "the first rank is next to the last" if shape.ace == "wrap" else aces
        case "none":
            aces = ""
        case "parts":
            aces = aces if any(isinstance(part, ir.RanksPart) and part.run for part in shape.parts) else ""
            parts[0] = listed([_part(t, part, ends, first=i == 0) for i, part in enumerate(shape.parts)])
    text = "; ".join([", ".join(parts), *filter(None, (aces, _wild(t, shape)))])
    return sentence(text)


def _ends(t: Teller, shape: ir.Shape) -> str:
    """Between which ranks a run stays: " from three to ace"; '' where that is not said."""
    if shape.within is None:
        return ""
    first, last = (t.lexicon.rank(rank) for rank in shape.within)
    return f" from {first} to {last}"


def _part(t: Teller, part: ir.RanksPart | ir.OthersPart, ends: str, *, first: bool) -> str:
    """A part of a shape: "two cards of each of three or more ranks that follow one another"."""
    match part:
        case ir.OthersPart(cards, for_each):
            each = " for each of those ranks" if for_each else ""
            return f"{_so_many(t, cards, 'other card')}{each}"
        case ir.RanksPart(each, ir.Bounds(1, 1), _):
            return f"{_so_many(t, each, 'card')} of {'one rank' if first else 'another'}"
        case ir.RanksPart(each, ranks, run):
            other = "" if first else "other "
            of = f"as many {other}ranks" if ranks is None else _so_many(t, ranks, f"{other}rank")
            return f"{_so_many(t, each, 'card')} of each of {of}{f' that follow one another{ends}' if run else ''}"


def _so_many(t: Teller, bounds: ir.Bounds, what: str) -> str:
    least, most = bounds.least, bounds.most
    if least == most:
        return counted(least, what)
    several = what.replace("card", plural("card")).replace("rank", "ranks")
    if most >= len(t.game.deck):
        return f"{number(least)} or more {several}" if least else f"any number of {several}"
    if not least:
        return f"up to {counted(most, what)}"
    return f"{number(least)} {'or' if most == least + 1 else 'to'} {number(most)} {several}"


def _wild(t: Teller, shape: ir.Shape) -> str:
    """Which cards of a shape may stand for any, and how many of its cards may be such."""
    if shape.wild is None or not shape.wild.cards:
        return ""
    deck, wild = t.game.deck, shape.wild
    others = {f.suit for c, f in enumerate(deck) if c not in wild.cards}
    suits = {deck[c].suit for c in wild.cards} - {*others, ir.NOBODY}
    left = [c for c in wild.cards if deck[c].suit not in suits]
    ranks = {deck[c].rank for c in left} - {f.rank for c, f in enumerate(deck) if c not in wild.cards}
    said = [_each_of(t, rank) or plural(t.lexicon.rank(rank)) for rank in sorted(ranks)]
    said += dict.fromkeys(t.lexicon.card(c) for c in left if deck[c].rank not in ranks)
    text = f"{listed([*said, *(t.lexicon.suit(suit) for suit in sorted(suits))])} may stand for any card"
    bounds = [f"at least {t.lexicon.cards_count(wild.natural)} must be natural"] if wild.natural else []
    if wild.most < min(shape.most, len(wild.cards)):
        bounds.append(f"at most {t.lexicon.cards_count(wild.most)} may be wild")
    return "; ".join([text, *bounds])


def values(t: Teller, table: ir.Table) -> list[str]:
    """What the cards count, with cards that count alike told together: exceptions first, then the rule."""
    by_rank: dict[int, set[tuple[int, ...]]] = {}
    for face, counts in zip(t.game.deck, table.values, strict=True):
        by_rank.setdefault(face.rank, set()).add(counts)
    if all(len(v) == 1 for v in by_rank.values()):
        return _by_rank(t, {rank: next(iter(counts)) for rank, counts in by_rank.items()})
    return _by_card(t, table)


def _by_rank(t: Teller, counts_of: dict[int, tuple[int, ...]]) -> list[str]:
    """What cards count of which rank; the most of them come last, where they are too many to be listed."""
    ranks = t.index.domains["rank"].values
    printed = [r for r in sorted(counts_of) if ranks[r].isdecimal() and counts_of[r] == (int(ranks[r]),)]
    numerals = [rank for rank in counts_of if ranks[rank].isdecimal()]
    printed = printed if 2 * len(printed) > len(numerals) and len(printed) > 1 else []
    alike: dict[tuple[int, ...], list[int]] = {}
    for rank in sorted(set(counts_of) - set(printed)):
        alike.setdefault(counts_of[rank], []).append(rank)
    most = max([printed, *alike.values()], key=len)
    rule = "" if len(alike) + bool(printed) == 1 or len(_rank_parts(t, most)) <= MANY else "every other card"
    told = [] if not printed or (rule and most is printed) else [f"{rank_words(t, printed)} count {PRINTED} them"]
    for counts, group in alike.items():
        if not (rule and group is most):
            one = len(group) == 1
            only = _each_of(t, group[0]) or f"each {t.lexicon.rank(group[0])}"
            name = only if one else rank_words(t, group)
            told.append(f"{name} {'counts' if one else 'count'} {_counts(counts)}")
    if rule:
        told.append(f"{rule} counts {f'{PRINTED} it' if most is printed else _counts(counts_of[most[0]])}")
    return told


def _each_of(t: Teller, rank: int) -> str:
    """The only card of a rank; '' where there are several."""
    said = t.lexicon.a_rank(rank)
    return said if said.lower().startswith("the ") else ""


def _by_card(t: Teller, table: ir.Table) -> list[str]:
    """Suits that count alike, single cards, and then what all others count, by rank where that is shorter."""
    usual = Counter(table.values).most_common(1)[0][0]
    held: dict[int, set[tuple[int, ...]]] = {}
    for face, counts in zip(t.game.deck, table.values, strict=True):
        held.setdefault(face.suit, set()).add(counts)
    even = {suit: next(iter(v)) for suit, v in held.items() if len(v) == 1}
    odd = {suit: v for suit, v in even.items() if v != usual}
    suited, rest = _by_suit(t, table, odd)
    single = _single(t, {card: v for card, v in rest if v != usual})
    plainly = [*suited, *single, f"every other card counts {_counts(usual)}"]
    suited, rest = _by_suit(t, table, even if len(even) < len(held) else odd)
    by_rank: dict[int, Counter[tuple[int, ...]]] = {}
    for card, counts in rest:
        by_rank.setdefault(t.game.deck[card].rank, Counter())[counts] += 1
    rule = {rank: found.most_common(1)[0][0] for rank, found in by_rank.items()}
    apart = _single(t, {card: v for card, v in rest if v != rule[t.game.deck[card].rank]})
    ranked = _by_rank(t, rule)
    first = ranked[0] if ranked[0].startswith("every other card") else f"of the other cards, {ranked[0]}"
    by_ranks = [*suited, *apart, first, *ranked[1:]]
    return min(plainly, by_ranks, key=lambda told: len("; ".join(told)))


def _by_suit(
    t: Teller, table: ir.Table, suits: dict[int, tuple[int, ...]]
) -> tuple[list[str], list[tuple[int, tuple[int, ...]]]]:
    """What the cards of these suits count, and all other cards with what they count."""
    told = [f"{_of_suit(t, suit)} counts {_counts(counts)}" for suit, counts in sorted(suits.items())]
    return told, [(card, v) for card, v in enumerate(table.values) if t.game.deck[card].suit not in suits]


def _of_suit(t: Teller, suit: int) -> str:
    """A card of a suit; one without a suit by its rank, where all such have the same."""
    ranks = {face.rank for face in t.game.deck if face.suit == suit}
    if suit != ir.NOBODY or len(ranks) > 1:
        return t.lexicon.of_suit(suit)
    rank = ranks.pop()
    return _each_of(t, rank) or f"each {t.lexicon.rank(rank)}"


def _single(t: Teller, counts_of: dict[int, tuple[int, ...]]) -> list[str]:
    """What single cards count, those that count alike together."""
    alike: dict[tuple[int, ...], list[str]] = {}
    for card, counts in counts_of.items():
        if (name := t.lexicon.card(card)) not in alike.setdefault(counts, []):
            alike[counts].append(name)
    return [f"{listed(names)} {_count(names)} {_counts(counts)}" for counts, names in alike.items()]


def _count(names: list[str]) -> str:
    return "counts" if len(names) == 1 else "count"


def _counts(counts: tuple[int, ...]) -> str:
    return listed(["nothing" if c == 0 else number(c) for c in counts], "or")


def rank_words(t: Teller, group: list[int]) -> str:
    """Ranks, with four and more in a row told by the first and last: "2 to 10, jack and king"."""
    return listed(_rank_parts(t, group))


def _rank_parts(t: Teller, group: list[int]) -> list[str]:
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
    return parts


def _printed(t: Teller, rank: int) -> bool:
    return t.index.domains["rank"].values[rank].isdecimal()


# ---------------------------------------------------------------- definitions and routines


def _define(t: Teller, define: ir.Define, env: Env) -> tuple[Block, ...]:
    inside = _inside(t, define.params, define.body, env)
    first = env.only(_at_first(define.params, inside))
    cites, at = define.source.cites, define.source.at
    if is_truth(define.type):
        said = t.clause(_told(define), first).text
        said = f"“{said}” holds" if not define.params and said == t.lexicon.linked(define.source.label) else said
        if (long := moves.in_parts(t, define.body, inside)) is not None:
            return (Para(capital(f"{said} if {long[0]}:"), cites=cites, at=at), long[1])
        body = _of_the_same(t, define, inside)
        means = f"{said} {EVER[body]}" if body in EVER else f"{said} if {body}"
        return (Para(sentence(means), cites=cites, at=at),)
    value = t.lexicon.value(define, tuple(first.vars.values()))
    told = t.noun(define.body, inside)
    be = "are" if value.many else "consists of" if told.many and of_cards(define.type) else "is"
    cases = _cases(t, define.body, inside)
    if len(cases) > 2:
        return (
            Para(capital(f"{value.text} {be}:"), cites=cites, at=at),
            *bullets(tuple(Para(sentence(c)) for c in cases)),
        )
    return (Para(sentence(f"{value.text} {be} {told.text}"), cites=cites, at=at),)


def _inside(t: Teller, params: tuple[ir.Var, ...], body: object, env: Env) -> Env:
    """The parameters within an entry; what belongs to its one player is theirs, where it speaks of no other."""
    called = t.params(params)
    people = [name for name, noun in called.items() if noun.person]
    if len(people) == 1 and ranges.alone_in(t, body, people[0]):
        called |= {people[0]: replace(called[people[0]], owner="their")}
    return env.only(called)


def _at_first(params: tuple[ir.Var, ...], inside: Env) -> dict[str, Noun]:
    """What the parameters are called where an entry first speaks of them: "a card", not "the card"."""
    kinds = {p.name: p.type for p in params}
    return {
        name: noun if noun.many or is_truth(kinds[name]) else replace(noun, text=_at_first_called(noun), owner="")
        for name, noun in inside.vars.items()
    }


def _at_first_called(noun: Noun) -> str:
    """A thing where it is first spoken of; a number whose name is no noun tells its kind: "a number (*so far*)"."""
    return f"a number ({noun.text})" if noun.text.startswith(STRESS) else indefinite(noun)


def _told(define: ir.Define) -> ir.Expr:
    """A definition with its own parameters."""
    return ir.Apply(define.source.label, define.params)


def _of_the_same(t: Teller, define: ir.Define, env: Env) -> str:
    """What a defined condition comes to; of the thing that the entry has just spoken of as "it" or "they"."""
    clause = t.clause(define.body, env)
    noun = env.vars[define.params[0].name] if define.params else None
    others = [env.vars[param.name] for param in define.params[1:]]
    again = all(unmarked(other.text) in unmarked(clause.text) for other in others)
    if noun is None or clause.subject != noun or not again or t.clause(_told(define), env).subject != noun:
        return clause.text
    return clause.about(THEY if noun.many or noun.person else IT).text


def _cases(t: Teller, e: ir.Expr, env: Env) -> tuple[str, ...]:
    """The values of a definition that has several, each with its condition: the first that holds counts."""
    parts = either(e)
    if parts is None or presumed(e) is not None or worded(e) is not None or of_two(*parts) is not None:
        return (f"{t.noun(e, env).text}",)
    cond, then, other = parts
    rest = _cases(t, other, env)
    return (f"{t.noun(then, env).text} if {t.when(cond, env)}", f"otherwise {rest[0]}", *rest[1:])


def _routine(t: Teller, routine: ir.Routine, env: Env) -> tuple[Block, ...]:
    inside = _inside(t, routine.params, routine.body, env)
    told = inside.vars.items()
    kinds = {p.name: p.type for p in routine.params}
    at_first = _at_first(routine.params, inside)
    given = [f"whether {unmarked(n.text)[4:]}" if is_truth(kinds[v]) else at_first[v].text for v, n in told]
    label = f"for {listed(given)}" if given else ""
    item = effects.paragraph(t, ir.Source("", routine.source.cites), routine.body, inside)
    if all(effects.idle(t, e) for e in routine.body):
        item = Item(Para("Under these settings, nothing happens.", cites=routine.source.cites))
    return blocks_of(Item(replace(item.para, label=label, at=routine.source.at), item.children))
