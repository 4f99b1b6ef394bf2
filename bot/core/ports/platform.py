"""The protocol between the core and the platform adapters: incoming texts, messages, and both sides' methods."""

import math
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, Self, TypedDict, Unpack

from bot.core.game.instants import Instant
from bot.core.game.people import Chat, Person, Sender
from bot.core.ports.page import Touching
from bot.core.ports.store import Updates
from bot.core.queues.user_queue import Ticket
from renderers.scene import Ink, Scene


@dataclass(frozen=True)
class Incoming:
    """A text from a person, typed or sent by a button.

    `mentions` maps each mention as it is in the text (`@ann`, `<@17>`) to the person meant. `replies_to` is the
    platform's ID of the message it answers. `cause` identifies the text (an update, interaction or message ID) and is
    the same when it is delivered again. `attachment` is the text of an attached file, size-limited by the adapter.
    `alone`: the text addresses the bot alone, so silence is no answer. `in_private`: nobody else will ever read this
    chat. `beside`: the texts of all buttons of the pressed or answered message, if known. `overheard`: others in the
    chat can read the text as typed. `sender`: who is behind the name of `person`. `member_since`: when the person
    joined the chat, or 0. `spent`: seconds since the person saw the board, if known. `at`: when the router received it.
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
    member_since: Instant = 0.0
    spent: float | None = None
    at: Instant = 0.0


@dataclass(frozen=True)
class Button:
    """A label, and the text that a press types, which is the button's only state (Telegram: at most 64 bytes).

    On some platforms a button may open a `link`, let the user share one (`shares`), copy one (`copies`), open the page
    inside the chat (`opens`), or show a line in a chat that they choose (`inline`).
    """

    label: str
    types: str
    link: str = ""
    shares: str = ""
    copies: str = ""
    opens: str = ""
    inline: str = ""


@dataclass(frozen=True)
class Due:
    """A countdown: its text (`says`), end, label before a live time (`called`), and line about both running clocks."""

    says: str
    until: Instant
    called: str
    clocks: str = ""


@dataclass(frozen=True)
class Typing:
    """The ways to make a move: the command typed before it (`plays`), and that of the first menu (`picks`).

    `says` is the part of the text that explains it, "" for players who know; `by_command` the same for where only
    commands reach the bot, and `by_touch` for where the board itself is touched. `called` is a form's title, or "".
    `moves` are the choices of the first menu, under its question `asks`, for platforms that list them below the
    board. `halves` are two rows of which one button each makes a move, for platforms where each press costs an edit.
    """

    plays: str
    picks: str
    says: str = ""
    by_command: str = ""
    called: str = ""
    asks: str = ""
    moves: tuple[Button, ...] = ()
    halves: tuple[tuple[Button, ...], ...] = ()
    by_touch: str = ""


@dataclass(frozen=True)
class Picture:
    """A drawing with its alt text and its version in characters (`grid`).

    `side` is the colour of the player to move. `of` is the game and ply of a board (`CODE@ply`), or the command that
    answers an exercise. `share` is the key of a film's reader.
    """

    scene: Scene
    alt: str = ""
    side: Ink | None = None
    of: str = ""
    grid: str = ""
    share: str = ""


@dataclass(frozen=True)
class OlderBoard:
    """The board that a new one replaces: the platform's ID of its `message`, and the `line` that remains.

    If it `is_deletable`, nothing stays, where it still can be deleted. The line may begin with what it is `about`.
    """

    message: str
    line: str = ""
    is_drawn: bool = False
    is_deletable: bool = False
    about: str = ""


@dataclass(frozen=True)
class Envelope:
    """The delivery instructions of a message.

    `private`: for the sender's eyes only, where the platform allows. `stays`: its buttons belong in this chat, so that
    even a private answer is given here. `secret`: better not shown than readable by others. `about`: its subject, for
    where that is not visible. `update`: as the answer to a press it replaces the pressed message. `fleeting`: a note on
    a press, dropped where there is no place for it. `refuses`: the request was refused; a picture is optional then.
    `respoken`: the reader's or the chat's language may have changed. `nonce`: the same whenever the message is sent
    again (at most 20 ASCII letters), for platforms that then show it once. `follows`: the board it replaces. `besides`:
    others to ping after the one mentioned. `due`: the countdown in it. `sign`: the reaction that can stand for it.
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
    sign: str = ""


class Delivery(TypedDict, total=False):
    """The delivery instructions of an `Envelope` that may change after the message was written."""

    private: bool
    secret: bool
    update: bool
    respoken: bool
    nonce: str
    follows: OlderBoard | None
    besides: tuple[Person, ...]
    due: Due | None
    sign: str


OPEN, PRIVATE = Envelope(), Envelope(private=True)
IN_PLACE, REFUSED = Envelope(private=True, update=True), Envelope(private=True, refuses=True)
SECRET, SECRET_IN_PLACE = Envelope(private=True, secret=True), Envelope(private=True, secret=True, update=True)


@dataclass(frozen=True)
class Layout:
    """The parts of a text: its `heading`, its end that is rarely read (`small`), and a board in characters (`grid`)."""

    heading: str = ""
    small: str = ""
    grid: str = ""


@dataclass(frozen=True)
class SharedLine:
    """A line to show elsewhere, and its button, where the platform has such buttons or can press what it types."""

    line: str
    button: Button | None = None


@dataclass(frozen=True)
class Message:
    """A message without markup, with its delivery in an envelope.

    `mention` is pinged; `file` is a (name, text) to attach; `asks` are the buttons that a typed yes or no presses.
    """

    text: str
    picture: Picture | None = None
    buttons: tuple[tuple[Button, ...], ...] = ()
    mention: Person | None = None
    file: tuple[str, str] | None = None
    layout: Layout = Layout()
    typing: Typing | None = None
    asks: tuple[Button, ...] = ()
    share: SharedLine | None = None
    envelope: Envelope = OPEN

    def with_delivery(self, **changes: Unpack[Delivery]) -> Self:
        """Return the message with some delivery instructions changed."""
        return replace(self, envelope=replace(self.envelope, **changes))


@dataclass(frozen=True)
class Choice:
    """A completion: the label shown and the value filled in."""

    label: str
    value: str


@dataclass(frozen=True)
class Invitation:
    """An invitation for a chat without the bot: its list entry, and the message it becomes.

    Its `id` (64 bytes at most) is "" while it does not name a game.
    """

    id: str
    title: str
    description: str
    message: Message


@dataclass(frozen=True)
class Elsewhere:
    """Games in chats without the bot; every function may raise `StoreUnavailableError`.

    `offers` returns the invitations for a person who has typed a text after the bot's name, one per game. `offer`
    returns the one that the bot itself posts on a person's request, to an opponent if there is one, or None.
    `open_invitation` opens one, by its id, that a person posted inline. `find_shared` returns a shared line, or None.
    """

    offers: Callable[[Person, str], Awaitable[tuple[Invitation, ...]]]
    offer: Callable[[Person, str, Person | None], Awaitable[Invitation | None]]
    open_invitation: Callable[[Chat, Person, str], Awaitable[None]]
    find_shared: Callable[[Person, str], Awaitable[Message | None]]


class Core(Protocol):
    """The core as platform adapters see it."""

    @property
    def touching(self) -> Touching:
        """Return the port for boards that are played by touch."""

    @property
    def updates(self) -> Updates:
        """Return the inbox for updates that take long to handle."""

    @property
    def elsewhere(self) -> Elsewhere:
        """Return the port for games in chats without the bot."""

    def ignores(self, chat: Chat, person: Person) -> bool:
        """Return whether the rate limit currently ignores texts of this person in this chat."""

    def ticket(self, chat: Chat, person: Person) -> Ticket:
        """Return a text's place in its sender's queue, for an adapter that cannot hand the text over yet."""

    async def handle(self, incoming: Incoming, ticket: Ticket | None = None) -> tuple[Message, ...]:
        """Handle a text and return the answers to its sender; never raises. Boards are sent by `Platform.show`.

        Texts of a person in a chat are handled in the order of their tickets, which the adapter leaves, or of calls.
        """

    async def complete(self, incoming: Incoming, command: str, parameter: str, text: str) -> tuple[Choice, ...]:
        """Return at most 25 completions of a parameter; `incoming.text` holds the other options typed so far."""

    async def language(self, chat: Chat, person: Person) -> str:
        """Return the language of answers to a person in a chat; raise `StoreUnavailableError`."""

    async def note_unseen(self, incoming: Incoming) -> None:
        """Note that the secret answer to a text was not shown, since its sender has no private chat; never raises."""

    async def migrate(self, before: Chat, after: Chat) -> None:
        """Move a chat to another ID (a Telegram group became a supergroup); texts in the new chat wait for that."""

    async def lose(self, chat: Chat, person: Person | None = None) -> None:
        """Note that a chat accepts no more messages or that a person left it, and notify the players."""

    async def retry(self, chat: Chat, person: Person | None = None) -> None:
        """Show the boards that a chat and its topics missed, each once, or note that a person is back."""


PHOTOS = "photos"
"""The right of a group's member to send photos."""
Greeting = Callable[[Chat], Message]


class Platform(ABC):
    """A platform adapter, which turns updates into `Incoming` and shows each `Message`.

    Optional abilities do nothing by default. `repeats`: without nonces, it shows twice what is sent twice. `tidies`:
    `tidy` cleans up older messages once a newer one is shown, up to `gathers` at a time. `deletes`: it can delete a
    board that a newer one replaces. `edits_for`: seconds after which few messages of a chat can still be changed.
    `edits_ping`: an edited message pings its player. `opens_page`: the page can be opened inside chats.
    """

    name: str
    repeats: bool = False
    tidies: bool = False
    gathers: int = 1
    deletes: bool = False
    edits_for: float = math.inf
    edits_ping: bool = False
    opens_page: bool = False

    @abstractmethod
    async def run(self, core: Core) -> None:
        """Serve until cancelled; raise if a setting is wrong (such as the token)."""

    @abstractmethod
    async def show(self, chat: Chat, message: Message) -> str:
        """Post a message to a chat and return its ID; raise `DeliveryError` if that fails for now."""

    @abstractmethod
    async def edit(self, chat: Chat, message_id: str, message: Message) -> bool:
        """Replace a message from `show` without pings; return False if it cannot be edited. Raises `DeliveryError`."""

    @abstractmethod
    async def administers(self, chat: Chat, person: Person) -> bool:
        """Return whether a person may decide for the whole chat; without administrators everyone may."""

    async def former_members(self, chat: Chat, people: Sequence[Person]) -> Sequence[Person]:
        """Return the people known to have left a group chat; it may check only the first of `people`."""
        return ()

    async def name_for(self, chat: Chat, person: Person) -> str:
        """Return the name of a chat where a person may write; "" where they may not, or it is unknown."""
        return ""

    def silence(self) -> float | None:
        """Return for how many seconds messages may have been missed (infinity: from the start), or None."""
        return None

    def locator(self, chat: Chat, message: Message, message_id: str = "") -> str:
        """Return a locator by which any process finds a message that is about to be sent, or was sent as `message_id`.

        It is "" where a nonce is enough: a message that is sent again is shown once.
        """
        return ""

    async def locate(self, chat: Chat, locator: str) -> str:
        """Return the ID by which this process can edit a message, "" if it is gone; raise `DeliveryError`."""
        return ""

    def is_last(self, chat: Chat, message: str) -> bool:
        """Return whether a message is the last one in its chat, as far as this process knows."""
        return True

    async def slot(self, chat: Chat, is_spare: bool = False) -> bool:
        """Wait until the chat accepts a message, which is chosen only then; return whether that took a while.

        If it `is_spare`, all other messages go first. Raises `DeliveryError`.
        """
        return False

    async def tell(self, person: Person, message: Message) -> bool:
        """Send a message to a person's private chat; return False where the platform has none.

        Raises `DeliveryError`, without a retry if the person has no such chat.
        """
        return False

    async def think(self, chat: Chat) -> None:
        """Show a typing indicator for some seconds; errors are ignored."""
        return

    async def lacks(self, chat: Chat, threads: bool) -> tuple[str, ...]:
        """Return the codes of the rights that the bot lacks to show a game in a chat or in a new thread."""
        return ()

    def server(self, chat: Chat) -> str:
        """Return the ID of the server that a chat belongs to, if known, or ""."""
        return ""

    def link(self, chat: Chat, message: str) -> str:
        """Return the address of a message, or "" if it has none."""
        return ""

    def invitation(self, code: str, to_group: bool = False) -> str:
        """Return the link that types `/start CODE` (a game, `rules-GAME`) in a private chat, or in a group, or ""."""
        return ""

    def parent(self, chat: Chat) -> Chat | None:
        """Return the chat that contains a topic or thread, if it accepts messages itself."""
        return None

    def page(self, chat: Chat) -> str:
        """Return the link that opens the page inside a chat, or ""."""
        return ""

    def mention_name(self) -> str:
        """Return the name that begins a game in any chat, even without the bot; "" where that is impossible."""
        return ""

    def has_threads(self, chat: Chat) -> bool:
        """Return whether threads can be opened in a chat of this kind."""
        return False

    async def open_thread(self, chat: Chat, message: str, name: str, greeting: Greeting) -> Chat | None:
        """Open the thread of a posted message, once; return None if it cannot have one. Raises `DeliveryError`."""
        return None

    async def data_of(self, person: Person) -> Sequence[Mapping[str, str | float]]:
        """Return the person's data in this adapter: their texts and the messages to them."""
        return ()

    async def forget(self, person: Person, instead: str, chats: Sequence[Chat]) -> None:
        """Delete a person's data from this adapter, whatever their platform; raise `StoreUnavailableError`.

        Their name is replaced by `instead`, in the `chats` of their games too.
        """
        return

    async def tidy(self, chat: Chat, older: Sequence[OlderBoard]) -> None:
        """Delete or collapse posted messages, which may be gone already.

        Raises `DeliveryError`, with `retry_after` if a retry makes sense; perhaps only one of them is to blame.
        """
        for each in older:
            if each.line:
                await self.edit(chat, each.message, Message(each.line))

    async def close_thread(self, thread: Chat) -> None:
        """Let a thread be archived once it has been silent for a while."""
        return


class DeliveryError(Exception):
    """A message that the platform did not accept; retry after `retry_after` seconds (None: never).

    `is_certain`: the message was certainly not sent. `is_lost`: the chat takes no messages of the bot.
    """

    def __init__(self, reason: str, retry_after: float | None, is_certain: bool = True, is_lost: bool = False) -> None:
        super().__init__(reason)
        self.retry_after = retry_after
        self.is_certain = is_certain
        self.is_lost = is_lost
