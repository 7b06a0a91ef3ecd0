"""The register of diagnostic codes: what each means, with a fault of its kind beside the mended text.

Leaves finding faults to the stages that raise them, and what a fault at a place is to `spec.diagnostics.diagnostic`.

Families: 01 text and layout, 02 names, 03 types, 04 clauses and precedence, 05 questions and settings,
06 play, 07 sources, 08 examples and claims, 09 the intermediate representation. E is an error, W a warning.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means: title, the rule offended, more about it, a wrong text and the mended one."""

    code: str
    title: str
    why: str
    more: str
    wrong: str
    right: str

    @property
    def severity(self) -> Literal["error", "warning"]:
        """The severity that the code's letter stands for."""
        return "error" if self.code.startswith("E") else "warning"

    @property
    def explanation(self) -> str:
        """The whole explanation as one paragraph."""
        return f"{self.why} {self.more}"


_TENS = ("round", "ten", "hundred", "thousand", "ten_thousand", "hundred_thousand")
_TOWER = "".join(f"define {more}: {' + '.join([less] * 10)}\n\n" for less, more in pairwise(_TENS))
"""Five definitions, each of which uses the one before ten times."""

_STATE = (
    "state:\n  round: 1 to 9, starts at 1\n  holder: player or nobody, starts at nobody\n  mode: open | shut\n"
    "  score[player]: 0 to 100\n"
)

TEXT = (
    Code(
        "E0101",
        "the file cannot be read as text",
        "A rule file is UTF-8 text.",
        "Some bytes of this file are not UTF-8: it may be a word processor's document, or text saved in "
        "another encoding. Save it as plain UTF-8 text.",
        'game "Caf\\xe9":',
        'game "Café":',
    ),
    Code(
        "E0102",
        "a tab in the indentation",
        "Blocks are indented with spaces, for a tab has no agreed width.",
        "Indentation says which lines belong to which heading, so its width must be the same for every "
        "reader. Replace each tab at the start of a line by spaces.",
        "zones:\n\tdeck: stack, face down, starts with every card",
        "zones:\n  deck: stack, face down, starts with every card",
    ),
    Code(
        "E0103",
        "indentation that fits no open block",
        "A line is indented as far as the lines of the block that it belongs to.",
        "This line is indented less than the line before it and yet as far as no heading above it, so it is "
        "unclear which block it continues.",
        "state:\n    lead: player\n  trumps: suit",
        "state:\n  lead: player\n  trumps: suit",
    ),
    Code(
        "E0104",
        "a block without lines",
        "A heading is followed by at least one line indented below it.",
        "The heading announces a block, and the next line is not indented deeper. Indent the lines that "
        "belong to it, or take the heading away.",
        "to gather:\n\nto spread:\n  shuffle deck",
        "to gather:\n  move everything from discard to deck\n\nto spread:\n  shuffle deck",
    ),
    Code(
        "E0105",
        "a word or sign that cannot stand here",
        "At each place of a rule file only certain words or signs can follow.",
        "The text up to here makes sense, and what stands here cannot continue it. The message lists what "
        "could, where that is little. Look at the word before, too: it may stand twice, or belong to another place.",
        "define low(c: card): c is is red",
        "define low(c: card): c is red",
    ),
    Code(
        "E0106",
        "a bracket that is not closed",
        "Every opening bracket has its closing bracket.",
        "The bracket opened here is never closed, or closed by one of another kind. The related place shows "
        "where the reading stopped.",
        "define done(p: player): (hand of p is empty",
        "define done(p: player): (hand of p is empty)",
    ),
    Code(
        "E0107",
        "a closing bracket without an opening one",
        "Every closing bracket belongs to an opening one.",
        "Nothing is open where this bracket closes. Take it away, or add the opening bracket that it belongs to.",
        "define done(p: player): hand of p) is empty",
        "define done(p: player): (hand of p) is empty",
    ),
    Code(
        "E0108",
        "a quoted text that is not closed",
        "A quoted text ends on the line on which it begins.",
        "The opening quotation mark has no partner before the end of the line.",
        'game "Patience:\n  players 1\n  deck standard',
        'game "Patience":\n  players 1\n  deck standard',
    ),
    Code(
        "E0109",
        "a sign that the language does not know",
        "A rule file is made of words, numbers, quoted texts and a few signs.",
        "This character is none of them. It often comes from pasted text: curly quotation marks, long dashes "
        "or spaces that do not break.",
        "game “Patience”:\n  players 1\n  deck standard",
        'game "Patience":\n  players 1\n  deck standard',
    ),
    Code(
        "E0110",
        "nested too deep",
        "Brackets and blocks may be nested only to a fixed depth.",
        "The bound keeps reading a file fast and safe; no rulebook comes near it. Give parts of the "
        "expression names with `define`.",
        "define low(p: player): not not not not not not not not not not not not not not not not not not not "
        "not not not not not not not not not not not not not not not not not not not not not not not not not "
        "not not not not not not not not not not not not not not not not not not not not not not not not not "
        "not not not not not not not not not not not not not not not not not not not not not not not not not "
        "not not not not not not not not not not not not not not not not not not not not not not not not not "
        "not rich(p)",
        "define low(p: player): not rich(p)",
    ),
    Code(
        "E0111",
        "the file is too long",
        "A rule file has a greatest length.",
        "The bound protects tools that read files of others; the longest rulebooks take a hundredth of it. "
        "Was this meant to be a rule file?",
        "# (several megabytes of text)",
        "# (one game's rules)",
    ),
    Code(
        "E0112",
        "the file is empty",
        "A rule file begins with the name of its game.",
        "There is nothing in this file except, at most, blank lines and comments.",
        "# nothing yet",
        'game "Patience":\n  players 1\n  deck standard',
    ),
    Code(
        "E0113",
        "a number that is too long",
        "No number in a rule file has more than six digits.",
        "No quantity in a card game needs so many. Look for missing spaces or commas.",
        "state:\n  pot: 0 to 100000000000000000000",
        "state:\n  pot: 0 to 100",
    ),
    Code(
        "E0114",
        "too many faults",
        "After many faults in one file, listing more of them helps nobody.",
        "Mend those that are shown, the first one first: later faults often follow from earlier ones.",
        "# (a file that is no rule file)",
        "# (the first faults mended)",
    ),
    Code(
        "E0115",
        "a part that the game lacks",
        "A game names its players and its deck, and has zones and a course of play.",
        "One part that every game needs is missing. The message says which.",
        'game "Patience":\n  players 1',
        'game "Patience":\n  players 1\n  deck standard',
    ),
    Code(
        "E0116",
        "a part that stands twice",
        "A part such as `players` or `zones` stands once in a game.",
        "Two statements of one thing would leave it open which holds. Keep one, or make it a setting.",
        'game "Patience":\n  players 1\n  players 2\n  deck standard',
        'game "Patience":\n  players 1\n  deck standard',
    ),
    Code(
        "E0117",
        "too large when written out",
        "With the definitions, routines and outcomes that it uses written out, a section may be only so large.",
        "Each definition that uses another ten times makes ten times the work; five of them, one on the other, make a "
        "hundred thousand times. The bound is far beyond the longest rulebook. Work a value out once and keep it in a "
        "field, or let a sum or a loop say what is done many times.",
        _TOWER + "define rich(p: player): hundred_thousand > 9",
        "define rich(p: player): 100000 * round > 9",
    ),
    Code(
        "E0118",
        "a move of too many shapes",
        "A move whose cards may be of several shapes becomes one move for each, and there may be only so many.",
        "With several parameters every shape of one goes with every shape of the others. Choose the cards of one shape "
        "that covers all, or make it several moves, one after the other.",
        "shape two: set of 2 cards\n\nshape three: set of 3 cards\n\nshape four: set of 4 cards\n\n"
        "shape five: set of 5 cards\n\n"
        + "move give(a: {0}, b: {0}, c: {0}, d: {0}):\n".format("two or three or four or five from hand of mover")
        + "  permit any\n  does put: nothing",
        "shape some: set of 2 to 5 cards\n\nmove give(a: some from hand of mover):\n  permit any\n  does put: nothing",
    ),
    Code(
        "E0119",
        "a move with too many choices",
        "What a move may be chosen with is listed at each decision, and a list may be only so long.",
        "Every number of one parameter goes with every number of the others. Nobody chooses among so many at a table: "
        "give the numbers the bounds that they have, or let them be named one after the other.",
        "move call(n: number 1 to 1000, q: number 1 to 1000):\n  permit any\n  does put: nothing",
        "move call(n: number 1 to 100, q: number 1 to 100):\n  permit any\n  does put: nothing",
    ),
    Code(
        "E0120",
        "a missing colon",
        "A colon stands between what a line introduces and what it says of it, and ends a line that opens a block.",
        "Write the colon after the name, its parameters, and what stands behind `as`, `@`, `under` and `when`.",
        "define low(p: player) points of hand of p < 9",
        "define low(p: player): points of hand of p < 9",
    ),
    Code(
        "E0121",
        "a line that ends too early",
        "A line says all that belongs to it, and goes on only where the next one begins with a joining word.",
        "Something has to follow the last word of this line. Write it, or begin the next line with `and`, `or`, "
        "`when`, `with`, `else`, `because`, `wins` or `@`. A comma at the end of a line joins the next one to it, too.",
        "define low(c: card): c <",
        "define low(c: card): c < 5",
    ),
    Code(
        "E0122",
        "an unknown section",
        "A line in column 1 begins a section with one of the words for it.",
        "Is the word misspelt, or taken from another language? What others call functions and variables are `define`, "
        "`to` and `state` here. A line that belongs to the section above is indented.",
        "function low(c: card): c < 5",
        "define low(c: card): c < 5",
    ),
    Code(
        "E0123",
        "a phrase without its brackets",
        "A phrase such as `number of ...` or `some ...` reaches as far to the right as it can.",
        "Where something else follows it, or where it is part of something longer, brackets say where it begins and "
        "where it ends. A whole condition or value needs none.",
        "define two(p: player): number of c in hand of p with c is A = 2",
        "define two(p: player): (number of c in hand of p with c is A) = 2",
    ),
    Code(
        "E0124",
        "a thing that is said otherwise here",
        "Each thing is said in one way, so that all rule files read alike.",
        "What stands here is clear to a person, and is how other languages or other people say it. The message shows "
        "how a rule file says it.",
        "define low(c: card): c < 5 || c is K",
        "define low(c: card): c < 5 or c is K",
    ),
    Code(
        "E0125",
        "a part of a number without its rounding",
        "Who takes a part of a number says how it is rounded.",
        "A rulebook that says `half of the points` leaves open what half of 7 is. Write `, rounded up` or "
        "`, rounded down` behind it. What a number is divided by is above 0.",
        "define penalty(p: player): half of size of hand of p",
        "define penalty(p: player): half of size of hand of p, rounded up",
    ),
    Code(
        "E0126",
        "a line in the wrong block",
        "What is done stands in a step, and the course of play says when.",
        "`step`, `choice`, `turns`, `once around` and `repeat` make up the course of play. `draw`, `move`, `if` and "
        "`for each` are done within a step, a move, a routine or an outcome. `if` and `for each` begin a line.",
        "play:\n  step deal: shuffle deck\n  draw 1 card from deck to discard",
        "play:\n  step deal:\n    shuffle deck\n    draw 1 card from deck to discard",
    ),
    Code(
        "E0127",
        "a misspelt word of the language",
        "Only some words can stand here, and one of them is nearly this one.",
        "The message names the word that was probably meant.",
        "define low(p: player): every c in hand of p hsa c < 5",
        "define low(p: player): every c in hand of p has c < 5",
    ),
    Code(
        "E0128",
        "a missing word or sign",
        "The small words and signs of a line say how its parts belong together.",
        "With the word that the message names, this line can be read. Without it the two parts stand side by side, and "
        "nothing says what one has to do with the other.",
        "to tidy(p: player): draw 1 card from deck hand of p",
        "to tidy(p: player): draw 1 card from deck to hand of p",
    ),
    Code(
        "E0129",
        "a part of a line out of its place",
        'The order is always: name, `as "..."`, `@ "..."`, `under ...`, `at ...`, `when ...`, `:`, what happens.',
        "A citation, a display name or a case that follows the colon would belong to what happens, and not to the line "
        "as a whole.",
        'source "Book":\n  "Cards" 1\n\ndefine low(c: card): @ "Cards/1" c < 5',
        'source "Book":\n  "Cards" 1\n\ndefine low(c: card) @ "Cards/1": c < 5',
    ),
)

NAMES = (
    Code(
        "E0201",
        "an unknown name",
        "Every name is introduced somewhere: as a zone, a field, a definition, a parameter, a card or a word "
        "of a list.",
        "Nothing of this name is known at this place. If the name is nearly that of something known, the "
        "message says so. A parameter or a name after `some` or `every` is known only within its own clause.",
        "define done(p: player): hnad of p is empty",
        "define done(p: player): hand of p is empty",
    ),
    Code(
        "E0202",
        "a name introduced twice",
        "A name stands for one thing in the whole file.",
        "The name already stands for something else. Rename one of the two.",
        "state:\n  lead: player\n  lead: suit",
        "state:\n  lead: player\n  trumps: suit",
    ),
    Code(
        "E0203",
        "a name of the wrong kind",
        "A zone, a definition, a routine and a move are used each in its own way.",
        "The name is known, and what it stands for cannot be used here: a move or an outcome has no value, "
        "and only a field of `state` can become something.",
        "define any_laid(p: pile): laid",
        "define any_laid(p: pile): p is not empty",
    ),
    Code(
        "E0204",
        "capital letters in a name",
        "Names are written with small letters, digits and low lines.",
        "Capital letters are kept for cards and ranks (A, K, 10H, QS), so that `A` is always an ace and never a name.",
        "define done(p: player): Hand of p is empty",
        "define done(p: player): hand of p is empty",
    ),
    Code(
        "E0205",
        "a word of the language as a name",
        "The words of the language cannot name something else.",
        "A reader who met the word would not know which of the two it means. Choose another name.",
        "state:\n  next: player",
        "state:\n  next_to_play: player",
    ),
    Code(
        "E0206",
        "a name that hides another",
        "A bound name differs from every name that is known where it is bound.",
        "Inside this expression the outer thing could no longer be meant. Rename the inner one.",
        "define pair(p: player): some c in hand of p with some c in discard with c is A",
        "define pair(p: player): some c in hand of p with some d in discard with d is rank of c",
    ),
    Code(
        "E0208",
        "a word of two lists",
        "A word belongs to one list, or the place says which list is meant.",
        "Several lists have this word, and nothing here tells which of them is meant.",
        "state:\n  door: open | shut\n  gate: open | barred\n\ndefine free(p: player): position of open = 1",
        "state:\n  door: open | shut\n  gate: open | barred\n\ndefine free(p: player): door is open",
    ),
    Code(
        "E0210",
        "a display name that cannot be read",
        "A display name is what people read, so it says something and is short.",
        "It has a letter or a digit and at most 60 signs, for it stands in lists, on buttons and in sentences.",
        'zones:\n  taken[player] as "": set, face up',
        'zones:\n  taken[player] as "won cards": set, face up',
    ),
    Code(
        "E0211",
        "two things with one display name",
        "Two things of one kind read differently.",
        "Who read the name could not know which of the two is meant. Capital letters make no difference.",
        'zones:\n  taken[player] as "won cards": set, face up\n  kept[player] as "Won cards": set, face up',
        'zones:\n  taken[player] as "won cards": set, face up\n  kept[player] as "spare cards": set, face up',
    ),
    Code(
        "E0212",
        "a zone that cannot lie there",
        "A `layout` gives each shared zone, or each one of a family, one place on the table.",
        "A layout says where zones lie on the played page. What belongs to a player lies where that player sits, a "
        "zone lies at one place, and of a family of zones one is named by its number or by its word.",
        "layout:\n  row: deck, discard, discard",
        "layout:\n  row: deck, nothing, discard",
    ),
    Code(
        "W0209",
        "a name that is never used",
        "What a file introduces, it uses.",
        "Nothing refers to this name. It may be left over, or the clause that should use it names another.",
        "define low(c: card): c < 5",
        "define low(c: card): c < 5\n\nclaim some_low: sometimes some c in hand of mover with low(c)",
    ),
    Code(
        "W0213",
        "a parameter that is never used",
        "A definition, routine or outcome uses each of its parameters.",
        "What is given for this parameter changes nothing. Leave it out, here and in every use, or mend the "
        "text that should look at it.",
        "define low(c: card, p: player): c < 5\n\nclaim some_low: sometimes some c in hand of mover with low(c, mover)",
        "define low(c: card): c < 5\n\nclaim some_low: sometimes some c in hand of mover with low(c)",
    ),
    Code(
        "W0214",
        "a name that hides a rank, a suit or a colour",
        "A zone or a field is called otherwise than the ranks, suits and colours of the cards.",
        "In a rule the name stands for the zone or the field, so `c is red` no longer asks for the colour of a card.",
        "zones:\n  red: set, face up",
        "zones:\n  red_cards: set, face up",
    ),
)

TYPES = (
    Code(
        "E0301",
        "a value of the wrong kind",
        "Each place takes values of one kind: yes or no, a number, a player, a card, several cards, a word of a list.",
        "What stands here has another kind than the place takes. The message names both.",
        "define done(p: player): size of hand of p\n\nclaim some_day: sometimes done(mover)",
        "define done(p: player): size of hand of p = 0\n\nclaim some_day: sometimes done(mover)",
    ),
    Code(
        "E0302",
        "two values that cannot be compared",
        "Only values of one kind can be compared.",
        "A number is never equal to a card, nor a rank to a suit. Ask for the same thing on both sides.",
        "define like(c: card, d: card): rank of c = suit of d",
        "define like(c: card, d: card): rank of c = rank of d",
    ),
    Code(
        "E0303",
        "values without an order",
        "Only numbers and ranks have an order.",
        "Of two suits, players or cards neither is the greater. Compare their ranks or values, or use `=`.",
        "define beats(c: card, d: card): suit of c < suit of d",
        "define beats(c: card, d: card): rank of c < rank of d",
    ),
    Code(
        "E0304",
        "not a zone",
        "Cards lie in zones, and move from zone to zone.",
        "A place from which or to which cards move must be a zone of the game, with its index. Cards gathered"
        " from several zones, or a choice of cards, are no place.",
        "to gather(p: player):\n  move everything from p to deck in any order",
        "to gather(p: player):\n  move everything from hand of p to deck in any order",
    ),
    Code(
        "E0305",
        "the wrong number of arguments",
        "A definition, routine, move or outcome is given as many values as it asks for.",
        "Compare the use with the line that introduces the name.",
        "define matches(c: card, d: card): rank of c = rank of d\n\ndefine useful(c: card): matches(c)",
        "define matches(c: card, d: card): rank of c = rank of d\n\ndefine useful(c: card): matches(c, top of discard)",
    ),
    Code(
        "E0306",
        "the wrong index",
        "A family of zones or fields is indexed as it was introduced.",
        "`hand[player]` is always the hand of one player, as in `hand of mover`; a single zone stands alone.",
        "define done: hand is empty",
        "define done: hand of mover is empty",
    ),
    Code(
        "E0307",
        "cards that are not of the deck",
        "Only cards of the deck in use can be named.",
        "The deck of this game does not hold this card. A card is written as rank and suit: 10H, QS, AD.",
        'game "Short":\n  players 2\n  deck 7..10 of hearts, spades\n\ndefine lowest(c: card): c is 2H',
        'game "Short":\n  players 2\n  deck 7..10 of hearts, spades\n\ndefine lowest(c: card): c is 7H',
    ),
    Code(
        "E0308",
        "an end of cards that have no order",
        "Only a stack has a top and a bottom.",
        "A set of cards is in no order, so it has neither, and nothing can be drawn from it. A zone that "
        "keeps an order is introduced as a `stack`.",
        "define shown(p: player): top of hand of p is A",
        "define shown(p: player): some c in hand of p with c is A",
    ),
    Code(
        "E0309",
        "a set moved onto a stack without an order",
        "Cards that go onto a stack go in an order.",
        "The cards moved are a set, so nothing says which of them lies on top. Choose them as a sequence, or "
        "write `in any order` if the order is of no account.",
        "to lay_down:\n  move everything from hand of mover to discard",
        "to lay_down:\n  move everything from hand of mover to discard in any order",
    ),
    Code(
        "E0310",
        "cards of no order where an order is needed",
        "This use needs to know which card comes first.",
        "A set of cards, or what a union or a selection makes of piles, is in no order.",
        "define steps(s: stack): bottom of s is A\n\ndefine shown(p: player): steps(hand of p)",
        "define steps(s: stack): bottom of s is A\n\ndefine shown: steps(discard)",
    ),
    Code(
        "E0311",
        "a number out of range",
        "A field's values lie within the range that it was introduced with.",
        "This fixed value can never be stored there. Widen the range, or change the value.",
        "state:\n  round: 1 to 9, starts at 0",
        "state:\n  round: 0 to 9, starts at 0",
    ),
    Code(
        "E0312",
        "nobody used as a player",
        "Nobody has no hand, no score and no neighbour.",
        "Here somebody is needed, and `nobody` is written. Name who is meant. A field that may be nobody may stand"
        " here: play stops where it is nobody, and `hoyle verify` looks for a game in which that happens.",
        "to give:\n  move everything from discard to hand of nobody",
        "to give:\n  move everything from discard to hand of holder",
    ),
    Code(
        "E0313",
        "an empty range of numbers",
        "A range goes from its least to its greatest number.",
        "The first number is greater than the second, so that no value would fit.",
        "state:\n  round: 9 to 1",
        "state:\n  round: 1 to 9",
    ),
    Code(
        "E0314",
        "a card where cards are needed, or the reverse",
        "One card and a set that holds one card are different things.",
        "Ask for the card (`top of discard`), or for the cards of a zone (`discard`).",
        "define same(c: card): rank of discard is rank of c",
        "define same(c: card): rank of top of discard is rank of c",
    ),
    Code(
        "E0315",
        "a value table that leaves out cards",
        "A value table gives every card of the deck at least one value.",
        "The message names a card without a value. Add its rank, or an `others` line.",
        "values worth:\n  A is 1 or 11\n  J Q K are 10",
        "values worth:\n  A is 1 or 11\n  J Q K are 10\n  others are 5",
    ),
    Code(
        "E0316",
        "a shape that no cards can have",
        "A shape leaves at least one number of cards possible.",
        "The least number of cards is greater than the greatest, or greater than the deck.",
        "shape meld: set of 5 to 3 cards, same rank",
        "shape meld: set of 3 to 5 cards, same rank",
    ),
    Code(
        "E0317",
        "a choice of the wrong kind",
        "A move's parameter is chosen from cards, piles, players, words or numbers.",
        "The parameter of a move in the intermediate representation offers nothing to choose from, or a "
        "choice of another kind than its type.",
        "(Param c (Card) (ChooseFrom (OverCards (Place hand [(Get mover [])]))))",
        "(Param c (Card) (ChooseCard (Place hand [(Get mover [])]) no))",
    ),
    Code(
        "E0318",
        "an owner's zone without an owner",
        "A zone that its owner sees, or everyone but its owner, is one of a family indexed by player.",
        "Only `hand[player]` and its like have owners. Say who else sees the zone, or count it by player.",
        "zones:\n  deck: stack, face down, starts with every card\n  hand: set, seen by its owner",
        "zones:\n  deck: stack, face down, starts with every card\n  hand[player]: set, seen by its owner",
    ),
    Code(
        "E0319",
        "no one zone that holds the deck",
        "Exactly one zone holds the whole deck before the set-up.",
        "The set-up deals from it. The message says whether no zone does or several do.",
        "zones:\n  deck: stack, face down\n  hand[player]: set, seen by its owner",
        "zones:\n  deck: stack, face down, starts with every card\n  hand[player]: set, seen by its owner",
    ),
    Code(
        "E0320",
        "a zone without a word on who sees it",
        "For each zone the file says once who sees its cards.",
        "It is one of: face up, face down, top face up, seen by its owner, seen by everyone but its owner,"
        " secret. Face down, everybody still sees how many cards there are; secret hides even that.",
        "zones:\n  deck: stack, starts with every card",
        "zones:\n  deck: stack, face down, starts with every card",
    ),
    Code(
        "E0321",
        "a number that cannot be divided by",
        "Numbers are divided by a number above 0, so that there is an answer.",
        "Write a number above 0, or what the rules count. Where what they count is 0 in play, play stops with a fault;"
        " ask before: `if n > 0 then x divided by n, rounded down else 0`.",
        "define share: half of round, rounded up + round divided by 0, rounded down",
        "define share: half of round, rounded up + round divided by 3, rounded down",
    ),
    Code(
        "E0322",
        "teams that do not fit the players",
        "Each player belongs to one team, at each number of players for which the teams hold.",
        "Name every player once. Teams for one number of players stand `under players = ...`; where no teams hold,"
        " each player is a team alone.",
        'game "Pairs":\n  players 4\n  deck standard\n  teams: players 1 and 3 against player 2',
        'game "Pairs":\n  players 4\n  deck standard\n  teams: players 1 and 3 against players 2 and 4',
    ),
    Code(
        "E0323",
        "what `let` cannot name",
        "`let` names one value: a number, a card, a player, a rank, a suit or another word of a list, yes or no.",
        "Some cards have a name by `define`; they are then as they are where they are used.",
        "to reward(p: player):\n  let all be hand of p\n  add size of all to score of p",
        "to reward(p: player):\n  let n be size of hand of p\n  add n to score of p",
    ),
    Code(
        "E0330",
        "a selection of cards that has no place in an order",
        "Whoever looks for a shape among cards finds sets of cards. None of them comes first, and their cards lie in "
        "no order.",
        "Declare the shape as a `set`. Ask for some, count them, or take the one `with greatest` something.",
        "shape stairs: sequence of 3 cards, each next to the one before\n"
        "define lucky(p: player): some stairs s in hand of p",
        "shape stairs: set of 3 cards, a run\ndefine lucky(p: player): some stairs s in hand of p",
    ),
    Code(
        "E0332",
        "what is left, counted",
        "What is left when sets of cards are taken out may be left by several ways, so it may come several times.",
        "Ask for some or every rest, or for the least or greatest of something over them.",
        "shape group: set of 3 to 4 cards, same rank\n"
        "define ways(p: player): number of rest r of hand of p without group with size of r < 3",
        "shape group: set of 3 to 4 cards, same rank\n"
        "define fewest(p: player): least of size of r over rest r of hand of p without group",
    ),
    Code(
        "E0331",
        "wild cards that a shape cannot have",
        "A shape says which cards of the deck are wild, and leaves some that are not. How many of its cards are "
        "natural or wild is said only where some are wild.",
        "Name cards of the deck by rank, by suit or one by one, as in `where 2 and jokers are wild`; ask for no more "
        "natural cards than the shape may have.",
        "shape meld: set of 3 or more cards, same rank, at least 2 of them natural",
        "shape meld: set of 3 or more cards, same rank, where 2 is wild, at least 2 of them natural",
    ),
    Code(
        "E0333",
        "parts that a shape cannot have",
        "A shape may be made up of parts, each of ranks of its own, as three cards of one rank and two of another. Its "
        "parts lie in no order, and what is left is told last, as other cards.",
        "Declare it as a `set`, say `in a run` of the ranks that follow one another, and tell the other cards last.",
        "shape full_house: sequence of 3 cards of one rank and 2 cards of another",
        "shape full_house: set of 3 cards of one rank and 2 cards of another",
    ),
    Code(
        "E0334",
        "a run between ranks that it cannot have",
        "A run may be kept between two ranks, as from 3 to ace: those below and above have no place in it.",
        "Name the lower rank first, in the order that the deck gives them. Of a run in which the ace is low or high, "
        "or that goes round the corner, no rank is the last.",
        "shape row: set of 5 or more cards, a run from K to 3",
        "shape row: set of 5 or more cards, a run from 3 to K",
    ),
)

CLAUSES = (
    Code(
        "E0401",
        "a circle of precedence",
        "If one clause outranks another, the other does not outrank it in turn.",
        "Following the precedence from this clause leads back to it, so none of the clauses on the way would "
        "be the strongest. The related places show the way round.",
        "outcome closing(p: pile):\n"
        "  full when size of p > 9: nothing\n"
        "  king when top of p is K: nothing\n"
        "  rests otherwise: nothing\n"
        "  precedence full > king\n"
        "  precedence king > full",
        "outcome closing(p: pile):\n"
        "  full when size of p > 9: nothing\n"
        "  king when top of p is K: nothing\n"
        "  rests otherwise: nothing\n"
        "  precedence full > king",
    ),
    Code(
        "E0402",
        "an unknown clause in a precedence",
        "A precedence or ruling names clauses of its own group.",
        "No clause of this group has this label.",
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > latest",
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > late",
    ),
    Code(
        "E0403",
        "two clauses of one label",
        "Within a group each clause has a label of its own.",
        "Precedence, rulings and findings name clauses by their labels.",
        "ends:\n  out when hand of mover is empty: mover wins\n  out when deck is empty: nobody wins",
        "ends:\n  out when hand of mover is empty: mover wins\n  dry when deck is empty: nobody wins",
    ),
    Code(
        "E0404",
        "a ruling without a reason",
        "A ruling says why it was made.",
        "A ruling decides what the rulebook leaves open; the reason lets others judge it.",
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        '  ruling out over late because ""',
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        '  ruling out over late because "the text calls it an immediate win"',
    ),
    Code(
        "W0405",
        "a ruling on what is settled",
        "A ruling settles a case that the order leaves open.",
        "The precedence ranks the two clauses already, and the same way: the ruling settles nothing.",
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > late\n"
        '  ruling out over late because "it comes first"',
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > late",
    ),
    Code(
        "E0406",
        "a group without clauses",
        "A group has at least one clause.",
        "An outcome without clauses would be a gap in every position.",
        "outcome closing(p: pile):\n  precedence full > king",
        "outcome closing(p: pile):\n"
        "  full when size of p > 9: nothing\n"
        "  king otherwise: nothing\n"
        "  precedence full > king",
    ),
    Code(
        "E0407",
        "`otherwise` twice",
        "At most one clause of a group is the one that holds otherwise.",
        "Two clauses that hold when no other does would hold together.",
        "outcome closing(p: pile):\n  full otherwise: nothing\n  rests otherwise: nothing",
        "outcome closing(p: pile):\n  full when size of p > 9: nothing\n  rests otherwise: nothing",
    ),
    Code(
        "E0408",
        "a clause ranked against itself",
        "A precedence ranks two different clauses.",
        "The same clause stands on both sides.",
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > out",
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > late",
    ),
    Code(
        "W0409",
        "a precedence stated twice",
        "An order needs stating once.",
        "The same rank between these clauses is already stated, or follows from what is. One that cites its "
        "own place in the rulebook may stand all the same.",
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > late\n"
        "  precedence out > late",
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > late",
    ),
    Code(
        "W0411",
        "a move that no clause permits",
        "A move is legal only where a clause permits it.",
        "This kind of move has only prohibitions, so it can never be made.",
        "move knock:\n  forbid early when round < 3",
        "move knock:\n  permit any\n  forbid early when round < 3\n  precedence early > any",
    ),
    Code(
        "E0412",
        "a ruling against the rulebook's own order",
        "A ruling settles what the precedence leaves open.",
        "The precedence already ranks these two clauses the other way round.",
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > late\n"
        '  ruling late over out because "time is up"',
        "ends:\n"
        "  out when hand of mover is empty: mover wins\n"
        "  late when round = 9: nobody wins\n"
        "  precedence out > late",
    ),
)

QUESTIONS = (
    Code(
        "E0516",
        "a question with readings and an answer",
        "A question has readings, of which a ruling names one, or it has an answer.",
        "A ruling in quotation marks answers a question that has no second reading, so that no rule depends on it. "
        "Where there are readings, a ruling picks one of them by its name.",
        'question ace: "High or low?"\n  reading low\n  reading high\n  ruling "low" because "it is listed first"',
        'question ace: "High or low?"\n  ruling "low" because "it is listed first"',
    ),
    Code(
        "E0501",
        "an unknown reading",
        "A question is read in one of the readings that it lists.",
        "The question has no reading of this name.",
        'question ace: "High or low?"\n  reading low\n  reading high\n  ruling hihg because "it beats the king"',
        'question ace: "High or low?"\n  reading low\n  reading high\n  ruling high because "it beats the king"',
    ),
    Code(
        "E0502",
        "a question with fewer than two readings",
        "A question is open between at least two readings.",
        "With one reading there is nothing to ask; with none, nothing to answer.",
        'question ace: "High or low?"\n  reading low\n  ruling low because "it is listed first"',
        'question ace: "High or low?"\n  reading low\n  reading high\n  ruling low because "it is listed first"',
    ),
    Code(
        "W0503",
        "a question without a ruling",
        "An open question stops play where its answer is needed.",
        "No ruling picks a reading, so a game can be played only with a reading chosen for the run.",
        'question ace: "High or low?"\n  reading low\n  reading high',
        'question ace: "High or low?"\n  reading low\n  reading high\n  ruling low because "it is listed first"',
    ),
    Code(
        "E0504",
        "an unknown setting",
        "Only the settings that a file introduces can be set.",
        "The game has no setting of this name; the message lists those that it has. `players`, `edition`, "
        "`deck`, and the numbers, options and questions of the file can be set.",
        "hoyle check GAME --set tagret=3",
        "hoyle check GAME --set target=3",
    ),
    Code(
        "E0505",
        "an unknown edition",
        "Only the editions that a file introduces can be chosen.",
        "The game has no edition of this name; the message lists those that it has.",
        "hoyle check GAME --edition shrt",
        "hoyle check GAME --edition short",
    ),
    Code(
        "E0506",
        "a setting out of range",
        "A setting's value lies within the range that the file gives it.",
        "The message names the range.",
        "hoyle check GAME --set target=27",
        "hoyle check GAME --set target=26",
    ),
    Code(
        "E0507",
        "an unknown question",
        "Only the questions that a game asks can be left open.",
        "The intermediate representation names a question that the game does not have.",
        '(Open acs (Symbol "(aces)"))',
        '(Open aces (Symbol "(aces)"))',
    ),
    Code(
        "E0508",
        "settings only after `under`",
        "What stands after `under` depends on settings alone: the edition, numbers, options and readings.",
        "The condition changes in the course of play, and `under` says when a clause is part of the game at "
        "all. Write `when` instead. A shape or a value table cannot depend on a question that is still open.",
        "move knock:\n  permit any under round = 3",
        "move knock:\n  permit any when round = 3",
    ),
    Code(
        "W0509",
        "a question that makes no difference",
        "A question's readings lead to different play.",
        "Nothing in the file depends on which reading holds. Use it in a clause, or take it away.",
        'question ace: "High or low?"\n  reading low\n  reading high\n  ruling low because "it is listed first"',
        'question ace: "High or low?"\n'
        "  reading low\n"
        "  reading high\n"
        '  ruling low because "it is listed first"\n'
        "\n"
        "define best(c: card): if ace is high then c is A else c is K",
    ),
    Code(
        "E0511",
        "a deck that cannot be understood",
        "A deck is a list of ranks and suits, with at most 256 cards.",
        "The description names no cards, too many, or suits that begin with the same letter.",
        'hoyle check GAME --deck "1..20 of stars"',
        'hoyle check GAME --deck "A..6 of hearts, spades"',
    ),
    Code(
        "E0512",
        "two rulings on one question",
        "A question has at most one ruling.",
        "Two rulings would leave it open which holds. Editions can rule differently, each for itself.",
        'question ace: "High or low?"\n'
        "  reading low\n"
        "  reading high\n"
        '  ruling low because "it is listed first"\n'
        '  ruling high because "it beats the king"',
        'question ace: "High or low?"\n'
        "  reading low\n"
        "  reading high\n"
        '  ruling low under edition is full because "it is listed first"\n'
        '  ruling high under edition is short because "it beats the king"',
    ),
    Code(
        "W0513",
        "a question that keeps its ruling as written",
        "Which cards a choice may offer is fixed before play begins.",
        "A shape or value table stands under this question, so play cannot even begin while it is open. Run the other "
        "readings by naming them: --reading QUESTION=READING.",
        'question count: "How many make a pair?"\n'
        "  reading two\n"
        "  reading three\n"
        '  ruling two because "the word says so"\n'
        "\n"
        "shape couple under count is two: set of 2 cards, same rank",
        'question count: "How many make a pair?"\n'
        "  reading two\n"
        "  reading three\n"
        '  ruling two because "the word says so"\n'
        "\n"
        "define enough(x: cards): if count is two then size of x = 2 else size of x = 3",
    ),
    Code(
        "E0514",
        "used where it is not part of the game",
        "What stands under some settings is used only under them.",
        "A zone or field that is kept only under a reading, an edition or an option is used by a rule that holds under "
        "others too. Put that rule under the same settings, or keep the zone or field under all.",
        "state:\n  met: yes or no under edition is short\n\nmove greet:\n  permit any\n  does note: met becomes yes",
        "state:\n"
        "  met: yes or no under edition is short\n"
        "\n"
        "move greet:\n"
        "  permit any\n"
        "  does note: met becomes yes under edition is short",
    ),
    Code(
        "W0515",
        "a claim or an example under settings that never hold",
        "Each claim and each example is decided under some settings.",
        "No settings were found under which it is part of the game: what stands after `under` never holds, or a move "
        "or a card that an example names is never there. So nobody ever looks at it.",
        "claim few under players = 9: always size of hand of mover <= 3",
        "claim few under players = 2: always size of hand of mover <= 3",
    ),
)

PLAY = (
    Code(
        "E0601",
        "an unknown step",
        "A jump, an end condition or a claim names a step of the course of play.",
        "No step has this label.",
        "ends:\n  out at atc when hand of mover is empty: mover wins",
        "ends:\n  out at act when hand of mover is empty: mover wins",
    ),
    Code(
        "E0602",
        "a jump out of no turn",
        "`go again` and `end the turn` stand within `turns` or `once around`.",
        "There is no turn around this place to begin again or to end.",
        "play:\n  step deal:\n    shuffle deck\n    end the turn",
        "play:\n  turns:\n    step deal:\n      shuffle deck\n      end the turn",
    ),
    Code(
        "E0603",
        "a jump out of no loop",
        "`leave the loop` stands within a loop.",
        "There is no loop around this place to leave.",
        "play:\n  step deal:\n    shuffle deck\n    leave the loop",
        "play:\n  repeat:\n    step deal:\n      shuffle deck\n      leave the loop",
    ),
    Code(
        "E0609",
        "a loop that nobody can end by passing",
        "`repeat until mover passes` ends where a choice in it is passed over.",
        "No choice that stands in the loop itself may be passed over.",
        "play:\n  repeat until mover passes:\n    choice more: mover does lay",
        "play:\n  repeat until mover passes:\n    choice more: mover may do lay",
    ),
    Code(
        "E0604",
        "a statement after a jump",
        "Nothing is carried out after a jump.",
        "The jump leads elsewhere, so what follows it in the same block would never happen.",
        "play:\n  turns:\n    step gather:\n      end the turn\n      shuffle deck",
        "play:\n  turns:\n    step gather:\n      shuffle deck\n      end the turn",
    ),
    Code(
        "E0605",
        "no course of play",
        "A game says what happens step by step.",
        "Without a section `play` nothing ever happens and nobody is ever asked for a move.",
        'game "Patience":\n  players 1\n  deck standard\n\nzones:\n  deck: stack, face down, starts with every card',
        'game "Patience":\n'
        "  players 1\n"
        "  deck standard\n"
        "\n"
        "zones:\n"
        "  deck: stack, face down, starts with every card\n"
        "\n"
        "play:\n"
        "  step mix: shuffle deck",
    ),
    Code(
        "E0606",
        "a definition that leads back to itself",
        "No definition, routine or outcome uses itself, not even by way of others.",
        "Each use must come to an end, so that every game can be examined in full. The related places show "
        "the way round.",
        "define odd(p: player): not even(p)\n\ndefine even(p: player): not odd(p)",
        "define odd(p: player): round = 1 or round = 3\n\ndefine even(p: player): not odd(p)",
    ),
    Code(
        "W0607",
        "no end of the game",
        "A game ends.",
        "The file states no condition under which the game is over.",
        'game "Patience":\n  players 1\n  deck standard\n\nplay:\n  step mix: shuffle deck',
        'game "Patience":\n'
        "  players 1\n"
        "  deck standard\n"
        "\n"
        "play:\n"
        "  step mix: shuffle deck\n"
        "\n"
        "ends:\n"
        "  dry when deck is empty: nobody wins",
    ),
    Code(
        "W0608",
        "a move that is never offered",
        "Each kind of move is offered by some choice.",
        "No choice of `play` asks for this kind of move.",
        "move knock:\n  permit any",
        "move knock:\n  permit any\n\nplay:\n  turns:\n    choice act: mover does lay, build, knock",
    ),
    Code(
        "E0611",
        "steps that follow each other for ever",
        "Between two visits of a step somebody decides something or something changes.",
        "These steps do nothing and lead only to each other, so play would go round among them without end.",
        '(Step (Source idle [] "") (Run []) 0 -1 -1 -1)',
        '(Step (Source idle [] "") (Run []) 1 -1 -1 -1)',
    ),
    Code(
        "E0612",
        "two steps of one label",
        "Each step has a label of its own.",
        "Jumps, claims and examples name steps by their labels.",
        "play:\n  step deal: shuffle deck\n  step deal: do take(mover)",
        "play:\n  step deal: shuffle deck\n  step gather: do take(mover)",
    ),
    Code(
        "E0613",
        "a blind choice among cards in sight",
        "A card is chosen blind among cards that the chooser does not see.",
        "Whoever chooses looks at these cards anyway. Leave out `blind`, or let the zone be one that the mover does "
        "not see: one that is face down or secret, or another player's hand.",
        "move lay(c: blind card from hand of mover):\n  permit any",
        "move lay(c: blind card from hand of next player):\n  permit any",
    ),
    Code(
        "W0614",
        "a field that nothing sets",
        "A field is kept because play changes it.",
        "The rules ask for this field, and no effect sets it, so it has the value that it starts with for the whole "
        "game. Does no clause set it that should, or does one set another field? What never changes is a `define`.",
        _STATE + "  led: suit\n\ndefine follows(c: card): suit of c is led",
        _STATE + "  led: suit\n\ndefine follows(c: card): suit of c is led\n\nto lead(c: card): led becomes suit of c",
    ),
    Code(
        "W0615",
        "a step of the turn that is left out",
        "`end the turn` leaves out all that the turn has left, also the steps that take no choice.",
        "After this move the step that comes next in the turn is not done. If it should be, take `end the turn` away: "
        "the turn ends by itself after its last step. If it should not, let the other moves do what the step does.",
        "move lay(c: card from hand of mover):\n  permit any\n  does put: move c to discard; end the turn\n\n"
        "play:\n  turns:\n    choice act: mover does lay\n    step count: add 1 to round",
        "move lay(c: card from hand of mover):\n  permit any\n  does put: move c to discard\n\n"
        "play:\n  turns:\n    choice act: mover does lay\n    step count: add 1 to round",
    ),
    Code(
        "W0616",
        "two moves that lay one card otherwise",
        "Where one card can be laid by two moves of one choice, both do the same, or each says which are its own.",
        "One move is for certain cards, and the other does not leave these out. Whoever lays such a card "
        "that also fits can choose the move, and with it what follows. If the rulebook does not mean that, let the "
        "other move say so, as in `c is not 8 and ...`.",
        "move lay(c: card from hand of mover):\n  permit fitting when fits(c)\n  does put: move c to discard\n\n"
        "move lay_eight(c: card from hand of mover):\n  permit eight when c is 8\n"
        "  does put: move c to discard; round becomes 3\n\n"
        "play:\n  turns:\n    choice act: mover does lay, lay_eight",
        "move lay(c: card from hand of mover):\n  permit fitting when c is not 8 and fits(c)\n"
        "  does put: move c to discard\n\n"
        "move lay_eight(c: card from hand of mover):\n  permit eight when c is 8\n"
        "  does put: move c to discard; round becomes 3\n\n"
        "play:\n  turns:\n    choice act: mover does lay, lay_eight",
    ),
    Code(
        "W0617",
        "a number that is asked for before it is set",
        "A number without `starts at` begins with its lowest value.",
        "Rules ask for this number, or add to it, while nothing can have set it yet, and it does not begin with 0: "
        "what may go down to -100 begins with -100. Write where it starts, as in `starts at 0`, or let a step set it "
        "first. If the lowest value is meant, `starts at` says so.",
        _STATE + "  balance[player]: -100 to 100\n\nto reward: add 5 to balance of mover\n\n"
        "play:\n  turns:\n    choice act: mover does lay\n    step pay: do reward",
        _STATE + "  balance[player]: -100 to 100, starts at 0\n\nto reward: add 5 to balance of mover\n\n"
        "play:\n  turns:\n    choice act: mover does lay\n    step pay: do reward",
    ),
    Code(
        "W0618",
        "a step that play never comes to",
        "Turns without `until` go round until an end of the game comes, and so does a `repeat` without one.",
        "What stands behind these turns is never reached, and no end that waits for it comes. If each player has one "
        "turn, write `once around from ...:`. If the turns go on until something is so, write `until ...` before the "
        "colon. If an end of the game comes in them, take what stands behind them away.",
        "play:\n  turns from player 1:\n    choice act: mover does lay\n  step count: add 1 to round",
        "play:\n  once around from player 1:\n    choice act: mover does lay\n  step count: add 1 to round",
    ),
)

SOURCES = (
    Code(
        "E0701",
        "a citation that is not in the list of sources",
        "What a clause cites is a place that the list of sources names.",
        'The list of sources says which places of the rulebook the file covers: `"Play" 1..3` lists Play/1, '
        "Play/2 and Play/3. Add the place, or mend the citation.",
        'source "The little book of games":\n  "Play" 1..3\n\nmove knock:\n  permit any @ "Play/4"',
        'source "The little book of games":\n  "Play" 1..3\n\nmove knock:\n  permit any @ "Play/3"',
    ),
    Code(
        "W0702",
        "a clause without a citation",
        "Every clause says where in the rulebook it comes from.",
        "Findings name the places that they concern. The file lists its sources, so every clause that states "
        "a rule cites one of them. A precedence states a rule too; where no sentence says which clause outranks "
        "the other, write `ruling A over B because` and the reason.",
        'source "The little book of games":\n  "Play" 1\n\nmove knock:\n  permit any',
        'source "The little book of games":\n  "Play" 1\n\nmove knock:\n  permit any @ "Play/1"',
    ),
    Code(
        "W0703",
        "a listed place that no clause cites",
        "Each place in the list of sources is stated by some clause, question or example.",
        "The rulebook says something there that the file does not state. A place that states no rule is listed "
        'so: `"Play" 1..3, 4 without a rule`.',
        'source "The little book of games":\n  "Play" 1..2\n\nmove knock:\n  permit any @ "Play/1"',
        'source "The little book of games":\n  "Play" 1..2\n\nmove knock:\n  permit any @ "Play/1", "Play/2"',
    ),
    Code(
        "E0704",
        "a place listed twice",
        "A place stands once in the list of sources.",
        "The same place is listed for the same edition already.",
        'source "The little book of games":\n  "Play" 1..3, 2',
        'source "The little book of games":\n  "Play" 1..3',
    ),
    Code(
        "E0705",
        "a citation of a place without a rule",
        "A place that is listed as `without a rule` is cited by nothing.",
        "Something comes from there after all, be it an example: take `without a rule` away, or mend the citation.",
        'source "The little book of games":\n  "Play" 1, 2 without a rule\n\nmove knock:\n  permit any @ "Play/2"',
        'source "The little book of games":\n  "Play" 1, 2 without a rule\n\nmove knock:\n  permit any @ "Play/1"',
    ),
    Code(
        "E0706",
        "a range of places that cannot be listed",
        "A range of places has its lower number first, and a list of sources has an end.",
        "The range ends before it begins, or it has too many places, or there are too many in the whole list.",
        'source "The little book of games":\n  "Play" 3..1',
        'source "The little book of games":\n  "Play" 1..3',
    ),
)

CLAIMS = (
    Code(
        "E0801",
        "a card given twice",
        "A card lies in one place at a time.",
        "The example puts the same card in two places, or twice into one.",
        'example "a king":\n  given discard = [KS], hand of player 1 = [KS]\n  then top of discard is K',
        'example "a king":\n  given discard = [KS], hand of player 1 = [KH]\n  then top of discard is K',
    ),
    Code(
        "E0802",
        "an example at an unknown step",
        "An example or claim stands at a step of the course of play.",
        "No step has this label.",
        'example "a king":\n  given discard = [KS], hand of mover = [QS], at atc\n  legal lay(QS)',
        'example "a king":\n  given discard = [KS], hand of mover = [QS], at act\n  legal lay(QS)',
    ),
    Code(
        "E0803",
        "an example without a step",
        "A move is made at a step of the course of play.",
        "Say where play stands with `given at STEP`, the label of a choice.",
        'example "a king":\n  given discard = [KS], hand of mover = [QS]\n  legal lay(QS)',
        'example "a king":\n  given discard = [KS], hand of mover = [QS], at act\n  legal lay(QS)',
    ),
    Code(
        "E0804",
        "an example that expects nothing",
        "An example says what must follow.",
        "Add `then` with a condition, `legal` or `illegal` with a move, `ended`, or who `can see` a zone.",
        'example "a king":\n  given discard = [KS]',
        'example "a king":\n  given discard = [KS]\n  then top of discard is K',
    ),
    Code(
        "E0805",
        "no place for the cards that are not given",
        "Every card of the deck lies somewhere.",
        "The example in the intermediate representation does not give every card, and no zone takes the rest.",
        '(Example (Source "a king" [] "") "a king" "" [] none [])',
        '(Example (Source "a king" [] "") "a king" "" [] (Place deck []) [])',
    ),
    Code(
        "E0806",
        "an unknown end condition",
        "An example that ends the game names one of the game's end conditions.",
        "No end condition has this label.",
        'example "a king":\n  given discard = [KS], hand of mover = [QS], at act\n  play lay(QS)\n  ended by outt',
        'example "a king":\n  given discard = [KS], hand of mover = [QS], at act\n  play lay(QS)\n  ended by out',
    ),
    Code(
        "E0807",
        "a claim of a share that makes no sense",
        "A share is a percentage from 0 to 100.",
        "`fair within` is followed by how far a seat's share of wins may lie from an even one, in per cent.",
        "claim even: fair within 500 percent",
        "claim even: fair within 5 percent",
    ),
    Code(
        "W0808",
        "a claim of nothing",
        "A claim says something that could be false.",
        "The condition is fixed, so the claim holds or fails whatever the rules say.",
        "claim sound: always 1 = 1",
        "claim sound: always size of hand of mover <= 26",
    ),
    Code(
        "E0809",
        "a value given twice",
        "An example gives each field one value.",
        "Two values are given for one field or one zone.",
        'example "a king":\n  given round = 1, round = 2\n  then round = 1',
        'example "a king":\n  given round = 1\n  then round = 1',
    ),
)

LAW = (
    Code(
        "E0901",
        "the intermediate text cannot be read",
        "The intermediate text is a list in brackets of the node's name and its fields.",
        "This text is not what the printer makes: a bracket is missing, or something stands in a wrong place.",
        "(Lit 1 (Bool)",
        "(Lit 1 (Bool))",
    ),
    Code(
        "E0902",
        "the intermediate text names an unknown node",
        "Only the nodes of the intermediate representation can stand in its text.",
        "No node of this name can stand here.",
        "(Litt 1 (Bool))",
        "(Lit 1 (Bool))",
    ),
    Code(
        "E0903",
        "the intermediate text has a field of the wrong kind",
        "Each field of a node holds values of one kind.",
        "The value here is of another kind, or the node has too many or too few fields.",
        "(Lit one (Bool))",
        "(Lit 1 (Bool))",
    ),
    Code(
        "E0904",
        "a value outside its domain",
        "A fixed value lies within its type: 0 or 1, an index into a domain, a card of the deck.",
        "The intermediate representation holds a number that stands for nothing.",
        "(Lit 2 (Bool))",
        "(Lit 1 (Bool))",
    ),
    Code(
        "E0905",
        "a part that every game needs is missing or misshapen",
        "Every game has a domain of players, the three domains of cards, the field `mover`, a deck and a step.",
        "The intermediate representation lacks one of them, or has it in another form.",
        "(Game ... without a field mover)",
        "(Game ... with the field mover, of type player)",
    ),
    Code(
        "E0906",
        "the open reading of a settled question",
        "A reading is left open only where its question is.",
        "The question has a reading in force, and an expression still leaves it open.",
        "(Open ace (Bool)) of a question whose chosen reading is high",
        "(Lit 1 (Bool))",
    ),
)

CODES: dict[str, Code] = {
    code.code: code
    for family in (TEXT, NAMES, TYPES, CLAUSES, QUESTIONS, PLAY, SOURCES, CLAIMS, LAW)
    for code in family
}
