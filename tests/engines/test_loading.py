"""What is loaded before the first hint is all that any hint needs, so that none waits for a compiler or the disk."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engines import GAMES

BOARDS = {
    "dots": ({"size": "5x5", "pie": "2"}, {"size": "7x7"}),
    "lgame": ({"variant": "classic"}, {"variant": "scoring"}, {"variant": "symmetry"}),
    "tupik": ({"map": "salt-road"}, {"map": "big-city"}),
    "digits": ({"size": "6x6"},),
    "curves": ({"points": "8"},),
}

PROGRAM = """
import sys
from numba.core.dispatcher import Dispatcher
from engines import GAMES
from engines.game import Level, Limit, advance
from engines.kernels.loading import warm

def loaded():
    modules = [module for name, module in sys.modules.items() if name.startswith("engines.")]
    kernels = [value for module in modules for value in vars(module).values() if isinstance(value, Dispatcher)]
    return {(each.__module__, each.__name__, str(signature)) for each in kernels for signature in each.overloads}

name, boards = sys.argv[1], eval(sys.argv[2])
game = GAMES[name]
warm(name)
before = loaded()
for settings in boards:
    position = game.start(settings, 1)
    while position.outcome is None:
        game.hint(position, Limit(0.01, seed=1), Level.STRONG)
        position, _ = advance(position, game.hint(position, Limit(seed=1), Level.CLASSIC).move)
print(*sorted(loaded() - before), sep="\\n", end="")
"""


@pytest.mark.parametrize("most", [1, pytest.param(None, marks=pytest.mark.long)], ids=["one board", "all boards"])
@pytest.mark.parametrize("game", GAMES)
def test_no_hint_of_a_whole_game_loads_a_kernel_that_was_not_loaded_before(game: str, most: int | None) -> None:
    boards = BOARDS.get(game, ({},))[:most]
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, repr(boards)], capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines() == []
