"""The board on the page in a real browser: its response times, and the effort of drawing a first line."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from playwright.async_api import Page, TimeoutError

from benchmarks.figure import Figure
from bot.platforms.web import assets
from bot.store.embedded import serve
from engines.curves.menu import least_bent_lines
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.audit import violations
from tests.bot.platforms.web.page.chromium import start_browser
from tests.bot.platforms.web.page.spots import Spot, grid, stroke
from tests.engines.curves.sheets import broken_rings, busy_sheet

_TRIES = 20
_SHEETS = 10
_ROOMS = 6
_HESITATES = 1.0
"""Seconds that a person hesitates before a tap."""
_CHANGED = """async ([part, kinds, x, y]) => {
  const [board, watched] = ["board", part].map((id) => document.getElementById(id));
  board.setPointerCapture = () => {};
  const changed = new Promise((done) => new MutationObserver((_, seen) => {
    if (watched.children.length) done(seen.disconnect());
  }).observe(watched, { childList: true }));
  const begun = performance.now();
  for (const kind of kinds) board.dispatchEvent(new PointerEvent(kind,
    { pointerType: "mouse", pointerId: 1, isPrimary: true, clientX: x, clientY: y, bubbles: true }));
  const late = new Promise((done) => setTimeout(done, 3000, "late"));
  return (await Promise.race([changed, late])) === "late" ? null : performance.now() - begun;
}"""
_PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
_LOADED = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .filter(({ name }) => !name.includes("/pictures/")).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"""
_SHEET = "/challenge bot easy curves points=12"
OpenTab = Callable[..., Awaitable[Page]]


def figures() -> Iterable[Figure]:
    """Yield medians; browser and server share the machine."""
    yield from asyncio.run(_measure())
    sources = (file.stat().st_size for file in assets.PAGE.iterdir() if file.name not in assets.BRIDGES)
    yield Figure("size of the page's sources, without the platform bridges", sum(sources) / 1000, 110, "kB")
    for lines in (0, 3, 6, 9):
        sheets = [busy_sheet(Random(seed), lines) for seed in range(_SHEETS)]
        rings = sum(len(least_bent_lines(sheet, end)) for sheet in sheets for end in sheet.ends())
        whole = 100 * (1 - sum(len(broken_rings(sheet)) for sheet in sheets) / max(rings, 1))
        yield Figure(
            f"strokes to a ringed point that draw a legal curve, {lines} lines drawn", whole, 98, "%", at_least=True
        )


async def _measure() -> list[Figure]:
    frames = list[int]()
    async with _opening(frames) as open_tab:
        page = await open_tab("/challenge bot easy dots 5x5 pie=0")
        first, bytes_loaded = await page.evaluate(_PAINTED), await page.evaluate(_LOADED) + sum(frames)
        side, curve, finger = await _side(page), await _curve(open_tab), await _finger(open_tab)
        press_time = await _press_time(await open_tab("/challenge bot easy dots 8x8 pie=0"))
        violation_count = sum([len(await violations(await open_tab(move.challenge))) for move in _MOUSE_MOVES])
        presses = [
            Figure(f"mouse presses for a move: {move.title}", await _presses(open_tab, move), move.most, "")
            for move in _MOUSE_MOVES
        ]
        return [
            Figure("preview of a side", side, 30, "ms"),
            Figure("preview of a curve", curve, 30, "ms"),
            Figure("from a click to the drawn move and the bot's reply", press_time, 100, "ms"),
            Figure("first paint of the page", first, 800, "ms"),
            Figure(
                "size of the page with its first board, without pictures in the log", bytes_loaded / 1000, 150, "kB"
            ),
            Figure("a first curve drawn by finger on a phone, with a second before each tap", finger, 15, "s"),
            Figure("violations that axe finds on the page with the boards of five games", violation_count, 0, ""),
            *presses,
        ]


async def _change_times(page: Page, part: str, kinds: tuple[str, ...], spot: Spot) -> list[float]:
    """Return a list with the milliseconds until the page changes; empty if nothing changes."""
    milliseconds: float | None = await page.evaluate(_CHANGED, [part, kinds, *spot])
    return [] if milliseconds is None else [milliseconds]


async def _side(page: Page) -> float:
    at = await grid(page, 6, 6)
    sides = [(column + 0.5, row) for column in range(5) for row in range(6)][:_TRIES]
    return await _median(page, "ghost", ("pointermove",), [at(*side) for side in sides])


async def _median(page: Page, part: str, kinds: tuple[str, ...], spots: Iterable[Spot]) -> float:
    return statistics.median(
        [milliseconds for spot in spots for milliseconds in await _change_times(page, part, kinds, spot)]
    )


async def _press_time(page: Page) -> float:
    at = await grid(page, 9, 9)
    return await _median(page, "drawn", ("pointerdown", "pointerup"), [at(0.5, row) for row in range(9)])


async def _points(open_tab: OpenTab, phone: bool = False) -> tuple[Page, list[Spot]]:
    """Return a sheet with all points marked, and their positions on the screen."""
    page = await open_tab(_SHEET, phone)
    at, chance = await grid(page, 16, 12), Random(3)
    points = [(column, row) for column in (1, 5, 9, 13) for row in (2, 6, 10)]
    for column, row in chance.sample(points, 6):
        await page.locator("#text").fill(f"{'abcdefghijklmnop'[column]}{row + 1}")
        await page.keyboard.press("Enter")
        await page.locator("#said").get_by_text("Your move").wait_for()
        await page.wait_for_timeout(300)
    return page, [at(column, row) for column, row in points]


async def _curve(open_tab: OpenTab) -> float:
    """Return the median response while the handle of a line is dragged."""
    page, points = await _points(open_tab)
    await stroke(page, points[0], points[-1])
    await page.wait_for_timeout(300)  # the preview is redrawn once the server has judged it
    handle = await page.locator("#ghost .handle").bounding_box()
    assert handle
    x, y = handle["x"], handle["y"]
    await page.mouse.move(x + 8, y + 8)
    await page.mouse.down()
    spots = [(x + 15 * (n % 5), y - 15 * (n % 7)) for n in range(1, _TRIES)]
    return await _median(page, "ghost", ("pointermove",), spots)


async def _finger(open_tab: OpenTab) -> float:
    """Return the seconds of tapping until a line, possibly a suggested one, can be played."""
    page, points = await _points(open_tab, phone=True)
    turns = await page.locator("#replay-at").inner_text()
    start = time.perf_counter()
    for spot in Random(5).sample(points, len(points)):
        await asyncio.sleep(_HESITATES)
        await page.touchscreen.tap(*spot)
        await page.wait_for_timeout(100)
        for button in ("#board-nearest", "#board-play"):
            if await page.locator(button).is_visible():
                await asyncio.sleep(_HESITATES)
                await page.locator(button).tap()
                await page.wait_for_timeout(100)
        if await page.locator("#replay-at").inner_text() != turns:
            return time.perf_counter() - start
    return float("inf")


async def _presses(open_tab: OpenTab, move: _MouseMove) -> int:
    """Return the number of mouse presses for a move; retry elsewhere if a line does not fit."""
    for _ in range(_ROOMS):
        page = await open_tab(move.challenge)
        await page.evaluate(
            "() => { window.presses = 0; addEventListener('pointerdown', () => (presses += 1), true); }"
        )
        for points in await move.strokes(page):
            await stroke(page, *points)
            await page.wait_for_timeout(300)
        with suppress(TimeoutError):
            await page.locator("#said").get_by_text("Your move").wait_for(timeout=3000)
            press_count: int = await page.evaluate("presses")
            return press_count
    raise RuntimeError(f"no move was made: {move.title}")


async def _a_side(page: Page) -> list[list[Spot]]:
    at = await grid(page, 4, 4)
    return [[at(1.5, 1)]]


async def _an_l_and_a_disc(page: Page) -> list[list[Spot]]:
    at = await grid(page, 4, 4)
    return [[at(2, 3), at(3, 3), at(3, 2), at(3, 1)], [at(0, 3), at(0, 2)]]


async def _a_digit(page: Page) -> list[list[Spot]]:
    at = await grid(page, 6, 6)
    return [[at(1, 1)]]


async def _a_car(page: Page) -> list[list[Spot]]:
    """Return a stroke on the last city, which is far from the dead end."""
    box = await page.locator("#drawn circle").last.bounding_box()
    assert box
    return [[(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)]]


async def _a_curve(page: Page) -> list[list[Spot]]:
    at = await grid(page, 8, 6)
    for column in (0, 7):
        await page.mouse.click(*at(column, 0))
        await page.wait_for_timeout(800)
    await page.evaluate("presses = 0")
    play = "#board-play"
    middle = at(3.5, 0)
    await stroke(page, at(0, 0), at(7, 0))
    await page.locator("#ghost .handle").wait_for()
    await stroke(page, middle, at(3.6, 2.4))
    await page.wait_for_timeout(300)
    box = await page.locator(play).bounding_box() or {"x": 0, "y": 0}
    return [[(box["x"] + 5, box["y"] + 5)]]


@dataclass(frozen=True)
class _MouseMove:
    """A move made with a mouse: the game, the maximum number of presses, and the strokes."""

    title: str
    challenge: str
    most: int
    strokes: Callable[[Page], Awaitable[list[list[Spot]]]]


_MOUSE_MOVES = (
    _MouseMove("dots", "/challenge bot easy dots 3x3", 1, _a_side),
    _MouseMove("L-game, with a disc", "/challenge bot easy lgame", 3, _an_l_and_a_disc),
    _MouseMove("Tupik", "/challenge bot easy tupik", 2, _a_car),
    _MouseMove("digits", "/challenge bot easy digits", 2, _a_digit),
    _MouseMove("curves, bent", "/challenge bot easy curves 8x6 points=4", 3, _a_curve),
)


@asynccontextmanager
async def _opening(frames: list[int]) -> AsyncIterator[OpenTab]:
    """Run a bot with the page; yield a function that opens a tab in a new room and starts a game there.

    The sizes of all socket messages are appended to `frames`.
    """
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with living(server.url) as house, start_browser() as browser:
            rooms = iter(range(1000))

            async def open_tab(challenge: str, phone: bool = False) -> Page:
                context = await browser.new_context(
                    viewport={"width": 360, "height": 740} if phone else {"width": 1280, "height": 800},
                    has_touch=phone,
                )
                page = await context.new_page()
                page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(len(data))))
                await page.goto(f"{house.url}/c/room{next(rooms)}")
                await page.locator("#name").fill("Ann")
                await page.keyboard.press("Enter")
                await page.locator("#text").fill(challenge)
                await page.keyboard.press("Enter")
                await page.locator("#said").get_by_text("Your move").wait_for()
                return page

            yield open_tab
