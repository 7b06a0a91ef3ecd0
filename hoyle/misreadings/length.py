"""Ways of misreading how long a game lasts: one deal or several, until one player is out or all are, and whether a
used-up stock ends it."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, Draft, after_label, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    all_in,
    bracketed,
    called,
    is_face_up,
    is_mover,
    move_called,
    moved_by,
    name_of,
    named,
    parts,
    told,
    turn_of,
    zone_of,
)
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.silence import result_of
from hoyle.misreadings.surgery import introduced
from spec import syntax as s
from spec.text.source import Span

# ---------------------------------------------------------------- one deal, or several


def one_deal(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A game in which cards are dealt again and again is one deal."""
    for loop, outer in rules.flow:
        step = _dealt_again(rules, loop)
        if not isinstance(loop, s.LoopFlow) or step is None:
            continue
        goes_on = any(x.span.start >= loop.span.end for x, around in rules.flow if around == outer)
        draft = new(f"{step.head.name.text}_is_made_once", "one_deal").touching(step)
        if loop.until is not None or loop.times is not None:
            if goes_on:
                draft.late_step(loop, rules.free("that_was_all"), cited(step), "leave the loop")
                yield _how_long(rules, draft, step, "that was the game")
        elif won := _best_so_far(rules, draft):
            over, label = rules.free("deal_is_over"), rules.free("after_one_deal")
            draft.late_step(loop, over, cited(step), "nothing")
            draft.beside(rules.ends[-1], f"{label}{cited(step)} under {draft.otherwise} at {over}: {won}")
            draft.about.remove(rules.ends[-1])
            yield _how_long(rules, draft, step, "the best score then counts")


def _how_long(rules: RuleFile, draft: Draft, step: s.StepFlow, then: str) -> Asked:
    """The question, with what comes after one deal."""
    return draft.asks(
        f"How long is a game: is {told(rules, step)} made again and again?",
        "yes, until the rules say that the game is over", f"no, once: {then}", 1.1,
    )  # fmt: skip


def _dealt_again(rules: RuleFile, loop: s.Flow) -> s.StepFlow | None:
    """The step of a loop that mixes the cards for each deal, if players choose in the loop and no loop inside deals."""
    if not isinstance(loop, s.LoopFlow) or loop.kind not in ("repeat", "times") or loop.passing:
        return None
    if not any(True for _ in all_in(loop, s.AskFlow)):
        return None
    if any(_dealt_again(rules, inner) for inner in loop.body):
        return None
    mixing = (x for x in loop.body if isinstance(x, s.StepFlow) and rules.live(x))
    return next((x for x in mixing if any(True for _ in all_in(x, s.ShuffleZone))), None)


def _best_so_far(rules: RuleFile, draft: Draft) -> str:
    """What one deal comes to where the game is over at a number of points, '' where it is not; these ends are there as
    written alone."""
    won = ""
    for end in rules.ends:
        field = _points_reached(rules, end)
        if field:
            whose = _holder(rules, field)
            least = any(a.kind == "least" for part in called(rules, end.result) for a in all_in(part, s.Aggregate))
            one, other, _ = rules.bound
            best = f"{'least' if least else 'greatest'} of {field} of {one} over {whose} {one}"
            won = won or f"every {whose} {other} with {field} of {other} = {best} wins"
            draft.only_as_written(end).examples_as_written(end)
    return won


def _points_reached(rules: RuleFile, end: s.EndClause) -> str:
    """The points of each player, or of each side, of which so many end the game."""
    for part in called(rules, end.when) if end.when is not None else ():
        for node in all_in(part, s.Binary):
            field = name_of(node.left)
            if node.op in (">=", ">", "=") and _holder(rules, field) and field not in named(node.right):
                return field
    return ""


def _holder(rules: RuleFile, field: str) -> str:
    """Who has a number of his or her own: a player, or a team."""
    found = rules.fields.get(field)
    if found is None or len(found.index) != 1 or not isinstance(found.type, s.NumberType):
        return ""
    index = found.index[0]
    return index.text if isinstance(index, s.Name) and index.text in ("player", "team") else ""


# ---------------------------------------------------------------- one player is out, or all are


def one_is_out(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What is over when all players are out of cards is over when one of them is."""
    for end in rules.ends:
        own = parts(end.when)
        out = [p for p in own if _one_out(rules, p)]
        turn = _last_turn(rules)
        if len(out) == 1 and turn is not None and "#" not in rules.slice(end):
            yield _over_for_one(rules, new, end, turn, out[0])
    for loop, _ in rules.flow:
        if isinstance(loop, s.LoopFlow) and loop.kind == "turns" and loop.until is not None:
            asks = [a for a in loop.body if isinstance(a, s.AskFlow) and rules.live(a)]
            one = _one_out(rules, loop.until)
            if one and asks:
                draft = new(f"{asks[0].head.name.text}_until_one_is_out", "one_is_out")
                draft.inside(loop.until, f"({one})").touching(asks[0])
                yield draft.asks(
                    f"When one player has no cards left: do the others go on with {told(rules, asks[0])}?",
                    "yes, until nobody has any", "no, it is over", 1.0,
                )  # fmt: skip


def _over_for_one(rules: RuleFile, new: New, end: s.EndClause, turn: s.LoopFlow, out: s.Expr) -> Asked:
    """The question about an end; what is empty besides is enough by itself, too."""
    own = [p for p in parts(end.when) if p is not out]
    empty = [p for p in own if isinstance(p, s.IsEmpty) and not p.negated]
    one = " or ".join([*(rules.slice(p) for p in empty), f"({_one_out(rules, out)})"])
    when = " and ".join([*(bracketed(rules, p) for p in own if p not in empty), f"({one})"])
    draft = new(f"{end.head.name.text}_for_one", "one_is_enough")
    step, label = _after_the_move(rules, turn), rules.free(f"{end.head.name.text}_at_one")
    if not step:
        step = rules.free("look_for_one")
        draft.late_step(turn, step, cited(end), "nothing")
    draft.beside(
        end,
        f"{label}{cited(end)} under {draft.otherwise} at {step} when {when}: {_result(rules, end)}\n"
        f"  precedence {end.head.name.text} > {label}{cited(end)} under {draft.otherwise}",
    )
    also = f", or the {rules.read(zone_of(rules, empty[0].item) or 'stack')} is empty" if empty else ""
    return draft.asks(
        f"When is the game over by {told(rules, end)}: when all players are out of cards, or when one is?",
        "when all are", f"when one is{also}", 1.1,
    )  # fmt: skip


def _result(rules: RuleFile, end: s.EndClause) -> str:
    """What comes of an end, in one line."""
    span = result_of(rules, end)
    return " ".join(rules.content[span.start : span.end].split())


def _one_out(rules: RuleFile, e: s.Expr) -> str:
    """That one player is out of cards, where a condition asks that all are; '' for any other condition."""
    match e:
        case s.Quantified("every", s.Binder(var, s.OverWords(s.Name("player"))), s.IsEmpty(item, False)):
            pass
        case s.Quantified("no", s.Binder(var, s.OverWords(s.Name("player"))), s.IsEmpty(item, True)):
            pass
        case _:
            return ""
    return f"some player {var.text} with {rules.slice(item)} is empty" if zone_of(rules, item) else ""


def _last_turn(rules: RuleFile) -> s.LoopFlow | None:
    """The loop by turns in which players choose last."""
    ask, loops = rules.choices[-1] if rules.choices else (None, ())
    turn = turn_of(loops)
    return turn if ask is not None and is_mover(ask.who) and turn is not None and turn.kind == "turns" else None


def _after_the_move(rules: RuleFile, turn: s.LoopFlow) -> str:
    """The step that comes right after the last choice of a turn, if there is one at each turn."""
    last = max(i for i, part in enumerate(turn.body) if list(all_in(part, s.AskFlow)))
    step = turn.body[last + 1] if last + 1 < len(turn.body) else None
    plain = isinstance(step, s.StepFlow) and rules.live(step) and step.when is None and step.head.under is None
    return step.head.name.text if plain and isinstance(step, s.StepFlow) else ""


# ---------------------------------------------------------------- the stock is used up


def still_the_discard(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A used-up stock ends the game, or the discard pile may still be drawn from, and who refuses it ends the game."""
    if not any(True for _ in rules.sections(s.StateSection)):
        return
    for end in rules.ends:
        for gone in parts(end.when):
            deck = _used_up(rules, gone)
            for ask, loops in rules.choices if deck else ():
                takes = _takes_instead(rules, ask, deck)
                if (
                    takes is not None
                    and turn_of(loops) is not None
                    and is_mover(ask.who)
                    and "#" not in rules.slice(end)
                ):
                    yield _refused(rules, new, end, gone, ask, takes)


def _refused(rules: RuleFile, new: New, end: s.EndClause, gone: s.Expr, ask: s.AskFlow, takes: s.MoveSection) -> Asked:
    """The question about one end, one choice of what to draw, and the move that takes of the discard pile."""
    draft = new(f"{end.head.name.text}_or_discard", "discard_is_left")
    field, leave, last = (
        rules.free("refused_it"),
        rules.free("refuse_it"),
        rules.free(f"last_{ask.head.name.text}"[:38]),
    )
    draft.field(f"{field}: yes or no").only_as_written(end).examples_as_written(end)
    short = bracketed(rules, gone)
    besides = [bracketed(rules, p) for p in parts(ask.when) if not _not_empty(p, gone)]
    draft.above(
        ask,
        f"choice {last}{cited(ask)} under {draft.otherwise} when {' and '.join([*besides, short])}:"
        f" mover does {takes.head.name.text}, {leave}",
    )
    if len(besides) == len(parts(ask.when)):
        draft.instead(ask, _narrower(rules, ask, f"not ({rules.slice(gone)})"))
    draft.more.append(
        f"move {leave}{cited(ask, end)} under {draft.otherwise}:\n  permit at_will\n  does note: {field} becomes yes"
    )
    label, result = rules.free(f"{end.head.name.text}_refused"[:38]), _result(rules, end)
    draft.beside(end, f"{label}{cited(end)} under {draft.otherwise} when {field}: {result}").touching(ask)
    deck = rules.read(_used_up(rules, gone))
    return draft.asks(
        f"The {deck} is used up: does that end the game by {told(rules, end)}, or is {told(rules, takes)} left?",
        "it ends the game", f"{told(rules, takes)} is left, and who refuses ends the game", 1.1,
    )  # fmt: skip


def _not_empty(part: s.Expr, gone: s.Expr) -> bool:
    """Does a condition ask already that a stock is not used up which another one finds empty?"""
    return isinstance(part, s.IsEmpty) and part.negated and isinstance(gone, s.IsEmpty) and named(part) == named(gone)


def _narrower(rules: RuleFile, ask: s.AskFlow, condition: str) -> tuple[Span, str]:
    """The change by which a choice comes only where something holds, too."""
    if ask.when is not None:
        return ask.when.span, f"({rules.slice(ask.when)}) and {condition}"
    under = ask.head.under
    at = after_label(rules, ask) if under is None else introduced(rules.content, under.span, "under").end
    return Span(at, at), f" when {condition}"


def _used_up(rules: RuleFile, e: s.Expr) -> str:
    """The stack of which a condition says that it is empty, or holds few cards."""
    match e:
        case s.IsEmpty(item, False):
            name = zone_of(rules, item)
        case s.Binary("=" | "<" | "<=", s.Applied(s.Name("size"), (item,)), bound) if not named(bound) & set(
            rules.zones
        ):
            name = zone_of(rules, item)
        case _:
            return ""
    return name if name and rules.zones[name].kind == "stack" and not rules.zones[name].index else ""


def _takes_instead(rules: RuleFile, ask: s.AskFlow, deck: str) -> s.MoveSection | None:
    """The move of a choice that takes the top of an open pile, where another one draws from the stock."""
    moves = [m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None and not m.choices]
    sources = {m.head.name.text: _drawn_from(rules, m) for m in moves}
    if not any(deck in found for found in sources.values()):
        return None
    for move in moves:
        for pile in sources[move.head.name.text] - {deck}:
            zone = rules.zones[pile]
            if zone.kind == "stack" and not zone.index and is_face_up(zone):
                return move
    return None


def _drawn_from(rules: RuleFile, move: s.MoveSection) -> set[str]:
    """The zones from which what a move does takes single cards."""
    single = (
        m
        for m in moved_by(rules, move)
        if isinstance(m, s.DrawCards) or (isinstance(m, s.MoveCards) and m.cards is not None)
    )
    return {zone for m in single if (zone := zone_of(rules, m.source))}


OPERATORS = (
    Operator("one-deal", "Is a game one deal, or several?", "ends", 1.0, one_deal),
    Operator("one-is-out", "Is it over when one player is out, or when all are?", "ends", 1.0, one_is_out),
    Operator(
        "still-the-discard", "Does the used-up stock end it, or is the discard pile left?", "ends", 1.1,
        still_the_discard, endless=True,
    ),
)  # fmt: skip
"""Ways in which people misread rules, as questions that a rule file can be asked."""
