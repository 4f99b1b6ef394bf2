"""Curvilinear capture: mark points, then draw arcs that cross nothing and capture the free points under them."""

from engines.curves.advice import hint, solve
from engines.curves.codes import codes
from engines.curves.menu import picks
from engines.curves.options import SETTINGS, start
from engines.game import Game

GAME = Game("curves", SETTINGS, start, hint, solve, codes, picks=picks, margin=True)
