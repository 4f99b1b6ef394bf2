"""The one table of commands: reading, finding, completing, help and the platforms' menus all read it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.commands.asking import ASKING
from bot.core.commands.blocking import BLOCKING
from bot.core.commands.challenges import CHALLENGES
from bot.core.commands.inviting import INVITING
from bot.core.commands.learning import LEARNING
from bot.core.commands.notices import NOTICES
from bot.core.commands.personal import PERSONAL
from bot.core.commands.planning import PLANNING
from bot.core.commands.playing import PLAYING
from bot.core.commands.row import Command, Request
from bot.core.commands.settings import SETTINGS
from bot.core.commands.timing import TIMING

ROWS: tuple[Command, ...] = (
    *CHALLENGES,
    *INVITING,
    *PLAYING,
    *PLANNING,
    *TIMING,
    *NOTICES,
    *SETTINGS,
    *LEARNING,
    *ASKING,
    *BLOCKING,
    *PERSONAL,
)
COMMANDS: tuple[Command, ...] = tuple(row for row in ROWS if row.listed)
BY_NAME: Mapping[str, Command] = {name: row for row in ROWS for name in (row.name, *row.aliases)}
BY_REQUEST: Mapping[type[Request], Command] = {row.request: row for row in ROWS}
