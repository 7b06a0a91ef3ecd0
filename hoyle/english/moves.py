"""Tells moves, outcomes and the end of the game: what may be chosen, which clause speaks when, and which one wins.

Leaves what happens to `hoyle.english.effects`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from hoyle.english import effects, ranges
from hoyle.english.document.marks import capital, link, sentence, spoken, stress, unmarked
from hoyle.english.document.model import Block, Heading, Item, List, Para, blocks_of, bullets
from hoyle.english.grammar import CHOSEN, THEY, Noun, article, listed
from hoyle.english.lexicon import names_several
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.display import named
from spec.ir.fold import YES, constant, either, equated, in_turn
from spec.ir.index import PLAYER, is_mover
from spec.ir.teams import team_of

LONG = 170
"""A condition of more letters is told as a list."""


# ---------------------------------------------------------------- conditions, as a sentence or a list


def conditional(t: Teller, source: ir.Source, lead: str, cond: ir.Expr, env: Env) -> Item:
    """A clause that rests on a condition; one of many parts lists them."""
    label = named(source)
    if (long := in_parts(t, cond, env)) is not None:
        return Item(Para(f"{capital(lead)} if {long[0]}:", label, source.cites, at=source.at), (long[1],))
    return Item(Para(sentence(f"{lead} if {t.when(cond, env)}"), label, source.cites, at=source.at))


def in_parts(t: Teller, cond: ir.Expr, env: Env) -> tuple[str, List] | None:
    """A condition that is too long for a sentence: how many of its parts must hold, and the parts as a list."""
    cond = t.in_force(cond)
    joined = in_turn(cond)
    if (choice := either(cond)) is not None:
        on, then, other = choice
        joined = ((ir.And((on, then)), ir.And((ir.Not(on), other))), False)
    if joined is None or len(unmarked(t.when(cond, env))) <= LONG:
        return None
    some = "all of these hold" if joined[1] else "at least one of these holds"
    return some, List(tuple(_part(t, part, env) for part in joined[0]))


def _part(t: Teller, cond: ir.Expr, env: Env) -> Item:
    if (inner := in_parts(t, cond, env)) is not None:
        return Item(Para(capital(f"{inner[0]}:")), (inner[1],))
    return Item(Para(sentence(t.when(cond, env))))


# ---------------------------------------------------------------- precedence


def precedence(
    clauses: Sequence[ir.Clause], edges: Sequence[ir.Edge], everything: Sequence[tuple[str, ...]] = ()
) -> tuple[Para, ...]:
    """Which clause wins where several apply, without stops; `everything` are those that a plain "otherwise" gives way
    to."""
    name_of = {c.source.label: stress(named(c.source)) for c in clauses}
    dropped = {pair for pair in everything if len(pair) == 2}
    plainly = [e for e in edges if not e.because and (e.better, e.worse) not in dropped]
    found: list[Para] = []
    by_better: dict[str, list[str]] = {}
    for edge in plainly:
        by_better.setdefault(edge.better, []).append(edge.worse)
    same: dict[tuple[str, ...], list[str]] = {}
    for better, worse in by_better.items():
        same.setdefault(tuple(dict.fromkeys(worse)), []).append(better)
    for worse_ones, betters in same.items():
        verb = "outranks" if len(betters) == 1 else "outrank"
        told = f"{listed([name_of[b] for b in betters])} {verb} {listed([name_of[w] for w in worse_ones])}"
        found.append(Para(told))
    rulings: dict[tuple[str, str], list[str]] = {}
    for edge in edges:
        if edge.because:
            rulings.setdefault((edge.better, edge.because), []).append(edge.worse)
    for (better, because), losers in rulings.items():
        told = f"by a ruling, {name_of[better]} outranks {listed([name_of[w] for w in losers])}: {spoken(because)}"
        found.append(Para(told, tone="note"))
    return tuple(found)


def _ranked(lead: str, order: Sequence[Para]) -> tuple[Block, ...]:
    """A precedence behind what it is for: one sentence, or a list where there is more to say than that."""
    if len(order) == 1 and not order[0].tone:
        return (Para(sentence(f"{lead}, {order[0].text}")),)
    told = tuple(replace(one, text=sentence(one.text)) for one in order)
    return (Para(f"{lead}:", tone="note"), *bullets(told)) if told else ()


def _whole_order(variants: Sequence[ir.Action]) -> tuple[Para, ...]:
    """The precedence of a move's clauses; "every forbid over every permit" is said so."""
    clauses = [clause for action in variants for clause in action.clauses]
    edges = tuple(dict.fromkeys(edge for action in variants for edge in action.order))
    pairs: set[tuple[str, str]] = set()
    for action in variants:
        permits = [c.source.label for c in action.clauses if c.kind == "permit"]
        pairs |= {(c.source.label, p) for c in action.clauses if c.kind == "forbid" for p in permits}
    given = {(e.better, e.worse) for e in edges if not e.because}
    if len(pairs) > 1 and pairs <= given:
        rest = [e for e in edges if e.because or (e.better, e.worse) not in pairs]
        return (Para("what forbids this move outranks what permits it"), *precedence(clauses, rest))
    return precedence(clauses, edges)


# ---------------------------------------------------------------- moves


def move(t: Teller, variants: Sequence[ir.Action], env: Env) -> tuple[Block, ...]:
    """A move, of one shape or several: its choices, its clauses, their precedence, its effects."""
    first = variants[0]
    inside = [env.only(t.lexicon.chosen(a)) for a in variants]
    each = tuple(zip(variants, inside, strict=True))
    blocks: list[Block] = [Heading(3, capital(t.lexicon.display.move(first.move)), first.move)]
    blocks.extend(_opening(t, each))
    for item in _told_once(t, {a.variant: [legality(t, clause, e) for clause in a.clauses] for a, e in each}):
        blocks.extend(blocks_of(item))
    blocks.extend(_ranked("Where several of these apply", _whole_order(variants)))
    if any(action.effects for action in variants):
        blocks.append(Para("What the move does:", tone="note"))
        for item in _told_once(t, {a.variant: effects.items(t, a.effects, e) for a, e in each}):
            blocks.extend(blocks_of(item))
    else:
        blocks.append(Para("The move does nothing else."))
    return tuple(blocks)


def _told_once(t: Teller, variants: Mapping[str, Sequence[Item]]) -> Iterator[Item]:
    """The clauses of all variants of a move, in the file's order; one that does not say the same of all its shapes
    names those of which it speaks."""
    found: list[tuple[Para, dict[str, Item]]] = []
    for variant, items in variants.items():
        heads = [Para("", item.para.label, item.para.cites) for item in items]
        last = -1
        for head, item in zip(heads, items, strict=True):
            at = next((i for i, (one, held) in enumerate(found) if one == head and variant not in held), -1)
            if at < 0:
                at = last + 1
                while at < len(found) and found[at][0] not in heads:
                    at += 1
                found.insert(at, (head, {}))
            found[at][1][variant] = item
            last = at
    for _, held in found:
        for item in dict.fromkeys(held.values()):
            shapes = [variant for variant, one in held.items() if one == item]
            yield item if len(shapes) == len(variants) else _of_shapes(t, item, shapes)


def _of_shapes(t: Teller, item: Item, shapes: Sequence[str]) -> Item:
    """A clause with the shapes of which it speaks, where its own name does not tell."""
    text, told = item.para.text, [t.lexicon.display.shape(shape) for shape in shapes]
    if not set(told).isdisjoint(item.para.label.split()):
        return item
    some = listed([shape if names_several(shape) else article(shape) for shape in told], "or")
    return replace(item, para=replace(item.para, text=capital(f"with {some}, {text[:1].lower()}{text[1:]}")))


def _opening(t: Teller, variants: Sequence[tuple[ir.Action, Env]]) -> tuple[Para, ...]:
    asks = [(s.source.label, s.ask) for s in t.game.steps if s.ask is not None]
    labels, source = {a.source.label for a, _ in variants}, variants[0][0].source
    offered = [label for label, ask in asks if not labels.isdisjoint(ask.actions)]
    at = listed([effects.step_link(t, x) for x in dict.fromkeys(offered) if x], "or")
    said = [f"this move is made at {at}"] if at else []
    choices = tuple(zip(*(action.params for action, _ in variants), strict=True))
    if choices:
        said.append(f"choose {listed([_choice(t, same, variants[0][1]) for same in choices])}")
    text = " ".join(sentence(x) for x in said)
    return (Para(text, cites=source.cites, at=source.at),) if text or source.cites else ()


def _some(t: Teller, shape: str) -> str:
    """A shape with its article; one named "cards" has none."""
    said = t.lexicon.display.shape(shape)
    return link(shape, said) if names_several(said) else article(link(shape, said))


def _choice(t: Teller, variants: Sequence[ir.Param], env: Env) -> str:
    """What is chosen for a parameter that has these variants."""
    param = variants[0]
    called = env.vars[param.name].text.removeprefix("the ").removeprefix(CHOSEN)
    match param.choice:
        case ir.ChooseCard(cards, blind):
            of = t.noun(cards, env)
            text = f"one of {of.whom}" if of.many else f"a card from {of.whom}"
            text, plainly = text + (", without looking" if blind else ""), "card"
        case ir.ChooseCards(cards, shape):
            of = t.noun(cards, env)
            shapes = dict.fromkeys(p.shape for p in variants if p.shape is not None)
            lexicon = t.lexicon
            some = [lexicon.shape_size(t.index.shapes[s]) if s.startswith("(") else _some(t, s) for s in shapes]
            text, plainly = f"{listed(some, 'or')} from {of.whom}", lexicon.display.shape(shape)
        case ir.ChooseFrom(over):
            told_kind = ranges.kind(t, over, env)
            text, plainly = article(told_kind.text(False)), told_kind.word
        case _:
            assert_never(param.choice)
    return text if unmarked(called) == plainly else f"{text} (“the {called}”)"


def legality(t: Teller, clause: ir.Permit | ir.Forbid, env: Env, deed: str = "do this") -> Item:
    """A clause that permits or forbids, as an entry; `deed` is what one may do or not."""
    permit = {"permit": True, "forbid": False}[clause.kind]
    label = named(clause.source)
    you = env.mover.text
    if clause.when == YES:
        text = f"{you} may {'always' if permit else 'never'} {deed}"
        item = Item(Para(sentence(text), label, clause.source.cites, at=clause.source.at))
    else:
        item = conditional(t, clause.source, f"{you} may {'' if permit else 'not '}{deed}", clause.when, env)
    para = item.para
    return Item(replace(para, tone="permit" if permit else "forbid"), item.children)


# ---------------------------------------------------------------- outcomes


def outcome(t: Teller, group: ir.Group, env: Env) -> tuple[Block, ...]:
    """An outcome group: its clauses and which one wins."""
    inside = env.only(t.params(group.params))
    blocks: list[Block] = [Heading(3, capital(named(group.source)), group.source.label)]
    given = listed([n.text for n in inside.vars.values()])
    about = f" for {given}" if given else ""
    blocks.append(Para(f"Exactly one of these takes effect{about}.", cites=group.source.cites, at=group.source.at))
    spare: list[tuple[str, ...]] = []
    for clause in group.clauses:
        if _otherwise(group, clause):
            spare += [(b, clause.source.label) for b in _above(group, clause)]
        blocks.extend(blocks_of(outcome_clause(t, group, clause, inside)))
    blocks.extend(_ranked("Where several of these apply", precedence(group.clauses, group.order, spare)))
    return tuple(blocks)


def outcome_clause(t: Teller, group: ir.Group, clause: ir.Outcome, env: Env) -> Item:
    """A clause of an outcome, behind what it takes for it: a condition, "otherwise" or "always"."""
    lead = f"if {t.when(clause.when, env)}"
    if clause.when == YES:
        lead = "otherwise" if _otherwise(group, clause) else "always"
    return effects.paragraph(t, clause.source, clause.effects, env, lead)


def _otherwise(group: ir.Group, clause: ir.Outcome) -> bool:
    """Does a clause without a condition give way to every other?"""
    others = {c.source.label for c in group.clauses if c != clause}
    return clause.when == YES and others <= _above(group, clause)


def _above(group: ir.Group, clause: ir.Outcome) -> set[str]:
    """The clauses that come before one without a reason of their own."""
    return {e.better for e in group.order if e.worse == clause.source.label and not e.because}


# ---------------------------------------------------------------- the end


def endings(t: Teller, env: Env) -> tuple[Block, ...]:
    """How the game ends, and who wins."""
    blocks: list[Block] = []
    for ending in t.game.endings:
        blocks.append(
            Para(ending_sentence(t, ending, env), named(ending.source), ending.source.cites, at=ending.source.at)
        )
    lead = "Where several of these would end the game at the same time"
    blocks.extend(_ranked(lead, precedence(t.game.endings, t.game.ending_order)))
    return tuple(blocks)


def ending_sentence(t: Teller, ending: ir.Ending, env: Env) -> str:
    """When an ending comes about, and who wins by it."""
    result = _result(t, ending.result, env)
    at = listed([effects.step_link(t, x) for x in ending.at], "or")
    cond = "" if ending.when == YES else t.when(ending.when, env)
    if at:
        text = f"when play comes to {at}{f', and {cond}' if cond else ''}, the game is over: {result}"
    elif cond:
        text = f"as soon as {cond}, the game is over: {result}"
    else:
        text = f"the game is over at once: {result}"
    return sentence(text)


def _result(t: Teller, result: ir.Winners | ir.Scores, env: Env) -> str:
    match result:
        case ir.Winners(_, fixed) if (value := constant(fixed)) is not None:
            if len(t.index.domains[PLAYER].values) == 1:
                verb = "win" if value else "lose"
                return f"{env.mover.text} {verb if env.mover.many else f'{verb}s'}"
            return "everybody wins, and so it is a draw" if value else "nobody wins; it is a draw"
        case ir.Winners(var, cond) if team := _team(var, cond):
            return f"{t.noun(team, env).text} wins"
        case ir.Winners(var, cond) if (one := _alone(var, cond)) and t.domain_of(one) != "number":
            return _wins(t, one, env)
        case ir.Winners(var, cond):
            return f"every {ranges.described(t, var, ir.OverDomain('player'), cond, env)} wins"
        case ir.Scores(var, value) if told := either(value):
            (cond, then, other), inside = told, env.bind(var, THEY)
            theirs = _points(t, other, inside)
            if one := _alone(var, cond):
                noun = t.noun(one, env)
                mine = _points(t, then, env.bind(var, noun if noun.text == "you" else THEY))
                scores = "score" if noun.many else "scores"
                return f"{noun.text} {scores} {mine}, and every other player scores {theirs}"
            return f"each player scores {_points(t, then, inside)} if {t.when(cond, inside)}, and otherwise {theirs}"
        case ir.Scores(var, value):
            return f"each player scores {_points(t, value, env.bind(var, THEY))}"
        case _:
            assert_never(result)


def _alone(var: str, cond: ir.Expr) -> ir.Expr | None:
    """The player of whom alone a condition holds."""
    sides = equated(cond)
    return sides[1] if sides is not None and sides[0] == ir.Var(var, ir.Symbol("player")) else None


def _team(var: str, cond: ir.Expr) -> ir.Expr | None:
    """The team of whose players alone a condition holds."""
    sides = equated(cond)
    return sides[1] if sides is not None and sides[0] == team_of(ir.Var(var, ir.Symbol("player"))) else None


def _wins(t: Teller, who: ir.Expr, env: Env) -> str:
    if is_mover(who):
        return f"{env.mover.text} {'win' if env.mover.many else 'wins'}"
    noun: Noun = t.noun(who, env)
    return f"{noun.text} {'win' if noun.many else 'wins'}"


def _points(t: Teller, value: ir.Expr, env: Env) -> str:
    return "nothing" if constant(value) == 0 else t.noun(value, env).text
