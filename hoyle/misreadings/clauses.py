"""Ways of misreading which clauses there are, what each hangs on, and which counts for more."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, Draft
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    RANKS,
    all_in,
    article,
    move_called,
    name_of,
    of_cards,
    parts,
    ranks,
    several,
    told,
    turn_of,
    without_part,
)
from hoyle.misreadings.rule_file import Headed, RuleFile
from hoyle.misreadings.surgery import extent, span_of
from hoyle.misreadings.worded import said
from spec import syntax as s
from spec.text.source import Span

WHENS = (s.LegalClause, s.OutcomeClause, s.DoesClause, s.EndClause, s.StepFlow, s.AskFlow)


def needless_condition(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A part of a condition does not matter; a clause holds without it."""
    for owner, clause, when in _conditions(rules):
        items = parts(when)
        for item in items:
            if len(items) == 1 and (isinstance(clause, s.OutcomeClause | s.EndClause) or _forbids(clause)):
                continue
            if _only_names_cards(owner, item):
                continue
            label = clause.head.name.text
            draft = new(f"{label}_in_any_case", "needless").instead(clause, without_part(rules, when, item))
            what = f"Does {told(rules, clause)}{_of(rules, owner, clause)} hang on this: {said(rules, item)}?"
            yield draft.asks(what, "yes", "no, it holds without that too", _likely(rules, clause, items, item))


def _conditions(rules: RuleFile) -> Iterator[tuple[s.MoveSection | s.OutcomeSection | None, Headed, s.Expr]]:
    for owner in rules.owners:
        found = [i for i in owner.items if isinstance(i, s.LegalClause | s.OutcomeClause | s.DoesClause)]
        for clause in sorted(found, key=lambda i: isinstance(i, s.DoesClause)):
            if clause.when is not None and rules.live(clause):
                yield owner, clause, clause.when
    for end in rules.ends:
        if end.when is not None:
            yield None, end, end.when
    for item, loops in rules.flow:
        if isinstance(item, s.StepFlow | s.AskFlow) and item.when is not None and rules.live(item) and turn_of(loops):
            yield None, item, item.when


def _forbids(clause: Headed) -> bool:
    return isinstance(clause, s.LegalClause) and not clause.permit


def _only_names_cards(owner: object, item: s.Expr) -> bool:
    """Does a condition only say which shape was chosen, or that a place which is needed is there?"""
    chosen = {c.name.text for c in owner.choices} if isinstance(owner, s.MoveSection) else set()
    return isinstance(item, s.IsA) and isinstance(item.item, s.Word) and item.item.text in chosen


def _of(rules: RuleFile, owner: s.MoveSection | s.OutcomeSection | None, clause: Headed) -> str:
    named = owner is not None and owner.head.name.text != clause.head.name.text
    return f" of {told(rules, owner)}" if owner is not None and named else ""


def _likely(rules: RuleFile, clause: Headed, items: tuple[s.Expr, ...], item: s.Expr) -> float:
    """A permission that is not cited by itself, or only holds for want of something else, is most readily misread."""
    wanting = (isinstance(item, s.Quantified) and item.kind in ("no", "every")) or isinstance(item, s.CanDo)
    sure = isinstance(item, s.IsEmpty) and item.negated
    uncited = isinstance(clause, s.LegalClause) and not rules.own_cites(clause)
    return (1.5 if wanting else 0.5 if sure else 1.0) * (1.2 if uncited else 1.0)


def not_forbidden(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What a clause forbids is allowed; the same prohibition of several moves goes with all of them."""
    groups: dict[str, list[tuple[s.MoveSection, s.LegalClause]]] = {}
    for move in rules.moves:
        for clause in rules.clauses(move, s.LegalClause):
            if not clause.permit:
                groups.setdefault(
                    f"{clause.head.name.text}: {'' if clause.when is None else rules.spoken(clause.when)}", []
                ).append((move, clause))
    for found in groups.values():
        move, clause = found[0]
        draft = new(f"{clause.head.name.text}_allowed", "allowed")
        for _, one in found:
            draft.only_as_written(one)
        for effect in _counts(rules, found):
            end = extent(rules.content, effect.span).end
            draft.edit(Span(end, end), f" under {draft.as_written}")
        where = "" if clause.when is None else f" where {said(rules, clause.when)}"
        uncited = not any(rules.own_cites(one) for _, one in found)
        yield draft.asks(f"May a player choose {told(rules, move)}{where}?", "no", "yes", 1.3 if uncited else 1.0)


def _counts(rules: RuleFile, found: list[tuple[s.MoveSection, s.LegalClause]]) -> Iterator[s.Becomes]:
    """What the moves count for some prohibitions alone: without these nobody counts, and no number is too large."""
    read = [n for clause in (c for _, c in found) if clause.when is not None for n in all_in(clause.when, s.Word)]
    fields = {n.text for n in read if n.text in rules.fields and not rules.fields[n.text].index}
    counts = [
        e for move, _ in found for does in rules.clauses(move, s.DoesClause) for e in does.body
        if isinstance(e, s.Becomes) and e.added and isinstance(e.target, s.Word) and e.target.text in fields
    ]  # fmt: skip
    known = {span_of(n) for n in read} | {span_of(e.target) for e in counts}
    others = {
        n.text for section in rules.file.sections if not isinstance(section, s.ClaimSection | s.ExampleSection)
        for n in all_in(section, s.Word) if n.span not in known
    }  # fmt: skip
    for effect in counts:
        if name_of(effect.target) not in others:
            yield effect


def not_permitted(rules: RuleFile, new: New) -> Iterator[Asked]:
    """One permission among several is none: a move is allowed only for the other reasons."""
    for move in rules.moves:
        permits = [c for c in rules.clauses(move, s.LegalClause) if c.permit]
        if len(permits) < 2:
            continue
        for clause in permits[1:]:
            if clause.when is None or any(_only_names_cards(move, p) for p in parts(clause.when)):
                continue
            draft = new(f"{clause.head.name.text}_is_no_reason", "not_by_itself").only_as_written(clause)
            yield draft.asks(
                f"May a player choose {told(rules, move)} where {said(rules, clause.when)}, with no other reason?",
                "yes",
                "no",
            )


def other_way_round(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where two clauses hold at once the other one counts for more."""
    for owner in rules.owners:
        for item in owner.items:
            if isinstance(item, s.Precedence) and item.under is None:
                yield from _turned(rules, new, owner, item)


def _turned(rules: RuleFile, new: New, owner: s.MoveSection | s.OutcomeSection, item: s.Precedence) -> Iterator[Asked]:
    found = (i for i in owner.items if isinstance(i, s.LegalClause | s.OutcomeClause) and rules.live(i))
    named = {c.head.name.text: c for c in found}
    ranks = [[n.text for n in rank] for rank in item.items]
    for at in range(len(ranks) - 1):
        above, below = ranks[at], ranks[at + 1]
        pairs = [(a, b) for a in above for b in below]
        if len(pairs) != 1 or not all(name in named for name in pairs[0]):
            continue
        better, worse = named[pairs[0][0]], named[pairs[0][1]]
        if _forbids(better) or (isinstance(worse, s.OutcomeClause) and worse.when is None):
            continue  # a prohibition over a permission is what it is there for; what happens otherwise is last
        draft = new(f"{worse.head.name.text}_over_{better.head.name.text}", "other_way_round")
        turned = [*ranks[:at], below, above, *ranks[at + 2 :]]
        chain = " > ".join(", ".join(rank) for rank in turned)
        _order(rules, draft, item, chain)
        draft.touching(better, worse)
        yield draft.asks(
            f"Where both {told(rules, better)} and {told(rules, worse)} apply, which counts?", told(rules, better),
            told(rules, worse), 0.7 if item.cites else 1.4,
        )  # fmt: skip


def _order(rules: RuleFile, draft: Draft, item: s.Precedence, chain: str) -> None:
    """A precedence that is another one in the other reading."""
    start, last = item.items[0][0].span.start, item.items[-1][-1].span.end
    end = item.cites[-1].span.end if item.cites else last
    tail = rules.content[last:end]
    column = " " * (item.span.start - rules.content.rfind("\n", 0, item.span.start) - 1)
    draft.edit(Span(end, end), f" under {draft.as_written}\n{column}precedence {chain}{tail} under {draft.otherwise}")
    assert start > item.span.start


def special_too(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A rule for all cards does not take in those that have a rule of their own beside it."""
    for move in rules.moves:
        clauses = rules.clauses(move, s.LegalClause)
        own = {c.head.name.text: ranks(rules, c.when) for c in clauses}
        for choice in (c for c in move.choices if of_cards(c)):
            for clause in clauses:
                special = {
                    r for name, found in own.items() if name != clause.head.name.text and len(found) == 1 for r in found
                }
                for rank in sorted(special - own[clause.head.name.text]) if clause.permit else ():
                    yield _excluded(rules, new, move, choice, clause, rank)


def _excluded(
    rules: RuleFile, new: New, move: s.MoveSection, choice: s.ChoiceText, clause: s.LegalClause, rank: str
) -> Asked:
    name, word = choice.name.text, RANKS.get(rank, rank)
    draft = new(f"{clause.head.name.text}_with_{RANKS.get(rank, f'the_{rank}')}", "not_these")
    one = rules.bound[0]
    draft.narrowed(clause, f"no {one} in {name} with {one} is {rank}" if several(choice) else f"{name} is not {rank}")
    return draft.asks(
        f"There is a rule of its own for {article(word)}: does {told(rules, clause)} of {told(rules, move)} hold for"
        " it too?",
        "yes, as for all cards",
        "no",
    )


def not_both(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Of two reasons for which a move is allowed just one may hold, not both."""
    for move in rules.moves:
        permits = [c for c in rules.clauses(move, s.LegalClause) if c.permit and c.when is not None]
        permits = [c for c in permits if not any(_only_names_cards(move, p) for p in parts(c.when))]
        if len(permits) != 2 or len(rules.clauses(move, s.LegalClause)) > 2:
            continue
        one, two = permits
        assert one.when is not None
        assert two.when is not None
        draft = new(f"{move.head.name.text}_for_one_reason", "just_one")
        draft.forbidding(move, f"({rules.slice(one.when)}) and ({rules.slice(two.when)})").touching(one, two)
        yield draft.asks(
            f"May a player choose {told(rules, move)} where both {told(rules, one)} and {told(rules, two)} hold?",
            "yes", "no, just one of the two may hold", 0.6,
        )  # fmt: skip


def no_such_move(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A kind of move that another part of the text names than the rest is no move at all."""
    for ask, _ in rules.choices:
        moves = [m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None]
        if len(moves) < 3:
            continue
        for move in moves[1:]:
            own = {c.text.rpartition("/")[0] for c in move.head.cites}
            heads = [ask.head, *(m.head for m in moves if m is not move)]
            others = {c.text.rpartition("/")[0] for head in heads for c in head.cites}
            if own and not own & others and sum(m is move for m in moves) == 1 and _once(rules, move):
                draft = new(f"{move.head.name.text}_is_a_move", "no_move").only_as_written(move)
                yield draft.asks(f"Is {told(rules, move)} a move at all?", "yes", "no", 1.0)


def _once(rules: RuleFile, move: s.MoveSection) -> bool:
    return sum(move.head.name.text in {n.text for n in ask.moves} for ask, _ in rules.choices) == 1


OPERATORS = (
    Operator("needless-condition", "Does this hang on that?", "clauses", 0.8, needless_condition),
    Operator("not-forbidden", "May it be done even so?", "clauses", 0.8, not_forbidden, endless=True),
    Operator("not-permitted", "Is that a reason of its own?", "clauses", 0.8, not_permitted),
    Operator("other-way-round", "Which of the two counts, where both apply?", "clauses", 0.9, other_way_round),
    Operator("special-too", "Does the rule for all take in what has a rule of its own?", "clauses", 0.8, special_too),
    Operator("not-both", "May both be true, or just one?", "clauses", 0.6, not_both),
    Operator("no-such-move", "Is that a move at all?", "clauses", 0.9, no_such_move),
)
