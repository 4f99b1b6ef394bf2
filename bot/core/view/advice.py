"""Advice: hints, the menu of moves worth considering, what matters in a position, and conditional moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from bot.core.game.planning import plans_of
from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, SECRET, SECRET_IN_PLACE, Button, Envelope, Message
from bot.core.view import buttons
from bot.core.view.boards import picture
from bot.core.view.buttons import FinishedButtons, no_buttons
from bot.core.view.names import in_words, margin_in_words, move_in_words, names, teaching, title
from bot.core.view.news import result
from engines.game import AnyCandidate, AnyMove, Hint, M, Seat, lead
from engines.phrases import Phrase
from renderers import DRAWINGS

_PLACE = re.compile(r"([a-z])(?=[\d.])|(\d+)")
_NUMBERS = 5


def why(session: Session, speech: Speech, more: FinishedButtons = no_buttons) -> Message:
    """What matters in a position, without a move: the score, the turn, the game's ideas; at the end, how it ended."""
    drawn, seats = picture(session, speech), names(session, speech)
    if session.stage is Stage.OVER:
        said = f"{title(session, speech)}\n{result(session, speech)}"
        return Message(said, drawn, buttons=buttons.after_game(session, speech, more), envelope=PRIVATE)
    due = DRAWINGS[session.game].turn_phrase(session.position)
    sentences = tuple(phrase for phrase in drawn.scene.alt if phrase == due or phrase.code == "picture-score")
    ideas = session.rules.ideas(session.position) if session.rules.ideas else ()
    said = " ".join(in_words(phrase, speech, seats) for phrase in (*sentences, *ideas))
    return Message(f"{title(session, speech)}\n{said}", drawn, envelope=SECRET)


def hint(session: Session, given: Hint[M], speech: Speech, step: str = "") -> Message:
    """A hint, or one step on the way to it."""
    if step not in ("idea", "where"):
        return _whole_hint(session, given, speech)
    is_idea = step == "idea"
    said = _idea(session, given, speech) if is_idea else _where(str(given.move), speech)
    further = buttons.to_where(session, speech) if is_idea else buttons.to_move(session, speech)
    envelope = Envelope(private=True, secret=True, about=title(session, speech))
    return Message(said, picture(session, speech), buttons=further, envelope=envelope)


def _idea(session: Session, given: Hint[M], speech: Speech) -> str:
    """The first reasons of a hint that do not name a part of its move."""
    parts, seats = set(str(given.move).split()), names(session, speech)
    hidden = [reason for reason in teaching(given.reasons) if not parts & {str(value) for _, value in reason.fields}]
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
    lines = [speech.say("hint", move=move_in_words(str(given.move), speech))]
    if reasons := teaching(given.reasons):
        lines.append(speech.say("why", reasons="; ".join(in_words(reason, speech, seats) for reason in reasons)))
    lines.append(_worth(session, given, speech))
    if len(given.line) > 1:
        lines.append(speech.say("line", moves=", ".join(move_in_words(str(move), speech) for move in given.line[:8])))
    return Message(
        "\n".join(lines),
        picture(session, speech, given.move),
        buttons=(buttons.moves(session, [str(given.move)], speech),),
        envelope=Envelope(private=True, secret=True, about=title(session, speech)),
    )


def _worth(session: Session, given: Hint[M], speech: Speech) -> str:
    """The one result of a hint: how the game ends for the asker, and what of that is still to come; of a guess, that it
    is one."""
    is_even_guess = not session.rules.has_margin and not given.is_proved and given.value == 0
    if is_even_guess or any(reason.code == "guess" for reason in given.reasons):
        return speech.say("value-guess")
    if session.rules.has_margin:
        return _margin(session, given, speech)
    if not given.is_proved:
        return _chance(given.value, speech)
    if given.value == 0:
        return speech.say("value-drawn")
    plies = next((dict(reason.fields)["plies"] for reason in given.reasons if reason.code == "wins-in"), None)
    if given.value > 0 and isinstance(plies, int):
        return in_words(Phrase("value-won-in", plies=plies), speech, {})
    return speech.say("value-won") if given.value > 0 else speech.say("value-lost")


def _margin(session: Session, given: Hint[M], speech: Speech) -> str:
    """By how much the asker wins or loses at the end, points already made included; a guess in whole points."""
    ahead = lead(session.position, session.position.turn)
    total = round(ahead + given.value)
    codes = {reason.code for reason in given.reasons}
    if "proved-win-at-least" in codes:
        return speech.say("value-wins-at-least", total=total)
    if "proved-no-loss" in codes:
        return speech.say("value-no-loss")
    if "proved-loss-at-most" in codes:
        return speech.say("value-loses-at-most", total=-total)
    said = _ends_by(total, session.game, speech, given.is_proved)
    if not (given.is_proved and ahead and given.value):
        return said
    return f"{said} {speech.say('value-from-here', value=speech.signed_number(given.value))}"


def _ends_by(total: int, game: str, speech: Speech, proved: bool) -> str:
    """A margin at the end, proved or about that."""
    if not total:
        return speech.say("value-drawn") if proved else speech.say("value-even")
    if proved:
        return speech.say("value-wins", total=total) if total > 0 else speech.say("value-loses", total=-total)
    about = margin_in_words(abs(total), game, speech)
    return speech.say("value-ahead", total=about) if total > 0 else speech.say("value-behind", total=about)


def _chance(value: float, speech: Speech) -> str:
    """A chance to win in steps of ten percent."""
    percent = min(_MOST_PERCENT, max(_STEP, round((50 + 50 * value) / _STEP) * _STEP))
    return speech.say("value-even") if percent == _EVEN else speech.say("value-chance", percent=percent)


_STEP, _EVEN, _MOST_PERCENT = 10, 50, 90


def ideas_menu(session: Session, found: Sequence[AnyCandidate], speech: Speech, as_text: bool = False) -> Message:
    """Each move under its number, with what it gains and risks; in the picture's alt text, or `as_text`, also what it
    looks like."""
    said = [_idea_line(number, each, session, speech) for number, each in enumerate(found, 1)]
    told = [" ".join((line, *_looks(session, each, speech))) for line, each in zip(said, found, strict=True)]
    head, foot = speech.say("ideas-shown"), speech.say("ideas-how")
    about, rows = title(session, speech), (_numbers(session, found),)
    if as_text:
        return Message(
            "\n".join((head, *told, foot)), buttons=rows, envelope=Envelope(private=True, secret=True, about=about)
        )
    numbered = [(str(number), each.move) for number, each in enumerate(found, 1)]
    drawing = DRAWINGS[session.game]
    answers = drawing.answers(session.position, [*_refuting(session, found)])
    drawn = picture(session, speech, over=(*drawing.numbered_moves(session.position, numbered), *answers))
    drawn = replace(drawn, alt=" ".join((drawn.alt, *told)))
    return Message(
        "\n".join((head, *said, foot)), drawn, buttons=rows, envelope=Envelope(private=True, secret=True, about=about)
    )


_REPLY = "curve"
"""The field in which a risk names the line that takes something back."""


def _refuting(session: Session, found: Sequence[AnyCandidate]) -> Iterator[AnyMove]:
    """The replies that the risks of these moves name, each once."""
    named = (dict(reason.fields).get(_REPLY) for each in found for reason in each.risk)
    for text in dict.fromkeys(filter(None, named)):
        yield session.position.read(str(text))


def _idea_line(number: int, each: AnyCandidate, session: Session, speech: Speech) -> str:
    seats = names(session, speech)
    reasons = ", ".join(in_words(reason, speech, seats) for reason in (*each.gain, *each.risk))
    move = move_in_words(str(each.move), speech)
    return speech.say("idea-line", number=str(number), move=move, reasons=reasons)


def _looks(session: Session, each: AnyCandidate, speech: Speech) -> Iterator[str]:
    seats = names(session, speech)
    phrases = DRAWINGS[session.game].description(session.position, each.move)
    return (in_words(phrase, speech, seats) for phrase in phrases)


def _numbers(session: Session, found: Sequence[AnyCandidate]) -> buttons.Row:
    """A button for each move, which types the move itself: pressed too late it plays nothing else."""
    made = (Button(str(number), f"/move {buttons.tag(session)} {each.move}") for number, each in enumerate(found, 1))
    return tuple(filter(buttons.fits, made))


_MOST_BUTTONS = 9


def plans_listed(session: Session, seat: Seat, speech: Speech, overheard: bool = False) -> Message:
    """Every line with its number, and a button that drops it; without any, how one is typed.

    `overheard`: others could read what was typed just now.
    """
    own = plans_of(session, seat)
    if not own:
        return Message(_how_to_plan(session, seat, speech), envelope=SECRET_IN_PLACE)
    lines = [speech.say("plans", title=title(session, speech))]
    lines += (f"{number}. {plan_in_words(line, speech)}" for number, line in enumerate(own, 1))
    if session.position.turn is seat:
        lines.append(speech.say("plans-after-yours"))
    if overheard:
        lines.append(speech.say("plans-overheard", game=session.code))
    return Message("\n".join(lines), buttons=_drop_buttons(session, len(own), speech), envelope=SECRET_IN_PLACE)


def plan_in_words(line: Sequence[str], speech: Speech) -> str:
    """A line as one says it, and can type it."""
    pairs = zip(line[::2], line[1::2], strict=True)
    return ", ".join(_clause(turn, answer, speech) for turn, answer in pairs)


def _clause(turn: str, answer: str, speech: Speech) -> str:
    return speech.say("plan-line", turn=move_in_words(turn, speech), answer=move_in_words(answer, speech))


def _how_to_plan(session: Session, seat: Seat, speech: Speech) -> str:
    found = list(islice(_likely(session, seat), 2))
    fields = {"turn": move_in_words(found[0], speech), "answer": move_in_words(found[-1], speech)}
    return speech.say("plans-none", title=title(session, speech), **fields)


def _likely(session: Session, seat: Seat) -> Iterator[str]:
    """A move of the other that passes the turn, and an answer to it; on one's own turn, moves that one has oneself."""
    for move in islice(session.position.moves(), 40):
        after = session.position.play(move)
        if session.position.turn is not seat and after.turn is seat and after.outcome is None:
            yield from (str(move), *map(str, islice(after.moves(), 1)))
    yield from map(str, session.position.moves())


def _drop_buttons(session: Session, count: int, speech: Speech) -> tuple[buttons.Row, ...]:
    each = (
        Button(speech.say("drop-plan", number=number), f"/if {buttons.tag(session)} off {number}")
        for number in range(1, min(count, _MOST_BUTTONS) + 1)
    )
    every = Button(speech.say("drop-plans"), f"/if {buttons.tag(session)} off")
    return (*buttons.rows(each), (every,)) if count > 1 else buttons.rows(each)
