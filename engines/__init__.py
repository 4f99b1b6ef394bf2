"""The rules of every game and the search for good moves; `GAMES` is the only list of games."""

from __future__ import annotations

from collections.abc import Mapping

from engines import curves, digits, dots, lgame, tupik
from engines.game import AnyGame
from engines.ladder import Rung
from engines.levels import Advice

GAMES: Mapping[str, AnyGame] = {
    game.name: game for game in (dots.GAME, lgame.GAME, tupik.GAME, digits.GAME, curves.GAME)
}
LADDERS: Mapping[str, tuple[Rung, ...]] = {
    name: game.advice.ladder for name, game in GAMES.items() if isinstance(game.advice, Advice)
}
"""The opponents who lack one idea, lowest first, of each game that has them."""
