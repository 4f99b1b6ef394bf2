"""Records: written, read again, replayed, and refused by the line."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import record
from engines.game import advance
from engines.record import Record
from engines.refusals import Illegal, Unreadable
from tests.engines.starts import for_every_start, walk
from tests.samples import examples

GAME = """game: dots
size: 2x1
first: Ann
result: second boxes

1. a1-b1
# a comment
2. b1-c1
3. a2-b2
4. b2-c2
5. a1-a2
6. b1-b2 c1-c2
"""


def test_a_record_is_read_by_its_lines():
    parsed_record = record.read(GAME)
    assert parsed_record.game == "dots"
    assert parsed_record.settings == {"size": "2x1"}
    assert parsed_record.tags == {"first": "Ann"}
    assert parsed_record.messages[-1] == "b1-b2 c1-c2"
    assert parsed_record.result == "second boxes"


def test_line_ends_may_be_semicolons():
    assert record.read(GAME.replace("\n", ";")) == record.read(GAME)


def test_a_record_replays_to_its_end():
    positions = record.replay(record.read(GAME))
    assert len(positions) == 7
    assert positions[-1].score == (0, 2)


@pytest.mark.sample(one_in=4)
@for_every_start
@settings(max_examples=examples(5))
@given(choices=st.lists(st.integers(0, 9999), max_size=30))
def test_a_written_record_is_read_and_replayed_the_same(game, settings, choices):
    positions = walk(game, settings, choices)
    messages = tuple(
        next(str(move) for move in before.moves() if advance(before, move)[0] == after)
        for before, after in pairwise(positions)
    )
    parsed_record = record.read(record.write(record.record_of(game.name, positions[-1], messages)))
    assert record.replay(parsed_record) == positions


@given(name=st.text(max_size=40))
def test_no_name_can_break_a_record(name):
    text = record.write(Record("dots", {"size": "1x1"}, ("a1-a2",), {"first": name, "date": "2026-11-21"}))
    assert ";" not in text
    parsed_record = record.read(text.replace("\n", ";"))
    assert parsed_record.tags["date"] == "2026-11-21"
    assert parsed_record.messages == ("a1-a2",)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("size: 2x2", "record-without-game", 1),
        ("game: dots\n\nwhat is this", "record-line", 3),
        ("game: dots\ngame: dots", "record-key-twice", 2),
        ("game: dots\n1. a1-a2\n3. b1-b2", "record-number", 3),
        ("game: dots\nsize: 0x0", "bad-option", 2),
        ("game: nim", "unknown-game", 1),
        ("game: dots\n\n1. a1-a2\n2. what", "not-a-side", 4),
    ],
)
def test_an_unreadable_record_is_refused_with_its_line(text, code, line):
    with pytest.raises(Unreadable) as error_info:
        record.replay(record.read(text))
    assert (error_info.value.code, error_info.value.fields["line"]) == (code, line)


@pytest.mark.parametrize(
    ("before", "after", "code", "line"),
    [
        ("2. b1-c1", "2. a1-b1", "side-drawn", 8),
        ("second boxes", "first boxes", "record-result", 4),
        ("6. b1-b2 c1-c2\n", "", "record-result", 4),
    ],
)
def test_a_record_that_does_not_replay_is_refused_with_its_line(before, after, code, line):
    with pytest.raises(Illegal) as error_info:
        record.replay(record.read(GAME.replace(before, after)))
    assert (error_info.value.code, error_info.value.fields["line"]) == (code, line)


def test_a_result_that_no_move_brought_about_stands():
    parsed_record = record.read("game: dots\nresult: first resigned\n1. a1-a2")
    assert record.replay(parsed_record)[-1].outcome is None
