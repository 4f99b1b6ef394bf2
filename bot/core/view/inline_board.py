"""A game in an inline message: its board in characters, since it cannot hold a picture, above a button per move."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.core.game.people import Chat, Person
from bot.core.game.session import Session, Stage
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button, Message
from bot.core.view import answers, buttons
from bot.core.view.boards import public_message
from bot.core.view.buttons import FinishedButtons, Row, no_buttons
from bot.core.view.move_menus import half_rows, menu_after
from bot.core.view.names import in_words, names


def inline_board(
    session: Session,
    speech: Speech,
    here: Chat,
    link: str,
    steps: Sequence[str] = (),
    more: FinishedButtons = no_buttons,
) -> Message:
    """Render the newest state of a game, `steps` into the move menu; a `link` leads to the private chat.

    Everyone in the chat sees the menu, but only the player to move can use it.
    """
    message = public_message(session, speech, here, link, more)
    if session.stage not in (Stage.RUNNING, Stage.OVER):
        return replace(message, picture=None, mention=None)
    step = menu_after(session.rules, session.position, steps) if isinstance(session.on_turn, Person) else None
    menu = answers.move_menu(session, step, steps, speech) if step else None
    halves = half_rows(session, step, speech) if step and not steps else ()
    picks = halves or (as_board(menu.buttons, f"/pick {buttons.tag(session)}") if menu else ())
    seats = names(session, speech)
    legend = " ".join(in_words(phrase, speech, seats) for phrase in session.rules.text.legend(session.position))
    grid = session.rules.text.board(session.position)
    text = message.text.removesuffix(message.layout.small).rstrip("\n")
    lines = (text, menu.text if menu and steps else "", legend, grid, message.layout.small)
    own_chat = ((buttons.button("own-chat", "", speech, link),),) if link else ()
    rows = (*buttons.of_inline(session, speech, picks, bool(steps), more), *own_chat)
    text, layout = "\n".join(filter(None, lines)), replace(message.layout, grid=grid)
    return replace(message, text=text, picture=None, buttons=rows, mention=None, layout=layout)


def with_question(message: Message, question: Message, session: Session, speech: Speech) -> Message:
    """Show a question to one player in place of the move menu."""
    rows = (*question.buttons, (buttons.ply_button("back", "pick", session, speech),))
    layout = replace(message.layout, small="")
    return replace(message, text=f"{message.text}\n{question.text}", buttons=rows, layout=layout)


_PLACE = re.compile(r"([a-z])(\d+)")
_WIDEST = 8
"""Buttons that stand in a row on a phone."""
_TAKEN = "·"


def as_board(rows: tuple[Row, ...], types: str) -> tuple[Row, ...]:
    """Arrange buttons like the board if they name all its places and it is narrow; filler buttons type `types`."""
    all_buttons = [button for row in rows for button in row]
    places = {(place[1], int(place[2])): button for button in all_buttons if (place := _PLACE.fullmatch(button.label))}
    columns = sorted({column for column, _ in places})
    lines = sorted({line for _, line in places}, reverse=True)
    is_of_places = len(places) == len(all_buttons) and 4 * len(places) > len(columns) * len(lines)
    if not (is_of_places and 2 < len(columns) <= _WIDEST and len(lines) > 2):
        return rows
    filler = Button(_TAKEN, types)
    return tuple(tuple(places.get((column, line), filler) for column in columns) for line in lines)
