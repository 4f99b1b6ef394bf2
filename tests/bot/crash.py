"""A wire that breaks, so that tests can see what is left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import unquote, urlsplit


@asynccontextmanager
async def wire_that_loses_an_answer(url: str) -> AsyncIterator[str]:
    """An address that leads to the server, but hangs up once instead of passing on the answer to an EVAL."""
    lost = False

    async def pass_on(client_reads: asyncio.StreamReader, client_writes: asyncio.StreamWriter) -> None:
        nonlocal lost
        reads, writes = await asyncio.open_unix_connection(unquote(urlsplit(url).path))
        try:
            while request := await client_reads.read(65536):
                writes.write(request)
                answer = await reads.read(65536)
                if b"EVAL" in request and not lost:
                    lost = True
                    break
                client_writes.write(answer)
        finally:
            writes.close()
            client_writes.close()

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0)
    async with server:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    assert lost


@asynccontextmanager
async def wire_that_is_cut(url: str, cut: asyncio.Event) -> AsyncIterator[str]:
    """An address that leads to the server until it is `cut`, as a process that is killed asks for nothing more."""
    writers: set[asyncio.StreamWriter] = set()

    async def pass_on(reads: asyncio.StreamReader, writes: asyncio.StreamWriter) -> None:
        while not cut.is_set() and (piece := await reads.read(65536)) and not cut.is_set():
            writes.write(piece)
        writes.close()

    async def connect(client_reads: asyncio.StreamReader, client_writes: asyncio.StreamWriter) -> None:
        if cut.is_set():
            return client_writes.close()
        reads, writes = await asyncio.open_unix_connection(unquote(urlsplit(url).path))
        writers.update((writes, client_writes))
        await asyncio.gather(pass_on(client_reads, writes), pass_on(reads, client_writes), return_exceptions=True)
        return None

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    try:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        cut.set()
        for writer in writers:
            writer.close()
        server.close()
