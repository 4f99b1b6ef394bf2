"""Where the core's answers go: a toast over the pressed button, the pressed message itself, the chat, or in private.

What is for one member of a group alone
- is its toast, if it is short and answers a press;
- else a message that Telegram shows to them alone, where it has such messages and takes this one;
- else it goes to the asker's private chat, and a toast says so;
- where the bot may not write to them (they never started it), what is no secret is a reply to what all could read: it
  belongs beside that, and gives nothing away; of a secret, such as a hint, they are told that a private chat is needed;
- what others could not read, a press or an ephemeral command, is never answered for all to read: if the seconds have
  passed in which Telegram takes an ephemeral answer, a line says that the answer is ready, and its button asks again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from weakref import WeakValueDictionary

from telegram import CallbackQuery
from telegram import Message as Posted
from telegram.constants import ChatType
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from bot.core.game.people import Person
from bot.core.ports.platform import PRIVATE, Button, Incoming, Message
from bot.core.queues.bounded_dict import BoundedDict
from bot.core.view.buttons import fits
from bot.core.view.late import ready
from bot.platforms.telegram.bot_api import seconds_to_wait
from bot.platforms.telegram.bot_profile import Words
from bot.platforms.telegram.ephemeral import Receiver, ephemeral_id
from bot.platforms.telegram.message_parts import pages, utf16_length
from bot.platforms.telegram.people import private_chat_of
from bot.platforms.telegram.posting import Poster

LONGEST_TOAST = 200
_LONGEST_GLANCED = 60
_SECONDS_TO_ANSWER_ALONE = 15.0
"""Seconds after a press or an ephemeral command in which Telegram takes an answer for that person alone."""
_MOST_REMEMBERED = 1000
_RETRY_PAUSES = (0.2, 1.0, 5.0, 10.0, 20.0)
_WORTH_WAITING = 30.0
_TOAST_PAUSES = (0.1, 0.3, 0.5, 1.0)
_LONGEST_TOAST_PAUSE = 5.0
CLOSED_FOR = 20.0
"""Seconds for which a person is known not to have started the bot: another process may hear of it when they do."""
_log = logging.getLogger(__name__)


class Answers:
    """Delivers what `handle` returned; what Telegram does not take is logged."""

    def __init__(self, poster: Poster, words: Words) -> None:
        self.poster = poster
        self._words = words
        self._closed = BoundedDict[str, float]()
        self._refused = BoundedDict[tuple[str, str], str](_MOST_REMEMBERED)
        self._order: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def to_typed(self, incoming: Incoming, asked: Posted, answers: Sequence[Message]) -> None:
        """Answers a message, in groups as replies to it; answers in one chat come in the order of what they answer.

        What is not answered waits for no answer, and what is for one alone for none that all in a group see.
        """
        origin, here = _Origin(incoming, asked), incoming.chat
        private = [answer for answer in answers if answer.envelope.private and not here.direct]
        public = [answer for answer in answers if answer not in private]
        await asyncio.gather(
            self._in_order(f"{here.key} {incoming.person.key}", origin, private),
            self._in_order(here.key, origin, public),
        )

    async def _in_order(self, place: str, origin: _Origin, answers: Sequence[Message]) -> None:
        if not answers:
            return
        async with self._order.setdefault(place, asyncio.Lock()):
            for answer in answers:
                await _patiently(partial(self._post, origin, answer))

    async def to_press(self, incoming: Incoming, press: Press, answers: Iterable[Message]) -> None:
        """Answers a press, apart from what its toast has said already."""
        under = press.query.message
        origin = _Origin(incoming, under if isinstance(under, Posted) and under.is_accessible else None, press)
        deliver = self._put_inline if incoming.chat.inline else self._replace_or_post
        for answer in answers:
            if not await _patiently(partial(deliver, origin, answer)):
                await press.toast(self._words(incoming.person.language, "cannot-write-here"))

    async def _replace_or_post(self, origin: _Origin, answer: Message) -> None:
        asked, person = origin.asked, origin.incoming.person
        if answer.envelope.fleeting and asked and await self._takes_away(asked, person):
            return
        if answer.envelope.update and asked and await self.poster.edit(asked, answer, person.id):
            return
        if not answer.envelope.fleeting:
            await self._post(origin, answer)

    async def _takes_away(self, menu: Posted, person: Person) -> bool:
        """Whether a menu in a group is gone, once it has been used: who pressed is told by the toast."""
        if menu.chat.type == ChatType.PRIVATE or menu.photo:
            return False
        if ephemeral_id(menu) is not None:
            return await self.poster.ephemeral.delete(menu, int(person.id))
        try:
            return await menu.delete()
        except BadRequest:
            return False

    async def _put_inline(self, origin: _Origin, answer: Message) -> None:
        """In the place of the inline message; what is for one alone in private, or as much of it as a toast can say."""
        if answer.envelope.fleeting:
            return
        if not answer.envelope.private:
            await self.poster.editor.edit_inline(origin.incoming.chat.thread, answer)
        elif origin.press and (answer.envelope.update or not await self._post_in_private(origin, answer)):
            told = self._words(origin.incoming.person.language, "private-needed") if answer.file else answer.text
            await origin.press.toast(next(pages(told, LONGEST_TOAST)))

    async def _post(self, origin: _Origin, answer: Message) -> None:
        """In private if it is for one alone, and can be."""
        chat, receiver = origin.incoming.chat, origin.receiver
        if chat.direct:
            self._closed.pop(chat.id, None)
        if not answer.envelope.private or chat.direct:
            await self.poster.post(chat, answer, "" if origin.press else origin.reply_to)
            return
        if receiver and await self.poster.post_ephemeral(chat, answer, receiver):
            return
        if not answer.envelope.stays and await self._post_in_private(origin, answer):
            return
        if not answer.envelope.refuses and await self._is_late(origin):
            await self._post_line(origin)
        else:
            await self._post_without_private(origin, answer)

    async def _is_late(self, origin: _Origin) -> bool:
        """Return whether nobody else could read the question, and the time for an ephemeral answer is over.

        A server that has such answers has just refused one.
        """
        if not (origin.receiver and origin.receiver.is_near):
            return False
        is_late = origin.press is not None and origin.press.is_late
        return is_late or await self.poster.ephemeral.is_offered()

    async def _post_line(self, origin: _Origin) -> None:
        """Says in the chat that an answer is ready, with a button that asks again; or that a private chat is needed."""
        if line := ready(origin.incoming.person, origin.incoming.text):
            await self._post_for_one(origin, line)
        else:
            await self._ask_for_private(origin)

    async def _post_in_private(self, origin: _Origin, answer: Message) -> bool:
        """Posts in the asker's private chat; False if they have never started the bot."""
        person = origin.incoming.person
        if self._closed.get(person.id, 0.0) > monotonic():
            return False
        try:
            await self.poster.post(private_chat_of(person), replace(answer, text=origin.told(answer), mention=None))
        except (Forbidden, BadRequest):
            self._closed[person.id] = monotonic() + CLOSED_FOR
            return False
        if origin.press:
            await origin.press.toast(self._words(person.language, "look-in-private"))
        return True

    async def _post_without_private(self, origin: _Origin, answer: Message) -> None:
        """What is no secret is for all to read; who asks for a secret is told how."""
        if answer.envelope.secret:
            return await self._ask_for_private(origin)
        chat = origin.incoming.chat
        if not answer.envelope.refuses:
            await self.poster.post(chat, origin.addressed(answer), origin.reply_to)
            return None
        return await self._post_for_one(origin, replace(answer, picture=None))

    async def _ask_for_private(self, origin: _Origin) -> None:
        """Says that a private chat is needed: over the button, else in the group."""
        person = origin.incoming.person
        if origin.press and await origin.press.toast(self._words(person.language, "private-needed")):
            return
        if person.id.isdecimal():
            button = Button(self._words(person.language, "button-private"), "", self.poster.start_link("private"))
            said = self._words(person.language, "private-needed")
        else:
            button = Button(self._words(person.language, "button-see"), origin.incoming.text)
            said = self._words(person.language, "asked-anonymously")
        buttons = ((button,),) if fits(button) else ()
        await self._post_for_one(origin, Message(said, buttons=buttons, envelope=PRIVATE))

    async def _post_for_one(self, origin: _Origin, answer: Message) -> None:
        """Posts for all to read what only one needs; the one before, if it was theirs too, goes."""
        chat, person = origin.incoming.chat, origin.incoming.person
        posted = await self.poster.post(chat, origin.addressed(answer), origin.reply_to)
        older, self._refused[chat.key, person.key] = self._refused.get((chat.key, person.key)), posted
        if older:
            with suppress(TelegramError):
                await self.poster.bot.delete_message(int(chat.id), int(older))


class Press:
    """A press of a button, answered once by a toast: the few words that Telegram shows over the button."""

    def __init__(self, query: CallbackQuery) -> None:
        self.query = query
        self.is_answered = False
        self._is_refused = False
        self._came = asyncio.get_running_loop().time()

    @property
    def is_late(self) -> bool:
        """Return whether Telegram no longer takes an answer to it."""
        return self._is_refused or not self.left(_SECONDS_TO_ANSWER_ALONE)

    def left(self, patience: float) -> float:
        """How many of so many seconds it can still wait."""
        return max(0.0, self._came + patience - asyncio.get_running_loop().time())

    async def toast(self, text: str = "", fleeting: bool = False) -> bool:
        """Say a few words over the button, which stops waiting; return whether Telegram took them.

        A press is answered once: what comes second is not said. More than can be read at a glance stays until it is
        closed, unless it is `fleeting`.
        """
        if self.is_answered:
            return False
        self.is_answered = True
        is_alert = utf16_length(text) > _LONGEST_GLANCED and not fleeting
        for pause in _TOAST_PAUSES:
            try:
                return await self.query.answer(text or None, show_alert=is_alert)
            except BadRequest as refused:
                self._is_refused = True
                _log.info("a press is not answered: %s", refused)
                return False
            except RetryAfter as flood:
                await asyncio.sleep(min(seconds_to_wait(flood), _LONGEST_TOAST_PAUSE))
            except TelegramError as failed:
                _log.info("a press is not answered yet: %s", failed)
                await asyncio.sleep(pause)
        return False


def split_toast(answers: Sequence[Message]) -> tuple[str, tuple[Message, ...]]:
    """The first answer that a toast can say, if any, and all others; a receipt may take a menu's place besides."""
    first = next((answer for answer in answers if answer.envelope.fleeting or _fits_a_toast(answer)), None)
    is_in_place = first is not None and first.envelope.fleeting and first.envelope.update
    rest = tuple(answer for answer in answers if answer is not first or is_in_place)
    return (next(pages(first.text, LONGEST_TOAST)) if first else ""), rest


def _fits_a_toast(answer: Message) -> bool:
    extras = answer.picture or answer.buttons or answer.file
    is_alone = answer.envelope.private and not answer.envelope.update
    return is_alone and not extras and 0 < utf16_length(answer.text) <= LONGEST_TOAST


@dataclass(frozen=True)
class _Origin:
    """What is answered: a message, or a press of a button under it (None: it is not to be had any more)."""

    incoming: Incoming
    asked: Posted | None
    press: Press | None = None

    @property
    def reply_to(self) -> str:
        """The message to reply to: in private chats and to ephemeral messages there is no need, or no way."""
        if self.press:
            return self.incoming.replies_to
        is_public = self.asked is not None and ephemeral_id(self.asked) is None
        return str(self.asked.message_id) if self.asked and is_public and not self.incoming.chat.direct else ""

    @property
    def receiver(self) -> Receiver | None:
        """Who asked, if it is a person."""
        if not self.incoming.person.id.isdecimal():
            return None
        answered = ephemeral_id(self.asked) if self.asked and not self.press else None
        return Receiver(int(self.incoming.person.id), self.press.query.id if self.press else "", answered)

    def addressed(self, answer: Message) -> Message:
        """The answer to a press names who pressed, for others could have."""
        return replace(answer, mention=answer.mention or self.incoming.person) if self.press else answer

    def told(self, answer: Message) -> str:
        """The answer's text under what it is about: the group, and the game where the text does not say it."""
        group = self.asked.chat.effective_name if self.asked else None
        head = " · ".join(filter(None, (group, answer.envelope.about)))
        return f"{head}\n{answer.text}" if head else answer.text


async def _patiently(post: Callable[[], Awaitable[None]]) -> bool:
    """Post as soon as the chat takes it and Telegram is reached; return whether that was soon enough."""
    for pause in _RETRY_PAUSES:
        try:
            await post()
        except (BadRequest, Forbidden) as refused:
            _log.warning("an answer is not taken: %s", refused)
            return False
        except RetryAfter as flood:
            if seconds_to_wait(flood) > _WORTH_WAITING:
                _log.warning("an answer is dropped: its chat is flooded for %.0f s", seconds_to_wait(flood))
                return False
            await asyncio.sleep(seconds_to_wait(flood))
        except TelegramError as failed:
            _log.warning("an answer is not sent: %s; once more in %g s", failed, pause)
            await asyncio.sleep(pause)
        else:
            return True
    _log.warning("an answer is dropped after %d tries", len(_RETRY_PAUSES))
    return False
