"""Running clocks in two browsers: wrong flags, the drift of what the pages show, and how promptly a flag falls."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Page, expect

from benchmarks.figure import Figure
from bot.core.game.apply_events import after_entry
from bot.core.game.clocks import for_seat
from bot.core.game.events import read_log_entry
from bot.core.game.session import Session, Stage
from bot.core.ports.store import CorruptDataError
from bot.store.connection import connect
from bot.store.embedded import serve
from bot.store.redis import RedisStore
from engines.game import Seat
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.chromium import start_browser

MOVES, SECONDS_A_MOVE = 60, 2.0
_FLAG_SECONDS = 10
_PATIENCE_MS = 20_000
_WATCH = """() => {
  window.changes = [];
  const clocks = document.getElementById("clocks");
  new MutationObserver(() => [...clocks.children].forEach((clock, seat) => {
    const shown = clock.lastChild.textContent;
    if (clock.matches(".runs") && changes.at(-1)?.[2] !== shown) changes.push([Date.now() / 1000, seat, shown]);
  })).observe(clocks, { childList: true, subtree: true });
}"""


@dataclass(frozen=True)
class Tick:
    """The instant at which a page counts the running clock of a seat down to so many seconds."""

    at: float
    seat: Seat
    seconds: float


def figures() -> Iterable[Figure]:
    """Yield what two minutes of play show, with browsers and server on one machine."""
    yield from asyncio.run(measure(MOVES, SECONDS_A_MOVE))


async def measure(moves: int, pause: float) -> list[Figure]:
    """Play so many moves, one every `pause` seconds, then let a flag fall; return the figures."""
    async with _two_players() as (pages, store):
        code = await _begin(pages, store, "3m+2s")
        await _play(pages, store, code, moves, pause)
        states = await _states(store, code)
        ticks = [tick for page in pages for tick in _ticks(await page.evaluate("changes"))]
        drifts = [drift for tick in ticks for drift in _drift(tick, states)]
        await _say(pages[0], "/resign sure")
        await expect(pages[1].locator("#clocks > .runs")).to_have_count(0, timeout=_PATIENCE_MS)
        delay = await _flag_delay(pages, store)
    wrong_flags = sum(session.stage is not Stage.RUNNING for session in states[1:])
    return [
        Figure(f"flags that fell wrongly in {moves} moves, one every {pause:g} s", wrong_flags, 0, ""),
        Figure("seconds counted down on both pages", len(drifts), moves, "", at_least=True),
        Figure("largest drift of a clock on a page from the server's", max(drifts, default=float("inf")), 0.1, "s"),
        Figure("delay between a flag's time and its fall", delay, 0.25, "s"),
    ]


async def _begin(pages: Sequence[Page], store: RedisStore, pace: str) -> str:
    """Begin a game between both pages; return its code."""
    ann, bob = pages
    await _say(ann, f"/challenge @bob dots 6x6 pie=0 time={pace}")
    await bob.locator("#log").get_by_role("button", name="Accept", exact=True).last.click()
    await expect(ann.locator("#replay-at")).to_have_text("0/0", timeout=_PATIENCE_MS)
    [code] = [game async for game in store.logs.open_games()]
    for page in pages:
        await page.evaluate(_WATCH)
    return code


async def _play(pages: Sequence[Page], store: RedisStore, code: str, moves: int, pause: float) -> None:
    loop = asyncio.get_running_loop()
    for number in range(1, moves + 1):
        due = loop.time() + pause
        *_, session = await _states(store, code)
        await _say(pages[session.position.turn is Seat.SECOND], str(next(iter(session.position.moves()))))
        for page in pages:
            await expect(page.locator("#replay-at")).to_have_text(f"{number}/{number}", timeout=_PATIENCE_MS)
        await asyncio.sleep(max(0.0, due - loop.time()))


async def _flag_delay(pages: Sequence[Page], store: RedisStore) -> float:
    """Let a flag fall; return the seconds from its instant to the event."""
    code = await _begin(pages, store, f"{_FLAG_SECONDS}s+0s")
    await _play(pages, store, code, 2, 0.0)
    await expect(pages[1].locator("#log").get_by_text("ran out of time").last).to_be_visible(timeout=_PATIENCE_MS)
    *_, before, after = await _states(store, code)
    assert before.clocks is not None
    assert after.clocks is not None
    return after.clocks.since - before.clocks.claim_time


async def _states(store: RedisStore, code: str) -> list[Session]:
    """Return the game after each entry of its log."""
    log = (await store.logs.load_all({code: 0}))[code]
    assert not isinstance(log, CorruptDataError)
    first, *entries = map(read_log_entry, log)
    return [*itertools.accumulate(entries, after_entry, initial=after_entry(None, first))]


def _ticks(changes: Sequence[tuple[float, int, str]]) -> Iterator[Tick]:
    """Yield the moments at which a shown clock counted one second down."""
    for (_, seat_before, before), (at, seat, shown) in itertools.pairwise(changes):
        is_timed = before[0].isdecimal() and shown[0].isdecimal()
        if is_timed and seat == seat_before and _seconds(before) - _seconds(shown) == 1:
            yield Tick(at, tuple(Seat)[seat], _seconds(before))


def _seconds(shown: str) -> float:
    minutes, _, seconds = shown.partition(":")
    return 60 * int(minutes) + float(seconds)


def _drift(tick: Tick, states: Sequence[Session]) -> Iterator[float]:
    """Yield how far a page's clock was from the server's, if that was running for the seat then."""
    clocks = [state.clocks for state in states if state.clocks and state.clocks.since <= tick.at]
    if clocks and clocks[-1].turn is tick.seat and not clocks[-1].is_first_turn:
        yield abs(for_seat(clocks[-1].remaining_at(tick.at), tick.seat) - tick.seconds)


async def _say(page: Page, text: str) -> None:
    await page.locator("#text").fill(text)
    await page.locator("#text").press("Enter")


@asynccontextmanager
async def _two_players() -> AsyncIterator[tuple[Sequence[Page], RedisStore]]:
    """Run a bot with the page; yield the pages of Ann and Bob in one room, and the bot's store."""
    with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
        store = RedisStore(connect(server.url))
        async with living(server.url) as house, start_browser() as browser:
            pages = [await (await browser.new_context()).new_page() for _ in range(2)]
            for page, name in zip(pages, ("Ann", "Bob"), strict=True):
                await page.goto(f"{house.url}/c/clocks")
                await page.locator("#name").fill(name)
                await page.keyboard.press("Enter")
                await expect(page.locator("#text")).to_be_focused(timeout=_PATIENCE_MS)
            yield pages, store
        await store.close()
