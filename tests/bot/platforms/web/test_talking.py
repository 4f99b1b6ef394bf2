"""Talking in a channel: who sees what, how often, and what reaches the core."""

from __future__ import annotations

import pytest
from aiohttp import ClientSession

from bot.core.game.people import Chat
from bot.core.ports.platform import PRIVATE, Button, Envelope, Message, OlderBoard, Picture
from bot.core.ports.store import Store
from tests.bot.platforms.web.house import House, enter
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.scripted import ALT, DARK_PNG, PNG, SHEET, ScriptedCore


async def test_everyone_in_the_channel_sees_a_message(client: ClientSession, house: House):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.say("hello all")
    await bob.until(lambda: bob.texts == ["hello all"])
    assert (bob.last["author"], bob.last["mine"], ann.last["mine"]) == ("Ann", False, True)


async def test_another_channel_receives_nothing(client: ClientSession, house: House):
    ann, eve = await enter(client, house, "Ann"), await enter(client, house, "Eve", "elsewhere")
    await ann.say("only here")
    await eve.say("and here")
    assert eve.texts == ["and here"]


async def test_every_text_reaches_the_core_as_a_direct_chat(client: ClientSession, house: House, core: ScriptedCore):
    ann = await enter(client, house, "Ann", "Kitchen", language="uk")
    await ann.say("a1-a2")
    incoming_text = core.heard[0]
    assert (incoming_text.text, incoming_text.pressed, incoming_text.chat.id, incoming_text.chat.direct) == (
        "a1-a2",
        False,
        "kitchen",
        True,
    )
    assert (incoming_text.person.platform, incoming_text.person.name, incoming_text.person.language) == (
        "web",
        "Ann",
        "uk",
    )


async def test_a_person_alone_in_a_channel_addresses_the_bot(client: ClientSession, house: House, core: ScriptedCore):
    ann = await enter(client, house, "Ann")
    await ann.say("hello")
    await enter(client, house, "Bob")
    await ann.say("hello, Bob")
    assert [incoming_text.alone for incoming_text in core.heard] == [True, False]


async def test_a_private_answer_is_for_the_asker_alone(client: ClientSession, house: House):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.say("/hint")
    await bob.say("anything new?")
    assert ann.texts[:2] == ["/hint", "Draw a1-b1."]
    assert [message["private"] for message in ann.messages.values()][:2] == [False, True]
    assert bob.texts == ["/hint", "anything new?"]


@pytest.mark.parametrize("text", ["/if a1-b1 then b1-c1", "если a1-b1, то b1-c1"])
async def test_a_secret_plan_is_seen_by_nobody_else(client: ClientSession, house: House, text: str):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.say(text)
    await bob.say("your move?")
    await ann.until(lambda: ann.texts == [text, "your move?"])
    assert bob.texts == ["your move?"]


async def test_a_press_types_without_an_echo_and_names_its_message(
    client: ClientSession, house: House, core: ScriptedCore
):
    ann = await enter(client, house, "Ann")
    await ann.say("/board")
    await ann.say("/hint", pressed=True, reply=ann.last["id"])
    assert ann.texts == ["/board", "Your turn.", "Draw a1-b1."]
    assert (core.heard[1].pressed, core.heard[1].replies_to) == (True, list(ann.messages)[1])


async def test_an_update_takes_the_pressed_message_s_place(client: ClientSession, house: House):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.say("/challenge")
    request = ann.last
    await bob.until(lambda: request["id"] in bob.messages)
    await bob.say("/accept", pressed=True, reply=request["id"])
    await ann.until(lambda: ann.messages[request["id"]]["text"] == "Bob sat down.")
    assert ann.messages[request["id"]]["buttons"] == []
    assert list(ann.messages) == list(bob.messages)


@pytest.mark.parametrize("target", ["what Bob said", "nothing at all"])
async def test_an_update_never_takes_the_place_of_a_person_s_text(client: ClientSession, house: House, target: str):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await bob.say("my own words")
    await ann.until(lambda: len(ann.messages) == 1)
    forged = ann.last["id"] if target == "what Bob said" else "no-such-message"
    await ann.say("/accept", pressed=True, reply=forged)
    assert ann.texts == ["my own words", "Ann sat down."]


async def test_a_private_message_of_another_cannot_be_replaced(client: ClientSession, house: House):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.say("/hint")
    await bob.say("/accept", pressed=True, reply=ann.last["id"])
    await ann.until(lambda: "Bob sat down." in ann.texts)
    assert ann.texts == ["/hint", "Draw a1-b1.", "Bob sat down."]


async def test_the_mentioned_person_is_called(client: ClientSession, house: House):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.say("/board")
    await bob.until(lambda: "Your turn." in bob.texts)
    assert (ann.last["calls"], bob.last["calls"], bob.last["mention"]) == (True, False, "Ann")


async def test_a_picture_is_served_by_an_address_nobody_can_guess(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    await ann.say("/board")
    picture = ann.last["pictures"][0]
    assert (picture["alt"], picture["width"], picture["height"]) == (ALT, 960, 560)
    for theme, png in (("light", PNG), ("dark", DARK_PNG)):
        assert len(picture[theme]) > 30
        async with client.get(house.url + picture[theme]) as response:
            assert (response.content_type, await response.read()) == ("image/png", png)


async def test_a_message_may_bring_a_file(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    await ann.say("/record")
    assert ann.last["file"] == {"name": "game.txt", "text": "a1-a2\n"}


async def test_an_attached_file_reaches_the_core_and_the_channel(
    client: ClientSession, house: House, core: ScriptedCore
):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.say("/challenge tupik", file={"name": "map.txt", "text": "1>2 2>3"})
    assert core.heard[0].attachment == "1>2 2>3"
    await bob.until(lambda: "/challenge tupik" in bob.texts)
    assert next(iter(bob.messages.values()))["file"]["name"] == "map.txt"


async def test_a_mention_means_the_person_of_that_name_in_any_case(
    client: ClientSession, house: House, core: ScriptedCore
):
    ann, _ = await enter(client, house, "Ann"), await enter(client, house, "Bob Stone")
    await ann.say("/challenge @bob_stone, dots @nobody")
    mentions = core.heard[0].mentions
    assert {word: person.name for word, person in mentions.items()} == {"@bob_stone,": "Bob Stone"}


async def test_replying_to_a_person_names_that_person(client: ClientSession, house: House, core: ScriptedCore):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await bob.say("who plays?")
    await ann.until(lambda: len(ann.messages) == 1)
    await ann.say("/challenge dots", reply=ann.last["id"])
    assert core.heard[-1].mentions["reply"].name == "Bob"


async def test_a_text_sent_twice_is_handled_once(client: ClientSession, house: House, core: ScriptedCore):
    ann = await enter(client, house, "Ann")
    await ann.say("a1-a2", nonce="same")
    await ann.send("a1-a2", nonce="same")
    await ann.say("b1-b2")
    assert [incoming.text for incoming in core.heard] == ["a1-a2", "b1-b2"]


async def test_a_long_think_does_not_hold_up_a_move(client: ClientSession, house: House, core: ScriptedCore):
    ann = await enter(client, house, "Ann")
    slow = await ann.send("/slow")
    await ann.say("a1-a2")
    assert slow not in ann.done
    core.go.set()
    await ann.until(lambda: slow in ann.done)
    assert ann.last["text"] == "At last."


async def test_an_error_in_the_core_does_not_end_the_connection(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    await ann.say("/broken")
    await ann.say("/hint")
    assert ann.last["text"] == "Draw a1-b1."


async def test_a_message_shown_for_one_person_is_private(client: ClientSession, house: House, core: ScriptedCore):
    ann, bob = await enter(client, house, "Ann"), await enter(client, house, "Bob")
    await ann.say("hello")
    message = Message("For Ann.", mention=core.heard[0].person, envelope=PRIVATE)
    shown_id = await house.web.show(core.heard[0].chat, message)
    await ann.until(lambda: shown_id in ann.messages)
    await bob.say("bye")
    assert shown_id not in bob.messages


async def test_a_board_sent_again_with_its_nonce_appears_once(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    for text in ("a board", "the same board"):
        await house.web.show(Chat("web", "lobby", direct=True), Message(text, envelope=Envelope(nonce="BCDFGH-2")))
        await ann.until(lambda text=text: text in ann.texts)  # type: ignore[misc]
    assert ann.texts == ["the same board"]


async def test_a_board_is_collapsed_before_the_next_one_appears(client: ClientSession, house: House):
    ann, here = await enter(client, house, "Ann"), Chat("web", "lobby", direct=True)
    first = await house.web.show(here, Message("a board"))
    await ann.reads("a board")
    second = await house.web.show(here, Message("the next", envelope=Envelope(follows=OlderBoard(first, "a line"))))
    await ann.reads("the next")
    assert ann.texts == ["a line", "the next"]
    assert ann.deliveries[-2:] == [first, second]


async def test_a_board_that_was_shown_but_never_recorded_is_collapsed_by_the_next_one(
    client: ClientSession, house: House
):
    ann, here = await enter(client, house, "Ann"), Chat("web", "lobby", direct=True)
    buttons = ((Button("Accept", "/accept BCDFGH"),),)
    for nonce, text in (("BCDFGH-1", "Ann asks.\nClose it."), ("GHJKMN-4", "another game"), ("BCDFGH-2", "a board")):
        await house.web.show(here, Message(text, Picture(SHEET, ALT), buttons=buttons, envelope=Envelope(nonce=nonce)))
    await ann.reads("a board")
    assert ann.texts == ["Ann asks.", "another game", "a board"]


async def test_the_end_of_a_game_ends_private_questions_about_it(
    client: ClientSession, house: House, core: ScriptedCore
):
    ann, here = await enter(client, house, "Ann"), Chat("web", "lobby", direct=True)
    await ann.say("hello")
    texts = {"Resign?": "/resign {}@2 yes", "Ideas": "/move {}@2 1", "A review": "/review {} 1"}
    for code in ("BCDFGH", "GHJKMN"):
        for text, types in texts.items():
            button = Button("Yes", types.format(code))
            asks = (button,) if text == "Resign?" else ()
            person, text_of_game = core.heard[0].person, f"{text} {code}"
            message = Message(text_of_game, buttons=((button,),), mention=person, asks=asks, envelope=PRIVATE)
            await house.web.show(here, message)
    for line, types in (("Ann’s move", "/hint BCDFGH@2"), ("Ann lost", "/again BCDFGH")):
        picture = Picture(SHEET, ALT, of="BCDFGH@2")
        await house.web.show(here, Message(line, picture, buttons=((Button("Go", types),),)))
        await ann.reads(line)
        has_question = "Resign? BCDFGH" in ann.texts
        assert has_question is (line == "Ann’s move")
    buttons = {message["text"]: message["buttons"] for message in ann.messages.values() if message["private"]}
    assert {text for text, rows in buttons.items() if text and not rows} == {"Ideas BCDFGH"}
    assert all(f"{text} GHJKMN" in buttons for text in texts)


async def test_a_challenge_and_a_move_sent_at_once_are_both_played(client: ClientSession, valkey: str, store: Store):
    async with living(valkey) as house:
        ann = await enter(client, house, "Ann")
        for text in ("/challenge bot easy dots 3x3", "/move a1-a2"):
            await ann.send(text)
        await ann.until(lambda: any("Tetradka (easy): " in text for text in ann.texts))
        assert not any(message["private"] for message in ann.messages.values())
