"""The commands that an editor may run on a text: verify it or one claim, play an example, find ambiguities or compare
readings, count how often clauses take effect, draw a game, stop.

What they find is shown at the lines that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from hoyle.editor.results.ambiguities import Found, found_of
from hoyle.editor.results.counts import Counts, counts_of
from hoyle.editor.results.results import Results
from hoyle.editor.results.verdicts import Verdict, verdicts_of
from hoyle.language_server.convert import path_of
from hoyle.language_server.documents import Document, Known
from hoyle.language_server.progress import shown
from hoyle.language_server.runs import NotRun
from hoyle.language_server.session import Server

VERIFY_SECONDS, CLAIM_SECONDS, EXAMPLE_SECONDS = 60, 30, 5
AMBIGUITY_SECONDS, QUESTION_SECONDS = 60, 20
GAMES, COUNT_SECONDS = 200, 10
"""So many games are played to count how often clauses take effect, and so many seconds that may take."""
DRAW_SECONDS = 10
LOG = "play.json"


@dataclass(frozen=True, slots=True)
class Printed:
    """What a command printed of a version of a text."""

    known: Known
    document: Document
    value: Any


@dataclass(slots=True)
class Commands:
    """The commands of one server."""

    server: Server

    def add(self) -> None:
        """Makes the server answer to them. Each is given the address of the text, most of them also a name."""

        @self.server.command("hoyle.verify")
        async def verify(ls: Server, uri: str, *more: Any) -> None:
            only = _name(more)
            await self._verify(uri, only, CLAIM_SECONDS if only else VERIFY_SECONDS, f"Verifying {only or 'all'}")

        @self.server.command("hoyle.example")
        async def example(ls: Server, uri: str, *more: Any) -> None:
            await self._verify(uri, _name(more), EXAMPLE_SECONDS, "Playing the example", code="example")

        @self.server.command("hoyle.ambiguities")
        async def ambiguities(ls: Server, uri: str, *more: Any) -> None:
            await self._ambiguities(uri, _name(more))

        @self.server.command("hoyle.count")
        async def count(ls: Server, uri: str, *_: Any) -> None:
            await self._count(uri)

        @self.server.command("hoyle.table")
        async def table(ls: Server, uri: str, *more: Any) -> Any:
            return await self._table(uri, _name(more), _name(more[1:]))

        @self.server.command("hoyle.stop")
        async def stop(ls: Server, uri: str, *_: Any) -> None:
            ls.runs.end(uri)

    # ------------------------------------------------------------ what is run

    async def _verify(self, uri: str, only: str, seconds: float, doing: str, code: str = "") -> None:
        options = ["--budget", str(seconds), *(["--games", "1"] if code else []), *([f"--only={only}"] if only else [])]
        printed = await self._run(uri, ("verify", *options), seconds, doing)
        if printed is None:
            return
        records = [record for record in printed.value if code in ("", record["code"])]
        new = verdicts_of(printed.known.analysis, records)
        await self._keep(printed, lambda results: results.with_verdicts(new, whole=not (only or code)))
        self._tell(_of_verdicts(new, code))

    async def _ambiguities(self, uri: str, item: str) -> None:
        seconds = QUESTION_SECONDS if item else AMBIGUITY_SECONDS
        command = ("ambiguities", *([item] if item else []), "--budget", str(seconds))
        doing = f"Comparing {item.partition(':')[0]}" if item else "Looking for ambiguities"
        printed = await self._run(uri, command, seconds, doing)
        if printed is None:
            return
        found = found_of(printed.known.analysis, printed.value["findings"])
        asked = tuple(one for one in found if item in ("", one.subject) or one.subject.startswith(f"{item}: "))
        await self._keep(printed, lambda results: results.with_found(asked, whole=not item))
        told = asked if item else tuple(one for one in found if one.open)
        self._tell(_of_found(told, item), [f"{one.title}: {one.subject}: {one.sentence}" for one in told])

    async def _count(self, uri: str) -> None:
        printed = await self._run(uri, ("simulate", "--games", str(GAMES)), COUNT_SECONDS, "Counting clauses")
        if printed is None:
            return
        counts = counts_of(printed.known.analysis, printed.value)
        await self._keep(printed, lambda results: replace(results, counts=counts))
        self._tell(_of_counts(counts))

    async def _table(self, uri: str, kind: str, name: str) -> Any:
        """A game as `hoyle replay --json` draws it: an example, or the play behind a verdict or an ambiguity."""
        if kind == "example":
            printed = await self._run(uri, ("replay", f"--example={name}"), DRAW_SECONDS, "")
            return None if printed is None else printed.value
        document = self.server.documents.open.get(uri)
        results = Results() if document is None else document.results
        plays: list[Verdict | Found] = [*results.verdicts, *results.found]
        play = next((one for one in plays if one.key == (kind, name) and one.log), None)
        if play is None:
            self._tell(f"no play of `{name}` is known; verify it first", kind=lsp.MessageType.Warning)
            return None
        printed = await self._run(uri, ("replay", LOG), DRAW_SECONDS, "", {LOG: play.log}, play.content)
        return None if printed is None else {**printed.value, "title": f"{kind}: {name}"}

    # ------------------------------------------------------------ how

    async def _run(
        self,
        uri: str,
        command: tuple[str, ...],
        seconds: float,
        doing: str,
        files: Mapping[str, str] | None = None,
        older: str = "",
    ) -> Printed | None:
        """What a command prints of a text, or of an older one; None where it came to nothing, which is said.

        `doing` is shown meanwhile.
        """
        known = await self.server.documents.known(uri)
        document = self.server.documents.open.get(uri)
        if known is None or document is None:
            self._tell("open the rule file in the editor first", kind=lsp.MessageType.Warning)
            return None
        if known.analysis.game is None and not older:
            self._tell("the file has errors; mend them first", kind=lsp.MessageType.Warning)
            return None
        content = older or known.analysis.content
        running = self.server.runs.run(uri, path_of(uri), content, command, seconds, files or {})
        try:
            if not doing:
                return Printed(known, document, await running)
            document.results = replace(document.results, running=doing)
            await self._refresh()
            try:
                async with shown(self.server, doing, lambda: self.server.runs.end(uri)):
                    return Printed(known, document, await running)
            finally:
                if document.results.running == doing:
                    document.results = replace(document.results, running="")
        except NotRun as error:
            await self._refresh()
            self._tell(str(error), kind=lsp.MessageType.Warning)
            return None

    async def _keep(self, printed: Printed, change: Callable[[Results], Results]) -> None:
        """Notes what a run said, and shows it."""
        printed.document.results = change(printed.document.results)
        await self.server.publish(printed.known.uri)
        await self._refresh()

    async def _refresh(self) -> None:
        """Has the editor ask again for what stands at its lines."""
        workspace = self.server.client_capabilities.workspace
        if workspace is None:
            return
        # An editor that cannot after all still has the diagnostics.
        with suppress(JsonRpcException):
            if workspace.code_lens and workspace.code_lens.refresh_support:
                await self.server.workspace_code_lens_refresh_async(None)
            if workspace.inlay_hint and workspace.inlay_hint.refresh_support:
                await self.server.workspace_inlay_hint_refresh_async(None)

    def _tell(self, text: str, more: list[str] | None = None, kind: lsp.MessageType = lsp.MessageType.Info) -> None:
        for line in more or ():
            self.server.window_log_message(lsp.LogMessageParams(lsp.MessageType.Info, line))
        self.server.window_show_message(lsp.ShowMessageParams(kind, f"Hoyle: {text}"))


def _name(more: Sequence[object]) -> str:
    """What a command is about, behind the address of the text; '' where nothing is said."""
    return more[0] if more and isinstance(more[0], str) else ""


def _of_verdicts(new: tuple[Verdict, ...], code: str) -> str:
    counted = {word: sum(v.verdict == word for v in new) for word in ("refuted", "unknown")}
    holds = len(new) - sum(counted.values())
    what = f"{code}{'' if holds == 1 else 's'} " if code else ""
    told = [f"{n} {word}" for word, n in counted.items() if n]
    told += [f"{holds} {what}{'holds' if holds == 1 else 'hold'}"] if holds or not told else []
    return ", ".join(told)


def _of_found(told: tuple[Found, ...], item: str) -> str:
    if item:
        return "; ".join(f"{one.subject}: {one.sentence}" for one in told) or f"nothing was found about {item}"
    return f"{len(told)} open" + (f": {told[0].title}: {told[0].sentence}" if told else "")


def _of_counts(counts: Counts) -> str:
    never = sum(not games for games in counts.found.values())
    return f"{counts.games:,} games; {never} of {len(counts.found)} clauses took effect in none"
