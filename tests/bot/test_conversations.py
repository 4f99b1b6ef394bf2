"""Whole chats as text files: what is typed, and all that is shown; they are also the manual.

`ann: text` is typed by Ann (`ann.ru:` by a Ann who reads Russian), `ann [Label]` presses a button, `(10 minutes later)`
moves the clock, `(restart)` restarts the bot, Ann blocks it by `(ann blocks the bot)` until she unblocks it.
`ann (private): text` is typed in Ann's own chat with the bot, and
`ann (there): text` in another group. What follows is shown: `* ` to everybody, `- ` to the one who asked, `~ ` in the
place of what everybody saw before: of the living board, or of a question or older board that it leaves; `*ann ` and
`~there ` are for everybody in those chats;
`[a] [b]` are buttons, `{picture}` a picture. `GOLDEN=write` rewrites the files, then read the difference.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.core.game.people import Chat
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from engines.kernels.loading import warm
from tests.bot.scripted import CHAT, Stage, private_chat

FILES = sorted((Path(__file__).parent / "conversations").glob("*.txt"))
_WHO = r"(\w+(?:\.\w\w)?)(?: \((\w+)\))?"
_TYPED = re.compile(rf"{_WHO}: (.*)")
_PRESSED = re.compile(rf"{_WHO} \[(.+)\]")
_CODE = re.compile(r"· ([A-Z]{6})\b")
_BLOCKS = re.compile(r"\((\w+) (blocks|unblocks) the bot\)")
_LATER = re.compile(r"\((\d+) minutes later\)")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
async def test_a_conversation_goes_as_it_is_written(path: Path, store: Store):
    written = path.read_text("utf-8")
    if "tupik" in written:
        warm("tupik")  # else other tests would decide whether a player's map can be rated
    answer = "\n".join([line async for line in _play(Stage(store), written.splitlines())]) + "\n"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(answer, "utf-8")
    assert answer == written


async def _play(stage: Stage, lines: Iterable[str]):
    for line in lines:
        if line.startswith("#") or not line:
            yield line
        elif not line.startswith(("*", "-", "~", " ")):
            yield line
            before = len(stage.adapter.shown)
            answers = await _act(stage, line)
            news = enumerate(stage.adapter.shown[before:], before + 1)
            for number, (shown_as, chat, message) in sorted(news, key=_in_order):
                where = "" if chat == CHAT else chat.id
                if left := _remaining_text(message):
                    yield f"~{where} {left}"
                mark = "-" if message.envelope.private else "*" if shown_as == str(number) else "~"
                for post in _written_lines(mark + where, message):
                    yield post
            for message in answers:
                for post in _written_lines("-" if message.envelope.private else "*", message):
                    yield post


def _in_order(post: tuple[int, tuple[str, Chat, Message]]) -> tuple[str, str, bool]:
    """What is shown at once comes chat by chat, game by game, and a picture after what is told without one."""
    _, (_, chat, message) = post
    code = _CODE.search(f"{message.text} {_remaining_text(message)}")
    return chat.key, code[1] if code else "", message.picture is not None


def _remaining_text(message: Message) -> str:
    return message.envelope.follows.line if message.envelope.follows else ""


async def _act(stage: Stage, line: str) -> tuple[Message, ...]:
    if later := _LATER.fullmatch(line):
        stage.time += 60 * int(later[1])
        await stage.router.sweep()
        await stage.router.wait_until_idle()
    elif blocks := _BLOCKS.fullmatch(line):
        await _block(stage, private_chat(blocks[1]), blocks[2] == "blocks")
    elif line == "(restart)":
        stage.restart()
    elif pressed := _PRESSED.fullmatch(line):
        return await stage.press(pressed[1], pressed[3], **_place(pressed[1], pressed[2]))
    elif text := _TYPED.fullmatch(line):
        return await stage.type(text[1], text[3], **_place(text[1], text[2]))
    return ()


async def _block(stage: Stage, chat: Chat, is_blocked: bool) -> None:
    """Let a person's private chat take no messages from now on, or take them again."""
    if is_blocked:
        stage.adapter.shut.add(chat.key)
        await stage.router.lose(chat)
    else:
        stage.adapter.shut.discard(chat.key)
        await stage.router.retry(chat)
    await stage.router.wait_until_idle()


def _place(who: str, place: str | None) -> dict[str, Any]:
    if place == "private":
        return {"chat": private_chat(who), "in_private": True, "alone": True}
    return {"chat": Chat("stage", place)} if place else {}


def _written_lines(mark: str, message: Message) -> Iterator[str]:
    first, *more = message.text.splitlines()
    yield f"{mark} {first}"
    for line in more:
        yield f"  {line}" if line.strip() else "  ."
    if message.picture:
        yield f"  {{{message.picture.alt}}}"
    for row in message.buttons:
        yield "  " + " ".join(f"[{button.label}]" for button in row)
    if message.file:
        yield f"  <{message.file[0]}>"
        yield from (f"  {line}" for line in message.file[1].splitlines())
