"""Boards are laid out as components in the colour of who is to move, and plain where Discord takes no layouts."""

from __future__ import annotations

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Button, Envelope, Message, OlderBoard, Picture
from bot.platforms.discord.message_parts import colour_of
from renderers.scene import Ink
from tests.bot.platforms.discord.scripted import BOARD, PNG
from tests.bot.platforms.discord.seen import parts_of, rows_of, said
from tests.bot.platforms.discord.standin import CHANNEL, is_laid_out, standing_in, text_in
from tests.bot.platforms.discord.test_wire import open_door

ACCEPT, RESIGN, HINT = Button("Accept", "/accept B"), Button("Resign", "/resign B"), Button("Hint", "/hint B@3")
REFUSED = "Invalid Form Body: components[0]"
TURN = Message("Your turn.", Picture(BOARD, "A board.", Ink.FIRST), buttons=((HINT, RESIGN),))


def chat(server) -> Chat:
    return Chat("discord", str(server.channel.id))


async def show(server, message: Message) -> discord.Message:
    await server.core.door.show(chat(server), message)
    await server.env.settle()
    last: discord.Message = server.channel.last_message
    return last


@pytest.mark.parametrize("side", [Ink.FIRST, Ink.SECOND, Ink.NEUTRAL])
async def test_a_board_has_a_frame_in_the_colour_of_who_is_to_move(server, side):
    ann = Person("discord", str(server.ann.id), "Ann")
    board = await show(server, Message("Your *turn*.", Picture(BOARD, "A board.", side), mention=ann))
    [frame] = board.components
    assert isinstance(frame, discord.Container)
    assert frame.accent_colour == colour_of(side)
    [gallery] = [part for part in frame.children if isinstance(part, discord.MediaGalleryComponent)]
    assert [item.description for item in gallery.items] == ["A board."]
    assert said(board) == rf"<@{server.ann.id}> Your \*turn\*."
    assert [user.id for user in board.mentions] == [server.ann.id]


async def test_its_buttons_have_styles_and_work(server):
    board = await show(server, Message("?", Picture(BOARD, side=Ink.FIRST), buttons=((ACCEPT, RESIGN, HINT),)))
    [row] = rows_of(board)
    assert [button.style.name for button in row] == ["success", "danger", "secondary", "secondary"]
    await server.bob.click(board, label="Hint")
    assert [(heard.text, heard.replies_to) for heard in server.core.heard] == [("/hint B@3", str(board.id))]


async def test_more_buttons_than_fit_are_menus_in_it(server):
    many = tuple(Button(f"a{number}", f"/move a{number}") for number in range(60))
    board = await show(server, Message("?", Picture(BOARD, side=Ink.FIRST), buttons=(many,)))
    await server.bob.select(board, ["/move a30"], custom_id="tetradka-menu:1")
    assert [heard.text for heard in server.core.heard] == ["/move a30"]


async def test_what_stays_of_it_is_a_line_without_frame_picture_or_buttons(server):
    old = await show(server, TURN)
    await show(
        server,
        Message(
            "Next.", Picture(BOARD, side=Ink.SECOND), envelope=Envelope(follows=OlderBoard(str(old.id), "Ann played."))
        ),
    )
    [line, new] = server.channel.history()
    assert (said(line), line.attachments, rows_of(line)) == ("Ann played.", [], [])
    assert [type(part) for part in line.components] == [discord.TextDisplay]
    assert said(new) == "Next."


async def test_a_plain_message_that_becomes_a_board_is_laid_out(server):
    plain = await show(server, Message("Thinking"))
    assert await server.core.door.edit(chat(server), str(plain.id), TURN)
    await server.env.settle()
    assert said(server.channel.last_message) == "Your turn."


async def test_a_long_alt_text_is_a_file_in_the_frame(server):
    board = await show(server, Message("A board", Picture(BOARD, "One side. " * 200, Ink.FIRST)))
    [words] = [part for part in parts_of(board.components) if isinstance(part, discord.FileComponent)]
    assert words.media.url.endswith("board.txt")


async def test_a_text_too_long_for_one_message_is_not_laid_out(server):
    board = await show(server, Message("x\n" * 1200, Picture(BOARD, side=Ink.FIRST)))
    assert board.content
    assert len(server.channel.history()) == 2


@pytest.fixture
def addresses(monkeypatch):
    """discord.py's own addresses come back after each test."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


async def test_where_layouts_are_refused_boards_are_plain_and_no_other_is_tried(core, addresses):
    async with standing_in() as server, open_door(server, core) as door:
        server.refuses_layouts = True
        for _ in range(2):
            await door.show(Chat("discord", CHANNEL), TURN)
        sent = [await server.call("POST", f"/channels/{CHANNEL}/messages") for _ in range(3)]
    assert [is_laid_out(call.body) for call in sent] == [True, False, False]
    assert [text_in(call.body) for call in sent] == ["Your turn."] * 3
    assert [call.files for call in sent] == [{"board.png": PNG}] * 3
    assert sent[1].body["attachments"] == [{"id": 0, "filename": "board.png", "description": "A board."}]


async def test_a_command_s_own_answer_is_then_plain_too(server):
    server.core.public["/move a1-a2"] = TURN
    server.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, message=REFUSED, times=1)
    answered = await server.ann.slash(server.channel, "move", move="a1-a2")
    assert answered.response.content == "Your turn."
    [picture] = answered.response.attachments
    assert await picture.read() == PNG
