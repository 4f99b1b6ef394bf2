"""A result and a line of squares are shared by one press, in any chat that the presser chooses."""

from __future__ import annotations

from bot.core.router import Router
from bot.features.puzzles.exercises import Dailies
from bot.store.redis import RedisStore
from tests.bot.platforms.telegram.house import living
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import BotApi
from tests.bot.platforms.telegram.town import Post, Town

SHARE = "Share"


def shares(post: Post) -> str:
    """Return what the Share button types after the bot's name; "" without one."""
    rows = post.json.get("reply_markup", {}).get("inline_keyboard", [])
    return next((str(key["switch_inline_query"]) for row in rows for key in row if key["text"] == SHARE), "")


async def finished_game(town: Town, ann: Human, bob: Human) -> Post:
    """Return the last board of a game in a group."""
    room = town.group("Friends")
    ann.says(room, "/challenge @bob_b dots 1x1")
    bob.presses(await room.post(), "Accept")
    post = await room.post()
    for who, move in ((ann, "a1-b1"), (bob, "a2-b2"), (ann, "a1-a2"), (bob, "b1-b2")):
        who.says(room, f"/move {move}")
        while f"{move}." not in post.text or not post.pictures:
            post = await room.post()
    while "Rematch" not in post.buttons:
        post = await room.post()
    return post


async def test_a_result_is_shared_with_its_picture(town: Town, api: BotApi, store: RedisStore) -> None:
    town.me["supports_inline_queries"] = True
    ann, bob = Human(town, "Ann", username="ann"), Human(town, "Bob", username="bob_b")
    async with living(api, store):
        line = shares(await finished_game(town, ann, bob))
        [card] = await ann.queries(line)
        assert (card["type"], card["caption"]) == ("photo", line)
        assert "Bob wins" in line
    async with living(api, store):
        [card] = await ann.queries(line)
        assert (card["type"], card["caption"]) == ("photo", line)
        assert all(line not in str(each) for each in await Human(town, "Eve").queries(line))


async def solve_daily(ann: Human) -> Post:
    """Solve the daily puzzle in private without a wrong try, and return the page that says so."""
    room = ann.starts()
    ann.says(room, "/daily")
    page = await room.post()
    number = next(types.split()[1].partition("@")[0] for types in page.buttons.values() if "@1 " in types)
    for move in Dailies().of(int(number)).puzzle.solution[::2]:
        ann.says(room, f"/daily {move}")
        page = await room.post()
    return page


async def test_the_squares_of_the_daily_are_shared(town: Town, api: BotApi, store: RedisStore, ann: Human) -> None:
    town.me["supports_inline_queries"] = True
    async with living(api, store):
        page = await solve_daily(ann)
        line = shares(page)
        assert "🟩" in line
        assert "Post to chat" not in page.buttons
    async with living(api, store):
        [squares] = await ann.queries(line)
        assert (squares["type"], squares["caption"]) == ("photo", line)


async def test_a_bot_without_inline_mode_offers_no_share(town: Town, house: Router) -> None:
    ann, bob = Human(town, "Ann", username="ann"), Human(town, "Bob", username="bob_b")
    assert shares(await finished_game(town, ann, bob)) == ""


async def test_a_bot_without_inline_mode_gives_a_card_of_the_daily_to_forward(house: Router, ann: Human) -> None:
    press = ann.presses(await solve_daily(ann), SHARE)
    card = await ann.room.post()
    assert card.pictures
    assert card.text.startswith("Tetradka ")
    assert (await press.toast()).text == "To share your result, forward the new message."
