"""The port for painting pictures."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from renderers.scene import Scene


class Paint(Protocol):
    """A painter of scenes."""

    def __call__(self, scene: Scene, share: str = "") -> Awaitable[bytes]:
        """Return a scene as a file; what takes long is painted for one `share` after the other in turn."""
