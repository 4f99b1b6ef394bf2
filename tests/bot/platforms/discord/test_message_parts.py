"""Messages as Discord is sent them: texts that cannot format or ping, described pictures, layouts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.adapters import by_command
from bot.core.ports.platform import Button, Due, Envelope, Layout, Message, OlderBoard, Picture, Typing
from bot.platforms.discord.message_parts import alt_of, colour_of, link_commands, pages_of, text_of
from engines import GAMES
from renderers.scene import Ink
from tests.bot.platforms.discord.scripted import BOARD, PNG, open_adapter
from tests.bot.platforms.discord.seen import parts_of, rows_of, text_of_message
from tests.bot.platforms.discord.standin import CHANNEL, is_laid_out, standing_in, text_in

ACCEPT, RESIGN, HINT = Button("Accept", "/accept B"), Button("Resign", "/resign B"), Button("Hint", "/hint B@3")
REFUSED = "Invalid Form Body: components[0]"
TURN = Message("Your turn.", Picture(BOARD, "A board.", Ink.FIRST), buttons=((HINT, RESIGN),))


async def show(server, message: Message):
    message_id = await server.core.adapter.show(server.chat, message)
    await server.env.settle()
    assert server.channel.last_message.id == int(message_id)
    return server.channel.last_message


def send_message(env) -> Any:
    return [r.json for r in env.http_requests if r.method == "POST" and r.path.endswith("/messages")][-1]


async def test_a_board_is_a_message_with_a_described_picture(server):
    message = await show(server, Message("Ann played a1-a2.", Picture(BOARD, "A board of 2 by 2 boxes.")))
    assert message.content == "Ann played a1-a2."
    [picture] = message.attachments
    assert picture.filename == "board.png"
    assert picture.description == "A board of 2 by 2 boxes."
    assert await picture.read() == PNG


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("Stuck? /hint, /help.", "Stuck? </hint:7>, </help:8>."),
        ("/help all lists all", "</help:8> all lists all"),
        ("(/hint) /hints a/hint /hint/", "(</hint:7>) /hints a/hint /hint/"),
        ("/hint\n```\n/hint\n```\n/hint", "</hint:7>\n```\n/hint\n```\n</hint:7>"),
    ],
)
def test_a_command_is_a_mention_that_can_be_clicked(text: str, linked: str):
    assert link_commands(text, {"hint": "7", "help": "8"}) == linked
    assert link_commands(text, {}) == text


async def test_the_mover_alone_is_pinged(server):
    bob = Person("discord", str(server.bob.id), "Bob")
    message = await show(server, Message("Your turn! @everyone", mention=bob))
    assert message.content.startswith(f"<@{server.bob.id}> Your turn!")
    assert [user.id for user in message.mentions] == [server.bob.id]
    assert not message.mention_everyone
    assert send_message(server.env)["allowed_mentions"] == {"parse": [], "users": [server.bob.id]}


@pytest.mark.parametrize("somebody", [None, Person("telegram", "17", "Bob"), Person("discord", "", "", "bob")])
async def test_nobody_else_is(server, somebody):
    await show(server, Message(f"Hello {server.ann.mention}", mention=somebody))
    assert send_message(server.env)["allowed_mentions"] == {"parse": []}


async def test_a_picture_comes_with_its_words_and_a_file_with_its_name(server):
    message = await show(server, Message("Rules", Picture(BOARD, "one"), file=("game.txt", "Game: dots")))
    assert [file.filename for file in message.attachments] == ["game.txt", "board.png"]
    assert [file.description for file in message.attachments] == [None, "one"]


async def test_a_text_too_long_for_one_message_is_split(server):
    lines = "\n".join(f"{number} x" for number in range(700))
    message = await show(server, Message(lines, Picture(BOARD)))
    text = [message.content for message in server.channel.history()]
    assert "\n".join(text) == lines
    assert all(len(content) <= 2000 for content in text)
    assert [len(message.attachments) for message in server.channel.history()] == [0] * (len(text) - 1) + [1]
    assert message.attachments


def test_names_cannot_format_or_ping():
    text = text_of(Message("*Ann* and ||Bob|| `x` <@123456789012345678> [a](http://b) # head"))
    assert text == r"\*Ann\* and \|\|Bob\|\| \`x\` <@" + "\u200b123456789012345678> \\[a](http:\u200b//b) # head"


@pytest.mark.parametrize("alive", ["<#17>", "<t:0:R>", "</move:12>", "<a:x:1>", "<:x:1>", "<id:home>", "https://a"])
def test_names_become_no_channels_times_commands_signs_or_links(alive):
    text = text_of(Message(f"{alive} wants to play"))
    assert alive not in text
    assert text.replace("\u200b", "") == f"{alive} wants to play"


def test_a_board_drawn_with_characters_keeps_its_columns():
    grid = " 2 +   +\n\n 1 +---+\n   a   b"
    text = text_of(Message(f"Dots * ABC\n{grid}\nAnn's turn.", layout=Layout(grid=grid)))
    assert text == "Dots \\* ABC\n```\n 2 +   +\n\n 1 +---+\n   a   b\n```\nAnn's turn."


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_s_board_in_characters_is_fenced_from_its_first_line_to_its_last(game):
    grid = game.text.board(game.start({}, 0))
    text = text_of(Message(f"Title\nAnn  and  Bob\n{grid}\nIn words.", layout=Layout(grid=grid)))
    assert text == f"Title\nAnn  and  Bob\n```\n{grid}\n```\nIn words."


def test_a_long_board_in_characters_is_split_into_framed_pages():
    grid = "\n".join(["a  b"] * 900)
    drawn_sides = text_of(Message(grid, layout=Layout(grid=grid)))
    pages = pages_of(drawn_sides)
    assert len(pages) > 1
    assert all(len(page) <= 2000 and page.startswith("```\n") and page.endswith("\n```") for page in pages)


def test_a_drawn_board_that_fits_on_a_page_is_not_cut():
    grid = "\n".join(["a  b"] * 300)
    pages = pages_of(text_of(Message(f"{'x ' * 400}\n{grid}\nAfter.", layout=Layout(grid=grid))))
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


def test_discord_displays_the_remaining_time_and_keeps_it_up_to_date():
    due_items = Due("2 d 4 h left", 1_800_000_000.0, "deadline")
    text = Message("L-game · <t:1> · 2 d 4 h left\nAnn, your move.", envelope=Envelope(due=due_items))
    assert text_of(text).splitlines()[0].endswith(" · deadline <t:1800000000:R>")
    assert "<t:1>" not in text_of(text)


def test_a_private_copy_of_a_board_says_the_time_that_was_left_on_a_running_clock():
    due = Due("58 s left", 1_800_000_000.0, "deadline", "Clocks: Ann 0:58, Bob 3:00.")
    copy = Message("L-game · 58 s left", envelope=Envelope(private=True, due=due))
    assert text_of(copy) == "L-game · 58 s left"
    assert "<t:1800000000:R>" in text_of(replace(copy, envelope=Envelope(due=due)))


@pytest.mark.parametrize("address", ["https://discord.com/channels/1/2/3", "https://discord.com/channels/@me/2/3"])
def test_the_way_to_a_board_can_be_pressed(address):
    assert address in text_of(Message(f"Dots and Boxes: your move. {address}"))


@pytest.mark.parametrize("name", ["http://evil.example/a", "discord.gg/abc", "https://discord.com/invite/abc", "<#1>"])
def test_other_markup_in_a_name_is_escaped(name):
    assert name not in text_of(Message(f"{name} challenges you."))


@pytest.mark.parametrize("side", [Ink.FIRST, Ink.SECOND, Ink.NEUTRAL])
async def test_a_board_has_a_frame_in_the_colour_of_the_player_to_move(server, side):
    ann = Person("discord", str(server.ann.id), "Ann")
    board = await show(server, Message("Your *turn*.", Picture(BOARD, "A board.", side), mention=ann))
    [frame] = board.components
    assert isinstance(frame, discord.Container)
    assert frame.accent_colour == colour_of(side)
    [gallery] = [part for part in frame.children if isinstance(part, discord.MediaGalleryComponent)]
    assert [item.description for item in gallery.items] == ["A board."]
    assert text_of_message(board) == rf"<@{server.ann.id}> Your \*turn\*."
    assert [user.id for user in board.mentions] == [server.ann.id]


async def test_its_buttons_have_styles_and_work(server):
    board = await show(server, Message("?", Picture(BOARD, side=Ink.FIRST), buttons=((ACCEPT, RESIGN, HINT),)))
    [row] = rows_of(board)
    assert [button.style.name for button in row] == ["success", "danger", "secondary"]
    await server.bob.click(board, label="Hint")
    assert [(incoming_text.text, incoming_text.replies_to) for incoming_text in server.core.heard] == [
        ("/hint B@3", str(board.id))
    ]


async def test_more_buttons_than_fit_are_menus_in_it(server):
    many = tuple(Button(f"a{number}", f"/move a{number}") for number in range(60))
    board = await show(server, Message("?", Picture(BOARD, side=Ink.FIRST), buttons=(many,)))
    await server.bob.select(board, ["/move a30"], custom_id="tetradka-menu:1")
    assert [incoming_text.text for incoming_text in server.core.heard] == ["/move a30"]


async def test_a_folded_board_is_a_line_without_frame_picture_or_buttons(server):
    before = await show(server, TURN)
    await show(
        server,
        Message(
            "Next.",
            Picture(BOARD, side=Ink.SECOND),
            envelope=Envelope(follows=OlderBoard(str(before.id), "Ann played.")),
        ),
    )
    [line, after] = server.channel.history()
    assert (text_of_message(line), line.attachments, rows_of(line)) == ("Ann played.", [], [])
    assert [type(part) for part in line.components] == [discord.TextDisplay]
    assert text_of_message(after) == "Next."


async def test_a_plain_message_that_becomes_a_board_is_laid_out(server):
    plain = await show(server, Message("Thinking"))
    assert await server.core.adapter.edit(server.chat, str(plain.id), TURN)
    await server.env.settle()
    assert text_of_message(server.channel.last_message) == "Your turn."


async def test_a_long_alt_text_is_a_file_in_the_frame(server):
    board = await show(server, Message("A board", Picture(BOARD, "One side. " * 200, Ink.FIRST)))
    [words] = [part for part in parts_of(board.components) if isinstance(part, discord.FileComponent)]
    assert words.media.url.endswith("board.txt")


async def test_a_text_too_long_for_one_message_is_not_laid_out(server):
    board = await show(server, Message("x\n" * 1200, Picture(BOARD, side=Ink.FIRST)))
    assert board.content
    assert len(server.channel.history()) == 2


async def test_boards_are_plain_once_layouts_are_refused(core):
    async with standing_in() as server, open_adapter(server, core) as adapter:
        server.refuses_layouts = True
        for _ in range(4):
            await adapter.show(Chat("discord", CHANNEL), TURN)
        messages = [await server.call("POST", f"/channels/{CHANNEL}/messages") for _ in range(7)]
    assert [is_laid_out(call.body) for call in messages] == [True, False] * 3 + [False]
    assert [text_in(call.body) for call in messages] == ["Your turn."] * 7
    assert [call.files for call in messages] == [{"board.png": PNG}] * 7
    assert messages[1].body["attachments"] == [{"id": 0, "filename": "board.png", "description": "A board."}]


async def test_one_refused_layout_does_not_disable_layouts(core):
    async with standing_in() as server, open_adapter(server, core) as adapter:
        for server.refuses_layouts in (True, False):
            await adapter.show(Chat("discord", CHANNEL), TURN)
        messages = [await server.call("POST", f"/channels/{CHANNEL}/messages") for _ in range(3)]
    assert [is_laid_out(call.body) for call in messages] == [True, False, True]


async def test_a_board_of_another_process_keeps_its_layout_at_the_first_try(core):
    async with standing_in() as server, open_adapter(server, core) as adapter:
        assert await adapter.edit(Chat("discord", CHANNEL), "500", Message("Ann: a1-a2"))
        edit = await server.call("PATCH", "/messages/500")
    assert (is_laid_out(edit.body), text_in(edit.body)) == (True, "Ann: a1-a2")


async def test_a_command_s_own_answer_is_then_plain_too(server):
    server.core.public["/move a1-a2"] = TURN
    server.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, message=REFUSED, times=1)
    answer = await server.ann.slash(server.channel, "move", move="a1-a2")
    assert answer.response.content == "Your turn."
    [picture] = answer.response.attachments
    assert await picture.read() == PNG


BOARD_TEXT = Message("Ann, your move.\nBob: a1-a2.\nDots · ABC", layout=Layout("Ann, your move.", "Dots · ABC"))


def test_a_heading_is_large_and_the_rest_small_print():
    assert text_of(BOARD_TEXT) == "### Ann, your move.\nBob: a1-a2.\n-# Dots · ABC"


async def test_small_print_stands_under_the_picture(server):
    board = await show(server, replace(BOARD_TEXT, picture=Picture(BOARD, "A board.", Ink.FIRST)))
    message = [type(part).__name__ for part in parts_of(board.components)]
    assert message == ["Container", "TextDisplay", "MediaGalleryComponent", "TextDisplay"]


@pytest.mark.parametrize("name", ["1. x", "12. b4"])
def test_a_name_like_a_number_in_a_list_begins_none(name):
    text = text_of(Message(f"{name} wins.\nBob: a1-a2."))
    assert text == f"{name.replace('.', chr(92) + '.')} wins.\nBob: a1-a2."


def test_a_board_suggests_buttons_and_commands_if_replies_cannot_be_read():
    typing = Typing("/move BCDFGH@3", "/pick BCDFGH@3", "Reply.", "Press, or send /move.", "Type")
    board = Message("Ann, your move.\nDots\nReply.", layout=Layout(small="Dots\nReply."), typing=typing)
    assert text_of(by_command(board)) == "Ann, your move.\n-# Dots\n-# Press, or send /move."
