"""Random rule files with the rest of the language: sums and extremes, values of cards, shapes, routines, fields for
ranks and suits, sets of cards joined and compared, words of one's own, jumps, questions without a ruling.

Leaves the plain part of a file to `tests.oracle.write_rules`. One number makes one file, always the same.
"""

from __future__ import annotations

import random
import re

from tests.oracle.write_rules import Names, Writer
from tests.spec.display_names import with_display_names

MORE = (
    "sums", "values", "shapes", "routines", "ranks", "joined", "words", "jumps", "unruled", "own piles", "extremes",
    "places", "teams", "lets", "order", "numbered", "passing",
)  # fmt: skip
"""What a file may draw beside `FEATURES`; most draw a few of them."""
STACKS = "stacks"
"""What goes through a stack card by card, which the solver does not keep in order."""
PAUSES = "pauses"
SUITLESS = "cards without a suit"
APART = ((STACKS, 0.3), (PAUSES, 0.2), (SUITLESS, 0.2))
"""What is drawn by itself, and how often, so that the files without it are what they were before it was."""


class RichWriter(Writer):
    """Writes one file."""

    # ------------------------------------------------------------ values and conditions

    def amount(self, n: Names) -> str:
        """A number."""
        p, q, d = self.luck.choice(n.players), self.fresh("q"), self.fresh("d")
        of_cards = [f"worth of hand of {p}"] if "values" in self.has else []
        return self.pick(
            "count", f"size of hand of {p}", "size of out", f"(number of {d} in hand of {p} with {d} is red)",
            f"(sum of size of hand of {q} over player {q})", f"(greatest of size of hand of {q} over player {q})",
            f"(least of size of hand of {q} over player {q})", "position of mark", "count + 1", "2 * count",
            f"(if {self.of_field(n)} then 1 else 2)", f"size of hand of {p} - count", *n.numbers,
            f"half of count - size of hand of {p}, rounded {self.luck.choice(('up', 'down'))}",
            "(greater of count and 1)",
            f"(smaller of size of hand of {p} and count)", f"(count - size of hand of {p}) divided by 3, rounded down",
            *(f"(least {worth})" for worth in of_cards), *(f"(greatest {worth})" for worth in of_cards),
            f"count divided by (size of hand of {p} + 1), rounded {self.luck.choice(('up', 'down'))}",
            *([f"position of rank of {self.luck.choice(n.cards)}"] if n.cards else []),
            *(["(count - 2 - 2) divided by 3, rounded down"] if STACKS in self.has else []),
        )  # fmt: skip

    def more(self, n: Names) -> list[str]:
        """Conditions that the plain part of a file has not, by what the file draws."""
        p, d, e = self.luck.choice(n.players), self.fresh("d"), self.fresh("e")
        hand, c = f"hand of {p}", self.luck.choice(n.cards) if n.cards else ""
        found: list[str] = []
        if "sums" in self.has:
            found += [f"{self.amount(n)} {self.pick('=', '!=', '<', '<=', '>', '>=')} {self.amount(n)}"] * 2
        if "values" in self.has:
            found += [f"(worth of {hand} can be {self.pick('2', '3', '4')})", f"(least worth of {hand} < 3)"]
        if "shapes" in self.has:
            found += [f"({hand} is a pair)", f"({hand} is not a ladder)", "(out is a same_colour)"]
            found += [f"({hand} is a house)", f"(some beside {d} in {hand})", "(out is not a beside)"]
            found += [*self.of_sets(d, hand, c), *self.of_rests(d, hand)]
        if "ranks" in self.has:
            found += ["trumps is hearts", "kept is nobody"]
            found += [f"suit of {c} = trumps", f"rank of {c} is kept", f"rank of {c} > 2"] if c else []
            found += self.of_ranks(d, hand, c)
            found += [f"colour of {c} is colour of trumps", f"(kept is not nobody and {c} > kept)"] if c else []
            found += ["level is nobody", "level = count", "(level is not nobody and level > 1)", "level is 2"]
            found += ["call is nobody", "(call is loud or call = soft)"]
            if "faults" in self.has:
                found += [
                    "level + 1 > count",
                    "position of kept > 1",
                    "position of call = 1",
                    *([f"{c} <= kept"] if c else []),
                ]
        if "joined" in self.has:
            aces = self.pick("[AH]", "[AH 2H]", "[]", "out")
            found += [f"size of ({hand} {self.pick('plus', 'without', 'common')} {aces}) > {self.pick('0', '1')}"]
            found += [f"({c} is in {aces})", f"({c} is next to top of heap and heap is not empty)"] if c else []
            found += [f"(heap is not empty and {c} is one {self.pick('above', 'below')} top of heap)"] * 2 if c else []
            found += [
                f"(some {d} in {hand} with (some {e} in {hand} with {d} is not {e} and rank of {d} = rank of {e}))"
            ]
        if "places" in self.has:
            found += ["(top up to 2 cards of heap is a pair)"] if "shapes" in self.has else []
            found += ["(size of heap > 2 and suit of third card from the top of heap is hearts)"]
            found += (
                [f"({c} is in heap and size of (cards {self.pick('above', 'below')} {c} in heap) > 0)"] if c else []
            )
        if "words" in self.has:
            found += [f"({p} = lead of south and hand of lead of south is empty)"]
            found += ["hand of lead of north is empty"] if "faults" in self.has else []
            found += ["lead of north is nobody", f"(some side {d} with lead of {d} is {p})", "side_of_luck is south"]
        if "teams" in self.has:
            q = self.luck.choice(n.players)
            found += [f"team of {p} is team of {q}", f"won of team of {p} > 0", f"(some team {d} with won of {d} = 2)"]
        if "order" in self.has:
            first = f"first player {d} from next player with hand of {d} is not empty else mover"
            found += ["turned_round", "turns_skipped = 1", f"({first}) = {p}", "next player after next player is mover"]
        if "numbered" in self.has:
            k = self.pick("1", "2", "number of last", "last")
            found += [f"box[{p}, {k}] is empty", f"last < {k}", "tally[last] = 1", f"(some box {d} with {d} >= {k})"]
            found += ["(last > 1 and box[mover, last - 1] is empty)", "number of last + 1 = tally[2]"]
            found += [f"box[{p}, count] is empty", "tally[last + 1] > 0"] if "faults" in self.has else []
        if "own piles" in self.has:
            found += [f"spare of {p} is empty", f"size of spare of {p} < 2"]
        found += self.of_jokers(d, hand, c) if SUITLESS in self.has else []
        return found + (self.of_stacks(d) if STACKS in self.has else [])

    def of_jokers(self, d: str, hand: str, c: str) -> list[str]:
        """Cards that have no suit."""
        found = [f"(some {d} in {hand} with suit of {d} is nobody)", "joker is in out"]
        found += [f"{c} is joker", f"suit of {c} is not nobody", f"colour of {c} is nobody"] if c else []
        return [*found, *([f"(heap is not empty and suit of {c} is suit of top of heap)"] if c else [])]

    def of_stacks(self, d: str) -> list[str]:
        """What is met in a stack from the bottom, up to a card of which the question means nothing."""
        asked = f"({d} is {self.pick('A', 'red')} or top of deck is {self.pick('A', '2', 'red')})"
        met = f"(first {d} in heap with {asked} else bottom of heap)"
        found = [f"(some {d} in heap with {asked})", f"(every {d} in heap has {asked})"]
        return [*found, *[f"(heap is not empty and {met} is {self.pick('A', '2', 'red')})"] * 2]

    def through_stack(self, p: str, d: str, indent: str) -> list[str]:
        """Effects for each card of a stack."""
        body = self.pick(
            f"move {d} from heap to hand of {p}", f"move {d} from heap under deck", "count becomes 1",
            f"holder becomes {p}", f"if top of heap is {d}: mark becomes high",
        )  # fmt: skip
        return [f"{indent}for each {d} in heap with {d} is {self.pick('A', '2', 'red')}:", f"{indent}  {body}"]

    def of_sets(self, d: str, hand: str, c: str) -> list[str]:
        """Sets of cards that are searched for."""
        looked = f"{self.pick('pair', 'same_colour')} {d} in {self.pick(hand, 'out')}"
        found = [f"({self.pick('some', 'no')} {looked})", f"(number of {looked}) > {self.pick('0', '1')}"]
        found += [f"({self.pick('some', 'no')} {looked} with size of {d} > 1)"]
        return [*found, f"(every {looked} has {c} is in {d})"] if c else found

    def of_rests(self, d: str, hand: str) -> list[str]:
        """What may be left when sets of cards are taken out."""
        left = f"rest {d} of {self.pick(hand, 'out')} without pair{self.pick('', ' or same_colour')}"
        some = f"(some {left} with size of {d} = {self.pick('0', '1')})"
        return [some, f"(least of size of {d} over {left}) < {self.pick('1', '2')}"]

    def of_ranks(self, d: str, hand: str, c: str) -> list[str]:
        """The least or greatest of some ranks, compared with one."""
        of_hand = f"{self.pick('least', 'greatest')} of rank of {d} over {d} in {hand}"
        beside = f"rank of {c} {self.pick('>', '<=')} ({of_hand})" if c else f"({of_hand}) > 2"
        same = f"({of_hand}) {self.pick('is', 'is not')} {self.pick('2', 'kept')}"
        return [f"({hand} is not empty and {told})" for told in (same, beside)]

    def cond(self, n: Names) -> str:
        """A condition."""
        more = self.more(n)
        return self.luck.choice(more) if more and self.often(0.35) else super().cond(n)

    # ------------------------------------------------------------ effects

    def suited(self) -> str:
        """Has the top of the heap a suit?"""
        return "heap is not empty" + (" and suit of top of heap is not nobody" if SUITLESS in self.has else "")

    def counted(self, p: str) -> list[str]:
        """Effects that reckon with the numbers of places."""
        lines = ["last becomes 2", "if last < 2: add 1 to last", "tally[last] becomes number of last"]
        lines += [f"draw up to 1 card from deck to box[{p}, last]", "count becomes last"]
        lines += [f"draw up to 1 card from deck to box[{p}, 3 - last]"]
        return [*lines, "last becomes count", "add 1 to last"] if "faults" in self.has else lines

    def effect(self, n: Names, indent: str) -> list[str]:
        """One effect, perhaps of several lines."""
        p, q, d = self.luck.choice(n.players), self.fresh("q"), self.fresh("d")
        if STACKS in self.has and self.often(0.2):
            return self.through_stack(p, d, indent)
        lines: list[str] = []
        if "sums" in self.has:
            amount = self.amount(n)
            lines += [f"if {amount} <= 3 and {amount} >= 0: count becomes {amount}"]
            lines += [f"draw up to {self.pick('count', f'size of hand of {p}')} card from deck to hand of {p}"]
        lines += self.counted(p) if "numbered" in self.has else []
        if "extremes" in self.has:
            sure = f"first player {q} from next player with hand of {q} is not empty else mover"
            lines += [f"holder becomes {sure}"]
            if "faults" in self.has:
                lines += [f"holder becomes the player {q} with greatest size of hand of {q}"]
        if "ranks" in self.has:
            lines += ["if out is not empty: nothing", "trumps becomes hearts", "kept becomes nobody", "kept becomes A"]
            lines += [f"if {self.suited()}: trumps becomes suit of top of heap", "call becomes loud"]
            counted = ["level becomes nobody", "level becomes 2", "if count <= 3: level becomes count"]
            lines += [*counted, "if level is not nobody and level < 3: add 1 to level"]
        if "words" in self.has:
            lines += [
                f"for each side {d}: lead of {d} becomes {p}",
                f"lead of {self.pick('north', 'south')} becomes {p}",
            ]
            if "faults" in self.has:
                lines += [
                    "holder becomes next player after lead of south",
                    "move everything from out to hand of lead of north",
                    "collect every card into deck",
                ]
            lines += ["side_of_luck becomes random" if "luck" in self.has else "side_of_luck becomes south"]
        lines += [*self.teams(p), *self.order(p, q)]
        if "own piles" in self.has:
            lines += [f"draw up to 1 card from deck to spare of {p}", f"move everything from spare of {p} under deck"]
            lines += [f"if spare of {p} is not empty: move top of spare of {p} from spare of {p} to hand of {p}"]
            lines += [f"move everything from heap to spare of {p}"]
        if "joined" in self.has:
            lines += [f"for each {d} in (hand of {p} plus out) with {d} is A: mark becomes high"]
            lines += [f"fill hand of {p} up to {self.pick('1', '2')} cards from deck"]
        if "places" in self.has:
            c = self.luck.choice(n.cards) if n.cards else ""
            lines += [f"move {self.pick('top', 'bottom')} up to 2 cards of heap to hand of {p}"]
            lines += [
                f"if deck is not empty: move top of deck from deck under top up to {self.pick('1', '2')} cards of heap"
            ]
            lines += (
                [f"if {c} is in heap: move cards from {c} to the {self.pick('top', 'bottom')} of heap to out"]
                if c
                else []
            )
            lines += ["if size of heap > 1: move second card from the bottom of heap onto bottom 1 card of heap"]
        if "routines" in self.has and self.tidies:
            lines += [f"do tidy({p})"] * 2
        if "lets" in self.has:
            lines += [f"let {d} be count; count becomes 0; add {d} to count"]
            lines += [f"let {d} be size of hand of {p}; draw up to {d} card from deck to hand of {p}"]
            if n.cards and "ranks" in self.has:
                lines += [f"let {d} be {self.luck.choice(n.cards)}; kept becomes rank of {d}"]
            lines += [f"let {q} be next player; holder becomes {q}; flag of {q} becomes yes"]
            lines += [f"let {d} be mark; mark becomes low; let {q} be {d}; mark becomes {q}"]
            lines += [
                f"let {d} be flag of {p}; flag of {p} becomes no; "
                f"let {q} be not {d} or count > 1; flag of {p} becomes {q}"
            ]
        lines = [line for line in lines if self.fits(line)]
        if not lines or not self.often(0.35):
            return super().effect(n, indent)
        return [f"{indent}{self.luck.choice(lines)}"]

    def teams(self, p: str) -> list[str]:
        """Effects on what teams have."""
        if "teams" not in self.has:
            return []
        lines = [f"if won of team of {p} < 3: add 1 to won of team of {p}", "won of team 2 becomes 0"]
        return [*lines, *(["holder becomes partner of player 1"] if "faults" in self.has else [])]

    def order(self, p: str, q: str) -> list[str]:
        """Effects on the order of play, and some that depend on it."""
        if "order" not in self.has:
            return []
        return [
            *("play turns round", "play turns round", "skip the next player"),
            "if count < 3: skip the next count players",
            f"for each player {q} from next player: draw up to 1 card from deck to hand of {q}",
            *("holder becomes next player after previous player", f"holder becomes next player after {p}"),
        ]

    # ------------------------------------------------------------ moves, ends and the course of play

    def move(self, name: str, can: tuple[str, ...]) -> list[str]:
        """A move of some kind of choice."""
        if "shapes" not in self.has or not self.often(0.4):
            return super().move(name, can)
        kind = self.pick("pair", "same_colour", "pair or same_colour", "1 to 2 cards", "beside", "house")
        to = self.pick("out", "heap in any order", "out")
        only = [f"  forbid {self.fresh('only')} when cs is {'not ' if self.often(0.5) else ''}a pair"]
        lines = [f"move {name}(cs: {kind} from hand of mover):", *self.clauses(Names(can=can))]
        ranked = any("precedence" in line for line in lines)
        lines += only if " or " in kind and not ranked and self.often(0.5) else []
        return [*lines, f"  does put{name}: move cs from hand of mover to {to}", ""]

    def result(self) -> str:
        """What an end gives."""
        q, d = self.fresh("q"), self.fresh("d")
        most = f"every player {q} with size of hand of {q} = greatest of size of hand of {d} over player {d} wins"
        more = [most] if "extremes" in self.has else []
        more += [f"every player {q} scores 2 - size of hand of {q}"] if "sums" in self.has else []
        more += [f"every player {q} scores least worth of hand of {q}"] if "values" in self.has else []
        if "teams" in self.has:
            more += ["team of mover wins", "team 1 wins", f"every team {q} with won of {q} > 0 wins"]
            more += [f"every team {q} scores 2 * won of {q}"]
        return self.luck.choice(more) if more and self.often(0.4) else super().result()

    def turn(self, offered: list[str], steps: list[str]) -> list[str]:
        """What each turn consists of."""
        lines = super().turn(offered, steps)
        if PAUSES in self.has:
            steps.append("look")
            lines += [f"    pause look{self.pick('', f' when {self.cond(Names(deep=0))}')}"]
        if "passing" in self.has and self.often(0.5):
            steps += ["some_more", "likes"]
            until = self.pick("", f" or {self.cond(Names(deep=0))}", " or count > 1")
            lines += [f"    repeat until mover passes{until}:", "      step some_more:"]
            lines += ["        if count < 3: add 1 to count"]
            lines += [f"      choice likes: mover may do {self.luck.choice(self.moves)}"]
        if "order" in self.has:
            steps += ["order", "each_seat"]
            deep = Names(deep=0)
            lines += ["    step order:", f"      if {self.cond(deep)}: play turns round"]
            lines += [f"      if {self.cond(deep)}: {self.pick('skip the next player', 'skip the next 2 players')}"]
            among = f" among player p with {self.cond(Names(players=('p',), deep=0))}" if self.often(0.5) else ""
            lines += [f"    once around from next player{among}:", "      step each_seat:"]
            lines += ["        if count < 3: add 1 to count", "        if count = 2: skip the next player"]
        if "jumps" in self.has and self.often(0.6):
            steps.append("quit")
            jump = self.pick("leave the loop", "go again", "end the turn", "continue at act")
            lines += [
                "    step quit:",
                "      if count < 3: add 1 to count",
                f"      if {self.cond(Names(deep=1))}: {jump}",
            ]
        return lines

    # ------------------------------------------------------------ the file

    tidies = False

    def state(self) -> list[str]:
        """Zones, fields and words."""
        lines = super().state()
        zones = ["  spare[player]: stack, " + self.pick("face down", "secret", "face up", "top face up")]
        ranks = [
            "  trumps: suit",
            "  kept: rank or nobody",
            "  call: soft | loud or nobody",
            "  level: 0 to 3 or nobody",
        ]
        fields = ranks if "ranks" in self.has else []
        fields += ["  last: box", "  tally[box]: 0 to 2"] if "numbered" in self.has else []
        fields += ["  won[team]: 0 to 3"] if "teams" in self.has else []
        fields += ["  lead[side]: player or nobody", "  side_of_luck: side"] if "words" in self.has else []
        at = lines.index("state:")
        laid_out = ["", "layout:", "  row: deck, nothing, heap", "  row: out"]
        lines[at - 1 : at - 1] = [*zones, *laid_out] if "own piles" in self.has else []
        if "numbered" in self.has:
            lines.insert(lines.index("zones:") + 1, "  box[player, 1..2]: stack, face up")
        lines[lines.index("state:") + 1 : lines.index("state:") + 1] = fields
        if "words" in self.has:
            lines += ["kind side: north | south", ""]
        if "values" in self.has:
            ace = self.pick("A is 1 or 3", "A is 2", "AH is 3")
            lines += [
                "values worth:",
                f"  {ace}",
                f"  {self.pick('2 is 1 or 2', 'hearts are 2')}",
                "  others are 1",
                "",
            ]
        if "shapes" in self.has:
            lines += ["shape pair: set of 2 cards, same rank", "shape same_colour: set of 1 to 2 cards, same colour"]
            aces = self.pick("", " with ace low", " round the corner")
            lines += ["shape house: set of 2 cards of one rank and 0 to 1 other cards"]
            lines += [f"shape beside: set of 1 to 2 cards of each of 2 ranks in a run{aces}"]
            wild = self.pick("", "", ", where 2 is wild", ", where AH and spades are wild, at least 1 of them natural")
            lines = [f"{line}{wild}" if line.startswith("shape ") else line for line in lines]
            wild = self.pick("", ", where A is wild", ", where hearts are wild, at most 1 of them wild")
            lines += [f"shape ladder: sequence of 2 cards, each next to the one before{wild}", ""]
        if "routines" in self.has:
            self.tidies = False
            lines += ["to tidy(p: player):", *self.effects(Names(players=("mover", "p"), deep=1), "  ", 1, 2), ""]
            self.tidies = True
        return lines

    def players(self, how_many: str) -> str:
        """With how many it is played, and who with whom."""
        if "teams" not in self.has:
            return super().players(how_many)
        pairs = {"2": "player 1 against player 2", "3": "players 1 and 3 against player 2"}
        teams = pairs.get(how_many, "ours (players 1 and 3) against player 2 under players = 3")
        return f"{how_many}\n  teams: {teams}"

    def file(self) -> str:
        """The whole text; some decks have jokers besides."""
        text = super().file()
        more = " + joker of no suit" + self.pick("", " 2 copies") if SUITLESS in self.has else ""
        return re.sub(r"(?m)^  deck .*$", lambda found: found.group() + more, text, count=1)

    def questions(self) -> list[str]:
        """The question, of which some files leave open how it is read; and of some, one with its answer alone."""
        lines = super().questions()
        if "order" in self.has:
            lines += ["", 'question asked: "Is that all?"', '  ruling "yes" because "nothing else is said"']
            return lines
        return lines[:-1] if "unruled" in self.has and self.often(0.4) else lines

    def draws(self) -> frozenset[str]:
        """What this file draws."""
        found = super().draws() | frozenset(f for f in MORE if self.often(0.3))
        apart = random.Random(hash(self.luck.getstate()[1]))
        found |= frozenset(word for word, often in APART if apart.random() < often)
        self.tidies = "routines" in found
        return found


def rich_text(seed: int, *, sized: bool = False) -> str:
    """The rule file of a number."""
    return with_display_names(RichWriter(random.Random(seed), sized=sized).file() + "\n")
