"""PNG pictures of scenes: stamps on a cached background, reduced to the theme's fixed palette."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from struct import pack
from zlib import crc32

from PIL import Image

from renderers.pillow.canvas import paint
from renderers.pillow.palette import palette, palette_bytes
from renderers.scene import Ink, Item, Scene
from renderers.themes import LIGHT, Theme

try:
    from isal.isal_zlib import compress  # takes a sixth of the time
except ImportError:  # it does not exist for every platform
    from zlib import compress

_LEVEL = 2
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE_HEADER = 8, 3, 0, 0, 0
"""Eight bits a pixel, in a palette; the only compression and filters; no interlacing."""


def png(scene: Scene, theme: Theme = LIGHT) -> bytes:
    """Return the picture as a PNG file with a palette."""
    image = palette_image(scene, theme)
    rows = Image.new("P", (image.width + 1, image.height))  # each row begins with its filter: 0 is none
    rows.paste(image, (1, 0))
    chunks = (
        _chunk(b"IHDR", pack(">II5B", *image.size, *_PALETTE_HEADER)),
        _chunk(b"PLTE", palette_bytes(theme)),
        _chunk(b"IDAT", compress(rows.tobytes(), _LEVEL)),
        _chunk(b"IEND", b""),
    )
    return b"".join((_SIGNATURE, *chunks))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + kind + content + pack(">I", crc32(kind + content))


def palette_image(scene: Scene, theme: Theme = LIGHT) -> Image.Image:
    """Return the picture in the colours of the theme's palette."""
    canvas = _paper(scene.width, scene.height, scene.paper, theme).copy()
    paint(canvas, scene.items, theme)
    return canvas.quantize(palette=palette(theme), dither=Image.Dither.NONE)


def animated_gif(frames: Sequence[Image.Image], durations: Sequence[int]) -> bytes:
    """Return the frames, all of one size, as a looping GIF; `durations` are in milliseconds."""
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], duration=[*durations], loop=0)
    return buffer.getvalue()


@lru_cache(maxsize=8)
def _paper(width: int, height: int, items: tuple[Item, ...], theme: Theme) -> Image.Image:
    canvas = Image.new("RGB", (width, height), theme.colours[Ink.PAPER])
    paint(canvas, items, theme)
    return canvas
