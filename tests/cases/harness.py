"""Reads cases: a rule text in a fence, and in a second fence what must come of it; rewrites the second on demand.

A snippet `with prelude` is completed by those sections of prelude.hoyle whose names it does not introduce itself. What
is then wrong in the prelude's own text is not shown, nor that nothing uses what the snippet introduces.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from spec.diagnostics.diagnostic import Diagnostic, has_errors, in_order
from spec.ir import nodes as ir
from spec.ir.printing import print_node
from spec.lower.game import lower_file
from spec.text.layout import blocks_of
from spec.text.parse import parse
from spec.text.source import NOWHERE, Text

HERE = Path(__file__).parent
PRELUDE = (HERE / "prelude.hoyle").read_text(encoding="utf-8")
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^\n`]+)\n(?P<body>.*?)^(?P=ticks)[ ]*$", re.MULTILINE | re.DOTALL)
UNUSED = ("W0209", "W0509", "W0608", "W0614")


@dataclass(frozen=True)
class Outcome:
    """What came of a rule text: its game, if it has one, and the diagnostics to show."""

    text: Text
    game: ir.Game | None
    diagnostics: tuple[Diagnostic, ...]

    def lines(self) -> str:
        """`CODE line:column message`, one a line; `nothing` where all is well."""
        shown = []
        for d in self.diagnostics:
            line, column = self.text.position(d.span.start)
            shown.append(f"{d.code} {line}:{column} {d.message}\n")
        return "".join(shown) or "nothing\n"

    def node(self, label: str) -> str:
        """The IR text of the declarations that carry a label."""
        if self.game is None:
            return "no game\n"
        game = self.game
        groups = (
            game.zones, game.fields, game.tables, game.shapes, game.defines, game.routines, game.groups, game.actions,
            game.endings, game.steps, game.questions, game.examples, game.claims,
        )  # fmt: skip
        found = [print_node(n) for group in groups for n in group if n.source.label == label]
        found += [print_node(d) for d in game.domains if d.name == label]
        found += [f"{value}\n" for name, value in game.settings if name == label]
        return "".join(found) or "nothing of that name\n"


def names_of(section: str) -> tuple[str, ...]:
    """What a section is: its first word, and its name where it has one."""
    first, *rest = re.findall(r"\w+", section.split("\n", 1)[0])
    alone = first in ("game", "zones", "state", "ends", "play", "source", "example", "claim")
    return (first,) if alone or not rest else (rest[0],)


def completed(snippet: str) -> str:
    """The snippet followed by what it lacks of the prelude."""
    own = {names_of(b.text) for b in blocks_of(snippet)}
    missing = [b.text for b in blocks_of(PRELUDE) if names_of(b.text) not in own]
    return snippet.rstrip("\n") + "\n\n" + "".join(missing)


def outcome(snippet: str, info: str = "") -> Outcome:
    """Parses and lowers a rule text under the settings that its fence names."""
    with_prelude = "with prelude" in info
    settings = dict(pair.split("=", 1) for pair in re.findall(r"[\w.]+=[^;]+", info.partition(":")[2]))
    content = completed(snippet) if with_prelude else snippet
    file, found = parse(content)
    game, more = lower_file(file, settings, as_written="as written" in info)
    game = None if has_errors(found) else game
    shown = in_order((*found, *more))
    if with_prelude:
        shown = tuple(d for d in shown if d.code not in UNUSED and (d.span.start <= len(snippet) or d.span == NOWHERE))
    return Outcome(Text("case", content), game, shown)


@dataclass(frozen=True)
class Fence:
    """A fence of a Markdown file: what stands after its ticks, its text, and where the text stands."""

    info: str
    body: str
    start: int
    end: int


def fences(markdown: str) -> list[Fence]:
    """All fences of a Markdown text, in order."""
    return [Fence(m["info"].strip(), m["body"], *m.span("body")) for m in FENCE.finditer(markdown)]


def produced(rules: Fence, expected: Fence) -> str:
    """What a rule text gives, in the form that the second fence asks for."""
    came = outcome(rules.body, rules.info)
    if expected.info == "diagnostics":
        return came.lines()
    kind, _, label = expected.info.partition(" ")
    assert kind == "ir", f"unknown kind of expectation: {expected.info}"
    return came.node(label)


def check_case(path: Path, update: bool) -> None:
    """Holds a case against its expectations, or writes them."""
    markdown = path.read_text(encoding="utf-8")
    rules, *expected = fences(markdown)
    assert rules.info.startswith("hoyle"), "a case begins with a rule text"
    assert expected, "a case says what must come of its rule text"
    for fence in reversed(expected):
        came = produced(rules, fence)
        if update:
            markdown = markdown[: fence.start] + came + markdown[fence.end :]
        else:
            assert came == fence.body
    if update:
        path.write_text(markdown, encoding="utf-8")
