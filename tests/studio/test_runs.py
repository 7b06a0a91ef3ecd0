"""The long work of the studio: verdicts, open points, figures and exports as they come, without a home."""

import json
import sys
from pkgutil import resolve_name

import pytest

from hoyle.misreadings.variations import questions
from hoyle.sources.files import lower, parse_text
from hoyle.studio import worker
from hoyle.studio.messages.runs import REASON
from hoyle.studio.runs.run import run
from tests.studio.test_session import RULES, Page

CLASH = RULES.replace(
    'permit fitting @ "Play/2" when fits(c)\n',
    'permit fitting @ "Play/2" when fits(c)\n  forbid late @ "Play/1" when size of hand of mover > 3\n',
)


def events(kind: str, text: str = RULES, **parts) -> list[dict]:
    """What comes of an order, but for what it is at."""
    found: list[dict] = []
    run({"kind": kind, "name": "game.hoyle", "text": text, "settings": [], **parts}, found.append)
    return [event for event in json.loads(json.dumps(found)) if event["kind"] != "doing"]


def test_verdicts_come_with_their_places_and_the_last_message_has_them_all():
    *came, last = events("verify", as_written=False, seconds=2)
    assert {event["kind"] for event in came} == {"verdict"}
    assert last["kind"] == "verified"
    assert last["rules"] == Page().checked["rules"]
    examples = [v for v in came if v["code"] == "example"]
    assert [RULES[v["at"][0] :].partition('"')[0] for v in examples] == ["", ""]
    assert came.index(examples[0]) < 4
    assert {v["key"] for v in last["verdicts"]} >= {v["key"] for v in examples}


@pytest.mark.parametrize(
    "place",
    ["hoyle.studio.runs.verify.Verification._came", "hoyle.studio.runs.verify.sort", "hoyle.run.verifying.others",
     "hoyle.studio.runs.verify.plan_of"],
)  # fmt: skip
def test_wherever_a_verification_is_stopped_it_tells_what_it_found(place, monkeypatch):
    _stopped_at(place, monkeypatch)
    fresh = f"{RULES}# of which no run is kept: {place}\n"
    last = events("verify", fresh, as_written=False, seconds=2)[-1]
    assert (last["kind"], last["outcome"]) == ("verified", "STOPPED")
    assert last["verdicts"]


@pytest.mark.parametrize("place", ["hoyle.studio.runs.ambiguities.find", "hoyle.studio.runs.ambiguities.Choice"])
def test_wherever_a_search_is_stopped_it_tells_what_it_found(place, monkeypatch):
    _stopped_at(place, monkeypatch)
    last = events("ambiguities", CLASH, seconds=2, ask=False)[-1]
    assert last["kind"] == "asked"


def _stopped_at(place: str, monkeypatch) -> None:
    """Ctrl-C, once, where something is called."""
    owner, _, name = place.rpartition(".")
    was = resolve_name(place)
    once = iter([KeyboardInterrupt])

    def interrupted(*args, **parts):
        for stop in once:
            raise stop
        return was(*args, **parts)

    monkeypatch.setattr(f"{owner}.{name}", interrupted)


def test_the_process_of_a_run_keeps_a_stop_that_gets_lost(monkeypatch):
    def run(order, tell, jobs):
        tell({"hook": sys.unraisablehook.__qualname__})

    told: list[dict] = []
    monkeypatch.setattr("hoyle.studio.runs.run.run", run)
    monkeypatch.setattr("hoyle.studio.worker._lines", lambda: iter([b"{}"]))
    monkeypatch.setattr("hoyle.studio.worker._end_with_whoever_began", lambda: None)
    monkeypatch.setattr("hoyle.studio.worker.signal.signal", lambda number, handler: None)
    worker._run(told.append)
    assert told == [worker.READY, {"hook": "interrupts_kept._lost"}]


def test_a_claim_that_fails_has_a_play_that_opens_on_the_table():
    text = RULES.replace(
        "claim small_hands: always size of hand of player 1 <= 8",
        "claim small_hands: always size of hand of player 1 <= 3",
    )
    last = events("verify", text, as_written=False, seconds=2)[-1]
    (failed,) = [v for v in last["verdicts"] if v["key"] == "claim:small_hands"]
    assert (failed["word"], failed["heading"]) == ("refuted", "failed")
    assert text[failed["at"][0] :].startswith("small_hands")
    page = Page(text)
    table = page.ask("watch", log=failed["play"], at=-1)
    assert table["plies"] == failed["plies"]
    assert table["broken"] == failed["at"]


@pytest.fixture(name="open_points", scope="module")
def the_open_points() -> list[dict]:
    return [p for p in events("ambiguities", CLASH, seconds=5)[-1]["points"] if p["heading"] == "open"]


def answered(way: dict) -> str:
    page = Page(CLASH)
    return page.edited([{**c, "text": c["text"].replace(REASON, "the leaflet says so")} for c in way["changes"]])


def test_a_clash_is_a_conversation_with_answers_that_settle_it(open_points):
    clash = next(p for p in open_points if p["finding"] == "clash")
    assert [s["label"] for s in clash["sentences"]][:2] == ["fitting", "late"]
    assert clash["scenes"]
    assert len(clash["sides"]) == 2
    assert clash["sides"][0]["note"] != clash["sides"][1]["note"]
    fitting, late, question = clash["ways"]
    text = answered(late)
    assert 'ruling late over fitting because "the leaflet says so"' in text
    assert Page(text).checked["playable"]
    assert "fitting counts" in fitting["detail"]
    left = events("ambiguities", text, seconds=4)[-1]["points"]
    assert not [p for p in left if p["finding"] == "clash" and p["heading"] == "open"]
    # Left open, it is a question with two readings, either of which plays.
    asked = Page(answered(question))
    (setting,) = [s for s in asked.checked["settings"] if s["name"] == "fitting_or_late"]
    for word in setting["words"]:
        chosen = [{"name": setting["name"], "value": word}]
        assert asked.ask("check", name="game.hoyle", text=asked.text, settings=chosen)["playable"]


def test_a_question_has_both_continuations_and_a_ruling_for_each_reading():
    unruled = RULES.replace('  ruling stuck because "the sentence begins with: if you cannot"\n', "")
    points = events("ambiguities", unruled, seconds=15)[-1]["points"]
    question = next(p for p in points if p["finding"] == "question")
    assert (question["heading"], len(question["sides"]), len(question["ways"])) == ("open", 2, 2)
    page = Page(unruled)
    ruled = page.edited([{**c, "text": c["text"].replace(REASON, "why not")} for c in question["ways"][1]["changes"]])
    assert ruled.index("reading free") < ruled.index('ruling free because "why not"') < ruled.index("claim every")
    assert Page(ruled).checked["playable"]


def test_what_hoyle_asks_is_settled_with_a_reason_or_left_open():
    points = events("ambiguities", seconds=15, ask=True)[-1]["points"]
    asked = [p for p in points if p["heading"] == "asked"]
    assert asked, [(p["heading"], p["title"]) for p in points]
    assert not [p for p in points if p["finding"] == "variation" and p["ways"] and p["heading"] != "asked"]
    page, first = Page(RULES), asked[0]
    assert first["title"].endswith("?")
    settle, leave = first["ways"]
    assert (settle["reasoned"], leave["reasoned"]) == (True, False)
    name = first["key"].removeprefix("variation:")
    text = page.edited([{**c, "text": c["text"].replace(REASON, "it says so")} for c in settle["changes"]])
    assert text.startswith(RULES.rstrip())
    assert f"question {name}" in text
    assert 'because "it says so"' in text
    assert Page(text).checked["playable"]
    assert name not in {one.name for one in _questions(text)}
    asked_too = Page(Page(RULES).edited(leave["changes"]))
    (setting,) = [s for s in asked_too.checked["settings"] if s["name"] == name]
    for word in setting["words"]:
        chosen = [{"name": name, "value": word}]
        assert asked_too.ask("check", name="game.hoyle", text=asked_too.text, settings=chosen)["playable"]


def test_without_being_told_to_hoyle_asks_nothing():
    found = events("ambiguities", seconds=3)[-1]["points"]
    assert not [p for p in found if p["finding"] == "variation"]


def _questions(text: str):
    loaded = lower(parse_text("game.hoyle", text))
    assert loaded.game is not None
    return questions(loaded, loaded.game)


def test_games_are_counted_clause_by_clause_and_value_by_value():
    (figures, counted) = events("count", games=40, seed=1, policy="random")
    assert counted["games"] == figures["games"] == sum(bar["count"] for bar in figures["lengths"]) == 40
    fired = {RULES[c["at"] :].split()[0] for c in figures["clauses"] if c["games"]}
    assert {"fitting", "put", "when_stuck", "out"} <= fired
    ruled = RULES.replace("players 2 @", "number dealt: 1 to 5, usually 3\n  players 2 @").replace(
        "deal 3", "deal dealt"
    )
    several = events("sweep", ruled, setting="dealt", values=["1", "3", "9"], games=20, seed=1)
    assert [(e["value"], e["games"]) for e in several[:-1]] == [("1", 20), ("3", 20)]
    assert several[0]["mean"] < several[1]["mean"]


def test_a_game_is_written_out():
    written, exported = events("export", target="rulebook")
    assert written["name"] == "game.html"
    assert "<h1>Last Card</h1>" in written["data"]
    assert exported["files"] == 1
    assert "hoyle export" in events("export", target="vectors")[-1]["why"]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"kind": "verify"}, "lacks name"),
        ({"kind": "check", "name": "x", "text": ""}, "no message"),
        (
            {"kind": "count", "name": "x", "text": "game", "settings": [], "games": 1, "seed": 1, "policy": "random"},
            "errors",
        ),
    ],
)
def test_an_order_that_cannot_be_carried_out_ends_in_a_sentence(order, why):
    found: list[dict] = []
    run(order, found.append)
    assert (found[-1]["kind"], why in found[-1]["why"]) == ("failed", True)
