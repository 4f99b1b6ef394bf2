"""The rules of every game and the search for good moves; `GAMES` is the only list of games."""

from __future__ import annotations

from collections.abc import Mapping

from engines import curves, digits, dots, lgame, tupik
from engines.curves import ladder as curves_ladder
from engines.digits import ladder as digits_ladder
from engines.dots import ladder as dots_ladder
from engines.game import AnyGame
from engines.ladder import Rung
from engines.lgame import ladder as lgame_ladder
from engines.tupik import ladder as tupik_ladder

GAMES: Mapping[str, AnyGame] = {
    game.name: game for game in (dots.GAME, lgame.GAME, tupik.GAME, digits.GAME, curves.GAME)
}
LADDERS: Mapping[str, tuple[Rung, ...]] = {
    "dots": dots_ladder.LADDER,
    "lgame": lgame_ladder.LADDER,
    "tupik": tupik_ladder.LADDER,
    "digits": digits_ladder.LADDER,
    "curves": curves_ladder.LADDER,
}
"""The opponents who lack one idea, from the lowest, of the games that have them."""
