"""Boards for one person in any form, also to touch, lists of moves, and the menus that lead to a move."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.core.boards.occasions import spot_of
from bot.core.boards.showing import newest_notes, rendered_board
from bot.core.commands.playing import Form, ListMoves, Pick, ShowBoard, ShowMore
from bot.core.game.audience import reads_in
from bot.core.game.events import Followed, LogEntry
from bot.core.game.pauses import platforms_of
from bot.core.game.people import Chat, Person
from bot.core.game.referee import Play, check_on_turn, require_running
from bot.core.game.requests import GameReference, read_code
from bot.core.game.session import Session, Stage, has_ticking_clock
from bot.core.handlers.bare_text import QUESTION_SECONDS, asked_buttons
from bot.core.handlers.changes import in_place_of_question, inline_board_message, play, show_again
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech, speech
from bot.core.ports.page import Past, Touch, Touchable, Touching, Verdict
from bot.core.ports.platform import Message
from bot.core.ports.store import ALOUD, StoreUnavailableError, of_person
from bot.core.repository import retry
from bot.core.view import answers, touched
from bot.core.view.boards import board, public_message, with_notes, with_time_left
from bot.core.view.buttons import FinishedButtons
from bot.core.view.move_menus import HALF, halves_of, menu_after, menu_commands
from bot.core.view.notices import with_unreached_players
from engines.refusals import Illegal, Refusal


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
    return replace(message, mention=None).with_delivery(private=True)


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


def touching(services: Services) -> Touching:
    """Return the boards of games and exercises for input, and those of finished games for replay."""
    return Touching(
        partial(_touchable_board, services),
        partial(_place_table, services),
        partial(_past_board, services),
        partial(_judge_touch, services),
    )


async def _touchable_board(services: Services, chat: Chat, person: Person, of: str, language: str) -> Touchable | None:
    """Return an exercise, or the board of a game, for a person, who may belong to the team of their chat."""
    words = speech(language)
    session = await _session_at(services, chat, of)
    if session is None:
        exercise = await _exercise(services, of, words)
        return await asyncio.to_thread(touched.touchable, exercise, words) if exercise else None
    chat_key = await services.store.settings.current_key(chat.key) if session.places.teams else ""
    player = await services.games.team_in(session, chat_key) or person
    board = await asyncio.to_thread(touched.touchable_board, session, player, words)
    now, outages = services.now(), services.outages
    known_until = outages.known_until(now)
    is_heard = known_until == now and all(map(outages.is_heard, platforms_of(session)))
    return replace(board, clocks=touched.running_clocks(session, known_until, is_heard, words))


async def _place_table(services: Services, chat: Chat, of: str, language: str) -> Sequence[tuple[str, str]] | None:
    words = speech(language)
    surface = await _surface(services, await _session_at(services, chat, of), of, words)
    return await asyncio.to_thread(touched.place_table, surface, words) if surface else None


async def _past_board(services: Services, chat: Chat, of: str, turn: int, language: str) -> Past | None:
    """Return the board after `turn` turns, or None if there is none; an exercise has only one position."""
    words = speech(language)
    session = await _session_at(services, chat, of)
    if session is None:
        exercise = await _exercise(services, of, words)
        return await asyncio.to_thread(touched.drawn_surface, exercise, words) if exercise else None
    if not 0 <= turn <= len(session.turns):
        return None
    return await asyncio.to_thread(touched.past_board, session, turn, words)


async def _judge_touch(services: Services, chat: Chat, touch: Touch, language: str) -> Verdict | None:
    """Return the verdict on a composed move, or None if the game is not running."""
    words, session = speech(language), await _session_at(services, chat, touch.of)
    if session is not None and session.stage is not Stage.RUNNING:
        return None
    surface = await _surface(services, session, touch.of, words)
    return await asyncio.to_thread(touched.move_verdict, surface, touch, words) if surface else None


async def _surface(services: Services, session: Session | None, of: str, words: Speech) -> touched.Surface | None:
    """Return the position of a game, or without one that of an exercise, as an input surface."""
    return touched.session_surface(session, words) if session else await _exercise(services, of, words)


async def _exercise(services: Services, of: str, words: Speech) -> touched.Surface | None:
    """Return the position of an exercise by the command that answers it."""
    for hook in (each.touch for each in services.extensions if each.touch and of.startswith("/")):
        with suppress(StoreUnavailableError, Refusal):
            if surface := await hook(services, of, words):
                return surface
    return None


async def _session_at(services: Services, chat: Chat, of: str) -> Session | None:
    """Return the game at that ply if the chat shows it."""
    code, ply = read_code(of) or ("", None)
    session = services.games.from_cache(code)
    if code and (session is None or session.ply != ply or has_ticking_clock(session)):
        with suppress(StoreUnavailableError, Refusal):
            session = await services.games.load(code)
    if session is None or session.ply != ply or not session.places.find_chat(chat.key):
        return None
    return session if session.stage in (Stage.RUNNING, Stage.OVER) else None
