"""Delivery of the core's answers: as a toast, in place of the pressed message, to the chat, or privately.

A private answer to a member of a group is sent
- as a toast, if it is short and answers a press;
- else as an ephemeral message, where Telegram supports and accepts one;
- else as a reaction to the asker's text, if it has a sign that says enough and the group allows reactions; a refusal is
  said in words soon after, once for several people;
- else to the asker's private chat, with a toast that says so;
- if the bot may not write there (they never started it), as a public reply, unless it is secret, such as a hint: then
  the asker is told that a private chat is needed;
- a press or an ephemeral command, which others cannot see, is never answered publicly: if it is too late for an
  ephemeral answer, a line says that the answer is ready, with a button that asks again.
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
from telegram.constants import CallbackQueryLimit, ChatType
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from bot.core.game.people import Chat, Person
from bot.core.language.speech import say
from bot.core.ports.platform import OPEN, PRIVATE, Button, Incoming, Message
from bot.core.queues.caches import BoundedDict
from bot.core.view.answers import answer_line
from bot.core.view.buttons import fits
from bot.platforms.telegram.bot_api import seconds_to_wait
from bot.platforms.telegram.incoming import ephemeral_id, private_chat_of
from bot.platforms.telegram.message_parts import pages, utf16_length
from bot.platforms.telegram.posting import Poster, Receiver

LONGEST_TOAST = int(CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH)
_LONGEST_GLANCED = 60
_SECONDS_TO_ANSWER_ALONE = 15.0
"""Seconds after a press or an ephemeral command in which Telegram accepts an ephemeral answer."""
_MOST_REMEMBERED = 1000
_RETRY_PAUSES = (0.2, 1.0, 5.0, 10.0, 20.0)
_WORTH_WAITING = 30.0
_TOAST_PAUSES = (0.1, 0.3, 0.5, 1.0, 2.0, 4.0, 8.0, 0.0)
"""Seconds between attempts to end a button's waiting, so that a short outage of Telegram leaves none unanswered."""
_LONGEST_TOAST_PAUSE = 5.0
CLOSED_FOR = 20.0
"""Seconds for which a person is assumed not to have started the bot; another process may receive their start."""
_log = logging.getLogger(__name__)


class Answers:
    """A deliverer of the core's answers that logs those Telegram refuses."""

    def __init__(self, poster: Poster, note_unseen: Callable[[Incoming], Awaitable[None]]) -> None:
        self.poster = poster
        self._note_unseen = note_unseen
        self._closed_until = BoundedDict[str, float]()
        self._latest_notices = BoundedDict[tuple[str, str], str](_MOST_REMEMBERED)
        self._order: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.gathering = Gathering(poster.post)

    async def answer_message(self, incoming: Incoming, question: Posted, answers: Sequence[Message]) -> None:
        """Answer a message, in groups as replies; answers in one chat keep the order of their questions.

        Only questions with answers are queued, and private answers do not wait for public ones.
        """
        origin, here = _Origin(incoming, question), incoming.chat
        private_answers = [answer for answer in answers if answer.envelope.private and not here.direct]
        public_answers = [answer for answer in answers if answer not in private_answers]
        private = self._in_order(f"{here.key} {incoming.person.key}", origin, private_answers)
        await asyncio.gather(private, self._in_order(here.key, origin, public_answers))

    async def _in_order(self, place: str, origin: _Origin, answers: Sequence[Message]) -> None:
        if not answers:
            return
        async with self._order.setdefault(place, asyncio.Lock()):
            for answer in answers:
                await _retry_post(partial(self._post, origin, answer))

    async def answer_press(self, incoming: Incoming, press: Press, answers: Iterable[Message]) -> None:
        """Answer a press, except for what its toast already contained."""
        under = press.query.message
        origin = _Origin(incoming, under if isinstance(under, Posted) and under.is_accessible else None, press)
        deliver = self._edit_inline if incoming.chat.inline else self._replace_or_post
        for answer in answers:
            if not await _retry_post(partial(deliver, origin, answer)):
                await press.toast(say(incoming.person.language, "cannot-write-here"))

    async def _replace_or_post(self, origin: _Origin, answer: Message) -> None:
        under, person, how = origin.question, origin.incoming.person.id, answer.envelope
        if how.fleeting and under and await self._delete_menu(under, person):
            return
        if how.update and under and await self.poster.edit_posted(under, answer, person):
            return
        if not how.fleeting:
            await self._post(origin, answer)

    async def _delete_menu(self, menu: Posted, person: str) -> bool:
        """Delete a used menu in a group and return whether it is gone; the person who pressed sees the toast."""
        if menu.chat.type == ChatType.PRIVATE or menu.photo:
            return False
        if ephemeral_id(menu) is not None:
            return await self.poster.ephemeral.request("deleteEphemeralMessage", menu, int(person))
        with suppress(BadRequest):
            return await menu.delete()
        return False

    async def _edit_inline(self, origin: _Origin, answer: Message) -> None:
        """Edit the inline message; a private answer goes to the private chat, or into the toast as far as it fits."""
        if answer.envelope.fleeting:
            return
        if not answer.envelope.private:
            await self.poster.edit_inline(origin.incoming.chat.thread, answer)
        elif origin.press and (answer.envelope.update or not await self._post_in_private(origin, answer)):
            text = say(origin.incoming.person.language, "private-needed") if answer.file else answer.text
            await origin.press.toast(next(pages(text, LONGEST_TOAST)))

    async def _post(self, origin: _Origin, answer: Message) -> None:
        """Post an answer, privately if it is private and that is possible."""
        chat, receiver, how = origin.incoming.chat, origin.receiver, answer.envelope
        if chat.direct:
            self._closed_until.pop(chat.id, None)
        if not how.private or chat.direct:
            await self.poster.post(chat, answer, "" if origin.press else origin.reply_to)
            return
        if receiver and await self.poster.post_ephemeral(chat, answer, receiver):
            return
        if how.sign and origin.reply_to and await self.poster.react(int(chat.id), int(origin.reply_to), how.sign):
            if how.refuses:
                self.gathering.add(chat, answer, origin.incoming.person)
            return
        if not how.stays and await self._post_in_private(origin, answer):
            return
        if not how.refuses and await self._is_late(origin):
            line = answer_line(origin.incoming.person, origin.incoming.text)
            await (self._post_for_one(origin, line) if line else self._ask_for_private(origin))
        elif how.secret:
            await self._note_unseen(origin.incoming)
            await self._ask_for_private(origin)
        elif how.refuses:
            await self._post_for_one(origin, replace(answer, picture=None))
        else:
            addressed_answer = replace(answer, mention=answer.mention or origin.addressee)
            await self.poster.post(chat, addressed_answer, origin.reply_to)

    async def _is_late(self, origin: _Origin) -> bool:
        """Return whether only the asker saw the question and an ephemeral answer was refused or is too late."""
        if not (origin.receiver and origin.receiver.is_near):
            return False
        is_late = origin.press is not None and origin.press.is_late
        return is_late or await self.poster.ephemeral.is_offered()

    async def _post_in_private(self, origin: _Origin, answer: Message) -> bool:
        """Post to the asker, under the names of group and game; return False if they never started the bot."""
        person = origin.incoming.person
        if self._closed_until.get(person.id, 0.0) > monotonic():
            return False
        try:
            group = origin.question.chat.effective_name if origin.question else None
            text = "\n".join(filter(None, (" · ".join(filter(None, (group, answer.envelope.about))), answer.text)))
            await self.poster.post(private_chat_of(person), replace(answer, text=text, mention=None))
        except (Forbidden, BadRequest):
            self._closed_until[person.id] = monotonic() + CLOSED_FOR
            return False
        if origin.press:
            await origin.press.toast(say(person.language, "look-in-private"))
        return True

    async def _ask_for_private(self, origin: _Origin) -> None:
        """Tell the asker that a private chat is needed, by a toast or else in the group."""
        person = origin.incoming.person
        if origin.press and await origin.press.toast(say(person.language, "private-needed")):
            return
        if person.id.isdecimal():
            button = Button(say(person.language, "button-private"), "", self.poster.start_link("private"))
            text = say(person.language, "private-needed")
        else:
            button = Button(say(person.language, "button-see"), origin.incoming.text)
            text = say(person.language, "asked-anonymously")
        buttons = ((button,),) if fits(button) else ()
        await self._post_for_one(origin, Message(text, buttons=buttons, envelope=PRIVATE))

    async def _post_for_one(self, origin: _Origin, answer: Message) -> None:
        """Post publicly what only one person needs, and delete the previous such message to them."""
        chat, person = origin.incoming.chat, origin.incoming.person
        addressed_answer = replace(answer, mention=answer.mention or origin.addressee)
        message_id = await self.poster.post(chat, addressed_answer, origin.reply_to)
        older, self._latest_notices[chat.key, person.key] = self._latest_notices.get((chat.key, person.key)), message_id
        if older:
            with suppress(TelegramError):
                await self.poster.bot.delete_message(int(chat.id), int(older))


class Press:
    """A press of a button, answered once by a toast, a short text that Telegram shows over the chat."""

    def __init__(self, query: CallbackQuery) -> None:
        self.query = query
        self.is_answered = False
        self._is_refused = False
        self._arrived_at = monotonic()

    @property
    def is_late(self) -> bool:
        """Return whether Telegram no longer accepts an ephemeral answer to the press."""
        return self._is_refused or not self.remaining_seconds(_SECONDS_TO_ANSWER_ALONE)

    def remaining_seconds(self, patience: float) -> float:
        """Return the remaining seconds of `patience` since the press."""
        return max(0.0, self._arrived_at + patience - monotonic())

    async def toast(self, text: str = "", fleeting: bool = False) -> bool:
        """Show a toast, which ends the button's waiting; return whether Telegram accepted it.

        A press is answered once; later texts are dropped. A text longer than a glance stays until it is closed, unless
        it is `fleeting`.
        """
        if self.is_answered:
            return False
        self.is_answered = True
        is_alert = utf16_length(text) > _LONGEST_GLANCED and not fleeting
        for pause in _TOAST_PAUSES:
            try:
                return await self.query.answer(text or None, show_alert=is_alert)
            except BadRequest as error:
                self._is_refused = True
                _log.info("a press could not be answered: %s", error)
                return False
            except RetryAfter as flood:
                await asyncio.sleep(min(seconds_to_wait(flood), _LONGEST_TOAST_PAUSE))
            except TelegramError as error:
                _log.info("a press could not be answered yet: %s", error)
                await asyncio.sleep(pause)
        return False


def split_toast(answers: Sequence[Message]) -> tuple[str, tuple[Message, ...]]:
    """Return the text for the toast, or "", and the other answers, including a receipt that replaces a menu."""
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
    """The request to answer: a message, or a press of a button under it; None if the message is inaccessible."""

    incoming: Incoming
    question: Posted | None
    press: Press | None = None

    @property
    def reply_to(self) -> str:
        """Return the ID of the message to reply to; "" in private chats and for ephemeral messages."""
        if self.press:
            return self.incoming.replies_to
        is_public = self.question is not None and ephemeral_id(self.question) is None
        return str(self.question.message_id) if self.question and is_public and not self.incoming.chat.direct else ""

    @property
    def receiver(self) -> Receiver | None:
        """Return the receiver of an ephemeral answer, if the asker is a person."""
        if not self.incoming.person.id.isdecimal():
            return None
        answered_id = ephemeral_id(self.question) if self.question and not self.press else None
        return Receiver(int(self.incoming.person.id), self.press.query.id if self.press else "", answered_id)

    @property
    def addressee(self) -> Person | None:
        """Return the person who pressed, to be mentioned, since others could have pressed."""
        return self.incoming.person if self.press else None


async def _retry_post(post: Callable[[], Awaitable[object]]) -> bool:
    """Post once the chat accepts it and Telegram is reachable; return whether that was soon enough."""
    for pause in _RETRY_PAUSES:
        wait = pause
        try:
            await post()
        except (BadRequest, Forbidden) as error:
            _log.warning("Telegram refused an answer: %s", error)
            return False
        except RetryAfter as flood:
            if (wait := seconds_to_wait(flood)) > _WORTH_WAITING:
                _log.warning("dropping an answer: its chat is flooded for %.0f s", wait)
                return False
        except TelegramError as error:
            _log.warning("an answer could not be sent: %s; next try in %g s", error, pause)
        else:
            return True
        await asyncio.sleep(wait)
    _log.warning("dropping an answer after %d tries", len(_RETRY_PAUSES))
    return False


GATHERED_FOR = 10.0
"""Seconds that a refusal waits for others in the same words; a group takes about twenty messages a minute."""
_GOODBYE = 0.5


@dataclass
class _Refusal:
    """A refusal to some people in a chat."""

    chat: Chat
    message: Message
    people: dict[str, Person]


class Gathering:
    """Refusals that wait to be posted, so that one message tells several people of a group."""

    def __init__(self, post: Callable[[Chat, Message], Awaitable[object]]) -> None:
        self._post = post
        self._waiting: dict[tuple[str, str], _Refusal] = {}
        self._tasks = set[asyncio.Task[None]]()

    def add(self, chat: Chat, message: Message, person: Person) -> None:
        """Tell a person of a refusal soon, together with others."""
        key = chat.key, message.text
        if refusal := self._waiting.get(key):
            refusal.people[person.key] = person
            return
        self._waiting[key] = _Refusal(chat, message, {person.key: person})
        task = asyncio.create_task(self._post_later(key))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Post everything that waits, as far as that is possible at once."""
        for task in self._tasks:
            task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                await asyncio.gather(*map(self._post_now, [*self._waiting]))

    async def _post_later(self, key: tuple[str, str]) -> None:
        await asyncio.sleep(GATHERED_FOR)
        await self._post_now(key)

    async def _post_now(self, key: tuple[str, str]) -> None:
        refusal = self._waiting.pop(key)
        names = ", ".join(person.name for person in refusal.people.values())
        message = replace(refusal.message, text=f"{names}: {refusal.message.text}", envelope=OPEN)
        await _retry_post(partial(self._post, refusal.chat, message))
