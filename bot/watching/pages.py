"""`/healthz`, `/readyz` and `/metrics`: on the page's port, or on one of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import web

from bot.watching.metrics import PrometheusMetrics
from bot.watching.readiness import Readiness

_GOODBYE = 0.1


def routes(readiness: Readiness, metrics: PrometheusMetrics) -> Sequence[web.RouteDef]:
    """The HTTP pages for a monitor of this process: alive, ready, figures."""

    async def alive(_: web.Request) -> web.Response:
        """200 as long as the event loop answers."""
        return web.Response(text="ok")

    async def ready(_: web.Request) -> web.Response:
        """200 if the process may be sent work, else 503; why, as text."""
        is_ready, why = await readiness.look()
        return web.Response(text=why, status=200 if is_ready else 503)

    async def figures(_: web.Request) -> web.Response:
        """All metrics in Prometheus' text format."""
        return web.Response(body=metrics.told(), headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})

    return web.get("/healthz", alive), web.get("/readyz", ready), web.get("/metrics", figures)


@asynccontextmanager
async def listening(host: str, port: int | None, pages: Sequence[web.RouteDef]) -> AsyncIterator[None]:
    """Answers on a port of their own, `/health` too, if there is one. Raises `OSError` if it cannot be had."""
    if port is None:
        yield
        return
    app = web.Application()
    app.add_routes([*pages, web.get("/health", pages[0].handler)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_GOODBYE)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()
