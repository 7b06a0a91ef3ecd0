"""Rule files that ask for far too much, each in its own way."""

HEAD = """game "Large":
  players 2
  deck standard

zones:
  deck: stack, face down, starts with every card
  discard: stack, face up
  hand[player]: set, seen by its owner

state:
  n: 0 to 999999, starts at 1
"""
GO = """
move go:
  permit ok when {when}
  does take: {does}
"""
END = """
ends:
  out when deck is empty: mover wins

play:
  step deal:
    shuffle deck
    draw {many} cards from deck to hand of player 1
  turns from player 1:
    choice act: mover does go
"""


def game(*parts: str, when: str = "yes", does: str = "draw 1 card from deck to discard", many: int = 5) -> str:
    move = "" if any(part.startswith("move go") for part in parts) else GO.format(when=when, does=does)
    return "\n".join([HEAD, *parts, move, END.format(many=many)])


def tower(many: int, body: str, last: str = "n") -> str:
    """Definitions, each by the one after it."""
    return "\n\n".join([*(f"define d{i}: {body.format(f'd{i + 1}')}" for i in range(many)), f"define d{many}: {last}"])


def shapes(many: int, params: str) -> str:
    listed = "\n\n".join(f"shape s{i}: set of {i + 1} cards" for i in range(many))
    among = " or ".join(f"s{i}" for i in range(many))
    chosen = ", ".join(f"{name}: {among} from hand of mover" for name in params)
    return f"{listed}\n\nmove go({chosen}):\n  permit ok\n  does take: draw 1 card from deck to discard\n"


def choosing(choice: str, does: str = "draw 1 card from deck to discard") -> str:
    return f"move go({choice}):\n  permit ok\n  does take: {does}\n"


ROUTINES = "\n\n".join([*(f"to r{i}:\n  do r{i + 1}\n  do r{i + 1}" for i in range(40)), "to r40: add 1 to n"])

REFUSED = {
    "200 definitions in a chain": (game(tower(200, "{} + 1"), when="d0 > 3"), "E0117"),
    "60 doublings": (game(tower(60, "{0} + {0}"), when="d0 > 3"), "E0117"),
    "24 squarings": (game(tower(24, "{0} * {0}"), when="d0 > 3"), "E0117"),
    "40 nested routines": (game(ROUTINES, does="do r0"), "E0117"),
    "four parameters of twelve shapes": (game(shapes(12, "abcd")), "E0118"),
    "a display name of 61 signs": (game(f'define d0 as "{"x" * 61}": 1', when="d0 > 3"), "E0210"),
    "a list of 100,000 places": (
        game('source "t":', *(f'  "H{i}" 1..50 without a rule' for i in range(2000)), when="yes"),
        "E0706",
    ),
    "two great numbers": (game(choosing("a: number 0 to 999999, b: number 0 to 999999")), "E0119"),
    "3,000 unknown names": (game(*(f"define x{i}: nope{i} + 1" for i in range(3000))), "E0114"),
    "3,000 lines that cannot be read": (game(*(f"define x{i} nope{i} + 1" for i in range(3000))), "E0114"),
}
"""By what they are: the text, and the code that it is refused with."""

SUBSETS = game(
    "shape some_cards: set of 1 to 26 cards",
    choosing("cards: some_cards from hand of mover", "move cards to discard in any order"),
    many=26,
)
"""In order, but its first choice has 2^26 sets."""

LOOPS = game(
    "define alike(a: card, b: card, c: card, d: card, e: card): number of x in deck with "
    "(rank of x is rank of a or rank of x is rank of b or suit of x is suit of c or rank of x is rank of d "
    "or suit of x is suit of e)",
    "define b(p: player): number of c in deck with (some q in deck with (some r in deck with "
    "(some s in deck with (some t in deck with (alike(c, q, r, s, t) > 99)))))",
    when="b(mover) = 0",
)
"""In order, but its first choice takes hours: loops in loops, whose body reads the card of each."""
