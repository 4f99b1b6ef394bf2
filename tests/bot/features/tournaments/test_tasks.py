"""Tournaments in chats: played to their ends in every system, over crashes, between two chats, with some who leave."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from bot.core.game.people import Chat, Person
from bot.core.game.session import Session
from bot.core.game.session import Stage as Stages
from bot.core.ports.platform import DeliveryError, Message, OlderBoard
from bot.core.ports.store import CorruptDataError, Store, log_name
from bot.core.repository import Games
from bot.features.tournaments.log import CONTEST, KIND, TOURNAMENT_LOG, TOURNAMENTS
from bot.features.tournaments.tournament import Phase, Tournament
from bot.operating.commands import backup, restore
from bot.store.connection import connect
from bot.store.keys import log
from bot.store.redis import RedisStore
from engines.game import Seat
from tests.bot.logged import records_of
from tests.bot.scripted import ScriptedPlatform, Stage, person, private_chat

CLUB, SCHOOL, THIRD = (Chat("stage", name) for name in ("club", "school", "third"))
FOUR = ("ann", "bob", "carl", "dora")
DAY = 86400


async def open_tournament(stage: Stage, phrase: str, players: Sequence[str] = FOUR, chat: Chat = CLUB) -> str:
    """The code of a tournament which so many have entered."""
    await stage.type(players[0], f"/tournament {phrase}", chat)
    await tend(stage)
    for player in players:
        await stage.press(player, "Join", chat)
    return code_of(stage)


def code_of(stage: Stage) -> str:
    return stage.button("Leave").types.split()[-1]


async def begin_tournament(stage: Stage, phrase: str) -> str:
    """Return the code of a tournament of four whose first round is on."""
    code = await open_tournament(stage, phrase)
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    return code


async def tend(stage: Stage, seconds: float = 61) -> None:
    stage.time += seconds
    await stage.router.sweep()
    await stage.router.wait_until_idle()


async def state(store: Store, code: str) -> Tournament:
    log = (await store.logs.load_all({log_name(KIND, code): 0}))[log_name(KIND, code)]
    assert not isinstance(log, CorruptDataError)
    result = TOURNAMENT_LOG.fold(None, log)
    assert result
    return result


async def games(store: Store) -> list[Session]:
    """All games that belong to a tournament."""
    codes = [code async for code in store.logs.all_games()]
    findings = [await Games(store).load(code) for code in codes]
    return [session for session in findings if session and CONTEST in session.terms]


def names(session: Session) -> list[str]:
    """Of First and Second."""
    players = [session.player(seat) for seat in Seat]
    return [player.name for player in players if isinstance(player, Person)]


def pairs(sessions: Sequence[Session]) -> Counter[frozenset[str]]:
    return Counter(frozenset(names(session)) for session in sessions)


async def lose(stage: Stage, session: Session, who: str) -> None:
    await stage.type(who, f"/resign {session.code} yes", private_chat(who), in_private=True)


async def play_round(stage: Stage, store: Store) -> None:
    """In every game the one whose name comes later gives up."""
    for session in await games(store):
        if session.stage not in (Stages.OVER, Stages.OFF):
            await lose(stage, session, max(names(session)).casefold())
    await tend(stage)


@pytest.mark.parametrize(
    ("system", "rounds", "met", "highest"),
    [
        ("robin", 5, 15, ["Ann", "Bob", "Carl", "Dora", "Eve", "Fay"]),
        ("swiss", 3, 9, ["Ann"]),
        ("knockout", 3, 5, ["Ann"]),
    ],
)
async def test_a_tournament_is_played_to_its_end(
    store: Store, system: str, rounds: int, met: int, highest: Sequence[str]
):
    stage = Stage(store)
    code = await open_tournament(stage, f"dots 1x1 {system}", (*FOUR, "eve", "fay"))
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    for _ in range(rounds):
        await play_round(stage, store)
    result = await state(store, code)
    assert result.phase is Phase.OVER
    assert len(result.rounds) == rounds
    assert sum(pairs(await games(store)).values()) == met
    answer = stage.adapter.shown[-1][2].text
    assert f"First place: {highest[0]}." in answer
    assert [answer.index(f". {name}:") for name in highest] == sorted(answer.index(f". {name}:") for name in highest)


@dataclass
class TidyPlatform(ScriptedPlatform):
    """An adapter that deletes what newer messages replace."""

    tidies: bool = True
    gone: set[str] = field(default_factory=set)

    async def tidy(self, chat: Chat, older: Sequence[OlderBoard]) -> None:
        self.gone |= {each.message for each in older}

    def standing(self) -> list[Message]:
        """Return the newest state of each message that stands."""
        newest = {number: message for number, _, message in self.shown}
        return [message for number, message in newest.items() if number not in self.gone]


async def test_one_table_stands_and_the_winner_is_announced_below_everything_else(store: Store):
    stage = Stage(store, TidyPlatform())
    await begin_tournament(stage, "dots 1x1 robin")
    for _ in range(3):
        await play_round(stage, store)
    assert isinstance(stage.adapter, TidyPlatform)
    [table] = [message for message in stage.adapter.standing() if message.text.startswith("Tournament")]
    assert table is stage.adapter.standing()[-1]
    assert "First place: Ann." in table.text
    assert table.picture


async def test_six_people_leave_a_table_and_a_line_for_each_game_and_three_pings_a_game(store: Store):
    stage, people = Stage(store, TidyPlatform()), (*FOUR, "eve", "fay")
    assert isinstance(stage.adapter, TidyPlatform)
    await open_tournament(stage, "dots 2x1 robin deadline=1d", people)
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    for _ in range(5):
        for game in [session for session in await games(store) if session.stage is Stages.RUNNING]:
            for side in ("a1-b1", "a1-a2", "b1-b2", "b1-c1"):
                session = await Games(store).load(game.code)
                assert session
                mover = names(session)[list(Seat).index(session.position.turn)].casefold()
                await stage.type(mover, f"/move {game.code} {side}", CLUB)
                stage.time += 5
        await play_round(stage, store)
    table, *lines = reversed(stage.adapter.standing())
    assert table.text.startswith("Tournament")
    assert len(lines) == 15
    assert not any(line.picture for line in lines)
    pings = Counter(message.mention.name for _, _, message in stage.adapter.shown if message.mention)
    assert max(pings.values()) <= 3 * 5


async def test_boards_tell_the_deadline_and_the_slow_are_reminded_at_half_and_at_nine_tenths(store: Store):
    stage = Stage(store)
    await begin_tournament(stage, "dots 1x1 robin deadline=10h")
    boards = [message for _, _, message in stage.adapter.shown if message.picture and message.typing]
    assert boards
    assert {board.layout.small.split("\n")[0].split(" · ")[-1] for board in boards} == {"10\N{NO-BREAK SPACE}h left"}
    before = len(stage.adapter.shown)
    for hours in (5, 4):
        await tend(stage, hours * 3600)
    reminders = [message for _, _, message in stage.adapter.shown[before:] if "it’s your move" in message.text]
    assert len(reminders) == 4
    assert all(message.mention for message in reminders)
    assert {message.text.split(": ")[1].split(".")[0] for message in reminders} == {
        "5\N{NO-BREAK SPACE}h left",
        "1\N{NO-BREAK SPACE}h left",
    }


async def test_the_time_left_of_a_round_begins_as_a_sentence_in_every_language(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/language uk", CLUB)
    await begun_in_ukrainian(stage)
    table = next(message for _, _, message in reversed(stage.adapter.shown) if message.text.startswith("Турнір"))
    assert ". Ще" in table.text


async def begun_in_ukrainian(stage: Stage) -> None:
    await stage.type("ann", "/tournament dots 1x1 robin", CLUB)
    await tend(stage)
    code = stage.adapter.shown[-1][2].buttons[0][0].types.split()[-1]
    for who in FOUR:
        await stage.type(who, f"/tournament join {code}", CLUB)
    await stage.type("ann", f"/tournament start {code}", CLUB)
    await tend(stage)


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("after", range(1, 9))
async def test_after_a_kill_no_round_is_paired_twice_and_no_game_begun_twice(
    store: Store, after: int, monkeypatch: pytest.MonkeyPatch
):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 1x1 robin")
    await stage.type("ann", "/tournament start", CLUB)
    append, count = store.logs.append, 0

    async def dies(*entry: object, **more: object) -> bool:
        nonlocal count
        count += 1
        if count == after:
            raise Killed
        return await append(*entry, **more)  # type: ignore[arg-type] # passed on as it came

    with monkeypatch.context() as patch, suppress(Killed):
        patch.setattr(store.logs, "append", dies)
        await tend(stage)
        await play_round(stage, store)
    assert count == after
    stage.restart()
    for _ in range(5):
        await tend(stage)
        await play_round(stage, store)
    assert (await state(store, code)).phase is Phase.OVER
    assert pairs(await games(store)) == Counter(map(frozenset, combinations(["Ann", "Bob", "Carl", "Dora"], 2)))


@pytest.fixture
async def other(empty_valkey: str) -> AsyncIterator[RedisStore]:
    """The store as another process has it."""
    store = RedisStore(connect(empty_valkey))
    yield store
    await store.close()


async def test_two_processes_pair_a_round_once(empty_valkey: str, store: Store, other: RedisStore):
    first, second = Stage(store), Stage(other)
    await other.leases.take(other.leases.owner, 3600)
    code = await open_tournament(first, "dots 1x1 robin")
    await first.type("ann", "/tournament start", CLUB)
    for _ in range(6):
        first.time = second.time = first.time + 61
        await asyncio.gather(first.router.sweep(), second.router.sweep())
        await asyncio.gather(first.router.wait_until_idle(), second.router.wait_until_idle())
        await play_round(first, store)
    assert (await state(store, code)).phase is Phase.OVER
    assert set(pairs(await games(store)).values()) == {1}


async def test_another_process_tends_a_killed_one_s_tournaments_at_once(
    empty_valkey: str, store: Store, other: RedisStore
):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 1x1 robin")
    await stage.type("ann", "/tournament start", CLUB)
    await other.leases.take(other.leases.owner, 3600)
    await other.leases.take(f"tournament:{code}", 120)
    await tend(stage)
    assert not (await state(store, code)).rounds
    await other.leases.release(other.leases.owner)  # as after four seconds without a word of it
    await tend(stage)
    assert (await state(store, code)).rounds


@dataclass
class BusyPlatform(ScriptedPlatform):
    """An adapter that acts when it next shows a table, and takes no boards of games while it is flooded."""

    meanwhile: Callable[[], Awaitable[None]] | None = None
    is_flooded: bool = False

    async def show(self, chat: Chat, message: Message) -> str:
        return await super().show(chat, await self._check_message(message))

    async def edit(self, chat: Chat, post: str, message: Message) -> bool:
        return await super().edit(chat, post, await self._check_message(message))

    async def _check_message(self, message: Message) -> Message:
        is_table = message.text.startswith("Tournament")
        if self.is_flooded and not is_table:
            raise DeliveryError("too many messages", retry_after=3600)
        if self.meanwhile and is_table:
            happens, self.meanwhile = self.meanwhile, None
            await happens()
        return message


async def test_a_task_scheduled_while_a_tournament_is_tended_is_not_overwritten(store: Store):
    adapter = BusyPlatform()
    stage = Stage(store, adapter)
    code = await open_tournament(stage, "dots 1x1 robin")
    await tend(stage)

    async def schedule() -> None:
        await store.boards.schedule(TOURNAMENTS, code, stage.time)

    adapter.meanwhile = schedule
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    assert adapter.meanwhile is None
    assert [*await store.boards.due_games(TOURNAMENTS, stage.time)] == [code]
    await stage.router.sweep()
    assert not await store.boards.due_games(TOURNAMENTS, stage.time)


async def test_a_game_that_ends_while_its_tournament_is_tended_is_seen_at_once(store: Store):
    adapter = BusyPlatform()
    stage = Stage(store, adapter)
    code = await begin_tournament(stage, "dots 1x1 knockout")

    async def end_the_round() -> None:
        for session in await games(store):
            await lose(stage, session, max(names(session)).casefold())
        await stage.router.wait_until_idle()

    adapter.meanwhile = end_the_round
    await stage.type("dora", "/tournament leave yes", CLUB)
    await tend(stage, 0)
    assert adapter.meanwhile is None
    await tend(stage, 0)
    assert len((await state(store, code)).rounds) == 2


async def test_a_round_ends_though_the_chat_takes_no_boards_for_now(store: Store):
    adapter = BusyPlatform()
    stage = Stage(store, adapter)
    code = await begin_tournament(stage, "dots 1x1 knockout")
    adapter.is_flooded = True
    for session in await games(store):
        await lose(stage, session, max(names(session)).casefold())
    await stage.router.wait_until_idle()
    await tend(stage, 0)
    assert len((await state(store, code)).rounds) == 2


async def test_a_tournament_that_cannot_be_tended_is_tried_again_a_minute_later(store: Store):
    adapter = BusyPlatform()
    stage = Stage(store, adapter)
    code = await open_tournament(stage, "dots 1x1 robin")

    async def fail() -> None:
        raise OSError("no table")

    adapter.meanwhile = fail
    await tend(stage)
    assert adapter.meanwhile is None
    assert not await store.boards.due_games(TOURNAMENTS, stage.time + 59)
    assert [*await store.boards.due_games(TOURNAMENTS, stage.time + 60)] == [code]


async def test_a_player_who_leaves_loses_the_current_game_and_plays_no_more(store: Store):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 1x1 robin")
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    await stage.type("dora", "/tournament leave yes", CLUB)
    await tend(stage)
    for _ in range(3):
        await play_round(stage, store)
    result = await state(store, code)
    assert result.phase is Phase.OVER
    assert pairs(await games(store))[frozenset({"Ann", "Bob"})] == 1
    assert sum("Dora" in pair for pair in pairs(await games(store))) == 1
    assert "Dora (left)" in stage.adapter.shown[-1][2].text


async def test_a_round_that_is_late_is_won_by_who_kept_the_other_waiting_less(store: Store):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 1x1 robin deadline=1d")
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    waiting = {session.code: names(session)[list(Seat).index(session.position.turn)] for session in await games(store)}
    await tend(stage, DAY)
    over = [session for session in await games(store) if session.code in waiting]
    assert len(over) == 2
    for session in over:
        assert session.status.outcome
        assert session.status.outcome.winner
        assert names(session)[list(Seat).index(session.status.outcome.winner)] != waiting[session.code]
    assert len((await state(store, code)).rounds) == 2


async def test_two_chats_play_one_tournament_and_a_third_cannot(store: Store):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 1x1 robin", ("ann", "bob"))
    for player in ("carl", "dora"):
        await stage.type(player, f"/tournament join {code}", SCHOOL)
    [answer] = await stage.type("eve", f"/tournament join {code}", THIRD)
    assert answer.text == "Two chats already play in this tournament, and it can’t take a third."
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    post = {(chat.id, number) for number, chat, message in stage.adapter.shown if "Round 1 of 3" in message.text}
    assert {chat for chat, _ in post} == {"club", "school"}
    [pairing] = [each for each in await games(store) if set(names(each)) == {"Ann", "Dora"}]
    assert {chat.id for chat in pairing.places.chats} == {"club", "school"}


async def test_too_few_cannot_start_and_at_its_hour_it_is_called_off(store: Store):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 1x1 start=2h", FOUR[:3])
    [answer] = await stage.type("ann", "/tournament start", CLUB)
    assert answer.text == "A tournament needs 4 players or more."
    await tend(stage, 7200)
    assert (await state(store, code)).phase is Phase.OFF


async def test_it_starts_by_itself_at_its_hour(store: Store):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 1x1 start=2h")
    await tend(stage, 7200)
    assert (await state(store, code)).phase is Phase.RUNNING


async def test_only_who_opened_it_or_an_administrator_starts_it(store: Store):
    stage = Stage(store)
    await open_tournament(stage, "dots 1x1", ("bob", "carl", "dora", "eve"))
    [answer] = await stage.type("carl", "/tournament start", CLUB)
    assert answer.text == "Only the organiser or an administrator can do that."
    await stage.type("ann", "/tournament start", CLUB)


async def test_tournament_games_have_no_hints_by_default(store: Store):
    stage = Stage(store)
    await open_tournament(stage, "dots 2x2 robin")
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    session = (await games(store))[0]
    who = names(session)[list(Seat).index(session.position.turn)].casefold()
    [answer] = await stage.type(who, f"/hint {session.code}", CLUB)
    assert answer.envelope.refuses


async def test_of_who_asks_to_be_forgotten_the_table_keeps_a_place_without_a_name(store: Store):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 1x1 robin")
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    copy = (await stage.type("dora", "/mydata", private_chat("dora"), in_private=True))[-1]
    assert copy.file
    assert [each["code"] for each in json.loads(copy.file[1])["tournaments"]] == [code]
    await stage.type("dora", "/forgetme yes", private_chat("dora"), in_private=True)
    await tend(stage)
    log = (await store.logs.load_all({log_name(KIND, code): 0}))[log_name(KIND, code)]
    assert "dora" not in str(log).casefold()
    assert "Dora" not in stage.adapter.shown[-1][2].text
    for _ in range(3):
        await play_round(stage, store)
    assert (await state(store, code)).phase is Phase.OVER


async def test_a_backup_brings_tournaments_back_and_they_go_on(store: RedisStore, empty_valkey: str):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 1x1 robin")
    await stage.type("ann", "/tournament start", CLUB)
    await tend(stage)
    lines = [line async for line in backup(store)]
    redis = connect(empty_valkey)
    await redis.flushall()
    await redis.aclose()
    assert [text async for text in restore(store, lines)] == ["games restored or already present: 2"]
    assert [text async for text in restore(store, lines)] == ["games restored or already present: 2"]
    stage.restart()
    for _ in range(4):
        await play_round(stage, store)
    assert (await state(store, code)).phase is Phase.OVER


UNREADABLE = {
    "a newer event": ("XADD", "0-99", "entry", '[{"kind": "danced", "at": 1}]'),
    "garbage": ("XADD", "0-99", "entry", "{{{"),
    "a result without a round": ("XADD", "0-99", "entry", '[{"kind":"scored","at":1,"match":7,"points":[1,1]}]'),
    "a wrong type": ("SET", "no log"),
}


@pytest.mark.parametrize("spoiling", UNREADABLE.values(), ids=UNREADABLE)
async def test_an_unreadable_tournament_is_reported_and_no_second_one_opened(
    valkey: str, store: RedisStore, spoiling: tuple[str, ...], caplog: pytest.LogCaptureFixture
):
    stage = Stage(store)
    code = await open_tournament(stage, "dots 2x1")
    readable = await open_tournament(stage, "dots 2x1", chat=SCHOOL)
    redis, key = connect(valkey), log(log_name(KIND, code))
    await redis.execute_command(spoiling[0], key, *spoiling[1:])
    await redis.aclose()
    for line in ("/tournament", "/tournament join", "/tournament leave", "/tournament start", "/tournament dots 2x1"):
        [answer] = await stage.type("ann", line, CLUB)
        assert answer.text == f"The log of tournament {code} can’t be read. Nothing was changed."
    await tend(stage)
    await stage.type("ann", f"/tournament start {readable}", SCHOOL)
    await tend(stage)
    assert (await state(store, readable)).phase is Phase.RUNNING
    assert await stage.type("ann", "/mydata", CLUB)
    assert f"the log of tournament-{code} cannot be read" in caplog.text
    assert not records_of(caplog, "bot.core.upkeep.sweeper")


async def test_leaving_asks_first_and_says_what_it_costs(store: Store):
    stage = Stage(store)
    code = await begin_tournament(stage, "dots 1x1 robin")
    [question] = await stage.press("ann", "Leave", CLUB)
    assert question.text.startswith(f"Leave tournament {code}? You’ll lose your game against ")
    assert question.text.endswith("You can join again before the next round.")
    assert not (await state(store, code)).gone


async def test_a_player_who_left_can_rejoin_for_the_next_round(store: Store):
    stage = Stage(store)
    code = await begin_tournament(stage, "dots 1x1 robin")
    [left] = await stage.type("ann", f"/tournament leave yes {code}", CLUB)
    assert left.text == "You’ve left the tournament."
    await tend(stage)
    [back] = await stage.type("ann", left.buttons[0][0].types, CLUB)
    assert back.text == "Welcome back. You play again from the next round."
    await play_round(stage, store)
    tournament = await state(store, code)
    ann = tournament.number_of(person("ann"))
    assert len(tournament.rounds) == 2
    assert ann not in tournament.gone
    assert any(ann in match.pair and match.points is None for match in tournament.rounds[-1].matches)


async def test_nobody_joins_again_once_the_last_round_is_on(store: Store):
    stage = Stage(store)
    code = await begin_tournament(stage, "dots 1x1 swiss rounds=1")
    await stage.type("ann", f"/tournament leave yes {code}", CLUB)
    await tend(stage)
    [answer] = await stage.type("ann", f"/tournament join {code}", CLUB)
    assert "no round left" in answer.text


async def test_a_return_that_is_delivered_again_after_leaving_again_changes_nothing(store: Store):
    stage = Stage(store)
    code = await begin_tournament(stage, "dots 1x1 robin")
    for text, cause in (("leave yes", "1"), ("join", "2"), ("leave yes", "3"), ("join", "2")):
        await stage.type("ann", f"/tournament {text} {code}", CLUB, cause=cause)
    tournament = await state(store, code)
    assert tournament.number_of(person("ann")) in tournament.gone


async def test_the_last_one_left_in_a_knockout_wins_it_alone(store: Store):
    stage = Stage(store)
    code = await begin_tournament(stage, "dots 1x1 knockout")
    first, second = await games(store)
    await lose(stage, first, max(names(first)).casefold())
    await tend(stage)
    loser = min(names(first))
    await stage.type(loser.casefold(), f"/tournament leave yes {code}", CLUB)
    await lose(stage, second, max(names(second)).casefold())
    await tend(stage)
    assert (await state(store, code)).phase is Phase.OVER
    assert f"First place: {min(names(second))}." in stage.adapter.shown[-1][2].text


async def test_an_old_question_whether_to_leave_forfeits_no_game_of_a_later_round(store: Store):
    stage = Stage(store)
    code = await begin_tournament(stage, "dots 1x1 robin")
    [question] = await stage.press("ann", "Leave", CLUB)
    await play_round(stage, store)
    [answer] = await stage.type("ann", question.buttons[0][0].types, CLUB)
    assert answer.text == "That question is no longer open."
    assert not (await state(store, code)).gone
