"""Features: packages around games in chats that register themselves. `FEATURES` is the only list of them."""

from __future__ import annotations

from bot.core.handlers.table import CORE
from bot.core.router import commands_of
from bot.features.feature import Feature
from bot.features.puzzles import PUZZLES
from bot.features.ratings import RATINGS
from bot.features.reviews import REVIEWS
from bot.features.tournaments import TOURNAMENTS

FEATURES: tuple[Feature, ...] = (TOURNAMENTS, PUZZLES, REVIEWS, RATINGS)
COMMANDS = commands_of((CORE, *FEATURES))
SCHEDULES = tuple(name for feature in FEATURES for name in feature.schedules)
FEATURE_LOGS = tuple(logs for feature in FEATURES for logs in feature.logs)
REBUILDERS = tuple(filter(None, (feature.rebuild for feature in FEATURES)))
