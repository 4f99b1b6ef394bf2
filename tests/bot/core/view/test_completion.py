"""Choices for a parameter that is being typed."""

from __future__ import annotations

from itertools import product

import pytest

from bot.core.commands.command import Kind
from bot.core.game.events import Accepted
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Choice
from bot.core.view.completion import complete
from engines import GAMES
from tests.bot.core.game.test_session import ANN, BOB, session_after

RUNNING = session_after(Accepted(1, BOB))


def choices(kind: Kind, text: str, other_text: str = "", language: str = "en") -> tuple[Choice, ...]:
    return complete(kind, text, other_text, sessions=[(RUNNING, ANN)], speech=speech(language))


@pytest.mark.parametrize("kind", Kind)
def test_choices_are_as_few_and_short_as_discord_takes(kind: Kind):
    for language, game in product(LANGUAGES, GAMES):
        shown = choices(kind, "", f"/challenge {game}", language)
        assert len(shown) <= 25
        assert all(0 < len(choice.label) <= 100 for choice in shown)


def test_an_option_is_completed_behind_those_typed_before_and_offered_once():
    assert [choice.value for choice in choices(Kind.OPTIONS, "pie=3 size=4", "dots")] == ["pie=3 size=4x4"]
    assert not choices(Kind.OPTIONS, "pie=3 pie=", "dots")


def test_without_a_game_only_terms_are_offered():
    keys = {choice.value.partition("=")[0] for choice in choices(Kind.OPTIONS, "")}
    assert keys == {"thread", "time", "team", "quorum"}


def test_moves_are_those_of_the_named_game():
    assert choices(Kind.MOVE, "a1", f"/move {RUNNING.code}")
    assert not choices(Kind.MOVE, "a1", "/move XXXXXX")
    assert not choices(Kind.MOVE, "?!", f"/move {RUNNING.code}")
