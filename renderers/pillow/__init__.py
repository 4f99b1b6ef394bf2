"""PNG pictures of scenes: stamps on a cached background, reduced to the theme's fixed palette."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from renderers.pillow.canvas import paint
from renderers.pillow.palette import palette
from renderers.scene import Ink, Item, Scene
from renderers.themes import LIGHT, Theme


def png(scene: Scene, theme: Theme = LIGHT) -> bytes:
    """Return the picture as a PNG file with a palette."""
    buffer = io.BytesIO()
    palette_image(scene, theme).save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()


def palette_image(scene: Scene, theme: Theme = LIGHT) -> Image.Image:
    """Return the picture in the colours of the theme's palette."""
    canvas = _paper(scene.width, scene.height, scene.paper, theme).copy()
    paint(canvas, scene.items, theme)
    return canvas.quantize(palette=palette(theme), dither=Image.Dither.NONE)


def animated_gif(frames: Sequence[Image.Image], durations: Sequence[int]) -> bytes:
    """Return the frames, all of one size, as a GIF that repeats; `durations` are in milliseconds."""
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], duration=[*durations], loop=0)
    return buffer.getvalue()


@lru_cache(maxsize=8)
def _paper(width: int, height: int, items: tuple[Item, ...], theme: Theme) -> Image.Image:
    canvas = Image.new("RGB", (width, height), theme.colours[Ink.PAPER])
    paint(canvas, items, theme)
    return canvas
