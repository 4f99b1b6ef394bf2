"""Results and lines that a person shows in a chat: posted by the bot, or found for an inline message."""

import re
from contextlib import suppress
from dataclasses import replace

from bot.core.commands.playing import Share
from bot.core.game.people import INLINE, Chat, Person, key_digest
from bot.core.game.requests import LETTERS, new_code
from bot.core.game.session import Session
from bot.core.handlers.services import Answers, Interaction, Services
from bot.core.language.speech import speech
from bot.core.ports.platform import DeliveryError, Envelope, Message
from bot.core.view.boards import posted_result, shared_result
from bot.core.view.buttons import notice
from engines.refusals import Illegal, Refusal

_ONCE_SECONDS = 86400.0
"""Seconds in which a result is posted to a chat once."""
_PAUSE_SECONDS = 15.0
"""Seconds between two results that one person posts."""
_CODE_IN_LINE = re.compile(rf"\b[{LETTERS}]{{6}}\b")


async def share(services: Services, session: Session, request: Share, interaction: Interaction) -> Answers:
    """Post the result of a finished game to its chat in a player's name, once; raise `Illegal`.

    The result of a game in its own thread goes to the chat around it.
    """
    incoming = interaction.incoming
    if session.seat_of(interaction.player) is None:
        raise Illegal("not-a-player", game=session.code)
    here, cause = _chat_for(services, session, incoming.chat), incoming.cause or new_code(services.random)
    words = speech(interaction.known.chat_language or session.places.language_in(incoming.chat))
    if (card := posted_result(session, incoming.person, words)) is None:
        raise Illegal("share-after-the-end", game=session.code)
    game_note = f"share:{session.code}:{key_digest(here.key)}"
    if await services.store.temporary.claim(game_note, cause, _ONCE_SECONDS) != cause:
        raise Illegal("already-shared")
    own_note = f"share:{key_digest(incoming.person.key)}"
    if await services.store.temporary.claim(own_note, cause, _PAUSE_SECONDS) != cause:
        await services.store.temporary.write(game_note, "", 1)
        raise Illegal("share-later")
    card = replace(card, envelope=Envelope(nonce=f"{session.code}-share"))
    try:
        await services.platforms[here.platform].show(here, card)
    except DeliveryError:
        for note in (game_note, own_note):
            await services.store.temporary.write(note, "", 1)
        raise Illegal("post-refused") from None
    is_seen = incoming.pressed and here.key == incoming.chat.key
    return (notice("shared", interaction.words, envelope=Envelope(private=True, fleeting=is_seen)),)


def _chat_for(services: Services, session: Session, chat: Chat) -> Chat:
    """Return the chat around the game's own thread, else the chat itself."""
    around = services.platforms[chat.platform].parent(chat) if session.places.is_thread(chat) else None
    return around or chat


async def find_shared(services: Services, person: Person, line: str) -> Message | None:
    """Return a person's finished game that a line names by its code, or what a feature has for it."""
    if await services.rate_limit.takes(person.key, person.key) is not True:
        return None
    facts = await services.store.settings.facts_for(Chat(person.platform, INLINE).key, person.key)
    words = speech(facts.person_language or person.language)
    if code := _CODE_IN_LINE.search(line):
        with suppress(Refusal):
            session = await services.games.load(code[0])
            return shared_result(session, words) if session and session.seat_of(person) else None
    for find in filter(None, (each.find_shared for each in services.extensions)):
        if message := await find(services, person, line, words):
            return message
    return None
