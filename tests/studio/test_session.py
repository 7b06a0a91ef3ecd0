"""The session of a page: what it answers about texts and games, without a page and without a home."""

import json
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.sources.files import find, read
from hoyle.studio import wire
from hoyle.studio.messages import every
from hoyle.studio.session import Session
from hoyle.studio.units import Units
from tests.hoyle.test_copies_at_the_table import copied

LAST_CARD = Path(__file__).resolve().parents[2] / "docs" / "tutorial" / "files" / "09.hoyle"
RULES = LAST_CARD.read_text(encoding="utf-8")
PAGE = Path(wire.__file__).with_name("page")


class Page:
    """A page that talks to its session in JSON, as both homes carry it."""

    def __init__(self, text: str = RULES):
        self.session = Session()
        self.text = text
        self.checked = self.ask("check", name="game.hoyle", text=text)

    def ask(self, kind: str, **parts):
        told = json.loads(json.dumps({"kind": kind, **parts}))
        return json.loads(json.dumps(self.session.answer(told)))

    def edited(self, changes) -> str:
        units = self.text.encode("utf-16-le")
        for change in sorted(changes, key=lambda one: -one["start"]):
            units = units[: 2 * change["start"]] + change["text"].encode("utf-16-le") + units[2 * change["end"] :]
        return units.decode("utf-16-le")


@pytest.fixture(name="page")
def a_page() -> Page:
    return Page()


# ---------------------------------------------------------------- messages


def test_the_types_of_the_page_are_those_of_the_messages():
    assert (PAGE / "src" / "messages.ts").read_text(encoding="utf-8") == wire.typescript()


def test_no_two_messages_of_a_union_are_called_alike():
    for name in wire.UNIONS:
        kinds = [wire.kind_of(cls) for cls in get_args(getattr(every, name))]
        assert len(kinds) == len(set(kinds))


@pytest.mark.parametrize(
    "told",
    [None, [], {}, {"kind": "nothing"}, {"kind": "check"}, {"kind": "hover", "at": "1"}, {"kind": "tell", "x": 1},
     {"kind": "hover", "at": True}, {"kind": "choose", "cards": [1.5], "cells": [], "players": [], "action": ""}],
)  # fmt: skip
def test_what_is_no_message_is_refused(told):
    assert Session().answer(told)["kind"] == "refused"


@given(st.text(alphabet=st.sampled_from("ab\n🂡é")), st.integers(0, 20))
def test_offsets_go_there_and_back(text, at):
    units = Units(text)
    for offset in range(len(text) + 1):
        assert units.out(offset) == len(text[:offset].encode("utf-16-le")) // 2
        assert units.back(units.out(offset)) == offset
    assert 0 <= units.back(at) <= len(text)


# ---------------------------------------------------------------- the text


def test_a_mistake_has_a_place_a_reason_and_what_mends_it():
    page = Page("# 🂡\n" + RULES.replace("mover does lay, draw_one", "mover does lay, draw_on"))
    (fault,) = [f for f in page.checked["faults"] if f["severity"] == "error"]
    wide = page.text.encode("utf-16-le")
    assert wide[2 * fault["start"] : 2 * fault["end"]].decode("utf-16-le") == "draw_on"
    assert not page.checked["playable"]
    (action,) = fault["actions"]
    page.text = page.edited(action["changes"])
    assert page.ask("check", name="game.hoyle", text=page.text)["playable"]


@pytest.mark.parametrize("indent", ["\t  ", "      ", " "])
def test_a_line_in_no_column_of_its_block_is_told(indent):
    page = Page(RULES.replace("  permit fitting", f"{indent}permit fitting"))
    assert any(fault["severity"] == "error" for fault in page.checked["faults"])


def test_the_name_of_the_rules_is_that_of_their_words(page):
    same = page.ask("check", name="game.hoyle", text=RULES + "\n# a comment\n")
    other = page.ask("check", name="game.hoyle", text=RULES.replace("deal 3", "deal 2"))
    assert same["rules"] == page.checked["rules"] != other["rules"]


def test_a_place_of_the_text_answers_what_an_editor_asks(page):
    at = RULES.index("fits(c)") + 1
    assert "suit" in page.ask("hover", at=at)["markdown"]
    assert any(one["text"] == "fits" for one in page.ask("complete", at=at)["found"])
    named = page.ask("names", at=at)
    assert [RULES[one["start"] : one["end"]] for one in (*named["introduced"], *named["used"])] == ["fits"] * 3
    renamed = page.edited(page.ask("rename", at=at, name="goes")["changes"])
    assert renamed.count("goes(c") == 2
    assert page.ask("rename", at=at, name="lay")["kind"] == "refused"
    assert page.ask("format")["changes"] == []


def test_every_clause_of_the_told_rules_is_one_of_the_text(page):
    told = page.ask("tell")
    at = {clause["at"]: clause for clause in told["clauses"]}
    assert all(RULES[c["at"] : c["end"]] == c["label"] for c in told["clauses"])
    assert {"fitting", "put", "when_stuck", "take", "out", "blocked", "deal"} <= {c["label"] for c in at.values()}
    for label in ("fitting", "when_stuck", "out"):
        assert f'data-at="{RULES.index(label)}"' in told["html"]
    assert [p["name"] for p in told["places"]][:2] == ["Table/1", "Table/2"]


def test_settings_are_listed_and_taken(page):
    (drawing,) = [s for s in page.checked["settings"] if s["kind"] == "question"]
    assert (drawing["words"], drawing["value"]) == (["stuck", "free"], "stuck")
    free = page.ask("check", name="game.hoyle", text=RULES, settings=[{"name": "drawing", "value": "free"}])
    assert [s["value"] for s in free["settings"] if s["kind"] == "question"] == ["free"]
    wrong = page.ask("check", name="game.hoyle", text=RULES, settings=[{"name": "drawing", "value": "gone"}])
    assert wrong["playable"]


# ---------------------------------------------------------------- the table


def played_out(page: Page, **deal):
    table = page.ask("deal", seed=4, **deal)
    while not table["ended"]:
        yours = table["yours"]
        table = page.ask("play", move=table["offers"]["offers"][0]["move"]) if yours else page.ask("onward")
    return table


def test_a_whole_game_is_played_and_every_line_of_its_log_has_its_clauses(page):
    table = played_out(page)
    assert table["ended"].startswith("The game is over")
    labels = {c["at"]: c["label"] for c in page.ask("tell")["clauses"]}
    assert {labels[at] for line in table["log"] for at in line["clauses"]} >= {"deal", "put", "fitting", "out"}
    assert len(table["log"]) == table["plies"] + 1
    # Time travel: the position then, and the last one again.
    assert page.ask("see", seat=0, at=0)["zones"] != table["zones"]
    assert page.ask("see", seat=0, at=-1)["zones"] == table["zones"]


def test_a_seat_sees_no_more_than_it_may(page):
    table = page.ask("deal", seed=4)
    hands = {zone["owner"]: zone for zone in table["zones"] if zone["family"] == "hand"}
    assert hands[0]["seen"]
    assert not hands[1]["seen"]
    assert (hands[1]["cards"], hands[1]["count"]) == ([], 3)
    assert all(z["seen"] for z in page.ask("see", seat=-1, at=0)["zones"])
    table = page.ask("see", seat=0, at=0)
    theirs = {c for z in page.ask("see", seat=1, at=0)["zones"] if z["owner"] == 1 for c in z["cards"]}
    names = {table["cards"][card]["name"] for card in theirs}
    told = json.dumps(page.ask("see", seat=0, at=0)["log"])
    assert names
    assert not any(name in told for name in names)


def test_cards_are_chosen_and_an_illegal_choice_is_told_its_rule(page):
    table = page.ask("deal", seed=4)
    (hand,) = [z for z in table["zones"] if z["family"] == "hand" and z["owner"] == 0]
    legal = {card for offer in table["offers"]["offers"] for card in offer["cards"]}
    for card in hand["cards"]:
        found = page.ask("choose", cards=[card], cells=[], players=[], action="")
        assert (found["count"] > 0) == (card in legal)
        if card not in legal:
            assert found["why"][0].startswith("You may not")
            assert found["clauses"] == [RULES.index("fitting")]
            kept = page.edited(page.ask("keep", what="illegal", move=found["judged"])["changes"])
            assert "illegal lay(" in kept
            break
    else:
        pytest.fail("every card may be laid, and the test is of nothing")


def test_copies_that_rules_do_not_tell_apart_have_no_number_in_what_is_told():
    page = Page(find("crazy_eights").read_text(encoding="utf-8"))
    text = page.text
    page.ask("check", name="game.hoyle", text=text, settings=[{"name": "players", "value": "6"}])
    table = page.ask("deal", seed=4, seats=["you"] * 6)
    moves = []
    for _ in range(12):
        moves += [offer["move"] for offer in table["offers"]["offers"]]
        assert not any("#" in offer["text"] for offer in table["offers"]["offers"])
        (hand,) = [z for z in table["zones"] if z["family"] == "hand" and z["owner"] == table["turn"]]
        why = [page.ask("choose", cards=[c], cells=[], players=[], action="")["why"] for c in hand["cards"]]
        assert "#" not in str(why)
        table = page.ask("play", move=moves[-1])
    assert any("#" in move for move in moves)
    told = [said["text"] for line in table["log"] for said in line["said"]]
    assert len(told) > 12
    assert not any("#" in one for one in told)


def test_copies_that_are_alike_are_one_move_and_those_in_an_order_are_told_apart():
    for order, told in (("set", {"1G", "2G"}), ("stack", {"1G", "1G#2", "2G", "2G#2"})):
        page = Page(copied(order))
        table = page.ask("deal", seed=1, seats=["you", "you"])
        for words in ("lay 2g", "lay 1g", "lay 2g", "lay 1g"):
            table = page.ask("play", move=words)
        backs = [offer for offer in table["offers"]["offers"] if offer["action"] == "back"]
        assert {offer["text"].split()[-1] for offer in backs} == told
        assert len({offer["number"] for offer in backs}) == len(told)
        # Each of the copies can be pointed at.
        assert len({card for offer in backs for card in offer["cards"]}) == 4
        fitting = page.ask("choose", cards=[], cells=[], players=[], action="back")
        assert fitting["count"] == len(told)


def test_moves_are_typed_as_well(page):
    table = page.ask("deal", seed=4)
    first = table["offers"]["offers"][0]
    refused = page.ask("play", move="dance")
    assert "no move here" in refused["why"]
    assert page.ask("play", move=first["move"].replace("(", " ").replace(")", ""))["plies"] == 1


def test_undo_branch_and_the_lines_of_play(page):
    table = page.ask("deal", seed=5, seats=["you", "you"])
    first, second = (o["move"] for o in table["offers"]["offers"][:2])
    one = page.ask("play", move=first)
    page.ask("see", seat=0, at=0)
    other = page.ask("play", move=second)
    assert (other["line"], len(other["lines"]), other["moves"]) == (1, 2, [second])
    back = page.ask("branch", number=0)
    assert back["moves"] == [first]
    assert back["zones"] == one["zones"]
    assert page.ask("undo")["plies"] == 0
    # Seen before its last move, a line is not shortened.
    page.ask("branch", number=1)
    page.ask("see", seat=0, at=0)
    assert page.ask("undo")["plies"] == 1
    # A move that has been made there goes on along its line.
    page.ask("branch", number=1)
    page.ask("see", seat=0, at=0)
    assert page.ask("play", move=second)["line"] == 1


def test_the_game_goes_on_under_changed_rules_as_far_as_they_play_it(page):
    table = played_out(page)
    moves = table["moves"]
    page.ask("check", name="game.hoyle", text="# another line\n" + RULES)
    again = page.ask("renew")
    assert (again["moves"], again["lost"], again["ended"]) == (moves, "", table["ended"])
    page.ask("check", name="game.hoyle", text=RULES.replace("when fits(c)", "when fits(c) and c is not c"))
    stopped = page.ask("renew")
    assert stopped["plies"] < len(moves)
    assert stopped["lost"].startswith(f"move {stopped['plies'] + 1}")
    page.ask("check", name="game.hoyle", text=RULES.replace("move lay", "mve lay"))
    assert page.ask("renew")["kind"] == "refused"
    page.ask("check", name="game.hoyle", text=RULES)
    resumed = page.ask("resume", seed=table["seed"], log="", moves=moves, seats=["you"], as_written=False, at=-1)
    assert resumed["ended"] == table["ended"]


def test_a_saved_log_is_opened_at_any_of_its_moves(page):
    table = played_out(page)
    log = page.ask("save")["log"]
    opened = Page().ask("watch", log=log, at=1)
    assert (opened["at"], opened["moves"]) == (1, table["moves"])
    # A page that has it goes on with it in another session, with what was played since.
    again = Page().ask("resume", seed=0, log=log, moves=table["moves"][:2], seats=["you"], as_written=False, at=-1)
    assert (again["plies"], again["zones"]) == (2, page.ask("see", seat=0, at=2)["zones"])
    for wrong in ("", "[]", "{}", '{"moves": []}', '{"moves": [], "outcomes": [{"pick": "x"}]}', "[" * 100_000):
        assert Page().ask("watch", log=wrong, at=0)["kind"] in ("refused", "table")


@pytest.mark.parametrize("name", ["pigeon", "twentyone"])
def test_positions_of_games_are_kept_as_examples_that_come_out(name):
    page = Page(read(find(name))[0].content)
    table = page.ask("deal", seed=2, seats=["you"] * 6)
    kept = 0
    for number in range(3):
        table = page.ask("play", move=table["offers"]["offers"][number % len(table["offers"]["offers"])]["move"])
        answer = page.ask("keep", what="play", move="")
        if answer["kind"] == "changes":
            kept += 1
            assert page.ask("check", name="game.hoyle", text=page.edited(answer["changes"]))["playable"]
            page.ask("check", name="game.hoyle", text=page.text)
        else:
            assert "would not come out" in answer["why"] or "cannot be written" in answer["why"]
    assert kept >= 2


# ---------------------------------------------------------------- beginning


def test_there_is_something_to_begin_with(page):
    games = page.ask("gallery")
    assert {"pigeon", "twentyone"} <= {g["name"] for g in games["games"]}
    assert Page(page.ask("take", name="kuhn_poker")["text"]).checked["playable"]
    for kind in games["kinds"]:
        begun = page.ask("begin", title="My Game", game_kind=kind["name"], rulebook="")
        assert Page(begun["text"]).checked["title"] == "My Game"
    of_text = page.ask("begin", title="My Game", game_kind="", rulebook="Play\nEach player gets three cards. Lay one.")
    assert Page(of_text["text"]).checked["playable"]
    assert page.ask("take", name="../../etc/passwd")["kind"] == "refused"
    assert page.ask("begin", title="x", game_kind="nothing", rulebook="")["kind"] == "refused"
