"""Tells single clauses, each as one sentence that stands by itself: of a move, an outcome, an end, a step.

Leaves what clauses say to `hoyle.english.moves` and `hoyle.english.effects`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hoyle.english import effects
from hoyle.english.document.marks import capital, plain, sentence, unmarked
from hoyle.english.document.model import Item, List
from hoyle.english.english import English
from hoyle.english.grammar import indefinite, listed
from hoyle.english.moves import ending_sentence, legality, outcome_clause
from hoyle.english.phrases import deed
from hoyle.english.teller import Env
from spec.ir import nodes as ir
from spec.ir.display import named

LONG = 400
"""A sentence of more letters is cut between two of its parts."""
LONGEST = 600
"""A clause of several sentences is cut after one of them."""
Told = Mapping[ir.ClauseId, tuple[ir.Source, str]]


def all_clauses(t: English) -> Told:
    """Every clause of a game with its sentence, as marked text; of the same clause of several shapes each its own."""
    return {source.clause: (source, text) for source, text in _clauses(t) if source.label}


def _clauses(t: English) -> Iterator[tuple[ir.Source, str]]:
    for action in t.game.actions:
        env = Env().only(t.lexicon.choices(action))
        made = deed(action, [indefinite(env.vars[p.name]) for p in action.params])
        for permit in action.clauses:
            yield permit.source, flat(legality(t, permit, env, made))
        yield from _labelled(t, action.effects, env)
    for group in t.game.groups:
        env = Env().only(t.params(group.params))
        for outcome in group.clauses:
            yield outcome.source, flat(outcome_clause(t, group, outcome, env))
            yield from _labelled(t, outcome.effects, env)
    for ending in t.game.endings:
        yield ending.source, shortened(ending_sentence(t, ending, Env()))
    for routine in t.game.routines:
        env = Env().only(t.params(routine.params))
        yield routine.source, flat(effects.paragraph(t, routine.source, routine.body, env))
    for step in t.game.steps:
        if step.source.label:
            yield step.source, _step(t, step)
            lead = "" if step.ask is None else "where no such move is legal"
            yield from _labelled(t, step.effects, Env(), lead)


def _step(t: English, step: ir.Step) -> str:
    if step.runs and not step.idle:
        return flat(effects.paragraph(t, step.source, step.effects, Env()))
    if step.ask is None:
        return sentence(f"play comes to {plain(named(step.source))}")
    moves = listed(t.moves(step.ask.actions), "or") or "none"
    return sentence(f"you {'may' if step.ask.may else 'must'} choose a move: {moves}")


def _labelled(t: English, body: Sequence[ir.Effect], env: Env, lead: str = "") -> Iterator[tuple[ir.Source, str]]:
    """The labelled clauses among effects."""
    for source, inside, condition in effects.labelled(t, body, env, lead):
        yield source, flat(effects.paragraph(t, source, inside, env, condition))


def flat(item: Item) -> str:
    """An entry with what stands below it as one sentence: "you may ... if all of these hold: a; b; c"."""
    parts = [one for below in item.children for one in _below(below)]
    if not parts:
        return shortened(sentence(item.para.text))
    head = item.para.text.rstrip().removesuffix(":")
    said = ""
    for part in parts:
        more = f"{said}; {part}" if said else part
        if said and len(unmarked(head + more)) > LONG:
            said += "; and so on"
            break
        said = more
    return shortened(sentence(f"{head}: {said}"))


def shortened(text: str) -> str:
    """Marked text of a bearable length: cut after a sentence, or, without its marks, after a word."""
    if len(unmarked(text)) <= LONGEST:
        return text
    whole = ""
    for one in text.split(". "):
        if len(unmarked(whole + one)) > LONGEST:
            break
        whole += f"{one}. "
    return f"{whole}And so on." if whole else f"{unmarked(text)[:LONGEST].rpartition(' ')[0]}, and so on."


def _below(below: List) -> Iterator[str]:
    for item in below.items:
        text = item.para.text.rstrip().removesuffix(".")
        inner = [one for deeper in item.children for one in _below(deeper)]
        yield uncapital(f"{text.removesuffix(':')}: {', '.join(inner)}" if inner else text)


def uncapital(text: str) -> str:
    """The text without the capital that a sentence gave it; a word in capitals keeps them."""
    upper = capital(text)
    at = next((i for i, ch in enumerate(text) if ch.isalpha()), 0)
    if text != upper or text[at + 1 : at + 2].isupper() or text[at + 1 : at + 2] in ("", ".", "’"):
        return text
    return text[:at] + text[at].lower() + text[at + 1 :] if text[:at].strip("“(") == "" else text
