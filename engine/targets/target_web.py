"""The target `web`: one self-contained page on which a person plays the game.

Leaves the page's text to `engine.adapters.web_page`.
"""

from __future__ import annotations

from engine.adapters.web_page import page_of
from engine.core.names import module_name
from engine.targets.escape import markdown_code
from engine.targets.facts import Facts
from engine.targets.readme import readme
from engine.targets.target_js import about
from spec.ir import nodes as ir
from spec.text.clean import shell_word

AGREEMENT = (
    "The engine in the page is the one that `--to js` writes, which Hoyle's tests hold against the interpreter; they also "
    "play whole games through the page in a browser and replay the logs that it gives."
)


def files(game: ir.Game, facts: Facts) -> dict[str, str]:
    """The page and the README."""
    name = module_name(facts.stem)
    use = [
        f"Open `{name}.html` in a browser; it needs no network and no server.",
        "\n".join([
            "- Pick a card, then a pile; or drag it; or use the arrow keys and Enter; or press a button, or type its text.",
            "- What is not legal says why. `Rules` shows the rules as Hoyle tells them.",
            "- The other players see only what their cards and the table show them, and try moves out in guessed deals.",
            f"- `Log` gives a text for {markdown_code(f'hoyle replay {shell_word(facts.stem)} FILE')}.",
            "- `#seed=5&seat=1` after the address chooses the cards, the seat (from 0) and what the others do.",
        ]),
    ]  # fmt: skip
    return {
        f"{name}.html": page_of(game, about(game, facts), facts.told()),
        "README.md": readme(game, facts, "a page to play on", use, AGREEMENT),
    }
