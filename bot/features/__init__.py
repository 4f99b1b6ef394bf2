"""Features: packages around games in chats that register themselves. `FEATURES` is the only list of them."""

from __future__ import annotations

from bot.core.handlers.table import CORE
from bot.core.router import commands_of
from bot.features.feature import Feature

FEATURES: tuple[Feature, ...] = ()
COMMANDS = commands_of((CORE, *FEATURES))
