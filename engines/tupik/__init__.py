"""Tupik: put the opponent's cars on a one-way map, then be the first to drive into its dead end."""

from engines.decided import has_few_places
from engines.game import Game, GameText, Offer, Teaching
from engines.levels import Advice
from engines.tupik.candidates import candidates
from engines.tupik.classic import easy, tempting_moves
from engines.tupik.course import COURSE, FIRST, LESSONS
from engines.tupik.forecast import reasons
from engines.tupik.ideas import ideas
from engines.tupik.insights import EXPERT, GLIMPSES, SKILLED, careless
from engines.tupik.ladder import LADDER
from engines.tupik.menu import menu, press
from engines.tupik.move import WORDS
from engines.tupik.options import SETTINGS, start
from engines.tupik.phrases import PHRASES
from engines.tupik.place import place
from engines.tupik.reasons import REASONING
from engines.tupik.remark import is_one_sided, remark
from engines.tupik.text import draw_text, legend

GAME = Game(
    name="tupik",
    settings=SETTINGS,
    start=start,
    text=GameText(draw_text, PHRASES, legend, place, words=WORDS, reasoning=REASONING, press=press),
    advice=Advice(
        "tupik",
        easy,
        careless,
        is_loaded=lambda position, seconds: True,
        ladder=LADDER,
        glimpses=GLIMPSES,
        skilled=SKILLED,
        expert=EXPERT,
    ),
    teaching=Teaching(LESSONS, COURSE, FIRST),
    offer=Offer(remark=remark, generated_option="cities", is_small=has_few_places, is_one_sided=is_one_sided),
    menu=menu,
    ideas=ideas,
    candidates=candidates,
    reasons=reasons,
    tempting_moves=tempting_moves,
)
