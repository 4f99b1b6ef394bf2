"""Players whom no board reaches: the opponent is told where they play, and may claim the game after a day."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.core.game.people import Chat, Person
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import Store
from tests.bot.scripted import ScriptedPlatform, Stage, private_chat

ANN, BOB = private_chat("ann"), private_chat("bob")
GENERAL, TOPIC = Chat("stage", "1"), Chat("stage", "1", "5")
DAY = 86400


@dataclass
class Shut(ScriptedPlatform):
    """An adapter to a forum and private chats."""

    has_general: bool = True

    def parent(self, chat: Chat) -> Chat | None:
        return GENERAL if chat == TOPIC and self.has_general else None

    def texts_for(self, chat: Chat) -> list[str]:
        return [message.text for _, where, message in self.shown if where == chat]


async def begin_private_game(store: Store, terms: str = "", ann: str = "ann") -> tuple[Stage, Shut]:
    """Ann and Bob play in private."""
    adapter = Shut()
    stage = Stage(store, adapter)
    await stage.type("bob", "/help", BOB, in_private=True)
    await stage.type(ann, f"/challenge @bob dots 2x2 {terms}".strip(), ANN, in_private=True)
    await stage.press("bob", "Accept", BOB, in_private=True)
    return stage, adapter


async def type_texts(stage: Stage, who: str, text: str, chat: Chat) -> list[str]:
    return [each.text for each in await stage.type(who, text, chat, in_private=chat.direct, alone=True)]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_player_learns_that_the_opponent_has_blocked_the_bot(store: Store, language: str):
    stage, adapter = await begin_private_game(store, ann=f"ann.{language}")
    adapter.shut.add(BOB.key)
    await type_texts(stage, "ann", "a1-a2", ANN)
    line = speech(language).say("player-unreached", player="Bob")
    assert line in adapter.texts_for(ANN)[-1]
    assert sum(line in text for text in adapter.texts_for(ANN)) == 1
    assert speech(language).say("button-claim") in [button.label for row in stage.board.buttons for button in row]


@pytest.mark.parametrize("moves", [[], ["a1-a2"], ["a1-a2", "/draw"]])
@pytest.mark.parametrize("terms", ["", "time=3d", "pie=1"])
async def test_the_game_can_be_claimed_after_a_day_at_any_stage(store: Store, terms: str, moves: list[str]):
    stage, adapter = await begin_private_game(store, terms)
    adapter.shut.add(BOB.key)
    await stage.router.lose(BOB)
    await stage.router.wait_until_idle()
    for move in moves:
        await type_texts(stage, "ann", move, ANN)
    stage.time += DAY / 2
    assert "12 h" in (await type_texts(stage, "ann", "/claim", ANN))[0].replace("\u00a0", " ")
    stage.restart()
    stage.time += DAY / 2
    assert await type_texts(stage, "ann", "/claim", ANN) == []
    assert "Ann wins: Bob couldn’t be reached for a day." in adapter.texts_for(ANN)[-1]


async def test_a_claim_is_by_time_where_the_clock_explains_it(store: Store):
    stage, adapter = await begin_private_game(store, "time=3d")
    adapter.shut.add(BOB.key)
    await type_texts(stage, "ann", "a1-a2", ANN)
    stage.time += 3 * DAY
    assert await type_texts(stage, "ann", "/claim", ANN) == []
    assert "Ann wins: Bob ran out of time." in adapter.texts_for(ANN)[-1]


async def test_the_record_of_a_claimed_game_says_why_and_comes_back(store: Store):
    stage, adapter = await begin_private_game(store)
    adapter.shut.add(BOB.key)
    await type_texts(stage, "ann", "a1-a2", ANN)
    stage.time += DAY
    await type_texts(stage, "ann", "/claim", ANN)
    [record] = await stage.press("ann", "Record", ANN, in_private=True)
    assert record.file
    assert "result: first unreached\n" in record.file[1]
    [answer] = await stage.type("ann", "/import", ANN, in_private=True, attachment=record.file[1])
    assert not answer.envelope.refuses


@pytest.mark.parametrize("chat", [BOB, GENERAL])
async def test_any_text_from_the_opponent_ends_the_waiting(store: Store, chat: Chat):
    stage, adapter = await begin_private_game(store)
    adapter.shut.add(BOB.key)
    await type_texts(stage, "ann", "a1-a2", ANN)
    adapter.shut.clear()
    stage.restart()
    stage.time += DAY
    await type_texts(stage, "bob", "/help", chat)
    await stage.router.wait_until_idle()
    assert "has no clock" in (await type_texts(stage, "ann", "/claim", ANN))[0]
    assert "isn’t getting my messages" not in adapter.texts_for(ANN)[-1]


async def test_a_delivered_board_ends_the_waiting(store: Store):
    stage, adapter = await begin_private_game(store)
    adapter.shut.add(BOB.key)
    await type_texts(stage, "ann", "a1-a2", ANN)
    adapter.shut.clear()
    await stage.router.retry(BOB)
    await stage.router.wait_until_idle()
    assert "your move" in adapter.texts_for(BOB)[-1]
    assert "isn’t getting my messages" not in adapter.texts_for(ANN)[-1]


async def in_topic(store: Store) -> tuple[Stage, Shut, str]:
    """Ann and Bob play in a topic that is closed; the adapter, and the game's code."""
    adapter = Shut()
    stage = Stage(store, adapter)
    await stage.type("ann", "/challenge dots 2x2", TOPIC)
    code = stage.button("Accept").types.split()[1]
    await stage.type("bob", f"/accept {code}", TOPIC)
    adapter.shut.add(TOPIC.key)
    await stage.type("ann", "/move a1-a2", TOPIC)
    await stage.type("bob", "/move b1-b2", TOPIC)
    return stage, adapter, code


async def test_players_in_a_closed_topic_are_notified_once_in_the_general_one(store: Store):
    _, adapter, code = await in_topic(store)
    [answer] = [message for _, chat, message in adapter.shown if chat == GENERAL]
    assert code in answer.text
    assert {answer.mention, *answer.envelope.besides} == {_known_person("ann"), _known_person("bob")}


def _known_person(who: str) -> Person:
    return Person("stage", who, who.capitalize(), who, "en")


async def test_players_of_a_lost_group_are_notified_in_private_and_go_on_there(store: Store):
    stage, adapter, code = await in_topic(store)
    adapter.shut.add(GENERAL.key)
    adapter.has_general = False
    await stage.router.retry(TOPIC)
    adapter.shown.clear()
    await stage.type("ann", f"/board {code}", ANN, in_private=True)
    await stage.type("bob", f"/board {code}", BOB, in_private=True)
    await type_texts(stage, "ann", "a2-a3", ANN)
    assert "Bob, your move" in adapter.texts_for(BOB)[-1]


@dataclass
class Flooded(Shut):
    """An adapter whose chats take no message a few times more."""

    refusals: dict[str, int] = field(default_factory=dict)

    async def show(self, chat: Chat, message: Message) -> str:
        if self.refusals.get(chat.key):
            self.refusals[chat.key] -= 1
            raise DeliveryError("too many requests", retry_after=0.01)
        return await super().show(chat, message)


@pytest.mark.parametrize("has_general", [True, False], ids=["in-general", "in-private"])
@pytest.mark.parametrize("restarts", [False, True], ids=["goes-on", "restarts"])
@pytest.mark.parametrize("is_event", [False, True], ids=["at-a-board", "at-an-event"])
async def test_players_are_notified_of_a_lost_chat_once_a_message_can_reach_them(
    store: Store, has_general: bool, restarts: bool, is_event: bool
):
    adapter = Flooded(has_general=has_general)
    stage = Stage(store, adapter)
    await stage.type("ann", "/challenge dots 2x2", TOPIC)
    code = stage.button("Accept").types.split()[1]
    await stage.type("bob", f"/accept {code}", TOPIC)
    adapter.shut.add(TOPIC.key)
    adapter.refusals = {GENERAL.key: 2, BOB.key: 2}
    if is_event:
        await stage.router.lose(TOPIC)
    else:
        await stage.type("ann", "/move a1-a2", TOPIC)
    if restarts:
        await stage.router.close()
        stage.restart()
    where = [GENERAL] if has_general else [ANN, BOB]
    async with asyncio.timeout(10):
        while not all(map(adapter.texts_for, where)):
            await stage.router.sweep()
            await stage.router.wait_until_idle()
    answer = [sum(code in text for text in adapter.texts_for(chat)) for chat in where]
    assert answer == [1] * len(where) or (restarts and answer == [2, 1])
    session = await stage.router._services.games.load(code)
    assert session is not None
    assert [loss.chat for loss in session.places.losses] == [TOPIC.key]


async def test_a_topic_that_reopens_shows_its_game_again(store: Store):
    stage, adapter, code = await in_topic(store)
    adapter.shut.clear()
    stage.restart()
    await stage.router.retry(TOPIC)
    await stage.router.wait_until_idle()
    assert "b1-b2" in adapter.texts_for(TOPIC)[-1]
    assert "a day" not in adapter.texts_for(TOPIC)[-1]
    session = await stage.router._services.games.load(code)
    assert session is not None
    assert session.places.losses == ()


async def test_nobody_may_claim_because_a_shared_chat_is_lost(store: Store):
    stage, adapter, code = await in_topic(store)
    stage.time += DAY
    adapter.shut.clear()
    [refusal] = await stage.type("bob", f"/claim {code}", TOPIC)
    assert refusal.envelope.refuses
