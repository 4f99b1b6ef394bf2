"""What phones and habits make of a typed text."""

from __future__ import annotations

import pytest

from bot.core.commands.personal import zone_called
from engines.notation import clean
from engines.record import read
from engines.refusals import Unreadable
from tests.bot.scripted import Stage, private_chat

RECORD = "game: dots\nsize: 1x1\npie: 0\n1. a1-b1\n2. a2-b2"


@pytest.mark.parametrize(
    "text",
    ["a1\ufe0f\u20e3-b1\ufe0f\u20e3", "a\u0661-b\u0661", "a\u06f1-b\u06f1", "a\u0967-b\u0967", "||a1-b1||", "A1 — B1"],
    ids=["keycaps", "Arabic digits", "Persian digits", "Hindi digits", "a spoiler", "a smart dash"],
)
def test_a_move_is_read_however_a_keyboard_writes_it(text: str):
    assert clean(text) == "a1-b1"


@pytest.mark.parametrize(
    "text",
    [
        f"\ufeff{RECORD}",
        RECORD.replace("\n", "\r\n"),
        RECORD.replace("\n", "\r"),
        RECORD.replace("game: dots", "Game: Dots").replace("size", "SIZE"),
    ],
    ids=["a byte order mark", "line ends of Windows", "line ends of old Macs", "capitals"],
)
def test_a_record_is_read_however_a_program_saves_it(text: str):
    assert read(text) == read(RECORD)


def test_the_line_at_fault_is_counted_as_people_count_it():
    with pytest.raises(Unreadable) as error:
        read(f"{RECORD}\n\nnonsense".replace("\n", "\r\n"))
    assert error.value.fields["line"] == 7


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("UTC+3", "Etc/GMT-3"),
        ("gmt+3", "Etc/GMT-3"),
        ("+03:00", "Etc/GMT-3"),
        ("UTC−11", "Etc/GMT+11"),
        ("UTC+0", "Etc/UTC"),
        ("UTC+15", None),
        ("UTC+5:30", None),
        ("localtime", None),
        ("Factory", None),
    ],
)
def test_an_offset_is_a_time_zone_of_the_right_sign_and_the_machines_own_is_none(text: str, zone: str | None):
    assert zone_called(text) == zone


async def test_a_zone_with_the_opposite_sign_in_its_name_is_written_as_people_write_it(stage: Stage):
    (answer,) = await stage.type("ann", "/timezone Etc/GMT-3", private_chat("ann"))
    assert "UTC+3" in answer.text


async def test_an_offset_between_the_hours_is_refused_without_a_zone_that_is_not_meant(stage: Stage):
    (answer,) = await stage.type("ann", "/timezone UTC+5:30", private_chat("ann"))
    assert answer.buttons == ()
