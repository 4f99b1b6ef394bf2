"""Names in every script: written as they should be, or not at all."""

from __future__ import annotations

import unicodedata
from importlib.resources import files

import pytest

from renderers.pillow import faces, png
from renderers.pillow.faces import BOLD, OTHERS, PLAIN, runs
from renderers.scene import Label, Scene

WRITTEN = {
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
NOT_WRITTEN = {
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


def test_this_machine_joins_and_turns_letters():
    assert faces.can_shape(), "Pillow finds no FriBiDi: apt install libfribidi0"


@pytest.mark.parametrize("bold", [False, True], ids=["plain", "bold"])
@pytest.mark.parametrize("name", WRITTEN.values(), ids=list(WRITTEN))
def test_a_name_is_written_whole_in_fonts_that_have_its_letters(name: str, bold: bool):
    found = runs(name, bold)
    assert "".join(run.text for run in found) == unicodedata.normalize("NFC", name)
    assert all(letter.isspace() or faces._has_letter(run.font, letter) for run in found for letter in run.text)


@pytest.mark.parametrize("name", NOT_WRITTEN.values(), ids=list(NOT_WRITTEN))
def test_a_name_that_no_font_has_is_not_written(name: str):
    assert runs(name, bold=True) == ()


@pytest.mark.parametrize("script", [*SHAPED, *SIDE_BY_SIDE])
def test_without_shaping_names_are_not_written_that_need_it(monkeypatch: pytest.MonkeyPatch, script: str):
    monkeypatch.setattr(faces, "can_shape", lambda: False)
    assert bool(runs(WRITTEN[script], bold=True)) == (script in SIDE_BY_SIDE)


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
def test_what_cannot_be_written_gives_way_to_what_is_plain(text: str, plain: str, seen: str):
    assert picture(text, plain) == picture(seen or " ")


def test_every_font_is_used_and_has_its_licence_beside_it():
    there = {file.name for file in files("renderers.fonts").iterdir()}
    used = {f"{font}.ttf" for font in (PLAIN, BOLD, *(font for _, _, font in OTHERS))}
    assert {name for name in there if name.endswith(".ttf")} == used
    licences = {"DejaVu": "LICENSE.txt", "Noto": "LICENSE-Noto.txt", "Droid": "LICENSE-Droid.txt"}
    assert all(licences[next(family for family in licences if name.startswith(family))] in there for name in used)
