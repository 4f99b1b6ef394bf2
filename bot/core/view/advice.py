"""What is worth playing and why: hints, at once or step by step, and what matters in a position."""

from __future__ import annotations

import re

from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, Envelope, Message, Picture
from bot.core.view import buttons
from bot.core.view.boards import board_in_words, picture, result
from bot.core.view.names import in_words, names, title
from engines.game import Hint, M
from engines.phrases import Value
from renderers import DRAWINGS

_PLACE = re.compile(r"([a-z])(?=[\d.])|(\d+)")
_NUMBERS = 5


def why(session: Session, speech: Speech) -> Message:
    """What matters in a position, without a move: the score, the turn, the game's ideas; at the end, how it ended."""
    scene, seats = picture(session, speech), names(session, speech)
    alt = board_in_words(scene, session, speech)
    if session.stage is Stage.OVER:
        said = f"{title(session, speech)}\n{result(session, speech)}"
        return Message(said, Picture(scene, alt), buttons=buttons.after_game(session, speech), envelope=PRIVATE)
    due = DRAWINGS[session.game].due(session.position)
    sentences = tuple(phrase for phrase in scene.alt if phrase == due or phrase.code == "picture-score")
    ideas = session.rules.ideas(session.position) if session.rules.ideas else ()
    said = " ".join(in_words(phrase, speech, seats) for phrase in (*sentences, *ideas))
    return Message(f"{title(session, speech)}\n{said}", Picture(scene, alt), envelope=PRIVATE)


def hint(session: Session, given: Hint[M], speech: Speech, step: str = "") -> Message:
    """A hint, or one step on the way to it."""
    if step not in ("idea", "where"):
        return _whole_hint(session, given, speech)
    scene = picture(session, speech)
    is_idea = step == "idea"
    said = _idea(session, given, speech) if is_idea else _where(str(given.move), speech)
    further = buttons.to_where(session, speech) if is_idea else buttons.to_move(session, speech)
    alt = board_in_words(scene, session, speech)
    return Message(
        said, Picture(scene, alt), buttons=further, envelope=Envelope(private=True, about=title(session, speech))
    )


def _idea(session: Session, given: Hint[M], speech: Speech) -> str:
    """The first reasons of a hint that do not name a part of its move."""
    parts, seats = set(str(given.move).split()), names(session, speech)
    hidden = [reason for reason in given.reasons if not parts & {str(value) for _, value in reason.fields}]
    if not hidden:
        return speech.say("hint-without-idea")
    return speech.say("hint-idea", reasons="; ".join(in_words(reason, speech, seats) for reason in hidden[:2]))


def _where(move: str, speech: Speech) -> str:
    """The column in which a move begins, or about which number."""
    found = _PLACE.search(move)
    if found is None:
        return speech.say("hint-where-word")
    if found[1]:
        return speech.say("hint-where-column", column=found[1])
    low = (int(found[2]) - 1) // _NUMBERS * _NUMBERS + 1
    return speech.say("hint-where-number", low=low, high=low + _NUMBERS - 1)


def _whole_hint(session: Session, given: Hint[M], speech: Speech) -> Message:
    """The move advised, what it is worth, why, and the line expected; with the board and a button that plays it."""
    seats = names(session, speech)
    scene = picture(session, speech, given.move)
    lines = [speech.say("hint", move=buttons.move_label(str(given.move), speech))]
    if given.reasons:
        lines.append(speech.say("why", reasons="; ".join(in_words(reason, speech, seats) for reason in given.reasons)))
    lines.append(_worth(session, given, speech))
    if len(given.line) > 1:
        lines.append(
            speech.say("line", moves=", ".join(buttons.move_label(str(move), speech) for move in given.line[:8]))
        )
    return Message(
        "\n".join(lines),
        Picture(scene, board_in_words(scene, session, speech)),
        buttons=(buttons.moves(session, [str(given.move)], speech),),
        envelope=Envelope(private=True, about=title(session, speech)),
    )


def _worth(session: Session, given: Hint[M], speech: Speech) -> str:
    """The value in the game's own words: so many boxes, dots or points; elsewhere won, drawn, lost, or a chance; of a
    guess, that it is one."""
    is_even_guess = not session.rules.margin and not given.proved and given.value == 0
    if is_even_guess or any(reason.code == "guess" for reason in given.reasons):
        return speech.say("value-guess")
    if session.rules.margin:
        fields: dict[str, Value] = {"value": speech.signed(given.value), "unit": session.game}
        return speech.say("value-proved", **fields) if given.proved else speech.say("value-estimate", **fields)
    if not given.proved:
        return speech.say("value-chance", percent=min(99, max(1, round(50 + 50 * given.value))))
    if given.value == 0:
        return speech.say("value-drawn")
    return speech.say("value-won") if given.value > 0 else speech.say("value-lost")
