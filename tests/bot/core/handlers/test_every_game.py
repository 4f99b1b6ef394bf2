"""No command, button, overview or tool of the operator stumbles over any game that can exist."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product

import pytest
from redis import Redis

from bot.core.commands.command import CODE, Command
from bot.core.commands.personal import Forget
from bot.core.commands.playing import BareText
from bot.core.game.requests import Action
from bot.core.handlers.table import CORE
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.page import Touch
from bot.core.ports.platform import Message
from bot.core.repository import Games
from bot.core.upkeep.reindexing import rebuild
from bot.features import COMMANDS, FEATURES, REBUILDERS
from bot.operating.commands import backup, repair, restore
from bot.store.connection import Client, connect
from bot.store.redis import RedisStore
from tests.bot.core.every_command import BESIDES, lines_of
from tests.bot.core.every_game import ALL_UNREADABLE, READABLE, write_every_game
from tests.bot.scripted import CHAT, Stage, incoming, person


@pytest.fixture
async def redis(valkey: str) -> AsyncIterator[Client]:
    redis = connect(valkey)
    yield redis
    await redis.aclose()


@dataclass
class EveryGame:
    """The codes of a game of every kind, and all that the store holds of them: written once, then put back."""

    valkey: str
    codes: Mapping[str, str] = field(default_factory=dict)
    dumped: dict[bytes, bytes] = field(default_factory=dict)

    async def write(self, store: RedisStore, redis: Client) -> None:
        with Redis.from_url(self.valkey) as client, client.pipeline(transaction=False) as pipeline:
            if not self.codes:
                self.codes = await write_every_game(store, redis)
                self.dumped = {key: client.dump(key) for key in client.keys("*") if b"lease" not in key}
            for key, value in self.dumped.items():
                pipeline.restore(key, 0, value, replace=True)
            pipeline.execute()


@pytest.fixture(scope="module")
def written(valkey: str) -> EveryGame:
    return EveryGame(valkey)


@pytest.fixture
async def codes(store: RedisStore, redis: Client, written: EveryGame) -> Mapping[str, str]:
    """The codes of a game of every kind."""
    await written.write(store, redis)
    return written.codes


def _over(rows: Sequence[Command], codes: Mapping[str, str], share: int = 1) -> Iterator[str]:
    """Every way to type these commands, of each game if they are about one, or of each `share`-th in turn."""
    for number, row in enumerate(rows):
        is_about_a_game = bool(row.fits) or CODE in row.parameters
        yield from lines_of(row)
        some = [*codes.values()][number % share :: share] if is_about_a_game else []
        yield from chain.from_iterable(lines_of(row, code) for code in some)


def _request(line: str) -> type[object]:
    return type(COMMANDS.try_parse(incoming("ann", line)))


def _errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What has gone wrong so far, but for logs that are known to be unreadable."""
    errors = (record for record in caplog.records if record.levelname == "ERROR")
    return [f"{record.getMessage()} {record.exc_text}" for record in errors if "cannot be read" not in record.msg]


async def _type_all(stage: Stage, who: str, lines: Iterator[str], caplog: pytest.LogCaptureFixture) -> list[Message]:
    """Type these lines, and return what was answered; nothing may break."""
    answer: list[Message] = []
    for line in lines:
        answer += await stage.type(who, line)
        assert not _errors(caplog), line
    return answer


def test_the_table_of_commands_gives_away_every_request():
    answer = {_request(line) for command in COMMANDS.commands for line in lines_of(command)} | set(
        map(_request, BESIDES)
    )
    assert set(COMMANDS.by_request) <= answer | {BareText}


KINDS = {row: next(iter(row.handlers)) for each in (CORE, *FEATURES) for row in each.rows}
ASKING = [command for command, kind in KINDS.items() if not issubclass(kind, Action | Forget)]
DOING = [command for command, kind in KINDS.items() if issubclass(kind, Action)]
FORGETTING = [command for command, kind in KINDS.items() if issubclass(kind, Forget)]


every_command = pytest.mark.parametrize("share", [18, pytest.param(1, marks=pytest.mark.long)])
"""Each command in some of the games, in turn; in all of them in the long run."""


@every_command
async def test_every_question_about_every_game_is_answered(
    store: RedisStore, codes: Mapping[str, str], share: int, caplog
):
    await _type_all(Stage(store), "ann", chain(_over(ASKING, codes, share), BESIDES), caplog)


@every_command
@pytest.mark.parametrize("who", ["ann", "bob", "carl"])
async def test_every_action_in_every_game_is_answered(
    store: RedisStore, codes: Mapping[str, str], who: str, share: int, caplog
):
    await _type_all(Stage(store), who, _over(DOING, codes, share), caplog)


@every_command
async def test_every_button_of_every_old_board_is_answered(
    store: RedisStore, codes: Mapping[str, str], share: int, caplog
):
    stage = Stage(store)
    request = [f"/{command} {code}" for code in codes.values() for command in ("board", "more", "review")]
    answer = await _type_all(stage, "ann", iter(request), caplog)
    post = [*answer, *(message for _, _, message in stage.adapter.shown)]
    types = dict.fromkeys(button.types for message in post for row in message.buttons for button in row)
    assert len(types) > len(READABLE)
    for turn, who in enumerate(("ann", "bob")):
        await _type_all(stage, who, iter([*types][turn % share :: share]), caplog)


async def test_a_player_of_every_game_can_be_forgotten(store: RedisStore, codes: Mapping[str, str], caplog):
    stage = Stage(store)
    await _type_all(stage, "ann", iter(["/mydata", *_over(FORGETTING, codes)]), caplog)
    await _type_all(stage, "bob", _over([row for row in ASKING if not row.fits], codes), caplog)


OVERVIEWS = ("/top", "/top dots", "/me", "/games", "/next", "/record all", "/help", "/puzzle mine")


async def test_an_overview_says_how_many_games_it_leaves_out(store: RedisStore, codes: Mapping[str, str]):
    stage = Stage(store)
    for line, language in product(OVERVIEWS, LANGUAGES):
        [answer] = await stage.type(f"ann.{language}", line)
        *lines, last = answer.text.split("\n")
        assert last == speech(language).say("games-left-out", n=len(ALL_UNREADABLE))
        assert lines != [""]


async def test_a_copy_says_how_many_games_that_name_its_reader_it_leaves_out(
    store: RedisStore, codes: Mapping[str, str]
):
    [of_ann] = await Stage(store).type("ann", "/mydata")
    [of_carl] = await Stage(store).type("carl", "/mydata")
    number = int(of_ann.text.split("\n")[-1].split()[0])
    assert 0 < number < len(ALL_UNREADABLE)
    assert of_ann.text == "\n".join((of_carl.text, speech("en").say("games-left-out", n=number)))


async def test_every_board_that_is_touched_is_answered(store: RedisStore, codes: Mapping[str, str], caplog):
    touching = Stage(store).router.touching
    answers = set[str]()
    for kind, code in codes.items():
        for ply in range(0, 9, 2):
            of = f"{code}@{ply}"
            if await touching.board(CHAT, person("ann"), of, "en"):
                answers.add(kind)
            await touching.table(CHAT, of, "en")
            await touching.past(CHAT, of, 0, "en")
            await touching.past(CHAT, of, ply, "en")
            await touching.judge(CHAT, Touch(of, taps=("a1",), about="a1"), "en")
    assert len(answers) > 30
    assert answers <= set(READABLE)
    assert not _errors(caplog)


async def test_time_passes_over_every_game(store: RedisStore, codes: Mapping[str, str], caplog):
    stage = Stage(store)
    for seconds in (0, 3600, 90 * 24 * 3600):
        stage.time += seconds
        await stage.router.sweep()
        await stage.router.wait_until_idle()
    assert not _errors(caplog)


async def test_lists_of_all_games_are_made_from_their_logs(store: RedisStore, codes: Mapping[str, str], caplog):
    before = (await store.settings.facts_for(CHAT.key, "")).games
    await store.logs.delete_lists()
    await asyncio.wait_for(rebuild(store, Games(store), REBUILDERS, time.time()), 60)
    unreadable = {codes[kind] for kind in ALL_UNREADABLE}
    assert set(before) - unreadable <= set((await store.settings.facts_for(CHAT.key, "")).games)
    text = [line async for line in repair(store, Stage(store).time)]
    assert {line.partition(":")[0] for line in text[:-1]} == unreadable
    assert not _errors(caplog)


async def test_a_backup_brings_back_every_game_and_names_the_others(
    store: RedisStore, redis: Client, codes: Mapping[str, str]
):
    lines = [line async for line in backup(store)]
    await redis.flushall()
    text = [line async for line in restore(store, lines)]
    assert text[-1] == f"games restored or already present: {len(READABLE)}"
    assert {line.partition(":")[0] for line in text[:-1]} == {codes[kind] for kind in ALL_UNREADABLE}
    assert {game async for game in store.logs.all_games()} == {codes[kind] for kind in READABLE}
