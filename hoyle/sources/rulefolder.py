"""Finds the folder of the rule files that come with Hoyle; reading them is left to others."""

from pathlib import Path


def rules_folder() -> Path:
    """The folder with one folder a game: inside this package where installed, beside it in a source tree."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "rules"
    return installed if installed.is_dir() else package.parent / "rules"
