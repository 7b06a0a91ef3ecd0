"""`hoyle play`: plays a game in the terminal, people or the computer in each seat.

Leaves what is legal and what each player sees to `hoyle.api`.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.chance import Seeded
from engine.observe import View, observe
from hoyle.api import Game, IllegalMove, State
from hoyle.cli import Usage
from hoyle.options import add_game, game_or_show, load_argument
from hoyle.writing import WouldOverwrite, write_text

HELP = """Type a move's number or the move itself, such as play(7S, pile 2). Also:
  moves [WORD]   list the legal moves, only those that hold WORD
  why MOVE       why a move is legal here, or which clause forbids it
  look           show the table again
  undo           take back, to your own last decision
  log            the moves made so far
  save FILE      write the log; `hoyle replay GAME FILE` plays it again
  quit           stop"""
SHOWN = 30
BOTS = ("random",)


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="N=WHO",
        help="who sits in seat N: `person` or `random`; seat 1 is a person and the others are random unless told",
    )
    command.add_argument("--seed", type=int, metavar="S", help="the seed of the cards and of the computer's moves")
    command.add_argument("--save", metavar="FILE", help="write the log here at the end")
    command.add_argument("--force", action="store_true", help="replace a log that is there already")


@dataclass(slots=True)
class Table:
    """A game being played: the states so far, who sits where, and how to read and write."""

    game: Game
    people: frozenset[int]
    bot: Seeded
    say: Callable[[str], None]
    ask: Callable[[str], str | None]
    states: list[State] = field(default_factory=list)
    viewer: int = -1

    @property
    def state(self) -> State:
        return self.states[-1]


def run(args: argparse.Namespace) -> int:
    """0 where the game ended or was left, 1 where play met a fault."""
    loaded = load_argument(args.game, args)
    rules = game_or_show(loaded)
    if rules is None:
        return 1
    game = Game(rules)
    seed = args.seed if args.seed is not None else secrets.randbelow(1_000_000)
    if args.save and Path(args.save).exists() and not args.force:
        raise Usage(f"{args.save} is there already; choose another name or add --force")
    table = Table(game, _people(args.seat, game), Seeded(seed + 1), print, _ask)
    table.states.append(game.new_initial_state(seed=seed))
    print(f"{game.title}, {game.num_players()} players, seed {seed}. `help` tells what you can type.")
    left = play(table)
    if args.save:
        write_text(Path(args.save), table.state.serialize(), replace=args.force)
        print(f"The log is in {args.save}.")
    if not left:
        _farewell(table)
    return 1 if table.state.fault is not None else 0


def _people(seats: list[str], game: Game) -> frozenset[int]:
    who = {seat: "person" if seat == 0 else "random" for seat in range(game.num_players())}
    for told in seats:
        number, _, name = told.partition("=")
        if not number.isdecimal() or int(number) - 1 not in who or name not in ("person", *BOTS):
            raise Usage(
                f"`--seat {told}` is not understood; write a seat from 1 to {len(who)} and who sits there, as 2=person"
            )
        who[int(number) - 1] = name
    return frozenset(seat for seat, name in who.items() if name == "person")


def _ask(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        print()
        return None


# ---------------------------------------------------------------- the course of a game


def play(table: Table) -> bool:
    """Plays until the end; True where somebody left before."""
    while not table.state.position.over:
        state = table.state
        seat = state.current_player()
        if seat not in table.people:
            moves = state.legal_actions()
            _make(table, state.words(moves[table.bot.pick(len(moves))]))
            continue
        if seat != table.viewer:
            _hand_over(table, seat)
            table.say(view(table.game, state, seat))
        words = table.ask(f"{table.game.interpreter.words.player(seat)} ({state.step()}) > ")
        if words is None or not _obey(table, seat, words.strip()):
            return True
    return False


def _hand_over(table: Table, seat: int) -> None:
    """Hides one person's cards before another looks."""
    if len(table.people) > 1 and table.viewer != -1:
        words = table.game.interpreter.words
        table.ask(f"{words.player(seat)} is next. Press Enter when only they are looking. ")
        if sys.stdout.isatty():
            os.system("cls" if os.name == "nt" else "clear")
    table.viewer = seat


def _make(table: Table, words: str) -> None:
    following = table.state.clone()
    seat = following.current_player()
    following.apply_action(words)
    table.states.append(following)
    shown = _public(table.game, words, following, seat)
    table.say(f"{table.game.interpreter.words.player(seat)}: {shown}")


def _public(game: Game, words: str, state: State, seat: int) -> str:
    """A move as it is told to all: a blind or unseen card stays unnamed."""
    action = next((a for a in game.rules.actions if a.source.label == words.partition("(")[0]), None)
    seen = {c for cell in range(len(state.position.cells)) for c in _seen_by_all(game, state, cell)}
    if action is None or not action.params:
        return words
    names = set(game.deck)
    told = []
    for word in words.replace("(", "( ").replace(")", " )").replace(",", " ,").split(" "):
        told.append("?" if word in names and game.deck.index(word) not in seen else word)
    return " ".join(told).replace("( ", "(").replace(" )", ")").replace(" ,", ",")


def _seen_by_all(game: Game, state: State, cell: int) -> tuple[int, ...]:
    zone = game.interpreter.layout.zones[game.interpreter.layout.cells[cell].name].decl
    cards = state.position.cells[cell]
    match zone.seen:
        case "everybody":
            return cards
        case "top":
            return cards[-1:]
        case _:
            return ()


# ---------------------------------------------------------------- what a person types


def _obey(table: Table, seat: int, words: str) -> bool:
    """Does what was typed; False to leave."""
    command, _, rest = words.partition(" ")
    match command.lower():
        case "":
            table.say(view(table.game, table.state, seat))
        case "quit" | "exit":
            return False
        case "help" | "?":
            table.say(HELP)
        case "look":
            table.say(view(table.game, table.state, seat))
        case "moves":
            table.say(_listed(table.state, rest))
        case "why":
            _why(table, rest)
        case "undo":
            _undo(table, seat)
        case "log":
            table.say("\n".join(f"{n}. {m}" for n, m in enumerate(table.state.history(), 1)) or "No move yet.")
        case "save":
            _save(table, rest)
        case _:
            _try(table, words)
    return True


def _try(table: Table, words: str) -> None:
    """Makes a move given by number or in words; says which clause forbids it where one does."""
    moves = table.state.legal_actions()
    if words.isdecimal():
        if not 1 <= int(words) <= len(moves):
            table.say(f"The moves are numbered from 1 to {len(moves)}.")
            return
        words = table.state.words(moves[int(words) - 1])
    try:
        _make(table, words)
    except IllegalMove as error:
        table.say(_no(error))


def _no(error: IllegalMove) -> str:
    """Why a move was refused, with the places of the rulebook."""
    told = f"No: {error}."
    if error.explanation is not None:
        for source in (*error.explanation.deciding, *error.explanation.failing):
            told += f"\n   {source.label} @ {'; '.join(source.cites) or 'no citation'}"
    return told


def _why(table: Table, words: str) -> None:
    try:
        found = table.state.explain(words)
    except IllegalMove as error:
        table.say(_no(error))
        return
    told = f"{'Legal' if found.legal else 'Not legal'}: {found.sentence}."
    for source in (*found.deciding, *found.failing):
        told += f"\n   {source.label} @ {'; '.join(source.cites) or 'no citation'}"
    table.say(told)


def _undo(table: Table, seat: int) -> None:
    """Back to this person's last decision before this one."""
    back = next((i for i in range(len(table.states) - 2, -1, -1) if table.states[i].current_player() == seat), None)
    if back is None:
        table.say("There is nothing of yours to take back.")
        return
    del table.states[back + 1 :]
    table.say("Taken back.\n" + view(table.game, table.state, seat))


def _save(table: Table, name: str) -> None:
    if not name:
        table.say("Say where: save FILE")
        return
    try:
        write_text(Path(name), table.state.serialize())
        table.say(f"Saved in {name}.")
    except (WouldOverwrite, OSError) as error:
        table.say(f"Not saved: {error}.")


# ---------------------------------------------------------------- what a person sees


def view(game: Game, state: State, seat: int) -> str:
    """The table as one player sees it, with the legal moves."""
    words, layout = game.interpreter.words, game.interpreter.layout
    seen = observe(layout, state.position, seat)
    lines = []
    for number, zone_view in enumerate(seen.views):
        told = _zone(game, zone_view)
        if told:
            lines.append(f"  {words.zone(number)}: {told}")
    fields = [
        f"{words.field(i)} = {words.field_value(i, value)}"
        for i, value in enumerate(seen.fields)
        if not words.field(i).startswith("(") and value != _start(game, i)
    ]
    if fields:
        lines.append("  " + "; ".join(fields))
    return "\n".join([*lines, _listed(state, "")])


def _start(game: Game, slot: int) -> int:
    return game.interpreter.initial().fields[slot]


def _zone(game: Game, seen: View) -> str:
    cards = game.interpreter.words.cards
    if seen.cards is not None:
        return " ".join(cards[c] for c in seen.cards)
    if not seen.count:
        return ""
    count = f"{seen.count} card{'' if seen.count == 1 else 's'}"
    return count if seen.top is None else f"{count}, {cards[seen.top]} on top"


def _listed(state: State, word: str) -> str:
    moves = [(n, state.words(m)) for n, m in enumerate(state.legal_actions(), 1)]
    held = [(n, m) for n, m in moves if word in m]
    lines = [f"  {n:3}. {m}" for n, m in held[:SHOWN]]
    if len(held) > SHOWN:
        lines.append(f"  ... and {len(held) - SHOWN} more; `moves WORD` lists those that hold WORD")
    return "\n".join(lines) or f"  no legal move holds `{word}`"


def _farewell(table: Table) -> None:
    state = table.state
    if state.fault is not None:
        clauses = ", ".join(f"{s.label} @ {'; '.join(s.cites) or 'no citation'}" for s in state.fault.sources)
        table.say(f"Play stops ({state.fault.kind}): {state.fault.sentence}.\n  Clauses: {clauses}")
        return
    words = table.game.interpreter.words
    returns = state.returns()
    if len(set(returns)) == 1:
        table.say(f"The game ends in a draw ({state.ending()}).")
        return
    best = [words.player(p) for p, r in enumerate(returns) if r == max(returns)]
    scores = ", ".join(f"{words.player(p)} {r:+d}" for p, r in enumerate(returns))
    table.say(f"{' and '.join(best)} win{'s' if len(best) == 1 else ''} ({state.ending()}): {scores}.")
