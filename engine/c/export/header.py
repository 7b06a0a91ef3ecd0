"""The header of an exported C engine: what it offers, documented, with the numbers of this game.

Leaves the engine to `engine.c.export.source`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import resources

from engine.c import tree as c
from engine.c.print import declaration, enumerators, members_of
from engine.c.rules.engine import Engine
from engine.c.rules.file import header_of, member
from engine.c.rules.names import c_word, cited, kind_name, member_names, struct_name
from engine.interpreter.faults import FaultKind
from engine.interpreter.moves import PASS
from engine.targets.escape import comment

FAULTS: dict[FaultKind, str] = {
    "gap": "no clause says what happens",
    "clash": "clauses that nothing ranks say different things",
    "undefined": "an operation has no meaning here, such as the top card of an empty pile",
    "open": "the rulebook leaves the question open, and it is not settled",
    "stuck": "a player has to move and has no legal move",
    "lost_card": "a card lies nowhere or twice (kept for agreement with Hoyle; this engine cannot lose cards)",
    "endless": "play would go on for ever without a decision",
    "overflow": "a field left its range",
}


def template(name: str) -> str:
    """One of the texts that exported C is made of."""
    return resources.files("engine.c.export").joinpath("parts", name).read_text(encoding="utf-8")


def run_time() -> str:
    """The run-time, which is the same for all games: each part rests on those before it."""
    parts = (
        template("game.h"),
        header_of("sets"),
        header_of("cards"),
        header_of("choices"),
        header_of("mixes"),
        header_of("rests"),
        template("luck.h"),
        template("words.h"),
    )
    return "\n".join(parts)


def filled(text: str, name: str, parts: dict[str, str]) -> str:
    """A template with its parts and the game's name put in."""
    text = re.sub(r"GAME(_CAPITALS)?", lambda found: name.upper() if found[1] else name, text)
    for key, value in parts.items():
        text = text.replace(f"@{key}@", value)
    return text


_SETS = {
    1: "typedef uint64_t",
    2: "__extension__ typedef unsigned __int128",
    4: "typedef __attribute__((vector_size(32), aligned(8))) uint64_t",
}
"""What a set of cards is, by how many numbers of 64 bits it takes."""


def header(m: Engine, name: str, about: str) -> str:
    """The text of the header."""
    layout, game, big = m.layout, m.game, name.upper()
    zones = [(f"{big}_ZONE_{c_word(label).upper()}", s.first) for label, s in layout.zones.items()]
    fields = [(f"{big}_FIELD_{c_word(label).upper()}", s.first) for label, s in layout.fields.items()]
    kinds = [(kind_name(name, a.source.label), cited(a.source)) for a in game.actions]
    pass_kind = [] if any(a.source.label == PASS.action for a in game.actions) else [(f"{big}_PASS", "no move")]
    parts = {
        "TITLE": comment(game.title),
        "ABOUT": about,
        "WIDE": _SETS[m.set_words],
        "PLAYERS": str(layout.players),
        "CARDS": str(len(layout.deck)),
        "ZONE_COUNT": str(len(layout.cells)),
        "FIELD_COUNT": str(len(layout.slots)),
        "SETS": str(max(layout.ordered.count(False), 1)),
        "PILES": str(max(layout.ordered.count(True), 1)),
        "STEPS": str(len(game.steps)),
        "CLAUSES": str(max(len(m.clauses), 1)),
        "ENDINGS": str(max(len(game.endings), 1)),
        "ZONES": _enum(zones),
        "FIELDS": _enum(fields),
        "KINDS": "\n".join(enumerators([c.Enumerator(kind, None, text) for kind, text in (*kinds, *pass_kind)])),
        "MOVES": "\n".join(_moves(m, name)),
        "UNION": "\n".join(members_of(_union(m, name), 2)),
        "FAULTS": "\n".join(
            enumerators([c.Enumerator(f"{big}_{k.upper()}", None, text) for k, text in FAULTS.items()])
        ),
    }
    return filled(template("api.h"), name, parts)


def _enum(pairs: Iterable[tuple[str, int]]) -> str:
    return declaration(c.Enum(tuple(c.Enumerator(name, c.Int(value)) for name, value in pairs)))


def _moves(m: Engine, name: str) -> Iterable[str]:
    for action in m.game.actions:
        if action.params:
            members = tuple(
                member(m, name, param, label) for label, param in zip(member_names(action), action.params, strict=True)
            )
            struct = c.Struct(struct_name(name, action), members, f"The arguments of {cited(action.source)}.")
            yield f"\n{declaration(struct)}"


def _union(m: Engine, name: str) -> Iterable[tuple[c.Param, str]]:
    for action in m.game.actions:
        if action.params:
            yield c.Param(c.Named(struct_name(name, action)), c_word(action.source.label)), ""
