"""The table of commands, a row each: parsing, completion, help and the platforms' command menus all read it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.commands.challenges import CHALLENGES, INVITING
from bot.core.commands.command import Command
from bot.core.commands.personal import BLOCKING, NOTICES, PERSONAL
from bot.core.commands.playing import PLANNING, PLAYING, TIMING
from bot.core.commands.questions import ASKING, LEARNING
from bot.core.commands.settings import SETTINGS
from bot.core.commands.tournaments import ENTERING
from bot.core.game.requests import Request

ROWS: tuple[Command, ...] = (
    *CHALLENGES,
    *INVITING,
    *PLAYING,
    *PLANNING,
    *TIMING,
    *NOTICES,
    *SETTINGS,
    *LEARNING,
    *ENTERING,
    *ASKING,
    *BLOCKING,
    *PERSONAL,
)
COMMANDS: tuple[Command, ...] = tuple(row for row in ROWS if row.listed)
BY_NAME: Mapping[str, Command] = {name: row for row in ROWS for name in (row.name, *row.aliases)}
BY_REQUEST: Mapping[type[Request], Command] = {kind: row for row in ROWS for kind in (row.request, *row.others)}
