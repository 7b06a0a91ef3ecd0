"""What axe, the checker of pages for everybody, has against a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def broken(page: Page) -> list[str]:
    """Each fault: the rule, the element, the reason."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{rule['id']}: {node['html'][:120]}: {node['failureSummary']}" for rule in found for node in rule["nodes"]]
