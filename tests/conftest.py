"""Options that all tests share."""

import pytest

from tests.skips import pytest_runtest_makereport  # noqa: F401


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-cases", action="store_true", help="write what comes of each case under tests/cases into its file"
    )
