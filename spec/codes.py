"""The register of diagnostic codes: what each means, with a fault of its kind beside the mended text.

Leaves finding faults to the stages that raise them, and what a fault at a place is to `spec.diagnostics`.

Families: 01 text and layout, 02 names, 03 types, 04 clauses and precedence, 05 questions and settings,
06 play, 07 sources, 08 examples and claims, 09 the intermediate representation. E is an error, W a warning.
"""

from __future__ import annotations

from dataclasses import dataclass
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


TEXT = (
    Code(
        "E0101",
        "the file cannot be read as text",
        "A rule file is UTF-8 text.",
        "Some bytes of this file are not UTF-8: it may be a word processor's document, or text saved "
        "in another encoding. Save it as plain UTF-8 text.",
        'game "Caf\\xe9"',
        'game "Café"',
    ),
    Code(
        "E0102",
        "a tab in the indentation",
        "Blocks are indented with spaces, for a tab has no agreed width.",
        "Indentation says which lines belong to which heading, so its width must be the same for "
        "every reader. Replace each tab at the start of a line by spaces.",
        "zones\n\tstock: pile, hidden",
        "zones\n  stock: pile, hidden",
    ),
    Code(
        "E0103",
        "indentation that fits no open block",
        "A line is indented as far as the lines of the block that it belongs to.",
        "This line is indented less than the line before it and yet as far as no heading above it, so"
        " it is unclear which block it continues.",
        "zones\n    stock: pile, hidden\n  hand[player]: set",
        "zones\n  stock: pile, hidden\n  hand[player]: set",
    ),
    Code(
        "E0104",
        "a block without lines",
        "A heading is followed by at least one line indented below it.",
        "The heading announces a block, and the next line is not indented deeper. Indent the lines "
        "that belong to it, or take the heading away.",
        "zones\nstate\n  round: 1..9 = 1",
        "zones\n  stock: pile, hidden\nstate\n  round: 1..9 = 1",
    ),
    Code(
        "E0105",
        "an unexpected word or sign",
        "At each place of a rule file only certain words or signs can follow.",
        "The text up to here makes sense, and what stands here cannot continue it. The message lists "
        "what could. Often a word is missing just before, or a line should have been indented.",
        "define low(c) sum of points(c)",
        "define low(c) = sum of points(c)",
    ),
    Code(
        "E0106",
        "a bracket that is not closed",
        "Every opening bracket has its closing bracket.",
        "The bracket opened here is never closed, or closed by one of another kind. The related place"
        " shows where the reading stopped.",
        "when (size of hand[mover] = 0",
        "when (size of hand[mover] = 0)",
    ),
    Code(
        "E0107",
        "a closing bracket without an opening one",
        "Every closing bracket belongs to an opening one.",
        "Nothing is open where this bracket closes. Take it away, or add the opening bracket that it belongs to.",
        "when size of hand[mover]) = 0",
        "when (size of hand[mover]) = 0",
    ),
    Code(
        "E0108",
        "a quoted text that is not closed",
        "A quoted text ends on the line on which it begins.",
        "The opening quotation mark has no partner before the end of the line.",
        'game "Patience',
        'game "Patience"',
    ),
    Code(
        "E0109",
        "a sign that the language does not know",
        "A rule file is made of words, numbers, quoted texts and a few signs.",
        "This character is none of them. It often comes from pasted text: curly quotation marks, long"
        " dashes or spaces that do not break.",
        "game “Patience”",
        'game "Patience"',
    ),
    Code(
        "E0110",
        "nested too deep",
        "Brackets and blocks may be nested only to a fixed depth.",
        "The bound keeps reading a file fast and safe; no rulebook comes near it. Give parts of the "
        "expression names with `define`.",
        "when ((((...))))",
        "define fits(c) = ...\nwhen fits(c)",
    ),
    Code(
        "E0111",
        "the file is too long",
        "A rule file has a greatest length.",
        "The bound protects tools that read files of others; the longest rulebooks take a hundredth "
        "of it. Was this meant to be a rule file?",
        "(several megabytes of text)",
        "(one game's rules)",
    ),
    Code(
        "E0112",
        "the file is empty",
        "A rule file begins with the name of its game.",
        "There is nothing in this file except, at most, blank lines and comments.",
        "# nothing yet",
        'game "Patience"\n  players 1\n  deck standard',
    ),
    Code(
        "E0113",
        "a number that is too long",
        "Numbers in a rule file are whole and moderately large.",
        "No quantity in a card game needs so many digits. Look for missing spaces or commas.",
        "points 100000000000000000000",
        "points 100",
    ),
    Code(
        "E0114",
        "too many faults",
        "After many faults in one file, listing more of them helps nobody.",
        "Mend those that are shown, the first one first: later faults often follow from earlier ones.",
        "(a file that is no rule file)",
        "(the first faults mended)",
    ),
    Code(
        "E0115",
        "a part that the game lacks",
        "A game names its players, its deck, its zones, its moves and its course of play.",
        "One part that every game needs is missing. The message says which.",
        'game "Patience"\n  players 1',
        'game "Patience"\n  players 1\n  deck standard',
    ),
    Code(
        "E0116",
        "a part that stands twice",
        "A part such as `players` or `deck` stands once in a game.",
        "Two statements of one thing would leave it open which holds. Keep one, or make it a setting.",
        "players 3\nplayers 4",
        "players 4",
    ),
)

NAMES = (
    Code(
        "E0201",
        "an unknown name",
        "Every name is introduced somewhere: as a zone, a field, a definition, a parameter, a card or"
        " a word of a list.",
        "Nothing of this name is known at this place. If the name is nearly that of something known, "
        "the message says so. A parameter or a name after `some` or `every` is known only within its "
        "own clause.",
        "when size of hnad[mover] = 0",
        "when size of hand[mover] = 0",
    ),
    Code(
        "E0202",
        "a name introduced twice",
        "A name stands for one thing in the whole file.",
        "The name already stands for something else. Rename one of the two.",
        "zones\n  stock: pile, hidden\n  stock: set, hidden",
        "zones\n  stock: pile, hidden\n  spare: set, hidden",
    ),
    Code(
        "E0203",
        "a name of the wrong kind",
        "A zone, a definition, a routine and a move are used each in its own way.",
        "The name is known, and what it stands for cannot be used here: a zone cannot be called like "
        "a definition, nor a move be asked for its value.",
        "when stock(mover)",
        "when size of stock = 0",
    ),
    Code(
        "E0204",
        "capital letters in a name",
        "Names are written with small letters, digits and low lines.",
        "Capital letters are kept for cards and ranks (A, K, 10, QS), so that `A` is always an ace and never a name.",
        "define Low(c) = ...",
        "define low(c) = ...",
    ),
    Code(
        "E0205",
        "a word of the language as a name",
        "The words of the language cannot name something else.",
        "A reader who met the word would not know which of the two it means. Choose another name.",
        "zones\n  when: pile, hidden",
        "zones\n  when_pile: pile, hidden",
    ),
    Code(
        "E0206",
        "a name that hides another",
        "A bound name differs from every name that is known where it is bound.",
        "Inside this expression the outer thing could no longer be meant. Rename the inner one.",
        "some card c in hand[mover]: some card c in p: ...",
        "some card c in hand[mover]: some card d in p: ...",
    ),
    Code(
        "E0207",
        "an unknown card",
        "A card is written as rank and suit: 10H, QS, AD.",
        "No card of the deck in use is written like this. The deck may have been made smaller by a setting.",
        "given stock = [11H]",
        "given stock = [JH]",
    ),
    Code(
        "E0208",
        "a word of two lists",
        "A word belongs to one list, or the place says which list is meant.",
        "Several lists have this word, and nothing here tells which of them is meant.",
        "a: open | shut\nb: open | barred\nwhen open = ...",
        "a: open | shut\nb: free | barred\nwhen a = open",
    ),
    Code(
        "W0209",
        "a name that is never used",
        "What a file introduces, it uses.",
        "Nothing refers to this name. It may be left over, or the clause that should use it names another.",
        "define low(c) = ...   # no clause uses low",
        "(the definition taken away, or used)",
    ),
)

TYPES = (
    Code(
        "E0301",
        "a value of the wrong kind",
        "Each place takes values of one kind: yes or no, a number, a player, a card, several cards, a word of a list.",
        "What stands here has another kind than the place takes. The message names both.",
        "when size of hand[mover]",
        "when size of hand[mover] = 0",
    ),
    Code(
        "E0302",
        "two values that cannot be compared",
        "Only values of one kind can be compared.",
        "A number is never equal to a card, nor a rank to a suit. Ask for the same thing on both sides.",
        "when rank of c = suit of d",
        "when suit of c = suit of d",
    ),
    Code(
        "E0303",
        "values without an order",
        "Only numbers and ranks have an order.",
        "Of two suits, players or cards neither is the greater. Compare their ranks or values, or use `=`.",
        "when suit of c < suit of d",
        "when rank of c < rank of d",
    ),
    Code(
        "E0304",
        "not a zone",
        "Cards lie in zones, and move from zone to zone.",
        "A place from which or to which cards move must be a zone of the game, with its index. A set "
        "made of several zones, or a chosen set, is no place.",
        "move c from cards to discard",
        "move c from hand[mover] to discard",
    ),
    Code(
        "E0305",
        "the wrong number of arguments",
        "A definition, routine, move or outcome is given as many arguments as it has parameters.",
        "Compare the use with the line that introduces the name.",
        "define fits(c, d) = ...\nwhen fits(c)",
        "define fits(c, d) = ...\nwhen fits(c, top of discard)",
    ),
    Code(
        "E0306",
        "the wrong index",
        "A family of zones or fields is indexed as it was introduced.",
        "`hand[player]` is always used with one player in brackets; a single zone is used without brackets.",
        "size of hand",
        "size of hand[mover]",
    ),
    Code(
        "E0307",
        "cards that are not of the deck",
        "Only cards of the deck in use can be named.",
        "The deck of this game, under these settings, does not hold this card.",
        "deck 7..A of hearts, spades\n...\ngiven stock = [2H]",
        "deck 7..A of hearts, spades\n...\ngiven stock = [7H]",
    ),
    Code(
        "E0308",
        "an end of cards that have no order",
        "Only a pile has a top and a bottom.",
        "A set of cards is in no order, so it has neither. A zone that keeps an order is introduced as a `pile`.",
        "top of hand[mover]",
        "top of discard",
    ),
    Code(
        "E0309",
        "a set moved onto a pile without an order",
        "Cards that go onto a pile go in an order.",
        "The cards moved are a set, so nothing says which of them lies on top. Choose them as a "
        "sequence, or write `in any order` if the pile's order is of no account.",
        "move cards from hand[mover] to discard",
        "move cards from hand[mover] to discard in any order",
    ),
    Code(
        "E0310",
        "cards of no order where an order is needed",
        "This use needs to know which card comes first.",
        "A set of cards, or what a union or a selection makes of piles, is in no order.",
        "draw 2 from hand[mover] to stock",
        "draw 2 from stock to hand[mover]",
    ),
    Code(
        "E0311",
        "a number out of range",
        "A field's values lie within the range that it was introduced with.",
        "This fixed value can never be stored there. Widen the range, or change the value.",
        "round: 1..3 = 0",
        "round: 0..3 = 0",
    ),
    Code(
        "E0312",
        "nobody used as a player",
        "Where a player may be nobody, the rules say what then holds.",
        "This value may be `nobody`, and nobody has no hand and no neighbour. Test `is nobody` first,"
        " or give an `else`.",
        "leader: player or nobody\nmove c from hand[leader] to discard",
        "leader: player or nobody\nif leader is not nobody: move c from hand[leader] to discard",
    ),
    Code(
        "E0313",
        "an empty range of numbers",
        "A range goes from its least to its greatest number.",
        "The first number is greater than the second, so that no value would fit.",
        "round: 9..1",
        "round: 1..9",
    ),
    Code(
        "E0314",
        "a card where cards are needed, or the reverse",
        "One card and a set that holds one card are different things.",
        "Ask for the card (`top of pile`), or for the cards of a zone (`pile`).",
        "when rank of discard = rank of c",
        "when rank of top of discard = rank of c",
    ),
    Code(
        "E0315",
        "a value table that leaves out cards",
        "A value table gives every card of the deck at least one value.",
        "The message names a card without a value. Add its rank, or an `others` line.",
        "values points\n  A: 1 or 11",
        "values points\n  A: 1 or 11\n  others: 10",
    ),
    Code(
        "E0316",
        "a shape that no cards can have",
        "A shape leaves at least one number of cards possible.",
        "The least number of cards is greater than the greatest, or greater than the deck.",
        "shape meld: 5 to 3 cards of one rank",
        "shape meld: 3 to 5 cards of one rank",
    ),
    Code(
        "E0317",
        "a choice of the wrong kind",
        "A move's parameter is chosen from cards, piles, players, words or numbers.",
        "What stands after the parameter's name offers nothing to choose from.",
        "moves of play(card from 3)",
        "moves of play(card from hand[mover])",
    ),
    Code(
        "E0318",
        "an owner's zone without an owner",
        "A zone that its owner sees is one of a family indexed by player.",
        "Only `hand[player]` and its like have owners. Say who else sees the zone, or index it by player.",
        "hand: set, seen by its owner",
        "hand[player]: set, seen by its owner",
    ),
    Code(
        "E0319",
        "no one zone that holds the deck",
        "Exactly one zone holds the whole deck before the set-up.",
        "The set-up deals from it. The message says whether no zone does or several do.",
        "zones\n  hand[player]: set, seen by its owner",
        "zones\n  stock: pile, hidden, holds the deck\n  hand[player]: set, seen by its owner",
    ),
    Code(
        "W0320",
        "a comparison that always comes out the same",
        "A test is there to tell cases apart.",
        "By the ranges of the two sides, this comparison can have only one result.",
        "round: 1..3 = 1\nwhen round < 9",
        "round: 1..9 = 1\nwhen round < 9",
    ),
    Code(
        "W0321",
        "an operation that may be undefined",
        "What cannot always be done needs an `else` or `up to`.",
        "Drawing 2 from a pile of 1, or the top of an empty pile, is not defined, and play stops "
        "there. State what then happens, or leave it to the verifier to prove that the case never "
        "comes.",
        "draw 2 from stock to hand[mover]",
        "draw up to 2 from stock to hand[mover]",
    ),
)

CLAUSES = (
    Code(
        "E0401",
        "a circle of precedence",
        "If one clause outranks another, the other does not outrank it in turn.",
        "Following the precedence from this clause leads back to it, so none of the clauses on the "
        "way would be the strongest. The related places show the way round.",
        "precedence a > b > a",
        "precedence a > b",
    ),
    Code(
        "E0402",
        "an unknown clause in a precedence",
        "A precedence or ruling names clauses of its own group.",
        "No clause of this group has this label.",
        "precedence sevn > bust",
        "precedence seven > bust",
    ),
    Code(
        "E0403",
        "two clauses of one label",
        "Within a group each clause has a label of its own.",
        "Precedence, rulings and findings name clauses by their labels.",
        "forbid late when ...\nforbid late when ...",
        "forbid late when ...\nforbid too_late when ...",
    ),
    Code(
        "E0404",
        "a ruling without a reason",
        "A ruling says why it was made.",
        "A ruling decides what the rulebook leaves open; the reason lets others judge it.",
        "ruling a over b",
        'ruling a over b because "the text calls it a prohibition"',
    ),
    Code(
        "W0405",
        "a ruling between clauses that never meet",
        "A ruling settles a case in which both clauses apply.",
        "The two clauses never apply together, or the order already ranks them: the ruling settles nothing.",
        'ruling a over b because "..."   # a > b already holds',
        "(the ruling taken away)",
    ),
    Code(
        "E0406",
        "a group without clauses",
        "A group has at least one clause.",
        "An outcome without clauses would be a gap in every position.",
        "outcome of playing c:",
        "outcome of playing c:\n  rests otherwise: nothing more",
    ),
    Code(
        "E0407",
        "`otherwise` twice",
        "At most one clause of a group is the one that holds otherwise.",
        "Two clauses that hold when no other does would hold together.",
        "a otherwise: ...\nb otherwise: ...",
        "a when stock is empty: ...\nb otherwise: ...",
    ),
    Code(
        "E0408",
        "a clause ranked against itself",
        "A precedence ranks two different clauses.",
        "The same clause stands on both sides.",
        "precedence a > a",
        "precedence a > b",
    ),
    Code(
        "W0409",
        "a precedence stated twice",
        "An order needs stating once.",
        "The same rank between these clauses is already stated, or follows from what is.",
        "precedence a > b > c\nprecedence a > c",
        "precedence a > b > c",
    ),
    Code(
        "E0410",
        "a forbidding clause where nothing is forbidden",
        "`permit` and `forbid` belong to moves, effects to outcomes.",
        "An outcome says what happens, and a move's clauses say whether it may be made.",
        "outcome of playing c:\n  forbid late when ...",
        "moves of play(...):\n  forbid late when ...",
    ),
    Code(
        "W0411",
        "a move that no clause permits",
        "A move is legal only where a clause permits it.",
        "This kind of move has only prohibitions, so it can never be made.",
        "moves of pass:\n  forbid early when round < 3",
        "moves of pass:\n  permit pass always\n  forbid early when round < 3",
    ),
    Code(
        "E0412",
        "a ruling against the rulebook's own order",
        "A ruling settles what the precedence leaves open.",
        "The precedence already ranks these two clauses the other way round.",
        'precedence a > b\nruling b over a because "..."',
        "precedence a > b",
    ),
)

QUESTIONS = (
    Code(
        "E0501",
        "an unknown reading",
        "A question is read in one of the readings that it lists.",
        "The question has no reading of this name.",
        "ruling alway because ...",
        "ruling always because ...",
    ),
    Code(
        "E0502",
        "a question with fewer than two readings",
        "A question is open between at least two readings.",
        "With one reading there is nothing to ask; with none, nothing to answer.",
        'question ace: "High or low?"\n  reading low "low"',
        'question ace: "High or low?"\n  reading low "low"\n  reading high "high"',
    ),
    Code(
        "W0503",
        "a question without a ruling",
        "An open question stops play where its answer is needed.",
        "No ruling picks a reading, so a game can be played only with a reading chosen for the run.",
        'question ace: "High or low?"\n  reading low "low"\n  reading high "high"',
        '... the same, and\n  ruling low because "the king founds a pile"',
    ),
    Code(
        "E0504",
        "an unknown setting",
        "Only the settings that a file introduces can be set.",
        "The game has no setting of this name; the message lists those that it has.",
        "--set player=2",
        "--set players=2",
    ),
    Code(
        "E0505",
        "an unknown edition",
        "Only the editions that a file introduces can be chosen.",
        "The game has no edition of this name; the message lists those that it has.",
        "--edition 1961",
        "--edition 1960",
    ),
    Code(
        "E0506",
        "a setting out of range",
        "A setting's value lies within the range that the file gives it.",
        "The message names the range.",
        "players 2..6\n... --set players=7",
        "players 2..6\n... --set players=6",
    ),
    Code(
        "E0507",
        "an unknown question",
        "A reading is chosen for a question that the file asks.",
        "The game has no question of this name; the message lists those that it has.",
        "--read aces=low",
        "--read ace=low",
    ),
    Code(
        "E0508",
        "a question read without its readings",
        "An expression asks `question is reading`, with one of the question's own readings.",
        "Here a question stands where a value is needed.",
        "when ace",
        "when ace is high",
    ),
    Code(
        "W0509",
        "a question that makes no difference",
        "A question's readings lead to different play.",
        "Nothing in the file depends on which reading holds. Use it in a clause, or make it a note.",
        "question ace: ...   # no clause asks for it",
        "permit on_ace when ace is high and ...",
    ),
    Code(
        "E0510",
        "settings that do not fit each other",
        "The settings of a run describe one game that can be dealt.",
        "With these values the set-up cannot be carried out: too many players for the deck, or a deck"
        " without the cards that the rules name.",
        '--set players=6 --deck "A..3 of hearts"',
        '--set players=2 --deck "A..7 of hearts, spades"',
    ),
    Code(
        "E0511",
        "a deck that cannot be understood",
        "A deck is a list of ranks and suits.",
        "The description names no cards, or a rank or suit that the game does not know.",
        '--deck "1..20 of stars"',
        '--deck "A..6 of hearts, spades"',
    ),
    Code(
        "E0512",
        "two rulings on one question",
        "A question has at most one ruling.",
        "Two rulings would leave it open which holds. Editions can rule differently, each for itself.",
        'ruling low because "..."\nruling high because "..."',
        'ruling low because "..."',
    ),
)

PLAY = (
    Code(
        "E0601",
        "an unknown step",
        "A jump, an end condition or a claim names a step of the course of play.",
        "No step has this label.",
        "go to drawing",
        "step draw: ...\n  ...\n  go to draw",
    ),
    Code(
        "E0602",
        "a jump out of no turn",
        "`again` and `end the turn` stand within a turn.",
        "There is no turn around this place to begin again or to end.",
        "setup\n  end the turn",
        "turn\n  step act: ...\n    end the turn",
    ),
    Code(
        "E0603",
        "a jump out of no loop",
        "`leave` stands within a loop.",
        "There is no loop around this place to leave.",
        "setup\n  leave",
        "repeat\n  ...\n  leave",
    ),
    Code(
        "E0604",
        "a statement after a jump",
        "Nothing is carried out after a jump.",
        "The jump leads elsewhere, so what follows it in the same block would never happen.",
        "end the turn\ndraw 1 from stock to hand[mover]",
        "draw 1 from stock to hand[mover]\nend the turn",
    ),
    Code(
        "E0605",
        "no course of play",
        "A game says what happens step by step.",
        "Without a step nobody is ever asked for a move.",
        "(a file with moves and no `turn`)",
        "turn\n  step act: mover may play",
    ),
    Code(
        "E0606",
        "a definition that leads back to itself",
        "No definition, routine or outcome uses itself, not even by way of others.",
        "Each use must come to an end, so that every game can be examined in full. The related places"
        " show the way round.",
        "define f(c) = g(c)\ndefine g(c) = f(c)",
        "define g(c) = c is red\ndefine f(c) = g(c)",
    ),
    Code(
        "W0607",
        "no end of the game",
        "A game ends.",
        "The file states no condition under which the game is over, so every play would go on for ever.",
        "(a file without `ends`)",
        "ends\n  out when hand[mover] is empty: mover wins",
    ),
    Code(
        "W0608",
        "a move that is never offered",
        "Each kind of move is offered in some step.",
        "No step asks for this kind of move.",
        "moves of meld(...): ...   # no step offers it",
        "step act: mover may meld or play",
    ),
    Code(
        "E0609",
        "a jump where play cannot leave",
        "A jump stands at the end of what a step or a move does.",
        "Inside a `for each`, and before other statements, a jump would leave things half done.",
        "for each player p: end the turn",
        "for each player p: draw 1 from stock to hand[p]\nend the turn",
    ),
    Code(
        "W0610",
        "a step that is never reached",
        "Play can come to every step.",
        "No step leads to this one.",
        "turn\n  step a: go to a\n  step b: ...",
        "turn\n  step a: ...\n  step b: ...",
    ),
    Code(
        "E0611",
        "steps that follow each other for ever",
        "Between two visits of a step somebody decides something or something changes.",
        "These steps ask for no move and have no condition, so play would go round among them without end.",
        "step a: go to b\nstep b: go to a",
        "step a: mover may play\nstep b: go to a",
    ),
    Code(
        "E0612",
        "two steps of one label",
        "Each step has a label of its own.",
        "Jumps, claims and examples name steps by their labels.",
        "step act: ...\nstep act: ...",
        "step act: ...\nstep discard: ...",
    ),
)

SOURCES = (
    Code(
        "E0701",
        "a citation that is not in the list of sources",
        "What a clause cites is a place that the list of sources names.",
        "The list of sources says which places of the rulebook the file covers. Add the place to it, "
        "or mend the citation.",
        'sources "1", "2"\npermit any @ "22" ...',
        'sources "1", "2"\npermit any @ "2" ...',
    ),
    Code(
        "W0702",
        "a clause without a citation",
        "Every clause says where in the rulebook it comes from.",
        "Findings name the places that they concern. A clause of your own can cite `house`.",
        "permit any when ...",
        'permit any @ "2/Your turn" when ...',
    ),
    Code(
        "W0703",
        "a listed place that no clause cites",
        "Each place in the list of sources is stated by a clause, a question or a note.",
        "The rulebook says something there that the file does not state, or the place states no rule "
        "and can leave the list.",
        'sources "1", "2"   # nothing cites "2"',
        'note @ "2": "no rule: an illustration"',
    ),
    Code(
        "E0704",
        "a place listed twice",
        "A place stands once in the list of sources.",
        "The same place is listed for the same edition already.",
        'sources "1", "1"',
        'sources "1", "2"',
    ),
    Code(
        "W0705",
        "a citation of another edition",
        "A clause cites places of the edition that it belongs to.",
        "The place is listed for another edition only.",
        'in edition 1960: permit any @ "1990/3" ...',
        'in edition 1960: permit any @ "1960/3" ...',
    ),
)

CLAIMS = (
    Code(
        "E0801",
        "a card given twice",
        "A card lies in one place at a time.",
        "The example puts the same card in two places, or twice into one.",
        "given stock = [KS], hand[1] = {KS}",
        "given stock = [KS], hand[1] = {QS}",
    ),
    Code(
        "E0802",
        "an example at an unknown step",
        "An example or claim stands at a step of the course of play.",
        "No step has this label.",
        "given turn of 1 at actt",
        "given turn of 1 at act",
    ),
    Code(
        "E0803",
        "an example without a position",
        "An example gives a position before it plays.",
        "Without `given` there is nothing to play from.",
        "example ...:\n  play KS",
        "example ...:\n  given hand[1] = {KS}, turn of 1\n  play KS",
    ),
    Code(
        "E0804",
        "an example that expects nothing",
        "An example says what must follow.",
        "Add `then` with a condition, or say whether a move is legal.",
        "given hand[1] = {KS}\nplay KS",
        "given hand[1] = {KS}\nplay KS\nthen hand[1] is empty",
    ),
    Code(
        "E0805",
        "no place for the cards that are not given",
        "Every card of the deck lies somewhere.",
        "The example does not give every card, and no zone takes the rest.",
        "given hand[1] = {KS}",
        "given hand[1] = {KS}, rest in stock",
    ),
    Code(
        "E0806",
        "an unknown end condition",
        "An example that ends the game names one of the game's end conditions.",
        "No end condition has this label.",
        "then ends by outt",
        "then ends by out",
    ),
    Code(
        "E0807",
        "a claim of a share that makes no sense",
        "A share is a percentage from 0 to 100.",
        "`fair within` is followed by how far a seat's share of wins may lie from an even one, in per cent.",
        "claim even: fair within 500%",
        "claim even: fair within 5%",
    ),
    Code(
        "W0808",
        "a claim of nothing",
        "A claim says something that could be false.",
        "The condition is fixed, so the claim holds or fails whatever the rules say.",
        "claim c: always, 1 = 1",
        "claim c: always, size of hand[mover] <= 7",
    ),
    Code(
        "E0809",
        "a value given twice",
        "An example gives each field one value.",
        "Two values are given for one field or one zone.",
        "given round = 1, round = 2",
        "given round = 1",
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
