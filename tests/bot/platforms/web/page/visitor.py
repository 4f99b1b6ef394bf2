"""A person at a browser tab, who finds things by role and name as a screen reader does."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

LOST = ("WebSocket connection", "net::ERR_CONNECTION_")
"""What the browser, not the page, says of a bot that is down."""


class Visitor:
    """One tab; scripts that fail and policies that are broken are kept in `faults`."""

    def __init__(self, page: Page, look: Look | None = None) -> None:
        self.page = page
        self.look = look or Look()
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

    async def change(self, look: Look) -> None:
        """Change what can be changed of an open browser: its size and colours."""
        await self.page.set_viewport_size({"width": look.width, "height": look.height})
        await self.page.emulate_media(
            color_scheme="dark" if look.dark else "light", forced_colors="active" if look.forced else "none"
        )
        self.look = look

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

    async def opens_menu(self) -> None:
        """Open the panel of people and settings."""
        await self.page.locator("#people-toggle").click()

    def button(self, name: str) -> Locator:
        return self.log.get_by_role("button", name=name, exact=True)

    def _complain(self, kind: str, text: str) -> None:
        if kind == "error" and not any(lost in text for lost in LOST):
            self.faults.append(text)


@dataclass(frozen=True)
class Look:
    """How a visitor's browser is set up."""

    language: str = "en-GB"
    width: int = 1280
    height: int = 800
    dark: bool = False
    touch: bool = False
    forced: bool = False


class Spares:
    """Tabs that earlier tests have left, each in a window of its own; in a new window the page costs twice the CPU."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._visitors: dict[tuple[str, bool], list[Visitor]] = {}

    async def take(self, look: Look) -> Visitor:
        """Return a visitor whose tab is empty and whose browser remembers nothing."""
        left = self._visitors.get((look.language, look.touch))
        visitor = left.pop() if left else Visitor(await (await open_window(self.browser, look)).new_page(), look)
        if visitor.look != look:
            await visitor.change(look)
        return visitor

    async def give_back(self, visitor: Visitor) -> None:
        """Keep the tab for another test, or close its window where a test has opened or closed others there."""
        page = visitor.page
        if page.context.pages != [page] or not page.url.startswith("http://127.0.0.1"):
            await page.context.close()
            return
        await page.evaluate("localStorage.clear(); sessionStorage.clear(); window.name = ''")
        await page.goto("about:blank")
        await page.mouse.move(0, 0)
        await page.context.clear_cookies()
        self._visitors.setdefault((visitor.look.language, visitor.look.touch), []).append(visitor)


async def open_window(browser: Browser, look: Look) -> BrowserContext:
    """Open a window that shares nothing with others."""
    return await browser.new_context(
        locale=look.language,
        viewport={"width": look.width, "height": look.height},
        color_scheme="dark" if look.dark else "light",
        forced_colors="active" if look.forced else "none",
        reduced_motion="reduce",
        has_touch=look.touch,
    )


class Visitors:
    """Opens tabs in one browser; at the end, none of them may have had a fault."""

    def __init__(self, spares: Spares) -> None:
        self._spares = spares
        self._contexts: list[BrowserContext] = []
        self._visitors: list[Visitor] = []
        self._borrowed: list[Visitor] = []

    async def window(self, language: str = "en-GB", *, touch: bool = False) -> BrowserContext:
        """Open a window for tabs that share it, or for a test that scripts it."""
        context = await open_window(self._spares.browser, Look(language, touch=touch))
        self._contexts.append(context)
        return context

    async def tab(
        self,
        language: str = "en-GB",
        width: int = 1280,
        height: int = 800,
        *,
        dark: bool = False,
        touch: bool = False,
        forced: bool = False,
    ) -> Visitor:
        """Return a visitor in a window of its own."""
        visitor = await self._spares.take(Look(language, width, height, dark, touch, forced))
        self._visitors.append(visitor)
        self._borrowed.append(visitor)
        return visitor

    async def tab_in(self, window: BrowserContext) -> Visitor:
        """Open another tab in a window."""
        visitor = Visitor(await window.new_page())
        self._visitors.append(visitor)
        return visitor

    async def leave(self) -> None:
        """Close what is open; raise `AssertionError` for faults."""
        for context in self._contexts:
            await context.close()
        faults = [fault for visitor in self._visitors for fault in visitor.faults]
        if not faults:
            for visitor in self._borrowed:
                await self._spares.give_back(visitor)
        assert faults == [], faults
