"""Old games are forgotten with all their lists, if that was said."""

from __future__ import annotations

from bot.app import Retention
from bot.store.redis import RedisStore
from tests.bot.scripted import CHAT, Stage, person

DAY = 24 * 3600


async def _played(stage: Stage) -> tuple[str, str]:
    """The codes of a running game and a finished one."""
    for _ in range(2):
        await stage.type("ann", "/challenge @bob dots 2x2 pie=0")
        await stage.press("bob", "Accept")
    running, finished = (await stage.store.settings.known(CHAT.key, "")).games
    await stage.type("ann", f"/resign {finished} yes")
    return running, finished


async def test_games_in_which_nothing_happened_for_long_are_forgotten_with_all_their_lists(store: RedisStore):
    stage = Stage(store)
    old = await _played(stage)
    stage.time += 31 * DAY
    new = await _played_on(stage)
    assert await Retention(store, lambda: stage.time, 30).forget() == 2
    assert {game async for game in store.logs.all_games()} == {new}
    assert (await store.settings.known(CHAT.key, "")).games == (new,)
    assert await store.people.games_of(person("ann").key) == [new]
    assert (await store.boards.place(CHAT.key, old[0])).shown is None
    assert await Retention(store, lambda: stage.time, 30).forget() == 0


async def _played_on(stage: Stage) -> str:
    before = (await stage.store.settings.known(CHAT.key, "")).games
    await stage.type("ann", "/challenge @bob dots 2x2")
    (new,) = set((await stage.store.settings.known(CHAT.key, "")).games) - set(before)
    return new


async def test_nothing_is_forgotten_unless_that_was_said(store: RedisStore):
    stage = Stage(store)
    await _played(stage)
    await Retention(store, lambda: stage.time + 999 * DAY, None).run()
    assert len([game async for game in store.logs.all_games()]) == 2
