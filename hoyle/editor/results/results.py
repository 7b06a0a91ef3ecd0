"""All that the last runs said of one text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hoyle.editor.results.ambiguities import Found
from hoyle.editor.results.counts import Counts
from hoyle.editor.results.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Results:
    """Verdicts, ambiguities and counts. `verified`, `searched`: was there a run of all, or only of some?

    `running` says what is being done, '' where nothing is.
    """

    verdicts: tuple[Verdict, ...] = ()
    verified: bool = False
    found: tuple[Found, ...] = ()
    searched: bool = False
    counts: Counts | None = None
    running: str = ""

    def with_verdicts(self, new: Iterable[Verdict], *, whole: bool) -> Results:
        """After a verification of all, or of some in whose place the new verdicts come."""
        fresh = tuple(new)
        keys = {one.key for one in fresh}
        kept = () if whole else tuple(one for one in self.verdicts if one.key not in keys)
        return replace(self, verdicts=(*kept, *fresh), verified=whole or self.verified)

    def with_found(self, new: Iterable[Found], *, whole: bool) -> Results:
        """After a search of all, or for some in whose place the new come."""
        fresh = tuple(new)
        keys = {one.key for one in fresh}
        kept = () if whole else tuple(one for one in self.found if one.key not in keys)
        return replace(self, found=(*kept, *fresh), searched=whole or self.searched)

    def verdict(self, code: str, about: str) -> Verdict | None:
        """The verdict on a claim or an example; of claims of one name the one that is worst."""
        order = ("refuted", "unknown", "tested", "checked", "proved")
        found = [one for one in self.verdicts if one.key == (code, about)]
        return min(found, key=lambda one: order.index(one.verdict) if one.verdict in order else 0, default=None)


NOTHING = Results()
