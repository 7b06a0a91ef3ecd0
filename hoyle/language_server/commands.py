"""The commands that an editor may run on a text: verify it, play an example, find its ambiguities, stop.

What they find is shown at the lines that it is about.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from hoyle.editor.verdicts import Verdicts, verdicts_of
from hoyle.language_server.convert import path_of
from hoyle.language_server.documents import Document, Known
from hoyle.language_server.runs import NotRun
from hoyle.language_server.session import Server

VERIFY_SECONDS = 60
EXAMPLE_SECONDS = 5
AMBIGUITY_SECONDS = 60


@dataclass(slots=True)
class Commands:
    """The commands of one server."""

    server: Server

    def add(self) -> None:
        """Makes the server answer to them."""

        @self.server.command("hoyle.verify")
        async def verify(ls: Server, uri: str, *_: Any) -> None:
            await self._verify(uri, ("--budget", str(VERIFY_SECONDS)), VERIFY_SECONDS)

        @self.server.command("hoyle.example")
        async def example(ls: Server, uri: str, *_: Any) -> None:
            options = ("--budget", str(EXAMPLE_SECONDS), "--games", "1")
            await self._verify(uri, options, EXAMPLE_SECONDS, only="example")

        @self.server.command("hoyle.ambiguities")
        async def ambiguities(ls: Server, uri: str, *_: Any) -> None:
            await self._ambiguities(uri)

        @self.server.command("hoyle.stop")
        async def stop(ls: Server, uri: str, *_: Any) -> None:
            ls.runs.end(uri)

    async def _verify(self, uri: str, options: tuple[str, ...], seconds: float, only: str = "") -> None:
        found = await self._run(uri, ("verify", *options), seconds)
        if found is None:
            return
        known, document, records = found
        verdicts = new = verdicts_of(known.analysis, records, only)
        before = document.verdicts
        if only and before is not None and not before.stale(known.analysis):
            kept = tuple(one for one in before.found if one.code != only)
            verdicts = Verdicts(new.words, (*kept, *new.found), before.whole)
        document.verdicts = verdicts
        await self._show(uri)
        self._tell(_summary(new))

    async def _ambiguities(self, uri: str) -> None:
        found = await self._run(uri, ("ambiguities", "--budget", str(AMBIGUITY_SECONDS)), AMBIGUITY_SECONDS)
        if found is None:
            return
        findings = found[2]["findings"]
        told = [one for one in findings if one["open"]]
        lines = [f"{one['title']}: {one['sentence']}" for one in told]
        self._tell(f"{len(told)} open" + (f" – {lines[0]}" if lines else ""), lines)

    async def _run(self, uri: str, command: tuple[str, ...], seconds: float) -> tuple[Known, Document, Any] | None:
        """What a command prints of a text, and of which version; None where it came to nothing, which is said."""
        known = await self.server.documents.known(uri)
        document = self.server.documents.open.get(uri)
        if known is None or document is None:
            self._tell("open the rule file in the editor first", kind=lsp.MessageType.Warning)
            return None
        if known.analysis.game is None:
            self._tell("the file has errors; mend them first", kind=lsp.MessageType.Warning)
            return None
        try:
            printed = await self.server.runs.run(uri, path_of(uri), known.analysis.content, command, seconds)
        except NotRun as error:
            self._tell(str(error), kind=lsp.MessageType.Warning)
            return None
        return known, document, printed

    async def _show(self, uri: str) -> None:
        await self.server.publish(uri)
        if self._refreshes():
            # An editor that cannot after all still has the diagnostics.
            with suppress(JsonRpcException):
                await self.server.workspace_code_lens_refresh_async(None)

    def _refreshes(self) -> bool:
        workspace = self.server.client_capabilities.workspace
        return bool(workspace and workspace.code_lens and workspace.code_lens.refresh_support)

    def _tell(self, text: str, more: list[str] | None = None, kind: lsp.MessageType = lsp.MessageType.Info) -> None:
        for line in more or ():
            self.server.window_log_message(lsp.LogMessageParams(lsp.MessageType.Info, line))
        self.server.window_show_message(lsp.ShowMessageParams(kind, f"Hoyle: {text}"))


def _summary(verdicts: Verdicts) -> str:
    counted = {word: sum(v.verdict == word for v in verdicts.found) for word in ("refuted", "unknown")}
    holds = len(verdicts.found) - sum(counted.values())
    what = "" if verdicts.whole else f"example{'' if holds == 1 else 's'} "
    return ", ".join([*(f"{n} {word}" for word, n in counted.items() if n), f"{holds} {what}hold"])
