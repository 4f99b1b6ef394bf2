"""Scenes as SVG, one item a line, with rounded numbers, so that pictures can be compared as text.

No element has a style of its own: inks are classes, and a style sheet gives them their colours.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from html import escape

from renderers import outline
from renderers.scene import (
    SMALLEST_PART,
    Anchor,
    Arc,
    Disc,
    Hatch,
    Ink,
    Item,
    Label,
    Point,
    Ruling,
    Scene,
    Shape,
    Stroke,
)
from renderers.themes import LIGHT, Theme

CAPITAL = 0.365
_LETTER_WIDTH = 0.62
_IDEOGRAPH = 1.7
"""The width of an ideograph, in letters of usual width."""
_ANCHORS = {Anchor.LEFT: "start", Anchor.MIDDLE: "middle", Anchor.RIGHT: "end"}


def svg(scene: Scene, theme: Theme = LIGHT) -> str:
    """Return the scene as an SVG document in the colours of the theme; its alt text, as codes, comes first."""
    everything = (*scene.paper, *scene.items)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}"'
            f' width="{scene.width}" height="{scene.height}" class="{theme.name}">',
            *(f"<desc>{escape(str(phrase))}</desc>" for phrase in scene.alt),
            "<style>",
            "svg { fill: none; stroke-linecap: round; stroke-linejoin: round; font-family: DejaVu Sans, sans-serif }",
            *colours(everything, theme),
            "</style>",
            *elements(scene),
            "</svg>\n",
        ]
    )


def elements(scene: Scene) -> Iterator[str]:
    """Yield the elements inside a scene's SVG document, a line each."""
    everything = (*scene.paper, *scene.items)
    yield from patterns(everything)
    yield '<rect width="100%" height="100%" class="f-paper"/>'
    yield from (line for item in everything for line in lines(item))


def colours(items: Iterable[Item], theme: Theme) -> Iterator[str]:
    """Yield the style sheet rules that give the inks in use their colours."""
    inks = {Ink.PAPER, *_inks(items)}
    for ink in (ink for ink in Ink if ink in inks):
        colour = "#{:02x}{:02x}{:02x}".format(*theme.colours[ink])
        yield f".f-{ink} {{ fill: {colour} }} .s-{ink} {{ stroke: {colour} }}"


def _inks(items: Iterable[Item]) -> Iterator[Ink | None]:
    for item in items:
        match item:
            case Shape():
                yield from (item.fill, item.outline, item.hatch_ink)
            case Disc():
                yield from (item.fill, item.outline)
            case _:
                yield item.ink


def patterns(items: Iterable[Item]) -> Iterator[str]:
    """Yield the hatchings in use, on a lattice through the page's corner."""
    pitch = outline.HATCH_PITCH
    hatchings = {
        (item.hatch, item.hatch_ink) for item in items if isinstance(item, Shape) and item.hatch is not Hatch.NONE
    }
    for hatch, ink in sorted(hatchings, key=str):
        slants = outline.hatching(hatch, (0, 0, pitch, pitch), pitch)
        path = " ".join(f"M{_point(a)} L{_point(b)}" for a, b in slants)
        yield (
            f'<pattern id="{hatch}-{ink}" width="{pitch}" height="{pitch}" patternUnits="userSpaceOnUse">'
            f'<path d="{path}" class="s-{ink}" stroke-width="{outline.HATCH_WIDTH}"/></pattern>'
        )


def lines(item: Item) -> Iterator[str]:
    """Yield the elements of one item, a line each."""
    match item:
        case Stroke():
            yield f'<polyline points="{_points(item.points)}"{_pen(item.ink, item.width, item.dashed)}/>'
            yield from _head(item.points, item)
        case Arc():
            path = f"M{_point(item.start)} Q{_point(item.control)} {_point(item.end)}"
            yield f'<path d="{path}"{_pen(item.ink, item.width, item.dashed)}/>'
            yield from _head(outline.curve(item.start, item.control, item.end), item)
        case Shape():
            yield from _shape(item)
        case Disc():
            x, y = item.centre
            pen = _pen(item.outline, item.width, item.dashed, item.fill)
            yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(item.radius)}"{pen}/>'
        case Label():
            yield _label(item)
        case Ruling():
            yield from _ruling(item)


def _head(points: tuple[Point, ...], item: Stroke | Arc) -> Iterator[str]:
    if item.arrow:
        _, head = outline.arrow(points, outline.head_length(item.width))
        yield f'<polygon points="{_points(head)}" class="f-{item.ink}"/>'


def _shape(item: Shape) -> Iterator[str]:
    corners = _points(outline.round_corners(item.points, item.radius))
    if item.hatch is not Hatch.NONE:
        if item.fill:
            yield f'<polygon points="{corners}" class="f-{item.fill}"/>'
        yield f'<polygon points="{corners}" fill="url(#{item.hatch}-{item.hatch_ink})"/>'
    if item.outline or item.hatch is Hatch.NONE:
        fill = item.fill if item.hatch is Hatch.NONE else None
        yield f'<polygon points="{corners}"{_pen(item.outline, item.width, item.dashed, fill)}/>'


def _label(item: Label) -> str:
    text = "".join(letter for letter in item.text if letter.isprintable())
    size = _fitting_size(item, _letters(text))
    x, y = item.at
    place = f'x="{_n(x)}" y="{_n(y + CAPITAL * size)}" font-size="{_n(size)}"'
    weight = ' font-weight="bold"' if item.bold else ""
    cut = escape(_cut(text, item.room, size))
    return f'<text {place}{weight} text-anchor="{_ANCHORS[item.anchor]}" class="f-{item.ink}">{cut}</text>'


def _letters(text: str) -> float:
    """Return the width of a text in average letters; an ideograph counts as more."""
    return len(text) + (_IDEOGRAPH - 1) * sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)


def _fitting_size(label: Label, letters: float) -> float:
    """Return the label's size, reduced to fit its room, but not below the smallest legible size.

    The width is an estimate: the reader of an SVG has the font, its writer does not.
    """
    width = _LETTER_WIDTH * label.size * letters
    return max(label.size * label.room / width, SMALLEST_PART * label.size) if 0 < label.room < width else label.size


def _cut(text: str, room: float, size: float) -> str:
    most = int(room / (_LETTER_WIDTH * size) + 1e-6) if room else len(text)
    if _letters(text) <= most:
        return text
    while text and _letters(text) > most - 1:
        text = text[:-1]
    return text + "…"


def _ruling(item: Ruling) -> Iterator[str]:
    x, y = (_n(value % item.step) for value in item.origin)
    step = _n(item.step)
    path = f'<path d="M0 0H{step}M0 0V{step}"{_pen(item.ink, item.width, False)}/>'
    size = f'x="{x}" y="{y}" width="{step}" height="{step}"'
    yield f'<pattern id="squares" {size} patternUnits="userSpaceOnUse">{path}</pattern>'
    yield '<rect width="100%" height="100%" fill="url(#squares)"/>'


def _pen(ink: Ink | None, width: float, dashed: bool, fill: Ink | None = None) -> str:
    names = " ".join([*([f"f-{fill}"] if fill else []), *([f"s-{ink}"] if ink else [])])
    dashes = f' stroke-dasharray="{" ".join(_n(part) for part in outline.dash_and_gap(width))}"' if dashed else ""
    return f' class="{names}"' + (f' stroke-width="{_n(width)}"{dashes}' if ink else "")


def _points(points: Iterable[Point]) -> str:
    return " ".join(_point(point) for point in points)


def _point(point: Point) -> str:
    return f"{_n(point[0])},{_n(point[1])}"


def _n(value: float) -> str:
    """Format a number, rounded to a tenth of a pixel."""
    return f"{round(value, 1) + 0.0:g}"
