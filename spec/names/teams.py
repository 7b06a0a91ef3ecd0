"""Declares who plays with whom: the list of teams, and the definitions `team` and `partner` of a player.

Nothing below the front end knows of teams: they are words of a list, and two definitions.
"""

from __future__ import annotations

from spec import syntax as s
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.teams import PARTNER, TEAM, team_numbers
from spec.lower.base import PLAYER, Scope
from spec.lower.pruning import in_use
from spec.lower.under import under
from spec.names.table import Names, Signature
from spec.text.source import Span

SOMEBODY = ir.Var("p", PLAYER)


def declare_teams(items: tuple[s.GameItem, ...], names: Names) -> None:
    """The teams that hold under the settings; where the file has teams and none hold, each player is one alone."""
    found = [item for item in items if isinstance(item, s.TeamsText)]
    introduced = [names.introduce(s.Name(name, found[0].span), "part of `teams`") for name in _WORDS if found]
    if not all(introduced) or not found:
        return
    held = _held(found, names)
    count = len(names.domains["player"].values)
    teams = tuple((str(p + 1), "", (p,)) for p in range(count)) if held is None else _teams(held, count, names)
    display = tuple(shown for _, shown, _ in teams)
    names.add_domain(ir.Domain(TEAM, tuple(word for word, _, _ in teams), displays=display))
    seated = tuple(players for _, _, players in teams)
    at = found[0] if held is None else held
    _define(TEAM, ir.Symbol(TEAM), _team(seated), at, names)
    _define(PARTNER, PLAYER, _partner(seated), at, names)


_WORDS = (TEAM, PARTNER)


def _held(found: list[s.TeamsText], names: Names) -> s.TeamsText | None:
    """The one that holds; two that do are reported, and one that cannot fit every number of players."""
    held: list[s.TeamsText] = []
    for item in found:
        test = under(item.under, Scope(names))
        if fold.constant(test) is None:
            names.report("E0508", item.span, "these teams depend on an open question; choose a reading first")
        elif test == fold.YES:
            held.append(item)
    if len(held) > 1:
        related = [(held[0].span, "the first ones")]
        names.report("E0322", held[1].span, "two lists of teams hold at once", related=related)
    return held[0] if held else None


def _teams(held: s.TeamsText, count: int, names: Names) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
    """Each team's word, display name and players; who is in none or in two is reported."""
    made: dict[str, tuple[str, str, tuple[int, ...]]] = {}
    seated: dict[int, Span] = {}
    for number, team in enumerate(held.teams, 1):
        word = str(number) if team.name is None else team.name.text
        shown = team.name.display.text if team.name and team.name.display else ""
        if word in made:
            names.report("E0322", team.span, f"two teams are called `{word}`")
        for player in team.players:
            if not 1 <= player <= count:
                _misfit(held, team.span, f"there is no player {player}", count, names)
            elif player in seated:
                related = [(seated[player], "named here first")]
                names.report("E0322", team.span, f"player {player} is named twice", related=related)
            seated.setdefault(player, team.span)
        made.setdefault(word, (word, shown, tuple(p - 1 for p in team.players)))
    missing = [player for player in range(1, count + 1) if player not in seated]
    if missing:
        _misfit(held, held.span, f"player {missing[0]} is in no team", count, names)
    return tuple(made.values())


def check_partner(game: ir.Game, names: Names) -> None:
    """Reports that what is in force asks for the one partner of who has several."""
    if not names.teams or PARTNER not in in_use(game):
        return
    numbers = team_numbers(names.teams, len(names.domains["player"].values))
    crowd = next((n for n in numbers if numbers.count(n) > 2), None)
    if crowd is not None:
        word = names.domains[TEAM].values[crowd]
        message = f"`partner` is one player, and team {word} has {numbers.count(crowd)}; say `every player q` of a team"
        names.report("E0322", names.defines[PARTNER].span, message)


def _misfit(held: s.TeamsText, span: Span, what: str, count: int, names: Names) -> None:
    hint = "" if held.under else "; teams for one number of players stand `under players = ...`"
    names.report("E0322", span, f"{what}, where {count} play{hint}")


def _define(name: str, kind: ir.Type, body: ir.Expr, at: s.TeamsText, names: Names) -> None:
    params = (SOMEBODY,)
    names.defines[name] = Signature(params, at.span)
    names.define_types[name] = kind
    source = ir.Source(name, tuple(c.text for c in at.cites), at.span)
    names.teams = (*names.teams, ir.Define(source, params, kind, body))


def _is(players: tuple[int, ...]) -> ir.Expr:
    return fold.disjunction(*(fold.comparison("=", SOMEBODY, ir.Lit(p, PLAYER)) for p in players))


def _team(seated: tuple[tuple[int, ...], ...]) -> ir.Expr:
    """The team of a player, told player by player."""
    body: ir.Expr = ir.Lit(len(seated) - 1, ir.Symbol(TEAM))
    for number in reversed(range(len(seated) - 1)):
        body = fold.choice(_is(seated[number]), ir.Lit(number, ir.Symbol(TEAM)), body)
    return body


def _partner(seated: tuple[tuple[int, ...], ...]) -> ir.Expr:
    """The other player of a team of two. Who plays alone has none, and of several nobody is the one partner."""
    other = {p: q for pair in seated if len(pair) == 2 for p, q in (pair, pair[::-1])}
    none = ir.First("(partner)", ir.OverDomain("player"), fold.NO, None)
    whole = all(len(team) == 2 for team in seated)
    *rest, last = sorted(other) or [0]
    body: ir.Expr = ir.Lit(other[last], PLAYER) if whole else none
    for player in reversed(rest if whole else sorted(other)):
        body = fold.choice(_is((player,)), ir.Lit(other[player], PLAYER), body)
    return body
