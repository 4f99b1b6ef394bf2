"""Answer to `/ideas` in Curvilinear Capture: five numbered moves over the board."""

from __future__ import annotations

import io

from PIL import Image

from bot.core.game.apply_events import evolve
from bot.core.game.events import Accepted, Challenged, Moved
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session
from bot.core.language.speech import speech
from bot.core.view.advice import ideas_menu
from engines import GAMES
from engines.game import Level, Limit
from renderers.pillow import png

PLIES = 12 + 1
_ANN, _BORIS = Person("web", "ann", "Ann"), Person("web", "boris", "Boris")


def picture() -> bytes:
    """Return the picture of that message as a PNG file, at half its size."""
    session = _session()
    message = ideas_menu(session, session.rules.candidates(session.position, Limit(60.0)), speech("en"))
    assert message.picture
    buffer = io.BytesIO()
    page = Image.open(io.BytesIO(png(message.picture.scene))).convert("RGB")
    page.reduce(2).quantize(256).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _session() -> Session:
    """Return a game that the classic level plays against itself."""
    game, chat = GAMES["curves"], Chat("web", "room")
    session = evolve(None, Challenged(0, "CURVES", "curves", (), 1, chat, _ANN, _BORIS, 600, "en"))
    session = evolve(session, Accepted(1, _BORIS))
    for ply in range(PLIES):
        move = game.hint(session.position, Limit(seed=9 + ply), Level.CLASSIC).move
        session = evolve(session, Moved(2 + ply, session.position.turn, str(move)))
    return session
