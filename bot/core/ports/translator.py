"""The core's texts, as platform adapters say them."""

from __future__ import annotations

from typing import Protocol

from engines.phrases import Value


class Translator(Protocol):
    """The text of a code in a language; the code as it is if there is none."""

    def __call__(self, language: str, code: str, /, **fields: Value) -> str: ...
