"""Hoyle: a language, an engine and a verifier for the rules of card games.

>>> import hoyle
>>> game = hoyle.load("pigeon")
>>> state = game.new_initial_state(seed=1)
>>> state.apply_action(state.legal_actions()[0])
"""

from hoyle.api import (
    PASS,
    TERMINAL,
    Explanation,
    Fault,
    Game,
    IllegalMove,
    Move,
    NotFound,
    RuleError,
    State,
    Stopped,
    load,
)

__all__ = [
    "PASS",
    "TERMINAL",
    "Explanation",
    "Fault",
    "Game",
    "IllegalMove",
    "Move",
    "NotFound",
    "RuleError",
    "State",
    "Stopped",
    "load",
]
