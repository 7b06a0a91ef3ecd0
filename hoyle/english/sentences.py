"""The English of one game: its clauses, moves, reasons, values, positions and changes as sentences.

The one door to this package for all that speaks of rules or of play, except for the whole rulebook
(`hoyle.english.rulebook.page`). Every text is plain and on one line, unless it is asked for with marks
(`hoyle.english.document.marks`), which `hoyle.english.document.render.html_inline` shows in HTML.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engine.interpreter.faults import Value
from engine.interpreter.frame import Event
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import PASS, Move
from engine.interpreter.observe import sees_all
from engine.interpreter.position import Position
from engine.logs.explain import Explanation
from hoyle.english.clauses import Told, all_clauses
from hoyle.english.document.marks import plain, sentence, unmarked
from hoyle.english.english import English, foreign, own_places
from hoyle.english.in_play import changes, refusals
from hoyle.english.in_play.at_hand import AtHand, Readers, of_move
from hoyle.english.in_play.changes import Change
from hoyle.english.in_play.values import values
from hoyle.english.phrases import deed
from hoyle.english.teller import Env
from spec.ir import nodes as ir
from spec.ir.display import named, readable
from spec.ir.effects import laid, laid_open, notes_unseen
from spec.ir.index import MOVER
from spec.ir.references import referred
from spec.text.clean import one_line

PLACES = 2
"""So many places of the rulebook are cited behind a sentence."""


class Sentences:
    """Tells one game. `seat` is who reads, from 0, or all who do: only what they all see is told; None sees all.

    Whoever reads is "you", where `you` is that seat; without `you` every player is told by the number.
    """

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.game = interpreter.game

    @cached_property
    def _told(self) -> Told:
        return all_clauses(English(self.game))

    @cached_property
    def _foreign(self) -> frozenset[str]:
        return foreign(self.game)

    @cached_property
    def _writes(self) -> changes.Writes:
        return changes.writes_of(self.game)

    def _at(self, position: Position, seat: Readers, you: int | None) -> AtHand:
        return AtHand(self.interpreter, position, seat=seat, you=you)

    # ------------------------------------------------------------ clauses

    def clause(self, clause: ir.ClauseId | ir.Source, *, marked: bool = False, cited: bool = True) -> str:
        """A clause as a sentence, with its places in brackets; by its label where it has no sentence of its own."""
        spare = ir.Source(clause.label) if isinstance(clause, ir.ClauseId) else clause
        name = clause if isinstance(clause, ir.ClauseId) else clause.clause
        source, said = self._told.get(name) or self._of_any_shape(name) or (spare, sentence(plain(named(spare))))
        places = "; ".join(own_places(source.cites, self._foreign)) if cited else ""
        whole = f"{said.rstrip('.')} ({places})." if places else said
        return whole if marked else one_line(unmarked(whole))

    def clauses(self) -> tuple[ir.ClauseId, ...]:
        """Every clause that has a sentence, in the order of the file within its kind."""
        return tuple(self._told)

    def _of_any_shape(self, name: ir.ClauseId) -> tuple[ir.Source, str] | None:
        return next((told for one, told in self._told.items() if one.as_written() == name), None)

    def cite(self, *sources: ir.Source, short: bool = False) -> str:
        """Clauses by name, with their first places, in brackets, to stand behind a reason; '' where there is none.

        With `short` each is cited by its first place alone.
        """
        said = "; ".join(name for source in sources[:PLACES] if (name := self._name(source, short=short)))
        more = "; …" if len(sources) > PLACES else ""
        return f" ({said}{more})" if said else ""

    def _name(self, source: ir.Source, *, short: bool) -> str:
        label = "" if source.label.startswith("(") else plain(named(source))
        found = own_places(source.cites, self._foreign)
        more = ("…",) if len(found) > PLACES else ()
        places = "; ".join(found[:1] if short else (*found[:PLACES], *more))
        return ", ".join(one for one in (label, places) if one)

    def cited(self, change: Change) -> str:
        """A change with the clause that did it: "Player 2 draws a card (refill, Taking a Turn/3)."""
        behind = "" if change.source is None else self.cite(change.source)
        return f"{change.text.removesuffix('.')}{behind}." if behind else change.text

    # ------------------------------------------------------------ moves

    def move(
        self,
        position: Position,
        move: Move,
        *,
        after: Position | None = None,
        seat: Readers = None,
        you: int | None = None,
    ) -> str:
        """A move that is made in a position: "Player 2 lays 4S 6H onto slot 3."

        Cards that the reader sees neither before it nor, where that is given, `after` it are only counted.
        """
        at = self._at(position, seat, you)
        who, action = at.env.mover, at.index.actions.get(move.action)
        if action is None or len(action.params) != len(move.args):
            name = f"{'pass' if who.many else 'passes'}" if move == PASS else readable(move.action)
            return one_line(sentence(f"{who.text} {name}"))
        shown = frozenset[int]() if after is None else self._at(after, seat, you).known
        shown = (shown - _hidden(at, action, move)) | _open(at, action, move)
        noted = at.eyes is not None and not at.eyes.mine and notes_unseen(at.index, action)
        said = [
            "something that you do not see" if noted else _chosen(at, p, v, shown)
            for p, v in zip(action.params, move.args, strict=True)
        ]
        return one_line(unmarked(sentence(deed(action, said, who))))

    def command(self, move: Move) -> str:
        """A move as it is typed: `lay(4S 6H, slot 3)`."""
        return self.interpreter.words.move(move)

    def why(
        self,
        position: Position,
        move: Move,
        *,
        explanation: Explanation | None = None,
        seat: Readers = None,
        you: int | None = None,
    ) -> tuple[str, ...]:
        """Why a move is legal here or is not, in lines: the first is the answer, others are its particulars."""
        given = explanation or self.interpreter.explain(position, move)
        lines = refusals.why(self._at(position, seat, you), move, given, self.cite)
        return tuple(one_line(unmarked(line)) for line in lines)

    def not_there(
        self, position: Position, moves: Iterable[Move], *, seat: Readers = None, you: int | None = None
    ) -> str:
        """That none of the cards of these moves is where it would be chosen: "You may not: 9C is not in your hand".

        '' where they would be chosen at different places, or something else is wrong.
        """
        at = self._at(position, seat, you)
        outside = [(move, self.interpreter.explain(position, move).outside) for move in moves]
        return one_line(unmarked(refusals.not_there(at, outside)))

    # ------------------------------------------------------------ conditions

    def condition(self, cond: ir.Expr, *, holds: bool = True) -> str:
        """A condition, or its opposite, in words, without a position."""
        return one_line(unmarked(English(self.game).when(cond, Env(), holds=holds)))

    def values(self, cond: ir.Expr, position: Position, names: Mapping[str, Value] | None = None) -> tuple[str, ...]:
        """The parts by which a condition came out otherwise than it should, each with its value and what it should be.

        "deadwood(player 1) = 11, expected 14". Empty where the condition cannot be evaluated.
        """
        at = AtHand(self.interpreter, position, names=names)
        return tuple(one_line(line) for line in values(at, cond))

    # ------------------------------------------------------------ positions

    def position(self, position: Position, *, seat: Readers = None, you: int | None = None) -> tuple[str, ...]:
        """What lies where, what is not as at the start, and where play stands, a line each."""
        return tuple(one_line(line) for line in changes.position_lines(self._at(position, seat, you)))

    def difference(
        self,
        before: Position,
        after: Position,
        *,
        move: Move | None = None,
        events: Sequence[Event] = (),
        onward: bool = True,
        seat: Readers = None,
        you: int | None = None,
    ) -> tuple[Change, ...]:
        """What changed, a sentence each. With `move`, first the move, and then only what it does not tell by itself.

        The last tells who is next or how play ended, unless `onward` is false. `events` are those of the turn
        (`State.events`, `Turn.events`): they tell which clause did what.
        """
        first = (
            () if move is None else (Change(self.move(before, move, after=after, seat=seat, you=you), _permit(events)),)
        )
        pair = self._at(before, seat, you), self._at(after, seat, you)
        by_move = changes.Told() if move is None else _told_by(pair[0], move)
        found = changes.differences(*pair, events, self._writes, by_move, onward=onward)
        return (*first, *(Change(one_line(change.text), change.source) for change in found))


def _told_by(at: AtHand, move: Move) -> changes.Told:
    action = at.index.actions.get(move.action)
    if action is None or len(action.params) != len(move.args):
        return changes.Told()
    pairs = list(zip(action.params, move.args, strict=True))
    cards = [c for p, v in pairs if p.of_cards for c in (v if isinstance(v, tuple) else (v,))]
    symbols = [(p.type.domain, v) for p, v in pairs if p.type.domain and isinstance(v, int)]
    laid_in = _laid_in(at, action, move)
    seen = _open(at, action, move)
    return changes.Told(frozenset(cards), frozenset(symbols), laid_in, seen, _hidden(at, action, move) - seen)


def _chosen_cards(action: ir.Action, move: Move) -> Mapping[str, tuple[int, ...]]:
    """The cards that are chosen for each parameter for cards."""
    pairs = zip(action.params, move.args, strict=True)
    return {p.name: v if isinstance(v, tuple) else (v,) for p, v in pairs if p.of_cards}


def _laid_in(at: AtHand, action: ir.Action, move: Move) -> dict[int, int]:
    """The cell in which a move lays each of its cards, where that is certain before it."""
    chosen, inner = _chosen_cards(action, move), of_move(at, action, move.args)
    found: dict[int, int] = {}
    for name, place in laid(action.effects):
        reads = (read for e in place.index for read in referred(e) if read != ("field", MOVER))
        if name not in chosen or any(kind != "domain" for kind, _ in reads):
            continue
        index = [value for e in place.index if isinstance(value := inner.looked_up(e), int)]
        if len(index) == len(place.index):
            found |= dict.fromkeys(chosen[name], at.interpreter.layout.cell(place.zone, index))
    return found


def _hidden(at: AtHand, action: ir.Action, move: Move) -> frozenset[int]:
    """The cards of a move that it lays, where that is certain, where not all who read see them."""
    layout, laid_in = at.interpreter.layout, _laid_in(at, action, move)
    unseen = (card for card, cell in laid_in.items() if not all(sees_all(layout, cell, seat) for seat in at.readers))
    return frozenset(unseen) - at.known


def _open(at: AtHand, action: ir.Action, move: Move) -> frozenset[int]:
    """The cards of a move that it lays, whatever else it does, where everybody sees them."""
    chosen = _chosen_cards(action, move)
    many = laid_open(at.index, action)
    seen = (cards for name, cards in chosen.items() if name in many and (many[name] or len(cards) == 1))
    return frozenset(card for cards in seen for card in cards)


def _permit(events: Sequence[Event]) -> ir.Source | None:
    """The clause by which a move was legal."""
    return next((e.source for e in events if e.kind == "permit"), None)


def _chosen(at: AtHand, param: ir.Param, value: Value, shown: frozenset[int]) -> str:
    """One argument of a move in words."""
    if not param.of_cards:
        said = at.valued(value, param.type)
        return f"the rank {said}" if param.type.domain == "rank" else said
    cards = value if isinstance(value, tuple) else (value,)
    known = shown if param.blind else at.known | shown
    if at.eyes is not None and not known.issuperset(cards):
        return "a card" if len(cards) == 1 else f"{len(cards)} cards"
    return " ".join(at.interpreter.words.cards[c] for c in cards) or "no cards"
