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
from bot.core.game.people import Chat, Sender
from bot.core.language.speech import speech
from bot.core.ports.painting import Paint
from bot.core.ports.platform import PRIVATE, REFUSED, Core, Incoming, Message, Unshown
from bot.core.ports.store import StoreUnavailableError
from bot.core.ports.translator import Translator
from bot.core.queues.bounded_dict import BoundedDict
from bot.core.view.answers import lacking
from bot.platforms.discord import slash_commands
from bot.platforms.discord.application import keep_synced
from bot.platforms.discord.channel_events import ChannelEvents
from bot.platforms.discord.components import (
    form_button,
    form_of,
    game_in,
    text_typed,
)
from bot.platforms.discord.incoming import (
    PLATFORM,
    Interaction,
    User,
    incoming_of_interaction,
    incoming_of_message,
    is_bots_own_chat,
    is_outside,
    language_in,
    language_of,
    mentioned_in,
    mentions_of,
    read_first,
)
from bot.platforms.discord.interaction_answers import InteractionAnswers
from bot.platforms.discord.library_internals import AWAY, shard_count, skip_unreadable_events
from bot.platforms.discord.posting import Poster, may_post
from bot.platforms.discord.private_answers import PrivateAnswers, give_late
from bot.platforms.discord.recovery import Downtime, Inbox, InboxEntry, keep_recovering
from bot.platforms.discord.servers import greet, greet_new, missing_permissions

# Discord waits 3 s for completions; later ones are of no use.
_LONGEST_COMPLETING = 2.5
_LONGEST_CHOICE = 100
_MOST_CHOICES = 25
_TRIES = 2
# Longer pauses that Discord asks for are the core's to wait out.
_LONGEST_PAUSE = 30.0
_Told = BoundedDict[tuple[int, int], None]
"""The channels and persons that were told something."""
_log = logging.getLogger(__name__)


class Client(ChannelEvents):
    """A discord.py client that needs no privileged intents, but for one if it `reads_all`."""

    def __init__(
        self,
        core: Core,
        paint: Paint,
        words: Translator,
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
        self.reads_all = reads_all
        self.only_guild = discord.Object(guild) if guild else None
        self.tree = slash_commands.command_tree(self)
        self.tree.error(self.answer_unread)
        self.poster = Poster(self, paint)
        self.private = PrivateAnswers(self, self.poster, words)
        self.inbox = Inbox(core.updates)
        self._part = f" {list(own)}" if shards else ""
        self.downtime = Downtime(core.updates, words, now, self._part)
        self._opened = now()
        self.refused: ValueError | None = None
        self._syncing: asyncio.Task[None] | None = None
        self._replies = Replies(self.poster, self.private, words)
        self._languages = BoundedDict[int, str]()
        self.parents = BoundedDict[int, int]()
        skip_unreadable_events(self)

    @property
    def me(self) -> discord.ClientUser:
        """The bot itself, once it is logged in."""
        assert self.user is not None
        return self.user

    # The connection

    async def setup_hook(self) -> None:
        """Make known what can be sent to the bot."""
        await self.tree.set_translator(slash_commands.CommandTranslator(self.words))
        for command in slash_commands.commands_of(self, self.words):
            self.tree.add_command(command, guild=self.only_guild)
        for menu in slash_commands.menus_of(self, self.words):
            self.tree.add_command(menu, guild=self.only_guild)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connects as many shards as Discord wants, unless they are set."""
        if not self._part:
            with suppress(discord.GatewayNotFound):
                self.shard_count = await shard_count(self)
                self.shard_ids = list(range(self.shard_count))
        await super().connect(reconnect=reconnect)

    async def keep_up(self) -> None:
        """Runs beside the connection, until cancelled."""
        recovering = keep_recovering(self, self.core, self.inbox, self.paint, self._give_late)
        await asyncio.gather(self.downtime.keep_alive(), recovering)

    async def close(self) -> None:
        """Ends the connection, and the syncing of commands unless that asked for it."""
        if self._syncing and self.refused is None:
            self._syncing.cancel()
        await super().close()

    async def on_connect(self) -> None:
        """Discord is ready to hear which commands there are."""
        if self._syncing is None:
            self._syncing = asyncio.create_task(self._sync())

    async def on_disconnect(self) -> None:
        """The time is noted for when the bot comes back."""
        self.downtime.disconnected()

    async def on_resumed(self) -> None:
        """The connection goes on, and brings what was missed."""
        self.downtime.connected()

    async def on_ready(self) -> None:
        """Those who wait are told if the bot was away for long, and servers that are new since then are greeted."""
        try:
            since = await self.downtime.since()
            for channel, message in (await self.downtime.reconnected()).items():
                with suppress(discord.HTTPException):
                    await self.poster.show(Chat(PLATFORM, str(channel)), message)
            await greet_new(self.guilds, self._opened if since is None else since, self.poster, self.words)
            await self.downtime.note_alive()
        except StoreUnavailableError:
            _log.warning("no player is told how long the bot was away: the store does not answer")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that the bot is added to, and show the games that it had there before."""
        await greet(guild, self.poster, self.words)
        await self.return_to(guild)
        await self.downtime.note_alive()

    async def _sync(self) -> None:
        try:
            await keep_synced(self.tree, self.core.updates, self.only_guild, self._part)
        except ValueError as refused:
            self.refused = refused
            await self.close()

    # Commands, presses and forms

    async def obey(self, interaction: Interaction, command: Command, given: slash_commands.OptionValues) -> None:
        """A slash command: the same as its text typed."""
        users = [value for value in given.values() if isinstance(value, discord.User | discord.Member)]
        files = [value for value in given.values() if isinstance(value, discord.Attachment)]
        incoming = self._incoming(interaction, slash_commands.typed(command, given, self.me.id))
        await self._hear(interaction, replace(incoming, mentions=mentions_of(users)), files, users)

    async def challenge(self, interaction: Interaction, person: User) -> None:
        """The menu of a person's name: the way to a challenge by buttons."""
        incoming = self._incoming(interaction, f"/setup {slash_commands.spelled(person, self.me.id)}")
        await self._hear(interaction, replace(incoming, mentions=mentions_of([person])), users=[person])

    async def review(self, interaction: Interaction, message: discord.Message) -> None:
        """The menu of a message: a review of the game that it shows."""
        code = game_in(message) if message.author.id == self.me.id else ""
        said = self.words(self._language(interaction), "message-without-game")
        refused = () if code else (Message(said, envelope=REFUSED),)
        await self._hear(interaction, self._incoming(interaction, f"/review {code}".strip()), refused=refused)

    async def press(self, interaction: Interaction, text: str) -> None:
        """A button or a menu's option: the same as its text typed, unless it opens a form to type in."""
        if form := form_of(interaction, text, self.words):
            await self._open(interaction, form)
            return
        pressed = str(interaction.message.id) if interaction.message else ""
        incoming = self._incoming(interaction, text)
        await self._hear(interaction, replace(incoming, pressed=True, replies_to=pressed))

    async def _open(self, interaction: Interaction, form: discord.ui.Modal) -> None:
        """Opens a form; where Discord takes it not even the second time, the press is answered at least."""
        for _ in range(_TRIES):
            try:
                await interaction.response.send_modal(form)
            except AWAY as refused:
                _log.warning("a form was not opened: %s", refused)
            else:
                return
        with suppress(*AWAY):
            await interaction.response.defer()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Hear a button, a menu or a form, of whatever age and version: discord.py sees to commands alone."""
        if (text := text_typed(interaction)) is not None:
            await self.press(interaction, text)

    async def answer_unread(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answers a command that another version has listed as if it were typed."""
        if interaction.response.is_done() or isinstance(error, app_commands.CommandInvokeError):
            _log.error("interaction %s failed", interaction.id, exc_info=error)
        elif interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            incoming = self._incoming(interaction, slash_commands.typed_by_name(interaction))
            await self._hear(interaction, replace(incoming, alone=True))

    async def complete(
        self, interaction: Interaction, command: Command, option: str, typed_so_far: str
    ) -> slash_commands.Completions:
        """What an option could be; nothing if that takes too long."""
        others = {name: value for name, value in interaction.namespace if name != option}
        incoming = self._incoming(interaction, slash_commands.typed(command, others, self.me.id))
        try:
            async with asyncio.timeout(_LONGEST_COMPLETING):
                choices = await self.core.complete(incoming, command.name, option, typed_so_far)
        except TimeoutError:
            return []
        return [
            app_commands.Choice(name=choice.label[:_LONGEST_CHOICE], value=choice.value)
            for choice in choices[:_MOST_CHOICES]
            if len(choice.value) <= _LONGEST_CHOICE
        ]

    async def _hear(
        self,
        interaction: Interaction,
        incoming: Incoming,
        files: Sequence[discord.Attachment] = (),
        users: Sequence[User] = (),
        refused: tuple[Message, ...] = (),
    ) -> None:
        """Hands over what was asked, unless it is `refused`, if Discord still waits for an answer to it."""
        token = interaction.token
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            async with self.inbox.holding(InboxEntry(incoming, token), is_whole=not files):
                answers = await self._acknowledged(interaction)
                if answers is None:
                    return
                self.poster.answer(answers)
                mentions = await mentioned_in(self, incoming)
                file = await read_first(files)
                whole = replace(incoming, attachment=file or "", mentions=mentions)
                if files:
                    await self.inbox.keep(InboxEntry(whole, token))
                messages = refused or self._refused(whole, users, file) or await self.core.handle(whole, ticket)
                ticket.leave()
                if lost := await answers.give(messages):
                    await self._give_late(whole, lost)

    async def _give_late(self, incoming: Incoming, lost: tuple[Message, ...]) -> None:
        """Gives what an interaction does not carry any more, and what another process has left unanswered."""
        try:
            await give_late(incoming, lost, self.private, self.poster)
        except (Unshown, *AWAY) as failed:
            _log.warning("%s is not answered: %s", incoming.cause, failed)

    async def _acknowledged(self, interaction: Interaction) -> InteractionAnswers | None:
        is_heard = is_bots_own_chat(interaction) or (self.reads_all and not is_outside(interaction))
        done = self.words(self._language(interaction), "done")
        answers = InteractionAnswers(interaction, self.poster.sender, done, is_heard)
        if not await answers.acknowledge():
            _log.warning("interaction %s could not be acknowledged", interaction.id)
            return None
        return answers

    def _incoming(self, interaction: Interaction, text: str) -> Incoming:
        return incoming_of_interaction(interaction, text, self.me.id, self._language(interaction), self.reads_all)

    def _language(self, interaction: Interaction) -> str:
        """Messages come without their author's language, so that of the last command or press is remembered."""
        self._languages[interaction.user.id] = language = language_of(interaction.locale)
        return language

    # Typed messages

    async def on_message(self, message: discord.Message) -> None:
        """A message that may be for the bot, or for other people."""
        language = self._languages.get(message.author.id, "")
        incoming = incoming_of_message(message, self.me, language)
        if incoming is not None:
            await self._hear_message(message, incoming)
        elif not self.reads_all:
            await self._replies.tell_unread(message, self.me, language or language_in(message))

    async def _hear_message(self, message: discord.Message, incoming: Incoming) -> None:
        is_reply = incoming.replies_to and incoming.sender is Sender.PERSON
        if is_reply and incoming.overheard and not self.reads_all:
            self.poster.note_reply(message.channel.id, message.author.id)
        if incoming.in_private:
            self.poster.allow(message.channel.id)
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            file = await read_first(message.attachments)
            whole = replace(incoming, attachment=file or "")
            async with self.inbox.holding(InboxEntry(whole)):
                answers = self._refused(whole, message.mentions, file) or await self.core.handle(whole, ticket)
                ticket.leave()
                language = whole.person.language
                is_meant = whole.sender is Sender.PERSON and (whole.alone or whole.replies_to)
                missing = self._replies.missing(message, language, answers) if is_meant else ()
                for answer in (*answers, *missing):
                    await self._replies.give(message, whole, answer)

    def _refused(self, incoming: Incoming, users: Sequence[User], file: str | None) -> tuple[Message, ...]:
        """Return what is said to a command that names a bot that is not this one, or whose file cannot be read."""
        if not incoming.text.startswith("/") or incoming.sender is Sender.AUTOMATIC:
            return ()
        if file is None:
            return (Message(self.words(incoming.person.language, "attachment-unreadable"), envelope=PRIVATE),)
        others = [user for user in users if user.bot and user.id != self.me.id]
        if not others:
            return ()
        said = self.words(incoming.person.language, "other-bot", name=others[0].display_name)
        return (Message(said, envelope=PRIVATE),)


class Replies:
    """Answers messages; remembers who has been told what cannot be helped."""

    def __init__(self, poster: Poster, private: PrivateAnswers, words: Translator) -> None:
        self._poster = poster
        self._private = private
        self.words = words
        self._told_unread, self._told_permissions = _Told(), _Told()

    async def give(self, message: discord.Message, incoming: Incoming, answer: Message) -> None:
        """Answers where a message stands; what is private goes to its author's own channel with the bot, unless its
        buttons belong here."""
        with suppress(discord.Forbidden):
            if answer.envelope.private and not answer.envelope.stays and message.guild is not None:
                await self._private.give(incoming, answer, message.jump_url)
            elif may_post(message.channel):
                await self._poster.post(message.channel, answer, is_heard=message.guild is None)

    def missing(self, message: discord.Message, language: str, answers: Sequence[Message]) -> tuple[Message, ...]:
        """The permissions without which no board can come here, told to a person once, be it by the `answers`."""
        missing = missing_permissions(message.channel, threads=False)
        if not missing or not _is_news(message, self._told_permissions):
            return ()
        told = lacking(missing, speech(language))
        return () if any(told in answer.text for answer in answers) else (Message(told, envelope=PRIVATE),)

    async def tell_unread(self, message: discord.Message, me: discord.ClientUser, language: str) -> None:
        """Who answers a board unreadably is told what to do, once; from now on boards here are messages whose replies
        can be read, if they ping."""
        answered = _unreadably_answered(message, me)
        if answered is None:
            return
        self._poster.note_reply(message.channel.id, message.author.id)
        if may_post(message.channel) and _is_news(message, self._told_unread):
            said = self.words(language, "unreadable-reply")
            if answered.interaction_metadata is not None:
                said = self.words(language, "unheard-reply")
            told = Message(said, buttons=form_button(answered))
            [part] = await self._poster.sender.parts(told)
            with suppress(discord.HTTPException):
                await message.reply(**part, mention_author=False)


def _is_news(message: discord.Message, told: _Told) -> bool:
    """Whether the author of a message has not been told in its channel; from now on they have."""
    key = message.channel.id, message.author.id
    is_news = key not in told
    told[key] = None
    return is_news


def _unreadably_answered(message: discord.Message, me: discord.ClientUser) -> discord.Message | None:
    """The bot's message to which a reply is made whose text Discord hides, as it has no ping; None for all else."""
    answered = message.reference.resolved if message.reference else None
    says_something = message.content or message.attachments or message.embeds or message.stickers
    is_reply = message.type is discord.MessageType.reply and not message.author.bot and not says_something
    if not is_reply or not isinstance(answered, discord.Message):
        return None
    return answered if answered.author.id == me.id else None
