"""Relay to a port that can cut or stall connections, or lose answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_PIECE = 65536


class Relay:
    """A relay to a loopback port, open until it is closed."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self.loses = False
        self._to = port
        self._open = True
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._writers: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Accept connections on a free port."""
        server = await asyncio.start_server(self._relay_connection, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()
            self.cut()

    def cut(self) -> None:
        """Close all connections."""
        for writer in list(self._writers):
            writer.transport.abort()

    def close(self) -> None:
        """Close all connections and refuse new ones."""
        self._open = False
        self.cut()

    async def refuse(self, seconds: float) -> None:
        """Close all connections and refuse new ones for some seconds."""
        self.close()
        await asyncio.sleep(seconds)
        self._open = True

    def lead_to(self, port: int) -> None:
        """Close all connections and relay to another port from now on."""
        self._to = port
        self.cut()

    def stop(self) -> None:
        """Stop relaying data."""
        self._flowing.clear()

    async def hold(self, seconds: float) -> None:
        """Stop relaying data for some seconds."""
        self.stop()
        await asyncio.sleep(seconds)
        self._flowing.set()

    async def _relay_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._open:
            return writer.transport.abort()
        try:
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            return writer.transport.abort()
        self._writers |= {writer, inner_writer}
        try:
            there = asyncio.create_task(self._pass(reader, inner_writer, is_answer=False))
            back = asyncio.create_task(self._pass(inner_reader, writer, is_answer=True))
            await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
            there.cancel()
            back.cancel()
            await asyncio.gather(there, back, return_exceptions=True)
        finally:
            self._writers -= {writer, inner_writer}
            writer.close()
            inner_writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool) -> None:
        while piece := await reader.read(_PIECE):
            await self._flowing.wait()
            if is_answer and self.loses:
                self.loses = False
                self.cut()
                return
            writer.write(piece)
            await writer.drain()
