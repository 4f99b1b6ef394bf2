"""Menus of choices that lead to a move by presses, in a game or an exercise."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field

from bot.core.game.session import Session
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button
from bot.core.view.buttons import Row, button, fits, rows, single_moves, tag
from bot.core.view.names import in_words, move_in_words
from engines.game import AnyGame, AnyPosition
from engines.menus import Menu, Pick
from engines.phrases import Phrase

BACK = "back"
"""The step that leads from the menu on a board back to the board."""
_SHORT, _LONG = 5, 4
"""So many buttons stand in a row on a phone, of short labels and of others."""


@dataclass(frozen=True)
class MenuCommands:
    """The commands typed before a move (`plays`) and before the steps of a menu (`picks`)."""

    plays: str
    picks: str


def menu_after(rules: AnyGame, position: AnyPosition, steps: Sequence[str] = ()) -> Menu | None:
    """Return the menu of a position after some steps; None if it has no choices."""
    menu = rules.menu(position, tuple(steps)) if rules.menu and position.outcome is None else None
    return menu if menu and menu.picks else None


def first_choices(menu: Menu, commands: MenuCommands, speech: Speech) -> tuple[str, Row]:
    """Return the question and choices of a first menu; none if a button cannot hold one of them."""
    row = tuple(_pick_button(pick, (), commands, speech) for pick in menu.picks)
    return (question_in_words(menu, speech), row) if all(map(fits, row)) else ("", ())


def menu_commands(session: Session) -> MenuCommands:
    """Return the commands that play a move and take a menu step in a game's position."""
    return MenuCommands(f"/move {tag(session)}", f"/pick {tag(session)}")


HALF = "+"
"""The beginning of a step that chooses one half of a move, before or after the other half."""
_MOST_HALVES = 50


@dataclass(frozen=True)
class Halves:
    """The two halves of the moves of a position, by their labels: those that come `first`, the others, and the moves.

    There are none where a menu is not of exactly two choices, or too long to stand on a board.
    """

    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    moves: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def move(self, one: str, other: str) -> str:
        """Return the move of two halves in either order; "" if they make none."""
        return self.moves.get((one, other)) or self.moves.get((other, one), "")


def halves_of(rules: AnyGame, position: AnyPosition) -> Halves:
    """Return the halves into which the menu of a position splits its moves."""
    menu = menu_after(rules, position)
    return _halves(rules, position, menu) if menu else Halves()


def _halves(rules: AnyGame, position: AnyPosition, menu: Menu) -> Halves:
    if not all(pick.step for pick in menu.picks) or len(menu.picks) >= _MOST_HALVES:
        return Halves()
    first, pairs = tuple(pick.label for pick in menu.picks), dict[tuple[str, str], str]()
    for pick in menu.picks:
        then = menu_after(rules, position, (pick.step,))
        for other in then.picks if then else ():
            if not other.move or other.label in first:
                return Halves()
            pairs[pick.label, other.label] = other.move
    second = tuple(dict.fromkeys(label for _, label in pairs))
    return Halves(first, second, pairs) if len(first) + len(second) <= _MOST_HALVES else Halves()


def half_rows(session: Session, menu: Menu, speech: Speech) -> tuple[Row, ...]:
    """Return the buttons of the first halves and those of the second, if the first menu of a position has halves.

    If there is only one first half, the buttons of the second play its moves.
    """
    halves, (plays, picks) = _halves(session.rules, session.position, menu), astuple(menu_commands(session))
    if not halves.moves:
        return ()
    if len(halves.first) == 1:
        row = (Button(move_in_words(other, speech), f"{plays} {move}") for (_, other), move in halves.moves.items())
        return (tuple(row),)
    both = (halves.first, halves.second)
    return tuple(
        tuple(Button(move_in_words(label, speech), f"{picks} {HALF}{label}") for label in labels) for labels in both
    )


def session_menu(session: Session, speech: Speech) -> Menu | None:
    """Return the first menu of a position; None if it has no choices, or the board has a button for each move."""
    return None if single_moves(session, speech)[1] else menu_after(session.rules, session.position)


def choice_rows(
    menu: Menu, steps: Sequence[str], commands: MenuCommands, speech: Speech, leaves: str = ""
) -> tuple[Row, ...]:
    """Return the choices of a menu, each of which takes a step or plays a move, and the way back.

    The way back from the second menu types `leaves`, or leads to the first.
    """
    all_buttons = (_pick_button(pick, steps, commands, speech) for pick in menu.picks)
    wide = _SHORT if all(len(pick.label) < _SHORT for pick in menu.picks) else _LONG
    choices = rows(filter(fits, all_buttons), wide)
    before = " ".join((commands.picks, *steps[:-1]))
    back = button("back", before if len(steps) > 1 else leaves or before, speech)
    return (*choices, (back,)) if steps else choices


def question_in_words(menu: Menu, speech: Speech) -> str:
    """Return the question of a menu, after the fault of the move so far."""
    fault = ""
    if menu.fault:  # spelled as on the buttons
        fields = dict(menu.fault.fields)
        fields |= {key: move_in_words(each, speech) for key, each in fields.items() if isinstance(each, str)}
        fault = f"{in_words(Phrase(menu.fault.code, **fields), speech, {})} "
    return fault + speech.say(f"pick-{menu.question}")


def _pick_button(pick: Pick, steps: Sequence[str], commands: MenuCommands, speech: Speech) -> Button:
    if pick.move:
        return Button(move_in_words(pick.label, speech), f"{commands.plays} {pick.move}")
    before = steps[:-1] if pick.replaces_last else steps
    return Button(speech.word("pick", pick.label), " ".join((commands.picks, *before, pick.step)))
