"""A game as one HTML page: small, complete, and replayed in a browser by buttons, keys and its list of moves."""

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
from tests.bot.platforms.web.page.chromium import start_browser

LABELS = Labels("Ann – <Bob>", "en", "First", "Back", "Forward", "Last", "Moves")


def steps(game: str, settings: dict[str, str] | None = None) -> list[Step]:
    """Return a random game, each board with a short description."""
    chance, position = Random(1), GAMES[game].start(settings or {}, 1)
    game_steps = [Step(DRAWINGS[game].draw(position, (), None, Header("Ann", "Bob")), "", "The start")]
    while position.outcome is None and len(game_steps) < 320:
        move = chance.choice(list(position.moves()))
        position, forced_moves = advance(position, move)
        scene = DRAWINGS[game].draw(position, (move, *forced_moves), None, Header("Ann", "Bob"))
        game_steps.append(Step(scene, str(move), f"{len(game_steps)}: {move}"))
    return game_steps


def unpack(html: str) -> tuple[list[str], list[list[tuple[int, int, list[int]]]], list[str]]:
    (payload,) = re.findall(r'type="text/plain">([^<]*)<', html)
    _, elements, changes, words, _ = json.loads(zlib.decompress(b64decode(payload)))
    return elements, changes, words


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_every_board_as_it_was_drawn(game):
    game_steps = steps(game)
    elements, changes, words = unpack(page(game_steps, LABELS))
    board: list[int] = []
    for step, change in zip(game_steps, changes, strict=True):
        for place, delete_count, insertion in change:
            board[place : place + delete_count] = insertion
        assert [elements[number] for number in board] == ["".join(svg.lines(item)) for item in step.scene.items]
    assert words == [step.words for step in game_steps]


@pytest.mark.sample(one_in=4)
@pytest.mark.parametrize(
    ("game", "settings"),
    [
        *((game, {}) for game in GAMES),
        ("dots", {"size": "12x12"}),
        pytest.param("curves", {"points": "40"}, marks=pytest.mark.long),
    ],
)
def test_the_longest_game_takes_sixty_kilobytes_at_most(game, settings):
    assert len(page(steps(game, settings), LABELS).encode()) <= 60_000


def test_names_and_moves_are_escaped():
    html = page([*steps("dots")[:2], Step(steps("dots")[0].scene, "</script><b>", "<i>")], LABELS)
    assert "<Bob>" not in html
    assert "<b>" not in html


async def test_a_page_replays_by_buttons_keys_and_the_list_of_moves(tmp_path: Path):
    game_steps = steps("dots", {"size": "2x2"})
    (tmp_path / "game.html").write_text(page(game_steps, LABELS), "utf-8")
    async with start_browser() as browser:
        tab = await browser.new_page()
        await tab.goto((tmp_path / "game.html").as_uri())
        words = tab.get_by_role("status")
        await tab.wait_for_function("document.querySelector('[role=status]').textContent !== ''")
        assert await words.text_content() == game_steps[-1].words
        for press, index in (("Back", -2), ("First", 0), ("Forward", 1), ("Last", -1)):
            await tab.get_by_role("button", name=press).click()
            assert await words.text_content() == game_steps[index].words
        await tab.keyboard.press("Home")
        await tab.keyboard.press("ArrowRight")
        assert await words.text_content() == game_steps[1].words
        await tab.get_by_role("list").get_by_role("button").nth(4).click()
        assert await words.text_content() == game_steps[5].words
        count = "document.querySelector('#board').childElementCount"
        assert await tab.evaluate(count) == sum(len([*svg.lines(item)]) for item in game_steps[5].scene.items)
