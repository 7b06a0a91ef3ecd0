"""Ways of misreading words: one term for another, the limit for what is held."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import all_in, called, hands, name_of, named, told, zone_of
from hoyle.misreadings.rule_file import Headed, RuleFile
from spec import syntax as s
from spec.syntax_walk import nodes

RULES = (s.LegalClause, s.OutcomeClause, s.EndClause, s.DefineSection)
NO_WORD_SHARED = 0.7
"""So much more seldom a term is taken for another that shares no word with it."""
SHORTEST = 3
"""Words with fewer letters, such as `a` and `of`, are not what makes two names alike."""


def other_term(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A term is taken for another one of which it is a part, or whose name is a part of its own."""
    for one in rules.defines.values():
        for two in rules.defines.values():
            if one is two or not one.params or not _alike(rules, one, two):
                continue
            if not _part_of(one, two) and not _narrower(rules, one, two):
                continue
            for item in rules.headed:
                if isinstance(item, RULES) and not {item.head.name.text, *named(item)} & {two.head.name.text}:
                    yield from _taken_for(rules, new, item, one, two)


def _part_of(one: s.DefineSection, two: s.DefineSection) -> bool:
    """Does a term ask for another one? What it asks not to hold it is never taken for."""
    name = one.head.name.text
    denied = [n for n in nodes(two.body) if _denies(n)]
    uses = [n for n in nodes(two.body) if name_of(n) == name]
    within = {id(n) for part in denied for n in nodes(part)}
    return any(id(n) not in within for n in uses)


def _denies(node: object) -> bool:
    match node:
        case s.Unary(op="not") | s.Quantified(kind="no"):
            return True
        case _:
            return False


def _narrower(rules: RuleFile, one: s.DefineSection, two: s.DefineSection) -> bool:
    """Is a term called as another one with a word before it, and do both rest on the same?"""
    shared = named(one.body) & named(two.body) & set(rules.defines)
    return bool(shared) and one.head.name.text.endswith(f"_{two.head.name.text}")


def _taken_for(rules: RuleFile, new: New, item: Headed, one: s.DefineSection, two: s.DefineSection) -> Iterator[Asked]:
    was, name = one.head.name.text, two.head.name.text
    uses = [n for n in all_in(item, s.Applied) if n.name.text == was and rules.holder(n) is item]
    if not uses or item is one or item.head.name.text in _used(rules, name):
        return
    places = dict.fromkeys(u.name.span for u in uses)
    draft = new(f"{item.head.name.text}_by_{name}", "the_wider").instead(item, *((at, name) for at in places))
    for user in _users(rules, item):
        draft.touching(user)
    yield draft.asks(
        f"What does {told(rules, item)} ask for: {told(rules, one)}, or {told(rules, two)}?", told(rules, one),
        told(rules, two), 1.0 if _share_a_word(was, name) else NO_WORD_SHARED,
    )  # fmt: skip


def _share_a_word(one: str, two: str) -> bool:
    """Do two names share a word, or has one a word with which a word of the other begins?"""
    pairs = ((a, b) for a in one.split("_") for b in two.split("_") if min(len(a), len(b)) >= SHORTEST)
    return any(a.startswith(b) or b.startswith(a) for a, b in pairs)


def _used(rules: RuleFile, name: str) -> set[str]:
    """Every name that the definitions of a name come to use, under any reading."""
    sections = list(rules.sections(s.DefineSection))
    found: set[str] = {name}
    while True:
        more = {n for x in sections if x.head.name.text in found for n in named(x.body)} - found
        if not more:
            return found
        found |= more


def _users(rules: RuleFile, item: Headed) -> Iterator[Headed]:
    if isinstance(item, s.DefineSection):
        for other in rules.headed:
            if isinstance(other, s.LegalClause | s.OutcomeClause | s.EndClause) and item.head.name.text in named(other):
                yield other


def _alike(rules: RuleFile, one: s.DefineSection, two: s.DefineSection) -> bool:
    """Do two definitions take the same things and come to the same kind of thing?"""
    types = {d.source.label: d.type for d in rules.game.defines}
    same = types.get(one.head.name.text) == types.get(two.head.name.text)
    return same and [p.type.text for p in one.params] == [p.type.text for p in two.params]


def limit_or_held(rules: RuleFile, new: New) -> Iterator[Asked]:
    """Where a limit on the hand is spoken of, the cards that are held are meant."""
    filled = [
        (f.zone, f.count)
        for item in rules.headed
        for f in all_in(item, s.Fill)
        if isinstance(item, s.RoutineSection | s.StepFlow | s.DoesClause)
    ]
    for zone, count in filled:
        limit, hand = name_of(count), zone_of(rules, zone)
        if limit not in rules.fields or hand not in hands(rules):
            continue
        yield from _either(rules, new, limit, hand)
        for item in rules.headed:
            if not isinstance(item, s.LegalClause | s.DefineSection | s.EndClause):
                continue
            for node in all_in(item, s.Applied):
                if node.name.text != limit or rules.holder(node) is not item or not _compared(item, node):
                    continue
                whose = ", ".join(rules.slice(a) for a in node.args)
                draft = new(f"{item.head.name.text}_by_cards_held", "cards_held").instead(
                    item, (node.span, f"size of {hand} of {whose}")
                )
                for user in _users(rules, item):
                    draft.touching(user)
                yield draft.asks(
                    f"Does {told(rules, item)} look at the {rules.read(limit)}, or at the cards held?",
                    f"at the {rules.read(limit)}",
                    "at the cards held",
                )


def _either(rules: RuleFile, new: New, limit: str, hand: str) -> Iterator[Asked]:
    """What a move forbids by the limit it forbids by the cards held, too."""
    for move in rules.moves:
        for clause in rules.clauses(move, s.LegalClause):
            if clause.permit or clause.when is None:
                continue
            found = [
                b for part in called(rules, clause.when) for b in all_in(part, s.Binary)
                if name_of(b.left) == limit and isinstance(b.right, s.Word | s.Number)
            ]  # fmt: skip
            if len(found) != 1:
                continue
            bound = f"size of {hand} of mover {found[0].op} {rules.slice(found[0].right)}"
            draft = new(f"{move.head.name.text}_{clause.head.name.text}_or_held", "either")
            draft.forbidding(move, bound).touching(clause)
            yield draft.asks(
                f"Does {told(rules, clause)} of {told(rules, move)} look at the {rules.read(limit)} alone, or does it"
                " hold for a player who happens to hold as many cards, too?",
                f"at the {rules.read(limit)} alone", "for who holds as many cards, too",
            )  # fmt: skip


def _compared(item: Headed, node: s.Applied) -> bool:
    return any(b.left is node or b.right is node for b in all_in(item, s.Binary) if b.op in ("=", "<", ">", "<=", ">="))


OPERATORS = (
    Operator("other-term", "Which of two terms is meant?", "words", 0.9, other_term),
    Operator("limit-or-held", "Is the limit meant, or what is held?", "words", 1.1, limit_or_held),
)
