"""Names and texts of the people in the pictures, in each language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Story:
    """Two friends and their chat; `rules` are the three of the README's first game, short enough for the film."""

    language: str
    ann: str
    bob: str
    group: str
    members: str
    bot: str
    command: str
    ephemeral: str
    write: str
    rules: tuple[str, str, str]
    won: str


STORIES = (
    Story(
        "en",
        "Ann",
        "Bob",
        "Class 9B",
        "3 members",
        "bot",
        "used",
        "Only you can see this",
        "Message",
        ("close a box", "draw no third side", "no safe side left: Hint"),
        "Won. Now press Rematch!",
    ),
    Story(
        "ru",
        "Аня",
        "Боря",
        "9 «Б»",
        "3 участника",
        "бот",
        "использует",
        "Это видите только вы",
        "Сообщение",
        ("закрыть квадрат", "не третья сторона", "безопасных нет: подсказка"),
        "Победа. Теперь реванш!",
    ),
    Story(
        "uk",
        "Оля",
        "Богдан",
        "9-Б",
        "3 учасники",
        "бот",
        "використовує",
        "Це бачите лише ви",
        "Повідомлення",
        ("закрити квадрат", "не третя сторона", "безпечних немає: підказка"),
        "Перемога. Тепер реванш!",
    ),
)
