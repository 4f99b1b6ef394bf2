"""Small boards of all games, moves that end them, and a game begun in any place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.core.game.session import Session
from bot.core.router import Router
from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.places import Place, Spot


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


async def begin(spot: Spot, game: str) -> str:
    """Begin a game in a place, and return its code."""
    await spot.slash(spot.ann, "challenge", game=game, options=LINES[game].options, opponent=spot.bob)
    await settle(spot)
    if spot.place is not Place.OWN:
        asked = spot.boards[-1]
        [accept] = [custom_id for typed, custom_id in asked.presses().items() if typed.startswith("/accept ")]
        await spot.bob.click(asked.message, custom_id=accept)
        await settle(spot)
    known = await core_of(spot)._services.store.settings.known(f"discord:{spot.channel.id}", "", "")
    [code] = known.games
    return str(code)


async def session_of(spot: Spot, code: str) -> Session:
    """Return a game as its log tells it."""
    session = await core_of(spot)._services.games.load(code)
    assert session
    return session


async def settle(spot: Spot) -> None:
    """Wait until all boards stand."""
    await core_of(spot).idle()
    await spot.env.settle()


def core_of(spot: Spot) -> Router:
    assert isinstance(spot.env.bot, Client)
    assert isinstance(spot.env.bot.core, Router)
    return spot.env.bot.core
