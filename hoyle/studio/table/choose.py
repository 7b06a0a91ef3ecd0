"""Choosing a move by what one points at: cards, places, players, a kind of move; and why no move is chosen so.

Leaves the list of moves to `hoyle.table.offers`, what is typed to `hoyle.table.typed`, and judging to the interpreter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product

from engine.interpreter.faults import Value
from engine.interpreter.moves import PASS, Move
from engine.logs.explain import Explanation
from hoyle.api import IllegalMove, State
from hoyle.studio.messages.table import Fitting, Offer
from hoyle.studio.table.view import Views
from hoyle.table import offers as listed
from hoyle.table.faces import Faces, lettered
from hoyle.table.typed import understood
from spec.ir import nodes as ir
from spec.ir.display import readable
from spec.ir.index import PLAYER
from spec.ir.references import CALLED, declaration, places, references
from spec.ir.walk import walk
from spec.text.clean import one_line

MOST_OFFERS = 60
"""So many moves are told at once; of more, one chooses some by what they have."""
MOST_JUDGED = 60
"""So many ways to make an illegal move of what was chosen are judged."""
MOST_CLAUSES = 4


@dataclass(frozen=True, slots=True)
class Chosen:
    """What somebody has pointed at."""

    cards: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    players: tuple[int, ...] = ()
    action: str = ""

    def __bool__(self) -> bool:
        return bool(self.cards or self.cells or self.players or self.action)


NOTHING = Chosen()


@dataclass(frozen=True, slots=True)
class Aim:
    """A move that may be made, with what one points at for it; `touched` are zones that it has to do with unnamed.

    `moves` are several where a card is chosen blind. Aims of one offer differ in copies of a card that are alike.
    """

    offer: listed.Offer
    moves: tuple[Move, ...]
    cards: tuple[int, ...]
    cells: frozenset[int]
    players: frozenset[int]
    touched: frozenset[int]

    @property
    def move(self) -> Move:
        return self.moves[0]

    def has(self, chosen: Chosen) -> bool:
        """Does the move have all that was pointed at?"""
        return (
            chosen.action in ("", self.offer.name)
            and set(chosen.cards) <= set(self.cards)
            and self.cells.union(self.touched).issuperset(chosen.cells)
            and self.players.issuperset(chosen.players)
        )


class Chooser:
    """The moves on offer at one state."""

    def __init__(self, views: Views, state: State) -> None:
        self.views, self.state = views, state
        self.game, self.layout, self.index = state.game, views.layout, views.index
        self.sentences = state.game.sentences

    @cached_property
    def aims(self) -> tuple[Aim, ...]:
        """All legal moves, each once."""
        found = () if self.state.position.over else listed.offers(self.state, self._faces)
        return tuple(aim for offer in found for aim in self._aims_of(offer))

    def _aims_of(self, offer: listed.Offer) -> Iterator[Aim]:
        by_cards: dict[tuple[int, ...], list[Move]] = {}
        for move in offer.moves:
            by_cards.setdefault(self._pointed_at(move)[0], []).append(move)
        return (self._aim(offer, tuple(moves)) for moves in by_cards.values())

    def _pointed_at(self, move: Move) -> tuple[tuple[int, ...], list[tuple[str, int]]]:
        """The cards that a move names, and its other words with their domains."""
        action = self.index.actions.get(move.action)
        cards: list[int] = []
        named: list[tuple[str, int]] = []
        for param, value in zip(() if action is None else action.params, move.args, strict=False):
            if param.of_cards:
                cards += () if param.blind else value if isinstance(value, tuple) else (value,)
            elif isinstance(value, int) and param.type.domain:
                named.append((param.type.domain, value))
        return tuple(cards), named

    def _aim(self, offer: listed.Offer, moves: tuple[Move, ...]) -> Aim:
        cards, named = self._pointed_at(moves[0])
        players = frozenset(value for domain, value in named if domain == PLAYER)
        cells = frozenset(self._cells_of(named))
        lying = {number for number, held in enumerate(self.state.position.cells) if not set(cards).isdisjoint(held)}
        return Aim(offer, moves, cards, cells, players, self._touched(moves[0].action) - cells - lying)

    def _cells_of(self, named: Sequence[tuple[str, int]]) -> Iterator[int]:
        """The cells that values of a move stand for: those of which each index is such a value."""
        told = [pair for pair in named if pair[0] != PLAYER] or list(named)
        for number, cell in enumerate(self.layout.cells):
            domains = self.layout.zones[cell.name].decl.index
            if domains and all(pair in told for pair in zip(domains, cell.index, strict=True)):
                yield number

    def _touched(self, action: str) -> frozenset[int]:
        """The zones that nobody names, or that are the mover's, with which a move has to do."""
        mover = self.state.position.fields[self.layout.mover]
        found: set[int] = set()
        for label in self._zones_of(action):
            slots = self.layout.zones[label]
            for number in self.layout.cells_of(label) if label in self.layout.zones else ():
                index = zip(slots.decl.index, self.layout.cells[number].index, strict=True)
                if all(domain == PLAYER and at == mover for domain, at in index):
                    found.add(number)
        return frozenset(found)

    def _zones_of(self, action: str) -> frozenset[str]:
        """The zones whose names stand in what a move does, with what it calls."""
        made = self.index.actions.get(action)
        waiting: list[object] = [] if made is None else [made.effects]
        seen: set[object] = set()
        found: set[str] = set()
        while waiting:
            part = waiting.pop()
            found |= {place.zone for place in places(part)}
            for reference in (r for node in walk(part) for r in references(node) if r[0] in CALLED):
                if reference not in seen:
                    seen.add(reference)
                    called = declaration(self.index, reference)
                    waiting += [] if called is None or reference[0] == "group" else [called]
        return frozenset(found)

    # ------------------------------------------------------------ what fits

    def fitting(self, chosen: Chosen = NOTHING) -> Fitting:
        """The moves with all that was chosen; where there are none, why."""
        found = [aim for aim in self.aims if aim.has(chosen)]
        why: tuple[str, ...] = ()
        clauses: tuple[int, ...] = ()
        judged = ""
        if not found and chosen and not self.state.position.over:
            why, clauses, judged = self.why_not(chosen)
        meant = self._meant(found, chosen)
        offers = tuple(map(self.offer, found[:MOST_OFFERS]))
        count, words = len({aim.offer.number for aim in found}), "" if meant is None else self._words(meant)
        return Fitting(count, offers, words, why, clauses, judged)

    def _meant(self, found: Sequence[Aim], chosen: Chosen) -> Aim | None:
        """The one move that is made of just what was chosen; of moves with these cards in another order, the one in the
        order in which they were chosen."""
        exact = [aim for aim in found if len(aim.cards) == len(chosen.cards)]
        if not chosen.cards:
            exact = list(found)
        in_order = [aim for aim in exact if aim.cards == chosen.cards]
        named = [aim for aim in in_order or exact if aim.cells.issuperset(chosen.cells)]
        left = named or in_order or exact
        return left[0] if len(left) == 1 else None

    @property
    def _faces(self) -> Faces:
        return lettered(self.game.interpreter)

    def _words(self, aim: Aim) -> str:
        return self.state.words(aim.move)

    def offer(self, aim: Aim) -> Offer:
        """A move as the page shows it."""
        return Offer(
            aim.offer.number, self._words(aim), self.text(aim), aim.offer.name, aim.offer.called, aim.cards,
            tuple(sorted(aim.cells or aim.touched)), tuple(sorted(aim.players)),
        )  # fmt: skip

    def text(self, aim: Aim) -> str:
        """A move as what one does: "Lay 4S 6H onto slot 3"."""
        mover = self.state.position.fields[self.layout.mover]
        said = self.sentences.move(self.state.position, aim.move, seat=mover, you=mover)
        bare = said.removeprefix("You ").removesuffix(".")
        bare = bare if aim.offer.exact else self._faces.plain(bare)
        return bare[:1].upper() + bare[1:]

    def moves(self, words: str) -> tuple[Move, ...]:
        """The legal moves that words of an offer stand for: several, where a card is chosen blind."""
        return next((aim.moves for aim in self.aims if self._words(aim) == words), ())

    def typed(self, words: str) -> Aim | str:
        """The legal move that somebody types, or the words of another one. Raises IllegalMove where it is none."""
        by_number: dict[int, Aim] = {}
        for aim in self.aims:
            by_number.setdefault(aim.offer.number, aim)
        found = understood(words, [aim.offer for aim in by_number.values()], self.state, self._faces)
        if len(found.fitting) == 1:
            return by_number[found.fitting[0].number]
        if found.fitting:
            raise IllegalMove(f"`{words}` may be one of {len(found.fitting)} moves; type more of it")
        if found.moves:
            return found.moves[0]
        kinds = ", ".join(dict.fromkeys(aim.offer.called for aim in self.aims))
        raise IllegalMove(f"`{words}` is no move here; the moves are {kinds}")

    # ------------------------------------------------------------ what does not

    def explained(self, move: Move) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Why a move may be made or may not, in sentences, and the clauses that decide by their place."""
        mover = self.state.position.fields[self.layout.mover]
        explanation = self.state.explain(move)
        said = self.sentences.why(self.state.position, move, explanation=explanation, seat=mover, you=mover)
        return tuple(map(self._faces.plain, said)), deciding(explanation)

    def why_not(self, chosen: Chosen) -> tuple[tuple[str, ...], tuple[int, ...], str]:
        """Why no move has what was chosen, by the moves that could have it; the words of the first that was judged."""
        asked = self.game.rules.steps[self.state.position.step].ask
        mover = self.state.position.fields[self.layout.mover]
        told: dict[str, tuple[Move, tuple[int, ...]]] = {}
        outside: list[Move] = []
        for label in () if asked is None else asked.actions:
            action = self.index.actions[label]
            if chosen.action not in ("", action.move):
                continue
            for move in islice(self._with(action, chosen), MOST_JUDGED):
                explanation = self.state.explain(move)
                if explanation.legal:
                    continue
                if explanation.outside:
                    outside.append(move)
                    continue
                said = self.sentences.why(self.state.position, move, explanation=explanation, seat=mover, you=mover)
                told.setdefault(self._faces.plain(said[0]), (move, deciding(explanation)))
        if told:
            first = next(iter(told.values()))[0]
            return (
                tuple(told)[:2],
                tuple(c for _, cs in told.values() for c in cs)[:MOST_CLAUSES],
                self.state.words(first),
            )
        missing = self.sentences.not_there(self.state.position, outside, seat=mover, you=mover) if outside else ""
        if outside:
            why = missing or self.sentences.why(self.state.position, outside[0], seat=mover, you=mover)[0]
            return (
                (one_line(self._faces.plain(why)),),
                deciding(self.state.explain(outside[0])),
                self.state.words(outside[0]),
            )
        names = [self.game.deck[card] for card in chosen.cards] + [
            self.views.layout.cells[c].name for c in chosen.cells
        ]
        return (f"No move here is made with {readable(' '.join(names)) if names else 'that'}.",), (), ""

    def _with(self, action: ir.Action, chosen: Chosen) -> Iterator[Move]:
        """Moves of an action with the chosen cards in the first parameter that takes them, and the chosen places."""
        wanted = [(d, at) for cell in chosen.cells for d, at in self._index_of(cell) if d != PLAYER]
        wanted += [(PLAYER, seat) for seat in chosen.players]
        used = not chosen.cards
        ways: list[Iterable[Value]] = []
        for param in action.params:
            domain = param.type.domain
            if param.of_cards:
                if used or (param.shape is None and len(chosen.cards) != 1):
                    return
                used = True
                ways.append((chosen.cards[0],) if param.shape is None else _orders(chosen.cards))
            elif any(d == domain for d, _ in wanted):
                pair = next(pair for pair in wanted if pair[0] == domain)
                wanted.remove(pair)
                ways.append((pair[1],))
            elif domain in self.layout.size:
                ways.append(range(self.layout.size[domain]))
            else:
                return
        if used and not [pair for pair in wanted if pair[0] == PLAYER]:
            yield from (Move(action.source.label, args) for args in product(*ways))

    def _index_of(self, cell: int) -> Iterable[tuple[str, int]]:
        found = self.layout.cells[cell]
        return zip(self.layout.zones[found.name].decl.index, found.index, strict=True)


def _orders(cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(dict.fromkeys((tuple(sorted(cards)), cards)))


def deciding(explanation: Explanation) -> tuple[int, ...]:
    """The places of the clauses that decide, or of the permissions that are not given."""
    sources = explanation.deciding or explanation.failing or ()
    if explanation.fault is not None:
        sources = explanation.fault.sources
    return tuple(dict.fromkeys(source.at for source in sources if source.at >= 0))


__all__ = ["PASS", "Aim", "Chooser", "Chosen", "deciding"]
