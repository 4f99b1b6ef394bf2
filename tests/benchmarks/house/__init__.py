"""Tests of the code structure figures, on small examples."""

from __future__ import annotations

from textwrap import dedent

from benchmarks.house.source import File, Source


def source(**files: str) -> Source:
    """Return files in `bot` by their dotted names, with two underscores for a dot."""
    return Source(tuple(File(f"bot/{name.replace('__', '/')}.py", dedent(text)) for name, text in files.items()))
