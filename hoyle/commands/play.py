"""`hoyle play`: plays a game in the terminal, people or the computer in each seat.

Leaves what is legal to `hoyle.api` and what each person may see to `hoyle.seen`.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.interpreter.interpreter import Turn
from engine.interpreter.moves import Move
from engine.players.policy import NAMES, Choosers, Policy, Random, make
from hoyle.api import Game, IllegalMove, State
from hoyle.commands.options import add_game, game_or_show, load_argument
from hoyle.seen import blind, known_to, listed, move_words, offers, sources, view
from hoyle.terminal.guard import Usage, because
from hoyle.terminal.numbers import seed
from hoyle.terminal.writing import WouldOverwrite, write_text
from spec.text.clean import clean
from spec.text.whole_numbers import whole

HELP = """Type a move's number or the move itself, such as play(7S, pile 2). Also:
  moves [WORD]   list the legal moves, only those that hold WORD
  why MOVE       why a move is legal here, or which clause forbids it
  look           show the table again
  undo           take back, to your own last decision
  log            the moves made so far, as all may know them
  save FILE      write the log; `hoyle replay GAME FILE` plays it again
  quit           stop"""
BOTS = NAMES


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="N=WHO",
        help="who sits in seat N: `person`, or the computer: `random`, `greedy` or `mcts` (thinks longest); "
        "seat 1 is a person and the others are random unless chosen",
    )
    command.add_argument("--seed", type=seed, metavar="S", help="the seed of the cards and of the computer's moves")
    command.add_argument("--save", metavar="FILE", help="write the log here at the end")
    command.add_argument("--force", action="store_true", help="replace a log that is there already")


@dataclass(slots=True)
class Table:
    """A game being played: the states so far, the moves as told, who sits where, and how to read and write."""

    game: Game
    bots: dict[int, Policy]
    choosers: Choosers
    say: Callable[[str], None]
    ask: Callable[[str], str | None]
    states: list[State] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    viewer: int = -1
    shown: State | None = None

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def people(self) -> frozenset[int]:
        return frozenset(range(self.game.num_players())) - frozenset(self.bots)


def run(args: argparse.Namespace) -> int:
    """0 where the game ended or was left, 1 where play met a fault."""
    loaded = load_argument(args.game, args)
    rules = game_or_show(loaded)
    if rules is None:
        return 1
    game = Game(rules)
    seed = args.seed if args.seed is not None else secrets.randbelow(1_000_000)
    if args.save:
        _may_save(Path(args.save), replace=args.force)
    bots = _bots(args.seat, game)
    # What a person leaves open, as which of the cards that look alike, is chosen at random.
    seats = [bots.get(seat, Random()) for seat in range(game.num_players())]
    table = Table(game, bots, Choosers(game.interpreter, seed, seats), print, _ask)
    table.states.append(game.new_initial_state(seed=seed))
    players = "1 player" if game.num_players() == 1 else f"{game.num_players()} players"
    print(f"{game.title}, {players}, seed {seed}. `help` lists what you can type.")
    try:
        if not play(table):
            _farewell(table)
    finally:
        if args.save:
            write_text(Path(args.save), table.state.serialize(), replace=args.force)
            print(f"The log is in {args.save}.")
    return 1 if table.state.fault is not None else 0


def _may_save(path: Path, *, replace: bool) -> None:
    """Says before the game what would keep the log from being written after it."""
    if path.exists() and not replace:
        raise Usage(f"{path} is there already; choose another name or add --force")
    if path.is_dir():
        raise Usage(f"{path} is a folder; name a file")
    if not path.parent.is_dir():
        raise Usage(f"there is no folder {path.parent} to write {path.name} in")


def _bots(seats: list[str], game: Game) -> dict[int, Policy]:
    """The seats where the computer sits, and how it chooses."""
    who = {seat: "person" if seat == 0 else "random" for seat in range(game.num_players())}
    for seat in seats:
        number, _, name = seat.partition("=")
        at = whole(number)
        if at is None or at - 1 not in who or name not in ("person", *BOTS):
            raise Usage(
                f"`--seat {seat}` is not understood; write a seat from 1 to {len(who)} and who sits there, as 2=person"
            )
        who[at - 1] = name
    return {seat: make(name, game.interpreter) for seat, name in who.items() if name != "person"}


def _ask(prompt: str) -> str | None:
    try:
        return input(clean(prompt))
    except EOFError:
        print()
        return None


# ---------------------------------------------------------------- the course of a game


def play(table: Table) -> bool:
    """Plays until the end; True where somebody left before."""
    while not table.state.position.over:
        seat = table.state.current_player()
        if seat not in table.people:
            state = table.state
            turn = Turn(state.position, moves=state.legal_actions())
            _make(table, table.choosers.move(turn))
            continue
        if seat != table.viewer and not _hand_over(table, seat):
            return True
        if table.shown is not table.state:
            _show(table, seat)
        words = table.ask(f"{table.game.interpreter.words.player(seat)} ({table.state.step()}) > ")
        if words is None or not _obey(table, seat, words.strip()):
            return True
    return False


def _show(table: Table, seat: int) -> None:
    table.say(view(table.state, seat))
    table.shown = table.state


def _hand_over(table: Table, seat: int) -> bool:
    """Hides one person's cards before another looks; False where nobody is there any more."""
    answer: str | None = ""
    if len(table.people) > 1 and table.viewer != -1:
        words = table.game.interpreter.words
        answer = table.ask(f"{words.player(seat)} is next. Press Enter when only they are looking. ")
        if sys.stdout.isatty():
            os.system("cls" if os.name == "nt" else "clear")
    table.viewer, table.shown = seat, None
    return answer is not None


def _make(table: Table, move: Move) -> None:
    """Makes a move and tells it; a card that somebody at the terminal may not know stays unnamed."""
    following = table.state.clone()
    before, seat = following.position, following.current_player()
    following.apply_action(move)
    known = known_to(table.game, following.position, table.people)
    if not blind(table.game, move):
        known |= known_to(table.game, before, table.people)
    table.states.append(following)
    table.moves.append(f"{table.game.interpreter.words.player(seat)}: {move_words(table.game, move, known)}")
    table.say(table.moves[-1])


# ---------------------------------------------------------------- what a person types


def _obey(table: Table, seat: int, words: str) -> bool:
    """Does what was typed; False to leave."""
    command, _, rest = words.partition(" ")
    match command.lower():
        case "quit" | "exit":
            return False
        case "help" | "?":
            table.say(HELP)
        case "look" | "":
            _show(table, seat)
        case "moves":
            table.say(listed(table.state, rest.strip()))
        case "why":
            _why(table, rest.strip())
        case "undo":
            _undo(table, seat)
        case "log":
            table.say("\n".join(f"{n:3}. {m}" for n, m in enumerate(table.moves, 1)) or "No move yet.")
        case "save":
            _save(table, rest.strip())
        case _:
            _try(table, words)
    return True


def _try(table: Table, words: str) -> None:
    """Makes a move given by number or in words; says which clause forbids it where one does."""
    found = offers(table.state)
    if words.isascii() and words.isdecimal():
        number = whole(words)
        if number is None or not 1 <= number <= len(found):
            table.say(f"The moves are numbered from 1 to {len(found)}.")
            return
        words = list(found)[number - 1]
    try:
        if words in found:
            luck = table.choosers.stream(table.state.position)
            _make(table, found[words][luck.pick(len(found[words]))])
        else:
            _make(table, _read(table, words))
    except IllegalMove as error:
        table.say(_no(error))


def _read(table: Table, words: str) -> Move:
    """The move that words tell. Raises IllegalMove where they tell none, or name a card that is chosen blind."""
    move = table.state.parse(words)
    unseen = blind(table.game, move)
    if unseen:
        name = table.game.interpreter.words.move_name(move)
        raise IllegalMove(f"{unseen} of {name} is chosen without seeing it; `moves` shows how to write it")
    return move


def _no(error: IllegalMove) -> str:
    """Why a move was refused, with the places of the rulebook."""
    why = error.explanation
    return f"No: {error}." + ("" if why is None else sources((*why.deciding, *why.failing)))


def _why(table: Table, words: str) -> None:
    if not words:
        table.say("Say which move: why MOVE")
        return
    found = offers(table.state)
    number = whole(words)
    if number is not None and 1 <= number <= len(found):
        words = list(found)[number - 1]
    try:
        why = table.state.explain(found[words][0] if words in found else _read(table, words))
    except IllegalMove as error:
        table.say(_no(error))
        return
    table.say(f"{'Legal' if why.legal else 'Not legal'}: {why.sentence}." + sources((*why.deciding, *why.failing)))


def _undo(table: Table, seat: int) -> None:
    """Back to this person's last decision before this one."""
    back = next((i for i in range(len(table.states) - 2, -1, -1) if table.states[i].current_player() == seat), None)
    if back is None:
        table.say("There is nothing of yours to take back.")
        return
    del table.states[back + 1 :], table.moves[back:]
    table.say("Taken back.")


def _save(table: Table, name: str) -> None:
    if not name:
        table.say("Say where: save FILE")
        return
    try:
        write_text(Path(name), table.state.serialize())
        table.say(f"Saved in {name}.")
    except WouldOverwrite:
        table.say(f"Not saved: {name} is there already; choose another name.")
    except OSError as error:
        table.say(f"Not saved: {because(error)}.")


def _farewell(table: Table) -> None:
    state = table.state
    if state.fault is not None:
        table.say(f"Play stops ({state.fault.kind}): {state.fault.sentence}." + sources(state.fault.sources))
        return
    words = table.game.interpreter.words
    result = state.position.result
    if result is None or result.drawn():
        table.say(f"The game ends in a draw ({state.ending()}).")
        return
    best = [words.player(p) for p in result.winners()]
    scores = ", ".join(f"{words.player(p)} {r:+d}" for p, r in enumerate(result.returns))
    said = f"{' and '.join(best)} win{'s' if len(best) == 1 else ''}" if best else "The game is lost"
    table.say(f"{said} ({state.ending()}): {scores}.")
