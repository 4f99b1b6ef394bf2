"""The HTTP side: what is served, with which headers, and who is turned away."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import ClientSession, CookieJar, WSServerHandshakeError

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Message
from bot.platforms.web import door
from bot.platforms.web.site import is_loopback
from tests.bot.platforms.web.house import House, enter, scripted_house

LOBBY = Chat("web", "lobby", direct=True)
PARTS = ["main.js", "catalogue.js", "paper.css", "phone.css", "icon.svg"]
PAGES = ["/", "/c/lobby", "/c/кухня", *(f"/page/{part}" for part in PARTS)]


async def test_the_health_check_answers_ok(client: ClientSession, house: House):
    async with client.get(f"{house.url}/health") as response:
        assert (response.status, await response.text()) == (200, "ok")


@pytest.mark.parametrize("path", PAGES)
async def test_the_page_and_its_parts_are_served(client: ClientSession, house: House, path: str):
    async with client.get(house.url + path) as response:
        assert response.status == 200
        assert await response.text()


async def test_a_browser_without_scripts_is_told_so_in_every_language(client: ClientSession, house: House):
    async with client.get(house.url) as response:
        page = await response.text()
    for language in LANGUAGES:
        assert speech(language).say("page-no-script") in page


@pytest.mark.parametrize(
    "path",
    [
        "/page/__init__.py",
        "/page/..%2fdoor.py",
        "/c/a%20b",
        "/pictures/light/lobby/none.png",
        "/pictures/light/none.png",
        "/x",
    ],
)
async def test_nothing_else_is_served(client: ClientSession, house: House, path: str):
    async with client.get(house.url + path) as response:
        assert response.status == 404


@pytest.mark.parametrize("path", ["/", "/health", "/page/main.js", "/nowhere"])
async def test_every_answer_forbids_foreign_and_inline_scripts(client: ClientSession, house: House, path: str):
    async with client.get(house.url + path) as response:
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null", ""])
async def test_a_foreign_page_cannot_connect(client: ClientSession, house: House, origin: str):
    with pytest.raises(WSServerHandshakeError) as refused:
        await client.ws_connect(f"{house.url}/socket", origin=origin)
    assert refused.value.status == 403


async def test_a_name_that_was_turned_to_loopback_is_not_let_in(client: ClientSession, house: House):
    async with client.get(house.url, headers={"Host": f"evil.example:{house.port}"}) as response:
        assert response.status == 403


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("chat.example", False)],
)
def test_loopback_means_this_machine_alone(host: str, loopback: bool):
    assert is_loopback(host) is loopback


async def test_a_picture_goes_when_its_message_is_forgotten(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    await ann.say("/board")
    picture = house.url + ann.last["pictures"][0]["light"]
    async with client.get(picture) as response:
        assert response.status == 200
    for number in range(200):
        await house.web.show(LOBBY, Message(str(number)))
    async with client.get(picture) as response:
        assert response.status == 404


WORD = "open sesame"


async def test_where_a_word_is_asked_for_nothing_is_shown_without_it(client: ClientSession, emptied: str):
    async with scripted_house(emptied, token=WORD) as house:
        for path in ("/", "/c/lobby", "/page/main.js", "/pictures/light/lobby/x.png", "/?token=open"):
            async with client.get(house.url + path) as response:
                assert response.status == 401
        with pytest.raises(WSServerHandshakeError) as refused:
            await client.ws_connect(f"{house.url}/socket", origin=house.url)
        assert refused.value.status == 401
        async with client.get(f"{house.url}/health") as response:
            assert response.status == 200


@pytest.mark.parametrize("typed", [True, False])
async def test_who_has_said_the_word_is_let_in_from_then_on(emptied: str, typed: bool):
    async with (
        scripted_house(emptied, token=WORD) as house,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as client,
    ):
        inside = f"{house.url}/c/lobby"
        said = client.post(inside, data={"token": WORD}) if typed else client.get(inside, params={"token": WORD})
        async with said as response:
            assert (response.status, str(response.url)) == (200, inside)
        ann = await enter(client, house, "Ann")
        await ann.say("hello")


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: ", b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /"]
)
async def test_a_request_that_does_not_come_to_an_end_is_hung_up_on(
    monkeypatch: pytest.MonkeyPatch, emptied: str, sent: bytes
):
    monkeypatch.setattr(door, "IDLE", 0.1)
    async with scripted_house(emptied) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(sent)
        async with asyncio.timeout(60):
            await reader.read()
        writer.close()
