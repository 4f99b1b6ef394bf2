"""Whole games as animated GIFs, move by move."""

from __future__ import annotations

from collections.abc import Iterable

from renderers.pillow import animated_gif, palette_image
from renderers.scene import Scene
from renderers.themes import LIGHT, Theme

LAST_FRAME_SECONDS = 4.0
MOST_BYTES = 1_000_000


def gif(scenes: Iterable[Scene], theme: Theme = LIGHT, seconds: float = 1.0) -> bytes:
    """Return the scenes, all of one size, as a looping GIF: `seconds` for each scene, longer for the last.

    A GIF larger than MOST_BYTES loses scenes, as evenly as possible, but never the last.
    """
    frames = [palette_image(scene, theme) for scene in scenes]
    film = animated_gif(frames, _durations(len(frames), seconds))
    while len(film) > MOST_BYTES and len(frames) > 1:
        every = max(2, -(-len(film) // MOST_BYTES))
        frames = frames[::-1][::every][::-1]
        film = animated_gif(frames, _durations(len(frames), seconds))
    return film


def _durations(count: int, seconds: float) -> list[int]:
    """Return the duration of each frame in milliseconds."""
    return [round(1000 * seconds)] * (count - 1) + [round(1000 * LAST_FRAME_SECONDS)]
