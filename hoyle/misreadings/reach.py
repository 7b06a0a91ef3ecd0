"""Ways of misreading how far a rule reaches: to another move, to another shape, to what lies on top, to more cards than
are needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    all_in,
    bracketed,
    called,
    joined,
    movements,
    named,
    of_cards,
    parts,
    renamed,
    several,
    told,
)
from hoyle.misreadings.rule_file import RuleFile
from spec import syntax as s


def same_conditions(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A move that puts a card where another move puts cards is bound by the other's conditions."""
    for free in rules.moves:
        chosen = [c for c in free.choices if isinstance(c.choice, s.OneCard)]
        if len(free.choices) != 1 or not chosen or any(c.when for c in rules.clauses(free, s.LegalClause)):
            continue
        name = chosen[0].name.text
        source = rules.slice(chosen[0]).partition(" from ")[2]
        for bound in rules.moves:
            if bound is free or len(bound.choices) != 1 or not of_cards(bound.choices[0]):
                continue
            if not _targets(rules, free) & _targets(rules, bound):
                continue
            permits = [c for c in rules.clauses(bound, s.LegalClause) if c.permit]
            if not permits or any(c.when is None for c in permits):
                continue
            conditions = [_of_one(rules, c.when, bound.choices[0].name.text) for c in permits if c.when is not None]
            either = " or ".join(f"({condition})" for condition in conditions)
            one = rules.bound[0]
            its, others = _as_card(either, name), _as_card(either, one)
            if one not in others or not source:
                continue
            draft = new(f"{free.head.name.text}_bound_as_{bound.head.name.text}", "bound")
            draft.forbidding(free, f"not ({its}) and some {one} in {source} with ({others})").touching(*permits)
            yield draft.asks(
                f"Do the conditions on {told(rules, bound)} hold for {told(rules, free)} too?", "no, any card will do",
                "yes, as far as the player has such a card", 0.9,
            )  # fmt: skip


ITSELF = "zz_chosen"


def _of_one(rules: RuleFile, when: s.Expr, name: str) -> str:
    return renamed(re.sub(rf"\b(bottom|top) of {name}\b", ITSELF, rules.slice(when)), name, ITSELF)


def _as_card(condition: str, name: str) -> str:
    return renamed(condition, ITSELF, name)


def _targets(rules: RuleFile, move: s.MoveSection) -> set[str]:
    """Where a move puts cards, in the words of the file; only what is named without a choice of the move."""
    own = {c.name.text for c in move.choices}
    found = (m for c in rules.clauses(move, s.DoesClause) for m in movements(c) if isinstance(m, s.MoveCards))
    return {rules.spoken(m.target) for m in found if not named(m.target) & own}


def in_another_shape(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What is granted to cards of a kind in one shape is granted to another shape that holds one of them."""
    for move in rules.moves:
        shapes = _shapes(move)
        for clause in rules.clauses(move, s.LegalClause):
            own = parts(clause.when)
            shape = [p for p in own if isinstance(p, s.IsA)]
            kind = [p for p in own if isinstance(p, s.Quantified) and p.kind == "every"]
            if not clause.permit or len(own) != 2 or len(shape) != 1 or len(kind) != 1:
                continue
            was = rules.slice(shape[0])
            here = next((name for name in shapes if re.search(rf"\b{name}$", was)), "")
            beaten = _beaten(rules, move)
            for other in sorted(shapes - {here}) if here else ():
                label = rules.free(f"{clause.head.name.text}_in_{other}")
                some = re.sub(r"^every\b(.*?)\bhas\b", r"some\1with", rules.slice(kind[0]))
                there = re.sub(rf"an? {here}$", f"a {other}", was)
                draft = new(f"{clause.head.name.text}_in_a_{other}", "there_too")
                cites = cited(clause, move)
                text = f"permit {label}{cites} under {draft.otherwise} when {there} and {some}"
                if beaten:
                    text += f"\n  precedence {label} > {', '.join(beaten)}{cites} under {draft.otherwise}"
                draft.beside(clause, text)
                yield draft.asks(
                    f"Is what {told(rules, clause)} allows by {told(rules, move)} allowed for a {rules.read(other)}"
                    " with one such card, too?",
                    "no", "yes", 0.9,
                )  # fmt: skip


def _shapes(move: s.MoveSection) -> set[str]:
    return {n.text for c in move.choices if isinstance(c.choice, s.ShapeFrom) for n in c.choice.shapes}


def _beaten(rules: RuleFile, move: s.MoveSection) -> list[str]:
    """The prohibitions of a move that give way to some permission."""
    forbids = {c.head.name.text for c in rules.clauses(move, s.LegalClause) if not c.permit}
    orders = [i for i in move.items if isinstance(i, s.Precedence)]
    return sorted({n.text for o in orders for rank in o.items[1:] for n in rank} & forbids)


def what_must_be_beaten(rules: RuleFile, new: New) -> Iterator[Asked]:
    """After a card that goes on anything the next play is held against it, or against what lay beneath."""
    for outcome in rules.outcomes:
        if len(outcome.params) != 1:
            continue
        own = outcome.params[0].name.text
        for clause in rules.clauses(outcome, s.OutcomeClause):
            effect = clause.body[-1]
            if len(clause.body) != 1 or not isinstance(effect, s.Becomes) or not isinstance(effect.target, s.Word):
                continue
            field = effect.target.text
            if field not in rules.fields or effect.value is None or own not in named(effect.value):
                continue
            for move, permit, condition in _exempt(rules, field):
                label = rules.free(f"{permit.head.name.text}_leaves_it")
                named_cards = move.choices[0].name.text
                when = f"{renamed(condition, named_cards, own)} and {field} != {_at_start(rules, field)}"
                draft = new(f"{permit.head.name.text}_on_top", "what_lay_beneath")
                cites = cited(permit, clause, move)
                draft.above(clause, f"{label}{cites} under {draft.otherwise} when {when}: nothing")
                draft.touching(clause, permit)
                yield draft.asks(
                    f"After a card that {told(rules, permit)} lets go on anything: what does {told(rules, move)} have"
                    " to reach?",
                    "that card", "what lay beneath it", 1.0,
                )  # fmt: skip


def _exempt(rules: RuleFile, field: str) -> Iterator[tuple[s.MoveSection, s.LegalClause, str]]:
    """Moves with a permission that outranks a prohibition by a field, and by what kind of cards it does."""
    for move in rules.moves:
        clauses = rules.clauses(move, s.LegalClause)
        if len(move.choices) != 1 or not of_cards(move.choices[0]):
            continue
        barred = {c.head.name.text for c in clauses if not c.permit and field in _reads(rules, c)}
        orders = [i for i in move.items if isinstance(i, s.Precedence)]
        stronger = {
            n.text
            for o in orders
            if barred & {n.text for rank in o.items[1:] for n in rank}
            for n in o.items[0]
        }  # fmt: skip
        name = move.choices[0].name.text
        for clause in clauses:
            own = [p for p in parts(clause.when) if not isinstance(p, s.IsA)]
            stands_out = clause.permit and clause.head.name.text in stronger and field not in _reads(rules, clause)
            of_cards_alone = bool(own) and all(name in named(p) for p in own)
            if stands_out and of_cards_alone and len(parts(clause.when)) <= len(own) + 1 and _of_kind(rules, own):
                yield move, clause, joined(rules, tuple(own))


def _of_kind(rules: RuleFile, own: Sequence[s.Expr]) -> bool:
    """Do all cards have to be of the kind?"""
    return any(q.kind == "every" for p in own for part in called(rules, p) for q in all_in(part, s.Quantified)) or any(
        isinstance(p, s.Binary) for p in own
    )


def _reads(rules: RuleFile, clause: s.LegalClause) -> set[str]:
    return set() if clause.when is None else {n for part in called(rules, clause.when) for n in named(part)}


def _at_start(rules: RuleFile, field: str) -> str:
    start = rules.fields[field].start
    return "0" if start is None else rules.slice(start)


def one_would_do(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Several cards may be laid only where none of them would do alone."""
    for move in rules.moves:
        for choice in (c for c in move.choices if isinstance(c.choice, s.CountCards) and several(c)):
            name = choice.name.text
            clauses = [c for c in rules.clauses(move, s.LegalClause) if c.permit and c.when is not None]
            found = [(c, _for_several(rules, c, name)) for c in clauses]
            reasons = [(c, r) for c, r in found if r is not None]
            if not reasons:
                continue
            there = {rest for _, (rest, _) in reasons}
            if len(there) != 1:
                continue
            alone = " or ".join(bracket for _, (_, bracket) in reasons)
            draft = new(f"{move.head.name.text}_where_one_would_do", "only_if_needed")
            rest = next(iter(there))
            one = rules.bound[0]
            draft.forbidding(move, f"{rest} and some {one} in {name} with ({renamed(alone, name, one)})")
            draft.touching(*(c for c, _ in reasons))
            yield draft.asks(
                f"May several cards be laid by {told(rules, move)} where one of them alone would do?", "yes",
                "no, only where all are needed", 1.0,
            )  # fmt: skip


def _for_several(rules: RuleFile, clause: s.LegalClause, name: str) -> tuple[str, str] | None:
    """Of a reason to lay several cards: what it asks besides the cards, and what it asks of them."""
    own = parts(clause.when)
    sizes = [p for p in own if isinstance(p, s.Binary) and rules.spoken(p.left) == f"size of {name}"]
    about = [p for p in own if p not in sizes and name in named(p)]
    if len(sizes) != 1 or len(about) != 1 or not isinstance(sizes[0].right, s.Number) or sizes[0].right.value < 2:
        return None
    if not isinstance(about[0], s.Applied) or sizes[0].op not in ("=", ">="):
        return None
    rest = [p for p in own if p is not about[0]]
    return joined(rules, tuple(rest)), bracketed(rules, about[0])


OPERATORS = (
    Operator("same-conditions", "Do these conditions hold there too?", "clauses", 0.9, same_conditions),
    Operator("in-another-shape", "Does that hold in another shape too?", "shapes", 0.9, in_another_shape),
    Operator("what-must-be-beaten", "Which card must be beaten next?", "cards", 1.0, what_must_be_beaten),
    Operator("one-would-do", "May more be laid than are needed?", "cards", 1.0, one_would_do),
)
