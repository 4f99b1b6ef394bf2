"""The coach's word on a move: nothing better is known, or what it costs and what was better."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.session import Session
from bot.core.speech import Speech
from bot.core.view.names import move_in_words
from engines.review import Judgement

_LEAST_MARGIN = 0.5
_LEAST_CHANCE = 0.25


def coaching(session: Session, speech: Speech) -> Iterator[str]:
    """What is said of the newest judged move, if a coach looks on."""
    judged = session.judged
    if judged is None:
        return
    move, best = (move_in_words(text, speech) for text in (judged.message, judged.best))
    if session.rules.margin:
        yield _in_points(judged, move, best, session.game, speech)
    else:
        yield _in_results(judged, move, best, speech)


def _in_points(judged: Judgement, move: str, best: str, game: str, speech: Speech) -> str:
    lost = round(judged.loss, 1)
    if lost < _LEAST_MARGIN:
        return speech.say("coach-good", move=move)
    if judged.proved:
        return speech.say("coach-costs", move=move, lost=lost, unit=game, best=best)
    return speech.say("coach-costs-about", move=move, lost=lost, unit=game, best=best)


def _in_results(judged: Judgement, move: str, best: str, speech: Speech) -> str:
    if judged.loss < _LEAST_CHANCE:
        return speech.say("coach-good", move=move)
    if not judged.proved:
        return speech.say("coach-weaker", move=move, best=best)
    if judged.best_worth > 0:
        if judged.worth < 0:
            return speech.say("coach-won-to-lost", move=move, best=best)
        return speech.say("coach-win-gone", move=move, best=best)
    return speech.say("coach-draw-gone", move=move, best=best)
