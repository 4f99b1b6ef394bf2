"""A game is played to its end by every input, in every kind of place, in every game; each press is answered."""

from __future__ import annotations

import asyncio
from itertools import product

import pytest

from bot.core.game.session import Session, Stage
from bot.core.router import Router
from bot.platforms.telegram import flood_control
from bot.store.redis import RedisStore
from engines import GAMES
from tests.bot.answered import ledger
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.inputs import Input, enter, inputs_at, is_heard, press_once
from tests.bot.platforms.telegram.opening import paint
from tests.bot.platforms.telegram.places import Chat, Inline, Place, Spot, spot_at
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Town
from tests.bot.short_games import LINES, MOST_MOVES

ROTATED = {
    (by, place): [*GAMES][(list(Input).index(by) + list(Place).index(place)) % len(GAMES)]
    for by, place in product(Input, Place)
}
"""Every input in every place, the games in turn."""
PLAYED = {place: inputs_at(place)[(turn + turn // 2) % 2 :: 2] for turn, place in enumerate(Place)}
PLAYED[Place.ELSEWHERE] = inputs_at(Place.ELSEWHERE)
"""The inputs of the suite, half of those that a place has; `make long` plays all games in all pairs."""


@pytest.fixture
def town() -> Town:
    town = Town()
    town.has_ephemeral = True
    return town


@pytest.fixture(autouse=True)
def _no_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flood_control, "_GROUP_PACE", 0.01)
    monkeypatch.setattr(flood_control, "_PRIVATE_PACE", 0.01)


@pytest.mark.parametrize("place", Place)
async def test_a_game_is_played_to_its_end(api: BotApi, store: RedisStore, town: Town, place: Place) -> None:
    async with living(api, store, paint=paint) as core:
        await asyncio.gather(*(_play(place, by, ROTATED[by, place], town, core) for by in PLAYED[place]))


@pytest.mark.long
@pytest.mark.parametrize(("place", "game"), [*product(Place, GAMES)])
async def test_every_game_is_played_to_its_end(
    api: BotApi, store: RedisStore, town: Town, place: Place, game: str
) -> None:
    async with living(api, store, paint=paint) as core:
        await asyncio.gather(*(_play(place, by, game, town, core) for by in inputs_at(place)))


def test_every_place_input_and_game_is_in_the_suite():
    pairs = [(by, place) for place, inputs in PLAYED.items() for by in inputs]
    assert [{*each} for each in zip(*pairs, strict=True)] == [{*Input}, {*Place}]
    assert {ROTATED[pair] for pair in pairs} == set(GAMES)


async def _play(place: Place, by: Input, game: str, town: Town, core: Router) -> None:
    """From the challenge to the end; then the last board stands."""
    spot = spot_at(place, town, core, game)
    await spot.begin()
    if isinstance(spot, Chat) and place is Place.CLOSED:
        await _close_for_a_while(spot, by)
    while (session := await spot.session()).stage is Stage.RUNNING:
        if session.ply >= MOST_MOVES and not _is_on_line(session):
            await _resign(spot, session)
        else:
            await _move(spot, by)
    assert session.stage is Stage.OVER
    assert f"/again {spot.code}" in " ".join((await spot.board()).buttons.values())
    ledger().counts["games of the matrix on Telegram"] += 1


async def _move(spot: Spot, by: Input) -> None:
    session, who = await spot.turn()
    move = _next_move(session)
    if not is_heard(by, spot.place):
        await enter(spot, who, by, session, move)
        await spot.quiet()
        assert (await spot.session()).version == session.version
        by = Input.COMMAND
    await enter(spot, who, by, session, move)
    await spot.moved(session)


async def _close_for_a_while(spot: Chat, by: Input) -> None:
    """Close the topic for a while: presses count meanwhile, and the board comes when it reopens."""
    await spot.board()
    session, who = await spot.turn()
    spot.close()
    if by is Input.BUTTON:
        is_move, is_answered = await press_once(spot, who, session, _next_move(session))
        is_played = (await spot.session()).version > session.version
        assert (is_played, is_answered) == (is_move, True)
    await spot.reopen()
    await spot.board()


async def _resign(spot: Spot, session: Session) -> None:
    _, who = await spot.turn()
    if isinstance(spot, Inline):
        who.names("resign")
    else:
        assert isinstance(spot, Chat)
        spot.says(who, f"/resign {spot.code} yes")
    await spot.moved(session)


def _is_on_line(session: Session) -> bool:
    played = tuple(turn.text for turn in session.turns)
    return played == tuple(LINES[session.game].moves[: len(played)])


def _next_move(session: Session) -> str:
    if _is_on_line(session) and session.ply < len(LINES[session.game].moves):
        return LINES[session.game].moves[session.ply]
    return str(next(iter(session.position.moves())))
