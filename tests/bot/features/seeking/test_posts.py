"""Posts of seeks: a bounded number, a fair line, one in a chat through kills, moves, lost lists and two processes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import DeliveryError, Incoming, Message
from bot.core.ports.store import Store, of_person
from bot.core.repository import Games
from bot.core.upkeep.reindexing import rebuild
from bot.features import REBUILDERS
from bot.features.seeking import posts, spreading
from bot.features.seeking.places import REST
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.features.seeking.hall import OTHER, STAGE, Hall, club, hall_over, person, private_chat
from tests.bot.scripted import ScriptedPlatform

ANN, BOB = person("ann"), person("bob", OTHER)
HOME, AWAY = club("home"), club("away", OTHER)
SEEK = "/seek dots 3x3"
HOUR = 3600.0


class KilledError(BaseException):
    """The process is killed."""


@dataclass
class Mortal(ScriptedPlatform):
    """An adapter whose process is killed once, after a message was sent; unless it `repeats`, it knows its nonces."""

    is_deadly: bool = False
    repeats: bool = False
    nonces: dict[str, str] = field(default_factory=dict)

    async def show(self, chat: Chat, message: Message) -> str:
        nonce = message.envelope.nonce
        if self.repeats or nonce not in self.nonces:
            self.nonces[nonce] = await super().show(chat, message)
        if self.is_deadly:
            self.is_deadly = False
            raise KilledError
        return self.nonces[nonce]


@dataclass
class Busy(ScriptedPlatform):
    """An adapter that takes a message only when asked the second time."""

    errors: list[DeliveryError] = field(default_factory=list)

    async def show(self, chat: Chat, message: Message) -> str:
        if self.errors:
            raise self.errors.pop()
        return await super().show(chat, message)

    async def edit(self, chat: Chat, post: str, message: Message) -> bool:
        if self.errors:
            raise self.errors.pop()
        return await super().edit(chat, post, message)


@dataclass
class Crowded(ScriptedPlatform):
    """An adapter on which spare messages wait until the line moves on."""

    has_a_line: asyncio.Event = field(default_factory=asyncio.Event)
    moves_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def slot(self, chat: Chat, is_spare: bool = False) -> bool:
        self.has_a_line.set()
        return is_spare and await self.moves_on.wait()


@pytest.fixture
async def two(empty_valkey: str) -> AsyncIterator[tuple[RedisStore, RedisStore]]:
    """The connections of two living processes."""
    stores = RedisStore(connect(empty_valkey)), RedisStore(connect(empty_valkey))
    for store in stores:
        await store.leases.renew()
    yield stores
    for store in stores:
        await store.close()


def chats_with_posts(hall: Hall) -> Counter[Chat]:
    """Count the posts of seeks by chat, without edits."""
    adapter = hall.adapters[OTHER]
    numbers = {(number, chat) for number, chat, message in adapter.shown if "looking for an opponent" in message.text}
    return Counter(chat for _, chat in numbers)


async def test_a_seek_reaches_every_chat_that_allows_it_a_few_in_each_round(store: Store):
    clubs = [club(str(number), OTHER) for number in range(3 * spreading.MOST_NEW)]
    hall = await hall_over(store, *clubs)
    await hall.type(ANN, SEEK, HOME)
    counts = list[int]()
    for _ in range(4):
        await hall.sweep(2)
        counts.append(len(chats_with_posts(hall)))
    assert counts == [spreading.MOST_NEW * rounds for rounds in (1, 2, 3, 3)]
    assert chats_with_posts(hall) == Counter(clubs)


async def test_a_seek_spreads_no_further_once_it_is_taken(store: Store):
    hall = await hall_over(store, *(club(str(number), OTHER) for number in range(2 * spreading.MOST_NEW)))
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    [chat, *_] = chats_with_posts(hall)
    await hall.take(BOB, chat)
    for _ in range(3):
        await hall.sweep(2)
    assert len(chats_with_posts(hall)) == spreading.MOST_NEW
    overs = [message for _, _, message in hall.adapters[OTHER].shown if message.text.startswith("This search for")]
    assert len(overs) == spreading.MOST_NEW


async def test_a_seek_that_is_taken_while_a_chat_waits_for_its_slot_is_not_posted(store: Store):
    hall = await hall_over(store, AWAY)
    adapter = hall.adapters[OTHER] = Crowded(OTHER)
    hall = hall.another_process()
    await hall.type(ANN, SEEK, HOME)
    await hall.router.sweep()
    await adapter.has_a_line.wait()
    await hall.router.handle(Incoming(HOME, ANN, "/seek cancel"))
    adapter.moves_on.set()
    await hall.router.wait_until_idle()
    assert not chats_with_posts(hall)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert chats_with_posts(hall) == Counter([AWAY])


async def test_a_platform_that_stands_still_delays_no_posts_elsewhere(store: Store):
    hall = await hall_over(store, AWAY, club("near"))
    adapter = hall.adapters[OTHER] = Crowded(OTHER)
    hall = hall.another_process()
    await hall.type(ANN, SEEK, HOME)
    for _ in range(3):
        await hall.router.sweep()
    await adapter.has_a_line.wait()
    while not hall.messages(club("near")):
        await asyncio.sleep(0.01)
    adapter.moves_on.set()
    await hall.router.wait_until_idle()
    assert chats_with_posts(hall) == Counter([AWAY])


async def test_two_processes_post_to_each_chat_once(two: tuple[RedisStore, RedisStore]):
    clubs = [club(str(number), OTHER) for number in range(20)]
    first = await hall_over(two[0], *clubs)
    second = first.another_process(two[1])
    await first.type(ANN, SEEK, HOME)
    for _ in range(12):
        await asyncio.gather(first.sweep(1), second.sweep(1))
    assert chats_with_posts(first) == Counter(clubs)


async def test_two_processes_tell_an_author_once_that_nobody_accepted(two: tuple[RedisStore, RedisStore]):
    first_hall = Hall(two[0])
    second_hall = first_hall.another_process(two[1])
    for number in range(5):
        await first_hall.type(person(f"p{number}"), SEEK, club(f"{number}"))
    first_hall.clock[0] += 601
    for _ in range(3):
        await asyncio.gather(first_hall.sweep(1), second_hall.sweep(1))
    news = [chat for _, chat, each in first_hall.adapters[STAGE].shown if each.text.startswith("No one accepted")]
    assert Counter(news) == Counter([club(f"{number}") for number in range(5)])


async def test_a_process_that_cannot_reach_an_author_keeps_no_other_from_telling_them(store: Store, valkey: str):
    hall, store_elsewhere = Hall(store), RedisStore(connect(valkey))
    store_elsewhere.leases.platforms = OTHER
    hall_elsewhere = replace(hall.another_process(store_elsewhere), adapters={OTHER: hall.adapters[OTHER]})
    await hall.type(ANN, SEEK, HOME)
    hall.clock[0] += 601
    for each in (hall_elsewhere, hall, hall_elsewhere, hall):
        await each.sweep()
    await store_elsewhere.close()
    assert sum(text.startswith("No one accepted") for text in hall.texts(HOME)) == 1


@pytest.mark.parametrize("repeats", [True, False])
async def test_a_post_whose_process_was_killed_is_neither_sent_twice_nor_left_open(store: Store, repeats: bool):
    hall = await hall_over(store, AWAY)
    adapter = hall.adapters[OTHER] = Mortal(OTHER, repeats=repeats)
    hall = hall.another_process()
    await hall.type(ANN, SEEK, HOME)
    adapter.is_deadly = True
    await hall.sweep()
    hall = hall.another_process()
    for _ in range(4):
        await hall.sweep(31)
    assert chats_with_posts(hall) == Counter([AWAY])
    await hall.type(ANN, "/seek cancel", HOME)
    await hall.sweep()
    is_closed = "This search for an opponent is over." in hall.texts(AWAY)[-1]
    assert is_closed is not repeats
    [answer] = await hall.take(BOB, AWAY)
    assert answer.text == "This player is no longer looking for an opponent."


async def test_a_busy_chat_is_shown_a_seek_when_it_takes_messages_again(store: Store):
    hall = await hall_over(store, AWAY)
    hall.adapters[OTHER] = Busy(OTHER, errors=[DeliveryError("flood", retry_after=30)])
    hall = hall.another_process()
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    await hall.sweep(20)
    assert not chats_with_posts(hall)
    await hall.sweep(11)
    assert chats_with_posts(hall) == Counter([AWAY])


async def test_a_post_is_edited_when_its_busy_chat_takes_changes_again(store: Store):
    hall = await hall_over(store, AWAY)
    adapter = hall.adapters[OTHER] = Busy(OTHER)
    hall = hall.another_process()
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    adapter.errors.append(DeliveryError("flood", retry_after=30))
    await hall.type(person("kim"), "/seek lgame", club("elsewhere"))
    for seconds, lines in ((11, 1), (20, 1), (11, 2)):
        await hall.sweep(seconds)
        assert len(hall.texts(AWAY)[-1].split("\n")) == lines


async def test_a_full_post_shows_the_seeks_that_wait_once_others_end(store: Store):
    hall = await hall_over(store, AWAY)
    seekers = [person(f"p{number}") for number in range(7)]
    for seeker in seekers:
        await hall.type(seeker, SEEK, club(seeker.id))
    await hall.sweep()
    for seeker in seekers[2:]:
        await hall.type(seeker, "/seek cancel", club(seeker.id))
    await hall.sweep(11)
    assert {line.split()[1] for line in hall.texts(AWAY)[-1].split("\n")} == {"P0", "P1"}


async def test_a_person_who_is_back_early_is_notified_of_seeks_the_next_day(store: Store):
    hall, direct_chat = Hall(store), private_chat(BOB)
    for text in ("/notify seeks", "/away 5d"):
        await hall.type(BOB, text, direct_chat, in_private=True)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    await hall.type(BOB, "/away off", direct_chat, in_private=True)
    await hall.sweep(24 * HOUR)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert chats_with_posts(hall) == Counter([direct_chat])


async def test_a_chat_that_moves_is_shown_seeks_where_it_is_now(store: Store):
    hall, new_chat = await hall_over(store, AWAY), club("new", OTHER)
    await hall.router.migrate(AWAY, new_chat)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    await hall.sweep(2)
    assert chats_with_posts(hall) == Counter([new_chat])


async def test_a_lost_line_is_rebuilt_from_what_chats_and_people_chose(store: Store, valkey: str):
    hall = await hall_over(store, AWAY)
    await hall.type(BOB, "/notify seeks", private_chat(BOB), in_private=True)
    redis = connect(valkey)
    await redis.delete(*[key async for key in redis.scan_iter("tetradka:seek-*")])
    await rebuild(store, Games(store), REBUILDERS, hall.clock[0], everything=True)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert chats_with_posts(hall) == Counter([AWAY, private_chat(BOB)])
    await redis.aclose()


async def test_a_live_post_is_deleted_though_its_list_was_lost(store: Store, valkey: str):
    hall = await hall_over(store, AWAY)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    redis = connect(valkey)
    await redis.delete(*[key async for key in redis.scan_iter("tetradka:seek-*")])
    await redis.aclose()
    await rebuild(store, Games(store), REBUILDERS, hall.clock[0], everything=True)
    await hall.sweep(601)
    assert hall.texts(AWAY)[-1].startswith("This search for an opponent is over.")


async def test_no_key_names_a_forgotten_person_who_was_notified_of_seeks(store: Store, valkey: str):
    hall, direct_chat = Hall(store), private_chat(BOB)
    await hall.type(BOB, "/notify seeks", direct_chat, in_private=True)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    await hall.type(BOB, "/forgetme yes", direct_chat, in_private=True)
    redis = connect(valkey)
    lines = [line async for key in redis.scan_iter("tetradka:seek-*") for line in await redis.zrange(key, 0, -1)]
    post = await posts.find_post(store, of_person(BOB))
    await redis.aclose()
    assert (lines, post) == ([], None)


async def test_a_chat_whose_people_accept_is_shown_the_next_seek_first(store: Store):
    hall = await hall_over(store, *(club(str(number), OTHER) for number in range(9)))
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    [active, *_] = chats_with_posts(hall)
    await hall.take(BOB, active)
    await hall.sweep()
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert chats_with_posts(hall)[active] == 2


async def test_a_person_is_notified_of_seeks_in_private_until_they_end_it(store: Store):
    hall, direct_chat = Hall(store), private_chat(BOB)
    [menu] = await hall.type(BOB, "/notify seeks", direct_chat, in_private=True)
    assert "I also message you in private when someone looks for an opponent." in menu.text
    assert [each.label for row in menu.buttons for each in row][0::4] == ["✓ In the chat", "✓ Open seeks"]
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert chats_with_posts(hall) == Counter([direct_chat])
    [menu] = await hall.press(BOB, "Stop these messages", direct_chat, in_private=True)
    assert "I also" not in menu.text
    await hall.sweep(REST + 1)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert chats_with_posts(hall) == Counter([direct_chat])


@pytest.mark.parametrize("off", ["/notify off", "/notify seeks off", "/notify seeks no", "/notify open seeks off"])
async def test_notices_of_seeks_are_turned_off_in_any_of_these_ways(store: Store, off: str):
    hall, direct_chat = Hall(store), private_chat(BOB)
    await hall.type(BOB, "/notify private", direct_chat, in_private=True)
    await hall.type(BOB, "/notify seeks", direct_chat, in_private=True)
    [menu] = await hall.type(BOB, off, direct_chat, in_private=True)
    is_reminded = off != "/notify off"
    labels = [each.label for row in menu.buttons for each in row]
    assert ("✓ In private" in labels) is is_reminded and "✓ Open seeks" not in labels
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert not chats_with_posts(hall)


async def test_a_person_without_a_private_chat_reads_what_is_missing(store: Store):
    [answer] = await Hall(store).type(BOB, "/notify seeks", AWAY)
    assert answer.text.startswith("I can’t message you in private yet.") and answer.envelope.refuses


async def test_a_private_chat_reads_which_command_it_needs(store: Store):
    hall = Hall(store)
    [answer] = await hall.type(BOB, "/settings seeks=yes", private_chat(BOB), in_private=True)
    assert answer.text == "In a private chat, use /notify seeks."
    [settings] = await hall.type(BOB, "/settings", private_chat(BOB), in_private=True)
    assert "seeks (who’s looking for an opponent): no" in settings.text


@pytest.mark.parametrize("rest", ["quiet hours", "an absence"])
async def test_nobody_is_notified_of_seeks_while_asleep_or_away(store: Store, rest: str):
    hall, direct_chat = Hall(store), private_chat(BOB)
    await hall.type(BOB, "/notify seeks", direct_chat, in_private=True)
    await hall.type(BOB, "/timezone UTC" if rest == "quiet hours" else "/away 1d", direct_chat, in_private=True)
    hall.clock[0] += 9 * HOUR  # 22:33
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert not chats_with_posts(hall)
    hall.clock[0] += (12 if rest == "quiet hours" else 36) * HOUR  # 10:33
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert chats_with_posts(hall) == Counter([direct_chat])


async def test_a_post_without_its_setting_is_closed_when_it_would_be_edited(store: Store):
    hall = await hall_over(store, AWAY)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    await hall.type(person("ann", OTHER), "/settings seeks=no", AWAY)
    await hall.type(person("kim"), "/seek lgame", club("elsewhere", STAGE))
    await hall.sweep(11)
    assert hall.texts(AWAY)[-1].startswith("This search for an opponent is over.")
