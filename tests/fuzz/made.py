"""Small rule files put together by lot from sentences of the language."""

import random

from tests.spec.display_names import with_display_names

CONDITIONS = (
    "yes", "deck is not empty", "size of hand of mover > {n}", "round < {n}", "flag", "not flag", "held of mover = {n}",
    "some c in hand of mover with c is red", "rank of top of discard < rank of bottom of discard",
    "some c in hand of mover with c is skip or c is pageH", "rank of top of discard is A", "mode is shut",
    "mover is player 1",
    "some player p with size of hand of p < {n}", "holder is mover", "no c in discard with c is hearts",
    "size of hand of holder > {n}",
    "(number of c in hand of mover with c is black) = {n}", "every player p has held of p >= {n}",
    "exactly one c in hand of mover has c is A", "not (exactly one player p has flag)",
    "(least of size of m over rest m of hand of mover without pair) > {n}",
    "some rest m of hand of mover without pair or bunch with m is empty",
    "hand of mover is a house", "no stairs m in hand of mover",
    "some pair m in hand of mover", "(number of bunch m in hand of mover with size of m > 1) = {n}",
    "slot[mover, {n}] is empty", "slot[mover, last - 1] is not empty", "number of last > {n}", "pile[{n}] is empty",
)  # fmt: skip
EFFECTS = (
    "draw 1 card from deck to hand of mover", "draw up to {n} cards from deck to hand of mover", "add 1 to round",
    "held of mover becomes {n}", "flag becomes yes", "flag becomes no", "mode becomes shut", "holder becomes mover",
    "holder becomes next player after holder",
    "move everything from discard to deck in any order", "shuffle deck", "draw 1 card from deck to discard", "nothing",
    "move everything from hand of mover to discard in any order", "add 2 to held of mover",
    "add 1 to held of next player", "deal every card from deck to each hand",
    "deal every card from deck to each hand beginning with next player",
    "mover becomes next player", "draw up to 2 cards from deck to discard",
    "play turns round", "skip the next player", "skip the next {n} players",
    "draw up to 1 card from deck to slot[mover, last + 1]", "last becomes {n}", "add 1 to last",
    "count[last] becomes {n}",
)  # fmt: skip
CHOICES = (
    "", "(c: card from hand of mover)", "(cards: pair from hand of mover)", "(n: number 0 to {n})", "(q: player)",
    "(cards: house from hand of mover)", "(cards: stairs or pair from hand of mover)",
    "(s: suit)", "(cards: bunch from hand of mover)", "(c: card from discard, q: player)",
    "(cards: pair or bunch from hand of mover)",
)  # fmt: skip
PLAYERS = ("1", "2", "3", "2 to 4, usually 2")
FIELD_SEEN = ("", "", ", seen by its owner", ", seen by everyone but its owner", ", secret")
SEEN = ("seen by its owner", "seen by everyone but its owner", "face up", "face down")
MORE = (
    "", ", same suit", ", a run with ace low", ", a run, where 2 is wild",
    ", same rank, where A and 3 of spades are wild",
    ", same suit, a run round the corner, where spades and QH are wild, at least 1 of them natural",
    ", where A..3 are wild, at most {n} of them wild",
)  # fmt: skip
ROUND = ("", " with ace low", " with ace low or high", " round the corner")
DECKS = (
    "A..4 of hearts, spades",
    "standard",
    "J Q K of spades, hearts",
    "7..A of clubs, hearts 2 copies",
    "A..3 of hearts, spades, clubs, diamonds",
    "standard without 5..K of clubs, hearts and 2 of spades",
    "A..4 of hearts, spades\n  deck without A of spades under players = 2",
    'A..4, page, wild as "joker" of hearts, spades',
    "A..3, skip, draw_two of hearts, spades, clubs 2 copies\n  deck without skip..draw_two of clubs under players = 3",
    "standard 2 copies\n  deck without 3..10 under players >= 2",
    "J Q K of spades, hearts\n  deck 2 copies under players = 3\n  deck J Q of clubs, hearts under players = 1",
)
RESULTS = ("mover wins", "nobody wins", "next player wins", "every player p scores held of p")
FLOWS = (
    "  turns from player 1:\n    choice act: mover does {moves}\n",
    "  turns from player 1:\n    choice act: mover may do {moves}\n    step after: {effect}\n",
    "  {n} times:\n    once around from player 1:\n      choice act: mover does {moves}\n",
    "  repeat until {condition}:\n    choice act: mover does {moves}\n    step on: mover becomes next player\n",
    "  turns from player 1:\n    repeat until mover passes or {condition}:\n      choice act: mover may do {moves}\n",
    "  turns from player 1:\n    step before: {effect}\n    choice act: mover does {moves}\n",
    "  turns from player 1:\n    choice act: next player may do {moves}\n    step after: {effect}\n",
)  # fmt: skip


def made(chance: random.Random) -> str:
    """One rule file; many have errors."""

    def some(of: tuple[str, ...]) -> str:
        word = chance.choice(of)
        return word.replace("{n}", str(chance.choice((0, 1, 2, 3, 5, 9))))

    moves = [f"move_{i}" for i in range(chance.randint(1, 4))]
    parts = [
        f'game "Made":\n  players {chance.choice(PLAYERS)}\n  deck {chance.choice(DECKS)}\n',
        "zones:\n  deck: stack, face down, starts with every card\n  discard: stack, face up\n"
        f"  hand[player]: set, {chance.choice(SEEN)}\n  pile[2]: row of stacks, face up\n"
        "  slot[player, 1..3]: stack, face up\n",
        "state:\n  round: 0 to 9, starts at 1\n  flag: yes or no, starts at no\n"
        f"  held[player]: 0 to 20{chance.choice(FIELD_SEEN)}, starts at 0\n"
        "  mode: open | shut, starts at open\n  holder: player or nobody, starts at nobody\n"
        "  last: slot\n  count[slot]: 0 to 9\n",
        "shape pair: set of 2 cards, same rank\n",
        f"shape house: set of {chance.randint(1, 3)} cards of one rank and {chance.randint(1, 2)} cards of another\n",
        f"shape stairs: set of 2 cards of each of 2 to 3 ranks in a run{some(ROUND)} and 1 other card\n",
        f"shape bunch: set of 1 to {chance.randint(1, 4)} cards{some(MORE)}\n",
        f"to reward:\n  {some(EFFECTS)}\n  {some(EFFECTS)}\n".replace("add 2 to held of mover", "nothing"),
    ]
    for name in moves:
        lines = [f"move {name}{some(CHOICES)}:", f"  permit first when {some(CONDITIONS)}"]
        if chance.random() < 0.5:
            word = chance.choice(("permit", "forbid"))
            lines.append(f"  {word} second when {some(CONDITIONS)}")
            if chance.random() < 0.7:
                lines.append("  precedence second > first")
        lines += [f"  does effect_{i}: {some(EFFECTS)}" for i in range(chance.randint(1, 3))]
        if "cards" in lines[0] and chance.random() < 0.8:
            lines.append("  does lay: move cards to discard in any order")
        elif "(c:" in lines[0] and chance.random() < 0.8:
            lines.append("  does lay: move c to discard")
        parts.append("\n".join(lines) + "\n")
    ends = [f"  end_{i} when {some(CONDITIONS)}: {chance.choice(RESULTS)}" for i in range(chance.randint(1, 3))]
    if len(ends) > 1 and chance.random() < 0.7:
        ends.append(f"  precedence {' > '.join(f'end_{i}' for i in range(len(ends)))}")
    parts.append("ends:\n" + "\n".join(ends) + "\n")
    many = chance.randint(0, 3)
    deal = f"  step deal:\n    shuffle deck\n    for each player p: draw {many} cards from deck to hand of p\n"
    flow = some(FLOWS).replace("{moves}", ", ".join(moves)).replace("{condition}", some(CONDITIONS))
    parts.append("play:\n" + deal + flow.replace("{effect}", some(EFFECTS)))
    parts.append(f"claim c1: {chance.choice(('always', 'never', 'sometimes'))} {some(CONDITIONS)}\n")
    return with_display_names("\n".join(parts))
