"""What `hoyle.editor` answers, as the protocol has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from lsprotocol import types as lsp

from hoyle.editor.actions import Action
from hoyle.editor.completion import Completion
from hoyle.editor.format.edits import Edit
from hoyle.editor.names.symbols import Index, Kind
from hoyle.editor.results.lenses import Lens
from hoyle.editor.results.marks import Mark, Weight
from hoyle.editor.structure import Item
from hoyle.language_server.positions import Positions
from spec.diagnostics.diagnostic import Diagnostic
from spec.text.source import Span

SOURCE = "hoyle"
SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
UNUSED = ("W0209", "W0213", "W0608")
"""Codes of what nothing uses: editors show it faded."""

SYMBOLS: dict[str, lsp.SymbolKind] = {
    "section": lsp.SymbolKind.Namespace, "example": lsp.SymbolKind.Event, "number": lsp.SymbolKind.Number,
    "option": lsp.SymbolKind.Enum, "zone": lsp.SymbolKind.Array, "field": lsp.SymbolKind.Field,
    "kind": lsp.SymbolKind.Enum, "definition": lsp.SymbolKind.Function, "shape": lsp.SymbolKind.Interface,
    "values": lsp.SymbolKind.Constant, "routine": lsp.SymbolKind.Function, "move": lsp.SymbolKind.Class,
    "outcome": lsp.SymbolKind.Class, "step": lsp.SymbolKind.Method, "question": lsp.SymbolKind.Enum,
    "reading": lsp.SymbolKind.EnumMember, "claim": lsp.SymbolKind.Boolean, "permit": lsp.SymbolKind.Method,
    "forbid": lsp.SymbolKind.Method, "effect": lsp.SymbolKind.Method, "clause": lsp.SymbolKind.Method,
    "end": lsp.SymbolKind.Method,
}  # fmt: skip

COMPLETED: dict[Kind, lsp.CompletionItemKind] = {
    "zone": lsp.CompletionItemKind.Variable, "field": lsp.CompletionItemKind.Field,
    "definition": lsp.CompletionItemKind.Function, "shape": lsp.CompletionItemKind.Interface,
    "values": lsp.CompletionItemKind.Constant, "routine": lsp.CompletionItemKind.Function,
    "move": lsp.CompletionItemKind.Method, "outcome": lsp.CompletionItemKind.Class,
    "step": lsp.CompletionItemKind.Event, "question": lsp.CompletionItemKind.Enum,
    "option": lsp.CompletionItemKind.Enum, "number": lsp.CompletionItemKind.Value,
    "kind": lsp.CompletionItemKind.Enum, "place": lsp.CompletionItemKind.Reference,
    "parameter": lsp.CompletionItemKind.Variable, "variable": lsp.CompletionItemKind.Variable,
    "language": lsp.CompletionItemKind.Keyword,
}  # fmt: skip

TOKEN_TYPES = ("type", "enumMember", "parameter", "variable", "property", "function", "method", "event", "class")
TOKENS: dict[Kind, str] = {
    "kind": "type", "shape": "type", "word": "enumMember", "reading": "enumMember", "edition": "enumMember",
    "rank": "enumMember", "suit": "enumMember", "team": "enumMember", "parameter": "parameter",
    "variable": "variable", "zone": "variable", "field": "property", "number": "property", "option": "property",
    "question": "property", "definition": "function", "values": "function", "routine": "function",
    "move": "method", "outcome": "class", "step": "event",
    "permit": "event", "forbid": "event", "effect": "event", "clause": "event", "end": "event", "claim": "event",
}  # fmt: skip
TOKEN_MODIFIERS = ("declaration",)


def path_of(uri: str) -> str:
    """The path of a file's address; of another address, what stands behind its scheme."""
    parts = urlsplit(uri)
    return url2pathname(unquote(parts.path)) if parts.scheme == "file" else unquote(parts.path or uri)


def diagnostic(found: Diagnostic, uri: str, at: Positions) -> lsp.Diagnostic:
    """A fault, with what belongs to it and why it is one."""
    related = [
        lsp.DiagnosticRelatedInformation(lsp.Location(uri, at.range(span)), message) for span, message in found.related
    ]
    why = f"\n{found.why}" if found.why else ""
    return lsp.Diagnostic(
        range=at.range(_visible(found.span, at.content)),
        message=found.message + why,
        severity=SEVERITIES[found.severity],
        code=found.code,
        source=SOURCE,
        related_information=related or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if found.code in UNUSED else None,
    )


WEIGHTS: dict[Weight, lsp.DiagnosticSeverity] = {
    "error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning,
    "information": lsp.DiagnosticSeverity.Information, "hint": lsp.DiagnosticSeverity.Hint,
}  # fmt: skip


def mark(found: Mark, uri: str, at: Positions) -> lsp.Diagnostic:
    """What a run said of a line; where that is stale, it is faded."""
    related = [
        lsp.DiagnosticRelatedInformation(lsp.Location(uri, at.range(span)), told) for span, told in found.related
    ]
    return lsp.Diagnostic(
        range=at.range(_visible(found.span, at.content)),
        message=found.message,
        severity=WEIGHTS[found.weight],
        code=found.code,
        source=found.source,
        related_information=related or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if found.stale else None,
    )


def _visible(span: Span, content: str) -> Span:
    """A span without the blanks behind it, with at least one sign of its line in it, where there is one."""
    if span.end > span.start:
        return Span(span.start, span.start + max(1, len(content[span.start : span.end].rstrip())))
    if content[span.start : span.start + 1] not in ("", "\n", "\r"):
        return Span(span.start, span.start + 1)
    return Span(max(content.rfind("\n", 0, span.start) + 1, span.start - 1), span.start)


def edits(found: Iterable[Edit], at: Positions) -> list[lsp.TextEdit]:
    return [lsp.TextEdit(at.range(Span(edit.start, edit.end)), edit.text) for edit in found]


def changes(found: Iterable[Edit], uri: str, version: int | None, at: Positions) -> lsp.WorkspaceEdit:
    """Edits of one version of a text: an editor that has another refuses them."""
    document = lsp.OptionalVersionedTextDocumentIdentifier(uri, version)
    return lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(document, list(edits(found, at)))])


def action(found: Action, uri: str, version: int | None, at: Positions) -> lsp.CodeAction:
    return lsp.CodeAction(
        title=found.title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(found.mends, uri, at)],
        is_preferred=found.mends.fix is not None,
        edit=changes(found.edits, uri, version, at),
    )


def completion(found: Completion, number: int, at: Positions) -> lsp.CompletionItem:
    kind = lsp.CompletionItemKind.Keyword if found.kind is None else COMPLETED.get(found.kind)
    return lsp.CompletionItem(
        label=found.text,
        kind=kind or lsp.CompletionItemKind.EnumMember,
        detail=found.detail or None,
        sort_text=f"{number:04}",
        text_edit=lsp.TextEdit(at.range(found.span), found.text),
    )


def symbol(found: Item, at: Positions) -> lsp.DocumentSymbol:
    whole = found.span.to(found.name_span)
    return lsp.DocumentSymbol(
        name=found.name or "(no name)",
        kind=SYMBOLS[found.kind],
        range=at.range(whole),
        selection_range=at.range(found.name_span),
        detail=found.detail or None,
        children=[symbol(child, at) for child in found.children],
    )


def tokens(index: Index, at: Positions) -> list[int]:
    """The names by their kinds, each five numbers: lines and columns on from the one before, length, kind, marks."""
    data: list[int] = []
    line = column = 0
    for one in index.occurrences:
        name = TOKENS.get(one.symbol.kind)
        if name is None:
            continue
        start, end = at.position(one.span.start), at.position(one.span.end)
        new = start.line - line
        data += [new, start.character - (0 if new else column), end.character - start.character]
        data += [TOKEN_TYPES.index(name), int(one.introduces)]
        line, column = start.line, start.character
    return data


def selection(spans: Sequence[Span], at: Positions) -> lsp.SelectionRange:
    """Spans from the innermost to the outermost."""
    found: lsp.SelectionRange | None = None
    for span in reversed(spans):
        found = lsp.SelectionRange(at.range(span), found)
    return found or lsp.SelectionRange(at.range(Span(0, 0)))


def lens(found: Lens, uri: str, at: Positions) -> lsp.CodeLens:
    arguments: list[object] = [uri, *found.arguments]
    return lsp.CodeLens(at.range(found.span), lsp.Command(found.title, found.command, arguments=arguments))
