"""Who asks for too much is told so once, and then there is silence until the bucket has filled."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from bot.core.commands.table import LONGEST_TEXT
from bot.core.game.people import Chat, Person
from bot.core.language.speech import speech
from bot.core.ports.store import Store
from bot.core.queues.user_queue import SECONDS, Bucket
from bot.core.router import Router
from bot.features import FEATURES
from tests.bot.scripted import CHAT, Quick, ScriptedPlatform, Stage, incoming


@dataclass
class Emptied:
    """Buckets that are empty for some people and chats."""

    empty: dict[str, Bucket] = field(default_factory=dict)
    asked: int = 0

    async def take(self, person: str, chat: str) -> Bucket | None:
        self.asked += 1
        return self.empty.get(person) or self.empty.get(chat)


@dataclass
class Paced(Stage):
    """A house with buckets."""

    buckets: Emptied = field(default_factory=Emptied)

    def restart(self) -> Router:
        self.router = Router(
            self.store,
            Quick(),
            {"stage": ScriptedPlatform()},
            features=FEATURES,
            now=lambda: self.time,
            random=Random(7),
            buckets=self.buckets,
        )
        return self.router


@pytest.fixture
def stage(store: Store) -> Paced:
    return Paced(store)


async def test_a_flood_gets_one_notice_in_the_readers_language_and_then_silence(stage: Paced):
    stage.buckets.empty["stage:ann"] = Bucket.PERSON
    text = [await stage.type("ann.ru", "/games") for _ in range(50)]
    assert [message.text for answer in text for message in answer] == [
        speech("ru").say("slow-down-person", seconds=SECONDS)
    ]
    assert text[0][0].envelope.private
    assert stage.buckets.asked == 1


async def test_texts_are_answered_again_after_the_pause(stage: Paced):
    stage.buckets.empty["stage:ann"] = Bucket.PERSON
    await stage.type("ann", "/games")
    stage.buckets.empty.clear()
    stage.time += SECONDS - 1
    assert await stage.type("ann", "/games") == ()
    stage.time += 1
    assert (await stage.type("ann", "/games"))[0].text == speech("en").say("no-games")


async def test_adapters_need_not_read_ignored_texts(stage: Paced):
    ann, elsewhere = Person("stage", "ann", "Ann"), Chat("stage", "2")
    stage.buckets.empty["stage:ann"] = Bucket.PERSON
    assert not stage.router.ignores(elsewhere, ann)
    await stage.type("ann", "/games")
    assert stage.router.ignores(elsewhere, ann)
    assert not stage.router.ignores(CHAT, Person("stage", "bob", "Bob"))
    stage.time += SECONDS
    assert not stage.router.ignores(elsewhere, ann)


async def test_a_clock_set_back_does_not_prolong_the_pause(stage: Paced):
    stage.buckets.empty["stage:ann"] = Bucket.PERSON
    await stage.type("ann", "/games")
    stage.buckets.empty.clear()
    stage.time -= 3600
    assert await stage.type("ann", "/games")


async def test_a_limited_chat_silences_nobody_elsewhere(stage: Paced):
    stage.buckets.empty[CHAT.key] = Bucket.CHAT
    assert [len(await stage.type(who, "/games")) for who in ("ann", "bob", "eve")] == [1, 0, 0]
    assert await stage.type("ann", "/games", Chat("stage", "2", direct=True))


async def test_talk_among_people_takes_nothing_from_the_bucket(stage: Paced):
    await stage.type("ann", "what a fine day", Chat("stage", "2"))
    assert stage.buckets.asked == 0


async def test_a_text_too_long_is_refused_unread(stage: Paced):
    text = "/challenge digits " + "x " * 32_000
    assert [message.text for message in await stage.type("ann", text)] == [
        speech("en").say("text-too-long", most=LONGEST_TEXT)
    ]


async def test_long_talk_among_people_is_left_alone(stage: Paced):
    assert await stage.router.handle(incoming("ann", "x " * 32_000, Chat("stage", "2"), replies_to="1")) == ()
