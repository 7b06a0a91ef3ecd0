"""The session of one page: the newest text, the game on the table, and what is asked of them, one message at a time.

Each home has one beside each page; it holds nothing that the page could not tell another one. Leaves long
work to runs, and files to the home.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.interpreter.faults import BeyondLimits
from hoyle.api import Game, IllegalMove, Stopped
from hoyle.editor.analysis import Analysis, Analyst
from hoyle.sources.files import NotFound, Parsed, find, game_names, lower, read
from hoyle.studio import gallery
from hoyle.studio.messages import files as mf
from hoyle.studio.messages import table as mt
from hoyle.studio.messages import text as mx
from hoyle.studio.messages.every import Answer, Refused, Request
from hoyle.studio.table import example, log
from hoyle.studio.table.choose import Chooser, Chosen
from hoyle.studio.table.played import Luck, Played, luck_of, over, record_of
from hoyle.studio.table.view import ALL, Views
from hoyle.studio.text import Known
from hoyle.studio.wire import Unreadable, as_json, from_json
from hoyle.terminal.guard import Misuse
from spec.ir import nodes as ir
from spec.text.source import Text

NOTHING = "the text has errors; the table waits until they are mended"
NO_TEXT = "no text was checked yet"


@dataclass
class Shown:
    """What is drawn of the game on the table, made once for its rules."""

    game: Game
    lines: dict[tuple[int, int, int], mt.Line] = field(default_factory=dict)

    @cached_property
    def views(self) -> Views:
        return Views(self.game)


@dataclass
class Session:
    """Answers one page. `as_written`: the game on the table is played without rulings."""

    analyst: Analyst = field(default_factory=lambda: Analyst("game.hoyle"))
    known: Known | None = None
    played: Played | None = None
    shown: Shown | None = None
    as_written: bool = False
    opened: Mapping[str, str] | None = None
    """The settings of a play that was opened, which are not those of the page."""
    chosen: tuple[mx.Choice, ...] = ()
    seat: int = 0
    drawn: str = ""
    """The name of the drawings that the page has."""

    def answer(self, told: object) -> dict[str, Any]:
        """The answer to a message, as JSON has both. Raises nothing: what cannot be answered is refused."""
        try:
            request: Request = from_json(told, Request)
            return as_json(self.handle(request))
        except Unreadable as error:
            return as_json(Refused(str(error)))

    def handle(self, request: Request) -> Answer:
        """The answer to a request."""
        try:
            return self._handle(request)
        except (IllegalMove, NotFound, Misuse, BeyondLimits, example.NotKept, ValueError) as error:
            return Refused(str(error))
        except Stopped as stopped:
            return Refused(stopped.fault.sentence)

    def _handle(self, request: Request) -> Answer:
        match request:
            case mx.Check():
                return self._check(request)
            case mx.Tell():
                return self._of_text(Known.told)
            case mx.Complete(at):
                return self._of_text(lambda known: known.complete(at))
            case mx.Hover(at):
                return self._of_text(lambda known: known.hover(at))
            case mx.Sign(at):
                return self._of_text(lambda known: known.signed(at))
            case mx.Names(at):
                return self._of_text(lambda known: known.named(at))
            case mx.Rename(at, name):
                return self._of_text(lambda known: known.renamed(at, name))
            case mx.Format():
                return self._of_text(Known.formatted)
            case mf.Gallery():
                return gallery.games()
            case mf.Take(name):
                if name not in game_names():
                    return Refused(f"no game of that name comes with Hoyle: {name[:40]}")
                text, wrong = read(find(name))
                return Refused(wrong[0].message) if wrong else mf.Text(f"{name}.hoyle", text.content)
            case mf.Begin(title, kind, rulebook):
                return gallery.begun(title, kind, rulebook)
            case _:
                return self._table(request)

    # ------------------------------------------------------------ the text

    def _check(self, request: mx.Check) -> mx.Checked:
        if request.name != self.analyst.name:
            self.analyst = Analyst(request.name)
        analysis = self.analyst.analyse(request.text)
        self.chosen = request.settings
        if request.settings:
            analysis = self._under(analysis, {c.name: c.value for c in request.settings})
        self.known = Known(analysis)
        return self.known.checked()

    @staticmethod
    def _under(analysis: Analysis, settings: Mapping[str, str]) -> Analysis:
        """The text under settings; those that it does not take any more are left out."""
        parsed = Parsed(Text(analysis.text.name, analysis.content), analysis.file, analysis.diagnostics)
        loaded = lower(parsed, settings)
        if loaded.game is None and analysis.game is not None:
            return analysis
        return Analysis(loaded.text, analysis.file, loaded.diagnostics, loaded.game)

    def _of_text(self, asked: Callable[[Known], Answer]) -> Answer:
        return Refused(NO_TEXT) if self.known is None else asked(self.known)

    # ------------------------------------------------------------ the table

    def _table(self, request: Request) -> Answer:
        match request:
            case mt.Deal(seed, seats, as_written):
                self.as_written, self.opened = as_written, None
                return self._begin(Played(self._game(), Luck(seed), seats))
            case mt.Watch(saved, at):
                return self._watch(saved, at)
            case mt.Resume():
                return self._resume(request)
            case mt.Renew() if self.played is not None and self.known is not None:
                if self.known.analysis.game is None:
                    return Refused(NOTHING)
                return self._begin(self.played.renewed(self._game()))
            case mt.Renew():
                return self._handle(mt.Deal(1))
            case _:
                return self._at_table(request)

    def _game(self) -> Game:
        """The game of the text, under the settings of the page or of the play that was opened. Raises ValueError."""
        known = self.known
        if known is None or known.analysis.game is None:
            raise ValueError(NO_TEXT if known is None else NOTHING)
        if self.opened is None and not self.as_written:
            return Game(known.analysis.game)
        made = self._lowered(known.analysis)
        if made is None:
            raise ValueError("the rules cannot be played under these settings any more")
        return Game(made)

    def _lowered(self, analysis: Analysis) -> ir.Game | None:
        settings = {c.name: c.value for c in self.chosen} if self.opened is None else dict(self.opened)
        parsed = Parsed(Text(analysis.text.name, analysis.content), analysis.file, ())
        return lower(parsed, settings, as_written=self.as_written).game

    def _watch(self, saved: str, at: int) -> Answer:
        self._open(saved)
        played = Played(self._game(), luck_of(saved), ("you",) * 99)
        played.follow([str(move) for move in record_of(saved)["moves"]], at)
        return self._begin(played)

    def _open(self, saved: str) -> None:
        """Takes the settings of a log for those of the table."""
        told = record_of(saved).get("settings", {})
        settings = {str(name): str(value) for name, value in told.items()} if isinstance(told, dict) else {}
        self.as_written = settings.pop("as_written", "no") == "yes"
        self.opened = {name: value for name, value in settings.items() if value != "open"}

    def _resume(self, request: mt.Resume) -> Answer:
        self.as_written, self.opened = request.as_written, None
        if request.log:
            self._open(request.log)
        luck = luck_of(request.log) if request.log else Luck(request.seed)
        played = Played(self._game(), luck, request.seats)
        played.follow(request.moves, request.at)
        return self._begin(played)

    def _begin(self, played: Played) -> mt.Table:
        self.played, self.shown = played, Shown(played.game)
        self.seat = min(self.seat, played.game.num_players() - 1)
        return self._seen()

    def _at_table(self, request: Request) -> Answer:
        played, shown = self.played, self.shown
        if played is None or shown is None:
            return Refused("no game is on the table")
        match request:
            case mt.See(seat, at):
                self.seat = max(ALL, min(seat, played.game.num_players() - 1))
                played.go(at)
            case mt.Choose(cards, cells, players, action):
                chosen = Chosen(cards, cells, players, action)
                return self._placed(Chooser(shown.views, played.state).fitting(chosen))
            case mt.Play(move):
                self._play(move)
            case mt.Onward():
                played.onward()
            case mt.Undo():
                played.undo()
                shown.lines.clear()
            case mt.Branch(number):
                played.take(number)
            case mt.Keep(what, move):
                return self._kept(what, move)
            case mt.Save():
                return mt.Saved(played.state.serialize())
            case _:
                return Refused("this cannot be answered here")
        return self._seen()

    def _play(self, words: str) -> None:
        """Makes a move in the words of an offer, or as it is typed. Raises IllegalMove."""
        assert self.played is not None
        assert self.shown is not None
        chooser = Chooser(self.shown.views, self.played.state)
        moves = chooser.moves(words)
        if not moves:
            aim = chooser.typed(words)
            if isinstance(aim, str):
                said, _ = chooser.explained(self.played.state.parse(aim))
                raise IllegalMove(" ".join(said[:2]))
            moves = aim.moves
        # Of moves that look alike to whoever makes them, luck takes one.
        self.played.play(moves[(self.played.luck.seed + self.played.at) % len(moves)])

    def _kept(self, what: str, move: str) -> Answer:
        """The changes that write an example of the position that is seen."""
        assert self.played is not None
        if self.known is None:
            return Refused(NO_TEXT)
        analysis, played = self.known.analysis, self.played
        if what == "play":
            if not played.at:
                return Refused("an example of a move is kept after the move; none was made yet")
            before = played.line.states[played.at - 1]
            text = example.of_move(self.analyst, analysis, before, played.state, played.line.moves[played.at - 1])
        else:
            text = example.of_judgement(self.analyst, analysis, played.state, move, legal=what == "legal")
        return mx.Changes(self.known.difference(text))

    # ------------------------------------------------------------ what is seen

    def _seen(self) -> mt.Table:
        assert self.played is not None
        assert self.shown is not None
        played, views = self.played, self.shown.views
        state = played.state
        new = self.drawn != views.deck
        self.drawn = views.deck
        position, fault = state.position, state.fault
        turn = -1 if over(state) else state.current_player()
        return mt.Table(
            views.deck, views.drawings if new else "", views.cards, views.players, played.seats, self.seat,
            played.at, len(played.line.moves), played.number,
            tuple(f"{len(one.moves)} moves" for one in played.lines), views.zones(position, self.seat),
            views.fields(state, self.seat), "" if over(state) else views.step(position), turn, played.yours,
            views.ended(position), "" if fault is None else fault.sentence,
            () if fault is None else self._places(s.at for s in fault.sources), self._broken(), played.lost,
            self._placed(Chooser(views, state).fitting()), self._log(), played.luck.seed, tuple(played.line.moves),
            tuple(mx.Choice(name, value) for name, value in played.game.settings.items()), self.as_written,
        )  # fmt: skip

    def _broken(self) -> tuple[int, ...]:
        """The places of the claims that do not hold here."""
        assert self.played is not None
        if not self.played.game.rules.claims:
            return ()
        labels = set(self.played.state.broken_claims())
        return self._places(c.source.at for c in self.played.game.rules.claims if c.source.label in labels)

    def _log(self) -> tuple[mt.Line, ...]:
        assert self.played is not None
        assert self.shown is not None
        line, number, kept = self.played.line, self.played.number, self.shown.lines
        found = []
        for at, state in enumerate(line.states):
            key = (number, at, self.seat)
            if key not in kept:
                made = (
                    log.line(line.states[at - 1], state, line.moves[at - 1], self.seat)
                    if at
                    else log.dealt(state, self.seat)
                )
                kept[key] = mt.Line(
                    made.player,
                    tuple(mt.Said(s.text, self._place(s.at)) for s in made.said),
                    self._places(made.clauses),
                )
            found.append(kept[key])
        return tuple(found)

    def _placed(self, found: mt.Fitting) -> mt.Fitting:
        return mt.Fitting(found.count, found.offers, found.meant, found.why, self._places(found.clauses), found.judged)

    def _place(self, at: int) -> int:
        return -1 if at < 0 or self.known is None else self.known.units.out(at)

    def _places(self, found: Any) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self._place(at) for at in found if at >= 0))
