"""Wrong words after a command are told what is wrong with them, and what may have been meant is one press away."""

from __future__ import annotations

import pytest

from bot.core.ports.store import Store
from tests.bot.scripted import Stage


@pytest.mark.parametrize(
    ("text", "phrase", "offered"),
    [
        ("/challenge @bob dots pie", "needs a value", ["/challenge @bob dots pie=5"]),
        ("/challenge @bob dots 4", "“4”", ["/challenge @bob dots 4x4"]),
        ("/challenge @bob4 dots 4", "“4”", ["/challenge @bob4 dots 4x4"]),
        ("/challenge @bob Dotz", "“Dotz”", ["/challenge @bob dots"]),
        ("/challenge @bob dots 5x5 7", "“7”", []),
        ("/challenge bob dots", "a person (@name)", []),
        ("/challenge @bob lgame scorring", "“scorring”", ["/challenge @bob lgame scoring"]),
        ("/challenge @bob tupik harbor", "“harbor”", ["/challenge @bob tupik harbour"]),
        ("/challenge @bob tupik map=harbor", "“harbor”", ["/challenge @bob tupik map=harbour"]),
        ("/challenge @bob dots siz=4x4", "no option “siz”", ["/challenge @bob dots size=4x4"]),
        ("/challenge @bob dotz", "“dotz”", ["/challenge @bob dots"]),
        ("/rules digitz", "“digitz”", ["/rules digits"]),
        ("/language rusian", "“rusian”", ["/language russian"]),
        ("/chalenge", "no command /chalenge", ["/challenge"]),
        ("/xyzzy", "no command /xyzzy", []),
        ("/hint now", "“now”", []),
    ],
)
async def test_a_refusal_names_the_fault_and_offers_the_likely_move(
    store: Store, text: str, phrase: str, offered: list[str]
):
    (answer,) = await Stage(store).type("ann", text)
    assert phrase in answer.text
    assert [button.types for row in answer.buttons for button in row] == offered


@pytest.mark.parametrize("word", ["medium", "hard", "сложный", "важкий"])
async def test_another_program_s_level_is_answered_with_the_five_levels(store: Store, word: str):
    (answer,) = await Stage(store).type("ann.ru", f"/challenge bot dots {word}")
    assert answer.text.startswith(f"Уровня «{word}» нет; есть лёгкий, классический, опытный, эксперт, сильный.")
    assert [button.label for button in answer.buttons[0]] == [
        "лёгкий",
        "классический",
        "опытный",
        "эксперт",
        "сильный",
    ]


async def test_values_are_listed_in_the_reader_s_words(store: Store):
    (answer,) = await Stage(store).type("ann.uk", "/challenge @bob digits wrap=maybe")
    assert answer.text == "«maybe» не підходить для налаштування wrap. Підходить: так, ні."


async def test_a_text_that_is_not_a_point_is_refused_with_a_point_while_points_are_marked(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob curves")
    await stage.press("bob", "Accept")
    (answer,) = await stage.type("ann", "/move a0")
    assert answer.text.startswith("“a0” isn’t a point of the sheet (a1 to p12). Type one such as a1.")
