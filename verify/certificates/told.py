"""What a manifest says of a proof by induction or by measures, as data and back.

Leaves what it means to `verify.certificates.inductive`.
"""

from __future__ import annotations

from typing import Any

from verify.certificates.inductive import ByInduction, Ending, Inducted, Named
from verify.obligations.certificate import Edge, Lemma, Level, Telling

_READ = {False: "where play leads", True: "anywhere"}
_ANYWHERE = {words: anywhere for anywhere, words in _READ.items()}
"""At which positions a claim is asked of."""

TELLINGS: dict[str, Telling] = {"exact": "exact", "loose": "loose"}


def as_data(one: ByInduction) -> dict[str, object]:
    """A proof as JSON has it."""
    end = None if one.ending is None else _ending(one.ending)
    claims = [
        {"name": c.name, "sentence": c.sentence, "own": [_lemma(own) for own in c.own], "read": _READ[c.anywhere]}
        for c in one.claims
    ]
    lemmas = [_lemma(lemma) for lemma in one.lemmas]
    return {
        "file": one.file,
        "sha256": one.sha256,
        "settings": dict(one.settings),
        "told": one.told,
        "lemmas": lemmas,
        "claims": claims,
        "end": end,
    }


def from_data(body: Any) -> ByInduction:
    """The proof that `as_data` wrote. Raises ValueError, TypeError or KeyError where it is none."""
    return ByInduction(
        word(body["file"]),
        word(body["sha256"]),
        settings_of(body["settings"]),
        TELLINGS[word(body["told"])],
        tuple(map(_lemma_of, body["lemmas"])),
        tuple(
            Inducted(word(c["name"]), word(c["sentence"]), tuple(map(_lemma_of, c["own"])), _ANYWHERE[word(c["read"])])
            for c in body["claims"]
        ),
        None if body["end"] is None else _ending_of(body["end"]),
    )


def settings_of(body: Any) -> Named:
    """Settings from an object of names and values."""
    return tuple((name, word(value)) for name, value in body.items())


def _lemma(one: Lemma) -> dict[str, object]:
    return {"words": one.words, "at": None if one.at is None else _numbers(one.at)}


def _lemma_of(body: Any) -> Lemma:
    return Lemma(word(body["words"]), None if body["at"] is None else _numbers_of(body["at"]))


def _ending(one: Ending) -> dict[str, object]:
    follows = [{"name": name, "sentence": sentence} for name, sentence in one.follows]
    return {"follows": follows, "edges": list(map(_numbers, one.edges)), "levels": list(map(_level, one.levels))}


def _ending_of(body: Any) -> Ending:
    follows = tuple((word(one["name"]), word(one["sentence"])) for one in body["follows"])
    return Ending(follows, _edges(body["edges"]), tuple(map(_level_of, body["levels"])))


def _level(one: Level) -> dict[str, object]:
    return {
        "measure": one.measure,
        "cells": _numbers(one.cells),
        "edges": list(map(_numbers, one.edges)),
        "rest": list(map(_numbers, one.rest)),
        "inner": list(map(_level, one.inner)),
    }


def _level_of(body: Any) -> Level:
    inner = tuple(map(_level_of, body["inner"]))
    return Level(word(body["measure"]), _numbers_of(body["cells"]), _edges(body["edges"]), _edges(body["rest"]), inner)


def _edges(body: Any) -> tuple[Edge, ...]:
    return tuple((way, target) for way, target in map(_numbers_of, body))


def _numbers(some: tuple[int, ...]) -> str:
    return " ".join(map(str, some))


def _numbers_of(body: object) -> tuple[int, ...]:
    return tuple(map(int, word(body).split()))


def word(value: object) -> str:
    """A text as it stands. Raises TypeError where it is none."""
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value
