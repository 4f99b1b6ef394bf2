"""Against the bot one begins with a level that can be beaten, and sits where the game offers it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
from redis import Redis

from bot.core.game.apply_events import evolve
from bot.core.game.events import Accepted, Challenged, LogEntry, Resigned
from bot.core.game.people import Chat, Person, Robot
from bot.core.ports.store import Listing, Store
from bot.core.repository import Games, listing
from engines import GAMES
from engines.game import LEVELS, AnyGame, Seat
from tests.bot.scripted import CHAT, Quick, ScriptedPlatform, Stage, incoming, person


async def test_without_a_level_the_bot_is_easy(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot dots 2x2")
    await stage.type("ann", "/board text")
    assert "Second: Tetradka (easy)." in stage.answers[-1].text


async def test_a_winner_is_asked_for_the_level(store: Store):
    stage = Stage(store)
    ann = person("ann").key
    await store.logs.list_game(Listing("KXTRWQ", (CHAT.key,), (ann,), open=False, winner=ann, name="dots"))
    (question,) = await stage.type("ann", "/challenge bot dots 2x2")
    assert [button.label for button in question.buttons[0]] == [*LEVELS]
    assert all(f"{level}: " in question.text for level in LEVELS)
    await stage.type("ann", question.buttons[0][1].types)
    assert "Ann, your move" in stage.board.text
    assert await stage.type("bob", "/challenge bot dots 2x2") == ()


async def test_after_two_losses_a_rematch_at_the_next_level_down_is_offered(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot classic dots 2x2 undo=no")
    await stage.type("ann", "/resign yes")
    await stage.press("ann", "Rematch")
    await stage.type("ann", "/resign yes")
    [again, easier] = stage.board.buttons[0][:2]
    assert (again.label, easier.label) == ("Rematch", "Try easy")
    await stage.press("ann", "Try easy")
    await stage.type("ann", "/board text")
    assert "Tetradka (easy)" in stage.answers[-1].text


async def test_a_rematch_with_a_person_has_no_level(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 2x2")
    await stage.type("bob", "/accept")
    await stage.type("bob", "/resign yes")
    await stage.type("ann", "/again strong")
    assert "Only the bot has levels" in stage.answers[-1].text


async def test_past_wins_are_found_in_the_logs_of_finished_games(store: Store, valkey: str):
    ann = Person("stage", "ann", "Ann")
    challenge = Challenged(0.0, "KXTRWQ", "dots", (), 0, CHAT, ann, Robot(), 600.0)
    await Games(store).begin(
        "KXTRWQ", LogEntry((challenge, Accepted(1.0, Robot()), Resigned(2.0, Seat.SECOND))), (CHAT.key,)
    )
    with Redis.from_url(valkey, decode_responses=True) as redis:
        redis.delete(*(set(redis.scan_iter("*")) - set(redis.scan_iter("tetradka:game:*"))))
    assert not (await store.settings.facts_for(CHAT.key, ann.key)).won_games
    for code in [code async for code in store.logs.open_games()]:
        await Games(store).reindex(code)
    assert (await store.settings.facts_for(CHAT.key, ann.key)).won_games == {"dots"}
    assert [code async for code in store.logs.open_games()] == []


@pytest.mark.parametrize(("loser", "winner"), [(Seat.SECOND, "stage:ann"), (Seat.FIRST, "")])
def test_only_a_win_of_a_person_against_the_bot_is_remembered(loser: Seat, winner: str):
    ann = Person("stage", "ann", "Ann")
    challenge = Challenged(0.0, "KXTRWQ", "dots", (), 0, CHAT, ann, Robot(), 600.0)
    over = evolve(evolve(evolve(None, challenge), Accepted(1.0, Robot())), Resigned(2.0, loser))
    assert listing(over, (CHAT.key,)).winner == winner


@pytest.mark.parametrize(
    ("challenge", "seats"),
    [
        ("bot easy lgame scoring", "First: Tetradka (easy). Second: Ann."),
        ("bot easy lgame scoring first", "First: Ann. Second: Tetradka (easy)."),
        ("bot easy lgame", "First: Ann. Second: Tetradka (easy)."),
    ],
)
async def test_a_person_sits_where_the_game_offers_it(store: Store, challenge: str, seats: str):
    stage = Stage(store)
    await stage.type("ann", f"/challenge {challenge}")
    (answer,) = await stage.type("ann", "/board text")
    assert seats in answer.text


async def test_a_random_seat_is_drawn(store: Store):
    seated = set()
    for seed in range(12):
        stage = Stage(store, seed=seed)
        await stage.type("ann", "/challenge bot easy lgame random")
        (answer,) = await stage.type("ann", f"/board text {stage.board.layout.small.splitlines()[0].split()[-1]}")
        seated.add("First: Ann." in answer.text)
    assert seated == {True, False}


@pytest.mark.parametrize("game", GAMES)
async def test_in_a_rematch_of_any_game_the_seats_change_against_the_bot_too(store: Store, game: str):
    stage, seats = Stage(store), list[bool]()
    await stage.type("ann", f"/challenge bot easy {game} first")
    for _ in range(3):
        (answer,) = await stage.type("ann", "/board text")
        seats.append("First: Ann." in answer.text)
        await stage.type("ann", "/resign yes")
        await stage.press("ann", "Rematch")
    assert seats == [True, False, True]


async def test_while_a_map_is_made_or_rated_the_chat_sees_that_it_is_thought_about(store: Store):
    is_seen = asyncio.Event()

    class Watched(ScriptedPlatform):
        async def think(self, chat: Chat) -> None:
            is_seen.set()

    class Slow(Quick):
        async def make_settings(
            self, game: AnyGame, settings: Mapping[str, str], seed: int, chat: str
        ) -> Mapping[str, str]:
            await is_seen.wait()
            return await super().make_settings(game, settings, seed, chat)

    stage = Stage(store, Watched(), think=Slow)
    await stage.type("ann", "/challenge bot easy tupik cities=6")
    assert stage.board.picture is not None


async def _over(stage: Stage) -> str:
    """A game between Ann and Bob that is over; what its button for a rematch types."""
    await stage.type("ann", "/challenge @bob dots 2x2")
    await stage.press("bob", "Accept")
    await stage.type("ann", "/resign yes")
    return stage.button("Rematch").types


async def test_two_who_ask_each_other_for_a_rematch_have_agreed_on_it(store: Store):
    stage = Stage(store)
    again = await _over(stage)
    await stage.type("ann", again, pressed=True)
    await stage.type("ann", again, pressed=True)
    await stage.type("bob", again, pressed=True)
    assert len((await store.settings.facts_for(CHAT.key, "")).games) == 1
    assert "Bob, your move" in stage.board.text


async def test_two_rematches_asked_for_at_once_in_two_processes_are_one_game(store: Store):
    stages = [Stage(store), Stage(store, seed=8)]
    again = await _over(stages[0])
    request = [incoming(who, again, pressed=True, cause=f"stage:{who}") for who in ("ann", "bob")]
    answer = await asyncio.gather(*(stage.router.handle(text) for stage, text in zip(stages, request, strict=True)))
    for stage in stages:
        await stage.router.wait_until_idle()
    assert all(answer.envelope.private and answer.envelope.fleeting for (answer,) in answer)
    (game,) = (await store.settings.facts_for(CHAT.key, "")).games
    session = await Games(store).load(game)
    assert session is not None
    assert session.on_turn is not None


async def test_after_a_rematch_that_was_declined_there_may_be_another(store: Store):
    stage = Stage(store)
    again = await _over(stage)
    await stage.type("ann", again, pressed=True)
    await stage.press("bob", "Decline")
    await stage.type("ann", again, pressed=True)
    assert "challenges you" in stage.board.text


async def test_a_press_on_rematch_is_answered_with_its_outcome(store: Store):
    stage = Stage(store)
    again = await _over(stage)
    (question,) = await stage.type("ann", again, pressed=True)
    (answer,) = await stage.type("bob", again, pressed=True)
    assert question.text == "Rematch offered to Bob."
    assert answer.text.startswith("Bob accepts.")
