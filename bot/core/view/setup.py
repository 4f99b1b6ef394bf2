"""The menu that leads to a challenge: what is chosen, in words and as a line to type, over the start's picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from bot.core.commands.setup import Setup, button_text, command_line, fitting_terms, next_start, usual_seat
from bot.core.game.clocks import TIME, read_pace
from bot.core.game.people import Person, Player, Robot
from bot.core.game.terms import NONE, PACES, TERM_SETTINGS, available_terms, with_term
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button, Envelope, Message, Picture
from bot.core.view.buttons import CHOSEN, Row, fits, rows
from bot.core.view.challenges import remarks, why_bot_begins
from bot.core.view.names import game_title, heading_of, name_of, picture_in_words, setting_in_words, typed_pace
from bot.core.view.options import agreed, beyond_choices, term_in_words
from engines import GAMES
from engines.game import LEVELS, AnyGame, AnyPosition, Seat, Setting
from renderers import DRAWINGS
from renderers.paper import Header


def games(chosen: Setup, owner: Person, speech: Speech) -> Message:
    """Which game; what else is chosen already is kept."""
    made = (Button(speech.say(f"game-{name}"), button_text(replace(chosen, game=name), owner)) for name in GAMES)
    shown = fitting(rows(made, 2))
    return Message(
        speech.say("which-game"), buttons=shown, envelope=Envelope(private=True, stays=True, update=chosen.pressed)
    )


def menu(chosen: Setup, start: AnyPosition, owner: Person, pace: str, speech: Speech) -> Message:
    """What is chosen and its start, above all that can be chosen; `pace` holds unless another is chosen."""
    page = Choosing(replace(chosen, newest=""), start, owner, pace, speech)
    shown, seats = page.rows(), _seats(page)
    scene = DRAWINGS[chosen.game].draw(start, (), None, _heading(page))
    return Message(
        "\n".join(_told(page, seats)),
        Picture(scene, picture_in_words(scene, speech, seats)),
        buttons=shown,
        envelope=Envelope(private=True, stays=True, update=chosen.pressed),
    )


def _told(page: Choosing, seats: Mapping[Seat, str]) -> Iterator[str]:
    """The choice, what is worth knowing of it, how it is typed, and what else can be typed."""
    speech, chosen = page.speech, page.chosen
    yield game_title(chosen.game, page.start.settings.items(), speech)
    yield _seats_in_words(page, seats)
    yield from agreed(fitting_terms(chosen), speech)
    yield from remarks(page.game, page.start, seats, speech)
    if isinstance(chosen.opponent, Robot):
        yield from why_bot_begins(page.game, page.start, page.seat, seats, speech)
    typed = command_line(chosen)
    yield speech.say("setup-typed", line=typed) if fits(page.begin) else speech.say("setup-too-long", line=typed)
    if chosen.listed:
        if more := beyond_choices(page.listed):
            yield speech.say("setup-values", key=page.listed.key, values=more)
    elif not isinstance(chosen.opponent, Person):
        yield speech.say("setup-person", key=chosen.game)


def _seats(page: Choosing) -> dict[Seat, str]:
    """Who sits where; where chance decides, the seats are called by their own names."""
    if page.seat == "random":
        return {seat: page.speech.say(seat.value) for seat in Seat}
    return {page.seat: page.owner.name, page.seat.opponent: name_of(page.chosen.opponent, page.speech)}


def _heading(page: Choosing) -> Header:
    if page.seat == "random":
        return Header(*_seats(page).values())
    return heading_of({page.seat: page.owner, page.seat.opponent: page.chosen.opponent}, page.speech)


def _seats_in_words(page: Choosing, seats: Mapping[Seat, str]) -> str:
    if page.seat != "random":
        return page.speech.say("seats", first=seats[Seat.FIRST], second=seats[Seat.SECOND])
    opponent = name_of(page.chosen.opponent, page.speech)
    return page.speech.say("setup-random", challenger=page.owner.name, opponent=opponent)


_VALUES_A_PAGE = 12
_LEADS_ON = " …"


@dataclass(frozen=True)
class Choosing:
    """What is chosen so far, the start that it would begin, who chooses, the usual pace here, and in which words."""

    chosen: Setup
    start: AnyPosition
    owner: Person
    pace: str
    speech: Speech

    @property
    def game(self) -> AnyGame:
        """The rules of the game that is chosen."""
        return GAMES[self.chosen.game]

    @property
    def terms(self) -> tuple[Setting, ...]:
        """What else can be agreed on with this opponent, besides the time."""
        offered = available_terms(with_bot=isinstance(self.chosen.opponent, Robot))
        return tuple(term for term in offered if term.key != TIME)

    @property
    def listed(self) -> Setting:
        """The option whose values are shown."""
        return next(s for s in (*self.game.settings, *TERM_SETTINGS) if s.key == self.chosen.listed)

    @property
    def seat(self) -> Seat | Literal["random"]:
        """Where the challenger would sit."""
        return self.chosen.seat or usual_seat(self.game, self.chosen.opponent, self.start.settings)

    @property
    def begin(self) -> Button:
        """The button that begins what is chosen."""
        return Button(self.speech.say("button-start"), button_text(self.chosen, self.owner, begin=True))

    def rows(self) -> tuple[Row, ...]:
        """The values of the option that is listed, or everything there is to choose; without what fits in no button."""
        return fitting(self._values() if self.chosen.listed else self._choices())

    def _choices(self) -> Iterable[Row]:
        yield tuple(self._against(Robot(level)) for level in LEVELS)
        named = self.chosen.opponent if isinstance(self.chosen.opponent, Person) else None
        yield tuple(self._against(player) for player in dict.fromkeys((None, named)))
        yield tuple(self._at(seat) for seat in (*Seat, "random"))
        if not isinstance(self.chosen.opponent, Robot):
            yield tuple(self._timed(pace) for pace in (NONE, *PACES[1:]))
        yield from rows((self._leading_to(setting) for setting in (*self.game.settings, *self.terms)), 2)
        yield (
            self.begin,
            self._leading(self.speech.say("button-other-game"), replace(self.chosen, game="", settings={})),
        )

    def _values(self) -> Iterable[Row]:
        setting = self.listed
        at, page = self.chosen.page * _VALUES_A_PAGE, self.chosen.page
        yield from rows(self._valued(setting, choice) for choice in setting.choices[at : at + _VALUES_A_PAGE])
        beside = {page - 1: "‹", page + 1: "›"}
        pages = range((len(setting.choices) - 1) // _VALUES_A_PAGE + 1)
        turns = (self._leading(beside[n], replace(self.chosen, page=n)) for n in pages if n in beside)
        yield self._leading(self.speech.say("button-back"), replace(self.chosen, listed="", page=0)), *turns

    def _against(self, player: Player | None) -> Button:
        spelled = self.chosen.mention if isinstance(player, Person) else ""
        chosen = replace(self.chosen, opponent=player, mention=spelled)
        return self._leading(name_of(player, self.speech), chosen, player == self.chosen.opponent)

    def _at(self, seat: Seat | Literal["random"]) -> Button:
        label = self.speech.say("seat-random") if seat == "random" else self.speech.say(seat.value)
        return self._leading(label, replace(self.chosen, seat=seat), seat == self.seat)

    def _timed(self, pace: str) -> Button:
        label = self.speech.say("time-none") if pace == NONE else typed_pace(read_pace(pace), self.speech)
        chosen = replace(self.chosen, terms=with_term(self.chosen.terms, TIME, pace))
        return self._leading(label, chosen, self.chosen.terms.get(TIME, self.pace) == pace)

    def _leading_to(self, setting: Setting) -> Button:
        """To the values of an option; one that says nothing yet is called by its bounds."""
        value = self._value(setting) or setting.span
        in_words = term_in_words if setting in TERM_SETTINGS else setting_in_words
        label = in_words(setting.key, value, self.speech) + _LEADS_ON
        return self._leading(label, replace(self.chosen, listed=setting.key))

    def _valued(self, setting: Setting, choice: str) -> Button:
        """To a value; where a start is made by chance, to another one with each press."""
        if setting in TERM_SETTINGS:
            return self._agreed(setting, choice)
        settings = {**self.chosen.settings, setting.key: choice}
        chosen = replace(next_start(self.chosen), settings=settings, listed="", page=0, newest=setting.key)
        label = setting_in_words(setting.key, choice, self.speech)
        return self._leading(label, chosen, choice == self._value(setting))

    def _agreed(self, term: Setting, choice: str) -> Button:
        chosen = replace(self.chosen, terms=with_term(self.chosen.terms, term.key, choice), listed="", page=0)
        return self._leading(term_in_words(term.key, choice, self.speech), chosen, choice == self._value(term))

    def _value(self, setting: Setting) -> str:
        if setting in TERM_SETTINGS:
            return self.chosen.terms.get(setting.key, setting.default)
        return self.chosen.settings.get(setting.key) or self.start.settings.get(setting.key, "")

    def _leading(self, label: str, chosen: Setup, is_chosen: bool = False) -> Button:
        return Button(f"{CHOSEN * is_chosen}{label}", button_text(chosen, self.owner))


def fitting(made: Iterable[Row]) -> tuple[Row, ...]:
    """The rows of those buttons whose texts are short enough."""
    short = (tuple(filter(fits, row)) for row in made)
    return tuple(row for row in short if row)
