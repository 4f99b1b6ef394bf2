"""Screenshots of chats, taken with the tests' browser."""

from __future__ import annotations

import io

from PIL import Image
from playwright.async_api import Browser

from docs.studio.chat import Chat, html

SHARPNESS = 1.5


async def photograph(chat: Chat, browser: Browser) -> bytes:
    """Return the chat's screen as a PNG file with a palette."""
    page = await browser.new_page(device_scale_factor=SHARPNESS)
    await page.set_content(html(chat))
    await page.evaluate("document.fonts.ready")
    screenshot = await page.locator("main").screenshot(animations="disabled")
    await page.close()
    return with_palette(screenshot)


def with_palette(picture: bytes) -> bytes:
    """Return the picture in 256 colours, which makes it a third of the size."""
    buffer = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(
        buffer, "PNG", optimize=True
    )
    return buffer.getvalue()
