"""Ways of misreading how often something counts: in the same turn too, once more, and among what else."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import all_in, called, hands, is_mover, move_called, named, told, turn_of, zone_of
from hoyle.misreadings.rule_file import Headed, RuleFile
from hoyle.misreadings.surgery import extent, indent_of
from spec import syntax as s

HOLDERS = (s.DoesClause, s.OutcomeClause, s.RoutineSection, s.StepFlow)
NOBODY = ("player", "nobody")


def in_the_same_turn(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What one move makes possible may be done from the next turn on only."""
    if not any(True for _ in rules.sections(s.StateSection)):
        return
    for ask, loops in rules.choices:
        turn = turn_of(loops)
        moves = [m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None]
        if turn is None or turn.kind != "turns":
            continue
        for one in moves:
            sets = _set_by(rules, one)
            for two in moves if sets and _stays(rules, one) else ():
                barred = [c for c in rules.clauses(two, s.LegalClause) if not c.permit and c.when is not None]
                found = [c for c in barred if sets & _read(rules, c)]
                if two is one or not found:
                    continue
                by, then = one.head.name.text, two.head.name.text
                draft = new(f"{then}_after_{by}", "not_same_turn")
                done = rules.free(f"{by}_done")
                draft.field(f"{done}: yes or no")
                last = rules.clauses(one, s.DoesClause)[0]
                draft.above(
                    last,
                    f"does {rules.free(f'note_{by}')}{cited(last, one)} under {draft.otherwise}: {done} becomes yes",
                )
                draft.forbidding(two, done).touching(one, found[0])
                draft.late_step(turn, rules.free(f"{by}_is_past"), cited(one), f"{done} becomes no")
                yield draft.asks(
                    f"May a player choose {told(rules, two)} in the very turn in which {told(rules, one)} has made it"
                    " possible?",
                    "yes", "no, from the next turn on",
                )  # fmt: skip


def _set_by(rules: RuleFile, move: s.MoveSection) -> set[str]:
    """The fields of its player that a move sets."""
    found = (e for part in called(rules, move) for e in all_in(part, s.Becomes) if not e.added)
    return {
        e.target.name.text
        for e in found
        if isinstance(e.target, s.Applied) and len(e.target.args) == 1 and is_mover(e.target.args[0])
        and e.target.name.text in rules.fields
    }  # fmt: skip


def _stays(rules: RuleFile, move: s.MoveSection) -> bool:
    """Does the same player go on after a move?"""
    return any(e.to in ("again", "step") for part in called(rules, move) for e in all_in(part, s.Leave))


def _read(rules: RuleFile, clause: s.LegalClause) -> set[str]:
    return {name for part in called(rules, clause.when) for name in named(part)}


# ---------------------------------------------------------------- what one player has, and gives up


def won_again(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What a player has given up is out of the game, or can be won again."""
    for name in _held_things(rules):
        given = [
            (c, e) for c, e in _becoming(rules, name) if isinstance(e.value, s.Nobody) and isinstance(c, s.DoesClause)
        ]
        won = [(c, e) for c, e in _becoming(rules, name) if e.value is not None and is_mover(e.value)]
        if len(given) != 1 or not won or not all(_begins_line(rules, e) or e is _body(c)[0] for c, e in won):
            continue
        draft = new(f"{name}_won_again", "gone")
        gone = rules.free(f"{name}_is_gone")
        draft.field(f"{gone}: yes or no")
        clause, effect = given[0]
        end = extent(rules.content, effect.span)
        draft.instead(clause, (end, f"{rules.slice(effect)}; {gone} becomes yes"))
        for holder, gain in won:
            draft.instead(holder, (extent(rules.content, gain.span), _only_if(rules, gain, f"not {gone}")))
        yield draft.asks(
            f"Can the {rules.read(name)} be won again after {told(rules, clause)}?", "yes", "no, it is out of the game"
        )


def _body(item: Headed) -> tuple[s.Effect, ...]:
    return item.body if isinstance(item, HOLDERS) else ()


def _begins_line(rules: RuleFile, effect: s.Effect) -> bool:
    return not rules.content[rules.content.rfind("\n", 0, effect.span.start) + 1 : effect.span.start].strip()


def _only_if(rules: RuleFile, effect: s.Effect, condition: str) -> str:
    """An effect on a line of its own, for where something holds."""
    said = f"if {condition}: {rules.slice(effect)}"
    return said if _begins_line(rules, effect) else f"\n{indent_of(rules.content, effect.span.start)}  {said}"


def _held_things(rules: RuleFile) -> Iterator[str]:
    """The fields that say who has a thing, and by which a player may do something."""
    asked = {
        b.left.text
        for move in rules.moves
        for clause in rules.clauses(move, s.LegalClause)
        for b in all_in(clause, s.Binary)
        if isinstance(b.left, s.Word) and is_mover(b.right)
    }
    for name, field in rules.fields.items():
        if (
            name in asked
            and not field.index
            and rules.slice(field).partition(":")[2].strip().startswith("player or nobody")
        ):
            yield name


def _becoming(rules: RuleFile, name: str) -> list[tuple[Headed, s.Becomes]]:
    """Where a field is set, each with the part that sets it."""
    return [
        (item, e)
        for item in rules.headed
        if isinstance(item, HOLDERS)
        for e in all_in(item, s.Becomes)
        if isinstance(e.target, s.Word) and e.target.text == name and rules.holder(e) is item
    ]


def counts_as_card(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A thing that a player has takes up a place in the hand, or does not."""
    for name in _held_things(rules):
        for item in rules.headed:
            fills = [f for f in all_in(item, s.Fill) if rules.holder(f) is item] if isinstance(item, HOLDERS) else []
            fills = [f for f in fills if zone_of(rules, f.zone) in hands(rules) and isinstance(f.zone, s.Applied)]
            if len(fills) != 1 or not isinstance(fills[0].zone, s.Applied) or len(fills[0].zone.args) != 1:
                continue
            who = rules.slice(fills[0].zone.args[0])
            count = f"{rules.slice(fills[0].count)} - (if {name} is {who} then 1 else 0)"
            draft = new(f"{name}_as_a_card", "in_hand").instead(item, (fills[0].count.span, count))
            yield draft.asks(
                f"Does the {rules.read(name)} count as a card of the hand that {told(rules, item)} fills up?",
                "no", "yes, it takes up a place",
            )  # fmt: skip


OPERATORS = (
    Operator("in-the-same-turn", "In this very turn, or from the next on?", "time", 1.0, in_the_same_turn),
    Operator("won-again", "Can it be won again?", "duty", 0.9, won_again),
    Operator("counts-as-card", "Does it count as a card?", "cards", 0.8, counts_as_card),
)
