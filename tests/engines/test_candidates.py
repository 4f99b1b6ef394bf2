"""Moves worth considering: a few legal ones, different, told in words, and the same whenever they are asked for."""

from __future__ import annotations

from random import Random

from engines.game import AnyGame, Candidate, Limit, Reason, Stop, advance
from engines.phrases import Phrase, english
from tests.engines.starts import for_every_game, played, walk

LIMIT = Limit(60.0)


def _middle(game: AnyGame, seed: int):
    chance = Random(seed)
    return walk(game, {}, [chance.randrange(1000) for _ in range(40)])


@for_every_game
def test_a_few_different_legal_moves_are_offered_at_every_moment(game):
    for position in _middle(game, 5):
        found = game.candidates(position, LIMIT)
        assert len(found) <= 5
        assert len({str(each.move) for each in found}) == len(found)
        assert all(position.read(str(each.move)) == each.move for each in found)
        for each in found:
            advance(position, each.move)


@for_every_game
def test_what_a_move_gains_and_risks_is_told_in_words(game):
    for position in _middle(game, 6):
        for each in game.candidates(position, LIMIT):
            assert each.gain or each.risk
            assert all(phrase.code in game.phrases for phrase in (*each.gain, *each.risk))
            assert not any("?" in english(phrase, game.phrases) for phrase in (*each.gain, *each.risk))


@for_every_game
def test_the_same_moves_are_offered_whenever_they_are_asked_for(game):
    for position in _middle(game, 7)[::5]:
        assert game.candidates(position, LIMIT) == game.candidates(position, LIMIT)


@for_every_game
def test_a_search_that_nobody_wants_any_more_ends(game):
    stop = Stop()
    stop.raise_()
    for position in _middle(game, 8)[::10]:
        assert len(game.candidates(position, Limit(60.0, stop=stop))) <= 5


def candidates(name: str, start: str, *messages: str) -> dict[str, Candidate[object]]:
    from engines import GAMES

    position = played(GAMES[name], start, *messages)
    return {str(each.move): each for each in GAMES[name].candidates(position, LIMIT)}


def test_a_line_of_curvilinear_capture_is_offered_with_what_it_takes_and_loses():
    found = candidates("curves", "size=8x6 points=6", "b3", "h3", "d4", "e3", "g2", "h1")
    assert found["b3-h1 via g3"] == Candidate(
        found["b3-h1 via g3"].move, (Reason("gain-points", points=2),), (Reason("risk-none"),)
    )
    assert Phrase("risk-loses", points="e3") in found["b3-g2 via d.89 4.46"].risk


def test_where_no_line_gains_anything_passing_is_offered():
    found = candidates("curves", "size=8x6 points=3", "a1", "h1", "h6", "a1-h1", "h1-h6")
    assert list(found)[-1] == "pass"
