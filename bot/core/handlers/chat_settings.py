"""Chat settings, enforced for every challenge, and the rights that the bot lacks, named before a game."""

from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from math import ceil

from bot.core.chats import effective_settings, server_of
from bot.core.commands.challenges import Challenge
from bot.core.commands.settings import (
    ADMINS,
    ALL,
    CHALLENGE,
    COOLDOWN,
    GAMES_HERE,
    LANGUAGE,
    NONE,
    THREADS,
    TIME,
    ZONE,
    Settle,
    read_changes,
)
from bot.core.game.clocks import USUAL_PACE, write_span
from bot.core.game.instants import MINUTE
from bot.core.game.people import Chat, Robot
from bot.core.game.terms import THREAD, Consent
from bot.core.handlers.services import Answers, Interaction, Services, SettingsChange
from bot.core.language.speech import speech
from bot.core.ports.platform import PRIVATE, Message
from bot.core.ports.store import of_chat, of_server
from bot.core.view import settings
from bot.core.view.answers import missing_rights_warning, rights_in_words
from bot.core.view.settings import Scope
from engines.refusals import Illegal

CHALLENGED = "challenged"
"""The last challenge in a chat, as an instant."""


async def change_settings(services: Services, request: Settle, interaction: Interaction) -> Answers:
    """Apply changes and show the settings; raise `Illegal` unless an administrator changes them."""
    is_admin, threads_available = await administers(services, interaction), has_threads(services, interaction)
    server = server_of(services.platforms, interaction.incoming.chat)
    if request.everywhere and not server:
        raise Illegal("no-server-here")
    feature_settings = [setting for each in services.extensions for setting in each.chat_settings]
    changes = read_changes(request.changes, feature_settings)
    if changes:
        if not is_admin:
            raise Illegal("settled-by-administrators")
        if changes.get(THREADS) == "yes" and not threads_available:
            raise Illegal("no-threads-here")
    settings_of_chat = {ZONE, *(setting.name for setting in feature_settings if setting.is_of_one_chat)}
    if request.everywhere and settings_of_chat & set(changes):
        raise Illegal("set-in-one-chat")
    apply_changes = _change_server if request.everywhere else _change_chat
    chosen_values = await apply_changes(services, dict(changes), interaction, server)
    language = chosen_values.get(LANGUAGE, "")
    words = speech(language) if language and LANGUAGE in changes else interaction.words
    values = chosen_values | {TIME: usual_pace(chosen_values, interaction)}
    scope = Scope(bool(server), request.everywhere)
    is_pressed = interaction.incoming.pressed
    menu = settings.menu(values, feature_settings, is_admin, is_pressed, threads_available, words, scope)
    return (menu.with_delivery(respoken=LANGUAGE in changes),)


async def _change_chat(
    services: Services, changes: dict[str, str], interaction: Interaction, server: str
) -> dict[str, str]:
    facts, language = interaction.known, interaction.known.chat_language or ""
    if changes:
        language = changes.pop(LANGUAGE, language).removesuffix(NONE)
        await services.store.settings.choose(of_chat(facts.chat), changes)
        await services.store.settings.set_chat_language(facts.chat, language or None)
        incoming, values = interaction.incoming, {**facts.own_settings, **changes}
        change = SettingsChange(incoming.chat, set(changes), values, language, incoming.in_private)
        for extension in services.extensions:
            if extension.settle:
                await extension.settle(services, change)
    return {**facts.settings, **changes, LANGUAGE: language}


async def _change_server(
    services: Services, changes: dict[str, str], interaction: Interaction, server: str
) -> dict[str, str]:
    """Apply changes to a server, clear them in this chat, and return the server's settings."""
    chosen_values = await services.store.settings.choices(of_server(server))
    if changes:
        chosen_values |= changes
        chosen_values[LANGUAGE] = chosen_values.get(LANGUAGE, "").removesuffix(NONE)
        await services.store.settings.choose(of_server(server), {name: chosen_values[name] for name in changes})
        await services.store.settings.choose(of_chat(interaction.known.chat), dict.fromkeys(changes, ""))
        if LANGUAGE in changes:
            await services.store.settings.set_chat_language(interaction.known.chat, None)
    return chosen_values


async def check_challenge_allowed(
    services: Services, request: Challenge, interaction: Interaction, is_rematch: bool = False
) -> None:
    """Raise `Illegal` if the chat does not allow a challenge; otherwise record it for the cooldown.

    A rematch neither waits for the cooldown nor starts one.
    """
    chosen_values, now = interaction.known.settings, interaction.at
    check_game_allowed(request.game, chosen_values)
    if chosen_values.get(CHALLENGE, ALL) == ADMINS and not await administers(services, interaction):
        raise Illegal("challenges-by-administrators")
    cooldown = chosen_values.get(COOLDOWN, NONE)
    wait = 0.0 if cooldown == NONE else float(cooldown.removesuffix("s"))
    if not wait or is_rematch or isinstance(request.opponent, Robot):
        return
    last_challenge = 0.0
    with suppress(ValueError):
        last_challenge = float(chosen_values.get(CHALLENGED, "0"))
    seconds_left = last_challenge + wait - now
    if 0 < seconds_left <= wait:
        if seconds_left < MINUTE:
            raise Illegal("challenge-cooldown", seconds=max(1, round(seconds_left)))
        raise Illegal("challenge-cooldown-minutes", span=write_span(MINUTE * ceil(seconds_left / MINUTE)))
    await services.store.settings.choose(of_chat(interaction.known.chat), {CHALLENGED: f"{now!r}"})


async def check_game_allowed_in(services: Services, chat: Chat, game: str) -> None:
    """Raise `Illegal` if the chat to which a challenge is sent does not allow the game."""
    check_game_allowed(game, await effective_settings(chat, services.store, services.platforms))


async def administers(services: Services, interaction: Interaction) -> bool:
    """Return whether the sender may decide for the chat."""
    incoming = interaction.incoming
    return await services.platforms[incoming.chat.platform].administers(incoming.chat, incoming.person)


def usual_pace(chosen_values: Mapping[str, str], interaction: Interaction) -> str:
    """Return the pace of games between people whose challenge names none."""
    chat = interaction.incoming.chat
    return chosen_values.get(TIME) or (NONE if chat.direct or chat.inline else USUAL_PACE)


def check_game_allowed(game: str, chosen_values: Mapping[str, str]) -> None:
    """Raise `Illegal` if these settings do not allow the game."""
    games = chosen_values.get(GAMES_HERE, ALL)
    if games != ALL and game not in games.split(","):
        raise Illegal("game-not-here", part=game, games=games.replace(",", ", "))


async def can_have_thread(services: Services, request: Challenge, interaction: Interaction) -> bool:
    """Return whether a game should and can have a thread."""
    is_possible = _wants_thread(request, interaction) and has_threads(services, interaction)
    return is_possible and not await _find_missing(services, interaction, threads=True)


async def warn_of_missing_rights(services: Services, request: Challenge, interaction: Interaction) -> Answers:
    """Warn before a game against the bot, which would start at once; once per person and chat."""
    warned_key = interaction.known.chat, interaction.incoming.person.key
    if not isinstance(request.opponent, Robot) or warned_key in services.warned:
        return ()
    lines = [line async for line in _missing_lines(services, request, interaction)]
    if not lines:
        return ()
    services.warned[warned_key] = None
    return (missing_rights_warning(lines, interaction.incoming.text, interaction.words),)


async def rights_remarks(services: Services, request: Challenge, interaction: Interaction) -> Answers:
    """Tell the challenger alone why there is no thread, and which rights the bot lacks."""
    is_robot = isinstance(request.opponent, Robot)
    lines = [] if is_robot else [line async for line in _missing_lines(services, request, interaction)]
    if _wants_thread(request, interaction) and THREAD in request.terms and not has_threads(services, interaction):
        lines.append(interaction.words.say("no-thread-here"))
    return (Message("\n".join(lines), envelope=PRIVATE),) if lines else ()


async def _missing_lines(services: Services, request: Challenge, interaction: Interaction) -> AsyncIterator[str]:
    rights_here = await _find_missing(services, interaction, threads=False)
    if rights_here:
        yield rights_in_words(rights_here, interaction.words)
    if _wants_thread(request, interaction) and has_threads(services, interaction):
        thread_rights = await _find_missing(services, interaction, threads=True)
        if extra_rights := [right for right in thread_rights if right not in rights_here]:
            yield rights_in_words(extra_rights, interaction.words, for_thread=True)


def has_threads(services: Services, interaction: Interaction) -> bool:
    """Return whether threads are possible in the person's chat."""
    platform = services.platforms.get(interaction.incoming.chat.platform)
    return platform is not None and platform.has_threads(interaction.incoming.chat)


async def _find_missing(services: Services, interaction: Interaction, threads: bool) -> tuple[str, ...]:
    platform = services.platforms.get(interaction.incoming.chat.platform)
    return await platform.lacks(interaction.incoming.chat, threads) if platform else ()


def _wants_thread(request: Challenge, interaction: Interaction) -> bool:
    return request.terms.get(THREAD, interaction.known.settings.get(THREADS)) == Consent.YES
