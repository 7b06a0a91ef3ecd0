"""Games that no other engine at hand plays are held against a second program, written from their rules alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.api import Game, State
from tests.agreement.driver import Pair, Reference, agree, drawn, games, mostly_passing, told_state
from tests.agreement.readings import changed, differ, rules
from tests.everyday import one_of_each
from tests.reference.briscola import Briscola
from tests.reference.cuckoo import Cuckoo
from tests.reference.golf_six import GolfSix
from tests.reference.klaverjassen import Klaverjassen
from tests.reference.pitch import Pitch
from tests.reference.president import President
from tests.reference.rummy import Rummy
from tests.reference.scarto import Scarto
from tests.reference.schwimmen import Schwimmen
from tests.reference.scopa import Scopa
from tests.reference.skitgubbe import Skitgubbe
from tests.reference.tricks import Agram, Sueca, Tricks

Made = Callable[[], Reference]

BOTH = {"same_rank": "allowed", "passing": "for_good"}
MILD = {"beginning": "none_up", "throwing": "turns_one", "finish": "one_more"}
GAMES: list[tuple[str, dict[str, Any], Made, set[str]]] = [
    *(("agram", {"players": n}, lambda n=n: Agram(n, 6), {"last_trick"}) for n in (3, 2, 4, 5)),
    *(("briscola", {"players": n}, lambda n=n: Briscola(n), {"counted"}) for n in (2, 3, 4)),
    *(("cuckoo", {"players": n}, lambda n=n: Cuckoo(n), {"compared"}) for n in (6, 2, 3, 10)),
    *(("golf_six", {"players": n}, lambda n=n: GolfSix(n), {"counted"}) for n in (4, 2, 3)),
    ("golf_six", {"beginning": "none_up"}, lambda: GolfSix(none_up=True), {"counted"}),
    ("golf_six", {"throwing": "turns_one"}, lambda: GolfSix(turns=True), {"counted"}),
    ("golf_six", {"finish": "one_more"}, lambda: GolfSix(more=True), {"counted"}),
    ("golf_six", MILD, lambda: GolfSix(none_up=True, turns=True, more=True), {"counted"}),
    ("klaverjassen", {}, Klaverjassen, {"counted"}),
    ("klaverjassen", {"on_partner": "trump_higher"}, lambda: Klaverjassen(partner="trump_higher"), {"counted"}),
    ("klaverjassen", {"trumping": "rotterdam"}, lambda: Klaverjassen("rotterdam"), {"counted"}),
    ("klaverjassen", {"level": "lost"}, lambda: Klaverjassen(level_wins=False), {"counted"}),
    ("pitch", {}, Pitch, {"counted"}),
    ("pitch", {"stealing": "not_allowed"}, lambda: Pitch(steals=False), {"counted"}),
    ("pitch", {"low_goes": "to_owner"}, lambda: Pitch(owner=True), {"counted"}),
    ("pitch", {"one_card": "each_time"}, lambda: Pitch(each_time=True), {"counted"}),
    *(("president", {"players": n}, lambda n=n: President(n), {"one_left"}) for n in (5, 3, 7)),
    ("president", {"same_rank": "allowed"}, lambda: President(equal=True), {"one_left"}),
    ("president", {"passing": "for_good"}, lambda: President(once=True), {"one_left"}),
    ("president", BOTH, lambda: President(equal=True, once=True), {"one_left"}),
    ("rummy", {}, Rummy, {"out", "run_dry"}),
    ("rummy", {"whole": "some_of_them"}, lambda: Rummy(part=True), {"out", "run_dry"}),
    ("rummy", {"melds": "any_number"}, lambda: Rummy(many=True), {"out", "run_dry"}),
    ("rummy", {"empty_stock": "refused"}, lambda: Rummy(refused=True), {"out", "blocked"}),
    ("scarto", {}, Scarto, {"counted"}),
    ("scarto", {"stock": "exchanged"}, lambda: Scarto(exchange=True), {"counted"}),
    ("scarto", {"fool_counts": "four"}, lambda: Scarto(four=True), {"counted"}),
    (
        "scarto",
        {"stock": "exchanged", "fool_counts": "four"},
        lambda: Scarto(exchange=True, four=True),
        {"counted"},
    ),
    *(("schwimmen", {"players": n}, lambda n=n: Schwimmen(n), {"closed", "shown", "used_up"}) for n in (5, 3, 9)),
    ("schwimmen", {"closing": "instead"}, lambda: Schwimmen(instead=True), {"closed", "shown", "used_up"}),
    ("schwimmen", {"beginning": "next_seat"}, lambda: Schwimmen(second=True), {"closed", "shown", "used_up"}),
    ("schwimmen", {"last_cards": "unplayed"}, lambda: Schwimmen(unplayed=True), {"closed", "shown", "run_short"}),
    ("schwimmen", {"result": "lowest_loses"}, lambda: Schwimmen(lowest=True), {"closed", "shown", "used_up"}),
    ("scopa", {}, Scopa, {"counted"}),
    ("scopa", {"equal_first": "free"}, lambda: Scopa(free=True), {"counted"}),
    *(("skitgubbe", {"players": n}, lambda n=n: Skitgubbe(n), {"one_left"}) for n in (3, 2, 4)),
    ("skitgubbe", {"next_lead": "winner"}, lambda: Skitgubbe(winner=True), {"one_left"}),
    ("sueca", {}, Sueca, {"counted"}),
    ("sueca", {"what_counts": "games_won"}, lambda: Sueca(games=True), {"games_counted"}),
    ("whist", {}, Tricks, {"counted"}),
]
"""A game, its settings and readings, what plays it as well, and the ends that a few games meet."""

FAULTS: list[tuple[str, Made, str, str, str]] = [
    ("agram", lambda: Agram(3, 6), "with greatest rank of top", "with least rank of top", ": Hoyle has"),
    ("agram", lambda: Agram(3, 6), " and some d in hand of mover with suit of d is led", "", "has no legal move"),
    ("briscola", Briscola, "J Q K 3 A", "3 J Q K A", "the returns, by"),
    ("briscola", Briscola, "is trumps) then trumps else led", "is trumps) then led else led", ": Hoyle has"),
    ("briscola", Briscola, "3 is 10", "3 is 0", "the returns, by"),
    (
        "briscola",
        Briscola,
        "for each player p from leader",
        "for each player p from next player after leader",
        ": Hoyle has",
    ),
    ("briscola", Briscola, "if enough: do draw_up", "if enough and turned is empty: do draw_up", ": Hoyle has"),
    (
        "klaverjassen",
        Klaverjassen,
        " and led is trumps and can_beat and not beats(c)",
        " and led is trumps and can_beat and beats(c)",
        "only Hoyle allows",
    ),
    (
        "klaverjassen",
        Klaverjassen,
        "not partner_wins and can_beat and not beats(c)",
        "not partner_wins and can_beat and c is 7",
        "only Hoyle allows",
    ),
    (
        "klaverjassen",
        Klaverjassen,
        "partner_wins and trump_wins and suit of c is trumps",
        "partner_wins and suit of c is trumps",
        "only Hoyle allows",
    ),
    ("cuckoo", Cuckoo, "top of hand of next player is K", "top of hand of next player is A", ": Hoyle has"),
    ("cuckoo", Cuckoo, "when top of deck is K", "when top of deck is Q", "the returns, by"),
    ("cuckoo", Cuckoo, "not lowest(p)", "lowest(p)", "the returns, by"),
    ("cuckoo", Cuckoo, "A 2..10 J Q K of", "2..10 J Q K A of", "the returns, by"),
    ("golf_six", GolfSix, "2 is -2", "2 is 2", "the returns, by"),
    ("golf_six", GolfSix, "  K is 0\n", "  K is 10\n", "the returns, by"),
    ("golf_six", GolfSix, "is rank of top of up[p, k + columns]", "is rank of top of up[p, 7 - k]", "the returns, by"),
    ("golf_six", GolfSix, "if alike(p, k) then 0 else", "if alike(p, k) then - 2 else", "the returns, by"),
    (
        "golf_six",
        GolfSix,
        '"Turn/5" when taken is empty',
        '"Turn/5" when drawn of mover is not empty or taken is not empty',
        "only Hoyle allows",
    ),
    (
        "golf_six",
        GolfSix,
        "when down[mover, k] is not empty",
        "when up[mover, k] is empty and k > 1",
        "only Hoyle allows",
    ),
    (
        "golf_six",
        GolfSix,
        "if closer is nobody and all_up(mover):",
        "if closer is nobody and all_up(player 1):",
        "ends the game",
    ),
    ("golf_six", GolfSix, "when deck is not empty", "when size of deck > 1", "only Hoyle allows"),
    ("klaverjassen", Klaverjassen, "  J is 8\n  9 is 7\n", "  J is 7\n  9 is 8\n", ": Hoyle has"),
    ("klaverjassen", Klaverjassen, "if middles = 2 then 50 else", "if middles = 2 then 40 else", ": Hoyle has"),
    (
        "klaverjassen",
        Klaverjassen,
        "suit of d is suit of c and d is one below c",
        "d is one below c",
        "the returns, by",
    ),
    ("klaverjassen", Klaverjassen, "(if team of leader is t then 10 else 0)", "0", "the returns, by"),
    (
        "klaverjassen",
        Klaverjassen,
        "if t is team of maker then 0 else total(team 1) + total(team 2)",
        "total(t)",
        "the returns, by",
    ),
    ("pitch", Pitch, " and suit of c is not trumps\n    and some d", " and some d", "only Hoyle allows"),
    ("pitch", Pitch, "when mover is dealer and n = bid", "when n = bid", "only Hoyle allows"),
    ("pitch", Pitch, "pips of taken of u < pips", "pips of taken of u <= pips", "the returns, by"),
    (
        "pitch",
        Pitch,
        "d in played with suit of d is trumps and d < c",
        "d in played with suit of d is trumps and d > c",
        "the returns, by",
    ),
    ("pitch", Pitch, "10 is 10", "10 is 1", "the returns, by"),
    ("pitch", Pitch, "then - bid else", "then -2 else", "the returns, by"),
    ("pitch", Pitch, " and (bid < 5 or tricks of team of pitcher = hand_size)", "", "the returns, by"),
    ("pitch", Pitch, "bid = 5 then 5 else", "bid = 6 then 5 else", "the returns, by"),
    (
        "pitch",
        Pitch,
        "one_card is each_time or not is_high(c)",
        "one_card is each_time or is_high(c)",
        "the returns, by",
    ),
    ("president", President, "J Q K A 2 of", "J Q K 2 A of", "only Hoyle allows"),
    ("president", President, "set of 1 to 4 cards", "set of 1 to 3 cards", "only Hoyle allows"),
    (
        "president",
        President,
        "size of cards = size of laid and (every d in laid has rank of b",
        "(every d in laid has rank of b",
        "only Hoyle allows",
    ),
    (
        "president",
        President,
        "rank of bottom of cards > rank of d",
        "rank of bottom of cards >= rank of d",
        "only Hoyle allows",
    ),
    ("president", President, "under passing is for_now:", "under passing is for_good:", ": Hoyle has"),
    ("president", President, "first player p from last", "first player p from next player after last", ": Hoyle has"),
    (
        "president",
        President,
        "no player p with p is not last and still_in(p)",
        "no player p with still_in(p)",
        ": Hoyle has",
    ),
    ("president", President, "starts at 2", "starts at 1", ": Hoyle has"),
    ("rummy", Rummy, "same suit, a run", "same colour, a run", "only Hoyle allows"),
    (
        "rummy",
        Rummy,
        "with rank of d is rank of bottom of cards) > size",
        "with rank of d is rank of bottom of cards) < size",
        "only Hoyle allows",
    ),
    (
        "rummy",
        Rummy,
        "suit of d is suit of c and d is next to c\n  does",
        "suit of d is suit of c and d is one above c\n  does",
        "only Hoyle allows",
    ),
    (
        "rummy",
        Rummy,
        "when some d in sets with rank of d is rank of c",
        "when some d in sets with rank of d is rank of c and c is red",
        "only Hoyle allows",
    ),
    ("rummy", Rummy, " and size of hand of mover > 1", "", "has no legal move"),
    ("rummy", Rummy, "J Q K are 10", "J Q K are 9", "the returns, by"),
    ("rummy", Rummy, "A is 1\n", "A is 11\n", "the returns, by"),
    ("scarto", Scarto, "20T is 22", "20T is 20", ": Hoyle has"),
    ("scarto", Scarto, "c is red and height of c < 11", "c is red", ": Hoyle has"),
    ("scarto", Scarto, "c is red and height of c < 11", "c is black and height of c < 11", ": Hoyle has"),
    (
        "scarto",
        Scarto,
        "is_fool(top of laid of leader) then next player after leader else leader",
        "is_fool(top of laid of leader) then leader else leader",
        "only Hoyle allows",
    ),
    (
        "scarto",
        Scarto,
        "suit_set and not is_fool(c) and suit of c is not led",
        "suit_set and suit of c is not led",
        "only Hoyle allows",
    ),
    ("scarto", Scarto, " and has_none and some d in", " and has_none and c is red and some d in", "only Hoyle allows"),
    ("scarto", Scarto, "if is_fool(top of laid of p): move", "if top of laid of p is 1T: move", ": Hoyle has"),
    ("scarto", Scarto, "1F is 3", "1F is 4", "the returns, by"),
    ("scarto", Scarto, "  trumps are 0\n  12 is 2", "  12 is 2", "the returns, by"),
    ("scarto", Scarto, "size of won of p + 1", "size of won of p", "the returns, by"),
    ("schwimmen", Schwimmen, "  A is 11\n", "  A is 10\n", "the returns, by"),
    ("schwimmen", Schwimmen, "set of 3 cards, same rank", "set of 3 cards, same colour", "the returns, by"),
    ("schwimmen", Schwimmen, "best_suit(p) = 31 or", "best_suit(p) = 30 or", "ends the game"),
    (
        "schwimmen",
        Schwimmen,
        "c in hand of p with suit of c is s)",
        "c in hand of p with colour of c is colour of s)",
        "the returns, by",
    ),
    ("schwimmen", Schwimmen, "when closer is next player:", "when closer is mover:", "ends the game"),
    ("schwimmen", Schwimmen, "if passes = players:", "if passes = players - 1:", ": Hoyle has"),
    ("scopa", Scopa, "set of 2 or more cards", "set of 2 cards", "only Hoyle allows"),
    ("scopa", Scopa, "when not takes_one(c) and not takes_several(c)", "when not takes_one(c)", "only Hoyle allows"),
    ("scopa", Scopa, "equal_first is forced when", "equal_first is free when", "only Hoyle allows"),
    ("scopa", Scopa, "J is 8", "J is 9", "only Hoyle allows"),
    ("scopa", Scopa, "deck is not empty or (some player q with hand of q is not empty)", "0 = 0", "the returns, by"),
    ("scopa", Scopa, "when last is not nobody:", "when last is nobody:", "the returns, by"),
    ("scopa", Scopa, "size of taken of p > size", "size of taken of p >= size", "the returns, by"),
    ("scopa", Scopa, "with c is diamonds", "with c is hearts", "the returns, by"),
    ("scopa", Scopa, "with 7D is in taken", "with 7H is in taken", "the returns, by"),
    ("scopa", Scopa, "if has_all(p) then", "if not has_all(p) then", "the returns, by"),
    ("scopa", Scopa, "A is 16", "A is 11", "the returns, by"),
    ("skitgubbe", Skitgubbe, "standard with ace high", "standard", ": Hoyle has"),
    ("skitgubbe", Skitgubbe, "if size of deck = 1:", "if size of deck = 60:", ": Hoyle has"),
    ("skitgubbe", Skitgubbe, "when size of deck > 1", "when size of deck > 0", "only Hoyle allows"),
    (
        "skitgubbe",
        Skitgubbe,
        "when rank of top of laid of leader is rank of top of laid of answerer: nothing",
        "when rank of top of laid of leader is rank of top of laid of answerer: do take_in(leader)",
        ": Hoyle has",
    ),
    ("skitgubbe", Skitgubbe, "hand of leader is empty or hand of answerer is empty", "deck is empty", ": Hoyle has"),
    ("skitgubbe", Skitgubbe, "      leader becomes p\n      move", "      move", ": Hoyle has"),
    ("skitgubbe", Skitgubbe, "and c > top of trick)\n", "and c < top of trick)\n", "only Hoyle allows"),
    (
        "skitgubbe",
        Skitgubbe,
        "or (suit of c is trumps and suit of top of trick is not trumps)",
        "",
        "only Hoyle allows",
    ),
    ("skitgubbe", Skitgubbe, "when size of trick = needed", "when size of trick = 2", ": Hoyle has"),
    ("skitgubbe", Skitgubbe, "needed becomes with_cards", "needed becomes players", ": Hoyle has"),
    ("sueca", Sueca, "2..6 Q J K 7 A", "2..6 J Q K 7 A", ": Hoyle has"),
    ("sueca", Sueca, "Q is 2", "Q is 3", "the returns, by"),
    ("sueca", Sueca, "is trumps) then trumps else led", "is trumps) then led else led", ": Hoyle has"),
    ("whist", Tricks, "tricks(t) - book", "tricks(t)", "the returns, by"),
    ("whist", Tricks, "trumps becomes suit of top of turned", "trumps becomes hearts", ": Hoyle has"),
    ("whist", Tricks, "move everything from turned to hand of dealer", "nothing", ": Hoyle has"),
]


def pair(game: Game, reference: Reference) -> Pair:
    """The two sides; compared is what the second program tells of its state."""

    def ours(state: State) -> dict[str, Any]:
        told = told_state(state)
        return {name: told[name] for name in reference.state()}

    draw = mostly_passing if isinstance(reference, Schwimmen) else drawn
    return Pair(game, reference, ours, lambda reference: reference.state(), draw=draw, scores=True)


@pytest.mark.parametrize(("name", "settings", "made", "ends"), GAMES)
def test_a_second_program_plays_the_same(name: str, settings: dict[str, Any], made: Made, ends: set[str]) -> None:
    readings = {key: value for key, value in settings.items() if key != "players"}
    played = agree(
        pair(rules(name, readings, **{k: settings[k] for k in settings if k not in readings}), made()),
        games(16 if len(ends) > 1 else 6, 2000),
    )
    assert set(played.endings) == ends
    assert not played.cut_short


def test_where_cards_must_be_beaten_play_may_go_round_in_both() -> None:
    game = rules("skitgubbe", {"picking_up": "only_if_needed"})
    played = agree(replace(pair(game, Skitgubbe(must=True)), most=400), games(6, 2000))
    assert set(played.endings) == {"one_left"}
    assert played.cut_short


EVERY_DAY = one_of_each(FAULTS, lambda fault: (fault[0], fault[4]))


@pytest.mark.parametrize(("name", "made", "old", "new", "told"), EVERY_DAY)
def test_a_changed_rule_is_noticed(name: str, made: Made, old: str, new: str, told: str, tmp_path: Path) -> None:
    """Every day one rule of each game that shows in the moves, one that shows in the returns, and so on."""
    differ(pair(changed(name, tmp_path, old, new), made()), 60, told)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("some c in cards with honour(c)", "every c in cards has honour(c)"),
        ("(some c in cards with is_fool(c)) and some d", "(some c in cards with c is K) and some d"),
    ],
)
def test_a_changed_exchange_in_scarto_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    game = changed("scarto", tmp_path, old, new, readings={"stock": "exchanged"})
    differ(pair(game, Scarto(exchange=True)), 60)
