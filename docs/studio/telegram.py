"""Two friends at a game in a Telegram group, from the requests that the real adapter sends to a Bot API stand-in."""

from __future__ import annotations

from bot.store.connection import connect
from bot.store.redis import RedisStore
from docs.studio.chat import Bubble, Chat
from docs.studio.story import Story
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Room, Town

MOVES = ("a1-b1", "c3-d3", "a2-b2", "c2-d2", "b3-b4", "c1-c2", "a3-b3", "c3-c4", "a1-a2", "b1-b2 b2-c2")
MOVES_SHOWN = 3
"""The last typed moves that are shown; older boards are deleted, but typed moves stay."""


async def chat(story: Story, store: str) -> Chat:
    """Return the last messages on the challenger's phone."""
    town = Town()
    api = BotApi(town)
    redis = RedisStore(connect(store))
    await redis.check_ready()
    async with api.serving(), living(api, redis):
        bubbles = await _play(story, town)
    await redis.close()
    return Chat("telegram", story.group, story.members, story.write, tuple(bubbles))


async def _play(story: Story, town: Town) -> list[Bubble]:
    room = town.group(story.group)
    ann = Human(town, story.ann, username="ann", language=story.language)
    bob = Human(town, story.bob, username="bob", language=story.language)
    boards = [await _start_game(room, ann, bob)]
    bubbles = list[Bubble]()
    for ply, move in enumerate(MOVES):
        mover = (ann, bob)[ply % 2]
        mover.says(room, move, to=boards[-1])
        bubbles.append(Bubble(mover.name, move, mine=mover is ann, above=boards[-1].text.splitlines()[0]))
        boards.append(await _board(room, move))
    return [*bubbles[-MOVES_SHOWN:], _bubble(boards[-1])]


async def _start_game(room: Room, ann: Human, bob: Human) -> Post:
    ann.says(room, f"/challenge @{bob.username} dots 3x3")
    question = await room.post()
    bob.presses(question, next(iter(question.buttons)))
    return await _board(room)


async def _board(room: Room, move: str = "") -> Post:
    """Return the next board whose text contains the move."""
    while True:
        post = await room.post()
        if post.pictures and move.split(" ", maxsplit=1)[0] in post.text:
            return post


def _bubble(post: Post) -> Bubble:
    rows = post.json.get("reply_markup", {}).get("inline_keyboard", [])
    labels = tuple(tuple(button["text"] for button in row) for row in rows)
    return Bubble("Tetradka", post.text, next(iter(post.pictures), b""), labels)
