"""Ways of misreading the moment: when somebody is looked at, what waits for the next turn, what is left to chance."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import all_in, hands, is_mover, move_called, told, turn_of, zone_of
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.surgery import extent, indent_of, span_of
from spec import syntax as s
from spec.text.source import Span


def looked_at_when(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Who has no move is found out when it is that player's turn, or as soon as it is so."""
    if len(next(d for d in rules.game.domains if d.name == "player").values) < 2:
        return
    for end in rules.ends:
        asks = [(a, loops) for a, loops in rules.choices if [n.text for n in end.at] == [a.head.name.text]]
        if not isinstance(end.when, s.CanDo) or end.when.move is not None or len(asks) != 1:
            continue
        ask, loops = asks[0]
        turn = turn_of(loops)
        if turn is None or turn.kind != "turns" or ask not in turn.body or not is_mover(ask.who):
            continue
        draft = new(f"{end.head.name.text}_at_once", "as_soon_as_it_is_so")
        seen: list[str] = []
        column = indent_of(rules.content, turn.body[0].span.start)
        for item, after in zip(turn.body, turn.body[1:], strict=False):
            if not isinstance(item, s.AskFlow) and not isinstance(after, s.AskFlow):
                continue
            look, back = (rules.free(f"{word}_{len(seen) + 1}") for word in ("look_on", "looked_on"))
            seen.append(back)
            head = f"{cited(end)} under {draft.otherwise}:"
            at = extent(rules.content, span_of(item)).end
            at = at if rules.content[at : at + 1] == "\n" else rules.content.find("\n", at)
            lines = (f"step {look}{head} mover becomes next player", f"step {back}{head} mover becomes previous player")
            draft.edit(Span(at, at), "".join(f"\n{column}{line}" for line in lines))
        none = " and ".join(f"mover cannot {n.text}" for n in ask.moves if move_called(rules, n.text) is not None)
        result = rules.slice(end).rpartition(":")[2]
        label = rules.free(f"{end.head.name.text}_seen_at_once")
        if not seen or "\n" in result.strip():
            continue
        draft.beside(end, f"{label}{cited(end)} under {draft.otherwise} at {' or '.join(seen)} when {none}:{result}")
        yield draft.asks(
            f"When is a player found to have no move, for {told(rules, end)}?", "when it is that player's turn",
            "as soon as it is so, in another player's turn too",
        )  # fmt: skip


def until_it_goes_on(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A part of what is done after a move waits, where the turn is over, until that player's next turn."""
    again = {e.name.text for step, _ in rules.steps for e in all_in(step, s.Perform)}
    for item in rules.headed:
        if not isinstance(item, s.RoutineSection | s.DoesClause):
            continue
        for one, two in zip(item.body, item.body[1:], strict=False):
            if not isinstance(one, s.Perform) or not isinstance(two, s.IfEffect):
                continue
            found = _parts(rules, one, again)
            if len(found) < 2 or two.other or not any(isinstance(e, s.Leave) for e in two.then):
                continue
            column = indent_of(rules.content, one.span.start)
            for part in found:
                lines = [f"if {rules.slice(two.cond)}: {said}" if said == part else said for said in found]
                draft = new(f"{item.head.name.text}_{part.split('(')[0].split()[-1]}_later", "next_turn")
                draft.instead(item, (extent(rules.content, one.span), f"\n{column}".join(lines)))
                yield draft.asks(
                    f"Is this done by {told(rules, item)} when the turn is over, too: {part.replace('_', ' ')}?",
                    "yes, at once", "no, when that player is next to move", 0.9,
                )  # fmt: skip


def _parts(rules: RuleFile, effect: s.Perform, again: set[str]) -> list[str]:
    """The effects to which a routine comes that is done at the beginning of a turn as well; none of any other."""
    name, known = effect.name.text, False
    while name in rules.routines and not rules.routines[name].params:
        known, body = known or name in again, rules.routines[name].body
        if len(body) != 1 or not isinstance(body[0], s.Perform) or body[0].args:
            texts = [rules.slice(e) for e in body]
            whole = all(isinstance(e, s.Perform) for e in body) and not any("\n" in text for text in texts)
            return texts if known and whole else []
        name = body[0].name.text
    return []


def chosen_or_drawn(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A card that players lay before the first turn is one of their choice, or the top card of the deck."""
    asks = [
        a
        for a, loops in rules.choices
        if all(map(_deals, loops)) and len(a.moves) == 1 and not a.may and a.when is None
    ]
    for name in dict.fromkeys(a.moves[0].text for a in asks):
        move = move_called(rules, name)
        own = [a for a in asks if a.moves[0].text == name]
        if move is None or len(move.choices) != 1 or not isinstance(move.choices[0].choice, s.OneCard):
            continue
        does = rules.clauses(move, s.DoesClause)
        effect = does[0].body[0] if len(does) == 1 and len(does[0].body) == 1 else None
        source = _hands_from(rules)
        if not isinstance(effect, s.MoveCards) or effect.cards is None or source is None:
            continue
        draft = new(f"{name}_chosen_or_drawn", "drawn")
        for ask in own:
            label = ask.head.name.text
            whose = f"{source} of {rules.slice(ask.who)}" if rules.zones[source].index else source
            draw = f"draw 1 card from {whose} to {rules.slice(effect.target)}"
            draft.only_as_written(ask).beside(ask, f"step {label}{cited(ask, move)} under {draft.otherwise}: {draw}")
        draft.touching(move)
        yield draft.asks(
            f"Where does the card come from that {told(rules, move)} lays before the first turn?",
            "from the hand, as the player chooses", f"from the top of the {rules.read(source)}, unseen", 0.8,
        )  # fmt: skip


def _deals(loop: s.LoopFlow) -> bool:
    """Does a loop begin play anew each time, with turns inside?"""
    inside = (x.kind for x in loop.body if isinstance(x, s.LoopFlow))
    return loop.kind in ("repeat", "times") and not {"turns", "round"}.isdisjoint(inside)


def _hands_from(rules: RuleFile) -> str | None:
    """The stack from which hands are drawn; None where there are several or none."""
    drawn = ((e.source, e.target) for item in rules.headed for e in all_in(item, s.DrawCards))
    filled = ((e.source, e.zone) for item in rules.headed for e in all_in(item, s.Fill))
    found = {zone_of(rules, source) for source, to in (*drawn, *filled) if zone_of(rules, to) in hands(rules)}
    return next(iter(found)) if len(found) == 1 and "" not in found else None


OPERATORS = (
    Operator("looked-at-when", "When is that found out?", "time", 1.0, looked_at_when),
    Operator("until-it-goes-on", "At once, or when that player is next to move?", "time", 0.9, until_it_goes_on),
    Operator("chosen-or-drawn", "Is it chosen, or drawn?", "cards", 0.8, chosen_or_drawn),
)
