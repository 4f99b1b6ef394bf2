"""Handlers of `/tournament`: open, join, leave, start, cancel, show."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from functools import partial

from bot.core.chats import next_time
from bot.core.commands.settings import ZONE
from bot.core.game.instants import Instant
from bot.core.game.people import Person
from bot.core.game.requests import code_of, new_code
from bot.core.game.terms import COACH, NONE, agreed_terms
from bot.core.handlers.beginnings import start_of
from bot.core.handlers.chat_settings import check_challenge_allowed
from bot.core.handlers.rights import can_have_thread
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.ports.platform import PRIVATE, Message
from bot.core.ports.store import choices_of
from bot.core.view.buttons import notice
from bot.features.tournaments import tournament as tournaments
from bot.features.tournaments import view
from bot.features.tournaments.commands import AskTournament, OpenTournament, Step
from bot.features.tournaments.events import Events, Opened
from bot.features.tournaments.log import KIND, append, change, load
from bot.features.tournaments.tournament import Phase, Tournament
from engines import GAMES
from engines.refusals import Illegal

_NEWEST = "newest"


async def open_tournament(services: Services, request: OpenTournament, interaction: Interaction) -> Answers:
    """Open a tournament in the chat; its message follows. Raise `Illegal` if the chat's last one still goes on."""
    _check_is_group_chat(interaction)
    newest_code = await _newest_code(services, interaction)
    newest = await load(services, newest_code) if newest_code else None
    code = code_of(interaction.incoming.cause) if interaction.incoming.cause else new_code(services.random)
    if newest is None or newest.code != code:  # otherwise this message, sent again, has already opened it
        if newest is not None and newest.phase in (Phase.OPEN, Phase.RUNNING):
            raise Illegal("tournament-goes-on", tournament=newest.code)
        await check_challenge_allowed(services, request.challenge, interaction, is_rematch=True)
        opening = await _opening_event(services, request, interaction, code)
        await _remember(services, code, interaction)
        await append(services, code, None, (opening,))
    return ()


def _check_is_group_chat(interaction: Interaction) -> None:
    if interaction.incoming.in_private or interaction.incoming.chat.inline:
        raise Illegal("tournament-in-chats")


async def _newest_code(services: Services, interaction: Interaction) -> str:
    """Return the code of the latest tournament of the chat, or ""."""
    return (await services.store.settings.choices(choices_of(KIND, interaction.known.chat))).get(_NEWEST, "")


async def _remember(services: Services, code: str, interaction: Interaction) -> None:
    """Store a tournament as the latest of the chat."""
    await services.store.settings.remember_chat(interaction.known.chat, interaction.incoming.chat)
    await services.store.settings.choose(choices_of(KIND, interaction.known.chat), {_NEWEST: code})


def _language(interaction: Interaction) -> str:
    return interaction.known.chat_language or interaction.words.language


async def _opening_event(services: Services, request: OpenTournament, interaction: Interaction, code: str) -> Opened:
    challenge, chat = request.challenge, interaction.incoming.chat
    seed = services.random.getrandbits(32)
    start = await start_of(services.thinking, GAMES[challenge.game], challenge.settings, seed, chat.key)
    terms = agreed_terms(challenge.terms, NONE, await can_have_thread(services, challenge, interaction))
    if COACH in terms:
        raise Illegal("tournament-for-all")
    return Opened(
        at=interaction.at,
        code=code,
        game=challenge.game,
        settings=tuple(start.settings.items()),
        seed=seed,
        terms=terms.pairs,
        system=request.system,
        rounds=request.rounds,
        seconds=request.seconds,
        starts=_starts(request.starts, interaction),
        chat=chat,
        opener=interaction.incoming.person,
        language=_language(interaction),
    )


def _starts(start: Instant | time | None, interaction: Interaction) -> Instant | None:
    if isinstance(start, time):
        zone = interaction.known.settings.get(ZONE) or interaction.words.say("usual-timezone")
        return next_time(interaction.at, zone, start)
    return None if start is None else interaction.at + start


async def tournament(services: Services, request: AskTournament, interaction: Interaction) -> Answers:
    """Take the requested step; raise `Illegal` if the person may not take it or it is too late."""
    code = request.code or await _newest_code(services, interaction)
    before = await load(services, code) if code else None
    if before is None:
        raise Illegal("tournament-none")
    step, incoming, speech = request.step, interaction.incoming, interaction.words
    if step is Step.SHOW:
        return (replace(view.table(before, interaction.at, speech, incoming.person), envelope=PRIVATE),)
    if step is Step.JOIN:
        _check_is_group_chat(interaction)
    elif step is not Step.LEAVE:
        await _check_may_decide(services, before, incoming.person)
    elif request.round not in (0, len(before.rounds)) and incoming.cause not in before.causes:
        raise Illegal("question-gone")
    elif not request.sure and (warning := view.confirm_leaving(before, incoming.person, speech)):
        return (warning,)
    after = await change(services, code, partial(_decide, step, interaction), incoming.cause)
    if step is Step.JOIN and incoming.chat.key != after.opened.chat.key:
        await _remember(services, code, interaction)
    return (_receipt(step, after, interaction),)


async def _check_may_decide(services: Services, tournament: Tournament, person: Person) -> None:
    """Raise `Illegal` for anyone but the tournament's opener and an administrator of its chat."""
    opened_in = tournament.opened.chat
    chat = (await services.store.boards.place(opened_in.key, "")).current_chat(opened_in)
    platform = services.platforms.get(chat.platform)
    is_admin = person.platform == chat.platform and platform and await platform.administers(chat, person)
    if not (is_admin or tournament.opened.opener.is_same(person)):
        raise Illegal("tournament-of-another")


def _decide(step: Step, interaction: Interaction, tournament: Tournament) -> Events:
    chat, person, at = interaction.incoming.chat, interaction.incoming.person, interaction.at
    match step:
        case Step.JOIN:
            return tournaments.join(tournament, person, chat, _language(interaction), at)
        case Step.LEAVE:
            return tournaments.leave(tournament, person, at)
        case Step.START:
            return tournaments.begin(tournament, at)
        case _:
            return tournaments.call_off(tournament, at)


def _receipt(step: Step, after: Tournament, interaction: Interaction) -> Message:
    speech, person = interaction.words, interaction.incoming.person
    match step:
        case Step.JOIN:
            number = after.number_of(person) if after.phase is Phase.RUNNING else None
            is_late = number is not None and tournaments.match_of(after, number) is None
            message = notice("tournament-back", speech) if is_late else notice("tournament-in", speech)
        case Step.LEAVE:
            message = view.departure(after, person, speech)
        case Step.START:
            message = notice("tournament-started", speech)
        case _:
            message = notice("tournament-off", speech)
    return replace(message, envelope=PRIVATE)
