"""Labels under a message can be read whole on a phone, where all buttons of a row are equally wide."""

from __future__ import annotations

from bot.core.ports.platform import Button
from bot.platforms.telegram.message_parts import keyboard_of


def rows(*labels: str) -> list[list[str]]:
    keyboard = keyboard_of((tuple(Button(label, "/help") for label in labels),))
    assert keyboard
    return [[button.text for button in row] for row in keyboard.inline_keyboard]


def test_short_labels_stay_side_by_side() -> None:
    assert rows("Подсказка", "Идея", "Варианты") == [["Подсказка", "Идея", "Варианты"]]
    assert rows(*"12345678") == [[*"12345678"]]


def test_long_labels_have_rows_of_their_own() -> None:
    assert rows("Согласиться на ничью", "Отказаться от ничьей") == [["Согласиться на ничью"], ["Отказаться от ничьей"]]
    games = ("✓ Точки и квадраты", "✓ L-игра", "✓ Тупик", "✓ Цифры и точки", "✓ Криволинейный захват")
    assert rows(*games) == [[*games[:2]], [*games[2:4]], [games[4]]]


def test_a_label_that_is_too_long_anyway_is_not_lost() -> None:
    assert rows("a" * 60) == [["a" * 60]]
