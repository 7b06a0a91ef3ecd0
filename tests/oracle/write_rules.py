"""Random rule files, as text: tiny games that do what the shipped ones never do.

Moves that are declared and never offered, `can` in conditions, blind choices, secret zones and rows, choices with
`when`, loops over chosen cards, loops in loops, loops that luck ends, ends at several places, decks of copies, fields
that nobody reads, turns without a choice, players left out, claims at steps that no play reaches, questions. A file
may be refused, or stop at a fault, as files may. One number makes one file, always the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

DECKS = (
    "A 2 of hearts + A of spades",
    "A 2 of hearts, spades",
    "A of hearts, spades + 2 of hearts",
    "A of hearts 2 copies + 2 of spades",
    "A 2 of hearts + A of spades 2 copies",
    "A 2 3 of hearts",
    "A 2 of hearts, spades without A of hearts",
    "A 2 3 of hearts, spades\n  deck without 2 and 3 of spades under players >= 2",
    "A of hearts + 2 of spades\n  deck 2 copies under players <= 3",
)
LARGER = ("A 2 of hearts, spades + 3 of hearts", "A 2 3 of hearts, spades", "A 2 3 4 5 of hearts")
FLAG_SEEN = ("", "", ", seen by its owner", ", secret")
HIDDEN = ("face down", "secret")
SEEN = ("face up", "face down", "secret", "top face up")


@dataclass(frozen=True, slots=True)
class Names:
    """What an expression may speak of: cards, players and numbers by name; `can`: the moves that may be asked about."""

    cards: tuple[str, ...] = ()
    players: tuple[str, ...] = ("mover", "next player")
    numbers: tuple[str, ...] = ()
    can: tuple[str, ...] = ()
    deep: int = 2


FEATURES = ("players", "cards", "any order", "seats", "told", "luck", "can", "blind", "row", "hidden", "faults")
"""What a file may draw; each draws some of them only, so that what one of them hides is met without it."""


@dataclass
class Writer:
    """Writes one file."""

    luck: random.Random
    has: frozenset[str] = frozenset(FEATURES)
    moves: list[str] = field(default_factory=list)
    row: bool = False
    question: bool = False
    blind_hand: bool = True
    blind_out: bool = True
    sized: bool = False
    """Is the file to be looked at in other sizes too, with other players and a smaller deck?"""
    number: int = 0

    # ------------------------------------------------------------ choosing

    def pick(self, *options: str) -> str:
        return self.luck.choice(options)

    def often(self, share: float) -> bool:
        return self.luck.random() < share

    def some(self, options: Sequence[str], least: int, most: int) -> list[str]:
        return self.luck.sample(list(options), min(len(options), self.luck.randint(least, most)))

    def fresh(self, stem: str) -> str:
        self.number += 1
        return f"{stem}{self.number}"

    # ------------------------------------------------------------ conditions

    def cond(self, n: Names) -> str:
        """A condition."""
        if n.deep > 0 and self.often(0.25):
            less = Names(n.cards, n.players, n.numbers, n.can, n.deep - 1)
            one, two = self.cond(less), self.cond(less)
            return self.pick(f"not ({one})", f"(({one}) and ({two}))", f"(({one}) or ({two}))")
        kinds: list[Callable[[Names], str]] = [self.of_zone, self.of_zone, self.of_field]
        kinds += [self.of_card] * (3 if n.cards else 0)
        kinds += [self.of_moves] * (2 if n.can and "can" in self.has else 0)
        if self.question:
            kinds.append(lambda _: self.pick("q is left", "q is right"))
        return self.luck.choice(kinds)(n)

    def of_card(self, n: Names) -> str:
        c = self.luck.choice(n.cards)
        return self.pick(f"{c} is A", f"{c} is hearts", f"{c} is red", f"low({c})", f"{c} is 2", f"{c} is not A")

    def of_zone(self, n: Names) -> str:
        p, d = self.luck.choice(n.players), self.fresh("d")
        hand, is_ = f"hand of {p}", self.pick(f"{d} is A", f"{d} is red", f"low({d})")
        row = [f"(some pile {d} with top of {d} is red)", f"(exactly one pile {d} has size of {d} > 0)"]
        return self.pick(
            f"(some {d} in {hand} with {is_})",
            f"(every {d} in {hand} has {is_})",
            f"(exactly one {d} in {hand} has {is_})",
            f"size of {hand} < {self.pick('1', '2')}",
            f"{hand} is empty",
            "deck is empty",
            "heap is not empty and top of heap is A",
            f"(some {d} in out with {is_})",
            "out is empty",
            "size of deck < 2",
            "size of heap > 1",
            f"(number of player {d} with hand of {d} is empty) = 0",
            f"size of (cards {d} in {hand} with {is_}) > 0",
            *(["top of heap is red"] if "faults" in self.has and self.often(0.1) else []),
            *(row if self.row else []),
        )

    def of_field(self, n: Names) -> str:
        p = self.luck.choice(n.players)
        numbers = [f"{x} = 1" for x in n.numbers]
        return self.pick(
            "count = 0", "count > 1", "mark is low", "mark is high", "holder is nobody", f"flag of {p}", *numbers
        )

    def of_moves(self, n: Names) -> str:
        move = self.luck.choice(n.can)
        return self.pick(f"mover can {move}", f"mover cannot {move}")

    # ------------------------------------------------------------ effects

    def effects(self, n: Names, indent: str, least: int = 1, most: int = 3, *, jumps: Sequence[str] = ()) -> list[str]:
        """Lines of effects."""
        lines: list[str] = []
        for _ in range(self.luck.randint(least, most)):
            lines += self.effect(n, indent)
        if jumps and self.often(0.2):
            lines.append(f"{indent}if {self.cond(n)}: {self.luck.choice(list(jumps))}")
        return lines

    def effect(self, n: Names, indent: str) -> list[str]:
        """One effect, perhaps of several lines."""
        if n.deep > 0 and self.often(0.3):
            return self.nested(n, indent)
        p, d = self.luck.choice(n.players), self.fresh("d")
        simple = [
            f"draw up to 1 card from deck to hand of {p}",
            "if count < 3: add 1 to count",
            "count becomes 0",
            f"mark becomes {self.pick('low', 'high', 'random')}",
            f"holder becomes {p}",
            "holder becomes nobody",
            f"flag of {p} becomes {self.pick('yes', 'no')}",
            "unread becomes yes",
            "deal up to 1 card from deck to each hand",
            "move everything from heap under deck",
            "shuffle deck",
            f"move (cards {d} in hand of {p} with {d} is red) from hand of {p} to heap in any order",
            "move everything from out to heap in any order",
            f"move hand of {p} from hand of {p} to out",
        ]
        simple = [line for line in simple if self.fits(line)]
        if self.row:
            simple.append("if deck is not empty and pile 1 is empty: draw 1 card from deck to pile 1")
        return [f"{indent}{self.luck.choice(simple)}"]

    def fits(self, line: str) -> bool:
        """Does a line keep to what this file draws?"""
        words = {
            "players": "each hand",
            "any order": "in any order",
            "luck": "shuffle",
            "faults": "from out to hand of",
        }
        return all(name in self.has or word not in line for name, word in words.items()) and (
            "luck" in self.has or "random" not in line
        )

    def nested(self, n: Names, indent: str) -> list[str]:
        d = self.fresh("d")
        less = Names(n.cards, n.players, n.numbers, n.can, n.deep - 1)
        with_player = Names(n.cards, (*n.players, d), n.numbers, n.can, n.deep - 1)
        with_card = Names((*n.cards, d), n.players, n.numbers, n.can, 0)
        p = self.luck.choice(n.players)
        loops = [k for k in ("players", "cards", "seats", "told") if k in self.has]
        kind = self.pick("if", *loops, *(["out"] if "cards" in self.has else []))
        inside = indent + "  "
        if kind == "if":
            lines = [f"{indent}if {self.cond(n)}:", *self.effects(less, inside, 1, 2)]
            return lines + ([f"{indent}otherwise:", *self.effects(less, inside, 1, 1)] if self.often(0.4) else [])
        if kind == "players":
            test = f" with {self.cond(with_player)}" if self.often(0.4) else ""
            return [f"{indent}for each player {d}{test}:", *self.effects(with_player, inside, 1, 2)]
        if kind == "seats":
            return [f"{indent}for each player {d} from mover:", *self.effects(with_player, inside, 1, 2)]
        if kind == "cards":
            body = self.pick(
                f"move {d} from hand of {p} to heap", f"move {d} from hand of {p} under deck",
                f"if {d} is A: mark becomes high", "if count < 3: add 1 to count",
            )  # fmt: skip
            other = [f"{inside}otherwise: mark becomes low"] if "mark" in body else []
            which = self.pick(f"rank of {d} is not 3", f"{d} is red", self.of_card(with_card))
            return [f"{indent}for each {d} in (cards {d} in hand of {p} with {which}):", f"{inside}{body}", *other]
        if kind == "out":
            return [f"{indent}for each {d} in out with {self.cond(with_card)}:", f"{inside}move {d} from out to heap"]
        return [f"{indent}decide told({p})"]

    # ------------------------------------------------------------ moves

    def clauses(self, n: Names) -> list[str]:
        """Permissions and prohibitions, some of them ranked."""
        labels = [self.fresh("may")]
        lines = [f"  permit {labels[0]}" + (f" when {self.cond(n)}" if self.often(0.4) else "")]
        for _ in range(self.luck.randint(0, 2)):
            kind = self.pick("permit", "forbid", "forbid")
            labels.append(self.fresh(kind))
            lines.append(f"  {kind} {labels[-1]} when {self.cond(n)}")
        return lines + self.ranks(labels, "  ")

    def ranks(self, labels: list[str], indent: str) -> list[str]:
        """An order of clauses: of all, of some, or none."""
        order = labels[:]
        self.luck.shuffle(order)
        if len(order) < 2 or self.often(0.15):
            return []
        if len(order) > 2 and self.often(0.3):
            order = order[:2]
        return [f"{indent}precedence {' > '.join(order)}"]

    def move(self, name: str, can: tuple[str, ...]) -> list[str]:
        """A move of some kind of choice."""
        kind = self.pick(
            "lay", "lay", "draw", "call", "give",
            *(["rob"] if self.blind_hand else []), *(["blind_out"] if self.blind_out and self.often(0.5) else []),
            *(["row"] if self.row else []),
        )  # fmt: skip
        kind = self.pick("lay", "lay", "call", "draw") if name == "lay" and self.often(0.6) else kind
        head, names, put = "", Names(can=can), ""
        match kind:
            case "lay":
                head, names = "(c: card from hand of mover)", Names(("c",), can=can)
                put = f"move c from hand of mover to {self.pick('heap', 'heap', 'out')}"
            case "draw":
                put = "draw up to 1 card from deck to hand of mover"
            case "call":
                head, names = "(n: number 1 to 2)", Names(numbers=("n",), can=can)
                put = "count becomes n"
            case "rob":
                head, names = "(c: blind card from hand of next player)", Names(("c",), can=can)
                put = "move c from hand of next player to hand of mover"
            case "blind_out":
                head, names = "(c: blind card from out)", Names(("c",), can=can)
                put = f"move c from out to {self.pick('heap', 'hand of mover')}"
            case "give":
                head, names = "(p: player)", Names(players=("mover", "p"), can=can)
                put = "holder becomes p"
            case _:
                head = "(c: card from hand of mover, onto s: pile)"
                names, put = Names(("c",), can=can), "move c from hand of mover onto s"
        lines = [f"move {name}{head}:", *self.clauses(names), f"  does put{name}: {put}"]
        if self.often(0.5):
            after = Names(players=names.players, can=can)
            jumps = ("go again", "end the turn")
            lines += [f"  does then{name}:", *self.effects(after, "    ", 1, 2, jumps=jumps)]
        return [*lines, ""]

    def outcome(self) -> list[str]:
        """An outcome, asked about a player."""
        n = Names(players=("mover", "p"), deep=1)
        labels = [self.fresh("so") for _ in range(self.luck.randint(1, 3))]
        lines = ["outcome told(p: player):"]
        for label in labels:
            line = self.pick("nothing", "count becomes 0", "mark becomes high", "flag of p becomes yes", "shuffle deck")
            lines.append(f"  {label} when {self.cond(n)}: {line}")
        if self.often(0.8):
            lines.append(f"  {self.fresh('else')} otherwise: {self.pick('nothing', 'mark becomes low')}")
        return [*lines, *self.ranks(labels, "  "), ""]

    # ------------------------------------------------------------ ends and the course of play

    def ends(self, steps: list[str], can: tuple[str, ...]) -> list[str]:
        """Ends at several places, of which some may come about together."""
        labels, lines = [], ["ends:"]
        for number in range(self.luck.randint(1, 3)):
            labels.append(self.fresh("end"))
            at = f" at {' or '.join(self.some(steps, 1, 2))}" if self.often(0.5) else ""
            cond = self.pick(
                "count > 1", "count > 1 and hand of mover is empty", "count > 2 or hand of player 2 is empty"
            )
            if number:
                cond = f"{self.pick('count > 0', 'count > 1', 'heap is not empty')} and ({self.cond(Names(can=can))})"
            if " at act" in at and self.often(0.3):
                cond = "no legal move"
            lines.append(f"  {labels[-1]}{at} when {cond}: {self.result()}")
        return [*lines, *self.ranks(labels, "  "), ""]

    def result(self) -> str:
        return self.pick(
            "mover wins", "mover wins", "next player wins", "nobody wins", "player 1 wins",
            "every player p with hand of p is empty wins", "every player p scores size of hand of p",
        )  # fmt: skip

    def play(self, offered: list[str]) -> tuple[list[str], list[str]]:
        """The course of play, and the labels of its steps."""
        steps = ["deal"]
        lines = ["play:", "  step deal:"]
        lines += ["    shuffle deck"] if self.often(0.3 if self.sized else 0.8) else []
        if "players" in self.has:
            lines += [f"    for each player p: draw up to {self.pick('1', '1', '2')} card from deck to hand of p"]
        else:
            lines += [f"    draw up to {n} card from deck to hand of player {p}" for n, p in (("2", "1"), ("1", "2"))]
        lines += ["    draw up to 1 card from deck to out"] if self.often(0.35) else []
        lines += ["    draw up to 1 card from deck to heap"] if self.often(0.2) else []
        lines += self.effects(Names(deep=1), "    ", 0, 1)
        if "luck" in self.has and self.often(0.2):
            steps.append("mix")
            until = self.pick("mark is high", "deck is empty or bottom of deck is A")
            lines += [f"  repeat until {until}:", "    step mix:", "      shuffle deck", "      mark becomes random"]
        some = self.pick(
            "hand of p is not empty", f"count < 2 or {self.cond(Names(players=('p',), deep=0))}", "flag of p"
        )
        among = f" among player p with {some}" if self.often(0.15) else ""
        until = f" until count > 0 and ({self.cond(Names(deep=1))})" if self.often(0.25) else ""
        lines.append(f"  turns from player 1{among}{until}:")
        lines += self.turn(offered, steps)
        if until and self.often(0.7):
            steps.append("late")
            lines += ["  step late: count becomes 2"]
        return [*lines, ""], steps

    def turn(self, offered: list[str], steps: list[str]) -> list[str]:
        lines: list[str] = []
        if self.often(0.3):
            steps.append("before")
            lines += ["    step before:", *self.effects(Names(deep=1), "      ", 1, 2)]
        when = f" when {self.cond(Names(can=tuple(self.moves)))}" if self.often(0.25) else ""
        may = self.pick("does", "does", "may do")
        steps.append("act")
        lines.append(f"    choice act{when}: mover {may} {', '.join(offered)}")
        if may == "does" and self.often(0.7):
            lines += ["    otherwise:", *self.effects(Names(deep=0), "      ", 1, 1)]
        if self.often(0.25):
            steps += ["round", "inner"]
            lines += [f"    repeat until {self.cond(Names(deep=0))} or count > 1:", "      2 times:",
                      "        step inner:", "          if count < 3: add 1 to count",
                      "      step round:", *self.effects(Names(deep=0), "        ", 1, 1)]  # fmt: skip
        if self.often(0.2):
            steps.append("extra")
            lines += [f"    choice extra when {self.cond(Names())}: mover may do {self.luck.choice(self.moves)}"]
        if self.often(0.75):
            steps.append("after")
            step = ["      if count < 3: add 1 to count"] if self.often(0.7) else []
            lines += ["    step after:", *step, *self.effects(Names(deep=1), "      ", 0 if step else 1, 2)]
        return lines

    def claims(self, steps: list[str], can: tuple[str, ...]) -> list[str]:
        lines = []
        for _ in range(self.luck.randint(1, 3)):
            at = f"at {' or '.join(self.some(steps, 1, 2))}, " if self.often(0.4) else ""
            kind, wrong = self.pick("always", "never", "sometimes"), "text says " if self.often(0.1) else ""
            under = f" under {self.pick(*self.settings())}" if self.settings() and self.often(0.4) else ""
            lines.append(f"claim {self.fresh('claim')}{under}: {wrong}{at}{kind} {self.cond(Names(can=can))}")
        if self.sized:
            lines.append(
                f"claim deep: {self.pick('sometimes', 'text says always', 'text says never')} size of deck < 2"
            )
            lines.append(f"claim three under players >= 3: {self.pick('never', 'always')} {self.of_zone(Names())}")
        over = self.pick("every game ends", "every game ends", "every game ends", "play may go round")
        lines += [f"claim over: {over}"] if self.often(0.5) else []
        lines += ["claim reach: an end stays reachable"] if self.often(0.4) else []
        return lines

    def settings(self) -> list[str]:
        """Settings that a claim may be about."""
        return [*(["players >= 3", "players is 2"] if self.sized else []), *(["q is left"] if self.question else [])]

    # ------------------------------------------------------------ the file

    def draws(self) -> frozenset[str]:
        """What this file draws."""
        return frozenset(f for f in FEATURES if self.often(0.5))

    def file(self) -> str:
        """The whole text."""
        self.has = self.draws()
        self.row, self.question = "row" in self.has, self.often(0.4)
        self.blind_hand = self.blind_out = "blind" in self.has
        names = ["lay", "other", "third"][: self.luck.randint(1, 3)]
        offered = names[: max(1, len(names) - self.luck.randint(0, 1))]
        can, moves = tuple[str, ...](), list[str]()
        for name in reversed(names):
            moves += self.move(name, can)
            can = (*can, name)
        self.moves = names
        play, steps = self.play(offered)
        players = "2 to 3, usually 3" if self.sized else self.pick("2", "2", "2", "3")
        deck = self.luck.choice(LARGER if self.sized else DECKS)
        return "\n".join(
            [f'game "Random":\n  players {self.players(players)}\n  deck {deck}\n', *self.state(),
             *moves, *self.outcome(), *self.ends(steps, can), *play, *self.claims(steps, can), *self.questions()]
        )  # fmt: skip

    def players(self, how_many: str) -> str:
        """With how many it is played."""
        return how_many

    def state(self) -> list[str]:
        row = ["  pile[2]: row of stacks, " + self.pick(*SEEN)] if self.row else []
        start = self.pick("low", "high")
        out = self.pick(*HIDDEN) if self.blind_out else "face up"
        hand = "face up" if "hidden" not in self.has and not self.blind_hand else self.held()
        return [
            "zones:", f"  deck: stack, {self.pick(*HIDDEN)}, starts with every card",
            f"  hand[player]: set, {hand}",
            f"  heap: stack, {self.pick(*SEEN)}", f"  out: set, {out}", *row, "",
            "state:", "  count: 0 to 3, starts at 0", f"  mark: low | high, starts at {start}",
            "  holder: player or nobody",
            f"  flag[player]: yes or no{self.pick(*FLAG_SEEN)}", "  unread: yes or no", "",
            "define low(c: card): " + self.pick("c is A", "c is red", "c is 2"), "",
        ]  # fmt: skip

    def held(self) -> str:
        """Who sees a hand. Whoever robs another of a card chosen blind must not see it."""
        return "seen by everyone but its owner" if not self.blind_hand and self.often(0.3) else "seen by its owner"

    def questions(self) -> list[str]:
        if not self.question:
            return []
        return ["", 'question q: "Which is it?"', '  reading left "the first"', '  reading right "the second"',
                f'  ruling {self.pick("left", "right")} because "it reads so"']  # fmt: skip


def rule_text(seed: int, *, sized: bool = False) -> str:
    """The rule file of a number."""
    return Writer(random.Random(seed), sized=sized).file() + "\n"
