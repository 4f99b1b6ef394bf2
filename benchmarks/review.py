"""Reviews in a chat: the time to the first answer, and the cost of a film."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.figure import Figure
from benchmarks.service import running_bot
from bot.core.game.people import Chat, Person
from bot.core.ports.platform import Incoming
from bot.core.router import Router
from bot.platform_adapters import Painter
from bot.store.embedded import serve
from engines import GAMES
from engines.game import AnyPosition, Level, Limit, advance
from engines.kernels.loading import warm

_PAINT = Painter().paint
_CHAT = Chat("desk", "between them", direct=True)
_PLAYERS = {"first": Person("desk", "1", "Ann", "ann"), "second": Person("desk", "2", "Bob", "bob")}
_SETTINGS = {
    "dots": "size=5x5 pie=0",
    "lgame": "",
    "tupik": "map=three-corners",
    "digits": "",
    "curves": "",
}
_LARGEST = {"dots": "size=12x12 pie=0", "digits": "size=12x12", "curves": "size=26x20 points=60"}
_MOST_TURNS, _MOST_BY_CHANCE = 60, 400
FIRST, FILM_SECONDS, FILM_BYTES = 3.0, 2.0, 1_000_000


def figures() -> Iterator[Figure]:
    """Yield the times for an ordinary game of each kind, and for the longest game on its largest board.

    The bot uses its embedded store and two searches at once.
    """
    for name in GAMES:
        warm(name)
        for settings, by_chance in ((_SETTINGS[name], False), (_LARGEST.get(name), True)):
            if settings is not None:
                with tempfile.TemporaryDirectory() as data, serve(Path(data)) as server:
                    yield from asyncio.run(_of_game(server.url, name, settings, by_chance))


async def _of_game(url: str, name: str, settings: str, by_chance: bool) -> list[Figure]:
    async with running_bot(url, paints=False) as router:
        await _type(router, "first", f"/challenge @bob {name} {settings}".strip())
        await _type(router, "second", "/accept")
        turns = await _play_game(router, name, settings, by_chance)
        start = time.perf_counter()
        await router.handle(Incoming(_CHAT, _PLAYERS["first"], "/review"))
        seconds = time.perf_counter() - start
        start = time.perf_counter()
        [film] = await router.handle(Incoming(_CHAT, _PLAYERS["first"], "/film"))
        assert film.picture is not None
        size = len(await _PAINT(film.picture.scene))
        film_seconds = time.perf_counter() - start
    about = f"{name}, {turns} moves"
    return [
        Figure(f"{about}: first review", seconds, FIRST, "s"),
        Figure(f"{about}: its film", film_seconds, FILM_SECONDS, "s"),
        Figure(f"{about}: its film's size", size, FILM_BYTES, "bytes"),
    ]


async def _play_game(router: Router, name: str, settings: str, by_chance: bool) -> int:
    """Play a game by levels or at random and return its turns; end a long game by resignation."""
    chance, most = Random(name), _MOST_BY_CHANCE if by_chance else _MOST_TURNS
    pairs = (pair.partition("=") for pair in settings.split())
    position: AnyPosition = GAMES[name].start({key: value for key, _, value in pairs}, 0)
    for turn in range(most):
        if position.outcome is not None:
            return turn
        level = chance.choice((Level.EASY, Level.CLASSIC))
        move = (next(islice(position.moves(), chance.randrange(40), None), None) if by_chance else None) or GAMES[
            name
        ].hint(position, Limit(0.05, seed=turn), level).move
        await _type(router, str(position.turn), f"/move {move}")
        position, _ = advance(position, move)
    if position.outcome is None:
        await _type(router, "first", "/resign yes")
    return most


async def _type(router: Router, seat: str, text: str) -> None:
    refusals = await router.handle(Incoming(_CHAT, _PLAYERS[seat], text, mentions={"@bob": _PLAYERS["second"]}))
    await router.wait_until_idle()
    assert not refusals, (text, refusals)
