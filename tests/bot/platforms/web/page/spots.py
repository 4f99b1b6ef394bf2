"""Where on the screen the places of the pinned board are, and a mouse that goes over them."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.async_api import FrameLocator, Locator, Page, expect

Spot = tuple[float, float]


async def grid(page: Page | FrameLocator, columns: int, rows: int) -> Callable[[float, float], Spot]:
    """Return the screen position of a column and a row, found by the labels at the board's edges."""
    labels = page.locator("#drawn text")
    await expect(labels.filter(has_text=re.compile("^a$")).first).to_be_visible()
    first, last = [await _centre(labels, name, 0) for name in ("a", "abcdefghijklmnop"[columns - 1])]
    low, high = [await _centre(labels, str(row), 1) for row in (1, rows)]
    return lambda column, row: (
        first + (last - first) * column / (columns - 1),
        low + (high - low) * row / (rows - 1),
    )


async def _centre(labels: Locator, name: str, axis: int) -> float:
    box = await labels.filter(has_text=re.compile(f"^{name}$")).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2 if axis == 0 else box["y"] + box["height"] / 2


async def stroke(page: Page, *through: Spot) -> None:
    await page.mouse.move(*through[0])
    await page.mouse.down()
    for spot in through[1:]:
        await page.mouse.move(*spot, steps=4)
    await page.mouse.up()
