"""The connection to Discord: what it hears goes to the core, what the core answers goes back the same way."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import discord
from discord import app_commands

from bot.core.commands.command import Command
from bot.core.game.people import Chat
from bot.core.ports.platform import PRIVATE, Core, Incoming, Message, Paint, Words
from bot.core.ports.store import Unreachable
from bot.platforms.discord.application import keep_synced
from bot.platforms.discord.components import PressButton, PressMenu, open_form, text_in_form
from bot.platforms.discord.incoming import (
    PLATFORM,
    User,
    chat_of,
    incoming_of,
    language_in,
    language_of,
    mentioned_in,
    mentions_of,
    person_of,
    read_first,
)
from bot.platforms.discord.interaction_answers import InteractionAnswers
from bot.platforms.discord.library_internals import shard_count, skip_unreadable_events
from bot.platforms.discord.posting import Poster
from bot.platforms.discord.recovery import Downtime, Inbox, InboxEntry, keep_recovering
from bot.platforms.discord.replies import Replies
from bot.platforms.discord.servers import Greeting
from bot.platforms.discord.slash_commands import (
    Completions,
    Interaction,
    OptionValues,
    Translator,
    commands_of,
    menus_of,
    spelled,
    typed,
)

_log = logging.getLogger(__name__)

# Discord waits 3 s for completions; later ones are of no use.
_COMPLETING = 2.5
_LONGEST_CHOICE = 100
# Longer pauses that Discord asks for are the core's to wait out.
_LONGEST_PAUSE = 30.0
_MOST_LANGUAGES = 10_000


class Client(discord.AutoShardedClient):
    """A discord.py client that needs no privileged intents, but for one if it `reads_all`."""

    def __init__(
        self,
        core: Core,
        paint: Paint,
        words: Words,
        guild: int | None = None,
        shards: tuple[tuple[int, ...], int] | None = None,
        reads_all: bool = False,
        now: Callable[[], float] = time.time,
    ) -> None:
        own, count = shards or ((0,), 1)
        super().__init__(
            intents=discord.Intents(guilds=True, messages=True, message_content=reads_all),
            shard_ids=list(own),
            shard_count=count,
            max_messages=None,
            max_ratelimit_timeout=_LONGEST_PAUSE,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.core = core
        self.paint = paint
        self.words = words
        self.poster = Poster(self, paint)
        self.only_guild = discord.Object(guild) if guild else None
        self.tree = app_commands.CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self.refused: ValueError | None = None
        self._syncing: asyncio.Task[None] | None = None
        self.inbox = Inbox(core.updates)
        self._part = f" {list(own)}" if shards else ""
        self.downtime = Downtime(core.updates, words, now, self._part)
        self.reads_all = reads_all
        self._replies = Replies(self.poster, words)
        self._greeting = Greeting(self.poster, words)
        self._languages: dict[int, str] = {}
        skip_unreadable_events(self)

    @property
    def me(self) -> discord.ClientUser:
        assert self.user is not None
        return self.user

    async def setup_hook(self) -> None:
        self.add_dynamic_items(PressButton, PressMenu)
        await self.tree.set_translator(Translator(self.words))
        for command in commands_of(self, self.words):
            self.tree.add_command(command, guild=self.only_guild)
        for menu in menus_of(self, self.words):
            self.tree.add_command(menu, guild=self.only_guild)

    async def _count_shards(self) -> None:
        """Asks Discord how many there should be; discord.py would also take its address, and pass a proxy by."""
        if not self._part:
            with suppress(discord.GatewayNotFound):
                self.shard_count = await shard_count(self)
                self.shard_ids = list(range(self.shard_count))

    async def connect(self, *, reconnect: bool = True) -> None:
        await self._count_shards()
        await super().connect(reconnect=reconnect)

    async def keep_up(self) -> None:
        """Runs beside the connection, until cancelled."""
        await asyncio.gather(self.downtime.keep_alive(), keep_recovering(self, self.core, self.inbox, self.paint))

    async def on_connect(self) -> None:
        """Discord is ready to hear which commands there are."""
        if self._syncing is None:
            self._syncing = asyncio.create_task(self._sync())

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._greeting.receive(guild)
        await self.downtime.live()

    async def on_disconnect(self) -> None:
        self.downtime.lose()

    async def on_resumed(self) -> None:
        self.downtime.resume()

    async def on_ready(self) -> None:
        """Whoever waits is told if this bot was away for long, and servers that are new since then are greeted."""
        try:
            since = await self.downtime.since()
            for channel, message in (await self.downtime.come_back()).items():
                with suppress(discord.HTTPException):
                    await self.poster.show(Chat(PLATFORM, str(channel)), message)
            if since is not None:
                await self._greeting.catch_up(self.guilds, since)
            await self.downtime.live()
        except Unreachable:
            _log.warning("nobody is told how long the bot was away: the store does not answer")

    async def close(self) -> None:
        if self._syncing and self.refused is None:
            self._syncing.cancel()
        await super().close()

    async def _sync(self) -> None:
        try:
            await keep_synced(self.tree, self.core.updates, self.only_guild, self._part)
        except ValueError as refused:
            self.refused = refused
            await self.close()

    async def obey(self, asked: Interaction, command: Command, given: OptionValues) -> None:
        """A slash command: the same as its text typed."""
        users = [value for value in given.values() if isinstance(value, discord.User | discord.Member)]
        files = [value for value in given.values() if isinstance(value, discord.Attachment)]
        incoming = self._incoming(asked, typed(command, given, self.me.id))
        await self._hear(asked, replace(incoming, mentions=mentions_of(users)), files, users)

    async def challenge(self, asked: Interaction, person: discord.User | discord.Member) -> None:
        """Somebody clicked: the way to a challenge by buttons."""
        incoming = self._incoming(asked, f"/setup {spelled(person, self.me.id)}")
        await self._hear(asked, replace(incoming, mentions=mentions_of([person])), users=[person])

    async def press(self, asked: Interaction, text: str) -> None:
        """A button or a menu's option: the same as its text typed, unless it opens a form to type in."""
        if await open_form(asked, text, self.words):
            return
        pressed = str(asked.message.id) if asked.message else ""
        await self._hear(asked, replace(self._incoming(asked, text), pressed=True, replies_to=pressed))

    async def on_interaction(self, asked: Interaction) -> None:
        """A form that was filled in; discord.py sees to all else, but forgets forms at a restart."""
        if (text := text_in_form(asked)) is not None:
            await self.press(asked, text)

    async def complete(self, asked: Interaction, command: Command, option: str, typed_so_far: str) -> Completions:
        """What an option could be; nothing if that takes too long."""
        others = {name: value for name, value in asked.namespace if name != option}
        incoming = self._incoming(asked, typed(command, others, self.me.id))
        try:
            async with asyncio.timeout(_COMPLETING):
                choices = await self.core.complete(incoming, command.name, option, typed_so_far)
        except TimeoutError:
            return []
        return [
            app_commands.Choice(name=choice.label[:_LONGEST_CHOICE], value=choice.value)
            for choice in choices[:25]
            if len(choice.value) <= _LONGEST_CHOICE
        ]

    async def on_message(self, message: discord.Message) -> None:
        incoming = incoming_of(message, self.me, self._languages.get(message.author.id, ""))
        if incoming is None:
            if not self.reads_all:
                language = self._languages.get(message.author.id, "") or language_in(message)
                await self._replies.tell_unread(message, self.me, language)
            return
        if incoming.replies_to and incoming.overheard and not self.reads_all:
            self.poster.note_reply(message.channel.id, message.author.id)
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            attachment = await read_first(message.attachments)
            told = replace(incoming, attachment=attachment)
            async with self.inbox.noted(InboxEntry(told)):
                answers = self._refused(told, message.mentions) or await self.core.handle(told, ticket)
                ticket.leave()
                language, is_meant = told.person.language, told.alone or told.replies_to
                limits = self._replies.limits(message, language, answers) if is_meant else ()
                for answer in (*answers, *limits):
                    await self._replies.give(message, answer, language)

    async def _begun(self, asked: Interaction) -> InteractionAnswers | None:
        answers = InteractionAnswers(asked, self.poster.sending, self.words(self._language(asked), "done"))
        if not await answers.begin():
            _log.warning("interaction %s could not be acknowledged", asked.id)
            return None
        return answers

    def _refused(self, incoming: Incoming, users: Sequence[User]) -> tuple[Message, ...]:
        """What is said to a command that names a bot that is not this one."""
        others = [user for user in users if user.bot and user.id != self.me.id]
        if not others or not incoming.text.startswith("/"):
            return ()
        said = self.words(incoming.person.language, "other-bot", name=others[0].display_name)
        return (Message(said, envelope=PRIVATE),)

    async def _hear(
        self,
        asked: Interaction,
        incoming: Incoming,
        files: Sequence[discord.Attachment] = (),
        users: Sequence[User] = (),
    ) -> None:
        """Hands over what was asked, if Discord still waits for an answer to it."""
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            async with self.inbox.noted(InboxEntry(incoming, asked.token), is_whole=not files):
                answers = await self._begun(asked)
                if answers is None:
                    return
                self.poster.answer(answers)
                told = replace(
                    incoming, attachment=await read_first(files), mentions=await mentioned_in(self, incoming)
                )
                if files:
                    await self.inbox.keep(InboxEntry(told, asked.token))
                messages = self._refused(told, users) or await self.core.handle(told, ticket)
                ticket.leave()
                await self._give(answers, messages)

    async def _give(self, answers: InteractionAnswers, messages: Sequence[Message]) -> None:
        try:
            await answers.give(messages)
        except discord.HTTPException as error:
            _log.warning("an answer to %s was not taken: %s", answers.asked.id, error)

    def _incoming(self, asked: Interaction, text: str) -> Incoming:
        chat = chat_of(asked.channel_id or 0, asked.channel, self.me.id, hears_all=self.reads_all)
        person, own = person_of(asked.user, self._language(asked)), isinstance(asked.channel, discord.DMChannel)
        return Incoming(chat, person, text, cause=f"{PLATFORM}:{asked.id}", in_private=own)

    def _language(self, asked: Interaction) -> str:
        """Messages come without their author's language, so that of the last command or press is remembered."""
        if len(self._languages) >= _MOST_LANGUAGES:
            self._languages.clear()
        self._languages[asked.user.id] = language = language_of(asked.locale)
        return language
