"""How many of ten planted ambiguities the finder finds, by operator: `python -m bench.planted [OPERATOR ...]`.

Each operator's wording is planted in ten small games of different shapes (`tests.ambiguity.frames`), each with a clean
twin. With `--page` the table goes between two marks in docs/explanation/ambiguities.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from bench.simulation import into_page
from hoyle.misreadings.find import BY_NAME
from tests.ambiguity.frames import planted_in
from tests.ambiguity.in_frames import Held, held
from tests.ambiguity.misread import PLANTED

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "ambiguities.md"
BEGIN, END = "<!-- planted: begin (make bench-planted) -->", "<!-- planted: end -->"


def table(rows: dict[str, dict[str, Held]]) -> str:
    """A line for each operator: found of how many planted, and raised on how many twins."""
    every = [one for row in rows.values() for one in row.values()]
    lines = ["| it is asked | found | raised on twins |", "|---|---|---|", _line("all together", every)]
    lines += [_line(f"{BY_NAME[name].sentence} (`{name}`)", list(row.values())) for name, row in rows.items()]
    return "\n".join(lines)


def _line(told: str, results: Sequence[Held]) -> str:
    found, raised = sum(not one.missed for one in results), sum(bool(one.raised) for one in results)
    return f"| {told} | {found} of {len(results)} | {raised} of {len(results)} |"


def main() -> int:
    """Holds the operators named, or all, against what is planted."""
    parser = argparse.ArgumentParser(prog="python -m bench.planted", description=__doc__)
    parser.add_argument("operators", nargs="*", choices=[[], *PLANTED], metavar="OPERATOR")
    parser.add_argument("--page", action="store_true", help="write the table into docs/explanation/ambiguities.md")
    args = parser.parse_args()
    rows: dict[str, dict[str, Held]] = {}
    for operator in args.operators or PLANTED:
        rows[operator] = {frame.name: held(operator, frame) for frame in planted_in(operator)}
        for frame, one in rows[operator].items():
            if one.missed or one.raised:
                print(
                    f"{operator}, {frame}: missed: {one.missed or 'no'}; raised: {one.raised or 'nothing'}", flush=True
                )
    made = table(rows)
    print(made)
    if args.page:
        into_page(f"{BEGIN}\n{made}\n{END}", BEGIN, END, PAGE)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
