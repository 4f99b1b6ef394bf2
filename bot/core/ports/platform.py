"""The protocol between the core and the platforms: incoming texts, messages to show, and what each side promises."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Sender
from bot.core.ports.store import Updates
from bot.core.ports.touching import Touching
from bot.core.queues.user_queue import Ticket
from renderers.scene import Ink, Scene

LARGEST_FILE = 2 * 1024 * 1024
"""Bytes of the largest text file that is taken with a command; a whole game of any program is smaller."""


def text_in(content: bytes) -> str | None:
    """Return the text of a file; None if it is larger than it may be, or no text in UTF-8."""
    if len(content) > LARGEST_FILE or b"\0" in content:
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


@dataclass(frozen=True)
class Incoming:
    """A text that a person sent, typed or by a button.

    `mentions` maps each mention as it stands in the text (`@ann`, `<@17>`) to the person meant. `replies_to` is the
    platform's id of the message it answers. `cause` is how the platform tells this text from all others (the id of an
    update, interaction or message): the same whenever it is delivered again. `attachment` is the text of an attached
    file (size-limited by the door). `alone`: only the bot is spoken to, so that silence would be no answer.
    `in_private`: no other person will ever read this chat. `beside`: what all buttons of a pressed message type, where
    the platform tells it.
    `overheard`: others in the chat can read it as it was typed. `sender`: who stands behind the name of `person`.
    """

    chat: Chat
    person: Person
    text: str
    pressed: bool = False
    replies_to: str = ""
    beside: tuple[str, ...] = ()
    mentions: Mapping[str, Person] = field(default_factory=dict)
    attachment: str = ""
    cause: str = ""
    alone: bool = False
    in_private: bool = False
    overheard: bool = False
    sender: Sender = Sender.PERSON


class Tone(StrEnum):
    """What a button does to what it is about; never told by colour alone, for the label says it too."""

    PLAIN = "plain"
    LEADS = "leads"
    AGREES = "agrees"
    ENDS = "ends"


@dataclass(frozen=True)
class Button:
    """A label and the text that pressing it types: all the state a button has (64 bytes at most, for Telegram).

    Where a platform has addresses of its own, it may lead to a `link` instead, `share` one with a chat that the presser
    chooses, or put one on the clipboard (`copies`), or open the page at one inside the chat (`opens`).
    """

    label: str
    types: str
    link: str = ""
    shares: str = ""
    copies: str = ""
    opens: str = ""


@dataclass(frozen=True)
class Due:
    """How long is left `until` an instant: the part of a text that `says` it, and what it is `called` before a time
    that a platform keeps up to date (deadline: in two hours)."""

    says: str
    until: Instant
    called: str


@dataclass(frozen=True)
class Typing:
    """How one moves on a board that waits `to` get a move (its game and ply): the part of the text that `says` how it
    is typed, "" where that is known by now; what it says `by_command`, for where no other text reaches the bot; and
    what a form to type in is `called`. `moves` are all that there are, under the question `asks`, where buttons lead to
    them in steps, for platforms that list them in a menu."""

    to: str
    says: str
    by_command: str
    called: str
    asks: str = ""
    moves: tuple[Button, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A drawing, and the same in words, and in characters (`grid`); on a board, `side` is the colour of who is to move.

    It is neutral when the game is over. In a game that is, or was, played the picture is `of` the game and ply of that
    position (`CODE@ply`). `share` is the key of the person for whom a film is painted.
    """

    scene: Scene
    alt: str = ""
    side: Ink | None = None
    of: str = ""
    grid: str = ""
    share: str = ""


@dataclass(frozen=True)
class OlderBoard:
    """The board that a new one follows: the platform's id of its `message`, and the line without buttons that is `left`
    of it; if it `goes`, nothing is, where the platform can delete it still."""

    message: str
    left: str = ""
    is_drawn: bool = False
    goes: bool = False


@dataclass(frozen=True)
class Envelope:
    """How a message reaches its readers.

    `private`: for the asker's eyes where the platform allows. `stays`: what its buttons lead to belongs in this chat,
    so that even a private answer is given here. `secret`: rather shown nowhere than where others could read it.
    `about`: its subject, for where that cannot be seen. `update`: if it answers a press, it takes the pressed message's
    place. `fleeting`: a few words on what a press did, which are not needed where there is no place for such.
    `refuses`: what was asked for is not done; a picture only adds to that, left out where all would see it.
    `respoken`: from now on its reader, or everybody in the chat, may be spoken to in another language. `nonce`: the
    same whenever the same is sent again (at most 20 ASCII letters), for platforms that then show it once. `follows`:
    the board in whose place this one comes. `besides`: whom to ping after the one who is mentioned. `due`: how long is
    left, for platforms that keep such a time up to date.
    """

    private: bool = False
    stays: bool = False
    secret: bool = False
    about: str = ""
    update: bool = False
    fleeting: bool = False
    refuses: bool = False
    respoken: bool = False
    nonce: str = ""
    follows: OlderBoard | None = None
    besides: tuple[Person, ...] = ()
    due: Due | None = None


OPEN, PRIVATE = Envelope(), Envelope(private=True)
IN_PLACE, REFUSED = Envelope(private=True, update=True), Envelope(private=True, refuses=True)
SECRET, SECRET_IN_PLACE = Envelope(private=True, secret=True), Envelope(private=True, secret=True, update=True)


@dataclass(frozen=True)
class Message:
    """Something to show, and in its envelope how it is delivered. Plain text without markup.

    `mention`: the one person to ping. `file`: a text to attach, as (name, text). `grid`: those lines of `text` that are
    a board drawn in characters, which keeps its columns only in letters of one width. `heading`: what `text` begins
    with that is read first, as whose turn it is; `small`: what it ends with that is seldom read, as the game's code.
    `typing`: how a move is typed.
    """

    text: str
    picture: Picture | None = None
    buttons: tuple[tuple[Button, ...], ...] = ()
    mention: Person | None = None
    file: tuple[str, str] | None = None
    grid: str = ""
    heading: str = ""
    small: str = ""
    typing: Typing | None = None
    envelope: Envelope = OPEN


@dataclass(frozen=True)
class Choice:
    """One autocompletion: what is shown and what is filled in."""

    label: str
    value: str


@dataclass(frozen=True)
class Invitation:
    """What a person may send to a chat where the bot is not: how it is listed, and the message that it becomes.

    Its `id` (64 bytes at most) is "" if it does not say yet which game is to begin.
    """

    id: str
    title: str
    description: str
    message: Message


class Elsewhere(Protocol):
    """Games in chats where the bot is not; all may raise `StoreUnavailableError`."""

    async def offers(self, person: Person, text: str) -> tuple[Invitation, ...]:
        """What a person may send who has typed a text after the bot's name there; a game each."""

    async def offer(self, person: Person, text: str, opponent: Person | None = None) -> Invitation | None:
        """The one message that the bot itself posts there, being asked by a person who may speak to an opponent; None
        where it has nothing to say."""

    async def open_invitation(self, chat: Chat, person: Person, invitation: str) -> None:
        """An invitation of a person's stands in an inline message now, and is open until an opponent accepts."""


class Core(Protocol):
    """What a door may ask of the house."""

    @property
    def touching(self) -> Touching:
        """The way to boards that are touched."""

    @property
    def updates(self) -> Updates:
        """Where a door keeps what takes long."""

    @property
    def elsewhere(self) -> Elsewhere:
        """The way to games in chats where the bot is not."""

    def ignores(self, chat: Chat, person: Person) -> bool:
        """Whether texts of this person in this chat come to nothing for now: they have been asked to wait."""

    def ticket(self, chat: Chat, person: Person) -> Ticket:
        """A text's place among its person's in a chat, for a door that has to wait before it can hand the text over."""

    async def handle(self, incoming: Incoming, ticket: Ticket | None = None) -> tuple[Message, ...]:
        """The answers to the sender; boards and challenges for everybody come through `Platform.show`. Never raises.

        What comes in from one person in one chat is handled in the order of the tickets, which the door leaves; without
        a ticket, in that of the calls.
        """

    async def complete(self, incoming: Incoming, command: str, parameter: str, typed: str) -> tuple[Choice, ...]:
        """At most 25 completions of a parameter, given the other options typed so far as `incoming.text`."""

    async def language(self, chat: Chat, person: Person) -> str:
        """What the person is answered in there; raises `StoreUnavailableError`."""

    async def migrate(self, old: Chat, new: Chat) -> None:
        """A chat goes on under another id (a Telegram group became a supergroup); texts in the new one wait."""

    async def lose(self, chat: Chat, person: Person | None = None) -> None:
        """Note that a chat takes no messages any more, or that a person has left it: those who play there are told."""

    async def retry(self, chat: Chat, person: Person | None = None) -> None:
        """Show the boards that a chat and its topics have missed, each once, or note that a person is back there."""


PHOTOS = "photos"
"""The right of a group's member to send photos."""
Greeting = Callable[[Chat], Message]
"""The first message in a thread."""


class Platform(ABC):
    """A door: turns updates into `Incoming`, and `Message` into messages.

    What only some platforms can do has a default that does nothing. `repeats`: the platform knows no nonces, so what is
    sent to it twice is shown twice. `tidies`: `tidy` cleans up older messages once a newer one stands, and deletes as
    many as it `gathers` at a time. `deletes`: it can take away a board that a newer one follows. `edits_for`: seconds
    after which few messages of a chat may still be changed. `opens_page`: the page can be opened inside chats.
    """

    name: str
    repeats: bool = False
    tidies: bool = False
    gathers: int = 1
    deletes: bool = False
    edits_for: float = math.inf
    opens_page: bool = False

    @abstractmethod
    async def run(self, core: Core) -> None:
        """Serves until cancelled; raises on a broken set-up (a wrong token)."""

    @abstractmethod
    async def show(self, chat: Chat, message: Message) -> str:
        """Posts to everybody in the chat; the platform's id of the message. Raises `Unshown` if that failed for now."""

    @abstractmethod
    async def edit(self, chat: Chat, shown: str, message: Message) -> bool:
        """Changes what `show` posted, mentioning no player; False if it cannot be any more. Raises `Unshown`."""

    @abstractmethod
    async def administers(self, chat: Chat, person: Person) -> bool:
        """Whether the person may decide for everybody in the chat; where there is no administrator, all may."""

    async def has_left(self, chat: Chat, person: Person) -> bool:
        """Return whether a person is known to be no longer in a chat of several people."""
        return False

    def silence(self) -> float | None:
        """Return for how many seconds what people send may not have arrived (infinite: ever); None while it does."""
        return None

    def locator(self, chat: Chat, message: Message, shown: str = "") -> str:
        """Return what any process finds a message by that is about to be `shown`, or was under that id.

        It is "" where a nonce is enough: a message that is sent again is shown once.
        """
        return ""

    async def locate(self, chat: Chat, locator: str) -> str:
        """Return the id of a message, which this process can change and delete from now on; "" if there is none.

        Raises `Unshown`.
        """
        return ""

    async def slot(self, chat: Chat) -> bool:
        """Wait until the chat takes the next message, which is then chosen and shown; return whether that took a while.

        Raises `Unshown`.
        """
        return False

    async def tell(self, person: Person, message: Message) -> bool:
        """Posts to the person's own chat with the bot, unasked; False where a platform has no such chats.

        Raises `Unshown`, never to be tried again if the person has none.
        """
        return False

    async def think(self, chat: Chat) -> None:
        """Shows for some seconds that the bot thinks; nothing is lost if it is not shown."""
        return

    async def lacks(self, chat: Chat, threads: bool) -> tuple[str, ...]:
        """The codes of the rights that the bot lacks to show a game in a chat, or in a thread of its own."""
        return ()

    def server(self, chat: Chat) -> str:
        """The id of the server that a chat belongs to, as far as it is known; "" for none."""
        return ""

    def link(self, chat: Chat, message: str) -> str:
        """The address of a message in a chat; "" if it has none."""
        return ""

    def invitation(self, code: str) -> str:
        """Return the address that types `/start CODE` (a game, `rules-GAME`) in the presser's private chat, or ""."""
        return ""

    def parent(self, chat: Chat) -> Chat | None:
        """Return the chat that a topic or thread is in, if that takes messages itself."""
        return None

    def page(self, chat: Chat) -> str:
        """The address that opens the page inside a chat; "" where it does not."""
        return ""

    def mention_name(self) -> str:
        """The name that begins a game in any chat, also where the bot is not; "" where the bot is not asked so."""
        return ""

    def has_threads(self, chat: Chat) -> bool:
        """Whether a chat is of a kind that threads begin in."""
        return False

    async def open_thread(self, chat: Chat, message: str, name: str, greeting: Greeting) -> Chat | None:
        """Open the thread of a message that `show` posted, once; None if there cannot be one. Raises `Unshown`."""
        return None

    async def data_of(self, person: Person) -> Sequence[Mapping[str, str | float]]:
        """What this door itself keeps of what was said by a person and to them."""
        return ()

    async def forget(self, person: Person, instead: str, chats: Sequence[Chat]) -> None:
        """Forget a person, of whichever platform, in what this door itself keeps; raises `StoreUnavailableError`.

        What they are called gives way to the word `instead`, in the `chats` of their games too.
        """
        return

    async def tidy(self, chat: Chat, older: Sequence[OlderBoard]) -> None:
        """Delete or fold messages that `show` posted, which may be gone already.

        Raises `Unshown`: with `retry_after` if another try is worth it, else if the platform will not do it any more,
        of several messages perhaps for one of them only.
        """
        for each in older:
            if each.left:
                await self.edit(chat, each.message, Message(each.left))

    async def close_thread(self, thread: Chat) -> None:
        """Nothing more is expected in a thread: it is put away once it has been silent for a while."""
        return


Platforms = Mapping[str, Platform]
"""The doors of this process by their names."""


def server_of(platforms: Platforms, chat: Chat) -> str:
    """The key of a chat's server; "" if it has none, or its platform knows none."""
    platform = platforms.get(chat.platform)
    found = platform.server(chat) if platform else ""
    return f"{chat.platform}:{found}" if found else ""


Mirror = Callable[[Chat, str, Message], Awaitable[None]]
"""Is told of what a door has shown, or changed, in a chat: where, its id there, and what it says now."""


async def mirror_nothing(_: Chat, __: str, ___: Message) -> None:
    """No page is open inside the chats."""


class Unshown(Exception):
    """The platform would not take a message now; `retry_after` seconds later is worth a try (None: never again).

    `is_certain` unless the platform may have taken it all the same. `is_lost`: the chat takes no message of the bot's.
    """

    def __init__(self, reason: str, retry_after: float | None, is_certain: bool = True, is_lost: bool = False) -> None:
        super().__init__(reason)
        self.retry_after = retry_after
        self.is_certain = is_certain
        self.is_lost = is_lost
