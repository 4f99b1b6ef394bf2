"""Tupik: put the opponent's cars on a one-way map, then be the first to drive into its dead end."""

from engines.game import Game
from engines.tupik.advice import hint, solve
from engines.tupik.codes import codes
from engines.tupik.options import SETTINGS, start
from engines.tupik.remark import remark

GAME = Game("tupik", SETTINGS, start, hint, solve, codes, remark=remark)
