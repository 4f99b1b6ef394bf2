"""The picture of a game in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.session import Session
from bot.core.speech import Speech
from bot.core.view.names import in_words, names
from bot.core.view.news import news
from engines.phrases import Phrase
from renderers import DRAWINGS, alt
from renderers.scene import Scene

_LAST = "picture-last"


def board_in_words(scene: Scene, session: Session, speech: Speech) -> str:
    """The alt text of a game's picture: the newest moves with all that they led to; at the end nobody is to move."""
    return " ".join(sentences(scene, session, speech))


def sentences(scene: Scene, session: Session, speech: Speech) -> Iterator[str]:
    """What the alt text is made of."""
    seats = names(session, speech)
    for phrase in _phrases(scene, session):
        if phrase.code == _LAST:
            yield from news(session, speech, asks=False)
        else:
            yield in_words(phrase, speech, seats)


def _phrases(scene: Scene, session: Session) -> Iterator[Phrase]:
    due = DRAWINGS[session.game].due(session.position)
    yield from (phrase for phrase in scene.alt if session.outcome is None or phrase != due)
    if session.outcome is not None and not session.position.outcome:
        yield alt.result(session.outcome)
