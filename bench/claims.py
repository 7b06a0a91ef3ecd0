"""How the claims of the library's files are decided: `python -m bench.claims` makes the table by game and technique.

Each game is verified once with nothing kept, at the usual budget. What is found goes to a file as it comes, a line a
game, so that a run which was cut off goes on where it was: `--out FILE`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from hoyle.sources.files import game_names

VERDICTS = ("proved", "checked", "tested", "unknown", "refuted")
MEANS = {
    "a game": ("random play", "generated cases", "plays from the deal", "bounded"),
    "counting": ("counting",),
    "search": ("exhaustive search",),
    "induction": ("induction",),
    "ranking": ("ranking function",),
}
"""How a proof came about, by what its evidence says."""


def means_of(by: str, witness: object) -> str:
    """How a proof came about."""
    if witness is not None:
        return "a game"
    return next((name for name, words in MEANS.items() if any(word in by for word in words)), "other")


def claims_of(name: str, budget: str) -> dict[str, Any]:
    """The verdict on each claim of a game, and how long the run took."""
    command = [sys.executable, "-m", "hoyle", "verify", name, "--json", "--no-cache"]
    began = perf_counter()
    done = subprocess.run([*command, *budget.split()], capture_output=True, text=True, check=False)
    results = json.loads(done.stdout) if done.returncode in (0, 1, 3, 4) else []
    claims = [
        {
            "label": ", ".join(r["clauses"]),
            "verdict": r["verdict"],
            "means": means_of(r["by"], r["witness"]) if r["verdict"] == "proved" else "",
            "by": r["by"],
            "reason": r.get("reason", ""),
        }
        for r in results
        if r["code"] == "claim"
    ]
    return {"game": name, "exit": done.returncode, "seconds": perf_counter() - began, "claims": claims}


def table(found: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A row a game: its claims by verdict, and the proved ones by means."""
    heads = ("game", "claims", *VERDICTS, *(f"by {m}" for m in (*MEANS, "other")), "seconds", "exit")
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    whole: Counter[str] = Counter()
    for one in found:
        claims = one["claims"]
        n = Counter([c["verdict"] for c in claims] + [f"by {c['means']}" for c in claims if c["means"]])
        n["claims"] = len(claims)
        whole += n
        yield _row(one["game"], n, f"{one['seconds']:.0f}", str(one["exit"]))
    yield _row("all", whole, "", "")
    true = whole["claims"] - whole["refuted"]
    if true:
        yield f"\nOf {true} claims that are not refuted {whole['proved']} are proved: {whole['proved'] / true:.0%}."


def _row(name: str, n: Counter[str], *more: str) -> str:
    cells = (str(n[head] or "") for head in ("claims", *VERDICTS, *(f"by {m}" for m in (*MEANS, "other"))))
    return f"| {' | '.join((name, *cells, *more))} |"


def main() -> None:
    """Verifies what is not in the file yet, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games (all)")
    parser.add_argument(
        "--out", type=Path, default=Path("build/claims.jsonl"), help="keeps what is found, a line a game"
    )
    parser.add_argument("--options", default="", help="of hoyle verify, such as '--budget 60'")
    asked = parser.parse_args()
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    lines = asked.out.read_text(encoding="utf-8").splitlines() if asked.out.exists() else []
    found = {one["game"]: one for one in map(json.loads, lines)}
    for name in asked.games or game_names():
        if name not in found:
            print(name, file=sys.stderr, flush=True)
            found[name] = claims_of(name, asked.options)
            with asked.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps(found[name]) + "\n")
    print("\n".join(table(found[name] for name in asked.games or sorted(found))))


if __name__ == "__main__":
    main()
