"""Boards are ordinary messages: the picture with its alt text, and one ping at most."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import PRIVATE, Message, Picture, Unshown
from bot.platforms.discord.message_parts import alt_of, pages_of, text_of
from engines import GAMES
from tests.bot.platforms.discord.scripted import BOARD, PNG, ScriptedCore, door_to


def chat(server) -> Chat:
    return Chat("discord", str(server.channel.id))


async def show(server, message: Message):
    shown = await server.core.door.show(chat(server), message)
    await server.env.settle()
    assert server.channel.last_message.id == int(shown)
    return server.channel.last_message


def sent(env) -> Any:
    return [r.json for r in env.http_requests if r.method == "POST" and r.path.endswith("/messages")][-1]


async def test_a_board_is_a_message_with_a_described_picture(server):
    message = await show(server, Message("Ann played a1-a2.", Picture(BOARD, "A board of 2 by 2 boxes.")))
    assert message.content == "Ann played a1-a2."
    [picture] = message.attachments
    assert picture.filename == "board.png"
    assert picture.description == "A board of 2 by 2 boxes."
    assert await picture.read() == PNG


async def test_the_mover_alone_is_pinged(server):
    bob = Person("discord", str(server.bob.id), "Bob")
    message = await show(server, Message("Your turn! @everyone", mention=bob))
    assert message.content.startswith(f"<@{server.bob.id}> Your turn!")
    assert [user.id for user in message.mentions] == [server.bob.id]
    assert not message.mention_everyone
    assert sent(server.env)["allowed_mentions"] == {"parse": [], "users": [server.bob.id]}


@pytest.mark.parametrize("somebody", [None, Person("telegram", "17", "Bob"), Person("discord", "", "", "bob")])
async def test_nobody_else_is(server, somebody):
    await show(server, Message(f"Hello {server.ann.mention}", mention=somebody))
    assert sent(server.env)["allowed_mentions"] == {"parse": []}


async def test_lessons_come_with_all_their_pictures_and_files_with_their_names(server):
    pictures = (Picture(BOARD, "one"), Picture(BOARD, "two"))
    message = await show(server, Message("Rules", pictures=pictures, file=("game.txt", "Game: dots")))
    assert [file.filename for file in message.attachments] == ["game.txt", "board.png", "board1.png"]
    assert [file.description for file in message.attachments] == [None, "one", "two"]


async def test_a_text_too_long_for_one_message_goes_in_several(server):
    lines = "\n".join(f"{number} x" for number in range(700))
    message = await show(server, Message(lines, Picture(BOARD)))
    said = [posted.content for posted in server.channel.history()]
    assert "\n".join(said) == lines
    assert all(len(content) <= 2000 for content in said)
    assert [len(posted.attachments) for posted in server.channel.history()] == [0] * (len(said) - 1) + [1]
    assert message.attachments


def test_names_cannot_format_or_ping():
    said = text_of(Message("*Ann* and ||Bob|| `x` <@123456789012345678> [a](http://b) # head"))
    assert said == r"\*Ann\* and \|\|Bob\|\| \`x\` <@" + "\u200b123456789012345678> \\[a](http:\u200b//b) # head"


@pytest.mark.parametrize("alive", ["<#17>", "<t:0:R>", "</move:12>", "<a:x:1>", "<:x:1>", "<id:home>", "https://a"])
def test_names_become_no_channels_times_commands_signs_or_links(alive):
    said = text_of(Message(f"{alive} wants to play"))
    assert alive not in said
    assert said.replace("\u200b", "") == f"{alive} wants to play"


def test_a_board_drawn_with_characters_keeps_its_columns():
    grid = " 2 +   +\n\n 1 +---+\n   a   b"
    said = text_of(Message(f"Dots * ABC\n{grid}\nAnn's turn.", grid=grid))
    assert said == "Dots \\* ABC\n```\n 2 +   +\n\n 1 +---+\n   a   b\n```\nAnn's turn."


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_s_board_in_characters_is_fenced_from_its_first_line_to_its_last(game):
    grid = game.text(game.start({}, 0))
    said = text_of(Message(f"Title\nAnn  and  Bob\n{grid}\nIn words.", grid=grid))
    assert said == f"Title\nAnn  and  Bob\n```\n{grid}\n```\nIn words."


def test_a_drawn_board_that_is_cut_goes_on_as_one():
    grid = "\n".join(["a  b"] * 900)
    drawn = text_of(Message(grid, grid=grid))
    pages = pages_of(drawn)
    assert len(pages) > 1
    assert all(len(page) <= 2000 and page.startswith("```\n") and page.endswith("\n```") for page in pages)


def test_a_drawn_board_that_fits_on_a_page_is_not_cut():
    grid = "\n".join(["a  b"] * 300)
    pages = pages_of(text_of(Message(f"{'x ' * 400}\n{grid}\nAfter.", grid=grid)))
    assert [page.count("```") for page in pages] == [0, 2]
    assert grid in pages[1]


async def test_an_alt_text_that_is_too_long_is_attached_whole(server):
    message = await show(server, Message("A board", Picture(BOARD, "One side. " * 200)))
    assert [file.filename for file in message.attachments] == ["board.png", "board.txt"]
    assert (await message.attachments[1].read()).decode() == "One side. " * 200


def test_an_alt_text_that_is_too_long_says_where_the_rest_is():
    cut = alt_of("One side. " * 200)
    assert len(cut) <= 1024
    assert cut.endswith("One side. … board.txt")


def test_a_long_line_is_cut_where_it_must_be():
    assert "".join(pages_of("x" * 5000)) == "x" * 5000


def test_alt_texts_end_with_a_whole_sentence():
    assert alt_of("One. Two. Three.", 12) == "One. Two."
    assert alt_of("One. Two.", 12) == "One. Two."
    assert alt_of("x" * 20, 12) == "x" * 11 + "…"


async def test_no_door_no_message():
    door = door_to(ScriptedCore())
    with pytest.raises(Unshown) as failed:
        await door.show(Chat("discord", "1"), Message("Hello"))
    assert failed.value.retry_after


@pytest.mark.parametrize(
    ("status", "code", "again"),
    [(403, 0, False), (404, 0, False), (400, 0, False), (500, 0, True), (503, 0, True), (400, 40060, True)],
    ids=["forbidden", "gone", "not taken", "broken", "overloaded", "an answer waited for no longer"],
)
async def test_a_refused_board_is_worth_a_try_later_or_never(server, status, code, again):
    server.env.inject_error("POST", "/channels/*/messages", status=status, code=code)
    with pytest.raises(Unshown) as failed:
        await server.core.door.show(chat(server), Message("A board"))
    assert (failed.value.retry_after is not None) == again


async def test_where_the_bot_may_not_post_the_board_answers_the_command(server):
    server.core.public["/move a1-a2"] = Message("A board", Picture(BOARD, "A board."))
    server.env.inject_error("POST", "/channels/*/messages", status=403)
    result = await server.ann.slash(server.channel, "move", move="a1-a2")
    board = result.response
    assert (board.content, board.ephemeral) == ("A board", False)
    assert board.attachments[0].description == "A board."
    assert server.core.shown == [str(board.id)]
    assert not result.followups


async def test_even_after_the_command_was_answered(server):
    server.core.answers["/move a1-a2"] = (Message("Done.", envelope=PRIVATE),)
    result = await server.ann.slash(server.channel, "move", move="a1-a2")
    server.env.inject_error("POST", "/channels/*/messages", status=403)
    shown = await server.core.door.show(chat(server), Message("A board"))
    assert [str(said.id) for said in result.followups] == [shown]


async def test_but_not_for_ever(server):
    await server.ann.slash(server.channel, "games")
    await server.env.advance_time(16 * 60)
    server.env.inject_error("POST", "/channels/*/messages", status=403)
    with pytest.raises(Unshown):
        await server.core.door.show(chat(server), Message("A board"))


def test_no_privileged_intents(simcord_bot):
    wanted = simcord_bot.intents
    assert not (wanted.message_content or wanted.members or wanted.presences)
    assert wanted == discord.Intents(guilds=True, messages=True)
