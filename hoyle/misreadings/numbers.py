"""Ways of misreading numbers: more than or at least, steps between ranks, where the ace ranks, what a card counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.misreadings.draft import Asked
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import all_in, bracketed, told
from hoyle.misreadings.rule_file import Headed, RuleFile
from hoyle.misreadings.worded import said
from spec import syntax as s

LOOSER: dict[str, str] = {"<": "<=", ">": ">="}
STRICTER: dict[str, str] = {"<=": "<", ">=": ">"}
STEPS: dict[str, tuple[str, str]] = {"one above": (">", "higher"), "one below": ("<", "lower")}
"""For each comparison of neighbours the one of any two, and how it is said."""
OUTRIGHT = 0.5
"""`At least` says outright that just as many are enough; `more than` is what people misread."""
RULES = (s.LegalClause, s.OutcomeClause, s.EndClause, s.DefineSection, s.DoesClause)


def _binaries(rules: RuleFile, ops: set[str]) -> Iterator[tuple[Headed, s.Binary]]:
    for item in rules.headed:
        if isinstance(item, RULES):
            for node in all_in(item, s.Binary):
                if node.op in ops and rules.holder(node) is item:
                    yield item, node


def _counted(e: s.Expr) -> bool:
    """Is it a number that is counted or added up, not one that only says how far play has come?"""
    return isinstance(e, s.Applied | s.Quantified | s.ExtremeValue | s.Aggregate | s.Binary | s.Number | s.Word)


def more_or_at_least(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Just as many are enough, or are not."""
    for item, node in _binaries(rules, {*LOOSER, *STRICTER}):
        if not (_counted(node.left) and _counted(node.right)) or _zero(node) or _of_two(rules, node):
            continue
        number = next((e.value for e in (node.left, node.right) if isinstance(e, s.Number)), None)
        loose = node.op in LOOSER
        op = {**LOOSER, **STRICTER}[node.op]
        own = "" if loose else _or_itself(rules, item, node)
        text = f"{bracketed(rules, node.left)} {op} {bracketed(rules, node.right)}{own}"
        draft = new(f"{item.head.name.text}_{'just' if number is None else number}_too", "the_other").instead(
            item, (node.span, text)
        )
        likely = 1.0 if number is None else 0.8
        yield draft.asks(
            f"For {told(rules, item)}: {said(rules, node)}. Is it enough if the two are equal?",
            "no" if loose else "yes", "yes" if loose else "no", likely * (1.0 if loose else OUTRIGHT),
        )  # fmt: skip


def _or_itself(rules: RuleFile, item: Headed, node: s.Binary) -> str:
    """Where each is compared with one among them, that one is not compared with itself."""
    for every in all_in(item, s.Quantified):
        if every.kind == "every" and every.cond is node:
            var = every.binder.name.text
            pattern = re.sub(rf"\b{var}\b", "(.+)", re.escape(rules.slice(node.left)))
            found = re.fullmatch(pattern, rules.slice(node.right))
            if found is not None and found.re.groups == 1:
                return f" or {var} is {found[1]}"
    return ""


def _of_two(rules: RuleFile, node: s.Binary) -> bool:
    """Is it the greater or the smaller of two, which is written like a comparison?"""
    return rules.slice(node).startswith(("greater of", "smaller of"))


def _zero(node: s.Binary) -> bool:
    """Does it ask whether there is any at all?"""
    return any(isinstance(e, s.Number) and e.value in (0, 1) for e in (node.left, node.right))


def counts_itself(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What a play adds counts already when its own limit is looked at."""
    for item, node in _binaries(rules, {"<", "<=", ">", ">="}):
        if not isinstance(node.right, s.Number) or not _grows(rules, node.left):
            continue
        draft = new(f"{item.head.name.text}_counts_itself", "counts_itself")
        draft.instead(item, (node.span, f"{bracketed(rules, node.left)} + 1 {node.op} {node.right.value}"))
        yield draft.asks(
            f"For {told(rules, item)}: {said(rules, node)}. Does what the play itself adds count already?",
            "no", "yes", 0.9,
        )  # fmt: skip


def _grows(rules: RuleFile, e: s.Expr) -> bool:
    """Is it a number of piles, or a definition that is one?"""
    match e:
        case s.Quantified("count", s.Binder(over=s.OverWords(domain))):
            return domain.text in rules.zones
        case s.Word(name) if name in rules.defines:
            return _grows(rules, rules.defines[name].body)
        case _:
            return False


def one_step_or_more(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Cards that follow one another by rank may leave ranks out."""
    for item, node in _binaries(rules, set(STEPS)):
        op, way = STEPS[node.op]
        text = f"{bracketed(rules, node.left)} {op} {bracketed(rules, node.right)}"
        draft = new(f"{item.head.name.text}_any_step", "any_step").instead(item, (node.span, text))
        yield draft.asks(
            f"For {told(rules, item)}: by how much is one card {way} than the other?",
            "by exactly one",
            "by one or more",
            1.1,
        )


def round_the_corner(rules: RuleFile, new: New) -> Iterator[Asked]:
    """King and ace are neighbours."""
    for item, node in _binaries(rules, {"next to"}):
        text = f"{bracketed(rules, node.left)} is next to {bracketed(rules, node.right)} round the corner"
        draft = new(f"{item.head.name.text}_round_the_corner", "round_the_corner").instead(item, (node.span, text))
        yield draft.asks(f"For {told(rules, item)}: are king and ace neighbours?", "no", "yes", 0.9)


def ace_low_or_high(rules: RuleFile, new: New) -> Iterator[Asked]:
    """The ace ranks above the king, or below the two."""
    decks = [i for g in rules.sections(s.GameSection) for i in g.items if isinstance(i, s.DeckText)]
    standard = [p for d in decks for p in d.parts if isinstance(p, s.StandardDeck)]
    found = list(_binaries(rules, {"one above", "one below"}))
    if len(standard) != 1 or not found:
        return
    high = standard[0].ace_high
    draft = new(f"ace_{'low' if high else 'high'}", "low" if high else "high")
    touched: dict[int, list[tuple[Headed, s.Binary]]] = {}
    for item, node in found:
        touched.setdefault(id(item), []).append((item, node))
    for group in touched.values():
        changes = [(node.span, _ranked(rules, node, high)) for _, node in group]
        draft.instead(group[0][0], *changes)
    yield draft.asks(
        "Is the ace the highest card or the lowest?", "the highest" if high else "the lowest",
        "the lowest" if high else "the highest",
    )  # fmt: skip


def _ranked(rules: RuleFile, node: s.Binary, high: bool) -> str:
    """The comparison of two neighbours with the ace at the other end."""
    upper, lower = (node.left, node.right) if node.op == "one above" else (node.right, node.left)
    u, v = bracketed(rules, upper), bracketed(rules, lower)
    if high:
        return f"(({u} is 2 and {v} is A) or ({u} is not A and {u} is one above {v}))"
    return f"(({u} is A and {v} is K) or ({v} is not A and {u} is one above {v}))"


def which_value(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A card with several values counts the least of them; or the cards that are just laid do."""
    for item, node in _binaries(rules, {"can be"}):
        match node.left:
            case s.Applied(s.Name(table), (cards,)):
                pass
            case _:
                continue
        number = bracketed(rules, node.right)
        if isinstance(cards, s.Binary) and cards.op == "plus":
            for fixed, free in ((cards.right, cards.left), (cards.left, cards.right)):
                if not isinstance(fixed, s.Word):
                    continue
                text = (
                    f"{table} of {bracketed(rules, free)} can be {number} - least {table} of {bracketed(rules, fixed)}"
                )
                draft = new(f"{item.head.name.text}_as_laid", "laid_low").instead(item, (node.span, text))
                yield draft.asks(
                    f"For {told(rules, item)}: may a card of several values count any of them on the play that"
                    " lays it?",
                    "yes", "no, it counts the least of them until that play is over", 1.1,
                )  # fmt: skip
        held = f"({rules.slice(cards)})" if isinstance(cards, s.Binary) else bracketed(rules, cards)
        text = f"least {table} of {held} = {number}"
        draft = new(f"{item.head.name.text}_counts_least", "the_least").instead(item, (node.span, text))
        yield draft.asks(
            f"For {told(rules, item)}: is any way of counting the {rules.read(table)} enough?", "yes",
            "no, each card counts the least that it may", 0.9,
        )  # fmt: skip


def rounding(rules: RuleFile, new: New) -> Iterator[Asked]:
    """What does not divide evenly is rounded the other way."""
    for item in rules.headed:
        for node in all_in(item, s.Binary):
            if (
                node.op not in ("divided up", "divided down")
                or rules.holder(node) is not item
                or isinstance(item, s.MoveSection)
            ):
                continue
            now = "up" if node.op == "divided up" else "down"
            other = "down" if now == "up" else "up"
            text = rules.slice(node)
            if not text.rstrip().endswith(now):
                continue
            draft = new(f"{item.head.name.text}_rounded_{other}", f"rounded_{other}")
            draft.instead(item, (node.span, f"{text.rstrip()[: -len(now)]}{other}"))
            yield draft.asks(f"For {told(rules, item)}: how is {rules.spoken(node.left)} rounded?", now, other, 0.8)


OPERATORS = (
    Operator("more-or-at-least", "Are just as many enough?", "numbers", 0.7, more_or_at_least),
    Operator("counts-itself", "Does it count itself?", "numbers", 0.9, counts_itself),
    Operator("one-step-or-more", "By exactly one, or by one or more?", "numbers", 1.0, one_step_or_more),
    Operator("round-the-corner", "Are king and ace neighbours?", "numbers", 0.8, round_the_corner),
    Operator("ace-low-or-high", "Is the ace low or high?", "numbers", 1.1, ace_low_or_high),
    Operator("which-value", "Which of its values does a card count?", "numbers", 1.1, which_value),
    Operator("rounding", "Rounded up, or down?", "numbers", 0.8, rounding),
)
