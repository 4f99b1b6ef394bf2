"""Rights that the bot lacks in a chat, named before a game begins; and whether a game gets its own thread."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.core.commands.challenges import Challenge
from bot.core.commands.settings import THREADS
from bot.core.game.people import Robot
from bot.core.game.terms import THREAD, Consent
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.ports.platform import PRIVATE, Message
from bot.core.view.answers import missing_rights_warning, rights_in_words


async def can_have_thread(services: Services, request: Challenge, interaction: Interaction) -> bool:
    """Return whether a game should have a thread and can have one."""
    return (
        _wants_thread(request, interaction)
        and has_threads(services, interaction)
        and not await _find_missing(services, interaction, threads=True)
    )


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
    """Tell the challenger alone why there is no thread and which rights are missing."""
    lines = (
        []
        if isinstance(request.opponent, Robot)
        else [line async for line in _missing_lines(services, request, interaction)]
    )
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
