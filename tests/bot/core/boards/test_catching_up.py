"""Boards that a chat could not take come when it takes messages again; a question that cannot come is passed on."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.core.game.people import Chat
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import Store
from tests.bot.scripted import CHAT, ScriptedPlatform, Stage, private_chat

TOPIC = Chat("stage", "1", "5")


@dataclass
class Shut(ScriptedPlatform):
    """An adapter to chats of which some take nothing for good."""

    shut: set[str] = field(default_factory=set)
    refused: int = 0

    async def show(self, chat: Chat, message: Message) -> str:
        if chat.key in self.shut:
            self.refused += 1
            raise DeliveryError("the bot was kicked", retry_after=None)
        return await super().show(chat, message)

    def invitation(self, code: str, to_group: bool = False) -> str:
        return f"https://t.me/bot?start={code}"


async def miss_boards(store: Store, chat: Chat = CHAT) -> tuple[Stage, Shut]:
    """Ann and Bob have played on in a chat that takes no boards."""
    adapter = Shut()
    stage = Stage(store, adapter)
    await stage.type("ann", "/challenge dots 1x1", chat)
    await stage.type("bob", "/accept", chat)
    adapter.shut.add(chat.key)
    await stage.type("ann", "/move a1-a2", chat)
    return stage, adapter


async def retry(stage: Stage, chat: Chat) -> list[str]:
    """What a chat sees when it takes messages again."""
    before = len(stage.adapter.shown)
    await stage.router.retry(chat)
    await stage.router.wait_until_idle()
    return [message.text for _, _, message in stage.adapter.shown[before:]]


async def test_missed_boards_come_once_when_the_chat_takes_messages_again(store: Store):
    stage, adapter = await miss_boards(store)
    assert not await store.boards.pending(stage.time)
    adapter.shut.clear()
    (board,) = await retry(stage, CHAT)
    assert "Bob, your move." in board
    assert await retry(stage, CHAT) == []


async def test_missed_boards_come_after_a_restart(store: Store):
    stage, _ = await miss_boards(store)
    later = Stage(store)
    later.time = stage.time
    assert len(await retry(later, CHAT)) == 1


async def test_topics_get_missed_boards_with_their_group(store: Store):
    stage, adapter = await miss_boards(store, TOPIC)
    adapter.shut.clear()
    assert len(await retry(stage, CHAT)) == 1


async def test_a_later_text_in_the_chat_triggers_one_retry(store: Store):
    stage, adapter = await miss_boards(store)
    await stage.type("bob", "/help")
    assert adapter.refused == 1
    stage.time += 60
    await stage.type("bob", "/help")
    await stage.type("bob", "/help")
    assert adapter.refused == 2
    adapter.shut.clear()
    stage.time += 60
    await stage.type("bob", "/help")
    assert "Bob, your move." in stage.board.text


async def test_a_person_out_of_reach_can_accept_by_a_link_for_a_day(store: Store):
    adapter = Shut()
    stage = Stage(store, adapter)
    await stage.type("bob", "/help", private_chat("bob"), in_private=True)
    adapter.shut.add(private_chat("bob").key)
    await stage.type("ann", "/challenge @bob dots 1x1", private_chat("ann"), in_private=True)
    answer = stage.board.text
    assert "I can’t message Bob" in answer
    assert "(1\u00a0day)" in answer
    code = stage.button("Cancel").types.split()[1]
    assert f"https://t.me/bot?start={code}" in answer
    stage.time += 3600
    adapter.shut.clear()
    await stage.router.sweep()
    await stage.type("bob", f"/accept {code}", private_chat("bob"), in_private=True)
    bobs = [message for _, chat, message in adapter.shown if chat == private_chat("bob")]
    assert "Ann is to move." in bobs[-1].text
