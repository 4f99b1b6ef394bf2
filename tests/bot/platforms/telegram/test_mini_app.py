"""Who has opened the Mini App: what Telegram signed is believed once it fits, and no longer than five minutes."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.page import InvalidProofError, Seat
from bot.platforms.telegram.bot_api import build_bot
from bot.platforms.telegram.mini_app import MiniApp
from tests.bot.platforms.telegram.launching import init_data
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.server import TOKEN, BotApi
from tests.bot.platforms.telegram.town import Room, Town

NOW = 1_800_000_000.0
URL = "https://games.example/telegram"


@pytest.fixture
def app(api: BotApi) -> MiniApp:
    return MiniApp(build_bot(TOKEN, f"{api.address}/bot"), TOKEN, URL, lambda: NOW)


async def seat_by(app: MiniApp, phrase: str) -> Seat:
    return await app.seat({}, phrase)


async def test_a_person_sits_in_their_private_chat(app: MiniApp, town: Town):
    ann = Human(town, "Ann Lee", username="ann", language="uk")
    seat = await seat_by(app, init_data(ann, at=NOW))
    assert seat.person == Person("telegram", str(ann.id), "Ann Lee", "ann", "uk")
    assert seat.chat == Chat("telegram", str(ann.id), direct=True)
    assert await app.is_inside(seat)


@pytest.mark.parametrize(("start", "topic"), [("-1001234", ""), ("-1001234_17", "17")])
async def test_a_link_of_a_group_leads_to_the_group_and_its_topic(app: MiniApp, ann: Human, start: str, topic: str):
    seat = await seat_by(app, init_data(ann, start, at=NOW))
    assert seat.chat == Chat("telegram", "-1001234", topic)
    assert app.link(seat.chat, "tetradka_bot") == f"https://t.me/tetradka_bot?startapp={start}"


@pytest.mark.parametrize("start", ["1001", "-", "-1_", "-1_x", "lobby", "-1:2"])
async def test_a_link_that_leads_to_no_group_is_refused(app: MiniApp, ann: Human, start: str):
    with pytest.raises(InvalidProofError):
        await seat_by(app, init_data(ann, start, at=NOW))


async def test_init_data_signed_by_another_token_are_refused(app: MiniApp, ann: Human):
    with pytest.raises(InvalidProofError, match="HashInvalid"):
        await seat_by(app, init_data(ann, at=NOW, token="7000:wrong"))


async def test_init_data_changed_after_signing_are_refused(app: MiniApp, ann: Human, town: Town):
    text = init_data(ann, at=NOW)
    bob = Human(town, "Bob")
    with pytest.raises(InvalidProofError, match="HashInvalid"):
        await seat_by(app, text.replace(str(ann.id), str(bob.id)))


@pytest.mark.parametrize("phrase", ["", "hash=x", "user=%7B%7D&auth_date=x&hash=y", "\0", "a" * 5000])
async def test_invalid_init_data_are_refused(app: MiniApp, phrase: str):
    with pytest.raises(InvalidProofError):
        await seat_by(app, phrase)


@pytest.mark.parametrize(("seconds", "is_believed"), [(-301, False), (-299, True), (3, True), (60, False)])
async def test_a_signature_counts_for_five_minutes_and_none_from_the_future(
    app: MiniApp, ann: Human, seconds: int, is_believed: bool
):
    text = init_data(ann, at=NOW + seconds)
    if is_believed:
        assert (await seat_by(app, text)).person.name == "Ann"
    else:
        with pytest.raises(InvalidProofError):
            await seat_by(app, text)


async def test_bots_and_missing_users_get_no_seat(app: MiniApp, ann: Human):
    with pytest.raises(InvalidProofError, match="not opened by a person"):
        await seat_by(app, init_data(ann, at=NOW, user='{"id": 1, "first_name": "X", "is_bot": true}'))


async def test_a_person_outside_the_group_is_not_inside(app: MiniApp, ann: Human, friends: Room):
    seat = await seat_by(app, init_data(ann, str(friends.id), at=NOW))
    assert await app.is_inside(seat)
    friends.outside.add(ann.id)
    assert not await app.is_inside(seat)


async def test_nobody_is_inside_a_group_while_telegram_does_not_answer(app: MiniApp, ann: Human, api: BotApi):
    seat = await seat_by(app, init_data(ann, "-1", at=NOW))
    api.hiccups["getChatMember"] = 1
    assert not await app.is_inside(seat)
