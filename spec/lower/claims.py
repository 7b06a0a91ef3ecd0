"""Lowers what is asked and claimed: questions, examples, claims and the list of citations.

Leaves the rules themselves to the other `spec.lower` modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from spec import syntax as s
from spec.diagnostics.diagnostic import Fix
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.index import is_mover
from spec.ir.references import field_of
from spec.ir.teams import team_numbers
from spec.ir.types import is_card, of_cards
from spec.lower.base import PLAYER, Scope, Typed, coerce
from spec.lower.clauses import source, source_of
from spec.lower.effects import place
from spec.lower.expressions import condition, lower
from spec.lower.results import player_or_team
from spec.lower.under import under
from spec.names.declare import ANSWER, ruled
from spec.names.outline import Item, outline
from spec.names.table import Names
from spec.syntax_walk import nodes
from spec.text.source import Span


def question(q: s.QuestionSection, names: Names) -> ir.Question:
    """A question with the reading in force and the one ruled for; faulty rulings are reported where it is declared."""
    quiet = replace(names, found=[])
    choice = ruled(q, quiet)
    because = next((r.because.text for r in q.rulings if r.reading.text == choice), "")
    constant = names.constants[q.head.name.text]
    readings = tuple(ir.Reading(replace(source_of(r.name, r.cites), span=r.span), r.text) for r in q.readings)
    if q.answered is not None:
        name = s.Name(ANSWER, q.answered.answer.span)
        readings = (ir.Reading(replace(source_of(name, ()), span=q.answered.span), q.answered.answer.text),)
        because = q.answered.because.text
    # Of two questions of one name, which is reported, the second may have fewer readings than the first.
    settled = constant.value is not None and constant.value < len(readings)
    chosen = readings[constant.value or 0].source.label if settled else ""
    return ir.Question(source(q.head), q.text.text, readings, chosen, choice, because)


def claim(c: s.ClaimSection, scope: Scope) -> ir.Claim | None:
    """A claim, or None where the settings put it out of force."""
    names = scope.names
    found_before = len(names.found)
    for step in c.at:
        if step.text not in names.steps:
            names.unknown(step, "step", names.steps, "E0601")
    moves = names.moves_at(step.text for step in c.at)
    found = None if c.cond is None else lower(c.cond, replace(scope, moves=moves), ir.Bool())
    test = fold.YES if found is None else found.expr
    if not 0 <= c.percent <= 100:
        names.report("E0807", c.span, f"{c.percent} percent is no share")
    if found is not None and fold.constant(test) is not None:
        names.report("W0808", c.span, "this condition is the same in every position, so the claim says nothing")
    if under(c.head.under, scope) == fold.NO or _of_a_larger_table(names, found_before):
        return None
    return ir.Claim(source(c.head), c.kind, tuple(step.text for step in c.at), test, c.percent, c.wrong)


# ---------------------------------------------------------------- examples


def example(e: s.ExampleSection, scope: Scope, deck_zone: str | None) -> ir.Example | None:
    """An example, or None where the settings or a shrunk deck put it out of force."""
    names = scope.names
    found_before = len(names.found)
    at, given, rest = _position(e, scope)
    script: list[ir.Play | ir.Expect | ir.Then | ir.Wins | ir.Sees] = []
    for line in e.lines:
        match line:
            case s.PlayLine(kind, call):
                made = _call(call, scope)
                if made is not None:
                    script.append(ir.Play(made) if kind == "play" else ir.Expect(made, kind == "legal"))
            case s.ThenLine(cond, wrong):
                moves = names.moves_at((at,))
                script.append(ir.Then(condition(cond, replace(scope, moves=moves)), wrong))
            case s.EndedLine(by, gets):
                if by is not None and by.text not in names.endings:
                    names.unknown(by, "end of the game", names.endings, "E0806")
                script.append(ir.Wins("" if by is None else by.text, tuple(_gets(gets, scope))))
            case s.SeesLine(player, zone_text, seen):
                who, zone = lower(player, scope, PLAYER), place(zone_text, scope)
                if who is not None and zone is not None:
                    script.append(ir.Sees(who.expr, zone, seen))
            case tuple():
                pass
            case _:
                assert_never(line)
    if all(isinstance(line, tuple) for line in e.lines):
        message = "this example expects nothing: write `then`, `legal`, `illegal`, `ended` or `can see`"
        names.report("E0804", e.title.span, message)
    if not at and any(isinstance(x, ir.Play | ir.Expect) for x in script):
        message = "a move needs a step to be made at: write `given at STEP`"
        names.report("E0803", e.title.span, message, fix=_told_step(e, names))
    if rest is None and deck_zone is not None:
        rest = ir.Place(deck_zone, ())
    if under(e.under, scope) == fold.NO:
        # It may name a pile or a player that only the settings have under which it is in force.
        names.found[found_before:] = [d for d in names.found[found_before:] if d.code != "E0311"]
        return None
    if (names.shrunk and _lacks_cards(e, names)) or _made_by_none(e, names) or _of_a_larger_table(names, found_before):
        return None
    label = ir.Source(e.title.text, tuple(c.text for c in e.cites), e.title.span)
    return ir.Example(label, e.title.text, at, tuple(given), rest, tuple(script), names.rounds.get(at, ()))


def _of_a_larger_table(names: Names, found_before: int) -> bool:
    """Does it name a player that sits there only with more players than were chosen? Of the usual number that is
    reported, since it is nowhere else said how many are meant."""
    players = names.constants["players"].value
    here = [d for d in names.found[found_before:] if d.code == "E0311" and d.span in names.absent]
    if not here or players == names.usual_players:
        return False
    names.found[found_before:] = [d for d in names.found[found_before:] if d not in here]
    return True


def _gets(gets: tuple[s.GetsText, ...], scope: Scope) -> Iterator[ir.Gets]:
    """What the end gives to whom; that nobody wins is said of the player `NOBODY`."""
    for item in gets:
        score = None if item.score is None else lower(item.score, scope, ir.Int())
        if item.score is not None and score is None:
            continue
        for player in item.players:
            if isinstance(player, s.Nobody) and item.score is None and len(item.players) == 1:
                yield ir.Gets(ir.Lit(ir.NOBODY, ir.Symbol("player", optional=True)), None)
                continue
            yield from (ir.Gets(who, None if score is None else score.expr) for who in _who(player, scope))


def _who(e: s.Expr, scope: Scope) -> tuple[ir.Expr, ...]:
    """The player, or the players of the team."""
    found = player_or_team(e, scope)
    if found is None or found.type == PLAYER:
        return () if found is None else (found.expr,)
    numbers = team_numbers(scope.names.teams, len(scope.names.domains["player"].values))
    of = lower(e.args[0], scope) if isinstance(e, s.Applied) and len(e.args) == 1 else None
    player = None if of is None else fold.constant(of.expr)
    team = fold.constant(found.expr) if player is None else numbers[player]
    if team is None:
        scope.names.report("E0301", e.span, "say which team it is: by its name, or as the team of `player 1`")
    return tuple(ir.Lit(p, PLAYER) for p, number in enumerate(numbers) if number == team)


def _made_by_none(e: s.ExampleSection, names: Names) -> bool:
    """Does it make a move that the settings put out of force?"""
    made = [names.moves_called(line.call.name.text) for line in e.lines if isinstance(line, s.PlayLine)]
    return any(names.off.issuperset(variants) for variants in made)


def _lacks_cards(e: s.ExampleSection, names: Names) -> bool:
    texts = [c.text for node in nodes(e.lines) if isinstance(node, s.CardsText) for c in node.cards]
    return any(names.card(t) == ir.NOBODY for t in texts)


def _position(e: s.ExampleSection, scope: Scope) -> tuple[str, list[ir.Given], ir.Place | None]:
    names = scope.names
    at, rest = "", None
    given: list[ir.Given] = []
    cards_seen: dict[str, list[Span]] = {}
    told: dict[ir.Place | ir.Get, Span] = {}
    for item in (g for line in e.lines if isinstance(line, tuple) for g in line):
        match item:
            case s.GivenAt(step):
                at = step.text
                if step.text not in names.steps:
                    names.unknown(step, "step", names.steps, "E0802")
            case s.GivenRest(zone):
                rest = place(zone, scope)
            case s.GivenValue(target, value, span):
                made = _given(target, value, cards_seen, scope)
                if made is None:
                    continue
                if made.what in told:
                    names.report("E0809", span, "this is given twice", related=[(told[made.what], "given here first")])
                told[made.what] = span
                given.append(made)
            case _:
                assert_never(item)
    return at, given, rest


def _told_step(e: s.ExampleSection, names: Names) -> Fix | None:
    """The step behind what is given, where but one offers the first move."""
    call = next((line.call for line in e.lines if isinstance(line, s.PlayLine)), None)
    moves = set() if call is None else set(names.moves_called(call.name.text))
    steps = [step for step, offered in names.step_moves.items() if moves & set(offered)]
    values = [g for line in e.lines if isinstance(line, tuple) for g in line if isinstance(g, s.GivenValue)]
    if len(steps) != 1 or not values:
        return None
    end = values[-1].span.end
    return Fix(f"say that it is at `{steps[0]}`", Span(end, end), f", at {steps[0]}")


def _cards_once(value: s.Expr, seen: dict[str, list[Span]], names: Names) -> None:
    if not isinstance(value, s.CardsText):
        return
    for card in value.cards:
        before = seen.setdefault(card.text, [])
        copies = max(1, names.copies(card.text))  # the card may be none of this deck, which is told elsewhere
        if len(before) == copies:
            message = (
                "is given twice" if copies == 1 else f"is given more often than the {copies} times the deck has it"
            )
            names.report("E0801", card.span, f"{card.text} {message}", related=[(before[0], "here first")])
        before.append(card.span)


def _given(target: s.Expr, value: s.Expr, seen: dict[str, list[Span]], scope: Scope) -> ir.Given | None:
    found = lower(target, scope)
    if found is None:
        return None
    if (field := field_of(found.expr)) is not None:
        made = lower(value, scope, PLAYER if is_mover(field) else found.type)
        return None if made is None else ir.Given(field, made.expr)
    zone = place(target, scope)
    told = {text: len(before) for text, before in seen.items()}
    cards = lower(value, replace(scope, told=told), ir.Cards(ordered=False))
    _cards_once(value, seen, scope.names)
    if zone is None or cards is None:
        return None
    return ir.Given(zone, cards.expr)


def _call(call: s.CallText, scope: Scope) -> ir.MoveCall | None:
    """A move in an example; its arguments are read by the kinds of the move's parameters."""
    names = scope.names
    if call.name.text == "pass" and not call.args:
        return ir.MoveCall("pass", ())
    if call.name.text in names.lost:
        return None
    if call.name.text not in names.moves:
        names.unknown(call.name, "move", names.moves)
        return None
    params = names.moves[call.name.text].params
    if len(params) != len(call.args):
        message = f"`{call.name.text}` takes {len(params)} choices, but {len(call.args)} are given"
        names.report("E0305", call.span, message, related=[(names.moves[call.name.text].span, "introduced here")])
        return None
    found = [_argument(a, p.type, scope) for a, p in zip(call.args, params, strict=True)]
    if any(f is None for f in found):
        return None
    return ir.MoveCall(call.name.text, tuple(f.expr for f in found if f is not None))


def _argument(e: s.Expr, kind: ir.Type, scope: Scope) -> Typed | None:
    if of_cards(kind) and isinstance(e, s.CardsText):
        found = lower(e, scope, ir.Cards(ordered=False))
        return None if found is None else Typed(found.expr, kind)
    alone = is_card(kind) and isinstance(e, s.Word) and scope.names.card(e.text) is not None
    found = lower(e, scope) if is_card(kind) and not alone else lower(e, scope, kind)
    return None if found is None else coerce(found, kind, e.span, scope)


# ---------------------------------------------------------------- sources


def _uncited(item: Item) -> str:
    if item.kind == "precedence":
        return (
            "this precedence cites no place of the rulebook: "
            "cite the sentence that says so, or write a ruling with its reason"
        )
    return f"`{item.label}` cites no place of the rulebook"


MOST_UNCITED, MOST_RANGES = 500, 8
"""Of so many headings it is told which of their places nothing cites, in so many ranges; of more, how many places."""


def citations(sections: tuple[s.Section, ...], names: Names) -> tuple[ir.Citation, ...]:
    """The places that the file promises to cover; what cites none of them, and what none cites, is reported."""
    sources = [x for x in sections if isinstance(x, s.SourceSection)]
    listed: dict[str, Span] = {}
    ruleless: set[str] = set()
    made: list[ir.Citation] = []
    for src in sources:
        edition = "" if src.edition is None else src.edition.text
        if src.edition is not None and edition not in names.editions():
            names.unknown(src.edition, "edition", names.editions(), "E0505")
        for one in src.refused:
            names.report("E0706", one.span, _refused(one))
        for place_ in (*src.places, *src.ruleless):
            if place_.text in listed:
                names.report("E0704", place_.span, f"`{place_.text}` is listed twice")
            listed[place_.text] = place_.span
        made.extend(ir.Citation(place_.text, edition, place_.span) for place_ in src.places)
        ruleless.update(place_.text for place_ in src.ruleless)
    if not sources:
        return ()
    cited: set[str] = set()
    for item in outline(sections):
        for cite in item.cites:
            cited.add(cite.text)
            if cite.text not in listed:
                name = s.Name(cite.text, cite.span)
                names.unknown(name, "place in the sources called", listed, "E0701", quoted=True)
            elif cite.text in ruleless:
                names.report("E0705", cite.span, f"`{cite.text}` is listed as `without a rule`, and this cites it")
        if not item.cites and item.must_cite:
            names.report("W0702", item.span, _uncited(item))
    known = cited | ruleless | names.lost
    uncited = [(text, span) for text, span in listed.items() if text not in known]
    _report_uncited_places(uncited, names)
    return tuple(made)


def _refused(one: s.RefusedRange) -> str:
    if one.high < one.low:
        return f"`{one.low}..{one.high}` ends before it begins"
    if one.high - one.low >= s.LONGEST_RANGE:
        return f"a range has {s.LONGEST_RANGE:,} places at most, and here are {one.high - one.low + 1:,}"
    return f"a list of sources has {s.MOST_PLACES:,} places at most, and here are more"


def _report_uncited_places(uncited: list[tuple[str, Span]], names: Names) -> None:
    """Reports the places that nothing cites: once a heading, where the first of them is listed."""
    by_heading: dict[str, list[tuple[str, Span]]] = {}
    for text, span in uncited:
        heading, _, number = text.rpartition("/")
        by_heading.setdefault(heading if number.isdecimal() else text, []).append((number, span))
    for heading, places in list(by_heading.items())[:MOST_UNCITED]:
        numbers = [int(number) for number, _ in places if number.isdecimal()]
        if len(places) == 1:
            told = f"`{heading}/{numbers[0]}`" if numbers else f"`{heading}`"
        else:
            told = f"{len(places):,} places of `{heading}`: {_ranges(sorted(numbers))}"
        names.report("W0703", places[0][1], f"nothing in this file cites {told}")
    rest = [place for places in list(by_heading.values())[MOST_UNCITED:] for place in places]
    if rest:
        names.report("W0703", rest[0][1], f"nor does anything cite {len(rest):,} places that are listed from here on")


def _ranges(numbers: list[int]) -> str:
    """Numbers that rise, as the list of sources writes them: `1..3, 5`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    told = [f"{one[0]}..{one[-1]}" if len(one) > 1 else f"{one[0]}" for one in found]
    more = sum(one[-1] - one[0] + 1 for one in found[MOST_RANGES:])
    return ", ".join(told[:MOST_RANGES]) + (f" and {more:,} more" if more else "")
