"""PNG pictures of scenes: stamps on a cached background, reduced to the theme's fixed palette."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from functools import lru_cache
from struct import pack

from PIL import Image

from renderers.pillow.canvas import paint
from renderers.pillow.palette import palette, palette_bytes
from renderers.scene import Ink, Item, Scene
from renderers.themes import LIGHT, Theme

_LEVEL, _MEMORY_LEVEL = 3, 5
"""Settings of zlib: Pillow's largest hash table takes twice the time on flat colours, for larger files."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE_HEADER = 8, 3, 0, 0, 0
"""Eight bits a pixel, in a palette; the only compression and filters; no interlacing."""


def png(scene: Scene, theme: Theme = LIGHT) -> bytes:
    """Return the picture as a PNG file with a palette."""
    rows = palette_image(scene, theme, spare=1).tobytes()
    deflate = zlib.compressobj(_LEVEL, wbits=zlib.MAX_WBITS, memLevel=_MEMORY_LEVEL)
    chunks = (
        _chunk(b"IHDR", pack(">II5B", scene.width, scene.height, *_PALETTE_HEADER)),
        _chunk(b"PLTE", palette_bytes(theme)),
        # A row begins with its filter: 0 is none, and paper, which ends each row before.
        _chunk(b"IDAT", deflate.compress(b"\0") + deflate.compress(memoryview(rows)[:-1]) + deflate.flush()),
        _chunk(b"IEND", b""),
    )
    return b"".join((_SIGNATURE, *chunks))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + kind + content + pack(">I", zlib.crc32(kind + content))


def palette_image(scene: Scene, theme: Theme = LIGHT, spare: int = 0) -> Image.Image:
    """Return the picture in the colours of the theme's palette, with `spare` columns of paper on the right."""
    canvas = _paper(scene.width + spare, scene.height, scene.paper, theme).copy()
    paint(canvas, scene.items, theme)
    canvas.paste(theme.colours[Ink.PAPER], (scene.width, 0, scene.width + spare, scene.height))
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
