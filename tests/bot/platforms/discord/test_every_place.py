"""A game is played to its end by every input, in every kind of place, in every game; each press is answered."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from simcord import interactions

from bot.core.game.session import Session, Stage
from bot.platforms.discord.client import Client
from engines import GAMES
from tests.bot.answered import ledger
from tests.bot.platforms.discord.inputs import Input, enter, is_heard
from tests.bot.platforms.discord.places import Place, Spot, open_place, payloads_of
from tests.bot.platforms.discord.short_games import begin, session_of, settle
from tests.bot.platforms.discord.table import house
from tests.bot.short_games import LINES, MOST_MOVES

CELLS = [*product(Input, Place, GAMES)]
PAIRS = [
    (by, place, [*GAMES][(list(Input).index(by) + list(Place).index(place)) % len(GAMES)])
    for by, place in product(Input, Place)
]
"""Every input in every place, the games in turn, so that each is played in every place."""
PLAYED = PAIRS[::7]
"""Those of the suite, which have every input, place and game; `make long` plays all games in all pairs."""


@pytest.fixture
def simcord_bot(empty_valkey) -> Client:
    return house(empty_valkey)


@pytest.fixture
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Place:
    chosen: Place = request.param
    monkeypatch.setattr(interactions, "base_payload", payloads_of(chosen))
    return chosen


@pytest.mark.parametrize(("by", "place", "game"), PLAYED, indirect=["place"], ids=str)
async def test_a_game_is_played_to_its_end(simcord_env, by, place, game):
    await _play(simcord_env, place, by, game)


@pytest.mark.long
@pytest.mark.parametrize(("by", "place", "game"), CELLS, indirect=["place"], ids=str)
async def test_every_game_is_played_to_its_end(simcord_env, by, place, game):
    await _play(simcord_env, place, by, game)


def test_every_input_place_and_game_is_in_the_suite_and_every_pair_in_the_long_one():
    assert [{*each} for each in zip(*PLAYED, strict=True)] == [{*Input}, {*Place}, {*GAMES}]
    assert {(place, game) for _, place, game in PAIRS} == set(product(Place, GAMES))
    assert {*PAIRS} <= {*CELLS}


async def _play(env: Any, place: Place, by: Input, game: str) -> None:
    """From the challenge to the end: then its last board stands, none can be moved on, and nothing was asked for that
    Discord refuses."""
    spot = await open_place(env, place)
    code = await begin(spot, game)
    while (session := await session_of(spot, code)).stage is Stage.RUNNING:
        if session.ply >= MOST_MOVES and place is Place.OWN:
            await spot.slash(spot.ann, "resign", confirm="yes")
        else:
            await _move(spot, session, by)
        await settle(spot)
    last = spot.boards[-1]
    assert session.stage is Stage.OVER
    assert f"/again {code}" in last.presses()
    assert [board.text for board in spot.boards[:-1] if f"{code}@" in " ".join(board.presses())] == []
    assert ledger().refused == []
    ledger().counts["games of the matrix on Discord"] += 1


async def _move(spot: Spot, session: Session, by: Input) -> None:
    who = spot.ann if spot.place is Place.OWN or session.on_turn == session.challenger else spot.bob
    move = _next_move(spot, session)
    if not is_heard(by, spot.place):
        await enter(spot, who, by, session.position, session.game, move)
        await settle(spot)
        assert (await session_of(spot, session.code)).version == session.version
        by = Input.SLASH
    await enter(spot, who, by, session.position, session.game, move)
    await settle(spot)
    assert (await session_of(spot, session.code)).version > session.version


def _next_move(spot: Spot, session: Session) -> str:
    if spot.place is Place.OWN:
        return str(next(iter(session.position.moves())))
    return LINES[session.game].moves[session.ply]
