"""Refusals that wait to be told to several people at once."""

from __future__ import annotations

from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Message
from bot.platforms.telegram.answers import Gathering


async def test_refusals_that_wait_are_posted_before_the_bot_stops_once_for_each_chat_and_language():
    posts = set[tuple[str, str]]()

    async def post(chat: Chat, message: Message) -> None:
        posts.add((chat.id, message.text))

    gathering = Gathering(post)
    late_votes = [
        ("1", "Too late.", "Ann"),
        ("1", "Too late.", "Bob"),
        ("1", "Поздно.", "Vera"),
        ("2", "Too late.", "Eve"),
    ]
    for chat, text, name in (*late_votes, *late_votes):
        gathering.add(Chat("telegram", chat), Message(text), Person("telegram", name, name))
    await gathering.close()
    assert posts == {("1", "Ann, Bob: Too late."), ("1", "Vera: Поздно."), ("2", "Eve: Too late.")}
