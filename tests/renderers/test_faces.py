"""Names in every script: drawn correctly, or not at all."""

from __future__ import annotations

import unicodedata
from importlib.resources import files

import pytest

from renderers.pillow import faces, png
from renderers.pillow.faces import BOLD, OTHERS, PLAIN, runs
from renderers.scene import Label, Scene

DRAWABLE = {
    "Latin": "Ann Nguyễn Łukasz",
    "Greek": "Αλέξανδρος",
    "Cyrillic": "Ґанна-Єва Ї",
    "Armenian": "Նարեկ",
    "Georgian": "გიორგი",
    "Hebrew": "שרה לוי",
    "Arabic": "محمد علی",
    "Pashto": "ګل خان",
    "Syriac": "ܣܘܪܝܝܐ",
    "Thaana": "ދިވެހި",
    "N'Ko": "ߒߞߏ",
    "Tifinagh": "ⵣⵉⵔⵉ",
    "Devanagari": "सीता कृष्ण",
    "Bengali": "তানভীর",
    "Gurmukhi": "ਗੁਰਪ੍ਰੀਤ",
    "Gujarati": "ગુજરાતી",
    "Odia": "ଓଡ଼ିଆ",
    "Tamil": "தமிழ்ச்செல்வன்",
    "Telugu": "తెలుగు",
    "Kannada": "ಕನ್ನಡ",
    "Malayalam": "മലയാളം",
    "Sinhala": "සිංහල",
    "Thai": "สมชาย ใจดี",
    "Lao": "ສົມຊາຍ",
    "Burmese": "မြန်မာ",
    "Khmer": "កម្ពុជា",
    "Han": "王小明",
    "Kana": "さくらカナ",
    "Hangul": "김민준",
    "Ethiopic": "አበበ በቀለ",
    "Cherokee": "ᎠᎹ ᏣᎳᎩ",
    "Canadian syllabics": "ᐃᓄᒃᑎᑐᑦ",
    "two scripts": "王 says שלום",
    "signs": "★ Ann ☺",
}
SIDE_BY_SIDE = ("Latin", "Greek", "Cyrillic", "Armenian", "Georgian", "Tifinagh", "Han", "Kana", "Hangul", "Ethiopic")
SHAPED = ("Hebrew", "Arabic", "Syriac", "Thaana", "N'Ko", "Devanagari", "Bengali", "Tamil", "Thai", "Burmese", "Khmer")
UNDRAWABLE = {
    "Gothic": "𐌰𐌱𐌲",
    "Mongolian": "ᠮᠣᠩᠭᠣᠯ",
    "Tibetan": "བོད་ཡིག",
    "a rare ideograph": "王𠮷",
    "emoji": "🎲🎲",
    "a word of emoji": "Ann 🎲",
    "an emoji of several signs": "👩\u200d💻",
    "a keycap of nothing": "🎲\ufe0f\u20e3",
    "nothing seen": "\u200b\u2060",
}


def test_this_machine_can_shape_letters():
    assert faces.can_shape(), "Pillow finds no FriBiDi: apt install libfribidi0"


@pytest.mark.parametrize("bold", [False, True], ids=["plain", "bold"])
@pytest.mark.parametrize("name", DRAWABLE.values(), ids=list(DRAWABLE))
def test_a_name_is_drawn_in_full_with_fonts_that_have_its_letters(name: str, bold: bool):
    name_runs = runs(name, bold)
    assert "".join(run.text for run in name_runs) == unicodedata.normalize("NFC", name)
    assert all(letter.isspace() or faces._has_letter(run.font, letter) for run in name_runs for letter in run.text)


@pytest.mark.parametrize("name", UNDRAWABLE.values(), ids=list(UNDRAWABLE))
def test_a_name_without_a_font_is_not_drawn(name: str):
    assert runs(name, bold=True) == ()


@pytest.mark.parametrize("script", [*SHAPED, *SIDE_BY_SIDE])
def test_names_that_need_shaping_are_not_drawn_without_it(monkeypatch: pytest.MonkeyPatch, script: str):
    monkeypatch.setattr(faces, "can_shape", lambda: False)
    assert bool(runs(DRAWABLE[script], bold=True)) == (script in SIDE_BY_SIDE)


def picture(text: str, plain: str = "") -> bytes:
    return png(Scene(360, 90, (), (Label(text, (180, 45), 36, bold=True, room=340, plain=plain),)))


@pytest.mark.parametrize(
    ("text", "plain", "seen"),
    [
        ("🎲🎲", "First", "First"),
        ("𐌰𐌱 to move", "First to move", "First to move"),
        ("𝓐𝓵𝓮𝔁", "First", "Alex"),
        ("Ann🎲", "First", "Ann"),
        ("𐌰𐌱 to move", "", "… to move"),
        ("𐌰𐌱", "", "…"),
        ("", "First", ""),
    ],
)
def test_an_undrawable_text_is_replaced_by_the_plain_one(text: str, plain: str, seen: str):
    assert picture(text, plain) == picture(seen or " ")


def test_every_font_is_used_and_has_a_licence_file():
    file_names = {file.name for file in files("renderers.fonts").iterdir()}
    used_fonts = {f"{font}.ttf" for font in (PLAIN, BOLD, *(font for _, _, font in OTHERS))}
    assert {name for name in file_names if name.endswith(".ttf")} == used_fonts
    licences = {"DejaVu": "LICENSE.txt", "Noto": "LICENSE-Noto.txt", "Droid": "LICENSE-Droid.txt"}
    assert all(
        licences[next(family for family in licences if name.startswith(family))] in file_names for name in used_fonts
    )
