"""What the site has beside the pages of this folder: the commands' own help, and a gallery of the games.

A hook of MkDocs (`mkdocs.yml`). HOYLE_SITE_GAMES names some games, where a whole gallery would take too long.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from engine import pages
from hoyle.commands.cli import main, parser_of
from hoyle.commands.index import COMMANDS, sentence
from hoyle.sources.files import game_names
from hoyle.sources.rulefolder import rules_folder

COMPLETED = re.compile(r"^(```hoyle) with prelude.*$", re.MULTILINE)
"""How a rule text begins that the tests complete; it is a rule text like others here."""
LINK = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are made, not written."""
    look = (Path(pages.__file__).parent / "assets" / "base.css").read_text(encoding="utf-8")
    made = {"reference/commands.md": commands(), "base.css": look, **gallery()}
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """A link to a file of the repository that is no page is only its name here; rule texts are shown as such."""
    docs = Path(config.docs_dir)
    here = (docs / page.file.src_uri).parent

    def told(link: re.Match[str]) -> str:
        aim = (here / link[2].partition("#")[0]).resolve()
        return link[0] if aim.is_relative_to(docs.resolve()) else link[1]

    return LINK.sub(told, COMPLETED.sub(r"\1", markdown))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """What may be wider than the screen can be moved with the keyboard; a column without a title has no heading."""
    for plain, made in (
        ("<pre>", '<pre tabindex="0">'),
        ("<table>", '<table tabindex="0">'),
        ("<th></th>", "<td></td>"),
    ):
        html = html.replace(plain, made)
    return html


def commands() -> str:
    """Every command with its options, as `--help` shows them."""
    os.environ["COLUMNS"] = "100"
    parts = ["# Commands\n\nEach command tells its options itself: `hoyle COMMAND --help`.\n"]
    for name, command in COMMANDS.items():
        parts.append(f"## {name}\n\n{sentence(command.summary)}\n\n```text\n{parser_of(name).format_help()}```\n")
    return "\n".join(parts)


def gallery() -> dict[str, str]:
    """A page on each game that comes with Hoyle, its told rulebook, and a page to play it on."""
    chosen = os.environ.get("HOYLE_SITE_GAMES", "").split() or game_names()
    made, rows = {}, []
    for name in chosen:
        about = (rules_folder() / name / "README.md").read_text(encoding="utf-8")
        title = about.partition("\n")[0].lstrip("# ")
        with TemporaryDirectory() as folder:
            book, page = Path(folder, "rulebook.html"), Path(folder, f"{name}.html")
            told("rulebook", name, "--html", "--out", str(book))
            told("export", name, "--to", "web", "--out", folder)
            made[f"gallery/{name}/rulebook.html"] = book.read_text(encoding="utf-8")
            made[f"gallery/{name}/play.html"] = page.read_text(encoding="utf-8")
        made[f"gallery/{name}/about.md"] = about
        links = f"[play]({name}/play.html) | [rulebook]({name}/rulebook.html) | [rulings]({name}/about.md)"
        rows.append(f"| **{title}** | {links} |")
    made["gallery/index.md"] = (
        "# Gallery\n\nThe games that come with Hoyle. Each is one rule file; the rulebook and the page to play on are "
        "made from it.\nYou play against the computer, in your browser, without network.\n\n"
        "| game | to play | its rules | where they come from |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    return made


def told(*words: str) -> None:
    """Runs a command that writes files. Raises RuntimeError where it does not end well."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(words)
    if code:
        raise RuntimeError(f"hoyle {' '.join(words)} ended with {code}: {said.getvalue()}")
