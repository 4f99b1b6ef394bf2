"""The kinds of faults, each as something that befalls a trial and is over when the call returns."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from benchmarks.heavy import worst_file
from benchmarks.strain.stores import OneServer, Pair
from benchmarks.strain.trial import DOORS, PATIENCE, Trial

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
    """A fault, and which doors it strikes one after another; without any it strikes the bot or its store."""

    name: str
    befalls: Fault
    doors: tuple[str, ...] = ()
    store: type[OneServer] | type[Pair] = OneServer
    has_solvers: bool = False


async def _killed(trial: Trial, door: str) -> None:
    await trial.kill()


def _store(deed: Callable[[OneServer], Awaitable[None]]) -> Fault:
    async def befalls(trial: Trial, door: str) -> None:
        assert isinstance(trial.store, OneServer)
        await deed(trial.store)

    return befalls


async def _failed_over(trial: Trial, door: str) -> None:
    assert isinstance(trial.store, Pair)
    await trial.store.fails_over()


async def _floods(trial: Trial, door: str) -> None:
    if door == "telegram":
        for room in trial.telegram.town.rooms.values():
            room.floods.append(1)
    else:
        trial.discord.troubles["floods"] += 5
    await asyncio.sleep(_SPELL)


async def _fails(trial: Trial, door: str) -> None:
    match door:
        case "telegram":
            trial.telegram.hiccups |= Counter(dict.fromkeys(("sendPhoto", "sendMessage", "getUpdates"), 3))
        case "discord":
            trial.discord.troubles["fails"] += 3
        case _:
            await trial.page.relay.refuse(1.0)
    await asyncio.sleep(_SPELL)


async def _is_away(trial: Trial, door: str) -> None:
    """It refuses everything for longer than a moment, so that time stands still."""
    match door:
        case "telegram":
            trial.telegram.hiccups |= Counter(dict.fromkeys(_METHODS, _MANY))
            await asyncio.sleep(_OUTAGE)
            trial.telegram.hiccups.clear()
        case "discord":
            await trial.discord.go_away(_OUTAGE)
        case _:
            await trial.page.relay.refuse(_OUTAGE)


async def _outlasts_clocks(trial: Trial, door: str) -> None:
    """It is away for longer than a move may take, and then time is claimed; whoever sat down before has no clock."""
    for table in (*trial.tables["telegram"], *trial.tables["discord"]):
        table.terms = "time=1m"
    await asyncio.gather(trial.hurry(_OUTAGE, _HURRY), _is_away(trial, door))
    await asyncio.sleep(_SPELL)
    for table in trial.tables[door]:
        table.claims = True
    await asyncio.sleep(_SPELL)


async def _limits_answers(trial: Trial, door: str) -> None:
    """No press can be answered for a moment."""
    if door == "telegram":
        trial.telegram.limits["answerCallbackQuery"] = _MANY
    else:
        trial.discord.limits["answers"] = _MANY
    await asyncio.sleep(_SPELL)
    trial.telegram.limits.clear()
    trial.discord.limits.clear()


async def _limits_tidying(trial: Trial, door: str) -> None:
    """No older message can be taken away or changed for a while."""
    if door == "telegram":
        trial.telegram.limits |= Counter(dict.fromkeys(_TIDYING, _MANY))
    else:
        trial.discord.limits["tidying"] = _MANY
    await asyncio.sleep(2 * _SPELL)
    trial.telegram.limits.clear()
    trial.discord.limits.clear()


async def _killed_in_a_step(trial: Trial, door: str) -> None:
    if not trial.solvers[door].under_way.is_set():
        await trial.solvers[door].under_way.wait()
    await asyncio.sleep(trial.chance.uniform(0, 0.2))
    await trial.kill()


async def _imports(trial: Trial, door: str) -> None:
    """Seven people send the worst file at once, and wait until it is read."""
    with ProcessPoolExecutor(1) as beside:  # for the platforms stand in for real ones in this process
        file = (await asyncio.get_running_loop().run_in_executor(beside, worst_file)).encode()
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(importer.send(file) for importer in trial.importers))


async def _stalls(trial: Trial, door: str) -> None:
    match door:
        case "telegram":
            trial.telegram.stalls["sendPhoto"] += 2
        case "discord":
            trial.discord.troubles["stalls"] += 2
        case _:
            await trial.page.relay.hold(3.0)
    await asyncio.sleep(_SPELL)


async def _loses(trial: Trial, door: str) -> None:
    match door:
        case "telegram":
            trial.telegram.losses |= Counter({"sendPhoto": 2, "getUpdates": 1})
        case "discord":
            trial.discord.troubles["loses"] += 2
        case _:
            trial.page.relay.loses = True
    await asyncio.sleep(_SPELL)


async def _again(trial: Trial, door: str) -> None:
    match door:
        case "telegram":
            trial.telegram.brings_again = True
        case "discord":
            await trial.discord.again()
        case _:
            await trial.page.again()


async def _shuffled(trial: Trial, door: str) -> None:
    trial.telegram.shuffles = trial.discord.shuffles = trial.page.shuffles = True
    await asyncio.sleep(_SPELL)
    trial.telegram.shuffles = trial.discord.shuffles = trial.page.shuffles = False


async def _jumps(trial: Trial, door: str) -> None:
    trial.set_clock(trial.chance.uniform(-_DAYS, _DAYS) * _DAY)
    await asyncio.sleep(_SPELL)


KINDS = (
    Kind("kill -9", _killed),
    Kind("kill -9 in a puzzle", _killed_in_a_step, DOORS, has_solvers=True),
    Kind("seven import a file", _imports),
    Kind("store killed", _store(OneServer.is_killed)),
    Kind("store paused for 3 s", _store(OneServer.is_paused)),
    Kind("store slow for 1 s", _store(OneServer.is_slow)),
    Kind("store full", _store(OneServer.is_full)),
    Kind("store read-only", _store(OneServer.is_read_only)),
    Kind("store failed over", _failed_over, store=Pair),
    Kind("platform says 429", _floods, DOORS[:2]),
    Kind("429 for all answers", _limits_answers, DOORS[:2]),
    Kind("429 while tidying", _limits_tidying, DOORS[:2]),
    Kind("platform says 502", _fails, DOORS),
    Kind("platform away for 15 s", _is_away, DOORS),
    Kind("away longer than a clock", _outlasts_clocks, DOORS[:2]),
    Kind("platform too slow", _stalls, DOORS),
    Kind("answer lost", _loses, DOORS),
    Kind("brought again", _again, DOORS),
    Kind("out of order", _shuffled),
    Kind("clock jumps up to 3 days", _jumps),
)
