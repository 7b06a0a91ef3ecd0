"""Puts a game's rulebook together, section by section, in the order in which a newcomer needs them.

Leaves the sentences to the other modules of this package and the look to `hoyle.english.document.render`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.pages import cards
from hoyle.english import moves
from hoyle.english.document.marks import capital, plain, sentence, spoken, stress, words
from hoyle.english.document.model import Block, Heading, Item, List, Page, Para, bullets
from hoyle.english.english import English, foreign, own_places
from hoyle.english.grammar import counted, listed, number, plural
from hoyle.english.rulebook import examples, flow, glossary, teams
from hoyle.english.teller import Env
from spec.ir import nodes as ir
from spec.ir.display import named
from spec.ir.fold import constant
from spec.ir.index import MOVER, PLAYER
from spec.ir.order_of_play import SKIPPED, TURNED
from spec.ir.pauses import of_pauses
from spec.ir.references import referred
from spec.ir.types import domain_of, is_card, is_truth, may_lack

SEEN = {
    "everybody": "Everybody sees the cards",
    "owner": "Only its owner sees the cards; the others see how many there are",
    "others": "Everybody but its owner sees the cards; its owner sees how many there are",
    "top": "Everybody sees the top card, and how many there are",
    "count": "The cards lie face down; everybody sees how many there are",
    "nobody": "Nobody sees the cards, nor how many there are",
}


def rulebook(game: ir.Game, *, as_written: bool = False, seats: tuple[int, int] | None = None) -> Page:
    """The rulebook of one game under its settings; `seats`: the fewest and the most players allowed."""
    t, env = English(game), Env()
    setup, course = flow.split(game)
    sections: list[tuple[str, str, tuple[Block, ...]]] = [
        ("What you need", "needed", _needed(t, seats)),
        ("The table", "table", _table(t, env)),
        ("Set-up", "setup", _numbered(flow.told(t, setup, env))),
        ("The course of play", "course", _numbered(flow.told(t, course, env))),
        ("The moves", "moves", _moves(t, env)),
        ("Outcomes", "outcomes", tuple(b for g in game.groups for b in moves.outcome(t, g, env))),
        ("The end of the game", "end", moves.endings(t, env)),
        ("Rulings and questions", "questions", _questions(t)),
        ("Worked examples", "examples", examples.examples(t, env)),
        ("Glossary", "glossary", glossary.glossary(t, env)),
    ]
    blocks: list[Block] = []
    for title, anchor, inside in sections:
        if inside:
            blocks += [Heading(2, title, anchor), *inside]
    suits = tuple(dict.fromkeys((plain(card.suit), card.colour) for card in cards.of_game(game) if card.suit))
    return Page(
        plain(game.title), _settings(t, game, as_written), _in_edition(glossary.needed(t, blocks), foreign(game)), suits
    )


# ---------------------------------------------------------------- title, deck and players


def _settings(t: English, game: ir.Game, as_written: bool) -> tuple[str, ...]:
    questions = {q.source.label for q in game.questions}
    told: list[str] = []
    for name, value in game.settings:
        if name == "players":
            told.append(counted(int(value), "player") if value.isdecimal() else f"{plain(value)} players")
        elif name == "edition":
            told.append(f"the {words(value)} edition")
        elif name not in questions:
            told.append(f"{words(name)}: {words(value)}")
    lines = [sentence(f"written for {'; '.join(told)}")] if told else []
    if as_written:
        lines.append("The rulings of the file are left out: where clauses clash or a question is open, play stops.")
    other = [q for q in game.questions if q.chosen and q.ruled and q.chosen != q.ruled]
    if other:
        reading = t.lexicon.display.reading_name
        told = [f"{t.lexicon.linked(q.source.label)} ({reading(q.source.label, q.chosen)})" for q in other]
        chosen = listed(told)
        lines.append(f"These rules follow another reading than the file’s own at {chosen}.")
    lines.append("“You” are the player on turn. Brackets cite the rulebook.")
    return tuple(lines)


def _needed(t: English, seats: tuple[int, int] | None) -> tuple[Block, ...]:
    players = counted(len(t.index.domains[PLAYER].values), "player")
    low, high = seats or (0, 0)
    allowed = f"{number(low)} {'or' if high == low + 1 else 'to'} {number(high)} players; what follows is for {players}"
    told = [allowed if low < high else players, *teams.against(t)]
    return (Para(" ".join(map(sentence, told)), "Players"), Para(_deck(t), "Cards"))


def _deck(t: English) -> str:
    deck = t.game.deck
    suits = [s for s in range(len(t.index.domains["suit"].values)) if any(f.suit == s for f in deck)]
    held = {s: sorted({f.rank for f in deck if f.suit == s}) for s in suits}
    copies = {len([f for f in deck if (f.rank, f.suit) == kind]) for kind in {(f.rank, f.suit) for f in deck}}
    each = f", {counted(next(iter(copies)), 'copy')} of each" if copies != {1} and len(copies) == 1 else ""
    same = len({tuple(r) for r in held.values()}) == 1
    if not deck:
        return "No cards."
    if len(copies) > 1 or t.index.suitless:
        same, inner = False, _several(t)
    elif same:
        among = ("in each of " if len(suits) > 1 else "of ") + listed([t.lexicon.suit(s) for s in suits])
        inner = f"{among}, from low to high, {glossary.rank_words(t, held[suits[0]])}{each}"
    else:
        alike: dict[tuple[int, ...], list[str]] = {}
        for s in suits:
            alike.setdefault(tuple(held[s]), []).append(t.lexicon.suit(s))
        inner = "; ".join(
            f"{glossary.rank_words(t, list(ranks))} {'of' if len(names) == 1 else 'in each of'} {listed(names)}"
            for ranks, names in alike.items()
        )
        inner += each
    colours: dict[int, list[str]] = {}
    for face in (face for face in deck if face.suit != ir.NOBODY):
        names = colours.setdefault(face.colour, [])
        if t.lexicon.suit(face.suit) not in names:
            names.append(t.lexicon.suit(face.suit))
    hues = [f"{listed(names)} are {t.lexicon.symbol(c, 'colour').text}" for c, names in colours.items()]
    told = sentence("; ".join(hues)) if len(hues) > 1 else ""
    total = f"{number(len(deck))} cards: {inner}"
    ranked = glossary.rank_words(t, sorted({f.rank for f in deck}))
    order = "" if same else " " + sentence(f"from low to high, the ranks are {ranked}")
    return f"{sentence(total)} {told}".rstrip() + order


def _several(t: English) -> str:
    """The cards of a deck that has some more often than others: those of one suit that are there as often together."""
    often = Counter((face.suit, face.rank) for face in t.game.deck)
    alike: dict[tuple[int, tuple[int, ...]], list[str]] = {}
    for suit in sorted({suit for suit, _ in often}, key=lambda suit: (suit == ir.NOBODY, suit)):
        for copies in sorted({n for (of, _), n in often.items() if of == suit}):
            ranks = tuple(sorted(rank for (of, rank), n in often.items() if (of, n) == (suit, copies)))
            alike.setdefault((copies, ranks), []).append(t.lexicon.suit(suit))
    return "; ".join(
        f"{glossary.rank_words(t, list(ranks))} {'of' if len(names) == 1 else 'in each of'} {listed(names)}"
        + (f", {counted(copies, 'copy')}{' of each' if len(ranks) * len(names) > 1 else ''}" if copies > 1 else "")
        for (copies, ranks), names in alike.items()
    )


# ---------------------------------------------------------------- zones and state


def _used(game: ir.Game) -> set[str]:
    """The zones and fields that the rules speak of, beside their own declarations."""
    parts = (game.defines, game.routines, game.groups, game.actions, game.endings, game.steps)
    return {name for kind, name in referred(parts) if kind in ("zone", "field")}


def _table(t: English, env: Env) -> tuple[Block, ...]:
    used = _used(t.game)
    zones = tuple(_zone(t, z) for z in t.game.zones if z.source.label in used or z.source.cites)
    kept = tuple(
        _field(t, f, env)
        for f in t.game.fields
        if f.source.label != MOVER and not f.source.label.startswith("(") and (f.source.label in used or f.source.cites)
    )
    blocks: list[Block] = [*bullets(zones)]
    if kept:
        blocks += [Para("Besides the cards, keep track of:"), *bullets(kept)]
    return tuple(blocks)


def _each(t: English, index: tuple[str, ...], own: str) -> str:
    """What opens the line of a thing of which each player, each place or each of both has one."""
    held = [d for d in index if d != own]
    told = [f"each {t.lexicon.domain(d)}" for d in dict.fromkeys(held)]
    again = "".join(f"one for each {t.lexicon.domain(d)}, " for at, d in enumerate(held) if d in held[:at])
    return f"for {' and '.join(told)}, {again}" if told else ""


def _zone(t: English, zone: ir.ZoneDecl) -> Para:
    name = zone.source.label
    domain = zone.index[-1] if zone.row and zone.index else name
    own = len(t.index.domains[domain].values) if domain in zone.index else 0
    some = f"{number(own)} " if own and not zone.row else ""
    many = bool(own)
    if zone.row:
        what = f"up to {number(own)} stacks of cards that come and go; one is there while it holds a card"
    elif zone.ordered:
        what = f"{some}stacks of cards" if many else "a stack of cards"
    else:
        what = f"{some}places for cards in no order" if many else "cards in no order"
    text = f"{_each(t, zone.index, domain)}{what}. {SEEN[zone.seen]}."
    if zone.starts_full:
        text += " At the start, all cards are here."
    return Para(capital(text), named(zone.source), zone.source.cites, at=zone.source.at)


OF_THE_ORDER = {
    TURNED: "whether play has turned round: then turns, and who the next player is, go the other way round the table",
    SKIPPED: "how many of the next turns are missed; where the turns are over, none is left to be missed",
}
"""What is said of fields that no author declares."""

FIELD_SEEN = {
    "everybody": "",
    "owner": " Only its owner sees it.",
    "others": " Everybody but its owner sees it.",
    "nobody": " Nobody sees it.",
}
"""Who sees a field, where not everybody does."""


def _field(t: English, decl: ir.FieldDecl, env: Env) -> Para:
    name = decl.source.label
    if name in OF_THE_ORDER:
        return Para(sentence(OF_THE_ORDER[name]), named(decl.source))
    start = t.noun(decl.start, env).text
    domain, what = domain_of(decl.type), ""
    if is_truth(decl.type):
        what = "a mark, on or off"
        start = {"yes": "on", "no": "off"}.get(start, start)
    elif decl.numbers is not None:
        what = f"a number from {decl.low} to {decl.high}"
        start = start if (first := constant(decl.start)) is None else str(first).replace("-", "minus ")
    elif domain == PLAYER:
        what = "one of the players" if t.lexicon.titled(name) else "a marker that lies with one of the players"
    elif domain == name:
        what = f"one of {listed([stress(w) for w in t.lexicon.display.words(domain)], 'or')}"
    elif domain:
        what = f"one of the {plural(t.lexicon.domain(domain))}"
    elif is_card(decl.type):
        what = "a card"
    if may_lack(decl.type):
        what += ", or nobody" if domain == PLAYER else ", or none"
    text = sentence(f"{_each(t, decl.index, '')}{what}; at the start {start}")
    return Para(f"{text}{FIELD_SEEN[decl.seen]}", named(decl.source), decl.source.cites, at=decl.source.at)


# ---------------------------------------------------------------- play, moves, questions


def _numbered(items: tuple[Item, ...]) -> tuple[Block, ...]:
    return (List(items, numbered=True),) if items else ()


def _moves(t: English, env: Env) -> tuple[Block, ...]:
    told = [variants for variants in t.variants() if not all(of_pauses(t.game, action) for action in variants)]
    if not told:
        return ()
    opening = "A move is legal only if a paragraph under it permits it."
    if any(clause.kind == "forbid" for variants in told for action in variants for clause in action.clauses):
        opening += " Where one paragraph permits it and another forbids it, the one that outranks the other counts."
    return (Para(opening), *(b for variants in told for b in moves.move(t, variants, env)))


def _questions(t: English) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for q in t.game.questions:
        blocks.append(Heading(4, capital(named(q.source)), q.source.label))
        blocks.append(Para(sentence(spoken(q.text)), cites=q.source.cites, at=q.source.at))
        told = tuple(_reading(q, r) for r in q.readings)
        if len(q.readings) == 1:
            blocks.append(
                Para(sentence(spoken(q.readings[0].text)), "Answer", tone="permit", at=q.readings[0].source.at)
            )
            blocks.append(Para(sentence(spoken(q.because)), "Why"))
            continue
        if not q.chosen:
            blocks.append(Para("This is open: where it matters, play stops.", tone="note"))
        blocks += bullets(told)
        if q.because and q.ruled == q.chosen:
            blocks.append(Para(sentence(spoken(q.because)), "Why"))
        elif q.because and q.ruled:
            ruled = stress(t.lexicon.display.reading_name(q.source.label, q.ruled))
            blocks.append(Para(sentence(f"the file itself rules for {ruled}: {spoken(q.because)}"), "Note"))
    return tuple(blocks)


def _reading(q: ir.Question, reading: ir.Reading) -> Para:
    name = stress(named(reading.source))
    force = reading.source.label == q.chosen
    text = sentence(f"{name}: {spoken(reading.text)}")
    return Para(
        text,
        "Chosen" if force else "Not chosen" if q.chosen else "Possible",
        reading.source.cites,
        tone="permit" if force else "",
        at=reading.source.at,
    )


# ---------------------------------------------------------------- citations of other editions


def _in_edition(blocks: tuple[Block, ...], others: frozenset[str]) -> tuple[Block, ...]:
    return tuple(_cited(b, others) for b in blocks)


def _cited(block: Block, others: frozenset[str]) -> Block:
    match block:
        case Para():
            return _para(block, others)
        case List(items):
            kept = tuple(replace(i, para=_para(i.para, others), children=_lists(i.children, others)) for i in items)
            return replace(block, items=kept)
        case _:
            return block


def _lists(children: tuple[List, ...], others: frozenset[str]) -> tuple[List, ...]:
    return tuple(c for child in children if isinstance(c := _cited(child, others), List))


def _para(para: Para, others: frozenset[str]) -> Para:
    """A paragraph with the citations of its edition; all of them where it has no other."""
    return replace(para, cites=own_places(para.cites, others))
