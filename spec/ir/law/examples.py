"""The law of what is asked and claimed of a game: questions, examples and claims.

Leaves whether examples hold and claims are true to `verify`.
"""

from __future__ import annotations

from typing import assert_never

from spec.ir import nodes as ir
from spec.ir.fold import named_cards, written_out
from spec.ir.index import PLAYER, parameters
from spec.ir.law.effects import EffectLaw
from spec.ir.law.environment import Env


class ExampleLaw:
    """Checks questions, examples and claims; reports to `law`."""

    def __init__(self, law: EffectLaw) -> None:
        self.law = law
        self.index = law.index

    def question(self, question: ir.Question) -> None:
        """Readings of different names, at least two, or the answer alone; the chosen and the ruled one among them, a
        ruling with a reason."""
        span, name = question.source.span, question.source.label
        labels = [r.source.label for r in question.readings]
        if not labels or (len(labels) == 1 and question.ruled != labels[0]):
            self.law.report("E0502", span, f"`{name}` has {len(labels)} readings")
        if len(set(labels)) < len(labels):
            self.law.report("E0202", span, f"two readings of `{name}` have one name")
        for reading in (question.chosen, question.ruled):
            if reading and reading not in labels:
                self.law.report("E0501", span, f"`{name}` has no reading `{reading}`")
        if question.ruled and not question.because:
            self.law.report("E0404", span, f"the ruling on `{name}` gives no reason")

    def claim(self, claim: ir.Claim) -> None:
        """A condition at steps that exist; a share that is a percentage."""
        env = Env(span=claim.source.span)
        self.law.want(claim.cond, ir.Bool(), env)
        for step in claim.at:
            self.law.known(step, self.index.steps, "step", env, "E0802")
        if not 0 <= claim.percent <= 100:
            self.law.report("E0807", claim.source.span, f"{claim.percent} is no percentage")

    def example(self, example: ir.Example) -> None:
        """A position in which each card lies once, then moves and conditions."""
        env = Env(span=example.source.span)
        self.law.known(example.at, self.index.steps, "step", env, "E0802")
        for given in (*example.given, *example.counted):
            self._given(given, env)
        self._cards(example, env)
        for line in example.script:
            self._line(line, env)

    def _given(self, given: ir.Given, env: Env) -> None:
        zone, field = given.zone, given.field
        if zone and self.law.place(zone, env) and self.law.want(given.value, ir.Cards(ordered=False), env):
            self.law.goes_in_order(zone, given.value, env)
        if field and self.law.field(field.field, field.index, env):
            self.law.fits_field(self.index.fields[field.field], given.value, env)

    def _cards(self, example: ir.Example, env: Env) -> None:
        seen = [g.what for g in example.given]
        if len(set(seen)) < len(seen):
            self.law.report("E0809", env.span, f"`{example.source.label}` gives something twice")
        values = [g.value for g in example.given if g.zone]
        fixed = [v for v in values if written_out(v)]
        cards = [c for v in fixed for c in named_cards(v)]
        if len(set(cards)) < len(cards):
            self.law.report("E0801", env.span, f"`{example.source.label}` gives a card twice")
        if example.rest is not None:
            self.law.place(example.rest, env)
        elif len(fixed) == len(values) and len(set(cards)) < len(self.index.game.deck):
            message = f"`{example.source.label}` does not give every card, and no zone takes the rest"
            self.law.report("E0805", env.span, message)

    def _line(self, line: ir.Play | ir.Expect | ir.Then | ir.Wins | ir.Sees, env: Env) -> None:
        match line:
            case ir.Play(call) | ir.Expect(call, _):
                moves = self.index.moves
                passed = call == ir.MoveCall("pass", ()) and call.move not in moves
                if not passed and self.law.known(call.move, moves, "kind of move", env):
                    params = parameters([action.params for action in moves[call.move]])
                    self.law.arguments(call.move, params, call.args, env)
            case ir.Then(cond, _):
                self.law.want(cond, ir.Bool(), env)
            case ir.Wins(ending, gets):
                if ending:
                    self.law.known(ending, self.index.endings, "end condition", env, "E0806")
                for item in gets:
                    self.law.want(item.player, ir.Symbol(PLAYER, optional=item.score is None), env)
                    if item.score is not None:
                        self.law.want(item.score, ir.Int(), env)
            case ir.Sees(player, zone, _):
                self.law.want(player, ir.Symbol(PLAYER), env)
                self.law.place(zone, env)
            case _:
                assert_never(line)
