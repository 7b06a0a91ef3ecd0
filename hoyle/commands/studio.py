"""`hoyle studio`: serves the page on which rules are edited, played, verified and ruled on; or writes it as a folder.

Leaves the page's messages to `hoyle.studio`, and serving to `hoyle.studio.server`.
"""

from __future__ import annotations

import argparse
import webbrowser
from pathlib import Path

from hoyle.studio.assets import assets
from hoyle.terminal.guard import Misuse, Usage
from hoyle.terminal.numbers import count
from spec.text.clean import shell_line

NEEDED = ("starlette", "uvicorn", "websockets", "anyio", "h11", "click")


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("path", nargs="?", default=".", metavar="FILE", help="a rule file, or a folder of them (here)")
    command.add_argument("--port", type=count, metavar="N", help="the port to listen on (4653, or a free one)")
    command.add_argument("--no-browser", action="store_true", help="only print the address")
    command.add_argument("--static", metavar="DIR", help="instead write a folder that any web server can hand out")
    command.add_argument(
        "--runtime", metavar="FOLDER", help="with --static: where Python for browsers and a solver lie"
    )
    command.add_argument("--force", action="store_true", help="with --static: replace what is in the folder")


def run(args: argparse.Namespace) -> int:
    """Serves until it is stopped."""
    files = assets()
    if args.static:
        return _folder(args, files)
    if args.runtime or args.force:
        raise Usage("--runtime and --force belong to --static")
    try:
        from hoyle.studio.server.serve import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise Misuse("the studio needs Starlette and uvicorn: pip install 'hoyle[studio]'") from None
    opened = Path(args.path)
    if not opened.exists():
        raise Misuse(f"there is no file or folder {args.path}; `hoyle new` begins a rule file")

    def ready(address: str) -> None:
        print(f"The studio is at {address}", flush=True)
        print("It listens to this computer alone. Ctrl-C ends it.", flush=True)
        if not args.no_browser:
            webbrowser.open(address)

    return serve(opened, files, port=args.port, ready=ready)


def _folder(args: argparse.Namespace, files: dict[str, Path]) -> int:
    """Writes the studio for browsers."""
    from hoyle.studio.static import RUNTIME, write

    size = write(Path(args.static), files, Path(args.runtime) if args.runtime else RUNTIME, replace=args.force)
    print(f"{args.static}: written, {size / 2**20:.0f} MiB. Any web server can hand it out; try it with:")
    print(f"  {shell_line('python3', '-m', 'http.server', '--directory', args.static)}")
    return 0
