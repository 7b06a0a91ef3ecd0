"""`python -m hoyle` is the command `hoyle`."""

from __future__ import annotations

import sys

from hoyle.cli import main

if __name__ == "__main__":
    sys.exit(main())
