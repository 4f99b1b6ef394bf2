"""Moves entered in all ways there are on Discord, in any place."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import simcord

from engines import GAMES
from engines.game import AnyPosition
from engines.refusals import Illegal
from tests.bot.platforms.discord.places import OUTSIDE, Board, Place, Spot


class Input(StrEnum):
    """How a move is entered."""

    SLASH = "slash"
    BUTTON = "button"
    MENU = "menu"
    FORM = "form"
    MENTION = "mention"
    REPLY = "reply"
    BARE = "bare text"


_TYPED = frozenset({Input.MENTION, Input.REPLY, Input.BARE})
_ANSWERED_ONLY = frozenset({Place.NO_ATTACH, Place.NO_SEND})
"""Where boards are answers to interactions, to which no reply is heard."""


def is_heard(by: Input, place: Place) -> bool:
    """Return whether Discord lets the bot read a move entered this way in a place."""
    if by not in _TYPED or place is Place.OWN:
        return True
    if by is Input.BARE or place in OUTSIDE or place is Place.NO_VIEW:
        return False
    return by is Input.MENTION or place not in _ANSWERED_ONLY


async def enter(spot: Spot, who: Any, by: Input, position: AnyPosition, game: str, move: str) -> None:
    """Enter a move, on the newest board where it is entered there."""
    board = spot.boards[-1]
    match by:
        case Input.SLASH:
            await spot.slash(who, "move", move=move)
        case Input.FORM:
            form = await who.click(board.message, custom_id=board.presses()[f"/move {tag_of(board)}"])
            await who.submit_modal(form, {"move": move})
        case Input.MENTION:
            await spot.say(who, f"<@{spot.env.backend.bot_user.id}> {move}")
        case Input.REPLY:
            await spot.say(who, move, board)
        case Input.BARE:
            await spot.say(who, move)
        case _:
            await press(spot, who, board, _way_to(game, position, move))


async def press(spot: Spot, who: Any, board: Board, way: Sequence[str]) -> None:
    """Press what leads to a move: at once where the board offers it, else step by step, on the board or in a menu."""
    tag, menu = tag_of(board), board
    for line in (f"/pick {tag} {each}" for each in way[:-1]):
        if await _choose(who, menu, f"/move {tag} {way[-1]}"):
            return
        if line not in (*menu.options(), *menu.presses()):
            menu = spot.answer_seen_by(await _click(who, menu, f"/pick {tag}"))
        step = await _choose(who, menu, line)
        assert step, (way, menu.presses(), menu.options())
        menu = spot.answer_seen_by(step)
    if not await _choose(who, menu, f"/move {tag} {way[-1]}"):
        menu = spot.answer_seen_by(await _click(who, menu, f"/pick {tag}"))
        assert await _choose(who, menu, f"/move {tag} {way[-1]}"), (way, menu.presses(), menu.options())


async def _choose(who: Any, board: Board, text: str) -> simcord.InteractionResult | None:
    """Press what types that, a menu's option or a button, if there is one."""
    if menu := board.options().get(text):
        interaction: simcord.InteractionResult = await who.select(board.message, [text], custom_id=menu)
        return interaction
    return await _click(who, board, text) if text in board.presses() else None


async def _click(who: Any, board: Board, text: str) -> simcord.InteractionResult:
    interaction: simcord.InteractionResult = await who.click(board.message, custom_id=board.presses()[text])
    return interaction


def tag_of(board: Board) -> str:
    """The game and ply that the buttons of a board are for."""
    return next(text.split(" ")[1] for text in (*board.presses(), *board.options()) if "@" in text)


def _way_to(game: str, position: AnyPosition, move: str, steps: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the steps of the game's menu that are chosen one by one, and then a move; () if none lead there."""
    menu = GAMES[game].menu
    assert menu
    picks = menu(position, steps).picks
    for pick in picks:
        if pick.move and _is_same(position, pick.move, move):
            return (pick.move,)
    for pick in picks:
        on = (*(steps[:-1] if pick.replaces_last else steps), pick.step)
        if pick.step and len(on) <= 6 and (way := _way_to(game, position, move, on)):
            return (" ".join(on), *way)
    return ()


def _is_same(position: AnyPosition, one: str, other: str) -> bool:
    try:
        return bool(position.read(one) == position.read(other))
    except Illegal:
        return False
