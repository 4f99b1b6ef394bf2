"""A game in an inline message: its board in characters, for no picture goes there, over buttons for all moves."""

from __future__ import annotations

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
from bot.core.view.names import in_words, names


def inline_board(
    session: Session,
    speech: Speech,
    here: Chat,
    link: str = "",
    steps: Sequence[str] = (),
    more: FinishedButtons = no_buttons,
) -> Message:
    """The newest state of a game, some `steps` on the way to a move; a `link` leads to the private chat.

    Everybody in the chat sees the menu, and only who is to move leads it on.
    """
    shown = public_message(session, speech, here, link, more)
    if session.stage not in (Stage.RUNNING, Stage.OVER):
        return replace(shown, picture=None, mention=None)
    seats, menu = names(session, speech), _menu(session, speech, steps)
    legend = " ".join(in_words(phrase, speech, seats) for phrase in session.rules.text.legend(session.position))
    grid = session.rules.text.board(session.position)
    said = shown.text.removesuffix(shown.small).rstrip("\n")
    lines = (said, menu.text if menu and steps else "", legend, grid, shown.small)
    picks = as_board(menu.buttons, f"/pick {buttons.tag(session)}") if menu else ()
    rows = (*buttons.of_inline(session, speech, picks, bool(steps), more), *buttons.to_own_chat(link, speech))
    return replace(shown, text="\n".join(filter(None, lines)), picture=None, buttons=rows, mention=None, grid=grid)


def _menu(session: Session, speech: Speech, steps: Sequence[str]) -> Message | None:
    """The next step on the way to a person's move."""
    if not isinstance(session.on_turn, Person) or session.rules.menu is None:
        return None
    menu = session.rules.menu(session.position, tuple(steps))
    return answers.picks(session, menu, steps, speech) if menu.picks else None


def with_question(shown: Message, question: Message, session: Session, speech: Speech) -> Message:
    """A question to one of the players, in the place of the menu of moves."""
    rows = (*question.buttons, buttons.back_to_board(session, speech))
    text = f"{shown.text}\n{question.text}"
    return replace(shown, text=text, buttons=rows, small="")


_PLACE = re.compile(r"([a-z])(\d+)")
_WIDEST = 8
"""Buttons that stand in a row on a phone."""
_TAKEN = "·"


def as_board(rows: tuple[Row, ...], types: str) -> tuple[Row, ...]:
    """A row for each row of the board, where all buttons are for places of one that is not too wide; else as it was.

    A place without a button has one without a name, which `types` something harmless.
    """
    found = {(place[1], int(place[2])): b for row in rows for b in row if (place := _PLACE.fullmatch(b.label))}
    columns, lines = sorted({column for column, _ in found}), sorted({line for _, line in found}, reverse=True)
    is_of_places = len(found) == sum(map(len, rows)) and 4 * len(found) > len(columns) * len(lines)
    if not (is_of_places and 2 < len(columns) <= _WIDEST and len(lines) > 2):
        return rows
    taken = Button(_TAKEN, types)
    return tuple(tuple(found.get((column, line), taken) for column in columns) for line in lines)
