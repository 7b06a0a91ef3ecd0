"""Tells worked examples: a position, the moves made in it, and what then holds.

Leaves drawing cards to `hoyle.english.document.render`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from hoyle.english import effects
from hoyle.english.document.marks import capital, sentence, spoken, stress, unmarked
from hoyle.english.document.model import Block, Heading, Item, List, Para, Table
from hoyle.english.grammar import Noun
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.fold import is_nobody
from spec.ir.index import PLAYER, is_mover
from spec.ir.types import is_truth

THEN_ON_TURN = Noun("the player then on turn", person=True)


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
            owner = "".join(f" of {t.noun(i, env).text}" for i in given.what.index)
            return f"{t.lexicon.mark(given.field.field)}{owner}"
    return t.noun(given.what, env).text


def _script(t: Teller, example: ir.Example, env: Env) -> tuple[Item, ...]:
    """The lines of an example; after a move it is no longer told by name who is on turn."""
    found: list[Item] = []
    for line in example.script:
        match line:
            case ir.Play(call):
                found.append(Item(Para(sentence(f"{env.mover.text} makes the move {_call(t, call, env)}"))))
                env = replace(env, mover=THEN_ON_TURN)
            case ir.Expect(call, legal):
                text = f"the move {_call(t, call, env)} is {'permitted' if legal else 'not permitted'}"
                found.append(Item(Para(sentence(text), tone="permit" if legal else "forbid")))
            case ir.Then(cond, wrong):
                text = t.when(cond, env)
                if wrong:
                    text = f"the rulebook says here that {text}; by its own rules, that is not so"
                found.append(Item(Para(sentence(text), tone="note" if wrong else "")))
            case ir.Wins(ending, gets):
                by = f", by {stress(t.lexicon.display.ending(ending))}" if ending else ""
                text = f"the game is over{by}"
                found.append(Item(Para(sentence(_with_gets(t, text, gets, env)))))
            case ir.Sees(player, zone, seen):
                sees = "sees" if seen else "does not see"
                found.append(Item(Para(sentence(f"{t.noun(player, env).text} {sees} {t.noun(zone, env).text}"))))
            case _:
                assert_never(line)
    return tuple(found)


def _with_gets(t: Teller, text: str, gets: tuple[ir.Gets, ...], env: Env) -> str:
    """The end, then who wins and who scores what."""
    win = [_player(t, g.player, env) for g in gets if g.score is None]
    told = [f"{' and '.join(win)} {'wins' if len(win) == 1 else 'win'}"] if win else []
    told += [f"{t.noun(g.player, env).text} scores {t.noun(g.score, env).text}" for g in gets if g.score is not None]
    return f"{text}: {', '.join(told)}" if told else text


def _player(t: Teller, player: ir.Expr, env: Env) -> str:
    return "nobody" if is_nobody(player) else t.noun(player, env).text


def _call(t: Teller, call: ir.MoveCall, env: Env) -> str:
    variants = t.index.moves.get(call.move)
    name = variants[0].move if variants else call.move
    shown = t.lexicon.linked(name)
    args = [t.noun(a, env).text for a in call.args]
    if not args:
        return shown
    return f"{shown} with {' and '.join(args)}" if all(unmarked(a) for a in args) else shown
