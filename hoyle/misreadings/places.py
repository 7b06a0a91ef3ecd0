"""Ways of misreading an empty place: for how long it may be filled, who has to have emptied it, what may fill it, and
whether it is empty to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hoyle.misreadings.draft import Asked, Draft, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    all_in,
    bracketed,
    hands,
    joined,
    move_called,
    movements,
    named,
    parts,
    renamed,
    replaced,
    told,
    turn_of,
    zone_of,
)
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.surgery import extent
from spec import syntax as s


@dataclass(frozen=True, slots=True)
class Filling:
    """A move that lays a card on an empty place, the permission by which it may, and the effect that does it."""

    move: s.MoveSection
    permit: s.LegalClause
    does: s.DoesClause
    lays: s.MoveCards
    card: str
    place: str
    family: str
    turn: s.LoopFlow
    ask: s.AskFlow

    @property
    def besides(self) -> tuple[s.Expr, ...]:
        """What the permission asks besides that the place is empty."""
        return tuple(p for p in parts(self.permit.when) if not isinstance(p, s.IsEmpty))


def fillings(rules: RuleFile) -> Iterator[Filling]:
    """Every move that lays any card on an empty place of some sort, where other moves empty such places."""
    for ask, loops in rules.choices:
        turn = turn_of(loops)
        for move in (m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None):
            cards = [c.name.text for c in move.choices if isinstance(c.choice, s.OneCard)]
            places = [(c.name.text, c.choice.domain.text) for c in move.choices if isinstance(c.choice, s.OneOf)]
            if turn is None or len(move.choices) != 2 or len(cards) != 1 or len(places) != 1:
                continue
            (place, family), card = places[0], cards[0]
            for permit in (c for c in rules.clauses(move, s.LegalClause) if c.permit and c.when is not None):
                own = parts(permit.when)
                empty = [p for p in own if isinstance(p, s.IsEmpty) and named(p) == {place}]
                if len(empty) != 1 or len(own) < 2 or any(card in named(p) or place not in named(p) for p in own):
                    continue
                for does in rules.clauses(move, s.DoesClause):
                    lays = [e for e in does.body if isinstance(e, s.MoveCards) and place in named(e.target)]
                    if len(lays) == 1:
                        yield Filling(move, permit, does, lays[0], card, place, family, turn, ask)


def emptied(rules: RuleFile, filling: Filling) -> list[tuple[s.MoveSection, s.DoesClause, s.MoveCards, str]]:
    """The moves that empty places of the family, each with its clause, its effect and its name for the place."""
    found = []
    for move in (m for m in (move_called(rules, n.text) for n in filling.ask.moves) if m is not None):
        places = {c.name.text: c.choice.domain.text for c in move.choices if isinstance(c.choice, s.OneOf)}
        own = {name for name, family in places.items() if family == filling.family}
        for does in rules.clauses(move, s.DoesClause):
            for effect in does.body:
                match effect:
                    case s.MoveCards(None, s.Word(place)) if place in own:
                        found.append((move, does, effect, place))
                    case _:
                        pass
    return found


def _noted(
    rules: RuleFile, draft: Draft, does: s.DoesClause, effect: s.Effect, field: str, place: str, value: str
) -> None:
    text = f"{rules.slice(effect)}; {field} of {place} becomes {value}"
    draft.instead(does, (extent(rules.content, effect.span), text))


def _only_where(rules: RuleFile, draft: Draft, filling: Filling, field: str) -> None:
    """Filling a place, and any word for a place that may be filled, asks for the field as well."""
    besides = joined(rules, filling.besides)
    draft.forbidding(filling.move, f"{besides} and not {field} of {filling.place}").touching(filling.permit)
    assert filling.permit.when is not None
    said = rules.spoken(filling.permit.when)
    for define in rules.defines.values():
        if len(define.params) == 1 and define.head.under is None:
            own = define.params[0].name.text
            if renamed(rules.spoken(define.body), own, filling.place) == said:
                at = extent(rules.content, define.body.span)
                draft.instead(define, (at, f"{rules.slice(define.body)} and {field} of {own}"))


def how_long_empty(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A place that was emptied may be filled until somebody does, or only in the turn that emptied it."""
    if not any(True for _ in rules.sections(s.StateSection)):
        return
    for one in fillings(rules):
        found = emptied(rules, one)
        if not found:
            continue
        draft = new(f"{one.permit.head.name.text}_for_how_long", "same_turn")
        field = rules.free("just_emptied")
        draft.field(f"{field}[{one.family}]: yes or no")
        for _, does, effect, place in found:
            _noted(rules, draft, does, effect, field, place, "yes")
        _noted(rules, draft, one.does, one.lays, field, one.place, "no")
        _only_where(rules, draft, one, field)
        emptied_one = rules.bound[0]
        body = f"for each {one.family} {emptied_one}: {field} of {emptied_one} becomes no"
        draft.late_step(one.turn, rules.free("no_longer_new"), cited(one.permit, one.move), body)
        yield draft.asks(
            f"For how long may an emptied {rules.read(one.family)} be filled by {told(rules, one.permit)}?",
            "until somebody fills it", "only in the turn that emptied it",
        )  # fmt: skip


def emptied_by_what(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A place that one sort of move has emptied may be filled, and not one that another sort has."""
    if not any(True for _ in rules.sections(s.StateSection)):
        return
    for one in fillings(rules):
        found = emptied(rules, one)
        if len({id(move) for move, *_ in found}) < 2:
            continue
        for chosen in dict.fromkeys(move for move, *_ in found):
            name = chosen.head.name.text
            draft = new(f"{one.permit.head.name.text}_only_by_{name}", f"only_by_{name}"[:30])
            field = rules.free(f"emptied_by_{name}")
            draft.field(f"{field}[{one.family}]: yes or no")
            for move, does, effect, place in found:
                _noted(rules, draft, does, effect, field, place, "yes" if move is chosen else "no")
            _noted(rules, draft, one.does, one.lays, field, one.place, "no")
            _only_where(rules, draft, one, field)
            yield draft.asks(
                f"May an empty {rules.read(one.family)} be filled by {told(rules, one.permit)}, whatever emptied it?",
                "yes", f"no, only where {told(rules, chosen)} has", 0.9,
            )  # fmt: skip


def whole_pile_too(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where any card may be laid on an empty place, a whole pile may be moved there, or not."""
    for one in fillings(rules):
        if not emptied(rules, one) or any(one.card in named(e) for e in one.does.body if e is not one.lays):
            continue
        if len(rules.clauses(one.move, s.DoesClause)) != 1 or "\n" in rules.slice(one.lays):
            continue
        label, origin = rules.free(f"pile_by_{one.move.head.name.text}"), rules.bound[0]
        draft = new(f"a_pile_by_{one.permit.head.name.text}", "a_pile_too")
        at = extent(rules.content, one.ask.moves[-1].span)
        draft.instead(one.ask, (at, f"{rules.slice(one.ask.moves[-1])}, {label}"))
        whole = f"move everything from {origin} to {rules.slice(one.lays.target)}"
        rest = replaced(rules, one.does, (one.lays, whole))
        body = rest[rest.index(":", rest.index("does")) + 1 :]
        assert one.permit.when is not None
        draft.more.append(
            f"move {label}({origin}: {one.family}, to {one.place}: {one.family}){cited(one.permit, one.move)}"
            f" under {draft.otherwise}:\n"
            f"  permit a_pile when {origin} is not empty and {origin} is not {one.place}"
            f" and {rules.slice(one.permit.when)}\n"
            f"  does:{body}"
        )
        draft.touching(one.permit)
        yield draft.asks(
            f"May a whole pile be moved to where {told(rules, one.permit)} allows any card?", "no", "yes", 0.9
        )


def part_of_a_pile(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A pile that is moved by its bottom card is moved whole, or any part of it with what lies on that."""
    for ask, _ in rules.choices:
        for move in (m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None):
            permits = [c for c in rules.clauses(move, s.LegalClause) if c.permit and c.when is not None]
            effects = [e for c in rules.clauses(move, s.DoesClause) for e in c.body if isinstance(e, s.MoveCards)]
            whole = [e for e in effects if e.cards is None and e.source is not None and e.way == "to"]
            if len(whole) != 1 or len(effects) != 1 or len(permits) != 1 or whole[0].source is None:
                continue
            (lays,), (permit,), source = whole, permits, rules.slice(whole[0].source)
            places = [c for c in move.choices if isinstance(c.choice, s.OneOf) and c.name.text in named(lays.source)]
            bottom = re.compile(rf"\bbottom of {re.escape(source)}(?![\w\[])")
            assert permit.when is not None
            if len(places) != 1 or not bottom.search(rules.slice(permit.when)):
                continue
            label, card = rules.free(f"part_by_{move.head.name.text}"), rules.bound[0]
            draft = new(f"{move.head.name.text}_in_part", "any_part")
            at = extent(rules.content, ask.moves[-1].span)
            draft.instead(ask, (at, f"{rules.slice(ask.moves[-1])}, {label}"))
            choices = [rules.slice(c) for c in move.choices]
            choices.insert(move.choices.index(places[0]) + 1, f"{card}: card from {source}")
            draft.more.append(
                f"move {label}({', '.join(choices)}){cited(permit, move)} under {draft.otherwise}:\n"
                f"  permit a_part when {card} is not bottom of {source}"
                f" and {bottom.sub(card, bracketed(rules, permit.when))}\n"
                f"  does: move cards from {card} to the top of {source} to {rules.slice(lays.target)}"
            )
            draft.touching(permit)
            yield draft.asks(
                f"Must all of it be moved by {told(rules, move)}, or may a part be?", "all of it",
                "any card with all that lie on it", 1.1,
            )  # fmt: skip


def turned_up(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A pile that players lay on is empty at first, or a card is turned up on it."""
    decks = [n for n, zone in rules.zones.items() if not zone.index and "starts with every card" in rules.slice(zone)]
    moved = {name for step, _ in rules.steps for name in named(step)}
    for ask, loops in rules.choices:
        turn = turn_of(loops)
        if turn is None or turn.kind == "round" or turn is not loops[-1] or len(decks) != 1:
            continue
        before = [x for x, outer in rules.flow if outer == loops[:-1] and x.span.end <= turn.span.start]
        last = before[-1] if before else None
        for name in _laid_on(rules, ask):
            if name in moved or not isinstance(last, s.StepFlow):
                continue
            draft = new(f"{name}_turned_up", "turned_up")
            label = rules.free(f"first_of_{name}")
            text = f"step {label}{cited(ask)} under {draft.otherwise} when {decks[0]} is not empty:"
            lines = (f"draw 1 from {decks[0]} to {name}", *_settled(rules, name))
            draft.above(last, text + "".join(f"\n  {line}" for line in lines)).touching(ask)
            yield draft.asks(
                f"Is a card turned up on the {rules.read(name)} to begin with?", "no, it is empty", "yes", 0.8
            )


def _laid_on(rules: RuleFile, ask: s.AskFlow) -> list[str]:
    """The open piles for all on which the moves of a choice lay cards of a hand, and of which a rule says what holds
    while they are empty."""
    found: dict[str, None] = {}
    for move in (m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None):
        moved = (m for c in rules.clauses(move, s.DoesClause) for m in movements(c) if isinstance(m, s.MoveCards))
        laid = [zone_of(rules, m.target) for m in moved]
        empty = {n for c in rules.clauses(move, s.LegalClause) for e in all_in(c, s.IsEmpty) for n in named(e)}
        if any(zone in hands(rules) for choice in move.choices for zone in named(choice)):
            open_to_all = (z for z in laid if z in empty and not rules.zones[z].index)
            found.update({z: None for z in open_to_all if "face up" in rules.slice(rules.zones[z])})
    return list(found)


def _settled(rules: RuleFile, zone: str) -> Iterator[str]:
    """What is noted of a card that is laid, noted of the first one."""
    for outcome in rules.outcomes:
        for clause in rules.clauses(outcome, s.OutcomeClause) if len(outcome.params) == 1 else ():
            own, effect = outcome.params[0].name.text, clause.body[0]
            alone = clause.when is None and len(clause.body) == 1
            if alone and isinstance(effect, s.Becomes) and effect.value is not None and own in named(effect.value):
                yield renamed(rules.slice(effect), own, zone)


OPERATORS = (
    Operator("how-long-empty", "For how long may it be filled?", "time", 1.0, how_long_empty),
    Operator("emptied-by-what", "Does it matter what has emptied it?", "clauses", 0.9, emptied_by_what),
    Operator("whole-pile-too", "May a whole pile be moved there too?", "cards", 0.9, whole_pile_too, endless=True),
    Operator("part-of-a-pile", "All of it, or any part?", "cards", 1.0, part_of_a_pile, endless=True),
    Operator("turned-up", "Is a card turned up to begin with?", "silence", 0.8, turned_up),
)
