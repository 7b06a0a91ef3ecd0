"""One item of the report in full: the two clauses side by side, the play, the position drawn as text, what it changes.

Leaves what is said of a finding in every form to `hoyle.ambiguity.words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text as Line

from hoyle.ambiguity.order import Item, Told, also_found, ways
from hoyle.ambiguity.words import changes, percent
from hoyle.misreadings.draft import Asked
from hoyle.terminal.lines import say, width
from spec.ir import nodes as ir
from spec.text.clean import clean
from verify.ambiguity.report.finding import TITLES, Film, Finding, Kind, Picture, Pile

WIDE = 100
"""So wide are two columns where nobody looks."""
HIDDEN = ("count", "nobody")
MANY = 8
"""Of a pile that nobody sees more cards than that are only counted."""
IN = "     "

FIXES: dict[Kind, str] = {
    "clash": "say which one wins: `precedence {1} > {0}` (or the other way round), or, where the rulebook is "
    'silent: `ruling {1} over {0} because "..."`',
    "ends-collide": 'say which end counts: `precedence {0} > {1}`, or `ruling {0} over {1} because "..."`',
    "gap": "add a clause for this case, or one `otherwise`",
    "stuck": "say what a player does who has no legal move: `otherwise: ...` at the step, or an end",
    "undefined": "say what happens where nothing is there: `else`, `up to`, or a condition",
    "overflow": "give the field a wider range, or say what happens at its limit",
    "endless": "let somebody decide, or end the game",
    "order": "say in which order it happens",
    "leak": "let the rule look only at what its player sees, or show the cards",
    "no-end": "add an end for a position that comes back, or a limit of turns",
    "claim-false": "mend the rules or the claim; if the rulebook itself says it, write `text says`",
    "example-wrong": "mend the rules or the example; if the rulebook itself is wrong, mark the example",
}
"""What an author can do about what is open."""


def in_full(console: Console, told: Told, item: Item, *, lead: str = "", moves: bool = True) -> None:
    """Prints all that is known of an item; without `moves` a long play is only counted."""
    head = item.head
    title = told.questions[item.question].text if item.question in told.questions else TITLES[head.kind]
    title = head.notes[0] if head.kind == "variation" else title
    name = head.subject if head.kind == "variation" else item.question or head.kind
    say(console, f"{title[0].upper()}{title[1:]} ({name})", lead=lead, style="bold")
    if item.question:
        _readings(console, told, item)
    for finding in item.findings:
        _finding(console, told, finding, moves=moves)
    if head.subject in told.asked and head.kind == "variation":
        _edit(console, told.asked[head.subject])
    for finding in item.left:
        say(console, f"If no reading is chosen: {finding.sentence}.", lead=IN, style="dim")


def _finding(console: Console, told: Told, finding: Finding, *, moves: bool) -> None:
    if finding.kind == "question":
        _, _, names = finding.subject.partition(": ")
        console.print()
        say(console, names, lead=IN, style="bold")
    say(console, finding.sentence, lead=IN)
    for note in finding.notes[finding.kind == "variation" :] if finding.kind != "question" else ():
        say(console, note, lead=IN)
    if finding.kind != "question":
        side_by_side(console, [_clause(told, source) for source in finding.sources])
    if finding.film is not None:
        _play(console, finding.film, moves=moves)
    for name, text in _figures(finding):
        say(console, text, lead=f"{IN}{name:8} ", lead_style="bold")


def _edit(console: Console, asked: Asked) -> None:
    """The question as it stands in the file once it is written there."""
    say(console, 'If the rules are meant as they are written, say so and why (--settle "...").', lead=IN)
    say(console, "To keep both wordings in the file, write it there (--write), with this:", lead=IN)
    for line in asked.section().splitlines():
        say(console, line, lead=f"{IN}  ")


def _figures(finding: Finding) -> Iterator[tuple[str, str]]:
    """How often it comes up, what it changes, how sure it is, what settles it, and what can be done."""
    for number, share in enumerate(finding.shares):
        yield ("" if number else "Often"), percent(share)
    if finding.change is not None:
        yield "Changes", changes(finding.change)
    if finding.standing == "unknown":
        yield "Unknown", finding.reason
    elif finding.standing in ("proved", "checked", "tested"):
        yield finding.standing.capitalize(), finding.scope
    for way in also_found(finding):
        yield "Found", f"automatically too, as {way}"
    if finding.settled:
        yield "Settled", finding.settled if finding.kind == "ruling" else f"by {finding.settled}"
    elif advice(finding):
        yield "Rule", advice(finding)


def advice(finding: Finding) -> str:
    """What an author can do about what is open, '' where it is not."""
    if finding.kind == "interaction" and finding.asked_by:
        one, _, beside = finding.subject.partition(" with ")
        read = dict(finding.film.settings).get(beside) if finding.film is not None else None
        return (
            f"write {beside} into the file first (hoyle ambiguities GAME {beside} --write); then hoyle ambiguities GAME"
            f" {one} --reading {beside}={read} shows {one}"
        )
    known = finding.open_defect and finding.kind in FIXES
    return FIXES[finding.kind].format(*finding.clauses, "...", "...") if known else ""


# ---------------------------------------------------------------- clauses and readings


def _clause(told: Told, source: ir.Source) -> list[str]:
    """A clause: its name and place, and what it says."""
    cites = f", rulebook {'; '.join(source.cites)}" if source.cites else ""
    return [f"{source.told} (line {_line(told, source)}{cites})", told.said(source)]


def _line(told: Told, source: ir.Source) -> int:
    return told.text.position(source.span.start)[0]


def _readings(console: Console, told: Told, item: Item) -> None:
    """The readings of a question, with the ruling."""
    asked = told.questions.get(item.question)
    for reading in ways(told, item):
        ruled = asked is not None and asked.ruled == reading.source.label
        because = f" (your ruling: {asked.because})" if ruled and asked is not None else ""
        say(console, reading.text + because, lead=f"{IN}{reading.source.label}: ", lead_style="bold" if ruled else "")
    if asked is not None and not asked.ruled:
        say(console, 'say which one counts: `ruling READING because "..."`', lead=f"{IN}Rule     ", lead_style="bold")


def places(told: Told, finding: Finding) -> str:
    """Where the clauses of a finding stand."""
    return ", ".join(f"{source.told} (line {_line(told, source)})" for source in finding.sources)


# ---------------------------------------------------------------- the play


def how_often(finding: Finding) -> str:
    """How often it comes up, in a few words."""
    if not finding.shares:
        return ""
    share = max(finding.shares, key=lambda s: s.games)
    part = 100 * share.interval.share
    told = "in none" if not part else f"in {part:.0f}%" if part >= 1 else f"in {part:.2g}%"
    return f"{told} of {share.games:,} games"


def play_line(told: Told, finding: Finding) -> str:
    """The play that shows it, counted, and of which settings it is where they are not those of the game."""
    if finding.film is None:
        return ""
    count = len(finding.film.moves)
    shown = "shown by the deal alone" if not count else f"shown by {count} move{'' if count == 1 else 's'}"
    own = {} if told.game is None else dict(told.game.settings)
    others = [f"{name}={value}" for name, value in finding.film.settings if own.get(name, value) != value]
    return f"{shown} with {', '.join(others)}" if others else shown


def _play(console: Console, film: Film, *, moves: bool) -> None:
    if moves or len(film.moves) <= 4:
        for number, (move, picture) in enumerate(zip(film.moves, film.pictures, strict=False), 1):
            say(
                console,
                f"{picture.mover}: {move}",
                lead=f"{IN}{'Play' if number == 1 else '':5}{number:3} ",
                lead_style="bold",
            )
    elif film.moves:
        say(console, f"{len(film.moves)} moves, the shortest play found", lead=f"{IN}Play     ", lead_style="bold")
    last = film.pictures[-1]
    when = (
        "After the deal"
        if not film.moves
        else "Then"
        if len(film.pictures) > len(film.moves)
        else "Before the last move"
    )
    where = "play stops" if last.at.startswith("play stops") else _turn(last)
    say(console, f"{when}, {where}:", lead=IN, style="bold")
    for line in drawn(last):
        say(console, line, lead=f"{IN}  ")
    if film.sides:
        side_by_side(console, [[f"{name}:", *_side(last, picture)] for name, picture in film.sides])


def _turn(picture: Picture) -> str:
    """Whose turn it is and where, or how play has ended."""
    over = picture.at.startswith(("ended by", "play stops"))
    return picture.at if over else f"{picture.mover} at {picture.at}"


def _side(before: Picture, after: Picture) -> list[str]:
    """What a reading makes of a position: what lies otherwise than before, or what it allows."""
    was, lines = drawn(before), drawn(after)
    changed = [line for line in lines if line not in was]
    told = [after.note] if after.note else []
    turn = "" if after.note else _turn(after)
    return [*told, *changed[:6], *filter(None, [turn])]


def drawn(picture: Picture) -> list[str]:
    """A position as lines of text: what lies where, the bottom card first; empty piles together; fields at last."""
    held = [(pile.name, _cards(pile)) for pile in picture.piles if pile.cards]
    wide = max((cell_len(name) for name, _ in held), default=0)
    lines = [f"{name}{' ' * (wide - cell_len(name))}  {cards}" for name, cards in held]
    empty = [pile.name for pile in picture.piles if not pile.cards]
    lines += [f"{', '.join(empty)}: empty"] if empty else []
    lines += [", ".join(f"{name} = {value}" for name, value in picture.fields)] if picture.fields else []
    return lines


def _cards(pile: Pile) -> str:
    count = len(pile.cards)
    if pile.seen in HIDDEN and count > MANY:
        return f"{count} cards, face down"
    cards = [f"{pile.cards[0]}"] if count == 1 else list(pile.cards)
    top = " (top)" if pile.ordered and count > 1 else ""
    return f"{' '.join(cards)}{top}"


# ---------------------------------------------------------------- two columns


def side_by_side(console: Console, blocks: Sequence[Sequence[str]]) -> None:
    """Blocks of lines, two beside each other."""
    most = (width(console) or WIDE) - len(IN)
    column = (most - 3) // 2 if len(blocks) > 1 else most
    for at in range(0, len(blocks), 2):
        pair = [[line for text in block for line in _wrapped(console, text, column)] for block in blocks[at : at + 2]]
        for row in range(max(map(len, pair))):
            cells = [block[row] if row < len(block) else "" for block in pair]
            padded = f"{cells[0]}{' ' * (column - cell_len(cells[0]))} | {cells[1]}" if len(cells) > 1 else cells[0]
            console.print(Line(f"{IN}{padded}".rstrip()), soft_wrap=True)
        console.print() if at + 2 < len(blocks) else None


def _wrapped(console: Console, text: str, column: int) -> list[str]:
    return [line.plain.rstrip() for line in Line(clean(text).replace("\n", " ")).wrap(console, column)]
