"""Commands of ratings: `/top`, `/me`."""

from __future__ import annotations

from bot.core.commands.challenges import require_game
from bot.core.commands.read_back import to_typed_words
from bot.core.game.requests import Request
from bot.core.ports.platform import Incoming
from engines.refusals import Unreadable


class ShowTop(Request):
    """A request for the strongest players of this chat, in one game or in each."""

    game: str = ""


class ShowMe(Request):
    """A request for the sender's results in this chat."""


def read_top(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/top`."""
    return ShowTop(require_game(to_typed_words(rest)) if rest else "")


def read_me(rest: str, incoming: Incoming) -> Request:
    """Parse the arguments of `/me`, of which there are none."""
    if rest:
        raise Unreadable("no-words-wanted", part=rest[:40], name="me")
    return ShowMe()
