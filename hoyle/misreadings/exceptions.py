"""Ways of misreading exceptions: how far one goes, what it rules out, and whether it is one at all."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    RANKS,
    all_in,
    bracketed,
    called,
    joined,
    name_of,
    named,
    of_cards,
    parts,
    ranks,
    several,
    told,
    without_part,
)
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.worded import said
from spec import syntax as s

OPPOSITES = (frozenset({"=", "!="}), frozenset({"<", ">="}), frozenset({">", "<="}))
"""Comparisons of which one holds where the other does not."""


def no_exception(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where nothing happens by way of exception, what happens else happens too."""
    for outcome in rules.outcomes:
        clauses = [c for c in rules.clauses(outcome, s.OutcomeClause) if c.when is not None]
        for exception in clauses:
            if not all(isinstance(e, s.Nothing) for e in exception.body):
                continue
            for rule in clauses:
                part = _spared(rules, rule, exception)
                if part is None or rule.when is None:
                    continue
                draft = new(f"{exception.head.name.text}_is_no_exception", "as_else")
                draft.only_as_written(exception).instead(rule, without_part(rules, rule.when, part))
                yield draft.asks(
                    f"By {told(rules, exception)} nothing happens. Does {told(rules, rule)} happen there after all?",
                    "no", "yes", 1.1,
                )  # fmt: skip


def _spared(rules: RuleFile, rule: s.OutcomeClause, exception: s.OutcomeClause) -> s.Expr | None:
    """The part of a rule's condition that keeps it from what an exception names, all else being the same."""
    own, other = parts(rule.when), parts(exception.when)
    for part in own:
        rest = {rules.spoken(p) for p in own if p is not part}
        left = [p for p in other if rules.spoken(p) not in rest]
        if len(left) == 1 and len(other) == len(own) and _opposite(rules, part, left[0]):
            return part
    return None


def _opposite(rules: RuleFile, a: s.Expr, b: s.Expr) -> bool:
    match a, b:
        case s.Binary(op, left, right), s.Binary(other, left2, right2):
            same = rules.spoken(left) == rules.spoken(left2) and rules.spoken(right) == rules.spoken(right2)
            return same and frozenset({op, other}) in OPPOSITES
        case s.Unary("not", item), _:
            return rules.spoken(item) == rules.spoken(b)
        case _, s.Unary("not", item):
            return rules.spoken(item) == rules.spoken(a)
        case _:
            return False


def exception_only(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where a player may do something for want of all else, nothing else may be done."""
    for move in rules.moves:
        chosen = {c.name.text for c in move.choices}
        permits = [c for c in rules.clauses(move, s.LegalClause) if c.permit and c.when is not None]
        for clause in permits:
            own = parts(clause.when)
            others = [{rules.spoken(p) for p in parts(c.when)} for c in permits if c is not clause]
            situation = [p for p in own if not _names(p) & chosen and _in_want(rules, p)]
            shared = [p for p in own if any(rules.spoken(p) in other for other in others) and p not in situation]
            about = [p for p in shared if not _common(rules, p, others)]
            if not situation or not about or not set(map(id, own)) <= set(map(id, (*situation, *shared))):
                continue
            common = [p for p in shared if p not in about]
            holds = " and ".join(bracketed(rules, p) for p in (*common, *situation))
            draft = new(f"{clause.head.name.text}_and_no_more", "nothing_else")
            draft.forbidding(move, f"{holds} and not ({joined(rules, tuple(about))})").touching(clause)
            yield draft.asks(
                f"Where {said(rules, situation[0])}: is {told(rules, clause)} all that a player may do by"
                f" {told(rules, move)}?",
                "no, other reasons hold there as well", "yes, there is no other way", 1.1,
            )  # fmt: skip


def _names(e: s.Expr) -> set[str]:
    return named(e) | {name_of(e)}


def _in_want(rules: RuleFile, e: s.Expr) -> bool:
    """Does a condition say that nothing of a kind can be done, or that everything is of a kind?"""
    return any(n.kind in ("no", "every") for part in called(rules, e) for n in all_in(part, s.Quantified)) or any(
        n.negated for part in called(rules, e) for n in all_in(part, s.CanDo)
    )


def _common(rules: RuleFile, part: s.Expr, others: list[set[str]]) -> bool:
    """Does a part stand in most of the other permissions too, so that it only names the case?"""
    return sum(rules.spoken(part) in other for other in others) > len(others) / 2 and not any(
        n.name.text == "size" for n in all_in(part, s.Applied)
    )


def only_there(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A kind of card that has a place of its own goes nowhere else."""
    for move in rules.moves:
        for choice in (c for c in move.choices if of_cards(c)):
            for clause in rules.clauses(move, s.LegalClause):
                rank = ranks(rules, clause.when)
                if not clause.permit or len(rank) != 1 or clause.when is None or len(parts(clause.when)) < 2:
                    continue
                kind, name = next(iter(rank)), choice.name.text
                word = RANKS.get(kind, kind)
                one = rules.bound[0]
                card = f"some {one} in {name} with {one} is {kind}" if several(choice) else f"{name} is {kind}"
                draft = new(f"the_{word}_only_by_{clause.head.name.text}", "only_there")
                draft.forbidding(move, f"({card}) and not ({rules.slice(clause.when)})").touching(clause)
                yield draft.asks(
                    f"{told(rules, clause)} gives the {word} a place by {told(rules, move)}: may it be chosen in other"
                    " places too?",
                    "yes, like any card", "no, there alone",
                )  # fmt: skip


def alone_there(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A kind of card on which a prohibition hangs may not be one of several."""
    for move in rules.moves:
        for choice in (c for c in move.choices if several(c)):
            name = choice.name.text
            for clause in rules.clauses(move, s.LegalClause):
                items = parts(clause.when)
                of_rank = [p for p in items if len(ranks(rules, p)) == 1 and name in named(p)]
                sizes = [p for p in items if any(n.name.text == "size" for n in all_in(p, s.Applied))]
                rest = [p for p in items if p not in of_rank and name not in named(p)]
                if clause.permit or len(of_rank) < 1 or sizes or not rest or len(items) < 3:
                    continue
                kind = next(iter(ranks(rules, of_rank[0])))
                holds = " and ".join(bracketed(rules, p) for p in (*rest, of_rank[0]))
                draft = new(f"{clause.head.name.text}_goes_alone", "alone")
                draft.forbidding(move, f"{holds} and size of {name} > 1").touching(clause)
                yield draft.asks(
                    f"Where {said(rules, rest[0])}: may a {RANKS.get(kind, kind)} be one of several cards by"
                    f" {told(rules, move)}?",
                    "yes", "no, it goes alone",
                )  # fmt: skip


OPERATORS = (
    Operator("no-exception", "Is that an exception?", "clauses", 1.0, no_exception),
    Operator("exception-only", "Does the exception rule out all else?", "clauses", 0.9, exception_only),
    Operator("only-there", "May it go elsewhere too?", "clauses", 0.9, only_there),
    Operator("alone-there", "May it be one of several?", "clauses", 0.8, alone_there),
)
