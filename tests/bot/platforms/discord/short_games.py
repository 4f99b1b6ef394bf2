"""A short game that is begun in any place, and looked at."""

from __future__ import annotations

from bot.core.game.session import Session
from bot.core.router import Router
from bot.platforms.discord.client import Client
from tests.bot.platforms.discord.places import Place, Spot
from tests.bot.short_games import LINES


async def begin(spot: Spot, game: str, options: str = "") -> str:
    """Begin a game in a place, and return its code."""
    await spot.slash(spot.ann, "challenge", game=game, options=options or LINES[game].options, opponent=spot.bob)
    await settle(spot)
    if spot.place is not Place.OWN:
        request = spot.boards[-1]
        [accept] = [custom_id for text, custom_id in request.presses().items() if text.startswith("/accept ")]
        await spot.bob.click(request.message, custom_id=accept)
        await settle(spot)
    known = await core_of(spot)._services.store.settings.facts_for(f"discord:{spot.channel.id}", "", "")
    [code] = known.games
    return str(code)


async def session_of(spot: Spot, code: str) -> Session:
    """Return a game as its log tells it."""
    session = await core_of(spot)._services.games.load(code)
    assert session
    return session


async def settle(spot: Spot) -> None:
    """Wait until all boards stand."""
    await core_of(spot).wait_until_idle()
    await spot.env.settle()


def core_of(spot: Spot) -> Router:
    assert isinstance(spot.env.bot, Client)
    assert isinstance(spot.env.bot.core, Router)
    return spot.env.bot.core
