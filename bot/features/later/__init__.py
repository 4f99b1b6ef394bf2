"""Showing a board again later: the command `/later`, such as `/later 2h` or `/later tomorrow`."""

import re
from collections.abc import Sequence
from datetime import datetime, time
from zoneinfo import ZoneInfo

from babel.dates import format_skeleton

from bot.core.chats import MORNING, next_time
from bot.core.commands.command import CODE, is_my_game, is_my_turn, split_reference, word
from bot.core.commands.terms import consent_of, span_in
from bot.core.game.clocks import write_span
from bot.core.game.instants import MINUTE, Instant
from bot.core.game.referee import require_running
from bot.core.game.requests import GameReference, GameRequest, Request
from bot.core.game.session import Session, has_ticking_clock
from bot.core.game.terms import Consent
from bot.core.handlers.handling import about_game, to
from bot.core.handlers.services import Answers, Extension, Interaction, Row, Services
from bot.core.language.speech import Speech, phrases
from bot.core.ports.platform import IN_PLACE, Button, Incoming, Message
from bot.core.ports.store import TIME_ZONE, of_person
from bot.core.upkeep.reminding import zone_of
from bot.core.view.buttons import Row as ButtonRow
from bot.core.view.buttons import button, notice, rows_that_fit
from bot.core.view.names import fine_span, span, title
from bot.core.view.notices import ends_at
from bot.core.view.settings import zone_name
from bot.features.later.waiting import LATER, cancel, export, forget, rebuild, show_due, store_once, waiting_boards
from engines.refusals import Illegal, Unreadable

_SHORTEST, _LONGEST, _MOST = MINUTE, 7 * 86400.0, 20
_USUAL = (15 * MINUTE, 60 * MINUTE, 180 * MINUTE)
_OFF, _TOMORROW = "off", "tomorrow"
_NIGHT_ENDS = time(4)
"""Before this time, `tomorrow` is the coming morning, unless it is a time before this one."""
_CLOCK = re.compile(r"([0-9]{1,2})(?:[:.]([0-5][0-9]))?(am|pm)?")


class ShowLater(GameRequest):
    """A request to show a board again in so many `seconds`, or at a `clock` time, perhaps `tomorrow`.

    Without any of them, a request for the choices.
    """

    seconds: Instant = 0.0
    clock: time | None = None
    tomorrow: bool = False

    @property
    def is_by_clock(self) -> bool:
        """Return whether the instant depends on the person's time zone."""
        return self.tomorrow or self.clock is not None

    def instant(self, now: Instant, zone: str) -> Instant:
        """Return when to show the board, in whole seconds."""
        if not self.is_by_clock:
            return float(round(now + self.seconds))
        clock = self.clock or MORNING
        day_begins = time(0) if clock < _NIGHT_ENDS else _NIGHT_ENDS
        start = next_time(now, zone, day_begins) - 1 if self.tomorrow else now
        return float(round(next_time(start, zone, clock)))


class CancelLater(Request):
    """A request not to show the board of a game again, or any board without a `code`."""

    code: str = ""


def read_later(rest: str, incoming: Incoming) -> Request:
    """Parse a span, a time of day or `off`, each perhaps with a game; raise `Unreadable` for other words."""
    reference, text = split_reference(rest)
    words = text.casefold().split()
    if words[:1] == [_OFF] or (words and consent_of(" ".join(words)) is Consent.NO):
        return CancelLater(reference.code)
    words = [each for each in words if each not in phrases("later-prepositions")]
    is_tomorrow = any(each in phrases("later-tomorrow") for each in words)
    text = "".join(each for each in words if each not in phrases("later-tomorrow"))
    if not text:
        return ShowLater(reference, tomorrow=is_tomorrow)
    full_hour = _read_time(f"{text}:00")
    if clock := _read_time(text) or (full_hour if is_tomorrow else None):
        return ShowLater(reference, clock=clock, tomorrow=is_tomorrow)
    seconds = span_in(text if text[0].isdecimal() else f"1{text}")
    if seconds is None or is_tomorrow or not _SHORTEST <= seconds <= _LONGEST:
        is_number = text.isascii() and text.isdecimal() and len(text) < 4
        meanings = [f"{text}m"] * is_number + [f"{text}:00"] * (full_hour is not None)
        raise Unreadable("bad-later", part=rest[:40], meant="|".join(meanings))
    return ShowLater(reference, seconds)


def _read_time(text: str) -> time | None:
    """Parse a time of day, such as `18:30` or `6pm`; return None for any other text."""
    match = _CLOCK.fullmatch(text)
    if match is None or not (match[2] or match[3]):
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + 12 * (half == "pm") if half else hour
    return time(hour, minute) if hour < 24 else None


async def show_later(services: Services, session: Session, request: ShowLater, interaction: Interaction) -> Answers:
    """Store when to show the board of a running game to its player again, or offer some choices."""
    person, now, words = interaction.incoming.person, interaction.at, interaction.words
    if require_running(session).places.teams:
        raise Illegal("later-without-team", game=session.code)
    if session.seat_of(person) is None:
        raise Illegal("not-a-player", game=session.code)
    choices, waiting = await services.store.settings.choices(of_person(person)), await waiting_boards(services, person)
    zone = zone_of(choices, person)
    until = _end_of_time(session, interaction)
    sooner = _choices(session, now, zone, until, words)
    off = (button("later-off", f"/later off {session.code}", words),)
    has_zone = TIME_ZONE in choices
    if request == ShowLater(request.reference):
        instant = waiting.get(session.code)
        lines = [_line(session, instant, now, zone if has_zone else "", words)] if instant else []
        lines.append(words.say("later-when", title=title(session, words)))
        return (_message(lines, sooner, off if instant else ()),)
    if session.code not in waiting and len(waiting) >= _MOST:
        raise Illegal("too-many-later", most=_MOST)
    at = await store_once(services, session, interaction, request.instant(now, zone))
    lines = [_line(session, at, now, zone if has_zone or request.is_by_clock else "", words)]
    if request.is_by_clock and not has_zone:
        lines.append(words.say("later-timezone", zone=zone_name(zone)))
    if until is None or at < until:
        return (_message(lines, off),)
    left = (fine_span if has_ticking_clock(session) else span)(max(0.0, until - now), words)
    lines.append(words.say("later-too-late", left=left))
    return (_message(lines, sooner, off),)


def _message(lines: Sequence[str], *all_rows: ButtonRow) -> Message:
    return Message("\n".join(lines), buttons=rows_that_fit(all_rows), envelope=IN_PLACE)


def _choices(session: Session, now: Instant, zone: str, until: Instant | None, speech: Speech) -> ButtonRow:
    """Return a button for each usual choice that comes before the person's time is up."""
    usual = {write_span(seconds): (now + seconds, span(seconds, speech)) for seconds in _USUAL}
    morning = ShowLater(GameReference(), tomorrow=True).instant(now, zone)
    usual[_TOMORROW] = morning, speech.say("button-later-tomorrow")
    in_time = {line: label for line, (at, label) in usual.items() if until is None or at < until}
    return tuple(Button(label, f"/later {line} {session.code}") for line, label in in_time.items())


async def cancel_later(services: Services, request: CancelLater, interaction: Interaction) -> Answers:
    """Cancel what the sender has asked for: for the game of the request or of the answered board, or for all games."""
    code = request.code or interaction.known.replied_to or ""
    if (number := await cancel(services, interaction.incoming.person, code)) == 0:
        raise Illegal("no-later")
    return (notice("later-off", interaction.words, envelope=IN_PLACE, n=number),)


def _end_of_time(session: Session, interaction: Interaction) -> Instant | None:
    """Return when the sender's time is up, or None without a clock or on the opponent's turn."""
    is_on_turn = interaction.incoming.person.is_same(session.on_turn)
    return ends_at(session) if is_on_turn else None


def _line(session: Session, at: Instant, now: Instant, zone: str, speech: Speech) -> str:
    """Say when the board is shown again, by the clock only if there is a zone."""
    left = span(max(1.0, at - now), speech)
    if not zone:
        return speech.say("later-in", title=title(session, speech), span=left)
    local, today = (datetime.fromtimestamp(each, ZoneInfo(zone)) for each in (at, now))
    day = "" if local.date() == today.date() else f"{format_skeleton('MMMd', local, locale=speech.language)}, "
    return speech.say("later-at", title=title(session, speech), span=left, time=f"{day}{local:%H:%M}")


FEATURE = Extension(
    rows=(
        Row(
            "later",
            read_later,
            (is_my_turn, is_my_game),
            (word("when"), CODE),
            after="next",
            handlers={**about_game(ShowLater, show_later), **to(CancelLater, cancel_later)},
        ),
    ),
    tick=show_due,
    schedules=(LATER,),
    rebuild=rebuild,
    export=export,
    forget=forget,
)
