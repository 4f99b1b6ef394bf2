"""The opponents of the ladder of curves look at replies only where there are few lines."""

from __future__ import annotations

import pytest

from engines.curves.classic import classic
from engines.curves.ladder import LADDER, LOOK_AT_REPLY
from engines.curves.options import start
from engines.curves.rules import Position
from engines.game import Limit


def test_replies_are_not_looked_at_where_there_are_hundreds_of_lines(monkeypatch: pytest.MonkeyPatch):
    position = start({"size": "16x12", "points": "9"}, 1)
    while position.is_marking:
        position = position.play(classic(position, Limit(60.0, seed=1)).move)

    def refuse(_: Position, __: object) -> Position:
        raise AssertionError("a reply was looked at")

    monkeypatch.setattr(Position, "play", refuse)
    assert len(list(position.moves())) > 200
    assert LOOK_AT_REPLY.advise is not None
    assert LOOK_AT_REPLY.advise(position) == ()


def test_replies_are_looked_at_on_the_board_of_their_rung():
    [rung] = (rung for rung in LADDER if rung.idea is LOOK_AT_REPLY)
    for opening in rung.openings:
        position = start(rung.settings, 1)
        for text in opening:
            position = position.play(position.read(text))
        assert LOOK_AT_REPLY.advise is not None
        assert LOOK_AT_REPLY.advise(position)
