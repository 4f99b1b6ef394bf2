"""Seeks in words: the post in a chat, the list, and the answers to people who open, take or end one."""

from collections.abc import Iterator, Sequence

from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, REFUSED, Button, Envelope, Message
from bot.core.view.buttons import Row, notice, rows, rows_that_fit
from bot.core.view.names import game_title, name_of, span, terms_in_words
from engines import GAMES


def post(seeks: Sequence[Session], speech: Speech, is_private: bool) -> Message:
    """Return the message that a chat is shown of open seeks, with a button for each; in private, they may be ended."""
    end = (Button(speech.say("button-no-seeks"), "/notify seeks off"),) if is_private else ()
    rows = (*_take_rows(seeks, speech), end)
    return Message("\n".join(_lines(seeks, speech)), buttons=tuple(filter(None, rows)))


def seek_list(others: Sequence[Session], own: Sequence[Session], is_pressed: bool, speech: Speech) -> Message:
    """Return the list of open seeks, with the ways to begin one or to end the reader's own."""
    lines = [*(_lines(others, speech) if others else (speech.say("no-seeks"),))]
    lines += [speech.say("seek-is-on", title=_title(each, speech)) for each in own] or [speech.say("seek-which-game")]
    below = rows((_stop(speech),) if own else _games(speech))
    envelope = Envelope(private=True, stays=True, update=is_pressed)
    return Message("\n".join(lines), buttons=rows_that_fit((*_take_rows(others, speech), *below)), envelope=envelope)


def opening(session: Session, others: Sequence[Session], speech: Speech) -> Message:
    """Tell the author of a seek how long it lasts, how to end it, and who else is looking."""
    lasts = span(60.0 * round((session.start.expires - session.start.at) / 60), speech)
    text = speech.say("seek-opened", title=_title(session, speech), span=lasts)
    buttons = (*_take_rows(others, speech), *rows((_stop(speech),)))
    return Message("\n".join((text, *_lines(others, speech))), buttons=buttons, envelope=PRIVATE)


def own_seek(session: Session, speech: Speech) -> Message:
    """Tell the author that another person has to take the seek."""
    return notice("seek-is-yours", speech, _stop(speech), envelope=REFUSED, title=_title(session, speech))


def ending(speech: Speech) -> Message:
    """Tell the author that the seek has ended."""
    return Message(speech.say("seek-ended"), buttons=rows(_games(speech)), envelope=PRIVATE)


def too_late(session: Session | None, others: Sequence[Session], speech: Speech) -> Message:
    """Tell a person that a seek has ended, and what to press instead: other seeks, or one for the same game."""
    is_taken = session is not None and session.stage in (Stage.RUNNING, Stage.OVER, Stage.FILED)
    text = speech.say("seek-taken") if is_taken else speech.say("seek-is-over")
    again = (Button(speech.say("button-seek"), f"/seek {session.game}"),) if session else _games(speech)
    lines = (text, *(_lines(others, speech) if others else ()))
    buttons = rows_that_fit((*_take_rows(others, speech), *rows(again)))
    return Message("\n".join(lines), buttons=buttons, envelope=REFUSED)


def own_game(session: Session, speech: Speech) -> Message:
    """Tell a player that the game of the seek has begun, and where it is."""
    board = Button(speech.say("button-show-board", game=session.code), f"/board {session.code}")
    return notice("already-accepted", speech, board, envelope=REFUSED, game=session.code)


def _lines(seeks: Sequence[Session], speech: Speech) -> Iterator[str]:
    for number, session in enumerate(seeks, 1):
        name, terms = name_of(session.challenger, speech), " ".join(terms_in_words(session.terms, speech))
        line = speech.say("seek-line", name=name, title=_title(session, speech))
        yield " ".join(filter(None, (f"{number}." if len(seeks) > 1 else "", line, terms)))


def _take_rows(seeks: Sequence[Session], speech: Speech) -> tuple[Row, ...]:
    if len(seeks) == 1:
        return ((Button(speech.say("button-accept"), f"/seek take {seeks[0].code}"),),)
    labels = (f"{number}. {speech.say(f'game-{session.game}')}" for number, session in enumerate(seeks, 1))
    return rows(Button(label, f"/seek take {each.code}") for label, each in zip(labels, seeks, strict=True))


def _title(session: Session, speech: Speech) -> str:
    return game_title(session.game, session.settings, speech)


def to_list(speech: Speech) -> Button:
    """Return the button that shows who is looking for an opponent."""
    return Button(speech.say("button-seek"), "/seek")


def _stop(speech: Speech) -> Button:
    return Button(speech.say("button-stop-seeking"), "/seek cancel")


def _games(speech: Speech) -> Row:
    return tuple(Button(speech.say(f"game-{game}"), f"/seek {game}") for game in GAMES)
