"""What a run says of the sizes that its rule file allows: which it had, and that others were played little or not.

Leaves playing them to `verify.random.other_sizes`.
"""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.sources.files import Loaded
from spec.ir import nodes as ir
from spec.names.settings import choices, size_settings
from spec.text.clean import shell_line
from verify.obligations.obligations import OTHER_SIZE
from verify.obligations.verdict import Obligation, Result


def own_sizes(loaded: Loaded, game: ir.Game) -> tuple[str, ...]:
    """Each number and option that could be otherwise, but for the players, with its value and what is allowed."""
    values, sections = dict(game.settings), loaded.parsed.file.sections
    numbers = [
        f"{one.name}={values[one.name]} (of {one.low} to {one.high})"
        for one in size_settings(sections)
        if one.name != "players" and one.low < one.high and one.name in values
    ]
    options = [
        f"{one.name}={values[one.name]} (of {', '.join(one.words)})"
        for one in choices(sections)
        if one.kind == "option" and len(one.words) > 1 and one.name in values
    ]
    return (*numbers, *options)


def of_this_size(loaded: Loaded, game: ir.Game) -> str:
    """The numbers that the verdicts are about, where there could be others: `players=4 and hand_size=5`."""
    values = dict(game.settings)
    free = (one for one in size_settings(loaded.parsed.file.sections) if one.low < one.high)
    return " and ".join(f"{one.name}={values[one.name]}" for one in free if one.name in values)


def of_other_sizes(loaded: Loaded, game: ir.Game, results: Sequence[Result]) -> str:
    """That the verdicts are about this size alone, and what is known of others; '' where the file allows no other."""
    here = of_this_size(loaded, game)
    kinds = {one.kind for one in choices(loaded.parsed.file.sections) if len(one.words) > 1}
    words = [name for kind, name in (("edition", "editions"), ("option", "options")) if kind in kinds]
    if not here and not words:
        return ""
    found = [r for r in results if r.obligation.code == OTHER_SIZE]
    played, stopped = ([_subject(r) for r in found if r.verdict == one] for one in ("tested", "refuted"))
    told = [f"what holds is said of {here or 'these ' + ' and '.join(words)} only"]
    if played:
        told.append(f"A few random games each met no fault at {'; '.join(played)}")
    if stopped:
        told.append(f"Play stops at {'; '.join(stopped)}")
    other = " and ".join((*(["sizes"] if here else []), *words))
    told.append("Nothing else was looked at" if played or stopped else f"Other {other} were not looked at")
    return ". ".join(told)


def _subject(result: Result) -> str:
    return result.obligation.subject.replace(", ", " with ")


def title(owed: Obligation) -> str:
    """What went wrong at another size."""
    return f"Play stops at {owed.subject.replace(', ', ' with ')}, which the file allows"


def fix(owed: Obligation) -> str:
    """How that may be mended."""
    names = " and ".join(part.partition("=")[0] for part in owed.subject.split(", "))
    return f"narrow what the file allows for {names}, or say what happens there"


def command(called: str, owed: Obligation) -> str:
    """The command that verifies the game at that size."""
    return shell_line("hoyle", "verify", called, *_options(owed.subject))


def _options(words: str) -> list[str]:
    found: list[str] = []
    for part in words.split(", "):
        name, _, value = part.partition("=")
        found += ["--players", value] if name == "players" else ["--set", part]
    return found
