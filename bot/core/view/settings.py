"""Settings menus: a chat's, for administrators, and a person's, for reminders."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.core.commands import settings as chat
from bot.core.commands.personal import Way
from bot.core.game.clocks import read_pace
from bot.core.game.instants import Instant
from bot.core.game.terms import PACES
from bot.core.language.speech import Speech, language_names
from bot.core.ports.platform import IN_PLACE, PRIVATE, Button, Envelope, Message
from bot.core.view.buttons import CHECK_MARK, Row, button, notice
from bot.core.view.names import span, typed_pace
from engines import GAMES

_USUAL = {
    chat.GAMES_HERE: chat.ALL,
    chat.THREADS: "no",
    chat.MENTIONS: "yes",
    chat.OLD: chat.DELETE,
    chat.CHALLENGE: chat.ALL,
    chat.COOLDOWN: chat.NONE,
    chat.LANGUAGE: "",
    chat.ZONE: "",
}


@dataclass(frozen=True)
class Scope:
    """The scope of a settings menu: the server too if `has_server`, only the server if `everywhere`."""

    has_server: bool = False
    everywhere: bool = False


def board_style(in_words: bool, speech: Speech) -> Message:
    """Say whether boards come as pictures or in words, with a button that switches."""
    if in_words:
        switch = button("in-pictures", "/board always off", speech)
        return notice("boards-in-words", speech, switch, envelope=IN_PLACE)
    return notice("boards-in-pictures", speech, button("in-words", "/board always text", speech), envelope=IN_PLACE)


def menu(
    chosen_values: Mapping[str, str],
    more: Sequence[chat.ChatSetting],
    is_admin: bool,
    is_pressed: bool,
    has_threads: bool,
    speech: Speech,
    scope: Scope,
) -> Message:
    """Render the settings, with buttons for people who may change them; `more` are those of features."""
    values = _USUAL | {setting.name: setting.usual for setting in more} | dict(chosen_values)
    values |= {} if has_threads else {chat.THREADS: ""}
    heading = speech.say("settings-of-server") if scope.everywhere else speech.say("settings")
    lines = [heading, *_lines(values, speech), *(setting.line(values, speech) for setting in more)]
    if not is_admin:
        return Message("\n".join((*lines, speech.say("settings-of-administrators"))), envelope=PRIVATE)
    *rows, last = _rows(values, more, speech, scope.everywhere)
    if scope.everywhere:
        on_server = [tuple(replace(each, types=f"{each.types} {chat.SERVER}") for each in row) for row in (*rows, last)]
        *rows, last = on_server
        last = (*last, button("this-channel", "/settings", speech))
    elif scope.has_server:
        last = (*last, button("whole-server", f"/settings {chat.SERVER}", speech))
    envelope = Envelope(private=True, stays=True, update=is_pressed)
    return Message("\n".join(lines), buttons=(*rows, last), envelope=envelope)


def _lines(values: Mapping[str, str], speech: Speech) -> Iterator[str]:
    yes_or_no = {"yes": speech.say("settled-yes"), "no": speech.say("settled-no")}
    no_language = speech.say("each-their-own")
    yield speech.say("settled-language", value=language_names().get(values[chat.LANGUAGE], no_language))
    game_names = (speech.say(f"game-{name}") for name in values[chat.GAMES_HERE].split(","))
    games_here = speech.say("all-games") if values[chat.GAMES_HERE] == chat.ALL else ", ".join(game_names)
    yield speech.say("settled-games", value=games_here)
    if values[chat.THREADS]:
        yield speech.say("settled-threads", value=yes_or_no[values[chat.THREADS]])
    yield speech.say("settled-mentions", value=yes_or_no[values[chat.MENTIONS]])
    yield speech.say("settled-old", value=speech.say(f"old-{values[chat.OLD]}"))
    yield speech.say("settled-time", value=_pace(values[chat.TIME], speech).lower())
    challengers = (
        speech.say("challenge-by-all") if values[chat.CHALLENGE] == chat.ALL else speech.say("challenge-by-admins")
    )
    yield speech.say("settled-challenge", value=challengers)
    wait = _wait(values[chat.COOLDOWN], speech) or speech.say("no-cooldown").lower()
    yield speech.say("settled-cooldown", value=wait)


def _rows(
    values: Mapping[str, str], more: Sequence[chat.ChatSetting], speech: Speech, is_everywhere: bool
) -> Iterator[Row]:
    def choice(name: str, value: str, label: str) -> Button:
        return _button(name, value, label, values[name] == value)

    language, is_threaded = values[chat.LANGUAGE], values[chat.THREADS] == "yes"
    for_threads = _button(chat.THREADS, "no" if is_threaded else "yes", speech.say("button-threads"), is_threaded)
    yield tuple(  # the chosen language is cleared again
        _button(chat.LANGUAGE, chat.NONE if code == language else code, name, code == language)
        for code, name in language_names().items()
    )
    yield tuple(_game(game, values, speech) for game in GAMES)
    yield tuple(choice(chat.TIME, pace, _pace(pace, speech)) for pace in (chat.NONE, *PACES[2:]))
    yield (
        choice(chat.MENTIONS, "yes", speech.say("button-mentions")),
        choice(chat.MENTIONS, "no", speech.say("button-no-mentions")),
        choice(chat.CHALLENGE, chat.ALL, speech.say("button-all-challenge")),
        choice(chat.CHALLENGE, chat.ADMINS, speech.say("button-admins-challenge")),
        *((for_threads,) if values[chat.THREADS] else ()),
    )
    old_buttons = (choice(chat.OLD, value, speech.say(f"button-old-{value}")) for value in (chat.DELETE, chat.FOLD))
    of_features = (each.buttons(values, speech) for each in more if not (is_everywhere and each.is_of_one_chat))
    yield (*old_buttons, *chain.from_iterable(of_features))
    yield tuple(choice(chat.COOLDOWN, wait, _cooldown(wait, speech)) for wait in chat.COOLDOWNS)


def _button(name: str, value: str, label: str, is_on: bool) -> Button:
    return Button(f"{CHECK_MARK * is_on}{label}", f"/settings {name}={value}")


def _game(game: str, values: Mapping[str, str], speech: Speech) -> Button:
    """Return a button that allows or disallows a game in the chat; the last allowed game stays allowed."""
    allowed_games = list(GAMES) if values[chat.GAMES_HERE] == chat.ALL else values[chat.GAMES_HERE].split(",")
    new_games = [each for each in GAMES if (each in allowed_games) != (each == game)] or [game]
    value = chat.ALL if len(new_games) == len(GAMES) else ",".join(new_games)
    return _button(chat.GAMES_HERE, value, speech.say(f"game-{game}"), game in allowed_games)


def _pace(value: str, speech: Speech) -> str:
    return speech.say("time-none") if value == chat.NONE else typed_pace(read_pace(value), speech)


def _cooldown(value: str, speech: Speech) -> str:
    wait = _wait(value, speech)
    return speech.say("button-cooldown", span=wait) if wait else speech.say("no-cooldown")


def _wait(value: str, speech: Speech) -> str:
    """Return the waiting time between a person's challenges, "" if none; odd minutes are given in seconds."""
    if value == chat.NONE:
        return ""
    seconds = int(value.removesuffix("s"))
    return speech.say("cooldown-seconds", seconds=seconds) if seconds % 60 else span(seconds, speech)


def reminder_ways(chosen_way: Way, news: Mapping[str, bool], speech: Speech) -> Message:
    """Say how a person is reminded and which news they get, with buttons for the other ways and all news."""
    ways = tuple(_notify_button(way, way is chosen_way, f"/notify {way}", speech) for way in Way)
    more = tuple(_notify_button(name, on, f"/notify {name}{' off' * on}", speech) for name, on in news.items())
    lines = (speech.say(f"notified-{chosen_way}"), *(speech.say(f"notified-{name}") for name, on in news.items() if on))
    return Message("\n".join(lines), buttons=tuple(filter(None, (ways, more))), envelope=PRIVATE)


def _notify_button(name: str, is_on: bool, types: str, speech: Speech) -> Button:
    return Button(f"{CHECK_MARK * is_on}{speech.say(f'way-{name}')}", types)


def zone_name(zone: str) -> str:
    """Return a zone's offset from UTC; the names of whole-hour zones have the sign reversed."""
    match = re.fullmatch(r"Etc/GMT([-+])([1-9][0-9]?)", zone)
    return f"UTC{'+' if match[1] == '-' else '-'}{match[2]}" if match else zone


def absence_menu(
    seconds_left: Instant, seconds_allowed: Instant, timed_games: int, has_untimed: bool, speech: Speech
) -> Message:
    """Say how long a player is still away, and how much absence is left this quarter.

    `timed_games` counts the games whose clock is paused; `has_untimed`: others only show the absence.
    """
    allowance = span(seconds_allowed, speech) if seconds_allowed >= 60 else speech.say("no-time")
    if seconds_left <= 0:
        return notice("not-away", speech, rest=allowance)
    away, back = span(seconds_left, speech), button("back-now", "/away off", speech)
    if timed_games:
        return notice("away", speech, back, left=away, rest=allowance, n=timed_games)
    if has_untimed:
        return notice("away-untimed", speech, back, left=away, rest=allowance)
    return notice("away-alone", speech, back, left=away, rest=allowance)
