"""What axe finds wrong with a page: names, roles, contrast and the rest of its rules, the advised ones included."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page


async def violations(page: Page) -> list[str]:
    """Each as its rule and the elements that break it; none is what there should be."""
    result = (await Axe().run(page, options={"resultTypes": ["violations"]})).response["violations"]
    return [f"{broken['id']}: {', '.join(str(node['target']) for node in broken['nodes'])}" for broken in result]
