"""Advice: hints, the menu of candidate moves, the main ideas of a position, and conditional moves."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from bot.core.game.session import Session, Stage, plans_of
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, SECRET, SECRET_IN_PLACE, Button, Envelope, Message
from bot.core.view import buttons
from bot.core.view.boards import picture
from bot.core.view.buttons import FinishedButtons
from bot.core.view.names import (
    MOST_WORDS,
    in_words,
    instructive_reasons,
    margin_in_words,
    move_in_words,
    names,
    reasons_in_words,
    title,
)
from bot.core.view.news import result
from engines.game import AnyCandidate, Hint, M, Seat, lead
from engines.phrases import Phrase
from renderers import DRAWINGS

_PLACE = re.compile(r"([a-z])(?=[\d.])|(\d+)")
_NUMBERS = 5


def explanation(session: Session, speech: Speech, more: FinishedButtons) -> Message:
    """Explain a position without naming a move: score, turn and the game's ideas; at the end, the result."""
    board_picture, seats = picture(session, speech), names(session, speech)
    if session.stage is Stage.OVER:
        text = f"{title(session, speech)}\n{result(session, speech)}"
        return Message(text, board_picture, buttons=buttons.after_game(session, speech, more), envelope=PRIVATE)
    turn = DRAWINGS[session.game].turn_phrase(session.position)
    sentences = tuple(phrase for phrase in board_picture.scene.alt if phrase == turn or phrase.code == "picture-score")
    ideas = session.rules.ideas(session.position) if session.rules.ideas else ()
    text = " ".join(in_words(phrase, speech, seats) for phrase in (*sentences, *ideas))
    return Message(f"{title(session, speech)}\n{text}", board_picture, envelope=SECRET)


def hint(session: Session, advice: Hint[M], speech: Speech, step: str = "") -> Message:
    """Render a hint, or one step towards it: its idea or its region."""
    if step not in ("idea", "where"):
        return _whole_hint(session, advice, speech)
    if step == "idea":
        text, more = _idea(session, advice, speech), buttons.ply_button("where", "hint", session, speech, "where")
    else:
        text, more = _where(str(advice.move), speech), buttons.ply_button("the-move", "hint", session, speech, "move")
    return Message(text, picture(session, speech), buttons=((more,),), envelope=_secret(session, speech))


def _secret(session: Session, speech: Speech) -> Envelope:
    return Envelope(private=True, secret=True, about=title(session, speech))


def _idea(session: Session, advice: Hint[M], speech: Speech) -> str:
    """Return the first two reasons of a hint that do not reveal its move."""
    parts, seats = set(str(advice.move).split()), names(session, speech)
    reasons = instructive_reasons(advice.reasons)
    reasons = [each for each in reasons if not parts & {str(value) for _, value in each.fields}]
    if not reasons:
        return speech.say("hint-without-idea")
    return speech.say("hint-idea", reasons="; ".join(in_words(reason, speech, seats) for reason in reasons[:2]))


def _where(move: str, speech: Speech) -> str:
    """Name the column in which, or the number around which, a move begins."""
    place = _PLACE.search(move)
    if place is None:
        return speech.say("hint-where-word")
    if place[1]:
        return speech.say("hint-where-column", column=place[1])
    first = (int(place[2]) - 1) // _NUMBERS * _NUMBERS + 1
    return speech.say("hint-where-number", low=first, high=first + _NUMBERS - 1)


def _whole_hint(session: Session, advice: Hint[M], speech: Speech) -> Message:
    """Render the advised move, its value, the reasons and the expected line, with a button that plays the move."""
    seats = names(session, speech)
    lines = [speech.say("hint", move=move_in_words(str(advice.move), speech))]
    if why := reasons_of_hint(advice, seats, speech):
        lines.append(why)
    lines.append(_hint_value(session, advice, speech))
    if len(advice.line) > 1:
        lines.append(speech.say("line", moves=", ".join(move_in_words(str(move), speech) for move in advice.line[:8])))
    rows = (buttons.moves(session, [str(advice.move)], speech),)
    board_picture, envelope = picture(session, speech, advice.move), _secret(session, speech)
    return Message("\n".join(lines), board_picture, buttons=rows, envelope=envelope)


def reasons_of_hint(advice: Hint[M], seats: Mapping[Seat, str], speech: Speech) -> str:
    """Say what the advised move does, and if it fits, what the tempting alternative would do."""
    reasons = reasons_in_words(advice.reasons, seats, speech, MOST_WORDS - 1)
    why = speech.say("why", reasons=reasons) if reasons else ""
    than = "" if advice.than is None else move_in_words(str(advice.than), speech)
    room = MOST_WORDS - len(why.split()) - len(than.split())
    if instead := reasons_in_words(advice.than_reasons, seats, speech, room):
        return " ".join(filter(None, (why, speech.say("coach-worse", move=than, why=instead))))
    return why


def _hint_value(session: Session, advice: Hint[M], speech: Speech) -> str:
    """State the expected result for the reader and the points still to come, or that the hint is a guess."""
    is_even_guess = not session.rules.has_margin and not advice.is_proved and advice.value == 0
    if is_even_guess or any(reason.code == "guess" for reason in advice.reasons):
        return speech.say("value-guess")
    if session.rules.has_margin:
        return _margin(session, advice, speech)
    if not advice.is_proved:
        percent = min(_MOST_PERCENT, max(_STEP, round((50 + 50 * advice.value) / _STEP) * _STEP))
        return speech.say("value-even") if percent == _EVEN else speech.say("value-chance", percent=percent)
    if advice.value == 0:
        return speech.say("value-drawn")
    plies = next((dict(reason.fields)["plies"] for reason in advice.reasons if reason.code == "wins-in"), None)
    if advice.value > 0 and isinstance(plies, int):
        return in_words(Phrase("value-won-in", plies=plies), speech, {})
    return speech.say("value-won") if advice.value > 0 else speech.say("value-lost")


def _margin(session: Session, advice: Hint[M], speech: Speech) -> str:
    """State the reader's expected final margin, including points already won; estimates are rounded."""
    total = round(lead(session.position, session.position.turn) + advice.value)
    codes = {reason.code for reason in advice.reasons}
    if "proved-win-at-least" in codes:
        return speech.say("value-wins-at-least", total=total)
    if "proved-no-loss" in codes:
        return speech.say("value-no-loss")
    if "proved-loss-at-most" in codes:
        return speech.say("value-loses-at-most", total=-total)
    if not total:
        return speech.say("value-drawn") if advice.is_proved else speech.say("value-even")
    if advice.is_proved:
        return speech.say("value-wins", total=total) if total > 0 else speech.say("value-loses", total=-total)
    about = margin_in_words(abs(total), session.game, speech)
    return speech.say("value-ahead", total=about) if total > 0 else speech.say("value-behind", total=about)


_STEP, _EVEN, _MOST_PERCENT = 10, 50, 90


def ideas_menu(session: Session, candidates: Sequence[AnyCandidate], speech: Speech, as_text: bool = False) -> Message:
    """Render candidate moves, numbered, each with its gains and risks.

    The picture's alt text describes each move too; `as_text` puts these descriptions into the message instead.
    """
    numbered = list(enumerate(candidates, 1))
    seats, drawing, lines = names(session, speech), DRAWINGS[session.game], list[str]()
    for number, each in numbered:
        reasons = ", ".join(in_words(reason, speech, seats) for reason in (*each.gain, *each.risk))
        move = move_in_words(str(each.move), speech)
        lines.append(speech.say("idea-line", number=str(number), move=move, reasons=reasons))
    details = (drawing.description(session.position, each.move) for each in candidates)
    descriptions = [
        " ".join((line, *(in_words(phrase, speech, seats) for phrase in phrases)))
        for line, phrases in zip(lines, details, strict=True)
    ]
    head, foot = speech.say("ideas-shown"), speech.say("ideas-how")
    # a button types the move itself, so that a late press plays nothing else
    row = (Button(str(number), f"/move {buttons.tag(session)} {each.move}") for number, each in numbered)
    answer = Message("", buttons=buttons.rows_that_fit([row]), envelope=_secret(session, speech))
    if as_text:
        return replace(answer, text="\n".join((head, *descriptions, foot)))
    numbered_moves = [(str(number), each.move) for number, each in numbered]
    items = drawing.numbered_moves(session.position, numbered_moves)
    # a risk names the line that takes something back
    reply_texts = (dict(reason.fields).get("curve") for each in candidates for reason in each.risk)
    replies = [session.position.read(str(text)) for text in dict.fromkeys(filter(None, reply_texts))]
    board_picture = picture(session, speech, over=(*items, *drawing.answers(session.position, replies)))
    board_picture = replace(board_picture, alt=" ".join((board_picture.alt, *descriptions)))
    return replace(answer, text="\n".join((head, *lines, foot)), picture=board_picture)


_MOST_BUTTONS = 9


def plan_list(session: Session, seat: Seat, speech: Speech, is_overheard: bool) -> Message:
    """List a player's planned lines with buttons to drop them; `is_overheard` warns that others could read the text."""
    plans = plans_of(session.plans, seat)
    if not plans:
        turn, *answers = (move_in_words(each, speech) for each in islice(_example_moves(session, seat), 2))
        fields = {"turn": turn, "answer": (answers or [turn])[0], "title": title(session, speech)}
        return Message(speech.say("plans-none", **fields), envelope=SECRET_IN_PLACE)
    lines = [speech.say("plans", title=title(session, speech))]
    lines += (f"{number}. {plan_in_words(line, speech)}" for number, line in enumerate(plans, 1))
    if session.position.turn is seat:
        lines.append(speech.say("plans-after-yours"))
    if is_overheard:
        lines.append(speech.say("plans-overheard", game=session.code))
    numbers = range(1, min(len(plans), _MOST_BUTTONS) + 1)
    drop = [Button(speech.say("drop-plan", number=n), f"/if {buttons.tag(session)} off {n}") for n in numbers]
    every = Button(speech.say("drop-plans"), f"/if {buttons.tag(session)} off")
    rows = (*buttons.rows(drop), (every,)) if len(plans) > 1 else buttons.rows(drop)
    return Message("\n".join(lines), buttons=rows, envelope=SECRET_IN_PLACE)


def plan_in_words(line: Sequence[str], speech: Speech) -> str:
    """Return a conditional line in words that can also be typed."""
    turns, answers = ([move_in_words(text, speech) for text in line[start::2]] for start in (0, 1))
    pairs = zip(turns, answers, strict=True)
    return ", ".join(speech.say("plan-line", turn=turn, answer=answer) for turn, answer in pairs)


def _example_moves(session: Session, seat: Seat) -> Iterator[str]:
    """Yield an opponent's move that passes the turn and a reply to it; on the seat's turn, legal moves."""
    for move in islice(session.position.moves(), 40):
        result = session.position.play(move)
        if session.position.turn is not seat and result.turn is seat and result.outcome is None:
            yield from (str(move), *map(str, islice(result.moves(), 1)))
    yield from map(str, session.position.moves())
