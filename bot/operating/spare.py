"""Libraries that others load where they find them, for what the bot never asks of them."""

from __future__ import annotations

import sys

_NEVER_ASKED_FOR = ("click", "rich")  # httpx's own command; structlog's pictures of what went wrong


def leave_out() -> None:
    """Hides them from all that is loaded in this process from now on, which saves memory. To be called at the start."""
    for name in _NEVER_ASKED_FOR:
        sys.modules[name] = None  # type: ignore[assignment]  # what importing takes for "there is none"
