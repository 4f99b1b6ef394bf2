"""Texts without a command: yes and no to what is open, moves, sentences with moves in them, wishes, and talk."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.core.commands.challenges import setup_within
from bot.core.commands.command import is_challenge_to_me, is_my_game
from bot.core.commands.playing import BareText, looks_like_a_move
from bot.core.commands.questions import ShowRules
from bot.core.commands.read_back import game_within
from bot.core.commands.sentences import (
    WISHES,
    choice_in,
    consent_in,
    illegal_move_within,
    is_question,
    moves_within,
    wish_in,
)
from bot.core.commands.setup import Setup
from bot.core.commands.terms import has_clock_in
from bot.core.game.people import Robot
from bot.core.game.referee import Play
from bot.core.game.requests import GameReference, Request
from bot.core.game.session import Session, Stage
from bot.core.game.terms import Consent
from bot.core.handlers import changes, handling, questions
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.invisible import trim
from bot.core.ports.platform import Button, Message
from bot.core.view import answers, buttons, lists, refusals
from bot.core.view.boards import time_in_words
from bot.core.view.buttons import notice, of_wish, question, tag
from bot.core.view.notices import with_news
from engines.refusals import Refusal, Unreadable

_ONLY_A_WORD = "not-now"
_LONGEST_QUOTED = 40
_OF_NO_GAME = ("rematch", "rules", "language")
"""The wishes that concern none of several running games."""
QUESTION_SECONDS = 900.0
_ALOUD_SECONDS = 120.0
"""Seconds in which a text among people is taken for the answer to a question of the bot."""
_SHORTEST_WORD = 4


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
    except handling.AmbiguousGameError as ambiguity:
        return await _in_several_games(services, ambiguity.sessions, request, interaction)
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
                return await handling.handle(services, other, interaction)
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
    answer = answer or questions.wish_of(services, interaction) or questions.welcome(services, interaction)
    return await handling.handle(services, answer, interaction)


async def _in_several_games(
    services: Services, sessions: Sequence[Session], request: BareText, interaction: Interaction
) -> Answers:
    """Ask which game a move is for; fulfil a wish that concerns none of them; list the games for any other text."""
    if looks_like_a_move(request.text):
        return (handling.which_game(services, sessions, interaction),)
    if not interaction.incoming.alone:
        return ()
    wish = questions.wish_of(services, interaction)
    if wish_in(interaction.incoming.text) in _OF_NO_GAME and isinstance(wish, Request):
        return await handling.handle(services, wish, interaction)
    return (lists.games(sessions, 0, {}, interaction.incoming.person, interaction.at, interaction.words),)


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


async def answer_yes_or_no(services: Services, interaction: Interaction) -> Answers | None:
    """Answer a yes or no, or a word on an offered button; return None for any other text or without a question.

    A yes that may mean several things, or an offer among people who talk, is answered with buttons.
    """
    incoming, words = interaction.incoming, interaction.words
    is_addressed = incoming.alone or bool(incoming.replies_to)
    asked = asked_buttons(interaction, QUESTION_SECONDS if is_addressed else _ALOUD_SECONDS)
    if button := _named_button(asked, incoming.text):
        return await _press(services, button, interaction)
    plain_consent, consent = consent_in(incoming.text), consent_in(incoming.text, eagerly=True)
    if consent is None or not (plain_consent or asked):
        return None
    offers = await _offers(services, interaction)
    if consent is Consent.NO and asked and not offers:
        return (notice("nothing-done", words),)
    options = [*asked, *(row[0 if consent is Consent.YES else 1] for row in offers)]
    if not options:
        return None
    is_eager = offers and plain_consent is None
    if len(options) > 1 or is_eager or not (asked or is_addressed):
        every = dict.fromkeys((*asked, *(button for row in offers for button in row)))
        return (question("which-is-meant", words, *every),)
    return await _press(services, options[0], interaction)


def _named_button(asked: Sequence[Button], text: str) -> Button | None:
    """Return the only button with this label, or with this word in it, or that a text such as `the second` counts."""
    name = text.strip(" .!").casefold()
    labels = [(each, each.label.casefold()) for each in asked]
    matches = [
        each for each, label in labels if name == label or (len(name) >= _SHORTEST_WORD and name in label.split())
    ]
    return matches[0] if len(matches) == 1 else _counted_button(asked, text)


def _counted_button(asked: Sequence[Button], text: str) -> Button | None:
    """Return the button that a text counts; a figure counts none if the labels are figures themselves."""
    number = choice_in(text) if len(asked) > 1 and not is_question(text) else None
    has_figures = any(button.label[:1].isdigit() for button in asked)
    if number is None or (has_figures and any(map(str.isdigit, text))):
        return None
    return asked[number] if number < len(asked) else None


async def _press(services: Services, button: Button, interaction: Interaction) -> Answers:
    incoming = replace(interaction.incoming, text=button.types)
    request = services.commands.parse(incoming)
    if request is None or isinstance(request, Refusal):
        return ()
    return await handling.handle(services, request, replace(interaction, incoming=incoming))


async def _offers(services: Services, interaction: Interaction) -> list[buttons.Row]:
    """Return the buttons that answer the open offers to the sender here: challenges, draws and undo requests."""
    person, words = interaction.incoming.person, interaction.words
    rows = list[buttons.Row]()
    for session in await services.games.open_sessions(interaction.known.games):
        if is_challenge_to_me(session, person):
            rows += buttons.of_challenge(session, words)
        elif is_my_game(session, person) and session.offers.standing and person.is_same(session.player_to_act):
            rows += buttons.to_offers(session, words)
    return rows


def asked_buttons(interaction: Interaction, seconds: float) -> Sequence[Button]:
    """Return the buttons of the last question to the sender in this chat, if it was asked within `seconds`."""
    with suppress(ValueError, TypeError):
        chat, at, *pairs = json.loads(interaction.known.question or "")
        if chat == interaction.known.chat and interaction.at - float(at) <= seconds:
            return [Button(str(label), str(types)) for label, types in pairs]
    return ()


async def note_question(services: Services, answers: Sequence[Message], interaction: Interaction) -> None:
    """Store the question in these answers as the sender's last one; delete the previous one."""
    asked = next((message.asks for message in answers if message.asks), ())
    if asked or interaction.known.question:
        pairs = ((button.label, button.types) for button in asked)
        text = json.dumps([interaction.known.chat, interaction.at, *pairs], ensure_ascii=False) if asked else ""
        await services.store.people.store_question(interaction.incoming.person.key, text, QUESTION_SECONDS)
