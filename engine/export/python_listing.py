"""In the loops that list legal moves in Python: what is read where, so that as little as possible is read.

Leaves which clauses have to be read to `engine.export.legality`, and the loops to `engine.export.python_moves`.
"""

from __future__ import annotations

from engine.export import program as p
from engine.export.layout import INDENT, Chain, Doc, Group, lines
from engine.export.legality import Way, legality
from engine.export.names import RESERVED, identifier
from engine.export.python_expr import Writer


class Listing:
    """What stands before and within each loop over the choices of one kind of move."""

    def __init__(self, writer: Writer, action: p.ActionDef) -> None:
        self.w = writer
        self.action = action
        self.found = legality(action, writer.functions)
        self.depth = len(action.params)
        self.known: dict[str, str] = {}

    def before(self, level: int, indent: str) -> list[str]:
        """What is read of the choices made so far, before the loop over the next one."""
        if self.found is None:
            return []
        leave = "continue" if level else "return"
        made: list[str] = []
        if self.found.first is None:
            made += self._leave([c for c in self.found.bars if self._level(c) == level], indent, leave)
        only = self._only()
        for way in self.found.ways:
            for permit in way.permits:
                if self._level(permit) != level or not permit.total or self._always(permit):
                    continue
                if permit is only:
                    made += [
                        *lines(("not ", self._test(permit)), indent, head="if ", tail=":"),
                        f"{indent}{INDENT}{leave}",
                    ]
                else:
                    made += lines(self._test(permit), indent, head=f"{self._name(permit)} = ")
                    self.known[permit.key] = self._name(permit)
        return made

    def innermost(self, indent: str, weighed: Doc, move: str) -> list[str]:
        """What is read of a whole move, and the move itself."""
        if self.found is None:
            return [*lines(weighed, indent, head="if ", tail=":"), f"{indent}{INDENT}{move}"]
        first = self.found.first
        bars = [c for c in self.found.bars if first or self._level(c) == self.depth]
        bars = [*([first] if first else []), *bars]
        test = self._open(weighed)
        if test is None and not bars:
            return [f"{indent}{move}"]
        if test is None:
            return [*self._unless(bars, indent), f"{indent}{INDENT}{move}"]
        made = self._leave(bars, indent, "continue" if self.depth else "return")
        return [*made, *lines(test, indent, head="if ", tail=":"), f"{indent}{INDENT}{move}"]

    # ------------------------------------------------------------ tests

    def _test(self, clause: p.ClauseDef) -> Doc:
        return self.known.get(clause.key) or self.w.doc(clause.test)

    def _leave(self, bars: list[p.ClauseDef], indent: str, leave: str) -> list[str]:
        if not bars:
            return []
        return [*lines(_any(tuple(map(self._test, bars))), indent, head="if ", tail=":"), f"{indent}{INDENT}{leave}"]

    def _unless(self, bars: list[p.ClauseDef], indent: str) -> list[str]:
        tests = tuple(map(self._test, bars))
        if len(tests) == 1:
            return lines(("not ", tests[0]), indent, head="if ", tail=":")
        return lines(Group("not (", (_any(tests),), ")", trailing=False), indent, head="if ", tail=":")

    def _open(self, weighed: Doc) -> Doc | None:
        """Is one of the ways open? None where that has been told before."""
        assert self.found is not None
        only = self._only()
        if only is not None and (self._always(only) or (only.total and self._level(only) < self.depth)):
            return None
        ways = self.found.ways
        plain = [way for way in ways if not way.unless and not way.doubts]
        permits = [c for way in plain for c in way.permits]
        permits.sort(key=lambda c: (c.total, c.key not in self.known))
        tests = [*map(self._test, permits), *(self._way(way, weighed) for way in ways if way not in plain)]
        return _any(tuple(tests))

    def _way(self, way: Way, weighed: Doc) -> Doc:
        parts = [_bracketed(tuple(map(self._test, way.permits)))]
        parts += [("not ", self._test(c)) for c in way.unless]
        if way.doubts:
            doubt: Doc = ("not ", _bracketed(tuple(map(self._test, way.doubts))))
            parts.append(_bracketed((doubt, weighed)))
        return Group("(", (Chain("and", tuple(parts)),), ")", trailing=False)

    # ------------------------------------------------------------ about clauses

    def _only(self) -> p.ClauseDef | None:
        """The one permit there is, where nothing but the bars stands against it, and nothing comes before it."""
        assert self.found is not None
        match self.found.ways:
            case (Way((permit,), (), ()),) if self.found.first is None or self._always(permit):
                return permit
            case _:
                return None

    def _always(self, clause: p.ClauseDef) -> bool:
        return self.w.functions[clause.test.function].body == (p.Answer(p.Truth(True)),)

    def _level(self, clause: p.ClauseDef) -> int:
        """How many of the choices have to be made before the clause can be read."""
        names = [q.name for q in self.action.params]
        return max((names.index(arg.name) + 1 for arg in clause.test.args if isinstance(arg, p.Local)), default=0)

    def _name(self, clause: p.ClauseDef) -> str:
        """A name for whether the clause holds."""
        plain = identifier(clause.key)
        taken = {*self.w.functions, *RESERVED, *(q.name for q in self.action.params)}
        return f"{plain}_applies" if plain in taken else plain


def _any(tests: tuple[Doc, ...]) -> Doc:
    return tests[0] if len(tests) == 1 else Chain("or", tests)


def _bracketed(tests: tuple[Doc, ...]) -> Doc:
    return tests[0] if len(tests) == 1 else Group("(", (Chain("or", tests),), ")", trailing=False)
