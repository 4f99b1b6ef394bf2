"""The HTTP side: what is served, and with which headers."""

from __future__ import annotations

import asyncio
import html
import re

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Message
from bot.platforms.web import adapter
from bot.platforms.web.assets import files, version
from bot.platforms.web.site import is_loopback
from tests.bot.platforms.web.house import House, enter, scripted_house

LOBBY = Chat("web", "lobby", direct=True)
PARTS = ["main.js", "catalogue.js", "paper.css", "laptop.css", "icon.svg"]
PLACES = ["/puzzle", "/puzzle/6", "/puzzle/dots", "/daily/54", "/learn/lgame", "/learn/dots/2"]
PAGES = ["/", "/c/lobby", *PLACES, "/c/кухня", *(f"/page/{part}" for part in PARTS)]


async def test_the_health_check_answers_ok(client: ClientSession, house: House):
    async with client.get(f"{house.url}/health") as response:
        assert (response.status, await response.text()) == (200, "ok")


@pytest.mark.parametrize("path", PAGES)
async def test_the_page_and_its_parts_are_served(client: ClientSession, house: House, path: str):
    async with client.get(house.url + path) as response:
        assert response.status == 200
        assert await response.text()


@pytest.mark.parametrize(
    "path", ["/telegram", "/telegram/page/telegram.js", "/page/telegram.js", "/page/inside.js", "/telegram/socket"]
)
async def test_inside_other_platforms_nothing_opens_by_itself(client: ClientSession, house: House, path: str):
    async with client.get(house.url + path) as response:
        assert response.status == 404


async def test_the_page_names_all_its_modules_at_once_under_addresses_that_last(client: ClientSession, house: House):
    async with client.get(house.url) as response:
        page = await response.text()
    assert page.count("modulepreload") == len([name for name in files() if name.endswith(".js")])
    for address in set(re.findall(r'"(/page/[^"]+)"', page)):
        async with client.get(house.url + address) as response:
            assert (response.status, "immutable" in response.headers["Cache-Control"]) == (200, True)
            assert not re.search(r'"/page/(?!' + version() + "/)", await response.text())


@pytest.mark.parametrize("path", ["/", "/c/lobby", "/page/main.js", "/page/catalogue.js"])
async def test_a_cached_file_is_not_sent_again(client: ClientSession, house: House, path: str):
    async with client.get(house.url + path) as response:
        known = {"If-None-Match": response.headers["ETag"]}
    async with client.get(house.url + path, headers=known) as response:
        assert (response.status, await response.read()) == (304, b"")


async def test_files_are_compressed_for_browsers_that_accept_it(client: ClientSession, house: House):
    sizes = {}
    for packing in ("gzip", "identity"):
        async with client.get(f"{house.url}/page/main.js", headers={"Accept-Encoding": packing}) as response:
            assert response.headers.get("Content-Encoding", "identity") == packing
            assert "Accept-Encoding" in response.headers["Vary"]
            sizes[packing] = int(response.headers["Content-Length"])
    assert sizes["gzip"] < sizes["identity"] / 2


async def test_an_address_of_another_version_gives_the_newest_and_does_not_last(client: ClientSession, house: House):
    async with client.get(f"{house.url}/page/000000000000/main.js") as response:
        assert (response.status, response.headers["Cache-Control"]) == (200, "no-cache")


async def test_a_browser_without_scripts_reads_that_in_every_language(client: ClientSession, house: House):
    async with client.get(house.url) as response:
        page = await response.text()
    for language in LANGUAGES:
        assert speech(language).say("page-no-script") in page


@pytest.mark.parametrize(
    "path",
    [
        "/page/__init__.py",
        "/page/..%2fadapter.py",
        "/c/a%20b",
        "/pictures/light/lobby/none.png",
        "/pictures/light/none.png",
        "/x",
        "/puzzle/mine",
        "/daily/post",
        "/learn/chess",
        "/puzzle/6/show",
    ],
)
async def test_no_other_path_is_served(client: ClientSession, house: House, path: str):
    async with client.get(house.url + path) as response:
        assert response.status == 404


@pytest.mark.parametrize("path", ["/nowhere", "/puzzle/chess", "/learn/dots/two"])
async def test_an_unknown_address_leads_on_in_every_language(client: ClientSession, house: House, path: str):
    async with client.get(house.url + path, headers={"Accept": "text/html"}) as response:
        page = await response.text()
    assert response.status == 404
    assert {"/", "/puzzle", "/daily", "/learn"} <= {*re.findall(r'href="(/[a-z]*)"', page)}
    for language in LANGUAGES:
        assert html.escape(speech(language).say("page-missing")) in page


@pytest.mark.parametrize("path", ["/", "/health", "/page/main.js", "/nowhere"])
async def test_every_answer_forbids_foreign_and_inline_scripts(client: ClientSession, house: House, path: str):
    async with client.get(house.url + path) as response:
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null", ""])
async def test_a_foreign_page_cannot_connect(client: ClientSession, house: House, origin: str):
    with pytest.raises(WSServerHandshakeError) as error:
        await client.ws_connect(f"{house.url}/socket", origin=origin)
    assert error.value.status == 403


async def test_a_name_that_was_turned_to_loopback_is_not_let_in(client: ClientSession, house: House):
    async with client.get(house.url, headers={"Host": f"evil.example:{house.port}"}) as response:
        assert response.status == 403


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("chat.example", False)],
)
def test_loopback_means_this_machine_alone(host: str, loopback: bool):
    assert is_loopback(host) is loopback


async def test_a_picture_is_dropped_with_its_message(client: ClientSession, house: House):
    ann = await enter(client, house, "Ann")
    await ann.say("/board")
    picture = house.url + ann.last["pictures"][0]["light"]
    async with client.get(picture) as response:
        assert response.status == 200
    for number in range(200):
        await house.web.show(LOBBY, Message(str(number)))
    async with client.get(picture) as response:
        assert response.status == 404


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: ", b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /"]
)
async def test_a_request_that_does_not_come_to_an_end_is_hung_up_on(
    monkeypatch: pytest.MonkeyPatch, empty_valkey: str, sent: bytes
):
    monkeypatch.setattr(adapter, "IDLE", 0.1)
    async with scripted_house(empty_valkey) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(sent)
        async with asyncio.timeout(60):
            await reader.read()
        writer.close()
