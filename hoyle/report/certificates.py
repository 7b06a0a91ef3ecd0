"""Writes certificates into a folder, and reads them again: the rules, a manifest, and files of questions.

Leaves what is in them to `verify.certificates`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

from hoyle.sources.files import Loaded, lower
from hoyle.terminal.guard import Misuse
from hoyle.terminal.reading import RULES as MOST_OF_RULES
from hoyle.terminal.reading import read_text
from hoyle.terminal.writing import WouldOverwrite, write_text
from spec.ir import nodes as ir
from spec.text.source import Text
from verify.certificates.definitions import Refused
from verify.certificates.inductive import Named
from verify.certificates.manifest import MANIFEST, MOST, RULES, Manifest, digest, from_text, made, to_text
from verify.obligations.certificate import ByCounting
from verify.obligations.verdict import Result, strongest


def free_for_certificates(folder: Path, *, replace: bool) -> None:
    """Raises WouldOverwrite, or Misuse, where the folder cannot take certificates: before long work."""
    if folder.exists() and not folder.is_dir():
        raise Misuse(f"{folder} is there already, and is no folder; choose another name")
    there = [name for name in (MANIFEST, RULES) if (folder / name).exists()]
    if there and not replace:
        raise WouldOverwrite(f"{folder} holds certificates already ({there[0]}); choose another folder or add --force")


def write_certificates(
    folder: Path,
    loaded: Loaded,
    settings: Mapping[str, str],
    results: Sequence[Result],
    *,
    as_written: bool,
    replace: bool,
) -> Manifest:
    """Writes what the results prove of the game under the settings of the run. Raises WouldOverwrite, or OSError."""
    free_for_certificates(folder, replace=replace)
    assert loaded.game is not None
    rules = loaded.text.content
    empty = Manifest(
        metadata.version("hoyle"), loaded.game.title, digest(rules), tuple(sorted(settings.items())), as_written,
        (), (), (), (),
    )  # fmt: skip
    # A proof by another technique may be the stronger result; the certificate then stands for it all the same, that by
    # counting where there are two: it asks the least of a solver.
    certified = [r for r in results if r.verdict == "proved" and r.certificate is not None]
    certified.sort(key=lambda r: isinstance(r.certificate, ByCounting))
    told = {r.obligation.key: r for r in certified}
    proved = (told.get(r.obligation.key, r) for r in strongest(results) if r.verdict == "proved")

    def make(named: Named) -> ir.Game | None:
        return lower(loaded.parsed, dict(named), as_written=as_written).game

    manifest, files = made(empty, make, proved)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {RULES: rules, **files, MANIFEST: to_text(manifest)}.items():
        write_text(folder / name, text, replace=replace)
    return manifest


def read_certificates(folder: Path) -> tuple[Manifest, Text, dict[str, str]]:
    """The manifest of a folder, the rules, and the text of each certificate's file. Raises Refused, or Misuse."""
    if not folder.is_dir():
        raise Misuse(f"there is no folder {folder}; `hoyle verify GAME --certificates {folder}` makes one")
    if not (folder / MANIFEST).is_file():
        raise Misuse(f"{folder} holds no {MANIFEST}, so it is no folder of certificates")
    try:
        manifest = from_text(_read(folder / MANIFEST, MOST))
    except Refused as error:
        raise Refused(f"{MANIFEST}: {error}") from None
    rules = _read(folder / RULES, MOST_OF_RULES)
    if digest(rules) != manifest.rules:
        raise Refused(f"{RULES} was changed: its digest is not the one in the manifest")
    return manifest, Text(RULES, rules), {one.file: _read(folder / one.file, MOST) for one in manifest.proofs}


def _read(path: Path, most: int) -> str:
    """The text of a file that has to be there, with its line ends as they are."""
    if not path.is_file():
        raise Refused(f"{path.name} is not there")
    return read_text(path, most, "text")
