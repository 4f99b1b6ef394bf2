"""Teams: a chat as one player, whose members vote for its moves."""

from __future__ import annotations

from bot.core.boards.context import Context
from bot.core.game.session import Session
from bot.core.handlers.services import Extension
from bot.features.teams.handlers import act, take_notes
from bot.features.teams.turns import end_turn


async def _forget_votes(context: Context, session: Session) -> None:
    """Delete the votes of a finished game."""
    if session.teams:
        await context.store.votes.end(session.code)


FEATURE = Extension(act=act, advance=end_turn, note=take_notes, on_end=_forget_votes)
