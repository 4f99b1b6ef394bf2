"""Laws of votes: each person has one, a delivery counts once, and a closed ballot never changes."""

from __future__ import annotations

import asyncio

from redis import Redis

from bot.core.ports.store import Store
from bot.core.ports.votes import Ballot, Casting

GAME, BALLOT = "BCDFGH", "0 move first"


async def cast(store: Store, voter: str, choice: str, cause: str = "", ballot: str = BALLOT, at: float = 100.0):
    return await store.votes.cast(GAME, ballot, voter, choice, cause, at)


def keys_on(server: str) -> set[bytes]:
    with Redis.from_url(server) as redis:
        return set(redis.keys("tetradka:vote*"))


def choices(ballot: Ballot) -> dict[str, str]:
    return {voter: vote.choice for voter, vote in ballot.votes.items()}


async def test_a_person_has_one_vote_that_can_change(store: Store):
    assert (await cast(store, "ann", "a1-b1")).outcome is Casting.COUNTED
    assert (await cast(store, "ann", "a1-b1")).outcome is Casting.SAME
    ballot = await cast(store, "ann", "a2-b2")
    assert (ballot.outcome, choices(ballot)) == (Casting.COUNTED, {"ann": "a2-b2"})


async def test_a_vote_that_arrives_again_does_not_undo_a_newer_one(store: Store):
    await cast(store, "ann", "a1-b1", "stage:1")
    await cast(store, "ann", "a2-b2", "stage:2")
    ballot = await cast(store, "ann", "a1-b1", "stage:1")
    assert (ballot.outcome, choices(ballot)) == (Casting.REPEATED, {"ann": "a2-b2"})


async def test_a_vote_that_arrives_again_after_the_turn_does_not_count_for_the_next(store: Store):
    await cast(store, "ann", "a1-b1", "stage:1")
    await store.votes.close(GAME, BALLOT)
    ballot = await cast(store, "ann", "a1-b1", "stage:1", ballot="2 move first")
    assert (ballot.outcome, ballot.votes) == (Casting.REPEATED, {})


async def test_a_closed_ballot_never_changes(store: Store):
    await cast(store, "ann", "a1-b1")
    ballot = await store.votes.close(GAME, BALLOT)
    late_vote = await cast(store, "bob", "a2-b2")
    await store.votes.withdraw(GAME, BALLOT, ["ann"])
    votes = (await store.votes.close(GAME, BALLOT)).votes
    assert (late_vote.outcome, late_vote.votes, votes) == (Casting.LATE, ballot.votes, ballot.votes)


async def test_each_vote_that_races_with_the_end_is_counted_or_refused_as_late(store: Store):
    casts = [cast(store, f"person{number}", "a1-b1") for number in range(30)]
    *ballots, closed_ballot = await asyncio.gather(*casts, store.votes.close(GAME, BALLOT))
    voters = {f"person{number}" for number, each in enumerate(ballots) if each.outcome is Casting.COUNTED}
    assert set(closed_ballot.votes) == voters == set((await store.votes.ballot(GAME, BALLOT)).votes)


async def test_the_votes_of_people_who_left_are_withdrawn(store: Store):
    await cast(store, "ann", "a1-b1")
    await cast(store, "bob", "a2-b2")
    assert choices(await store.votes.withdraw(GAME, BALLOT, ["ann"])) == {"bob": "a2-b2"}


async def test_a_turn_at_something_comes_once_in_a_while(store: Store):
    assert await store.votes.turn(GAME, "edit", 100.0, 10.0) == 100.0
    assert await store.votes.turn(GAME, "edit", 104.0, 10.0) == 110.0
    assert await store.votes.turn(GAME, "edit", 110.0, 10.0) == 110.0
    assert await store.votes.turn(GAME, "edit", 50.0, 10.0) == 50.0, "the clock was set back"


async def test_nothing_stays_of_a_game_that_has_ended(store: Store, valkey: str):
    before = keys_on(valkey)
    await cast(store, "ann", "a1-b1", "stage:1")
    await store.votes.note(GAME, {"crowd first": "1"})
    await store.votes.close(GAME, BALLOT)
    await store.votes.end(GAME)
    assert keys_on(valkey) == before


async def test_nothing_stays_of_a_person_who_is_forgotten(store: Store):
    await cast(store, "ann", "a1-b1")
    await cast(store, "bob", "a1-b1")
    assert {game: list(ballots) for game, ballots in (await store.votes.votes_of("ann")).items()} == {GAME: [BALLOT]}
    await store.votes.forget("ann")
    assert choices(await store.votes.ballot(GAME, BALLOT)) == {"bob": "a1-b1"}
    assert await store.votes.votes_of("ann") == {}


async def test_a_forgotten_persons_vote_in_a_closed_ballot_stays_without_them(store: Store):
    await cast(store, "ann", "a1-b1")
    await store.votes.close(GAME, BALLOT)
    await store.votes.forget("ann")
    ((voter, vote),) = (await store.votes.ballot(GAME, BALLOT)).votes.items()
    assert ("ann" in voter, vote.choice) == (False, "a1-b1")
