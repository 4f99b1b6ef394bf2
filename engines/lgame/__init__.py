"""The L-game: move your L, then a neutral disc if you like; who has no place left for the L loses."""

from engines.game import Game
from engines.lgame.advice import hint, solve
from engines.lgame.codes import codes
from engines.lgame.options import SETTINGS, start
from engines.lgame.picks import picks
from engines.lgame.rules import Variant

GAME = Game("lgame", SETTINGS, start, hint, solve, codes, variants=tuple(Variant), picks=picks)
