"""The Discord client: passes commands, presses and messages to the core and sends its answers."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain

import discord
from discord import app_commands

from bot.core.commands.command import Command
from bot.core.game.people import Chat, Sender
from bot.core.language.speech import say
from bot.core.ports.adapters import Messenger
from bot.core.ports.platform import PRIVATE, REFUSED, Core, DeliveryError, Incoming, Message
from bot.core.ports.store import StoreUnavailableError
from bot.core.queues.caches import BoundedDict
from bot.core.queues.user_queue import Ticket
from bot.features import COMMANDS
from bot.platforms.discord import slash_commands
from bot.platforms.discord.activity import note_game
from bot.platforms.discord.components import form_of, game_code_in, opens_page, text_of_interaction, texts_of_buttons
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
from bot.platforms.discord.library_internals import AWAY, fetch_first_answer, fetch_shard_count, skip_unreadable_events
from bot.platforms.discord.posting import Poster, may_post
from bot.platforms.discord.recovery import Downtime, Inbox, InboxEntry, follow_up
from bot.platforms.discord.replies import Replies
from bot.platforms.discord.slash_commands import keep_synced

# Discord waits 3 s for completions; later ones are of no use.
_LONGEST_COMPLETING = 2.5
_LONGEST_CHOICE = 100
_MOST_CHOICES = 25
_TRIES = 2
_LOOK_EVERY = 0.5
# The core waits out longer rate limits itself.
_LONGEST_PAUSE = 30.0
_log = logging.getLogger(__name__)


class Client(discord.AutoShardedClient):
    """A discord.py client without privileged intents, except Message Content if it `reads_all`."""

    def __init__(
        self,
        core: Core,
        adapter: Messenger,
        guild: int | None,
        shards: tuple[tuple[int, ...], int] | None,
        reads_all: bool,
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
        self.reads_all = reads_all
        self._adapter = adapter
        self.only_guild = discord.Object(guild) if guild else None
        self.tree = slash_commands.command_tree(self)
        self.tree.error(self.handle_unknown_command)
        self.poster = Poster(self, adapter.paint)
        self.inbox = Inbox(core.updates)
        self._part = f" {list(own_shards)}" if shards else ""
        self.downtime = Downtime(core.updates, adapter.now, self._part)
        self._opened = adapter.now()
        self.config_error: ValueError | None = None
        self._syncing: asyncio.Task[None] | None = None
        self._replies = Replies(self, self.poster)
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
        await self.tree.set_translator(slash_commands.CommandTranslator())
        for command in slash_commands.commands_of(self.handle_command, self.complete, self._adapter.hidden_commands):
            self.tree.add_command(command, guild=self.only_guild)
        challenge = app_commands.ContextMenu(name=slash_commands.menu_name("challenge"), callback=self.challenge)
        for menu in (challenge, *slash_commands.message_menus(self.use_on_message)):
            self.tree.add_command(menu, guild=self.only_guild)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect with the number of shards that Discord recommends, unless the shards are configured."""
        if not self._part:
            with suppress(discord.GatewayNotFound):
                self.shard_count = await fetch_shard_count(self)
                self.shard_ids = list(range(self.shard_count))
        await super().connect(reconnect=reconnect)

    async def keep_recovering(self) -> None:
        """Handle updates left by other processes, regularly while the client is connected, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            if self.is_ready():
                with suppress(StoreUnavailableError):
                    for entry in await self.inbox.claim_orphans():
                        await self._recover(entry)
                        await self.inbox.forget(entry)

    async def _recover(self, entry: InboxEntry) -> None:
        """Handle an update unless Discord never got an answer: then the user saw a failure and has tried again."""
        try:
            first = await fetch_first_answer(self, entry.token) if entry.token else {}
            if first is None:
                return
            messages = await self.core.handle(replace(entry.incoming, mentions=await mentions_in(self, entry.incoming)))
            if entry.token:
                messages = await follow_up(self, self.poster.sender, entry, first, messages)
        except (discord.HTTPException, OSError) as error:
            _log.warning("an update left by a dead process could not be answered: %s", error)
        else:
            await self._give_late(entry.incoming, messages)

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
        """Record the time at which the connection was lost."""
        self.downtime.note_disconnected()

    async def on_resumed(self) -> None:
        """Record that the connection was resumed; Discord resends missed events."""
        self.downtime.note_connected()

    async def on_ready(self) -> None:
        """Notify waiting players after a long outage and greet servers that were joined meanwhile."""
        try:
            since = await self.downtime.since()
            for channel, message in (await self.downtime.end_downtime()).items():
                with suppress(discord.HTTPException):
                    await self.poster.show(Chat(PLATFORM, str(channel)), message)
            for guild in self.guilds:
                joined_at = guild.me.joined_at
                if joined_at and joined_at.timestamp() > (self._opened if since is None else since):
                    await self._replies.greet(guild)
            await self.downtime.note_alive()
        except StoreUnavailableError:
            _log.warning("players were not notified of the outage: the store does not answer")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that added the bot, and show the games that it had there before."""
        await self._replies.greet(guild)
        await self._retry(channel for channel in chain(guild.channels, guild.threads) if may_post(channel))
        await self.downtime.note_alive()

    async def _sync(self) -> None:
        try:
            ids = await keep_synced(self.tree, self.core.updates, self.only_guild, self._part)
            self.poster.sender.command_ids = ids
        except ValueError as error:
            self.config_error = error
            await self.close()

    # Channels, threads and servers that are deleted, locked or reopened

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Show the boards that a channel missed, if its new permissions allow that."""
        is_open = self.poster.allow(after.id) or (may_post(after) and not may_post(before))
        await self._retry([after] if is_open else [])

    async def on_guild_role_update(self, _: object, role: discord.Role) -> None:
        """Show the missed boards in all channels of the server where the new permissions may allow that."""
        await self._retry(channel for channel in role.guild.channels if self.poster.allow(channel.id))

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Show the games of a thread that is unlocked; notify the players of one that is locked."""
        self.parents[after.id] = after.parent_id
        if before.locked and not after.locked:
            await self._retry([after])
        elif after.locked and not before.locked and not after.permissions_for(after.guild.me).manage_threads:
            await self._lose([after.id])

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Show the games of a thread that is unarchived; discord.py reports that as a join."""
        if not thread.locked:
            await self._retry([thread])

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Notify the players of a deleted thread."""
        self.parents[payload.thread_id] = payload.parent_id
        await self._lose([payload.thread_id])

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Notify the players of a deleted channel."""
        await self._lose([channel.id])

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Notify the players of a server that the bot was removed from."""
        await self._lose(channel.id for channel in chain(guild.threads, guild.channels))

    async def _retry(self, channels: Iterable[discord.abc.GuildChannel | discord.Thread]) -> None:
        for channel in channels:
            self.poster.allow(channel.id)
            with suppress(StoreUnavailableError):
                await self.core.retry(Chat(PLATFORM, str(channel.id)))

    async def _lose(self, channels: Iterable[int]) -> None:
        for channel in channels:
            with suppress(StoreUnavailableError):
                await self.core.lose(Chat(PLATFORM, str(channel)))

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
        incoming = self._incoming(interaction, f"/{command.name} {code}".strip())
        text = say(incoming.person.language, "message-without-game")
        refusal = () if code else (Message(text, envelope=REFUSED),)
        await self._handle_interaction(interaction, incoming, refusal=refusal)

    async def press(self, interaction: Interaction, text: str) -> None:
        """Handle a button or menu option as the text it types, or open the form that it stands for."""
        if form := form_of(interaction, text):
            await self._open_form(interaction, form)
            return
        pressed_id = str(interaction.message.id) if interaction.message else ""
        incoming = self._incoming(interaction, text)
        await self._handle_interaction(interaction, replace(incoming, pressed=True, alone=True, replies_to=pressed_id))

    async def _open_form(self, interaction: Interaction, form: discord.ui.Modal) -> None:
        """Open a form; if Discord refuses it twice, at least acknowledge the press."""
        for _ in range(_TRIES):
            try:
                await interaction.response.send_modal(form)
            except AWAY as error:
                _log.warning("a form could not be opened: %s", error)
            else:
                return
        with suppress(*AWAY):
            await interaction.response.defer()

    async def _launch_activity(self, interaction: Interaction) -> None:
        """Open the page as an Activity, at the game of the pressed board; say how else if Discord refuses."""
        code = game_code_in(interaction.message) if interaction.message else ""
        work = note_game(self._adapter.temporary, interaction.channel_id, interaction.user.id, code)
        try:
            await asyncio.gather(interaction.response.launch_activity(), work)
        except AWAY as error:
            _log.warning("the activity could not be launched: %s", error)
            with suppress(*AWAY):
                text = say(language_of(interaction.locale), "activity-refused")
                await interaction.response.send_message(text, ephemeral=True)
        else:
            await self._turn_activity_to(interaction, code)

    async def _turn_activity_to(self, interaction: Interaction, code: str) -> None:
        """Show a game's board on the presser's open page, which another launch does not load again."""
        incoming = replace(self._incoming(interaction, f"/board {code}"), pressed=True)
        for answer in await self.core.handle(incoming) if code else ():
            if answer.picture:
                private_board = replace(answer, mention=incoming.person, envelope=PRIVATE)
                await self._adapter.mirror(incoming.chat, f"opened-{incoming.person.id}", private_board)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a button, menu or form of any version of the bot; discord.py dispatches only commands."""
        if opens_page(interaction):
            await self._launch_activity(interaction)
        elif (text := text_of_interaction(interaction)) is not None:
            await self.press(interaction, text)

    async def handle_unknown_command(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Handle a command that only another version registered, as if its text were typed."""
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
        """Acknowledge an interaction, pass it to the core unless it has a `refusal`, and send the answers."""
        entry = InboxEntry(incoming, interaction.token)
        is_heard = is_bots_own_chat(interaction) or (self.reads_all and not is_outside(interaction))
        done_text = say(incoming.person.language, "done")
        answers = InteractionAnswers(interaction, self.poster.sender, done_text, is_heard)
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            async with self.inbox.holding(entry, is_whole=not files):
                if not await answers.acknowledge():
                    _log.warning("interaction %s could not be acknowledged", interaction.id)
                    return
                self.poster.answer(answers)
                messages = refusal or await self._answers(entry, ticket, files, users)
                ticket.leave()
                if lost_messages := await answers.give(messages):
                    await self._give_late(incoming, lost_messages)

    async def _answers(
        self, entry: InboxEntry, ticket: Ticket, files: Sequence[discord.Attachment], users: Sequence[User]
    ) -> tuple[Message, ...]:
        """Return the core's answers to a text with its first readable file.

        A command that addresses another bot, or none of whose files can be read, is refused.
        """
        incoming = entry.incoming
        wanted_files = files if COMMANDS.takes_file(incoming.text) else ()
        file = await read_first(wanted_files)
        incoming = replace(incoming, attachment=file[1] if file else "", mentions=await mentions_in(self, incoming))
        if files:
            await self.inbox.keep(replace(entry, incoming=incoming))
        language = incoming.person.language
        if incoming.text.startswith("/") and incoming.sender is not Sender.AUTOMATIC:
            if file is None:
                return (Message(say(language, "attachment-unreadable"), envelope=PRIVATE),)
            if other_bot := next((user for user in users if user.bot and user.id != self.me.id), None):
                text = say(language, "other-bot", name=other_bot.display_name)
                return (Message(text, envelope=PRIVATE),)
        answers = await self.core.handle(incoming, ticket)
        if file and len(wanted_files) > 1:
            return (*answers, Message(say(language, "one-file-read", file=file[0])))
        return answers

    async def _give_late(self, incoming: Incoming, lost_messages: tuple[Message, ...]) -> None:
        """Deliver messages that an interaction no longer accepts, or that another process left unanswered."""
        try:
            await self._replies.give_late(incoming, lost_messages)
        except (DeliveryError, *AWAY) as error:
            _log.warning("%s was not answered: %s", incoming.cause, error)

    def _incoming(self, interaction: Interaction, text: str) -> Incoming:
        """Convert an interaction and remember its language, since messages do not tell their author's."""
        self._languages[interaction.user.id] = language = language_of(interaction.locale)
        return incoming_of_interaction(interaction, text, self.me.id, language, self.reads_all)

    # Typed messages

    async def on_message(self, message: discord.Message) -> None:
        """Handle a message that may be meant for the bot."""
        self.poster.note_message(message.channel.id, message.id)
        language = self._languages.get(message.author.id, "")
        incoming = incoming_of_message(message, self.me, language)
        if incoming is not None:
            beside = texts_of_buttons(message.reference.resolved) if incoming.replies_to and message.reference else ()
            await self._handle_message(message, replace(incoming, beside=beside))
        elif not self.reads_all:
            await self._replies.explain_unreadable_reply(message, self.me, language or language_in(message))

    async def _handle_message(self, message: discord.Message, incoming: Incoming) -> None:
        is_reply = incoming.replies_to and incoming.sender is Sender.PERSON
        if is_reply and incoming.overheard and not self.reads_all:
            self.poster.note_reply(message.channel.id, message.author.id)
        if incoming.in_private:
            self.poster.allow(message.channel.id)
        entry, files = InboxEntry(incoming), message.attachments
        with self.core.ticket(incoming.chat, incoming.person) as ticket:
            async with self.inbox.holding(entry, is_whole=not files):
                answers = await self._answers(entry, ticket, files, message.mentions)
                ticket.leave()
                language = incoming.person.language
                is_meant = incoming.sender is Sender.PERSON and (incoming.alone or incoming.replies_to)
                missing = self._replies.permission_warning(message, language, answers) if is_meant else ()
                for answer in (*answers, *missing):
                    await self._replies.give(message, incoming, answer)
