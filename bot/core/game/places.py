"""The chats of a game: which of them is whose, its language, and where the game began; pure."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.game.events import Followed
from bot.core.game.people import Chat


@dataclass(frozen=True)
class Places:
    """Where a game is played and shown.

    `chat` is the challenger's; the opponent may play from a `second` one, which has its own language. The challenger
    is alone in a `lonely` chat. The question is `unreached` if the second chat did not take it. A `chat` that is
    the game's own thread has a `parent`, where the game began; one that cannot have one is `threadless`. In an inline
    message, a game is `followed` from the chats of its players besides.
    """

    chat: Chat
    language: str
    second: Chat | None = None
    second_language: str = ""
    lonely: bool = False
    unreached: bool = False
    followed: tuple[Followed, ...] = ()
    parent: Chat | None = None
    threadless: bool = False

    @property
    def shown(self) -> tuple[Chat, ...]:
        """Where the game is shown."""
        own = (followed.chat for followed in self.followed)
        return (self.chat, *((self.second,) if self.second else ()), *own)

    @property
    def known(self) -> tuple[Chat, ...]:
        """Where the game is known: also where it began, if its boards are in a thread."""
        return (*self.shown, self.parent) if self.parent else self.shown

    def is_second(self, chat: Chat) -> bool:
        """Whether the opponent plays from this chat, and the challenger from another."""
        return self.second is not None and self.second.key == chat.key

    def is_thread(self, chat: Chat) -> bool:
        """Whether a chat is the game's own thread."""
        return self.parent is not None and self.chat.key == chat.key

    def chat_of(self, key: str) -> Chat:
        """The chat of the game that has this key; the challenger's if none has."""
        return next((chat for chat in self.known if chat.key == key), self.chat)

    def followed_in(self, chat: Chat) -> Followed | None:
        """Since when, in which language and by which seat the game is followed there."""
        return next((followed for followed in self.followed if followed.chat.key == chat.key), None)

    def language_in(self, chat: Chat) -> str:
        """What the game's messages to all are said in, if the chat has chosen no other language."""
        if followed := self.followed_in(chat):
            return followed.language
        return self.second_language or self.language if self.is_second(chat) else self.language
