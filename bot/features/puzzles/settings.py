"""The setting of a chat that says when it is told of the daily puzzle."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.core.commands.settings import NONE, ZONE, ChatSetting
from bot.core.commands.terms import consent_of
from bot.core.game.terms import Consent
from bot.core.language.speech import Speech
from bot.core.ports.platform import Button
from bot.core.view.buttons import CHECK_MARK
from bot.core.view.settings import zone_name

DAILY = "daily"
_EVENING = "18:00"
_TIME_OF_DAY = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")


def read_hour(value: str) -> str | None:
    """Return the time of day at which a chat is told of the daily puzzle, or `none`; None for any other text."""
    if value in (NONE, "off") or consent_of(value) is Consent.NO:
        return NONE
    found = _TIME_OF_DAY.fullmatch(value)
    return f"{int(found[1]):02}:{found[2] or '00'}" if found else None


def hour_in(settled: Mapping[str, str]) -> str:
    """Return the time of day that a chat has chosen, or `none`; a stored text that cannot be read chooses none."""
    return read_hour(settled.get(DAILY, NONE)) or NONE


def _line(settled: Mapping[str, str], speech: Speech) -> str:
    hour, zone = hour_in(settled), zone_name(settled[ZONE] or speech.say("usual-timezone"))
    told = speech.say("daily-told", time=hour, zone=zone)
    return speech.say("settled-daily", value=told if hour != NONE else speech.say("settled-no"))


def _buttons(settled: Mapping[str, str], speech: Speech) -> tuple[Button, ...]:
    is_told = hour_in(settled) != NONE
    label = f"{CHECK_MARK * is_told}{speech.say('button-daily')}"
    return (Button(label, f"/settings {DAILY}={NONE if is_told else _EVENING}"),)


DAILY_SETTING = ChatSetting(DAILY, NONE, read_hour, f"{NONE} {_EVENING}", _line, _buttons, is_of_one_chat=True)
