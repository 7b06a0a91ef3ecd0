"""Ways of misreading what is said of several cards: one or several, some or all, which of them, together or in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from hoyle.misreadings.draft import Asked
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    all_in,
    movements,
    name_of,
    parts,
    ranks,
    renamed,
    replaced,
    several,
    told,
    zone_of,
)
from hoyle.misreadings.rule_file import Headed, RuleFile
from spec import syntax as s
from spec.ir import nodes as ir
from spec.text.source import Span

COMPARED: tuple[s.BinaryOp, ...] = (
    "=", "!=", "<", ">", "<=", ">=", "next to", "one above", "one below", "can be",
)  # fmt: skip
"""The words between two values that make a condition of them."""
ONE_OF_THEM, EACH_OF_THEM = "one such card is enough", "every card has to be one"
OTHER_END = {"bottom": "top", "top": "bottom"}
"""For each word of a pile's end the other one."""


def one_or_several(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What may be done with several cards at once may be done with one alone."""
    for move in rules.moves:
        for choice in move.choices:
            if not several(choice) or not _may_be_one(rules, choice):
                continue
            for clause in rules.clauses(move, s.LegalClause):
                if not clause.permit or not ranks(rules, clause.when) or _has_size(rules, choice.name.text, clause):
                    continue
                draft = new(f"{clause.head.name.text}_with_several", "one_only")
                draft.narrowed(clause, f"size of {choice.name.text} = 1")
                yield draft.asks(
                    f"May several cards be chosen at once for {told(rules, move)}, by {told(rules, clause)}?", "yes",
                    "no, one card only",
                )  # fmt: skip


def _may_be_one(rules: RuleFile, choice: s.ChoiceText) -> bool:
    match choice.choice:
        case s.CountCards(least):
            return least == 1
        case s.ShapeFrom(shapes):
            return any(rules.shapes[n.text].least == 1 for n in shapes if n.text in rules.shapes)
        case _:
            return False


def _has_size(rules: RuleFile, name: str, clause: s.LegalClause) -> bool:
    """Does a condition say how many cards there are, itself or by a shape of several?"""
    shapes = {i.shape.text for i in parts(clause.when) if isinstance(i, s.IsA) and not i.negated}
    several_ = any(rules.shapes[x].least != 1 for x in shapes if x in rules.shapes)
    return several_ or any(_about_size(name, p) for p in parts(clause.when))


def _about_size(name: str, e: s.Expr) -> bool:
    return any(n.name.text == "size" and [name_of(a) for a in n.args] == [name] for n in all_in(e, s.Applied))


def some_or_every(rules: RuleFile, new: New) -> Iterator[Asked]:
    """One such card is enough, or every one has to be such a card."""
    for item in rules.headed:
        if isinstance(item, s.StepFlow | s.MoveSection | s.ValuesSection | s.ShapeSection):
            continue
        for node in all_in(item, s.Quantified):
            over = node.binder.over
            if not isinstance(over, s.OverTheCards) or node.cond is None:
                continue
            if not isinstance(over.cards, s.Word) or rules.holder(node) is not item or over.cards.text in rules.zones:
                continue
            match node.kind:
                case "some":
                    other, link, was, otherwise = "every", "has", ONE_OF_THEM, EACH_OF_THEM
                case "every":
                    other, link, was, otherwise = "some", "with", EACH_OF_THEM, ONE_OF_THEM
                case "no" | "exactly one" | "count":
                    continue
                case _:
                    assert_never(node.kind)
            text = f"({other} {node.binder.name.text} in {rules.slice(over.cards)} {link} {rules.slice(node.cond)})"
            draft = new(f"{item.head.name.text}_{other}", f"{other}_card").instead(item, (node.span, text))
            for user in _users(rules, item):
                draft.touching(user)
            said = rules.spoken(node.cond)
            yield draft.asks(
                f"For {told(rules, item)}: of the cards, must one be such that {said}, or every one?", was, otherwise,
            )  # fmt: skip


def _users(rules: RuleFile, item: Headed) -> Iterator[Headed]:
    """The clauses that use a definition themselves."""
    if isinstance(item, s.DefineSection):
        name = item.head.name.text
        for other in rules.headed:
            if not isinstance(other, s.LegalClause | s.OutcomeClause | s.EndClause) or other.when is None:
                continue
            if any(name_of(n) == name for n in (*all_in(other.when, s.Applied), *all_in(other.when, s.Word))):
                yield other


def which_card(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What is said of the first of several cards holds of the last, or of each of them."""
    for move in rules.moves:
        chosen = {c.name.text for c in move.choices if several(c)}
        for clause in rules.clauses(move, s.LegalClause):
            for node in all_in(clause.when, s.Applied) if clause.when is not None else ():
                end = node.name.text
                if end not in OTHER_END or [name_of(a) in chosen for a in node.args] != [True]:
                    continue
                other, name = OTHER_END[end], name_of(node.args[0])
                draft = new(f"{clause.head.name.text}_of_{other}", f"{other}_card")
                draft.instead(clause, (node.span, f"{other} of {name}"))
                yield draft.asks(
                    f"Which of the cards does {told(rules, clause)} of {told(rules, move)} look at?",
                    f"the {end} one", f"the {other} one", 0.5,
                )  # fmt: skip
                atom = _around(rules, clause.when, node)
                if atom is not None:
                    draft = new(f"{clause.head.name.text}_of_each", "every_card")
                    text = f"(every {rules.bound[0]} in {name} has {replaced(rules, atom, (node, rules.bound[0]))})"
                    draft.instead(clause, (atom.span, text))
                    yield draft.asks(
                        f"Does {told(rules, clause)} of {told(rules, move)} look at one of the cards, or at each?",
                        f"at the {end} one", "at each", 0.9,
                    )  # fmt: skip


def _around(rules: RuleFile, when: s.Expr | None, node: s.Applied) -> s.Applied | s.Binary | None:
    """The smallest condition in which a card is named."""
    if when is None:
        return None
    found: list[s.Applied | s.Binary] = [*all_in(when, s.Applied), *all_in(when, s.Binary)]
    found = [n for n in found if n is not node and _is_condition(rules, n)]
    inside = [n for n in found if n.span.start <= node.span.start and node.span.end <= n.span.end]
    return min(inside, key=lambda n: n.span.end - n.span.start, default=None)


def _is_condition(rules: RuleFile, e: s.Applied | s.Binary) -> bool:
    """Is it yes or no?"""
    if isinstance(e, s.Binary):
        return e.op in COMPARED
    return any(d.source.label == e.name.text and isinstance(d.type, ir.Bool) for d in rules.game.defines)


def greatest_or_least(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Of several cards the lowest counts, and not the highest; or the other way round."""
    for item in rules.headed:
        if not isinstance(item, s.DefineSection | s.OutcomeClause | s.DoesClause | s.RoutineSection):
            continue
        for node in all_in(item, s.Aggregate):
            over = node.binder.over
            if (
                node.kind not in ("least", "greatest")
                or not isinstance(over, s.OverTheCards)
                or rules.holder(node) is not item
            ):
                continue
            other = "least" if node.kind == "greatest" else "greatest"
            draft = new(f"{item.head.name.text}_{other}", "lowest" if other == "least" else "highest")
            text = rules.slice(node)
            draft.instead(item, (node.span, f"{other}{text[len(node.kind) :]}"))
            yield draft.asks(
                f"Which of several cards counts for {told(rules, item)}: that with the {node.kind} or the {other}"
                f" {rules.spoken(node.value)}?", f"the {node.kind}", f"the {other}", 1.1,
            )  # fmt: skip


def one_by_one(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Cards that are laid together are laid one by one, and each is judged when it lies."""
    for move in rules.moves:
        for choice in (c for c in move.choices if several(c)):
            name = choice.name.text
            for clause in rules.clauses(move, s.DoesClause):
                mine = [e for e in clause.body if _about(e, name)]
                moved = [e for e in mine if isinstance(e, s.MoveCards)]
                judged = [e for e in mine if isinstance(e, s.Perform)]
                if len(moved) != 1 or not judged or len(mine) != len(moved) + len(judged):
                    continue
                source = "" if moved[0].source is not None else f" from {_from(rules, choice)}"
                one = rules.bound[0]
                lines = [f"for each {one} in {name}:"]
                for effect in mine:
                    said = renamed(rules.slice(effect), name, one)
                    if effect is moved[0] and source:
                        said = said.replace(f"move {one}", f"move {one}{source}", 1)
                    lines.append(f"  {said}")
                rest = [rules.slice(e) for e in clause.body if e not in mine]
                body = clause.body
                first, last = body[0].span.start, body[-1]
                column = "      "
                block = "".join(f"\n{column}{line}" for line in (*lines, *rest))
                end = first + len(rules.content[first : last.span.end].rstrip())
                draft = new(f"{move.head.name.text}_one_by_one", "one_by_one")
                at = rules.content.rindex(":", clause.span.start, first)
                draft.instead(clause, (Span(at + 1, end), block))
                yield draft.asks(
                    f"Are several cards that are chosen for {told(rules, move)} judged together, or one by one?",
                    "once, when all of them lie", "one by one, as each of them is laid",
                )  # fmt: skip


def _about(effect: s.Effect, name: str) -> bool:
    return any(w.text == name for w in all_in(effect, s.Word))


def _from(rules: RuleFile, choice: s.ChoiceText) -> str:
    chosen = choice.choice
    assert isinstance(chosen, s.CountCards | s.ShapeFrom)
    return rules.slice(chosen.cards)


def once_or_each(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What one such card brings about comes about for each of them."""
    for outcome in rules.outcomes:
        for clause in rules.clauses(outcome, s.OutcomeClause):
            found = _counted(rules, clause.when)
            if found is None:
                continue
            for holder, added in _additions(rules, clause):
                cards, var, cond = found
                text = f"(number of {var} in {cards} with {cond})"
                draft = new(f"{clause.head.name.text}_for_each", "for_each")
                assert added.value is not None
                draft.instead(holder, (added.value.span, text)).touching(clause)
                yield draft.asks(
                    f"Does {told(rules, clause)} of {told(rules, outcome)} happen once, or once for each such card?",
                    "once", "once for each card",
                )  # fmt: skip


def _counted(rules: RuleFile, when: s.Expr | None) -> tuple[str, str, str] | None:
    """Some cards of which one has to be such: the cards, a name for one, and how it has to be."""
    match when:
        case s.Quantified("some", s.Binder(var, s.OverTheCards(s.Word(cards))), cond) if cond is not None:
            return cards, var.text, rules.slice(cond)
        case s.Applied(s.Name(name), (s.Word(cards),)) if name in rules.defines:
            define = rules.defines[name]
            found = _counted(rules, define.body)
            if found is None or len(define.params) != 1 or found[0] != define.params[0].name.text:
                return None
            return cards, found[1], found[2]
        case _:
            return None


def _additions(rules: RuleFile, clause: s.OutcomeClause) -> Iterator[tuple[Headed, s.Becomes]]:
    """Where a clause adds one to something, itself or by a routine that is given the same cards."""
    for effect in clause.body:
        match effect:
            case s.Becomes(_, s.Number(1), True):
                yield clause, effect
            case s.Perform("do", s.Name(name)) if name in rules.routines:
                for inner in rules.routines[name].body:
                    if isinstance(inner, s.Becomes) and inner.added and isinstance(inner.value, s.Number):
                        yield rules.routines[name], inner
            case _:
                pass


def what_goes_along(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where a pile moves, only the card moves that is spoken of."""
    for move in rules.moves:
        piles = {c.name.text for c in move.choices if isinstance(c.choice, s.OneOf)}
        for clause in rules.clauses(move, s.DoesClause):
            for effect in all_in(clause, s.MoveCards):
                if effect.cards is not None or not isinstance(effect.source, s.Word) or effect.source.text not in piles:
                    continue
                name = effect.source.text
                ends = [n.name.text for c in rules.clauses(move, s.LegalClause) for n in all_in(c, s.Applied)
                        if n.name.text in ("top", "bottom") and [name_of(a) for a in n.args] == [name]]  # fmt: skip
                if not ends:
                    continue
                text = f"move {ends[0]} of {name} from {name} {effect.way} {rules.slice(effect.target)}"
                draft = new(f"{move.head.name.text}_takes_along", "one_card").instead(
                    clause, (_whole(rules, effect), text)
                )
                yield draft.asks(
                    f"What goes along by {told(rules, move)}: the whole pile, or the {ends[0]} card alone?",
                    "the whole pile", f"the {ends[0]} card alone",
                )  # fmt: skip


def _whole(rules: RuleFile, effect: s.Effect) -> Span:
    end = effect.span.start + len(rules.slice(effect))
    return Span(effect.span.start, end)


def where_it_goes(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Cards that are out of the game go back under the stack from which players draw."""
    outside = [item for item in rules.headed if not isinstance(item, s.MoveSection)]
    drawn = [e for item in outside for e in movements(item) if isinstance(e, s.DrawCards | s.Fill)]
    sources = [rules.slice(e.source) for e in drawn if zone_of(rules, e.source)]
    if not sources:
        return
    taken = {
        zone_of(rules, e.source) for item in rules.headed for e in all_in(item, s.MoveCards) if e.source is not None
    }
    taken |= {zone_of(rules, e.source) for e in drawn}
    looked = {name_of(a) for item in rules.headed for n in all_in(item, s.Applied) for a in n.args} & set(rules.zones)
    for move in rules.moves:
        for clause in rules.clauses(move, s.DoesClause):
            effects = [e for e in all_in(clause, s.MoveCards) if zone_of(rules, e.target)]
            dead = [e for e in effects if zone_of(rules, e.target) not in taken | looked]
            if not dead:
                continue
            deck = next((x for x in sources if rules.zones[x.split()[0]].index), sources[0])
            deck = deck if " of " not in deck else f"{deck.split()[0]} of mover"
            draft = new(f"{clause.head.name.text}_goes_back", "under_the_stack")
            changes = []
            for effect in dead:
                said = rules.slice(effect)
                end = "" if effect.cards is None and _ordered(rules, effect) else " in any order"
                at = effect.target.span.start - effect.span.start
                before = said[:at].rsplit(effect.way, 1)[0]
                changes.append((_whole(rules, effect), f"{before}under {deck}{'' if 'in any order' in said else end}"))
            draft.instead(clause, *changes)
            zone = rules.read(zone_of(rules, dead[0].target))
            yield draft.asks(
                f"Where do the cards go by {told(rules, clause)} of {told(rules, move)}?", f"to the {zone}",
                f"under the {rules.read(deck.split()[0])}",
            )  # fmt: skip


def _ordered(rules: RuleFile, effect: s.MoveCards) -> bool:
    zone = zone_of(rules, effect.source)
    return (zone in rules.zones and "stack" in rules.zones[zone].kind) or not zone


def stays_there(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A card that is tried, and fails, stays where it was."""
    for outcome in rules.outcomes:
        params = {p.name.text for p in outcome.params if p.type.text in ("card", "cards")}
        for clause in rules.clauses(outcome, s.OutcomeClause):
            moved = [e for e in clause.body if isinstance(e, s.MoveCards) and name_of(e.cards) in params]
            if len(moved) != 1 or len(clause.body) < 2 or moved[0].source is None:
                continue
            draft = new(f"{clause.head.name.text}_stays", "stays_there").instead(
                clause, (_whole(rules, moved[0]), "nothing")
            )
            yield draft.asks(
                f"By {told(rules, clause)} of {told(rules, outcome)}: does the card move, or stay where it was?",
                f"it goes {moved[0].way} {rules.spoken(moved[0].target)}", "it stays where it was",
            )  # fmt: skip


OPERATORS = (
    Operator("one-or-several", "May several be taken at once, or one only?", "cards", 0.9, one_or_several),
    Operator("some-or-every", "Is one such card enough, or must all be such?", "cards", 1.0, some_or_every),
    Operator("which-card", "Which of the cards is meant?", "cards", 0.9, which_card),
    Operator("greatest-or-least", "Does the highest of them count, or the lowest?", "cards", 0.9, greatest_or_least),
    Operator("one-by-one", "Are they judged together, or one by one?", "cards", 1.2, one_by_one),
    Operator("once-or-each", "Does it happen once, or for each card?", "cards", 1.1, once_or_each),
    Operator("what-goes-along", "Does the rest go along?", "cards", 1.1, what_goes_along),
    Operator("where-it-goes", "Where do these cards go?", "cards", 1.0, where_it_goes),
    Operator("stays-there", "Does the card move, or stay?", "cards", 1.0, stays_there),
)
