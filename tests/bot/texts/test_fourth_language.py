"""A language is one catalogue and one line: a bot that has one more is complete by these two."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.texts.fourth import with_languages

POLISH = (3, "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)")
ARABIC = (6, "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5)")


def check_complete(answer: dict[str, Any], language: str, forms: str, locales: list[str]) -> None:
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


@pytest.mark.long
def test_a_new_language_has_no_faults(tmp_path):
    answers = with_languages(tmp_path, pl=POLISH).answers()
    assert answers["faults"] == []
    check_complete(answers["pl"], "pl", "20112221222121", ["pl"])


def test_a_new_language_is_complete_and_texts_that_another_lacks_are_named_and_shown_in_english(tmp_path):
    copy = with_languages(tmp_path, ar=ARABIC, pl=POLISH)
    text = copy.catalogue("pl").read_text(encoding="utf-8")
    for before, after in (
        ('msgid "page-enter"', 'msgid "page-never-asked"'),
        ('msgstr[2] "~2 {n} here"', 'msgstr[2] ""'),
        ('"~{player}, your move."', '"~{person}, your move."'),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after)
    copy.catalogue("pl").write_text(text, encoding="utf-8")
    answers = copy.answers()
    assert sorted(answers["faults"]) == [
        "pl: page-count has 2 of 3 plural forms",
        "pl: page-enter is missing ('Enter')",
        "pl: page-never-asked is said nowhere",
        "pl: your-turn has fields that the English does not: person",
    ]
    assert answers["pl"]["not in it"] == ["page-enter", "page-count"]
    check_complete(answers["ar"], "ar", "01233444455345", [])
