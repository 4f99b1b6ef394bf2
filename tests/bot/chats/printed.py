"""A chat as text, to be gone through by eye."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.bot.chats.script import Action, Seen


def print_lines(action: Action, observations: Sequence[Seen] | None) -> Iterator[str]:
    """What is done, and what is seen for it, in the writing of the conversation files."""
    yield action.line
    if observations is None:
        yield f"# {action.who} does not see that"
    for message in observations or ():
        mark = "-" if message.alone else "~" if message.changed else "*"
        where = message.place + (message.alone and f"({message.alone})")
        yield f"{mark}{where} " + message.text.replace("\n", "\n  ")
        yield from (f"  {{{alt or 'picture'}}}" for alt in message.pictures)
        if message.file:
            yield f"  <{message.file}>"
        if message.labels:
            yield "  " + " ".join(f"[{label}]" for label in message.labels)
