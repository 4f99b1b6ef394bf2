"""Moves worth considering: a few legal ones, different, told in words, and the same whenever they are asked for."""

from __future__ import annotations

from random import Random

from engines import GAMES
from engines.game import AnyGame, Candidate, Limit, Reason, Stop, advance
from engines.phrases import english
from tests.engines.starts import for_every_game, play_texts, walk

LIMIT = Limit(60.0)


def _middle(game: AnyGame, seed: int):
    chance = Random(seed)
    return walk(game, {}, [chance.randrange(1000) for _ in range(40)])


@for_every_game
def test_a_few_different_legal_moves_are_offered_at_every_moment(game):
    for position in _middle(game, 5)[::5]:
        offers = game.candidates(position, LIMIT)
        assert position.outcome or 1 <= len(offers) <= 5
        assert len({str(each.move) for each in offers}) == len(offers)
        assert all(position.read(str(each.move)) == each.move for each in offers)
        for each in offers:
            advance(position, each.move)


@for_every_game
def test_gains_and_risks_of_a_move_are_given_in_words(game):
    for position in _middle(game, 6)[1::5]:
        for each in game.candidates(position, LIMIT):
            assert each.gain or each.risk
            assert all(phrase.code in game.text.phrases for phrase in (*each.gain, *each.risk))
            assert not any("?" in english(phrase, game.text.phrases) for phrase in (*each.gain, *each.risk))


@for_every_game
def test_the_same_moves_are_offered_whenever_they_are_asked_for(game):
    for position in _middle(game, 7)[::10]:
        assert game.candidates(position, LIMIT) == game.candidates(position, LIMIT)


@for_every_game
def test_a_search_that_nobody_wants_any_more_ends(game):
    stop = Stop()
    stop.raise_()
    for position in _middle(game, 8)[::10]:
        assert len(game.candidates(position, Limit(60.0, stop=stop))) <= 5


def candidates(name: str, start: str, *messages: str) -> dict[str, Candidate[object]]:
    position = play_texts(GAMES[name], start, *messages)
    return {str(each.move): each for each in GAMES[name].candidates(position, LIMIT)}


def test_a_line_of_curvilinear_capture_is_offered_with_what_it_takes_and_loses():
    offers = candidates("curves", "size=8x6 points=6", "b3", "h3", "d4", "e3", "g2", "h1")
    assert offers["b3-h1 via g3"].gain == (Reason("gain-points", points=2),)
    assert offers["b3-h1 via g3"].risk == (Reason("risk-loses", points="g2", curve="e3-h1 via g2.5"),)


def test_a_pass_is_offered_if_no_line_gains():
    offers = candidates("curves", "size=8x6 points=3", "a1", "h1", "h6", "a1-h1", "h1-h6")
    assert list(offers)[-1] == "pass"
    assert offers["pass"].gain == (Reason("gain-points", points=0),)


def test_a_pass_that_answers_a_pass_is_said_to_end_the_game():
    offers = candidates("curves", "size=8x6 points=3", "a1", "h1", "h6", "pass")
    assert (offers["pass"].gain, offers["pass"].risk) == ((Reason("gain-ends"),), ())


def test_boxes_on_offer_are_taken_whole_or_but_for_the_last():
    drawn_sides = "a1-a2 a1-b1 a2-b2 b1-c1 b2-c2 c1-d1 c2-d2 d1-e1 d2-e2".split()
    offers = candidates("dots", "size=4x4", *drawn_sides)
    assert offers["b1-b2 c1-c2 d1-d2 e1-e2"].gain[0] == Reason("takes-box", count=4, boxes="a1 b1 c1 d1")
    assert offers["b1-b2 c1-c2 e1-e2"].risk[-1] == Reason("can-take", player="first", count=2, boxes="c1 d1")


def test_a_win_at_hand_is_offered_first():
    offers = candidates("tupik", "map=1>2,3;2>4;3>4;4>5", "1", "2", "1-3", "2-4", "pass")
    assert next(iter(offers)) == "4-5"
    assert offers["4-5"].gain == (Reason("ends-it"), Reason("drives-in", city=4))
