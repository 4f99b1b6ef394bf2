"""Recording of the code that a move enters."""

from __future__ import annotations

from benchmarks.house.way import Way, entering


def test_functions_and_files_are_counted_by_folder():
    way = Way(frozenset({("bot/a.py", "f"), ("bot/a.py", "g"), ("engines/b.py", "f")}), 5, 1, 1)
    assert (way.functions("bot"), way.files("bot"), way.files("bot", "engines")) == (2, 1, 2)


def test_code_entered_inside_the_context_is_recorded_and_nothing_after():
    with entering() as entered:
        _step()
    then = set(entered)
    _stride()
    assert _step.__code__ in then
    assert entered == then


def _step() -> None: ...


def _stride() -> None: ...
