"""Tells the course of play as numbered prose: turns, rounds, steps, choices, windows.

Leaves finding the loops to `hoyle.english.rulebook.course` and what steps do to `hoyle.english.effects`.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import assert_never

from hoyle.english import effects, ranges
from hoyle.english.document.marks import capital, link, sentence
from hoyle.english.document.model import Item, List, Para
from hoyle.english.grammar import listed, times
from hoyle.english.rulebook.course import Leaf, Loop, Only, Part, course
from hoyle.english.teller import Env, Teller
from spec.ir import nodes as ir
from spec.ir.binding import occurrences
from spec.ir.display import named
from spec.ir.effects import cited
from spec.ir.fold import YES
from spec.ir.index import PLAYER, is_mover
from spec.ir.order_of_play import TURNED
from spec.ir.pauses import is_pause


def split(game: ir.Game) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """The set-up, which is all before the first turns, and the course of play from there."""
    parts = course(game.steps)
    for at, part in enumerate(parts):
        if isinstance(part, Loop) and part.kind in ("turns", "repeat"):
            return parts[:at], parts[at:]
    return (), parts


def told(t: Teller, parts: tuple[Part, ...], env: Env) -> tuple[Item, ...]:
    """Parts of the course of play as entries of a numbered list."""
    return tuple(item for part in parts for item in _part(t, part, env))


def _part(t: Teller, part: Part, env: Env) -> tuple[Item, ...]:
    match part:
        case Leaf():
            return (_leaf(t, part, env),)
        case Only(cond, (Leaf() as leaf,)):
            return (_leaf(t, leaf, env, f"if {t.when(cond, env)}"),)
        case Only(cond, body):
            head = Para(sentence(f"only if {t.when(cond, env)}:"))
            return (Item(head, (List(told(t, body, env), numbered=True),)),)
        case Loop():
            return (_loop(t, part, env),)
        case _:
            assert_never(part)


def _loop(t: Teller, loop: Loop, env: Env) -> Item:
    head = _head(t, loop, env)
    text = " ".join(sentence(x) for x in head[:-1]) + " " + capital(head[-1]) + ":"
    return Item(Para(text.strip()), (List(told(t, loop.body, env), numbered=True),))


def _head(t: Teller, loop: Loop, env: Env) -> list[str]:
    """The sentences that open a loop; the last one leads on to its steps."""
    start = loop.start
    first = "" if start is None or is_mover(start) else f", beginning with {t.noun(start, env).whom}"
    ends = [*(["you pass"] if loop.passing else []), *([] if loop.until is None else [t.when(loop.until, env)])]
    until = f"{',' if first else ''} until {' or '.join(ends)}" if ends else ""
    way = ", in the direction of play" if TURNED in t.index.fields else ""
    among = ""
    if loop.among is not None:
        among = ranges.described(t, loop.among[0], ir.OverDomain("player"), loop.among[1], env)
    whom = "player for whom "
    match loop.kind:
        case "turns":
            alone = len(t.index.domains[PLAYER].values) == 1
            ring = (
                "you take one turn after another"
                if alone
                else f"the players take turns in order round the table{way}{first}"
            )
            said = [ring + until]
            if among.startswith(whom):
                said.append(
                    f"a player takes a turn only if {among.removeprefix(whom)}; when none does, the turns are over"
                )
            elif among:
                said.append(f"only a {among} takes a turn; when there is none, the turns are over")
            return [*said, "a turn goes like this"]
        case "round" if loop.among is not None and not occurrences(*loop.among):
            only = f", as long as {t.when(loop.among[1], env)}"
            return [f"once round the table{way}{first}, each player in turn does this{only}"]
        case "round":
            return [f"once round the table{way}{first}, each {among or 'player'} in turn does this"]
        case "repeat" if loop.until == YES:
            return ["do this once"]
        case "repeat":
            left = occurs(ir.Jump("leave"), t.game)
            end = " until this part is over or the game ends" if left else " until the game ends"
            return [f"do this again and again{until or end}"]
        case "times":
            return [f"do this {times(loop.times)}"]
        case _:
            assert_never(loop.kind)


def occurs(sought: object, node: object) -> bool:
    """Does this stand in a node of the IR, or is it the node?"""
    if node == sought:
        return True
    if isinstance(node, tuple):
        return any(occurs(sought, item) for item in node)
    return is_dataclass(node) and any(occurs(sought, getattr(node, f.name)) for f in fields(node))


def _leaf(t: Teller, leaf: Leaf, env: Env, lead: str = "") -> Item:
    step = leaf.step
    anchor = effects.step_anchor(step.source.label)
    match step.act:
        case ir.Run(body):
            item = _run(t, step, body, env, lead)
        case ir.Ask():
            item = _ask(t, step, step.act, leaf.who, env, lead)
        case ir.Branch(cond, yes, no):
            text = f"if {t.when(cond, env)}, go on at {_place(t, yes)}; otherwise, go on at {_place(t, no)}"
            item = Item(Para(sentence(text), named(step.source), step.source.cites))
        case _:
            assert_never(step.act)
    onward = f" Then go on at {_place(t, leaf.onward)}." if leaf.onward is not None else ""
    para = item.para
    return Item(replace(para, text=para.text + onward, anchor=anchor, at=step.source.at), item.children)


def _place(t: Teller, at: int) -> str:
    """A step by its label, or by its number where it has none."""
    if at >= len(t.game.steps):
        return "the end"
    source = t.game.steps[at].source
    return link(effects.step_anchor(source.label), named(source)) if source.label else f"step {at + 1}"


def _run(t: Teller, step: ir.Step, body: tuple[ir.Effect, ...], env: Env, lead: str) -> Item:
    if body:
        return effects.paragraph(t, step.source, body, env, lead)
    judged = [] if lead else [e for e in t.game.endings if step.source.label in e.at]
    over = any(e.when == YES for e in judged)
    text = "the game ends here; see who has won" if over else "see whether the game is over, and who has won"
    text = text if judged else "nothing happens"
    return Item(Para(sentence(f"{lead}, {text}" if lead else text), named(step.source), step.source.cites))


def _ask(t: Teller, step: ir.Step, ask: ir.Ask, who: ir.Expr | None, env: Env, lead: str) -> Item:
    player = env.mover if who is None or is_mover(who) else t.noun(who, env)
    moves = t.moves(ask.actions)
    verb = "may" if ask.may else "must"
    if is_pause(t.game, ask):
        text = "all look at what lies open, and then play goes on"
    elif not moves:
        text = "no move is offered here under these settings"
    elif len(moves) == 1:
        text = f"{player.text} {verb} make the move {moves[0]}" + (", or pass" if ask.may else "")
    else:
        text = f"{player.text} {verb} make one of these moves{', or pass' if ask.may else ''}: {listed(moves, 'or')}"
    said = [sentence(f"{lead}, {text}" if lead else text)]
    label = named(step.source)
    if ask.otherwise is None:
        return Item(Para(" ".join(said), label, step.source.cites))
    fallback = ask.otherwise
    cites = step.source.cites
    clause = next(cited(fallback), None)
    if clause is not None and fallback == (clause,):
        cites = tuple(dict.fromkeys((*cites, *clause.source.cites)))
        fallback = clause.body
    rest = effects.paragraph(t, ir.Source(""), fallback, env, "where no such move is legal")
    return Item(Para(" ".join([*said, rest.para.text]), label, cites), rest.children)
