"""The bot in a group: its rights, its greeting, the group's members, and the page there as a Mini App."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice

from init_data_py import InitData, validate_by_hash
from init_data_py.errors import InvalidInitDataError
from telegram import Bot, ChatMember, ChatMemberAdministrator, ChatMemberRestricted, User
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person
from bot.core.language.speech import LANGUAGES
from bot.core.ports.adapters import Translator
from bot.core.ports.page import Embedding, InvalidProofError, Seat
from bot.core.ports.platform import Button, Message
from bot.core.queues.caches import BoundedDict
from bot.core.view.buttons import FIRST_GAME
from bot.platforms.telegram.incoming import PLATFORM, person_of

_OUTSIDE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
_ADMINISTRATORS = (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)


async def fetch_member(bot: Bot, chat: int | str, person: int | str) -> ChatMember | None:
    """Return a member of a group; None if Telegram does not tell."""
    with suppress(TelegramError, ValueError):
        return await bot.get_chat_member(int(chat), int(person))
    return None


async def administers(bot: Bot, chat: Chat, person: Person) -> bool:
    """Return whether a person administers a group, or is anonymous in its name; in private chats everyone does."""
    if chat.direct or person.id == chat.id:
        return True
    member = await fetch_member(bot, chat.id, person.id)
    return member is not None and member.status in _ADMINISTRATORS


async def is_member(bot: Bot, chat: Chat, person: Person) -> bool | None:
    """Return whether a person is in a group; None if Telegram does not tell."""
    member = await fetch_member(bot, chat.id, person.id)
    return None if member is None else is_inside(member)


async def manages_topics(bot: Bot, chat: Chat) -> bool:
    """Return whether the bot may write in closed topics of a group; False if Telegram does not tell."""
    member = await fetch_member(bot, chat.id, bot.id)
    return isinstance(member, ChatMemberAdministrator) and bool(member.can_manage_topics)


def is_inside(member: ChatMember) -> bool:
    """Return whether a member is in the chat."""
    return member.is_member if isinstance(member, ChatMemberRestricted) else member.status not in _OUTSIDE


def may_write(member: ChatMember) -> bool:
    """Return whether a member may send messages, by individual rights."""
    return member.can_send_messages if isinstance(member, ChatMemberRestricted) else True


def greeting(words: Translator, language: str, photos: bool) -> Message:
    """Return the greeting with two buttons, and a note where the bot may not send photos."""
    language = language if language in LANGUAGES else LANGUAGES[0]
    text = words(language, "greeting")
    bot = Button(words(language, "button-play"), FIRST_GAME)
    person = Button(words(language, "button-challenge-somebody"), "/setup")
    return Message(text if photos else f"{text}\n{words(language, 'photos-forbidden')}", buttons=((bot, person),))


class OwnRights:
    """The bot's rights in groups: where it is an administrator, and where it may send photos."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.administers = BoundedDict[int, bool]()
        self.photos = BoundedDict[int, bool]()

    async def may_send_photos(self, chat: int) -> bool:
        """Return whether a chat accepts photos, asking Telegram if unknown; True without an answer."""
        if chat <= 0 and not self.photos.get(chat) and (member := await self._fetch(chat)):
            await self.learn(chat, member)
        return chat > 0 or self.photos.get(chat, True)

    async def is_administrator(self, chat: int) -> bool:
        """Return whether the bot administers a group, asking Telegram if unknown; False without an answer."""
        if chat not in self.administers and (member := await self._fetch(chat)):
            self.administers[chat] = isinstance(member, ChatMemberAdministrator)
        return self.administers.get(chat, False)

    async def learn(self, chat: int, member: ChatMember) -> None:
        """Remember the bot's rights as a member; a plain member has the group's."""
        self.administers[chat] = isinstance(member, ChatMemberAdministrator)
        self.photos[chat] = True
        if isinstance(member, ChatMemberRestricted):
            self.photos[chat] = member.can_send_photos
        elif not self.administers[chat]:
            with suppress(TelegramError):
                rights = (await self._bot.get_chat(chat)).permissions
                self.photos[chat] = rights is None or rights.can_send_photos is not False

    async def _fetch(self, chat: int) -> ChatMember | None:
        return await fetch_member(self._bot, chat, self._bot.id)


OLDEST = 300.0
"""Seconds for which signed init data are accepted."""
CLOCKS_DIFFER = 5.0
"""Seconds by which Telegram's clock may be ahead of this machine's."""
MOST_BRACKETS = 40
"""Maximum opening brackets in init data, whose values are objects without nested ones."""
_OPENING = re.compile(r"[\[{]|%[57]b", re.IGNORECASE)
_PLACE = re.compile(r"(?P<group>-\d{1,20})(?:_(?P<topic>\d{1,20}))?")


class MiniApp(Embedding):
    """The Mini App at the public `url` of the bot with this `token`."""

    name = PLATFORM
    base = f"/{PLATFORM}"
    framed_by = "https://*.telegram.org"
    origins: frozenset[str] = frozenset()

    def __init__(self, bot: Bot, token: str, url: str, now: Callable[[], float]) -> None:
        self.secret = token
        self.url = url
        self._bot = bot
        self._now = now

    async def seat(self, headers: Mapping[str, str], said: str) -> Seat:
        """Return the seat that init data prove: in the group of the link, else in the person's private chat."""
        init_data = parse_init_data(said, self.secret, self._now())
        user = init_data.user
        if user is None or user.is_bot:
            raise InvalidProofError("the page was not opened by a person")
        person = person_of(User(user.id, user.first_name, False, user.last_name, user.username, user.language_code))
        place = init_data.start_param or ""
        match = _PLACE.fullmatch(place)
        if place and match is None:
            raise InvalidProofError("the link leads to no group")
        chat = Chat(PLATFORM, match["group"], match["topic"] or "") if match else Chat(PLATFORM, person.id, direct=True)
        return Seat(chat, person, init_data.hash)

    async def is_inside(self, seat: Seat) -> bool:
        """Return whether the person is in the group; False if Telegram does not tell."""
        if seat.chat.direct:
            return seat.chat.id == seat.person.id
        return await is_member(self._bot, seat.chat, seat.person) is True

    def link(self, group: Chat, username: str) -> str:
        """Return the link that opens the page in a group, where buttons cannot open it."""
        topic = f"_{group.thread}" if group.thread else ""
        return f"https://t.me/{username}?startapp={group.id}{topic}"


def parse_init_data(text: str, secret: str, now: Instant) -> InitData:
    """Parse init data; raise `InvalidProofError` unless Telegram signed them recently."""
    if sum(1 for _ in islice(_OPENING.finditer(text), MOST_BRACKETS + 1)) > MOST_BRACKETS:
        raise InvalidProofError(f"the init data contain more than {MOST_BRACKETS} brackets")
    try:
        init_data = validate_by_hash(text, secret, expires_in=OLDEST, now=datetime.fromtimestamp(now, UTC))
    except InvalidInitDataError as error:
        raise InvalidProofError(type(error).__name__) from None
    if init_data.auth_date > now + CLOCKS_DIFFER:
        raise InvalidProofError("the init data were signed in the future")
    return init_data
