"""The IR's law: whether a game is one that every engine and every proof may take for granted.

Leaves expressions, effects, the course of play, and examples and claims to their modules in `spec.ir.law`, and whether
the rules are any good to `verify`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from spec.diagnostics.diagnostic import Diagnostic, diagnose, in_order
from spec.ir import nodes as ir
from spec.ir.index import CARD_DOMAINS, MOVER, PLAYER, Labelled, index_of
from spec.ir.law.effects import EffectLaw
from spec.ir.law.environment import Env
from spec.ir.law.examples import ExampleLaw
from spec.ir.law.flow import FlowLaw
from spec.ir.lines import shape_places
from spec.ir.mixes import TooManyForms, mix_of, sizes_of
from spec.ir.references import places, reached, references
from spec.ir.sight import OWNED, mover_sees
from spec.ir.types import element_of, is_card, of_cards
from spec.ir.walk import MAX_DEPTH, misfits, too_deep, walk
from spec.text.source import NOWHERE, Span


def check(game: ir.Game, *, formed: bool = False) -> tuple[Diagnostic, ...]:
    """Every offence against the law, in the order of the file; () for a legal game. Never raises.

    `formed`: the game was made by typed code just now, so that each field of its nodes has its form and its types name
    domains that there are; an editor asks at each key, and that is an eighth of the time. Before a game is verified
    this is looked at too.
    """
    if too_deep(game):
        return (diagnose("E0110", NOWHERE, f"nodes are nested deeper than {MAX_DEPTH}"),)
    misshapen = () if formed else tuple(_misshapen(game))
    return in_order(misshapen or _GameLaw(game).check(formed=formed))


def _misshapen(game: ir.Game) -> Iterable[Diagnostic]:
    span = NOWHERE
    for node in walk(game):
        source = getattr(node, "source", None)
        span = source.span if isinstance(source, ir.Source) else span
        for name in misfits(node):
            yield diagnose("E0903", span, f"the field `{name}` of `{type(node).__name__}` holds something else")


class _GameLaw:
    """Checks the declarations, and has what is in them checked."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.index = index_of(game)
        self.law = EffectLaw(self.index)
        self.flow = FlowLaw(self.law)

    def check(self, *, formed: bool) -> list[Diagnostic]:
        self._names()
        self._words()
        if not formed:
            self._types()
        self._deck()
        self._zones()
        for field in self.game.fields:
            self._field(field)
        self._mover()
        for table in self.game.tables:
            self._table(table)
        for shape in self.game.shapes:
            self._shape(shape)
        self._bodies()
        for action in self.game.actions:
            self._action(action)
        self._endings()
        self._course()
        self.flow.check()
        examples = ExampleLaw(self.law)
        for question in self.game.questions:
            examples.question(question)
        for example in self.game.examples:
            examples.example(example)
        for claim in self.game.claims:
            examples.claim(claim)
        return self.law.found

    def _report(self, code: str, span: Span, message: str) -> None:
        self.law.report(code, span, message)

    # ------------------------------------------------------------ names

    def _names(self) -> None:
        game = self.game
        self._distinct(((d.name, NOWHERE) for d in game.domains), "list of words")
        kinds: dict[str, tuple[Labelled, ...]] = {
            "zone": game.zones,
            "field": game.fields,
            "value table": game.tables,
            "shape": game.shapes,
            "definition": game.defines,
            "routine": game.routines,
            "outcome": game.groups,
            "kind of move": game.actions,
            "question": game.questions,
            "example": game.examples,
            "claim": game.claims,
        }
        for what, items in kinds.items():
            self._distinct(((i.source.label, i.source.span) for i in items), what)
        self._distinct(((s.source.label, s.source.span) for s in game.steps), "step", "E0612")

    def _distinct(self, names: Iterable[tuple[str, Span]], what: str, code: str = "E0202") -> None:
        """Each name once; an empty one stands for none."""
        seen: set[str] = set()
        for name, span in names:
            if name and name in seen:
                self._report(code, span, f"two of one name: the {what} `{name}`")
            seen.add(name)

    def _words(self) -> None:
        """The domains that every game has."""
        for name in (PLAYER, *CARD_DOMAINS):
            if name not in self.index.domains:
                self._report("E0905", NOWHERE, f"no list of words is called `{name}`")
        for domain in self.game.domains:
            if not domain.values or len(set(domain.values)) < len(domain.values):
                self._report("E0905", NOWHERE, f"the words of `{domain.name}` are none, or one stands twice")

    def _types(self) -> None:
        """The domains that types name."""
        for name in dict.fromkeys(
            d for n in walk(self.game) if isinstance(n, ir.type_classes) for _, d in references(n)
        ):
            self.law.known(name, self.index.domains, "list of words", Env())

    # ------------------------------------------------------------ cards and state

    def _deck(self) -> None:
        if not self.game.deck:
            self._report("E0905", NOWHERE, "the deck holds no card")
        sizes = [len(self.index.domains[d].values) if d in self.index.domains else 0 for d in CARD_DOMAINS]
        for number, face in enumerate(self.game.deck):
            shown = (face.rank,) if face.suit == face.colour == ir.NOBODY else (face.rank, face.suit, face.colour)
            words = zip(shown, sizes, strict=False)
            if not all(0 <= word < size for word, size in words):
                self._report("E0904", NOWHERE, f"card {number} has a rank, suit or colour that does not exist")
        if len(set(self.game.deck)) < len(self.game.deck):
            self._report("E0905", NOWHERE, "two cards of the deck are one and the same copy")

    def _zones(self) -> None:
        full = [z for z in self.game.zones if z.starts_full]
        if len(full) != 1 or full[0].index:
            span = full[1].source.span if len(full) > 1 else NOWHERE
            self._report("E0319", span, f"one single zone holds the deck at first, and here are {len(full)}")
        for zone in self.game.zones:
            name, span = zone.source.label, zone.source.span
            self._index(zone.index, span)
            if zone.seen in OWNED and PLAYER not in zone.index:
                self._report("E0318", span, f"who sees `{name}` hangs on its owner, and it belongs to no player")
            if zone.seen == "top" and not zone.ordered:
                self._report("E0308", span, f"only the top of `{name}` is seen, and it is in no order")
            if zone.row and not zone.index:
                self._report("E0306", span, f"`{name}` is a row of piles, and there is only one")

    def _index(self, index: tuple[str, ...], span: Span) -> None:
        for domain in index:
            self.law.known(domain, self.index.domains, "list of words", Env(span=span))

    def _field(self, field: ir.FieldDecl) -> None:
        name, span = field.source.label, field.source.span
        self._index(field.index, span)
        if field.seen in OWNED and PLAYER not in field.index:
            self._report("E0318", span, f"`{name}` belongs to no player")
        if of_cards(field.type):
            self._report("E0301", span, f"`{name}` would hold cards, and cards lie in zones")
        if field.numbers is not None and not field.numbers:
            self._report("E0313", span, f"`{name}` goes from {field.low} to {field.high}")
        else:
            self._start(field, field.start)

    def _start(self, field: ir.FieldDecl, start: ir.Expr) -> None:
        span = field.source.span
        self.law.fits_field(field, start, Env(span=span))
        named = (kind for n in reached(self.index, start, ("define",)) for kind, _ in references(n))
        if any(kind in ("field", "zone", "action") for kind in named):
            message = f"`{field.source.label}` starts with a value that depends on a position, and there is none yet"
            self._report("E0905", span, message)

    def _mover(self) -> None:
        mover = self.index.fields.get(MOVER)
        if mover is None or mover.index or mover.type != ir.Symbol(PLAYER):
            span = NOWHERE if mover is None else mover.source.span
            self._report("E0905", span, "the field `mover`, a player, says whose turn it is")

    def _table(self, table: ir.Table) -> None:
        name, span = table.source.label, table.source.span
        if len(table.values) != len(self.game.deck) or not all(table.values):
            self._report("E0315", span, f"`{name}` does not give every card of the deck a value")
        if any(list(values) != sorted(set(values)) for values in table.values):
            self._report("E0905", span, f"`{name}` has values that do not ascend")

    def _shape(self, shape: ir.Shape) -> None:
        name, span = shape.source.label, shape.source.span
        if not 0 <= shape.least <= shape.most:
            self._report("E0316", span, f"`{name}` takes from {shape.least} to {shape.most} cards")
        if shape.line == "steps" and not shape.ordered:
            self._report("E0310", span, f"`{name}` goes step by step, and is in no order")
        if (shape.line == "parts") != bool(shape.parts) or (shape.parts and (shape.ordered or "rank" in shape.same)):
            self._report("E0333", span, f"`{name}` has parts, and is not a set of cards that are parted by rank")
        elif shape.parts and not isinstance(shape.parts[0], ir.RanksPart):
            self._report("E0333", span, f"the first part of `{name}` has no ranks")
        elif shape.parts and sizes_of(shape.parts)[0] != shape.least:
            self._report("E0333", span, f"`{name}` has another number of cards than its parts")
        elif shape.within is not None and not self._goes_on(shape, *shape.within):
            self._report("E0334", span, f"the run of `{name}` does not go from one rank up to another")
        elif shape.parts:
            self._table_of(shape)
        if len(set(shape.same)) < len(shape.same):
            self._report("E0905", span, f"`{name}` says twice what its cards share")
        if shape.wild is not None:
            self._wild(shape, shape.wild)

    def _goes_on(self, shape: ir.Shape, first: int, last: int) -> bool:
        """Is the shape one with a run, of which one end is a rank below the other?"""
        ranks = next((domain.values for domain in self.game.domains if domain.name == "rank"), ())
        out = shape.wild.placeless if shape.wild else ()
        if shape.ace in ("both", "wrap") or not all(
            0 <= rank < len(ranks) and rank not in out for rank in (first, last)
        ):
            return False
        places = shape_places(ranks, replace(shape, within=None))
        has_run = shape.line == "run" or any(isinstance(part, ir.RanksPart) and part.run for part in shape.parts)
        return has_run and places[first] < places[last]

    def _table_of(self, shape: ir.Shape) -> None:
        ranks = next((domain.values for domain in self.game.domains if domain.name == "rank"), ())
        try:
            mix_of(self.game.deck, ranks, shape)
        except TooManyForms:
            self._report("E0333", shape.source.span, f"`{shape.source.label}` has too many forms")

    def _wild(self, shape: ir.Shape, wild: ir.Wild) -> None:
        name, span, deck = shape.source.label, shape.source.span, self.game.deck
        if list(wild.cards) != sorted(set(wild.cards)) or not all(0 <= card < len(deck) for card in wild.cards):
            self._report("E0905", span, f"the wild cards of `{name}` are not cards of the deck in its order")
        elif any(face.rank in wild.placeless for card, face in enumerate(deck) if card not in wild.cards):
            self._report("E0905", span, f"`{name}` leaves natural cards without a place")
        elif {_face(deck[card]) for card in wild.cards} & {
            _face(face) for card, face in enumerate(deck) if card not in wild.cards
        }:
            self._report("E0905", span, f"of two cards of one face one is wild in `{name}` and the other is not")
        if "rank" in shape.same and shape.line != "none":
            self._report("E0331", span, f"`{name}` has wild cards, one rank, and a line of ranks")
        if not 0 <= wild.natural <= shape.most or wild.most < 0:
            self._report("E0331", span, f"`{name}` wants {wild.natural} natural and {wild.most} wild cards at most")

    # ------------------------------------------------------------ what has parameters

    def _params(self, params: tuple[ir.Var | ir.Param, ...], span: Span) -> Env:
        self._distinct(((p.name, span) for p in params), "parameter")
        return Env(span=span).bind_all(params)

    def _bodies(self) -> None:
        for define in self.game.defines:
            env = self._params(define.params, define.source.span)
            self.law.want(define.body, define.type, env)
        for routine in self.game.routines:
            self.law.effects(routine.body, self._params(routine.params, routine.source.span))
        for group in self.game.groups:
            env = self._params(group.params, group.source.span)
            if not group.clauses:
                self._report("E0406", group.source.span, f"`{group.source.label}` has no clause")
            self._clauses(group.source, [c.source for c in group.clauses], group.order)
            for clause in group.clauses:
                inner = self._when(clause.source, clause.when, env)
                self.law.effects(clause.effects, inner)

    def _clauses(self, source: ir.Source, clauses: list[ir.Source], order: tuple[ir.Edge, ...]) -> None:
        self._distinct(((c.label, c.span) for c in clauses), "clause", "E0403")
        self.flow.order((c.label for c in clauses), order, source.span)

    def _when(self, source: ir.Source, when: ir.Expr, env: Env) -> Env:
        """Checks a clause's condition; what is known where it holds."""
        here = Env(env.names, env.non_null, source.span)
        self.law.want(when, ir.Bool(), here)
        return here.given(when)

    def _action(self, action: ir.Action) -> None:
        span = action.source.span
        self._distinct(((p.name, span) for p in action.params), "parameter")
        env = Env(span=span)
        for param in action.params:
            self._choice(param, env)
            env = env.bind_all((param,))
        self._clauses(action.source, [c.source for c in action.clauses], action.order)
        permits = [self._when(c.source, c.when, env) for c in action.clauses]
        non_null = [e.non_null for e, c in zip(permits, action.clauses, strict=True) if c.kind == "permit"]
        # A move is made only where some clause permits it: what all of them tell is known.
        known = frozenset[ir.Expr].intersection(*non_null) if non_null else frozenset[ir.Expr]()
        self.law.effects(action.effects, Env(env.names, known, span))

    def _unseen(self, param: ir.Param, env: Env) -> None:
        """A card is chosen blind only among cards that the chooser does not see anyway."""
        players = len(self.index.domains[PLAYER].values) if PLAYER in self.index.domains else 0
        for place in places(param.choice):
            zone = self.index.zones.get(place.zone)
            if zone is not None and mover_sees(zone, place.index, players):
                message = f"`{param.name}` is chosen blind, and whoever chooses sees the cards of `{place.zone}`"
                self._report("E0613", env.span, message)

    def _choice(self, param: ir.Param, env: Env) -> None:
        choice, found = param.choice, param.type
        match choice:
            case ir.ChooseCard(cards, blind):
                self.law.want(cards, ir.Cards(ordered=False), env)
                found = ir.Card()
                if blind:
                    self._unseen(param, env)
            case ir.ChooseCards(cards, shape):
                self.law.want(cards, ir.Cards(ordered=False), env)
                if self.law.known(shape, self.index.shapes, "shape", env):
                    found = ir.Cards(self.index.shapes[shape].ordered)
            case ir.ChooseFrom(over):
                if is_card(element_of(over)):
                    self._report("E0317", env.span, f"`{param.name}` is one of some cards: it is chosen as a card")
                elif self.law.one_by_one(over, env):
                    found = element_of(over)
            case _:
                assert_never(choice)
        if found != param.type:
            self._report("E0317", env.span, f"`{param.name}` is chosen as something else than its type")

    # ------------------------------------------------------------ the course of play

    def _endings(self) -> None:
        endings = self.game.endings
        self._distinct(((e.source.label, e.source.span) for e in endings), "clause", "E0403")
        self.flow.order((e.source.label for e in endings), self.game.ending_order, NOWHERE)
        for ending in endings:
            env = self._when(ending.source, ending.when, Env())
            for step in ending.at:
                self.law.known(step, self.index.steps, "step", env, "E0601")
            result = ending.result
            inner = env.bind(result.var, ir.Symbol(PLAYER))
            match result:
                case ir.Winners(_, cond):
                    self.law.want(cond, ir.Bool(), inner)
                case ir.Scores(_, value):
                    self.law.want(value, ir.Int(), inner)
                case _:
                    assert_never(result)

    def _course(self) -> None:
        if not self.game.steps:
            self._report("E0605", NOWHERE, "there is no step")
        for step in self.game.steps:
            env = Env(span=step.source.span)
            act = step.act
            match act:
                case ir.Run(effects):
                    self.law.effects(effects, env)
                case ir.Ask(actions, _, otherwise):
                    self._ask(step, actions)
                    self.law.effects(otherwise or (), env)
                case ir.Branch(cond, _, _):
                    self.law.want(cond, ir.Bool(), env)
                case _:
                    assert_never(act)

    def _ask(self, step: ir.Step, actions: tuple[str, ...]) -> None:
        env = Env(span=step.source.span)
        for action in actions:
            self.law.known(action, self.index.actions, "kind of move", env)
        if not actions or max(Counter(actions).values()) > 1:
            message = f"`{step.source.label}` asks for no move, or for one kind twice"
            self._report("E0905", step.source.span, message)


def _face(card: ir.CardFace) -> tuple[int, int]:
    return card.rank, card.suit
