"""Properties of the drawings of all games, on random play."""

from __future__ import annotations

import io
from functools import cache
from random import Random

import pytest
from PIL import Image

from engines import GAMES
from engines.game import advance
from renderers import DRAWINGS
from renderers.film import gif
from renderers.paper import Header
from renderers.pillow import png
from renderers.scene import Label, Scene
from renderers.svg import svg
from renderers.themes import THEMES

LONGEST_NAME = "Wilhelmina Константинопольская 😀" * 4


@cache
def scenes(game: str, seed: int, count: int = 5) -> tuple[Scene, ...]:
    """Return the start, some positions and the end of a random game, drawn with a hint."""
    return draw_scenes(game, seed, count)


def draw_scenes(game: str, seed: int, count: int = 5) -> tuple[Scene, ...]:
    """Draw the scenes, however often they were drawn before."""
    chance = Random(seed)
    position, last = GAMES[game].start({}, seed), ()
    drawings = [DRAWINGS[game].draw(position, (), None, Header())]
    line = [(position, last)]
    while position.outcome is None and len(line) < 120:
        move = chance.choice(list(position.moves()))
        position, forced_moves = advance(position, move)
        line.append((position, (move, *forced_moves)))
    for position, last in [*chance.sample(line, min(count - 2, len(line))), line[-1]]:
        hint = next(iter(position.moves()), None)
        drawings.append(DRAWINGS[game].draw(position, last, hint, Header(LONGEST_NAME, "Яна", "Яна ходит")))
    return tuple(drawings)


@pytest.mark.sample(one_in=3)
@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
@pytest.mark.parametrize("game", DRAWINGS)
def test_random_play_is_drawn_in_every_theme_in_small_files(game, theme):
    for scene in scenes(game, seed=1):
        data = png(scene, theme)
        picture = Image.open(io.BytesIO(data))
        assert picture.size == (scene.width, scene.height)
        assert picture.width >= 900
        assert picture.height <= 1.25 * picture.width
        assert len(data) <= 80 * 1024
        assert svg(scene, theme).count("\n") >= len(scene.items)


@pytest.mark.parametrize("game", DRAWINGS)
def test_every_label_is_11_pixels_high_on_a_phone_360_wide(game):
    for scene in scenes(game, seed=1):
        labels = [item for item in (*scene.paper, *scene.items) if isinstance(item, Label)]
        assert labels
        assert all(360 / scene.width * label.size >= 11 for label in labels)


@pytest.mark.parametrize("game", DRAWINGS)
def test_every_phrase_of_random_play_has_a_template_that_its_fields_fill(game):
    for seed in (1, 2):
        for scene in scenes(game, seed):
            assert scene.alt
            for phrase in scene.alt:
                assert DRAWINGS[game].alt[phrase.code].format(**dict(phrase.fields))


@pytest.mark.parametrize("game", DRAWINGS)
def test_drawing_twice_gives_the_same_scene(game):
    assert draw_scenes(game, seed=3) == draw_scenes(game, seed=3)


@pytest.mark.parametrize("game", DRAWINGS)
def test_a_game_becomes_a_film(game):
    film = Image.open(io.BytesIO(gif(scenes(game, seed=4))))
    assert film.format == "GIF"
    assert getattr(film, "n_frames", 1) > 1


@pytest.mark.sample(one_in=5)
@pytest.mark.parametrize("game", DRAWINGS)
def test_a_film_of_a_long_game_stays_under_a_megabyte_and_ends_with_the_last_board(game):
    frames = scenes(game, seed=2, count=40)
    film_bytes = gif(frames * 2)
    film = Image.open(io.BytesIO(film_bytes))
    assert len(film_bytes) <= 1_000_000
    film.seek(getattr(film, "n_frames", 1) - 1)
    last = Image.open(io.BytesIO(png(frames[-1])))
    assert film.convert("RGB").tobytes() == last.convert("RGB").tobytes()
