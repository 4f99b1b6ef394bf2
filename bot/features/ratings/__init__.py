"""Ratings: the strongest players of a chat (`/top`), and a person's results there (`/me`)."""

from __future__ import annotations

from bot.core.commands.command import GAME
from bot.core.handlers.handling import to
from bot.core.handlers.services import Extension, Row
from bot.features.ratings.ratings import ShowMe, ShowTop, me, read_me, read_top, top

FEATURE = Extension(
    rows=(
        Row("top", read_top, parameters=(GAME,), after="step", handlers=to(ShowTop, top)),
        Row("me", read_me, after="top", handlers=to(ShowMe, me)),
    )
)
