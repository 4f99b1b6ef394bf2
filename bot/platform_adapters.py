"""The platform adapters that the settings enable, loaded only if needed, and the painter that they share."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypedDict

from aiohttp.web import RouteDef
from pydantic import SecretStr

from bot.core.ports.adapters import Deadline, MessageRate, Paint
from bot.core.ports.page import Archive
from bot.core.ports.people import TemporaryTexts
from bot.core.ports.platform import Core, Platform
from bot.core.ports.store import Leases
from bot.core.queues.caches import Memory, SizedDict
from bot.core.queues.fair_turns import HeavyWork
from bot.core.upkeep.tasks import Lease
from bot.settings import ConfigError, Settings
from renderers.scene import Scene
from renderers.themes import DARK, LIGHT, Theme

if TYPE_CHECKING:
    from bot.platforms.discord import Discord
    from bot.platforms.telegram import Telegram
    from bot.platforms.web import Web

_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 60.0
_log = logging.getLogger(__name__)


def adapters(
    settings: Settings,
    archive: Archive,
    announce: Callable[[str], None],
    leases: Leases | None = None,
    slots: Callable[[str], MessageRate] | None = None,
    pages: Sequence[RouteDef] = (),
    deadline: Deadline | None = None,
    memory: Memory | None = None,
    temporary: TemporaryTexts | None = None,
) -> Iterator[Platform]:
    """Yield the enabled adapters; the page stores its channels in `archive` and calls `announce` with its address.

    With `leases` and `slots` (by bot name) other processes may serve the same platforms. The page's port also serves
    the operators' `pages`. All stop by the `deadline`, and their caches share the `memory`. What may be needed after a
    restart is kept as `temporary` texts.
    """
    deadline, memory = deadline or Deadline(), memory or Memory()
    painter, page = Painter(memory), None
    if settings.serves_page:
        page = _web(settings, painter, archive=archive, announce=announce, also=pages, memory=memory)
    shared: _Shared = {
        "paint": painter.paint,
        "deadline": deadline,
        "temporary": temporary,
        "hidden_commands": settings.hidden_commands,
    }
    messengers: list[Telegram | Discord] = []
    if settings.telegram_token:
        messengers.append(_telegram(settings, leases, slots, shared))
    if settings.discord_token:
        messengers.append(_discord(settings, shared))
    for messenger in messengers:
        if page and messenger.embedding:
            messenger.mirror = page.mirror
            page.embed(messenger.embedding)
        yield messenger
    if page:
        yield page


class _Shared(TypedDict):
    """The arguments that the adapters of all messengers take."""

    paint: Paint
    deadline: Deadline
    temporary: TemporaryTexts | None
    hidden_commands: frozenset[str]


def _secret(value: SecretStr | None) -> str:
    return value.get_secret_value() if value else ""


def check_web_access(settings: Settings) -> None:
    """Raise `ConfigError` if strangers could reach the page without a password."""
    if not settings.serves_page or settings.web_token or settings.web_open:
        return
    from bot.platforms.web import is_loopback

    if not is_loopback(settings.web_host):
        raise ConfigError(
            f"WEB_TOKEN: other machines can reach the page at {settings.web_host}; set a password,"
            " or set WEB_OPEN=yes if everyone may enter or your proxy controls access"
        )


async def keep_running(
    adapters: Sequence[Platform], core: Core, settings: Settings, faults: dict[str, str] | None = None
) -> None:
    """Run the adapters until cancelled, restarting those that fail; raise `ConfigError` if none can run.

    `faults` maps each adapter's name to its fault, "" while it runs.
    """
    faults, has_others = {} if faults is None else faults, len(adapters) > 1
    async with asyncio.TaskGroup() as together:
        work = (_keep_running(adapter, core, settings, has_others, faults) for adapter in adapters)
        runs = [*map(together.create_task, work)]
    raise runs[0].result()


async def _keep_running(
    adapter: Platform, core: Core, settings: Settings, has_others: bool, faults: dict[str, str]
) -> ConfigError:
    """Run one adapter, restarting it after a pause when it fails; return the error in its settings."""
    pause = _FIRST_PAUSE
    while True:
        faults[adapter.name] = ""
        try:
            await run_adapter(adapter, core, settings)
        except ConfigError as error:
            if has_others:
                _log.error("%s cannot start; the other platforms keep running: %s", adapter.name, error)
            faults[adapter.name] = str(error)
            return error
        except Exception:
            faults[adapter.name] = f"failed, restarts in {pause:g} s"
            _log.exception("%s failed; it restarts in %g s", adapter.name, pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


async def run_adapter(adapter: Platform, core: Core, settings: Settings) -> None:
    """Run an adapter until cancelled; raise `ConfigError` if its settings do not work."""
    try:
        await adapter.run(core)
    except ValueError as error:
        if str(error).partition(":")[0].lower() not in Settings.model_fields:
            raise
        raise ConfigError(str(error)) from error
    except OSError as error:
        place = f"{settings.web_host}:{settings.web_port}"
        if error.errno == errno.EADDRINUSE:
            raise ConfigError(f"WEB_PORT: {place} is in use by another program") from error
        reason = os.strerror(error.errno or 0)
        raise ConfigError(f"WEB_HOST: the page cannot be served at {place}: {reason}") from error


def _telegram(
    settings: Settings, leases: Leases | None, slots: Callable[[str], MessageRate] | None, shared: _Shared
) -> Telegram:
    from bot.platforms.telegram import Telegram, Webhook

    webhook = None
    if settings.telegram_webhook_url:
        secret = _secret(settings.telegram_webhook_secret)
        webhook = Webhook(settings.telegram_webhook_url, *settings.telegram_webhook_listen, secret=secret)
    token = _secret(settings.telegram_token)
    bot = token.partition(":")[0]
    return Telegram(
        token,
        base_url=settings.telegram_base_url,
        base_file_url=settings.telegram_base_file_url,
        webhook=webhook,
        lease=Lease(leases, f"polling:{bot}") if leases else None,
        slots=slots(f"telegram:{bot}") if slots else None,
        rate=settings.telegram_rate,
        app_url=settings.telegram_app_url,
        **shared,
    )


def _discord(settings: Settings, shared: _Shared) -> Discord:
    from bot.platforms.discord import Discord

    return Discord(
        _secret(settings.discord_token),
        rest_url=settings.discord_rest_url or "",
        gateway_url=settings.discord_gateway_url or "",
        guild=settings.discord_guild,
        shards=settings.discord_shards,
        reads_all=settings.discord_message_content,
        client_secret=_secret(settings.discord_client_secret),
        **shared,
    )


def _web(
    settings: Settings,
    painter: Painter,
    *,
    archive: Archive,
    announce: Callable[[str], None],
    also: Sequence[RouteDef],
    memory: Memory,
) -> Web:
    from bot.platforms.web import Web

    check_web_access(settings)
    host, port, token = settings.web_host, settings.web_port, _secret(settings.web_token)
    return Web(host, port, painter.paint, painter.paint_dark, archive, announce, token, also=also, memory=memory)


_BYTES_PER_ITEM = 1000
"""The approximate memory of a scene per drawn item."""


class Painter:
    """A painter with a cache, limited by `memory`, for pictures that many people request."""

    def __init__(self, memory: Memory | None = None) -> None:
        self._cache: SizedDict[tuple[Scene, Theme], tuple[Scene, bytes]] = (memory or Memory()).cache(
            "paintings", _bytes_of
        )
        self._films = HeavyWork()
        self._boards = ThreadPoolExecutor(1, "boards")  # several threads that fight for Python's lock take longer

    async def paint(self, scene: Scene, share: str = "") -> bytes:
        """Return a scene as a PNG file, or a film as a GIF; waiting films take turns by `share`."""
        return await self._paint(scene, LIGHT, share)

    async def paint_dark(self, scene: Scene, share: str = "") -> bytes:
        """Return a scene on dark paper, like `paint`."""
        return await self._paint(scene, DARK, share)

    async def _paint(self, scene: Scene, theme: Theme, share: str) -> bytes:
        if entry := self._cache.get((scene, theme)):
            return entry[1]
        if scene.earlier:
            image = await self._films.run(share, partial(_film, scene, theme))
        else:
            image = await asyncio.get_running_loop().run_in_executor(self._boards, _board, scene, theme)
        self._cache.put((scene, theme), (scene, image))
        return image


def _board(scene: Scene, theme: Theme) -> bytes:
    from renderers.pillow import png  # its library takes memory, and there may be no game yet

    return png(scene, theme)


def _film(scene: Scene, theme: Theme) -> bytes:
    from renderers.film import gif

    return gif((*scene.earlier, scene), theme)


def _bytes_of(entry: tuple[Scene, bytes]) -> int:
    scene, image = entry
    return len(image) + _BYTES_PER_ITEM * sum(len(each.items) for each in (scene, *scene.earlier))
