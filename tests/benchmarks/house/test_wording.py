"""Counts of docstrings and words in the code."""

from __future__ import annotations

from benchmarks.house.wording import VAGUE, count, documented_share, term, undocumented_functions
from tests.benchmarks.house import source


def test_only_public_functions_and_methods_need_a_docstring():
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
    read = source(room=text)
    assert documented_share(read, read.files) == 50
    assert undocumented_functions(read, read.files[0]) == ["untold", "untold"]


def test_an_override_inherits_its_docstring():
    port = 'class Port:\n    def take(self):\n        """Takes."""\n    def bare(self): ...\n'
    kept = "from bot.port import Port\nclass Kept(Port):\n    def take(self): ...\n    def bare(self): ...\n"
    read = source(port=port, kept=kept)
    assert [undocumented_functions(read, file) for file in read.files] == [["bare"], ["bare"]]


def test_words_count_in_names_comments_and_docstrings_but_not_in_strings():
    text = 'def is_somebody():\n    """Whoever."""  # Nobody\n    return say("nobody-blocked", "whoever")\n'
    assert count(VAGUE, source(room=text).files) == 3


def test_a_term_is_found_in_a_name_and_across_two_lines():
    text = 'class TokenBucket:\n    """A token\n    bucket."""\n    optimistic_lock = 1\n'
    assert count(term("token bucket"), source(room=text).files) == 2
    assert count(term("optimistic lock"), source(room=text).files) == 1
