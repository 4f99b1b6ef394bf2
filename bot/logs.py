"""Logging to standard error: one line per event, as text or JSON, with secrets redacted."""

import logging
import sys
from collections.abc import Sequence

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

# Libraries that log every request and heartbeat at level "info".
_NOISY_LIBRARIES = ("aiohttp", "apscheduler", "discord", "httpx", "httpcore", "taskiq", "telegram")


def configure(level: str, as_json: bool, secrets: Sequence[str]) -> None:
    """Configure logging for the process and its libraries, and redact `secrets`."""
    stamps: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        *([structlog.processors.format_exc_info] if as_json else []),
    ]
    processors = [ProcessorFormatter.remove_processors_meta, _renderer(as_json), _redactor(secrets)]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(ProcessorFormatter(foreign_pre_chain=stamps, processors=processors))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in _NOISY_LIBRARIES:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))


def _renderer(as_json: bool) -> Processor:
    if as_json:
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    plain = structlog.dev.plain_traceback
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain, pad_event_to=0)


def _redactor(secrets: Sequence[str]) -> Processor:
    def hide(_logger: WrappedLogger, _method: str, line: EventDict | str) -> str:
        text = str(line)
        for secret in secrets:
            text = text.replace(secret, "…")
        return text

    return hide
