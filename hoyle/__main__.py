"""`python -m hoyle` is the command `hoyle`.

What the command needs is loaded inside `main`, so that Ctrl-C ends in a word from the beginning.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the command of the command line; returns its exit code."""
    try:
        from hoyle.commands.cli import main as run

        return run()
    except KeyboardInterrupt:
        print("\nhoyle: stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
