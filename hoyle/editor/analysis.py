"""What an editor knows of a text: its syntax, its faults, its names and, where it has no errors, its game.

Everything here is about one text; nothing reads a file. Leaves protocols to `hoyle.language_server`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hoyle.editor.names.globals import Globals, globals_of
from hoyle.editor.names.occurrences import index_of
from hoyle.editor.names.symbols import Index, Symbol
from hoyle.editor.results.versions import Version, version_of
from hoyle.english.clauses import all_clauses
from hoyle.english.document.marks import unmarked
from hoyle.english.english import English
from hoyle.sources.files import Parsed, lower
from spec.diagnostics.diagnostic import Diagnostic
from spec.ir import nodes as ir
from spec.ir.printing import print_game
from spec.ir.walk import walk
from spec.syntax import File
from spec.text.clean import one_line
from spec.text.parse import Kept, parse
from spec.text.source import Span, Text


@dataclass(frozen=True)
class Analysis:
    """One text and all that is known of it, under the settings that its file usually has."""

    text: Text
    file: File
    diagnostics: tuple[Diagnostic, ...]
    game: ir.Game | None
    """None where the text has errors."""
    kept: Kept = field(default_factory=Kept, repr=False)
    """Its sections, for texts that differ little."""

    def of(self, content: str) -> Analysis:
        """The analysis of another text of the same file; sections that stand in both are parsed once."""
        return Analyst(self.text.name, Kept(self.kept.sections)).analyse(content)

    @property
    def content(self) -> str:
        return self.text.content

    @cached_property
    def known(self) -> Globals:
        """What the file introduces."""
        return globals_of(self.file)

    @cached_property
    def index(self) -> Index:
        """Every name and what it stands for."""
        return index_of(self.content, self.file)

    def introductions(self, symbol: Symbol) -> tuple[Span, ...]:
        """Where a thing is introduced; a place of the rulebook, where it is listed."""
        if symbol.kind == "place":
            listed = self.known.places.get(symbol.name)
            return () if listed is None else (listed,)
        return tuple(one.span for one in self.index.introductions(symbol))

    @cached_property
    def sentences(self) -> Mapping[int, tuple[str, ...]]:
        """The clauses in English, by the offset of their label; none where the text has errors."""
        found: dict[int, tuple[str, ...]] = {}
        if self.game is not None:
            for source, said in all_clauses(English(self.game)).values():
                at = source.span.start
                found[at] = tuple(dict.fromkeys((*found.get(at, ()), one_line(unmarked(said)))))
        return found

    @cached_property
    def printed(self) -> str:
        """The game as the IR prints it; '' where the text has errors."""
        return "" if self.game is None else print_game(self.game)

    @cached_property
    def cites(self) -> Mapping[int, tuple[str, ...]]:
        """The places that each thing cites, by the offset of its name; none where the text has errors."""
        found: dict[int, tuple[str, ...]] = {}
        for node in () if self.game is None else walk(self.game):
            if isinstance(node, ir.Source) and node.cites:
                found[node.span.start] = tuple(dict.fromkeys((*found.get(node.span.start, ()), *node.cites)))
        return found

    @cached_property
    def version(self) -> Version:
        """The words of its rules, to which comments and blanks do not count."""
        return version_of(self.content)

    @cached_property
    def settings(self) -> Mapping[str, str]:
        """What is chosen for each setting and question; none where the text has errors."""
        return {} if self.game is None else dict(self.game.settings)


@dataclass(slots=True)
class Analyst:
    """Analyses one text after the other of the same file; sections that stayed as they were are parsed once."""

    name: str
    kept: Kept = field(default_factory=Kept)

    def analyse(self, content: str) -> Analysis:
        """What is known of a text. It never raises: what is wrong with a text is among the diagnostics."""
        file, found = parse(content, self.kept)
        loaded = lower(Parsed(Text(self.name, content), file, found, Kept(self.kept.sections)))
        return Analysis(loaded.text, file, loaded.diagnostics, loaded.game, Kept(self.kept.sections))
