"""Curvilinear capture: mark points, then draw arcs that cross nothing and capture the free points under them."""

from engines.curves.candidates import candidates
from engines.curves.classic import classic, easy, tempting_moves
from engines.curves.course import COURSE, FIRST, LESSONS
from engines.curves.ideas import ideas
from engines.curves.insights import EXPERT, GLIMPSES, SKILLED, careless
from engines.curves.ladder import LADDER, is_too_large
from engines.curves.menu import menu, press
from engines.curves.move import INNER_WORDS, WORDS
from engines.curves.near import nearby_moves
from engines.curves.options import SETTINGS, start
from engines.curves.phrases import PHRASES
from engines.curves.place import place
from engines.curves.reasons import REASONING, RULE_FAULTS, reasons
from engines.curves.rules import Position
from engines.curves.text import draw_text, legend
from engines.game import Game, GameText, Offer, Teaching
from engines.levels import Advice
from engines.phrases import Phrase


def remark(position: Position) -> tuple[Phrase, ...]:
    """Return a note on which side the number of points favours; none if `even` compensates for it."""
    return () if position.even else (Phrase("second-ahead" if position.points % 2 else "first-ahead"),)


GAME = Game(
    name="curves",
    settings=SETTINGS,
    start=start,
    text=GameText(
        draw_text,
        PHRASES,
        legend,
        place,
        words=WORDS,
        inner_words=INNER_WORDS,
        faults=RULE_FAULTS,
        reasoning=REASONING,
        press=press,
        similar_moves=nearby_moves,
    ),
    advice=Advice(
        "curves",
        easy,
        careless,
        ladder=LADDER,
        is_too_large_for_ladder=is_too_large,
        glimpses=GLIMPSES,
        careful=classic,
        skilled=SKILLED,
        expert=EXPERT,
    ),
    teaching=Teaching(LESSONS, COURSE, FIRST),
    offer=Offer(remark=remark),
    menu=menu,
    ideas=ideas,
    candidates=candidates,
    reasons=reasons,
    tempting_moves=tempting_moves,
    margin_per_point=1,
    is_laborious=True,
)
