"""A board that is shown again later: when, to whom and how often, and what ends the wait."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import Store
from bot.core.repository import Games
from bot.core.upkeep.reindexing import rebuild
from bot.features import REBUILDERS
from bot.features.later import ShowLater, read_later
from bot.operating.commands import backup, restore
from bot.store.connection import connect
from bot.store.redis import RedisStore
from engines.refusals import Unreadable
from tests.bot.scripted import Stage, incoming, private_chat

HOUR = 3600.0
ANN_ALONE = private_chat("ann")
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC).timestamp()
CLUB = Chat("stage", "7")


@pytest.fixture
async def two(empty_valkey: str) -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    stores = RedisStore(connect(empty_valkey)), RedisStore(connect(empty_valkey))
    yield stores
    for each in stores:
        await each.close()


async def _begin(stage: Stage, options: str = "", chat: Chat = CLUB) -> str:
    """Begin a game of Ann and Bob in a club, Ann to move; return its code."""
    await stage.type("ann", f"/challenge @bob lgame {options}", chat)
    await stage.press("bob", "Accept", chat)
    return stage.button("Make a move").types.split()[1][:6]


async def _text(stage: Stage, line: str, who: str = "ann", chat: Chat = CLUB) -> str:
    [answer] = await stage.type(who, line, chat)
    return answer.text.replace("\u00a0", " ")


async def _shown_after(stage: Stage, seconds: float) -> list[tuple[Chat, Message]]:
    """Return what two rounds of the sweeper show after so many seconds."""
    before = len(stage.adapter.shown)
    stage.time += seconds
    for _ in range(2):
        await stage.router.sweep()
        await stage.router.wait_until_idle()
    return [(chat, message) for _, chat, message in stage.adapter.shown[before:]]


def _instant(words: str, now: float = NOON, zone: str = "Etc/UTC") -> str:
    request = read_later(words, incoming("ann", f"/later {words}"))
    assert isinstance(request, ShowLater)
    return datetime.fromtimestamp(request.instant(now, zone), UTC).strftime("%d %H:%M")


def test_spans_times_of_day_and_tomorrow_are_read_in_three_languages():
    for words, instant in {
        "30m": "27 12:30",
        "in 2 hours": "27 14:00",
        "1h30m": "27 13:30",
        "7d": "04 12:00",
        "через 2 часа": "27 14:00",
        "через 15 хв": "27 12:15",
        "18:30": "27 18:30",
        "at 6pm": "27 18:00",
        "12am": "28 00:00",
        "в 9.05": "28 09:05",
        "tomorrow morning": "28 09:00",
        "завтра": "28 09:00",
        "завтра о 18:30": "28 18:30",
        "in an hour": "27 13:00",
        "через час": "27 13:00",
        "за годину": "27 13:00",
        "2 hours and 5 minutes": "27 14:05",
        "tomorrow at 9": "28 09:00",
        "завтра в 18": "28 18:00",
        "tomorrow 12am": "28 00:00",
        "tomorrow 3:30": "28 03:30",
        "tomorrow 4:00": "28 04:00",
    }.items():
        assert _instant(words) == instant, words
    assert _instant("tomorrow", NOON + 13 * HOUR) == "28 09:00"  # at one in the night, the coming morning
    assert _instant("tomorrow", NOON + 19 * HOUR) == "29 09:00"
    assert _instant("tomorrow 3:00", NOON + 13 * HOUR) == "29 03:00"
    assert _instant("9:00", zone="Europe/Kyiv") == "28 07:00"
    repeated_hour = datetime(2026, 10, 25, 1, 10, tzinfo=UTC).timestamp()  # 2:10 in Berlin for the second time
    assert _instant("2:30", repeated_hour, "Europe/Berlin") == "25 01:30"


def test_a_bare_number_may_mean_minutes_or_an_hour():
    with pytest.raises(Unreadable) as refusal:
        read_later("at 9", incoming("ann", "/later at 9"))
    assert refusal.value.fields["meant"] == "9m|9:00"


@pytest.mark.parametrize("words", ["30", "0m", "30s", "8d", "13pm", "tomorrow 2h", "tomorrow 30", "soon", "18:60"])
def test_other_words_are_refused(words: str):
    with pytest.raises(Unreadable, match="bad-later"):
        read_later(words, incoming("ann", f"/later {words}"))


async def test_the_board_comes_in_private_once_if_it_is_still_the_person_s_turn(store: Store):
    stage = Stage(store)
    code = await _begin(stage)
    assert await _text(stage, "/later 2h") == (
        f"I’ll show you this board again in 2 h, if it’s your move then. L-game · {code}"
    )
    assert await _shown_after(stage, 2 * HOUR - 1) == []
    [(chat, message)] = await _shown_after(stage, 1)
    assert (chat, message.picture is not None) == (ANN_ALONE, True)
    assert message.text.split("\n")[:2] == ["Ann, your move.", "You asked to see this board again."]
    assert await _shown_after(stage, 24 * HOUR) == []
    await stage.type("ann", "/later 2h", CLUB)
    await stage.type("ann", "/move c2-c4-d4", CLUB)
    assert await _shown_after(stage, 3 * HOUR) == []
    assert await _text(stage, "/later off") == "You haven’t asked to see a board again. Try /later 2h."


async def test_a_reader_of_words_gets_the_board_in_words(store: Store):
    stage = Stage(store)
    await _begin(stage)
    await stage.type("ann", "/board always text", CLUB)
    await stage.type("ann", "/later 1h", CLUB)
    [(_, message)] = await _shown_after(stage, HOUR)
    assert message.picture is None
    assert "Neutral discs" in message.text


async def test_without_a_private_chat_the_board_is_posted_again_where_it_is_played(store: Store):
    stage = Stage(store)
    code = await _begin(stage)
    await stage.type("ann", "/later 1h", CLUB)
    stage.adapter.shut.add(ANN_ALONE.key)
    [(chat, line), (chat_of_board, again)] = await _shown_after(stage, HOUR)
    assert (chat, line.text) == (CLUB, f"Ann, you asked to see this board again. L-game · {code}")
    assert line.mention
    assert (chat_of_board, again.picture is not None) == (CLUB, True)


async def test_in_a_moved_group_the_line_stands_beside_the_board(store: Store):
    stage, moved_club = Stage(store), Chat("stage", "8")
    await _begin(stage)
    await stage.type("ann", "/later 1h", CLUB)
    await stage.router.migrate(CLUB, moved_club)
    stage.adapter.shut.add(ANN_ALONE.key)
    assert [chat for chat, _ in await _shown_after(stage, HOUR)] == [moved_club, moved_club]


async def test_a_game_in_the_person_s_own_chat_gets_its_board_there(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy lgame first", ANN_ALONE, in_private=True)
    await stage.type("ann", "/later 1h", ANN_ALONE, in_private=True)
    [(chat, message)] = await _shown_after(stage, HOUR)
    assert chat == ANN_ALONE
    assert "asked" not in message.text


async def test_a_time_after_the_end_of_the_clock_is_said_with_the_time_left(store: Store):
    stage = Stage(store)
    code = await _begin(stage, "time=1d")
    stage.time += 22 * HOUR
    [answer] = await stage.type("ann", "/later 3h", CLUB)
    assert answer.text.endswith("Your clock keeps running, and your time is up before then: 2\u00a0h left.")
    labels = [button.types for row in answer.buttons for button in row]
    assert labels == [f"/later 15m {code}", f"/later 1h {code}", f"/later off {code}"]
    session = await Games(store).load(code)
    assert session
    assert session.clocks
    assert session.clocks.deadline - stage.time == 2 * HOUR


async def test_each_game_has_its_own_time_and_one_or_all_are_cancelled(store: Store):
    stage = Stage(store)
    first_code, second_code = await _begin(stage), await _begin(stage)
    [question] = await stage.type("ann", f"/later {first_code}", CLUB)
    assert question.text == f"When should I show you this board again? L-game · {first_code}"
    for code in (first_code, second_code):
        await stage.type("ann", f"/later 1h {code}", CLUB)
    await stage.type("ann", f"/later 3h {second_code}", CLUB)
    assert len(await _shown_after(stage, HOUR)) == 1
    await stage.type("ann", f"/later 1h {first_code}", CLUB)
    assert await _text(stage, f"/later off {first_code}") == "Your reminder is cancelled."
    await stage.type("ann", f"/later 1h {first_code}", CLUB)
    assert await _text(stage, "/later off") == "Your 2 reminders are cancelled."
    assert await _shown_after(stage, 5 * HOUR) == []


async def test_a_zone_is_named_until_the_person_chooses_one(store: Store):
    stage = Stage(store, time=NOON)
    code = await _begin(stage)
    at, zone = (await _text(stage, "/later 18:30")).split("\n")
    assert at == f"I’ll show you this board again at 18:30 (in 6 h 30 min), if it’s your move then. L-game · {code}"
    assert zone == "The time zone is Etc/UTC. To change it: /timezone Europe/Berlin"
    await stage.type("ann", "/timezone kyiv", CLUB)
    assert (await _text(stage, "/later tomorrow")).startswith(
        "I’ll show you this board again at Nov 28, 09:00 (in 19 h)"
    )


async def test_there_is_a_limit_and_only_players_may_ask(store: Store):
    stage = Stage(store)
    code = await _begin(stage)
    assert await _text(stage, "/later 1h", "kim") == f"You aren’t playing in game {code}."
    for number in range(20):
        await store.settings.choose("later stage:ann", {f"GAME{number}": "1"})
    assert (await _text(stage, "/later 1h")).startswith("You have as many reminders as I keep (20)")
    await stage.type("bob", "/resign yes", CLUB)
    assert await _text(stage, f"/later 1h {code}") == "This game is over."


async def test_the_board_of_a_team_is_shown_to_its_whole_chat_alone(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 2x2 team=1h first", CLUB)
    answer = await _text(stage, "/later 1h")
    assert answer.startswith("In a team’s game the board belongs to the whole chat. See it again: /board ")


async def test_a_text_that_is_delivered_again_changes_nothing(store: Store):
    stage = Stage(store)
    await _begin(stage)
    await stage.type("ann", "/later 1h", CLUB, cause="update 7")
    stage.time += HOUR / 2
    await stage.type("ann", "/later 1h", CLUB, cause="update 7")
    assert len(await _shown_after(stage, HOUR / 2)) == 1
    await stage.type("ann", "/later 1h", CLUB, cause="update 7")
    assert await _shown_after(stage, 2 * HOUR) == []


async def test_two_processes_show_a_board_once(two: tuple[RedisStore, RedisStore]):
    one = Stage(two[0])
    await _begin(one)
    await one.type("ann", "/later 1h", CLUB)
    another = Stage(two[1], one.adapter, time=one.time + HOUR)
    one.time = another.time
    number = len(one.adapter.shown)
    for _ in range(3):
        await asyncio.gather(one.router.sweep(), another.router.sweep())
    assert len(one.adapter.shown) == number + 1


async def test_a_board_is_shown_late_after_a_process_was_killed_while_it_showed_it(two: tuple[RedisStore, RedisStore]):
    stage, killed_process = Stage(two[0]), two[1]
    code = await _begin(stage)
    await stage.type("ann", "/later 1h", CLUB)
    assert await killed_process.leases.take(f"later:{code} stage:ann", 60)
    assert await _shown_after(stage, HOUR) == []
    await killed_process.leases.release(f"later:{code} stage:ann")  # as it expires
    assert len(await _shown_after(stage, 60)) == 1


async def test_a_failed_board_is_shown_late_rather_than_never(store: Store, monkeypatch: pytest.MonkeyPatch):
    stage = Stage(store)
    await _begin(stage)
    await stage.type("ann", "/later 1h", CLUB)

    async def fail(person: object, message: object) -> bool:
        raise DeliveryError("too many messages", retry_after=30.0)

    with monkeypatch.context() as patch:
        patch.setattr(stage.adapter, "tell", fail)
        assert await _shown_after(stage, HOUR) == []
    stage.restart()
    assert len(await _shown_after(stage, 30)) == 1


async def test_the_wait_survives_a_lost_list_and_is_part_of_a_backup(store: RedisStore, valkey: str):
    stage = Stage(store)
    await _begin(stage)
    await stage.type("ann", "/later 1h", CLUB)
    lines = [line async for line in backup(store)]
    redis = connect(valkey)
    await redis.flushall()
    await redis.aclose()
    [_ async for _ in restore(store, lines)]
    stage.restart()
    await rebuild(store, Games(store), REBUILDERS, stage.time, everything=True)
    assert len(await _shown_after(stage, HOUR)) == 1


async def test_the_wait_is_exported_and_forgotten(store: Store, valkey: str):
    stage = Stage(store, time=NOON)
    code = await _begin(stage)
    await stage.type("ann", "/later 1h", CLUB)
    [copy] = await stage.type("ann", "/mydata", ANN_ALONE)
    assert copy.file
    assert json.loads(copy.file[1])["shown later"] == {code: "2026-11-27T13:00:00+00:00"}
    await stage.type("ann", "/forgetme yes", ANN_ALONE)
    redis = connect(valkey)
    assert [key async for key in redis.scan_iter("*later*")] == []
    await redis.aclose()


async def test_a_reply_to_a_board_means_its_game(store: Store):
    stage = Stage(store)
    codes = [await _begin(stage), await _begin(stage)]
    boards = {code: post for post, _, message in stage.adapter.shown for code in codes if f"· {code}" in message.text}
    reply = replace(incoming("ann", "/later 1h", CLUB), replies_to=boards[codes[0]])
    [answer] = await stage.router.handle(reply)
    assert answer.text.endswith(codes[0])
