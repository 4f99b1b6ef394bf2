"""Makes the pictures of the README: a board, and all games on one sheet. Run as `python -m docs.pictures`."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image

from engines import GAMES
from engines.game import AnyPosition, Level, Limit, advance
from renderers import DRAWINGS
from renderers.paper import Header
from renderers.pillow import png
from renderers.scene import Scene
from renderers.themes import DARK, LIGHT, Theme

FOLDER = Path(__file__).parent / "images"
GAP, DESK = 24, (224, 224, 228)
BOARD = (
    "f5-f6 a2-a3 c1-d1 c3-c4 e2-e3 b6-c6 c5-c6 e2-f2 c2-c3 d5-e5 b3-b4 f3-f4 e1-e2 d4-d5 d1-d2 d6-e6 e6-f6 d3-d4 b2-b3"
    " c5-d5 a5-a6 c2-d2 c1-c2 a4-a5 a3-a4 e5-f5 e5-e6 d5-d6 c6-d6 a6-b6 b4-b5 d4-e4 e4-e5 a1-a2 a1-b1 a3-b3 a4-b4 a2-b2"
    " a5-b5 d2-e2 d1-e1 b1-b2 b5-b6 b5-c5 e3-f3"
)


@dataclass(frozen=True)
class Panel:
    """One game of the sheet: how many moves of the classic level have been played, its settings and its page."""

    game: str
    plies: int
    settings: Mapping[str, str] = field(default_factory=dict)
    theme: Theme = LIGHT


PANELS = (
    Panel("dots", 46),
    Panel("lgame", 7),
    Panel("digits", 16),
    Panel("lgame", 5, {"variant": "scoring"}, DARK),
    Panel("tupik", 10),
    Panel("curves", 18),
)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "board.png").write_bytes(png(board()))
    sheet([png(mid_game(panel), panel.theme) for panel in PANELS]).save(FOLDER / "games.png", optimize=True)


def board() -> Scene:
    """A game of Dots and Boxes in its liveliest hour."""
    position = GAMES["dots"].start({"size": "5x5"}, 0)
    last = None
    for text in BOARD.split():
        last = position.read(text)
        position = position.play(last)
    return DRAWINGS["dots"].draw(position, (last,), None, Header("Ann", "Boris", "Boris, it is your turn"))


def mid_game(panel: Panel) -> Scene:
    """A game as the classic level plays it against itself, with its next move proposed."""
    game = GAMES[panel.game]
    position: AnyPosition = game.start(panel.settings, 1)
    last: tuple[Any, ...] = ()
    for ply in range(panel.plies):
        move = game.hint(position, Limit(seed=ply), Level.CLASSIC).move
        position, forced = advance(position, move)
        last = (move, *forced)
    hint = game.hint(position, Limit(seed=panel.plies), Level.CLASSIC).move
    return DRAWINGS[panel.game].draw(position, last, hint, Header("Ann", "Boris", "A hint is dashed"))


def sheet(boards: list[bytes]) -> Image.Image:
    """The pictures in two columns, at half their size."""
    pictures = [Image.open(io.BytesIO(board)).convert("RGB") for board in boards]
    columns = [pictures[::2], pictures[1::2]]
    width = max(picture.width for picture in pictures)
    height = max(sum(picture.height + GAP for picture in column) for column in columns)
    page = Image.new("RGB", (2 * width + 3 * GAP, height + GAP), DESK)
    for index, column in enumerate(columns):
        top = GAP
        for picture in column:
            page.paste(picture, (GAP + index * (width + GAP), top))
            top += picture.height + GAP
    return page.reduce(2).quantize(256)


if __name__ == "__main__":
    main()
