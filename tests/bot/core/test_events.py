"""Every event survives the way into the log and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.core import events
from bot.core.events import Accepted, Called, Challenged, DrawAgreed, DrawOffered, Hinted, Moved, Resigned
from bot.core.people import Chat, Person, Robot
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
)
others = st.one_of(
    st.builds(Accepted, instants, people | robots),
    st.builds(Called, instants, st.sampled_from(["declined", "cancelled", "expired"])),
    st.builds(Moved, instants, seats, texts),
    st.builds(Hinted, instants, seats),
    st.builds(DrawOffered, instants, seats),
    st.builds(DrawAgreed, instants),
    st.builds(Resigned, instants, seats),
)


@given(st.lists(challenges | others, max_size=4).map(tuple))
def test_an_entry_reads_back_as_it_was_written(entry):
    assert events.read(events.write(entry)) == entry


@pytest.mark.parametrize("text", ["", "{}", '[{"kind":"danced","at":1}]', '[{"kind":"moved"}]'])
def test_a_text_that_is_no_entry_is_refused(text):
    with pytest.raises(ValidationError):
        events.read(text)
