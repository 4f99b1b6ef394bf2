"""The menu that composes a challenge: the choices, in words and as a command, above the start position's picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from bot.core.commands.setup import Setup, button_text, command_line, fitting_terms, next_start, usual_seat
from bot.core.game.clocks import TIME, read_pace
from bot.core.game.people import Person, Player, Robot
from bot.core.game.terms import NONE, PACES, TERM_SETTINGS, available_terms, with_term
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button, Envelope, Message, Picture
from bot.core.view.buttons import CHECK_MARK, Row, fits, rows, rows_that_fit
from bot.core.view.challenges import start_remarks
from bot.core.view.names import (
    beyond_choices,
    game_title,
    heading_of,
    name_of,
    picture_in_words,
    setting_in_words,
    term_in_words,
    terms_in_words,
    typed_pace,
)
from engines import GAMES
from engines.game import LEVELS, AnyGame, AnyPosition, Seat, Setting
from renderers import DRAWINGS
from renderers.paper import Header


def games(setup: Setup, owner: Person, speech: Speech) -> Message:
    """Ask for the game; earlier choices are kept."""
    all_buttons = (Button(speech.say(f"game-{name}"), button_text(replace(setup, game=name), owner)) for name in GAMES)
    envelope = Envelope(private=True, stays=True, update=setup.pressed)
    return Message(speech.say("which-game"), buttons=rows_that_fit(rows(all_buttons, 2)), envelope=envelope)


def menu(setup: Setup, start: AnyPosition, owner: Person, pace: str, speech: Speech) -> Message:
    """Render the chosen game and its start above all options; `pace` applies unless another is chosen."""
    page = _SetupPage(replace(setup, newest=""), start, owner, pace, speech)
    button_rows, seats = rows_that_fit(page.values() if setup.listed else page.choices()), _seats(page)
    scene = DRAWINGS[setup.game].draw(start, (), None, _heading(page))
    return Message(
        "\n".join(_lines(page, seats)),
        Picture(scene, picture_in_words(scene, speech, seats)),
        buttons=button_rows,
        envelope=Envelope(private=True, stays=True, update=setup.pressed),
    )


def _lines(page: _SetupPage, seats: Mapping[Seat, str]) -> Iterator[str]:
    speech, setup = page.speech, page.setup
    yield game_title(setup.game, page.start.settings.items(), speech)
    if page.seat == "random":
        yield speech.say("setup-random", challenger=page.owner.name, opponent=name_of(setup.opponent, speech))
    else:
        yield speech.say("seats", first=seats[Seat.FIRST], second=seats[Seat.SECOND])
    yield from terms_in_words(fitting_terms(setup), speech)
    seat_against_bot = page.seat if isinstance(setup.opponent, Robot) else None
    yield from start_remarks(page.game, page.start, seats, speech, seat_against_bot)
    line = command_line(setup)
    yield speech.say("setup-typed", line=line) if fits(page.begin) else speech.say("setup-too-long", line=line)
    if setup.listed:
        if more := beyond_choices(page.listed_setting):
            yield speech.say("setup-values", key=page.listed_setting.key, values=more)
    elif not isinstance(setup.opponent, Person):
        yield speech.say("setup-person", key=setup.game)


def _seats(page: _SetupPage) -> dict[Seat, str]:
    """Return who sits where; if chance decides, the seats' own names."""
    if page.seat == "random":
        return {seat: page.speech.say(seat.value) for seat in Seat}
    return {page.seat: page.owner.name, page.seat.opponent: name_of(page.setup.opponent, page.speech)}


def _heading(page: _SetupPage) -> Header:
    if page.seat == "random":
        return Header(*_seats(page).values())
    return heading_of({page.seat: page.owner, page.seat.opponent: page.setup.opponent}, page.speech)


_VALUES_A_PAGE = 12
_LEADS_ON = " …"


@dataclass(frozen=True)
class _SetupPage:
    """The choices so far, the start position, the challenger, the chat's usual pace, and the language."""

    setup: Setup
    start: AnyPosition
    owner: Person
    pace: str
    speech: Speech

    @property
    def game(self) -> AnyGame:
        return GAMES[self.setup.game]

    @property
    def listed_setting(self) -> Setting:
        return next(s for s in (*self.game.settings, *TERM_SETTINGS) if s.key == self.setup.listed)

    @property
    def seat(self) -> Seat | Literal["random"]:
        return self.setup.seat or usual_seat(self.game, self.setup.opponent, self.start.settings)

    @property
    def begin(self) -> Button:
        return Button(self.speech.say("button-start"), button_text(self.setup, self.owner, begin=True))

    def choices(self) -> Iterator[Row]:
        yield tuple(self._opponent_button(Robot(level)) for level in LEVELS)
        opponent = self.setup.opponent if isinstance(self.setup.opponent, Person) else None
        yield tuple(self._opponent_button(player) for player in dict.fromkeys((None, opponent)))
        seats: dict[Seat | Literal["random"], str] = {seat: self.speech.say(seat.value) for seat in Seat}
        seats["random"] = self.speech.say("seat-random")
        yield tuple(self._button(seats[seat], replace(self.setup, seat=seat), seat == self.seat) for seat in seats)
        if not isinstance(self.setup.opponent, Robot):
            yield tuple(self._pace_button(pace) for pace in (NONE, *PACES[1:]))
        offered_terms = available_terms(with_bot=isinstance(self.setup.opponent, Robot))
        terms = (term for term in offered_terms if term.key != TIME)
        yield from rows((self._setting_button(setting) for setting in (*self.game.settings, *terms)), 2)
        other_game = self.speech.say("button-other-game")
        yield self.begin, self._button(other_game, replace(self.setup, game="", settings={}))

    def values(self) -> Iterator[Row]:
        setting, page = self.listed_setting, self.setup.page
        choices = setting.choices[page * _VALUES_A_PAGE : (page + 1) * _VALUES_A_PAGE]
        yield from rows(self._value_button(setting, choice) for choice in choices)
        page_labels = {page - 1: "‹", page + 1: "›"}
        pages = range((len(setting.choices) - 1) // _VALUES_A_PAGE + 1)
        page_buttons = (self._button(page_labels[n], replace(self.setup, page=n)) for n in pages if n in page_labels)
        yield self._button(self.speech.say("button-back"), replace(self.setup, listed="", page=0)), *page_buttons

    def _opponent_button(self, player: Player | None) -> Button:
        spelling = self.setup.mention if isinstance(player, Person) else ""
        setup = replace(self.setup, opponent=player, mention=spelling)
        return self._button(name_of(player, self.speech), setup, player == self.setup.opponent)

    def _pace_button(self, pace: str) -> Button:
        label = self.speech.say("time-none") if pace == NONE else typed_pace(read_pace(pace), self.speech)
        setup = replace(self.setup, terms=with_term(self.setup.terms, TIME, pace))
        return self._button(label, setup, self.setup.terms.get(TIME, self.pace) == pace)

    def _setting_button(self, setting: Setting) -> Button:
        """Return a button to an option's values; an option without a value shows its bounds."""
        label = self._in_words(setting, self._value(setting) or setting.span) + _LEADS_ON
        return self._button(label, replace(self.setup, listed=setting.key))

    def _value_button(self, setting: Setting, choice: str) -> Button:
        """Return a button that picks a value; for a random start, each press draws another one."""
        if setting in TERM_SETTINGS:
            setup = replace(self.setup, terms=with_term(self.setup.terms, setting.key, choice))
        else:
            settings = {**self.setup.settings, setting.key: choice}
            setup = replace(next_start(self.setup), settings=settings, newest=setting.key)
        label, is_chosen = self._in_words(setting, choice), choice == self._value(setting)
        return self._button(label, replace(setup, listed="", page=0), is_chosen)

    def _in_words(self, setting: Setting, value: str) -> str:
        in_words = term_in_words if setting in TERM_SETTINGS else setting_in_words
        return in_words(setting.key, value, self.speech)

    def _value(self, setting: Setting) -> str:
        if setting in TERM_SETTINGS:
            return self.setup.terms.get(setting.key, setting.default)
        return self.setup.settings.get(setting.key) or self.start.settings.get(setting.key, "")

    def _button(self, label: str, setup: Setup, is_chosen: bool = False) -> Button:
        return Button(f"{CHECK_MARK * is_chosen}{label}", button_text(setup, self.owner))
