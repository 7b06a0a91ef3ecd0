"""How the claims of the library's files are decided: `make bench-claims` makes the tables by game and by reason.

`python -m bench.claims [--games GAME ...] [--budget SECONDS] [--recheck] [--again]`. Each game is verified once with
nothing kept; with `--again` once more, unchanged, which reads what the first run kept; with `--recheck` certificates
are written and decided anew. What is found goes to a file as
it comes, a line a game, so that a run which was cut off goes on where it was (`--out FILE`; a game that is in the file
is not verified again). The tables go between two marks in docs/explanation/verification.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.simulation import into_page, machine
from hoyle.sources.files import game_names

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "verification.md"
BEGIN, END = "<!-- claims: written by make bench-claims -->", "<!-- end of claims -->"

VERDICTS = ("proved", "checked", "tested", "unknown", "refuted")
MEANS = {
    "a game": ("random play", "generated cases", "plays from the deal", "bounded"),
    "counting": ("counting",),
    "search": ("exhaustive search", "exact shares"),
    "any position": ("whatever the position",),
    "induction": ("induction",),
    "ranking": ("ranking function", "every game ends after"),
    "form": ("form of the rules",),
}
"""How a proof came about, by what its evidence says."""


def means_of(by: str, witness: object) -> str:
    """How a proof came about."""
    if witness is not None:
        return "a game"
    return next((name for name, words in MEANS.items() if any(word in by for word in words)), "other")


def reason_of(result: dict[str, Any]) -> str:
    """Why a claim is not decided in full, without the numbers and names that differ from claim to claim."""
    said = "; ".join(result.get("unproved", ())) or "nothing is known of a proof"
    return re.sub(r"reaches \S+", "reaches the step", alike(said))


def alike(said: str) -> str:
    """A reason without its numbers, and without the names and versions of solvers."""
    told = re.sub(r"\d[\d,.]*", "N", said)
    return re.sub(r"\bZN [^:;]*: ", "solvers: ", told).replace("counting: counting was", "counting was")


def claims_of(name: str, budget: int, certificates: str = "", *, cache: str) -> dict[str, Any]:
    """The verdict on each claim of a game, by what, why no better, and how long the run took; the certificates go to a
    folder, if there is one, and what is kept between runs to another."""
    command = [sys.executable, "-m", "hoyle", "verify", name, "--json", "--budget", str(budget)]
    command += ["--certificates", certificates, "--force"] if certificates else []
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    began = perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    results = json.loads(done.stdout) if done.stdout.startswith("[") else []
    claims = [
        {
            "label": ", ".join(r["clauses"]),
            "verdict": r["verdict"],
            "means": means_of(r["by"], r["witness"]) if r["verdict"] == "proved" else "",
            "by": r["by"],
            "scope": r.get("scope", ""),
            "seconds": r["seconds"],
            "reason": "" if r["verdict"] in ("proved", "refuted") else reason_of(r),
        }
        for r in results
        if r["code"] == "claim"
    ]
    return {
        "game": name, "budget": budget, "exit": done.returncode, "seconds": perf_counter() - began, "claims": claims,
    }  # fmt: skip


def measured(name: str, budget: int, *, recheck: bool = False, again: bool = False) -> dict[str, Any]:
    """The same with nothing kept before; how long it takes when the unchanged game is verified again, and what
    `hoyle recheck` says of the certificates of a run beside that, where that is asked: each run says the same."""
    with TemporaryDirectory() as folder:
        certificates, cache = str(Path(folder, "certificates")), str(Path(folder, "cache"))
        # The text is parsed before, as an editor does.
        command = [sys.executable, "-m", "hoyle", "check", name]
        subprocess.run(command, capture_output=True, check=False, env={**os.environ, "XDG_CACHE_HOME": cache})
        found = claims_of(name, budget, cache=cache)
        if again:
            second = claims_of(name, budget, cache=cache)
            found["again"], found["same"] = second["seconds"], _verdicts(second) == _verdicts(found)
        if recheck:
            told = claims_of(name, budget, certificates, cache=cache)
            found["recheck"] = rechecked(name, certificates, told)
        return found


def _verdicts(found: dict[str, Any]) -> tuple[object, ...]:
    return (found["exit"], *(claim["verdict"] for claim in found["claims"]))


def rechecked(name: str, certificates: str, found: dict[str, Any]) -> dict[str, Any]:
    """What `hoyle recheck` says of the certificates of a run, and which proved claims have none."""
    command = [sys.executable, "-m", "hoyle", "recheck", certificates, name, "--json"]
    began = perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = json.loads(done.stdout)["claims"] if done.stdout.startswith("{") else []
    standings = Counter(one["standing"] for one in told)
    certified = {one["name"] for one in told if one["standing"] == "holds"}
    proved = [c["label"] for c in found["claims"] if c["verdict"] == "proved"]
    return {
        **standings, "exit": done.returncode, "seconds": perf_counter() - began,
        "bare": [label for label in proved if label not in certified],
    }  # fmt: skip


def certified(found: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A row a game: what `hoyle recheck` said of the certificates, and which proved claims have none."""
    rows = [(one["game"], one["recheck"]) for one in found if "recheck" in one]
    if not rows:
        return
    yield "| game | certificates that hold | refused | undecided | seconds | proved claims without one |"
    yield "|---|---|---|---|---|---|"
    for name, again in rows:
        counts = " | ".join(str(again.get(standing, "")) for standing in ("holds", "refused", "undecided"))
        bare = ", ".join(f"`{label}`" for label in again["bare"])
        yield f"| {name} | {counts} | {again['seconds']:.0f} | {bare} |"
    yield ""


def table(found: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A row a game: its claims by verdict, and the proved ones by means."""
    again = any("again" in one for one in found)
    heads = ("game", "claims", *VERDICTS, *(f"by {m}" for m in (*MEANS, "other")), "seconds", "exit")
    heads = (*heads, "seconds again") if again else heads
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    whole: Counter[str] = Counter()
    for one in found:
        claims = one["claims"]
        n = Counter([c["verdict"] for c in claims] + [f"by {c['means']}" for c in claims if c["means"]])
        n["claims"] = len(claims)
        whole += n
        unlike = "" if one.get("same", True) else " (with other verdicts)"
        twice = (f"{one['again']:.1f}{unlike}" if "again" in one else "",) if again else ()
        yield _row(one["game"], n, f"{one['seconds']:.0f}", str(one["exit"]), *twice)
    yield _row("all", whole, "", "", *([""] if again else []))
    if whole["claims"]:
        decided = whole["proved"] + whole["refuted"]
        yield ""
        yield f"Of {whole['claims']} claims {decided} are proved or refuted: {decided / whole['claims']:.0%}."


def _row(name: str, n: Counter[str], *more: str) -> str:
    cells = (str(n[head] or "") for head in ("claims", *VERDICTS, *(f"by {m}" for m in (*MEANS, "other"))))
    return f"| {' | '.join((name, *cells, *more))} |"


def reasons(found: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Why claims are not decided in full, the most frequent reason first, with the claims of each."""
    of_reason: dict[str, list[str]] = {}
    for one in found:
        for claim in one["claims"]:
            if claim["reason"]:
                of_reason.setdefault(alike(claim["reason"]), []).append(
                    f"{one['game']} `{claim['label']}` ({claim['verdict']})"
                )
    if of_reason:
        yield "| why not decided in full | claims | which |"
        yield "|---|---|---|"
    for reason, which in sorted(of_reason.items(), key=lambda item: (-len(item[1]), item[0])):
        yield f"| {reason.replace('|', '/')} | {len(which)} | {', '.join(which)} |"


def page(found: Sequence[dict[str, Any]]) -> str:
    """Both tables, as Markdown."""
    budgets = sorted({one["budget"] for one in found})
    return "\n".join([
        BEGIN,
        "",
        f"Budget of a game: {' or '.join(map(str, budgets))} s, with nothing kept. Machine: {machine()}.",
        "",
        *table(found),
        "",
        *certified(found),
        *reasons(found),
        "",
        END,
    ])  # fmt: skip


Measure = Callable[[str, int], dict[str, Any]]


def gathered(games: Sequence[str], budget: int, out: Path, measure: Measure = measured) -> list[dict[str, Any]]:
    """What is known of these games; what the file has not of this budget is found and put there."""
    out.parent.mkdir(parents=True, exist_ok=True)
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    found = {one["game"]: one for one in map(json.loads, lines) if one.get("budget") == budget}
    for name in games:
        if name not in found:
            print(name, file=sys.stderr, flush=True)
            found[name] = measure(name, budget)
            with out.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(found[name]) + "\n")
    return [found[name] for name in games]


def main() -> int:
    """Verifies what is not in the file yet, prints the tables and writes them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=sorted(game_names()), metavar="GAME", help="which games (all)")
    parser.add_argument("--budget", type=int, default=150, metavar="SECONDS", help="of each game (150)")
    parser.add_argument("--out", type=Path, default=Path("build/claims.jsonl"), help="what is found, a line a game")
    parser.add_argument("--no-page", action="store_true", help="print the tables only")
    parser.add_argument("--recheck", action="store_true", help="also what `hoyle recheck` says of the certificates")
    parser.add_argument(
        "--again", action="store_true", help="also how long it takes to verify the unchanged game again"
    )
    asked = parser.parse_args()
    measure = partial(measured, recheck=asked.recheck, again=asked.again)
    made = page(gathered(asked.games, asked.budget, asked.out, measure))
    print(made)
    if not asked.no_page:
        into_page(made, BEGIN, END, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
