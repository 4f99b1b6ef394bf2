"""Boards for one person in any form, lists of moves, and the menus that lead to a move."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.core.boards.occasions import spot_of
from bot.core.boards.showing import newest_notes, rendered_board
from bot.core.commands.playing import Form, ListMoves, Pick, ShowBoard, ShowMore
from bot.core.game.audience import reads_in
from bot.core.game.events import Followed, LogEntry
from bot.core.game.referee import Play, check_on_turn, require_running
from bot.core.game.requests import GameReference
from bot.core.game.session import Session, Stage
from bot.core.handlers.bare_text import QUESTION_SECONDS, asked_buttons
from bot.core.handlers.changes import in_place_of_question, inline_board_message, play, show_again
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.ports.platform import Message
from bot.core.ports.store import ALOUD, of_person
from bot.core.repository import retry
from bot.core.view import answers
from bot.core.view.boards import board, public_message, with_notes, with_time_left
from bot.core.view.buttons import FinishedButtons
from bot.core.view.move_menus import HALF, halves_of, menu_after, menu_commands
from bot.core.view.notices import with_unreached_players
from engines.refusals import Illegal


async def show_board(services: Services, session: Session, request: ShowBoard, interaction: Interaction) -> Answers:
    """Show the board again in its chat, in a private chat that then follows the game, or to the person alone."""
    if _wants_to_follow(session, request, interaction):
        await _follow(services, session, interaction)
        return ()
    if request.is_picture and await wants_boards_in_words(services, interaction):
        request = replace(request, form=Form.TEXT)
    if _shows_again(session, request, interaction):
        await show_again(services, session, interaction.incoming.chat)
        return ()
    # In a thread, since rendering may search the position.
    message = await asyncio.to_thread(_board, session, request, interaction, services.finished_buttons)
    if interaction.team:
        for notes in await newest_notes(services, session, interaction.team.chat, interaction.words):
            message = with_notes(message, session, notes)
    message = with_unreached_players(message, session, interaction.incoming.person, interaction.words)
    message = with_time_left(message, session, interaction.at, interaction.words)
    return in_place_of_question((message,), request, interaction)


async def wants_boards_in_words(services: Services, interaction: Interaction) -> bool:
    """Return whether the person wants boards in words."""
    choices = await services.store.settings.choices(of_person(interaction.incoming.person))
    return choices.get(ALOUD) == Form.TEXT


def _shows_again(session: Session, request: ShowBoard, interaction: Interaction) -> bool:
    """Return whether a player asks for the board in its chat, where everyone sees it again.

    A button under the board names the ply; any other button shows the board to the person alone.
    """
    is_player = session.seat_of(interaction.player) is not None
    if not (request.is_picture and is_player and session.places.find_chat(interaction.incoming.chat.key)):
        return False
    if request.reference.ply is not None:
        return session.stage in (Stage.RUNNING, Stage.OVER)
    return session.stage is Stage.RUNNING and not interaction.incoming.pressed


def _wants_to_follow(session: Session, request: ShowBoard, interaction: Interaction) -> bool:
    """Return whether a player asks in private for a board in an inline message or a lost chat."""
    incoming, places = interaction.incoming, session.places
    is_playing = session.stage is Stage.RUNNING and session.seat_of(incoming.person) is not None
    if not (is_playing and request.is_picture and incoming.in_private) or places.find_chat(incoming.chat.key):
        return False
    own_chats = (chat for chat in places.chats if reads_in(session, incoming.person, chat))
    return places.chat.inline or all(chat.key in places.closed_chats for chat in own_chats)


async def _follow(services: Services, session: Session, interaction: Interaction) -> None:
    """Add the player's private chat to the chats where the game is shown and played."""
    seat, chat = session.seat_of(interaction.incoming.person), interaction.incoming.chat
    assert seat is not None
    await services.store.settings.remember_chat(interaction.known.chat, chat)
    event = Followed(interaction.at, seat, chat, interaction.words.language)

    async def attempt(session: Session) -> Session | None:
        if session.places.find_chat(chat.key):
            return session
        entry = services.store.boards.entry(chat.key, session.code, interaction.at)
        if after := await services.games.append(session, LogEntry((event,), interaction.incoming.cause), [entry]):
            services.delivery.soon(entry)
        return after

    await retry(session, attempt, services.games.load)


def _board(session: Session, request: ShowBoard, interaction: Interaction, more: FinishedButtons) -> Message:
    """Render the board in the requested form; a game that has not started looks the same to everyone."""
    words = interaction.words
    if session.stage in (Stage.OFFERED, Stage.OFF, Stage.FILED):
        return _private_copy(public_message(session, words, interaction.incoming.chat))
    if request.place:
        return answers.place_in_words(session, request.place, words)
    match request.form:
        case Form.TEXT:
            return answers.board_in_words(session, words)
        case Form.CHARACTERS:
            return answers.board_in_characters(session, words)
        case Form.CHANGES:
            return answers.board_changes(session, session.seat_of(interaction.player), words)
        case _:
            reader = interaction.team.chat if interaction.team else interaction.incoming.person
            return _private_copy(board(session, words, reader, more))


def _private_copy(message: Message) -> Message:
    """Return a public message addressed to one person alone."""
    return replace(message, mention=None, envelope=replace(message.envelope, private=True))


async def list_moves(services: Services, session: Session, request: ListMoves, interaction: Interaction) -> Answers:
    """List the legal moves, or those that contain a part."""
    message = await asyncio.to_thread(answers.moves, require_running(session), interaction.words, request.part)
    return in_place_of_question((message,), request, interaction)


async def show_more(services: Services, session: Session, request: ShowMore, interaction: Interaction) -> Answers:
    """Show the less frequent actions in a running game."""
    message = answers.more_menu(require_running(session), interaction.player, interaction.words)
    return in_place_of_question((message,), request, interaction)


async def pick(services: Services, session: Session, request: Pick, interaction: Interaction) -> Answers:
    """Show the next step of the move menu, only to the player to move; a menu on the board stays there.

    The members of a team share its board, so that each has the menu in private.
    """
    if len(request.steps) == 1 and request.steps[0].startswith(HALF):
        return await _pick_half(services, session, request.steps[0].removeprefix(HALF), request, interaction)
    check_on_turn(session, interaction.player, request.reference.ply)
    if interaction.incoming.chat.inline:
        return (inline_board_message(services, session, interaction, request.steps),)
    here = session.places.find_chat(interaction.incoming.chat.key)
    is_on_board = interaction.team is None and interaction.known.replied_to == session.code
    if here and request.steps and is_on_board:
        spot = await spot_of(services, session, here)
        return (answers.menu_on_board(await rendered_board(spot), session, request.steps, spot.words),)
    menu = menu_after(session.rules, session.position, request.steps)
    if menu is None:
        return (answers.moves(session, interaction.words),)
    return (answers.move_menu(session, menu, request.steps, interaction.words),)


async def _pick_half(
    services: Services, session: Session, half: str, request: Pick, interaction: Interaction
) -> Answers:
    """Play the move of this half and the one that the player pressed before, or note this one."""
    if session.follows_from(interaction.incoming.cause):
        return ()
    check_on_turn(session, interaction.player, request.reference.ply)
    halves = await asyncio.to_thread(halves_of, session.rules, session.position)
    line = f"{menu_commands(session).picks} {HALF}"
    asked = (each.types for each in asked_buttons(interaction, QUESTION_SECONDS))
    before = next((types.removeprefix(line) for types in asked if types.startswith(line)), "")
    if move := halves.move(before, half):
        return await play(services, session, Play(GameReference(session.code, session.ply), move), interaction)
    if half not in (*halves.first, *halves.second):
        raise Illegal("game-moved-on", game=session.code)
    if before in halves.first and half in halves.second:
        return (answers.confirm_half(before, session, interaction.words, other=half),)
    return (answers.confirm_half(half, session, interaction.words),)
