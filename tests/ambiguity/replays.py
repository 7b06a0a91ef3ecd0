"""Plays the log of a finding again, from what it tells by itself."""

from __future__ import annotations

from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json, replay
from hoyle.ambiguity.run import Maker
from hoyle.sources.files import Loaded
from verify.ambiguity.find.orders import CHANGES, rebuilt
from verify.ambiguity.report.finding import Finding


def replayed(loaded: Loaded, finding: Finding) -> bool:
    """Does the play of a finding replay? Where two games part after a move, the log ends before it."""
    film = finding.film
    assert film is not None
    settings = dict(film.settings)
    changes = {name: settings.pop(name) for name in CHANGES if name in settings}
    written = settings.pop("as_written", "no") == "yes"
    game = Maker(loaded.parsed)({name: told for name, told in settings.items() if told != "open"}, written)
    made = None if game is None else rebuilt(game, changes)
    assert made is not None, (finding.kind, finding.subject, film.settings)
    interpreter = Interpreter(made)
    log = from_json(interpreter, film.log)
    assert not isinstance(log, str), log
    return not replay(interpreter, log).problem and len(log.moves) in (len(film.moves), len(film.moves) - 1)
