"""The page's words are those of the catalogues, and bend with a number as the bot's own do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.core.language.speech import LANGUAGES, speech
from bot.platforms.web.assets import catalogue_module
from engines import GAMES


def words() -> dict[str, dict[str, Any]]:
    """Return the module that a browser imports."""
    return dict(json.loads(catalogue_module().splitlines()[0].removeprefix("export const WORDS = ").removesuffix(";")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_page_is_served(language):
    spoken = speech(language)
    codes = {code for code in spoken.counted if code.startswith("page-")}
    assert {f"page-{word}" for word in words()[language]} == codes | {
        f"page-{kind}-{game}" for game in GAMES for kind in ("game", "pitch")
    }
    assert words()[language]["enter"] == spoken.say("page-enter")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_has_the_form_that_the_bot_would_say(language):
    count = words()[language]["count"]
    for n in (0, 1, 2, 5, 11, 21, 99, 100, 101, 102, 111, 121, 300, 1001, 2002, 3311):
        form = count["forms"][count["of"][n if n < 100 else 100 + n % 100]]
        assert form.replace("{n}", speech(language).number(n)) == speech(language).say("page-count", n=n)
