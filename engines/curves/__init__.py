"""Curvilinear capture: mark points, then draw arcs that cross nothing and capture the free points under them."""

from engines.curves.classic import classic, easy
from engines.curves.lessons import LESSONS
from engines.curves.menu import picks
from engines.curves.move import WORDS
from engines.curves.options import SETTINGS, start
from engines.curves.phrases import PHRASES
from engines.curves.text import draw_text
from engines.game import Game
from engines.levels import Advice

GAME = Game(
    name="curves",
    settings=SETTINGS,
    start=start,
    text=draw_text,
    advice=Advice("curves", easy, classic),
    phrases=PHRASES,
    words=WORDS,
    lessons=LESSONS,
    picks=picks,
    margin=True,
)
