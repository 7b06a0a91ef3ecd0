"""Tells worked examples: a position, the moves made in it, and what then holds.

Leaves drawing cards to `hoyle.english.document.render`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from engine.interpreter.moves import PASS
from hoyle.english import effects
from hoyle.english.document.marks import CARD, capital, sentence, spoken, stress, unmarked
from hoyle.english.document.model import Block, Heading, Item, List, Para, Table
from hoyle.english.document.render import parted
from hoyle.english.grammar import DONE, Noun, listed, says
from hoyle.english.phrases import ways_of
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.fold import constant, equated, in_turn, is_nobody
from spec.ir.index import PLAYER, is_mover
from spec.ir.types import is_truth

Line = ir.Play | ir.Expect | ir.Then | ir.Wins | ir.Sees
ON_TURN = Noun("the player on turn", person=True)
OWN = Noun("their own", person=True, owner="their own", object="them")


def examples(t: Teller, env: Env) -> tuple[Block, ...]:
    """Every example in the order of the file."""
    blocks: list[Block] = []
    for at, example in enumerate(t.game.examples):
        blocks.append(Heading(3, capital(spoken(example.text)), f"example-{at + 1}"))
        blocks.extend(_example(t, example, env))
    return tuple(blocks)


def _example(t: Teller, example: ir.Example, env: Env) -> tuple[Block, ...]:
    who = Noun("player 1", person=True)
    for given in example.given:
        if is_mover(given.what):
            who = t.noun(given.value, env)
    at_first = replace(env, mover=who, drawn=True)
    placed = [g for g in example.given if not is_mover(g.what)]
    rows = [(capital(unmarked(_place(t, g, at_first))), t.noun(g.value, at_first).text) for g in placed]
    if example.rest is not None:
        rows.append((capital(t.noun(example.rest, at_first).text), "all other cards"))
    at = f", at {effects.step_link(t, example.at)}" if example.at else ""
    opening = Para(sentence(f"{who.text} is on turn{at}"), cites=example.source.cites, at=example.source.at)
    table = (Table(tuple(rows)),) if rows else ()
    return (opening, *table, List(_script(t, example, at_first), numbered=True))


def _place(t: Teller, given: ir.Given, env: Env) -> str:
    if given.field is not None:
        kind = t.index.fields[given.field.field].type
        if is_truth(kind) or kind.domain == PLAYER:
            owners = [t.noun(i, env) for i in given.what.index]
            if len(owners) == 1 and (done := t.lexicon.done(given.field.field)) is not None:
                return says(owners[0], DONE, done).text
            owner = "".join(f" of {one.text}" for one in owners)
            return f"{t.lexicon.mark(given.field.field)}{owner}"
    return t.noun(given.what, env).text


def _script(t: Teller, example: ir.Example, env: Env) -> tuple[Item, ...]:
    """The lines of an example; after a move, who is on turn is told by name again once a line has said who it is."""
    found: list[Item] = []
    for lines in _alike(example.script):
        line = lines[0]
        match line:
            case ir.Play(call):
                passes = f"{env.mover.text} {'pass' if env.mover.many else 'passes'}"
                text = passes if _passed(t, call) else f"{env.mover.text} makes the move {_call(t, (call,), env)}"
                found.append(Item(Para(sentence(text))))
                env = replace(env, mover=ON_TURN)
            case ir.Expect(call, legal):
                calls = tuple(one.call for one in lines if isinstance(one, ir.Expect))
                what = "passing" if _passed(t, call) else f"the move {_call(t, calls, env)}"
                text = f"{what} is {'permitted' if legal else 'not permitted'}"
                found.append(Item(Para(sentence(text), tone="permit" if legal else "forbid")))
            case ir.Then(cond, wrong):
                text = t.when(cond, env)
                if wrong:
                    text = f"the rulebook says here that {text}; by its own rules, that is not so"
                found.append(Item(Para(sentence(text), tone="note" if wrong else "")))
                env = env if wrong else replace(env, mover=_now_on_turn(t, cond, env))
            case ir.Wins(ending, gets):
                by = f", by {stress(t.lexicon.display.ending(ending))}" if ending else ""
                text = f"the game is over{by}"
                found.append(Item(Para(sentence(_with_gets(t, text, gets, env)))))
            case ir.Sees(player, _, seen):
                zones = [_seen(t, player, one.zone, env) for one in lines if isinstance(one, ir.Sees)]
                said = f"sees {listed(zones)}" if seen else f"does not see {listed(zones, 'or')}"
                found.append(Item(Para(sentence(f"{t.noun(player, env).text} {said}"))))
            case _:
                assert_never(line)
    return tuple(found)


def _alike(script: Sequence[Line]) -> Iterator[tuple[Line, ...]]:
    """The lines in order; neighbours that say the same of one move, or of what a player sees, as one."""
    held: list[Line] = []
    for line in script:
        if held and not _go_together(held[0], line):
            yield tuple(held)
            held = []
        held.append(line)
    if held:
        yield tuple(held)


def _go_together(one: Line, other: Line) -> bool:
    match one, other:
        case ir.Expect(ir.MoveCall(move, (_,)), legal), ir.Expect(ir.MoveCall(same, (_,)), too):
            return (move, legal) == (same, too)
        case ir.Sees(player, _, seen), ir.Sees(same_player, _, too):
            return (player, seen) == (same_player, too)
        case _:
            return False


def _now_on_turn(t: Teller, cond: ir.Expr, env: Env) -> Noun:
    """Who is on turn after a line, by name where it says so."""
    parts, every = in_turn(cond) or ((cond,), True)
    for part in parts if every else ():
        sides = equated(part) or ()
        named = [side for side in sides if constant(side) is not None]
        if named and any(map(is_mover, sides)):
            return t.noun(named[0], env)
    return env.mover


def _seen(t: Teller, player: ir.Expr, zone: ir.Place, env: Env) -> str:
    """A zone that somebody sees or not: "their own hand", "player 2's hand"."""
    return t.lexicon.zone(zone.zone, tuple(OWN if i == player else t.noun(i, env) for i in zone.index)).text


def _with_gets(t: Teller, text: str, gets: tuple[ir.Gets, ...], env: Env) -> str:
    """The end, then who wins and who scores what, those with one score together."""
    win = [_player(t, g.player, env) for g in gets if g.score is None]
    told = [f"{listed(win)} {'wins' if len(win) == 1 else 'win'}"] if win else []
    scores: dict[str, list[str]] = {}
    for g in gets:
        if g.score is not None:
            scores.setdefault(t.noun(g.score, env).text, []).append(t.noun(g.player, env).text)
    told += [f"{listed(who)} {'scores' if len(who) == 1 else 'score'} {score}" for score, who in scores.items()]
    plainly = all(len(who) == 1 for who in scores.values())
    return f"{text}: {listed(told) if plainly else '; '.join(told)}" if told else text


def _player(t: Teller, player: ir.Expr, env: Env) -> str:
    return "nobody" if is_nobody(player) else t.noun(player, env).text


def _passed(t: Teller, call: ir.MoveCall) -> bool:
    """Is it passing, where the game has no move of that name?"""
    return call.move == PASS.action and call.move not in t.index.moves


def _call(t: Teller, calls: tuple[ir.MoveCall, ...], env: Env) -> str:
    """A move with what is chosen in it; of calls that choose one thing each, all of these."""
    variants = t.index.moves.get(calls[0].move)
    shown = t.lexicon.linked(variants[0].move if variants else calls[0].move)
    told = [[t.noun(a, env).text for a in call.args] for call in calls]
    if sum(len(args) for args in told) > 1:
        told = [[_bracketed(arg) for arg in args] for args in told]
    chosen = [" and ".join(args) for args in told if args and all(unmarked(a) for a in args)]
    if not chosen:
        return shown
    given = variants is not None and ways_of(variants[0])[:1] == ["to"] and len(told[0]) == 1
    way = "" if unmarked(shown).endswith(" with") else " to" if given else " with"
    return f"{shown}{way} {listed(chosen, 'or')}"


def _bracketed(told: str) -> str:
    """Several cards that are told with commas, in brackets, as others stand beside them."""
    return f"({told})" if told.count(CARD) > 1 and parted(told) != told else told
