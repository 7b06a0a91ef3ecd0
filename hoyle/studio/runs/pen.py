"""Writes answers into a rule file: which clause counts over which, which reading is ruled, what is asked.

What would leave the file with another fault is not offered. Leaves what is open to `verify.ambiguity`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hoyle.editor.analysis import Analyst
from hoyle.editor.format.edits import Edit, applied
from hoyle.studio.messages.runs import REASON, Way
from hoyle.studio.runs.rules import Rules
from spec import syntax as s
from spec.diagnostics.diagnostic import has_errors
from spec.ir import nodes as ir
from spec.ir.precedence import ClauseGroup, clause_groups
from spec.text.clean import one_line
from spec.text.source import Span

READS = "this is what the reading says"
MOST_ASKED = 160


@dataclass(frozen=True, slots=True)
class Answer:
    """A way to answer: what its button says, what it means, what it writes."""

    title: str
    detail: str
    edits: tuple[Edit, ...]
    reasoned: bool = True


class Pen:
    """Writes into the text of some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.content = rules.known.analysis.content
        self._analyst = Analyst(rules.loaded.text.name)

    def ways(self, answers: Sequence[Answer]) -> tuple[Way, ...]:
        """Those answers that leave the text without another fault."""
        return tuple(
            Way(a.title, a.detail, self.rules.known.changes(a.edits), a.reasoned)
            for a in answers
            if a.edits and self.is_sound(a.edits)
        )

    def is_sound(self, edits: Sequence[Edit]) -> bool:
        """Is the text without errors after these edits?"""
        written = applied(self.content, edits).replace(REASON, "because")
        return not has_errors(self._analyst.analyse(written).diagnostics)

    # ------------------------------------------------------------ questions

    def readings(self, label: str) -> Iterator[Answer]:
        """For each reading of a question the ruling that picks it."""
        question = next((q for q in self.rules.game.questions if q.source.label == label), None)
        section = next((x for x in self._sections(s.QuestionSection) if x.head.name.text == label), None)
        if question is None or section is None:
            return
        ruled = next((r for r in section.rulings if r.under is None), None)
        for reading in section.readings:
            name, told = reading.name.text, one_line(reading.text) or reading.name.text
            if ruled is not None and ruled.reading.text == name:
                continue
            line = f'ruling {name} because "{REASON}"'
            if ruled is not None:
                yield Answer(told, f"now you rule: {ruled.reading.text}", (self._in_place(ruled.span, line),))
            else:
                yield Answer(told, f"reading {name}", (self.below(section.readings[-1].span, line),))

    # ------------------------------------------------------------ clauses that contradict each other

    def over(self, sources: Sequence[ir.Source], said: Sequence[str]) -> Iterator[Answer]:
        """For each of two clauses the ruling that has it count, and the question which of them does."""
        found = self._group(sources[:2])
        if found is None:
            return
        group, one, other = found
        last = max(sources[:2], key=lambda source: source.span.start)
        for better, worse, words in ((one, other, said[0]), (other, one, said[1])):
            line = f'ruling {better} over {worse} because "{REASON}"'
            yield Answer(words, f"{better} counts over {worse}", (self.below(last.span, line),))
        if all(clause.source.cites for clause in group.clauses if clause.source.label in (one, other)):
            yield self._asked(group, (one, other), said, last)

    def _asked(self, group: ClauseGroup, labels: tuple[str, str], said: Sequence[str], last: ir.Source) -> Answer:
        """The question which of two clauses counts, with a ruling under each reading."""
        one, other = labels
        name = f"{one}_or_{other}"
        cites = dict.fromkeys(c for x in group.clauses if x.source.label in labels for c in x.source.cites)
        cited = ", ".join(f'"{place}"' for place in cites)
        lines = [f'question {name} @ {cited}: "Which counts where both speak?"']
        lines += [f'  reading {label}_counts "{_quoted(words)}"' for label, words in zip(labels, said, strict=False)]
        ranks = [
            f'ruling {better} over {worse} under {name} is {better}_counts because "{READS}"'
            for better, worse in (labels, (other, one))
        ]
        section = self._section_at(last.span.start)
        begins = len(self.content) if section is None else section.span.start
        text = "\n".join(lines) + "\n\n"
        edits = (Edit(begins, begins, text), self.below(last.span, *ranks))
        return Answer("Leave it open: write it as a question", f"both are readings of {name}", edits, reasoned=False)

    def _group(self, sources: Sequence[ir.Source]) -> tuple[ClauseGroup, str, str] | None:
        """The group to which two clauses belong, and their labels in it."""
        if len(sources) < 2:
            return None
        for group in clause_groups(self.rules.game):
            known = {clause.source.clause.as_written(): clause.source.label for clause in group.clauses}
            one, other = (known.get(source.clause.as_written(), "") for source in sources[:2])
            if one and other and one != other:
                return group, one, other
        return None

    # ------------------------------------------------------------ places

    def _sections(self, kind: type[s.QuestionSection]) -> Iterator[s.QuestionSection]:
        return (x for x in self.rules.loaded.parsed.file.sections if isinstance(x, kind))

    def _section_at(self, at: int) -> s.Section | None:
        return next((x for x in self.rules.loaded.parsed.file.sections if x.span.start <= at < x.span.end), None)

    def below(self, span: Span, *lines: str) -> Edit:
        """Lines below that of a clause and all that belongs to it, as deep as it stands."""
        start = self.content.rfind("\n", 0, span.start) + 1
        line, end = self._line(start)
        indent = len(line) - len(line.lstrip())
        at = end
        while end < len(self.content):
            line, after = self._line(end + 1)
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                break
            at, end = (after if line.strip() else at), after
        text = "".join(f"\n{' ' * indent}{one}" for one in lines)
        return Edit(at, at, text)

    def _line(self, start: int) -> tuple[str, int]:
        """A line, and where it ends."""
        end = self.content.find("\n", start)
        end = len(self.content) if end < 0 else end
        return self.content[start:end], end

    def _in_place(self, span: Span, line: str) -> Edit:
        """A line in the place of another."""
        end = span.start + len(self.content[span.start : span.end].rstrip())
        return Edit(span.start, end, line)


def _quoted(words: str) -> str:
    return one_line(words.replace('"', "'"))[:MOST_ASKED]
