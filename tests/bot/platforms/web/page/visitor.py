"""A person at a browser tab, who finds things by role and name as a screen reader does."""

from __future__ import annotations

from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

LOST = ("WebSocket connection", "net::ERR_CONNECTION_")
"""What the browser, not the page, says of a bot that is down."""


class Visitor:
    """One tab; scripts that fail and policies that are broken are kept in `faults`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda line: self._complain(line.type, line.text))

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    @property
    def box(self) -> Locator:
        return self.page.locator("#text")

    @property
    def messages(self) -> Locator:
        return self.log.get_by_role("article")

    async def enter(self, url: str, name: str, channel: str = "lobby") -> None:
        await self.page.goto(f"{url}/c/{channel}")
        await self.page.locator("#name").fill(name)
        await self.page.keyboard.press("Enter")
        await expect(self.box).to_be_focused()

    async def say(self, text: str) -> None:
        await self.box.fill(text)
        await self.box.press("Enter")
        await expect(self.box).to_have_value("")

    async def sees(self, text: str, count: int = 1) -> None:
        await expect(self.log.get_by_text(text)).to_have_count(count)

    def button(self, name: str) -> Locator:
        return self.log.get_by_role("button", name=name, exact=True)

    def _complain(self, kind: str, text: str) -> None:
        if kind == "error" and not any(lost in text for lost in LOST):
            self.faults.append(text)


class Visitors:
    """Opens tabs in one browser; at the end, none of them may have had a fault."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._visitors: list[Visitor] = []

    async def window(
        self,
        language: str = "en-GB",
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        touch: bool = False,
        forced: bool = False,
    ) -> BrowserContext:
        """A window of its own: tabs in it share nothing with other windows."""
        context = await self._browser.new_context(
            locale=language,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            forced_colors="active" if forced else "none",
            reduced_motion="reduce",
            has_touch=touch,
        )
        self._contexts.append(context)
        return context

    async def tab(self, window: BrowserContext | None = None) -> Visitor:
        visitor = Visitor(await (window or await self.window()).new_page())
        self._visitors.append(visitor)
        return visitor

    async def leave(self) -> None:
        for context in self._contexts:
            await context.close()
        faults = [fault for visitor in self._visitors for fault in visitor.faults]
        assert faults == [], faults
