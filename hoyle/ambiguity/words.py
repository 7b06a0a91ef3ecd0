"""What is said of a finding in words, the same in every form of the report.

Leaves to `hoyle.ambiguity.order` what stands where.
"""

from __future__ import annotations

import re

from hoyle.ambiguity.order import also_found
from verify.ambiguity.report.finding import TITLES, Change, Finding, Kind, Share


def percent(share: Share) -> str:
    """`22% (14 to 34) of 60 games, random play`; with more digits, or in so many games, where it is rare."""
    part, low, high = (100 * x for x in (share.interval.share, share.interval.low, share.interval.high))
    games = f"{share.games:,} games, {share.playing}"
    if not part:
        return f"in none of {games}"
    if part < 1:
        return f"in {round(share.interval.share * share.games):,} of {games}: {part:.2g}% ({low:.2g} to {high:.2g})"
    return f"{part:.0f}% ({low:.0f} to {high:.0f}) of {games}"


def changes(change: Change) -> str:
    """What a reading changes, in a line, with the margins of chance."""
    (seat, wins, margin), (length, spread) = _most(change), change.length
    if abs(wins) > margin:
        who = f"{_more(seat, wins, '.1f')} (±{100 * margin:.1f})"
    else:
        who = f"no player wins measurably more or fewer games (at most {100 * (abs(wins) + margin):.1f} in 100)"
    usual = f"usually {change.usual_length:.0f}"
    if abs(length) > spread:
        lasts = f"{_longer(length, '.1f')} (±{spread:.1f}; {usual})"
    else:
        lasts = f"games are as long as before, within {abs(length) + spread:.1f} moves ({usual})"
    return f"{who}; {lasts}"


def changed(change: Change) -> str:
    """The same in a few words, so far as chance lets one tell."""
    (seat, wins, margin), (length, spread) = _most(change), change.length
    told = [_more(seat, wins, ".0f")] if abs(wins) > margin else []
    told += [_longer(length, f".{int(abs(length) < 1)}f")] if abs(length) > spread else []
    return ", ".join(told) or "neither wins nor length change measurably"


def _most(change: Change) -> tuple[int, float, float]:
    """The seat whose wins change most; by how much, and the margin of that: parts of all games."""
    seat = max(range(len(change.wins)), key=lambda at: abs(change.wins[at][0]), default=0)
    return seat, *change.wins[seat]


def _more(seat: int, wins: float, digits: str) -> str:
    many = format(100 * abs(wins), digits)
    return f"player {seat + 1} wins {many} {'more' if wins > 0 else 'fewer'} game{'' if many == '1' else 's'} in 100"


def _longer(length: float, digits: str) -> str:
    many = format(abs(length), digits)
    return f"games are {many} move{'' if many == '1' else 's'} {'longer' if length > 0 else 'shorter'}"


def in_short(finding: Finding) -> str:
    """A finding in a line, as it comes."""
    asked = finding.kind in ("question", "variation") and finding.notes
    return f"{finding.notes[0] if asked else short(finding.kind)}: {finding.subject}: {finding.sentence}"


def short(kind: Kind) -> str:
    """What a kind of finding says, in few words."""
    words = re.split("[:,]", TITLES[kind])[0]
    return f"{words[0].upper()}{words[1:]}"


def origin_of(finding: Finding) -> str:
    """Whether a finding was found automatically, or is a question of the author, or both."""
    if finding.kind == "variation":
        return "Hoyle asks"
    if finding.origin == "found":
        return "found"
    return "your question, also found" if also_found(finding) else "your question"


def lines_of(finding: Finding) -> list[str]:
    """What is said of a finding, a sentence a line, the same in every form of the report."""
    lines = [finding.sentence, *finding.notes]
    if finding.kind in ("question", "variation") and finding.notes:
        lines[:2] = finding.notes[0], finding.sentence
    lines += [f"Also found automatically: {way}" for way in also_found(finding)]
    if finding.only_asked:
        lines.append(f"Not found automatically: {finding.only_asked}")
    if finding.standing == "unknown":
        lines.append(f"reason: {finding.reason}")
    elif finding.standing in ("proved", "checked", "tested"):
        lines.append(f"{finding.standing}: {finding.scope}")
    if finding.film is not None and finding.standing == "shown":
        count = len(finding.film.moves)
        lines.append(
            "shown by the deal alone" if not count else f"shortest game found: {count} move{'s' * (count > 1)}"
        )
    lines += [percent(share) for share in finding.shares]
    if finding.change is not None:
        lines.append(f"what it changes: {changes(finding.change)}")
    if finding.settled:
        lines.append(f"settled by {finding.settled}" if finding.kind not in ("ruling",) else finding.settled)
    return lines
