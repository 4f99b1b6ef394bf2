"""Drawing of the L-game: hatched Ls, the neutral discs, and a ghost where the moved L was before."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from engines.game import Seat
from engines.lgame.grid import PAINTED, PLACES, SIDE, Place, indices, squares
from engines.lgame.ideas import FEW
from engines.lgame.move import Move
from engines.lgame.rules import BLOCKING_SCORES, Position, Variant, free_places
from engines.phrases import Phrase
from renderers import alt
from renderers.paper import HATCHES, INKS, WASHES, Header, Page, Standing, initials
from renderers.scene import Disc, Hatch, Ink, Item, Label, Point, Scene, Shape, Stroke

ALT: Mapping[str, str] = {
    **alt.ALT,
    "lgame-board": "L-game, squares a1 to d4.",
    "lgame-symmetry": "L-game, squares a1 to d4. A mirror image of the other L wins.",
    "lgame-scoring": "L-game, squares a1 to d4. Painted: {painted}. {target} [target:point|points] to win.",
    "lgame-blocked": "{player} blocks {other}: +{points}. All pieces go back to the start, and {other} moves.",
    "lgame-scored": "{player} scores {points}.",
    "lgame-piece": "{player}’s L on {squares}.",
    "lgame-neutrals": "Neutral discs on {squares}.",
}

PAGE = Page(SIDE, SIDE)
INSET = 0.11
ROUND = 0.3 * PAGE.unit
DISC = 0.27 * PAGE.unit


def draw(position: Position, last: tuple[Move, ...], hint: Move | None, header: Header) -> Scene:
    """Draw the board; the last move gets a ghost and an outline, and the hint is dashed."""
    items = (
        *_ghost(position, last),
        *_pieces(position, last, header),
        *_neutrals(position, last),
        *hint_items(hint),
    )
    scoring = position.variant is Variant.SCORING
    standing = Standing(position.turn if position.outcome is None else None, position.score if scoring else None)
    return PAGE.finish(items, _alt_text(position, last, hint), header, standing, _paper(scoring))


def _paper(scoring: bool) -> Iterator[Item]:
    for square in indices(PAINTED if scoring else 0):
        yield Shape(PAGE.corners(*_place(square)), hatch=Hatch.CROSS, hatch_ink=Ink.FAINT)
    for line in range(SIDE + 1):
        at = line - 0.5
        yield Stroke((PAGE.at(at, -0.5), PAGE.at(at, SIDE - 0.5)), Ink.PENCIL, 4)
        yield Stroke((PAGE.at(-0.5, at), PAGE.at(SIDE - 0.5, at)), Ink.PENCIL, 4)


def _place(square: int) -> tuple[int, int]:
    return square % SIDE, square // SIDE


def centre(square: int) -> Point:
    """Return the centre of a square in pixels."""
    return PAGE.at(*_place(square))


def outline(place: Place, inset: float = INSET) -> tuple[Point, ...]:
    """Return the six corners of an L, `inset` steps inside its squares."""
    long, bend, short = (_place(square) for square in (place.long, place.corner, place.short))
    along = (bend[0] - long[0]) / 2, (bend[1] - long[1]) / 2
    across = short[0] - bend[0], short[1] - bend[1]
    half = 0.5 - inset

    def corner(square: tuple[int, int], forward: int, sideward: int) -> Point:
        x, y = (at + half * (forward * a + sideward * b) for at, a, b in zip(square, along, across, strict=True))
        return PAGE.at(x, y)

    outer = corner(long, -1, -1), corner(bend, 1, -1), corner(short, 1, 1)
    return (*outer, corner(short, -1, 1), corner(bend, -1, 1), corner(long, -1, 1))


def _ghost(position: Position, last: tuple[Move, ...]) -> Iterator[Item]:
    """Yield dashed outlines where the pieces of the last move were before."""
    if last and position.past:
        mover, first, second, neutrals, _ = position.past[-1]
        place = PLACES[first if mover is Seat.FIRST else second]
        yield Shape(outline(place), outline=INKS[mover], width=4, radius=ROUND, dashed=True)
        for square in indices(neutrals & ~position.neutrals):
            yield Disc(centre(square), DISC, outline=Ink.NEUTRAL, width=4, dashed=True)


def _pieces(position: Position, last: tuple[Move, ...], header: Header) -> Iterator[Item]:
    moved_bits = {move.place.bits for move in last}
    for seat, bits in zip(Seat, position.ls, strict=True):
        place = PLACES[bits]
        if bits in moved_bits:
            yield Shape(outline(place), outline=Ink.LAST, width=24, radius=ROUND)
        yield Shape(outline(place), WASHES[seat], INKS[seat], 8, HATCHES[seat], INKS[seat], ROUND)
        yield Disc(centre(place.corner), 0.25 * PAGE.unit, WASHES[seat])
        yield Label(initials(header)[seat], centre(place.corner), 0.4 * PAGE.unit, INKS[seat], bold=True)


def _neutrals(position: Position, last: tuple[Move, ...]) -> Iterator[Item]:
    moved_squares = {move.neutral[1] for move in last if move.neutral}
    for square in indices(position.neutrals):
        if square in moved_squares:
            yield Disc(centre(square), DISC + 8, Ink.LAST)
        yield Disc(centre(square), DISC, Ink.NEUTRAL)
        yield Disc(centre(square), 0.55 * DISC, outline=Ink.PAPER, width=5)


def hint_items(hint: Move | None) -> Iterator[Item]:
    """Yield the hinted place and the path of a disc, dashed."""
    if hint is None:
        return
    yield Shape(outline(hint.place, 2 * INSET), outline=Ink.HINT, width=10, radius=0.6 * ROUND, dashed=True)
    if hint.neutral:
        start, goal = map(centre, hint.neutral)
        yield Stroke((towards(start, goal), goal), Ink.HINT, 6, dashed=True, arrow=True)
        yield Disc(goal, DISC, outline=Ink.HINT, width=8, dashed=True)


def partial_move(position: Position, steps: tuple[str, ...]) -> Iterator[Item]:
    """Yield the L's place chosen in the menu, dashed."""
    return hint_items(position.read(steps[-1]) if steps else None)


def towards(start: Point, goal: Point) -> Point:
    """Return the point on the rim of a disc at `start` that faces `goal`."""
    share = 1.2 * DISC / math.dist(start, goal)
    return start[0] + share * (goal[0] - start[0]), start[1] + share * (goal[1] - start[1])


def _alt_text(position: Position, last: tuple[Move, ...], hint: Move | None) -> Iterator[Phrase]:
    yield from _title(position)
    yield from alt.standing(position, last, hint)
    if position.variant is Variant.SCORING:
        yield alt.score(position)
    for seat, bits in zip(Seat, position.ls, strict=True):
        yield Phrase("lgame-piece", player=str(seat), squares=" ".join(squares(bits)))
    yield Phrase("lgame-neutrals", squares=" ".join(squares(position.neutrals)))


def move_effects(before: Position, move: object, after: Position) -> Iterator[Phrase]:
    """Yield the points a move scored, or the block that set the pieces back to the start."""
    player, opponent = str(before.turn), str(before.turn.opponent)
    points = sum(after.score) - sum(before.score)
    if points >= BLOCKING_SCORES:
        yield Phrase("lgame-blocked", player=player, other=opponent, points=points)
    elif points:
        yield Phrase("lgame-scored", player=player, points=points)


def threats(position: Position) -> Iterator[Phrase]:
    """Yield the players whose L has few legal places left."""
    for seat, (own_l, opposing_l) in zip(Seat, (position.ls, position.ls[::-1]), strict=True):
        if 0 < len(free_places(own_l, opposing_l, position.neutrals)) <= FEW:
            yield Phrase("nearly-blocked", player=str(seat))


def _title(position: Position) -> Iterator[Phrase]:
    if position.variant is Variant.SCORING:
        yield Phrase("lgame-scoring", painted=" ".join(squares(PAINTED)), target=position.target)
    else:
        yield Phrase("lgame-symmetry" if position.variant is Variant.SYMMETRY else "lgame-board")
