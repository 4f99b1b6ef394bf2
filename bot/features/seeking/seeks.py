"""The open seeks of the installation: a list of codes in the store, each an open challenge with its own log."""

from contextlib import suppress

from bot.core.boards.context import Context
from bot.core.game.instants import Instant
from bot.core.game.session import Session, Stage
from bot.core.handlers.services import Services
from bot.core.ports.store import choices_of

KIND = "seeks"
MOST_SEEKS = "most-seeks"
"""The name of the operator's limit of open seeks; 0 turns seeking off."""
_USUAL_MOST = 100
_OPEN = choices_of(KIND, "open")
_MOST_LOADED = 1000


def most_seeks(services: Services) -> int:
    """Return how many seeks may be open in this installation; 0 if seeking is off."""
    return services.limits.of_features.get(MOST_SEEKS, _USUAL_MOST)


async def open_seeks(context: Context, most: int = _MOST_LOADED) -> list[Session]:
    """Return the challenges that look for an opponent now, newest first."""
    now, expiries = context.now(), await _expiries(context)
    codes = sorted((code for code, expires in expiries.items() if expires > now), key=lambda code: -expiries[code])
    sessions = await context.games.open_sessions(codes[:most]) if codes else []
    return sorted((each for each in sessions if is_open(each, now)), key=lambda each: -each.start.at)


async def due_seeks(context: Context) -> list[str]:
    """Return the codes on the list whose time is up."""
    now = context.now()
    return [code for code, expires in (await _expiries(context)).items() if expires <= now]


def is_open(session: Session, now: Instant) -> bool:
    """Return whether a challenge still looks for an opponent."""
    return session.stage is Stage.OFFERED and session.opponent is None and now < session.start.expires


async def note_seek(context: Context, session: Session) -> None:
    """Put a challenge on the list."""
    await context.store.settings.choose(_OPEN, {session.code: repr(session.start.expires)})


async def forget_seeks(context: Context, *codes: str) -> None:
    """Remove challenges from the list."""
    await context.store.settings.choose(_OPEN, dict.fromkeys(codes, ""))


async def _expiries(context: Context) -> dict[str, Instant]:
    expiries = dict[str, Instant]()
    for code, expires in (await context.store.settings.choices(_OPEN)).items():
        expiries[code] = 0.0
        with suppress(ValueError):
            expiries[code] = float(expires)
    return expiries
