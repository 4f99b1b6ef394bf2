"""Curvilinear capture: mark points, then draw arcs that cross nothing and capture the free points under them."""

from engines.curves.classic import classic, easy
from engines.curves.menu import picks
from engines.curves.options import SETTINGS, start
from engines.curves.phrases import PHRASES
from engines.curves.text import draw_text
from engines.game import Game
from engines.levels import Advice

ADVICE = Advice("curves", easy, classic)
GAME = Game("curves", SETTINGS, start, draw_text, ADVICE.hint, ADVICE.solve, PHRASES, picks=picks, margin=True)
