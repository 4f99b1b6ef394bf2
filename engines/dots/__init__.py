"""Dots and Boxes: draw sides in turn; who draws the fourth side of a box owns it and draws again."""

from engines.dots.advice import hint, solve
from engines.dots.codes import codes
from engines.dots.options import SETTINGS, offered, start
from engines.game import Game

GAME = Game("dots", SETTINGS, start, hint, solve, codes, offered=offered, margin=True)
