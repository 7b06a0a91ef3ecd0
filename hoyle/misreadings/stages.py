"""Ways of misreading what there is of a turn and of a game: whether something is done before play, how often a turn has
it, whether it is all of the turn, who goes on after it, and whether the others have one more turn."""

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
    named,
    told,
    turn_of,
    zone_of,
)
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.surgery import extent, indent_of
from spec import syntax as s
from spec.text.source import Span


def before_play(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What each player does once before the first turn is not done at all."""
    for loop, outer in rules.flow:
        if not isinstance(loop, s.LoopFlow) or loop.kind != "round":
            continue
        asks = [a for a in loop.body if isinstance(a, s.AskFlow) and rules.live(a)]
        after = (
            x.kind for x, around in rules.flow if isinstance(x, s.LoopFlow) and around == outer and _later(x, loop)
        )
        if not asks or len(asks) < len(loop.body) or next(after, "") != "turns":
            continue
        draft = new(f"{asks[0].head.name.text}_before_play", "not_done")
        for ask in asks:
            draft.only_as_written(ask)
        draft.at_steps_as_written(*(a.head.name.text for a in asks))
        whole = " and ".join(told(rules, a) for a in asks)
        yield draft.asks(
            f"Is this done by each player before the first turn: {whole}?", "yes", "no, play begins at once"
        )


def _later(one: s.LoopFlow, two: s.LoopFlow) -> bool:
    return one.span.start >= two.span.end


def one_more_turn(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Once a player has brought the end about, the others have one more turn, or have none."""
    if len(next(d for d in rules.game.domains if d.name == "player").values) < 2:
        return
    for item in rules.headed:
        if not isinstance(item, s.EndClause | s.DefineSection | s.StepFlow) or _may_not_end(rules, item):
            continue
        for node in _conditions(item):
            match node:
                case s.Binary("!=", s.Word(field), s.Nobody()) if _closes(rules, field):
                    other, was, said = f"{field} is next player", "no", "yes, one each"
                case s.Binary("=", s.Word(field), s.Neighbour(1, None)) if _closes(rules, field):
                    other, was, said = f"{field} is not nobody", "yes, one each", "no"
                case _:
                    continue
            draft = new(f"{item.head.name.text}_last_turns", "other_turns").instead(item, (node.span, other))
            yield draft.asks(
                f"Once there is a {rules.read(field)}: have the others one more turn before {told(rules, item)}?",
                was, said, 1.1,
            )  # fmt: skip


def _conditions(item: s.EndClause | s.DefineSection | s.StepFlow) -> list[s.Expr | None]:
    """What a part hangs on as a whole."""
    match item:
        case s.EndClause(when=when):
            return [when]
        case s.DefineSection(body=body):
            return [body]
        case s.StepFlow(body=effects):
            return [e.cond for e in effects if isinstance(e, s.IfEffect)]


def _may_not_end(rules: RuleFile, item: s.EndClause | s.DefineSection | s.StepFlow) -> bool:
    """Is it clear that a part brings nothing to an end?"""
    match item:
        case s.EndClause():
            return False
        case s.StepFlow():
            return not any(e.to == "leave" for e in all_in(item, s.Leave))
        case s.DefineSection():
            if item.params:
                return True
            steps = (x for x, _ in rules.steps if any(e.to == "leave" for e in all_in(x, s.Leave)))
            return not any(item.head.name.text in named(user) for user in (*rules.ends, *steps))


def _closes(rules: RuleFile, name: str) -> bool:
    """Does a field say which player did something in his or her turn, if any did?"""
    field = rules.fields.get(name)
    if field is None or field.index or not rules.slice(field).partition(":")[2].strip().startswith("player or nobody"):
        return False
    found = [
        e
        for item in rules.headed
        for e in all_in(item, s.Becomes)
        if isinstance(e.target, s.Word) and e.target.text == name and rules.holder(e) is item
    ]
    values = [e.value for e in found if e.value is not None and not isinstance(e.value, s.Nobody)]
    return bool(values) and all(is_mover(value) for value in values)


# ---------------------------------------------------------------- of one turn


def all_of_the_turn(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Who is given cards for lack of something plays on with them, or has had the turn by that."""
    for step, loops in rules.steps:
        turn = turn_of(loops)
        if turn is None or turn.kind != "turns" or step.when is None or step not in turn.body:
            continue
        rest = turn.body[turn.body.index(step) + 1 :]
        if not any(isinstance(x, s.AskFlow) and is_mover(x.who) for x in rest) or not _gives_to_mover(rules, step):
            continue
        draft = new(f"{step.head.name.text}_is_the_turn", "turn_over").instead(
            step, _further(rules, step, "end the turn")
        )
        yield draft.asks(
            f"Who is given cards by {told(rules, step)}: does that player have the turn then?", "yes, as usual",
            "no, that is the turn", 1.1,
        )  # fmt: skip


def _gives_to_mover(rules: RuleFile, step: s.StepFlow) -> bool:
    own, found = hands(rules), (m for part in called(rules, step) for m in movements(part))
    leaves = any(list(all_in(part, s.Leave)) for part in called(rules, step))
    return not leaves and any(
        isinstance(m, s.DrawCards) and zone_of(rules, m.target) in own and "mover" in named(m.target) for m in found
    )


def who_clears_goes_on(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Who completes or clears a pile goes on, or the turn passes as after any card."""
    if not hands(rules):
        return
    in_turns = {n.text for ask, loops in rules.choices if _by_turns(loops) and is_mover(ask.who) for n in ask.moves}
    for move in (m for m in rules.moves if m.head.name.text in in_turns):
        if any(list(all_in(part, s.Leave)) for part in called(rules, move)):
            continue
        for clause in rules.clauses(move, s.DoesClause):
            pile = next((z for e in clause.body if (z := _cleared(rules, e))), "")
            if clause.when is None or not pile:
                continue
            again = f"if {hands(rules)[0]} of mover is not empty: go again"
            draft = new(f"{clause.head.name.text}_and_goes_on", "goes_on").instead(
                clause, _further(rules, clause, again)
            )
            yield draft.asks(
                f"Whose turn is it after {told(rules, clause)}, where the {rules.read(pile)} was taken away?",
                "the next player's", "again the player's who did it, if he or she has cards", 1.1,
            )  # fmt: skip


def _by_turns(loops: tuple[s.LoopFlow, ...]) -> bool:
    turn = turn_of(loops)
    return turn is not None and turn.kind == "turns"


def _cleared(rules: RuleFile, effect: s.Effect) -> str:
    """The one pile of all players that an effect takes away whole, and gives to nobody's hand."""
    match effect:
        case s.MoveCards(None, source, target) if source is not None:
            pile = zone_of(rules, source)
            shared = bool(pile) and not rules.zones[pile].index
            return pile if shared and zone_of(rules, target) not in hands(rules) else ""
        case _:
            return ""


def as_often_as_wanted(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What a player may do in a turn may be done once, or as often as it is possible."""
    offered = [n.text for ask, _ in rules.choices for n in ask.moves]
    for ask, loops in rules.choices:
        turn = turn_of(loops)
        moves = [m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None]
        if turn is None or turn.kind != "turns" or ask not in turn.body or not ask.may or not is_mover(ask.who):
            continue
        if not moves or any(offered.count(m.head.name.text) > 1 or _jumps(rules, m) for m in moves):
            continue
        draft = new(f"{ask.head.name.text}_as_often", "as_often")
        for move in moves:
            last = rules.clauses(move, s.DoesClause)[-1]
            label = rules.free(f"{move.head.name.text}_once_more"[:38])
            draft.beside(
                last, f"does {label}{cited(last, move)} under {draft.otherwise}: continue at {ask.head.name.text}"
            )
        draft.touching(ask)
        yield draft.asks(
            f"How often may a player choose {' or '.join(told(rules, m) for m in moves)} in a turn?", "once",
            "as often as it is possible", 1.0,
        )  # fmt: skip


def _jumps(rules: RuleFile, move: s.MoveSection) -> bool:
    does = rules.clauses(move, s.DoesClause)
    return not does or any(list(all_in(part, s.Leave)) for part in called(rules, move))


def _further(rules: RuleFile, item: s.StepFlow | s.DoesClause, effect: str) -> tuple[Span, str]:
    """The change by which a part does one thing more at its end."""
    first, end = item.body[0].span.start, extent(rules.content, item.span).end
    if not rules.content[rules.content.rfind("\n", 0, first) + 1 : first].strip():
        return Span(end, end), f"\n{indent_of(rules.content, first)}{effect}"
    column = indent_of(rules.content, item.span.start) + "  "
    body = rules.content[first:end]
    return Span(first, end), f"\n{column}{body}\n{column}{effect}"


OPERATORS = (
    Operator("before-play", "Is that done before play at all?", "turns", 1.0, before_play),
    Operator("one-more-turn", "Have the others one more turn?", "time", 1.1, one_more_turn),
    Operator("all-of-the-turn", "Is that the turn, or is there a move too?", "turns", 1.0, all_of_the_turn),
    Operator("who-clears-goes-on", "Does who clears a pile away go on?", "turns", 1.0, who_clears_goes_on),
    Operator("as-often-as-wanted", "Once in a turn, or as often as possible?", "turns", 1.0, as_often_as_wanted),
)
