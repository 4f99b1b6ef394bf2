"""The daily puzzle in chats: posted by a press, told of once a day, forgotten with the person."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import Store
from bot.features.puzzles.dailies import DAILIES, Solvers
from bot.features.puzzles.exercises import FREEZES, Dailies, Found, OpenPuzzle, day_number, read_dailies, write_dailies
from bot.store.redis import RedisStore
from engines.puzzles import puzzle_box, puzzle_number
from tests.bot.scripted import ScriptedPlatform, Stage, incoming, private_chat

CLUB, OTHER = Chat("stage", "club"), Chat("stage", "other")
HOURS = 3600
DAY = 24 * HOURS


async def solve_daily(stage: Stage, who: str, chat: Chat = CLUB) -> Message:
    """Who asks for the daily in a chat and solves it there, without a wrong try."""
    puzzle = Dailies().of(day_number(stage.time)).puzzle
    await stage.type(who, "/daily", chat)
    for step in puzzle.solution[::2]:
        [answer] = await stage.type(who, f"/daily {step}", chat)
    return answer


async def announcements_after(stage: Stage, hours: float) -> list[Message]:
    """What the chat is told of yesterday's when so much time has gone by."""
    stage.time += hours * HOURS
    before = len(stage.adapter.shown)
    await stage.router.sweep()
    return [message for _, _, message in stage.adapter.shown[before:]]


@dataclass
class Meanwhile(ScriptedPlatform):
    """An adapter by which a text comes while a message is being shown."""

    comes: Callable[[], Awaitable[object]] | None = None

    async def show(self, chat: Chat, message: Message) -> str:
        if comes := self.comes:
            self.comes = None
            await comes()
        return await super().show(chat, message)


async def test_the_line_is_posted_by_a_press_only_and_once(store: Store):
    stage = Stage(store)
    answer = await solve_daily(stage, "ann")
    assert stage.adapter.shown == []
    assert "Tetradka 54 · classic · 🟩🟩 · 🔥1" in answer.text
    await stage.press("ann", "Post to chat", CLUB)
    for line in ("/daily 54 post", "/daily 54 share"):
        await stage.type("ann", line, CLUB)
    [(_, chat, message)] = stage.adapter.shown
    assert (chat, message.text) == (CLUB, "Ann: Tetradka 54 · classic · 🟩🟩 · 🔥1")
    assert message.picture
    assert message.picture.of == "/daily 54@1"


async def test_a_daily_begun_in_a_chat_is_solved_in_private_and_posted_to_the_chat(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/daily", CLUB)
    stage.restart()
    direct_chat = private_chat("ann")
    for step in Dailies().of(54).puzzle.solution[::2]:
        await stage.type("ann", step, direct_chat, alone=True, in_private=True)
    await stage.press("ann", "Post to chat", direct_chat, in_private=True)
    assert stage.adapter.shown[-1][1] == CLUB


async def test_a_puzzle_in_between_changes_nothing_of_it(store: Store):
    stage = Stage(store)
    puzzle = Dailies().of(54).puzzle
    await stage.type("ann", f"/daily {puzzle.solution[0]}", CLUB)
    await stage.type("ann", "/puzzle dots", CLUB)
    [answer] = await stage.type("ann", "/daily", CLUB)
    assert "Step 2 of" in answer.text


async def test_a_daily_that_was_not_shown_leaves_the_open_puzzle(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/puzzle 6", CLUB)
    unseen = incoming("ann", "/daily", CLUB, cause="2")
    await stage.router.handle(unseen)
    await stage.router.note_unseen(unseen)
    [answer] = await stage.type("ann", f"/puzzle {puzzle_box()[5].solution[0]}", CLUB)
    assert "is right" in answer.text


@pytest.mark.parametrize("line", ["/daily {step}", "{step}"])
async def test_a_daily_that_was_begun_before_midnight_is_solved_after_it(store: Store, line: str):
    stage, direct_chat = Stage(store), private_chat("ann")
    first, _, last = Dailies().of(54).puzzle.solution
    stage.time += 16 * HOURS - 30
    for text in ("/daily", line.format(step=first)):
        await stage.type("ann", text, direct_chat, alone=True, in_private=True)
    stage.time += 60
    [answer] = await stage.type("ann", line.format(step=last), direct_chat, alone=True, in_private=True)
    assert "Tetradka 54 · classic · 🟩🟩 · 🔥1" in answer.text
    [answer] = await stage.type("ann", "/daily", direct_chat, alone=True, in_private=True)
    assert "Daily puzzle 55" in answer.text


async def test_a_line_is_posted_once_and_said_to_be_posted_whenever_the_press_is_delivered(store: Store):
    stage = Stage(store)
    await solve_daily(stage, "ann")
    answer = [await stage.type("ann", "/daily 54 post", CLUB, cause="stage:9") for _ in range(2)]
    assert answer[0] == answer[1]
    assert len(stage.adapter.shown) == 1


async def test_a_button_of_yesterday_shows_nothing_of_today(store: Store):
    stage = Stage(store)
    stage.time += DAY
    [answer] = await stage.type("ann", "/daily 54 show", CLUB)
    assert answer.text.startswith("Daily puzzle 54 is over. Here is today’s.\nDaily puzzle 55")
    assert "Step 1 of" in answer.text


async def test_only_administrators_turn_it_on(store: Store):
    stage = Stage(store)
    [answer] = await stage.type("bob", "/settings daily=18:00", CLUB)
    assert answer.envelope.refuses
    assert await announcements_after(stage, 48) == []


async def test_a_chat_gets_the_daily_once_a_day_at_its_hour_even_after_a_restart(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/settings daily=18:00 timezone=kyiv", CLUB)
    assert await announcements_after(stage, 7.9) == []
    assert len(await announcements_after(stage, 0.2)) == 1
    stage.restart()
    assert await announcements_after(stage, 1) == []
    assert len(await announcements_after(stage, 23)) == 1


async def test_a_chat_gets_the_daily_at_its_hour_although_the_list_of_chats_was_lost(store: RedisStore):
    stage = Stage(store)
    await stage.type("ann", "/settings daily=18:00 timezone=kyiv", CLUB)
    await stage.type("ann", "/settings daily=off", OTHER)
    await store.boards.schedule(DAILIES, CLUB.key, None)
    running = asyncio.create_task(stage.router.run())
    while not await store.boards.due_games(DAILIES, stage.time + DAY):
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.wait([running])
    assert [*await store.boards.due_games(DAILIES, stage.time + DAY)] == [CLUB.key]
    assert await announcements_after(stage, 7.9) == []
    assert len(await announcements_after(stage, 0.2)) == 1


@pytest.mark.parametrize("start", [datetime(2027, 11, 4, 12, tzinfo=UTC), datetime(2028, 3, 9, 12, tzinfo=UTC)])
async def test_each_daily_is_announced_once_although_clocks_change_at_midnight(store: Store, start: datetime):
    stage = Stage(store)
    stage.time = start.timestamp()
    await stage.type("ann", "/settings daily=18:00 timezone=chicago", CLUB)
    messages = [message for _ in range(5 * 24) for message in await announcements_after(stage, 1)]
    days = [int(message.text.split(":")[0].split()[-1]) for message in messages]
    assert days == [*range(days[0], days[-1] + 1)]
    assert len(days) >= 4


async def test_an_hour_chosen_during_an_announcement_is_kept(store: RedisStore):
    adapter = Meanwhile()
    stage = Stage(store, adapter=adapter)
    await stage.type("ann", "/settings daily=18:00 timezone=kyiv", CLUB)
    adapter.comes = lambda: stage.router.handle(incoming("ann", "/settings daily=20:00", CLUB))
    assert len(await announcements_after(stage, 8.1)) == 1
    assert list((await store.boards.due_games(DAILIES, stage.time + DAY)).values()) == [stage.time + 1.9 * HOURS]


async def test_it_names_those_who_posted_and_pings_no_player(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/settings daily=18:00", CLUB)
    for who in ("ann", "bob"):
        await solve_daily(stage, who)
        await stage.press(who, "Post to chat", CLUB)
    await solve_daily(stage, "carl")
    await announcements_after(stage, 12)
    [message] = await announcements_after(stage, 24)
    assert "Solved by Ann, Bob." in message.text
    assert "This chat’s streak: 1 day." in message.text
    assert "The answer: " + Dailies().of(54).puzzle.solution[0] in message.text
    assert (message.mention, message.envelope.besides) == (None, ())


class Closed(ScriptedPlatform):
    """An adapter that takes no message for now."""

    open: bool = False

    async def show(self, chat: Chat, message: Message) -> str:
        if not self.open:
            raise DeliveryError("not now", retry_after=60)
        return await super().show(chat, message)


async def test_an_announcement_that_a_chat_refused_is_retried_later(store: Store):
    adapter = Closed()
    stage = Stage(store, adapter=adapter)
    await stage.type("ann", "/settings daily=18:00", CLUB)
    assert await announcements_after(stage, 12) == []
    adapter.open = True
    assert len(await announcements_after(stage, 0.1)) == 1
    assert await announcements_after(stage, 0.1) == []


async def test_a_line_that_a_chat_refused_can_be_posted_again(store: Store):
    adapter = Closed()
    stage = Stage(store, adapter=adapter)
    await solve_daily(stage, "ann")
    [answer] = await stage.press("ann", "Post to chat", CLUB)
    assert answer.envelope.refuses
    adapter.open = True
    await stage.type("ann", "/daily 54 post", CLUB)
    assert len(adapter.shown) == 1


class Killed(BaseException):
    """The end of a process in the middle of a call."""


@pytest.mark.parametrize("is_shown", [False, True])
async def test_a_line_whose_process_was_killed_is_posted_when_the_press_is_delivered_again(
    store: Store, is_shown: bool
):
    class Dying(ScriptedPlatform):
        async def show(self, chat: Chat, message: Message) -> str:
            if is_shown:
                await super().show(chat, message)
            raise Killed

    stage = Stage(store, adapter=Dying())
    await solve_daily(stage, "ann")
    with pytest.raises(Killed):
        await stage.type("ann", "/daily 54 post", CLUB, cause="stage:9")
    after = Stage(store)
    for line, cause in [("/daily 54 post", "stage:9")] * 2 + [("/daily 54 post", "stage:10")]:
        answers = await after.type("ann", line, CLUB, cause=cause)
    assert [message.text for _, _, message in after.adapter.shown] == ["Ann: Tetradka 54 · classic · 🟩🟩 · 🔥1"]
    assert answers[0].envelope.refuses


async def test_a_copy_shows_the_streak_and_forgetting_takes_the_name_out_of_the_chat(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/settings daily=18:00", CLUB)
    await solve_daily(stage, "bob")
    await stage.press("bob", "Post to chat", CLUB)
    [copy] = await stage.type("bob", "/mydata", private_chat("bob"), in_private=True)
    assert copy.file
    assert read_dailies(json.loads(copy.file[1])["chosen"]["daily"]).streak == 1
    await stage.type("bob", "/forgetme yes", private_chat("bob"), in_private=True)
    await announcements_after(stage, 12)
    [message] = await announcements_after(stage, 24)
    assert "Bob" not in message.text


def _after(*days: int) -> Dailies:
    """The dailies of one who has solved those days."""
    dailies = Dailies()
    for day in days:
        opened = dailies.of(day)
        while not opened.is_solved:
            opened = opened.a_step_on()
        dailies = dailies.with_daily(opened)
    return dailies


def test_a_streak_counts_days_in_a_row():
    assert _after(50, 51, 52).streak == 3


def test_two_missed_days_of_a_month_are_frozen():
    assert _after(50, 52, 54).streak == 3


def test_a_third_missed_day_of_a_month_ends_it():
    assert _after(50, 52, 54, 56).streak == 1
    assert _after(50, 54).streak == 1


def test_another_month_has_freezes_of_its_own():
    january, february = puzzle_number(date(2027, 1, 29)), puzzle_number(date(2027, 2, 3))
    assert february - january - 1 == 2 * FREEZES
    assert _after(january, february).streak == 2
    assert _after(january - 1, february).streak == 1


@pytest.mark.parametrize(
    ("days", "last_day", "streak"),
    [
        ((60, 61, 62), 62, 3),
        ((60, 61, 62), 61, 2),
        ((60, 61), 62, 2),
        ((60, 63, 64), 64, 3),
        ((60, 63, 64), 62, 1),
        ((60, 64), 64, 1),
        ((60,), 63, 0),
        ((), 60, 0),
    ],
)
def test_the_streak_of_a_chat_outlasts_two_missed_days_of_a_month(days: tuple[int, ...], last_day: int, streak: int):
    solvers = Solvers({})
    for day in days:
        solvers = solvers.with_one(day, Person("stage", "ann", "Ann"))
    assert solvers.streak_on(last_day) == streak


def test_a_day_that_was_all_shown_does_not_count():
    opened = Dailies().of(54)
    while not opened.is_solved:
        opened = opened.a_step_on(shown=True)
    assert Dailies().with_daily(opened).streak == 0


def test_dailies_are_read_as_they_were_written():
    dailies = _after(50, 52).with_post(52, CLUB.key)
    opened = OpenPuzzle(7, (Found.LATER,), day=53)
    kept = Dailies(opened, CLUB, dailies.posted, streak=2, last=52, frozen=(51,))
    assert read_dailies(write_dailies(kept)) == kept
    assert read_dailies("?") == Dailies()


async def test_a_daily_asked_for_in_private_only_has_no_button_to_post_it_and_the_command_says_how(store: Store):
    stage, direct_chat = Stage(store), private_chat("ann")
    for text in ("/daily", *Dailies().of(54).puzzle.solution[::2]):
        [solved] = await stage.type("ann", text, direct_chat, alone=True, in_private=True)
    assert [button.types for row in solved.buttons for button in row] == ["/puzzle next"]
    assert solved.share
    assert solved.share.button
    assert solved.share.button.inline == solved.share.line
    assert solved.share.button.types == "/daily 54 share"
    [answer] = await stage.type("ann", "/daily 54 post", direct_chat, alone=True, in_private=True)
    assert "Send /daily in the chat" in answer.text


async def test_a_chat_gets_todays_daily_as_a_picture_with_the_names_of_its_solvers_and_no_spoilers(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/settings daily=18:00 timezone=utc", CLUB)
    [announcement] = await announcements_after(stage, 24)
    today = day_number(stage.time)
    assert announcement.text.startswith(f"Today’s puzzle, {today}: ")
    assert announcement.picture
    await solve_daily(stage, "bob")
    await stage.press("bob", "Post to chat", CLUB)
    shown = [message for _, _, message in stage.adapter.shown]
    assert "Solved by Bob." not in announcement.text
    assert "Solved by Bob.\nDailies solved this month: Bob 1." in shown[-1].text
    of_today, _, _ = shown[-1].text.partition("Yesterday’s puzzle")
    assert Dailies().of(today).puzzle.solution[0] not in of_today
    assert shown[-1].picture == announcement.picture


def test_the_table_counts_each_day_of_a_person_once_in_the_newest_month():
    ann, bob = Person("stage", "ann", "Ann"), Person("stage", "bob", "Bob")
    november = puzzle_number(date(2026, 11, 29))
    solvers = Solvers()
    for day, person in ((november, ann), (november, ann), (november + 1, ann), (november + 1, bob)):
        solvers = solvers.with_one(day, person)
    assert solvers.table == (("Ann", 2), ("Bob", 1))
    assert solvers.without(ann).table == (("Bob", 1),)
    december = solvers.with_one(november + 2, bob)
    assert december.table == (("Bob", 1),)
    assert december.with_one(november, bob).table == december.table


@dataclass
class Asked(ScriptedPlatform):
    """An adapter that counts the chats for which it must say whether a person may write there."""

    chats: list[str] = field(default_factory=list)

    async def name_for(self, chat: Chat, person: Person) -> str:
        self.chats.append(chat.key)
        return f"#{chat.id}"


async def test_however_many_chats_want_the_daily_a_solver_is_offered_a_handful(store: Store):
    adapter = Asked()
    stage = Stage(store, adapter=adapter)
    for number in range(20):
        await stage.type("ann", "/settings daily=18:00", Chat("stage", f"club{number}"))
    await solve_daily(stage, "bob", CLUB)
    *_, ways = await stage.type("bob", "/daily 54 share", private_chat("bob"), alone=True, in_private=True)
    assert adapter.chats[0] == CLUB.key
    assert len(adapter.chats) <= 6
    assert len([button for row in ways.buttons for button in row]) == 5
