"""The coach's remark on a move: its effect compared with another move, and its cost."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.language.speech import Speech
from bot.core.view.names import MOST_WORDS, cost_in_words, in_words, move_in_words, reasons_in_words
from engines.game import AnyGame, Seat
from engines.review import Judgement

_LEAST_MARGIN, _LEAST_CHANCE = 0.5, 0.25


def remark(judgement: Judgement, game: AnyGame, seats: Mapping[Seat, str], speech: Speech) -> str:
    """Return the remark: blame for a worse move, praise for a good one, doubt if only an estimate supports it."""
    faults = [each for each in judgement.reasons if not judgement.is_proved and each.code in game.text.faults]
    if round(judgement.loss, 1) >= (_LEAST_MARGIN if game.has_margin else _LEAST_CHANCE):
        return _blame(judgement, game, seats, speech)
    if faults:
        why = reasons_in_words(faults, seats, speech)
        return speech.say("coach-move", move=move_in_words(judgement.message, speech), why=why)
    return _praise(judgement, seats, speech)


def _blame(judgement: Judgement, game: AnyGame, seats: Mapping[Seat, str], speech: Speech) -> str:
    """Say what is wrong with a move, else what the better one does or how the game ends, and the cost."""
    move, better = move_in_words(judgement.message, speech), better_move(judgement, game, speech)
    room = MOST_WORDS - len(better.split()) - len(move.split())
    why = reasons_in_words(judgement.reasons, seats, speech, room)
    instead = "" if why else reasons_in_words(judgement.than_reasons, seats, speech, room)
    if instead:
        return f"{move}? " + speech.say("coach-instead", better=better.removesuffix("."), why=instead)
    if not why and judgement.is_proved and judgement.reasons:
        why = in_words(judgement.reasons[0], speech, seats)
    return " ".join((speech.say("coach-worse", move=move, why=why) if why else f"{move}?", better))


def _praise(judgement: Judgement, seats: Mapping[Seat, str], speech: Speech) -> str:
    """Say what a good move does, or else what the tempting alternative would have done."""
    move, than = move_in_words(judgement.message, speech), move_in_words(judgement.than, speech)
    is_best = judgement.is_proved and not judgement.loss
    praise = speech.say("coach-best", move=move) if is_best else speech.say("coach-good", move=move)
    room = MOST_WORDS - len(praise.split())
    if why := reasons_in_words(judgement.reasons, seats, speech, room):
        return speech.say("coach-move", move=praise, why=why)
    if why := reasons_in_words(judgement.than_reasons, seats, speech, room - len(than.split())):
        return " ".join((f"{praise}.", speech.say("coach-worse", move=than, why=why)))
    return f"{praise}."


def better_move(judgement: Judgement, game: AnyGame, speech: Speech) -> str:
    """State the cost of a move, in points or in the result, and the best move; no cost if it is unproved."""
    best = move_in_words(judgement.best_message, speech)
    if not judgement.is_proved:
        return speech.say("coach-weaker", best=best)
    if game.has_margin:
        return speech.say("coach-costs", lost=cost_in_words(judgement.loss, game.name, speech), best=best)
    if judgement.best_value <= 0:
        return speech.say("coach-draw-gone", best=best)
    return (
        speech.say("coach-won-to-lost", best=best) if judgement.value < 0 else speech.say("coach-win-gone", best=best)
    )
