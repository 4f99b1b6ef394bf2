"""Pictures are rewritten only if the eye sees a change."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from docs.studio.keeping import FOLDER, keep
from docs.studio.story import STORIES

GREY = (120, 120, 120)


def png(colour: tuple[int, int, int], size: tuple[int, int] = (4, 3)) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.mark.parametrize("alike", [GREY, (121, 118, 120)])
def test_a_picture_that_looks_the_same_is_not_rewritten(alike: tuple[int, int, int], tmp_path: Path):
    before = png(GREY)
    keep("board.png", before, tmp_path)
    keep("board.png", png(alike), tmp_path)
    assert (tmp_path / "board.png").read_bytes() == before


@pytest.mark.parametrize("after", [png((220, 120, 120)), png(GREY, (5, 3))], ids=["colour", "size"])
def test_a_picture_that_looks_different_is_written(after: bytes, tmp_path: Path):
    keep("board.png", png(GREY), tmp_path)
    keep("board.png", after, tmp_path)
    assert (tmp_path / "board.png").read_bytes() == after


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.language)
def test_a_film_lasts_ten_to_twenty_seconds_and_is_small(story):
    path = FOLDER / f"film-{story.language}.gif"
    frames = ImageSequence.Iterator(Image.open(path))
    assert 10_000 <= sum(frame.info["duration"] for frame in frames) <= 20_000
    assert path.stat().st_size < 1_500_000
