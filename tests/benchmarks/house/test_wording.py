"""Docstrings are counted, and words where a reader of the code meets them."""

from __future__ import annotations

from benchmarks.house.wording import VAGUE, count, documented, term, undocumented
from tests.benchmarks.house import source


def test_public_functions_and_methods_want_a_docstring_and_no_others():
    text = '''
    def told():
        """Told."""
    def untold(): ...
    def _own(): ...
    class _Own:
        def method(self): ...
    class It:
        def __init__(self): ...
        @property
        def size(self):
            """How large."""
        def untold(self): ...
    '''.replace("\n    ", "\n")
    (file,) = source(room=text).files
    assert documented([file]) == 50
    assert undocumented(file) == ["untold", "untold"]


def test_words_count_in_names_comments_and_docstrings_and_not_in_codes():
    text = 'def is_somebody():\n    """Whoever."""  # Nobody\n    return say("nobody-blocked", "whoever")\n'
    assert count(VAGUE, source(room=text).files) == 3


def test_a_term_is_found_in_a_name_and_over_two_lines():
    text = 'class TokenBucket:\n    """A token\n    bucket."""\n    optimistic_lock = 1\n'
    assert count(term("token bucket"), source(room=text).files) == 2
    assert count(term("optimistic lock"), source(room=text).files) == 1
