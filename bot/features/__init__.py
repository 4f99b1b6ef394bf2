"""Features: packages around games in chats that register themselves; `FEATURES` is the only list of them."""

from collections.abc import Set
from importlib import import_module

from bot.core.commands.command import Command
from bot.core.handlers.services import Extension, commands_of
from bot.core.handlers.table import CORE

FEATURES: tuple[Extension, ...] = tuple(
    import_module(f"bot.features.{name}").FEATURE
    for name in (
        "tournaments",
        "puzzles",
        "reviews",
        "ratings",
        "teams",
        "seeking",
        "versus",
        "leagues",
        "later",
    )
)
COMMANDS = commands_of((CORE, *FEATURES))


def features_unlisting(names: Set[str]) -> tuple[Extension, ...]:
    """Return the features, without menus for those with one of these commands."""
    return tuple(each.without_menus if names & {row.name for row in each.rows} else each for each in FEATURES)


def commands_in_menus(hidden_commands: Set[str]) -> tuple[Command, ...]:
    """Return the commands that menus list, without the hidden ones and what else belongs to their features."""
    return commands_of((CORE, *features_unlisting(hidden_commands))).listed


SCHEDULES = tuple(name for feature in FEATURES for name in feature.schedules)
FEATURE_LOGS = tuple(logs for feature in FEATURES for logs in feature.logs)
REBUILDERS = tuple(filter(None, (feature.rebuild for feature in FEATURES)))
