"""Seeks: posted in the chats that allow them, taken by one press, ended in every chat."""

from __future__ import annotations

from bot.core.game.people import Chat
from bot.core.ports.store import Store
from tests.bot.features.seeking.hall import OTHER, Hall, club, person

ANN, BOB = person("ann"), person("bob", OTHER)
HOME, AWAY = club("home"), club("away", OTHER)


async def _allow(hall: Hall, *chats: Chat) -> None:
    for chat in chats:
        await hall.type(person("ann", chat.platform), "/settings seeks=yes", chat)


async def test_a_seek_is_taken_on_another_platform_and_each_plays_in_their_own_chat(store: Store):
    hall = Hall(store)
    await _allow(hall, AWAY)
    await hall.type(ANN, "/seek dots 3x3", HOME)
    await hall.sweep()
    assert hall.texts(AWAY) == ["Ann is looking for an opponent: Dots and Boxes, 3x3. 3\xa0d per move."]
    await hall.press(BOB, "Accept", AWAY)
    assert "Bob" in hall.texts(HOME)[-1] and "Ann" in hall.texts(AWAY)[-1]
