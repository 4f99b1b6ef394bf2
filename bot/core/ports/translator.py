"""The core's texts for platform adapters."""

from __future__ import annotations

from typing import Protocol

from engines.phrases import Value


class Translator(Protocol):
    """A function that returns the text of a code in a language, or the code itself if there is none."""

    def __call__(self, language: str, code: str, /, **fields: Value) -> str:
        """Return the text of `code` in `language` with its fields filled in."""
