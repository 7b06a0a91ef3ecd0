"""Ways of misreading when something happens: at once or later, first or second, at this step or that, anew or once."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    all_in,
    called,
    is_mover,
    move_called,
    movements,
    named,
    told,
    turn_of,
    zone_of,
)
from hoyle.misreadings.rule_file import Headed, RuleFile
from spec import syntax as s
from spec.text.source import Span

BODIES = (s.DoesClause, s.OutcomeClause, s.RoutineSection, s.StepFlow)


def when_it_ends(rules: RuleFile, new: New) -> Iterator[Asked]:
    """An end comes at once, or when the turn is over."""
    turns = [(x, loops) for x, loops in rules.flow if isinstance(x, s.LoopFlow) and x.kind == "turns"]
    for end in rules.ends:
        if end.when is None or any(n.move is None for n in all_in(end.when, s.CanDo)):
            continue
        if end.at:
            if (
                len(end.at) != 1
                or end.at[0].text == s.END_OF_PLAY
                or end.at[0].text in {a.head.name.text for a, _ in rules.choices}
            ):
                continue
            start, stop = _at(rules, end)
            draft = new(f"{end.head.name.text}_at_once", "at_once").instead(end, (Span(start, stop), ""))
            yield draft.asks(
                f"When does {told(rules, end)} end the game?", f"at {rules.read(end.at[0].text)}", "at once", 0.8
            )
        elif turns:
            loop, _ = turns[-1]
            last = loop.body[-1]
            draft = new(f"{end.head.name.text}_at_turn_end", "turn_end")
            if isinstance(last, s.StepFlow) and rules.live(last) and last.head.under is None:
                label = last.head.name.text
            else:
                label = rules.free("turn_is_over")
                at = rules.content.find("\n", last.span.start + len(rules.slice(last)))
                column = _column(rules, loop.body[0].span.start)
                draft.edit(Span(at, at), f"\n{column}step {label}{cited(end)} under {draft.otherwise}: nothing")
            found = end.when.span.start
            at = len(rules.content[: rules.content.rindex("when", end.span.start, found)].rstrip())
            draft.instead(end, (Span(at, at), f" at {label}"))
            yield draft.asks(f"When does {told(rules, end)} end the game?", "at once", "when the turn is over", 1.1)


def _at(rules: RuleFile, end: s.EndClause) -> tuple[int, int]:
    """Where ` at STEP` stands."""
    first, last = end.at[0].span, end.at[-1].span
    start = rules.content.rindex("at", end.span.start, first.start)
    while rules.content[start - 1] in " \n":
        start -= 1
    return start, last.end


def _column(rules: RuleFile, at: int) -> str:
    return " " * (at - rules.content.rfind("\n", 0, at) - 1)


def what_comes_first(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Of two things that happen one after the other the second comes first."""
    for item in rules.headed:
        if not isinstance(item, BODIES):
            continue
        for one, two in zip(item.body, item.body[1:], strict=False):
            if not (_moves_cards(rules, one) and _moves_cards(rules, two)) or not _zones(rules, one) & _zones(
                rules, two
            ):
                continue
            first, second = rules.slice(one), rules.slice(two)
            if first == second or "\n" in first or "\n" in second:
                continue
            draft = new(f"{item.head.name.text}_other_order", "the_other_first")
            draft.instead(item, (_own(rules, one), second), (_own(rules, two), first))
            for user in _users(rules, item):
                draft.touching(user)
            both = isinstance(one, s.Perform) and isinstance(two, s.Perform)
            yield draft.asks(
                f"What comes first by {told(rules, item)}?", rules.spoken(one), rules.spoken(two), 1.1 if both else 0.6,
            )  # fmt: skip


def _users(rules: RuleFile, item: Headed) -> Iterator[Headed]:
    if isinstance(item, s.RoutineSection):
        for other in rules.headed:
            if (
                isinstance(other, s.RoutineSection | s.StepFlow | s.DoesClause)
                and item.head.name.text in named(other)
                and other is not item
            ):
                yield other


def _own(rules: RuleFile, effect: s.Effect) -> Span:
    return Span(effect.span.start, effect.span.start + len(rules.slice(effect)))


def _moves_cards(rules: RuleFile, effect: s.Effect) -> bool:
    if isinstance(effect, s.Perform):
        return effect.kind == "do" and any(True for p in called(rules, effect) for _ in movements(p))
    return isinstance(effect, s.MoveCards | s.DrawCards | s.Fill)


def _zones(rules: RuleFile, effect: s.Effect) -> set[str]:
    return {name for p in called(rules, effect) for name in named(p) if name in rules.zones}


def how_often(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Something that is done at several times is done at the others only."""
    for name, routine in rules.routines.items():
        places = [
            (item, e)
            for item in rules.headed
            if isinstance(item, BODIES)
            for e in _direct(item)
            if isinstance(e, s.Perform) and e.name.text == name
        ]
        if len(places) < 2 or not any(True for p in called(rules, routine) for _ in movements(p)):
            continue
        for item, effect in places:
            draft = new(f"{item.head.name.text}_without_{name}", "not_then").instead(
                item, (_own(rules, effect), "nothing")
            )
            yield draft.asks(
                f"Is {told(rules, routine)} done at {told(rules, item)} too, or only at its other times?", "there too",
                "not there", 1.0,
            )  # fmt: skip


def _direct(item: Headed) -> tuple[s.Effect, ...]:
    return item.body if isinstance(item, BODIES) else ()


def at_once_too(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What a turn brings anyway is brought at once by a move that changes how much it is."""
    for step, loops in rules.steps:
        turn = turn_of(loops)
        if (
            turn is None
            or turn.kind != "turns"
            or len(step.body) != 1
            or not isinstance(step.body[0], s.Perform | s.Fill | s.DrawCards)
        ):
            continue
        read = {n for p in called(rules, step) for n in named(p) if n in rules.fields}
        for move in _moves_of(rules, turn):
            for clause in rules.clauses(move, s.DoesClause):
                sets = {name for e in clause.body if isinstance(e, s.Becomes) and (name := _field(e)) in read}
                if not sets or clause.when is not None:
                    continue
                label = rules.free(f"{step.head.name.text}_at_once")
                draft = new(f"{move.head.name.text}_{step.head.name.text}_now", "at_once")
                draft.beside(
                    clause, f"does {label}{cited(step)} under {draft.otherwise}: {rules.slice(step.body[0])}"
                ).touching(step)
                yield draft.asks(
                    f"Is {told(rules, step)} done at once after {told(rules, move)}, or at its usual time?",
                    "at its usual time",
                    "at once too",
                    0.8,
                )


def _moves_of(rules: RuleFile, turn: s.LoopFlow) -> list[s.MoveSection]:
    names = {n.text for a in all_in(turn, s.AskFlow) if rules.live(a) for n in a.moves}
    return [m for m in rules.moves if m.head.name.text in names]


def _field(effect: s.Becomes) -> str:
    match effect.target:
        case s.Applied(s.Name(name)) | s.Word(name):
            return name
        case _:
            return ""


def from_next_turn(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What a move changes for its player counts from the next turn on."""
    for ask, loops in rules.choices:
        turn = turn_of(loops)
        if turn is None or turn.kind != "turns":
            continue
        for move in (m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None):
            for clause in rules.clauses(move, s.DoesClause):
                effect = clause.body[0]
                done = rules.routines.get(effect.name.text) if isinstance(effect, s.Perform) else None
                holder: Headed = clause if done is None else done
                change = effect if done is None else done.body[0]
                if (
                    len(_direct(holder)) != 1
                    or len(clause.body) != 1
                    or not isinstance(change, s.Becomes)
                    or change.added
                ):
                    continue
                if (
                    not isinstance(change.target, s.Applied)
                    or not is_mover(change.target.args[0])
                    or _field(change) not in rules.fields
                ):
                    continue
                if _field(change) not in _read_later(rules, turn, ask):
                    continue
                yield from _later(rules, new, clause, move, change, turn)


def _read_later(rules: RuleFile, turn: s.LoopFlow, ask: s.AskFlow) -> set[str]:
    later = [x for x in turn.body if x.span.start > ask.span.start]
    return {n for x in later for p in called(rules, x) for n in named(p) if n in rules.fields}


def _later(
    rules: RuleFile, new: New, clause: s.DoesClause, move: s.MoveSection, change: s.Becomes, turn: s.LoopFlow
) -> Iterator[Asked]:
    states = list(rules.sections(s.StateSection))
    if not states:
        return
    draft = new(f"{clause.head.name.text}_from_next_turn", "next_turn")
    due, label = rules.free(f"{clause.head.name.text}_due"), rules.free(f"{clause.head.name.text}_begins")
    draft.instead(clause, (_own(rules, clause.body[0]), f"{due} becomes yes"))
    last = states[0].fields[-1]
    at = rules.content.find("\n", last.span.start + len(rules.slice(last)))
    draft.edit(Span(at, at), f"\n  {due}: yes or no under {draft.otherwise}")
    end = turn.body[-1]
    at = rules.content.find("\n", end.span.start + len(rules.slice(end)))
    column = _column(rules, turn.body[0].span.start)
    step = f"step {label}{cited(clause, move)} under {draft.otherwise} when {due}:"
    draft.edit(Span(at, at), f"\n{column}{step}\n{column}  {rules.slice(change)}\n{column}  {due} becomes no")
    yield draft.asks(
        f"From when on does {told(rules, clause)} of {told(rules, move)} count?",
        "from this turn on",
        "from the next turn on",
        0.9,
    )


def when_it_is_allowed(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What may be done at several steps may be done at one of them only; or at one more."""
    for ask, loops in rules.choices:
        turn = turn_of(loops)
        if turn is None:
            continue
        for name in ask.moves:
            move = move_called(rules, name.text)
            others = [
                a
                for a, other in rules.choices
                if a is not ask and name.text in {n.text for n in a.moves} and turn_of(other) is turn
            ]
            if move is None or not others:
                continue
            draft = new(f"{name.text}_not_at_{ask.head.name.text}", "not_then")
            left = [n.text for n in ask.moves if n is not name]
            if not left and rules.named_again(ask):
                continue
            if left:
                draft.instead(ask, (Span(ask.moves[0].span.start, ask.moves[-1].span.end), ", ".join(left)))
            else:
                draft.only_as_written(ask)
            draft.touching(move)
            yield draft.asks(
                f"May a player choose {told(rules, move)} at {told(rules, ask)} too?", "yes",
                f"no, only at {' or '.join(told(rules, a) for a in others)}", 1.1,
            )  # fmt: skip
            if ask is max((ask, *others), key=lambda a: a.span.start):
                first = min((ask, *others), key=lambda a: a.span.start)
                label = rules.free(f"{name.text}_between")
                draft = new(f"{name.text}_right_after_{first.head.name.text}", "right_after")
                draft.beside(
                    first, f"choice {label}{cited(move)} under {draft.otherwise}: mover may do {name.text}"
                ).touching(move)
                yield draft.asks(
                    f"May a player choose {told(rules, move)} right after {told(rules, first)} too, before anything"
                    " else follows?",
                    "no",
                    "yes",
                    1.0,
                )


def read_anew(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What a play has made of a thing is made anew by the next play, or stays."""
    for outcome in rules.outcomes:
        for clause in rules.clauses(outcome, s.OutcomeClause):
            for effect in clause.body:
                if not isinstance(effect, s.Becomes) or effect.added or not isinstance(effect.target, s.Applied):
                    continue
                field = rules.fields.get(_field(effect))
                if (
                    field is None
                    or field.start is None
                    or not isinstance(field.type, s.WordType)
                    or not isinstance(effect.value, s.Word)
                ):
                    continue
                target = rules.slice(effect.target)
                if effect.value.text == rules.slice(field.start) or len(clause.body) != 1:
                    continue
                column = _column(rules, effect.span.start)
                text = f"if {target} is {rules.slice(field.start)}: {rules.slice(effect)}"
                if not column.strip() and rules.content[: effect.span.start].rstrip(" ").endswith("\n"):
                    draft = new(f"{clause.head.name.text}_kept", "kept").instead(clause, (_own(rules, effect), text))
                    yield draft.asks(
                        f"Does {told(rules, clause)} of {told(rules, outcome)} change a {rules.read(_field(effect))}"
                        " that there is already?",
                        "yes, it is read anew",
                        "no, it is kept",
                        0.9,
                    )


_ = zone_of
OPERATORS = (
    Operator("when-it-ends", "At once, or when the turn is over?", "time", 1.0, when_it_ends),
    Operator("what-comes-first", "Which of the two comes first?", "time", 1.0, what_comes_first),
    Operator("how-often", "Is it done then as well?", "time", 0.5, how_often),
    Operator("at-once-too", "At once, or at its usual time?", "time", 0.9, at_once_too),
    Operator("from-next-turn", "From this turn on, or from the next?", "time", 1.0, from_next_turn),
    Operator("when-it-is-allowed", "At which steps may it be done?", "time", 1.0, when_it_is_allowed),
    Operator("read-anew", "Is it read anew, or kept?", "time", 1.0, read_anew),
)
