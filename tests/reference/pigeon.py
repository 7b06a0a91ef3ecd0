"""Pigeon in plain Python, written from the rulebook to be compared with what Hoyle makes of its rule file.

It plays every operational reading of both editions; who sees which card is left to others.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from tests.reference.base import COLOUR, INDEX, RANK, choose_readings

#: Question id to its readings, the default of the full edition first. Questions that change no play are absent.
QUESTIONS: dict[str, tuple[str, ...]] = {
    # ends
    "no_moves_when": ("at_decision", "other_at_once", "both_at_once", "amid_play"),
    "hand_in_is_a_move": ("yes_counts", "no_ignored"),
    "sweep_is_a_move": ("counts", "ignored"),
    "last_card_setup": ("counts", "turns_only"),
    "deck_runs_short": ("draw_what_is_there", "no_draw_possible"),
    # set-up
    "opening_source": ("hand", "deck_top"),
    "opening_choice": ("one_by_one", "pair", "secret"),
    "opening_free": ("free", "bound"),
    "opening_ace_king": ("stays", "completes"),
    "opening_refill_order": ("one_first", "two_first"),
    # turn and plays
    "pass_allowed": ("no", "yes"),
    "actions_per_turn": ("one", "many"),
    "set_min": ("one", "two", "zero"),
    "string_min": ("two", "three"),
    "string_turns": ("free", "one_way"),
    "string_wrap": ("none", "inside"),
    "colour_in_strings": ("joining_only", "everywhere"),
    "connection_bottom": ("bottom", "every_card"),
    "connection_for_new": ("exempt", "must_connect"),
    "new_pile_count": ("before", "after"),
    "new_pile_either": ("inclusive", "exclusive"),
    "new_pile_play": ("set_or_string", "any_cards"),
    "new_pile_ace_king": ("stays", "completes"),
    "old_ace_king": ("only_by_play", "next_check"),
    "complete_duty": ("must", "may"),
    "pigeon_duty": ("must", "may"),
    "draw_duty": ("must", "may"),
    # sweep
    "sweep_mix": ("one_rank", "mixed"),
    "sweep_four": ("choose_three", "all_four", "exactly_three"),
    "sweep_empty": ("allowed", "needs_pile"),
    "sweep_reset": ("clear", "relay"),
    "sweep_action": ("is_the_action", "extra"),
    "sweep_pigeon": ("none", "award"),
    "swept_cards": ("out_of_play", "under_deck"),
    # forceplay
    "forceplay_completes": ("no", "yes"),
    "forceplay_where": ("anywhere", "unconnected"),
    "forceplay_when": ("free", "last_resort"),
    "forceplay_duty": ("must", "may_give_up"),
    "forceplay_inner": ("still_string", "loose"),
    "penalty_lasts": ("until_pigeon", "for_good"),
    "penalty_starts": ("this_draw", "next_turn"),
    "hand_size_meaning": ("limit", "held"),
    "force_after_hand_in": ("allowed", "not_same_turn"),
    # pigeon
    "pigeon_window": ("own_turn", "play_only", "draw_only", "both_turns"),
    "pigeon_before_check": ("no", "yes"),
    "pigeon_draws_now": ("at_draw", "now"),
    "pigeon_spent": ("aside", "gone"),
    "pigeon_is_card": ("token", "in_hand"),
    "pigeon_without_penalty": ("kept", "may_throw_away"),
}

#: What an edition reads otherwise than the defaults: the condensed text lacks the sentence on forceplayed piles.
EDITIONS: dict[str, dict[str, str]] = {"full": {}, "condensed": {"forceplay_completes": "yes"}}

ACE, KING = 1, 13
ENDS = (ACE, KING)
OPENINGS = {
    "one_by_one": ("open1", "open2", "open3", "open4"),
    "pair": ("open1", "open_pair", "open4"),
    "secret": ("open1", "open4", "open2", "open3", "reveal"),
}
OPENER = {1: 1, 2: 2, 3: 2, 4: 1}  # slot of the opening to the player who fills it
COMPLETES = {"new": ("new_pile_ace_king", "completes"), "force": ("forceplay_completes", "yes")}
AFTER_PLAY = ("amid", "before_check", "other_window", "check", "ends")
TURN_END = ("predraw", "ends", "draw")
RELAY = ("relay1", "relay2", "relay3", "relay4", "relay_refill")

Cards = tuple[str, ...]


def stacked(cards: frozenset[str] | set[str]) -> Cards:
    """The cards of a set in the order in which they are stacked, bottom first."""
    return tuple(sorted(cards, key=INDEX.__getitem__))


class Pigeon:
    """One game for two players, seats 0 and 1 (players 1 and 2 in `state`).

    `readings` chooses readings by question id. Settings: `edition`, "full" or "condensed"; `players`, always 2;
    `hand_size`, the limit without penalty (one less with it); `slots`, the places for piles.
    """

    QUESTIONS = QUESTIONS

    def __init__(
        self,
        readings: Mapping[str, str] | None = None,
        *,
        edition: str = "full",
        players: int = 2,
        hand_size: int = 5,
        slots: int = 12,
    ) -> None:
        if players != 2:
            raise ValueError("Pigeon is for two players")
        self.readings = choose_readings(QUESTIONS, EDITIONS[edition], readings or {})
        self.full_limit = hand_size
        self.slots = slots
        self.start(())

    def start(self, deck: Sequence[str]) -> None:
        """Deal from a shuffled deck, its last card on top, and go on to the first decision."""
        half = len(deck) // 2
        self.deck: dict[int, list[str]] = {1: list(deck[half:]), 2: list(deck[:half])}
        self.hand: dict[int, set[str]] = {1: set(), 2: set()}
        self.limit = {1: self.full_limit, 2: self.full_limit}
        self.slot: dict[int, list[str]] = {place: [] for place in range(1, self.slots + 1)}
        self.out: set[str] = set()
        self.pigeon: int | str = "aside"
        self.mover = 1
        self.step = "deal"
        self.winner: int | None = None
        self.to_move: int | None = None  # the seat to move, from 0; None when the game is over
        self.returns: list[float] | None = None  # 1 for the winner and -1 for the loser, once the game is over
        self.to_check = 0  # the slot that the coming CHECK looks at, 0 for none
        self.old_piles: frozenset[int] = frozenset()  # topped by an ace or king since the turn began
        self.penalty_due = False  # a penalty that waits for the end of the turn
        self.handed_in = False  # the mover spent the Pigeon at the play decision of this turn
        choice = "one_by_one" if self._reads("opening_source", "deck_top") else self.readings["opening_choice"]
        self.todo: list[str] = ["deal", *OPENINGS[choice], "refill", "first_turn"] if deck else []
        self._moves: list[tuple] = []
        if deck:
            self._run()

    def legal_moves(self) -> list[tuple]:
        """The moves of the player to move, in a fixed order: none when the game is over.

        A move is its name and its arguments: a Set or a sweep is a frozenset, a String a tuple from its bottom
        card up, a pile the number of its slot, as in ("set", {"8C", "8D"}, 2) or ("hand_in",).
        """
        return list(self._moves)

    def apply(self, move: tuple) -> None:
        """Make a legal move and go on to the next decision; ValueError for any other move."""
        if move not in self._moves:
            raise ValueError(f"{move} is not legal")
        self._moves = []
        if self.step.startswith(("open", "relay")):
            self._apply_opening(move)
        elif self.step in ("play", "play_more"):
            self._apply_play(move)
        else:
            self._apply_choice(move)
        self._run()

    def state(self) -> dict:
        """Zones and fields by name: all that bears on the rest of the game. Players and slots count from 1."""
        zones: dict = {f"slot {place}": tuple(pile) for place, pile in self.slot.items()}
        for player in (1, 2):
            zones[f"deck {player}"] = tuple(self.deck[player])
            zones[f"hand {player}"] = frozenset(self.hand[player])
            zones[f"limit {player}"] = self.limit[player]
        return zones | {
            "out": frozenset(self.out),
            "pigeon": self.pigeon,
            "mover": self.mover,
            "step": self.step,
            "winner": self.winner,
            "to_check": self.to_check,
            "old_piles": self.old_piles,
            "penalty_due": self.penalty_due,
            "handed_in": self.handed_in,
            "todo": tuple(self.todo),
        }

    def begin_turn(self, player: int) -> None:
        """Give the turn to a player, at the play decision; worked examples call it on a position set by hand."""
        self._next_turn(player)
        self._run()

    # Stages wait in `todo`; each acts at once or asks a player, which ends `_run`.

    def _run(self) -> None:
        while not self._moves and self.winner is None:
            self._stage(self.todo.pop(0))

    def _stage(self, stage: str) -> None:
        match stage:
            case "deal":
                self._refill(1, 2)
            case "open1" | "open2" | "open3" | "open4" | "relay1" | "relay2" | "relay3" | "relay4":
                self._stage_lay(stage)
            case "open_pair":
                self.mover = 2
                self._ask("open2", 2, [("open_pair", *pair) for pair in permutations(stacked(self.hand[2]), 2)])
            case "reveal":
                for place in (1, 2, 3, 4):
                    self._complete_opened(place, OPENER[place])
            case "refill":
                self._refill(*((1, 2) if self._reads("opening_refill_order", "one_first") else (2, 1)))
            case "relay_refill":
                self._refill(self._other())
            case "first_turn":
                self._next_turn(2)
            case "play" | "play_more":
                self._stage_play(stage)
            case "amid":
                if self._reads("no_moves_when", "amid_play") and not self._open_to(self._other()):
                    self._win(self.mover)
            case "ends":
                self._stage_ends()
            case "check":
                self._stage_check()
            case "draw":
                self._stage_draw()
            case "end":
                self._stage_end()
            case "before_check" | "other_window" | "predraw":
                self._stage_window(stage)
            case _:
                raise AssertionError(stage)

    def _ask(self, step: str, player: int, moves: list[tuple]) -> None:
        if moves:
            self.step, self.to_move, self._moves = step, player - 1, moves

    def _win(self, player: int) -> None:
        self.winner, self.step, self.to_move, self.todo = player, "over", None, []
        self.returns = [1.0, -1.0] if player == 1 else [-1.0, 1.0]

    def _stage_lay(self, stage: str) -> None:
        place = int(stage[-1])
        if stage.startswith("relay"):
            # The sweeper's opponent stands where player 1 stood in the opening.
            player = self._other() if OPENER[place] == 1 else self.mover
        else:
            player = self.mover = OPENER[place]
            if self._reads("opening_source", "deck_top"):
                if self.deck[player]:
                    self._lay(self.deck[player].pop(), place, player)
                    self._win_if_empty(player)
                return
        cards = stacked(self.hand[player])
        if place == 4 and self._reads("opening_free", "bound"):
            cards = tuple(card for card in cards if RANK[card] in (7, 8)) or cards
        self._ask(stage, player, [("open", card) for card in cards])

    def _apply_opening(self, move: tuple) -> None:
        assert self.to_move is not None
        player = self.to_move + 1
        relaid = self.step.startswith("relay")
        for place, card in enumerate(move[1:], int(self.step[-1])):
            self.hand[player].remove(card)
            self._lay(card, self._empty_slots()[0] if relaid else place, player)

    def _lay(self, card: str, place: int, player: int) -> None:
        self.slot[place].append(card)
        if "reveal" not in self.todo:
            self._complete_opened(place, player)

    def _complete_opened(self, place: int, player: int) -> None:
        if self._reads("opening_ace_king", "completes") and self.slot[place] and self._topped_by_end(place):
            self._take_off(place)
            self._take_pigeon(player)

    # Play

    def _stage_play(self, stage: str) -> None:
        moves = self._open_to(self.mover)
        if stage == "play_more":
            if moves:
                self._ask(stage, self.mover, moves if ("pass",) in moves else [*moves, ("pass",)])
            else:
                self.todo = list(TURN_END)
        elif not moves:
            self._win(self._other())
        else:
            only_force = all(move[0] in ("force_set", "force_string", "hand_in") for move in moves)
            if only_force and moves != [("hand_in",)] and self._reads("forceplay_duty", "may_give_up"):
                moves.append(("give_up",))
            self._ask(stage, self.mover, moves)

    def _apply_play(self, move: tuple) -> None:
        match move:
            case ("hand_in",):
                self._hand_in(self.mover, at_once=True)
                self.handed_in = self._reads("force_after_hand_in", "not_same_turn")
                self.todo = [self.step] if self.winner is None else []
            case ("pass",):
                self.todo = list(TURN_END)
            case ("give_up",):
                self._win(self._other())
            case _:
                self.todo = [*AFTER_PLAY, *self._after_check(move)]
                self._land(move)

    def _after_check(self, move: tuple) -> Iterator[str]:
        if move[0] == "sweep" and self._reads("sweep_reset", "relay"):
            yield from RELAY
        if move[0] == "sweep" and self._reads("sweep_action", "extra"):
            yield self.step
        elif self._reads("actions_per_turn", "many"):
            yield "play_more"
        else:
            yield from TURN_END

    def _land(self, move: tuple) -> None:
        """Put the cards of a play where they go and set the penalty; the CHECK comes later."""
        name, cards = move[0], move[1]
        self.hand[self.mover] -= set(cards)
        if name == "sweep":
            self._sweep(set(cards))
            return
        kind = name.partition("_")[0]
        place: int = self._empty_slots()[0] if kind == "new" else move[2]
        self.slot[place] += stacked(cards) if name.endswith("set") else cards
        self.old_piles -= {place}
        checked = kind not in COMPLETES or self._reads(*COMPLETES[kind])
        self.to_check = place if checked else 0
        if kind == "force" and self._reads("penalty_starts", "next_turn"):
            self.penalty_due = True
        elif kind == "force":
            self.limit[self.mover] = self.full_limit - 1

    def _sweep(self, cards: set[str]) -> None:
        swept = [*stacked(cards), *(card for pile in self.slot.values() for card in pile)]
        for pile in self.slot.values():
            pile.clear()
        self.old_piles = frozenset()
        if self._reads("swept_cards", "under_deck"):
            self.deck[self.mover][:0] = reversed(swept)
        else:
            self.out |= set(swept)
        if self._reads("sweep_pigeon", "award"):
            self._take_pigeon(self.mover)

    # Windows, CHECK and DRAW

    def _stage_ends(self) -> None:
        at_once = not self._reads("no_moves_when", "at_decision")
        if at_once and not self._open_to(self._other()):
            self._win(self.mover)
        elif self._reads("no_moves_when", "both_at_once") and not self._open_to(self.mover):
            self._win(self._other())

    def _stage_window(self, stage: str) -> None:
        player = self.mover
        match stage:
            case "before_check":
                is_open = self._reads("pigeon_before_check", "yes")
            case "other_window":
                player = self._other()
                is_open = self._reads("pigeon_window", "both_turns")
            case _:
                is_open = not self._reads("pigeon_window", "play_only")
        if is_open and self._may_hand_in(player):
            self._ask(stage, player, [("hand_in",), ("pass",)])

    def _stage_check(self) -> None:
        if not self._due():
            self.to_check = 0
        elif self._reads("complete_duty", "may"):
            self._ask("complete", self.mover, [("complete",), ("pass",)])
        else:
            self._complete()

    def _due(self) -> frozenset[int]:
        played = {self.to_check} if self.to_check and self._topped_by_end(self.to_check) else set()
        return self.old_piles | played

    def _complete(self) -> None:
        for place in self._due():
            self._take_off(place)
        self.to_check, self.old_piles = 0, frozenset()
        if self._reads("pigeon_duty", "must"):
            self._take_pigeon(self.mover)
        elif self.pigeon not in (self.mover, "gone"):
            self._ask("take", self.mover, [("take",), ("pass",)])

    def _stage_draw(self) -> None:
        if self._reads("draw_duty", "must"):
            self._refill(self.mover)
        elif self._draws(self.mover):
            self._ask("draw", self.mover, [("draw",), ("pass",)])
        if not self._moves and self.winner is None:
            self.todo = ["end"]

    def _stage_end(self) -> None:
        if self.penalty_due:
            self.limit[self.mover] = self.full_limit - 1
        self.penalty_due = False
        self._next_turn(self._other())

    def _next_turn(self, player: int) -> None:
        self.mover = player
        self.handed_in = False
        if self._reads("old_ace_king", "next_check"):
            self.old_piles = frozenset(place for place in self._piles() if self._topped_by_end(place))
        self.todo = ["play"]

    def _apply_choice(self, move: tuple) -> None:
        assert self.to_move is not None
        match self.step, move[0]:
            case _, "hand_in":
                self._hand_in(self.to_move + 1, at_once=self.step == "other_window")
            case "complete", "complete":
                self._complete()
            case "complete", _:
                self.to_check = 0
            case "take", "take":
                self._take_pigeon(self.mover)
            case "draw", "draw":
                self._draw_one(self.mover)
                if self.winner is None:
                    self.todo = ["draw"]
            case "draw", _:
                self.todo = ["end"]
            case _:
                pass  # a Pigeon kept, or left where it is

    # The Pigeon and the deck

    def _may_hand_in(self, player: int) -> bool:
        if self.limit[player] < self.full_limit:
            return self.pigeon == player and self._reads("penalty_lasts", "until_pigeon")
        return self.pigeon == player and self._reads("pigeon_without_penalty", "may_throw_away")

    def _hand_in(self, player: int, *, at_once: bool) -> None:
        self.limit[player] = self.full_limit
        self.pigeon = self.readings["pigeon_spent"]
        if at_once and self._reads("pigeon_draws_now", "now"):
            self._refill(player)

    def _take_pigeon(self, player: int) -> None:
        if self.pigeon != "gone":
            self.pigeon = player

    def _draws(self, player: int) -> int:
        """How many cards a refill of the hand takes from the deck."""
        held = len(self.hand[player])
        if self._reads("pigeon_is_card", "in_hand") and self.pigeon == player:
            held += 1
        wanted, there = max(0, self.limit[player] - held), len(self.deck[player])
        stalls = wanted > there and self._reads("deck_runs_short", "no_draw_possible")
        return 0 if stalls else min(wanted, there)

    def _refill(self, *players: int) -> None:
        for player in players:
            for _ in range(self._draws(player) if self.winner is None else 0):
                self._draw_one(player)

    def _draw_one(self, player: int) -> None:
        self.hand[player].add(self.deck[player].pop())
        self._win_if_empty(player)

    def _win_if_empty(self, player: int) -> None:
        in_setup = "first_turn" in self.todo
        if not self.deck[player] and not (in_setup and self._reads("last_card_setup", "turns_only")):
            self._win(player)

    # The table

    def _reads(self, question: str, reading: str) -> bool:
        return self.readings[question] == reading

    def _other(self) -> int:
        return 3 - self.mover

    def _piles(self) -> list[int]:
        return [place for place, pile in self.slot.items() if pile]

    def _empty_slots(self) -> list[int]:
        return [place for place, pile in self.slot.items() if not pile]

    def _topped_by_end(self, place: int) -> bool:
        return RANK[self.slot[place][-1]] in ENDS

    def _take_off(self, place: int) -> None:
        self.out |= set(self.slot[place])
        self.slot[place].clear()

    # The play list

    def _open_to(self, player: int) -> list[tuple]:
        """What a player may do at a play decision now, on turn or not; nothing where that loses the game."""
        moves = self._play_list(player)
        ignored = set()
        if self._reads("hand_in_is_a_move", "no_ignored"):
            ignored.add("hand_in")
        if self._reads("sweep_is_a_move", "ignored"):
            ignored.add("sweep")
        return moves if any(move[0] not in ignored for move in moves) else []

    def _play_list(self, player: int) -> list[tuple]:
        cards = stacked(self.hand[player])
        plays = [*self._sets(cards), *self._strings(cards)]
        tops = [(place, RANK[self.slot[place][-1]]) for place in self._piles()]
        moves: list[tuple] = [
            (*play, place) for play, _ in plays for place, top in tops if self._connects(play[1], top)
        ]
        moves += self._new_piles(cards, plays)
        moves += [("sweep", chosen) for chosen in self._sweeps(cards)]
        if self._may_force(player) and not (moves and self._reads("forceplay_when", "last_resort")):
            moves += self._forceplays(cards, plays, tops)
        if self._reads("pass_allowed", "yes") or self._reads("set_min", "zero"):
            moves.append(("pass",))
        if self._may_hand_in(player) and not self._reads("pigeon_window", "draw_only"):
            moves.append(("hand_in",))
        return moves

    def _connects(self, play: Cards | frozenset[str], top: int) -> bool:
        """May a Set, or a String from its bottom card, be laid on a card of rank `top`?"""
        if isinstance(play, tuple) and self._reads("connection_bottom", "bottom"):
            play = play[:1]
        return all(abs(RANK[card] - top) == 1 for card in play)

    def _sets(self, cards: Cards) -> Iterator[tuple[tuple, int]]:
        """Each Set as the head of its move, with the rank of its bottom card."""
        least = 2 if self._reads("set_min", "two") else 1
        for rank in sorted({RANK[card] for card in cards}):
            alike = [card for card in cards if RANK[card] == rank]
            for size in range(least, len(alike) + 1):
                for chosen in combinations(alike, size):
                    yield ("set", frozenset(chosen)), rank

    def _strings(self, cards: Cards) -> Iterator[tuple[tuple, int]]:
        """Each String as the head of its move, with the rank of its bottom card."""
        for first in cards:
            for string in self._longer((first,), cards, 0):
                yield ("string", string), RANK[first]

    def _longer(self, string: Cards, cards: Cards, way: int) -> Iterator[Cards]:
        """A String that goes `way` (up 1, down -1, either 0) and all that continue it, if long enough."""
        if len(string) >= self._string_min():
            yield string
        last = string[-1]
        for card in cards:
            step = self._string_step(last, card)
            if step and card not in string and (not way or step == way) and self._colours_meet(last, card):
                kept = step if self._reads("string_turns", "one_way") else 0
                yield from self._longer((*string, card), cards, kept)

    def _string_min(self) -> int:
        return 3 if self._reads("string_min", "three") else 2

    def _string_step(self, last: str, card: str) -> int:
        """1 for one rank up, -1 for one rank down, 0 for no neighbour inside a String."""
        step = RANK[card] - RANK[last]
        if abs(step) == KING - ACE and self._reads("string_wrap", "inside"):
            return -1 if step > 0 else 1
        return step if abs(step) == 1 else 0

    def _colours_meet(self, one: str, other: str) -> bool:
        return COLOUR[one] == COLOUR[other] or self._reads("colour_in_strings", "everywhere")

    def _new_piles(self, cards: Cards, plays: list[tuple[tuple, int]]) -> Iterator[tuple]:
        if not self._empty_slots() or self._reads("connection_for_new", "must_connect"):
            return
        if self._reads("new_pile_play", "any_cards") and self._reads("set_min", "two"):
            plays = [*plays, *((("set", frozenset({card})), RANK[card]) for card in cards)]
        few = len(self._piles()) < (2 if self._reads("new_pile_count", "after") else 3)
        for (kind, chosen), bottom in plays:
            starter = bottom in (7, 8)
            if starter != few or (few and self._reads("new_pile_either", "inclusive")):
                yield (f"new_{kind}", chosen)

    def _sweeps(self, cards: Cards) -> Iterator[frozenset[str]]:
        if self._reads("sweep_empty", "needs_pile") and not self._piles():
            return
        families = [[ACE], [KING]] if self._reads("sweep_mix", "one_rank") else [[ACE, KING]]
        for family in families:
            held = [card for card in cards if RANK[card] in family]
            match self.readings["sweep_four"]:
                case "all_four":
                    choices = [tuple(held)] if len(held) >= 3 else []
                case "exactly_three":
                    choices = [tuple(held)] if len(held) == 3 else []
                case _:
                    choices = list(combinations(held, 3))
            yield from map(frozenset, choices)

    def _may_force(self, player: int) -> bool:
        if self.handed_in and player == self.mover:
            return False
        if self._reads("hand_size_meaning", "held") and len(self.hand[player]) == self.full_limit - 1:
            return False
        return self.limit[player] == self.full_limit

    def _forceplays(self, cards: Cards, plays: list[tuple[tuple, int]], tops: list[tuple[int, int]]) -> Iterator[tuple]:
        if self._reads("forceplay_inner", "loose"):
            plays = [*self._sets(cards), *self._loose_strings(cards)]
        anywhere = self._reads("forceplay_where", "anywhere")
        for (kind, chosen), bottom in plays:
            for place, top in tops:
                if anywhere or abs(bottom - top) != 1:
                    yield (f"force_{kind}", chosen, place)

    def _loose_strings(self, cards: Cards) -> Iterator[tuple[tuple, int]]:
        for size in range(self._string_min(), len(cards) + 1):
            for string in permutations(cards, size):
                one_rank = len({RANK[card] for card in string}) == 1
                if not one_rank and all(self._colours_meet(string[0], card) for card in string):
                    yield ("string", string), RANK[string[0]]
