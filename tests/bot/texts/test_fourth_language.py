"""A language is one catalogue and one line: a bot that has one more is complete by these two."""

from __future__ import annotations

import pytest

from tests.bot.texts.fourth import Fourth, with_fourth

POLISH = (3, "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)")
ARABIC = (6, "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5)")


@pytest.fixture
def polish(tmp_path) -> Fourth:
    return with_fourth(tmp_path, "pl", *POLISH)


@pytest.mark.parametrize(
    ("language", "plurals", "forms", "locales"),
    [
        pytest.param("pl", POLISH, "20112221222121", ["pl"], marks=pytest.mark.long),
        ("ar", ARABIC, "01233444455345", []),
    ],
)
def test_a_new_language_is_complete_everywhere(tmp_path, language, plurals, forms, locales):
    answer = with_fourth(tmp_path, language, *plurals).tells()
    assert answer["faults"] == []
    assert answer["not in it"] == []
    assert f"/language {language}" in answer["offered"]
    assert answer["accepted"] == language
    assert answer["completed"] == [language]
    assert answer["forms"] == forms
    assert answer["said"].startswith(f"~{forms[-1]} ")
    assert answer["locales"] == locales
    assert language in answer["choices"]
    assert answer["menu"]
    assert answer["not on the page"] == []
    assert answer["page's forms"] == forms


def test_what_a_new_language_lacks_is_named_and_said_in_english(polish):
    text = polish.catalogue.read_text(encoding="utf-8")
    for before, after in (
        ('msgid "page-enter"', 'msgid "page-never-asked"'),
        ('msgstr[2] "~2 {n} here"', 'msgstr[2] ""'),
        ('"~{player}, your move."', '"~{person}, your move."'),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after)
    polish.catalogue.write_text(text, encoding="utf-8")
    answer = polish.tells()
    assert sorted(answer["faults"]) == [
        "pl: page-count has 2 of 3 plural forms",
        "pl: page-enter is missing ('Enter')",
        "pl: page-never-asked is said nowhere",
        "pl: your-turn has fields that the English does not: person",
    ]
    assert answer["not in it"] == ["page-enter", "page-count"]
