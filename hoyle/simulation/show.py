"""A simulation in the terminal: the verdict first, then who wins, how long it takes, what is least used.

Leaves what is told to `hoyle.simulation.figures`.
"""

from __future__ import annotations

from rich.console import Console

from engine.simulate.flags import Flag
from hoyle.simulation.figures import Simulated, bins, quantile
from hoyle.terminal.lines import say, width
from hoyle.terminal.screen import escape, screen

FEW = 5
"""So many clauses are shown without `--details`, and so many faults."""
NAMED = 3
"""So many moves or clauses are named of something suspicious."""
BAR = 50
KINDS: dict[str, str] = {
    "permit": "allows", "forbid": "forbids", "effect": "does", "outcome": "decides", "ending": "ends the game",
}  # fmt: skip
"""What a clause is, in a word."""


def show(told: Simulated, *, details: bool) -> None:
    """Prints it: at most 40 lines, but with `details` every clause."""
    console, s = screen(), told.figures
    colour = "bold red" if s.faults else "bold yellow" if told.flags or not s.games else "bold green"
    say(console, told.verdict, style=colour)
    say(console, told.head, style="dim")
    _faults(console, told, details)
    for flag in told.flags:
        if len(told.flags) == 1 and not s.faults and not flag.sources:
            break  # the verdict says it all
        _flag(console, told, flag, details)
    if s.finished:
        _seats(console, told)
        _lengths(console, told)
    if s.games:
        _course(console, told, details)
    console.print(f"[{colour}]{escape(told.verdict)}.[/]   [dim]Again: {escape(told.again)}[/]")


def _course(console: Console, told: Simulated, details: bool) -> None:
    """How much there is to choose, what ended the games, and which clauses took effect."""
    s = told.figures
    choices = f"legal move{'' if s.mean_branching == 1 else 's'}"
    say(console, f"A decision offers {s.mean_branching:.1f} {choices} on average (branching factor).")
    ends = ", ".join(f"{label} {count:,}" for label, count in told.endings)
    say(console, f"{ends or 'nothing'}; draws {s.draws:,}.", lead="Ended by: ")
    _clauses(console, told, details)


def _faults(console: Console, told: Simulated, details: bool) -> None:
    found = told.figures.faults
    for fault in found if details else found[:FEW]:
        kind, sources = fault.fault.kind, fault.fault.sources
        say(console, f"{fault.fault.sentence}", lead=f"  {kind} in {fault.games:,} games: ", lead_style="red")
        at = ", ".join(told.place(source, cited=True) for source in sources) or "no clause"
        say(console, f"{at}; first after {_count(fault.moves, 'move')} of the game with seed {fault.seed}", lead="    ")
    if len(found) > FEW and not details:
        say(console, f"{len(found) - FEW} more kinds of fault (--details)", lead="  ")


def _flag(console: Console, told: Simulated, flag: Flag, details: bool) -> None:
    """What is suspicious; below it the moves or clauses that it is about, and what such a clause says."""
    say(console, f"{flag.sentence}{':' if flag.sources else ''}", lead="  ")
    for source in flag.sources if details else flag.sources[:NAMED]:
        name = told.place(source)
        say(console, f"{name}: {told.said(source)}" if flag.kind == "clauses" else name, lead="    ")
    if len(flag.sources) > NAMED and not details:
        say(console, f"{len(flag.sources) - NAMED} more (--details)", lead="    ", style="dim")


def _seats(console: Console, told: Simulated) -> None:
    s = told.figures
    rows = [("player", "wins", "95% interval (Wilson)", "average result")]
    for seat, (wins, mean) in enumerate(zip(s.wins, s.mean_returns, strict=True)):
        interval = f"{100 * wins.low:.1f} to {100 * wins.high:.1f}%"
        rows.append((str(seat + 1), f"{100 * wins.share:.1f}%", interval, f"{mean:+.3f}"))
    console.print()
    for number, (player, won, range_, gain) in enumerate(rows):
        say(console, f"{player:>6}  {won:>6}  {range_:>21}  {gain:>11}", style="" if number else "bold")


def _lengths(console: Console, told: Simulated) -> None:
    """The lengths of games as a histogram."""
    s, found = told.figures, bins(told.figures.lengths)
    full, some = ("#", ".") if console.options.ascii_only else ("█", "▏")
    most, wide = max(b.games for b in found), max(len(b.words) for b in found)
    which = "A game" if s.finished == s.games else "A game that ended"
    console.print()
    say(
        console,
        f"{which} has {s.mean_moves:.1f} decisions on average ({s.least_moves:,} to {s.greatest_moves:,}; "
        f"median {quantile(s.lengths, 0.5):,}), and {s.mean_turns:.1f} turns:",
    )
    room = max(10, min(BAR, (width(console) or BAR + wide) - wide - 12))
    for one in found:
        bar = full * round(room * one.games / most) or (some if one.games else "")
        say(console, f"{bar} {one.games:,}".strip(), lead=f"  {one.words:>{wide}}  ")


def _clauses(console: Console, told: Simulated, details: bool) -> None:
    """How many clauses took effect; those in the fewest games, or all."""
    s, least = told.figures, told.least_used()
    shown = told.all_clauses if details else least[:FEW]
    console.print()
    say(console, f"{len(least)} of {len(s.clauses)} clauses took effect (coverage); the least used first:")
    rows = [(_count(c.games, "game"), _count(c.times, "time"), KINDS[c.kind], told.place(c.source)) for c in shown]
    wide = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for games, times, kind, name in rows:
        say(console, name, lead=f"  {games:>{wide[0]}}  {times:>{wide[1]}}  {kind:{wide[2]}}  ")
    if len(shown) < len(least):
        say(console, f"{len(least) - len(shown)} more (--details)", lead="  ", style="dim")


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
