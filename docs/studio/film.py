"""Film of the README's first game against the easy bot, with each board as the bot showed it and a caption."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

from bot.core.ports.platform import Message
from bot.store.connection import connect
from bot.store.redis import RedisStore
from docs.studio.story import Story
from engines.game import Seat
from renderers.film import gif
from renderers.scene import Ink, Label, Scene, Stroke
from tests.bot.newcomer import first_game
from tests.bot.scripted import Deep, Stage
from tests.readmes import first_challenge

STRIP = 96
LETTERING = 36.0
SECONDS = 0.8
LUCK = 3


async def of(story: Story, store: str) -> bytes:
    """Return the film as a GIF."""
    redis = RedisStore(connect(store))
    await redis.check_ready()
    frames = [frame async for frame in _frames(story, Stage(redis, think=Deep))]
    await redis.close()
    return gif(frames, seconds=SECONDS)


async def _frames(story: Story, stage: Stage) -> AsyncIterator[Scene]:
    challenge = first_challenge(story.language)
    steps = [step async for step in first_game(stage, f"{story.ann}.{story.language}", challenge, Random(LUCK))]
    yield _with_caption(next(message for _, _, message in stage.adapter.shown if message.picture), challenge)
    for step in steps:
        if step.hint:
            yield _with_caption(step.hint, story.rules[step.rule])
        yield _with_caption(
            step.board, story.won if step.position.outcome else f"{story.rules[step.rule]}: {step.move}"
        )
    outcome = steps[-1].position.outcome
    assert outcome and outcome.winner is Seat.SECOND, "the film's game must be won"


def _with_caption(message: Message, words: str) -> Scene:
    """Return a board with a line of text below it."""
    assert message.picture
    scene = message.picture.scene
    top, middle = scene.height, scene.height + STRIP / 2
    line = Stroke(((0, top), (scene.width, top)), Ink.MARGIN, 3)
    caption = Label(words, (scene.width / 2, middle), LETTERING, Ink.TEXT, bold=True, room=scene.width - 40)
    return replace(scene, height=scene.height + STRIP, items=(*scene.items, line, caption))
