"""Ways of misreading what a shape admits: how many cards, of one suit or not, where the ace goes, which way it runs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.misreadings.draft import Asked
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import called, named, told
from hoyle.misreadings.rule_file import RuleFile
from spec import syntax as s
from spec.syntax_walk import nodes
from spec.text.source import Span


def _used(rules: RuleFile) -> Iterator[s.ShapeSection]:
    """The shapes that moves, outcomes and ends use."""
    roots: list[object] = [
        *rules.moves,
        *rules.outcomes,
        *rules.ends,
        *(x for x, _ in rules.steps),
        *(x for x, _ in rules.choices),
    ]
    names: set[str] = set()
    for root in roots:
        for part in called(rules, root):
            names |= named(part)
            names |= {n.text for n in _shape_names(part)}
    return (shape for name, shape in rules.shapes.items() if name in names)


def _shape_names(root: object) -> Iterator[s.Name]:
    for node in nodes(root):
        match node:
            case s.IsA(shape=shape) | s.OverTheShapes(shape=shape):
                yield shape
            case s.ShapeFrom(shapes) | s.OverTheRests(shapes=shapes):
                yield from shapes
            case _:
                pass


def _change(rules: RuleFile, shape: s.ShapeSection, pattern: str, new: str) -> tuple[Span, str] | None:
    """The change of a part of a shape's text, behind its colon."""
    start = shape.span.start + _body(rules, shape)
    found = re.compile(pattern).search(rules.content, start, shape.span.start + len(rules.slice(shape)))
    return None if found is None else (Span(found.start(), found.end()), new)


def _body(rules: RuleFile, shape: s.ShapeSection) -> int:
    """Where the body of a shape begins in its text."""
    text = rules.slice(shape)
    found = re.search(r":\s*(set|sequence)\b", text)
    assert found is not None
    return found.start(1)


def fewest_cards(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A shape takes one card more or fewer than its least."""
    for shape in _used(rules):
        least, name = shape.least, shape.head.name.text
        if not isinstance(least, int) or shape.most == least or shape.parts:
            continue
        other = least + 1 if least <= 2 else least - 1
        if isinstance(shape.most, int) and other > shape.most:
            continue
        change = _change(rules, shape, rf"\b{least}(?= or more| to )", str(other))
        if change is None:
            continue
        draft = new(f"{name}_from_{other}_cards", f"from_{other}").instead(shape, change)
        yield draft.asks(
            f"How few cards may {told(rules, shape)} have?", f"{least}", f"{other}", 1.0 if least <= 2 else 0.4,
        )  # fmt: skip


def exactly_so_many(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A shape of so many cards may have more."""
    for shape in _used(rules):
        if not isinstance(shape.least, int) or shape.most != shape.least or shape.least < 2:
            continue
        change = _change(rules, shape, rf"\b{shape.least}(?= cards?)", f"{shape.least} or more")
        if change is not None:
            draft = new(f"{shape.head.name.text}_of_more_cards", "or_more").instead(shape, change)
            yield draft.asks(
                f"Has {told(rules, shape)} exactly {shape.least} cards, or at least so many?", f"exactly {shape.least}",
                f"{shape.least} or more",
            )  # fmt: skip


def need_not_share(rules: RuleFile, new: New) -> Iterator[Asked]:
    """The cards of a shape need not be of one suit, colour or rank."""
    for shape in _used(rules):
        for what in shape.same:
            if len(shape.same) == 1 and shape.line == "none" and shape.least == 1 and not shape.parts:
                continue  # any cards at all would have the shape
            change = _change(rules, shape, rf",\s*same {what.text}\b", "")
            if change is None:
                continue
            draft = new(f"{shape.head.name.text}_of_any_{what.text}", f"any_{what.text}").instead(shape, change)
            yield draft.asks(
                f"Do all cards of {told(rules, shape)} have the same {what.text}?",
                "yes",
                "no, that does not matter",
                0.9,
            )


def one_suit(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Cards in line have to be of one suit."""
    for shape in _used(rules):
        if shape.line != "none" and not {n.text for n in shape.same} & {"suit", "colour"}:
            draft = new(f"{shape.head.name.text}_of_one_suit", "one_suit")
            change = _change(rules, shape, r",\s*(?:a run|each next)", "")
            assert change is not None
            at = change[0].start
            draft.instead(shape, (Span(at, at), ", same suit"))
            yield draft.asks(f"Must the cards of {told(rules, shape)} be of one suit?", "no", "yes", 1.1)


WORDS = {
    "": "", "low": " with ace low", "high": " with ace high", "both": " with ace low or high",
    "wrap": " round the corner",
}  # fmt: skip
SAID = {
    "": "where the deck ranks it",
    "low": "below the 2",
    "high": "above the king",
    "both": "below the 2 or above the king",
    "wrap": "between king and 2, and a line may go on past it",
}
LINES = {"run": "a run", "steps": "each next to the one before"}
"""How a shape says in which line its cards stand."""
OTHERS: dict[str, tuple[str, ...]] = {
    "": ("both", "wrap"), "low": ("both", "wrap"), "high": ("both", "wrap"), "both": ("low", "high", "wrap"),
    "wrap": ("both",),
}  # fmt: skip


def where_aces_go(rules: RuleFile, new: New) -> Iterator[Asked]:
    """In a line the ace stands elsewhere."""
    if not any(
        isinstance(i, s.DeckText) and any(isinstance(p, s.StandardDeck) for p in i.parts)
        for g in rules.sections(s.GameSection)
        for i in g.items
    ):
        return
    for shape in _used(rules):
        if shape.line not in ("run", "steps") or shape.run.ends is not None:
            continue
        now = _aces(shape.run.aces)
        for other in OTHERS[now]:
            if shape.line == "steps" and other != "wrap":
                continue
            kept = LINES[shape.line]
            words = kept.replace(" ", r"\s+")
            change = _change(
                rules,
                shape,
                rf"{words}(?:\s+with\s+ace\s+\w+(?:\s+or\s+high)?|\s+round\s+the\s+corner)?",
                f"{kept}{WORDS[other]}",
            )
            if change is None:
                continue
            draft = new(
                f"{shape.head.name.text}_ace_{other}",
                {"both": "low_or_high", "wrap": "round_the_corner"}.get(other, other),
            )
            draft.instead(shape, change)
            yield draft.asks(
                f"Where does an ace stand in {told(rules, shape)}?",
                SAID[now],
                SAID[other],
                0.8 if other == "wrap" else 1.0,
            )


def _aces(text: str) -> str:
    words = text.split()
    if "corner" in words:
        return "wrap"
    if "low" in words and "high" in words:
        return "both"
    return "low" if "low" in words else "high" if "high" in words else ""


def _turns_back(cards: str, shape: str) -> str:
    """Cards that go back to a rank in steps of one have turned."""
    twice = f"some yy in {cards} with some zz in {cards} with yy is not zz and rank of yy is rank of zz"
    return f"{cards} is a {shape} and ({twice})"


def one_direction(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Cards that go up or down step by step go one way only."""
    for shape in _used(rules):
        if shape.line != "steps":
            continue
        name = shape.head.name.text
        draft = new(f"{name}_turns_back", "one_way").touching(shape)
        for move in rules.moves:
            for choice in move.choices:
                if isinstance(choice.choice, s.ShapeFrom) and name in {n.text for n in choice.choice.shapes}:
                    draft.forbidding(move, _turns_back(choice.name.text, name))
        if len(draft.about) > 1 and "round" not in shape.run.aces:
            yield draft.asks(f"May {told(rules, shape)} turn back?", "yes, at every card", "no, it rises or it falls")


def others_differ(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Several further cards of a shape have to be of different ranks."""
    for shape in _used(rules):
        other = shape.parts[-1] if shape.parts else None
        if not isinstance(other, s.OthersPart) or other.cards[0] != other.cards[1]:
            continue
        count, name = other.cards[0], shape.head.name.text
        if other.for_each and count == 1:
            change = _change(rules, shape, r"\b1 other card for each\b", "1 card of each of as many other ranks")
        elif isinstance(count, int) and count > 1 and not other.for_each:
            change = _change(rules, shape, rf"\b{count} other cards\b", f"1 card of each of {count} other ranks")
        else:
            continue
        if change is None:
            continue
        draft = new(f"{name}_of_other_ranks", "of_different_ranks").instead(shape, change)
        yield draft.asks(
            f"May two of the further cards of {told(rules, shape)} be of one rank?", "yes", "no, their ranks differ"
        )


def one_after_another(rules: RuleFile, new: New) -> Iterator[Asked]:
    """The ranks of a part of a shape need not follow one another."""
    for shape in _used(rules):
        if not any(isinstance(part, s.RanksPart) and part.run for part in shape.parts):
            continue
        change = _change(rules, shape, r"\s+in a run(?: with ace \w+(?: or high)?| round the corner)?", "")
        if change is not None:
            draft = new(f"{shape.head.name.text}_with_gaps", "any_ranks").instead(shape, change)
            yield draft.asks(
                f"Must the ranks of {told(rules, shape)} follow one another?", "yes", "no, any ranks will do"
            )


OPERATORS = (
    Operator("fewest-cards", "How few cards may it have?", "shapes", 1.0, fewest_cards),
    Operator("exactly-so-many", "Exactly so many, or at least?", "shapes", 1.0, exactly_so_many),
    Operator("need-not-share", "Must all of them be of one suit, colour or rank?", "shapes", 0.9, need_not_share),
    Operator("one-suit", "Must they be of one suit?", "shapes", 1.0, one_suit),
    Operator("where-aces-go", "Is the ace low, or high?", "shapes", 0.9, where_aces_go),
    Operator("others-differ", "May two of the further cards be of one rank?", "shapes", 1.0, others_differ),
    Operator("one-after-another", "Must the ranks follow one another?", "shapes", 0.7, one_after_another),
    Operator("one-direction", "May it turn back?", "shapes", 1.1, one_direction),
)
