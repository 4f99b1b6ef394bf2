"""The ways in which a move is entered on Telegram."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

from bot.core.game.session import Session
from tests.bot.platforms.telegram.people import Human
from tests.bot.platforms.telegram.places import Chat, Inline, Place, Spot, until
from tests.bot.platforms.telegram.town import Post


class Input(StrEnum):
    """How somebody enters a move."""

    COMMAND = "command"
    BUTTON = "button"
    MENU = "menu"
    MENTION = "mention"
    REPLY = "reply"
    BARE = "bare text"
    EDITED = "edited message"
    PRESS = "inline press"
    GUEST = "guest"


_MOST_STEPS = 9
Menus = Mapping[tuple[object, ...], Post]
_ELSEWHERE = (Input.PRESS, Input.GUEST)
_HEARS_MENTIONS = (Place.PRIVATE, Place.HEARING, Place.SUPERGROUP)


def inputs_at(place: Place) -> tuple[Input, ...]:
    """Return the ways that there are in a place."""
    return tuple(by for by in Input if (by in _ELSEWHERE) == (place is Place.ELSEWHERE))


def is_heard(by: Input, place: Place) -> bool:
    """Return whether the bot is told of it, and takes it for a move."""
    if by is Input.MENTION:
        return place in _HEARS_MENTIONS
    return by is not Input.BARE or place is Place.PRIVATE


async def enter(spot: Spot, who: Human, by: Input, session: Session, move: str) -> None:
    """Enter a move."""
    board = await spot.board()
    if isinstance(spot, Inline):
        if by is Input.GUEST:
            who.names(f"{move}")
        else:
            await _press(spot, who, board, session, move)
        return
    assert isinstance(spot, Chat)
    match by:
        case Input.COMMAND:
            spot.says(who, f"/move {move}")
        case Input.BUTTON:
            await _press(spot, who, board, session, move)
        case Input.MENU:
            menus = _menus(spot, who, session)
            spot.says(who, f"/pick {session.code}@{session.ply}")
            menu = await _new_menu(spot, who, session, menus)
            await _press(spot, who, menu, session, move)
        case Input.MENTION:
            spot.says(who, f"@{spot.town.me['username']} {move}")
        case Input.REPLY:
            spot.says(who, move, to=board)
        case Input.BARE:
            spot.says(who, move)
        case _:
            mistyped = spot.says(who, "/move z99")
            await spot.quiet()
            who.edits(mistyped, f"/move {move}")
            offered = await until(lambda: next((post for post in spot.seen_by(who) if _offers(post, move)), None))
            who.presses(offered, move)


def _offers(post: Post, move: str) -> bool:
    """Return whether a button plays a move at once."""
    return post.buttons.get(move, "").startswith("/move")


async def _press(spot: Spot, who: Human, post: Post, session: Session, move: str) -> None:
    """Press the button of a move, or what leads to one."""
    for _ in range(_MOST_STEPS):
        steps, menus = _steps(post, session), _menus(spot, who, session)
        label = _nearest(steps, move)
        await who.presses(post, label).toast()
        if steps[label].startswith("/move"):
            return
        if halves := _halves(steps, move):
            await who.presses(post, next(half for half in halves if half != label)).toast()
            return
        post = await _new_menu(spot, who, session, menus)


async def press_once(spot: Spot, who: Human, session: Session, move: str) -> tuple[bool, bool]:
    """Press the button of a move, or what leads to one; return whether it is the move, and whether an answer is seen.

    The answer is a toast, or the board with the next choices.
    """
    board = await spot.board()
    steps = _steps(board, session)
    label = _nearest(steps, move)
    toast = await who.presses(board, label).toast()
    await spot.quiet()
    return steps[label].startswith("/move"), bool(toast.text) or (await spot.board()).buttons != board.buttons


async def _new_menu(spot: Spot, who: Human, session: Session, menus: Menus) -> Post:
    """Return a menu of moves as soon as one is there, or says something else than before."""

    def found() -> Post | None:
        new = (post for name, post in _menus(spot, who, session).items() if name not in menus)
        return next(new, None)

    return await until(found)


def _menus(spot: Spot, who: Human, session: Session) -> Menus:
    """Return all that somebody sees with buttons that lead to a move, by id and buttons, the newest first."""
    posts = spot.seen_by(who) if isinstance(spot, Chat) else spot.posts()
    return {(post.json.get("message_id"), *steps): post for post in posts if (steps := _steps(post, session))}


def _steps(post: Post, session: Session) -> dict[str, str]:
    """Return the buttons that lead to a move from the newest position, or are one."""
    ahead = re.compile(rf"/(?:move|pick) {session.code}@{session.ply}(?: |$)")
    return {label: text for label, text in post.buttons.items() if ahead.match(text)}


def _halves(steps: dict[str, str], move: str) -> list[str]:
    """Return the labels of the two halves of a move, where the board shows both."""
    words = (*move.split(" "), "keep")[:2]
    return [label for label, text in steps.items() if text.rpartition(" ")[2] in {f"+{word}" for word in words}]


def _nearest(steps: dict[str, str], move: str) -> str:
    """Return the label of the move, else of what is a part of it, else of the first move or step."""
    parts = {*move.split(" "), *re.split(r"[ -]", move)}
    exact = (label for label, text in steps.items() if text.startswith("/move") and text.endswith(f" {move}"))
    part = (label for label in steps if label in parts)
    any_move = (label for label, text in steps.items() if text.startswith("/move"))
    return next(exact, None) or next(part, None) or next(any_move, None) or next(iter(steps))
