"""Ways of misreading how far something goes: when a hand is filled up, whether what is earned must be taken, and
whether a look at one place is a look at all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    all_in,
    bracketed,
    called,
    hands,
    is_mover,
    name_of,
    named,
    parts,
    renamed,
    told,
    turn_of,
    zone_of,
)
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.surgery import extent, indent_of
from spec import syntax as s


def filled_when_it_is_over(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A hand is filled up after each move of a turn, or once, when the turn is over (or when the hand is used up)."""
    for item in rules.headed:
        if not isinstance(item, s.RoutineSection | s.DoesClause):
            continue
        for one, two in zip(item.body, item.body[1:], strict=False):
            if not isinstance(two, s.IfEffect) or two.other or not any(isinstance(e, s.Leave) for e in two.then):
                continue
            found = _done(rules, one)
            filled = [(text, hand) for text, hand in found if hand]
            if len(filled) != 1 or any("\n" in text for text, _ in found):
                continue
            ((_, hand),) = filled
            over = f"not ({rules.slice(two.cond)}) or {hand} of mover is empty"
            lines = [f"if {over}: {text}" if own else text for text, own in found]
            column = indent_of(rules.content, one.span.start)
            draft = new(f"{item.head.name.text}_fills_later", "when_it_is_over")
            draft.instead(item, (extent(rules.content, one.span), f"\n{column}".join(lines)))
            yield draft.asks(
                f"When is the {rules.read(hand)} filled up, where a turn goes on after {told(rules, item)}?",
                "at once, after each move", "when the turn is over, or as soon as no card is left",
            )  # fmt: skip


def _done(rules: RuleFile, effect: s.Effect, depth: int = 0) -> list[tuple[str, str]]:
    """What an effect does, each with the hand of the mover that it fills up, '' where it fills none."""
    routine = rules.routines.get(effect.name.text) if isinstance(effect, s.Perform) and effect.kind == "do" else None
    if routine is not None and not routine.params and depth < 4:
        return [found for part in routine.body for found in _done(rules, part, depth + 1)]
    return [(rules.slice(effect), _hand_filled(rules, effect))]


def _hand_filled(rules: RuleFile, effect: s.Effect) -> str:
    match effect:
        case s.Fill(zone=zone) if zone_of(rules, zone) in hands(rules) and "mover" in named(zone):
            return zone_of(rules, zone)
        case s.DrawCards(target=zone) if zone_of(rules, zone) in hands(rules) and "mover" in named(zone):
            return zone_of(rules, zone)
        case s.Perform("do", s.Name(name), (arg,)) if is_mover(arg) and name in rules.routines:
            body = rules.routines[name].body
            filled = zone_of(rules, body[0].zone) if len(body) == 1 and isinstance(body[0], s.Fill) else ""
            return filled if filled in hands(rules) else ""
        case _:
            return ""


def may_be_left_there(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What comes to a player by the rules, as a token does, may also be left."""
    fields = {name for name, text in rules.fields.items() if re.search(r"\bplayer or nobody\b", rules.slice(text))}
    for name, routine in rules.routines.items():
        gain = routine.body[0] if len(routine.body) == 1 else None
        if not isinstance(gain, s.Becomes) or gain.value is None or not is_mover(gain.value) or routine.params:
            continue
        field = name_of(gain.target)
        steps = [
            step
            for step, loops in rules.steps
            if (turn := turn_of(loops)) is not None and turn.kind == "turns" and step in turn.body
            and step.head.under is None and any(name in named(part) for part in called(rules, step))
        ]  # fmt: skip
        if field not in fields or not steps:
            continue
        step, due = steps[-1], rules.free(f"{name}_due")
        move, choice, past = (rules.free(f"{word}_{name}") for word in ("may", "choose", "past"))
        draft = new(f"{name}_may_be_left", "may")
        draft.field(f"{due}: yes or no").instead(routine, (extent(rules.content, gain.span), f"{due} becomes yes"))
        column, head = indent_of(rules.content, step.span.start), f"{cited(routine)} under {draft.otherwise}:"
        draft.beside(step, f"choice {choice}{head} mover may do {move}\n{column}step {past}{head} {due} becomes no")
        draft.more.append(
            f"move {move}{head}\n  permit at_will when {due} and {field} is not mover\n  does: {rules.slice(gain)}"
        )
        yield draft.asks(
            f"Must the player have what {told(rules, routine)} brings, {rules.read(field)}, or may it be left?",
            "the player has it each time", "the player may leave it",
        )  # fmt: skip


def the_others_too(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What is looked at after a move, for the place where something was laid, is looked at for every place."""
    for step, loops in rules.steps:
        turn, found = turn_of(loops), [e for e in all_in(step, s.Perform) if e.kind == "decide"]
        if turn is None or turn.kind != "turns" or step not in turn.body or step.head.under is not None:
            continue
        outcome = next((o for o in rules.outcomes if [o.head.name.text] == [e.name.text for e in found]), None)
        if outcome is None or len(outcome.params) != 1 or [name_of(a) in rules.fields for a in found[0].args] != [True]:
            continue
        (param,), field = outcome.params, name_of(found[0].args[0])
        for clause in rules.clauses(outcome, s.OutcomeClause):
            body = clause.body[0] if len(clause.body) == 1 else None
            about = [part for part in parts(clause.when) if param.name.text in named(part)]
            if not isinstance(body, s.Perform) or body.kind != "do" or not about:
                continue
            draft = new(f"{clause.head.name.text}_elsewhere", "every_one")
            one = rules.free(f"other_{param.type.text}")
            holds = " and ".join(renamed(bracketed(rules, part), param.name.text, one) for part in about)
            own, kind = param.name.text, param.type.text
            step_name, column = rules.free(f"{clause.head.name.text}_others"), indent_of(rules.content, step.span.start)
            does = renamed(rules.slice(body), own, one)
            draft.beside(
                step,
                f"step {step_name}{cited(clause)} under {draft.otherwise}:\n"
                f"{column}  for each {kind} {one} with {holds} and {one} is not {field}: {does}",
            )
            draft.touching(clause)
            yield draft.asks(
                f"Does {told(rules, clause)} take effect at {told(rules, step)} for every {rules.read(kind)}?",
                f"no, only for the {rules.read(kind)} of this move", "yes, for each of which it is true",
            )  # fmt: skip


OPERATORS = (
    Operator("filled-when-over", "After each move, or when the turn is over?", "time", 1.0, filled_when_it_is_over),
    Operator("may-be-left", "Must one have it, or may it be left?", "duty", 1.0, may_be_left_there),
    Operator("the-others-too", "This one alone, or each of them?", "time", 0.9, the_others_too),
)
