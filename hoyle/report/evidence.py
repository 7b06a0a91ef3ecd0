"""The evidence for every result, as `hoyle verify --details` shows it: by which means, for which scope, which clauses.

Leaves deciding to `verify`, and the forms for programs to the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from hoyle.report.records import Run
from hoyle.report.wording import claimed
from hoyle.terminal.screen import escape, screen
from spec.text.source import Text
from verify.obligations.verdict import Joined, Obligation, Result, Verdict, Witness, joined
from verify.run.reuse import sources_in

COLOURS: dict[Verdict, str] = {
    "proved": "bold green", "checked": "green", "tested": "cyan", "refuted": "bold red", "unknown": "yellow",
}  # fmt: skip

UNCOMMON = {
    "Z3": "Z3 and Bitwuzla are programs that decide a question for all positions at once (SMT solvers).",
    "whatever the position": "Whatever the position: the claim follows from what its words mean, wherever cards lie.",
    "by induction": "By induction: the claim holds at the start, and no move breaks it; lemmas are facts proved first.",
    "exhaustive search": "Exhaustive search: all games of the named deals and size were followed (model checking).",
}
"""Words for means, explained where they stand."""


# ---------------------------------------------------------------- all results


def show_evidence(results: Sequence[Result], run: Run) -> None:
    """All results: what was decided soon first, what took long last; then what each was decided by."""
    console = screen()
    means = Means()
    quiet: dict[str, list[Joined]] = {}
    loud: list[Joined] = []
    all_ = joined(results)
    for group in all_:
        kind = _quiet_kind(group)
        if kind:
            quiet.setdefault(f"{kind}/{means.of(group)}", []).append(group)
        else:
            loud.append(group)
    for key, held in quiet.items():
        kind = key.partition("/")[0]
        _print_quiet(console, kind, held, means, sum(group.result.obligation.code == kind for group in all_))
    for group in sorted(loud, key=lambda group: group.result.seconds):
        _print_group(console, group, means, run)
    console.print()
    for number, words in means.numbered():
        console.print(f"[dim]\\[{number}] {escape(words)}[/dim]")
    for sentence in means.explained():
        console.print(f"[dim]{escape(sentence)}[/dim]")


class Means:
    """Numbers for the ways and scopes by which results were reached, in the order in which they first appear."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._played: set[str] = set()

    def again(self, witness: Witness) -> bool:
        """Was this play shown before? It is now."""
        known = bool(witness.log) and witness.log in self._played
        self._played.add(witness.log)
        return known

    def of(self, group: Joined) -> str:
        """The numbers of an obligation's means: of the verdict, then of what says the same, with how surely."""
        told: list[str] = []
        for result in (group.result, *group.beside):
            words = f"{result.by}: {result.scope}" if result.scope else result.by
            number = self._numbers.setdefault(words, len(self._numbers) + 1)
            told.append(f"{result.verdict} [{number}]" if told else f"[{number}]")
        return ", ".join(told)

    def numbered(self) -> list[tuple[int, str]]:
        return [(number, words) for words, number in self._numbers.items()]

    def explained(self) -> list[str]:
        """What the words for the means mean that not everybody knows."""
        return [told for word, told in UNCOMMON.items() if any(word in words for words in self._numbers)]


def _quiet_kind(group: Joined) -> str:
    """Examples, clauses and the soundness of play are told together where they came out well."""
    if group.result.verdict in ("refuted", "unknown") or group.result.elsewhere:
        return ""
    code = group.result.obligation.code
    if group.result.obligation.subject == "play":
        return "play"
    return code if code in ("example", "used", "reached", "no-clash", "no-gap") else ""


def _print_quiet(console: Console, kind: str, held: list[Joined], means: Means, every: int) -> None:
    """One line for obligations that came out alike; `every`: how many there are of their kind."""
    best = held[0].result
    words = {
        "example": f"{len(held)} example{'s come' if len(held) > 1 else ' comes'} out as the file says",
        "used": f"{len(held)} of {every} clauses take effect in some game (coverage)",
        "reached": f"{len(held)} of {every} moves and steps occur in some game (coverage)",
        "play": "built-in safety rules hold:",
        "no-clash": "no two unranked clauses of a group win at once and disagree (no clash):",
        "no-gap": "whenever play evaluates a group, one of its clauses applies (no gap):",
    }[kind]
    # Examples are played one after the other; all else that is told together came of one run.
    times = [group.result.seconds for group in held]
    took = sum(times) if kind == "example" else max(times)
    _print_line(console, best.verdict, words, means.of(held[0]), took)
    if kind == "play":
        for group in held:
            console.print(f"           {escape(group.result.obligation.sentence)}")
    elif kind in ("no-clash", "no-gap"):
        console.print(f"           {escape(', '.join(group.result.obligation.subject for group in held))}")


def _told_claim(text: Text, owed: Obligation) -> str:
    """A claim as the file has it, and where it is read unless it says so itself."""
    told = claimed(text, owed.sources[0])
    return f"{told} ({owed.read_at})" if owed.read_at.startswith("at ") else told


def _print_line(console: Console, verdict: Verdict, words: str, means: str, seconds: float) -> None:
    took = f"{seconds:.1f} s" if seconds >= 0.05 else ""
    told = f"{escape(means)} {took}".rstrip()
    console.print(f"[{COLOURS[verdict]}]{verdict:8}[/] {escape(words)} [dim]{told}[/dim]")


def _unsaid(result: Result) -> list[str]:
    """Why no proof of a claim came about, where that is not told as the reason already."""
    return [why for why in result.unproved if not (result.reason and why.endswith(result.reason))]


def _print_group(console: Console, group: Joined, means: Means, run: Run) -> None:
    result = group.result
    owed = result.obligation
    subject = {"claim": f"{owed.subject}: ", "used": f"{owed.subject.partition(' ')[0]} "}.get(owed.code, "")
    told = _told_claim(run.text, owed) if owed.code == "claim" else owed.sentence
    _print_line(console, result.verdict, subject + told, means.of(group), result.seconds)
    if result.verdict == "unknown":
        console.print(f"           {escape(result.reason)}")
    if result.verdict in ("refuted", "unknown"):
        for source in owed.sources:
            line, _ = run.text.position(source.span.start)
            cites = f" @ {'; '.join(source.cites)}" if source.cites else ""
            console.print(f"           {escape(source.told + cites)} (line {line})")
    if result.verdict in ("refuted", "unknown") and result.witness is not None:
        witness = result.witness
        if witness.sentence not in result.reason:
            console.print(f"           [bold]{escape(witness.sentence)}[/bold]")
        again = means.again(witness)
        for number, move in enumerate(() if again else witness.moves, 1):
            console.print(f"           {number:3}. {escape(move)}")
        for told in ("the game is shown above",) if again else witness.position:
            console.print(f"           {escape(told)}", style="dim")
        if witness.log in run.plays:
            console.print(f"           replay: {escape(run.reproduce(result))}", style="dim")
    elif result.witness is not None and result.witness.loop:
        _print_loop(console, result.witness, run, result)
    for told in (*result.elsewhere, *(f"no proof by {why}" for why in _unsaid(result))):
        console.print(f"           {escape(told)}", style="dim")
    if told := _left_free(result, run):
        console.print(f"           not translated for the solver: {escape(told)}", style="dim")
    if result.details:
        lines = "one line" if len(result.details) == 1 else f"{len(result.details)} lines"
        console.print(f"           --json adds {lines} of detail", style="dim")


def _left_free(result: Result, run: Run) -> str:
    """What of the rules was left free in a proof, each with its line."""
    game = None if run.loaded is None else run.loaded.game
    if game is None or not result.untold:
        return ""
    found = {source.clause: source for source in sources_in((game,))}
    places = (found[clause] for clause in result.untold if clause in found)
    return ", ".join(f"{source.told} (line {run.text.position(source.span.start)[0]})" for source in places)


def _print_loop(console: Console, witness: Witness, run: Run, result: Result) -> None:
    """The moves that go round, after those that lead there."""
    stem = len(witness.moves) - witness.loop
    console.print(f"           after {stem} move{'' if stem == 1 else 's'} these moves can repeat for ever (lasso):")
    for number, move in enumerate(witness.moves[stem:], 1):
        console.print(f"           {number:3}. {escape(move)}")
    if witness.log in run.plays:
        console.print(f"           replay: {escape(run.reproduce(result))}", style="dim")
