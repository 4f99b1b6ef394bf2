"""What a move enters is noted while it goes its way."""

from __future__ import annotations

from benchmarks.house.way import Way, entering


def test_functions_and_files_are_counted_by_folder():
    way = Way(frozenset({("bot/a.py", "f"), ("bot/a.py", "g"), ("engines/b.py", "f")}), 5, 1, 1)
    assert (way.functions("bot"), way.files("bot"), way.files("bot", "engines")) == (2, 1, 2)


def test_what_is_entered_meanwhile_is_noted():
    with entering() as entered:
        test_functions_and_files_are_counted_by_folder()
    entered_before = set(entered)
    test_functions_and_files_are_counted_by_folder()
    assert test_functions_and_files_are_counted_by_folder.__code__ in entered
    assert entered == entered_before
