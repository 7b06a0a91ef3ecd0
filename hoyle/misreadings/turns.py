"""Ways of misreading whose turn it is: who begins, who is next, who goes on, how much a turn holds."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    all_in,
    called,
    hands,
    is_mover,
    move_called,
    movements,
    told,
    turn_of,
    zone_of,
)
from hoyle.misreadings.rule_file import Headed, RuleFile
from hoyle.misreadings.surgery import extent
from spec import syntax as s
from spec.text.source import Span


def _players(rules: RuleFile) -> int:
    return len(next(d for d in rules.game.domains if d.name == "player").values)


def _several_players(rules: RuleFile) -> bool:
    return _players(rules) > 2


def seat_or_turn(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where players drop out, the next player is the next seat, or the next one who still has a turn."""
    if not _several_players(rules) or not hands(rules):
        return
    hand = hands(rules)[0]
    for item in rules.headed:
        if not isinstance(item, s.DefineSection | s.OutcomeClause | s.DoesClause | s.RoutineSection | s.EndClause):
            continue
        for node in all_in(item, s.FirstOf):
            if rules.holder(node) is item and isinstance(node.start, s.Neighbour) and node.start.of is None:
                draft = new(f"{item.head.name.text}_seat", "next_seat").instead(
                    item, (node.span, rules.slice(node.start))
                )
                yield draft.asks(
                    f"For {told(rules, item)}: where some players are passed by, who is the next player?",
                    "the next one who is not passed by", "the next seat", 1.2,
                )  # fmt: skip
        inner = {id(n) for f in all_in(item, s.FirstOf) for n in all_in(f, s.Neighbour)}
        for nb in all_in(item, s.Neighbour):
            if (
                id(nb) in inner
                or nb.of is not None
                or nb.step != 1
                or rules.holder(nb) is not item
                or not _drops_out(rules)
            ):
                continue
            one = rules.bound[0]
            text = f"(first player {one} from next player with {hand} of {one} is not empty else next player)"
            draft = new(f"{item.head.name.text}_with_cards", "with_cards").instead(item, (nb.span, text))
            yield draft.asks(
                f"For {told(rules, item)}: where a player has no cards left, who is the next player?", "the next seat",
                "the next one with cards", 1.0,
            )  # fmt: skip


def _drops_out(rules: RuleFile) -> bool:
    """Do some players miss turns while others play on?"""
    return any(isinstance(x, s.LoopFlow) and x.among is not None for x, _ in rules.flow)


def who_was_before(rules: RuleFile, new: New) -> Iterator[Asked]:
    """The previous player is the seat before, or whoever had the last turn."""
    if not _several_players(rules) or not _drops_out(rules):
        return
    loops = [x for x, _ in rules.flow if isinstance(x, s.LoopFlow) and x.kind == "turns"]
    if not loops:
        return
    draft = new("previous_by_turn", "last_turn")
    field = rules.free("last_mover")
    touched = False
    for item in rules.headed:
        if isinstance(item, s.DefineSection | s.OutcomeClause | s.DoesClause | s.RoutineSection):
            own = [n for n in all_in(item, s.Neighbour) if n.step == -1 and n.of is None and rules.holder(n) is item]
            if own:
                draft.instead(item, *((n.span, field) for n in own))
                touched = True
    states = list(rules.sections(s.StateSection))
    if not touched or not states:
        return
    last_field = states[0].fields[-1]
    end = rules.content.find("\n", last_field.span.start + len(rules.slice(last_field)))
    start = "previous player before player 1"
    draft.edit(Span(end, end), f"\n  {field}: player, starts at {start} under {draft.otherwise}")
    last = loops[-1].body[-1]
    at = last.span.start + len(rules.slice(last))
    at = rules.content.find("\n", at)
    column = " " * (loops[-1].body[0].span.start - rules.content.rfind("\n", 0, loops[-1].body[0].span.start) - 1)
    label = rules.free("note_last_mover")
    heads = [x.head for x in loops[-1].body if isinstance(x, s.StepFlow | s.AskFlow) and x.head.cites]
    cites = "".join(f'{", " if n else " @ "}"{c.text}"' for n, c in enumerate(heads[0].cites[:3])) if heads else ""
    draft.edit(Span(at, at), f"\n{column}step {label}{cites} under {draft.otherwise}: {field} becomes mover")
    yield draft.asks(
        "Who is the previous player, where some have been passed by?", "the seat before", "whoever had the turn before",
    )  # fmt: skip


def who_begins(rules: RuleFile, new: New) -> Iterator[Asked]:
    """The dealer begins, or the player after the dealer; player 1 does, or player 2."""
    for loop, _ in rules.flow:
        if not isinstance(loop, s.LoopFlow) or loop.start is None:
            continue
        match loop.start:
            case s.Neighbour(1, of) if of is not None:
                other, was, said = (
                    rules.slice(of),
                    f"the player after the {rules.spoken(of)}",
                    f"the {rules.spoken(of)}",
                )
            case s.Word(name) if name in rules.fields:
                other, was, said = (
                    f"next player after {name}",
                    f"the {rules.read(name)}",
                    f"the player after the {rules.read(name)}",
                )
            case s.Nth(s.Name("player"), 1) if _players(rules) > 1:
                other, was, said = "player 2", "player 1", "player 2"
            case _:
                continue
        first = next((x for x in loop.body if isinstance(x, s.StepFlow | s.AskFlow)), None)
        if first is None:
            continue
        draft = new(f"{first.head.name.text}_begins", "other_player")
        draft.edit(loop.start.span, f"(if {draft.otherwise} then {other} else {rules.slice(loop.start)})").touching(
            first
        )
        literal = isinstance(loop.start, s.Nth)
        yield draft.asks(f"Who begins at {told(rules, first)}?", was, said, 0.3 if literal else 0.9)


def who_leads(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Whoever won something leads next, or the next player in turn."""
    if not _several_players(rules):
        return
    for step, loops in rules.steps:
        if not loops:
            continue
        for effect in step.body:
            match effect:
                case s.Becomes(target, value, False) if (
                    is_mover(target) and value is not None and not isinstance(value, s.Neighbour | s.Nth)
                ):
                    draft = new(f"{step.head.name.text}_next_in_turn", "next_in_turn").instead(
                        step, (value.span, "next player")
                    )
                    yield draft.asks(
                        f"Who has the next turn after {told(rules, step)}?",
                        rules.spoken(value),
                        "the next player in turn",
                        0.5,
                    )
                case s.Becomes(target, s.FirstOf() as value, False) if is_mover(target):
                    pass
                case _:
                    pass


def which_way(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Turns go round the other way, in play sooner than while it is made ready."""
    if not _several_players(rules):
        return
    main = rules.steps[-1][1][:1] if rules.steps else ()
    for step, loops in rules.steps:
        for effect in step.body if loops else ():
            match effect:
                case s.Becomes(target, s.Neighbour(1, None) as value, False) if is_mover(target):
                    draft = new(f"{step.head.name.text}_other_way_round", "other_way")
                    draft.instead(step, (value.span, "previous player"))
                    yield draft.asks(f"Which way do turns go round by {told(rules, step)}?", "to the next player",
                                     "to the previous player", 0.8 if loops[:1] == main else 0.4)  # fmt: skip
                case _:
                    pass


def plays_on(rules: RuleFile, new: New) -> Iterator[Asked]:
    """After a move the turn is over, or the same player plays on."""
    for ask, loops in rules.choices:
        turn = turn_of(loops)
        moves = [m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None]
        again = loops and loops[-1] is not turn
        if turn is None or again or len(moves) < 2 or _once_only(rules, turn):
            continue
        for move in moves[1:]:
            does = rules.clauses(move, s.DoesClause)
            if not does or any(list(all_in(d, s.Leave)) for d in does) or _jumps(rules, move):
                continue
            draft = new(f"{move.head.name.text}_plays_on", "plays_on")
            on = f"continue at {ask.head.name.text}"
            used_up = _uses_up(rules, turn, move)
            if used_up is None:
                label = rules.free(f"goes_on_after_{move.head.name.text}"[:38])
                draft.beside(does[-1], f"does {label}{cited(does[-1], move)} under {draft.otherwise}: {on}")
            else:
                holder, effect = used_up
                draft.instead(holder, (extent(rules.content, effect.span), on)).touching(move)
            draft.touching(ask)
            yield draft.asks(
                f"After {told(rules, move)}: is that the player's turn, or does the same player choose again?",
                "that is the turn",
                "the same player chooses again",
                1.0,
            )


def _uses_up(rules: RuleFile, turn: s.LoopFlow, move: s.MoveSection) -> tuple[Headed, s.Becomes] | None:
    """By what a move uses a turn up: it sets what the steps of the turn set anew; None where there is no such thing."""
    kept = {
        e.target.text
        for step in all_in(turn, s.StepFlow)
        for e in step.body
        if isinstance(e, s.Becomes) and isinstance(e.target, s.Word) and e.target.text in rules.fields and not e.added
    }
    for part in called(rules, move):
        holders = rules.clauses(part, s.DoesClause) if isinstance(part, s.MoveSection) else [part]
        for holder in holders:
            if not isinstance(holder, s.DoesClause | s.RoutineSection):
                continue
            last = holder.body[-1]
            alone = len(holder.body) == 1 or isinstance(holder, s.RoutineSection)
            if not alone or not isinstance(last, s.Becomes) or last.added or not isinstance(last.target, s.Word):
                continue
            if last.target.text in kept and isinstance(last.value, s.Word | s.Number):
                return holder, last
    return None


def _jumps(rules: RuleFile, move: s.MoveSection) -> bool:
    """Does a move come to a jump by some routine or outcome?"""
    return any(list(all_in(part, s.Leave)) for part in called(rules, move))


def _once_only(rules: RuleFile, turn: s.LoopFlow) -> bool:
    return turn.kind == "round"


def goes_again(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Another turn that is earned is none."""
    for item in rules.headed:
        if not isinstance(item, s.DoesClause | s.OutcomeClause):
            continue
        for effect in item.body:
            if isinstance(effect, s.Leave) and effect.to == "again":
                draft = new(f"{item.head.name.text}_earns_no_turn", "no_turn")
                if len(item.body) == 1 and isinstance(item, s.DoesClause):
                    draft.only_as_written(item)
                else:
                    end = effect.span.start + len(rules.slice(effect))
                    draft.instead(item, (Span(effect.span.start, end), "nothing"))
                yield draft.asks(f"Does {told(rules, item)} give the player another turn?", "yes", "no", 0.6)


def how_many_moves(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A turn holds one move, or another may follow."""
    for ask, loops in rules.choices:
        turn = turn_of(loops)
        if turn is None or turn.kind != "turns" or ask.may or ask not in turn.body or not is_mover(ask.who):
            continue
        choices = [x for x in turn.body if isinstance(x, s.AskFlow)]
        if choices[0] is not ask:
            continue
        again = rules.free(f"{ask.head.name.text}_more")
        names = ", ".join(n.text for n in ask.moves)
        draft = new(f"{ask.head.name.text}_more_than_once", "two")
        draft.beside(ask, f"choice {again}{cited(ask)} under {draft.otherwise}: mover may do {names}")
        only = len(choices) == 1 and len(ask.moves) == 1
        yield draft.asks(
            f"How many moves may a player make at {told(rules, ask)}?", "one", "one or two", 0.4 if only else 0.9,
        )  # fmt: skip


def turn_used_up(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Who gets cards by another's play has had a turn by that."""
    for outcome in rules.outcomes:
        for clause in rules.clauses(outcome, s.OutcomeClause):
            effects = list(clause.body)
            for effect in effects:
                if not isinstance(effect, s.Perform) or effect.kind != "do" or effect.name.text not in rules.routines:
                    continue
                if not _to_next(rules, rules.routines[effect.name.text]):
                    continue
                draft = new(f"{clause.head.name.text}_uses_a_turn", "turn_used_up")
                end = effect.span.start + len(rules.slice(effect))
                column = " " * (effect.span.start - rules.content.rfind("\n", 0, effect.span.start) - 1)
                draft.instead(clause, (Span(end, end), f"\n{column}skip the next player"))
                yield draft.asks(
                    f"Does the player who gets cards by {told(rules, clause)} have a turn after that?", "yes, as usual",
                    "no, that turn is used up",
                )  # fmt: skip


def _to_next(rules: RuleFile, routine: s.RoutineSection) -> bool:
    parts = list(called(rules, routine))
    neighbour = any(n.step == 1 for p in parts for n in all_in(p, s.Neighbour))
    own = {name for name, zone in rules.zones.items() if zone.index and name not in hands(rules)}
    return neighbour and any(
        zone_of(rules, m.target) in own for p in parts for m in movements(p) if isinstance(m, s.MoveCards)
    )


OPERATORS = (
    Operator(
        "seat-or-turn", "Is the next player the next seat, or the next who has a turn?", "turns", 1.1, seat_or_turn
    ),
    Operator(
        "who-was-before",
        "Is the previous player the seat before, or the last to have had a turn?",
        "turns",
        1.1,
        who_was_before,
    ),
    Operator("who-begins", "Who begins?", "turns", 0.9, who_begins),
    Operator("who-leads", "Who has the next turn?", "turns", 0.7, who_leads),
    Operator("which-way", "Which way do turns go round?", "turns", 0.7, which_way),
    Operator("plays-on", "Is that the turn, or does the same player go on?", "turns", 0.9, plays_on),
    Operator("goes-again", "Does it give another turn?", "turns", 0.6, goes_again),
    Operator("how-many-moves", "How many moves has a turn?", "turns", 0.9, how_many_moves),
    Operator("turn-used-up", "Does it use up a turn?", "turns", 1.0, turn_used_up),
)
