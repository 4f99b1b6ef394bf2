"""Every text that is said is there in every language, fits the English one, and none is there for nobody."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from bot.core.language.speech import catalogues
from bot.texts import __main__ as texts


def test_no_text_is_missing_or_unused():
    assert list(texts.faults()) == []


@pytest.mark.parametrize("code", ["your-turn", "seek-of-what", "side-drawn"])
def test_a_text_that_hides_one_of_the_core_an_engine_or_another_feature_is_named(
    monkeypatch: pytest.MonkeyPatch, code: str
):
    feature = Catalog()
    feature.add(code, "hello")
    monkeypatch.setattr(texts, "catalogues", lambda language: (*catalogues(language), feature))
    assert list(texts.faults()) == [f"en: {code} has words in 2 catalogues"]
