"""Ways of misreading what a player may leave: a further move, cards that are drawn, what a play brings about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import all_in, bracketed, called, hands, is_mover, named, renamed, told, turn_of, zone_of
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.surgery import indent_of
from spec import syntax as s
from spec.text.source import Span


def may_stop(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A further move to which a move leads may be left out."""
    for ask, loops in rules.choices:
        label = ask.head.name.text
        if ask.may or not is_mover(ask.who) or turn_of(loops) is None:
            continue
        for routine in rules.routines.values():
            found = [e for e in routine.body if isinstance(e, s.IfEffect) and _back(e, label)]
            if len(found) != 1 or len(list(all_in(routine, s.Leave))) != 1:
                continue
            again = rules.free(f"{label}_once_more")
            draft = new(f"{routine.head.name.text}_may_stop", "may_stop")
            leave = next(all_in(found[0], s.Leave))
            assert leave.step is not None
            draft.instead(routine, (leave.step.span, again))
            moves = ", ".join(n.text for n in ask.moves)
            when = rules.slice(found[0].cond)
            draft.beside(ask, f"choice {again}{cited(ask)} under {draft.otherwise} when {when}: mover may do {moves}")
            yield draft.asks(
                f"Must a player who comes back to {told(rules, ask)} by {told(rules, routine)} move again?",
                "yes", "no, the turn may be stopped there", 1.1,
            )  # fmt: skip


def _back(effect: s.IfEffect, label: str) -> bool:
    match effect.then:
        case (s.Leave("step", s.Name(name)),):
            return name == label and not effect.other
        case _:
            return False


def one_at_a_time(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A hand that is filled up need not be: cards are drawn one at a time, as long as the player likes."""
    for step, loops in rules.steps:
        turn = turn_of(loops)
        if turn is None or turn.kind != "turns" or step.head.under is not None or len(step.body) != 1:
            continue
        fill = _filled(rules, step.body[0])
        if fill is None or step.when is not None:
            continue
        zone, count, source = fill
        label = step.head.name.text
        move = rules.free(f"{label}_one")
        draft = new(f"{label}_as_one_likes", "as_many")
        draft.only_as_written(step)
        draft.beside(step, f"choice {label}{cited(step)} under {draft.otherwise}: mover may do {move}")
        draft.more.append(
            f"move {move}{cited(step)} under {draft.otherwise}:\n"
            f"  permit next_one when size of {zone} < {count} and {source} is not empty\n"
            f"  does: draw 1 card from {source} to {zone}; continue at {label}"
        )
        yield draft.asks(
            f"Must the hand be filled up at {told(rules, step)}?", "yes, as far as there are cards",
            "no, a player draws as many as he or she likes", 0.9,
        )  # fmt: skip


def _filled(rules: RuleFile, effect: s.Effect) -> tuple[str, str, str] | None:
    """The zone of the mover that an effect fills, up to how many cards, and from where."""
    match effect:
        case s.Fill(zone=zone, count=count, source=source) if zone_of(rules, zone) in hands(rules):
            return rules.slice(zone), bracketed(rules, count), rules.slice(source)
        case s.Perform("do", s.Name(name), (arg,)) if name in rules.routines and is_mover(arg):
            routine = rules.routines[name]
            found = _filled(rules, routine.body[0]) if len(routine.body) == 1 else None
            own = routine.params[0].name.text
            if found is None:
                return None
            zone_text, count_text, source_text = (renamed(text, own, "mover") for text in found)
            return zone_text, count_text, source_text
        case _:
            return None


def may_be_declined(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What a play brings about its player may let be."""
    for step, loops in rules.steps:
        turn = turn_of(loops)
        found = [e for e in all_in(step, s.Perform) if e.kind == "decide"]
        if turn is None or turn.kind != "turns" or len(found) != 1 or step.head.under is not None:
            continue
        outcome = next((o for o in rules.outcomes if o.head.name.text == found[0].name.text), None)
        if outcome is None or not all(name in rules.fields for name in map(rules.slice, found[0].args)):
            continue
        swaps = {p.name.text: rules.slice(a) for p, a in zip(outcome.params, found[0].args, strict=True)}
        for clause in rules.clauses(outcome, s.OutcomeClause):
            does = [e for e in clause.body if not isinstance(e, s.Nothing)]
            if not rules.fields or len(does) != 1 or not isinstance(does[0], s.Perform):
                continue
            label = clause.head.name.text
            choice, move, due = (rules.free(f"{word}_{label}") for word in ("may", "do", "due"))
            draft = new(f"{label}_may_be_left", "may")
            draft.instead(clause, (_own(rules, does[0]), f"{due} becomes yes"))
            fields = next(rules.sections(s.StateSection)).fields
            at = rules.content.find("\n", fields[-1].span.start + len(rules.slice(fields[-1])))
            draft.edit(Span(at, at), f"\n  {due}: yes or no under {draft.otherwise}")
            column = indent_of(rules.content, step.span.start)
            draft.beside(
                step,
                f"choice {choice}{cited(clause)} under {draft.otherwise}: mover may do {move}\n"
                f"{column}step {rules.free(f'past_{label}')}{cited(clause)} under {draft.otherwise}: {due} becomes no",
            )
            there = "".join(f" and {name} is not nobody" for name in swaps.values() if _optional(rules, name))
            body = _guarded(swaps, rules, _swapped(rules.slice(does[0]), swaps))
            draft.more.append(
                f"move {move}{cited(clause)} under {draft.otherwise}:\n  permit at_will when {due}{there}\n"
                f"  does: {body}"
            )
            yield draft.asks(
                f"Must {told(rules, clause)} of {told(rules, outcome)} be done, or may the player let it be?",
                "it is done each time", "the player may let it be", 1.1,
            )  # fmt: skip


def _own(rules: RuleFile, effect: s.Effect) -> Span:
    return Span(effect.span.start, effect.span.start + len(rules.slice(effect)))


def _optional(rules: RuleFile, name: str) -> bool:
    """May a field be nobody?"""
    field = rules.fields[name]
    return bool(re.search(r"\bor nobody\b", rules.slice(field)))


def _guarded(swaps: dict[str, str], rules: RuleFile, body: str) -> str:
    """An effect that needs what may be nobody happens only where it is there."""
    needed = [name for name in swaps.values() if _optional(rules, name)]
    return "".join(f"\n    if {name} is not nobody: " for name in needed[:1]) + body


def _swapped(text: str, swaps: dict[str, str]) -> str:
    for old, new in swaps.items():
        text = renamed(text, old, new)
    return text


def earned_here_too(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What one way of doing something brings its player another way of doing the same brings, too."""
    for name, routine in rules.routines.items():
        if len(routine.body) != 2 or not isinstance(routine.body[0], s.MoveCards):
            continue
        cleared, earned = routine.body
        if not isinstance(earned, s.Perform) or earned.args or earned.kind != "do":
            continue
        assert isinstance(cleared, s.MoveCards)
        target = zone_of(rules, cleared.target)
        for move in rules.moves:
            if any(name in named(part) or earned.name.text in named(part) for part in called(rules, move)):
                continue
            for clause in rules.clauses(move, s.DoesClause):
                same = [
                    e for e in all_in(clause, s.MoveCards) if e.cards is None and zone_of(rules, e.target) == target
                ]
                if not target or not same or cleared.cards is not None:
                    continue
                label = rules.free(f"{move.head.name.text}_earns")
                draft = new(f"{move.head.name.text}_earns_too", "earns_too")
                draft.beside(clause, f"does {label}{cited(routine)} under {draft.otherwise}: {rules.slice(earned)}")
                draft.touching(routine)
                yield draft.asks(
                    f"{told(rules, routine)} brings this: {rules.spoken(earned)}. Does {told(rules, move)} bring it"
                    " too?",
                    "no", "yes", 1.0,
                )  # fmt: skip


OPERATORS = (
    Operator("may-stop", "May a player stop there?", "duty", 1.0, may_stop),
    Operator("one-at-a-time", "As many as there are, or as many as one likes?", "duty", 0.9, one_at_a_time),
    Operator("may-be-declined", "Does it happen, or may it be declined?", "duty", 1.0, may_be_declined),
    Operator("earned-here-too", "Is it earned here too?", "clauses", 0.9, earned_here_too),
)
