"""Carries out an order: which work it is, and how it ends whatever happens.

Leaves processes and workers to the homes.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, assert_never

from engine.interpreter.faults import BeyondLimits
from hoyle.studio.messages import runs as m
from hoyle.studio.messages.every import Event, Order
from hoyle.studio.runs.rules import NoGame, rules_of
from hoyle.studio.wire import Unreadable, as_json, from_json


def run(told: object, tell: Callable[[dict[str, Any]], None], *, jobs: int = 0) -> None:
    """Carries out an order that a page sent, and tells its events as JSON; the last one ends it. Raises nothing but
    KeyboardInterrupt, where it is stopped before there is anything to tell."""
    try:
        order: Order = from_json(told, Order)
        last: Event = carried_out(order, lambda event: tell(as_json(event)), jobs=jobs)
    except (Unreadable, NoGame, BeyondLimits) as error:
        last = m.Failed(str(error))
    except MemoryError:
        last = m.Failed("there was too little memory for this; ask for less, or raise HOYLE_MEMORY")
    except KeyboardInterrupt:
        last = m.Failed("stopped before anything was found")
    except Exception as error:
        last = m.Failed(f"a mistake of Hoyle's own: {type(error).__name__}: {error}\n{traceback.format_exc()[-2000:]}")
    tell(as_json(last))


def carried_out(order: Order, tell: Callable[[Any], None], *, jobs: int = 0) -> Event:
    """Carries out an order; answers its last event. Raises NoGame."""
    match order:
        case m.Verify(name, text, settings, as_written, _):
            from hoyle.studio.runs.verify import Verification

            rules = rules_of(name, text, settings, as_written=as_written)
            return Verification(rules, order, tell).verified()
        case m.Ambiguities(name, text, settings, _, _):
            from hoyle.studio.runs.ambiguities import Search

            return Search(rules_of(name, text, settings), order, tell, jobs).asked()
        case m.Count(name, text, settings):
            from hoyle.studio.runs.count import counted

            return counted(rules_of(name, text, settings), order, tell)
        case m.Sweep():
            from hoyle.studio.runs.count import swept

            return swept(order, tell)
        case m.Export(name, text, settings, _):
            from hoyle.studio.runs.export import exported

            return exported(rules_of(name, text, settings), order, tell)
        case _:
            assert_never(order)
