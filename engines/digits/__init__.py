"""Digits and Dots: write digits in turn, then each throws as many dots around itself; more dots win."""

from engines.digits.advice import hint, solve
from engines.digits.codes import codes
from engines.digits.options import SETTINGS, start
from engines.game import Game

GAME = Game("digits", SETTINGS, start, hint, solve, codes, margin=True)
