"""Settings menus: of a chat, for administrators; of a person, for reminders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.core.commands.personal import Way
from bot.core.commands.settings import (
    ADMINS,
    ALL,
    CHALLENGE,
    COOLDOWN,
    COOLDOWNS,
    DELETE,
    FOLD,
    GAMES_HERE,
    LANGUAGE,
    MENTIONS,
    NONE,
    OLD,
    SERVER,
    THREADS,
    TIME,
    ZONE,
    ChatSetting,
)
from bot.core.game.clocks import read_pace
from bot.core.game.instants import Instant
from bot.core.game.terms import PACES
from bot.core.language.speech import Speech, language_names
from bot.core.ports.platform import IN_PLACE, PRIVATE, Button, Envelope, Message
from bot.core.view.buttons import CHECK_MARK, Row
from bot.core.view.names import span, typed_pace
from engines import GAMES

_USUAL = {
    LANGUAGE: "",
    GAMES_HERE: ALL,
    THREADS: "no",
    MENTIONS: "yes",
    OLD: DELETE,
    CHALLENGE: ALL,
    COOLDOWN: NONE,
    ZONE: "",
}


@dataclass(frozen=True)
class Scope:
    """Whether the chat's server has settings too (`has_server`), and whether the menu shows those (`everywhere`)."""

    has_server: bool = False
    everywhere: bool = False


def board_style(in_words: bool, speech: Speech) -> Message:
    """Say whether boards come as pictures or in words, with a button that switches."""
    text = speech.say("boards-in-words") if in_words else speech.say("boards-in-pictures")
    label = speech.say("button-in-pictures") if in_words else speech.say("button-in-words")
    switch = Button(label, f"/board always {'off' if in_words else 'text'}")
    return Message(text, buttons=((switch,),), envelope=IN_PLACE)


def menu(
    chosen_values: Mapping[str, str],
    more: Sequence[ChatSetting],
    is_admin: bool,
    is_pressed: bool,
    has_threads: bool,
    speech: Speech,
    scope: Scope,
) -> Message:
    """Render the current settings, with buttons for people who may change them; `more` are the settings of features.

    Without `has_threads`, games cannot have their own threads there.
    """
    defaults = {**_USUAL, **{setting.name: setting.usual for setting in more}}
    values = {**defaults, **chosen_values} if has_threads else {**defaults, **chosen_values, THREADS: ""}
    heading = speech.say("settings-of-server") if scope.everywhere else speech.say("settings")
    lines = [heading, *_lines(values, speech), *(setting.line(values, speech) for setting in more)]
    if not is_admin:
        return Message("\n".join((*lines, speech.say("settings-of-administrators"))), envelope=PRIVATE)
    buttons = tuple(_scope_rows(_rows(values, more, speech, scope.everywhere), scope, speech))
    return Message("\n".join(lines), buttons=buttons, envelope=Envelope(private=True, stays=True, update=is_pressed))


def _scope_rows(rows: Iterator[Row], scope: Scope, speech: Speech) -> Iterator[Row]:
    """Make the buttons act on the server while its settings are shown, and add a switch to the other scope."""
    *first_rows, last = rows
    for row in (*first_rows, last):
        scoped_row = tuple(replace(each, types=f"{each.types} {SERVER}") for each in row) if scope.everywhere else row
        yield (*scoped_row, *(_other_scope_row(scope, speech) if row is last else ()))


def _other_scope_row(scope: Scope, speech: Speech) -> Row:
    if scope.everywhere:
        return (Button(speech.say("button-this-channel"), "/settings"),)
    return (Button(speech.say("button-whole-server"), f"/settings {SERVER}"),) if scope.has_server else ()


def _lines(values: Mapping[str, str], speech: Speech) -> Iterator[str]:
    no_language = speech.say("each-their-own")
    yield speech.say("settled-language", value=language_names().get(values[LANGUAGE], no_language))
    yield speech.say("settled-games", value=_games_in_words(values[GAMES_HERE], speech))
    if values[THREADS]:
        yield speech.say("settled-threads", value=_yes_or_no(values[THREADS], speech))
    yield speech.say("settled-mentions", value=_yes_or_no(values[MENTIONS], speech))
    yield speech.say("settled-old", value=speech.say(f"old-{values[OLD]}"))
    yield speech.say("settled-time", value=_pace(values[TIME], speech).lower())
    challengers = speech.say("challenge-by-all") if values[CHALLENGE] == ALL else speech.say("challenge-by-admins")
    yield speech.say("settled-challenge", value=challengers)
    yield speech.say("settled-cooldown", value=_wait(values[COOLDOWN], speech) or speech.say("no-cooldown").lower())


def _rows(values: Mapping[str, str], more: Sequence[ChatSetting], speech: Speech, is_everywhere: bool) -> Iterator[Row]:
    yield tuple(_language(code, name, values) for code, name in language_names().items())
    yield tuple(_game(game, values, speech) for game in GAMES)
    yield tuple(_button(TIME, pace, _pace(pace, speech), values) for pace in (NONE, *PACES[2:]))
    yield (
        _button(MENTIONS, "yes", speech.say("button-mentions"), values),
        _button(MENTIONS, "no", speech.say("button-no-mentions"), values),
        _button(CHALLENGE, ALL, speech.say("button-all-challenge"), values),
        _button(CHALLENGE, ADMINS, speech.say("button-admins-challenge"), values),
        *_threads(values, speech),
    )
    old_buttons = (_button(OLD, value, speech.say(f"button-old-{value}"), values) for value in (DELETE, FOLD))
    feature_buttons = (
        setting.buttons(values, speech) for setting in more if not (is_everywhere and setting.is_of_one_chat)
    )
    yield (*old_buttons, *chain.from_iterable(feature_buttons))
    yield tuple(_button(COOLDOWN, wait, _cooldown(wait, speech), values) for wait in COOLDOWNS)


def _button(name: str, value: str, label: str, values: Mapping[str, str]) -> Button:
    return Button(f"{CHECK_MARK * (values[name] == value)}{label}", f"/settings {name}={value}")


def _language(code: str, name: str, values: Mapping[str, str]) -> Button:
    """Return a button that sets the chat's language, or clears it again."""
    button = _button(LANGUAGE, code, name, values)
    return replace(button, types=f"/settings {LANGUAGE}={NONE}") if values[LANGUAGE] == code else button


def _threads(values: Mapping[str, str], speech: Speech) -> Row:
    """Return a button that turns threads for games on or off."""
    if not (current := values[THREADS]):
        return ()
    label, next_value = speech.say("button-threads"), "no" if current == "yes" else "yes"
    return (Button(f"{CHECK_MARK * (current == 'yes')}{label}", f"/settings {THREADS}={next_value}"),)


def _game(game: str, values: Mapping[str, str], speech: Speech) -> Button:
    """Return a button that allows or disallows a game in the chat; the last one stays allowed."""
    allowed_games = list(GAMES) if values[GAMES_HERE] == ALL else values[GAMES_HERE].split(",")
    new_games = [each for each in GAMES if (each in allowed_games) != (each == game)] or [game]
    value = ALL if len(new_games) == len(GAMES) else ",".join(new_games)
    return Button(
        f"{CHECK_MARK * (game in allowed_games)}{speech.say(f'game-{game}')}", f"/settings {GAMES_HERE}={value}"
    )


def _games_in_words(value: str, speech: Speech) -> str:
    if value == ALL:
        return speech.say("all-games")
    return ", ".join(speech.say(f"game-{name}") for name in value.split(","))


def _pace(value: str, speech: Speech) -> str:
    return speech.say("time-none") if value == NONE else typed_pace(read_pace(value), speech)


def _yes_or_no(value: str, speech: Speech) -> str:
    return speech.say("settled-yes") if value == "yes" else speech.say("settled-no")


def _cooldown(value: str, speech: Speech) -> str:
    wait = _wait(value, speech)
    return speech.say("button-cooldown", span=wait) if wait else speech.say("no-cooldown")


def _wait(value: str, speech: Speech) -> str:
    """Return how long a person waits between challenges, "" if not at all; odd minutes are given in seconds."""
    if value == NONE:
        return ""
    seconds = int(value.removesuffix("s"))
    return speech.say("cooldown-seconds", seconds=seconds) if seconds % 60 else span(seconds, speech)


def reminder_ways(chosen_way: Way, speech: Speech) -> Message:
    """Say how a person is reminded, with buttons for the other ways."""
    labels = ((way, speech.say(f"way-{way}")) for way in Way)
    row = tuple(Button(f"{CHECK_MARK * (way is chosen_way)}{label}", f"/notify {way}") for way, label in labels)
    return Message(speech.say(f"notified-{chosen_way}"), buttons=(row,), envelope=PRIVATE)


def time_zone(name: str, quiet_hours: tuple[str, str], speech: Speech) -> Message:
    """Confirm the time zone and its quiet hours."""
    return Message(
        speech.say("time-zone", zone=zone_name(name), begins=quiet_hours[0], ends=quiet_hours[1]), envelope=PRIVATE
    )


def zone_name(zone: str) -> str:
    """Return a zone's offset from UTC; the names of whole-hour zones have the sign reversed."""
    match = re.fullmatch(r"Etc/GMT([-+])([1-9][0-9]?)", zone)
    return f"UTC{'+' if match[1] == '-' else '-'}{match[2]}" if match else zone


def absence_menu(
    seconds_left: Instant, seconds_allowed: Instant, timed_games: int, has_untimed: bool, speech: Speech
) -> Message:
    """Say how long a player is still away, and how long they may be this quarter.

    `timed_games` counts the games whose clock is paused; `has_untimed`: others only show the absence.
    """
    allowance = span(seconds_allowed, speech) if seconds_allowed >= 60 else speech.say("no-time")
    if seconds_left <= 0:
        return Message(speech.say("not-away", rest=allowance), envelope=PRIVATE)
    row = (Button(speech.say("button-back-now"), "/away off"),)
    fields = {"left": span(seconds_left, speech), "rest": allowance}
    untimed_text = speech.say("away-untimed", **fields) if has_untimed else speech.say("away-alone", **fields)
    return Message(
        speech.say("away", **fields, n=timed_games) if timed_games else untimed_text, buttons=(row,), envelope=PRIVATE
    )
