"""The platform adapters that start, and what happens to one whose settings are wrong."""

from __future__ import annotations

import asyncio
import errno
from dataclasses import dataclass, field

import pytest

from bot.core.game.people import Chat, Person
from bot.core.language.speech import say
from bot.core.ports.platform import Core, Message, Platform
from bot.core.queues.user_queue import Ticket
from bot.platform_adapters import adapters, keep_running, run_adapter
from bot.settings import ConfigError, Settings
from bot.store.connection import connect
from bot.store.redis import RedisStore
from tests.bot.nowhere import no_boards, nowhere
from tests.bot.unfinished import Unfinished

TOKENS = {"telegram_token": "123:abc", "discord_token": "abc"}


@dataclass
class Failing(Platform):
    """An adapter that does not start."""

    failure: Exception
    name: str = "failing"

    async def run(self, core: Core) -> None:
        raise self.failure

    async def show(self, chat: Chat, message: Message) -> str:
        raise self.failure

    async def edit(self, chat: Chat, post: str, message: Message) -> bool:
        raise self.failure

    async def administers(self, chat: Chat, person: Person) -> bool:
        raise self.failure


class Nobody:
    """A house where no one is at home."""

    updates = Unfinished()
    elsewhere = nowhere()
    touching = no_boards()

    async def handle(self, incoming: object, ticket: Ticket | None = None) -> tuple[Message, ...]:
        return ()

    def ignores(self, chat: object, person: object) -> bool:
        return False

    def ticket(self, chat: object, person: object) -> Ticket:
        return Ticket()

    async def complete(self, incoming: object, command: str, parameter: str, text: str) -> tuple[()]:
        return ()

    async def language(self, chat: Chat, person: Person) -> str:
        return person.language

    async def note_unseen(self, incoming: object) -> None:
        raise NotImplementedError

    async def migrate(self, before: Chat, after: Chat) -> None:
        return None

    async def retry(self, chat: Chat, person: Person | None = None) -> None:
        raise NotImplementedError

    async def lose(self, chat: Chat, person: Person | None = None) -> None:
        raise NotImplementedError


def enabled_platforms(**settings: object) -> list[str]:
    return [
        adapter.name
        for adapter in adapters(
            Settings.model_validate(settings), RedisStore(connect("redis://127.0.0.1:1")).archive, print
        )
    ]


def test_without_a_token_the_page_is_served():
    assert enabled_platforms() == ["web"]


@pytest.mark.parametrize(("name", "adapter"), [("telegram_token", "telegram"), ("discord_token", "discord")])
async def test_a_token_enables_its_platform(name: str, adapter: str):
    assert enabled_platforms(**{name: TOKENS[name]}) == [adapter]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "chat.example"])
def test_the_page_is_not_exposed_to_other_machines_by_mistake(host: str):
    with pytest.raises(ConfigError, match="WEB_TOKEN: "):
        enabled_platforms(web_host=host)
    assert enabled_platforms(web_host=host, web_token="open sesame") == ["web"]
    assert enabled_platforms(web_host=host, web_open=True) == ["web"]


async def test_all_platforms_may_run_together():
    webhook = {"telegram_webhook_url": "https://example.org/hook", "telegram_webhook_secret": "abc"}
    assert enabled_platforms(**TOKENS, **webhook, web="on") == ["telegram", "discord", "web"]


@pytest.mark.parametrize(
    ("failure", "phrase"),
    [
        (ValueError("DISCORD_TOKEN: Discord does not know it"), "DISCORD_TOKEN: Discord does not know it"),
        (OSError(errno.EADDRINUSE, "taken"), "WEB_PORT: 127.0.0.1:8080 is in use by another program"),
        (OSError(errno.EACCES, "refused"), "WEB_HOST: the page cannot be served at 127.0.0.1:8080: Permission denied"),
    ],
)
async def test_an_adapter_that_cannot_start_says_why_in_one_line(failure: Exception, phrase: str):
    with pytest.raises(ConfigError) as wrong:
        await run_adapter(Failing(failure), Nobody(), Settings.model_validate({}))
    assert str(wrong.value) == phrase


async def test_a_programming_error_is_not_blamed_on_a_setting():
    with pytest.raises(ValueError, match="too many values"):
        await run_adapter(Failing(ValueError("too many values to unpack")), Nobody(), Settings.model_validate({}))


def test_adapters_write_in_the_readers_language():
    assert say("ru", "command-help") != say("en", "command-help")


@dataclass
class Recovering(Failing):
    """An adapter that runs once it has failed a given number of times."""

    failures: int = 1
    is_open: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, core: Core) -> None:
        if self.failures:
            self.failures -= 1
            raise self.failure
        self.is_open.set()
        await asyncio.Event().wait()


WRONG = ValueError("DISCORD_TOKEN: Discord does not know it")


async def test_an_adapter_that_cannot_start_leaves_the_others_running(caplog: pytest.LogCaptureFixture):
    closed, another = Failing(WRONG), Recovering(WRONG, failures=0)
    running = asyncio.create_task(keep_running((closed, another), Nobody(), Settings.model_validate({})))
    await another.is_open.wait()
    await asyncio.sleep(0)
    assert not running.done()
    assert caplog.messages == [f"failing cannot start; the other platforms keep running: {WRONG}"]
    running.cancel()


async def test_the_bot_ends_once_no_adapter_can_run():
    with pytest.raises(ConfigError, match="Discord does not know it"):
        await keep_running((Failing(WRONG), Failing(WRONG)), Nobody(), Settings.model_validate({}))


async def test_an_adapter_that_fails_is_restarted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.platform_adapters._FIRST_PAUSE", 0.0)
    adapter = Recovering(RuntimeError("a parser's mistake"), failures=3)
    running = asyncio.create_task(keep_running((adapter,), Nobody(), Settings.model_validate({})))
    async with asyncio.timeout(60):
        await adapter.is_open.wait()
    running.cancel()
