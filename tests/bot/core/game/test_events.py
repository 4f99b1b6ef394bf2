"""Log entries read back as written, and entries of newer versions raise their own error."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.core.game.events import (
    SCHEMA,
    Accepted,
    Called,
    Challenged,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Event,
    Hinted,
    Judged,
    LogEntry,
    Moved,
    NewerVersionError,
    Paused,
    Planned,
    Relocated,
    Resigned,
    SetUp,
    TakenBack,
    UndoDeclined,
    UndoOffered,
    Unplanned,
    read_log_entry,
    write_log_entry,
)
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.session import play
from engines import GAMES
from engines.game import Level, Seat

instants = st.floats(0, 4e9)
texts = st.text(max_size=40)
seats = st.sampled_from(Seat)
people = st.builds(Person, texts, texts, texts, texts, texts)
robots = st.builds(Robot, st.sampled_from(Level))
chats = st.builds(Chat, texts, texts, texts, st.booleans())
challenges = st.builds(
    Challenged,
    at=instants,
    code=texts,
    game=texts,
    settings=st.lists(st.tuples(texts, texts), max_size=3).map(tuple),
    seed=st.integers(0, 2**32 - 1),
    chat=chats,
    challenger=people,
    opponent=st.none() | people | robots,
    expires=instants,
    language=texts,
    seat=seats,
    terms=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
)
others = st.one_of(
    st.builds(Accepted, instants, people | robots),
    st.builds(SetUp, instants, st.lists(texts, max_size=4).map(tuple)),
    st.builds(Relocated, instants, st.none() | chats),
    st.builds(Called, instants, st.sampled_from(["declined", "cancelled", "expired"])),
    st.builds(Moved, instants, seats, texts, planned=st.booleans()),
    st.builds(Planned, instants, seats, st.lists(texts, max_size=4).map(tuple)),
    st.builds(Unplanned, instants, seats, st.lists(texts, max_size=4).map(tuple)),
    st.builds(Hinted, instants, seats),
    st.builds(DrawOffered, instants, seats),
    st.builds(DrawAgreed, instants),
    st.builds(DrawDeclined, instants, seats),
    st.builds(UndoOffered, instants, seats),
    st.builds(UndoDeclined, instants, seats),
    st.builds(TakenBack, instants, seats),
    st.builds(Resigned, instants, seats),
    st.builds(Paused, instants, instants, instants, st.integers(0, 9), st.booleans(), st.booleans()),
)


entries = st.builds(LogEntry, st.lists(challenges | others, max_size=4).map(tuple), texts)
LOG = Path(__file__).with_name("log.jsonl")
MOVED = '{"kind":"moved","at":1,"seat":"first","text":"a1-a2"}'


@given(entries)
def test_an_entry_reads_back_as_it_was_written(entry):
    assert read_log_entry(write_log_entry(entry)) == entry


@pytest.mark.parametrize("line", LOG.read_text("utf-8").splitlines())
def test_stored_log_lines_are_written_unchanged(line):
    assert write_log_entry(read_log_entry(line)) == line


@pytest.mark.parametrize(("newer", "reasons"), [(',"reasons":', 0), (',"than":', 1)])
def test_a_stored_judgement_without_reasons_or_a_comparison_can_be_read(newer: str, reasons: int):
    [line] = [line for line in LOG.read_text("utf-8").splitlines() if '"judged"' in line]
    older = re.sub(rf"{newer}.*\]\}}\]", "", line)
    [event] = read_log_entry(older).events
    assert isinstance(event, Judged)
    assert (len(event.judgement.reasons), event.judgement.than, event.judgement.than_reasons) == (reasons, "", ())


def test_the_sample_log_has_an_event_of_every_kind():
    kinds = {event.kind for line in LOG.read_text("utf-8").splitlines() for event in read_log_entry(line).events}
    events, _ = get_args(Event)
    assert kinds == {event.__dataclass_fields__["kind"].default for event in get_args(events)}


@pytest.mark.parametrize("level", Level)
def test_only_the_newer_levels_are_marked_for_older_versions(level):
    text = write_log_entry(LogEntry((Accepted(1, Robot(level)),), "web:1"))
    assert ('"newer"' in text) == (level in (Level.SKILLED, Level.EXPERT))


def test_only_the_logs_of_teams_have_the_fields_that_earlier_versions_refuse():
    challenge = Challenged(0.0, "BCDFGH", "dots", (), 1, Chat("stage", "1"), Person("stage", "1", "Ann"), None, 9.0)
    move = Moved(1.0, Seat.FIRST, "a1-b1")
    assert not re.search("teams|tally", write_log_entry(LogEntry((challenge, move))))
    team_entry = write_log_entry(
        LogEntry((replace(challenge, teams=(Seat.FIRST,)), replace(move, tally=(("a1-b1", 3),))))
    )
    assert '"teams":["first"]' in team_entry
    assert '"tally":[["a1-b1",3]]' in team_entry


def test_the_result_of_a_move_is_not_stored():
    result = play(GAMES["dots"].start({}, 0), "a1-a2")
    assert "played" not in write_log_entry(LogEntry((Moved(1, Seat.FIRST, "a1-a2", result),), "web:1"))


def test_an_entry_without_a_cause_can_be_read():
    assert read_log_entry(f"[{MOVED}]") == LogEntry((Moved(1, Seat.FIRST, "a1-a2"),), schema=0)


@pytest.mark.parametrize("text", ["", "{}", "null", '[{"kind":"moved"}]', '{"events":[{"kind":"moved"}],"schema":1}'])
def test_a_malformed_entry_raises_an_error(text):
    with pytest.raises(ValidationError):
        read_log_entry(text)


NEWER = {
    "another schema": f'{{"events":[],"cause":"","schema":{SCHEMA + 1}}}',
    "another schema in another shape": '{"schema":9,"happened":{}}',
    "an unknown kind of event": '[{"kind":"danced","at":1}]',
    "an unknown field of an entry": '{"events":[],"cause":"","schema":1,"mood":"good"}',
    "an unknown field of an event": f'[{MOVED[:-1]},"mood":"good"}}]',
    "an unknown field of a person": '[{"kind":"accepted","at":1,"by":{"platform":"a","id":"1","name":"B","mood":""}}]',
}


@pytest.mark.parametrize("text", NEWER.values(), ids=NEWER.keys())
def test_an_entry_of_a_newer_version_raises_its_own_error(text):
    with pytest.raises(NewerVersionError):
        read_log_entry(text)
