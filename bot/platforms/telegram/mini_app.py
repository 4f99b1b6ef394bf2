"""The page as a Telegram Mini App: users authenticated by Telegram's signature, its chat, and its link."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from itertools import islice

from init_data_py import InitData, validate_by_hash
from init_data_py.errors import InvalidInitDataError
from telegram import Bot, User

from bot.core.game.instants import Instant
from bot.core.game.people import Chat
from bot.core.ports.page import Embedding, InvalidProofError, Seat
from bot.platforms.telegram.groups import is_member
from bot.platforms.telegram.incoming import PLATFORM, person_of

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
