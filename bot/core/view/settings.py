"""Menus of settings: of a chat, for administrators; of a person, how and when they are reminded."""

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
from bot.core.view.buttons import CHOSEN, Row
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
    """Whether a chat `has_server`, which can have settings too, and whether those of `everywhere` on it are shown."""

    has_server: bool = False
    everywhere: bool = False


def boards_read(in_words: bool, speech: Speech) -> Message:
    """How a person's boards come from now on, with a button for the other way."""
    said = speech.say("boards-in-words") if in_words else speech.say("boards-in-pictures")
    label = speech.say("button-in-pictures") if in_words else speech.say("button-in-words")
    other = Button(label, f"/board always {'off' if in_words else 'text'}")
    return Message(said, buttons=((other,),), envelope=IN_PLACE)


def menu(
    settled: Mapping[str, str],
    more: Sequence[ChatSetting],
    may: bool,
    pressed: bool,
    threads: bool,
    speech: Speech,
    scope: Scope,
) -> Message:
    """Return what holds, with buttons for whoever may change it; `more` are the settings of features.

    Without `threads`, games cannot have threads of their own there.
    """
    usual = {**_USUAL, **{setting.name: setting.usual for setting in more}}
    holds = {**usual, **settled} if threads else {**usual, **settled, THREADS: ""}
    heading = speech.say("settings-of-server") if scope.everywhere else speech.say("settings")
    lines = [heading, *_lines(holds, speech), *(setting.line(holds, speech) for setting in more)]
    if not may:
        return Message("\n".join((*lines, speech.say("settings-of-administrators"))), envelope=PRIVATE)
    buttons = tuple(_scoped(_rows(holds, more, speech, scope.everywhere), scope, speech))
    return Message("\n".join(lines), buttons=buttons, envelope=Envelope(private=True, stays=True, update=pressed))


def _scoped(rows: Iterator[Row], scope: Scope, speech: Speech) -> Iterator[Row]:
    """The buttons settle for the server while that is looked at; the last one looks at the other."""
    *others, last = rows
    for row in (*others, last):
        about = tuple(replace(each, types=f"{each.types} {SERVER}") for each in row) if scope.everywhere else row
        yield (*about, *(_other(scope, speech) if row is last else ()))


def _other(scope: Scope, speech: Speech) -> Row:
    if scope.everywhere:
        return (Button(speech.say("button-this-channel"), "/settings"),)
    return (Button(speech.say("button-whole-server"), f"/settings {SERVER}"),) if scope.has_server else ()


def _lines(holds: Mapping[str, str], speech: Speech) -> Iterator[str]:
    own = speech.say("each-their-own")
    yield speech.say("settled-language", value=language_names().get(holds[LANGUAGE], own))
    yield speech.say("settled-games", value=_games_in_words(holds[GAMES_HERE], speech))
    if holds[THREADS]:
        yield speech.say("settled-threads", value=_yes_or_no(holds[THREADS], speech))
    yield speech.say("settled-mentions", value=_yes_or_no(holds[MENTIONS], speech))
    yield speech.say("settled-old", value=speech.say(f"old-{holds[OLD]}"))
    yield speech.say("settled-time", value=_pace(holds[TIME], speech).lower())
    challenged = speech.say("challenge-by-all") if holds[CHALLENGE] == ALL else speech.say("challenge-by-admins")
    yield speech.say("settled-challenge", value=challenged)
    yield speech.say("settled-cooldown", value=_wait(holds[COOLDOWN], speech) or speech.say("no-cooldown").lower())


def _rows(holds: Mapping[str, str], more: Sequence[ChatSetting], speech: Speech, everywhere: bool) -> Iterator[Row]:
    yield tuple(_language(code, name, holds) for code, name in language_names().items())
    yield tuple(_game(game, holds, speech) for game in GAMES)
    yield tuple(_button(TIME, pace, _pace(pace, speech), holds) for pace in (NONE, *PACES[2:]))
    yield (
        _button(MENTIONS, "yes", speech.say("button-mentions"), holds),
        _button(MENTIONS, "no", speech.say("button-no-mentions"), holds),
        _button(CHALLENGE, ALL, speech.say("button-all-challenge"), holds),
        _button(CHALLENGE, ADMINS, speech.say("button-admins-challenge"), holds),
        *_threads(holds, speech),
    )
    old = (_button(OLD, value, speech.say(f"button-old-{value}"), holds) for value in (DELETE, FOLD))
    added = (setting.buttons(holds, speech) for setting in more if not (everywhere and setting.is_of_one_chat))
    yield (*old, *chain.from_iterable(added))
    yield tuple(_button(COOLDOWN, wait, _cooldown(wait, speech), holds) for wait in COOLDOWNS)


def _button(name: str, value: str, label: str, holds: Mapping[str, str]) -> Button:
    return Button(f"{CHOSEN * (holds[name] == value)}{label}", f"/settings {name}={value}")


def _language(code: str, name: str, holds: Mapping[str, str]) -> Button:
    """A press chooses a language for the chat, or lets each challenger speak their own again."""
    button = _button(LANGUAGE, code, name, holds)
    return replace(button, types=f"/settings {LANGUAGE}={NONE}") if holds[LANGUAGE] == code else button


def _threads(holds: Mapping[str, str], speech: Speech) -> Row:
    """A press lets games have threads of their own, or no longer."""
    if not (now := holds[THREADS]):
        return ()
    label, other = speech.say("button-threads"), "no" if now == "yes" else "yes"
    return (Button(f"{CHOSEN * (now == 'yes')}{label}", f"/settings {THREADS}={other}"),)


def _game(game: str, holds: Mapping[str, str], speech: Speech) -> Button:
    """A press takes a game out of the chat, or lets it in again; one stays."""
    here = list(GAMES) if holds[GAMES_HERE] == ALL else holds[GAMES_HERE].split(",")
    after = [each for each in GAMES if (each in here) != (each == game)] or [game]
    value = ALL if len(after) == len(GAMES) else ",".join(after)
    return Button(f"{CHOSEN * (game in here)}{speech.say(f'game-{game}')}", f"/settings {GAMES_HERE}={value}")


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
    """How long challenges wait for one another, "" if they do not; what is no whole minutes is said in seconds."""
    if value == NONE:
        return ""
    seconds = int(value.removesuffix("s"))
    return speech.say("cooldown-seconds", seconds=seconds) if seconds % 60 else span(seconds, speech)


def reminder_ways(now_chosen: Way, speech: Speech) -> Message:
    """How a person is reminded, and how else they could be."""
    labels = ((way, speech.say(f"way-{way}")) for way in Way)
    row = tuple(Button(f"{CHOSEN * (way is now_chosen)}{label}", f"/notify {way}") for way, label in labels)
    return Message(speech.say(f"notified-{now_chosen}"), buttons=(row,), envelope=PRIVATE)


def time_zone(name: str, quiet: tuple[str, str], speech: Speech) -> Message:
    """Which zone holds, and what follows."""
    return Message(speech.say("time-zone", zone=zone_name(name), begins=quiet[0], ends=quiet[1]), envelope=PRIVATE)


def zone_name(zone: str) -> str:
    """Return how far a zone of whole hours is ahead of universal time, for its own name says the opposite."""
    found = re.fullmatch(r"Etc/GMT([-+])([1-9][0-9]?)", zone)
    return f"UTC{'+' if found[1] == '-' else '-'}{found[2]}" if found else zone


def absence_menu(left: Instant, rest: Instant, timed: int, others: bool, speech: Speech) -> Message:
    """How long a player is still away, and how long they may be this quarter; in how many games a clock stands for it,
    and whether there are others in which it is known."""
    days = span(rest, speech) if rest >= 60 else speech.say("no-time")
    if left <= 0:
        return Message(speech.say("not-away", rest=days), envelope=PRIVATE)
    row = (Button(speech.say("button-back-now"), "/away off"),)
    fields = {"left": span(left, speech), "rest": days}
    alone = speech.say("away-untimed", **fields) if others else speech.say("away-alone", **fields)
    return Message(speech.say("away", **fields, n=timed) if timed else alone, buttons=(row,), envelope=PRIVATE)
