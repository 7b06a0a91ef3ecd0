"""`hoyle recheck`: decides the certificates that `hoyle verify --certificates` wrote, from scratch, by another solver.

Leaves files to `hoyle.report.certificates`, and deciding to `verify.certificates.check`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path
from textwrap import fill, shorten

from engine.targets.escape import as_json
from hoyle.commands.options import named
from hoyle.report.certificates import read_certificates
from hoyle.sources.files import Parsed, find, lower, parse_text, read
from hoyle.terminal.guard import Usage
from hoyle.terminal.numbers import seconds
from spec.ir import nodes as ir
from spec.text.clean import one_line
from spec.text.source import Text
from verify.certificates.check import Checking, Judged
from verify.certificates.definitions import Refused
from verify.certificates.inductive import Named
from verify.certificates.manifest import Manifest
from verify.smt.counting.recheck import Checker, checker

WORDS = {"holds": "holds", "refused": "REFUSED", "undecided": "undecided"}


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", metavar="DIR", help="a folder that `hoyle verify --certificates` wrote")
    command.add_argument(
        "game", metavar="GAME", nargs="?", help="the rule file that they should be about; without it that in the folder"
    )
    command.add_argument(
        "--seconds", type=seconds, default=60.0, metavar="S", help="the time for each question to the solver (60)"
    )
    command.add_argument("--json", action="store_true", help="print the outcome as JSON")


def run(args: argparse.Namespace) -> int:
    """0 where every certificate holds; 1 where one is refused; 3 where one is undecided, or there is none."""
    by = checker()
    try:
        manifest, rules, files = read_certificates(Path(args.folder))
        checking = Checking(_maker(manifest, rules, args.game), manifest.settings, by, args.seconds)
    except Refused as error:
        _show_refused(str(error), as_data=args.json)
        return 1
    judged = tuple(one for proof in manifest.proofs for one in checking.judged(proof, files[proof.file]))
    if args.json:
        print(as_json(_told(manifest, judged, checking), indent=2))
    else:
        _show(manifest, judged, checking, rules)
    standings = {one.standing for one in judged}
    return 1 if "refused" in standings else 3 if "undecided" in standings or not judged else 0


def _maker(manifest: Manifest, rules: Text, wanted: str | None) -> Callable[[Named], ir.Game]:
    """Makes the game of some settings from the rules in the folder; both raise Refused where these are others."""
    edition = "" if wanted is None else _edition(rules, wanted)
    parsed = parse_text(rules.name, rules.content)
    if edition:
        _same_edition(manifest, parsed, edition)

    @cache
    def make(settings: Named) -> ir.Game:
        game = lower(parsed, dict(settings), as_written=manifest.as_written).game
        if game is None:
            raise Refused(f"{rules.name} has errors under the settings in the manifest")
        if game.title != manifest.game:
            raise Refused("the rules are of a game of another name than the manifest says")
        return game

    make(manifest.settings)
    return make


def _edition(rules: Text, wanted: str) -> str:
    """The edition that is wanted of a rule file, '' for any. Raises Refused where its rules are others."""
    name, edition = named(wanted)
    text, unreadable = read(find(name))
    if unreadable or text.content != rules.content:
        raise Refused(f"these certificates are about other rules than those of {name}")
    return edition


def _same_edition(manifest: Manifest, parsed: Parsed, wanted: str) -> None:
    """Raises Refused where the certificates are about another edition, and Usage where there is none of this name."""
    other = lower(parsed, {"edition": wanted}, as_written=manifest.as_written).game
    if other is None:
        raise Usage(f"the rules have no edition `{wanted}`")
    own = lower(parsed, dict(manifest.settings), as_written=manifest.as_written).game
    if own is None or dict(own.settings).get("edition") != dict(other.settings).get("edition"):
        raise Refused(f"these certificates are about another edition than {wanted}")


# ---------------------------------------------------------------- what is shown


def _show_refused(why: str, *, as_data: bool) -> None:
    if as_data:
        print(as_json({"refused": why, "claims": []}, indent=2))
    else:
        print(f"Refused: {one_line(why)}.")


def _show(manifest: Manifest, judged: Sequence[Judged], checking: Checking, rules: Text) -> None:
    holding = sum(one.standing == "holds" for one in judged)
    told = (
        f"{holding} of {len(judged)} certificates hold" if judged else "no certificate is here, so nothing is checked"
    )
    under = "".join(f", {name}={value}" for name, value in manifest.settings) + ", as written" * manifest.as_written
    print(f"{one_line(manifest.game + under)}: {told}")
    game = checking.make(manifest.settings)
    spans = {c.source.label: c.source.span for c in game.claims}
    for one in judged:
        words = _lines(rules.content, spans[one.name].start) if one.name in spans else one.sentence
        print(f"\n  {WORDS[one.standing]:<9} {shorten(one_line(words), 120, placeholder=' ...')}")
        if one.under:
            print(f"            (with {one_line(one.under)})")
        if one.why:
            print(fill(f"{one_line(one.why)}.", 88, initial_indent=" " * 12, subsequent_indent=" " * 12))
    if lacking := without_a_word(manifest, game, judged):
        print(f"\nClaims of the rules of which nothing here says that they are proved: {len(lacking)}")
        for name in lacking:
            print(f"  {name}")
    if manifest.without:
        print(f"\nProved without a certificate, and so not checked here: {len(manifest.without)}")
        for bare in manifest.without[:MOST_BARE]:
            print(f"  {one_line(bare.sentence)}")
        if len(manifest.without) > MOST_BARE:
            print(f"  and {len(manifest.without) - MOST_BARE} more; the manifest lists all")
    if judged:
        print()
    for line in () if not judged else trust(manifest, checking):
        print(fill(line, 88))


def _lines(text: str, at: int) -> str:
    """The line in which an offset stands, with those under it."""
    first, *others = text[text.rfind("\n", 0, at) + 1 :].split("\n")
    return "\n".join([first, *takewhile(lambda line: line.startswith(" "), others)])


MOST_BARE = 5


def without_a_word(manifest: Manifest, game: ir.Game, judged: Sequence[Judged]) -> tuple[str, ...]:
    """The claims of the rules that have no certificate, and are not listed as proved without one."""
    listed = {bare.sentence.partition(":")[0] for bare in manifest.without}
    told = listed | {one.name for one in judged}
    return tuple(c.source.label for c in game.claims if c.source.label not in told)


def trust(manifest: Manifest, checking: Checking) -> Iterator[str]:
    """What has to be believed for the certificates to prove the claims, a line each."""
    yield "What this rests on:"
    yield (
        "- That the questions say what the rules say. This Hoyle made them again from rules.hoyle and compared; "
        f"they were written by Hoyle {one_line(manifest.hoyle)}."
    )
    pairs = ((checking.by, manifest.invariants), (checking.bits, manifest.inductions))
    if by := dict.fromkeys(_solver(one) for one, used in pairs if used):
        asked = f"{checking.asked:,} question{'' if checking.asked == 1 else 's'}"
        yield f"- {' and '.join(by)}, which answered {asked}. How the proofs were found is not trusted."
    if checking.games:
        games = "a game" if checking.games == 1 else f"{checking.games:,} games"
        yield f"- The interpreter, which played {games} again, each of which shows its claim."
    yield "- The claims are about the settings in the manifest, assuming no fault occurs."


def _solver(by: Checker) -> str:
    alone = "" if by.other else " (the solver that proofs are found with: install hoyle[second] for another)"
    return f"{by.name}{alone}"


def _told(manifest: Manifest, judged: Sequence[Judged], checking: Checking) -> dict[str, object]:
    return {
        "game": manifest.game,
        "settings": dict(manifest.settings),
        "claims": [
            {"name": j.name, "sentence": j.sentence, "standing": j.standing, "why": j.why, "under": j.under}
            for j in judged
        ],
        "nothing_of": list(without_a_word(manifest, checking.make(manifest.settings), judged)),
        "without": [{"sentence": bare.sentence, "by": bare.by} for bare in manifest.without],
        "questions": checking.asked,
        "games": checking.games,
        "solver": checking.by.name,
        "other_solver": checking.by.other,
        "solver_of_inductions": checking.bits.name,
    }
