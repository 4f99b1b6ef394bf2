"""All games on one sheet, and the picture that explains the rules of each."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from bot.core.language.speech import ENGLISH, speech
from bot.core.view.boards import lesson
from engines import GAMES
from engines.game import AnyPosition, Level, Limit, advance
from renderers import DRAWINGS
from renderers.paper import Header
from renderers.pillow import png
from renderers.scene import Scene
from renderers.themes import DARK, LIGHT, Theme

GAP, DESK = 24, (224, 224, 228)


@dataclass(frozen=True)
class Panel:
    """One game of the sheet: its settings and theme, and the number of moves the classic level has played."""

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


def picture() -> bytes:
    """Return the sheet of games in progress as a PNG file."""
    buffer = io.BytesIO()
    sheet([png(mid_game(panel), panel.theme) for panel in PANELS]).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def rules(game: str) -> bytes:
    """Return the picture of a game's `/rules` as a PNG file, at half its size."""
    scene = lesson(GAMES[game], GAMES[game].teaching.lessons[0], speech(ENGLISH)).scene
    buffer = io.BytesIO()
    page = Image.open(io.BytesIO(png(scene))).convert("RGB")
    page.reduce(2).quantize(256).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def mid_game(panel: Panel) -> Scene:
    """Return a game that the classic level plays against itself, with its next move as a hint."""
    game = GAMES[panel.game]
    position: AnyPosition = game.start(panel.settings, 1)
    last: tuple[Any, ...] = ()
    for ply in range(panel.plies):
        move = game.hint(position, Limit(seed=ply), Level.CLASSIC).move
        position, forced_moves = advance(position, move)
        last = (move, *forced_moves)
    hint = game.hint(position, Limit(seed=panel.plies), Level.CLASSIC).move
    return DRAWINGS[panel.game].draw(position, last, hint, Header("Ann", "Boris", "A hint is dashed"))


def sheet(boards: list[bytes]) -> Image.Image:
    """Arrange the pictures in two columns, at half their size."""
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
