"""A chat as text, to be gone through by eye."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.bot.chats.script import Seen


def printed(line: str, seen: Sequence[Seen]) -> Iterator[str]:
    """What is done, and what is seen for it, in the writing of the conversation files."""
    yield line
    for message in seen:
        mark = "-" if message.alone else "~" if message.changed else "*"
        yield f"  {mark}{message.place}{message.alone and f'({message.alone})'} " + message.text.replace(
            "\n", "\n      "
        )
        if message.pictures or message.file:
            yield f"      {{picture}} * {message.pictures} {message.file}".rstrip()
        if message.labels:
            yield "      " + " ".join(f"[{label}]" for label in sorted(message.labels))
