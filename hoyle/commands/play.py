"""`hoyle play`: plays a game in the terminal, people or the computer in each seat.

Leaves what is seen, what can be typed and what happened to `hoyle.table`, and what is legal to `hoyle.api`.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.interpreter.interpreter import Turn
from engine.interpreter.moves import Move
from engine.luck.streams import Domain, derive
from engine.players.policy import NAMES, Choosers, Policy, Random, make
from hoyle.api import Game, IllegalMove, State
from hoyle.commands.options import add_game, game_or_show, load_argument
from hoyle.english.sentences import Sentences
from hoyle.table.faces import Faces, can_draw
from hoyle.table.lines import flowed, shortened
from hoyle.table.offers import Offer, blind, listed, offers
from hoyle.table.rules import Rules
from hoyle.table.told import Happened, happened
from hoyle.table.typed import fitting, tokens, understood
from hoyle.table.view import table as table_of
from hoyle.terminal.guard import Usage, because
from hoyle.terminal.numbers import seed
from hoyle.terminal.screen import screen
from hoyle.terminal.writing import WouldOverwrite, all_free, write_text
from spec.ir import nodes as ir
from spec.ir.display import Display, named, readable
from spec.ir.index import index_of
from spec.text.clean import clean
from spec.text.whole_numbers import whole

HELP = """Type a move, its number, or any part of it that tells it apart: `play 7S, pile 2`
or `3` or `7s 2`. A card may be 7S, or the seven of spades in words.
  moves [WORD]   the legal moves, only those that hold WORD
  hint           what a simple player of the computer's would do
  why            which clauses did what happened last
  why MOVE       why a move is legal here, or which clause forbids it
  rules [WORD]   what the rules say about WORD (`rules WORD 2`: the next screen)
  look [WORD]    the table, or all of what is called WORD
  undo           take back, to your own last decision
  log            the moves made so far, as all may know them
  save FILE      write the log, shuffles and all; `hoyle replay GAME FILE` plays it
  quit           stop
Where a move has the name of a command, write the command with a slash: `/look`."""
BOTS = NAMES
NARROWEST, LOWEST = 30, 12
"""A smaller screen is taken for one of so many columns and rows."""
NEWS = 4
"""So many rows are kept at least for what happened, and for the table."""
TABLE = 8


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
    hinted: Choosers
    faces: Faces
    rules: Rules
    english: Sentences
    say: Callable[[str], None]
    ask: Callable[[str], str | None]
    states: list[State] = field(default_factory=list)
    moves: list[Happened] = field(default_factory=list)
    told: int = 0
    viewer: int = -1
    shown: State | None = None

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def people(self) -> frozenset[int]:
        return frozenset(range(self.game.num_players())) - frozenset(self.bots)

    @property
    def you(self) -> int | None:
        """Whom the screen calls "you" when it tells what happened: the only person."""
        return min(self.people) if len(self.people) == 1 else None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the screen, one row left for what is typed."""
        columns, rows = shutil.get_terminal_size((80, 24))
        return max(columns, NARROWEST), max(rows, LOWEST) - 1

    def lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.say(line)

    def text(self, text: str) -> None:
        """Says a text, a paragraph a line, in the width of the screen."""
        for paragraph in text.splitlines():
            self.lines(flowed([paragraph], self.size[0]))


def run(args: argparse.Namespace) -> int:
    """0 where the game ended or was left, 1 where play met a fault."""
    loaded = load_argument(args.game, args)
    rules = game_or_show(loaded)
    if rules is None:
        return 1
    game = Game(rules)
    seed = args.seed if args.seed is not None else secrets.randbelow(1_000_000)
    all_free((args.save,), replace=args.force, reads=(args.game,))
    table = _table(game, _bots(args.seat, game), seed)
    players = "1 player" if game.num_players() == 1 else f"{game.num_players()} players"
    table.text(f"{game.title}, {players}, seed {seed}. `help` lists what you can type.")
    try:
        if not play(table):
            _farewell(table)
    finally:
        if args.save:
            write_text(Path(args.save), table.state.serialize(), replace=args.force)
            print(f"The log is in {args.save}.{_tells_all(table.state)}")
    return 1 if table.state.fault is not None else 0


def _table(game: Game, bots: dict[int, Policy], seed: int) -> Table:
    # What a person leaves open, as which of the cards that look alike, is chosen at random.
    seats = [bots.get(seat, Random()) for seat in range(game.num_players())]
    greedy = [make("greedy", game.interpreter)] * game.num_players()
    hinted = Choosers(game.interpreter, derive(seed, Domain.GREEDY, 0), greedy)
    faces = Faces(game.interpreter, can_draw(getattr(sys.stdout, "encoding", None)))
    console = screen(markup=False)
    table = Table(
        game,
        bots,
        Choosers(game.interpreter, seed, seats),
        hinted,
        faces,
        Rules(game.rules, faces),
        Sentences(game.interpreter),
        lambda line: console.print(faces.styled(line)),
        _ask,
    )
    table.states.append(game.new_initial_state(seed=seed))
    return table


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
    """What a person types, shown where it comes from a pipe; None at the end of input."""
    try:
        words = input(clean(prompt))
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(words)
    return words


# ---------------------------------------------------------------- the course of a game


def play(table: Table) -> bool:
    """Plays until the end; True where somebody left before."""
    while not table.state.position.over:
        seat = table.state.current_player()
        if seat not in table.people:
            state = table.state
            turn = Turn(state.position, moves=state.legal_actions())
            _make(table, table.choosers.move(turn))
            if not table.people:
                _tell_news(table, NEWS)
            continue
        if seat != table.viewer and not _hand_over(table, seat):
            return _leave(table)
        if table.shown is not table.state:
            _show(table, seat)
        words = table.ask(f"{_who(table, seat)} ({_step(table)}) > ")
        if words is None or not _obey(table, seat, words.strip()):
            return _leave(table)
    return False


def _who(table: Table, seat: int) -> str:
    return table.game.interpreter.words.player(seat)


def _step(table: Table) -> str:
    return Display(index_of(table.game.rules)).step(table.state.step())


def _leave(table: Table) -> bool:
    made = len(table.moves)
    table.text(f"You leave the game after {made} move{'' if made == 1 else 's'}. Nobody has won.")
    return True


def _show(table: Table, seat: int) -> None:
    """What happened since this person last saw the table, the table, and what can be done: one screen."""
    width, rows = table.size
    rows -= len(table.moves) == 0  # the line that names the game
    found = offers(table.state, table.faces)
    whole_table = len(table_of(table.states, seat, table.faces, width, 10_000))
    moves = len(listed(found, table.faces, width, 8))
    news = _news(table, width, max(NEWS, rows - whole_table - moves))
    room = rows - len(news)
    least = min(moves, max(3, room - TABLE))
    seen = table_of(table.states, seat, table.faces, width, room - least)
    table.lines([*news, *seen, *listed(found, table.faces, width, room - len(seen))])
    table.told, table.shown = len(table.moves), table.state


def _news(table: Table, width: int, rows: int) -> list[str]:
    """What happened since the last screen, in so many rows: the latest."""
    lines: list[str] = []
    left = table.moves[table.told :]
    while left:
        more = flowed([table.faces.drawn(left[-1].text)], width, indent="    ")
        if lines and len(more) + len(lines) + (len(left) > 1) > rows:
            break
        lines[:0] = shortened(more, width, rows - (len(left) > 1), "lines")
        left = left[:-1]
    earlier = f"({len(left)} move{'' if len(left) == 1 else 's'} before that: `log`)"
    return [earlier, *lines] if left else lines


def _tell_news(table: Table, rows: int) -> None:
    table.lines(_news(table, table.size[0], rows))
    table.told = len(table.moves)


def _hand_over(table: Table, seat: int) -> bool:
    """Hides one person's cards before another looks; False where nobody is there any more."""
    answer: str | None = ""
    if len(table.people) > 1 and table.viewer != -1:
        _tell_news(table, table.size[1] - 1)
        answer = table.ask(f"{_who(table, seat)} is next. Press Enter when only they are looking. ")
        if sys.stdout.isatty():
            os.system("cls" if os.name == "nt" else "clear")
    table.viewer, table.shown = seat, None
    return answer is not None


def _make(table: Table, move: Move) -> None:
    """Makes a move and notes what it did."""
    before = table.state.position
    following = table.state.clone()
    following.apply_action(move)
    table.states.append(following)
    turn = Turn(following.position, following.events)
    table.moves.append(happened(table.english, before, move, turn, table.people, table.you))


# ---------------------------------------------------------------- what a person types


def _obey(table: Table, seat: int, words: str) -> bool:
    """Does what was typed; False to leave."""
    command, _, rest = words.partition(" ")
    rest = rest.strip()
    found = offers(table.state, table.faces)
    own = {tokens(name)[0] for offer in found for name in (offer.name, offer.called)}
    match command.lower().removeprefix("/"):
        case name if name in own and not command.startswith("/"):
            _try(table, words, found)
        case "quit" | "exit" | "q":
            return False
        case "help" | "?":
            table.text(HELP)
        case "look" | "":
            if rest:
                table.lines(table_of(table.states, seat, table.faces, table.size[0], 10_000, rest))
            else:
                _show(table, seat)
        case "moves":
            _list(table, found, rest)
        case "hint":
            _hint(table, found)
        case "why":
            _why(table, rest, found)
        case "rules":
            _rules(table, rest)
        case "undo":
            _undo(table, seat)
        case "log":
            _log(table)
        case "save":
            _save(table, rest)
        case _:
            _try(table, words, found)
    return True


def _log(table: Table) -> None:
    told = [f"{n:3}. {table.faces.drawn(move.text)}" for n, move in enumerate(table.moves, 1)]
    table.lines([line for text in told for line in flowed([text], table.size[0], indent="     ")] or ["No move yet."])


def _list(table: Table, found: Sequence[Offer], words: str) -> None:
    width, rows = table.size
    held = fitting(tokens(table.faces.typed(words)), found, table.faces) if words else found
    table.lines(listed(held, table.faces, width, rows) if held else [f"No legal move holds `{words}`."])


def _try(table: Table, words: str, found: Sequence[Offer]) -> None:
    """Makes a move that is told; lists those that may be meant; says which clause forbids it where one does."""
    meant = _meant(table, words, found)
    if meant is None:
        return
    if isinstance(meant, Offer):
        luck = table.choosers.stream(table.state.position)
        _make(table, meant.moves[luck.pick(len(meant.moves))])
    else:
        _explain(table, _read(table, meant))


def _meant(table: Table, words: str, found: Sequence[Offer]) -> Offer | str | None:
    """The one offer that is meant, or the words of a move that is none; None, with what was said, where neither is."""
    typed = understood(words, found, table.state, table.faces)
    if len(typed.fitting) == 1:
        return typed.fitting[0]
    if typed.fitting:
        table.text(f"`{words}` may be one of {len(typed.fitting)} moves. Type more of it, or its number:")
        width, rows = table.size
        table.lines(listed(typed.fitting, table.faces, width, rows - 2))
        return None
    told = _one_of(table, typed.moves)
    if told is not None:
        return told or None
    if words.isascii() and words.isdecimal():
        table.text(f"The moves are numbered from 1 to {len(found)}.")
    else:
        _unknown(table, words, found)
    return None


def _one_of(table: Table, told: Sequence[str]) -> str | None:
    """Of moves that are not on offer the one that may be meant: the only one whose cards may be chosen. '' where none
    of the cards may be, with what was said; None where it cannot be known."""
    if len(told) < 2:
        return told[0] if told else None
    moves = {words: move for words in told if not blind(table.game, move := table.state.parse(words))}
    explained = {words: table.state.explain(move) for words, move in moves.items()}
    open_ = [words for words, explanation in explained.items() if not explanation.outside]
    if open_:
        return open_[0] if len({table.faces.drawn(words) for words in open_}) == 1 else None
    if len({table.faces.drawn(words) for words in told}) == 1:
        return told[0]
    seat = table.state.current_player()
    said = table.english.not_there(table.state.position, moves.values(), seat=seat, you=seat)
    if said:
        table.text(table.faces.drawn(said))
    return "" if said else None


def _unknown(table: Table, words: str, found: Sequence[Offer]) -> None:
    """Says what of the words is known: the name of a move that is on offer, of another move, or nothing."""
    first = tokens(words)[:1]
    alike = [o for o in found if first in (tokens(o.name)[:1], tokens(o.called)[:1])]
    every = index_of(table.game.rules).moves
    other = sorted((name for name in every if tokens(name)[:1] == first), key=len)
    if alike:
        table.text(f"`{words}` is none of the ways to {alike[0].called} here:")
        table.lines(listed(alike, table.faces, table.size[0], table.size[1] - 2))
    elif other:
        told = dict.fromkeys(offer.called for offer in found)
        called = Display(index_of(table.game.rules)).move(other[0])
        table.text(f"You may not {called} now: the moves here are {', '.join(told)}.")
    else:
        table.text(f"`{words}` is no move here. `moves` lists the legal moves, `help` what else you can type.")


def _read(table: Table, words: str) -> Move | None:
    """The move that words tell; None, with what was said, where they tell none, or name a card that is chosen blind."""
    try:
        move = table.state.parse(words)
    except IllegalMove as error:
        table.text(f"Not understood: {error}.")
        return None
    unseen = blind(table.game, move)
    if unseen:
        name = readable(table.game.interpreter.words.move_name(move))
        table.text(f"The {readable(unseen)} of {name} is chosen without seeing it; `moves` shows how to write it.")
        return None
    return move


def _explain(table: Table, move: Move | None) -> None:
    """Says why a move is legal or is not, by the clauses and their places in the rulebook."""
    if move is None:
        return
    seat = table.state.current_player()
    for line in table.english.why(table.state.position, move, seat=seat, you=seat):
        table.text(table.faces.drawn(line))
    explanation = table.state.explain(move)
    _cite(table, explanation.deciding)


def _cite(table: Table, sources: Sequence[ir.Source]) -> None:
    for source in dict.fromkeys(sources):
        told = table.faces.drawn(table.english.clause(source))
        table.lines(flowed([f"   {readable(source.told)}: {told}"], table.size[0], indent="     "))


def _why(table: Table, words: str, found: Sequence[Offer]) -> None:
    if words:
        meant = _meant(table, words, found)
        _explain(table, meant.moves[0] if isinstance(meant, Offer) else None if meant is None else _read(table, meant))
    elif table.moves:
        table.text(table.faces.drawn(table.moves[-1].text))
        _cite(table, table.moves[-1].clauses)
    else:
        table.text("Nothing has happened yet. To ask about a move: why MOVE")


def _hint(table: Table, found: Sequence[Offer]) -> None:
    """The move that the greedy player would make, from what this person sees."""
    state = table.state
    move = table.hinted.move(Turn(state.position, moves=state.legal_actions()))
    offer = next(o for o in found if move in o.moves)
    table.text(f"Hint: {table.faces.drawn(offer.text)} (number {offer.number}), which looks best one move ahead.")


def _rules(table: Table, words: str) -> None:
    """A screen of what the rules say; a number at the end turns to a later screen."""
    word, _, number = words.rpartition(" ")
    page = whole(number) if word else None
    word = word if page is not None else words
    width, rows = table.size
    lines = table.rules.about(word.strip(), width)
    pages = [lines[i : i + rows - 1] for i in range(0, len(lines), rows - 1)]
    at = min(max(page or 1, 1), len(pages))
    table.lines(pages[at - 1])
    if at < len(pages):
        table.text(f"... {len(pages) - at} more of such screens: `rules {word.strip()} {at + 1}`")


def _undo(table: Table, seat: int) -> None:
    """Back to this person's last decision before this one."""
    back = next((i for i in range(len(table.states) - 2, -1, -1) if table.states[i].current_player() == seat), None)
    if back is None:
        table.text("There is nothing of yours to take back.")
        return
    del table.states[back + 1 :], table.moves[back:]
    table.told = back
    table.text("Taken back.")


def _save(table: Table, name: str) -> None:
    if not name:
        table.text("Say where: save FILE")
        return
    try:
        write_text(Path(name), table.state.serialize())
        table.text(f"Saved in {name}.{_tells_all(table.state)}")
    except WouldOverwrite:
        table.text(f"Not saved: {name} is there already; choose another name.")
    except OSError as error:
        table.text(f"Not saved: {because(error)}.")


def _tells_all(state: State) -> str:
    """What a log gives away: the order of every shuffle, and so who was dealt what."""
    return " It holds every shuffle: who reads it can know everybody's cards." if state.log().outcomes else ""


# ---------------------------------------------------------------- the end


def _farewell(table: Table) -> None:
    """The last screen: what happened last, the table, who won and by which clause."""
    width, rows = table.size
    end = _end(table)
    told = ["", *(line for text in end for line in flowed([text], width))]
    _tell_news(table, NEWS)
    if table.people:
        seat = table.viewer if table.viewer in table.people else min(table.people)
        table.lines(table_of(table.states, seat, table.faces, width, max(3, rows - NEWS - len(told))))
    table.lines(told)


def _end(table: Table) -> list[str]:
    state = table.state
    if state.fault is not None:
        cited = [f"   {readable(s.told)}: {table.english.clause(s)}" for s in state.fault.sources]
        return [f"Play stops ({state.fault.kind}): {state.fault.sentence}.", *cited]
    result = state.position.result
    ending = next((e for e in table.game.rules.endings if e.source.label == state.ending()), None)
    why = [] if ending is None else [f"   {named(ending.source)}: {table.english.clause(ending.source)}"]
    made = f"{len(table.moves)} move{'' if len(table.moves) == 1 else 's'}"
    if result is None or result.drawn():
        return [f"The game ends in a draw after {made}.", *why]
    best = [_who(table, p).capitalize() if not n else _who(table, p) for n, p in enumerate(result.winners())]
    scores = ", ".join(f"{_who(table, p)} {r:+d}" for p, r in enumerate(result.returns))
    said = f"{' and '.join(best)} win{'s' if len(best) == 1 else ''}" if best else "The game is lost"
    return [f"{said} after {made}: {scores}.", *why]
