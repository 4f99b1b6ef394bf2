"""The router: parses incoming texts, queues them per user, and calls their handlers."""

import asyncio
import logging
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from operator import attrgetter
from random import Random

from bot.core.boards.context import Context, Patience
from bot.core.boards.delivery import Delivery
from bot.core.boards.reach import end_wait_for
from bot.core.chats import note_sender, server_of
from bot.core.game.instants import Now
from bot.core.game.people import Chat, Person, Sender
from bot.core.game.requests import Request, code_of
from bot.core.handlers.bare_text import note_question
from bot.core.handlers.boards import touching
from bot.core.handlers.challenges import games_elsewhere
from bot.core.handlers.handling import handle
from bot.core.handlers.privacy import forget_again
from bot.core.handlers.services import Answers, Extension, Interaction, Limits, Services, commands_of, hint_cache
from bot.core.handlers.table import CORE
from bot.core.language.speech import LANGUAGES, Speech, speech
from bot.core.ports.metrics import Metrics, TextOutcome
from bot.core.ports.outages import Outages
from bot.core.ports.page import Touching
from bot.core.ports.people import StoredFacts
from bot.core.ports.platform import REFUSED, Choice, Core, Elsewhere, Incoming, Message, Platform
from bot.core.ports.store import Store, StoreUnavailableError, Updates
from bot.core.ports.thinking import Thinking
from bot.core.queues.caches import Memory
from bot.core.queues.user_queue import Buckets, RateLimit, Ticket, UserQueue
from bot.core.repository import Games
from bot.core.upkeep import sweeper
from bot.core.upkeep.flags import Flags
from bot.core.upkeep.tasks import log_failures
from bot.core.view import answers, refusals
from bot.core.view.buttons import all_buttons, notice
from bot.core.view.completion import complete
from bot.core.view.names import for_reader
from engines.refusals import Illegal, Refusal

_log = logging.getLogger(__name__)
_GOODBYE = 0.3  # seconds
_PAUSE = 1.0
_SILENCE = 7 * 86400.0
"""Seconds for which a sender that reads no answers is not told once more."""


class Router(Core):
    """The core as platform adapters see it."""

    def __init__(
        self,
        store: Store,
        thinking: Thinking,
        platforms: Mapping[str, Platform],
        *,
        now: Now,
        random: Random,
        features: Sequence[Extension],
        patience: Patience | None = None,
        limits: Limits | None = None,
        buckets: Buckets | None = None,
        metrics: Metrics | None = None,
        operators: Set[str] = frozenset(),
        outages: Outages | None = None,
        memory: Memory | None = None,
    ) -> None:
        metrics, patience, outages = metrics or Metrics(), patience or Patience(), outages or Outages()
        extensions = (CORE, *features)
        games = Games(store, metrics, outages, memory)
        buttons = all_buttons([each.buttons_after_game for each in extensions])
        advances = tuple(filter(None, (each.advance for each in extensions)))
        note_takers = tuple(filter(None, (each.note for each in extensions)))
        context = Context(
            store, games, platforms, thinking, now, metrics, patience, outages, buttons, advances, note_takers
        )
        self._services = Services(
            **vars(context),
            delivery=Delivery(context, tuple(filter(None, (each.on_end for each in extensions)))),
            random=random,
            limits=limits or Limits(),
            rate_limit=RateLimit(buckets, now),
            commands=commands_of(extensions),
            extensions=extensions,
            handlers={
                kind: handler for each in extensions for row in each.rows for kind, handler in row.handlers.items()
            },
            operators=operators,
            hints=hint_cache(memory or Memory()),
        )
        self._ticks = tuple(filter(None, (each.tick for each in extensions)))
        self._rebuilders = tuple(filter(None, (each.rebuild for each in extensions)))
        self._queue = UserQueue()
        self._flags = Flags(self._services, self._services.delivery, self._queue.outlast)
        games.watchers.append(self._flags.watch)
        self._forgetting = set[asyncio.Task[None]]()

    @property
    def updates(self) -> Updates:
        """Return the inbox for updates that take long to handle."""
        return self._services.store.leases

    @property
    def elsewhere(self) -> Elsewhere:
        """Return the port for games in chats without the bot."""
        return games_elsewhere(self._services)

    @property
    def touching(self) -> Touching:
        """Return the port for boards that are played by touch."""
        return touching(self._services)

    async def run(self) -> None:
        """Run the sweeper, and rebuild indexes, until cancelled."""
        await sweeper.run(self._services, self._services.delivery, self._flags, self._ticks, self._rebuilders)

    async def wait_until_idle(self) -> None:
        """Wait until cleanups, boards and reviews in progress are finished."""
        await asyncio.gather(*self._forgetting, return_exceptions=True)
        await self._services.delivery.wait_until_idle()
        await asyncio.gather(*self._services.reviewing.values(), return_exceptions=True)

    async def close(self) -> None:
        """Cancel work in progress; confirmed moves are in the log, and outbox entries remain for the next start."""
        for reviewing in self._services.reviewing.values():
            reviewing.cancel()
        self._services.heavy.close()
        await self._flags.close()
        if self._forgetting:
            await asyncio.wait(self._forgetting, timeout=_GOODBYE)
        for forgetting in self._forgetting:
            forgetting.cancel()
        await self._services.delivery.close()

    async def sweep(self, patience: float = 0.0) -> None:
        """Run one round of the sweeper."""
        await sweeper.sweep(self._services, self._services.delivery, self._flags, self._ticks, patience)

    def ignores(self, chat: Chat, person: Person) -> bool:
        """Return whether the rate limit currently ignores texts of this person in this chat."""
        return self._services.rate_limit.ignores(person.key, chat.key)

    async def migrate(self, before: Chat, after: Chat) -> None:
        """Move a chat to another ID; texts in the new chat wait for that."""
        with self._queue.hold_up(after) as moving:
            await moving.come()
            store = self._services.store
            await store.settings.remember_chat(after.key, after)
            kinds = [kind for each in self._services.extensions for kind in each.chat_choices]
            await store.settings.add_alias(before.key, after.key, kinds)

    async def note_unseen(self, incoming: Incoming) -> None:
        """Let the extensions revoke what the answer to a text would have opened, as its sender has not seen it."""
        with log_failures("taking back what was not seen"):
            facts = await self._load_facts(incoming)
            asked = Interaction(incoming, _speech_for(incoming, facts), facts, Ticket(), self._services.now())
            for extension in self._services.extensions:
                if extension.on_unseen:
                    await extension.on_unseen(self._services, asked)

    async def lose(self, chat: Chat, person: Person | None = None) -> None:
        """Note that a chat accepts no more messages or that a person left it, and notify the players."""
        if person:
            await self._note_membership(chat, person, is_member=False)
        await self._services.delivery.lose(chat, person)

    async def retry(self, chat: Chat, person: Person | None = None) -> None:
        """Show the boards that a chat missed, or note that a person is back."""
        if person:
            await self._note_membership(chat, person, is_member=True)
            self._services.delivery.all_soon(await end_wait_for(self._services, person, chat))
        else:
            await self._services.delivery.retry(chat)

    async def _note_membership(self, chat: Chat, person: Person, is_member: bool) -> None:
        for hook in filter(None, (each.on_membership for each in self._services.extensions)):
            await hook(self._services, chat, person, is_member)

    async def complete(self, incoming: Incoming, command: str, parameter: str, text: str) -> tuple[Choice, ...]:
        """Return at most 25 completions of a parameter."""
        facts = await self._load_facts(incoming)
        sessions = await self._services.games.open_sessions(facts.games)
        kind, words = self._services.commands.kind_of(command, parameter), _speech_for(incoming, facts)
        players = [await self._services.games.team_in(each, facts.chat) or incoming.person for each in sessions]
        pairs = list(zip(sessions, players, strict=True))
        return complete(kind, text, incoming.text, sessions=pairs, speech=words)

    async def language(self, chat: Chat, person: Person) -> str:
        """Return the language of answers to a person in a chat."""
        return (await self._words_for(Incoming(chat, person, ""))).language

    def ticket(self, chat: Chat, person: Person) -> Ticket:
        """Return a text's place in its sender's queue."""
        return self._queue.join(chat, person)

    async def handle(self, incoming: Incoming, ticket: Ticket | None = None) -> tuple[Message, ...]:
        """Handle a text and return the answers to its sender."""
        if ticket is None:
            with self._queue.join(incoming.chat, incoming.person) as own_ticket:
                return await self.handle(incoming, own_ticket)
        start = self._services.now()
        incoming = replace(incoming, at=start)
        if incoming.pressed and (question := answers.read_late_question(incoming)):
            outcome, messages = await self._handle_late(*question, ticket)
        else:
            outcome, messages = await self._handle(incoming, ticket)
        self._services.metrics.record_text(incoming.chat.platform, outcome, max(0.0, self._services.now() - start))
        return messages

    async def _handle_late(
        self, asker: str, incoming: Incoming, ticket: Ticket
    ) -> tuple[TextOutcome, tuple[Message, ...]]:
        """Answer a late question again, for the asker only."""
        words = speech(incoming.person.language)
        if asker != incoming.person.id:
            return TextOutcome.REFUSED, (notice("answer-of-another", words, envelope=REFUSED),)
        outcome, messages = await self._handle(incoming, ticket)
        return outcome, answers.private_answers(messages, words)

    async def _handle(self, incoming: Incoming, ticket: Ticket) -> tuple[TextOutcome, tuple[Message, ...]]:
        try:
            request = self._services.commands.try_parse(incoming)
            if request is None:
                return TextOutcome.UNHEARD, ()
            takes = await self._services.rate_limit.takes(incoming.person.key, incoming.chat.key)
            if takes is not True:
                return TextOutcome.SLOWED, (
                    answers.rate_limit_notice(takes, await self._words_for(incoming)),
                ) if takes else ()
            await ticket.come()
            messages = await self._answer(request, incoming, ticket)
            is_refused = any(map(attrgetter("envelope.refuses"), messages))
            return TextOutcome.REFUSED if is_refused else TextOutcome.ANSWERED, messages
        except StoreUnavailableError as error:
            return TextOutcome.UNSTORED, (notice(error.code, speech(incoming.person.language)),)
        except Exception:
            _log.exception("no answer to a text of %d characters", len(incoming.text))
            return TextOutcome.BROKEN, (notice("something-broke", speech(incoming.person.language)),)

    async def _load_facts(self, incoming: Incoming) -> StoredFacts:
        server = server_of(self._services.platforms, incoming.chat)
        sender, message = incoming.person.key, incoming.replies_to
        return await self._services.store.settings.facts_for(incoming.chat.key, sender, message, server)

    async def _words_for(self, incoming: Incoming) -> Speech:
        return _speech_for(incoming, await self._load_facts(incoming))

    async def _answer(self, request: Request | Refusal, incoming: Incoming, ticket: Ticket) -> tuple[Message, ...]:
        facts = await self._load_facts(incoming)
        words = _speech_for(incoming, facts)
        incoming = replace(incoming, person=for_reader(incoming.person, words.language))
        if facts.deletion_token not in (None, incoming.cause and code_of(incoming.cause, 0)):
            return (refusals.command_refusal(Illegal("being-forgotten"), words, incoming.text),)
        if incoming.sender is not Sender.PERSON:
            instead = await _sender_refusal(self._services, request, incoming, words)
            if instead is not None:
                return instead
        interaction = Interaction(incoming, words, facts, ticket, self._services.now())
        try:
            return await self._answer_request(request, interaction)
        finally:
            if self._services.store.leases.are_others:
                forgetting = asyncio.create_task(self._forget_again(interaction))
                self._forgetting.add(forgetting)
                forgetting.add_done_callback(self._forgetting.discard)

    async def _answer_request(self, request: Request | Refusal, interaction: Interaction) -> tuple[Message, ...]:
        incoming = interaction.incoming
        if incoming.in_private:
            await note_sender(self._services.store, self._services.acquaintances, incoming)
        if interaction.known.is_awaited:
            self._services.delivery.all_soon(await end_wait_for(self._services, incoming.person, incoming.chat))
        await self._services.delivery.note_text(incoming.chat)
        self._services.metrics.record_person(incoming.person.key, interaction.words.language)
        try:
            if isinstance(request, Refusal):
                raise request
            messages = await handle(self._services, request, interaction)
            messages = messages if interaction.known.replied_to is None else _beside_board(messages)
        except Refusal as refusal:
            self._services.metrics.record_refusal(refusal.code)
            messages = (refusals.command_refusal(refusal, interaction.words, incoming.text),)
        if messages or interaction.known.question:
            await note_question(self._services, messages, interaction)
        return messages

    async def _forget_again(self, interaction: Interaction) -> None:
        """Delete the sender's data again if needed, once the store answers."""
        while True:
            with suppress(StoreUnavailableError):
                with log_failures("forgetting a person once more"):
                    await forget_again(self._services, interaction)
                return
            await asyncio.sleep(_PAUSE)


async def _sender_refusal(
    services: Services, request: Request | Refusal, incoming: Incoming, words: Speech
) -> Answers | None:
    """Return the answer to a sender who is not a person, or None if the request may be handled.

    An administrator who writes as the group reads the answer, and may use everything that needs no seat.
    """
    refusal = (answers.sender_takes_no_seat(incoming, words),)
    if incoming.sender is Sender.AUTOMATIC:
        return refusal if await _is_first(services, incoming) else ()
    return refusal if isinstance(request, Request) and request.takes_seat else None


async def _is_first(services: Services, incoming: Incoming) -> bool:
    """Return whether no process has refused the sender in this chat yet."""
    sender_key = incoming.person.key, incoming.chat.key
    if sender_key in services.warned:
        return False
    services.warned[sender_key] = None
    return await services.store.leases.take(f"seatless:{' '.join(sender_key)}", _SILENCE)


def _speech_for(incoming: Incoming, facts: StoredFacts) -> Speech:
    """Return the translator for a person: by their choice, else by their platform's language, else by the chat's."""
    default_language = incoming.person.language if incoming.person.language in LANGUAGES else facts.chat_language
    return speech(facts.person_language or default_language or incoming.person.language)


def _beside_board(answers: Answers) -> Answers:
    """Prevent private answers from replacing the board that a text replies to."""
    return tuple(answer.with_delivery(update=False) if answer.envelope.private else answer for answer in answers)
