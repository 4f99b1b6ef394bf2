"""Tupik: put the opponent's cars on a one-way map, then be the first to drive into its dead end."""

from engines.game import Game
from engines.levels import Advice
from engines.tupik.classic import classic, easy
from engines.tupik.options import SETTINGS, start
from engines.tupik.phrases import PHRASES
from engines.tupik.remark import remark
from engines.tupik.text import draw_text

ADVICE = Advice("tupik", easy, classic)
GAME = Game("tupik", SETTINGS, start, draw_text, ADVICE.hint, ADVICE.solve, PHRASES, remark=remark)
