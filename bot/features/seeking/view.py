"""Seeks in words: the post in a chat, the list, and the answers to people who open, take or end one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.core.commands.setup import Setup, command_line
from bot.core.game.clocks import TIME, pace_of
from bot.core.game.session import Session, Stage
from bot.core.game.terms import THREAD
from bot.core.language.speech import Speech
from bot.core.ports.platform import PRIVATE, REFUSED, Button, Envelope, Message
from bot.core.view.buttons import Row, button, fits, notice, rows, rows_that_fit
from bot.core.view.names import game_title, name_of, span, terms_in_words
from engines import GAMES

_LONGEST_NAME = 20
"""The characters of a name on a button, beside the name of the game."""


def post(seeks: Sequence[Session], speech: Speech, is_private: bool) -> Message:
    """Return the message that a chat is shown of open seeks, with a button for each; in private, they may be ended."""
    end = ((button("no-seeks", "/notify seeks off", speech),),) if is_private else ()
    return Message("\n".join(_lines(seeks, speech)), buttons=(*_take_rows(seeks, speech), *end))


def seek_list(
    others: Sequence[Session], own: Sequence[Session], games: Sequence[str], left: int, next_page: int, speech: Speech
) -> Message:
    """Return a page of the list of open seeks, with the ways to begin one or to end the reader's own.

    If any seeks are `left`, they go on at the `next_page`.
    """
    lines, below = [*(_lines(others, speech) if others else (speech.say("no-seeks"),))], list[Row]()
    if left > 0:
        lines.append(speech.say("more-seeks", count=left))
        below.append((button("more-seeks", f"/seek more {next_page}", speech),))
    lines += [speech.say("seek-is-on", title=_title(each, speech)) for each in own] or [speech.say("seek-which-game")]
    below += rows((_stop(speech),) if own else _games(games, speech))
    envelope = Envelope(private=True, stays=True)
    return Message("\n".join(lines), buttons=rows_that_fit((*_take_rows(others, speech), *below)), envelope=envelope)


def opening(session: Session, others: Sequence[Session], speech: Speech) -> Message:
    """Tell the author of a seek how long it lasts, how to end it, and who else is looking."""
    lasts = span(60.0 * round((session.start.expires - session.start.at) / 60), speech)
    text = speech.say("seek-opened", title=_title(session, speech), span=lasts)
    buttons = (*_take_rows(others, speech), *rows((_stop(speech),)))
    return Message("\n".join((text, *_lines(others, speech))), buttons=buttons, envelope=PRIVATE)


def unanswered(session: Session, speech: Speech) -> Message:
    """Return the notice that a seek ran out, which offers it again, a wider one, and the bot."""
    again = button("seek-again", f"/seek again {session.code}", speech)
    usual = button("usual-options", f"/seek {session.game}", speech)
    wider = usual if _has_special_options(session) else button("other-games", "/seek", speech)
    setup = Setup(session.game, _special_settings(session), terms=session.terms)
    bot = button("play-bot", command_line(setup), speech)
    bot = bot if fits(bot) else replace(bot, types=f"/challenge bot {session.game}")
    text = speech.say("seek-unanswered", title=_title(session, speech))
    return Message(text, buttons=((again, wider), (bot,)))


def own_seek(session: Session, speech: Speech) -> Message:
    """Tell the author that another person has to take the seek."""
    return notice("seek-is-yours", speech, _stop(speech), envelope=REFUSED, title=_title(session, speech))


def ending(games: Sequence[str], speech: Speech) -> Message:
    """Tell the author that the seek has ended."""
    return Message(speech.say("seek-ended"), buttons=rows(_games(games, speech)), envelope=PRIVATE)


def too_late(session: Session | None, others: Sequence[Session], games: Sequence[str], speech: Speech) -> Message:
    """Tell a person that a seek has ended, and what to press instead: other seeks, or one for the same game."""
    is_taken = session is not None and session.stage in (Stage.RUNNING, Stage.OVER, Stage.FILED)
    text = speech.say("seek-taken") if is_taken else speech.say("seek-is-over")
    again = _games(games, speech)
    if session and session.game in games:
        again = (button("seek", f"/seek {session.game}", speech),)
    buttons = rows_that_fit((*_take_rows(others, speech), *rows(again)))
    return Message("\n".join((text, *_lines(others, speech))), buttons=buttons, envelope=REFUSED)


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
    """Return a button for each seek, which tells the person and the game without the text above it."""
    buttons = list[Button]()
    for number, session in enumerate(seeks, 1):
        name, game = name_of(session.challenger, speech), speech.say(f"game-{session.game}")
        name = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
        label = speech.say("button-take-seek", name=name, game=game) if len(seeks) == 1 else f"{number}. {name}: {game}"
        buttons.append(Button(label, f"/seek take {session.code}"))
    return rows(buttons, wide=1)


def _has_special_options(session: Session) -> bool:
    """Return whether fewer people may want to play this game than the game with its usual options."""
    pace = pace_of(session.terms)
    has_terms = bool(session.terms.without(TIME, THREAD).pairs) or (pace is not None and pace.ticks)
    return has_terms or bool(_special_settings(session))


def _special_settings(session: Session) -> dict[str, str]:
    defaults = {each.key: each.default for each in GAMES[session.game].settings}
    return {key: value for key, value in session.settings if value != defaults.get(key)}


def _title(session: Session, speech: Speech) -> str:
    return game_title(session.game, session.settings, speech)


def _stop(speech: Speech) -> Button:
    return button("stop-seeking", "/seek cancel", speech)


def _games(games: Sequence[str], speech: Speech) -> Row:
    return tuple(Button(speech.say(f"game-{game}"), f"/seek {game}") for game in games)
