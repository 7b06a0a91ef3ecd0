"""The real server, driven as an editor does: over standard input and output, in a process of its own."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest
import pytest_asyncio
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import LanguageClient

from hoyle.commands.cli import main
from hoyle.editor.analysis import Analyst
from hoyle.editor.format.formatter import format_text
from hoyle.language_server.positions import Positions
from tests.ambiguity.misread import text as rules
from tests.editor.disturb import edited
from tests.editor.small import SMALL, at
from tests.language_server.client import SERVER, URI, Editor, document

RULES = Path(__file__).resolve().parents[2] / "rules"
EDITS = int(os.environ.get("HOYLE_EDITS", "40"))
"""So many random edits: of the shorter rule files here, of all in `make editing`."""
LONG = 9_000 if EDITS < 1_000 else 10**9


@pytest_lsp.fixture(config=SERVER)
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


@pytest_asyncio.fixture(name="counting")
async def counting_in():
    """Begins an editor that counts columns in an encoding."""
    begun: list[LanguageClient] = []

    async def begin(
        encoding: lsp.PositionEncodingKind, window: lsp.WindowClientCapabilities | None = None
    ) -> LanguageClient:
        started = await SERVER.start()
        assert isinstance(started, LanguageClient)
        begun.append(started)
        general = lsp.GeneralClientCapabilities(position_encodings=[encoding])
        capabilities = lsp.ClientCapabilities(general=general, window=window)
        await begun[0].initialize_session(lsp.InitializeParams(capabilities=capabilities))
        return begun[0]

    yield begin
    for one in begun:
        await one.shutdown_session()
        await one.stop()


@pytest_asyncio.fixture(name="drawing")
async def drawing_positions():
    """An editor that draws positions, and what it is told."""
    client = await SERVER.start()
    assert isinstance(client, LanguageClient)
    told: list[str] = []
    client.protocol.fm.features[lsp.WINDOW_SHOW_MESSAGE] = lambda params: told.append(params.message)
    asked = lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), initialization_options={"table": True})
    await client.initialize_session(asked)
    yield client, told
    await client.shutdown_session()
    await client.stop()


def position(place: str, text: str = SMALL) -> lsp.Position:
    return Positions(text).position(at(place, text))


def replaced(text: str, edits) -> str:
    """The text after edits of the protocol."""
    where = Positions(text)
    for edit in sorted(edits, key=lambda edit: where.offset(edit.range.start), reverse=True):
        span = where.span(edit.range)
        text = text[: span.start] + edit.new_text + text[span.end :]
    return text


@pytest.mark.asyncio
async def test_what_is_wrong_is_told_while_it_is_typed(client):
    editor = Editor(client, SMALL)
    assert await editor.faults() == []
    editor.change(SMALL.replace("mood is angry", "mod is angry"))
    (fault,) = await editor.faults()
    assert (fault.code, fault.source) == ("E0201", "hoyle")
    assert fault.message.startswith("there is no name `mod`; did you mean `mood`?")
    where = lsp.CodeActionParams(document(), fault.range, lsp.CodeActionContext([fault]))
    (action,) = await client.text_document_code_action_async(where)
    editor.change(replaced(editor.text, action.edit.document_changes[0].edits))
    assert editor.text == SMALL
    assert await editor.faults() == []
    # Undone and typed again at once: nothing is told of what is no longer there.
    editor.change(SMALL.replace("mood is angry", "mod is angry"))
    editor.change(SMALL)
    assert await editor.faults() == []
    await editor.quiet()


@pytest.mark.asyncio
async def test_names(client):
    editor = Editor(client, SMALL)
    place = lsp.HoverParams(document(), position("precedence in_an$0ger"))
    found = await client.text_document_hover_async(place)
    assert "You may not lay a card" in found.contents.value
    definition = lsp.DefinitionParams(document(), position("precedence in_an$0ger"))
    (where,) = await client.text_document_definition_async(definition)
    assert where.range.start == position("forbid $0in_anger")
    asked = lsp.ReferenceParams(lsp.ReferenceContext(True), document(), position("mo$0od is angry"))
    assert len(await client.text_document_references_async(asked)) == 4
    new = lsp.RenameParams(document(), position("mo$0od is angry"), "state_of_mind")
    edit = await client.text_document_rename_async(new)
    assert replaced(SMALL, edit.document_changes[0].edits) == SMALL.replace("mood", "state_of_mind")
    assert edit.document_changes[0].text_document.version == editor.version
    with pytest.raises(JsonRpcException, match="keeps its name"):
        await client.text_document_rename_async(lsp.RenameParams(document(), position("siz$0e of"), "many"))


@pytest.mark.asyncio
async def test_everything_an_editor_asks_for(client):
    untidy = SMALL.replace("  permit fitting", "  permit     fitting")
    editor = Editor(client, untidy)
    ident = document()
    offered = await client.text_document_completion_async(
        lsp.CompletionParams(ident, position("mood is $0angry", untidy))
    )
    assert [item.label for item in offered.items[:2]] == ["calm", "angry"]
    signed = await client.text_document_signature_help_async(
        lsp.SignatureHelpParams(ident, position("legal play($01R)", untidy))
    )
    assert signed.signatures[0].label == "play(c: card from hand of mover)"
    outlined = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(ident))
    assert "play" in {item.name for item in outlined}
    folded = await client.text_document_folding_range_async(lsp.FoldingRangeParams(ident))
    assert len(folded) > 5
    grown = await client.text_document_selection_range_async(
        lsp.SelectionRangeParams(ident, [position("mood is an$0gry", untidy)])
    )
    assert grown[0].parent.range.start == position("$0mood is angry", untidy)
    coloured = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(ident))
    assert len(coloured.data) % 5 == 0 < len(coloured.data)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(999, 0))
    hinted = await client.text_document_inlay_hint_async(lsp.InlayHintParams(ident, whole))
    assert [hint.label for hint in hinted] == [" (in force)"]
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(ident))
    assert [lens.command.title for lens in lenses][:2] == ["Verify this game", "Find ambiguities"]
    everywhere = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("ANGER"))
    assert [one.name for one in everywhere] == ["in_anger"]
    highlighted = await client.text_document_document_highlight_async(
        lsp.DocumentHighlightParams(ident, position("fi$0ts(c)\n", untidy))
    )
    assert len(highlighted) == 2
    options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(ident, options))
    assert replaced(untidy, edits) == format_text(untidy)
    edits = await client.text_document_range_formatting_async(lsp.DocumentRangeFormattingParams(ident, whole, options))
    assert replaced(untidy, edits) == format_text(untidy)
    editor.change(untidy.replace("permit", "allow it"))
    assert await client.text_document_formatting_async(lsp.DocumentFormattingParams(ident, options)) is None
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(ident))
    assert await client.text_document_hover_async(lsp.HoverParams(ident, position("mo$0od is angry"))) is None


@pytest.mark.asyncio
async def test_verdicts_are_shown_at_their_lines_and_go_stale(client):
    wrong = SMALL.replace("then mood is calm", "then mood is angry")
    editor = Editor(client, wrong)
    await client.workspace_execute_command_async(lsp.ExecuteCommandParams("hoyle.example", [URI]))
    (fault,) = await editor.faults()
    assert fault.source == "hoyle verify"
    assert fault.range.start.line == wrong[: wrong.index("\nexample") + 1].count("\n")
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document()))
    assert "✗ refuted" in [lens.command.title for lens in lenses]
    editor.change(wrong.replace("> 1", "> 2"))
    (fault,) = await editor.faults()
    assert (fault.message.partition(": ")[0], fault.severity) == (
        "before your last changes",
        lsp.DiagnosticSeverity.Hint,
    )
    assert fault.tags == (lsp.DiagnosticTag.Unnecessary,)
    editor.change(SMALL)
    await editor.faults()
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document()))
    assert any("before your last changes" in lens.command.title for lens in lenses)
    await client.workspace_execute_command_async(lsp.ExecuteCommandParams("hoyle.example", [URI]))
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document()))
    assert "✓ checked" in [lens.command.title for lens in lenses]


@pytest.mark.asyncio
async def test_what_is_settled_of_a_rule_that_changed_since_is_told_once_nobody_types(client, tmp_path):
    path = tmp_path / "small.hoyle"
    path.write_text(format_text(rules(permits="  permit any when pile is empty or turns > 3")), encoding="utf-8")
    assert main(["ambiguities", str(path), "any_3_too", "--settle", "the count says so"]) == 0
    settled = path.read_text(encoding="utf-8")
    editor = Editor(client, settled)
    await editor.faults()
    await editor.quiet(2.0)
    assert not any("was settled" in fault.message for fault in await editor.faults())
    editor.change(settled.replace("turns > 3", "turns > 4"))
    async with asyncio.timeout(20):
        while not any("this was settled as any_3_too" in fault.message for fault in await editor.faults()):
            await asyncio.sleep(0.1)
    editor.change(settled)
    assert not any("was settled" in fault.message for fault in await editor.faults())


TWO_WAYS = SMALL.replace("size of hand of mover > 1", "size of hand of mover > 1 and beginner is youngest").replace(
    "claim all_out", "claim few: always size of pile <= 2\n\nclaim all_out"
)
"""With a claim that is false, and a question that matters."""


@pytest.mark.asyncio
async def test_every_line_above_the_text_runs_what_it_says(drawing):
    """Pushed one after the other, as they stand there; what comes of each stands at its line afterwards."""
    client, told = drawing
    editor = Editor(client, TWO_WAYS)

    async def lenses() -> dict[str, lsp.Command]:
        found = await client.text_document_code_lens_async(lsp.CodeLensParams(document()))
        return {f"{TWO_WAYS.splitlines()[one.range.start.line]}: {one.command.title}": one.command for one in found}

    async def push(*words: str) -> None:
        (command,) = [one for title, one in (await lenses()).items() if all(word in title for word in words)]
        params = lsp.ExecuteCommandParams(command.command, command.arguments)
        await client.workspace_execute_command_async(params)

    await push("example", "Play this example")
    await push("claim few", "Verify this claim")
    await push("question beginner", "Play `youngest` against `eldest`")
    await push("move play", "How often")
    await push("ruling youngest", "differs")
    after = list(await lenses())
    for words in (("claim few", "✗ refuted"), ("example", "✓ checked"), ("question", "differs in"), ("move", "clause")):
        assert any(all(word in title for word in words) for title in after), (words, after)
    assert "Hoyle: 1 refuted" in told
    faults = await editor.faults()
    assert [fault.code for fault in faults] == ["claim"]
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(999, 0))
    hinted = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document(), whole))
    assert any(hint.label.endswith("of 200 games") for hint in hinted)
    # What is drawn: the example, the counterexample, the play by which the readings part.
    drawn = [one for title, one in (await lenses()).items() if one.command == "hoyle.showTable"]
    assert len(drawn) == 3
    for command in drawn:
        film = await client.workspace_execute_command_async(lsp.ExecuteCommandParams("hoyle.table", command.arguments))
        assert film["problem"] == ""
        assert film["pictures"]
        assert "card-0" in film["cards"]["drawn"]
    # The play is of the rules that were verified, whatever has been typed since.
    editor.change(TWO_WAYS.replace("1..4 of", "1..3 of"))
    where = [URI, "claim", "few"]
    film = await client.workspace_execute_command_async(lsp.ExecuteCommandParams("hoyle.table", where))
    assert film["problem"] == ""
    assert (
        await client.workspace_execute_command_async(lsp.ExecuteCommandParams("hoyle.table", [URI, "claim", "x"]))
        is None
    )
    assert told[-1] == "Hoyle: no play of `x` is known; verify it first"


@pytest.mark.asyncio
async def test_what_runs_is_shown_and_can_be_ended(counting):
    """By the editor's own button, and by the line above the game."""
    window = lsp.WindowClientCapabilities(work_done_progress=True)
    client = await counting(lsp.PositionEncodingKind.Utf16, window)
    told: list[str] = []
    client.protocol.fm.features[lsp.WINDOW_SHOW_MESSAGE] = lambda params: told.append(params.message)
    path = RULES / "euchre" / "euchre.hoyle"
    editor = Editor(client, path.read_text(encoding="utf-8"), path.as_uri())
    await editor.faults()
    for by_line in (True, False):
        verify = lsp.ExecuteCommandParams("hoyle.verify", [editor.uri])
        running = asyncio.ensure_future(client.workspace_execute_command_async(verify))
        async with asyncio.timeout(30):
            while not (token := next((token for token, told in client.progress_reports.items() if told), None)):
                await asyncio.sleep(0.05)
        assert client.progress_reports[token][0].title == "Hoyle: Verifying all"
        found = await client.text_document_code_lens_async(lsp.CodeLensParams(document(editor.uri)))
        stop = next(one.command for one in found if one.command.command == "hoyle.stop")
        assert stop.title == "Verifying all … (push to stop)"
        if by_line:
            await client.workspace_execute_command_async(lsp.ExecuteCommandParams(stop.command, stop.arguments))
        else:
            client.window_work_done_progress_cancel(lsp.WorkDoneProgressCancelParams(token))
        async with asyncio.timeout(30):
            await running
        assert told.pop() == "Hoyle: `hoyle verify` was ended"
        assert isinstance(client.progress_reports[token][-1], lsp.WorkDoneProgressEnd)
        client.progress_reports.clear()
        found = await client.text_document_code_lens_async(lsp.CodeLensParams(document(editor.uri)))
        assert not [one for one in found if one.command.command == "hoyle.stop"]


@pytest.mark.asyncio
async def test_random_edits_leave_nothing_stale(client):
    """Signs typed, lines moved, all undone: the server never falls, and says of each text what a fresh look does."""
    rng = random.Random(7)
    files = sorted(path for path in RULES.glob("*/*.hoyle") if path.stat().st_size < LONG)
    for path in rng.sample(files, 4) if EDITS < 1_000 else files:
        text, uri = path.read_text(encoding="utf-8"), path.as_uri()
        editor = Editor(client, text, uri)
        before = [text]
        for step in range(EDITS // (4 if EDITS < 1_000 else len(files)) + 1):
            undo = rng.random() < 0.2 and len(before) > 1
            before = before[:-1] if undo else [*before, edited(before[-1], rng)]
            editor.change(before[-1])
            if rng.random() < 0.3:
                await client.text_document_hover_async(
                    lsp.HoverParams(document(uri), lsp.Position(rng.randrange(60), 9))
                )
            if step % 3 == 0:
                told = sorted((d.code, d.range.start.line) for d in await editor.faults())
                fresh = Analyst(str(path)).analyse(before[-1])
                assert told == sorted((d.code, fresh.text.position(d.span.start)[0] - 1) for d in fresh.diagnostics)
        assert "\ufffd" not in editor.text
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(document(uri)))


@pytest.mark.asyncio
@pytest.mark.parametrize("encoding", list(lsp.PositionEncodingKind))
async def test_columns_are_counted_as_the_editor_counts_them(counting, encoding):
    text = SMALL.replace('"Play" 1..3', '"Play" 1..3\n  "é😀" 1..3').replace(
        'in_anger @ "Play/2"', 'in_anger @ "é😀/2"'
    )
    line = next(n for n, found in enumerate(text.split("\n")) if "😀" in found and "mood" in found)
    client = await counting(encoding)
    Editor(client, text)
    name = text.split("\n")[line].index("mood")
    extra = {"utf-8": 1 + 3, "utf-16": 1, "utf-32": 0}[encoding.value]
    new = lsp.RenameParams(document(), lsp.Position(line, name + extra), "temper")
    edit = await client.text_document_rename_async(new)
    where = next(one.range for one in edit.document_changes[0].edits if one.range.start.line == line)
    assert (where.start.character, where.end.character) == (name + extra, name + extra + len("mood"))


@pytest.mark.asyncio
async def test_each_command_answers_whatever_it_is_asked_of(client):
    Editor(client, SMALL)
    for command in ("hoyle.stop", "hoyle.example", "hoyle.verify", "hoyle.ambiguities"):
        with pytest.raises(JsonRpcException, match="Invalid"):
            await client.workspace_execute_command_async(lsp.ExecuteCommandParams(command, []))
        for arguments in ([5], ["file:///nowhere.hoyle"], ["file:///nowhere.hoyle", {}]):
            await client.workspace_execute_command_async(lsp.ExecuteCommandParams(command, arguments))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "uri", [f"file:///{'a' * 5_000}.hoyle", "file:///%00.hoyle", "untitled:Untitled-1", "file:///.."]
)
async def test_a_text_is_verified_wherever_it_is_kept(client, uri):
    editor = Editor(client, SMALL.replace("\n", " # \ud800\n", 1).encode("utf-8", "replace").decode(), uri)
    told: list[lsp.ShowMessageParams] = []
    client.protocol.fm.features[lsp.WINDOW_SHOW_MESSAGE] = told.append
    await client.workspace_execute_command_async(lsp.ExecuteCommandParams("hoyle.example", [editor.uri]))
    assert [one.message for one in told] == ["Hoyle: 1 example holds"]


@pytest.mark.asyncio
async def test_the_end_cuts_off_what_runs_and_refuses_what_comes_after_it():
    client = await SERVER.start()
    assert isinstance(client, LanguageClient)
    assert client._server is not None
    await client.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
    Editor(client, SMALL)
    running = asyncio.ensure_future(
        client.workspace_execute_command_async(lsp.ExecuteCommandParams("hoyle.verify", [URI]))
    )
    await asyncio.sleep(0.5)
    async with asyncio.timeout(30):
        await client.shutdown_async(None)
        with pytest.raises(JsonRpcException, match="shutting down"):
            await client.text_document_hover_async(lsp.HoverParams(document(), lsp.Position(0, 0)))
        with pytest.raises(JsonRpcException):
            await running
        client.exit(None)
        await client._server.wait()
    await client.stop()
