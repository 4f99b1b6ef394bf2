"""Members of a Discord server: who of some people has left it, asked over the gateway without a privileged intent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.core.game.people import Person
from bot.platforms.discord.library_internals import AWAY

_MOST_IDS = 100
"""The user IDs that Discord accepts in one request."""
_LONGEST_WAIT = 3.0


async def former_members(guild: discord.Guild, me: int, people: Sequence[Person]) -> Sequence[Person]:
    """Return the people who are not in a server; nobody of a request that Discord leaves unanswered for 3 seconds.

    Each request also contains the bot's own user, `me`: discord.py returns an empty answer when it reconnects.
    """
    size = _MOST_IDS - 1
    batches = [people[start : start + size] for start in range(0, len(people), size)]
    answers = await asyncio.gather(*(_members_among(guild, me, batch) for batch in batches))
    return [
        person
        for batch, members in zip(batches, answers, strict=True)
        if me in members
        for person in batch
        if person.id.isdecimal() and int(person.id) not in members
    ]


async def _members_among(guild: discord.Guild, me: int, people: Sequence[Person]) -> frozenset[int]:
    """Return the IDs of the server's members among some people and the bot; none without an answer."""
    ids = [me, *(int(person.id) for person in people if person.id.isdecimal())]
    try:
        async with asyncio.timeout(_LONGEST_WAIT):
            members = await guild.query_members(user_ids=ids, limit=_MOST_IDS, cache=False)
    except AWAY:
        return frozenset()
    return frozenset(member.id for member in members)
