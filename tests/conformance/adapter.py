"""A program that answers `hoyle conform` by Hoyle itself, with a fault planted on request.

Usage: adapter.py GAME [FAULT]
"""

import json
import sys
import time

from engine.conformance.state import told_state
from engine.logs.explain import IllegalMove
from engine.luck.chance import ChanceError, Picked, Scripted, Shuffled
from hoyle.api import load

GAME = load(sys.argv[1])
FAULT = sys.argv[2] if len(sys.argv) > 2 else ""
TELLS = ["over", "to_move", "step", "legal", "zones", "fields", "observations", "ending", "returns"]


def luck(told):
    words = GAME.interpreter.words
    return Scripted([
        Shuffled(words.read_cards(" ".join(o["shuffled"])) or ()) if "shuffled" in o else Picked(o["of"], o["picked"])
        for o in told
    ])  # fmt: skip


def moved(words):
    move = GAME.interpreter.words.parse_move(words)
    assert not isinstance(move, str), move
    return move


def answer(request, turn):
    interpreter = GAME.interpreter
    if request["do"] == "start":
        turn = interpreter.start(luck(request["luck"]))
    else:
        turn = interpreter.apply(turn.position, moved(request["move"]), luck(request["luck"]))
    return turn, told_state(interpreter, turn)


def spoiled(state, moves):
    if FAULT == "drops_a_move" and moves >= 2:
        state["legal"] = state["legal"][1:]
    if FAULT == "other_order" and moves >= 2:
        state["legal"] = state["legal"][::-1]
    if FAULT == "loses_a_card" and moves >= 3:
        name = next(zone for zone, cards in state["zones"].items() if cards)
        state["zones"][name] = state["zones"][name][1:]
    if FAULT == "shows_a_card" and moves >= 1:
        view = next(v for seen in state["observations"] for v in seen.values() if "cards" not in v)
        view["cards"] = []
    if FAULT == "forgets" and moves >= 1:
        del state["returns"]
    if FAULT == "errs" and moves >= 2:
        return {"error": "no such move"}
    return state


def main():
    turn, moves = None, 0
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "hello":
            tells = ["over"] if FAULT == "tells_too_little" else TELLS
            print(json.dumps({"tells": tells, "in_order": FAULT != "unordered"}), flush=True)
            continue
        moves = 0 if request["do"] == "start" else moves + 1
        if FAULT == "dies" and moves == 2:
            sys.exit(7)
        if FAULT == "sleeps" and moves == 1:
            time.sleep(60)
        if FAULT == "babbles" and moves == 1:
            print("hello there", flush=True)
            continue
        try:
            turn, state = answer(request, turn)
        except (IllegalMove, ChanceError) as error:
            state = {"error": str(error)}
        print(json.dumps(spoiled(state, moves)), flush=True)


main()
