"""A game is whole only with its drawing, words, perft table and golden games; what is missing is named here."""

from __future__ import annotations

from pathlib import Path

from babel.messages.pofile import read_po

import bot
import engines
from engines import GAMES
from engines.phrases import all_templates
from renderers import DRAWINGS
from tests.engines.starts import HERE, for_every_game, lines

CATALOGUES = sorted((Path(bot.__file__).parent / "texts").glob("*.po"))
PHRASES = all_templates(game.text.phrases for game in GAMES.values())
LEAST_GOLDEN = 3


def _keys(path: Path) -> set[str]:
    with path.open("rb") as file:
        return {str(message.id) for message in read_po(file) if message.id and message.string}


def test_three_languages_are_spoken():
    assert {path.stem for path in CATALOGUES} >= {"en", "ru", "uk"}


def test_every_folder_with_rules_is_a_game():
    assert {path.parent.name for path in Path(engines.__file__).parent.glob("*/rules.py")} == set(GAMES)


@for_every_game
def test_a_game_is_drawn(game):
    assert game.name in DRAWINGS


@for_every_game
def test_a_game_has_a_perft_table(game):
    assert lines(HERE / game.name / "perft.txt")


@for_every_game
def test_a_game_lists_the_starts_that_the_laws_are_tried_on(game):
    assert lines(HERE / game.name / "settings.txt")


@for_every_game
def test_a_game_has_golden_games_of_every_variant(game):
    texts = [path.read_text("utf-8") for path in (HERE / game.name / "golden").glob("*.txt")]
    assert len(texts) >= LEAST_GOLDEN
    for variant in game.offer.variants:
        assert any(f"variant: {variant}\n" in text for text in texts), variant


@for_every_game
def test_a_game_has_lessons_that_its_rules_are_shown_by(game):
    assert game.teaching.lessons


@for_every_game
def test_a_game_has_its_name_its_rules_and_its_words_in_every_language(game):
    wanted = {f"game-{game.name}", f"rules-{game.name}", *(f"move-{word}" for word in game.text.words)}
    for catalogue in CATALOGUES:
        assert wanted <= _keys(catalogue), catalogue.name


def test_every_code_of_the_engines_has_an_english_text():
    assert all(template.strip() for template in PHRASES.values())


def test_a_code_has_the_same_text_in_every_game():
    words = {code: {game.text.phrases.get(code) for game in GAMES.values()} - {None} for code in PHRASES}
    assert {code: text for code, text in words.items() if len(text) > 1} == {}
