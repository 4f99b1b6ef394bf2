"""The web platform: serves the page and shows the core's messages in its channels."""

import asyncio
import ipaddress
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from aiohttp import web

from bot.core.game.people import Chat, Person
from bot.core.ports.adapters import Paint
from bot.core.ports.page import Archive, Embedding
from bot.core.ports.platform import Core, Layout, Message, OlderBoard, Platform
from bot.core.queues.caches import Memory
from bot.platforms.web.admission import Embedded
from bot.platforms.web.channel import Channel, Channels, name_of
from bot.platforms.web.connection import Connection
from bot.platforms.web.site import Gallery, Site
from bot.platforms.web.talk import Talk

IDLE = 10.0
"""Seconds that a connection may take to send a request."""
GOODBYE = 0.5
"""Seconds for pending requests to finish when the bot stops."""


RETURN = 8.0
"""Maximum seconds that an open page waits before it reconnects."""


@dataclass(eq=False)
class Web(Platform):
    """The page as a platform, in a light and a dark theme; `on_open` is called with its address once it is served.

    With a `token`, only people who enter it are let in. `also` holds routes for operators.
    """

    name = "web"
    edits_ping = True

    host: str
    port: int
    paint: Paint
    paint_dark: Paint
    archive: Archive
    on_open: Callable[[str], None]
    token: str = ""
    now: Callable[[], float] = time.time
    also: Sequence[web.RouteDef] = ()
    memory: Memory = field(default_factory=Memory)
    _embedded: list[Embedded] = field(default_factory=list, init=False)
    _open_since: float = field(default=math.inf, init=False)

    def __post_init__(self) -> None:
        self._channels = Channels(self.archive, self.now, self.memory)
        self._gallery = Gallery({"light": self.paint, "dark": self.paint_dark}, self.memory)

    def embed(self, embedding: Embedding) -> None:
        """Show the page inside another platform's chats too, from the next run on."""
        self._embedded.append(Embedded(embedding, self.archive, self.now))

    async def run(self, core: Core) -> None:
        """Serve until cancelled; port 0 picks any free port. Raise `OSError` if the address cannot be bound."""
        talk = Talk(core, self.now)

        async def converse(socket: web.WebSocketResponse, inside: Embedded | None) -> None:
            where = (inside.sit_down, inside.embedding.base) if inside else ()
            await Connection(socket, self._channels, talk, *where).run()

        site = Site(self.host, self.token, self._channels, self._gallery, converse, self.also, self._embedded)
        runner = web.AppRunner(site.application(), access_log=None, shutdown_timeout=GOODBYE, keepalive_timeout=IDLE)
        try:
            async with asyncio.TaskGroup() as together:
                for part in (self._channels.follow(), self._channels.stay(), self._serve(runner)):
                    together.create_task(part)
        except ExceptionGroup as error:
            raise error.exceptions[0] from None
        finally:
            self._open_since = math.inf
            await talk.close()
            await runner.cleanup()

    def silence(self) -> float | None:
        """Return None once the page is served and readers have had time to reconnect, else infinity."""
        return None if time.monotonic() - self._open_since >= RETURN else math.inf

    async def show(self, chat: Chat, message: Message) -> str:
        """Post to everyone in the channel, or only to the mentioned person if private; return the message's ID."""
        audience = message.mention if message.envelope.private else None
        async with self._channels.open(chat.id) as channel:
            await self._collapse_previous(channel, message.envelope.follows)
            for board in channel.history.boards_before(message):
                await channel.change(board.id, Message(board.message.text.partition("\n")[0]))
            await self._end_questions(channel, message)
            return await channel.print(message, audience)

    async def mirror(self, chat: Chat, message_id: str, message: Message) -> None:
        """Show a message from another platform's chat if the page is open there, a private one to whom it mentions."""
        audience = message.mention if message.envelope.private else None
        async with self._channels.open(name_of(chat), chat) as channel:
            people = channel.presence.people_present
            if not (any(map(audience.is_same, people)) if audience else people):
                return
            await self._collapse_previous(channel, message.envelope.follows)
            await self._end_questions(channel, message)
            message = replace(message, mention=None) if audience else message
            await channel.print(message, audience, over=message_id)

    async def edit(self, chat: Chat, message_id: str, message: Message) -> bool:
        """Edit a message while it is in the channel's history."""
        async with self._channels.open(chat.id) as channel:
            await self._end_questions(channel, message)
            return await channel.change(message_id, message)

    def link(self, chat: Chat, message: str) -> str:
        """Return the address of a message on the page of a channel."""
        return f"/c/{chat.id}#m-{message}"

    async def administers(self, chat: Chat, person: Person) -> bool:
        """Return True, since a channel of the page has no owner."""
        return True

    async def data_of(self, person: Person) -> Sequence[Mapping[str, str | float]]:
        """Return the stored messages by the person, to them alone, or mentioning them."""
        return await self._channels.data_of(person)

    async def forget(self, person: Person, instead: str, chats: Sequence[Chat]) -> None:
        """Forget a person in all channels; if connected, they are asked for a name again."""
        rooms = frozenset(map(name_of, chats))
        await self._channels.forget(person, instead, rooms)

    async def _collapse_previous(self, channel: Channel, older: OlderBoard | None) -> None:
        """Collapse the previous board, before the next one is shown, so that only one can be pressed."""
        if older and older.line:
            heading = older.about if older.line.startswith(older.about) else ""  # which the page shows already
            await channel.change(older.message, Message(older.line, layout=Layout(heading)))

    async def _end_questions(self, channel: Channel, board: Message) -> None:
        """Remove private questions about a game that is over, and the buttons of other private messages about it."""
        for entry in channel.history.questions_after(board):
            message = Message("") if entry.message.asks else replace(entry.message, buttons=())
            await channel.put(replace(entry, message=message))

    async def _serve(self, runner: web.AppRunner) -> None:
        await runner.setup()
        await web.TCPSite(runner, self.host, self.port).start()
        self._open_since = time.monotonic()
        port = runner.addresses[0][1]
        self.on_open(f"http://{_typed_host(self.host)}:{port}")
        await asyncio.Event().wait()


def _typed_host(host: str) -> str:
    """Return the host as a person types it: loopback for a wildcard address, IPv6 in brackets."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_unspecified:
        return "127.0.0.1"
    return f"[{host}]" if address.version == 6 else host
