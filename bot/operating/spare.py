"""Libraries that others load where they find them, for what the bot never asks of them."""

from __future__ import annotations

import sys

from bot.settings import Settings

_NEVER_ASKED_FOR = ("click", "rich")  # httpx's own command; structlog's pictures of what went wrong
_FOR_WEBHOOKS = "tornado"


def leave_out(settings: Settings) -> None:
    """Hides them from all that is loaded in this process from now on, which saves 8 MB. To be called at the start."""
    for name in _NEVER_ASKED_FOR if settings.telegram_webhook_url else (*_NEVER_ASKED_FOR, _FOR_WEBHOOKS):
        sys.modules[name] = None  # type: ignore[assignment]  # what importing takes for "there is none"
