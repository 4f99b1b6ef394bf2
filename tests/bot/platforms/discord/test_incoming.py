"""Without privileged intents: private chats, mentions and replies are heard, all else is not."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
from simcord.backend.models.message import MessageSticker

from bot.core.game.people import Chat, Person, Sender
from bot.core.language.speech import say
from bot.core.ports.adapters import LARGEST_FILE
from bot.core.ports.platform import Button, Message
from tests.bot.platforms.discord.scripted import ScriptedCore


async def board(server) -> Any:
    await server.core.adapter.show(server.chat, Message("A board", buttons=((Button("Hint", "/puzzle 6 hint"),),)))
    await server.env.settle()
    return server.channel.last_message


def received_texts(core: ScriptedCore) -> list[tuple[str, bool]]:
    return [(incoming.text, incoming.chat.direct) for incoming in core.heard]


async def test_talk_among_people_is_not_even_readable(server):
    await server.ann.send(server.channel, "a1-a2")
    await server.ann.send(server.channel, "", attachments=[("map.txt", b"1>2")])
    assert server.core.heard == []


async def test_bare_text_in_private_is_handled(server):
    await server.ann.user.send_dm("a1-a2")
    assert received_texts(server.core) == [("a1-a2", True)]
    assert server.core.heard[0].alone
    assert server.core.heard[0].chat.id == str(server.ann.user.dm_channel.id)


@pytest.mark.parametrize(("name", "called"), [("\u202eAnn\u200b Lee", "Ann Lee"), ("\u3164", "anna"), ("שרה", "שרה")])
async def test_a_name_is_its_visible_part_or_else_the_handle(server, name, called):
    somebody = server.guild.add_member(server.env.create_user("anna", global_name=name))
    await somebody.user.send_dm("a1-a2")
    assert server.core.heard[0].person.name == called


async def test_a_text_that_begins_with_a_mention_is_addressed_to_the_bot(server):
    await server.ann.send(server.channel, f" \ufeff {server.me} \u200b a1-a2 b1-b2 ")
    assert received_texts(server.core) == [("a1-a2 b1-b2", True)]
    assert server.core.heard[0].alone


async def test_a_mention_alone_asks_for_help(server):
    await server.ann.send(server.channel, server.me)
    assert received_texts(server.core) == [("/help", True)]


async def test_a_sticker_in_private_asks_for_help(server):
    await server.ann.user.send_dm("", stickers=[MessageSticker(5, "wave", 1, server.guild.id)])
    assert received_texts(server.core) == [("/help", True)]


async def test_a_file_in_private_asks_for_help(server):
    await server.ann.user.send_dm("", attachments=_stored_message(server, ("map.txt", b"1>2")))
    assert received_texts(server.core) == [("/help", True)]


async def test_a_text_that_mentions_the_bot_in_passing_is_not_addressed_to_it(server):
    await server.ann.send(server.channel, f"ask {server.me} about it")
    assert received_texts(server.core) == [("ask  about it", False)]
    assert not server.core.heard[0].alone


async def test_a_command_after_a_mention_names_persons_by_mentions(server):
    await server.ann.send(server.channel, f"{server.me} /challenge dots {server.bob.mention} 4x4")
    [incoming] = server.core.heard
    assert incoming.text == f"/challenge dots {server.bob.mention} 4x4"
    assert {mention: person.id for mention, person in incoming.mentions.items()} == {
        f"<@{server.bob.id}>": str(server.bob.id),
        f"<@!{server.bob.id}>": str(server.bob.id),
    }


async def test_a_reply_to_a_board_says_to_which(server):
    message = await board(server)
    await server.ann.send(server.channel, "a1-a2", reply_to=message)
    [incoming] = server.core.heard
    assert incoming.text == "a1-a2"
    assert incoming.replies_to == str(message.id)
    assert incoming.beside == ("/puzzle 6 hint",)
    assert not incoming.chat.direct


async def test_bots_and_webhooks_are_handled_only_if_they_mention_the_bot(server):
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    webhook = server.guild.create_webhook(server.channel, name="News")
    for text in ("Good morning", f"{server.me} /challenge dots"):
        await robot.send(server.channel, text)
        await webhook.send(text)
    assert [(incoming_text.text, incoming_text.sender) for incoming_text in server.core.heard] == [
        ("/challenge dots", Sender.AUTOMATIC),
        ("/challenge dots", Sender.AUTOMATIC),
    ]


async def test_people_are_recognised_as_people(server):
    await server.ann.send(server.channel, f"{server.me} /help")
    assert [incoming_text.sender for incoming_text in server.core.heard] == [Sender.PERSON]


async def test_a_text_file_comes_along(server):
    await server.ann.user.send_dm(
        "/challenge tupik", attachments=_stored_message(server, ("map.txt", "1>2,3 # міста".encode()))
    )
    assert server.core.heard[0].attachment == "1>2,3 # міста"


async def test_a_command_with_several_files_says_which_one_it_read(server):
    files = (("cat.png", b"\xff\xfe\x00"), ("map.txt", b"1>2"), ("other.txt", b"2>1"))
    await server.ann.user.send_dm("/challenge tupik", attachments=_stored_message(server, *files))
    assert [incoming_text.attachment for incoming_text in server.core.heard] == ["1>2"]
    assert server.ann.user.dm_channel.last_message.content == say("", "one-file-read", file="map.txt")


async def test_a_command_that_takes_no_file_passes_it_over(server):
    await server.ann.user.send_dm("/games", attachments=_stored_message(server, ("cat.png", b"\xff\xfe\x00")))
    assert [(incoming_text.text, incoming_text.attachment) for incoming_text in server.core.heard] == [("/games", "")]


async def test_talk_with_several_files_is_not_about_files(server):
    files = (("map.txt", b"1>2"), ("other.txt", b"2>1"))
    await server.ann.user.send_dm("a1-a2", attachments=_stored_message(server, *files))
    assert [message.content for message in server.ann.user.dm_channel.history()] == ["a1-a2"]


@pytest.mark.parametrize("content", [b"\xff\xfe\x00 no text", b"\x00" * 9, b"x" * (LARGEST_FILE + 1)])
async def test_a_file_that_cannot_be_read_is_refused(server, content):
    await server.ann.user.send_dm("/challenge tupik", attachments=_stored_message(server, ("map.txt", content)))
    assert server.core.heard == []
    assert say("", "attachment-unreadable") in server.ann.user.dm_channel.last_message.content


@pytest.mark.parametrize("failed", [aiohttp.ClientPayloadError(), aiohttp.ServerDisconnectedError(), TimeoutError()])
async def test_a_file_whose_download_breaks_off_is_refused(server, monkeypatch, failed):
    async def break_off(url: str) -> bytes:
        raise failed

    monkeypatch.setattr(server.env.bot.http, "get_from_cdn", break_off)
    await server.ann.user.send_dm("/import", attachments=_stored_message(server, ("game.txt", b"dots_and_boxes 1")))
    assert server.core.heard == []
    assert say("", "attachment-unreadable") in server.ann.user.dm_channel.last_message.content


async def test_a_file_larger_than_discord_says_is_refused(server, monkeypatch):
    async def give_more(url: str) -> bytes:
        return b"x" * (LARGEST_FILE + 1)

    monkeypatch.setattr(server.env.bot.http, "get_from_cdn", give_more)
    await server.ann.user.send_dm("/import", attachments=_stored_message(server, ("game.txt", b"x")))
    assert server.core.heard == []


async def test_a_picture_beside_talk_is_no_file_for_the_bot(server):
    await server.ann.user.send_dm("a1-a2", attachments=_stored_message(server, ("cat.png", b"\xff\xfe\x00")))
    assert [(incoming_text.text, incoming_text.attachment) for incoming_text in server.core.heard] == [("a1-a2", "")]


def _stored_message(server, *files) -> Any:
    return server.env.backend.store_attachments(server.ann.user.dm_channel.id, files)


@pytest.mark.parametrize("text", ["а1–а2", "a1‑a2", "A1\u200f — A2", "😀" * 1000, "/move\u00a0a1-a2", "𝐚𝟏-𝐚𝟐"])
async def test_oddities_reach_the_core_as_they_are(server, text):
    await server.ann.user.send_dm(text)
    assert [incoming.text for incoming in server.core.heard] == [text]


IN_PUBLIC, IN_PRIVATE = 11, 12


@pytest.mark.parametrize(
    ("kind", "of_the_bot", "direct"), [(IN_PUBLIC, True, True), (IN_PRIVATE, False, True), (IN_PUBLIC, False, False)]
)
async def test_a_thread_is_direct_if_it_is_the_bot_s_or_private(server, kind, of_the_bot, direct):
    owner = server.env.backend.bot_user.id if of_the_bot else server.ann.id
    server.env.backend.create_thread(server.channel.id, "game", owner, type=kind)
    [thread] = server.channel.threads
    await server.core.adapter.show(Chat("discord", str(thread.id)), Message("A board"))
    await server.env.settle()
    await server.ann.send(thread, "a1-a2", reply_to=thread.last_message)
    assert received_texts(server.core) == [("a1-a2", direct)]
    assert server.core.heard[0].chat.key == f"discord:{thread.id}"


async def test_a_private_thread_is_named_only_to_its_members(server):
    server.env.backend.create_thread(server.channel.id, "secrets", server.env.backend.bot_user.id, type=IN_PRIVATE)
    [thread] = server.channel.threads
    ann, chat = Person("discord", str(server.ann.id), "Ann"), Chat("discord", str(thread.id))
    await server.env.settle()
    assert await server.core.adapter.name_for(chat, ann) == ""
    server.env.backend.add_thread_member(thread.id, server.ann.id)
    assert (await server.core.adapter.name_for(chat, ann)).startswith("#secrets · ")


async def test_a_persons_language_is_known_after_their_first_command(server):
    await server.ann.user.slash("games")
    await server.ann.user.send_dm("a1-a2")
    command, text = server.core.heard
    assert text.person.language == command.person.language == "en"
