"""Members of a Discord server: who of some people has left it, asked over the gateway without a privileged intent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.core.game.people import Person
from bot.platforms.discord.library_internals import AWAY
from bot.platforms.discord.replies import ServerChannel

_MOST_IDS = 100
"""The user IDs that Discord accepts in one request."""
_LONGEST_WAIT = 3.0
_MOST_CHECKED = 20
"""The people whom a process without the server's gateway connection checks, with a request for each."""
_NO_MEMBER = (10007, 10013)
"""Discord's codes for a user who is not a member or no longer exists."""


async def former_members(guild: discord.Guild, me: int, people: Sequence[Person]) -> Sequence[Person]:
    """Return the people who are not in a server; none of a request that Discord leaves unanswered for 3 seconds.

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


async def former_members_elsewhere(client: discord.Client, channel: int, people: Sequence[Person]) -> Sequence[Person]:
    """Return those of the first twenty people who are not in the server of a channel on another process's shard."""
    people = people[:_MOST_CHECKED]
    try:
        async with asyncio.timeout(_LONGEST_WAIT):
            place = await client.fetch_channel(channel)
            if not isinstance(place, ServerChannel):
                return ()
            answers = await asyncio.gather(*(_has_left(place.guild, person) for person in people))
    except AWAY:
        return ()
    return [person for person, has_left in zip(people, answers, strict=True) if has_left]


async def _has_left(guild: discord.Guild, person: Person) -> bool:
    """Return whether Discord answers that a person is not in a server."""
    try:
        await guild.fetch_member(int(person.id))
    except discord.NotFound as error:
        return error.code in _NO_MEMBER
    except (*AWAY, ValueError):
        pass
    return False


async def _members_among(guild: discord.Guild, me: int, people: Sequence[Person]) -> frozenset[int]:
    """Return the IDs of the server's members among some people and the bot; none without an answer."""
    ids = [me, *(int(person.id) for person in people if person.id.isdecimal())]
    try:
        async with asyncio.timeout(_LONGEST_WAIT):
            members = await guild.query_members(user_ids=ids, limit=_MOST_IDS, cache=False)
    except AWAY:
        return frozenset()
    return frozenset(member.id for member in members)
