"""Ratings: the strongest players of a chat (`/top`), and a person's results there (`/me`)."""

from __future__ import annotations

from bot.core.commands.command import Command, Kind, Parameter
from bot.core.handlers.handling import to
from bot.core.handlers.services import Extension, Row
from bot.features.ratings.ratings import ShowMe, ShowTop, me, read_me, read_top, top

FEATURE = Extension(
    rows=(
        Row(Command("top", read_top, parameters=(Parameter("game", Kind.GAME),), after="step"), to(ShowTop, top)),
        Row(Command("me", read_me, after="top"), to(ShowMe, me)),
    ),
)
