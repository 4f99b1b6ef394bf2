"""Handlers of `/tournament`: open, join, leave, start, cancel, show."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import time

from bot.core.chats.time_zones import next_time
from bot.core.commands.settings import ZONE
from bot.core.game.instants import Instant
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
from bot.features.tournaments.log import KIND, append, change, current_chat, load
from bot.features.tournaments.tournament import Phase, Tournament
from engines import GAMES
from engines.refusals import Illegal

_NEWEST = "newest"


async def open_tournament(services: Services, request: OpenTournament, interaction: Interaction) -> Answers:
    """Open a tournament in the chat; its message follows.

    Raise `Illegal` if the chat's tournament still goes on.
    """
    _check_is_group_chat(interaction)
    newest = await _newest(services, interaction)
    code = code_of(interaction.incoming.cause) if interaction.incoming.cause else new_code(services.random)
    if newest is None or newest.code != code:  # otherwise this message, sent again, has already opened it
        if newest is not None and newest.phase in (Phase.OPEN, Phase.RUNNING):
            raise Illegal("tournament-goes-on", tournament=newest.code)
        await check_challenge_allowed(services, request.challenge, interaction, is_rematch=True)
        opening = await _opening_event(services, request, interaction, code)
        await services.store.settings.remember_chat(interaction.known.chat, interaction.incoming.chat)
        await services.store.settings.choose(choices_of(KIND, interaction.known.chat), {_NEWEST: code})
        await append(services, code, None, (opening,))
    return ()


def _check_is_group_chat(interaction: Interaction) -> None:
    if interaction.incoming.in_private or interaction.incoming.chat.inline:
        raise Illegal("tournament-in-chats")


async def _newest(services: Services, interaction: Interaction) -> Tournament | None:
    """Return the latest tournament of the chat."""
    code = (await services.store.settings.choices(choices_of(KIND, interaction.known.chat))).get(_NEWEST)
    return await load(services, code) if code else None


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
        language=interaction.known.chat_language or interaction.words.language,
    )


def _starts(start: Instant | time | None, interaction: Interaction) -> Instant | None:
    if isinstance(start, time):
        return next_time(
            interaction.at, interaction.known.settings.get(ZONE) or interaction.words.say("usual-timezone"), start
        )
    return None if start is None else interaction.at + start


async def tournament(services: Services, request: AskTournament, interaction: Interaction) -> Answers:
    """Take the requested step; raise `Illegal` if the person may not take it or it is too late."""
    code = request.code or (await services.store.settings.choices(choices_of(KIND, interaction.known.chat))).get(
        _NEWEST, ""
    )
    if not code:
        raise Illegal("tournament-none")
    if request.step is Step.SHOW:
        shown_tournament = await load(services, code)
        if shown_tournament is None:
            raise Illegal("tournament-none")
        return (
            replace(
                view.table(shown_tournament, interaction.at, interaction.words, interaction.incoming.person),
                envelope=PRIVATE,
            ),
        )
    if request.step is Step.LEAVE:
        shown_tournament = await load(services, code)
        if (
            shown_tournament
            and request.round not in (0, len(shown_tournament.rounds))
            and interaction.incoming.cause not in shown_tournament.causes
        ):
            raise Illegal("question-gone")
        if (
            shown_tournament
            and not request.sure
            and (warning := view.confirm_leaving(shown_tournament, interaction.incoming.person, interaction.words))
        ):
            return (warning,)
    after = await _STEPS[request.step](services, code, interaction)
    return (_receipt(request.step, after, interaction),)


def _receipt(step: Step, after: Tournament, interaction: Interaction) -> Message:
    speech = interaction.words
    match step:
        case Step.JOIN if after.phase is Phase.RUNNING:
            number = after.number_of(interaction.incoming.person)
            is_playing = number is not None and tournaments.match_of(after, number) is not None
            message = notice("tournament-in", speech) if is_playing else notice("tournament-back", speech)
        case Step.JOIN:
            message = notice("tournament-in", speech)
        case Step.LEAVE:
            message = view.departure(after, interaction.incoming.person, speech)
        case Step.START:
            message = notice("tournament-started", speech)
        case _:
            message = notice("tournament-off", speech)
    return replace(message, envelope=PRIVATE)


async def _join(services: Services, code: str, interaction: Interaction) -> Tournament:
    _check_is_group_chat(interaction)
    chat, person = interaction.incoming.chat, interaction.incoming.person
    language = interaction.known.chat_language or interaction.words.language
    new_state = await change(
        services,
        code,
        lambda it: tournaments.join(it, person, chat, language, interaction.at),
        interaction.incoming.cause,
    )
    if chat.key != new_state.opened.chat.key:
        await services.store.settings.remember_chat(interaction.known.chat, chat)
        await services.store.settings.choose(choices_of(KIND, interaction.known.chat), {_NEWEST: code})
    return new_state


async def _leave(services: Services, code: str, interaction: Interaction) -> Tournament:
    person, at = interaction.incoming.person, interaction.at
    return await change(services, code, lambda it: tournaments.leave(it, person, at), interaction.incoming.cause)


async def _start(services: Services, code: str, interaction: Interaction) -> Tournament:
    return await _decide(services, code, interaction, lambda it: tournaments.begin(it, interaction.at))


async def _cancel(services: Services, code: str, interaction: Interaction) -> Tournament:
    return await _decide(services, code, interaction, lambda it: tournaments.call_off(it, interaction.at))


async def _decide(
    services: Services, code: str, interaction: Interaction, decide: Callable[[Tournament], Events]
) -> Tournament:
    """Change the tournament for its opener or an administrator of its chat; raise `Illegal` for others."""
    before, person = await load(services, code), interaction.incoming.person
    if before is None:
        raise Illegal("tournament-none")
    chat = await current_chat(services, before.opened.chat)
    platform = services.platforms.get(chat.platform)
    is_allowed = before.opened.opener.is_same(person) or (
        person.platform == chat.platform and platform and await platform.administers(chat, person)
    )
    if not is_allowed:
        raise Illegal("tournament-of-another")
    return await change(services, code, decide, interaction.incoming.cause)


_STEPS: Mapping[Step, Callable[[Services, str, Interaction], Awaitable[Tournament]]] = {
    Step.JOIN: _join,
    Step.LEAVE: _leave,
    Step.START: _start,
    Step.CANCEL: _cancel,
}
