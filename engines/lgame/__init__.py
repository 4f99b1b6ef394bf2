"""The L-game: move your L, then a neutral disc if you like; a player with no place left for the L loses."""

from engines.game import Game, GameText, Offer, Teaching
from engines.levels import Advice
from engines.lgame.candidates import candidates
from engines.lgame.classic import classic, easy, tempting_moves
from engines.lgame.course import COURSE, LESSONS
from engines.lgame.forecast import reasons
from engines.lgame.ideas import ideas
from engines.lgame.insights import EXPERT, GLIMPSES, SKILLED, careful
from engines.lgame.ladder import LADDER
from engines.lgame.loading import is_loaded
from engines.lgame.menu import menu, press
from engines.lgame.options import SETTINGS, is_one_sided, remark, seat, start
from engines.lgame.phrases import PHRASES
from engines.lgame.place import place
from engines.lgame.reasons import REASONING
from engines.lgame.rules import Variant
from engines.lgame.text import draw_text, legend

GAME = Game(
    name="lgame",
    settings=SETTINGS,
    start=start,
    text=GameText(draw_text, PHRASES, legend, place, reasoning=REASONING, press=press),
    advice=Advice(
        "lgame",
        easy,
        classic,
        is_loaded,
        ladder=LADDER,
        careful=careful,
        glimpses=GLIMPSES,
        skilled=SKILLED,
        expert=EXPERT,
    ),
    teaching=Teaching(LESSONS, COURSE),
    offer=Offer(variants=tuple(Variant), seat=seat, remark=remark, is_one_sided=is_one_sided),
    menu=menu,
    ideas=ideas,
    candidates=candidates,
    reasons=reasons,
    tempting_moves=tempting_moves,
)
