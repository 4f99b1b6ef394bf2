"""Turns of a team: each vote counts once, and one move ends a turn, whatever is killed or races."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest
from redis import Redis

from bot.core.game.events import Moved, read_log_entry
from bot.core.game.people import Chat, Person
from bot.core.ports.store import Store, StoreUnavailableError
from bot.core.ports.votes import Ballot
from bot.core.repository import Games
from bot.features.teams import members
from bot.features.teams.ballots import Kind, ballot_name
from engines.game import Seat
from tests.bot.scripted import CHAT, Stage, incoming, person, private_chat

_BEGIN = "/challenge bot easy dots 2x2 team=10m first"


async def code_of(stage: Stage) -> str:
    return await stage.store.logs.open_games().__anext__()


async def moves_of(store: Store, code: str) -> list[Moved]:
    log = (await store.logs.load_all({code: 0}))[code]
    assert isinstance(log, list)
    return [event for text in log for event in read_log_entry(text).events if isinstance(event, Moved)]


async def ply_of(store: Store, code: str) -> int:
    session = await Games(store).load(code)
    assert session is not None
    return session.ply


async def vote(stage: Stage, text: str, *voters: str) -> None:
    for voter in voters:
        await stage.type(voter, text)


async def test_the_played_move_has_its_tally_and_no_names(store: Store):
    stage = Stage(store)
    await stage.type("ann", _BEGIN)
    code = await code_of(stage)
    await vote(stage, "a1-b1", "ann", "bob")
    await stage.type("carl", "a1-a2")
    (move, *_) = await moves_of(store, code)
    assert (move.text, move.tally) == ("a1-b1", (("a1-b1", 2), ("a1-a2", 1)))
    log = str(await store.logs.load_all({code: 0}))
    assert "bob" not in log
    assert "carl" not in log


async def test_a_vote_that_is_delivered_again_counts_once_even_in_the_next_turn(store: Store):
    stage = Stage(store)
    await stage.type("ann", _BEGIN)
    code = await code_of(stage)
    await stage.type("ann", "a1-b1", cause="stage:1")
    await stage.type("ann", "a2-b2", cause="stage:2")
    await stage.type("ann", "a1-b1", cause="stage:1")
    await vote(stage, "a2-b2", "bob", "carl")
    (move, *_) = await moves_of(store, code)
    assert move.tally == (("a2-b2", 3),)
    (answer,) = await stage.type("ann", "a1-b1", cause="stage:1")
    assert answer.text == "Your vote has been counted."
    ballot = await store.votes.ballot(code, f"{await ply_of(store, code)} move first")
    assert ballot.votes == {}


async def test_two_processes_end_a_turn_once(store: Store):
    first, second = Stage(store), Stage(store)
    await first.type("ann", _BEGIN)
    code = await code_of(first)
    await first.type("ann", "a1-b1")
    await asyncio.gather(
        *(stage.router.handle(incoming(f"person{number}", "a1-b1")) for number in range(4) for stage in (first, second))
    )
    await asyncio.gather(first.router.wait_until_idle(), second.router.wait_until_idle())
    moves = [move for move in await moves_of(store, code) if move.tally]
    assert len(moves) == 1
    assert sum(count for _, count in moves[0].tally) >= 3


async def test_a_turn_that_was_closed_before_a_crash_is_played_after_it(store: Store):
    stage = Stage(store)
    await stage.type("ann", _BEGIN)
    code = await code_of(stage)
    await vote(stage, "a1-b1", "ann", "bob")
    name = "0 move first"
    await store.votes.cast(code, name, person("carl").key, "a1-b1", "", stage.time)
    await store.votes.close(code, name)  # and then the process is killed
    stage.restart()
    (answer,) = await stage.type("dan", "a2-b2")
    assert answer.text.startswith("Too late")
    (move, *_) = await moves_of(store, code)
    assert move.tally == (("a1-b1", 3),)


async def test_a_turn_without_further_votes_ends_with_its_time_after_a_restart(store: Store):
    stage = Stage(store)
    await stage.type("ann", _BEGIN)
    code = await code_of(stage)
    await stage.type("bob", "a2-b2")
    stage.restart()
    stage.time += 601
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    (move, *_) = await moves_of(store, code)
    assert move.tally == (("a2-b2", 1),)


async def test_boards_are_edited_at_most_once_in_ten_seconds(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{_BEGIN} quorum=100")
    number_before = len(stage.adapter.shown)
    for number in range(20):
        await stage.type(f"person{number}", "a1-b1")
    assert len(stage.adapter.shown) == number_before + 1
    stage.time += 10
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    assert len(stage.adapter.shown) == number_before + 2
    assert "20 people have voted: a1-b1 (20)." in stage.board.text
    stage.time += 60
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    assert len(stage.adapter.shown) == number_before + 2, "nothing is new"


async def test_votes_of_people_who_left_do_not_count(store: Store, monkeypatch: pytest.MonkeyPatch):
    stage = Stage(store)
    await stage.type("ann", _BEGIN)
    code = await code_of(stage)
    await vote(stage, "a1-b1", "ann", "bob")
    await stage.router.lose(CHAT, person("bob"))

    async def former_members(chat: Chat, people: Sequence[Person]) -> list[Person]:
        return [member for member in people if member.id == person("carl").id]

    monkeypatch.setattr(stage.adapter, "former_members", former_members)
    await stage.type("carl", "a1-b1")
    assert await moves_of(store, code) == [], "without them there is no quorum"
    stage.time += 1
    await vote(stage, "a2-b2", "dan", "eve")
    (move, *_) = await moves_of(store, code)
    assert move.tally == (("a2-b2", 2), ("a1-b1", 1))


async def test_the_voters_for_the_leading_move_are_checked_first(store: Store, monkeypatch: pytest.MonkeyPatch):
    stage, order = Stage(store), list[str]()

    async def former_members(chat: Chat, people: Sequence[Person]) -> list[Person]:
        order.extend(member.id for member in people)
        return [member for member in people[:3] if member.id != person("bob").id]

    monkeypatch.setattr(stage.adapter, "former_members", former_members)
    await stage.type("ann", f"{_BEGIN} quorum=9")
    code = await code_of(stage)
    await vote(stage, "a1-b1", "ann", "bob")
    await vote(stage, "a2-b2", "carl", "dan", "eve")
    await vote(stage, "a1-b1", "fay", "gus", "ann")
    stage.time += 601
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    (move, *_) = await moves_of(store, code)
    assert order == [person(name).id for name in ("ann", "bob", "fay", "gus", "carl", "dan", "eve")]
    assert move.tally == (("a2-b2", 3), ("a1-b1", 2))


async def test_administrators_can_require_a_days_membership(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/settings votes=day")
    await stage.type("ann", _BEGIN)
    await stage.router.retry(CHAT, person("bob"))  # who has just joined
    (answer,) = await stage.type("bob", "a1-b1")
    assert answer.text == "In this chat, you can vote once you’ve been a member for a day."
    (answer,) = await stage.type("carl", "a1-b1", member_since=stage.time - 3600)
    assert answer.text == "In this chat, you can vote once you’ve been a member for a day."
    (answer,) = await stage.type("dan", "a1-b1", member_since=stage.time - 90000)
    assert answer.text == "Your vote: a1-b1. 1 person has voted."


async def test_a_persons_copy_has_their_votes_and_forgetting_removes_them(store: Store):
    stage = Stage(store)
    await stage.type("ann", _BEGIN)
    code = await code_of(stage)
    await vote(stage, "a1-b1", "bob", "carl")
    (answer,) = await stage.type("bob", "/mydata", private_chat("bob"), in_private=True)
    assert answer.file is not None
    (copy,) = json.loads(answer.file[1])["votes"]
    assert (copy["game"], copy["vote"]) == (code, "a1-b1")
    await stage.type("bob", "/forgetme yes", private_chat("bob"), in_private=True)
    ballot = await store.votes.ballot(code, "0 move first")
    assert list(ballot.votes) == [person("carl").key]


async def test_no_vote_stays_after_the_game(store: Store, valkey: str):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 1x1 team=10m first quorum=1")
    await stage.type("bob", "a1-b1")
    await stage.type("carl", "/resign")
    assert "Team resigned" in stage.board.text
    with Redis.from_url(valkey) as redis:
        assert redis.keys("tetradka:vote*") == []


async def test_a_team_needs_a_group(store: Store):
    stage = Stage(store)
    refusal = "A team needs a group. Start or accept this game in a group with the bot."
    (answer,) = await stage.type("ann", _BEGIN, private_chat("ann"), in_private=True)
    assert answer.text == refusal
    await stage.type("ann", "/challenge chat dots 1x1")
    code = await code_of(stage)
    (answer,) = await stage.type("bob", f"/accept {code}", private_chat("bob"), in_private=True)
    assert answer.text == refusal


async def test_a_members_own_game_comes_before_the_teams(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 1x1 team=10m first quorum=5")
    await stage.type("bob", "/challenge bot easy dots 2x2 first")
    await stage.type("bob", "b2-c2")
    assert "Bob: b2-c2" in stage.board.text
    (answer,) = await stage.type("carl", "a1-b1")
    assert answer.text == "Your vote: a1-b1. 1 person has voted."


async def test_the_boards_of_the_other_team_are_not_edited_for_votes(store: Store):
    stage, there = Stage(store), Chat("stage", "there")
    await stage.type("ann", "/challenge chat dots 1x1 team=1h quorum=9")
    code = await code_of(stage)
    await stage.type("dan", f"/accept {code}", there)
    number_before = len(stage.adapter.shown)
    for number in range(3):
        await stage.type(f"person{number}", "a1-b1")
        stage.time += 10
        await stage.router.sweep()
        await stage.router.wait_until_idle()
    assert {chat for _, chat, _ in stage.adapter.shown[number_before:]} == {CHAT}
    assert len(stage.adapter.shown) == number_before + 3


async def test_the_person_who_started_the_game_can_be_forgotten_while_the_team_plays_on(store: Store):
    stage = Stage(store)
    await stage.type("ann", f"{_BEGIN} quorum=1")
    code = await code_of(stage)
    await stage.type("ann", "/forgetme yes", private_chat("ann"), in_private=True)
    await stage.type("bob", "a1-b1")
    (move, *_) = await moves_of(store, code)
    assert move.tally == (("a1-b1", 1),)
    assert "Ann" not in str(await store.logs.load_all({code: 0}))


async def test_a_game_without_votes_is_archived_again_after_it_was_woken(store: Store):
    stage = Stage(store)
    await stage.type("ann", _BEGIN)
    for _ in range(2):
        for _ in range(2):
            stage.time += 600
            await stage.router.sweep()
            await stage.router.wait_until_idle()
        assert "archived. A move or /wake" in stage.board.text
        await stage.type("bob", "/wake")
        assert stage.board.text.startswith("Team, your move.")


@pytest.mark.parametrize("text", ["/resign", "/draw", "/hint"])
async def test_votes_for_an_action_do_not_count_after_their_voters_left(store: Store, text: str):
    stage = Stage(store)
    await stage.type("ann", _BEGIN)
    await stage.type("bob", text)
    await stage.router.lose(CHAT, person("bob"))
    (answer,) = await stage.type("carl", text)
    assert "1 of 2" in answer.text


async def test_the_opponents_board_shows_that_the_turn_starts_over(store: Store):
    stage, there = Stage(store), Chat("stage", "there")
    await stage.type("ann", "/challenge chat dots 1x1 team=1h quorum=3")
    await stage.type("dan", f"/accept {await code_of(stage)}", there)
    stage.time += 3600
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    board = stage.newest_in(there).text
    assert "First team didn’t vote in time" in board
    assert "1\N{NO-BREAK SPACE}h left" in board


async def test_a_team_learns_that_the_bot_was_removed_from_the_other_chat(store: Store):
    stage, there = Stage(store), Chat("stage", "there")
    await stage.type("ann", "/challenge chat dots 1x1 team=1h quorum=1")
    await stage.type("dan", f"/accept {await code_of(stage)}", there)
    stage.adapter.shut.add(there.key)
    await stage.router.lose(there)
    await stage.router.wait_until_idle()
    assert "Second team can’t see the board" in stage.newest_in(CHAT).text
    await stage.type("bob", "a1-b1")
    assert "Second team can’t see the board" in stage.newest_in(CHAT).text
    stage.adapter.shut.clear()
    await stage.router.retry(there)
    await stage.router.wait_until_idle()
    assert "can’t see the board" not in stage.newest_in(CHAT).text
    assert stage.newest_in(there).text.startswith("Second team, your move.")
    stage.adapter.shut.add(there.key)
    await stage.router.lose(there)
    for _ in range(2):
        stage.time += 3600
        await stage.router.sweep()
        await stage.router.wait_until_idle()
    assert "the game is archived. A move or /wake" in stage.newest_in(CHAT).text


async def test_a_vote_that_the_store_does_not_take_is_refused_in_words_and_counts_when_it_comes_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    stage = Stage(store)
    await stage.type("ann", f"{_BEGIN} quorum=9")
    code = await code_of(stage)
    with monkeypatch.context() as outage:
        outage.setattr(store.votes, "cast", _unavailable)
        (answer,) = await stage.type("bob", "a1-b1", cause="stage:1")
    assert answer.text.startswith("The game store isn’t answering.")
    (answer,) = await stage.type("bob", "a1-b1", cause="stage:1")
    assert answer.text == "Your vote: a1-b1. 1 person has voted."
    with monkeypatch.context() as outage:
        outage.setattr(store.votes, "close", _unavailable)
        stage.time += 601
        await stage.router.sweep()
        await stage.router.wait_until_idle()
        assert await moves_of(store, code) == []
    stage.time += 60
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    (move, *_) = await moves_of(store, code)
    assert move.tally == (("a1-b1", 1),)


async def _unavailable(*about: object) -> Ballot:
    raise StoreUnavailableError("away", "store-unreachable")


@pytest.mark.parametrize(
    ("supporters", "opponents", "gone", "questions", "winner"),
    [
        (30, 15, 0, 1, "a1-b1"),  # twenty members are more than fifteen
        (30, 25, 0, 2, "a1-b1"),
        (30, 25, 6, 3, "a2-b2"),
        (26, 25, 0, 2, "a1-b1"),
        (140, 139, 0, 6, "a1-b1"),  # it gives up
    ],
)
async def test_voters_are_checked_until_the_leading_move_is_certain(
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    supporters: int,
    opponents: int,
    gone: int,
    questions: int,
    winner: str,
):
    stage, asked_about = Stage(store), list[int]()

    async def former_members(chat: Chat, people: Sequence[Person]) -> list[Person]:
        asked_about.append(len(people))
        return [member for member in people[:20] if supporters - gone <= int(member.id) < supporters]

    monkeypatch.setattr(members, "CHECKED_AT_ONCE", 20)
    monkeypatch.setattr(stage.adapter, "former_members", former_members)
    await stage.type("ann", f"{_BEGIN} quorum=1000")
    code = await code_of(stage)
    session = await Games(store).load(code)
    assert session is not None
    ballot = ballot_name(session, Kind.MOVE, Seat.FIRST)
    for number in range(supporters + opponents):
        choice = "a1-b1" if number < supporters else "a2-b2"
        await store.votes.cast(code, ballot, f"stage:{number}", choice, f"cause:{number}", stage.time)
    stage.time += 601
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    (move, *_) = await moves_of(store, code)
    assert (len(asked_about), move.text) == (questions, winner)
