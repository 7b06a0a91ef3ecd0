"""Hoyle: a language, an engine and a verifier for the rules of card games.

>>> import hoyle
>>> game = hoyle.load("pigeon")
>>> state = game.new_initial_state(seed=1)
>>> state.apply_action(state.legal_actions()[0])
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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


def __getattr__(name: str) -> object:
    """Loads the engine when a public name is first used, so that `hoyle check` starts fast."""
    if name not in __all__:
        raise AttributeError(f"module `hoyle` has no attribute `{name}`")
    import hoyle.api

    return getattr(hoyle.api, name)
