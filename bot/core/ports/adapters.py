"""Collaborators of platform adapters: painter, message slots, text files, instructions, a deadline."""

import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.core.game.people import Chat
from bot.core.ports.page import Embedding
from bot.core.ports.people import TemporaryTexts
from bot.core.ports.platform import Message
from renderers.scene import Scene

LARGEST_FILE = 2 * 1024 * 1024
"""Bytes of the largest text file accepted with a command; a game record of any program is smaller."""


def text_in(content: bytes) -> str | None:
    """Return the text of a file; None if it is larger than it may be, or no text in UTF-8."""
    if len(content) > LARGEST_FILE or b"\0" in content:
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


class Paint(Protocol):
    """A painter of scenes."""

    def __call__(self, scene: Scene, share: str = "") -> Awaitable[bytes]:
        """Return a scene as a file; slow paintings take turns by `share`."""


@dataclass(frozen=True)
class TakenSlots:
    """The number of slots `taken`, the seconds until the rest is free, and the shared `rate`, "" if none is set."""

    taken: int
    wait: float
    rate: str = ""


class MessageRate(Protocol):
    """Message slots of one bot on one platform, shared by all processes."""

    @property
    def are_shared(self) -> bool:
        """Return whether other processes may send too; otherwise this process may count locally."""

    async def take(self, rate: float, wanted_slots: int, reserve: float) -> TakenSlots:
        """Take up to `wanted_slots` free slots, leaving `reserve` of them.

        `rate` slots come each second, unless the processes share another rate, and no more are saved up. Never raises:
        without the store the slots are no longer shared.
        """

    async def change_rate(self, before: str, after: str) -> str:
        """Replace the shared rate if it is still `before`; return the rate in effect.

        A rate begins with the messages a second. Never raises.
        """


SECONDS = 2.3
"""Seconds from the signal to the end; an operator counts on three, and the machine may be busy."""
AFTER_ADAPTERS = 1.1
"""The seconds of these reserved for what is closed after the platform adapters."""


@dataclass
class Deadline:
    """The instant by which a shutdown must end, infinite until set; `now` is a monotonic clock (seconds)."""

    now: Callable[[], float] = time.monotonic
    _at: float = math.inf

    @property
    def is_set(self) -> bool:
        """Return whether the shutdown has begun."""
        return self._at < math.inf

    def set(self) -> None:
        """Begin the shutdown; later calls do not extend the deadline."""
        self._at = min(self._at, self.now() + SECONDS)

    def remaining(self, most: float = math.inf, spare: float = 0.0) -> float:
        """Return the seconds left, at most `most`, after reserving `spare`."""
        return max(0.0, min(most, self._at - spare - self.now()))


Mirror = Callable[[Chat, str, Message], Awaitable[None]]
"""A function called with each message that an adapter has sent or edited: its chat, its ID and its content."""


async def mirror_nothing(_: Chat, __: str, ___: Message) -> None:
    """Do nothing, because no page is open inside chats."""


@dataclass(eq=False, kw_only=True)
class Messenger:
    """The collaborators of the adapter of a messenger, where the bot logs in with its `token`.

    Where there is an `embedding`, the page can be opened inside chats, and `mirror` receives what they are shown. The
    adapter stops by the `deadline`. What may be needed after a restart is kept as `temporary` texts. Menus leave out
    the `hidden_commands`.
    """

    token: str = field(kw_only=False)
    paint: Paint
    now: Callable[[], float] = time.time
    deadline: Deadline = field(default_factory=Deadline)
    temporary: TemporaryTexts | None = None
    hidden_commands: frozenset[str] = frozenset()
    mirror: Mirror = mirror_nothing
    embedding: Embedding | None = field(default=None, init=False)


def by_command(message: Message) -> Message:
    """Return the message for a place where the bot receives no text but commands."""
    return _with_instructions(message, message.typing.by_command) if message.typing else message


def by_touch(message: Message) -> Message:
    """Return the message for a place where boards can be touched, and clocks run beside them."""
    touchable = _with_instructions(message, message.typing.by_touch) if message.typing else message
    due = message.envelope.due
    if not (due and due.clocks and message.picture):
        return touchable
    layout = touchable.layout
    small = layout.small.replace(f" · {due.says}", "", 1)
    text = touchable.text.removesuffix(layout.small).replace(f"\n{due.clocks}", "", 1) + small
    return replace(touchable, text=text, layout=replace(layout, small=small)).with_delivery(due=None)


def _with_instructions(message: Message, instructions: str) -> Message:
    typing = message.typing
    if typing is None or not typing.says:
        return message
    parts = (message.text, message.layout.small)
    text, small = (part.replace(typing.says, instructions, 1).rstrip("\n") for part in parts)
    layout = replace(message.layout, small=small)
    return replace(message, text=text, layout=layout, typing=replace(typing, says=instructions))
