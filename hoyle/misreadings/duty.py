"""Ways of misreading what a player must do, may do, and may do only for want of something else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    all_in,
    called,
    hands,
    move_called,
    movements,
    named,
    told,
    turn_of,
    zone_of,
)
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.surgery import extent, indent_of
from spec import syntax as s
from spec.text.source import Span


def may_or_must(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A choice that must be made may be passed over, or the other way round."""
    for ask, loops in rules.choices:
        label = ask.head.name.text
        between = rules.content[ask.who.span.end : ask.moves[0].span.start]
        found = re.search(r"may\s+do|does", between)
        if found is None or turn_of(loops) is None:
            continue
        at = Span(ask.who.span.end + found.start(), ask.who.span.end + found.end())
        which = _which(rules, ask)
        if ask.may:
            column, end = indent_of(rules.content, ask.span.start), extent(rules.content, ask.span).end
            unable = () if ask.fallback else ((Span(end, end), f"\n{column}otherwise{cited(ask)}: nothing"),)
            draft = new(f"must_{label}", "must").instead(ask, (at, "does"), *unable)
            yield draft.asks(f"Must a player who can choose {which}?", "no, it may be left", "yes")
        elif len(ask.moves) > 1:
            draft = new(f"may_pass_at_{label}", "may_pass").instead(ask, (at, "may do"))
            yield draft.asks(
                f"Must a player choose {which}, or may the choice be passed over?",
                "one of these has to be chosen",
                "it may be passed over",
            )
            if any(n.move is None for end in rules.ends if end.when is not None for n in all_in(end.when, s.CanDo)):
                yield _passing(rules, new, ask, which)


def _passing(rules: RuleFile, new: New, ask: s.AskFlow, which: str) -> Asked:
    """To pass is a move like the others, so that nobody is ever without a move."""
    move = rules.free("pass_by")
    draft = new(f"passing_at_{ask.head.name.text}", "a_move")
    at = Span(ask.moves[-1].span.end, ask.moves[-1].span.end)
    draft.instead(ask, (at, f", {move}"))
    draft.more.append(f"move {move}{cited(ask)} under {draft.otherwise}:\n  permit at_will\n  does: nothing")
    return draft.asks(
        f"May a player pass instead of choosing {which}, so that nobody is ever without a move?", "no", "yes", 0.9
    )


def _which(rules: RuleFile, ask: s.AskFlow) -> str:
    moves = [m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None]
    names = [told(rules, m) for m in moves] or ["anything"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def last_resort(rules: RuleFile, new: New) -> Iterator[Asked]:
    """One choice among others is a last resort: only for who can do nothing of the first kind."""
    for ask, _ in rules.choices:
        moves = [m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None]
        for move in moves[1:]:
            first = moves[0]
            if any(list(all_in(part, s.CanDo)) for m in (move, first) for part in called(rules, m)):
                continue
            draft = new(f"{move.head.name.text}_only_if_unable", "last_resort")
            draft.forbidding(move, f"mover can {first.head.name.text}")
            yield draft.asks(
                f"May a player choose {told(rules, move)} though able to choose {told(rules, first)}?", "yes",
                f"no, only who cannot choose {told(rules, first)}", 1.2 if _takes(rules, move) else 0.8,
            )  # fmt: skip
        if len(moves) > 2:
            yield from _very_last(rules, new, moves)


def _very_last(rules: RuleFile, new: New, moves: list[s.MoveSection]) -> Iterator[Asked]:
    """One choice is for who can choose none of the others."""
    for move in moves[1:]:
        others = [m for m in moves if m is not move]
        if any(list(all_in(part, s.CanDo)) for m in moves for part in called(rules, m)):
            continue
        draft = new(f"{move.head.name.text}_only_at_last", "very_last")
        draft.forbidding(move, " or ".join(f"mover can {m.head.name.text}" for m in others))
        yield draft.asks(
            f"May a player choose {told(rules, move)} though there is another move?", "yes",
            "no, only who can do nothing else", 1.1 if _takes(rules, move) else 0.8,
        )  # fmt: skip


def _takes(rules: RuleFile, move: s.MoveSection) -> bool:
    """Does a player get cards by a move, or lose something?"""
    own = {name for name, zone in rules.zones.items() if zone.index}
    targets = {
        zone_of(rules, m.target)
        for part in called(rules, move)
        for m in movements(part)
        if isinstance(m, s.MoveCards | s.DrawCards)
    }
    return bool(targets & own)


def would_do(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What sets a prohibition of another move aside may be done only where the other move is prohibited."""
    for move in rules.moves:
        for other in rules.moves:
            if other is move or not _same_choices(rules, move, other) or not _offered_together(rules, move, other):
                continue
            there = {
                rules.spoken(c.when) for c in rules.clauses(other, s.LegalClause) if c.when is not None and not c.permit
            }
            for clause in rules.clauses(move, s.LegalClause):
                if clause.permit or clause.when is None or rules.spoken(clause.when) in there:
                    continue
                draft = new(f"{other.head.name.text}_where_{move.head.name.text}_would_do", "not_needed")
                draft.forbidding(other, f"not ({rules.slice(clause.when)})").touching(clause)
                yield draft.asks(
                    f"May a player choose {told(rules, other)} where {told(rules, move)} would do, since"
                    f" {told(rules, clause)} does not stand in its way?",
                    "yes, anywhere",
                    f"no, only where {told(rules, move)} is not allowed",
                )


def _same_choices(rules: RuleFile, a: s.MoveSection, b: s.MoveSection) -> bool:
    return bool(a.choices) and [rules.spoken(c) for c in a.choices] == [rules.spoken(c) for c in b.choices]


def _offered_together(rules: RuleFile, a: s.MoveSection, b: s.MoveSection) -> bool:
    both = {a.head.name.text, b.head.name.text}
    return any(both <= {n.text for n in ask.moves} for ask, _ in rules.choices)


def left_to_the_player(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Cards that a player gets without being asked need not be taken."""
    for step, loops in rules.steps:
        turn = turn_of(loops)
        if turn is None or turn.kind != "turns" or step.head.under is not None:
            continue
        if (
            not _draws_for_mover(rules, step)
            or len(step.body) > 1
            or not isinstance(step.body[0], s.DrawCards | s.Fill | s.Perform)
        ):
            continue
        label = step.head.name.text
        draft = new(f"{label}_may_be_left", "may")
        move = rules.free(f"do_{label}")
        body = rules.slice(step.body[0])
        when = "" if step.when is None else f" when {rules.slice(step.when)}"
        cites = cited(step)
        draft.only_as_written(step)
        draft.beside(step, f"choice {label}{cites} under {draft.otherwise}{when}: mover may do {move}")
        draft.more.append(f"move {move}{cites} under {draft.otherwise}:\n  permit at_will\n  does: {body}")
        yield draft.asks(
            f"Does {told(rules, step)} happen to each player, or may a player do without?",
            "it is done each time",
            "a player may do without",
        )


def _draws_for_mover(rules: RuleFile, step: s.StepFlow) -> bool:
    own = hands(rules)
    return any(
        zone_of(rules, m.zone if isinstance(m, s.Fill) else m.target) in own
        for part in called(rules, step) for m in movements(part) if isinstance(m, s.DrawCards | s.Fill)
    )  # fmt: skip


def counts_as_move(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where play ends or changes for want of a legal move, some kinds of move do not count."""
    for end in rules.ends:
        found = [n for n in all_in(end.when, s.CanDo) if n.move is None] if end.when is not None else []
        asks = [a for a, _ in rules.choices if a.head.name.text in {n.text for n in end.at}]
        if len(found) != 1 or not asks:
            continue
        moves = [n.text for a in asks for n in a.moves if move_called(rules, n.text) is not None]
        for name in moves[1:]:
            others = " and ".join(f"mover cannot {other}" for other in moves if other != name)
            draft = new(f"{name}_counts_for_{end.head.name.text}", "not_counted")
            draft.instead(end, (found[0].span, f"({others})"))
            move = move_called(rules, name)
            assert move is not None
            draft.touching(move)
            yield draft.asks(
                f"Does a player who can only choose {told(rules, move)} still have a move, for {told(rules, end)}?",
                "yes",
                "no",
                1.0 if len(moves) > 2 else 0.5,
            )


def _ranged(root: object) -> Iterator[str]:
    """The families of piles that a node goes through."""
    for node in all_in(root, s.Binder):
        if isinstance(node.over, s.OverWords):
            yield node.over.domain.text


def nothing_to_act_on(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A move that clears something away may be made where nothing lies there."""
    for move in rules.moves:
        cleared: set[str] = set()
        for clause in rules.clauses(move, s.DoesClause):
            for effect in all_in(clause, s.ForEachEffect):
                match effect:
                    case s.ForEachEffect(s.Binder(over=s.OverWords(domain)), _, None, (s.MoveCards(None),)) if (
                        domain.text in rules.zones
                    ):
                        cleared.add(f"every {domain.text} {rules.bound[0]} has {rules.bound[0]} is empty")
                    case _:
                        pass
        asked = [p for c in rules.clauses(move, s.LegalClause) if c.when is not None for p in called(rules, c.when)]
        mentions = {name for p in asked for name in (*named(p), *_ranged(p))}
        for condition in sorted(cleared):
            zone = condition.split()[1]
            if zone in mentions:
                continue
            draft = new(f"{move.head.name.text}_on_nothing", "not_allowed").forbidding(move, condition)
            yield draft.asks(
                f"May a player choose {told(rules, move)} where no {rules.read(zone)} is there?", "yes", "no"
            )


OPERATORS = (
    Operator("may-or-must", "Must it be done, or may it be left?", "duty", 1.0, may_or_must),
    Operator("last-resort", "May this be done by who could do something else?", "duty", 1.0, last_resort),
    Operator("would-do", "May the exception be used where the rule would do?", "duty", 1.0, would_do),
    Operator(
        "left-to-the-player", "Does it happen by itself, or is it the player's choice?", "duty", 0.8, left_to_the_player
    ),
    Operator("counts-as-move", "Does this count as a move, where having none matters?", "duty", 0.9, counts_as_move),
    Operator(
        "nothing-to-act-on", "May it be done where there is nothing to do it with?", "duty", 1.0, nothing_to_act_on
    ),
)
