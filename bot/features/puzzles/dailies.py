"""The daily puzzle in chats: who posted it solved, the chat's streak, and one announcement a day."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import time

from bot.core.boards.context import Context
from bot.core.boards.delivery import Delivery
from bot.core.boards.occasions import adapter_of
from bot.core.chats import next_time
from bot.core.commands.settings import NONE, ZONE, ChatSetting
from bot.core.commands.terms import consent_of
from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, platform_of
from bot.core.game.terms import Consent
from bot.core.handlers.services import Services, SettingsChange
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import Button, DeliveryError, Message
from bot.core.ports.store import NEVER, Store, choices_of, of_chat
from bot.core.ports.thinking import Problem
from bot.core.queues.fair_turns import Urgency
from bot.core.repository import MOST_TRIES
from bot.core.upkeep.tasks import log_failures
from bot.core.view.buttons import CHECK_MARK
from bot.core.view.settings import zone_name
from bot.features.puzzles import view
from bot.features.puzzles.exercises import DAILY, Streak, day_number, month_of
from engines import GAMES
from engines.game import AnyExplanation
from engines.puzzles import daily_puzzle, date_of

_log = logging.getLogger(__name__)
_CHAT = of_chat("").strip()
_ONE_AT_A_TIME = 60.0  # seconds
_WRITING = 2.0
_PAUSE = 0.05
DAILIES = "dailies"
"""The list of chats by when they are told of the daily puzzle."""
_DAYS = 3
"""For so many days it is kept who posted."""
_WHY_SECONDS = 1.0


@dataclass(frozen=True)
class Solvers(Streak):
    """The people who posted the daily puzzle in a chat, as names by day and key, and the chat's streak.

    `counts` has, by their keys, the name of each person who posted in a `month` (`2026-11`), and on how many days.
    """

    days: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    month: str = ""
    counts: Mapping[str, tuple[str, int]] = field(default_factory=dict)

    def with_one(self, day: int, person: Person) -> Solvers:
        """Return the solvers with one more person, without days long past; a day of an older month does not count."""
        days = {each: people for each, people in self.days.items() if day - each < _DAYS}
        is_new, month = person.key not in days.get(day, {}), month_of(day)
        days[day] = {**days.get(day, {}), person.key: person.name}
        after = replace(self, days=days)
        if is_new and month >= self.month:
            counts = self.counts if month == self.month else {}
            number = counts.get(person.key, ("", 0))[1] + 1
            after = replace(after, month=month, counts={**counts, person.key: (person.name, number)})
        return after if day <= self.last else after.continue_to(day)

    @property
    def table(self) -> tuple[tuple[str, int], ...]:
        """Return the people of the newest month with their numbers of days, the most first."""
        return tuple(sorted((each for each in self.counts.values() if each[1]), key=lambda each: -each[1]))

    def streak_on(self, day: int) -> int:
        """Return the length of the streak at the end of a day, in days; 0 if it had ended."""
        if day > self.last:
            return self.streak if self.continue_to(day + 1).streak > self.streak else 0
        since = [each for each in range(day + 1, self.last + 1) if each not in self.frozen]
        return max(0, self.streak - len(since))

    def without(self, person: Person) -> Solvers:
        """Return the solvers without a person."""
        days = {
            day: {key: name for key, name in people.items() if key != person.key} for day, people in self.days.items()
        }
        return replace(self, days=days, counts={key: n for key, n in self.counts.items() if key != person.key})


async def change_solvers(
    context: Context, writing: MutableMapping[str, asyncio.Lock], chat: str, change: Callable[[Solvers], Solvers]
) -> None:
    """Change the solvers of a chat, by its key, under a lease and a lock local to this process."""
    key = await context.store.settings.current_key(chat)
    name, leases = f"daily solvers:{key}", context.store.leases
    async with writing.setdefault(name, asyncio.Lock()):
        for _ in range(MOST_TRIES):  # a lease left behind by a dead process expires meanwhile
            if await leases.take(name, _WRITING):
                break
            await asyncio.sleep(_PAUSE)
        try:
            await _keep(context, key, change(await _solvers(context, key)))
        finally:
            await leases.release(name)


async def forget_solver(services: Services, person: Person) -> None:
    """Remove a person from the solver lists of every chat."""
    async for whose in services.store.forgetting.choosers(DAILY):
        choices = await services.store.settings.choices(whose)
        if person.key in choices.get("days", "") + choices.get("counts", ""):
            chat = whose.removeprefix(choices_of(DAILY, ""))
            await change_solvers(services, services.writing, chat, lambda solvers: solvers.without(person))


async def _solvers(context: Context, chat: str) -> Solvers:
    choices = await context.store.settings.choices(choices_of(DAILY, chat))
    with suppress(ValueError, TypeError, AttributeError):
        days = {int(day): dict(people) for day, people in json.loads(choices.get("days", "{}")).items()}
        frozen = tuple(map(int, choices.get("frozen", "").split()))
        streak, last = int(choices.get("streak", 0)), int(choices.get("last", 0))
        counts = {key: (str(name), int(n)) for key, (name, n) in json.loads(choices.get("counts", "{}")).items()}
        return Solvers(days, choices.get("month", ""), counts, streak=streak, last=last, frozen=frozen)
    return Solvers()


async def _keep(context: Context, chat: str, solvers: Solvers) -> None:
    days = json.dumps(solvers.days, ensure_ascii=False)
    fields = {"days": days, "streak": str(solvers.streak), "last": str(solvers.last)}
    fields["frozen"] = " ".join(map(str, solvers.frozen))
    fields |= {"month": solvers.month, "counts": json.dumps(solvers.counts, ensure_ascii=False)}
    await context.store.settings.choose(choices_of(DAILY, chat), fields)


async def schedule_dailies(context: Context, settled: SettingsChange) -> None:
    """Schedule the next announcement for a chat that changed its hour or time zone."""
    if {DAILY, ZONE} & settled.changed:
        key = await context.store.settings.current_key(settled.chat.key)
        await context.store.settings.remember_chat(key, settled.chat)
        at = _next(settled.values, settled.language, context.now())
        await context.store.boards.schedule(DAILIES, key, at)


async def list_dailies(store: Store, now: Instant, everything: bool) -> None:
    """Schedule the chats that chose an hour but are on no list, as after the list was lost."""
    async for whose in store.forgetting.choosers(_CHAT):
        settled = await store.settings.choices(whose)
        if hour_in(settled) != NONE:
            key = whose.removeprefix(of_chat(""))
            language = (await store.boards.place(key, "")).language or ""
            if (at := _next(settled, language, now)) is not None:
                await store.boards.schedule(DAILIES, key, at, instead=NEVER)


def _next(settled: Mapping[str, str], language: str, now: Instant) -> Instant | None:
    """Return the instant of a chat's next announcement; None for never."""
    at = hour_in(settled)
    zone = settled.get(ZONE) or speech(language).say("usual-timezone")
    return None if at == NONE else next_time(now, zone, time.fromisoformat(at))


async def tell_dailies(context: Context, delivery: Delivery, now: Instant) -> None:
    """Announce yesterday's puzzle to the chats whose hour has come, once a day over all processes."""
    explained: dict[int, AnyExplanation] = {}
    for chat, at in (await context.store.boards.due_games(DAILIES, now)).items():
        is_heard = context.outages.is_heard(platform_of(chat))
        if is_heard and await context.store.leases.take(f"daily:{chat}", _ONE_AT_A_TIME):
            with log_failures("word of the daily puzzle"):
                await _tell_once(context, chat, explained, at, now)
                # After a failure, the lease expires and the next try follows.
                await context.store.leases.release(f"daily:{chat}")


async def _explain_daily(context: Context, day: int) -> AnyExplanation:
    """Return the reasons why the first step of a day's puzzle is right."""
    puzzle = daily_puzzle(date_of(day))
    position, _ = puzzle.position_after(0)
    problem = Problem(GAMES[puzzle.game], position, _WHY_SECONDS, DAILY, puzzle.moves, urgency=Urgency.LATER)
    return await context.thinking.explain(problem, position.read(puzzle.solution[0]))


async def _tell_once(
    context: Context, key: str, explained: MutableMapping[int, AnyExplanation], at: Instant, now: Instant
) -> None:
    """Announce the pending days to a chat, and schedule the next time unless another process has."""
    place = await context.store.boards.place(key, "")
    if place.chat != key:
        await context.store.boards.schedule(DAILIES, place.chat, now)
        await context.store.boards.schedule(DAILIES, key, None, instead=at)
        return
    language = place.language or ""
    after = _next(place.settings, language, now)
    if after is not None and (here := place.described_chat):
        told, today = (await context.store.settings.choices(_told_name(key))).get("day", ""), day_number(now)
        since = int(told) if told.isdecimal() else today - 1
        # Yesterday, and the day before if clocks were set back past midnight (UTC) since.
        for day in range(since if today - 2 <= since <= today else today - 1, today):
            explained[day] = explained.get(day) or await _explain_daily(context, day)
            if later := await _tell_noted(context, here, key, day, explained[day], language):
                after = now + later
                break
    await context.store.boards.schedule(DAILIES, key, after, instead=at)


def _told_name(chat: str) -> str:
    return f"{choices_of(DAILY, chat)} told"


async def _tell_noted(
    context: Context, chat: Chat, key: str, day: int, why: AnyExplanation, language: str
) -> float | None:
    """Announce a day to a chat; return the seconds until the next try, or None after a success.

    The day is noted before the message is sent: a crash in between loses a message and never shows two.
    """
    await context.store.settings.choose(_told_name(key), {"day": str(day + 1), "message": ""})
    solvers, words = await _solvers(context, await context.store.settings.current_key(chat.key)), speech(language)
    yesterday = view.yesterdays(day, [*solvers.days.get(day, {}).values()], solvers.streak_on(day), why, words)
    try:
        shown = await adapter_of(context, chat).show(chat, _announcement(day + 1, solvers, yesterday, words))
        told = {"day": str(day + 1), "message": shown, "yesterday": yesterday, "language": language}
        await context.store.settings.choose(_told_name(key), told)
    except DeliveryError as failed:
        _log.warning("the daily puzzle could not be announced: %s", failed)
        if failed.is_certain and failed.retry_after is not None:
            await context.store.settings.choose(_told_name(key), {"day": str(day)})
            return failed.retry_after
    return None


def _announcement(today: int, solvers: Solvers, yesterday: str, speech: Speech) -> Message:
    month = view.month_in_words(solvers.table, solvers.month == month_of(today), speech)
    return view.todays(today, [*solvers.days.get(today, {}).values()], month, yesterday, speech)


async def add_solver_to_announcement(context: Context, chat: Chat, day: int) -> None:
    """Show in the announcement of a day who has solved it by now, where it can still be edited."""
    key = await context.store.settings.current_key(chat.key)
    told, solvers = await context.store.settings.choices(_told_name(key)), await _solvers(context, key)
    if told.get("day") == str(day) and (message := told.get("message")):
        edited = _announcement(day, solvers, told.get("yesterday", ""), speech(told.get("language", "")))
        with suppress(DeliveryError):
            await adapter_of(context, chat).edit(chat, message, edited)


_EVENING = "18:00"
_TIME_OF_DAY = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")


def read_hour(value: str) -> str | None:
    """Parse the hour of the daily announcement, or `none`; return None for any other text."""
    if value in (NONE, "off") or consent_of(value) is Consent.NO:
        return NONE
    match = _TIME_OF_DAY.fullmatch(value)
    return f"{int(match[1]):02}:{match[2] or '00'}" if match else None


def hour_in(settled: Mapping[str, str]) -> str:
    """Return the hour that a chat has chosen, or `none`; an unreadable choice counts as none."""
    return read_hour(settled.get(DAILY, NONE)) or NONE


def _line(settled: Mapping[str, str], speech: Speech) -> str:
    hour, zone = hour_in(settled), zone_name(settled[ZONE] or speech.say("usual-timezone"))
    told = speech.say("daily-told", time=hour, zone=zone)
    return speech.say("settled-daily", value=told if hour != NONE else speech.say("settled-no"))


def _buttons(settled: Mapping[str, str], speech: Speech) -> tuple[Button, ...]:
    is_told = hour_in(settled) != NONE
    label = f"{CHECK_MARK * is_told}{speech.say('button-daily')}"
    return (Button(label, f"/settings {DAILY}={NONE if is_told else _EVENING}"),)


DAILY_SETTING = ChatSetting(DAILY, NONE, read_hour, f"{NONE} {_EVENING}", _line, _buttons, is_of_one_chat=True)
