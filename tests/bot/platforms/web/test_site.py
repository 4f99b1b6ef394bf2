"""The HTTP side: what is served, with which headers, and who is turned away."""

from __future__ import annotations

import asyncio
import hashlib
import html
import re
from urllib.parse import quote, unquote, urljoin, urlsplit

import pytest
from aiohttp import ClientSession, CookieJar, WSServerHandshakeError
from hypothesis import given
from hypothesis import strategies as st

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Message
from bot.platforms.web import adapter, admission
from bot.platforms.web.admission import TRIES, local_path
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


WORD = "open sesame"


@pytest.mark.usefixtures("hurried")
async def test_without_the_required_token_nothing_is_shown(client: ClientSession, empty_valkey: str):
    async with scripted_house(empty_valkey, token=WORD) as house:
        for path in ("/", "/c/lobby", "/page/main.js", "/pictures/light/lobby/x.png", "/?token=open"):
            async with client.get(house.url + path) as response:
                assert response.status == 401
        with pytest.raises(WSServerHandshakeError) as error:
            await client.ws_connect(f"{house.url}/socket", origin=house.url)
        assert error.value.status == 401
        async with client.get(f"{house.url}/health") as response:
            assert response.status == 200


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong word is answered at once."""
    monkeypatch.setattr(admission, "WRONG_TAKES", 0.0)


@pytest.mark.usefixtures("hurried")
async def test_a_wrong_token_is_reported_and_guessing_is_blocked(
    client: ClientSession, empty_valkey: str, caplog: pytest.LogCaptureFixture
):
    async with scripted_house(empty_valkey, token=WORD) as house:
        text = [client.post(house.url, data={"token": f"guess {number}"}) for number in range(TRIES + 3)]
        answers = []
        for asking in text:
            async with asking as response:
                answers.append((response.status, await response.text()))
        assert [status for status, _ in answers] == [401] * TRIES + [429] * 3
        assert "Wrong password." in answers[0][1]
        assert "width=device-width" in answers[0][1]
        assert "Too many wrong passwords" in answers[-1][1]
        async with client.post(house.url, data={"token": WORD}) as response:
            assert response.status == 429
    assert caplog.text.count("a wrong WEB_TOKEN was entered from 127.0.0.1") == TRIES
    assert WORD not in caplog.text


async def test_the_cookie_is_salted_and_not_the_word_s_hash(empty_valkey: str):
    kept = set()
    async with scripted_house(empty_valkey, token=WORD) as house:
        for _ in range(2):
            async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
                await (await client.post(house.url, data={"token": WORD})).release()
                kept |= {cookie.value for cookie in client.cookie_jar}
        for cookie in (hashlib.sha256(WORD.encode()).hexdigest(), "salt.\udcff"):
            forged = {"Cookie": f"tetradka={cookie}"}
            async with ClientSession(headers=forged) as client, client.get(house.url) as response:
                assert response.status == 401
    assert len(kept) == 2
    assert not any(hashlib.sha256(WORD.encode()).hexdigest() in cookie for cookie in kept)


@pytest.mark.parametrize("text", [True, False])
async def test_a_person_who_entered_the_token_stays_signed_in(empty_valkey: str, text: bool):
    async with (
        scripted_house(empty_valkey, token=WORD) as house,
        ClientSession(cookie_jar=CookieJar(unsafe=True)) as client,
    ):
        inside = f"{house.url}/c/lobby"
        line = client.post(inside, data={"token": WORD}) if text else client.get(inside, params={"token": WORD})
        async with line as response:
            assert (response.status, str(response.url)) == (200, inside)
        ann = await enter(client, house, "Ann")
        await ann.say("hello")


FOREIGN = (
    *(
        "//evil.example/",
        "///evil.example",
        "/\\evil.example",
        "/\\\\evil.example",
        "/%5cevil.example",
        "\\\\evil.example",
    ),
    *("/%2f%2fevil.example/", "/%2fevil.example", "/..//evil.example/", "/c/../..//evil.example", "/%09/evil.example"),
    *("/.//evil.example", "http://evil.example//evil.example/", "/%252f%252fevil.example", "//evil.example/c/lobby"),
)
REFUSED = ("400", "403")


def follow_link(link: str) -> str:
    """The address to which a link on this site leads a browser, which drops tabs and takes a backslash for a slash."""
    return urljoin("http://here.example/c/lobby", re.sub(r"[\t\r\n]", "", link).replace("\\", "/"))


@given(st.text("/\\.:@%2f5c\t aevil"))
def test_every_path_redirects_within_this_site(path: str):
    assert follow_link(local_path("/" + path)).startswith("http://here.example/")
    assert not follow_link(local_path("/" + path)).startswith("http://here.example//")


@pytest.mark.parametrize("path", ["/", "/c/lobby", "/c/кухня", "/dashboard"])
def test_a_path_of_the_site_stays_as_it_is(path: str):
    assert unquote(local_path(path)) == path


@pytest.mark.parametrize("target", FOREIGN)
async def test_a_token_entered_at_a_foreign_path_redirects_within_the_site(empty_valkey: str, target: str):
    async with scripted_house(empty_valkey, token=WORD) as house:
        request = (await answer(house, target), await answer(house, f"{target}?token={quote(WORD)}"))
    form, redirect = (re.findall(r'(?:action="|Location: )([^"\r]*)', text) for text in request)
    for link in (*form, *redirect):
        assert urlsplit(follow_link(link)).netloc == "here.example"
    assert all(text.split()[1] in REFUSED for text in request) or (form and redirect)


async def answer(house: House, target: str) -> str:
    """Return the site's response to a request line that no browser would send."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    async with asyncio.timeout(60):
        read = await reader.read()
    writer.close()
    return read.decode()


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
