"""What the things of a game are called in a sentence: cards, ranks, players, zones, state, definitions.

Works from names and types alone, so that it serves any game; how expressions join them is left to `nouns`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import takewhile

from hoyle.english.document.marks import card, link, plain, stress, unmarked, words
from hoyle.english.grammar import CHOSEN, FIRST, NOBODY, PAST, Noun, Verb, article, counted, lemma_of, number, plural
from spec.ir import nodes as ir
from spec.ir.display import Display, is_participle, named, singular
from spec.ir.index import CARD_DOMAINS, PLAYER, GameIndex, shown_word
from spec.ir.teams import TEAM
from spec.ir.types import domain_of, is_card, is_number, is_truth, of_cards, quantified

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
NUMBERLIKE = frozenset(
    (
        "limit", "size", "number", "count", "total", "score", "level", "height", "value", "top", "pot", "round", "bid",
        "price", "stake", "trick", "points", "position",
    )
)  # fmt: skip
TRANSITIVE_WITH = {
    "fall": "onto", "rise": "from", "alternate": "with", "go": "with", "agree": "with", "connect": "with",
    "differ": "from", "belong": "to", "depend": "on", "count": "with", "fit": "on", "sit": "on",
}  # fmt: skip
PREPOSITIONS = frozenset(("on", "onto", "to", "into", "from", "for", "with", "of", "at"))
JOINING = PREPOSITIONS | {"and", "in"}
TAIL = PREPOSITIONS | {"in", "out", "that", "without", "between"}
BEHIND = frozenset(("away", "up", "down", "aside", "back", "still", "made", "left", "over"))
"""What may stand behind the noun of a name, beside participles: "cards put away"."""
COMPARATIVES = ("higher", "lower", "greater", "smaller", "larger", "longer", "shorter", "better", "worse", "stronger")
OPENING = frozenset(("a", "an", "the", "you", "your", "there", "nobody", "somebody"))
FINITE = frozenset(("is", "are", "was", "were", "has", "have"))
"""A condition whose name begins with one of the first and has one of the second is a sentence: "a spade was played"."""
THERE_IS = ("nothing", "no", "some", "another", "few", "many", "more", "enough")


def agentive(name: str) -> bool:
    """Does a name say what a player is, as "leader" does?"""
    return re.split("[_ ]", name)[-1].endswith(("er", "or", "player", "hand")) and len(name) > 4


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The names of one game, as words."""

    index: GameIndex

    @property
    def display(self) -> Display:
        """What the things of the game are called by themselves."""
        return Display(self.index)

    # ------------------------------------------------------------ cards and words

    def rank(self, at: int) -> str:
        word = self.display.word("rank", at)
        return RANKS.get(word, plain(word))

    def suit(self, at: int) -> str:
        return "no suit" if at == ir.NOBODY else self.display.word("suit", at)

    def of_suit(self, at: int) -> str:
        """A card of a suit: "a heart"."""
        if at == ir.NOBODY:
            return "a card without a suit"
        suit = self.suit(at)
        return article(suit[:-1]) if suit.endswith("s") else f"a card of {suit}"

    def card(self, at: int) -> str:
        """A card in words: "the queen of spades"."""
        if at < 0:
            return "no card of the deck"
        face = self.index.game.deck[at]
        return f"the {self.rank(face.rank)}" + ("" if face.suit == ir.NOBODY else f" of {self.suit(face.suit)}")

    def face(self, at: int) -> str:
        """A card to be drawn."""
        face = self.index.game.deck[at]
        suit = shown_word(self.index.domains["suit"].values, face.suit)
        return card(self.display.word("rank", face.rank), suit, suit and self.suit(face.suit))

    def a_rank(self, at: int) -> str:
        """A card of a rank: "an ace"; "the joker" where the deck has but one."""
        rank = self.rank(at)
        if rank.lower().startswith("the "):
            return rank
        return f"the {rank}" if sum(face.rank == at for face in self.index.game.deck) == 1 else article(rank)

    def symbol(self, at: int, domain: str) -> Noun:
        """One of the words of a domain."""
        if at == ir.NOBODY:
            return NOBODY if domain == PLAYER else Noun("none")
        match domain:
            case "player":
                return Noun(f"player {self.index.domains[domain].values[at]}", person=True)
            case "rank":
                return Noun(self.rank(at))
            case "suit":
                return Noun(self.suit(at))
            case "colour":
                return Noun(self.display.word(domain, at))
            case _:
                word = self.display.word(domain, at)
                if word.isdecimal() and domain in self.index.fields:
                    return Noun(number(int(word)))
                return Noun(f"{self.domain(domain)} {word}" if word.isdecimal() else stress(word))

    def domain(self, name: str) -> str:
        """What one of a domain is called: "player", "slot"; a place of a zone that is indexed by more."""
        return self.display.list_of(name)

    # ------------------------------------------------------------ zones

    def zone_word(self, name: str) -> str:
        """A zone's name as a noun: "hand", "taken pile"."""
        return self.display.zone(name)

    def zone(self, name: str, index: tuple[Noun, ...]) -> Noun:
        """A zone of a family: "your hand", "pile 3", "your visible pile at that place"."""
        decl = self.index.zones[name]
        word = self.zone_word(name)
        owner = next((n for n, d in zip(index, decl.index, strict=True) if d == PLAYER), None)
        others = [(n, d) for n, d in zip(index, decl.index, strict=True) if d != PLAYER]
        if owner is not None:
            whose = decl.index.index(PLAYER)
            others = [pair for at, pair in enumerate(zip(index, decl.index, strict=True)) if at != whose]
        if owner is None and len(others) == 1 and others[0][1] == name:
            return others[0][0]
        said = f"the {word}"
        if owner is not None:
            said = f"{owner.whose} {word}" if owner.owner or not owner.long else f"the {word} of {owner.text}"
        for noun, domain in others:
            said += f" {_between(domain)} {noun.whom}"
        return Noun(said, many=bool(decl.source.display) and names_several(word))

    # ------------------------------------------------------------ state

    def field_word(self, decl: ir.FieldDecl) -> str:
        """A field's name as a noun: "*limit*", "*drawn* count"; what its author calls it needs nothing more."""
        name = decl.source.label
        if decl.source.display:
            return decl.source.display
        domain = domain_of(decl.type)
        if is_number(decl.type) and name.rpartition("_")[2] not in NUMBERLIKE:
            return f"{stress(words(name))} count"
        if domain in self.index.domains and not self._own(decl) and domain != PLAYER:
            kind = self.domain(domain)
            return stress(words(name)) + ("" if words(name).endswith(kind) else f" {kind}")
        return stress(words(name))

    def linked(self, name: str) -> str:
        """Whatever the glossary, the moves, the outcomes or the questions explain under a name, with a link to it."""
        index = self.index
        known = (index.shapes, index.tables, index.defines, index.routines, index.groups, index.questions)
        found = next((one[name].source for one in known if name in one), None)
        return link(name, self.display.move(name) if found is None else named(found))

    def mark(self, name: str) -> str:
        """A field as a mark that is on or off, or lies with a player: a word of the game's own."""
        return stress(self.display.field(name))

    def done(self, name: str) -> str | None:
        """What somebody has done who has this mark, where the field's name says so: "folded" of "has folded"."""
        first, _, rest = self.display.field(name).partition(" ")
        return rest if first == "has" and rest else None

    def fact(self, name: str, *, denied: bool = False) -> str:
        """A mark of the table whose name is a sentence: "somebody has just laid cards"; '' of any other."""
        said = self.display.field(name)
        first, _, rest = said.partition(" ")
        if first not in OPENING or FINITE.isdisjoint(rest.split()):
            return ""
        other = {"somebody": "nobody", "nobody": "somebody"}.get(first)
        return said if not denied else f"{other} {rest}" if other else f"it is not so that {said}"

    def table_mark(self, name: str) -> str:
        """A mark that nobody owns: "the *frozen pile* mark"; of a name without a subject "the mark “has drawn”"."""
        said = self.display.field(name)
        return f"the mark “{said}”" if said.split()[0] in FINITE and " " in said else f"the {self.mark(name)} mark"

    def titled(self, name: str) -> bool:
        """Does a field's name say what a player is, as "leader" and "player whose turn is gone" do?"""
        head = re.split(" (?:of|who|whose|that|with|to|in|on) ", self.display.field(name), maxsplit=1)[0]
        return agentive(head) or (is_participle(head.rpartition(" ")[2]) and agentive(head.rpartition(" ")[0]))

    def marker(self, name: str) -> str:
        """A field that holds a player, as a thing that lies with someone: "*last* marker", or what its author says."""
        return self.mark(name) + ("" if self.index.fields[name].source.display else " marker")

    def _own(self, decl: ir.FieldDecl) -> bool:
        """Are the values of a field words that stand with the field?"""
        return decl.type.domain == decl.source.label

    def field(self, name: str, index: tuple[Noun, ...]) -> Noun:
        """A field as what it holds: "your *limit*", "the *mode* of the pile", "the dealer"."""
        decl = self.index.fields[name]
        word = self.field_word(decl)
        holds_player = decl.type.domain == PLAYER
        titled = self.titled(name)
        if holds_player and titled:
            word = self.display.field(name)
        many = is_number(decl.type) and names_several(unmarked(word))
        if not index:
            if holds_player and not titled:
                return Noun(f"the player with the {self.marker(name)}", person=True)
            bare = self._own(decl) and not decl.source.display
            return Noun(word if bare else f"the {word}", many, person=holds_player)
        said = index[0].of(word)
        for noun, domain in zip(index[1:], decl.index[1:], strict=True):
            said += f" {_between(domain)} {noun.whom}"
        return Noun(said, many, person=holds_player)

    # ------------------------------------------------------------ definitions and parameters

    def value(self, define: ir.Define, args: tuple[Noun, ...]) -> Noun:
        """A defined value, cards or player: "your *total*", "the *penalty* of the card"."""
        name = define.source.label
        said = self.display.define(name)
        many = (of_cards(define.type) or is_number(define.type)) and names_several(said)
        person = define.type.domain == PLAYER
        if said.startswith("to "):
            return Noun(f"the amount {link(name, said)}")
        shown = link(name, said)
        if not args:
            kind = define.type.domain if define.type.domain in CARD_DOMAINS else ""
            more = f" {kind}" if kind and kind not in said.split() else ""
            return Noun(f"the {shown}{more}", many, person)
        if said.endswith(" of"):
            shown = link(name, said[:-3])
        elif quantified(define.body, "count") and not many and " " not in said and said not in NUMBERLIKE:
            shown += " count"
        text = args[0].of(shown)
        if len(args) > 1:
            of_some = is_card(define.params[0].type) and of_cards(define.params[1].type)
            text += f" {'among' if of_some else 'with'} {args[1].whom}"
        for noun in args[2:]:
            text += f" and {noun.whom}"
        return Noun(text, many, person)

    def truth(self, define: ir.Define, args: tuple[Noun, ...]) -> Verb:
        """What a defined condition says of its first argument: "joins the pile", "counts as *capped*".

        A preposition at the end of the name leads to the other arguments: "makes a set on the pile".
        """
        name = define.source.label
        said, others, way = self.display.define(name), [noun.whom for noun in args[1:]], ""
        before, _, last = said.rpartition(" ")
        if others and before and last in PREPOSITIONS:
            said, way = before, last
        first, _, tail = said.partition(" ")
        lemma = lemma_of(first)
        if lemma == "be":
            return Verb("be", _with(link(name, tail), way or "for", others))
        if lemma == "have":
            return Verb("have", _with(_some(link(name, tail)), way or "for", others))
        if first in PAST:
            return Verb(first, _with("", way or "with", others), tail=tail, anchor=name)
        if first in ("may", "can", "must"):
            return Verb(first, _with("", way or "on", others), tail=tail, anchor=name)
        if lemma is not None:
            way = way or ("with" if tail else TRANSITIVE_WITH.get(lemma, ""))
            return Verb(lemma, _with("", way, others), tail=tail, anchor=name)
        if _adjective(said):
            way = way or ("than" if said.endswith(COMPARATIVES) else "with")
            return Verb("be", _with(link(name, said), way, others))
        return Verb("count", _with(f"as {link(name, said)}", way or "for", others))

    def bare_truth(self, define: ir.Define, *, denied: bool) -> str:
        """A defined condition without arguments, as a sentence."""
        name = define.source.label
        said = self.display.define(name)
        first, _, rest = said.partition(" ")
        shown = link(name, said)
        nots = " not" if denied else ""
        if not denied and first in OPENING and not FINITE.isdisjoint(rest.split()):
            return shown
        if first in THERE_IS:
            many = first in ("few", "many") or said.endswith("s")
            return f"there {'are' if many else 'is'}{nots} {shown}"
        if first == "is" and rest:
            return f"you are{nots} {link(name, rest)}"
        if said.endswith("ing"):
            return f"you are{nots} {shown}"
        return f"“{shown}” does not hold" if denied else f"“{shown}” holds"

    def parameters(self, params: tuple[tuple[str, ir.Type], ...]) -> dict[str, Noun]:
        """What the parameters of one move or definition are called in its text."""
        kinds = [self._kind(name, kind) for name, kind in params]
        found: dict[str, Noun] = {}
        for at, ((name, kind), said) in enumerate(zip(params, kinds, strict=True)):
            alike = [i for i, other in enumerate(kinds) if other == said]
            noun = f"{FIRST[alike.index(at)]} {said}" if len(alike) > 1 and len(alike) <= len(FIRST) else said
            many = of_cards(kind) and noun.endswith("s")
            person = kind in (ir.Symbol(PLAYER), ir.Symbol(PLAYER, True))
            found[name] = Noun(_of_a_number(noun) if kind == ir.Int() else f"the {noun}", many, person)
        return found

    def chosen(self, action: ir.Action) -> dict[str, Noun]:
        """What a move's parameters are called in its text: "the card", but "the chosen suit", as there are others."""
        called = self.parameters(tuple((p.name, p.type) for p in action.params))
        plainly = {f"the {kind}": f"the {CHOSEN}{kind}" for kind in (PLAYER, *CARD_DOMAINS, "number")}
        return {name: replace(noun, text=plainly.get(noun.text, noun.text)) for name, noun in called.items()}

    def choices(self, action: ir.Action) -> dict[str, Noun]:
        """What a move's parameters are called; of a move of several shapes the cards by their shape."""
        called = self.chosen(action)
        shaped = {p.name for p in action.params if p.shape is not None and p.shape == action.variant}
        shape = re.sub(r"^(?:some|any|the|an?) (?=.)", "", plain(self.display.shape(action.variant)))
        of_shape = Noun(f"the {shape}", many=bool(shape) and names_several(shape))
        return {name: of_shape if name in shaped else noun for name, noun in called.items()}

    def one_of(self, field: ir.FieldDecl) -> str:
        """What a field holds, in one word: a card, or a word of its domain; '' where that has the field's own name."""
        domain = domain_of(field.type)
        if is_card(field.type):
            return "card"
        return "" if domain == field.source.label else self.domain(domain)

    def _kind(self, name: str, kind: ir.Type) -> str:
        """What a parameter is called: by its name, or by its kind where the name says nothing."""
        tells = len(name) > 2 and not name.startswith("(") and name not in ("who", "whom", "what")
        if is_truth(kind):
            return stress(words(name))
        domain = domain_of(kind)
        plainly = (
            self.domain(domain) if domain else "cards" if of_cards(kind) else "card" if is_card(kind) else "number"
        )
        if not tells or name == domain:
            return plainly
        return f"{words(name)} {plainly}" if is_participle(name) and (domain or of_cards(kind)) else words(name)

    def cards_count(self, value: int) -> str:
        return f"{number(value)} {'card' if value == 1 else plural('card')}"

    def shape_size(self, shape: ir.Shape) -> str:
        """How many cards a shape has: "three or more cards"."""
        if shape.least == shape.most:
            return counted(shape.least, "card")
        runs = shape.line == "run" and shape.most >= len(self.index.domains["rank"].values)
        if shape.most >= len(self.index.game.deck) or runs:
            return f"{number(shape.least)} or more cards"
        joiner = "or" if shape.most == shape.least + 1 else "to"
        return f"{number(shape.least)} {joiner} {number(shape.most)} cards"


def names_several(said: str) -> bool:
    """Does a name speak of several things, as "aces and kings", "tricks won" and "points at stake" do?"""
    head = list(takewhile(lambda word: word not in TAIL, said.split()))
    while len(head) > 1 and (is_participle(head[-1]) or head[-1] in BEHIND):
        head.pop()
    several = [singular(word) != word for word in head] or [False]
    return several[-1] or (several[0] and "and" in head)


def _of_a_number(said: str) -> str:
    """What a number is called; one of several words that name no thing is a name: "*so far*", but "the best bid"."""
    ordinal, _, last = said.partition(" ")
    plainly = not last or ordinal in FIRST or said.rsplit(maxsplit=1)[-1] in NUMBERLIKE or names_several(said)
    return f"the {said}" if plainly else stress(said)


def _between(domain: str) -> str:
    """What leads to another index of a family: "your gift for player 2", "the melds of your team"."""
    return "for" if domain in (*CARD_DOMAINS, PLAYER) else "of" if domain == TEAM else "at"


def _adjective(said: str) -> bool:
    """Does a name say how a thing is?"""
    first, _, rest = said.partition(" ")
    if first in ("in", "on", "out", "over", "under", "at", "near", "off"):
        return True
    return (not rest and is_participle(said)) or said.endswith(("able", "ing", "ed", *COMPARATIVES))


def _some(noun: str) -> str:
    """A single thing with its article."""
    bare = unmarked(noun)
    return noun if " " in bare or bare.endswith("s") else article(noun)


def _with(text: str, way: str, others: list[str]) -> str:
    if not others:
        return text
    return f"{text} {way} {' and '.join(others)}".strip().replace("  ", " ")
