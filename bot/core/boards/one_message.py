"""A chat that is one message has room for one game: one that is over gives way to whatever began there since."""

from __future__ import annotations

from contextlib import suppress

from bot.core.games import Games
from bot.core.people import Chat
from bot.core.session import Session, Stage
from bot.core.storage import Store
from engines.refusals import Illegal


async def has_given_way(session: Session, here: Chat, store: Store, games: Games) -> bool:
    """Whether a later game stands where the last board of this one would."""
    if not here.inline or session.stage in (Stage.OFFERED, Stage.RUNNING):
        return False
    known = await store.known(here.key, "")
    later = await games.open(known.games)
    with suppress(Illegal):
        later += filter(None, [await games.load(known.over)] if known.over else [])
    return any(other.code != session.code and other.started > session.started for other in later)
