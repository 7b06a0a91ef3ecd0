"""Whole random games as one C function: steps joined by jumps in it, moves counted and only the picked one made.

Leaves counting to `engine.c.playout.counting`. A game that stops, or goes on without a decision for long, is left
at once and played again by the exact code; what is counted of all others is the same by both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import assert_never

from engine.c import tree as c
from engine.c.playout.counting import Counted, can, forbids, tally
from engine.c.playout.effects import Sink, add
from engine.c.playout.play import EPOCH, STATE, Play, Playing, test_of
from engine.c.playout.profile import Part
from engine.c.playout.unrolling import written_out
from engine.c.rules import folds
from engine.c.rules.effects import best, with_uses
from engine.c.rules.engine import TRUE, G
from engine.c.rules.values import fitted, value
from engine.core import program as p
from engine.core import terms as t
from engine.core.plans.read_write_sets import ANYTHING, Names, ReadWriteSets
from engine.core.uses import nodes
from spec.ir import nodes as ir

TOTAL, LEFT, CHOICES, STEPS, TURNS, HELD = map(c.Name, ("total", "left", "choices", "steps", "turns", "held"))


@dataclass
class Whole:
    """The function that plays a game while it is made."""

    m: Play

    def __post_init__(self) -> None:
        m = self.m
        self.w = Playing(m, can=can, written_out=written_out)
        self.w.names |= {
            "total",
            "left",
            "choices",
            "steps",
            "turns",
            "held",
            "seed",
            "most",
            "choosers",
            "k",
            "chooser",
        }
        self.sets = m.sets or ReadWriteSets()(m.program)
        self.told = m.sets
        self.arrived = self.sets.changed_on_arrival()
        self.round = self.sets.going_round()
        self.order = {step.name: i for i, step in enumerate(m.program.steps)}
        self.begins = {s.again for s in m.game.steps if s.again >= 0}
        self.reached: set[str] = set()
        self.ends: set[int] = set()
        self.settles = False
        self.free = tuple(i for i, e in enumerate(m.program.endings) if not e.at)

    def function(self) -> c.Function:
        """The whole function."""
        w = self.w
        decided = self._a_turn_each()
        w.add(c.Comment("the first position"))
        if self.m.profile is not None:
            w.add(c.Do(c.Call("profile_enter", (c.Int(0),))))
        self._initial()
        for step in self.m.program.steps:
            with w.block() as inner:
                if step.index in self.begins and not decided:
                    w.add(c.Step(TURNS))
                self._step(step)
            w.add(c.Label(self._label(step.name)), c.Block(tuple(inner)))
        self._endings()
        made = c.Binary("-", c.Name("most"), LEFT)
        w.add(
            c.Label("suspicious"), c.Assign(c.Through(G, "suspicious"), TRUE),
            c.Label("full"), c.Step(LEFT),
            c.Label("over"), *self._left(),
            c.Assign(c.Through(G, "made"), made),
            c.Assign(c.Through(G, "turns"), c.Cast(c.INT, made) if decided else TURNS),
            c.Assign(c.Through(G, "choices"), CHOICES),
            c.Return(),
            c.Goto("suspicious"), c.Goto("full"),
            *(c.Goto(self._label(step.name)) for step in self.m.program.steps),
        )  # fmt: skip
        heads = (c.GAME, c.Param(c.BITS, "seed"), c.Param(c.NUM, "most"))
        choosers = c.Array(c.BITS, c.Name("PLAYERS"))
        player = c.Name("p")
        each = c.Call("derive", (c.Name("seed"), c.Name("DOMAIN_CHOICE"), c.Cast(c.BITS, player)))
        fill = c.For(c.Declare(c.INT, "p", c.Int(0)), c.Binary("<", player, c.Name("PLAYERS")), c.Step(player),
                     (c.Assign(c.At(c.Name("choosers"), player), each),))  # fmt: skip
        first: c.Body = (
            c.Declare(c.NUM, "left", c.Name("most")), c.Declare(c.NUM, "choices", c.Int(0)),
            c.Declare(c.INT, "steps", c.Int(0)), c.Declare(c.INT, "turns", c.Int(0)),
            c.Declare(c.BITS, "held", c.Int(0)), c.Declare(choosers, "choosers", None), fill,
            *(c.Declare(type_, local.name, c.Int(0)) for local, type_ in self.m.variables.values()),
        )  # fmt: skip
        return c.Function("play", c.VOID, heads, with_uses(heads, (*first, *self._without_epoch(tuple(w.lines)))))

    def _left(self) -> c.Body:
        """Where a game is left, what comes after is no part of it."""
        return () if self.m.profile is None else (c.Do(c.Call("profile_at", (c.Name("PROFILE_NOBODY"),))),)

    def _without_epoch(self, body: c.Body) -> c.Body:
        """The body without the epoch, by which what stays while nothing changes is told apart, where nothing does."""
        begins = c.Step(EPOCH)
        kept = c.changed(body, lambda one: () if one == begins else (one,))
        everywhere = (kept, *(function.body for function in self.m.functions))
        return body if any(node == EPOCH for node in nodes(everywhere)) else kept

    def _label(self, step: str) -> str:
        return f"s_{self.order[step]}"

    def _a_turn_each(self) -> bool:
        """Is there a turn for each decision, in a game that is played to its end?"""
        asks = {step.index: step.act for step in self.m.program.steps if isinstance(step.act, p.AskStep)}
        plain = all(not ask.may and ask.otherwise is None for ask in asks.values())
        ends = any(step.arriving for step in self.m.program.steps if step.index in asks)
        return self.begins == asks.keys() and plain and not ends

    # ------------------------------------------------------------ the first position

    def _initial(self) -> None:
        w, m = self.w, self.m
        piles, sets, fields = (c.Member(STATE, name) for name in ("piles", "sets", "fields"))
        w.add(c.Do(c.Call("memset", (sets, c.Int(0), c.SizeOf(sets)))))
        i = c.Name("i")
        none = c.Assign(c.At(c.At(piles, i), c.Int(0)), c.Int(0))
        w.add(c.For(c.Declare(c.INT, "i", c.Int(0)), c.Binary("<", i, c.Name("PILES")), c.Step(i), (none,)))
        full = m.place(m.program.full)
        deck = len(m.layout.deck)
        if m.zones[m.program.full].ordered:
            kind = c.Array(c.Constant(c.BYTE), None)
            table = m.table("whole deck", "whole deck", kind, lambda: c.Values(tuple(map(c.Int, (deck, *range(deck))))))
            w.add(c.Do(c.Call("memcpy", (c.At(piles, full), table, c.Int(deck + 1)))))
        else:
            w.add(c.Assign(c.At(sets, full), m.cards(m.all_cards)))
        w.look(*(t.Zone(name, (), ir.Cards(True)) for name in m.sizes))
        w.add(c.Do(c.Call("memset", (fields, c.Int(0), c.SizeOf(fields)))))
        for one in m.program.fields:
            found = fitted(w, one.start, one.kind)
            size = prod(one.slots.sizes)
            if one.name in m.locals:
                w.add(c.Assign(m.locals[one.name], found.expr))
                continue
            start = w.named(found, "start").expr
            cell = c.At(fields, c.Binary("+", m.place(one.name), i))
            w.add(c.For(c.Declare(c.INT, "i", c.Int(0)), c.Binary("<", i, c.Int(size)), c.Step(i),
                        (c.Assign(cell, start),)))  # fmt: skip

    # ------------------------------------------------------------ endings

    def _read(self, changed: Names) -> None:
        """Reads those endings of no step that may hold by now: the others were read before, and are the same."""
        found = []
        for i in self.free:
            looked = self.sets.reads(self.m.program.endings[i].clause.test)
            if self.told is None or ANYTHING in changed or ANYTHING in looked or looked & changed:
                found.append(i)
        self._settled(found)

    def _settled(self, among: Sequence[int]) -> None:
        """Ends the game where one of these endings holds."""
        w, endings = self.w, self.m.program.endings
        if not among:
            return
        with w.block() as inner:
            if len(among) == 1:
                test = test_of(w, endings[among[0]].clause)
                self.ends.add(among[0])
                w.add(c.If(c.Call("RARE", (test,)), (c.Goto(f"ended_{among[0]}"),)))
            else:
                self.settles = True
                self.ends |= set(range(len(endings)))
                found: c.Expr = c.Int(0)
                for i in among:
                    bit = c.Cast(c.BITS, test_of(w, endings[i].clause))
                    found = c.Binary("|", found, c.Binary("<<", bit, c.Int(i)))
                w.add(c.Assign(HELD, found), c.If(c.Call("RARE", (HELD,)), (c.Goto("settle"),)))
        w.add(c.Block(tuple(inner)))

    def _endings(self) -> None:
        w, endings = self.w, self.m.program.endings
        clauses = [ending.clause for ending in endings]
        if self.settles:
            w.add(c.Label("settle"))
            with w.block() as inner:
                decides = best(w, clauses, HELD)
                w.add(c.If(c.Unary("!", decides), (c.Do(c.Call("stop", (G, c.Name("CLASH")))),)))
                with w.block() as several:
                    self._several(decides)
                w.add(c.If(c.Unary("!", c.Call("single", (decides,))), tuple(several)))
                cases = [c.Case(c.Int(i), (c.Goto(f"ended_{i}"),)) for i in range(len(endings))]
                stop = c.Do(c.Call("stop", (G, c.Name("CLASH"))))
                w.add(c.Switch(c.Call("lowest_bit", (decides,)), (*cases, c.Case(None, (stop,)))))
            w.add(c.Block(tuple(inner)))
        for i in sorted(self.ends):
            w.add(c.Label(f"ended_{i}"))
            with w.block() as inner:
                self._ended(endings[i])
                w.add(c.Assign(c.Through(G, "ending"), c.Int(i)), c.Assign(c.Through(G, "over"), TRUE), c.Goto("over"))
            w.add(c.Block(tuple(inner)))

    def _ended(self, ending: p.EndingDef) -> None:
        """What an ending brings each player, and that it fires."""
        source = next(e.source for e in self.m.game.endings if e.source.label == ending.clause.label)
        self.w.enter(Part("pays", source))
        self._returns(ending)
        self.w.fired(self.m.number("ending", source))

    def _several(self, decides: c.Name) -> None:
        """Endings that nothing ranks must bring each player the same."""
        w, returns = self.w, c.Through(G, "returns")
        first = w.declare("first", c.Array(c.NUM, c.Name("PLAYERS")), None)
        x = c.Name(w.fresh("x"))
        cases = []
        for i, ending in enumerate(self.m.program.endings):
            with w.block() as inner:
                self._ended(ending)
            cases.append(c.Case(c.Int(i), (c.Block(tuple(inner)), c.Break())))
        keep = c.Do(c.Call("memcpy", (first, returns, c.SizeOf(first))))
        differ = c.Call("memcmp", (first, returns, c.SizeOf(first)))
        stop = c.Do(c.Call("stop", (G, c.Name("CLASH"))))
        w.add(c.For(
            c.Declare(c.BITS, x.name, decides), x, c.Assign(x, c.Binary("-", x, c.Int(1)), "&="),
            (
                c.Switch(c.Call("lowest_bit", (x,)), (*cases, c.Case(None, (c.Break(),)))),
                c.If(c.Binary("==", x, decides), (keep,), (c.If(differ, (stop,)),)),
            ),
        ))  # fmt: skip
        w.add(c.Assign(c.Through(G, "ending"), c.Call("lowest_bit", (decides,))))
        w.add(c.Assign(c.Through(G, "over"), TRUE), c.Goto("over"))

    def _returns(self, ending: p.EndingDef) -> None:
        w, returns = self.w, c.Through(G, "returns")
        match self.m.sources[ending.returns.function].body:
            case (p.Answer(t.Winners(var, cond)),):
                won = w.declare("won", c.BITS, c.Int(0), fixed=False)
                with folds.loop(w, var, t.Words("player")) as player:
                    bit = c.Cast(c.BITS, value(w, cond).expr)
                    w.add(c.Assign(won, c.Binary("<<", bit, player.expr), "|="))
                w.add(c.Do(c.Call("share", (won, returns))))
            case (p.Answer(t.PerPlayer(var, each)),):
                with folds.loop(w, var, t.Words("player")) as player:
                    w.add(c.Assign(c.At(returns, player.expr), value(w, each).expr))
            case source:
                raise AssertionError(source)

    # ------------------------------------------------------------ steps

    def _goto(self, at: str, to: str, *, decided: bool) -> c.Body:
        """Goes to a step; going back without a decision is counted."""
        self.reached.add(to)
        counts = not decided and self.order[to] <= self.order[at] and {at, to} <= self.round
        if not counts:
            return (c.Goto(self._label(to)),)
        more = c.Binary(">", STEPS, c.Name("FAST_STEPS"))
        return (c.Step(STEPS), c.If(c.Call("RARE", (more,)), (c.Goto("suspicious"),)), c.Goto(self._label(to)))

    def _step(self, step: p.StepDef) -> None:
        w = self.w
        w.step = step
        asks = isinstance(step.act, p.AskStep)
        at = self.m.game.steps[step.index].source if step.index < len(self.m.game.steps) else ir.Source("")
        w.enter(Part("choosing" if asks else "step", at))
        match step.act:
            case p.LastStep():
                self._arriving(step)
                w.add(c.Do(c.Call("stop", (G, c.Name("GAP")))))
            case p.RunStep(function):
                self._arriving(step)
                self._run(step, function, self.arrived[step.name])
            case p.AskStep():
                self._ask(step, step.act)
            case _:
                assert_never(step.act)

    def _arriving(self, step: p.StepDef) -> None:
        self._settled([i for i, e in enumerate(self.m.program.endings) if e.clause.label in step.arriving])

    def _run(self, step: p.StepDef, function: p.Function, arrived: Names) -> None:
        """What a step does by itself."""
        body = function.body
        changed = arrived | self.sets.writes(body) if step.reads else None
        ways = self.sets.answers(step, tuple(body))
        self._done(step, ways, changed, None, lambda sink: add(self.w, body, sink))

    def _done(
        self, step: p.StepDef, ways: Sequence[str], changed: Names | None, after: str | None, do: Callable[[Sink], None]
    ) -> None:
        """What is done at a step, then endings, then on to the step of its `ways` that it answers.

        After a decision play goes on to `after` where it answers none.
        """
        w, decided = self.w, after is not None

        def on(w: Playing, to: str) -> None:
            if changed is not None:
                self._read(changed)
            w.add(*self._goto(step.name, to, decided=decided))

        if not ways or changed is None or (len(ways) == 1 and after is None):
            do(on)
            if after is not None:
                on(w, after)
            return
        name = w.m.give("after")
        to = w.declare("to", c.INT, c.Int(-1 if after is None else self.order[after]), fixed=False)

        def note(w: Playing, step_: str) -> None:
            w.add(c.Assign(to, c.Int(self.order[step_])), c.Goto(name))

        do(note)
        w.add(c.Label(name))
        self._read(changed)
        others = [way for way in ways if way != after]
        cases = [c.Case(c.Int(self.order[way]), self._goto(step.name, way, decided=decided)) for way in others]
        stop = c.Do(c.Call("stop", (G, c.Name("GAP"))))
        rest: c.Body = (stop,) if after is None else self._goto(step.name, after, decided=decided)
        w.add(c.Switch(to, (*cases, c.Case(None, rest))))

    # ------------------------------------------------------------ decisions

    def _ask(self, step: p.StepDef, ask: p.AskStep) -> None:
        w = self.w
        arriving = [i for i, e in enumerate(self.m.program.endings) if e.clause.label in step.arriving]
        asked = any(ANYTHING in self.sets.reads(self.m.program.endings[i].clause.test) for i in arriving)
        if not asked:
            self._settled(arriving)
        w.add(c.Step(EPOCH))
        mover = value(w, t.Field("mover", (), w.m.fields["mover"].kind)).expr if "mover" in w.m.fields else c.Int(0)
        chooser = w.declare("chooser", c.Pointer(c.BITS), c.Binary("+", c.Name("choosers"), mover))
        number = w.declare("number", c.BITS, c.Call("look_ahead", (chooser,)))
        total = w.declare("total", c.BITS, c.Int(0), fixed=False)
        counted: list[tuple[p.ActionDef, Counted, c.Expr]] = []
        for label in ask.actions:
            action = w.m.action(label)
            made = tally(w, action, noted=not asked)
            w.add(c.Assign(total, made.count, "+="))
            counted.append((action, made, w.declare("up_to", c.BITS, total)))
            w.counted = {**w.counted, label: made.count}
        if asked:
            self._settled(arriving)
        w.counted = {}
        for action, made, _ in counted:
            self._mark_ruled(action, made)
        with w.block() as none:
            self._nothing(step, ask)
        w.add(c.If(c.Unary("!", total), tuple(none)))
        if ask.may:
            w.add(c.Step(total))
        w.add(
            c.If(c.Binary("<=", LEFT, c.Int(0)), (c.Assign(LEFT, c.Int(1), "-="), c.Goto("full"))),
            c.Assign(LEFT, c.Int(1), "-="), c.Assign(CHOICES, c.Cast(c.NUM, total), "+="), c.Assign(STEPS, c.Int(0)),
        )  # fmt: skip
        k = w.declare("k", c.BITS, c.Call("pick_ahead", (chooser, number, total)))
        before: c.Expr = c.Int(0)
        for place, (action, made, up_to) in enumerate(counted):
            last = place + 1 == len(counted) and not ask.may
            outside = dict(w.env)
            with w.block() as inner:
                self._taken(step, ask, action, made, c.Binary("-", k, before) if place else k)
            w.env = outside
            w.add(c.Block(tuple(inner)) if last else c.If(c.Binary("<", k, up_to), tuple(inner)))
            before = up_to
        if ask.may:
            w.add(*self._goto(step.name, ask.next, decided=True))

    def _mark_ruled(self, action: p.ActionDef, made: Counted) -> None:
        if made.ruled is None:
            return
        for mask, number in forbids(self.w, action):
            ruled = c.Binary("!=", c.Binary("&", made.ruled, c.Int(mask, True)), c.Int(0))
            self.w.fired(number, c.Cast(c.Named("uint32_t"), ruled))

    def _taken(self, step: p.StepDef, ask: p.AskStep, action: p.ActionDef, made: Counted, k: c.Expr) -> None:
        effect = () if action.effect is None else action.effect.body
        ways, changed = self.sets.answers(step, effect), self.arrived[step.name] | self.sets.writes(effect)
        self.w.enter(Part("effect", self.m.index.actions[action.label].source))
        self._done(step, ways, changed, ask.next, lambda sink: made.take(self.w, k, sink))

    def _nothing(self, step: p.StepDef, ask: p.AskStep) -> None:
        """What happens where no move is legal."""
        w = self.w
        if ask.may:
            w.add(*self._goto(step.name, ask.next, decided=False))
        elif ask.otherwise is None:
            w.add(c.Do(c.Call("stop", (G, c.Name("STUCK")))))
        else:
            self._run(step, ask.otherwise, self.arrived[step.name])
