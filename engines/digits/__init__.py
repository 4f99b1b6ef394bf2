"""Digits and Dots: players place digits in turn, then each digit throws that many dots around it; more dots win."""

from engines.digits.candidates import candidates
from engines.digits.classic import easy, tempting_moves
from engines.digits.course import COURSE, FIRST, LESSONS
from engines.digits.ideas import ideas
from engines.digits.insights import EXPERT, GLIMPSES, SKILLED, careful, careless
from engines.digits.ladder import LADDER
from engines.digits.menu import menu, press
from engines.digits.options import SETTINGS, start
from engines.digits.phrases import PHRASES
from engines.digits.place import place
from engines.digits.reasons import REASONING, RULE_FAULTS, move_reasons, reasons
from engines.digits.rules import future
from engines.digits.text import draw_text, legend
from engines.game import Game, GameText, Teaching
from engines.levels import Advice
from engines.small_solver import SmallSolver

SMALL = SmallSolver(
    future,
    "proved-lead",
    "proved-even",
    "proved-behind",
    "dots",
    lambda position, move, _: move_reasons(position, move),
)
GAME = Game(
    name="digits",
    settings=SETTINGS,
    start=start,
    text=GameText(draw_text, PHRASES, legend, place, faults=RULE_FAULTS, reasoning=REASONING, press=press),
    advice=Advice(
        "digits",
        easy,
        careless,
        small_solver=SMALL,
        ladder=LADDER,
        glimpses=GLIMPSES,
        careful=careful,
        skilled=SKILLED,
        expert=EXPERT,
    ),
    teaching=Teaching(LESSONS, COURSE, FIRST),
    menu=menu,
    ideas=ideas,
    candidates=candidates,
    reasons=reasons,
    tempting_moves=tempting_moves,
    margin_per_point=1,
)
