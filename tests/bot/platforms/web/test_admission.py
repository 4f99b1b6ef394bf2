"""Admission to the page: its token, its cookie, and redirects that stay within this site."""

from __future__ import annotations

import asyncio
import hashlib
import re
from urllib.parse import quote, unquote, urljoin, urlsplit

import pytest
from aiohttp import ClientSession, CookieJar, WSServerHandshakeError
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.web import admission
from bot.platforms.web.admission import TRIES, local_path
from tests.bot.platforms.web.house import House, enter, scripted_house

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
