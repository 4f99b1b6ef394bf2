"""The log of a finished game as one short text: what it says is kept, in a quarter of the memory."""

from __future__ import annotations

import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Sequence


def pack(log: Sequence[str]) -> str:
    """All entries of a log as one text; `unpack` gives them back."""
    return b85encode(zlib.compress(json.dumps(log).encode(), 9)).decode()


def unpack(text: str) -> list[str]:
    """The entries of a log; raises `ValueError` for a text that is no packed one."""
    try:
        log = json.loads(zlib.decompress(b85decode(text)))
    except zlib.error as wrong:
        raise ValueError("no packed log") from wrong
    if not isinstance(log, list) or not all(isinstance(entry, str) for entry in log):
        raise ValueError("no packed log")
    return log
