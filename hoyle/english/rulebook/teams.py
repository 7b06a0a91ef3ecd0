"""Tells who plays with whom: beside the number of players, and where the words team and partner are explained."""

from __future__ import annotations

from hoyle.english.document.marks import sentence
from hoyle.english.document.model import Block, Para
from hoyle.english.grammar import listed
from hoyle.english.teller import Teller
from spec.ir import nodes as ir
from spec.ir.index import PLAYER
from spec.ir.teams import PARTNER, TEAM, team_numbers


def _seated(t: Teller) -> tuple[tuple[int, ...], ...]:
    """The players of each team."""
    numbers = team_numbers(t.game.defines, len(t.index.domains[PLAYER].values))
    return tuple(tuple(p for p, n in enumerate(numbers) if n == team) for team in sorted(set(numbers)))


def _players(mates: tuple[int, ...]) -> str:
    return f"player{'' if len(mates) == 1 else 's'} {listed([str(p + 1) for p in mates])}"


def _names(t: Teller, seated: tuple[tuple[int, ...], ...]) -> list[str]:
    return [t.lexicon.symbol(number, TEAM).text for number in range(len(seated))]


def _alone(seated: tuple[tuple[int, ...], ...]) -> bool:
    return all(len(mates) == 1 for mates in seated)


def against(t: Teller) -> tuple[str, ...]:
    """A sentence on who plays against whom, where the game has teams."""
    seated = _seated(t)
    if not seated:
        return ()
    if _alone(seated):
        return ("each player plays alone",)
    first, *others = (f"{_players(mates)} ({name})" for mates, name in zip(seated, _names(t, seated), strict=True))
    return (f"{first} play against {listed(others)}",)


def domain(t: Teller) -> tuple[str, ...]:
    """The list of teams, where its words are explained with the definition of the same name."""
    return (TEAM,) if _seated(t) else ()


def meaning(t: Teller, define: ir.Define) -> tuple[Block, ...]:
    """What the definitions team and partner mean, in a game that has teams."""
    seated, label = _seated(t), define.source.label
    if not seated or label not in (TEAM, PARTNER):
        return ()
    if label == PARTNER:
        lone = "" if all(len(mates) == 2 for mates in seated) else "; who plays alone has none"
        told = f"a player’s partner is the other player of the same team{lone}"
    elif _alone(seated):
        told = "each player is a team alone"
    else:
        told = "; ".join(
            f"{_players(mates)} {'is' if len(mates) == 1 else 'are'} {name}"
            for mates, name in zip(seated, _names(t, seated), strict=True)
        )
    return (Para(sentence(told), cites=define.source.cites),)
