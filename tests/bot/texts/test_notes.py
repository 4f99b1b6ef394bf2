"""What the note of a picture says: whose turn it is and what for, large enough to be read on a phone."""

from __future__ import annotations

from random import Random

import pytest

from bot.core.language.speech import speech
from engines import GAMES
from engines.game import advance
from engines.phrases import Phrase
from renderers import DRAWINGS
from renderers.header import NOTE
from renderers.pillow.lettering import text_stamp
from renderers.scene import Anchor

WIDTH, ROOM, PHONE, LEAST = 900, 836, 360, 11
NAMES = {
    "en": ("Alexandrina", "Bartholomew"),
    "ru": ("Александрина", "Константин"),
    "uk": ("Олександрина", "Костянтин"),
}


def phrases_to_do(game: str) -> set[Phrase]:
    """Every kind of thing that some games by chance ask a player for."""
    findings = dict[str, Phrase]()
    for seed in range(3):
        chance, position = Random(seed), GAMES[game].start(GAMES[game].offer.defaults({}), seed)
        while position.outcome is None:
            due_items = DRAWINGS[game].turn_phrase(position)
            findings.setdefault(due_items.code, due_items)
            position, _ = advance(position, chance.choice(list(position.moves())))
    return set(findings.values())


@pytest.mark.sample(one_in=7)
@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("game", DRAWINGS)
def test_the_note_in_a_picture_is_11_pixels_high_on_a_phone_360_wide(game: str, language: str):
    first, second = NAMES[language]
    for due_items in phrases_to_do(game):
        fields = {key: {"first": first, "second": second}.get(str(value), value) for key, value in due_items.fields}
        text = speech(language).say(due_items.code, **fields)
        left, _, right, _ = text_stamp(text, int(NOTE), bold=False, anchor=Anchor.LEFT, room=0)[0].box
        assert NOTE * min(1, ROOM / (right - left)) * PHONE / WIDTH >= LEAST, text
