"""Nim drawn: a column of discs for each heap, empty rings where something was taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.nim.rules import Move, Position

from engines.notation import column
from engines.phrases import Phrase
from renderers import alt
from renderers.paper import Header, Page, Standing
from renderers.scene import Disc, Ink, Item, Scene

ALT: Mapping[str, str] = {
    **alt.ALT,
    "nim-heaps": "Nim, left in the heaps: {heaps}.",
    "nim-skipped": "Somebody has skipped.",
}


def draw(position: Position, last: tuple[Move, ...], hint: Move | None, header: Header) -> Scene:
    """The heaps, with those that `hint` would take dashed."""
    page = Page(len(position.start), max(position.start))
    turn = position.turn if position.outcome is None else None
    return page.finish(_discs(page, position, hint), _alt_text(position, last, hint), header, Standing(turn))


def _discs(page: Page, position: Position, hint: Move | None) -> Iterator[Item]:
    for heap, size in enumerate(position.start):
        left = position.heaps[heap]
        kept = left - hint.count if hint and hint.heap == heap else left
        for at in range(size):
            ink = Ink.HINT if kept <= at < left else Ink.FAINT
            fill = Ink.NEUTRAL if at < kept else None
            yield Disc(page.at(heap, at), 0.36 * page.unit, fill, ink, 4, dashed=ink is Ink.HINT)


def _alt_text(position: Position, last: tuple[Move, ...], hint: Move | None) -> Iterator[Phrase]:
    yield Phrase("nim-heaps", heaps=", ".join(f"{column(heap)} {left}" for heap, left in enumerate(position.heaps)))
    yield from alt.standing(position, last, hint)
    if position.skipped:
        yield Phrase("nim-skipped")
