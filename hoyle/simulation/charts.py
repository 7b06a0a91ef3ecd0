"""Charts of a simulation as SVG that stands in a page: lengths, wins with their intervals, ends.

Leaves the page to `hoyle.simulation.page`. Matplotlib draws them; it comes with the extra `charts`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from engine.simulate.simulate import Statistics
from hoyle.simulation.figures import bins
from hoyle.terminal.guard import Misuse
from spec.text.clean import clean

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
INK, BAR, MARK = "#010203", "#040506", "#070809"
"""Stand for colours of the page, which knows whether it is dark: for text and axes, for bars, for what marks them."""
PAGE_COLOURS = {INK: "currentColor", BAR: "var(--bar)", MARK: "var(--mark)"}
ROW = 0.32
"""So many inches high is a bar that lies."""


def needed() -> None:
    """Raises Misuse, which says what to do, where there is nothing to draw charts with."""
    if find_spec("matplotlib") is None:
        raise Misuse(
            "--html draws charts with Matplotlib, which is not installed; install it: pip install 'hoyle[charts]'"
        )


def lengths(figures: Statistics) -> str:
    """How many games had so many decisions."""
    figure, axes = _axes(2.4)
    found = bins(figures.lengths, 24)
    axes.bar(range(len(found)), [b.games for b in found], width=0.9, color=BAR)
    step = max(1, len(found) // 6)
    axes.set_xticks(range(0, len(found), step), [b.words for b in found[::step]])
    axes.set_xlabel("decisions in a game")
    axes.set_ylabel("games")
    return _svg(figure, "How many games had so many decisions")


def wins(figures: Statistics) -> str:
    """Each seat's share of wins with its interval, and the even share."""
    seats = len(figures.wins)
    figure, axes = _axes(0.9 + ROW * seats)
    shares = [100 * w.share for w in figures.wins]
    around = [[100 * (w.share - w.low) for w in figures.wins], [100 * (w.high - w.share) for w in figures.wins]]
    axes.barh(range(seats), shares, color=BAR, height=0.7)
    axes.errorbar(shares, range(seats), xerr=around, fmt="none", ecolor=MARK, capsize=4)
    axes.axvline(sum(shares) / seats, color=INK, linestyle=":")
    axes.set_yticks(range(seats), [f"player {p + 1}" for p in range(seats)])
    axes.invert_yaxis()
    axes.set_xlabel("% of finished games won")
    return _svg(figure, "Wins by seat with 95% intervals")


def ends(endings: Sequence[tuple[str, int]]) -> str:
    """How many games each ending ended."""
    figure, axes = _axes(0.9 + ROW * len(endings))
    names = [clean(label) for label, _ in endings]
    axes.barh(range(len(names)), [games for _, games in endings], color=BAR, height=0.7)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("games")
    return _svg(figure, "How many games each ending ended")


def _axes(height: float) -> tuple[Figure, Axes]:
    """An empty chart, without what would be drawn by its own colours."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, height), layout="constrained")
    axes = figure.add_subplot()
    axes.tick_params(colors=INK)
    for side, spine in axes.spines.items():
        spine.set_color(INK)
        spine.set_visible(side in ("left", "bottom"))
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set_color(INK)
    return figure, axes


def _svg(figure: Figure, told: str) -> str:
    """The chart as an element of a page: the same each time, in the page's type and colours, with words for it."""
    from matplotlib import rc_context

    out = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": told, "text.parse_math": False}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    root = ElementTree.fromstring(out.getvalue())
    used = set(re.findall(r"#(\w+)", out.getvalue()))
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{SVG}metadata", f"{SVG}style") or not child.tag.startswith(SVG):
                parent.remove(child)
        _as_attributes(parent)
        if parent.get("id") not in used:
            parent.attrib.pop("id", None)
        if LINK in parent.attrib:
            parent.set("href", parent.attrib.pop(LINK))
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    root.attrib.update({"role": "img", "aria-label": told})
    ElementTree.register_namespace("", SVG[1:-1])
    return ElementTree.tostring(root, encoding="unicode")


def _as_attributes(element: ElementTree.Element) -> None:
    """Writes an element's style as attributes, since the page's policy lets no element have a style of its own."""
    style: Any = element.attrib.pop("style", "")
    for part in style.split(";"):
        name, _, value = (word.strip() for word in part.partition(":"))
        if name == "font":
            element.set("font-size", next(word for word in value.split() if word.endswith("px")))
        elif name:
            element.set(name, PAGE_COLOURS.get(value, value))
