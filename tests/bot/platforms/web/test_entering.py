"""Coming in: names, tabs, who is here, and coming back after a lost connection."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import ClientSession, WSMsgType

from bot.core.game.people import Chat
from bot.core.ports.platform import Message
from bot.platforms.web.channel import MOST_IDLE, ROLL_EVERY
from bot.platforms.web.presence import MOST_NAMED
from tests.bot.platforms.web.house import House, enter, knock, scripted_house
from tests.bot.platforms.web.scripted import DARK_PNG, PNG, ScriptedCore

LOBBY = Chat("web", "lobby", direct=True)


async def test_every_reader_receives_the_list_of_people(client: ClientSession, house: House):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob Stone")
    await ann.until(lambda: len(ann.here) == 2)
    assert ann.here == [
        {"name": "Ann", "handle": "Ann", "you": True},
        {"name": "Bob Stone", "handle": "Bob_Stone", "you": False},
    ]
    await bob.socket.close()
    await ann.until(lambda: len(ann.here) == 1)


async def test_in_a_crowd_a_reader_receives_a_number_and_some_names(client: ClientSession, house: House):
    crowd = await asyncio.gather(*(enter(client, house, f"Guest {number}") for number in range(MOST_NAMED + 20)))
    for tab in crowd:
        await tab.counts(len(crowd))
        assert len(tab.here) == MOST_NAMED
        assert [person["name"] for person in tab.here if person["you"]] == [tab.name]


async def test_a_crowd_that_comes_at_once_is_few_words_about_people_to_each(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    begun = asyncio.get_running_loop().time()
    await asyncio.gather(*(enter(client, house, f"Guest {number}") for number in range(100)))
    await ann.counts(101)
    assert ann.heard_of_people <= 3 + (asyncio.get_running_loop().time() - begun) / ROLL_EVERY


async def test_channels_joined_at_one_moment_all_receive_news(client: ClientSession, house: House):
    tabs = [await knock(client, house, f"Guest {number}") for number in range(3 * MOST_IDLE)]
    await asyncio.gather(*(tab.greet(f"room{number}") for number, tab in enumerate(tabs)))
    await asyncio.gather(*(tab.say("/board") for tab in tabs))
    await asyncio.gather(*(tab.reads("Your turn.") for tab in tabs))


@pytest.mark.parametrize("name", ["Ann", "ANN", "@ann", "\uff21nn", "\u0410nn", "bot", "b\u043et", "Тетрадка"])
async def test_a_name_belongs_to_one_person(client: ClientSession, house: House, name: str):
    await enter(client, house, "Ann")
    other_tab = await enter(client, house, name, token="another-token-0123456789")
    assert other_tab.refusals == ["name-taken"]


async def test_an_invisible_name_is_refused(client: ClientSession, house: House):
    nobody = await enter(client, house, " \u200b\u202e\t ")
    assert nobody.refusals == ["name-empty"]


async def test_the_same_name_is_free_in_another_channel(client: ClientSession, house: House):
    await enter(client, house, "Ann")
    other_tab = await enter(client, house, "Ann", "elsewhere", token="another-token-0123456789")
    assert other_tab.refusals == []


async def test_two_tabs_with_one_token_are_one_person(client: ClientSession, house: House, core: ScriptedCore):
    one, two = await enter(client, house, "Ann"), await enter(client, house, "Ann")
    await one.say("from one")
    await two.say("from two", nonce="m1")
    assert core.heard[0].person == core.heard[1].person
    assert len(two.here) == 1
    assert all(message["mine"] for message in two.messages.values())


async def test_the_token_cannot_be_read_from_the_person(client: ClientSession, house: House, core: ScriptedCore):
    ann = await enter(client, house, "Ann")
    await ann.say("hello")
    assert ann.token not in repr(core.heard) + repr(ann.messages)


async def test_a_newcomer_receives_earlier_messages(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    await ann.say("before")
    await ann.say("/hint")
    bob = await enter(client, house, "Bob")
    assert bob.texts == ["before", "/hint"]


async def test_the_oldest_of_two_hundred_messages_are_forgotten(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    for number in range(205):
        await house.web.show(LOBBY, Message(str(number)))
    bob = await enter(client, house, "Bob")
    assert (len(bob.texts), bob.texts[0], bob.texts[-1]) == (200, "5", "204")
    await ann.until(lambda: "204" in ann.texts)


async def test_a_returning_reader_receives_missed_messages_once(client: ClientSession, house: House):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.say("/challenge")
    request = ann.last["id"]
    await ann.socket.close()
    await bob.until(lambda: request in bob.messages)
    await bob.say("while you were away")
    await bob.say("/accept", pressed=True, reply=request)
    back = await enter(client, house, "Ann", since=ann.stamp)
    assert back.texts == ["Bob sat down.", "while you were away"]
    assert len(back.deliveries) == 2


async def test_a_returning_reader_who_missed_nothing_receives_nothing(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    await ann.say("once")
    back = await enter(client, house, "Ann", since=ann.stamp)
    assert back.messages == {}


async def test_an_answer_that_came_while_away_is_there_on_return(
    client: ClientSession, house: House, core: ScriptedCore
):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    nonce = await ann.send("/slow")
    await bob.until(lambda: "/slow" in bob.texts)
    await ann.socket.close()
    core.go.set()
    back = await enter(client, house, "Ann")
    await back.until(lambda: nonce in back.done)
    assert back.texts == ["/slow", "At last."]


async def test_after_a_restart_a_reader_receives_new_messages_and_a_newcomer_all(
    client: ClientSession, empty_valkey: str
):
    async with scripted_house(empty_valkey) as before:
        ann = await enter(client, before, "Ann")
        await ann.say("long ago")
        await ann.say("/board")
        picture = ann.last["pictures"][0]
    async with scripted_house(empty_valkey, before.port) as after:
        await after.web.show(LOBBY, Message("1"))
        back = await enter(client, after, "Ann", since=ann.stamp)
        assert back.texts == ["1"]
        bob = await enter(client, after, "Bob")
        assert bob.texts == ["long ago", "/board", "Your turn.", "1"]
        async with client.get(after.url + picture["light"]) as response:
            assert await response.read() == PNG


async def test_a_person_from_before_a_restart_can_still_be_mentioned(client: ClientSession, empty_valkey: str):
    async with scripted_house(empty_valkey) as before:
        await enter(client, before, "Bob")
    async with scripted_house(empty_valkey, before.port) as after:
        ann = await enter(client, after, "Ann")
        await ann.say("/challenge @bob dots")
        assert isinstance(after.core, ScriptedCore)
        assert after.core.heard[0].mentions["@bob"].name == "Bob"


async def test_people_of_two_processes_talk_in_one_channel(client: ClientSession, empty_valkey: str):
    async with scripted_house(empty_valkey) as one, scripted_house(empty_valkey) as two:
        ann, bob = await enter(client, one, "Ann"), await enter(client, two, "Bob")
        await ann.until(lambda: len(ann.here) == 2)
        await ann.say("/board")
        await bob.until(lambda: "Your turn." in bob.texts)
        async with client.get(two.url + bob.last["pictures"][0]["dark"]) as response:
            assert await response.read() == DARK_PNG
        await bob.say("hello")
        await ann.until(lambda: "hello" in ann.texts)
        assert list(ann.messages) == list(bob.messages)
        await bob.socket.close()
        await ann.until(lambda: len(ann.here) == 1)


async def test_a_name_has_one_owner_in_all_processes(client: ClientSession, empty_valkey: str):
    async with scripted_house(empty_valkey) as one, scripted_house(empty_valkey) as two:
        await enter(client, one, "Ann")
        other_tab = await enter(client, two, "Ann", token="another-token-0123456789")
        assert other_tab.refusals == ["name-taken"]
        assert (await enter(client, two, "Ann")).refusals == []


async def test_a_person_who_is_renamed_frees_the_old_name(client: ClientSession, house: House):
    await enter(client, house, "Ann")
    await enter(client, house, "Anna", token="token-of-Ann-0123456789")
    other_tab = await enter(client, house, "Ann", token="another-token-0123456789")
    assert other_tab.refusals == []


async def test_a_text_sent_again_to_another_run_keeps_its_id(client: ClientSession, empty_valkey: str):
    async with scripted_house(empty_valkey) as before:
        ann = await enter(client, before, "Ann")
        await ann.say("a1-a2", nonce="mine")
    async with scripted_house(empty_valkey, before.port) as after:
        back = await enter(client, after, "Ann")
        await back.say("a1-a2", nonce="mine")
        assert list(back.messages) == list(ann.messages)


async def test_a_stop_says_goodbye_to_every_tab_even_in_the_middle_of_an_answer(
    client: ClientSession, empty_valkey: str
):
    async with scripted_house(empty_valkey) as house:
        ann = await enter(client, house, "Ann")
        await ann.send("/slow")
        await ann.until(lambda: ann.texts == ["/slow"])
    async with asyncio.timeout(60):
        while (packet := await ann.socket.receive()).type is WSMsgType.TEXT:
            pass
    assert (packet.type, packet.data) == (WSMsgType.CLOSE, 1001)


async def test_a_name_is_reserved_for_its_owner_for_a_while(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    await ann.socket.close()
    thief = await knock(client, house, "Ann", "another-token-0123456789")
    await thief.greet()
    assert thief.refusals == ["name-taken"]
    assert (await enter(client, house, "Ann")).refusals == []
