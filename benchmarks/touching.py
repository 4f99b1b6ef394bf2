"""The board on the page, in a real browser beside its server: how soon it answers, and how a first line is drawn."""

from __future__ import annotations

import asyncio
import re
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
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.audit import violations
from tests.bot.platforms.web.page.chromium import started
from tests.bot.platforms.web.page.spots import Spot, grid, stroke

_TRIES = 20
_ROOMS = 6
_HESITATES = 1.0
"""Seconds that a person takes before a tap."""
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
Opened = Callable[..., Awaitable[Page]]


def figures() -> Iterable[Figure]:
    """Medians; browser and server share the machine."""
    yield from asyncio.run(_measured())
    sources = (file.stat().st_size for file in assets.PAGE.iterdir() if file.name not in assets.BRIDGES)
    yield Figure("sources of the page, bridges to other platforms aside", sum(sources) / 1000, 90, "kB")


async def _measured() -> list[Figure]:
    frames = list[int]()
    async with _opening(frames) as opened:
        page = await opened("/challenge bot easy dots 5x5 pie=0")
        first, loaded = await page.evaluate(_PAINTED), await page.evaluate(_LOADED) + sum(frames)
        side, curve, finger = await _side(page), await _curve(opened), await _finger(opened)
        drawn = await _drawn(await opened("/challenge bot easy dots 8x8 pie=0"))
        wrong = sum([len(await violations(await opened(move.challenge))) for move in _PRESSED])
        presses = [
            Figure(f"presses of a mouse for a move: {move.called}", await _presses(opened, move), move.most, "")
            for move in _PRESSED
        ]
        return [
            Figure("a side's ghost is answered after", side, 30, "ms"),
            Figure("a curve's ghost is answered after", curve, 30, "ms"),
            Figure("from a press to the move drawn, with the bot's answer", drawn, 100, "ms"),
            Figure("first paint of the page", first, 800, "ms"),
            Figure("the page with its first board, pictures in the log aside", loaded / 1000, 150, "kB"),
            Figure("a first curve by a finger on a phone, a second before each tap", finger, 15, "s"),
            Figure("what axe finds wrong with the page and the boards of five games", wrong, 0, ""),
            *presses,
        ]


async def _changed(page: Page, part: str, kinds: tuple[str, ...], spot: Spot) -> list[float]:
    """Milliseconds; none if nothing changes, as where a side is drawn already."""
    taken: float | None = await page.evaluate(_CHANGED, [part, kinds, *spot])
    return [] if taken is None else [taken]


async def _side(page: Page) -> float:
    at = await grid(page, 6, 6)
    sides = [(column + 0.5, row) for column in range(5) for row in range(6)][:_TRIES]
    return await _median(page, "ghost", ("pointermove",), [at(*side) for side in sides])


async def _median(page: Page, part: str, kinds: tuple[str, ...], spots: Iterable[Spot]) -> float:
    return statistics.median([taken for spot in spots for taken in await _changed(page, part, kinds, spot)])


async def _drawn(page: Page) -> float:
    at = await grid(page, 9, 9)
    return await _median(page, "drawn", ("pointerdown", "pointerup"), [at(0.5, row) for row in range(9)])


async def _points(opened: Opened, phone: bool = False) -> tuple[Page, list[Spot]]:
    """A sheet on which all points are marked, and where they are."""
    page = await opened(_SHEET, phone)
    at, chance = await grid(page, 16, 12), Random(3)
    own = [(column, row) for column in (1, 5, 9, 13) for row in (2, 6, 10)]
    for column, row in chance.sample(own, 6):
        await page.locator("#text").fill(f"{'abcdefghijklmnop'[column]}{row + 1}")
        await page.keyboard.press("Enter")
        await page.locator("#said").get_by_text(re.compile("Played|Your move")).wait_for()
        await page.wait_for_timeout(300)
    return page, [at(column, row) for column, row in own]


async def _curve(opened: Opened) -> float:
    """While the handle of a line is dragged."""
    page, points = await _points(opened)
    await stroke(page, points[0], points[-1])
    await page.locator("#ghost .handle").wait_for()
    handle = await page.locator("#ghost .handle").bounding_box()
    assert handle
    x, y = handle["x"], handle["y"]
    await page.mouse.move(x + 8, y + 8)
    await page.mouse.down()
    spots = [(x + 15 * (n % 5), y - 15 * (n % 7)) for n in range(1, _TRIES)]
    return await _median(page, "ghost", ("pointermove",), spots)


async def _finger(opened: Opened) -> float:
    """Taps one point after another until there is a line to play, or one that fits instead; then plays it."""
    page, points = await _points(opened, phone=True)
    begun = time.perf_counter()
    for spot in Random(5).sample(points, len(points)):
        await asyncio.sleep(_HESITATES)
        await page.touchscreen.tap(*spot)
        await page.wait_for_timeout(100)
        for button in ("#board-nearest", "#board-play"):
            if await page.locator(button).is_visible():
                await asyncio.sleep(_HESITATES)
                await page.locator(button).tap()
                await page.wait_for_timeout(100)
        if "Played" in await page.locator("#said").inner_text():
            return time.perf_counter() - begun
    return float("inf")


async def _presses(opened: Opened, move: _Pressed) -> int:
    """How often the button of a mouse goes down until a move is made; a line that does not fit is tried elsewhere."""
    for _ in range(_ROOMS):
        page = await opened(move.challenge)
        await page.evaluate(
            "() => { window.presses = 0; addEventListener('pointerdown', () => (presses += 1), true); }"
        )
        for made in await move.strokes(page):
            await stroke(page, *made)
            await page.wait_for_timeout(300)
        with suppress(TimeoutError):
            await page.locator("#said").get_by_text(re.compile("Played|Your move")).wait_for(timeout=3000)
            pressed: int = await page.evaluate("presses")
            return pressed
    raise RuntimeError(f"no move was made: {move.called}")


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
    """The last of the cities: it is nowhere near the dead end."""
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
class _Pressed:
    """A move made with a mouse: the game, the most presses it should take, and the strokes that make it."""

    called: str
    challenge: str
    most: int
    strokes: Callable[[Page], Awaitable[list[list[Spot]]]]


_PRESSED = (
    _Pressed("dots", "/challenge bot easy dots 3x3", 1, _a_side),
    _Pressed("L-game, with a disc", "/challenge bot easy lgame", 3, _an_l_and_a_disc),
    _Pressed("Tupik", "/challenge bot easy tupik", 2, _a_car),
    _Pressed("digits", "/challenge bot easy digits", 2, _a_digit),
    _Pressed("curves, bent", "/challenge bot easy curves 8x6 points=4", 3, _a_curve),
)


@asynccontextmanager
async def _opening(frames: list[int]) -> AsyncIterator[Opened]:
    """A bot with the page; what is given opens a tab in a room of its own and begins a game there.

    The sizes of what comes over sockets are written down in `frames`.
    """
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        async with living(server.url) as house, started() as browser:
            rooms = iter(range(1000))

            async def opened(challenge: str, phone: bool = False) -> Page:
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

            yield opened
