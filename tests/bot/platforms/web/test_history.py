"""The newest messages of a channel: what the page keeps of a person, and what is left of it."""

from __future__ import annotations

import pytest

from bot.core.game.people import Person
from bot.core.ports.platform import Button, Message
from bot.platforms.web.history import (
    MOST_REPLACED,
    Entry,
    History,
    anonymize,
    concerns,
    copy_for,
    names_in,
    pack_picture,
    read_entry,
    write_entry,
)
from renderers.scene import Label, Scene
from renderers.written import read_size

ANN, BOB = Person("web", "1a", "Ann Lee", "Ann_Lee"), Person("web", "2b", "Bob")
NAMES = frozenset({"Ann Lee", "Ann_Lee"})


def left(entry: Entry) -> Entry:
    kept = anonymize(entry, ANN, NAMES, "somebody")
    assert kept
    return kept


@pytest.mark.parametrize(
    "entry",
    [
        Entry("x", 0.0, Message("hello"), author=ANN),
        Entry("x", 0.0, Message("for you alone"), audience=ANN),
        Entry("1a-n7.0", 0.0, Message("an answer to all")),
    ],
)
def test_messages_by_and_to_a_forgotten_person_are_deleted(entry: Entry):
    assert anonymize(entry, ANN, NAMES, "somebody") is None


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Ann Lee challenges you", "somebody challenges you"),
        ("/challenge @Ann_Lee dots", "/challenge @somebody dots"),
        ("ANN LEE: a1-a2.", "somebody: a1-a2."),
        ("Ann Leeds and Joann Lee", "Ann Leeds and Joann Lee"),
    ],
)
def test_a_name_in_what_others_read_gives_way_as_a_whole_word(text: str, after: str):
    line = left(Entry("x", 0.0, Message(text, buttons=((Button(text, text),),), mention=ANN), author=BOB)).message
    assert (line.text, line.buttons[0][0].label, line.buttons[0][0].types) == (after, after, after)
    assert line.mention is None


def test_a_name_is_removed_from_a_picture_which_gets_a_new_address():
    scene = Scene(90, 90, (), (Label("Ann Lee", (1, 1), 12),))
    named, nameless = pack_picture("p", scene, "Ann Lee to move"), pack_picture("q", Scene(9, 9, (), ()), "A board")
    first, second = left(Entry("x", 0.0, Message(""), pictures=(named, nameless))).pictures
    assert "Ann" not in repr((first.scene, first.alt))
    assert first.id != named.id
    assert second is nameless


def test_a_replaced_picture_is_served_until_many_more_are_replaced():
    history = History()
    pictures = [pack_picture(str(number), Scene(9, 9, (), ()), "A board") for number in range(MOST_REPLACED + 2)]
    for picture in pictures:
        history.put(Entry("x", 0.0, Message(""), pictures=(picture,)))
    assert history.picture("0") is None
    assert all(history.picture(picture.id) is picture for picture in pictures[1:])


def test_a_picture_is_stored_as_text_with_its_size():
    scene = Scene(90, 60, (), (Label("Ann Lee", (1, 1), 12),))
    picture = pack_picture("p", scene, "Ann Lee to move")
    assert read_entry("x", write_entry(Entry("x", 0.0, Message(""), pictures=(picture,)))).pictures == (picture,)
    assert (picture.size, picture.scene) == ((90, 60), scene)


@pytest.mark.parametrize("text", ["", "AAAA", "eJyLBgABGAC4", "é"])
def test_a_text_that_is_not_a_scene_has_no_size(text: str):
    with pytest.raises(ValueError, match="not a scene"):
        read_size(text)


def test_a_reloaded_history_is_not_news_to_its_readers():
    history = History()
    stamped = [(Entry(name, 0.0, Message(name)), f"{number}-0") for number, name in enumerate("abc", 1)]
    for entry, stamp in stamped:
        history.put(entry, stamp)
    change_count, full = history.changes, history.bytes
    history.rest()
    assert (history.rests, history.bytes, history.get("a")) == (True, 0, None)
    history.put(Entry("d", 0.0, Message("d")), "4-0")
    history.restore(stamped)
    assert [entry.id for entry in history.since(0, ANN)] == ["a", "b", "c", "d"]
    assert [entry.id for entry in history.since(change_count, ANN)] == ["d"]
    assert [entry.id for entry in history.since(history.changes_at("2-0"), ANN)] == ["c", "d"]
    assert history.bytes > full > 0


def test_a_history_does_not_rest_while_the_archive_lacks_a_message():
    history = History()
    history.put(Entry("a", 0.0, Message("said while the archive did not answer")))
    history.rest()
    assert history.get("a")


def test_a_dropped_picture_is_no_longer_served():
    history = History()
    for name in ("first", "second"):
        history.put(Entry("x", 0.0, Message(""), pictures=(pack_picture(name, Scene(9, 9, (), ()), "A board"),)))
    history.clear()
    assert history.picture("first") is None


def test_all_names_that_a_person_had_are_known():
    former = Person("web", "1a", "Annie", "Annie")
    entries = [Entry("x", 0.0, Message("hello"), author=former), Entry("y", 0.0, Message("hi", mention=BOB))]
    assert names_in(entries, ANN) == {"Ann Lee", "Ann_Lee", "Annie"}


def test_a_person_receives_only_entries_that_concern_them():
    mine = Entry("x", 5.0, Message("hello", file=("map.txt", "1>2")), author=ANN)
    request, others = Entry("y", 6.0, Message("Your turn", mention=ANN)), Entry("z", 7.0, Message("hi"), author=BOB)
    assert [concerns(entry, ANN) for entry in (mine, request, others)] == [True, True, False]
    assert copy_for("hall", mine, ANN) == {"room": "hall", "at": 5.0, "by": "you", "text": "hello", "file": "1>2"}
    assert copy_for("hall", request, ANN)["by"] == "bot"
