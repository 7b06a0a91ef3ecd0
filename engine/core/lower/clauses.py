"""Permits, forbids, outcomes and endings as functions, and tables of which outranks which.

Leaves effects to `engine.core.lower.effects`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, assert_never

from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.effects import Effects
from engine.core.lower.expressions import Expressions, Scope
from engine.core.names import Names, capital, identifier, in_words, plural
from engine.core.symbol_table import SymbolTable
from engine.core.unsupported import Unsupported
from spec.ir import nodes as ir
from spec.ir.precedence import outrankers

Kind = Literal["permit", "forbid", "outcome", "ending"]


class Clauses:
    """Lowers clauses; each becomes a function that takes what it reads."""

    def __init__(self, expressions: Expressions, effects: Effects) -> None:
        self.x = expressions
        self.symbols: SymbolTable = expressions.symbols
        self.effects = effects

    # ------------------------------------------------------------ moves

    def action(self, action: ir.Action) -> p.ActionDef:
        """A kind of move."""
        label = action.source.label
        plain, names = identifier(label), self.symbols.names
        type_name = names.give(*(f"{''.join(map(capital, plain.split('_')))}{end}" for end in ("", "Move")))
        scope = self.effects.scope_of(action.params)
        clauses, functions = self._permits(action, scope)
        used = {name for clause in action.clauses for name in self.symbols.uses.free(clause.when)}
        effect, more = self._effect(action, scope)
        return p.ActionDef(
            label=label,
            type_name=type_name,
            rules=names.give(plain.upper(), f"{plain.upper()}_RULES"),
            judge=names.give(f"clauses_of_{plain}"),
            why=names.give(f"why_{plain}"),
            judged=tuple(scope.names[param.name] for param in action.params if param.name in used),
            moves=names.give(plural(plain), f"{plain}_moves"),
            params=self._params(action, scope),
            clauses=clauses,
            functions=(*functions, *more),
            effect=effect,
            doc=p.Doc(capital(in_words(label)), action.source.cites),
        )

    def _params(self, action: ir.Action, scope: Scope) -> tuple[p.MoveParam, ...]:
        made: list[p.MoveParam] = []
        for i, param in enumerate(action.params):
            names = {q.name: scope.names[q.name] for q in action.params[:i]}
            pick = self._pick(param.choice, Scope(names))
            made.append(p.MoveParam(scope.names[param.name], param.type, pick))
        return tuple(made)

    def _pick(self, choice: ir.Choice, scope: Scope) -> p.Pick:
        match choice:
            case ir.ChooseCard(cards, blind):
                return p.PickCard(self.x.card_set(cards, scope), blind)
            case ir.ChooseCards(cards, shape):
                return p.PickCards(self.x.card_set(cards, scope), shape)
            case ir.ChooseFrom(over):
                return p.PickFrom(self.x.over(over, scope))
            case _:
                assert_never(choice)

    def _permits(self, action: ir.Action, scope: Scope) -> tuple[tuple[p.ClauseDef, ...], tuple[p.Function, ...]]:
        kinds: list[Kind] = [c.kind for c in action.clauses]
        held = frozenset[ir.Expr]()
        for param in action.params:
            match param.choice:
                case ir.ChooseFrom(over):
                    held |= self.symbols.defined.piles(over, param.name)
                case ir.ChooseCards(_, shape) if self.symbols.index.shapes[shape].least > 0:
                    held |= {ir.Var(param.name, param.type)}
                case _:
                    pass
        tests = [(c.source, c.when) for c in action.clauses]
        return self._tests(action.source.label, tests, kinds, action.order, scope, held)

    def _effect(self, action: ir.Action, scope: Scope) -> tuple[p.Function | None, tuple[p.Function, ...]]:
        """What the move does, and the functions of its parts."""
        label = action.source.label
        before = len(self.effects.functions)
        body = self.effects.body(action.effects, scope, ("action", label))
        parts = tuple(self.effects.functions[before:])
        del self.effects.functions[before:]
        if not body:
            return None, parts
        free = self.symbols.uses.free(action.effects)
        params = tuple(p.Param(scope.names[q.name], q.type) for q in action.params if q.name in free)
        plain = identifier(label)
        name = self.symbols.names.give(plain, f"make_{plain}", f"do_{plain}")
        doc = p.Doc(f"What {in_words(label)} does", action.source.cites)
        return p.Function(name, params, self.symbols.result(action.effects), body, doc, True, label), parts

    # ------------------------------------------------------------ any group of clauses

    def _tests(
        self,
        owner: str,
        clauses: Sequence[tuple[ir.Source, ir.Expr]],
        kinds: Sequence[Kind],
        order: Iterable[ir.Edge],
        scope: Scope,
        held: frozenset[ir.Expr] = frozenset(),
    ) -> tuple[tuple[p.ClauseDef, ...], tuple[p.Function, ...]]:
        """The clauses of a group and their conditions' functions."""
        labels = [source.label for source, _ in clauses]
        keys = Names(())
        unique = [keys.give(label or "unnamed") for label in labels]
        above = outrankers(labels, order)
        made, functions = [], []
        for i, ((source, when), kind) in enumerate(zip(clauses, kinds, strict=True)):
            function = self._test(owner, source, when, kind, scope)
            functions.append(function)
            call = p.called(function.name, function.params, function.result)
            better = tuple(unique[j] for j in range(len(labels)) if above[i] >> j & 1 and j != i)
            made.append(
                p.ClauseDef(
                    unique[i],
                    source.label,
                    kind,
                    call,
                    None,
                    better,
                    source.cites,
                    self.symbols.defined.total(when, held),
                )
            )
        return tuple(made), tuple(functions)

    def _test(self, owner: str, source: ir.Source, when: ir.Expr, kind: Kind, scope: Scope) -> p.Function:
        label, free = source.label, self.symbols.uses.free(when)
        stems = {
            "permit": (f"{owner}_{label}", f"Permit {label}"),
            "forbid": (f"{owner}_{label}", f"Forbid {label}"),
            "outcome": (f"{owner}_{label}_applies", f"When {label} applies"),
            "ending": (f"ended_by_{label}", f"When {label} ends the game"),
        }
        stem, sentence = stems[kind]
        params = tuple(p.Param(scope.names[n], kind) for n, kind in self._in_order(free, scope))
        body = (p.Answer(self.x.of(when, Scope({n: scope.names[n] for n in free}))),)
        name = self.symbols.names.give(identifier(stem))
        return p.Function(name, params, ir.Bool(), body, p.Doc(sentence, source.cites), True, label)

    def _in_order(self, free: dict[str, ir.Type], scope: Scope) -> list[tuple[str, ir.Type]]:
        """Free names in the order of the parameters."""
        return [(name, free[name]) for name in scope.names if name in free]

    # ------------------------------------------------------------ outcomes

    def group(self, group: ir.Group) -> p.GroupDef:
        """An outcome group."""
        label = group.source.label
        scope = self.effects.scope_of(group.params)
        clauses, functions = self._tests(
            label, [(c.source, c.when) for c in group.clauses], ["outcome"] * len(group.clauses), group.order, scope
        )
        made: list[p.ClauseDef] = []
        parts: list[p.Function] = []
        for clause, test, outcome in zip(clauses, functions, group.clauses, strict=True):
            before = len(self.effects.functions)
            effect = self._outcome(group, outcome, scope)
            parts += [test, *self.effects.functions[before:], *([effect] if effect else [])]
            del self.effects.functions[before:]
            call = p.called(effect.name, effect.params, effect.result) if effect else None
            made.append(replace(clause, effect=call))
        free = self.symbols.uses.free(tuple(group.clauses))
        params = tuple(p.Param(scope.names[q.name], q.type) for q in group.params if self._kept(group, q.name, free))
        result = self.symbols.result_of("group", label)
        doc = p.Doc(f"What comes of {in_words(label)}", group.source.cites)
        name = self.symbols.functions["group", label]
        function = p.Function(
            name, params, result, (p.Settle(label, tuple(clause.key for clause in made)),), doc, True, label
        )
        return p.GroupDef(label, function, tuple(made), tuple(parts))

    def _kept(self, group: ir.Group, name: str, free: dict[str, ir.Type]) -> bool:
        place = [q.name for q in group.params].index(name)
        return name in free or ("group", group.source.label, place) in self.symbols.uses.forced

    def _outcome(self, group: ir.Group, clause: ir.Outcome, scope: Scope) -> p.Function | None:
        label, owner = clause.source.label, group.source.label
        free = self.symbols.uses.free(clause.effects)
        inner = Scope({name: scope.names[name] for name in scope.names if name in free}).given(clause.when)
        body = self.effects.body(clause.effects, Scope(inner.names), ("group", owner))
        if not body:
            return None
        params = tuple(p.Param(scope.names[n], kind) for n, kind in self._in_order(free, scope))
        name = self.symbols.names.give(identifier(f"{owner}_{label}"))
        doc = p.Doc(f"What {label} does")
        result = self.symbols.result(clause.effects)
        return p.Function(name, params, result, body, doc, True, label)

    # ------------------------------------------------------------ endings

    def endings(self, game: ir.Game) -> tuple[p.EndingDef, ...]:
        """All endings of the game."""
        sources = [(e.source, e.when) for e in game.endings]
        if len({source.label for source, _ in sources}) < len(sources):
            raise Unsupported("two endings of one label")
        clauses, tests = self._tests("", sources, ["ending"] * len(sources), game.ending_order, Scope())
        made = []
        for ending, clause, test in zip(game.endings, clauses, tests, strict=True):
            returns = self._returns(ending)
            made.append(p.EndingDef(clause, ending.at, t.Call(returns.name, (), returns.result), (test, returns)))
        return tuple(made)

    def _returns(self, ending: ir.Ending) -> p.Function:
        label, result = ending.source.label, ending.result
        name, scope = self.x.bind(Scope(), result.var)
        match result:
            case ir.Winners(_, cond):
                made: t.Expr = t.Winners(name, self.x.of(cond, scope))
            case ir.Scores(_, value):
                made = t.PerPlayer(name, self.x.of(value, scope))
            case _:
                assert_never(result)
        function = self.symbols.names.give(identifier(f"returns_by_{label}"))
        doc = p.Doc(f"What {label} gives each player")
        return p.Function(function, (), t.Returns(), (p.Answer(made),), doc, True, label)
