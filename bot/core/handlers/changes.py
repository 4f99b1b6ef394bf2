"""Moves and other requests that change a game: decided, logged, shown, and confirmed to the person who pressed."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.core.boards.occasions import ELSEWHERE, new_entries
from bot.core.commands.playing import by_number, legal_readings
from bot.core.commands.sentences import is_doubtful, moves_within
from bot.core.game.audience import unreached_since
from bot.core.game.events import LogEntry
from bot.core.game.people import Chat, Person, Player
from bot.core.game.referee import Accept, Claim, OfferDraw, Play, Resign, decide
from bot.core.game.requests import Action, GameRequest
from bot.core.game.session import Session, Stage
from bot.core.game.session import play as play_in
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import speech
from bot.core.ports.platform import IN_PLACE, PRIVATE, REFUSED, Envelope, Incoming, Message
from bot.core.repository import retry
from bot.core.view import refusals
from bot.core.view.answers import confirm_resigning
from bot.core.view.boards import with_time_left
from bot.core.view.buttons import notice, of_wish, tag
from bot.core.view.challenges import cancelled_challenge
from bot.core.view.inline_board import inline_board, with_question
from bot.core.view.news import last_move_line, news, offer_lines, result, standing
from engines.refusals import Illegal, Refusal, Unreadable


def in_place_of_question(answers: Answers, request: GameRequest, interaction: Interaction) -> Answers:
    """Replace the question which game was meant by the first answer to its button."""
    is_button = interaction.incoming.pressed and request.reference.ply is not None
    if not (is_button and interaction.known.replied_to is None and answers):
        return answers
    return (answers[0].with_delivery(update=True), *answers[1:])


def inline_board_message(
    services: Services,
    session: Session,
    interaction: Interaction,
    steps: Sequence[str] = (),
    question: Message | None = None,
) -> Message:
    """Render the inline message `steps` into the move menu, or with a question, for everyone."""
    here = interaction.incoming.chat
    link = services.platforms[here.platform].invitation(session.code)
    speech_here = speech(interaction.known.chat_language or session.places.language_in(here))
    board = inline_board(session, speech_here, here, link, steps, services.finished_buttons)
    message = with_time_left(board, session, interaction.at, speech_here)
    final_message = with_question(message, question, session, interaction.words) if question else message
    return final_message.with_delivery(update=True)


_EARLY = frozenset({"no-clocks", "own-time", "time-not-over"})
"""The refusals of a claim that an opponent who has left would turn into a day of waiting."""


async def act_for_player(
    services: Services, session: Session, request: GameRequest, interaction: Interaction
) -> Answers | None:
    """Return the answer of the extension that acts for the sender's player; None if the request changes the game."""
    for extension in services.extensions:
        if extension.act and (answers := await extension.act(services, session, request, interaction)) is not None:
            return answers
    return None


async def change(services: Services, session: Session, request: Action, interaction: Interaction) -> Answers:
    """Apply a request; the next board shows the result."""
    session_after = await commit(services, session, request, interaction.incoming)
    return receipt(session_after, interaction, lambda: outcome(session_after, interaction))


async def claim(services: Services, session: Session, request: Claim, interaction: Interaction) -> Answers:
    """Claim a game; if it is too early, first check whether the opponent left its chat."""
    try:
        return await change(services, session, request, interaction)
    except Illegal as error:
        seat = session.seat_of(interaction.incoming.person)
        opponent = session.player(seat.opponent) if seat else None
        if error.code not in _EARLY or seat is None or not isinstance(opponent, Person):
            raise
        if unreached_since(session, seat.opponent) or not await services.delivery.look_for_leaver(session, opponent):
            raise
    return await change(services, session, request, interaction)


async def offer_draw(services: Services, session: Session, request: OfferDraw, interaction: Interaction) -> Answers:
    """Offer a draw, or answer an offer."""
    session_after = await commit(services, session, request, interaction.incoming)
    return receipt(session_after, interaction, lambda: _draw_state(session_after, interaction))


async def resign(services: Services, session: Session, request: Resign, interaction: Interaction) -> Answers:
    """Resign once the player has confirmed it; raise `Refusal` if they cannot resign."""
    if not request.sure:
        request.decide(session, interaction.incoming.person, services.now())
        question = confirm_resigning(session, interaction.words)
        is_inline = interaction.incoming.chat.inline
        return (inline_board_message(services, session, interaction, question=question) if is_inline else question,)
    await commit(services, session, request, interaction.incoming)
    return (notice("you-resigned", interaction.words, envelope=IN_PLACE),) if interaction.incoming.pressed else ()


def expect_hints(services: Services, session: Session) -> None:
    """Load the searches for a running game in advance."""
    if session.stage is Stage.RUNNING:
        services.thinking.expect(session.rules)


async def commit(
    services: Services,
    session: Session,
    request: Action,
    incoming: Incoming,
    *,
    with_boards: bool = True,
    is_kept: Callable[[Session], bool] | None = None,
    sender: Player | None = None,
) -> Session:
    """Apply a request of the `sender`, by default the person who wrote, and show it.

    Return the game unchanged if it was applied before or the game `is_kept`.

    Writers in this process take turns (the lock); a writer that loses to another process retries (the version).
    """

    async def attempt(session: Session) -> Session | None:
        if session.follows_from(incoming.cause) or (is_kept and is_kept(session)):
            return session
        at, clocks = services.now(), session.clocks
        if clocks and clocks.pace.ticks and incoming.at:  # then the time that it waited here does not count
            at = min(at, max(incoming.at, clocks.since))
        events = await decide(session, request, sender or incoming.person, at)
        joined_chat = request.chat if isinstance(request, Accept) else None
        chats = (session.places.chat, joined_chat) if joined_chat else session.places.chats
        entries = new_entries(services, session, chats if with_boards else ())
        session_after = await services.games.append(session, LogEntry(events, incoming.cause), entries)
        for entry in entries if session_after else ():
            pressed_here = incoming.replies_to if incoming.pressed else ""
            services.delivery.soon(entry, pressed=pressed_here if entry.chat == incoming.chat.key else ELSEWHERE)
        return session_after

    async with services.writing.setdefault(session.code, asyncio.Lock()):
        newest = services.games.from_cache(session.code) or session
        return await retry(newest, attempt, services.games.load)


async def show_again(services: Services, session: Session, chat: Chat) -> None:
    """Post the board again in the place of the last one."""
    services.delivery.soon(await services.store.boards.add(chat.key, session.code, services.now(), repost=True))


def receipt(session: Session, interaction: Interaction, text_of: Callable[[], str]) -> Answers:
    """Confirm a press, or a private message whose effect shows in another chat; otherwise the board suffices.

    The receipt replaces a menu; a board is replaced by the next one.
    """
    incoming = interaction.incoming
    is_elsewhere = incoming.in_private and not session.places.find_chat(incoming.chat.key)
    if not (incoming.pressed or is_elsewhere):
        return ()
    text = cancelled_challenge(session, interaction.words).text if session.stage is Stage.OFF else text_of()
    if not incoming.pressed:
        return (Message(text, envelope=PRIVATE),)
    return (Message(text, envelope=Envelope(private=True, update=interaction.known.replied_to is None, fleeting=True)),)


def outcome(session: Session, interaction: Interaction) -> str:
    """Describe a game after a change in one line: its result, or the newest event."""
    if session.stage is Stage.OVER:
        return result(session, interaction.words)
    return [standing(session, interaction.words, interaction.incoming.person), *news(session, interaction.words)][-1]


def _draw_state(session: Session, interaction: Interaction) -> str:
    if session.stage is not Stage.RUNNING:
        return outcome(session, interaction)
    usual = standing(session, interaction.words, interaction.incoming.person)
    return next(offer_lines(session, interaction.words, asks=False), usual)


_OF_NO_MOVE = ("game-moved-on", "no-such-idea")


async def play(services: Services, session: Session, request: Play, interaction: Interaction) -> Answers:
    """Play a move, or explain on the board why it cannot be played."""
    try:
        return await play_move(services, session, request, interaction)
    except Refusal as error:
        services.metrics.record_refusal(error.code)
        return explain_refused_move(services, session, request, error, interaction)


async def play_move(services: Services, session: Session, request: Play, interaction: Interaction) -> Answers:
    """Play a move, or raise `Refusal`; a typed move needs no answer, since its board follows.

    Searches for the old position end. A text that reads as two legal moves is answered with a question, as is a
    question whether to play a move.
    """
    is_mine = session.seat_of(interaction.player) is session.position.turn
    readings = legal_readings(session.position, request.text) if is_mine and not request.text.isascii() else ()
    if len(readings) > 1:
        return (refusals.which_reading(session, readings, interaction.words),)
    if readings:
        request = replace(request, text=readings[0])
    request = by_number(session, request) if is_mine else request
    if is_mine and is_doubtful(interaction.incoming.text):
        moves = [str(play_in(session.position, request.text).move)]
        return (refusals.did_you_mean(f"/move {tag(session)}", moves, interaction.words),)
    if session.places.teams and (acted := await act_for_player(services, session, request, interaction)) is not None:
        return acted
    request = replace(request, spent=interaction.incoming.spent)
    session_after = await commit(services, session, request, interaction.incoming)
    services.hints.pop(session_after.code)
    for search in services.searches.pop(session_after.code, ()):
        search.cancel()
    line = outcome(session_after, interaction) if session_after.ply == session.ply else ""
    return receipt(session_after, interaction, lambda: line or last_move_line(session_after, interaction.words))


def explain_refused_move(
    services: Services, session: Session, request: Play, error: Refusal, interaction: Interaction
) -> Answers:
    """Explain why a move cannot be played, with the board and likely moves if the player is to move."""
    is_mine = session.seat_of(interaction.player) is session.position.turn
    session_shown = session if is_mine and error.code not in _OF_NO_MOVE else None
    if error.code == "no-such-idea" and is_mine:
        ways = of_wish(session, "hint", interaction.words)
        return (notice("no-such-idea", interaction.words, *ways, envelope=REFUSED, **error.fields),)
    candidates = moves_within(session, request.text) if session_shown and isinstance(error, Unreadable) else ()
    typed_text = services.commands.split(interaction.incoming.text)[1]
    return (refusals.refusal(error, interaction.words, session_shown, request.text, typed_text, candidates),)
