"""What an editor may ask about a text: each question is put to `hoyle.editor`, about the newest version."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from hoyle.editor.actions import actions
from hoyle.editor.completion import completions
from hoyle.editor.format.edits import Edit, edits_of, edits_within
from hoyle.editor.format.formatter import NotFormatted
from hoyle.editor.hints import hints
from hoyle.editor.hover import hover
from hoyle.editor.rename import NotRenamed, renamable, rename
from hoyle.editor.results.counts import count_hints
from hoyle.editor.results.lenses import lenses
from hoyle.editor.results.results import NOTHING, Results
from hoyle.editor.signature import signature
from hoyle.editor.structure import folds, outline, selections
from hoyle.language_server import convert
from hoyle.language_server.documents import Known
from hoyle.language_server.session import Server
from spec.text.source import Span


def add_features(server: Server) -> None:
    """Makes a server answer all that can be asked about a text."""
    _names(server)
    _typing(server)
    _shape(server)
    _formatting(server)


def _names(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
        results = _results(ls, params.text_document.uri)

        def answer(known: Known) -> lsp.Hover | None:
            found = hover(known.analysis, known.at.offset(params.position), results)
            if found is None:
                return None
            text = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.markdown)
            return lsp.Hover(text, known.at.range(found.span))

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def defined(ls: Server, params: lsp.DefinitionParams) -> list[lsp.Location] | None:
        def answer(known: Known) -> list[lsp.Location]:
            found = known.analysis.index.at(known.at.offset(params.position))
            return [] if found is None else _locations(known, known.analysis.introductions(found.symbol))

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def referred(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
        def answer(known: Known) -> list[lsp.Location]:
            found = known.analysis.index.at(known.at.offset(params.position))
            places = () if found is None else known.analysis.index.of(found.symbol)
            wanted = [x.span for x in places if params.context.include_declaration or not x.introduces]
            return _locations(known, wanted)

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlighted(ls: Server, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
        def answer(known: Known) -> list[lsp.DocumentHighlight]:
            found = known.analysis.index.at(known.at.offset(params.position))
            places = () if found is None else known.analysis.index.of(found.symbol)
            return [lsp.DocumentHighlight(known.at.range(one.span)) for one in places]

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepared(ls: Server, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
        def answer(known: Known) -> lsp.PrepareRenamePlaceholder:
            found = renamable(known.analysis, known.at.offset(params.position))
            return lsp.PrepareRenamePlaceholder(range=known.at.range(found.span), placeholder=found.symbol.name)

        try:
            return await ls.documents.ask(params.text_document.uri, answer)
        except NotRenamed as error:
            raise JsonRpcInvalidParams(str(error)) from None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def renamed(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        def answer(known: Known) -> lsp.WorkspaceEdit:
            found = rename(known.analysis, known.at.offset(params.position), params.new_name)
            return convert.changes(found, known.uri, known.version, known.at)

        try:
            return await ls.documents.ask(params.text_document.uri, answer)
        except NotRenamed as error:
            raise JsonRpcInvalidParams(str(error)) from None


def _locations(known: Known, found: Iterable[Span]) -> list[lsp.Location]:
    return [lsp.Location(known.uri, known.at.range(span)) for span in found]


def _typing(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=['"', "@"]))
    async def completed(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList | None:
        def answer(known: Known) -> lsp.CompletionList:
            found = completions(known.analysis, known.at.offset(params.position))
            items = [convert.completion(one, number, known.at) for number, one in enumerate(found)]
            return lsp.CompletionList(is_incomplete=False, items=items)

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    async def signed(ls: Server, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        def answer(known: Known) -> lsp.SignatureHelp | None:
            found = signature(known.analysis, known.at.offset(params.position))
            if found is None:
                return None
            parts = [lsp.ParameterInformation(label=found.text[x.start : x.end]) for x in found.parameters]
            shown = lsp.SignatureInformation(label=found.text, parameters=list(parts))
            return lsp.SignatureHelp([shown], active_signature=0, active_parameter=found.active)

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    async def acted(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction] | None:
        def answer(known: Known) -> list[lsp.CodeAction]:
            found = actions(known.analysis, known.at.span(params.range))
            return [convert.action(one, known.uri, known.version, known.at) for one in found]

        return await ls.documents.ask(params.text_document.uri, answer)


def _shape(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outlined(ls: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol] | None:
        def answer(known: Known) -> list[lsp.DocumentSymbol]:
            return [convert.symbol(item, known.at) for item in outline(known.analysis)]

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def found_everywhere(ls: Server, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        uris = tuple(ls.documents.open)
        return [one for uri in uris for one in await ls.documents.ask(uri, _matching(params.query)) or []]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folded(ls: Server, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange] | None:
        def answer(known: Known) -> list[lsp.FoldingRange]:
            ends = [(known.at.position(a).line, known.at.position(b).line) for a, b in folds(known.analysis.content)]
            return [lsp.FoldingRange(a, b) for a, b in ends if a < b]

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    async def grown(ls: Server, params: lsp.SelectionRangeParams) -> list[lsp.SelectionRange] | None:
        def answer(known: Known) -> list[lsp.SelectionRange]:
            spans = [selections(known.analysis, known.at.offset(position)) for position in params.positions]
            return [convert.selection(around, known.at) for around in spans]

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        lsp.SemanticTokensLegend(list(convert.TOKEN_TYPES), list(convert.TOKEN_MODIFIERS)),
    )
    async def coloured(ls: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
        def answer(known: Known) -> lsp.SemanticTokens:
            return lsp.SemanticTokens(convert.tokens(known.analysis.index, known.at))

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    async def hinted(ls: Server, params: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
        results = _results(ls, params.text_document.uri)

        def answer(known: Known) -> list[lsp.InlayHint]:
            shown = known.at.span(params.range)
            every = (*hints(known.analysis), *count_hints(known.analysis, results.counts))
            found = [one for one in every if shown.start <= one.offset <= shown.end]
            return [lsp.InlayHint(known.at.position(one.offset), one.text) for one in found]

        return await ls.documents.ask(params.text_document.uri, answer)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    async def lensed(ls: Server, params: lsp.CodeLensParams) -> list[lsp.CodeLens] | None:
        uri = params.text_document.uri
        results = _results(ls, uri)

        def answer(known: Known) -> list[lsp.CodeLens]:
            found = lenses(known.analysis, results, table=ls.table)
            return [convert.lens(one, known.uri, known.at) for one in found]

        return await ls.documents.ask(uri, answer)


def _results(ls: Server, uri: str) -> Results:
    """What the last runs said of a text."""
    document = ls.documents.open.get(uri)
    return NOTHING if document is None else document.results


def _matching(query: str) -> Callable[[Known], list[lsp.WorkspaceSymbol]]:
    wanted = query.casefold()

    def answer(known: Known) -> list[lsp.WorkspaceSymbol]:
        index, found = known.analysis.index, []
        for one in index.occurrences:
            kind = convert.SYMBOLS.get(one.symbol.kind)
            if one.introduces and kind is not None and wanted in one.symbol.name.casefold():
                location = lsp.Location(known.uri, known.at.range(one.span))
                found.append(lsp.WorkspaceSymbol(location, one.symbol.name, kind))
        return found

    return answer


def _formatting(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def formatted(ls: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        return await _format(ls, params.text_document.uri, None)

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def formatted_within(ls: Server, params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit] | None:
        return await _format(ls, params.text_document.uri, params.range)


async def _format(ls: Server, uri: str, within: lsp.Range | None) -> list[lsp.TextEdit] | None:
    """The edits of the one style. A text with faults of syntax stays as it is: its faults are told where they stand."""

    def answer(known: Known) -> list[lsp.TextEdit]:
        content = known.analysis.content
        span = Span(0, 0) if within is None else known.at.span(within)
        found: tuple[Edit, ...] = edits_of(content) if within is None else edits_within(content, span.start, span.end)
        return convert.edits(found, known.at)

    try:
        return await ls.documents.ask(uri, answer)
    except NotFormatted:
        ls.window_log_message(
            lsp.LogMessageParams(lsp.MessageType.Info, "not formatted: the file has faults of syntax")
        )
        return None
