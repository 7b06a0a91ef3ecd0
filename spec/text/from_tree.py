"""Turns Lark's tree of one section into the surface syntax tree.

Only shapes are changed here: no name is looked up, nothing is checked. Expressions are left to
`spec.text.from_tree_expressions`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from lark import Token, Tree, v_args
from lark.tree import Meta

from spec import syntax as s
from spec.text.from_tree_expressions import Display, displayed
from spec.text.from_tree_shapes import ShapesFromTree, tail
from spec.text.source import NOWHERE, Span


def section_from_tree(tree: Tree[Token], place: Callable[[int], int]) -> s.Section:
    """The section that a tree of the rule `section` stands for; `place` turns its offsets into those of the file."""
    return cast(s.Section, FromTree(place).transform(tree))


def _cited(clauses: tuple[Any, ...], section: s.Head) -> tuple[Any, ...]:
    """The clauses, each with the section's citations where it has none, and with its name where it has no label."""

    def within(clause: Any) -> Any:
        if isinstance(clause, s.Precedence | s.ClashRuling):
            return clause
        own: s.Head = clause.head
        name = own.name if own.name.text else replace(own.name, text=section.name.text)
        return replace(clause, head=replace(own, name=name, cites=own.cites or section.cites))

    return tuple(within(clause) for clause in clauses)


def _jump(to: str) -> Callable[..., s.Leave]:
    def build(self: FromTree, meta: Meta) -> s.Leave:
        return s.Leave(cast(Any, to), None, self.span(meta))

    return build


class FromTree(ShapesFromTree):
    """One method a rule."""

    @v_args(inline=True)
    def section(self, item: s.Section) -> s.Section:
        return item

    # ---- game, source, zones, state

    @v_args(meta=True)
    def game(self, meta: Meta, items: list[Any]) -> s.GameSection:
        return s.GameSection(items[0], tuple(items[1:]), self.span(meta))

    @v_args(meta=True, inline=True)
    def players(self, meta: Meta, low: int, high: int | None, usual: int | None, cites: Any) -> s.Players:
        return s.Players(low, high or low, usual or low, cites, self.span(meta))

    @v_args(meta=True)
    def deck(self, meta: Meta, items: list[Any]) -> s.DeckText:
        without, cites, under = items[-3:]
        return s.DeckText(tuple(items[:-3]), without, cites, under, self.span(meta))

    @v_args(meta=True)
    def same_deck(self, meta: Meta, items: list[Any]) -> s.SameDeck:
        return s.SameDeck(items[0], self.span(meta))

    def nothing_more(self, items: list[Any]) -> s.SameDeck:
        return s.SameDeck(1, NOWHERE)

    def but_for(self, items: list[Any]) -> tuple[s.TakenOut, ...]:
        return items[0] or ()

    def left_out(self, items: list[Any]) -> tuple[s.TakenOut, ...]:
        return tuple(items)

    @v_args(meta=True)
    def taken_out(self, meta: Meta, items: list[Any]) -> s.TakenOut:
        return s.TakenOut(tail(items, s.FaceText), tail(items, s.Name), self.span(meta))

    @v_args(meta=True)
    def standard_deck(self, meta: Meta, items: list[Any]) -> s.StandardDeck:
        ace_high, copies = items
        return s.StandardDeck(bool(ace_high), copies or 1, self.span(meta))

    @v_args(meta=True)
    def listed_deck(self, meta: Meta, items: list[Any]) -> s.ListedDeck:
        copies = items[-1] if isinstance(items[-1], int) else 1
        return s.ListedDeck(tail(items, s.FaceText), tail(items, s.Name), copies, self.span(meta))

    suitless_deck = listed_deck

    @v_args(meta=True, inline=True)
    def face_one(self, meta: Meta, face: Any) -> s.FaceText:
        return s.FaceText(face, None, self.span(meta))

    @v_args(meta=True, inline=True)
    def face_range(self, meta: Meta, low: str, high: str) -> s.FaceText:
        return s.FaceText(low, high, self.span(meta))

    @v_args(inline=True)
    def face_end(self, face: s.Name | int) -> str:
        return face.text if isinstance(face, s.Name) else str(face)

    @v_args(inline=True)
    def face_word(self, word: s.Name) -> s.FaceText:
        return s.FaceText(word.text, None, word.span, word)

    @v_args(inline=True)
    def named_face(self, name: s.Name, display: Display) -> s.FaceText:
        return s.FaceText(name.text, None, name.span, displayed(name, display))

    @v_args(meta=True, inline=True)
    def named_range(self, meta: Meta, low: s.Name | str, high: s.Name | str) -> s.FaceText:
        first, last = (end.text if isinstance(end, s.Name) else end for end in (low, high))
        return s.FaceText(first, last, self.span(meta))

    @v_args(inline=True)
    def deck_face(self, face: s.FaceText) -> s.FaceText:
        return face

    any_face = deck_face

    @v_args(meta=True)
    def editions(self, meta: Meta, items: list[Any]) -> s.Editions:
        return s.Editions(tuple(items), self.span(meta))

    @v_args(meta=True, inline=True)
    def number_setting(self, meta: Meta, name: s.Name, low: int, high: int, usual: int, cites: Any) -> Any:
        return s.NumberSetting(name, low, high, usual, cites, self.span(meta))

    @v_args(meta=True, inline=True)
    def derived_number(self, meta: Meta, name: s.Name, value: s.Expr, cites: Any) -> s.DerivedNumber:
        return s.DerivedNumber(name, value, cites, self.span(meta))

    @v_args(meta=True)
    def option_setting(self, meta: Meta, items: list[Any]) -> s.OptionSetting:
        return s.OptionSetting(items[0], tuple(items[1:-2]), items[-2], items[-1], self.span(meta))

    @v_args(meta=True)
    def teams(self, meta: Meta, items: list[Any]) -> s.TeamsText:
        return s.TeamsText(tuple(items[:-2]), items[-2], items[-1], self.span(meta))

    @v_args(meta=True, inline=True)
    def unnamed_team(self, meta: Meta, seats: tuple[int, ...]) -> s.TeamText:
        return s.TeamText(None, seats, self.span(meta))

    @v_args(meta=True, inline=True)
    def named_team(self, meta: Meta, name: s.Name, display: Display, seats: tuple[int, ...]) -> s.TeamText:
        return s.TeamText(displayed(name, display), seats, self.span(meta))

    def seats(self, items: list[Any]) -> tuple[int, ...]:
        return tuple(number for number in items if number is not None)

    @v_args(meta=True)
    def source(self, meta: Meta, items: list[Any]) -> s.SourceSection:
        edition, title, rest = items[0], items[1], items[2:]
        places: list[s.Quoted] = []
        ruleless: list[s.Quoted] = []
        refused: list[s.RefusedRange] = []
        heading = title
        for item in rest:
            if isinstance(item, s.Quoted):
                heading = item
            elif isinstance(item, s.RefusedRange):
                refused.append(item)
            else:
                numbers, without = item
                if len(places) + len(ruleless) + len(numbers) > s.MOST_PLACES:
                    refused.append(s.RefusedRange(1, len(numbers), numbers[0][1]))
                    break
                found = ruleless if without else places
                found.extend(s.Quoted(f"{heading.text}/{n}", span) for n, span in numbers)
        return s.SourceSection(edition, title, tuple(places), tuple(ruleless), tuple(refused), self.span(meta))

    @v_args(meta=True, inline=True)
    def place_numbers(
        self, meta: Meta, low: int, high: int | None, without: Token | None
    ) -> tuple[list[tuple[str, Span]], bool] | s.RefusedRange:
        last = low if high is None else high
        if not low <= last < low + s.LONGEST_RANGE:
            return s.RefusedRange(low, last, self.span(meta))
        return [(str(n), self.span(meta)) for n in range(low, last + 1)], without is not None

    @v_args(inline=True)
    def place_name(self, name: s.Name, without: Token | None) -> tuple[list[tuple[str, Span]], bool]:
        return [(name.text, name.span)], without is not None

    @v_args(meta=True)
    def zones(self, meta: Meta, items: list[Any]) -> s.ZonesSection:
        return s.ZonesSection(tuple(items), self.span(meta))

    @v_args(meta=True, inline=True)
    def numbered(self, meta: Meta, low: int, high: s.IndexText) -> s.Numbers:
        return s.Numbers(low, high, self.span(meta))

    @v_args(meta=True)
    def zone(self, meta: Meta, items: list[Any]) -> s.ZoneText:
        name, index, display, kind, *properties, cites, under = items
        return s.ZoneText(
            displayed(name, display), index or (), kind.text, tuple(properties), cites, under, self.span(meta)
        )

    @v_args(meta=True)
    def layout(self, meta: Meta, items: list[Any]) -> s.LayoutSection:
        return s.LayoutSection(tuple(items), self.span(meta))

    def layout_row(self, items: list[Any]) -> tuple[s.LayoutCell, ...]:
        return tuple(items)

    @v_args(meta=True)
    def no_cell(self, meta: Meta, items: list[Any]) -> s.LayoutCell:
        return s.LayoutCell(None, None, self.span(meta))

    @v_args(meta=True, inline=True)
    def zone_cell(self, meta: Meta, name: s.Name, place: s.Name | int | None) -> s.LayoutCell:
        return s.LayoutCell(name, place, self.span(meta))

    @v_args(inline=True)
    def layout_place(self, place: s.Name | int) -> s.Name | int:
        return place

    @v_args(meta=True)
    def zone_kind(self, meta: Meta, items: list[Any]) -> s.Name:
        return s.Name(" ".join(str(x) for x in items), self.span(meta))

    zone_property = field_seen = aces = ace_high = wrongly = zone_kind

    @v_args(inline=True)
    def target(self, word: Token) -> str:
        return str(word)

    preposition = shape_kind = extreme = article = target

    @v_args(meta=True)
    def state(self, meta: Meta, items: list[Any]) -> s.StateSection:
        return s.StateSection(tuple(items), self.span(meta))

    @v_args(meta=True, inline=True)
    def field(self, meta: Meta, name: s.Name, index: Any, display: Display, kind: Any, *rest: Any) -> s.FieldText:
        seen, start, cites, under = rest
        return s.FieldText(displayed(name, display), index or (), kind, seen, start, cites, under, self.span(meta))

    @v_args(meta=True, inline=True)
    def number_type(self, meta: Meta, low: Any, high: Any, optional: Token | None) -> s.NumberType:
        return s.NumberType(low, high, optional is not None, self.span(meta))

    def below_zero(self, children: list[Any]) -> int:
        return -int(children[0])

    def truth_type(self, _: list[Any]) -> s.TruthType:
        return s.TruthType()

    @v_args(inline=True)
    def named_type(self, name: s.Name) -> s.NamedType:
        return s.NamedType(name, False)

    @v_args(inline=True)
    def optional_type(self, name: s.Name, _: object) -> s.NamedType:
        return s.NamedType(name, True)

    def word_type(self, items: list[Any]) -> s.WordType:
        *words, nobody = items
        return s.WordType(tuple(words), nobody is not None)

    @v_args(meta=True)
    def kind(self, meta: Meta, items: list[Any]) -> s.KindSection:
        name, display, *words = items
        return s.KindSection(displayed(name, display), tuple(words), None, self.span(meta))

    @v_args(meta=True, inline=True)
    def kind_of_numbers(self, meta: Meta, name: s.Name, display: Display, low: int, high: s.IndexText) -> s.KindSection:
        numbers = s.Numbers(low, high, self.span(meta))
        return s.KindSection(displayed(name, display), (), numbers, self.span(meta))

    # ---- words

    @v_args(meta=True, inline=True)
    def define(self, meta: Meta, name: s.Name, params: Any, display: Display, cites: Any, under: Any, body: Any) -> Any:
        return s.DefineSection(s.Head(displayed(name, display), cites, under), params or (), body, self.span(meta))

    @v_args(inline=True)
    def expr_block(self, item: s.Expr) -> s.Expr:
        return item

    @v_args(meta=True)
    def values(self, meta: Meta, items: list[Any]) -> s.ValuesSection:
        name, display, cites, under, *lines = items
        return s.ValuesSection(s.Head(displayed(name, display), cites, under), tuple(lines), self.span(meta))

    @v_args(meta=True)
    def value_amounts(self, meta: Meta, items: list[Any]) -> s.ValueLine:
        keys = tuple(x for x in items if not isinstance(x, int))
        return s.ValueLine(keys, tail(items, int), self.span(meta))

    @v_args(meta=True)
    def value_printed(self, meta: Meta, items: list[Any]) -> s.ValueLine:
        return s.ValueLine(tuple(items), (), self.span(meta))

    @v_args(inline=True)
    def amount_below_zero(self, amount: int) -> int:
        return -amount

    @v_args(meta=True, inline=True)
    def value_others(self, meta: Meta, amount: int | None = None) -> s.ValueLine:
        return s.ValueLine((), () if amount is None else (amount,), self.span(meta))

    @v_args(inline=True)
    def value_key(self, item: Any) -> Any:
        return item

    key_card = key_suit = value_key

    @v_args(meta=True, inline=True)
    def routine(
        self, meta: Meta, name: s.Name, params: Any, display: Display, cites: Any, under: Any, body: Any
    ) -> Any:
        return s.RoutineSection(s.Head(displayed(name, display), cites, under), params or (), body, self.span(meta))

    # ---- moves and outcomes

    @v_args(meta=True)
    def move(self, meta: Meta, items: list[Any]) -> s.MoveSection:
        name, *rest = items
        choices = tail(rest, s.ChoiceText)
        display = next((x for x in rest if isinstance(x, s.Quoted)), None)
        rest = [x for x in rest if x is not None and not isinstance(x, s.ChoiceText)]
        at = next(i for i, x in enumerate(rest) if isinstance(x, tuple))
        under = rest[at + 1] if isinstance(rest[at + 1], s.Expr) else None
        head = s.Head(displayed(name, display), rest[at], under)
        clauses = _cited(tail(rest, s.LegalClause, s.DoesClause, s.Precedence, s.ClashRuling), head)
        return s.MoveSection(head, choices, clauses, self.span(meta))

    @v_args(meta=True, inline=True)
    def choice(self, meta: Meta, prep: str | None, name: s.Name, choice: Any) -> s.ChoiceText:
        return s.ChoiceText(prep or "", name, choice, self.span(meta))

    @v_args(inline=True)
    def choose_card(self, cards: s.Expr) -> s.OneCard:
        return s.OneCard(cards, False)

    @v_args(inline=True)
    def choose_blind(self, cards: s.Expr) -> s.OneCard:
        return s.OneCard(cards, True)

    @v_args(inline=True)
    def choose_count(self, count: tuple[s.IndexText, s.IndexText | None], cards: s.Expr) -> s.CountCards:
        return s.CountCards(*count, cards)

    @v_args(inline=True)
    def choose_number(self, low: s.Expr, high: s.Expr) -> s.NumberFrom:
        return s.NumberFrom(low, high)

    @v_args(inline=True)
    def choose_named(self, name: s.Name) -> s.OneOf:
        return s.OneOf(name)

    def choose_shape(self, items: list[Any]) -> s.ShapeFrom:
        return s.ShapeFrom(tuple(items[:-1]), items[-1])

    @v_args(meta=True, inline=True)
    def permit(self, meta: Meta, name: s.Name, display: Display, cites: Any, under: Any, when: Any) -> s.LegalClause:
        return s.LegalClause(True, s.Head(displayed(name, display), cites, under), when, self.span(meta))

    @v_args(meta=True, inline=True)
    def forbid(self, meta: Meta, name: s.Name, display: Display, cites: Any, under: Any, when: Any) -> s.LegalClause:
        return s.LegalClause(False, s.Head(displayed(name, display), cites, under), when, self.span(meta))

    @v_args(meta=True, inline=True)
    def does(
        self, meta: Meta, name: s.Name | None, display: Display, cites: Any, under: Any, when: Any, body: Any
    ) -> s.DoesClause:
        span = self.span(meta)
        label = name or s.Name("", Span(span.start, span.start + len("does")))
        return s.DoesClause(s.Head(displayed(label, display), cites, under), when, body, span)

    @v_args(inline=True)
    def move_item(self, item: Any) -> Any:
        return item

    outcome_item = end_item = order = move_item

    @v_args(meta=True, inline=True)
    def precedence(self, meta: Meta, items: Any, cites: Any, under: Any) -> s.Precedence:
        return s.Precedence(items, cites, under, self.span(meta))

    def rank_chain(self, items: list[Any]) -> tuple[Any, ...]:
        return tuple(items)

    rank_items = rank_chain

    @v_args(inline=True)
    def rank_item(self, name: s.Name) -> s.Name:
        return name

    @v_args(meta=True)
    def all_forbids(self, meta: Meta, _: list[Any]) -> s.Name:
        return s.Name("every forbid", self.span(meta))

    @v_args(meta=True)
    def all_permits(self, meta: Meta, _: list[Any]) -> s.Name:
        return s.Name("every permit", self.span(meta))

    @v_args(meta=True, inline=True)
    def clash_ruling(self, meta: Meta, better: s.Name, worse: s.Name, under: Any, because: s.Quoted) -> Any:
        return s.ClashRuling(better, worse, under, because, self.span(meta))

    @v_args(meta=True)
    def outcome(self, meta: Meta, items: list[Any]) -> s.OutcomeSection:
        name, params, display, cites, *clauses = items
        head = s.Head(displayed(name, display), cites, None)
        return s.OutcomeSection(head, params or (), _cited(tuple(clauses), head), self.span(meta))

    @v_args(meta=True, inline=True)
    def outcome_when(
        self, meta: Meta, name: s.Name, display: Display, cites: Any, under: Any, when: Any, body: Any
    ) -> Any:
        return s.OutcomeClause(s.Head(displayed(name, display), cites, under), when, body, self.span(meta))

    @v_args(meta=True, inline=True)
    def outcome_otherwise(self, meta: Meta, name: s.Name, display: Display, cites: Any, under: Any, body: Any) -> Any:
        return s.OutcomeClause(s.Head(displayed(name, display), cites, under), None, body, self.span(meta))

    @v_args(meta=True)
    def ends(self, meta: Meta, items: list[Any]) -> s.EndsSection:
        return s.EndsSection(tuple(items), self.span(meta))

    @v_args(meta=True, inline=True)
    def ending(
        self, meta: Meta, name: Any, display: Display, cites: Any, under: Any, at: Any, when: Any, result: Any
    ) -> Any:
        return s.EndClause(s.Head(displayed(name, display), cites, under), at or (), when, result, self.span(meta))

    def at(self, items: list[Any]) -> tuple[s.Name, ...]:
        return tuple(s.Name(s.END_OF_PLAY, self._token_span(x)) if isinstance(x, Token) else x for x in items)

    @v_args(inline=True)
    def wins(self, player: s.Expr) -> s.OneWins:
        return s.OneWins(player)

    @v_args(inline=True)
    def all_win(self, binder: s.Binder, cond: s.Expr) -> s.AllWin:
        return s.AllWin(binder, cond)

    @v_args(inline=True)
    def scores(self, binder: s.Binder, value: s.Expr) -> s.ScoreResult:
        return s.ScoreResult(binder, value)

    # ---- the course of play

    @v_args(meta=True)
    def play(self, meta: Meta, items: list[Any]) -> s.PlaySection:
        return s.PlaySection(tuple(items), self.span(meta))

    @v_args(meta=True, inline=True)
    def step(
        self, meta: Meta, name: s.Name, display: Display, cites: Any, under: Any, when: Any, body: Any
    ) -> s.StepFlow:
        return s.StepFlow(s.Head(displayed(name, display), cites, under), when, body, self.span(meta))

    @v_args(meta=True, inline=True)
    def pause(self, meta: Meta, name: s.Name, display: Any, cites: Any, under: Any, when: Any) -> s.PauseFlow:
        return s.PauseFlow(s.Head(displayed(name, display), cites, under), when, self.span(meta))

    @v_args(meta=True)
    def ask(self, meta: Meta, items: list[Any]) -> s.AskFlow:
        name, display, cites, under, when, who, does, *moves = items
        fallback = moves.pop()
        head = s.Head(displayed(name, display), cites, under)
        may = str(does) != "does"
        return s.AskFlow(head, when, who, may, tuple(moves), fallback, self.span(meta))

    @v_args(meta=True, inline=True)
    def fallback(self, meta: Meta, cites: Any, under: Any, body: Any) -> s.Fallback:
        return s.Fallback(cites, under, body, self.span(meta))

    @v_args(meta=True, inline=True)
    def turns(self, meta: Meta, start: Any, binder: Any, cond: Any, until: Any, body: Any) -> s.LoopFlow:
        among = (binder, cond) if binder else None
        return s.LoopFlow("turns", start, among, until, None, body, self.span(meta))

    @v_args(meta=True, inline=True)
    def round(self, meta: Meta, start: Any, binder: Any, cond: Any, body: Any) -> s.LoopFlow:
        among = (binder, cond) if binder else None
        return s.LoopFlow("round", start, among, None, None, body, self.span(meta))

    @v_args(meta=True, inline=True)
    def repeat(self, meta: Meta, until: Any, body: Any) -> s.LoopFlow:
        return s.LoopFlow("repeat", None, None, until, None, body, self.span(meta))

    @v_args(meta=True, inline=True)
    def repeat_passing(self, meta: Meta, _until: Any, until: Any, body: Any) -> s.LoopFlow:
        return s.LoopFlow("repeat", None, None, until, None, body, self.span(meta), passing=True)

    @v_args(meta=True, inline=True)
    def times(self, meta: Meta, number: Any, body: Any) -> s.LoopFlow:
        return s.LoopFlow("times", None, None, None, number, body, self.span(meta))

    def flow_block(self, items: list[Any]) -> tuple[s.Flow, ...]:
        return tuple(items)

    # ---- effects

    def block(self, items: list[Any]) -> tuple[s.Effect, ...]:
        return tuple(e for item in items for e in (item if isinstance(item, tuple) else (item,)))

    @v_args(meta=True)
    def effect_line(self, meta: Meta, items: list[Any]) -> tuple[s.Effect, ...]:
        *body, under = items
        return tuple(body) if under is None else (s.UnderEffect(under, tuple(body), self.span(meta)),)

    block_line = effect_line

    @v_args(inline=True)
    def else_block(self, body: Any) -> Any:
        return body

    @v_args(meta=True, inline=True)
    def when_effect(self, meta: Meta, cond: s.Expr, under: Any, then: Any, other: Any) -> s.Effect:
        made = s.IfEffect(cond, then, other or (), self.span(meta))
        return made if under is None else s.UnderEffect(under, (made,), made.span)

    @v_args(meta=True, inline=True)
    def for_each(self, meta: Meta, binder: s.Binder, start: Any, cond: Any, under: Any, body: Any) -> s.Effect:
        made = s.ForEachEffect(binder, start, cond, body, self.span(meta))
        return made if under is None else s.UnderEffect(under, (made,), made.span)

    def everything(self, _: list[Any]) -> None:
        return None

    @v_args(inline=True)
    def moved(self, item: s.Expr) -> s.Expr:
        return item

    @v_args(meta=True, inline=True)
    def move_cards(self, meta: Meta, cards: Any, source: Any, way: str, target: Any, any_order: Any) -> s.MoveCards:
        return s.MoveCards(cards, source, target, cast(Any, way), any_order is not None, self.span(meta))

    @v_args(meta=True, inline=True)
    def draw(self, meta: Meta, up_to: Any, count: Any, source: Any, target: Any) -> s.DrawCards:
        return s.DrawCards(count, up_to is not None, source, target, self.span(meta))

    @v_args(meta=True, inline=True)
    def deal(self, meta: Meta, up_to: Any, count: Any, source: Any, zone: s.Name) -> s.Deal:
        return s.Deal(count, up_to is not None, source, zone, self.span(meta))

    @v_args(meta=True, inline=True)
    def deal_out(self, meta: Meta, _: Any, source: Any, zone: s.Name, _by: Any, first: Any) -> s.DealOut:
        return s.DealOut(source, zone, first, self.span(meta))

    @v_args(meta=True, inline=True)
    def fill(self, meta: Meta, zone: Any, _: Any, count: Any, source: Any) -> s.Fill:
        return s.Fill(zone, count, source, self.span(meta))

    @v_args(meta=True, inline=True)
    def shuffle(self, meta: Meta, zone: s.Expr) -> s.ShuffleZone:
        return s.ShuffleZone(zone, self.span(meta))

    @v_args(meta=True, inline=True)
    def collect(self, meta: Meta, _: Token, zone: s.Expr) -> s.Collect:
        return s.Collect(zone, self.span(meta))

    @v_args(meta=True, inline=True)
    def turn_round(self, meta: Meta, _: Token) -> s.TurnRound:
        return s.TurnRound(self.span(meta))

    @v_args(meta=True, inline=True)
    def skip(self, meta: Meta, _: Token, count: s.Expr | None = None) -> s.Skip:
        return s.Skip(count, self.span(meta))

    @v_args(meta=True, inline=True)
    def assign(self, meta: Meta, target: s.Expr, value: s.Expr) -> s.Becomes:
        return s.Becomes(target, value, False, self.span(meta))

    @v_args(meta=True, inline=True)
    def let(self, meta: Meta, _: Token, name: s.Name, value: s.Expr) -> s.LetEffect:
        return s.LetEffect(name, value, self.span(meta))

    @v_args(meta=True, inline=True)
    def roll(self, meta: Meta, target: s.Expr) -> s.Becomes:
        return s.Becomes(target, None, False, self.span(meta))

    @v_args(meta=True, inline=True)
    def add(self, meta: Meta, value: s.Expr, target: s.Expr) -> s.Becomes:
        return s.Becomes(target, value, True, self.span(meta))

    @v_args(meta=True, inline=True)
    def do(self, meta: Meta, name: s.Name, args: Any) -> s.Perform:
        return s.Perform("do", name, args or (), self.span(meta))

    @v_args(meta=True, inline=True)
    def decide(self, meta: Meta, name: s.Name, args: Any) -> s.Perform:
        return s.Perform("decide", name, args or (), self.span(meta))

    go_again = v_args(meta=True, inline=True)(_jump("again"))
    end_turn = v_args(meta=True, inline=True)(_jump("end_turn"))
    leave = v_args(meta=True, inline=True)(_jump("leave"))

    @v_args(meta=True, inline=True)
    def continue_at(self, meta: Meta, step: s.Name) -> s.Leave:
        return s.Leave("step", step, self.span(meta))

    @v_args(meta=True)
    def nothing(self, meta: Meta, _: list[Any]) -> s.Nothing:
        return s.Nothing(self.span(meta))

    # ---- questions, examples, claims

    @v_args(meta=True)
    def question(self, meta: Meta, items: list[Any]) -> s.QuestionSection:
        name, display, cites, under, text, *rest = items
        head = s.Head(displayed(name, display), cites, under)
        readings, rulings = tail(rest, s.ReadingText), tail(rest, s.ReadingRuling)
        answers = tail(rest, s.AnswerRuling)
        return s.QuestionSection(head, text, readings, rulings, answers, self.span(meta))

    @v_args(meta=True, inline=True)
    def reading(self, meta: Meta, name: s.Name, display: Display, text: s.Quoted | None, cites: Any) -> s.ReadingText:
        return s.ReadingText(displayed(name, display), text.text if text else "", cites, self.span(meta))

    @v_args(meta=True, inline=True)
    def answer(self, meta: Meta, answer: s.Quoted, because: s.Quoted) -> s.AnswerRuling:
        return s.AnswerRuling(answer, because, self.span(meta))

    @v_args(meta=True, inline=True)
    def reading_ruling(self, meta: Meta, name: s.Name, under: Any, because: s.Quoted) -> s.ReadingRuling:
        return s.ReadingRuling(name, under, because, self.span(meta))

    @v_args(meta=True)
    def example(self, meta: Meta, items: list[Any]) -> s.ExampleSection:
        title, cites, under, *lines = items
        return s.ExampleSection(title, cites, under, tuple(lines), self.span(meta))

    def givens(self, items: list[Any]) -> tuple[s.GivenText, ...]:
        return tuple(items)

    @v_args(meta=True, inline=True)
    def ex_play(self, meta: Meta, call: s.CallText) -> s.PlayLine:
        return s.PlayLine("play", call, self.span(meta))

    @v_args(meta=True, inline=True)
    def ex_legal(self, meta: Meta, call: s.CallText) -> s.PlayLine:
        return s.PlayLine("legal", call, self.span(meta))

    @v_args(meta=True, inline=True)
    def ex_illegal(self, meta: Meta, call: s.CallText) -> s.PlayLine:
        return s.PlayLine("illegal", call, self.span(meta))

    @v_args(meta=True, inline=True)
    def ex_then(self, meta: Meta, cond: s.Expr) -> s.ThenLine:
        return s.ThenLine(cond, False, self.span(meta))

    @v_args(meta=True, inline=True)
    def ex_wrong(self, meta: Meta, cond: s.Expr) -> s.ThenLine:
        return s.ThenLine(cond, True, self.span(meta))

    @v_args(meta=True, inline=True)
    def ex_ends(self, meta: Meta, by: s.Name | None, *gets: s.GetsText) -> s.EndedLine:
        return s.EndedLine(by, gets, self.span(meta))

    @v_args(inline=True)
    def gets_win(self, player: s.Expr) -> s.GetsText:
        return s.GetsText((player,), None)

    @v_args(inline=True)
    def get_win(self, *players: s.Expr) -> s.GetsText:
        return s.GetsText(players, None)

    @v_args(inline=True)
    def gets_score(self, player: s.Expr, score: s.Expr) -> s.GetsText:
        return s.GetsText((player,), score)

    @v_args(meta=True, inline=True)
    def ex_sees(self, meta: Meta, player: s.Expr, zone: s.Expr) -> s.SeesLine:
        return s.SeesLine(player, zone, True, self.span(meta))

    @v_args(meta=True, inline=True)
    def ex_sees_not(self, meta: Meta, player: s.Expr, zone: s.Expr) -> s.SeesLine:
        return s.SeesLine(player, zone, False, self.span(meta))

    @v_args(meta=True, inline=True)
    def given_value(self, meta: Meta, target: s.Expr, value: s.Expr) -> s.GivenValue:
        return s.GivenValue(target, value, self.span(meta))

    @v_args(meta=True, inline=True)
    def given_at(self, meta: Meta, step: s.Name) -> s.GivenAt:
        return s.GivenAt(step, self.span(meta))

    @v_args(meta=True, inline=True)
    def given_rest(self, meta: Meta, zone: s.Expr) -> s.GivenRest:
        return s.GivenRest(zone, self.span(meta))

    @v_args(meta=True, inline=True)
    def call(self, meta: Meta, name: s.Name, args: Any) -> s.CallText:
        return s.CallText(name, args or (), self.span(meta))

    @v_args(meta=True, inline=True)
    def claim(self, meta: Meta, name: s.Name, cites: Any, under: Any, wrongly: Any, claimed: Any) -> s.ClaimSection:
        kind, at, cond, percent = claimed
        # That play may go round is that not every game ends.
        round_ = kind == "round"
        wrong = (wrongly is not None) != round_
        return s.ClaimSection(
            s.Head(name, cites, under), "ends" if round_ else kind, at, cond, percent, wrong, self.span(meta)
        )

    @v_args(inline=True)
    def always(self, at: Any, cond: s.Expr) -> Any:
        return "always", at or (), cond, 0

    @v_args(inline=True)
    def never(self, at: Any, cond: s.Expr) -> Any:
        return "never", at or (), cond, 0

    @v_args(inline=True)
    def sometimes(self, at: Any, cond: s.Expr) -> Any:
        return "sometimes", at or (), cond, 0

    @v_args(inline=True)
    def claim_at(self, at: Any) -> Any:
        return at

    def all_end(self, _: list[Any]) -> Any:
        return "ends", (), None, 0

    def may_go_round(self, _: list[Any]) -> Any:
        return "round", (), None, 0

    def endable(self, _: list[Any]) -> Any:
        return "endable", (), None, 0

    @v_args(inline=True)
    def fair(self, percent: int) -> Any:
        return "fair", (), None, percent
