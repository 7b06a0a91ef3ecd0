"""The surface syntax tree: what the author wrote, name for name, with a span on every part.

Nothing here is resolved or typed; that is the work of `spec.lower`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from spec.text.source import Span


@dataclass(frozen=True, slots=True, eq=False)
class Quoted:
    """A quoted text without its quotes."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A name; where it is introduced, with the display name that stands behind `as`."""

    text: str
    span: Span
    display: Quoted | None = None


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    value: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A bare name, or a rank's letter: a variable, a setting, a zone, a field or a value, as the context says."""

    text: str
    span: Span


END_OF_PLAY = "end_of_play"
"""The step that comes after all others where an end or a claim is read `at the end`."""
WHOLE_DECK = "the whole deck"
"""The word for whether a game is played with every card of its deck; no name has spaces."""


@dataclass(frozen=True, slots=True, eq=False)
class CardsText:
    """Cards written out, such as `7H 10S`; `listed` where they stand in brackets."""

    cards: tuple[Name, ...]
    listed: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Nth:
    """`player 1`, `pile 3`."""

    name: Name
    number: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """`f(a, b)`, `zone[a]` or `f of a`."""

    name: Name
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ExtremeValue:
    """`least points of cards`."""

    end: Literal["least", "greatest"]
    table: Name
    item: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class EndCards:
    """`top 3 cards of discard`, `bottom up to n cards of deck`."""

    end: Literal["top", "bottom"]
    count: Expr
    up_to: bool
    cards: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """`cards above c in x` (`all`), `cards from c to the top of x` (`itself`), `card above c in x` (`next`)."""

    which: Literal["all", "itself", "next"]
    end: Literal["top", "bottom"]
    card: Expr
    cards: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class PlacedCard:
    """`third card from the top of discard`."""

    place: str
    end: Literal["top", "bottom"]
    cards: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Unary:
    op: Literal["not", "-"]
    item: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Junction:
    op: Literal["and", "or"]
    items: tuple[Expr, ...]
    span: Span


BinaryOp = Literal[
    "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "divided up", "divided down", "plus", "without",
    "common", "one above", "one below", "next to", "next to round", "in", "not in", "can be",
]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Binary:
    op: BinaryOp
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class IsEmpty:
    item: Expr
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class IsA:
    item: Expr
    shape: Name
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class CanDo:
    """`mover can NAME`; without a move's name, `no legal move`."""

    who: Expr | None
    move: Name | None
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OverWords:
    domain: Name


@dataclass(frozen=True, slots=True, eq=False)
class OverTheCards:
    cards: Expr


@dataclass(frozen=True, slots=True, eq=False)
class OverTheNumbers:
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, eq=False)
class OverTheShapes:
    """`some meld m in hand of p`: the selections of cards that have a shape."""

    shape: Name
    cards: Expr


@dataclass(frozen=True, slots=True, eq=False)
class OverTheRests:
    """`rest r of hand of p without group or run`: what can be left when sets of cards of these shapes are taken out."""

    shapes: tuple[Name, ...]
    cards: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Binder:
    name: Name
    over: OverWords | OverTheCards | OverTheNumbers | OverTheShapes | OverTheRests
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Quantified:
    kind: Literal["some", "every", "no", "exactly one", "count"]
    binder: Binder
    cond: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Aggregate:
    kind: Literal["sum", "least", "greatest"]
    value: Expr
    binder: Binder
    cond: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class BestOf:
    binder: Binder
    end: Literal["least", "greatest"]
    key: Expr
    cond: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class CardsWith:
    name: Name
    cards: Expr
    cond: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class FirstOf:
    binder: Binder
    start: Expr | None
    cond: Expr
    other: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Conditional:
    cond: Expr
    then: Expr
    other: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class NewPile:
    """`new pile`: the first empty place of a row."""

    domain: Name
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Neighbour:
    """`next player`, `previous player before p`."""

    step: int
    of: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    value: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Nobody:
    span: Span


Stretch = EndCards | Beside | PlacedCard
"""Cards of a stack by where they lie, or one of them."""
Expr = (
    Number | Word | CardsText | Nth | Applied | ExtremeValue | Unary | Junction | Binary | IsEmpty | IsA | CanDo
    | Quantified | Aggregate | BestOf | CardsWith | FirstOf | Conditional | NewPile | Neighbour | Truth | Nobody
    | Stretch
)  # fmt: skip

# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True, eq=False)
class MoveCards:
    """`cards` is None for everything in the source; `source` is None where the cards were chosen from it."""

    cards: Expr | None
    source: Expr | None
    target: Expr
    way: Literal["to", "onto", "under"]
    any_order: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class DrawCards:
    count: Expr
    up_to: bool
    source: Expr
    target: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """Draws the same number to every player's zone of a family."""

    count: Expr
    up_to: bool
    source: Expr
    zone: Name
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class DealOut:
    """Deals all cards of a stack to every player's zone of a family, as far as they go."""

    source: Expr
    zone: Name
    first: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """Draws until a zone holds `count` cards or the source has no more."""

    zone: Expr
    count: Expr
    source: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ShuffleZone:
    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Collect:
    """`collect every card into deck`: wherever cards lie, they go into one zone."""

    zone: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class TurnRound:
    """`play turns round`: from now on it goes round the table the other way."""

    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Skip:
    """`skip the next player`; `count` of `skip the next 2 players`."""

    count: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Becomes:
    """`value` is None for `random`; `added` for `add value to target`."""

    target: Expr
    value: Expr | None
    added: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Perform:
    """`do` a routine, `decide` an outcome."""

    kind: Literal["do", "decide"]
    name: Name
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Leave:
    to: Literal["again", "end_turn", "leave", "step"]
    step: Name | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Nothing:
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class LetEffect:
    """`let n be size of hand of p`: a name, in what follows in the same block, for a value as it is now."""

    name: Name
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class IfEffect:
    cond: Expr
    then: tuple[Effect, ...]
    other: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ForEachEffect:
    binder: Binder
    start: Expr | None
    cond: Expr | None
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class UnderEffect:
    """Effects that are part of the game only under some settings."""

    under: Expr
    body: tuple[Effect, ...]
    span: Span


Effect = (
    MoveCards | DrawCards | Deal | DealOut | Fill | ShuffleZone | Becomes | Perform | Leave | Nothing | IfEffect
    | ForEachEffect | UnderEffect | LetEffect | Collect | TurnRound | Skip
)  # fmt: skip

# ---------------------------------------------------------------- what many sections share


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """A label with its citations and the settings under which it holds."""

    name: Name
    cites: tuple[Quoted, ...]
    under: Expr | None

    @property
    def span(self) -> Span:
        return self.name.span


@dataclass(frozen=True, slots=True, eq=False)
class ParamText:
    name: Name
    type: Name


@dataclass(frozen=True, slots=True, eq=False)
class Precedence:
    """`a, b > c > d`: each outranks what stands to its right; an item may be every permit or forbid of the group."""

    items: tuple[tuple[Name, ...], ...]
    cites: tuple[Quoted, ...]
    under: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ClashRuling:
    better: Name
    worse: Name
    under: Expr | None
    because: Quoted
    span: Span


Order = Precedence | ClashRuling

# ---------------------------------------------------------------- sections


@dataclass(frozen=True, slots=True, eq=False)
class Players:
    low: int
    high: int
    usual: int
    cites: tuple[Quoted, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class FaceText:
    """A rank, or the ranks from `name` to `last`; `word`: a rank whose name is a word, with what people read for it."""

    name: str
    last: str | None
    span: Span
    word: Name | None = None


@dataclass(frozen=True, slots=True, eq=False)
class StandardDeck:
    ace_high: bool
    copies: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ListedDeck:
    faces: tuple[FaceText, ...]
    suits: tuple[Name, ...]
    copies: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class SameDeck:
    """`deck 2 copies`, `deck without 2 of clubs`: the deck that the file has otherwise, so many times."""

    copies: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class TakenOut:
    """Cards that are left out of a deck, with all their copies; without suits, those of every suit."""

    faces: tuple[FaceText, ...]
    suits: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class DeckText:
    parts: tuple[StandardDeck | ListedDeck | SameDeck, ...]
    without: tuple[TakenOut, ...]
    cites: tuple[Quoted, ...]
    under: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Editions:
    names: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class NumberSetting:
    name: Name
    low: int
    high: int
    usual: int
    cites: tuple[Quoted, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class DerivedNumber:
    """A number that follows from the settings: `number short is full - 1`."""

    name: Name
    value: Expr
    cites: tuple[Quoted, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OptionSetting:
    name: Name
    words: tuple[Name, ...]
    usual: Name
    cites: tuple[Quoted, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class TeamText:
    """Players who play together; without a name, the team is known by its number."""

    name: Name | None
    players: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class TeamsText:
    """Who plays with whom against whom."""

    teams: tuple[TeamText, ...]
    cites: tuple[Quoted, ...]
    under: Expr | None
    span: Span


GameItem = Players | DeckText | Editions | NumberSetting | DerivedNumber | OptionSetting | TeamsText


@dataclass(frozen=True, slots=True, eq=False)
class GameSection:
    title: Quoted
    items: tuple[GameItem, ...]
    span: Span


LONGEST_RANGE, MOST_PLACES = 2_000, 5_000
"""So many places of a rulebook may be listed as one range, and in one list of sources."""


@dataclass(frozen=True, slots=True, eq=False)
class RefusedRange:
    """A range of places that is not listed: it ends before it begins, or it is too long, or the list is."""

    low: int
    high: int
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class SourceSection:
    """`places` are full citations, such as `Setup/1`; `ruleless` are those of sentences that state no rule."""

    edition: Name | None
    title: Quoted
    places: tuple[Quoted, ...]
    ruleless: tuple[Quoted, ...]
    refused: tuple[RefusedRange, ...]
    span: Span


IndexText = int | Name


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """`1..5` in an index, `1 to 5` of a kind: places that are known by their numbers."""

    low: int
    high: IndexText
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ZoneText:
    name: Name
    index: tuple[IndexText | Numbers, ...]
    kind: str
    properties: tuple[Name, ...]
    cites: tuple[Quoted, ...]
    under: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ZonesSection:
    zones: tuple[ZoneText, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class NumberType:
    low: IndexText
    high: IndexText
    optional: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class TruthType:
    pass


@dataclass(frozen=True, slots=True, eq=False)
class NamedType:
    name: Name
    optional: bool


@dataclass(frozen=True, slots=True, eq=False)
class WordType:
    words: tuple[Name, ...]
    optional: bool


@dataclass(frozen=True, slots=True, eq=False)
class FieldText:
    name: Name
    index: tuple[IndexText | Numbers, ...]
    type: NumberType | TruthType | NamedType | WordType
    seen: Name | None
    start: Expr | None
    cites: tuple[Quoted, ...]
    under: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class StateSection:
    fields: tuple[FieldText, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class LayoutCell:
    """A zone, or one of a family, at its place on the table; without a name, nothing lies there."""

    name: Name | None
    place: Name | int | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class LayoutSection:
    """Where zones lie on the table, row by row."""

    rows: tuple[tuple[LayoutCell, ...], ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class KindSection:
    """A list of words of the author's own; without words, one of numbers."""

    name: Name
    words: tuple[Name, ...]
    numbers: Numbers | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class DefineSection:
    head: Head
    params: tuple[ParamText, ...]
    body: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class WildRule:
    """`where 2 and jokers are wild`; `at least 2 of them natural`; `at most 1 of them wild`. Names: suits and cards."""

    cards: tuple[TakenOut | Name, ...]
    least_natural: IndexText | None
    most_wild: IndexText | None
    span: Span


CountText = tuple[IndexText, IndexText | None]
"""The fewest and the most; None: as many as there are."""


@dataclass(frozen=True, slots=True, eq=False)
class RunText:
    """Ranks that follow one another: where an ace may stand, and the first and the last of them, if that is said."""

    aces: str
    ends: tuple[FaceText, FaceText] | None


@dataclass(frozen=True, slots=True, eq=False)
class RanksPart:
    """So many cards of each of so many ranks, that no other part has: `3 cards of one rank`, `2 cards of another`,
    `2 cards of each of 2 or more ranks in a run`; without `ranks`: of as many ranks as the first part."""

    each: CountText
    ranks: CountText | None
    run: RunText | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OthersPart:
    """So many cards of ranks that no other part has; `for_each`: for each rank of the first part."""

    cards: CountText
    for_each: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ShapeSection:
    """`parts`: of these the cards are made up; `least` and `most` are then of no account."""

    head: Head
    ordered: bool
    least: IndexText
    most: IndexText | None
    same: tuple[Name, ...]
    line: Literal["none", "run", "steps"]
    run: RunText
    wild: tuple[WildRule, ...]
    span: Span
    parts: tuple[RanksPart | OthersPart, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ValueLine:
    """`keys` are faces, cards or suits; no keys: all others; no amounts: as printed."""

    keys: tuple[FaceText | Name, ...]
    amounts: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ValuesSection:
    head: Head
    lines: tuple[ValueLine, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class RoutineSection:
    head: Head
    params: tuple[ParamText, ...]
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OneCard:
    cards: Expr
    blind: bool


@dataclass(frozen=True, slots=True, eq=False)
class CountCards:
    least: IndexText
    most: IndexText | None
    cards: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ShapeFrom:
    """Cards of one of some shapes."""

    shapes: tuple[Name, ...]
    cards: Expr


@dataclass(frozen=True, slots=True, eq=False)
class NumberFrom:
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, eq=False)
class OneOf:
    domain: Name


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceText:
    """`preposition` (onto, on, with, to or '') is only for reading aloud."""

    preposition: str
    name: Name
    choice: OneCard | CountCards | ShapeFrom | NumberFrom | OneOf
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class LegalClause:
    permit: bool
    head: Head
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class DoesClause:
    head: Head
    when: Expr | None
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class MoveSection:
    head: Head
    choices: tuple[ChoiceText, ...]
    items: tuple[LegalClause | DoesClause | Order, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeClause:
    """`when` is None for `otherwise`."""

    head: Head
    when: Expr | None
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeSection:
    head: Head
    params: tuple[ParamText, ...]
    items: tuple[OutcomeClause | Order, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OneWins:
    player: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AllWin:
    binder: Binder
    cond: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ScoreResult:
    binder: Binder
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class EndClause:
    head: Head
    at: tuple[Name, ...]
    when: Expr | None
    result: OneWins | AllWin | ScoreResult
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class EndsSection:
    items: tuple[EndClause | Order, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class StepFlow:
    head: Head
    when: Expr | None
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Fallback:
    cites: tuple[Quoted, ...]
    under: Expr | None
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class AskFlow:
    head: Head
    when: Expr | None
    who: Expr
    may: bool
    moves: tuple[Name, ...]
    fallback: Fallback | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class PauseFlow:
    """All look at the table until the mover goes on: a choice of one move, which `spec.names.pauses` makes of it."""

    head: Head
    when: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class LoopFlow:
    """`turns`: by turns until a condition; `round`: each player once; `repeat`: until a condition; `times`: often.

    `passing`: a `repeat` ends where a choice in it is passed over, too.
    """

    kind: Literal["turns", "round", "repeat", "times"]
    start: Expr | None
    among: tuple[Binder, Expr] | None
    until: Expr | None
    times: IndexText | None
    body: tuple[Flow, ...]
    span: Span
    passing: bool = False


Flow = StepFlow | AskFlow | PauseFlow | LoopFlow


@dataclass(frozen=True, slots=True, eq=False)
class PlaySection:
    body: tuple[Flow, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ReadingText:
    name: Name
    text: str
    cites: tuple[Quoted, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ReadingRuling:
    reading: Name
    under: Expr | None
    because: Quoted
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class AnswerRuling:
    """`ruling "no" because "..."`: the answer to a question that is answered without readings."""

    answer: Quoted
    because: Quoted
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class QuestionSection:
    """`answers` stand in place of readings: no rule is worded in another way, so nothing depends on the question."""

    head: Head
    text: Quoted
    readings: tuple[ReadingText, ...]
    rulings: tuple[ReadingRuling, ...]
    answers: tuple[AnswerRuling, ...]
    span: Span

    @property
    def answered(self) -> AnswerRuling | None:
        """The answer of a question without readings."""
        return self.answers[0] if self.answers and not self.readings else None


@dataclass(frozen=True, slots=True, eq=False)
class CallText:
    name: Name
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class GivenValue:
    target: Expr
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class GivenAt:
    step: Name
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class GivenRest:
    zone: Expr
    span: Span


GivenText = GivenValue | GivenAt | GivenRest


@dataclass(frozen=True, slots=True, eq=False)
class PlayLine:
    kind: Literal["play", "legal", "illegal"]
    call: CallText
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ThenLine:
    cond: Expr
    wrong: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class GetsText:
    """Players who win together, or one player and a score."""

    players: tuple[Expr, ...]
    score: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class EndedLine:
    by: Name | None
    gets: tuple[GetsText, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class SeesLine:
    player: Expr
    zone: Expr
    seen: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ExampleSection:
    """`head.name` holds the example's title as a text."""

    title: Quoted
    cites: tuple[Quoted, ...]
    under: Expr | None
    lines: tuple[tuple[GivenText, ...] | PlayLine | ThenLine | EndedLine | SeesLine, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ClaimSection:
    """`wrong`: the rulebook claims it, and it is not so."""

    head: Head
    kind: Literal["always", "never", "sometimes", "ends", "endable", "fair"]
    at: tuple[Name, ...]
    cond: Expr | None
    percent: int
    wrong: bool
    span: Span


Section = (
    GameSection | SourceSection | ZonesSection | LayoutSection | StateSection | KindSection | DefineSection
    | ShapeSection | ValuesSection | RoutineSection | MoveSection | OutcomeSection | EndsSection | PlaySection
    | QuestionSection | ExampleSection | ClaimSection
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """A rule file's sections in order.

    `lost` holds the names and quoted texts in text that could not be read, `torn` the spans of the sections that have
    such text; `broken`: something was wrong.
    """

    sections: tuple[Section, ...]
    lost: frozenset[str]
    broken: bool = False
    torn: tuple[Span, ...] = ()
