"""What is pressed in a conversation is found again where the same buttons speak another language."""

from __future__ import annotations

import pytest

from tests.bot.chats.translating import translate_button


@pytest.mark.parametrize(
    ("label", "russian"),
    [
        ("Accept", "Принять"),
        ("✓ First", "✓ Первый"),
        ("no pie rule …", "без правила пирога …"),
        ("pie rule: 4", "правило пирога: 4"),
        ("✓ Tetradka (strong)", "✓ Тетрадка (сильный)"),
        ("Pause 5\u00a0min", "Пауза 5\u00a0мин"),
        ("3d+12h", "3д+12ч"),
        ("a1-b1", "a1-b1"),
        ("Українська", "Українська"),
    ],
)
def test_a_label_says_the_same_in_another_language_and_what_is_in_none_stays(label: str, russian: str):
    assert translate_button(label, "en", "ru") == russian


def test_a_label_is_translated_from_any_language():
    assert translate_button("карта «Соляной тракт» …", "ru", "uk") == "карта «Соляний шлях» …"
