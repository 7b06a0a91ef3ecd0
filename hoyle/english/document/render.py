"""Shows a rulebook page as Markdown or as one self-contained HTML page, from the templates beside this module.

Leaves every word to `hoyle.english.rulebook.page`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib import resources
from types import MappingProxyType

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from engine.pages import frame
from engine.pages.cards import Suit, chip, drawn_suits, looks
from engine.targets.escape import markdown_piece
from hoyle.english.document.marks import (
    CARD,
    END_CARD,
    END_LINK,
    END_STRESS,
    LINK,
    STRESS,
    SUIT,
    TO,
    sentence,
    unmarked,
)
from hoyle.english.document.model import Block, Heading, Page
from hoyle.terminal.markup import shown

SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
LETTERS = 2
"""So long are the ranks of cards that are told by signs: `10♥`, but `knight of hearts`."""
NO_SUITS: Mapping[str, Suit] = MappingProxyType({})
_TOKENS = re.compile(f"([{LINK}-{END_CARD}])")
_STARTS = re.compile(r"^(\d+)([.)])|^([-+=])")


def slug(anchor: str) -> str:
    """An anchor as an id."""
    return re.sub(r"[^a-z0-9]+", "-", unmarked(anchor).lower()).strip("-") or "x"


# ---------------------------------------------------------------- inline text

Show = Callable[[str], str]
DrawCard = Callable[[str, str, str], str]
"""Shows a card by its rank, its suit, and what that is called."""


def _inline(text: str, show: Show, link: Callable[[str, str], str], card: DrawCard, em: str) -> str:
    """Marked text with each mark shown by its function; what is open at the end is closed."""
    out: list[str] = []
    stack: list[tuple[str, str, list[str]]] = []
    anchor = ""
    face: list[str] = []
    buffer = out
    opened, closed = em, em.replace("<", "</")
    for token in _TOKENS.split(text):
        match token:
            case "":
                pass
            case str() if token == LINK:
                stack.append((LINK, "", buffer))
                buffer = []
            case str() if token == TO:
                anchor = "".join(buffer)
                buffer = []
            case str() if token == END_LINK:
                inner, (_, _, buffer) = "".join(buffer), stack.pop()
                buffer.append(link(anchor, inner))
            case str() if token == STRESS:
                buffer.append(opened)
            case str() if token == END_STRESS:
                buffer.append(closed)
            case str() if token == CARD:
                stack.append((CARD, "", buffer))
                buffer, face = [], []
            case str() if token == SUIT:
                face.append("".join(buffer))
                buffer = []
            case str() if token == END_CARD:
                (rank, suit), called, (_, _, buffer) = face, "".join(buffer), stack.pop()
                buffer.append(card(rank, suit, called))
            case _:
                raw = bool(stack) and stack[-1][0] == CARD
                buffer.append(token if raw else show(token))
    return "".join(out)


# ---------------------------------------------------------------- Markdown


def _md_card(rank: str, suit: str, called: str) -> str:
    return markdown_piece(card_text(rank, suit, called))


def card_text(rank: str, suit: str, called: str, *, signs: bool = True) -> str:
    """A card in a text without pictures: by its suit's sign, or in words."""
    if signs and suit in SIGNS and len(rank) <= LETTERS:
        return f"{rank}{SIGNS[suit]}"
    return f"{rank} of {called}" if suit else rank


ONE_CARD = re.compile(f"{CARD}([^{SUIT}]*){SUIT}([^{SUIT}]*){SUIT}([^{END_CARD}]*){END_CARD}")
_BESIDE = re.compile(f"{CARD}[^{END_CARD}]*{END_CARD}(?: {CARD}[^{END_CARD}]*{END_CARD})+")


def parted(text: str, *, signs: bool = True) -> str:
    """A text in which cards beside each other have commas, where any is told in words: `2 of red, 3 of red`."""

    def commas(found: re.Match[str]) -> str:
        faces = ONE_CARD.findall(found.group())
        in_words = any(" " in card_text(*face, signs=signs) or len(face[0]) > LETTERS for face in faces)
        return found.group().replace(f"{END_CARD} ", f"{END_CARD}, ") if in_words else found.group()

    return _BESIDE.sub(commas, text)


def markdown_inline(text: str, anchors: Mapping[str, str]) -> str:
    """Marked text as Markdown; links lead to headings, and to nowhere else."""

    def link(anchor: str, inner: str) -> str:
        place = anchors.get(anchor.replace("\\", ""))
        return f"[{inner}](#{place})" if place else f"*{inner}*"

    shown = _inline(parted(text), markdown_piece, link, _md_card, "*")
    return _STARTS.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", shown)


def _heading_slugs(page: Page) -> dict[str, str]:
    """Where the headings of a Markdown page are found: as GitHub names them, each once."""
    taken: dict[str, int] = {}
    found: dict[str, str] = {}
    for block in page.blocks:
        if isinstance(block, Heading):
            name = re.sub(r"[^\w\- ]", "", unmarked(block.text).lower()).strip().replace(" ", "-")
            again = taken.get(name, 0)
            taken[name] = again + 1
            found.setdefault(block.anchor, f"{name}-{again}" if again else name)
    return found


def to_markdown(page: Page) -> str:
    """The page as Markdown."""
    anchors = _heading_slugs(page)
    env = _environment(autoescape=False)
    env.filters["text"] = lambda text: markdown_inline(str(text), anchors)
    text = env.get_template("rulebook.md.jinja").render(page=page)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip() + "\n"


# ---------------------------------------------------------------- HTML


def html_inline(text: str, anchors: frozenset[str], suits: Mapping[str, Suit] = NO_SUITS, prefix: str = "") -> Markup:
    """Marked text as HTML; links lead to what the page has."""

    def link(anchor: str, inner: str) -> str:
        place = slug(anchor)
        return f'<a href="#{prefix}{place}">{inner}</a>' if place in anchors else f"<em>{inner}</em>"

    # every part was escaped
    return Markup(_inline(text, lambda x: str(escape(x)), link, partial(chip, suits=suits), "<em>"))


def _levelled(page: Page) -> Page:
    """The page with no level of headings left out."""
    blocks: list[Block] = []
    last = 1
    for block in page.blocks:
        if isinstance(block, Heading):
            last = min(block.level, last + 1)
            blocks.append(replace(block, level=last))
        else:
            blocks.append(block)
    return replace(page, blocks=tuple(blocks))


def to_html(page: Page) -> str:
    """The page as HTML that needs no other file."""
    page = _levelled(page)
    suits = looks(page.suits)
    top = Markup(frame.head(f"{unmarked(page.title)}: the rules", style()))
    env = _html_environment(page, suits, "")
    text = env.get_template("rulebook.html.jinja").render(
        page=page,
        placed=None,
        contents=_contents(page),
        top=top,
        switch=Markup(frame.SWITCH),
        shapes=Markup(drawn_suits(suits)),
    )
    return _tight(text)


def to_fragment(page: Page, prefix: str, placed: Callable[[int], int] | None = None) -> str:
    """The rules as a part of another page, which has the suits' shapes; its places carry the prefix.

    With `placed` each paragraph tells, as `data-at`, where the rule file states it: `placed` counts as the page does.
    """
    page = _levelled(page)
    env = _html_environment(page, looks(page.suits), prefix)
    return _tight(env.get_template("rules.html.jinja").render(page=page, placed=placed, contents=_contents(page)))


def style() -> str:
    """The style of a rulebook, beside the one that all pages have."""
    return resources.files("hoyle.english.document").joinpath("templates", "rulebook.css").read_text(encoding="utf-8")


def _html_environment(page: Page, suits: Mapping[str, Suit], prefix: str) -> Environment:
    anchors = frozenset(_anchors(page.blocks))
    env = _environment(autoescape=True)
    env.filters["text"] = lambda text: html_inline(str(text), anchors, suits, prefix)
    env.filters["slug"] = lambda anchor: prefix + slug(anchor)
    return env


def _contents(page: Page) -> list[Heading]:
    return [b for b in page.blocks if isinstance(b, Heading) and b.level == 2]


def _tight(text: str) -> str:
    return re.sub(r"\n\s*\n+", "\n", text).strip() + "\n"


def _anchors(node: object) -> set[str]:
    if isinstance(node, tuple):
        return set().union(*(_anchors(x) for x in node)) if node else set()
    found = {slug(a)} if isinstance(a := getattr(node, "anchor", ""), str) and a else set()
    for name in ("items", "children", "para"):
        found |= _anchors(getattr(node, name, ()))
    return found


def _environment(*, autoescape: bool) -> Environment:
    env = Environment(
        loader=PackageLoader("hoyle.english.document"),
        autoescape=autoescape,
        finalize=shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    env.filters["sentence"] = sentence
    return env
