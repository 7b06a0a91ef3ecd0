"""Under CI no test is skipped for lack of a tool: such a skip fails.

A test that a variable of the environment must ask for, because it takes long, says so by its name: HOYLE_...=1.
"""

import os
from collections.abc import Generator

import pytest

LONG = "HOYLE_"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turns a skip into a failure where CI=true, unless it is of a test that takes long."""
    report = yield
    if os.environ.get("CI") != "true" or not report.skipped or hasattr(report, "wasxfail"):
        return report
    reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if LONG not in reason:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and under CI no test is for lack of a tool: {reason}"
    return report
