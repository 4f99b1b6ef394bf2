"""The log lines of a test, by their logger and level rather than by their wording."""

from __future__ import annotations

import asyncio
import logging

import pytest


def records_of(caplog: pytest.LogCaptureFixture, logger: str, level: int = logging.WARNING) -> list[logging.LogRecord]:
    """Return the records of a logger from a level up."""
    return [record for record in caplog.records if record.name == logger and record.levelno >= level]


async def first_record(
    caplog: pytest.LogCaptureFixture, logger: str, level: int = logging.WARNING
) -> logging.LogRecord:
    """Return the first record of a logger from a level up, once there is one; fail after a minute."""
    async with asyncio.timeout(60):
        while not (records := records_of(caplog, logger, level)):
            await asyncio.sleep(0.01)
    return records[0]
