"""What the README says of options is made from the games, and is so."""

from __future__ import annotations

from docs.options import BEGIN, END, README, table


def test_the_table_of_options_is_the_one_that_is_made_from_the_games():
    readme = README.read_text("utf-8")
    assert readme.partition(BEGIN)[2].partition(END)[0] == table(), "python -m docs.options writes it anew"
