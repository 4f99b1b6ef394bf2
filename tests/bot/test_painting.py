"""Pictures are painted once for many, in few bytes; films take turns by the people who want them."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from bot.core.commands.questions import ShowRules
from bot.core.language.speech import speech
from bot.core.queues.caches import Memory
from bot.core.view import answers
from bot.platform_adapters import Painter
from renderers.scene import Scene

SCENE = Scene(40, 40, (), ())


async def test_a_requested_picture_is_painted_once():
    message = (answers.rules(ShowRules("dots"), speech("en")).picture for _ in range(2))
    first, again = (picture.scene for picture in message if picture)
    painter = Painter()
    assert await painter.paint(first) is await painter.paint(again)
    assert await painter.paint(first) is not await painter.paint_dark(first)


async def test_a_scene_with_earlier_ones_is_painted_as_a_film():
    assert (await Painter().paint(replace(SCENE, earlier=(SCENE,)))).startswith(b"GIF8")
    assert (await Painter().paint(SCENE)).startswith(b"\x89PNG")


async def test_paintings_take_no_more_than_their_share_of_the_memory():
    memory = Memory(budget=200_000)
    painter = Painter(memory)
    for width in range(40, 80):
        await painter.paint(replace(SCENE, width=width))
    paintings = memory.caches["paintings"]
    assert 1 < len(paintings) < 40
    assert paintings.bytes <= paintings.most


async def test_films_take_turns_by_person_and_boards_wait_for_none(monkeypatch: pytest.MonkeyPatch):
    may_go_on, begun, done = threading.Event(), threading.Event(), list[int]()

    def film(scene: Scene, _: object) -> bytes:
        begun.set()
        may_go_on.wait(60)
        done.append(scene.width)
        return b"GIF8"

    monkeypatch.setattr("bot.platform_adapters._film", film)
    painter = Painter()
    films = [("ann", 1), ("ann", 2), ("ann", 3), ("bob", 4)]
    tasks = [
        asyncio.create_task(painter.paint(Scene(width, 1, (), (), earlier=(SCENE,)), share)) for share, width in films
    ]
    await asyncio.to_thread(begun.wait, 60)
    assert (await painter.paint(SCENE)).startswith(b"\x89PNG")
    may_go_on.set()
    await asyncio.gather(*tasks)
    assert done == [1, 2, 4, 3]
