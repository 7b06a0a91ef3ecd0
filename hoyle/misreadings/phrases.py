"""What operators ask of the syntax of a rule: its conditions part by part, what it names, what its effects do.

Leaves which of it may be misread to the operators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from hoyle.editor.format.edits import Edit, applied
from hoyle.misreadings.rule_file import Headed, RuleFile
from hoyle.misreadings.surgery import introduced, span_of
from spec import syntax as s
from spec.syntax_walk import nodes
from spec.text.source import Span

T = TypeVar("T")
SIMPLE = (
    s.Word, s.Applied, s.Binary, s.IsEmpty, s.IsA, s.CanDo, s.Truth, s.Number, s.Nth, s.CardsText, s.ExtremeValue,
)  # fmt: skip
"""What needs no brackets beside `and`."""


def parts(e: s.Expr | None, op: str = "and") -> tuple[s.Expr, ...]:
    """The parts of a condition that `and` (or `or`) joins."""
    if e is None:
        return ()
    if isinstance(e, s.Junction) and e.op == op:
        return tuple(part for item in e.items for part in parts(item, op))
    return (e,)


def all_in(root: object, kind: type[T]) -> Iterator[T]:
    """Every node of a kind in a node, in the order of the text."""
    found = [n for n in nodes(root) if isinstance(n, kind)]
    return iter(sorted(found, key=lambda n: span_of(n).start))


def bracketed(rules: RuleFile, e: s.Expr) -> str:
    """An expression's text as it may stand beside `and` or under `not`."""
    return rules.slice(e) if isinstance(e, SIMPLE) else f"({rules.slice(e)})"


def joined(rules: RuleFile, items: tuple[s.Expr, ...]) -> str:
    """Some parts joined by `and`."""
    return rules.slice(items[0]) if len(items) == 1 else " and ".join(bracketed(rules, item) for item in items)


def without_part(rules: RuleFile, cond: s.Expr, part: s.Expr) -> tuple[Span, str]:
    """The change that takes a part out of a condition; of the only part, the condition with its `when`."""
    left = tuple(item for item in parts(cond) if item is not part)
    if left:
        return cond.span, joined(rules, left)
    return introduced(rules.content, cond.span, "when"), ""


def replaced(rules: RuleFile, node: object, *changes: tuple[object, str]) -> str:
    """A node's text with other words for some of its parts."""
    start = span_of(node).start
    spans = ((span_of(part), new) for part, new in changes)
    edits = (Edit(span.start - start, span.end - start, new) for span, new in spans)
    return applied(rules.slice(node), sorted(edits, key=lambda edit: edit.start))


def renamed(text: str, old: str, new: str) -> str:
    """A text with another name for a variable."""
    return re.sub(rf"(?<![A-Za-z0-9_]){re.escape(old)}(?![A-Za-z0-9_])", new, text)


# ---------------------------------------------------------------- names


def name_of(e: object) -> str:
    """The name that an expression begins with: of a zone, a field, a definition or a variable; '' for all else."""
    match e:
        case s.Word(text):
            return text
        case s.Applied(s.Name(text)):
            return text
        case s.Nth(s.Name(text)):
            return text
        case _:
            return ""


def zone_of(rules: RuleFile, e: object) -> str:
    """The family of zones that an expression names; '' where it names none."""
    name = name_of(e)
    return name if name in rules.zones else ""


def named(root: object) -> set[str]:
    """Every name that a node uses."""
    return {name for node in nodes(root) if (name := name_of(node) or _done(node))}


def _done(node: object) -> str:
    return node.name.text if isinstance(node, s.Perform) else ""


def called(rules: RuleFile, root: object) -> Iterator[object]:
    """A node, and the definitions, routines and outcomes that it comes to use."""
    outcomes = {o.head.name.text: o for o in rules.outcomes}
    seen: set[str] = set()
    waiting: list[object] = [root]
    while waiting:
        node = waiting.pop()
        yield node
        for name in sorted(named(node) - seen):
            seen.add(name)
            found = rules.defines.get(name) or rules.routines.get(name) or outcomes.get(name)
            if found is not None:
                waiting.append(found)


def is_mover(e: s.Expr) -> bool:
    """Is it the player whose turn it is?"""
    return isinstance(e, s.Word) and e.text == "mover"


def hands(rules: RuleFile) -> list[str]:
    """The zones that each player has of his or her own and sees alone."""
    return [
        name
        for name, zone in rules.zones.items()
        if len(zone.index) == 1 and isinstance(zone.index[0], s.Name) and zone.index[0].text == "player"
        and any(p.text == "seen by its owner" for p in zone.properties)
    ]  # fmt: skip


def movements(root: object) -> Iterator[s.MoveCards | s.DrawCards | s.Fill | s.Deal | s.DealOut]:
    """Every effect in a node that moves cards, in the order of the text."""
    found = [n for n in nodes(root) if isinstance(n, s.MoveCards | s.DrawCards | s.Fill | s.Deal | s.DealOut)]
    return iter(sorted(found, key=lambda n: n.span.start))


def moved_by(rules: RuleFile, move: s.MoveSection) -> Iterator[s.MoveCards | s.DrawCards | s.Fill | s.Deal | s.DealOut]:
    """Every effect of a move that moves cards, also in what it comes to use."""
    return (m for does in rules.clauses(move, s.DoesClause) for part in called(rules, does) for m in movements(part))


def is_face_up(zone: s.ZoneText) -> bool:
    """Do the cards of a zone lie face up?"""
    return any(p.text == "face up" for p in zone.properties)


# ---------------------------------------------------------------- moves and turns


def told(rules: RuleFile, item: Headed | s.OutcomeSection) -> str:
    """The name of a labelled part as people read it."""
    return f"“{rules.read(item.head.name.text)}”"


def move_called(rules: RuleFile, name: str) -> s.MoveSection | None:
    """A move in force by its name."""
    return next((m for m in rules.moves if m.head.name.text == name), None)


def turn_of(loops: tuple[s.LoopFlow, ...]) -> s.LoopFlow | None:
    """The innermost loop by turns, or for lack of one the innermost that goes on and on."""
    turns = [x for x in loops if x.kind in ("turns", "round")]
    others = [x for x in loops if x.kind == "repeat"]
    return turns[-1] if turns else others[-1] if others else None


def several(choice: s.ChoiceText) -> bool:
    """Are several cards chosen?"""
    match choice.choice:
        case s.CountCards(least, most):
            return not (least == 1 and most == 1)
        case s.ShapeFrom():
            return True
        case _:
            return False


def of_cards(choice: s.ChoiceText) -> bool:
    """Are cards chosen, one or several?"""
    return isinstance(choice.choice, s.OneCard | s.CountCards | s.ShapeFrom)


# ---------------------------------------------------------------- ranks

RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
"""Ranks that are known by a word."""


def article(word: str) -> str:
    """A noun with its article: `an ace`, `a 7`, `an 8`."""
    return f"an {word}" if word[0] in "aeiou8" else f"a {word}"


def ranks(rules: RuleFile, when: s.Expr | None) -> set[str]:
    """The ranks that a condition asks for by name, itself or by what it uses."""
    if when is None:
        return set()
    found = (n for part in called(rules, when) for n in all_in(part, s.Binary) if n.op == "=")
    return {rank for n in found if isinstance(n.left, s.Word) and (rank := _rank(n.right))}


def _rank(e: s.Expr) -> str:
    match e:
        case s.Word("A" | "J" | "Q" | "K" as letter):
            return letter
        case s.Number(value) if 2 <= value <= 10:
            return str(value)
        case _:
            return ""
