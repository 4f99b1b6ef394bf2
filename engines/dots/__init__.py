"""Dots and Boxes: players draw sides in turn; drawing a box's fourth side wins it and another turn."""

from engines.decided import has_few_places
from engines.dots.candidates import candidates
from engines.dots.classic import classic, easy, tempting_moves
from engines.dots.consequences import REASONING, reasons
from engines.dots.course import COURSE, FIRST, LESSONS
from engines.dots.ideas import ideas
from engines.dots.insights import EXPERT, GLIMPSES, SKILLED
from engines.dots.ladder import LADDER
from engines.dots.menu import menu
from engines.dots.move import WORDS
from engines.dots.options import SETTINGS, start
from engines.dots.phrases import PHRASES
from engines.dots.place import place
from engines.dots.reasons import move_reasons
from engines.dots.rules import Position, future
from engines.dots.text import draw_text, legend
from engines.game import Game, GameText, Offer, Teaching
from engines.levels import Advice
from engines.small_solver import SmallSolver

SMALL = SmallSolver(future, "proved-win", "proved-draw", "proved-loss", "boxes", move_reasons)
GAME = Game(
    name="dots",
    settings=SETTINGS,
    start=start,
    text=GameText(draw_text, PHRASES, legend, place, words=WORDS, reasoning=REASONING),
    advice=Advice(
        "dots", easy, classic, small_solver=SMALL, ladder=LADDER, glimpses=GLIMPSES, skilled=SKILLED, expert=EXPERT
    ),
    teaching=Teaching(LESSONS, COURSE, FIRST),
    offer=Offer[Position](is_small=has_few_places),
    menu=menu,
    ideas=ideas,
    candidates=candidates,
    reasons=reasons,
    tempting_moves=tempting_moves,
    margin_per_point=2,
)
