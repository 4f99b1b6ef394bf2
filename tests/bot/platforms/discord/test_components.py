"""Buttons and menus are the texts that they type, however old they are; a form types a move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import discord
import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import PRIVATE, Button, Envelope, Message, Typing
from bot.platforms.discord.components import rows_of
from bot.platforms.discord.message_parts import MessagePart
from tests.bot.platforms.discord.scripted import ScriptedCore, adapter_to, open_adapter
from tests.bot.platforms.discord.standin import CHANNEL, standing_in

ACCEPT = Button("Accept", "/accept BCDFGH")


async def offer_buttons(server, row: tuple[Button, ...], typing: Typing | None = None):
    """A message of the bot's with these buttons."""
    await server.core.adapter.show(server.chat, Message("A challenge!", buttons=(row,), typing=typing))
    await server.env.settle()
    return server.channel.last_message


def items(rows: Sequence[Sequence[Button]]) -> list[Any]:
    """Return the components of a message's buttons."""
    return list(chain.from_iterable(rows_of(rows)))


async def test_a_press_types_its_text(server):
    message = await offer_buttons(server, (ACCEPT,))
    await server.bob.click(message, label="Accept")
    [incoming_text] = server.core.heard
    assert incoming_text.text == "/accept BCDFGH"
    assert incoming_text.pressed
    assert incoming_text.replies_to == str(message.id)
    assert incoming_text.person.name == "Bob"


async def test_a_press_changes_nothing_by_itself(server):
    message = await offer_buttons(server, (ACCEPT,))
    result = await server.bob.click(message, label="Accept")
    assert result.acknowledged
    assert not result.followups
    assert server.channel.last_message.id == message.id


async def test_buttons_outlive_the_process(server):
    message = await offer_buttons(server, (ACCEPT,))
    reborn = ScriptedCore()
    await server.env.restart_bot(adapter_to(reborn).connect(reborn))
    await server.bob.click(message, label="Accept")
    assert [incoming_text.text for incoming_text in reborn.heard] == ["/accept BCDFGH"]
    assert server.core.heard == []


async def test_the_library_remembers_nothing_of_buttons_and_forms(server):
    row = (ACCEPT, Button("Type a move", "/move BCDFGH@0"))
    message = await offer_buttons(server, row)
    await server.bob.click(message, label="Type a move")
    store = server.env.bot._connection._view_store
    assert (store._views, store._modals, store._dynamic_items) == ({}, {}, {})


async def test_a_stale_press_is_answered_privately(server):
    server.core.answers["/accept BCDFGH"] = (Message("The game has moved on.", envelope=PRIVATE),)
    message = await offer_buttons(server, (ACCEPT,))
    result = await server.bob.click(message, label="Accept")
    assert (result.response.content, result.response.ephemeral) == ("The game has moved on.", True)
    assert not result.followups


async def test_the_same_press_twice_is_answered_twice(server):
    message = await offer_buttons(server, (ACCEPT,))
    await server.bob.click(message, label="Accept")
    await server.bob.click(message, label="Accept")
    assert [incoming_text.text for incoming_text in server.core.heard] == ["/accept BCDFGH"] * 2


async def test_a_private_menu_leads_on_in_its_own_place(server):
    second = Message(
        "Now the neutral", buttons=((Button("c4", "/pick X c4"),),), envelope=Envelope(private=True, update=True)
    )
    server.core.answers["/pick X"] = (
        Message("Which square?", buttons=((Button("b3", "/pick X b3"),),), envelope=PRIVATE),
    )
    server.core.answers["/pick X b3"] = (second,)
    board = await offer_buttons(server, (Button("Move", "/pick X"),))
    menu = (await server.ann.click(board, label="Move")).response
    assert menu.ephemeral
    result = await server.ann.click(menu, label="b3")
    assert not result.followups
    assert result.response.id == menu.id
    assert result.response.content == "Now the neutral"
    assert result.response.components[0]["components"][0]["label"] == "c4"


async def test_a_private_message_never_replaces_a_public_one(server):
    server.core.answers["/pick X"] = (Message("For you alone", envelope=Envelope(private=True, update=True)),)
    board = await offer_buttons(server, (Button("Move", "/pick X"),))
    result = await server.ann.click(board, label="Move")
    assert (result.response.content, result.response.ephemeral) == ("For you alone", True)
    assert server.channel.last_message.content == "A challenge!"


async def test_a_public_update_takes_the_pressed_message_s_place(server):
    server.core.answers["/decline X"] = (Message("Declined.", envelope=Envelope(update=True)),)
    message = await offer_buttons(server, (Button("Decline", "/decline X"),))
    await server.bob.click(message, label="Decline")
    assert server.channel.last_message.id == message.id
    assert server.channel.last_message.content == "Declined."
    assert server.channel.last_message.components == []


async def test_many_buttons_become_menus(server):
    buttons = tuple(Button(f"move {number}", f"/move X {number}") for number in range(60))
    message = await offer_buttons(server, buttons)
    menus = [row.children[0] for row in message.components]
    assert [len(menu.options) for menu in menus] == [25, 25, 10]
    assert menus[1].placeholder == "move 25 … move 49"
    await server.ann.select(message, ["/move X 42"], custom_id=menus[1].custom_id)
    assert server.core.heard[0].text == "/move X 42"
    assert server.core.heard[0].pressed
    assert server.core.heard[0].alone


@pytest.mark.parametrize("wide", [1, 3, 6, 25])
async def test_up_to_25_buttons_fit_whatever_their_rows(wide):
    buttons = [Button(str(number), f"/{number}") for number in range(25)]
    made = items([buttons[at : at + wide] for at in range(0, 25, wide)])
    assert [item.custom_id for item in made] == [f"tetradka:{number}:/{number}" for number in range(25)]


async def test_rows_are_kept_where_they_fit():
    made = items([(Button("a", "/a"),), (Button("b", "/b"), Button("c", "/c"))])
    assert [item.row for item in made] == [0, 1, 1]


async def test_a_row_that_is_too_long_is_halved_and_the_others_are_kept():
    moves, below = [
        tuple(Button(f"{row} {at}", f"/{row} {at}") for at in range(length)) for row, length in ((0, 6), (1, 2))
    ]
    assert [item.row for item in items((moves, below))] == [0, 0, 0, 1, 1, 1, 2, 2]


async def test_short_rows_are_joined_where_there_are_too_many():
    lengths = enumerate((3, 1, 3, 2, 2, 2))
    rows = [tuple(Button(f"{row} {at}", f"/{row} {at}") for at in range(length)) for row, length in lengths]
    placed = [item.row for item in items(rows)]
    assert [placed.count(row) for row in range(5)] == [4, 3, 2, 2, 2]


async def test_ids_fit_and_differ_even_if_two_buttons_type_the_same():
    longest = "/" + "щ" * 29
    made = items([(Button("one", longest), Button("two", longest))])
    ids = [item.custom_id for item in made]
    assert len(set(ids)) == 2
    assert all(len(custom_id) <= 100 and custom_id.endswith(longest) for custom_id in ids)


async def test_a_menu_never_holds_a_value_twice():
    [menu] = items([[Button("same", "/same")] * 30])
    assert [option.value for option in menu.options] == ["/same"]


async def test_long_labels_are_cut():
    [press] = items([(Button("x" * 100, "/x"),)])
    assert press.label == "x" * 79 + "…"


async def test_accepting_is_green_and_resigning_red(server):
    message = await offer_buttons(server, (ACCEPT, Button("Resign", "/resign X"), Button("Hint", "/hint X")))
    assert [button.style.name for button in message.components[0].children] == ["success", "danger", "secondary"]


async def test_no_buttons_no_view():
    for rows in ((), ((),)):
        assert MessagePart("Hello!", discord.AllowedMentions.none(), buttons=rows).editing()["view"] is None


HINT = Button("Hint", "/hint BCDFGH@3")


TYPING = Typing("/move BCDFGH@3", "/pick BCDFGH@3", "", "", "✏️ Type a move")


async def test_a_move_is_typed_in_a_form_even_after_a_restart(server):
    message = await offer_buttons(server, (HINT, Button("More", "/more BCDFGH")), TYPING)
    assert [item.label for row in message.components for item in row.children] == ["Hint", "✏️ Type a move", "More"]
    interaction = await server.bob.click(message, label="✏️ Type a move")
    reborn = ScriptedCore()
    await server.env.restart_bot(adapter_to(reborn).connect(reborn))
    await server.bob.submit_modal(interaction, {"move": "a1-a2 b1-b2"})
    assert [(incoming_text.text, incoming_text.pressed) for incoming_text in reborn.heard] == [
        ("/move BCDFGH@3 a1-a2 b1-b2", True)
    ]


async def test_only_a_board_that_waits_for_a_move_has_a_form(server):
    message = await offer_buttons(server, (ACCEPT, Button("Hint", "/hint BCDFGH@3")))
    assert [item.label for row in message.components for item in row.children] == ["Accept", "Hint"]


async def test_buttons_are_sent_with_their_state(core):
    message = Message("Play?", buttons=((Button("Accept", "/accept BCDFGH"),),))
    async with standing_in() as server, open_adapter(server, core) as adapter:
        await adapter.show(Chat("discord", CHANNEL), message)
        sent = await server.call("POST", f"/channels/{CHANNEL}/messages")
    [button] = sent.body["components"][0]["components"]
    assert (button["label"], button["custom_id"]) == ("Accept", "tetradka:0:/accept BCDFGH")
