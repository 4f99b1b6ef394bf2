"""What the games say of a position without a move: a few true sentences at every moment, all of them in words."""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES
from engines.game import advance
from engines.phrases import Phrase, english
from tests.engines.starts import play_texts

WITH_IDEAS = [game for game in GAMES.values() if game.ideas]


@pytest.mark.sample(one_in=2)
@pytest.mark.parametrize("game", WITH_IDEAS, ids=lambda game: game.name)
@pytest.mark.parametrize("variant", range(3))
def test_every_position_of_a_game_has_a_few_ideas(game, variant):
    assert game.ideas is not None
    chance = Random(variant)
    chosen = {"variant": game.offer.variants[variant % len(game.offer.variants)]} if game.offer.variants else {}
    position = game.start(chosen, 0)
    for _ in range(40):
        if position.outcome:
            break
        codes = game.ideas(position)
        assert 2 <= len(codes) <= 5, codes
        assert all(phrase.code in game.text.phrases for phrase in codes)
        assert not any("?" in english(phrase, game.text.phrases) for phrase in codes)
        position, _ = advance(position, chance.choice(list(position.moves())))


def ideas(name: str, start: str, *messages: str) -> tuple[Phrase, ...]:
    game = GAMES[name]
    assert game.ideas is not None
    return game.ideas(play_texts(game, start, *messages))


def test_ideas_of_the_l_game_mention_room_and_corners():
    codes = ideas("lgame", "default")
    assert Phrase("places-left", player="first", places=5) in codes
    assert Phrase("corners-free-of-ls") in codes


def test_ideas_of_the_scoring_l_game_mention_the_painted_squares():
    codes = ideas("lgame", "target=9")
    assert Phrase("points-left", first=9, second=9) in codes
    assert Phrase("corner-scores", squares="a1 b1 a2 b2") in codes
    assert Phrase("cannot-score", player="first") in codes
    codes = ideas("lgame", "target=9", "c2-c4-d4")
    assert Phrase("can-score", player="second", points=3, move="c1-a1-a2") in codes


def test_ideas_of_tupik_mention_the_way_of_each_side():
    codes = ideas("tupik", "map=1>2,3;2>4;3>4", "1")
    assert [phrase.code for phrase in codes] == ["cars-left", "second-drives-first", "way-to-go"]
    assert codes[-1] == Phrase("way-to-go", player="second", total=2, city=1, steps=2)


def test_ideas_of_digits_mention_the_throws_and_the_best_cell_by_the_neighbour_rule():
    codes = ideas("digits", "default", "b5")
    assert codes[0].code == "none-contested"
    assert Phrase("still-throws", player="first", digits="1(b5):1") in codes
    assert codes[-1].code == "best-to-write"


def test_ideas_of_curves_mention_the_author_s_advice_and_the_points_in_danger():
    codes = ideas("curves", "size=11x7 points=6", "a1", "i1")
    assert [phrase.code for phrase in codes] == ["idea-one-for-sure", "idea-edge", "idea-big-zones"]
    assert codes[1] == Phrase("idea-edge", points="a1 i1")
    marks = ("a1", "i1", "c2", "e2", "g2", "k6")
    codes = ideas("curves", "size=11x7 points=6", *marks, "a1-i1 via e5", "c2-e2")
    assert codes[0] == Phrase("idea-in-danger", player="first", other="second", points="c2 e2")
    assert codes[1] == Phrase("idea-big-zone", player="first", points="c2 e2 g2", count=3)


def test_ideas_of_curves_mention_points_held_for_good():
    marks = ("a1", "i1", "e3", "k6", "c6")
    codes = ideas("curves", "size=11x7 points=5", *marks, "a1-i1 via e5", "a1-e3", "e3-i1")
    assert Phrase("idea-held-for-good", player="second", points="e3") in codes
