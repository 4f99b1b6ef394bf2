"""What a bot may do, in chats where it is not too, as its owner has set it at @BotFather."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import Bot, User
from telegram.error import InvalidToken, TelegramError

from bot.platforms.telegram.requests import Requests

_TELEGRAM = "https://api.telegram.org/bot"


@dataclass(frozen=True)
class Modes:
    """Whether the bot is asked for lists (`inline`), and whether it may answer where it is named (`guest`).

    Whether `groups` may add it, and whether it `reads_all` that is said there (its privacy mode is off).
    """

    inline: bool
    guest: bool
    groups: bool
    reads_all: bool

    @property
    def elsewhere(self) -> bool:
        """Whether it is heard in chats where it is not."""
        return self.inline or self.guest


def modes_of(me: User) -> Modes:
    """As Telegram tells of the bot itself; a server that does not know a mode does not have it."""
    return Modes(
        inline=bool(me.supports_inline_queries),
        guest=bool(me.supports_guest_queries),
        groups=me.can_join_groups is not False,
        reads_all=bool(me.can_read_all_group_messages),
    )


async def ask(token: str, base_url: str | None) -> Modes | None:
    """None if Telegram does not answer; raises `ValueError` for a token that it does not know."""
    requests = Requests(base_url or _TELEGRAM)
    bot = Bot(token, base_url=base_url or _TELEGRAM, request=requests, get_updates_request=requests)
    try:
        return modes_of(await bot.get_me())
    except InvalidToken:
        raise ValueError("TELEGRAM_TOKEN: Telegram does not know it") from None
    except TelegramError:
        return None
    finally:
        await requests.shutdown()
