"""`tetradka worker`: a process that only runs searches for bots."""

import asyncio
import logging

from bot import logs
from bot.core.ports.adapters import Deadline
from bot.operating import process
from bot.operating.process import compile_searches, trim_heap
from bot.settings import ConfigError, Settings, misspelt_lines
from bot.store import embedded
from bot.thinking.queues import BrokerAddressError
from bot.thinking.workers import Worker

_log = logging.getLogger(__name__)


def run(settings: Settings) -> None:
    """Answer questions until SIGINT or SIGTERM; raise `ConfigError` for an unusable setting."""
    logs.configure(settings.log_level, settings.log_json, settings.secrets)
    for line in misspelt_lines():
        _log.warning("%s", line)
    url = settings.redis_url.get_secret_value() if settings.redis_url else embedded.running_at(settings.data_dir)
    if url is None:
        raise ConfigError("REDIS_URL: a worker needs the server of its bots, and no server is running in DATA_DIR")
    deadline = Deadline()
    process.run(_work(url, settings.max_searches, deadline), deadline)


async def _work(url: str, searches: int, deadline: Deadline) -> None:
    try:
        worker = Worker(url, searches, deadline)
    except BrokerAddressError as unfit:
        raise ConfigError(f"REDIS_URL: {unfit}") from None
    _log.info("running up to %d searches at once", searches)
    async with asyncio.TaskGroup() as together:
        together.create_task(worker.run())
        together.create_task(compile_searches())
        together.create_task(trim_heap())
