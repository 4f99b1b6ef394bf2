"""The standard input of a program that may have been started without one."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import BinaryIO


def standard_input() -> BinaryIO:
    """Return standard input as bytes; an empty one if it is closed."""
    return sys.stdin.buffer if sys.stdin is not None else BytesIO()
