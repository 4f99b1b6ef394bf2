"""The buttons under an invitation in a chat where the bot is not."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.commands.row import Command, Request
from bot.core.ports import Incoming


@dataclass(frozen=True)
class Join(Request):
    """Sitting down at the game of an invitation: that of who has this `id`, known by its `token`."""

    id: str
    token: str
    game: str


def invitation_id(challenger: str, token: str, game: str) -> str:
    """How an invitation to a game is named."""
    return f"{challenger}-{token}-{game}"


def read_join(rest: str, incoming: Incoming | None = None) -> Join:
    """The invitation that goes by a name."""
    challenger, _, rest = rest.partition("-")
    token, _, game = rest.partition("-")
    return Join(challenger, token, game)


INVITING = (Command("join", Join, read_join, listed=False),)
