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
            while asked := await client_reads.read(65536):
                writes.write(asked)
                answer = await reads.read(65536)
                if b"EVAL" in asked and not lost:
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
