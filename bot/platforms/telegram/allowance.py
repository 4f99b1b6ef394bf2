"""How much each chat takes: a burst of messages, then one at a time."""

from __future__ import annotations

from telegram.constants import FloodLimit

BURST = 20
_GROUP_PACE = 60 / FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP
_PRIVATE_PACE = 1 / FloodLimit.MESSAGES_PER_SECOND_PER_CHAT
_MOST_CHATS = 1024
_BLINK = 0.001


class Allowance:
    """What was sent to each chat, as the moment when its allowance will be whole again; times are in seconds."""

    def __init__(self) -> None:
        self._whole: dict[int, float] = {}

    def take(self, chat: int, now: float) -> float:
        """Takes one message from a chat's allowance and returns 0, or the seconds to wait if there is none left."""
        whole = max(self._whole.get(chat, now), now)
        wait = whole - now - _slack(chat)
        if wait > _BLINK:
            return wait
        self._forget_whole(now)
        self._whole[chat] = whole + _pace(chat)
        return 0.0

    def full_in(self, chat: int, messages: int, now: float) -> float:
        """Seconds until a chat takes so many messages at once."""
        return max(0.0, self._whole.get(chat, now) - now - (BURST - messages) * _pace(chat))

    def deny(self, chat: int, now: float, wait: float) -> None:
        """Nothing more for `wait` seconds, then one message at a time."""
        self._whole[chat] = now + wait + _slack(chat)

    def _forget_whole(self, now: float) -> None:
        if len(self._whole) > _MOST_CHATS:
            self._whole = {chat: whole for chat, whole in self._whole.items() if whole > now}


def _pace(chat: int) -> float:
    """Seconds between messages in the long run; groups have negative ids."""
    return _GROUP_PACE if chat < 0 else _PRIVATE_PACE


def _slack(chat: int) -> float:
    return (BURST - 1) * _pace(chat)
