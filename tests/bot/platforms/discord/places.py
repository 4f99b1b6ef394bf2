"""All kinds of places on a simulated Discord where a game can be played, and what can be done in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import discord
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from tests.bot.platforms.discord.standin import parts_of, text_in
from tests.bot.platforms.discord.table import forbid, seat_players


class Place(StrEnum):
    """Where a game is played."""

    CHANNEL = "server channel"
    THREAD = "thread"
    POST = "forum post"
    OWN = "the bot’s own chat"
    FRIENDS = "friends’ chat"
    GROUP = "group chat"
    USER_INSTALL = "server with user install only"
    NO_ATTACH = "channel without Attach Files"
    NO_SEND = "channel without Send Messages"
    NO_VIEW = "channel without View Channel"
    VOICE = "voice channel"
    STAGE = "stage channel"


OUTSIDE = frozenset({Place.FRIENDS, Place.GROUP, Place.USER_INSTALL})
"""Where the bot is not, and hears of nothing but interactions."""
_FORBIDDEN = {
    Place.NO_ATTACH: "attach_files",
    Place.NO_SEND: "send_messages",
    Place.NO_VIEW: "view_channel",
}
_MISSING_ACCESS = 50001


@dataclass(frozen=True)
class Board:
    """A message of the bot that everybody sees in a place."""

    message: ResponseMessage
    payload: Mapping[str, Any]

    @property
    def text(self) -> str:
        return text_in(dict(self.payload))

    @property
    def is_answer(self) -> bool:
        """Return whether it answers an interaction; a reply to such a message never mentions the bot."""
        return "interaction_metadata" in self.payload

    def presses(self) -> dict[str, str]:
        """Return the id of each button by the text that it types."""
        return {
            part["custom_id"].split(":", 2)[2]: part["custom_id"]
            for part in parts_of(self.payload["components"])
            if str(part.get("custom_id", "")).startswith("tetradka:")
        }

    def options(self) -> dict[str, str]:
        """Return the id of the menu of each option by the text that it types."""
        menus = [part for part in parts_of(self.payload["components"]) if "options" in part]
        return {option["value"]: menu["custom_id"] for menu in menus for option in menu["options"]}


@dataclass
class Spot:
    """A place with Ann and Bob in it; in the bot's own chat the bot is her opponent."""

    env: simcord.Env
    place: Place
    channel: simcord.ChannelHandle
    ann: Any
    bob: Any

    @property
    def boards(self) -> list[Board]:
        """Return the bot's public messages, oldest first."""
        return [board for board in map(self.board, self.messages()) if not board.message.ephemeral]

    def board(self, stored: Any) -> Board:
        """Return a stored message as it is seen."""
        return Board(ResponseMessage(self.env, stored), serializers.message_payload(self.env.backend, stored))

    def answer_seen_by(self, response: simcord.InteractionResult) -> Board:
        """Return what an interaction was answered with, to its asker alone or to all."""
        answer = response.response or response.followups[-1]
        return self.board(answer._message)

    async def slash(self, who: Any, name: str, **options: Any) -> simcord.InteractionResult:
        """Send a command."""
        where = () if self.place is Place.OWN else (self.channel,)
        interaction: simcord.InteractionResult = await who.slash(*where, name, **options)
        return interaction

    async def say(self, who: Any, text: str, reply_to: Board | None = None) -> None:
        """Type a text, perhaps as a reply; one to an answer does not mention the bot, which then cannot read it."""
        backend, channel = self.env.backend, self.channel.id
        reference = {"channel_id": str(channel), "message_id": str(reply_to.message.id)} if reply_to else None
        if self.place is Place.OWN:
            result = backend.normalize_message_reference(channel, reference) if reference else None
            await who.send_dm(text, reference=result)
        elif not (reply_to and reply_to.is_answer):
            await who.send(self.channel, text, reply_to=reply_to.message if reply_to else None)

    def permit(self) -> None:
        """Give the bot all rights in the channel."""
        me = self.env.backend.bot_user.id
        self.env.backend.set_overwrite(self.channel.id, Overwrite(me, OverwriteType.MEMBER, allow=0, deny=0))

    def messages(self) -> list[Any]:
        """All of the bot's, be they for one alone, as they are stored."""
        stored = self.env.backend.messages.get(self.channel.id, {})
        return [message for message in stored.values() if message.author_id == self.env.backend.bot_user.id]


async def open_place(env: simcord.Env, place: Place) -> Spot:
    """Make a place, as Discord tells of it."""
    table = seat_players(env)
    guild = table.channel.guild
    assert guild
    if place is Place.OWN:
        return Spot(
            env, place, table.ann.user.dm_channel, table.ann.user, simcord.UserHandle(env, env.backend.bot_user)
        )
    make: dict[Place, Callable[[str], simcord.ChannelHandle]] = {
        Place.VOICE: guild.create_voice_channel,
        Place.STAGE: guild.create_stage_channel,
    }
    channel = make[place]("here") if place in make else table.channel
    await env.settle()
    if place in (Place.THREAD, Place.POST):
        channel = await _thread_in(env, channel if place is Place.THREAD else guild.create_forum_channel("games"))
    if place in _FORBIDDEN:
        forbid(table, **{_FORBIDDEN[place]: True})
    if place in OUTSIDE:
        env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
        env.inject_error("*", f"/channels/{channel.id}*", status=403, code=_MISSING_ACCESS, times=None)
    if place in OUTSIDE or place is Place.NO_VIEW:
        _deafen(env, channel)
    await env.settle()
    return Spot(env, place, channel, table.ann, table.bob)


def payloads_of(place: Place) -> Callable[..., tuple[Any, dict[str, Any]]]:
    """Return how Discord tells of an interaction in a place, in the place of what simcord says of all."""
    make = interactions.base_payload

    def tell(*given: Any, **named: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = make(*given, **named)
        return record, {key: value for key, value in (payload | _changes(place, payload)).items() if value is not None}

    return tell


def _changes(place: Place, payload: dict[str, Any]) -> dict[str, Any]:
    if place not in OUTSIDE:
        return {}
    user = payload["member"]["user"]
    installed = {"authorizing_integration_owners": {"1": user["id"]}}
    if place is Place.USER_INSTALL:
        return {**installed, "guild": {"id": payload["guild_id"], "features": [], "locale": "en-US"}}
    channel = {"id": payload["channel_id"], "type": 1, "recipients": [user]}
    if place is Place.GROUP:
        channel |= {"type": 3, "name": "us", "icon": None, "owner_id": user["id"]}
    alone = {"member": None, "guild_id": None, "guild_locale": None, "user": user, "context": 2}
    return {**installed, **alone, "channel": channel}


async def _thread_in(env: simcord.Env, parent: simcord.ChannelHandle) -> simcord.ChannelHandle:
    """Begin a thread, or a forum's post."""
    await env.settle()
    channel_known = env.bot.get_channel(parent.id)
    if isinstance(channel_known, discord.ForumChannel):
        await channel_known.create_thread(name="Who plays?", content="I do")
    else:
        assert isinstance(channel_known, discord.TextChannel)
        await channel_known.create_thread(name="Who plays?", type=discord.ChannelType.public_thread)
    await env.settle()
    [thread] = parent.threads
    return thread


def _deafen(env: simcord.Env, channel: simcord.ChannelHandle) -> None:
    """Let the bot hear of nothing in a channel but interactions."""
    env.backend.subscribers[:] = [_deaf(feed, str(channel.id)) for feed in env.backend.subscribers]


def _deaf(feed: Callable[..., None], channel: str) -> Callable[..., None]:
    def hear(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE" or payload.get("channel_id") != channel:
            feed(event, payload)

    return hear
