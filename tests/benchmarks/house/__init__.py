"""How the code is laid out is counted on small examples."""

from __future__ import annotations

from textwrap import dedent

from benchmarks.house.source import File, Source


def source(**files: str) -> Source:
    """Files by their dotted names, with two underscores for a dot; each is in `bot`."""
    return Source(tuple(File(f"bot/{name.replace('__', '/')}.py", dedent(text)) for name, text in files.items()))
