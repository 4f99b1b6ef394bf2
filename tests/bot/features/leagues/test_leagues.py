"""A league in a chat: its table, its next opponent, and its winners, posted once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import Store
from bot.features.leagues import LEAGUES, ShowLeague, read_league
from bot.store.connection import connect
from bot.store.redis import RedisStore
from engines.refusals import Illegal
from tests.bot.processes import all_live
from tests.bot.scripted import CHAT, ScriptedPlatform, Stage, incoming, private_chat

HOUR = 3600.0
END = datetime(2027, 2, 1, tzinfo=UTC).timestamp()
CONTESTED = ("bob ann", "bob ann", "carl ann", "carl bob", "ann carl")
"""Who beats whom in a season that has winners."""


async def play(stage: Stage, games: Sequence[str]) -> None:
    """Play a game for each pair; the first of the pair wins, as the other resigns once both have moved."""
    for game in games:
        winner, loser = game.split()
        await stage.type(winner, f"/challenge @{loser} dots 3x3 pie=0")
        for who, text in ((loser, "/accept"), (winner, "a1-b1"), (loser, "c1-d1"), (loser, "/resign yes")):
            await stage.type(who, text)


async def lines(stage: Stage, who: str, text: str = "/league") -> list[str]:
    [answer] = await stage.type(who, text)
    return answer.text.split("\n")[1:-1]


async def contested_season(
    store: Store, adapter: ScriptedPlatform | None = None, settings: str = "league=yes"
) -> Stage:
    """Return a chat in whose season people have played enough, and which has these settings."""
    stage = Stage(store, adapter=adapter or ScriptedPlatform())
    await stage.type("ann", f"/settings {settings}")
    await play(stage, CONTESTED)
    return stage


async def posts_at(stage: Stage, at: float) -> list[Message]:
    """Return the season posts of a round at an instant."""
    stage.time, before = at, len(stage.adapter.shown)
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    return [message for _, chat, message in stage.adapter.shown[before:] if chat == CHAT and "season" in message.text]


async def test_the_table_ranks_the_people_and_says_which_games_were_left_out(store: Store):
    stage = Stage(store)
    await play(stage, ["ann bob"] * 5)
    assert await lines(stage, "ann") == [
        "1. Ann: 12 points (won 4, drawn 0, lost 0)",
        "2. Bob: 0 points (won 0, drawn 0, lost 4)",
        "1 of your games doesn’t count: it came after your first four with the same person.",
    ]
    assert "1. Ann" in (await lines(stage, "ann", "/league dots"))[0]
    assert "No game counts yet" in (await lines(stage, "ann", "/league curves"))[0]
    stage.time = END + HOUR
    assert "No game counts yet" in (await lines(stage, "ann"))[0]
    assert (await lines(stage, "ann", "/league last dots"))[:2] == (await lines(stage, "ann", "/league 2027-01"))[:2]


def test_a_season_is_named_in_words_of_three_languages():
    for words in ("last", "last month", "прошлый месяц", "минулого сезону"):
        assert read_league(words, incoming("ann", f"/league {words}")) == ShowLeague(season="last"), words
    assert read_league("this month dots", incoming("ann", "")) == ShowLeague(game="dots")


async def test_a_reader_below_the_tenth_place_sees_their_own(store: Store):
    stage = Stage(store)
    await play(stage, [f"p{number} q{number}" for number in range(6)])
    shown_places = {who: [int(line.split(".")[0]) for line in (await lines(stage, who))[:-1]] for who in ("p0", "zoe")}
    assert shown_places["zoe"] == [1] * 6 + [7] * 4
    losers = [line for number in range(6) for line in await lines(stage, f"q{number}") if f" Q{number}:" in line]
    assert losers == [f"7. Q{number}: 0 points (won 0, drawn 0, lost 1)" for number in range(6)]


async def test_a_button_challenges_the_first_person_whom_the_reader_has_not_met(store: Store):
    stage = Stage(store)
    await play(stage, ["carl bob", "ann bob"])
    assert (await lines(stage, "ann"))[-1] == "You haven’t played Carl this season."
    await stage.press("ann", "Challenge Carl")
    assert stage.board.text.startswith("Carl, Ann challenges you: Dots and Boxes")
    assert not any("You haven’t played" in line for line in await lines(stage, "bob"))


async def test_a_forgotten_person_leaves_the_table_and_can_be_challenged_no_more(store: Store):
    stage = Stage(store)
    await play(stage, ["carl bob"])
    await stage.type("ann", "/league")
    challenge = stage.button("Challenge Carl").types
    await stage.type("carl", "/forgetme yes")
    assert await lines(stage, "bob") == ["1. Bob: 0 points (won 0, drawn 0, lost 1)"]
    [answer] = await stage.type("ann", challenge, pressed=True)
    assert "no longer in the table" in answer.text


async def test_a_private_chat_has_no_league_and_no_winners(store: Store):
    stage = Stage(store)
    for text in ("/league", "/settings league=yes"):
        [answer] = await stage.type("ann", text, private_chat("ann"), alone=True, in_private=True)
        assert "Type /league in a group" in answer.text
    assert await store.boards.due_games(LEAGUES, END) == {}


async def test_the_winners_are_posted_once_when_the_season_is_over(store: Store):
    stage = await contested_season(store)
    assert await posts_at(stage, END - 1) == []
    [post] = await posts_at(stage, END + 8 * HOUR)
    assert post.text.split("\n")[:4] == [
        "League of this chat, January 2027: the season is over.",
        "1. Carl: 6 points (won 2, drawn 0, lost 1)",
        "2. Bob: 6 points (won 2, drawn 0, lost 1)",
        "3. Ann: 3 points (won 1, drawn 0, lost 3)",
    ]
    assert (post.mention, post.envelope.besides) == (None, ())
    assert await posts_at(stage, END + 9 * HOUR) == []
    await store.boards.schedule(LEAGUES, CHAT.key, END)
    assert await posts_at(stage, END + 9 * HOUR) == []
    assert await posts_at(stage, END + 40 * 24 * HOUR) == []


@pytest.mark.parametrize(("settings", "games"), [("league=no", CONTESTED), ("league=yes", CONTESTED[:4])])
async def test_no_winners_are_posted_unasked_or_of_too_few_games(store: Store, settings: str, games: tuple[str, ...]):
    stage = Stage(store)
    await stage.type("ann", f"/settings {settings}")
    await play(stage, games)
    assert await posts_at(stage, END + 8 * HOUR) == []


async def test_the_winners_wait_for_the_end_of_quiet_hours_in_the_zone_of_the_chat(store: Store):
    stage = await contested_season(store, settings="league=yes timezone=Europe/Kyiv")
    assert await posts_at(stage, END) == []
    assert await posts_at(stage, END + 5 * HOUR) == []
    assert len(await posts_at(stage, END + 6 * HOUR)) == 1


class Dying(ScriptedPlatform):
    """An adapter whose process dies once while it shows a message of a season, before or after the chat has it."""

    def __init__(self, is_shown: bool, error: Exception) -> None:
        super().__init__()
        self.errors, self.is_shown = [error], is_shown

    async def show(self, chat: Chat, message: Message) -> str:
        if "the season is over" not in message.text or not self.errors:
            return await super().show(chat, message)
        if self.is_shown:
            await super().show(chat, message)
        raise self.errors.pop()


@pytest.mark.parametrize(
    "error", [Illegal("killed"), DeliveryError("later", 60), DeliveryError("unknown", None, False)]
)
@pytest.mark.parametrize("is_shown", [False, True])
async def test_a_post_that_may_not_have_arrived_is_repeated_under_its_nonce(
    store: Store, is_shown: bool, error: Exception
):
    stage = await contested_season(store, Dying(is_shown, error))
    posts = await posts_at(stage, END + 8 * HOUR) + await posts_at(stage, END + 9 * HOUR)
    assert len(posts) == 1 + is_shown
    assert len({post.envelope.nonce for post in posts}) == 1
    assert await posts_at(stage, END + 10 * HOUR) == []


class Hanging(ScriptedPlatform):
    """An adapter that never shows the winners of a season, until the test ends."""

    def __init__(self) -> None:
        super().__init__()
        self.is_reached, self.is_over = asyncio.Event(), asyncio.Event()

    async def show(self, chat: Chat, message: Message) -> str:
        if "the season is over" in message.text:
            self.is_reached.set()
            await self.is_over.wait()
        return await super().show(chat, message)


async def test_a_killed_process_leaves_the_post_to_another(empty_valkey: str):
    store, adapter = RedisStore(connect(empty_valkey)), Hanging()
    stage = await contested_season(store, adapter)
    stage.time = END + 8 * HOUR
    await stage.router.sweep()
    await asyncio.wait_for(adapter.is_reached.wait(), 30)
    await store.leases.leave()
    heir = Stage(RedisStore(connect(empty_valkey)))
    assert len(await posts_at(heir, END + 8 * HOUR)) == 1
    assert await posts_at(heir, END + 9 * HOUR) == []
    adapter.is_over.set()
    await stage.router.wait_until_idle()


async def test_of_two_processes_one_posts(empty_valkey: str):
    stores = [RedisStore(connect(empty_valkey)) for _ in range(2)]
    await all_live(*stores)
    stage = await contested_season(stores[0])
    second_stage = Stage(stores[1], adapter=stage.adapter)
    stage.time = second_stage.time = END + 8 * HOUR
    before = len(stage.adapter.shown)
    for _ in range(3):
        await asyncio.gather(stage.router.sweep(), second_stage.router.sweep())
        await asyncio.gather(stage.router.wait_until_idle(), second_stage.router.wait_until_idle())
    assert len(stage.adapter.shown[before:]) == 1


async def test_a_chat_gets_the_winners_although_the_list_of_chats_was_lost(store: Store):
    stage = await contested_season(store)
    await store.boards.schedule(LEAGUES, CHAT.key, None)
    running = asyncio.create_task(stage.router.run())
    while not await store.boards.due_games(LEAGUES, END):
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.wait([running])
    assert len(await posts_at(stage, END + 8 * HOUR)) == 1
