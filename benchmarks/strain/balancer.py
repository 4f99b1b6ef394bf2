"""Load balancer in front of several processes, round robin."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle

from aiohttp import ClientError, ClientSession, web

_PASSED_ON = ("Content-Type", "X-Telegram-Bot-Api-Secret-Token")


@asynccontextmanager
async def balancing(port: int, behind: Sequence[int]) -> AsyncIterator[None]:
    """Forward POST requests on a loopback port to the ports `behind` in turn; answer 502 if one is down."""
    async with ClientSession() as session:
        app = web.Application()
        app.router.add_post("/", _ByTurns(session, behind).forward)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
            yield
        finally:
            await runner.cleanup()


class _ByTurns:
    def __init__(self, session: ClientSession, behind: Sequence[int]) -> None:
        self._session = session
        self._next = cycle([f"http://127.0.0.1:{port}/" for port in behind])

    async def forward(self, request: web.Request) -> web.Response:
        """Forward one request to the next port."""
        headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
        try:
            async with self._session.post(next(self._next), data=await request.read(), headers=headers) as answer:
                return web.Response(status=answer.status)
        except ClientError:
            return web.Response(status=502)
