"""The Discord client: passes commands, presses and messages to the core and sends its answers back."""

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
from bot.core.ports.platform import PRIVATE, REFUSED, Core, DeliveryError, Incoming, Message
from bot.core.ports.store import StoreUnavailableError
from bot.core.ports.translator import Translator
from bot.core.queues.bounded_dict import BoundedDict
from bot.core.view.answers import rights_in_words
from bot.platforms.discord import slash_commands
from bot.platforms.discord.application import keep_synced
from bot.platforms.discord.channel_events import ChannelEvents
from bot.platforms.discord.components import (
    form_button,
    form_of,
    game_code_in,
    text_of_interaction,
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
    mentions_in,
    mentions_of,
    read_first,
)
from bot.platforms.discord.interaction_answers import InteractionAnswers
from bot.platforms.discord.library_internals import AWAY, fetch_shard_count, skip_unreadable_events
from bot.platforms.discord.posting import Poster, may_post
from bot.platforms.discord.private_answers import PrivateAnswers, give_late
from bot.platforms.discord.recovery import Downtime, Inbox, InboxEntry, keep_recovering
from bot.platforms.discord.servers import greet, greet_new, missing_permissions

# Discord waits 3 s for completions; later ones are of no use.
_LONGEST_COMPLETING = 2.5
_LONGEST_CHOICE = 100
_MOST_CHOICES = 25
_TRIES = 2
# The core waits out longer rate limits itself.
_LONGEST_PAUSE = 30.0
_Notices = BoundedDict[tuple[int, int], None]
"""Notices already given, by channel and person."""
_log = logging.getLogger(__name__)


class Client(ChannelEvents):
    """A discord.py client without privileged intents, except Message Content if it `reads_all`."""

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
        own_shards, count = shards or ((0,), 1)
        super().__init__(
            intents=discord.Intents(guilds=True, messages=True, message_content=reads_all),
            shard_ids=list(own_shards),
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
        self.tree.error(self.handle_unknown_command)
        self.poster = Poster(self, paint)
        self.private = PrivateAnswers(self, self.poster, words)
        self.inbox = Inbox(core.updates)
        self._part = f" {list(own_shards)}" if shards else ""
        self.downtime = Downtime(core.updates, words, now, self._part)
        self._opened = now()
        self.config_error: ValueError | None = None
        self._syncing: asyncio.Task[None] | None = None
        self._replies = Replies(self.poster, self.private, words)
        self._languages = BoundedDict[int, str]()
        self.parents = BoundedDict[int, int]()
        skip_unreadable_events(self)

    @property
    def me(self) -> discord.ClientUser:
        """Return the bot's own user; requires a login."""
        assert self.user is not None
        return self.user

    # The connection

    async def setup_hook(self) -> None:
        """Register the slash commands and context menus in the command tree."""
        await self.tree.set_translator(slash_commands.CommandTranslator(self.words))
        for command in slash_commands.commands_of(self, self.words):
            self.tree.add_command(command, guild=self.only_guild)
        for menu in slash_commands.menus_of(self, self.words):
            self.tree.add_command(menu, guild=self.only_guild)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect with the number of shards that Discord recommends, unless the shards are configured."""
        if not self._part:
            with suppress(discord.GatewayNotFound):
                self.shard_count = await fetch_shard_count(self)
                self.shard_ids = list(range(self.shard_count))
        await super().connect(reconnect=reconnect)

    async def keep_up(self) -> None:
        """Run the heartbeat and the recovery beside the connection until cancelled."""
        recovering = keep_recovering(self, self.core, self.inbox, self.paint, self._give_late)
        await asyncio.gather(self.downtime.keep_alive(), recovering)

    async def close(self) -> None:
        """Close the connection and cancel the syncing of commands, unless the syncing itself asked to close."""
        if self._syncing and self.config_error is None:
            self._syncing.cancel()
        await super().close()

    async def on_connect(self) -> None:
        """Start syncing the commands on the first connection."""
        if self._syncing is None:
            self._syncing = asyncio.create_task(self._sync())

    async def on_disconnect(self) -> None:
        """Note the time at which the connection was lost."""
        self.downtime.note_disconnected()

    async def on_resumed(self) -> None:
        """Note that the connection was resumed; Discord resends what was missed."""
        self.downtime.note_connected()

    async def on_ready(self) -> None:
        """Notify waiting players after a long outage and greet servers that were joined meanwhile."""
        try:
            since = await self.downtime.since()
            for channel, message in (await self.downtime.end_downtime()).items():
                with suppress(discord.HTTPException):
                    await self.poster.show(Chat(PLATFORM, str(channel)), message)
            await greet_new(self.guilds, self._opened if since is None else since, self.poster, self.words)
            await self.downtime.note_alive()
        except StoreUnavailableError:
            _log.warning("players are not notified of the outage: the store does not answer")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that the bot was added to, and show the games that it had there before."""
        await greet(guild, self.poster, self.words)
        await self.return_to(guild)
        await self.downtime.note_alive()

    async def _sync(self) -> None:
        try:
            await keep_synced(self.tree, self.core.updates, self.only_guild, self._part)
        except ValueError as error:
            self.config_error = error
            await self.close()

    # Commands, presses and forms

    async def handle_command(
        self, interaction: Interaction, command: Command, values: slash_commands.OptionValues
    ) -> None:
        """Handle a slash command as if its text were typed."""
        users = [value for value in values.values() if isinstance(value, discord.User | discord.Member)]
        files = [value for value in values.values() if isinstance(value, discord.Attachment)]
        incoming = self._incoming(interaction, slash_commands.command_text(command, values, self.me.id))
        await self._handle_interaction(interaction, replace(incoming, mentions=mentions_of(users)), files, users)

    async def challenge(self, interaction: Interaction, person: User) -> None:
        """Handle the context menu of a user: start a challenge by buttons."""
        incoming = self._incoming(interaction, f"/setup {slash_commands.option_text(person, self.me.id)}")
        await self._handle_interaction(interaction, replace(incoming, mentions=mentions_of([person])), users=[person])

    async def use_on_message(self, interaction: Interaction, command: Command, message: discord.Message) -> None:
        """Handle the context menu of a message: a command about the game that it shows."""
        code = game_code_in(message) if message.author.id == self.me.id else ""
        text = self.words(self._language(interaction), "message-without-game")
        refusal = () if code else (Message(text, envelope=REFUSED),)
        await self._handle_interaction(
            interaction, self._incoming(interaction, f"/{command.name} {code}".strip()), refusal=refusal
        )

    async def press(self, interaction: Interaction, text: str) -> None:
        """Handle a button or menu option as its text, or open the form that it stands for."""
        if form := form_of(interaction, text, self.words):
            await self._open_form(interaction, form)
            return
        pressed_id = str(interaction.message.id) if interaction.message else ""
        incoming = self._incoming(interaction, text)
        await self._handle_interaction(interaction, replace(incoming, pressed=True, replies_to=pressed_id))

    async def _open_form(self, interaction: Interaction, form: discord.ui.Modal) -> None:
        """Open a form; if Discord refuses it twice, acknowledge the press at least."""
        for _ in range(_TRIES):
            try:
                await interaction.response.send_modal(form)
            except AWAY as error:
                _log.warning("a form could not be opened: %s", error)
            else:
                return
        with suppress(*AWAY):
            await interaction.response.defer()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a button, menu or form from any version of the bot; discord.py dispatches only commands itself."""
        if (text := text_of_interaction(interaction)) is not None:
            await self.press(interaction, text)

    async def handle_unknown_command(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Handle a command that only another version has registered as if its text were typed."""
        if interaction.response.is_done() or isinstance(error, app_commands.CommandInvokeError):
            _log.error("interaction %s failed", interaction.id, exc_info=error)
        elif interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            incoming = self._incoming(interaction, slash_commands.command_text_by_name(interaction))
            await self._handle_interaction(interaction, replace(incoming, alone=True))

    async def complete(
        self, interaction: Interaction, command: Command, option: str, partial_text: str
    ) -> slash_commands.Completions:
        """Return the completions of an option; none if the core takes too long."""
        others = {name: value for name, value in interaction.namespace if name != option}
        incoming = self._incoming(interaction, slash_commands.command_text(command, others, self.me.id))
        try:
            async with asyncio.timeout(_LONGEST_COMPLETING):
                choices = await self.core.complete(incoming, command.name, option, partial_text)
        except TimeoutError:
            return []
        return [
            app_commands.Choice(name=choice.label[:_LONGEST_CHOICE], value=choice.value)
            for choice in choices[:_MOST_CHOICES]
            if len(choice.value) <= _LONGEST_CHOICE
        ]

    async def _handle_interaction(
        self,
        interaction: Interaction,
        incoming: Incoming,
        files: Sequence[discord.Attachment] = (),
        users: Sequence[User] = (),
        refusal: tuple[Message, ...] = (),
    ) -> None:
        """Acknowledge an interaction, pass it to the core unless `refusal` holds its answer, and send the answers."""
        token = interaction.token
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            async with self.inbox.holding(InboxEntry(incoming, token), is_whole=not files):
                answers = await self._acknowledge(interaction)
                if answers is None:
                    return
                self.poster.answer(answers)
                mentions = await mentions_in(self, incoming)
                file = await read_first(files)
                full_incoming = replace(incoming, attachment=file[1] if file else "", mentions=mentions)
                if files:
                    await self.inbox.keep(InboxEntry(full_incoming, token))
                messages = (
                    refusal
                    or self._refusal(full_incoming, users, file)
                    or await self.core.handle(full_incoming, ticket)
                )
                ticket.leave()
                if lost_messages := await answers.give(messages):
                    await self._give_late(full_incoming, lost_messages)

    async def _give_late(self, incoming: Incoming, lost_messages: tuple[Message, ...]) -> None:
        """Deliver messages that an interaction no longer carries, or that another process left unanswered."""
        try:
            await give_late(incoming, lost_messages, self.private, self.poster)
        except (DeliveryError, *AWAY) as error:
            _log.warning("%s was not answered: %s", incoming.cause, error)

    async def _acknowledge(self, interaction: Interaction) -> InteractionAnswers | None:
        is_heard = is_bots_own_chat(interaction) or (self.reads_all and not is_outside(interaction))
        done_text = self.words(self._language(interaction), "done")
        answers = InteractionAnswers(interaction, self.poster.sender, done_text, is_heard)
        if not await answers.acknowledge():
            _log.warning("interaction %s could not be acknowledged", interaction.id)
            return None
        return answers

    def _incoming(self, interaction: Interaction, text: str) -> Incoming:
        return incoming_of_interaction(interaction, text, self.me.id, self._language(interaction), self.reads_all)

    def _language(self, interaction: Interaction) -> str:
        """Return the language of an interaction and remember it: messages come without their author's language."""
        self._languages[interaction.user.id] = language = language_of(interaction.locale)
        return language

    # Typed messages

    async def on_message(self, message: discord.Message) -> None:
        """Handle a message that may be meant for the bot."""
        language = self._languages.get(message.author.id, "")
        incoming = incoming_of_message(message, self.me, language)
        if incoming is not None:
            await self._handle_message(message, incoming)
        elif not self.reads_all:
            await self._replies.explain_unreadable_reply(message, self.me, language or language_in(message))

    async def _handle_message(self, message: discord.Message, incoming: Incoming) -> None:
        is_reply = incoming.replies_to and incoming.sender is Sender.PERSON
        if is_reply and incoming.overheard and not self.reads_all:
            self.poster.note_reply(message.channel.id, message.author.id)
        if incoming.in_private:
            self.poster.allow(message.channel.id)
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            file = await read_first(message.attachments)
            full_incoming = replace(incoming, attachment=file[1] if file else "")
            async with self.inbox.holding(InboxEntry(full_incoming)):
                answers = self._refusal(full_incoming, message.mentions, file) or (
                    *await self.core.handle(full_incoming, ticket),
                    *self._unread_files(full_incoming, message.attachments, file),
                )
                ticket.leave()
                language = full_incoming.person.language
                is_meant = full_incoming.sender is Sender.PERSON and (full_incoming.alone or full_incoming.replies_to)
                missing = self._replies.permission_warning(message, language, answers) if is_meant else ()
                for answer in (*answers, *missing):
                    await self._replies.give(message, full_incoming, answer)

    def _unread_files(
        self, incoming: Incoming, files: Sequence[discord.Attachment], file: tuple[str, str] | None
    ) -> tuple[Message, ...]:
        """Return a notice that a command was read with one of its files only; nothing if it has no others."""
        if not (file and len(files) > 1 and incoming.text.startswith("/")):
            return ()
        return (Message(self.words(incoming.person.language, "one-file-read", file=file[0])),)

    def _refusal(self, incoming: Incoming, users: Sequence[User], file: tuple[str, str] | None) -> tuple[Message, ...]:
        """Return the refusal of a command that addresses another bot, or whose file cannot be read; else nothing."""
        if not incoming.text.startswith("/") or incoming.sender is Sender.AUTOMATIC:
            return ()
        if file is None:
            return (Message(self.words(incoming.person.language, "attachment-unreadable"), envelope=PRIVATE),)
        other_bots = [user for user in users if user.bot and user.id != self.me.id]
        if not other_bots:
            return ()
        text = self.words(incoming.person.language, "other-bot", name=other_bots[0].display_name)
        return (Message(text, envelope=PRIVATE),)


class Replies:
    """Answers to typed messages, with a record of who has been notified of a problem."""

    def __init__(self, poster: Poster, private_answers: PrivateAnswers, words: Translator) -> None:
        self._poster = poster
        self._private = private_answers
        self.words = words
        self._unread_notices, self._permission_notices = _Notices(), _Notices()

    async def give(self, message: discord.Message, incoming: Incoming, answer: Message) -> None:
        """Post an answer in the message's channel, or privately to its author.

        A private answer goes to the author's direct messages unless its buttons belong in the channel.
        """
        with suppress(discord.Forbidden):
            if answer.envelope.private and not answer.envelope.stays and message.guild is not None:
                await self._private.give(incoming, answer, message.jump_url)
            elif may_post(message.channel):
                await self._poster.post(message.channel, answer, is_heard=message.guild is None)

    def permission_warning(
        self, message: discord.Message, language: str, answers: Sequence[Message]
    ) -> tuple[Message, ...]:
        """Return a warning about missing permissions, once per person and unless `answers` contain it already."""
        permissions = missing_permissions(message.channel, threads=False)
        if not permissions or not _record_notice(message, self._permission_notices):
            return ()
        warning = rights_in_words(permissions, speech(language))
        return () if any(warning in answer.text for answer in answers) else (Message(warning, envelope=PRIVATE),)

    async def explain_unreadable_reply(self, message: discord.Message, me: discord.ClientUser, language: str) -> None:
        """Explain once to the author of an unreadable reply what to do.

        From then on boards in this channel are messages of their own, whose replies the bot can read if they ping it.
        """
        target = _target_of_unreadable_reply(message, me)
        if target is None:
            return
        self._poster.note_reply(message.channel.id, message.author.id)
        if may_post(message.channel) and _record_notice(message, self._unread_notices):
            text = self.words(language, "unreadable-reply")
            if target.interaction_metadata is not None:
                text = self.words(language, "unheard-reply")
            notice = Message(text, buttons=form_button(target))
            [part] = await self._poster.sender.parts(notice)
            with suppress(discord.HTTPException):
                await message.reply(**part, mention_author=False)


def _record_notice(message: discord.Message, notices: _Notices) -> bool:
    """Record a notice to the author of a message in its channel; return whether it is the first."""
    key = message.channel.id, message.author.id
    is_news = key not in notices
    notices[key] = None
    return is_news


def _target_of_unreadable_reply(message: discord.Message, me: discord.ClientUser) -> discord.Message | None:
    """Return the bot's message to which this is a reply whose text Discord hides; None otherwise.

    Discord hides the text of a reply that does not ping the bot.
    """
    target = message.reference.resolved if message.reference else None
    says_something = message.content or message.attachments or message.embeds or message.stickers
    is_reply = message.type is discord.MessageType.reply and not message.author.bot and not says_something
    if not is_reply or not isinstance(target, discord.Message):
        return None
    return target if target.author.id == me.id else None
