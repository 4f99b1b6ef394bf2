"""A solved daily, shown to others: posted in a chat, forwarded from a private one, or found by its line."""

import asyncio
import math
import re
from dataclasses import replace
from itertools import islice

from bot.core.game.people import Chat, Person, key_digest, platform_of
from bot.core.game.requests import new_code
from bot.core.handlers.finished_games import ONCE_SECONDS, PostLimit, post_within_limits
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import Speech, speech
from bot.core.ports.platform import Envelope, Message
from bot.core.ports.store import of_person
from bot.core.view.buttons import notice
from bot.features.puzzles import exercises, view
from bot.features.puzzles.commands import SolveDaily
from bot.features.puzzles.dailies import DAILIES, add_solver_to_announcement, change_solvers
from engines.refusals import Illegal

_MOST_CHATS = 6
"""The maximum number of chats about which one press asks a platform whether the solver may write there."""
_MOST_OFFERED = 5
_NONCE = 16  # characters, of 25 on Discord


async def post(
    services: Services, dailies: exercises.Dailies, request: SolveDaily, day: int, interaction: Interaction
) -> Message:
    """Post the line of a solved day once, to the chat of the request or else to the one that asked for it last.

    Raise `Illegal` if there is nothing to post, or no chat for it.
    """
    daily, chat, person = dailies.of(day), dailies.chat, interaction.incoming.person
    if not daily.is_solved:
        return view.refuse_step(daily, Illegal("daily-not-solved"), interaction.words)
    if request.target:
        chat = await _find_chat(services, request.target, dailies)
        chat = chat if chat and await _name(services, chat, person) else None
    if chat is None:
        raise Illegal("daily-nowhere")
    cause = interaction.incoming.cause
    if (day, chat.key) in dailies.posted:
        if cause and cause == dailies.posting:
            return notice("daily-posted", interaction.words)
        raise Illegal("daily-posted-before")
    words = speech((await services.store.boards.place(chat.key, "")).language or interaction.words.language)
    digest = key_digest(f"{person.key} {day} {chat.key}")
    line = replace(view.solved_line(daily, dailies.streak, person, words), envelope=Envelope(nonce=digest[:_NONCE]))
    limit = PostLimit(f"daily:{digest}", ONCE_SECONDS, Illegal("daily-posted-before"))
    await post_within_limits(services, chat, line, cause or new_code(services.random), (limit,))
    await exercises.store_dailies(services, dailies.with_post(day, chat.key, cause), interaction)
    await change_solvers(services, services.writing, chat.key, lambda solvers: solvers.with_one(day, person))
    await add_solver_to_announcement(services, chat, day)
    return notice("daily-posted", interaction.words)


async def share(services: Services, dailies: exercises.Dailies, day: int, interaction: Interaction) -> Answers:
    """Return the card of a solved day, to be forwarded, and buttons to the chats where the solver may post it."""
    daily = dailies.of(day)
    if not daily.is_solved:
        return (view.refuse_step(daily, Illegal("daily-not-solved"), interaction.words),)
    chats = await _chats_to_post_in(services, dailies, day, interaction)
    card = view.shared_squares(daily, dailies.streak, interaction.words)
    return card, view.ways_to_share(day, chats, interaction.words)


async def _chats_to_post_in(
    services: Services, dailies: exercises.Dailies, day: int, interaction: Interaction
) -> dict[str, str]:
    """Return the names of chats where the solver may write and has not posted the day, by their keys."""
    person = interaction.incoming.person
    keys = [key for key in await _candidates(services, dailies, person) if (day, key) not in dailies.posted]
    chats = [await _find_chat(services, key, dailies) for key in keys[:_MOST_CHATS]]
    names = await asyncio.gather(*(_name(services, chat, person) for chat in chats if chat))
    names_by_key = {chat.key: name for chat, name in zip(filter(None, chats), names, strict=True) if name}
    return dict(islice(names_by_key.items(), _MOST_OFFERED))


async def _candidates(services: Services, dailies: exercises.Dailies, person: Person) -> list[str]:
    """Return the keys of chats on the solver's platform that they know, and then of those that want the daily."""
    games = await services.games.of(person)
    keys = [
        *([dailies.chat.key] if dailies.chat else []),
        *(chat for _, chat in reversed(dailies.posted)),
        *(chat.key for session in games for chat in session.places.all_chats if not chat.inline),
        *await services.store.boards.due_games(DAILIES, math.inf, most=_MOST_CHATS),
    ]
    return [key for key in dict.fromkeys(keys) if platform_of(key) == person.platform]


async def _find_chat(services: Services, key: str, dailies: exercises.Dailies) -> Chat | None:
    """Return the chat with a key, or the one that replaced it; None for an unknown one."""
    if dailies.chat and dailies.chat.key == key:
        return dailies.chat
    return (await services.store.boards.place(key, "")).described_chat


async def _name(services: Services, chat: Chat, person: Person) -> str:
    """Return the name of a chat where a person may write, or ""."""
    adapter = services.platforms.get(chat.platform)
    return await adapter.name_for(chat, person) if adapter else ""


_SQUARES = re.compile(r"Tetradka (\d{1,5}) ·")


async def find_shared(services: Services, person: Person, line: str, speech: Speech) -> Message | None:
    """Return the squares of the daily that a line names, as its solver may show them anywhere."""
    match = _SQUARES.match(line)
    choices = await services.store.settings.choices(of_person(person)) if match else {}
    dailies = exercises.read_dailies(choices.get(exercises.DAILY, ""))
    daily = dailies.opened
    if match is None or daily is None or daily.day != int(match[1]) or not daily.is_solved:
        return None
    return view.shared_squares(daily, dailies.streak, speech)
