"""Themes: the colour of each ink on a light page and on a dark one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from renderers.scene import Ink

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Theme:
    """A name and a colour for every ink; channels are multiples of 4, so that a fixed palette holds them exactly."""

    name: str
    colours: Mapping[Ink, Colour] = field(compare=False, repr=False)


LIGHT = Theme(
    "light",
    {
        Ink.PAPER: (252, 248, 240),
        Ink.GRID: (208, 224, 236),
        Ink.MARGIN: (232, 136, 136),
        Ink.PENCIL: (96, 96, 112),
        Ink.TEXT: (44, 48, 68),
        Ink.FAINT: (184, 188, 200),
        Ink.FIRST: (28, 80, 196),
        Ink.SECOND: (208, 44, 36),
        Ink.FIRST_WASH: (208, 224, 248),
        Ink.SECOND_WASH: (252, 220, 208),
        Ink.NEUTRAL: (68, 72, 88),
        Ink.LAST: (252, 184, 44),
        Ink.HINT: (16, 140, 96),
        Ink.HINT_WASH: (188, 232, 208),
        Ink.WRONG: (212, 0, 108),
    },
)
DARK = Theme(
    "dark",
    {
        Ink.PAPER: (32, 36, 48),
        Ink.GRID: (48, 56, 76),
        Ink.MARGIN: (148, 76, 84),
        Ink.PENCIL: (164, 172, 192),
        Ink.TEXT: (228, 232, 240),
        Ink.FAINT: (88, 96, 116),
        Ink.FIRST: (116, 172, 252),
        Ink.SECOND: (252, 136, 116),
        Ink.FIRST_WASH: (40, 64, 108),
        Ink.SECOND_WASH: (96, 52, 56),
        Ink.NEUTRAL: (196, 200, 212),
        Ink.LAST: (240, 176, 48),
        Ink.HINT: (88, 212, 160),
        Ink.HINT_WASH: (36, 92, 76),
        Ink.WRONG: (252, 92, 180),
    },
)
THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK)}
