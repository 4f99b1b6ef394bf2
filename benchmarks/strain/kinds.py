"""Kinds of faults, each a function that disturbs a trial and returns once the fault is over."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from benchmarks.heavy import worst_file
from benchmarks.strain.stores import OneServer, Pair
from benchmarks.strain.trial import PATIENCE, PLATFORMS, Trial

Fault = Callable[[Trial, str], Awaitable[None]]
_DAYS = 3
_DAY = 86_400.0
_SPELL = 2.0
_OUTAGE = 15.0
_MANY = 10**6
_HURRY = 8.0
_TIDYING = ("deleteMessage", "deleteMessages", "editMessageReplyMarkup", "editMessageCaption", "editMessageText")
_METHODS = ("getUpdates", "sendPhoto", "sendMessage", "editMessageMedia", "editMessageCaption", "answerCallbackQuery")


@dataclass(frozen=True)
class Kind:
    """A fault and the platforms it hits in turn; without platforms it hits the bot or its store."""

    name: str
    strike: Fault
    platforms: tuple[str, ...] = ()
    store: type[OneServer] | type[Pair] = OneServer
    has_solvers: bool = False


async def _kill(trial: Trial, adapter: str) -> None:
    await trial.kill()


def _store_fault(action: Callable[[OneServer], Awaitable[None]]) -> Fault:
    async def befalls(trial: Trial, adapter: str) -> None:
        assert isinstance(trial.store, OneServer)
        await action(trial.store)

    return befalls


async def _fail_over(trial: Trial, adapter: str) -> None:
    assert isinstance(trial.store, Pair)
    await trial.store.fail_over()


async def _flood(trial: Trial, adapter: str) -> None:
    if adapter == "telegram":
        for room in trial.telegram.town.rooms.values():
            room.floods.append(1)
    else:
        trial.discord.message_faults["floods"] += 5
    await asyncio.sleep(_SPELL)


async def _fail(trial: Trial, adapter: str) -> None:
    match adapter:
        case "telegram":
            trial.telegram.hiccups |= Counter(dict.fromkeys(("sendPhoto", "sendMessage", "getUpdates"), 3))
        case "discord":
            trial.discord.message_faults["fails"] += 3
        case _:
            await trial.page.relay.refuse(1.0)
    await asyncio.sleep(_SPELL)


async def _go_away(trial: Trial, adapter: str) -> None:
    """Refuse every request long enough for the bot to count an outage and stop its clocks."""
    match adapter:
        case "telegram":
            trial.telegram.hiccups |= Counter(dict.fromkeys(_METHODS, _MANY))
            await asyncio.sleep(_OUTAGE)
            trial.telegram.hiccups.clear()
        case "discord":
            await trial.discord.go_away(_OUTAGE)
        case _:
            await trial.page.relay.refuse(_OUTAGE)


async def _outlast_clocks(trial: Trial, adapter: str) -> None:
    """Stay away longer than the time per move, then claim a win; earlier games have no clock."""
    for table in (*trial.tables["telegram"], *trial.tables["discord"]):
        table.terms = "time=1m"
    await asyncio.gather(trial.hurry(_OUTAGE, _HURRY), _go_away(trial, adapter))
    await asyncio.sleep(_SPELL)
    for table in trial.tables[adapter]:
        table.claims = True
    await asyncio.sleep(_SPELL)


async def _limit_answers(trial: Trial, adapter: str) -> None:
    """Refuse all answers to presses for a moment."""
    if adapter == "telegram":
        trial.telegram.limits["answerCallbackQuery"] = _MANY
    else:
        trial.discord.limits["answers"] = _MANY
    await asyncio.sleep(_SPELL)
    trial.telegram.limits.clear()
    trial.discord.limits.clear()


async def _limit_tidying(trial: Trial, adapter: str) -> None:
    """Refuse all deletions and changes of older messages for a while."""
    if adapter == "telegram":
        trial.telegram.limits |= Counter(dict.fromkeys(_TIDYING, _MANY))
    else:
        trial.discord.limits["tidying"] = _MANY
    await asyncio.sleep(2 * _SPELL)
    trial.telegram.limits.clear()
    trial.discord.limits.clear()


async def _kill_in_a_step(trial: Trial, adapter: str) -> None:
    if not trial.solvers[adapter].under_way.is_set():
        await trial.solvers[adapter].under_way.wait()
    await asyncio.sleep(trial.chance.uniform(0, 0.2))
    await trial.kill()


async def _import_files(trial: Trial, adapter: str) -> None:
    """Let seven people import the worst file at once, and wait until it is read."""
    if not trial.import_file:
        with ProcessPoolExecutor(1) as beside:  # since the platform stand-ins run in this process
            trial.import_file = (await asyncio.get_running_loop().run_in_executor(beside, worst_file)).encode()
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(importer.send(trial.import_file) for importer in trial.importers))


async def _stall(trial: Trial, adapter: str) -> None:
    match adapter:
        case "telegram":
            trial.telegram.stalls["sendPhoto"] += 2
        case "discord":
            trial.discord.message_faults["stalls"] += 2
        case _:
            await trial.page.relay.hold(3.0)
    await asyncio.sleep(_SPELL)


async def _lose_answers(trial: Trial, adapter: str) -> None:
    match adapter:
        case "telegram":
            trial.telegram.losses |= Counter({"sendPhoto": 2, "getUpdates": 1})
        case "discord":
            trial.discord.message_faults["loses"] += 2
        case _:
            trial.page.relay.loses = True
    await asyncio.sleep(_SPELL)


async def _repeat_updates(trial: Trial, adapter: str) -> None:
    match adapter:
        case "telegram":
            trial.telegram.brings_again = True
        case "discord":
            await trial.discord.repeat_presses()
        case _:
            await trial.page.repeat_frames()


async def _shuffle(trial: Trial, adapter: str) -> None:
    trial.telegram.shuffles = trial.discord.shuffles = trial.page.shuffles = True
    await asyncio.sleep(_SPELL)
    trial.telegram.shuffles = trial.discord.shuffles = trial.page.shuffles = False


async def _jump(trial: Trial, adapter: str) -> None:
    trial.set_clock(trial.chance.uniform(-_DAYS, _DAYS) * _DAY)
    await asyncio.sleep(_SPELL)


KINDS = (
    Kind("kill -9", _kill),
    Kind("kill -9 during a puzzle", _kill_in_a_step, PLATFORMS, has_solvers=True),
    Kind("seven people import a file", _import_files),
    Kind("store killed", _store_fault(OneServer.restart)),
    Kind("store paused for 3 s", _store_fault(OneServer.pause)),
    Kind("store slow for 1 s", _store_fault(OneServer.slow_down)),
    Kind("store full", _store_fault(OneServer.fill_memory)),
    Kind("store read-only", _store_fault(OneServer.make_read_only)),
    Kind("store failed over", _fail_over, store=Pair),
    Kind("platform returns 429", _flood, PLATFORMS[:2]),
    Kind("429 for all answers", _limit_answers, PLATFORMS[:2]),
    Kind("429 during cleanup", _limit_tidying, PLATFORMS[:2]),
    Kind("platform returns 502", _fail, PLATFORMS),
    Kind("platform down for 15 s", _go_away, PLATFORMS),
    Kind("down longer than a clock", _outlast_clocks, PLATFORMS[:2]),
    Kind("platform too slow", _stall, PLATFORMS),
    Kind("answer lost", _lose_answers, PLATFORMS),
    Kind("updates repeated", _repeat_updates, PLATFORMS),
    Kind("updates out of order", _shuffle),
    Kind("clock jumps up to 3 days", _jump),
)
