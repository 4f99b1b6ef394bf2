"""Texts without a command: answers to what is open, moves, sentences with moves in them, wishes, and talk."""

from dataclasses import replace

from bot.core.commands.challenges import setup_within
from bot.core.commands.finding import AmbiguousGameError, looks_like_a_move, only_reader
from bot.core.commands.playing import BareText
from bot.core.commands.questions import ShowRules
from bot.core.commands.read_back import game_within
from bot.core.commands.sentences import WISHES, illegal_move_within, moves_within, wish_in
from bot.core.commands.setup import Setup
from bot.core.commands.terms import has_clock_in
from bot.core.game.people import Robot
from bot.core.game.referee import Play
from bot.core.game.requests import GameReference, Request
from bot.core.game.session import Session, Stage
from bot.core.handlers import changes, handling, questions
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.handlers.yes_or_no import answer_yes_or_no
from bot.core.language.invisible import trim
from bot.core.ports.platform import Message
from bot.core.view import answers, lists, refusals
from bot.core.view.boards import time_in_words
from bot.core.view.buttons import notice, of_wish, tag
from bot.core.view.notices import with_news
from engines.refusals import Refusal, Unreadable

_ONLY_A_WORD = "not-now"
_LONGEST_QUOTED = 40
_OF_NO_GAME = ("rematch", "rules", "language")
"""The wishes that concern none of several running games."""


async def bare_text(services: Services, request: BareText, interaction: Interaction) -> Answers:
    """Answer a text without a command: a move where it can be one; nothing to talk among people."""
    if (answer := await answer_yes_or_no(services, interaction)) is not None:
        return answer
    clock_request = questions.wish_for_clock(interaction.incoming.text)  # it is never a move
    if clock_request and interaction.incoming.alone:
        return await handling.handle(services, clock_request, interaction)
    if (answer := await handling.answer_bare(services, request, interaction)) is not None:
        return answer
    try:
        request, session = await _find_game_of_text(services, request, interaction)
    except AmbiguousGameError as ambiguity:
        session = only_reader(ambiguity.sessions, request)
        if session is None:
            return await _in_several_games(services, ambiguity, request, interaction)
    interaction = await handling.in_game(services, session, interaction) if session else interaction
    is_bystander = session is not None and session.seat_of(interaction.player) is None
    if session is None or (is_bystander and not looks_like_a_move(request.text)):
        if clock_request:
            return await handling.handle(services, clock_request, interaction)
        return await _in_no_game(services, request, interaction)
    changes.expect_hints(services, session)
    return await _play(services, session, request, await handling.recognize_board(services, session, interaction))


async def _find_game_of_text(
    services: Services, request: BareText, interaction: Interaction
) -> tuple[BareText, Session | None]:
    """Return a text and its game; six letters that look like a game's code may be a word."""
    try:
        return request, await handling.find_game(services, request, interaction)
    except Unreadable:
        if request.text or not request.reference.code:
            raise
    request = BareText(GameReference(), trim(interaction.incoming.text))
    return request, await handling.find_game(services, request, interaction)


async def _play(services: Services, session: Session, request: BareText, interaction: Interaction) -> Answers:
    move = Play(request.reference, request.text)
    try:
        return await changes.play_move(services, session, move, interaction)
    except Refusal as error:
        services.metrics.record_refusal(error.code)
        if error.code == _ONLY_A_WORD or not looks_like_a_move(request.text):
            if other := await _wish_besides(services, session, interaction):
                return await handling.handle(services, other, interaction) if isinstance(other, Request) else (other,)
            return _answer_sentence(services, session, request, error, interaction)
        return changes.explain_refused_move(services, session, move, error, interaction)


async def _wish_besides(services: Services, session: Session, interaction: Interaction) -> Request | Message | None:
    """Return what a sentence to the bot alone wishes of another game that it names, or of a feature."""
    text = interaction.incoming.text
    if not interaction.incoming.alone or moves_within(session, text):
        return None
    if wish_in(text, generously=True) not in ("", *WISHES):
        return await handling.ask_extensions(services, interaction)
    if menu := setup_within(text, interaction.incoming, is_in_game=True):
        return menu
    game = game_within(text)
    if game is None or game == session.game:
        return None
    return {"rules": ShowRules(game), "rematch": Setup(game)}.get(wish_in(text))


async def _in_no_game(services: Services, request: BareText, interaction: Interaction) -> Answers:
    """Answer a sentence, or show the way to a first game; raise `Illegal` for a move."""
    incoming = interaction.incoming
    has_clock = has_clock_in(incoming.text)
    answer = await handling.ask_extensions(services, interaction) if incoming.alone and not has_clock else None
    is_move = looks_like_a_move(incoming.text) and not has_clock
    if answer is None and incoming.chat.direct and is_move:
        services.metrics.record_refusal(request.refusal_without_game.code)
        answer = answers.no_game(request.refusal_without_game, interaction.known.finished_game, interaction.words)
    if not incoming.alone:
        return ()
    answer = answer or questions.wish_of(services, interaction)
    if isinstance(answer, Request):
        return await handling.handle(services, answer, interaction)
    return (answer or questions.welcome(services, interaction),)


async def _in_several_games(
    services: Services, ambiguity: AmbiguousGameError, request: BareText, interaction: Interaction
) -> Answers:
    """Ask which game a move is for; fulfil a wish that concerns none of them; list the games for any other text."""
    if looks_like_a_move(request.text):
        return (handling.which_game(services, ambiguity.sessions, interaction),)
    if not interaction.incoming.alone:
        return ()
    wish = questions.wish_of(services, interaction)
    if wish_in(interaction.incoming.text) in _OF_NO_GAME and isinstance(wish, Request):
        return await handling.handle(services, wish, interaction)
    return (lists.games(ambiguity.sessions, 0, {}, interaction.incoming.person, interaction.at, interaction.words),)


def _answer_sentence(
    services: Services, session: Session, request: BareText, error: Refusal, interaction: Interaction
) -> Answers:
    """Answer a sentence in a game.

    Offer the moves in it, or fulfil its wish; to a player who writes to the bot alone, say how a move looks or what is
    wrong. People who talk among themselves get no answer.
    """
    incoming, words = interaction.incoming, interaction.words
    seat = session.seat_of(interaction.player) if session.stage is Stage.RUNNING else None
    against_bot = incoming.chat.direct and seat is not None and isinstance(session.player(seat.opponent), Robot)
    if seat is None or not (incoming.alone or interaction.known.replied_to or against_bot):
        return (refusals.refusal(error, words),) if incoming.alone else ()
    is_mine = seat is session.position.turn
    if is_mine and (legal_moves := moves_within(session, request.text)):
        return (refusals.did_you_mean(f"/move {tag(session)}", legal_moves, words),)
    if wish := wish_in(incoming.text, generously=incoming.alone or against_bot):
        by_rules = questions.rules_buttons(services, session.game, words)
        answer = answers.answer_to_wish(session, wish, incoming.person, words, by_rules)
        times = time_in_words(session, interaction.at, words) if wish == "turn" else ()
        return (with_news(answer, times),)
    if is_mine and (illegal_move := illegal_move_within(session, request.text)):
        answer = refusals.refusal(illegal_move[1], words, session, illegal_move[0], trim(incoming.text))
        return (answer if answer.buttons else replace(answer, buttons=(of_wish(session, "help", words),)),)
    if is_mine and (incoming.alone or against_bot):
        example = str(next(iter(session.position.moves())))
        part, ways = trim(incoming.text)[:_LONGEST_QUOTED], of_wish(session, "help", words)
        return (notice("no-move-read", words, *ways, part=part, example=example),)
    return (refusals.refusal(error, words),) if incoming.alone else ()
