"""Features: packages around games in chats that register themselves. `FEATURES` is the only list of them."""

from __future__ import annotations

from bot.core.handlers.table import CORE
from bot.core.router import commands_of
from bot.features.feature import Feature
from bot.features.puzzles import PUZZLES
from bot.features.ratings import RATINGS
from bot.features.reviews import REVIEWS

FEATURES: tuple[Feature, ...] = (PUZZLES, REVIEWS, RATINGS)
COMMANDS = commands_of((CORE, *FEATURES))
