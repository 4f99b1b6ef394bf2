"""Scenes to a GIF: a whole game, move by move."""

from __future__ import annotations

from collections.abc import Iterable

from renderers.pillow import animated, indexed
from renderers.scene import Scene
from renderers.themes import LIGHT, Theme

LAST_FRAME_SECONDS = 4.0
MOST_BYTES = 1_000_000


def gif(scenes: Iterable[Scene], theme: Theme = LIGHT, seconds: float = 1.0) -> bytes:
    """The scenes one after the other, `seconds` each and the last one longer, for ever; all must be of one size.

    Where that would be more than MOST_BYTES, scenes are left out as evenly as can be, never the last.
    """
    frames = [indexed(scene, theme) for scene in scenes]
    film = animated(frames, _durations(len(frames), seconds))
    while len(film) > MOST_BYTES and len(frames) > 1:
        every = max(2, -(-len(film) // MOST_BYTES))
        frames = frames[::-1][::every][::-1]
        film = animated(frames, _durations(len(frames), seconds))
    return film


def _durations(count: int, seconds: float) -> list[int]:
    """Milliseconds of each frame."""
    return [round(1000 * seconds)] * (count - 1) + [round(1000 * LAST_FRAME_SECONDS)]
