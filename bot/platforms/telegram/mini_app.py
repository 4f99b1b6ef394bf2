"""The page as a Mini App: who has opened it, by Telegram's signature, in which chat; and what opens it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from itertools import islice

from init_data_py import InitData, validate_by_hash
from init_data_py.errors import InvalidInitDataError
from telegram import Bot, User

from bot.core.game.instants import Instant
from bot.core.game.people import Chat
from bot.core.ports.embedding import Embedding, NoSeat, Seat
from bot.platforms.telegram.groups import is_member
from bot.platforms.telegram.people import PLATFORM, person_of

OLDEST = 300.0
"""Seconds for which what Telegram signed is believed."""
CLOCKS_DIFFER = 5.0
"""Seconds by which Telegram's clock may be ahead of this machine's."""
MOST_BRACKETS = 40
"""Brackets that may open in init data, whose values are objects without any inside them."""
_OPENING = re.compile(r"[\[{]|%[57]b", re.IGNORECASE)
_PLACE = re.compile(r"(?P<group>-\d{1,20})(?:_(?P<topic>\d{1,20}))?")


class MiniApp(Embedding):
    """The Mini App of a bot whose `token` it is, at a public `url`."""

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
        """Whose seat it is by init data: in the group that the link was of, else in the person's private chat."""
        opened = signed(said, self.secret, self._now())
        user = opened.user
        if user is None or user.is_bot:
            raise NoSeat("no person has opened it")
        person = person_of(User(user.id, user.first_name, False, user.last_name, user.username, user.language_code))
        place = opened.start_param or ""
        return Seat(_group(place) if place else Chat(PLATFORM, person.id, direct=True), person, opened.hash)

    async def is_inside(self, seat: Seat) -> bool:
        """Whether a person is in the group, as Telegram says; what it does not say is no."""
        if seat.chat.direct:
            return seat.chat.id == seat.person.id
        return await is_member(self._bot, seat.chat, seat.person)

    def link(self, group: Chat, username: str) -> str:
        """What opens the page in a group, where no button may do so itself."""
        topic = f"_{group.thread}" if group.thread else ""
        return f"https://t.me/{username}?startapp={group.id}{topic}"


def signed(said: str, secret: str, now: Instant) -> InitData:
    """Return the init data in a text; raise `NoSeat` unless Telegram has signed them just now."""
    if sum(1 for _ in islice(_OPENING.finditer(said), MOST_BRACKETS + 1)) > MOST_BRACKETS:
        raise NoSeat(f"more than {MOST_BRACKETS} brackets open in it")
    try:
        opened = validate_by_hash(said, secret, expires_in=OLDEST, now=datetime.fromtimestamp(now, UTC))
    except InvalidInitDataError as refused:
        raise NoSeat(type(refused).__name__) from None
    if opened.auth_date > now + CLOCKS_DIFFER:
        raise NoSeat("it was signed in the future")
    return opened


def _group(place: str) -> Chat:
    found = _PLACE.fullmatch(place)
    if found is None:
        raise NoSeat("the link leads to no group")
    return Chat(PLATFORM, found["group"], found["topic"] or "")
