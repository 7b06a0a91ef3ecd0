"""Where the time of play goes, as its author reads it: by definition, clause, move and step, the longest first.

Leaves measuring to `engine.c.compiled.profile`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from hoyle.simulation.figures import Simulated
from hoyle.terminal.lines import say
from hoyle.terminal.screen import escape, screen
from spec.ir.display import named

if TYPE_CHECKING:
    from engine.c.compiled.profile import Profiled, Spent

SHOWN = 12
"""So many parts are shown without `--details`."""
LITTLE = 0.0005
"""What takes less is only counted, without `--details`."""
KINDS: dict[str, str] = {
    "define": "definition", "routine": "routine", "permit": "allows", "forbid": "forbids", "outcome": "decides",
    "ending": "ends the game", "choices": "sets of", "moves": "moves found", "choosing": "decision",
    "effect": "move made", "step": "step", "pays": "result of", "course": "all else",
}  # fmt: skip
"""What a part is, in a word or two."""
WITH_LABEL = ("define", "routine", "choices")
"""Of these the name stands as in the rule file; all others are called as in the other reports."""
STEP = "(step)"
"""The owner of steps, whose kind says already that they are."""


@dataclass(frozen=True)
class Profile:
    """A simulation, and where its time went."""

    told: Simulated
    found: Profiled

    def name(self, spent: Spent) -> str:
        """A part, with its line."""
        source = spent.part.source
        if spent.part.kind == "course":
            return "beginning games, machinery of play"
        if spent.part.kind in WITH_LABEL or source.owner == STEP:
            name = named(source) if source.owner == STEP else source.label
            return f"{name} (line {self._line(spent)})"
        return self.told.place(source)

    def _line(self, spent: Spent) -> int:
        return self.told.text.position(spent.part.source.span.start)[0]

    def a_decision(self, spent: Spent) -> float:
        """How often play came to a part, a decision; a game, where there are no decisions."""
        return spent.times / (self.told.figures.decisions or self.told.figures.games or 1)

    @property
    def unit(self) -> str:
        """What counts are told of."""
        return "decision" if self.told.figures.decisions else "game"

    @property
    def right_to(self) -> str:
        """How far a share may be off by chance: three standard errors of one half."""
        return f"{150 / sqrt(max(self.found.looks, 1)):.1f} percentage points"

    def record(self) -> dict[str, object]:
        """The same as JSON has it."""
        return {
            "looks": self.found.looks,
            "parts": [
                {
                    "kind": one.part.kind, "of": one.part.source.owner, "label": one.part.source.label,
                    "line": None if one.part.kind == "course" else self._line(one),
                    "share": round(one.share, 6), "times": one.times,
                }
                for one in self.found.parts
            ],
        }  # fmt: skip


def show(profile: Profile, *, details: bool) -> None:
    """Prints the table: one line a part."""
    console, told, parts = screen(), profile.told, profile.found.parts
    shown = parts if details else [one for one in parts if one.share >= LITTLE][:SHOWN]
    say(console, f"{told.played}, compiled to be measured", style="dim")
    if not profile.found.looks:
        say(console, "Play was over before anybody could look on: more games are needed (--games)", style="bold")
        return
    first = parts[0]
    head = f"{100 * first.share:.0f}% of the time of play is in {KINDS[first.part.kind]} {profile.name(first)}"
    say(console, head, style="bold")
    console.print()
    rows = [("share", f"times a {profile.unit}", "", "")]
    rows += [
        (f"{100 * one.share:.1f}%", f"{profile.a_decision(one):,.2f}", KINDS[one.part.kind], profile.name(one))
        for one in shown
    ]
    wide = [max(len(row[column]) for row in rows) for column in range(3)]
    for number, (share, times, kind, name) in enumerate(rows):
        lead = f"  {share:>{wide[0]}}  {times:>{wide[1]}}  {kind:{wide[2]}}  "
        say(console, name, lead=lead if number else lead.rstrip(), lead_style="" if number else "bold")
    rest = parts[len(shown) :]
    if rest:
        left = sum(one.share for one in rest)
        say(console, f"{len(rest)} more parts, {100 * left:.1f}% together (--details)", lead="  ", style="dim")
    console.print()
    say(
        console,
        "Each part without those that it asks in turn; what takes a few steps alone belongs to the part that asks it. "
        f"Measured by {profile.found.looks:,} looks at compiled play: a share is right to {profile.right_to}.",
        style="dim",
    )
    console.print(f"[dim]Again: {escape(told.again)}[/]")
