"""A way of misreading where cards stay that were laid away: for good, or until somebody takes them back."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.misreadings.draft import Asked, cited
from hoyle.misreadings.operator import New, Operator
from hoyle.misreadings.phrases import (
    all_in,
    called,
    is_face_up,
    is_mover,
    joined,
    move_called,
    moved_by,
    movements,
    name_of,
    named,
    parts,
    renamed,
    told,
    turn_of,
    zone_of,
)
from hoyle.misreadings.rule_file import RuleFile
from hoyle.misreadings.surgery import extent
from spec import syntax as s


def taken_back(rules: RuleFile, new: New) -> Iterator[Asked]:
    """A card that was laid away for good may be taken back to a place that it fits."""
    kept, asked = _never_left(rules), set[str]()
    for ask, loops in rules.choices:
        moves = [m for m in (move_called(rules, n.text) for n in ask.moves) if m is not None]
        if turn_of(loops) is None or not is_mover(ask.who):
            continue
        laid = [zone_of(rules, e.target) for m in moves for e in _laid(rules, m)]
        for away in dict.fromkeys(zone for zone in laid if zone in kept and zone not in asked):
            for move in moves:
                lays, fits = _lays_what_fits(rules, move, away)
                if lays is not None and away not in asked:
                    asked.add(away)
                    yield _back(rules, new, ask, move, lays, fits, away)


def _back(
    rules: RuleFile, new: New, ask: s.AskFlow, move: s.MoveSection, lays: s.MoveCards, fits: str, away: str
) -> Asked:
    """The question about one pile, with the move by which a card goes from there to where another move lays cards."""
    draft = new(f"back_from_{away}", "may_come_back")
    label, place, zone = rules.free(f"take_back_from_{away}"[:38]), rules.bound[0], rules.zones[away]
    domain = _domain(rules, zone)
    pile = away if not zone.index else f"{away}[mover]" if domain == "player" else f"{away}[{place}]"
    choices = [rules.slice(c) for c in move.choices if isinstance(c.choice, s.OneOf)]
    if zone.index and domain != "player":
        choices.insert(0, f"{place}: {domain}")
    given = f"({', '.join(choices)})" if choices else ""
    card = next(c.name.text for c in move.choices if isinstance(c.choice, s.OneCard))
    at = extent(rules.content, ask.moves[-1].span)
    draft.instead(ask, (at, f"{rules.slice(ask.moves[-1])}, {label}")).touching(move)
    draft.more.append(
        f"move {label}{given}{cited(move, ask)} under {draft.otherwise}:\n"
        f"  permit fits_there when {pile} is not empty and ({renamed(fits, card, f'top of {pile}')})\n"
        f"  does lay_there: move top of {pile} from {pile} to {rules.slice(lays.target)}"
    )
    return draft.asks(
        f"May a card be taken back from the {rules.read(away)}?", "no, it stays there",
        f"yes, to where it fits by {told(rules, move)}", 1.1,
    )  # fmt: skip


def _domain(rules: RuleFile, zone: s.ZoneText) -> str:
    """What a zone is there for each of: its own places where it is one of so many."""
    index = zone.index[0] if zone.index else None
    known = {d.name for d in rules.game.domains}
    return index.text if isinstance(index, s.Name) and index.text in known else zone.name.text


def _laid(rules: RuleFile, move: s.MoveSection) -> list[s.MoveCards]:
    """Where what a move does lays cards."""
    return [m for m in moved_by(rules, move) if isinstance(m, s.MoveCards)]


def _never_left(rules: RuleFile) -> set[str]:
    """The open stacks from which no card is taken once it is there, though a new deal may collect all cards."""
    taken: set[str] = set()
    for item in rules.headed:
        taken |= {zone_of(rules, m.source) for m in movements(item)}
        binders = (each.binder for each in all_in(item, s.ForEachEffect))
        taken |= {binder.over.domain.text for binder in binders if isinstance(binder.over, s.OverWords)}
    for choice in (choice for move in rules.moves for choice in move.choices):
        taken |= {choice.choice.domain.text} if isinstance(choice.choice, s.OneOf) else named(choice)
    for routine in rules.routines.values():
        taken |= {param.type.text for param in routine.params}
    stacks = (name for name, zone in rules.zones.items() if zone.kind == "stack" and len(zone.index) < 2)
    return {n for n in stacks if n not in taken and is_face_up(rules.zones[n])}


def _lays_what_fits(rules: RuleFile, move: s.MoveSection, away: str) -> tuple[s.MoveCards | None, str]:
    """The effect by which a move lays the one card that it is made with elsewhere, and what the card must be there."""
    cards = [c for c in move.choices if isinstance(c.choice, s.OneCard)]
    places = {c.name.text for c in move.choices if isinstance(c.choice, s.OneOf)}
    legal = rules.clauses(move, s.LegalClause)
    if len(cards) != 1 or len(places) + 1 != len(move.choices) or not all(c.permit for c in legal):
        return None, ""
    card, origin = cards[0].name.text, named(cards[0]) & set(rules.zones)
    effects = (e for does in rules.clauses(move, s.DoesClause) for e in all_in(does, s.MoveCards))
    lays = [e for e in effects if name_of(e.cards) == card and e.way == "to"]
    if len(lays) != 1 or card in named(lays[0].target) or not _open_stack(rules, move, lays[0], away, origin):
        return None, ""
    fits = []
    for clause in legal:
        own = tuple(p for p in parts(clause.when) if not _looks_at(rules, p, origin))
        if card not in {name for p in own for name in named(p)}:
            return None, ""
        fits.append(joined(rules, own))
    return lays[0], " or ".join(fits) if len(fits) == 1 else " or ".join(f"({f})" for f in fits)


def _open_stack(rules: RuleFile, move: s.MoveSection, lays: s.MoveCards, away: str, origin: set[str]) -> bool:
    """Does a card go onto another open stack than these?"""
    families = {c.name.text: c.choice.domain.text for c in move.choices if isinstance(c.choice, s.OneOf)}
    name = name_of(lays.target)
    zone = rules.zones.get(families.get(name, name))
    if zone is None or zone.name.text in {away, *origin}:
        return False
    return zone.kind == "stack" and is_face_up(zone)


def _looks_at(rules: RuleFile, part: s.Expr, origin: set[str]) -> bool:
    """Is a condition about where a card comes from?"""
    return any(not origin.isdisjoint(named(x)) for x in called(rules, part))


OPERATORS = (
    Operator("taken-back", "May a card that was laid away be taken back?", "cards", 1.0, taken_back, endless=True),
)
"""Ways in which people misread rules, as questions that a rule file can be asked."""
