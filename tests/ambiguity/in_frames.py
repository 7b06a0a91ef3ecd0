"""What the finder makes of each planted wording and of its clean twin, in each frame.

Leaves the games to `tests.ambiguity.frames`; the page's table is made by `python -m bench.planted`.
"""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.misreadings.find import BY_NAME
from hoyle.misreadings.variations import questions, variations
from hoyle.sources.files import Loaded
from tests.ambiguity.frames import Frame, worded
from tests.ambiguity.misread import PLANTED
from tests.ambiguity.replays import replayed
from tests.ambiguity.test_misreadings import context_of, loaded_of, sieved
from verify.ambiguity.compare.variations import Dropped, Varied
from verify.ambiguity.report.finding import Finding


@dataclass(frozen=True, slots=True)
class Held:
    """Was the planted wording found, and what was raised on the clean twin? In words, '' where all is well."""

    missed: str
    raised: str


def held(operator: str, frame: Frame) -> Held:
    """One operator in one frame, with and without what is planted for it."""
    bad, clean = (loaded_of(frame.text(parts)) for parts in (worded(operator, frame), PLANTED[operator][1]))
    found = _looked(bad, operator)
    shown = [one for one in found.values() if isinstance(one, Finding)]
    assert all(replayed(bad, one) for one in shown)
    missed = "" if shown else "not asked" if not found else "; ".join(map(_why, found.values()))
    raised = [name for name, one in _looked(clean, operator).items() if not isinstance(one, Dropped)]
    return Held(missed, ", ".join(raised))


def _looked(loaded: Loaded, operator: str) -> dict[str, object]:
    """What comes of each question that the operator asks of a file."""
    assert loaded.game is not None
    found = questions(loaded, loaded.game, (BY_NAME[operator],))
    context = context_of(loaded) if found else None
    return {
        one.name: sieved(Varied(context, one)) for one in variations(loaded, loaded.game, found) if context is not None
    }


def _why(found: object) -> str:
    return found.why if isinstance(found, Dropped) else "no game told them apart"
