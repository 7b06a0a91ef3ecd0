"""Files in the user's cache directory that are used only if they are as they were written.

Leaves what is kept, and under which name, to its callers.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from tempfile import NamedTemporaryFile, gettempdir


def cache_folder() -> Path:
    """`$XDG_CACHE_HOME/hoyle`, or the same under ~/.cache; a relative `$XDG_CACHE_HOME` does not count."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(base) if base and Path(base).is_absolute() else _home() / ".cache"
    return root / "hoyle"


def _home() -> Path:
    """The user's folder; one of his own among the temporary ones where the system knows of none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(gettempdir()) / f"hoyle-{os.getuid() if hasattr(os, 'getuid') else 0}"


def load(path: Path) -> bytes | None:
    """What was saved there; None where there is nothing, or what is not as it was written."""
    try:
        checksum, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return data if hashlib.sha256(data).hexdigest().encode() == checksum else None


def save(path: Path, data: bytes) -> bool:
    """Writes at once, so that nobody reads half of it; no where there is no place for it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
        os.replace(file.name, path)
    except OSError:
        return False
    return True


def tidy(folder: Path, pattern: str, most: int) -> tuple[Path, ...]:
    """Keeps so many files of a folder that fit a pattern, those written or touched last; answers which others went."""
    gone: list[Path] = []
    try:
        for spent in sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime)[:-most]:
            spent.unlink(missing_ok=True)
            gone.append(spent)
    except OSError:
        # Another process tidies up as well, or the folder is not ours to change: there is another time.
        pass
    return tuple(gone)
