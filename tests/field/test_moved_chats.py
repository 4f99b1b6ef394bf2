"""A group that becomes a supergroup has a new id, and all that went on in it goes on."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.store import Store, choices_of, of_chat
from bot.features.puzzles.exercises import DAILY
from tests.bot.scripted import ScriptedPlatform, Stage

OLD, NEW = Chat("stage", "old"), Chat("stage", "new")
FOUR = ("bob", "carl", "dora", "eve")


class Strict(ScriptedPlatform):
    """Knows who administers a group under its own id alone, and has no message of the old group in the new one."""

    async def administers(self, chat: Chat, person: Person) -> bool:
        return chat != OLD and await super().administers(chat, person)


async def tend(stage: Stage) -> None:
    stage.time += 61
    await stage.router.sweep()
    await stage.router.wait_until_idle()


async def test_a_tournament_goes_on_in_a_group_that_has_moved(store: Store):
    stage = Stage(store, Strict())
    await stage.type("bob", "/tournament dots 1x1", OLD)
    await tend(stage)
    for player in FOUR:
        await stage.press(player, "Join", OLD)
    await stage.router.migrate(OLD, NEW)
    (answer,) = await stage.type("ann", "/tournament start", NEW)
    assert answer.text == "The tournament has started."
    older = {number for number, _, _ in stage.adapter.shown}
    await tend(stage)
    tables = [(number, chat) for number, chat, post in stage.adapter.shown if "Round 1 of" in post.text]
    assert {chat for _, chat in tables} == {NEW}
    assert not older & {number for number, _ in tables}  # it stands in a message of the new group
    (question,) = await stage.type("eve", "/tournament leave", NEW)
    assert "You’ll lose your game" in question.text


async def test_a_choice_made_after_a_migration_survives_a_second_report_of_it(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/settings time=1d", OLD)
    await stage.router.migrate(OLD, NEW)
    await stage.type("ann", "/settings time=3d", NEW)
    await stage.router.migrate(OLD, NEW)
    assert (await store.settings.choices(of_chat(NEW.key)))["time"] == "3d"


async def test_a_chats_streak_of_daily_puzzles_moves_with_it(store: Store):
    await store.settings.choose(choices_of(DAILY, OLD.key), {"streak": "5", "last": "54"})
    await store.settings.add_alias(OLD.key, NEW.key, (DAILY,))
    assert (await store.settings.choices(choices_of(DAILY, NEW.key)))["streak"] == "5"


async def test_a_language_cleared_after_a_move_is_not_set_back_when_the_move_is_reported_again(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/language uk chat", OLD)
    await stage.router.migrate(OLD, NEW)
    await stage.type("ann", "/settings language=none", NEW)
    await stage.router.migrate(OLD, NEW)
    assert (await store.boards.place(NEW.key, "")).language is None


@pytest.mark.parametrize("chat", [OLD, NEW])
async def test_a_choice_after_a_move_is_made_for_the_chat_as_it_is_now(store: Store, chat: Chat):
    stage = Stage(store)
    await stage.router.migrate(OLD, NEW)
    for text in ("/language uk chat", "/settings time=3d", "/settings daily=18", "/challenge @bob dots"):
        await stage.type("ann", text, chat)
    place = await store.boards.place(OLD.key, "")
    assert (place.chat, place.described_chat, place.language) == (NEW.key, NEW, "uk")
    assert place.settings["time"] == "3d"
    assert {shown_in for _, shown_in, _ in stage.adapter.shown} == {NEW}


async def test_a_choice_in_the_new_chat_outlives_a_move_that_is_reported_later(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/settings time=1d", OLD)
    await stage.type("ann", "/settings time=3d", NEW)
    await stage.router.migrate(OLD, NEW)
    assert (await store.settings.choices(of_chat(NEW.key)))["time"] == "3d"
