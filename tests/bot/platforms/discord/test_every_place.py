"""A game is played to its end by every input, in every kind of place, in every game; each press is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from simcord import interactions

from bot.core.game.session import Session, Stage
from bot.core.router import Router
from bot.platforms.discord.client import Client
from engines import GAMES
from tests.bot.answered import ledger
from tests.bot.platforms.discord.inputs import Input, enter, is_heard
from tests.bot.platforms.discord.places import Place, Spot, open_place, payloads_of
from tests.bot.platforms.discord.table import house

MOST_MOVES = 6
"""After so many a game against the bot is resigned."""


@dataclass(frozen=True)
class Line:
    """A small board of a game, and moves that end it."""

    options: str
    moves: Sequence[str]


LINES: Mapping[str, Line] = {
    "dots": Line("1x2", ("a1-a2", "a2-b2", "a3-b3", "b1-b2", "b2-b3", "a1-b1", "a2-a3")),
    "lgame": Line("scoring target=1", ("c4-c2-d2 a4-d3", "a4-a2-b2 d1-d4")),
    "tupik": Line("map=1>2,3;2>1,4;3>1,4", ("3", "2", "3-4")),
    "digits": Line("digits=1-2 shape=##../##../#.../....", ("b3", "b4", "a2", "a4")),
    "curves": Line("4x4 points=3", ("c3", "a3", "b4", "a3-b4 via a4", "a3-b4 via c2")),
}
CELLS = [*product(Input, Place, GAMES)]
PAIRS = [
    (by, place, [*GAMES][(list(Input).index(by) + list(Place).index(place)) % len(GAMES)])
    for by, place in product(Input, Place)
]
"""Every input in every place, the games in turn, so that each is played in every place."""


@pytest.fixture
def simcord_bot(emptied) -> Client:
    return house(emptied)


@pytest.fixture
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Place:
    chosen: Place = request.param
    monkeypatch.setattr(interactions, "base_payload", payloads_of(chosen))
    return chosen


@pytest.mark.parametrize(("by", "place", "game"), PAIRS, indirect=["place"], ids=str)
async def test_a_game_is_played_to_its_end(simcord_env, by, place, game):
    await _play(simcord_env, place, by, game)


@pytest.mark.long
@pytest.mark.parametrize(("by", "place", "game"), CELLS, indirect=["place"], ids=str)
async def test_every_game_is_played_to_its_end(simcord_env, by, place, game):
    await _play(simcord_env, place, by, game)


def test_every_pair_is_in_the_suite_and_each_game_in_every_place():
    assert {(by, place) for by, place, _ in PAIRS} == set(product(Input, Place))
    assert {(place, game) for _, place, game in PAIRS} == set(product(Place, GAMES))


async def _play(env: Any, place: Place, by: Input, game: str) -> None:
    """From the challenge to the end: then its last board stands, none can be moved on, and nothing was asked for that
    Discord refuses."""
    spot = await open_place(env, place)
    code = await _begin(spot, game)
    while (session := await _session(spot, code)).stage is Stage.RUNNING:
        if session.ply >= MOST_MOVES and place is Place.OWN:
            await spot.slash(spot.ann, "resign", confirm="yes")
        else:
            await _move(spot, session, by)
        await _settle(spot)
    last = spot.boards[-1]
    assert session.stage is Stage.OVER
    assert f"/again {code}" in last.presses()
    assert [board.text for board in spot.boards[:-1] if f"{code}@" in " ".join(board.presses())] == []
    assert ledger().refused == []
    ledger().counts["games of the matrix on Discord"] += 1


async def _begin(spot: Spot, game: str) -> str:
    await spot.slash(spot.ann, "challenge", game=game, options=LINES[game].options, opponent=spot.bob)
    await _settle(spot)
    if spot.place is not Place.OWN:
        asked = spot.boards[-1]
        [accept] = [custom_id for typed, custom_id in asked.presses().items() if typed.startswith("/accept ")]
        await spot.bob.click(asked.message, custom_id=accept)
        await _settle(spot)
    known = await _core(spot)._services.store.settings.known(f"discord:{spot.channel.id}", "", "")
    [code] = known.games
    return str(code)


async def _move(spot: Spot, session: Session, by: Input) -> None:
    who = spot.ann if spot.place is Place.OWN or session.on_turn == session.challenger else spot.bob
    move = _next_move(spot, session)
    if not is_heard(by, spot.place):
        await enter(spot, who, by, session.position, session.game, move)
        await _settle(spot)
        assert (await _session(spot, session.code)).version == session.version
        by = Input.SLASH
    await enter(spot, who, by, session.position, session.game, move)
    await _settle(spot)
    assert (await _session(spot, session.code)).version > session.version


def _next_move(spot: Spot, session: Session) -> str:
    if spot.place is Place.OWN:
        return str(next(iter(session.position.moves())))
    return LINES[session.game].moves[session.ply]


async def _session(spot: Spot, code: str) -> Session:
    session = await _core(spot)._services.games.load(code)
    assert session
    return session


async def _settle(spot: Spot) -> None:
    await _core(spot).idle()
    await spot.env.settle()


def _core(spot: Spot) -> Router:
    assert isinstance(spot.env.bot, Client)
    assert isinstance(spot.env.bot.core, Router)
    return spot.env.bot.core
