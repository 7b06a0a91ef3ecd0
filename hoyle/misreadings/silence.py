"""What a text leaves unsaid, and the file or the language decided: short draws, used-up stacks, nobody as winner."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import all_in, is_face_up, move_called, movements, named, told, turn_of, zone_of
from hoyle.misreadings.rule_file import Headed, RuleFile
from hoyle.misreadings.surgery import indent_of
from spec import syntax as s
from spec.text.source import Span

BODIES = (s.DoesClause, s.OutcomeClause, s.RoutineSection, s.StepFlow)


def too_few_to_draw(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where fewer cards are left than are to be drawn, none are drawn."""
    for item in rules.headed:
        if not isinstance(item, BODIES):
            continue
        for effect in item.body:
            match effect:
                case s.Fill(zone, count, source):
                    need = f"{rules.slice(count)} - size of {rules.slice(zone)}"
                case s.DrawCards(count, True, source, _):
                    need = rules.slice(count)
                case _:
                    continue
            if need == "1":
                continue
            at = effect.span.start
            if not _own_line(rules, at, item):
                continue
            text = f"if size of {rules.slice(source)} is at least {need}: {rules.slice(effect)}"
            if rules.content[rules.content.rfind("\n", 0, at) + 1 : at].strip():
                text = f"\n    {text}"
            draft = new(f"{item.head.name.text}_too_few", "none").instead(
                item, (Span(at, at + len(rules.slice(effect))), text)
            )
            yield draft.asks(
                f"What if the {rules.read(zone_of(rules, source) or 'stack')} holds fewer cards than are to be drawn"
                f" by {told(rules, item)}?",
                "those that are there are drawn",
                "none are drawn",
            )


def _own_line(rules: RuleFile, at: int, item: Headed) -> bool:
    """Does an effect stand alone, so that an `if` may come before it?"""
    alone = isinstance(item, BODIES) and len(item.body) == 1
    return alone or not rules.content[rules.content.rfind("\n", 0, at) + 1 : at].strip()


def nothing_left(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where a stack is used up the game is over, or a new one is made, though the file just goes on."""
    yield from _used_up_in_turns(rules, new)
    for item in rules.headed:
        if not isinstance(item, s.RoutineSection | s.StepFlow):
            continue
        for source, effect in _guarded(rules, item):
            zone = rules.read(zone_of(rules, source))
            if isinstance(item, s.StepFlow) and rules.ends:
                last = rules.ends[-1]
                draft = new(f"{item.head.name.text}_ends_the_game", "game_over")
                label = rules.free(f"no_{zone_of(rules, source)}_left")
                when = f"{rules.slice(source)} is empty"
                draft.beside(
                    last,
                    f"{label}{cited(item)} under {draft.otherwise} at {item.head.name.text} when {when}: nobody wins",
                )
                draft.about.remove(last)
                draft.touching(item)
                yield draft.asks(
                    f"What if cards are to be drawn at {told(rules, item)}, and the {zone} is used up?",
                    "play goes on without",
                    "the game is over, and nobody wins",
                    1.1,
                )
            spare = _discard(rules, zone_of(rules, source))
            if spare:
                draft = new(f"{item.head.name.text}_makes_a_new_stack", "made_anew")
                at, deck = effect.span.start, rules.slice(source)
                column = " " * (at - rules.content.rfind("\n", 0, at) - 1)
                if rules.content[rules.content.rfind("\n", 0, at) + 1 : at].strip():
                    continue
                text = (
                    f"if {deck} is empty and size of {spare} > 1:\n"
                    f"{column}  move cards below top of {spare} in {spare} to {deck}\n"
                    f"{column}  shuffle {deck}\n{column}"
                )
                draft.instead(item, (Span(at, at), text))
                yield draft.asks(
                    f"What if cards are to be drawn by {told(rules, item)}, and the {zone} is used up?",
                    "none are drawn",
                    f"all but the top of the {rules.read(spare)} are shuffled, and make a new one",
                    1.0,
                )


def _used_up_in_turns(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A stack that players draw from by a move, where it is not empty, is made anew when a turn is over."""
    seen: set[str] = set()
    for ask, loops in rules.choices:
        turn = turn_of(loops)
        for move in (m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None):
            does, legal = rules.clauses(move, s.DoesClause), rules.clauses(move, s.LegalClause)
            effects = [e for c in does for e in c.body if isinstance(e, s.DrawCards)]
            empty = {n for c in legal for e in all_in(c, s.IsEmpty) for n in named(e)}
            decks = {z for e in effects if (z := zone_of(rules, e.source)) in empty and not rules.zones[z].index}
            deck = next(iter(decks - seen), "")
            spare = _discard(rules, deck) if deck else ""
            if turn is None or turn.kind != "turns" or not spare or deck in _targets(rules):
                continue
            seen.add(deck)
            draft = new(f"{deck}_made_anew", "made_anew").touching(move)
            column = indent_of(rules.content, turn.body[0].span.start) + "  "
            lines = (
                f"if {deck} is empty and size of {spare} > 1:",
                f"  move cards below top of {spare} in {spare} to {deck}",
                f"  shuffle {deck}",
            )
            draft.late_step(turn, rules.free(f"{deck}_anew"), cited(move, *does, *legal), f"\n{column}".join(lines))
            yield draft.asks(
                f"What if the {rules.read(deck)} from which {told(rules, move)} draws is used up?",
                "nobody draws from it any more",
                f"all but the top of the {rules.read(spare)} are shuffled, and make a new one",
                1.1,
            )


def _guarded(rules: RuleFile, item: s.RoutineSection | s.StepFlow) -> Iterator[tuple[s.Expr, s.Effect]]:
    """The stacks from which cards are drawn only where there are any, and the effect that does so."""
    for effect in item.body:
        match effect:
            case s.IfEffect(s.IsEmpty(zone, True), then, ()) if _draws(rules, then, zone):
                yield zone, effect
            case s.DrawCards(_, True, source, _) | s.Fill(source=source) if zone_of(rules, source):
                yield source, effect
            case _:
                pass


def _draws(rules: RuleFile, body: tuple[s.Effect, ...], zone: s.Expr) -> bool:
    return any(
        rules.slice(m.source) == rules.slice(zone)
        for e in body
        for m in movements(e)
        if isinstance(m, s.DrawCards | s.Fill)
    )


def _targets(rules: RuleFile) -> set[str]:
    """The zones to which cards are moved, not drawn."""
    return {zone_of(rules, m.target) for item in rules.headed for m in movements(item) if isinstance(m, s.MoveCards)}


def _discard(rules: RuleFile, deck: str) -> str:
    """A single stack that lies face up, on which cards are put, other than the one that is drawn from."""
    targets = _targets(rules)
    for name, zone in rules.zones.items():
        if zone.kind == "stack" and is_face_up(zone) and not zone.index and name in targets and name != deck:
            return name
    return ""


def nobody_or_fewest(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A game that nobody wins is won by who is nearest to winning."""
    hand = _hand_that_wins(rules)
    if not hand:
        return
    for end in rules.ends:
        match end.result:
            case s.OneWins(s.Nobody()) | s.OneWins(s.Word("nobody")):
                pass
            case _:
                continue
        draft = new(f"{end.head.name.text}_by_fewest", "fewest_cards")
        fewest = f"every player p with size of {hand} of p = least of size of {hand} of q over player q wins"
        draft.instead(end, (result_of(rules, end), fewest))
        yield draft.asks(
            f"Who wins where {told(rules, end)} ends the game?",
            "nobody",
            f"whoever has the fewest cards in the {rules.read(hand)}",
            1.1,
        )


def result_of(rules: RuleFile, end: s.EndClause) -> Span:
    text = rules.slice(end)
    stop = end.span.start + len(text)
    when = end.when.span.end if end.when is not None else end.head.span.end
    at = rules.content.index(":", when, stop) + 1
    while rules.content[at] in " \n":
        at += 1
    return Span(at, stop)


def _hand_that_wins(rules: RuleFile) -> str:
    """The zone of a player that has to be empty for that player to win."""
    for end in rules.ends:
        if isinstance(end.result, s.OneWins) and end.when is not None:
            for node in all_in(end.when, s.IsEmpty):
                zone = zone_of(rules, node.item)
                if zone and not node.negated and _by_player(rules.zones[zone]):
                    return zone
    return ""


def cards_left_over(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Cards that still lie on the table when the game ends go to somebody."""
    rows = [n for n, z in rules.zones.items() if is_face_up(z) and not _named(z)]
    won = [
        n
        for n, z in rules.zones.items()
        if _by_player(z) and any(p.text in ("face up", "face down") for p in z.properties)
    ]
    ends = [e for e in rules.ends if isinstance(e.result, s.ScoreResult | s.AllWin) and len(e.at) == 1]
    won = [n for n in won if n in _taken_to(rules, rows)] if len(won) > 1 else won
    if not rows or not won or len(ends) != 1:
        return
    step = next((x for x, _ in rules.steps if x.head.name.text == ends[0].at[0].text), None)
    if step is None:
        return
    row, zone = rows[0], rules.zones[rows[0]]
    label = rules.free("last_cards_go")
    draft = new(f"{row}_at_the_end", "last_player")
    target = f"{won[0]} of mover"
    order = " in any order" if rules.zones[won[0]].kind != "set" else ""
    moved = (
        f"for each {row} {rules.bound[0]}: move everything from {rules.bound[0]} to {target}{order}"
        if zone.index
        else f"move everything from {row} to {target}{order}"
    )
    column = " " * (step.span.start - rules.content.rfind("\n", 0, step.span.start) - 1)
    gap = f"\n{column}  " if zone.index else " "
    draft.above(step, f"step {label}{cited(step)} under {draft.otherwise}:{gap}{moved}")
    draft.touching(step, ends[0])
    yield draft.asks(
        f"What becomes of cards that still lie in a {rules.read(row)} when the game ends?", "they count for nobody",
        "they go to the last player", 1.0,
    )  # fmt: skip


def _taken_to(rules: RuleFile, rows: list[str]) -> set[str]:
    """Where cards of the first row go."""
    found = (m for item in rules.headed for m in movements(item) if isinstance(m, s.MoveCards))
    return {zone_of(rules, m.target) for m in found if m.source is not None and zone_of(rules, m.source) in rows[:1]}


def _named(zone: s.ZoneText) -> bool:
    """Is there one such zone for each of a kind: each player, each team?"""
    return bool(zone.index) and isinstance(zone.index[0], s.Name)


def _by_player(zone: s.ZoneText) -> bool:
    return bool(zone.index) and isinstance(zone.index[0], s.Name) and zone.index[0].text == "player"


OPERATORS = (
    Operator("too-few-to-draw", "What if too few cards are left?", "silence", 1.1, too_few_to_draw),
    Operator("nothing-left", "What if the stack is used up?", "silence", 1.1, nothing_left),
    Operator("nobody-or-fewest", "Who wins where nobody has won?", "silence", 1.2, nobody_or_fewest),
    Operator("cards-left-over", "What becomes of the cards that are left?", "silence", 1.0, cards_left_over),
)
