"""Messages as parts that Telegram takes, and their keyboards."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.core.ports.platform import Button, Layout, Message, Picture, Typing
from bot.platforms.telegram.message_parts import (
    Part,
    caption,
    keyboard_of,
    pages,
    parts_of,
    rows_of,
    utf16_length,
)
from renderers.scene import Scene

SCENE = Scene(90, 60, (), ())
texts = st.text(st.sampled_from("a \n😀й"), max_size=60)


@given(texts, st.integers(2, 20))
def test_pages_contain_the_whole_text_except_line_ends(text: str, longest: int) -> None:
    cut = list(pages(text, longest))
    assert all(0 < utf16_length(page) <= longest for page in cut)
    assert "".join(cut).replace("\n", "") == text.replace("\n", "")


@given(st.text(max_size=40), st.integers(0, 1100))
def test_a_caption_fits_whatever_it_says(text: str, times: int) -> None:
    assert utf16_length(caption(text * times)) <= 1024


def test_an_empty_message_is_still_a_letter() -> None:
    assert parts_of(Message(""), "") == (Part(""),)


def test_a_drawn_board_stays_whole_beside_many_words() -> None:
    grid = "\n".join(["a  b"] * 400)
    words, drawn_sides = parts_of(Message("", layout=Layout(grid=grid)), f"{'word ' * 600}\n{grid}")
    assert drawn_sides == Part(grid)
    assert (words.file, words.picture) == (None, None)


def test_a_picture_and_a_file_come_before_the_text() -> None:
    picture = Picture(SCENE, "A box")
    photo, file, text = parts_of(Message("The rules", picture, file=("game.txt", "1")), "The rules")
    assert (photo, file) == (Part("A box", picture), Part("", file=("game.txt", "1")))
    assert text == Part("The rules")


def rows(*labels: str) -> list[list[str]]:
    keyboard = keyboard_of((tuple(Button(label, "/help") for label in labels),))
    assert keyboard
    return [[button.text for button in row] for row in keyboard.inline_keyboard]


PICK, HINT, SWAP = Button("Make a move", "/pick A@3"), Button("Hint", "/hint A@3"), Button("swap", "/move A@3 swap")


def board(moves: int) -> Message:
    """Return a board that waits for one of that many moves."""
    listed = (*(Button(f"a{number}", f"/move A@3 a{number}") for number in range(1, moves)), SWAP)
    draw = Button("Accept draw", "/draw A@3 yes")
    return Message(
        "Ann",
        buttons=((draw,), (PICK, SWAP, HINT)),
        typing=Typing("/move A@3", "/pick A@3", "", "", "Type", "Which?", listed),
    )


@given(st.integers(2, 25))
def test_few_moves_are_listed_under_a_board_instead_of_the_button_for_them(moves: int) -> None:
    message = board(moves)
    first, *listed, last = rows_of(message)
    assert first == message.buttons[0]
    assert last == (SWAP, HINT)
    assert [button.label for row in listed for button in row] == [f"a{number}" for number in range(1, moves)]
    assert len(listed) <= 5
    assert all(len(row) <= 5 for row in listed)


def test_more_moves_are_behind_one_button() -> None:
    message = board(26)
    assert rows_of(message) == message.buttons
    assert rows_of(replace(message, typing=None)) == message.buttons


def test_short_labels_stay_side_by_side() -> None:
    assert rows("Подсказка", "Идея", "Варианты") == [["Подсказка", "Идея", "Варианты"]]
    assert rows(*"12345678") == [[*"12345678"]]


def test_long_labels_have_rows_of_their_own() -> None:
    assert rows("Согласиться на ничью", "Отклонить ничью") == [["Согласиться на ничью"], ["Отклонить ничью"]]
    games = ("✓ Точки и квадраты", "✓ L-игра", "✓ Тупик", "✓ Цифры и точки", "✓ Криволинейный захват")
    assert rows(*games) == [[*games[:2]], [*games[2:4]], [games[4]]]


def test_a_label_that_is_too_long_anyway_is_not_lost() -> None:
    assert rows("a" * 60) == [["a" * 60]]


def test_an_address_is_shared_with_a_chat_or_copied() -> None:
    link = "https://t.me/tetradka_bot?start=KXTRWQ"
    keyboard = keyboard_of(((Button("Share", "", shares=link), Button("Copy", "", copies=link)),))
    assert keyboard is not None
    share, copied = keyboard.inline_keyboard[0]
    assert share.url == "https://t.me/share/url?url=https%3A%2F%2Ft.me%2Ftetradka_bot%3Fstart%3DKXTRWQ"
    assert copied.copy_text is not None
    assert copied.copy_text.text == link
