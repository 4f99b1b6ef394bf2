"""What is logged: a line an event, for people or as JSON, and never a secret."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from bot import logs


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Logging as pytest set it up, afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def log_of(capsys: pytest.CaptureFixture[str], level: str = "info", as_json: bool = False) -> list[str]:
    """The lines that three events leave."""
    logs.configure(level, as_json, ["123:abc"])
    log = logging.getLogger("bot.test")
    log.info("asked %s", "https://api/bot123:abc/getMe")
    try:
        raise LookupError("no 123:abc here")
    except LookupError:
        log.exception("it broke")
    logging.getLogger("discord.gateway").info("heartbeat")
    return capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("as_json", [False, True])
def test_no_secret_is_logged(as_json: bool, capsys: pytest.CaptureFixture[str]):
    lines = "\n".join(log_of(capsys, as_json=as_json))
    assert "bot…/getMe" in lines
    assert "no … here" in lines
    assert "123:abc" not in lines


def test_as_json_every_event_is_one_line(capsys: pytest.CaptureFixture[str]):
    events = [json.loads(line) for line in log_of(capsys, as_json=True)]
    assert [(event["level"], event["logger"]) for event in events] == [("info", "bot.test"), ("error", "bot.test")]
    assert "LookupError" in events[1]["exception"]


def test_events_below_the_level_are_left_out(capsys: pytest.CaptureFixture[str]):
    assert not any("asked" in line for line in log_of(capsys, level="error"))


def test_libraries_log_only_warnings(capsys: pytest.CaptureFixture[str]):
    assert not any("heartbeat" in line for line in log_of(capsys))
