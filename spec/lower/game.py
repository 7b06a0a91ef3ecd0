"""Lowers a parsed rule file to the IR of one game under one choice of settings.

Every section is checked whatever the settings; what they put out of force is left out of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from spec import syntax as s
from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose, has_errors, in_order
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.check import check
from spec.ir.identity import identified
from spec.ir.index import parameters
from spec.ir.pauses import GO_ON
from spec.ir.teams import TEAM
from spec.ir.types import domain_of, is_number, may_lack, presumed
from spec.lower.base import PLAYER, Scope
from spec.lower.claims import citations, claim, example, question
from spec.lower.clauses import endings, move, never_offered, outcome, source, thing_of
from spec.lower.effects import effects
from spec.lower.expressions import lower
from spec.lower.flow import note_end_of_play, play, survey
from spec.lower.layout import layout
from spec.lower.pruning import left_out
from spec.lower.same_card import same_card
from spec.lower.suspicious import never_set, skipped_steps, unreached_steps
from spec.lower.under import under
from spec.lower.unset_numbers import unset_numbers
from spec.names.declare import declare, of_kind, seen_by
from spec.names.display_names import check_display_names
from spec.names.move_variants import Chosen, expanded
from spec.names.pauses import with_pauses
from spec.names.table import MOST_SHOWN, Names, Signature
from spec.names.teams import check_partner
from spec.syntax import File
from spec.syntax_walk import words
from spec.text.limits import check_sizes
from spec.text.source import NOWHERE, Span


def lower_file(
    file: File, settings: Mapping[str, str] | None = None, *, as_written: bool = False
) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:
    """The game, or None where there are errors; with all diagnostics in the order of the file.

    `settings` gives `players`, `edition`, `deck`, numbers, options and readings by name. With `as_written`, rulings are
    off: clashes stay unranked and every question without a setting stays open.
    """
    names = Names(lost=file.lost | ({GO_ON} if "pause" in file.lost else frozenset()))
    check_display_names(file.sections, names)
    file, chosen = expanded(with_pauses(file, names), names)
    _sections_once(file, names)
    declare(file.sections, settings or {}, names, as_written=as_written)
    scope = Scope(names)
    sections = file.sections
    plays = of_kind(sections, s.PlaySection)
    for section in plays:
        survey(section.body, names)
    for ends in of_kind(sections, s.EndsSection):
        for clause in ends.items:
            if isinstance(clause, s.EndClause):
                note_end_of_play(clause.at, plays, names)
                names.endings[clause.head.name.text] = clause.head.span
    for claimed in of_kind(sections, s.ClaimSection):
        note_end_of_play(claimed.at, plays, names)
    game = _assemble(sections, scope, settings or {}, chosen, as_written=as_written)
    game = left_out(game, _absent(sections, scope), names)
    check_partner(game, names)
    _unused(sections, names)
    if not has_errors(names.found) and not file.broken:
        never_set(sections, names)
        skipped_steps(game, names)
        unreached_steps(sections, game, names)
        same_card(game, names)
    bad_deck = names.unread_deck or any(d.code == "E0511" for d in names.found)
    found = in_order(d for d in names.found if not _torn(d, file) and not (bad_deck and d.code == "E0307"))
    if not has_errors(found) and not file.broken:
        # What only the whole game shows: circles among routines and outcomes, jumps that lead nowhere.
        found = in_order((*found, *check(game, formed=True)))
    if not has_errors(found) and not file.broken:
        found = in_order((*found, *unset_numbers(sections, game), *check_sizes(game)))
    return (None if has_errors(found) else game), _first(found)


def _first(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The errors that are shown, with those warnings that stand before the last of them, and that there are more."""
    errors = [number for number, d in enumerate(found) if d.severity == "error"]
    if len(errors) <= MOST_SHOWN:
        return found
    rest = found[errors[MOST_SHOWN]]
    at = rest.span.start
    message = f"too many faults: the other {len(errors) - MOST_SHOWN:,} are not shown"
    return (*found[: errors[MOST_SHOWN]], diagnose("E0114", Span(at, at + 1), message))


ABSENCES = frozenset(("W0702", "W0411", "W0503", "E0115", "E0315", "E0319", "E0406", "E0502", "E0803", "E0804"))
"""Codes that say that something is missing."""
UNUSED = frozenset(("W0209", "W0608", "W0703"))
"""Codes that say that nothing in the file uses something."""

MADE_IN: Mapping[str, type[s.Section]] = {"E0601": s.PlaySection, "E0802": s.PlaySection, "E0307": s.GameSection}
"""Codes that say that a step or a card is not there, and the section that makes it."""


def _torn(diagnostic: Diagnostic, file: File) -> bool:
    """Does this miss something that may stand in lines that could not be read?"""
    if diagnostic.code == "E0701":
        listed = [x.span for x in file.sections if isinstance(x, s.SourceSection)]
        return any(t.start <= span.start < t.end for t in file.torn for span in listed)
    if diagnostic.code in UNUSED:
        return bool(file.torn)
    elsewhere = MADE_IN.get(diagnostic.code)
    if elsewhere is not None and any(isinstance(x, elsewhere) and _among(x.span.start, file) for x in file.sections):
        return True
    return diagnostic.code in ABSENCES and _among(diagnostic.span.start, file)


def _among(at: int, file: File) -> bool:
    """Does this offset stand in a section of which lines could not be read?"""
    return any(t.start <= at < t.end for t in file.torn)


def _sections_once(file: File, names: Names) -> None:
    sections = file.sections
    kinds: tuple[tuple[type[s.Section], str, bool], ...] = (
        (s.GameSection, "game", True),
        (s.ZonesSection, "zones", True),
        (s.PlaySection, "play", True),
        (s.LayoutSection, "layout", False),
        (s.StateSection, "state", False),
        (s.EndsSection, "ends", False),
    )
    for kind, title, needed in kinds:
        found = of_kind(sections, kind)
        if needed and not found and not file.broken:
            code = "E0605" if kind is s.PlaySection else "E0115"
            names.report(code, NOWHERE, f"the file has no `{title}` section")
        for second in found[1:]:
            related = [(found[0].span, "the first one")]
            names.report("E0116", second.span, f"`{title}` stands twice", related=related)
    if not of_kind(sections, s.EndsSection) and not file.broken:
        names.report("W0607", NOWHERE, "the file has no `ends` section, so nothing ends the game")


def _assemble(
    sections: tuple[s.Section, ...],
    scope: Scope,
    settings: Mapping[str, str],
    chosen: Mapping[str, Mapping[str, Chosen]],
    *,
    as_written: bool,
) -> ir.Game:
    names = scope.names
    names.fields["mover"] = ((), PLAYER)
    moves = of_kind(sections, s.MoveSection)
    names.off |= {m.head.name.text for m in moves if never_offered(m, scope, chosen.get(m.head.name.text))}
    defines = _defines(of_kind(sections, s.DefineSection), scope)
    routines = _routines(of_kind(sections, s.RoutineSection), scope)
    actions = tuple(move(m, scope, as_written=as_written, chosen=chosen.get(m.head.name.text)) for m in moves)
    for action in actions:
        params = tuple(ir.Var(p.name, p.type) for p in action.params)
        if action.source.label in names.moves:
            names.moves[action.source.label] = Signature(params, action.source.span)
    for name, called in names.variants.items():
        known = [names.moves[variant] for variant in called if variant in names.moves]
        # A variant of a shape that does not exist has no such parameter.
        whole = [k.params for k in known if len(k.params) == max(len(other.params) for other in known)]
        if known:
            names.moves.setdefault(name, Signature(parameters(whole), known[0].span))
    outcomes = [outcome(o, scope, as_written=as_written) for o in of_kind(sections, s.OutcomeSection)]
    steps: tuple[ir.Step, ...] = ()
    counters: tuple[ir.FieldDecl, ...] = ()
    for section in of_kind(sections, s.PlaySection)[:1]:
        steps, counters = play(section, scope)
    ends: tuple[ir.Ending, ...] = ()
    ending_order: tuple[ir.Edge, ...] = ()
    for ending_section in of_kind(sections, s.EndsSection)[:1]:
        ends, ending_order = endings(ending_section, scope, as_written=as_written)
    full = _full_zone(sections, names)
    examples = [example(e, scope, full) for e in of_kind(sections, s.ExampleSection)]
    claims = [claim(c, scope) for c in of_kind(sections, s.ClaimSection)]
    titles = of_kind(sections, s.GameSection)
    game = ir.Game(
        title=titles[0].title.text if titles else "",
        settings=_settings(names, settings, as_written=as_written),
        domains=tuple(d for d in names.domains.values()),
        deck=names.deck,
        zones=tuple(names.zones.values()),
        fields=(_mover(), *_fields(sections, scope), *names.order, *counters),
        tables=tuple(names.tables.values()),
        shapes=tuple(names.shapes.values()),
        defines=(*(d for d in names.teams if d.source.label in names.used | {TEAM}), *defines),
        routines=routines,
        groups=tuple(o for o in outcomes if o is not None),
        actions=tuple(a for a in actions if a.source.label not in names.off),
        endings=ends,
        ending_order=ending_order,
        steps=steps,
        questions=tuple(question(q, names) for q in of_kind(sections, s.QuestionSection)),
        examples=tuple(e for e in examples if e is not None),
        claims=tuple(c for c in claims if c is not None),
        citations=citations(sections, names),
        layout=layout(sections, names),
    )
    return identified(game)


def _absent(sections: tuple[s.Section, ...], scope: Scope) -> frozenset[str]:
    """The zones and fields that the settings put out of force."""
    zones = [z for section in of_kind(sections, s.ZonesSection) for z in section.zones]
    kept = [f for section in of_kind(sections, s.StateSection) for f in section.fields]
    parts: tuple[s.ZoneText | s.FieldText, ...] = (*zones, *kept)
    return frozenset(part.name.text for part in parts if under(part.under, scope) == fold.NO)


def _full_zone(sections: tuple[s.Section, ...], names: Names) -> str | None:
    """The one zone that holds every card at first."""
    full = [z for z in names.zones.values() if z.starts_full]
    found = of_kind(sections, s.ZonesSection)
    if len(full) != 1 and found:
        fix = None if full else _filled([zone for section in found for zone in section.zones])
        names.report("E0319", found[0].span, f"one zone `starts with every card`; here {len(full)} do", fix=fix)
    elif full and full[0].index:
        message = f"`{full[0].source.label}` is a family of zones; a single one `starts with every card`"
        names.report("E0319", full[0].source.span, message)
    return full[0].source.label if full and not full[0].index else None


def _filled(zones: list[s.ZoneText]) -> Fix | None:
    """Every card lies at first in the one single stack, face down where there are several."""
    single = [zone for zone in zones if zone.kind == "stack" and not zone.index and zone.properties]
    down = [zone for zone in single if [each.text for each in zone.properties] == ["face down"]]
    if len(down or single) != 1:
        return None
    zone = (down or single)[0]
    end = zone.properties[-1].span.end
    return Fix(f"let every card begin in `{zone.name.text}`", Span(end, end), ", starts with every card")


def _settings(names: Names, settings: Mapping[str, str], *, as_written: bool) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for name, constant in names.constants.items():
        if constant.value is None:
            text = "open"
        elif domain := domain_of(constant.type):
            text = names.domains[domain].values[constant.value]
        else:
            text = str(constant.value)
        found.append((name, text))
    if "deck" in settings:
        found.append(("deck", settings["deck"]))
    if as_written:
        found.append(("as_written", "yes"))
    return tuple(found)


# ---------------------------------------------------------------- fields


def _mover() -> ir.FieldDecl:
    return ir.FieldDecl(ir.Source("mover"), (), PLAYER, 0, 0, ir.Lit(0, PLAYER))


def _fields(sections: tuple[s.Section, ...], scope: Scope) -> tuple[ir.FieldDecl, ...]:
    made = []
    for section in of_kind(sections, s.StateSection):
        for f in section.fields:
            if f.name.text in scope.names.fields and scope.names.spans.get(f.name.text) == f.name.span:
                made.append(_field(f, scope))
    return tuple(made)


def _field(f: s.FieldText, scope: Scope) -> ir.FieldDecl:
    names = scope.names
    index, kind = names.fields[f.name.text]
    low = high = 0
    if isinstance(f.type, s.NumberType) and is_number(kind):
        low, high = names.number(f.type.low), names.number(f.type.high)
        if low > high:
            names.report("E0313", f.span, f"there is no number from {low} to {high}; the least one stands first")
    start = None if f.start is None else lower(f.start, scope, kind)
    value = _first_value(kind, low) if start is None else start.expr
    if fold.LACKING in (value, presumed(value)):
        names.report("E0311", f.span, f"`{f.name.text}` starts at a card that this deck lacks")
    first = fold.constant(value)
    if first is not None and is_number(kind) and low <= high and not low <= first <= high:
        wider = f"write `{min(low, first)} to {max(high, first)}`, or let it start within"
        names.report("E0311", f.span, f"`{f.name.text}` starts at {first}, and goes from {low} to {high}; {wider}")
    return ir.FieldDecl(thing_of(f.name, f.cites), index, kind, low, high, value, seen_by(f))


def _first_value(kind: ir.Type, low: int) -> ir.Expr:
    """Where the file names no start: the lowest number, no, nobody, or the first word."""
    return ir.Lit(low if is_number(kind) else ir.NOBODY if may_lack(kind) else 0, kind)


# ---------------------------------------------------------------- definitions and routines


def _defines(sections: list[s.DefineSection], scope: Scope) -> tuple[ir.Define, ...]:
    """Definitions, each after those that it uses; variants under different settings become one."""
    names = scope.names
    variants: dict[str, list[s.DefineSection]] = {}
    for section in sections:
        variants.setdefault(section.head.name.text, []).append(section)
    used = {name: words(tuple(v.body for v in group)) & variants.keys() for name, group in variants.items()}
    for name, group in variants.items():
        own = {p.name.text for v in group for p in v.params}
        used[name] -= own
    made = []
    for name in _sorted(used, variants, names):
        define = _define(variants[name], scope)
        if define is not None:
            made.append(define)
    return tuple(made)


def _sorted(used: dict[str, set[str]], variants: Mapping[str, list[s.DefineSection]], names: Names) -> list[str]:
    while True:
        try:
            return list(TopologicalSorter(used).static_order())
        except CycleError as error:
            circle = list(reversed(error.args[1]))
            head = variants[circle[0]][0].head
            names.report("E0606", head.span, "these definitions lead back to themselves: " + " uses ".join(circle))
            for name in circle:
                used.pop(name, None)
                names.defines.pop(name, None)
            for uses in used.values():
                uses -= set(circle)
            names.lost |= set(circle)


def _define(variants: list[s.DefineSection], scope: Scope) -> ir.Define | None:
    """One definition; where an open question chooses among variants, so does its body."""
    names = scope.names
    name = variants[0].head.name.text
    if name not in names.defines:
        return None
    params = names.defines[name].params
    inner = Scope(names, tuple((p.name, p.type) for p in params))
    body: ir.Expr | None = None
    kind: ir.Type | None = None
    for variant in sorted(variants, key=lambda v: v.head.under is not None):
        found = lower(variant.body, inner, kind)
        test = under(variant.head.under, scope)
        if found is None:
            names.lost |= {name}
            continue
        kind = found.type
        body = found.expr if body is None or test == fold.YES else fold.choice(test, found.expr, body)
    if body is None or kind is None:
        names.defines.pop(name, None)
        names.lost |= {name}
        return None
    names.define_types[name] = kind
    named = [v for v in variants if v.head.under is not None and under(v.head.under, scope) != fold.NO]
    held = next(iter(named), variants[0])
    return ir.Define(thing_of(held.head.name, held.head.cites), params, kind, body)


def _routines(sections: list[s.RoutineSection], scope: Scope) -> tuple[ir.Routine, ...]:
    names = scope.names
    made: dict[str, ir.Routine] = {}
    for section in sections:
        name = section.head.name.text
        if name not in names.routines:
            continue
        params = names.routines[name].params
        inner = Scope(names, tuple((p.name, p.type) for p in params))
        body = effects(section.body, inner)
        test = under(section.head.under, scope)
        if test == fold.NO and name in made:
            continue
        if fold.constant(test) is None:
            body = (ir.When(test, body, made[name].body if name in made else ()),)
        made[name] = ir.Routine(source(section.head), params, body)
    return tuple(made.values())


# ---------------------------------------------------------------- what nobody uses


def _unused(sections: tuple[s.Section, ...], names: Names) -> None:
    heads = [
        *((d.head, "definition") for d in of_kind(sections, s.DefineSection)),
        *((d.head, "shape") for d in of_kind(sections, s.ShapeSection)),
        *((d.head, "value table") for d in of_kind(sections, s.ValuesSection)),
        *((d.head, "routine") for d in of_kind(sections, s.RoutineSection)),
        *((d.head, "outcome") for d in of_kind(sections, s.OutcomeSection)),
    ]
    for head, kind in heads:
        if head.name.text not in names.used and head.name.text not in names.lost:
            names.report("W0209", head.span, f"the {kind} `{head.name.text}` is never used")
    if not has_errors(names.found):  # a misspelt use would be reported twice
        _unused_parameters(sections, names)
    for q in of_kind(sections, s.QuestionSection):
        if q.answered is None and q.head.name.text not in names.used | names.lost:
            names.report("W0509", q.head.span, f"nothing in this file depends on how `{q.head.name.text}` is read")
    # A misspelt move in a choice would leave the move that was meant unoffered as well.
    offered_all = {m for offered in names.step_moves.values() for m in offered}
    if not offered_all <= names.moves.keys() or not of_kind(sections, s.PlaySection):
        return
    for move_section in of_kind(sections, s.MoveSection):
        head = move_section.head
        if head.name.text not in offered_all | names.lost:
            names.report("W0608", head.span, f"no choice of `play` offers the move `{head.name.text}`")


def _unused_parameters(sections: tuple[s.Section, ...], names: Names) -> None:
    """The parameters that no variant of a definition, routine or outcome uses."""
    kinds = (
        ("definition", [(d.head, d.params, d.body) for d in of_kind(sections, s.DefineSection)]),
        ("routine", [(r.head, r.params, r.body) for r in of_kind(sections, s.RoutineSection)]),
        ("outcome", [(o.head, o.params, o.items) for o in of_kind(sections, s.OutcomeSection)]),
    )
    for kind, found in kinds:
        variants: dict[str, set[str]] = {}
        for head, _, body in found:
            variants.setdefault(head.name.text, set()).update(words(body))
        for head, params, _ in found:
            named = variants.pop(head.name.text, None)
            if named is None or head.name.text in names.lost:
                continue
            for param in params:
                if param.name.text not in named | names.lost:
                    message = f"the {kind} `{head.name.text}` never uses its parameter `{param.name.text}`"
                    names.report("W0213", param.name.span, message)
