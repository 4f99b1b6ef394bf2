"""Messages that show a game in one of its chats, and what features note on them."""

import asyncio
from dataclasses import replace

from bot.core.boards.context import Context
from bot.core.boards.occasions import Spot
from bot.core.commands.playing import Form
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import Message
from bot.core.ports.store import ALOUD
from bot.core.view import boards
from bot.core.view.boards import BoardNotes
from bot.core.view.inline_board import inline_board
from bot.core.view.notices import with_unreached_players

Notes = tuple[BoardNotes, ...]


async def speech_to(context: Context, session: Session, person: Person) -> Speech:
    """Return the language that a player chose, else that of their messages."""
    place = await context.store.boards.place(session.places.chat.key, session.code, person.key)
    return speech(place.reader_language or person.language)


async def rendered_board(spot: Spot) -> Message:
    """Return the message that shows a game in one of its chats, with the notes of features on a board of teams."""
    board = await asyncio.to_thread(_render, spot)
    notes = await newest_notes(spot.context, spot.session, spot.here, spot.words) if spot.session.places.teams else ()
    for each in notes:
        board = boards.with_notes(board, spot.session, each)
    return board


async def newest_notes(context: Context, session: Session, chat: Chat, words: Speech) -> Notes:
    """Return what features add to a game's board in a chat."""
    notes = [await take(context, session, chat, words) for take in context.note_takers]
    return tuple(filter(None, notes))


def _render(spot: Spot) -> Message:
    """Return the message for the newest state of a game, with links to its challenge and its page."""
    session, here, words, platform = spot.session, spot.here, spot.words, spot.platform
    link = platform.invitation(session.code, to_group=bool(session.places.teams))
    if here.inline:
        board = inline_board(session, words, here, link, more=spot.context.finished_buttons)
        board = boards.with_time_left(board, session, spot.context.now(), words)
    elif spot.is_in_doubt:
        board = boards.uncertain_delivery(session, words)
    else:
        board = _chat_board(spot, link)
    if platform.opens_page and session.stage is Stage.RUNNING:
        return boards.with_page(board, platform.page(spot.chat), words)
    return board


def _chat_board(spot: Spot, link: str) -> Message:
    """Return the newest board as its chat wants it: in words for a reader who chose them, without pings if silent."""
    session, here, words = spot.session, spot.here, spot.words
    message = boards.public_message(session, words, here, link, spot.context.finished_buttons)
    message = with_unreached_players(message, session, here, words)
    message = boards.with_time_left(message, session, spot.context.now(), words)
    if spot.place.reader_choices.get(ALOUD) == Form.TEXT:
        message = boards.as_words(message, session, words)
    is_greeted = spot.place.shown is None and session.places.is_thread(here)  # the thread's greeting has just pinged
    return replace(message, mention=None) if is_greeted or spot.is_silent else message
