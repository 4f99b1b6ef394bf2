"""A game as one page: small, complete, and played through in a browser by buttons, keys and its list of moves."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from pathlib import Path
from random import Random

import pytest

from engines import GAMES
from engines.game import advance
from renderers import DRAWINGS, svg
from renderers.paper import Header
from renderers.replay import Labels, Step, page
from tests.bot.platforms.web.page.chromium import started

LABELS = Labels("Ann – <Bob>", "en", "First", "Back", "Forward", "Last", "Moves")


def steps(game: str, settings: dict[str, str] | None = None) -> list[Step]:
    """A game by chance, each board with a few words."""
    chance, position = Random(1), GAMES[game].start(settings or {}, 1)
    drawn = [Step(DRAWINGS[game].draw(position, (), None, Header("Ann", "Bob")), "", "The start")]
    while position.outcome is None and len(drawn) < 320:
        move = chance.choice(list(position.moves()))
        position, forced = advance(position, move)
        scene = DRAWINGS[game].draw(position, (move, *forced), None, Header("Ann", "Bob"))
        drawn.append(Step(scene, str(move), f"{len(drawn)}: {move}"))
    return drawn


def unpacked(html: str) -> tuple[list[str], list[list[tuple[int, int, list[int]]]], list[str]]:
    (found,) = re.findall(r'type="text/plain">([^<]*)<', html)
    _, elements, changes, words, _ = json.loads(zlib.decompress(b64decode(found)))
    return elements, changes, words


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_every_board_as_it_was_drawn(game):
    drawn = steps(game)
    elements, changes, words = unpacked(page(drawn, LABELS))
    board: list[int] = []
    for step, change in zip(drawn, changes, strict=True):
        for place, gone, come in change:
            board[place : place + gone] = come
        assert [elements[number] for number in board] == ["".join(svg.lines(item)) for item in step.scene.items]
    assert words == [step.words for step in drawn]


@pytest.mark.parametrize(
    ("game", "settings"),
    [*((game, {}) for game in GAMES), ("dots", {"size": "12x12"}), ("curves", {"points": "40"})],
)
def test_the_longest_game_takes_sixty_kilobytes_at_most(game, settings):
    assert len(page(steps(game, settings), LABELS).encode()) <= 60_000


def test_names_and_moves_stay_text():
    html = page([*steps("dots")[:2], Step(steps("dots")[0].scene, "</script><b>", "<i>")], LABELS)
    assert "<Bob>" not in html
    assert "<b>" not in html


async def test_a_page_is_walked_through_by_buttons_keys_and_moves(tmp_path: Path):
    drawn = steps("dots", {"size": "2x2"})
    (tmp_path / "game.html").write_text(page(drawn, LABELS), "utf-8")
    async with started() as browser:
        tab = await browser.new_page()
        await tab.goto((tmp_path / "game.html").as_uri())
        words = tab.get_by_role("status")
        await tab.wait_for_function("document.querySelector('[role=status]').textContent !== ''")
        assert await words.text_content() == drawn[-1].words
        for press, wanted in (("Back", -2), ("First", 0), ("Forward", 1), ("Last", -1)):
            await tab.get_by_role("button", name=press).click()
            assert await words.text_content() == drawn[wanted].words
        await tab.keyboard.press("Home")
        await tab.keyboard.press("ArrowRight")
        assert await words.text_content() == drawn[1].words
        await tab.get_by_role("list").get_by_role("button").nth(4).click()
        assert await words.text_content() == drawn[5].words
        count = "document.querySelector('#board').childElementCount"
        assert await tab.evaluate(count) == sum(len([*svg.lines(item)]) for item in drawn[5].scene.items)
