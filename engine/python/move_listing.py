"""In the loops that list legal moves in Python: what is read where, so that as little as possible is read.

Leaves which clauses have to be read to `engine.core.legality`, and the loops to `engine.python.moves`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import program as p
from engine.core import terms as t
from engine.core.legality import Way, legality
from engine.core.names import RESERVED, identifier
from engine.core.uses import nodes
from engine.python.expressions import Writer
from engine.python.legality import Judge, ordered
from engine.targets.line_breaking import INDENT, Chain, Doc, Group, lines

SHORT = 6
"""So many permits may be read in a loop itself; more become a function."""


class Listing:
    """What stands before and within each loop over the choices of one kind of move."""

    def __init__(self, writer: Writer, action: p.ActionDef) -> None:
        self.w = writer
        self.action = action
        self.found = legality(action, writer.functions)
        self.depth = len(action.params)
        self.known: dict[str, str] = {}
        self.apart = self._barred_choices()
        self.judge = self._judge()

    def before(self, level: int, indent: str) -> list[str]:
        """What is read of the choices made so far, before the loop over the next one."""
        if self.found is None:
            return []
        leave = "continue" if level else "return"
        made: list[str] = []
        if self.found.first is None:
            made += self._leave([c for c in self._bars() if self._level(c) == level], indent, leave)
        only = self._only()
        for permit in [] if self.judge else self._early(level):
            if permit is only:
                made += [*lines(("not ", self._read(permit)), indent, head="if ", tail=":"), f"{indent}{INDENT}{leave}"]
            else:
                made += lines(self._read(permit), indent, head=f"{self._name(permit)} = ")
                self.known[permit.key] = self._name(permit)
        return made

    def innermost(self, indent: str, weighed: Doc, move: str) -> list[str]:
        """What is read of a whole move, and the move itself."""
        then = [f"{indent}{INDENT}{move}"]
        if self.found is None:
            return [*lines(weighed, indent, head="if ", tail=":"), *then]
        if self.judge:
            return [*lines(self.judge.call(), indent, head="if ", tail=":"), *then]
        bars, permits = self._last_bars(), self._permits()
        if permits is None and not bars:
            return [f"{indent}{move}"]
        if permits is None:
            return [*self._unless(bars, indent), *then]
        made = self._leave(bars, indent, "continue" if self.depth else "return")
        return [*made, *lines(_any(map(self._read, permits)), indent, head="if ", tail=":"), *then]

    def alone(self, weighed: Doc) -> tuple[list[str], Doc | None]:
        """For a move without parameters: what is read before, and whether it is legal; None where it always is."""
        if self.found is None:
            return [], weighed
        if self.judge:
            return [], self.judge.call()
        bars, permits = self._last_bars(), self._permits()
        allowed = None if permits is None else _any(map(self._read, permits))
        if not bars:
            return [], allowed
        barred = [*lines(_any(map(self._read, bars)), INDENT, head="if ", tail=":"), f"{INDENT}{INDENT}return []"]
        return barred, allowed

    def function(self, weighed: Doc) -> list[str]:
        """The function that tells whether a move is legal, where that is too long to stand in the loop."""
        return self.judge.function(weighed) if self.judge else []

    def left(self, over: Doc) -> Doc:
        """What the last choice is made from, where some of it is barred by itself."""
        name = self._last.name
        tests = tuple(map(self._read, self.apart))
        test = tests[0] if len(tests) == 1 else Group("(", (_any(tests),), ")", trailing=False)
        return Group("[", (name, (f"for {name} in ", over), ("if not ", test)), "]", sep="", trailing=False)

    # ------------------------------------------------------------ what is read where

    def _judge(self) -> Judge | None:
        if self.found is None:
            return None
        permits = [c for way in self.found.ways for c in way.permits]
        plain = all(not way.unless and not way.doubts for way in self.found.ways)
        early = any(self._early(level) for level in range(self.depth))
        if plain and (early or len(permits) < SHORT):
            return None
        return Judge(self.w, self.action, self.found, self._last_bars())

    def _early(self, level: int) -> list[p.ClauseDef]:
        """The permits that can be read as soon as so many choices are made."""
        assert self.found is not None
        permits = [c for way in self.found.ways for c in way.permits]
        return [c for c in permits if self._level(c) == level < self.depth and c.total and not self._always(c)]

    def _barred_choices(self) -> tuple[p.ClauseDef, ...]:
        """Bars that ask of nothing but the last choice: it is made only from what they leave."""
        if self.found is None or self.found.first or self.depth < 2 or not isinstance(self._last.choice, p.PickFrom):
            return ()
        if any(isinstance(n, t.Local) for n in nodes(self._last.choice)):
            return ()
        alone = (t.Local(self._last.name, self._last.kind),)
        return tuple(c for c in self.found.bars if c.test.args == alone)

    def _bars(self) -> list[p.ClauseDef]:
        assert self.found is not None
        return [c for c in self.found.bars if c not in self.apart]

    def _last_bars(self) -> list[p.ClauseDef]:
        """The bars that are read of a whole move."""
        assert self.found is not None
        first = self.found.first
        bars = [c for c in self._bars() if first or self._level(c) == self.depth]
        return [*([first] if first else []), *bars]

    def _permits(self) -> list[p.ClauseDef] | None:
        """The permits of which one has to hold; None where that has been told before."""
        assert self.found is not None
        only = self._only()
        if only is not None and (self._always(only) or (only.total and self._level(only) < self.depth)):
            return None
        found = ordered([c for way in self.found.ways for c in way.permits], self.w)
        return sorted(found, key=lambda c: (c.total, c.key not in self.known))

    # ------------------------------------------------------------ tests

    def _read(self, clause: p.ClauseDef) -> Doc:
        return self.known.get(clause.key) or self.w.doc(clause.test)

    def _leave(self, bars: list[p.ClauseDef], indent: str, leave: str) -> list[str]:
        if not bars:
            return []
        return [*lines(_any(map(self._read, bars)), indent, head="if ", tail=":"), f"{indent}{INDENT}{leave}"]

    def _unless(self, bars: list[p.ClauseDef], indent: str) -> list[str]:
        tests = tuple(map(self._read, bars))
        if len(tests) == 1:
            return lines(("not ", tests[0]), indent, head="if ", tail=":")
        return lines(Group("not (", (_any(tests),), ")", trailing=False), indent, head="if ", tail=":")

    # ------------------------------------------------------------ about clauses

    @property
    def _last(self) -> p.MoveParam:
        return self.action.params[-1]

    def _only(self) -> p.ClauseDef | None:
        """The one permit there is, where nothing but the bars stands against it, and nothing comes before it."""
        assert self.found is not None
        match self.found.ways:
            case (Way((permit,), (), ()),) if self.found.first is None or self._always(permit):
                return permit
            case _:
                return None

    def _always(self, clause: p.ClauseDef) -> bool:
        return self.w.functions[clause.test.function].body == (p.Answer(t.Truth(True)),)

    def _level(self, clause: p.ClauseDef) -> int:
        """How many of the choices have to be made before the clause can be read."""
        names = [q.name for q in self.action.params]
        return max((names.index(arg.name) + 1 for arg in clause.test.args if isinstance(arg, t.Local)), default=0)

    def _name(self, clause: p.ClauseDef) -> str:
        """A name for whether the clause holds."""
        plain = identifier(clause.key)
        taken = {*self.w.functions, *RESERVED, *(q.name for q in self.action.params)}
        return f"{plain}_applies" if plain in taken else plain


def _any(tests: Iterable[Doc]) -> Doc:
    found = tuple(tests)
    return found[0] if len(found) == 1 else Chain("or", found)
