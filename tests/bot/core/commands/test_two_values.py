"""Two words of a command that contradict each other, and impossible clocks, are refused by name; nothing is dropped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.commands.challenges import Challenge
from bot.core.commands.settings import read_changes
from bot.core.commands.setup import Setup
from bot.core.commands.terms import clock_within, has_clock_in
from bot.core.game.people import Person
from bot.core.game.requests import Request
from bot.core.language.speech import LANGUAGES, speech
from bot.core.view.refusals import command_refusal
from bot.features import COMMANDS
from bot.features.seeking.handlers import Seek
from engines.refusals import Refusal, Unreadable
from tests.bot.scripted import incoming

BOB, KIM = Person("stage", "b", "Bob", "bob"), Person("stage", "k", "Kim", "kim")


def parse(text: str, attachment: str = "") -> Request | None:
    message = replace(incoming("ann", text), mentions={"@bob": BOB, "@kim": KIM}, attachment=attachment)
    return COMMANDS.parse(message)


CONTRADICTIONS = [
    ("dots 3+2 4+3", "3+2", "4+3"),
    ("dots time=3d 3+2", "time=3d", "3+2"),
    ("dots blitz time=none", "blitz", "time=none"),
    ("dots 5x5 4x4", "5x5", "4x4"),
    ("dots 4x4 size=5x5", "4x4", "size=5x5"),
    ("dots size=5x5 size=4x4", "size=5x5", "size=4x4"),
    ("dots pie=2 pie=3", "pie=2", "pie=3"),
    ("dots pie no pie", "pie", "pie=0"),
    ("dots pie=2 no pie rule", "pie=2", "pie=0"),
    ("dots undo=yes undo=no", "undo=yes", "undo=no"),
    ("dots no undo undo=yes", "undo=no", "undo=yes"),
    ("dots hints=3 hints=5", "hints=3", "hints=5"),
    ("dots tupik", "dots", "tupik"),
    ("dots Тупик", "dots", "tupik"),
    ("dots first second", "first", "second"),
    ("dots random first", "random", "first"),
    ("bot easy strong dots", "easy", "strong"),
    ("bot лёгкий сильный dots", "easy", "strong"),
    ("@bob @kim dots", "@bob", "@kim"),
    ("bot @bob dots", "bot", "@bob"),
    ("chat bot dots", "chat", "bot"),
    ("bot dots team=1h team=2h", "team=1h", "team=2h"),
    ("bot dots team=1h quorum=3 quorum=4", "quorum=3", "quorum=4"),
    ("digits 1-4 1-5", "1-4", "1-5"),
    ("digits wrap=no torus", "wrap=no", "torus"),
    ("digits diamond ring", "diamond", "ring"),
    ("tupik harbour old-town", "harbour", "old-town"),
    ("tupik map=harbour map=old-town", "map=harbour", "map=old-town"),
    ("@bob lgame classic scoring", "classic", "scoring"),
]


@pytest.mark.parametrize("command", ["/challenge", "/setup", "/seek", "/tournament"])
@pytest.mark.parametrize(("words", "part", "other"), CONTRADICTIONS)
def test_two_words_that_contradict_each_other_are_named(command: str, words: str, part: str, other: str):
    with pytest.raises(Unreadable) as refusal:
        parse(f"{command} {words}")
    assert (refusal.value.code, dict(refusal.value.fields)) == ("two-values", {"part": part, "other": other})


@pytest.mark.parametrize(
    "words",
    ["3+2 time=3m+2s", "5x5 size=5x5", "5x5 5X5", "undo=no no undo", "dots", "first first", "bot bot easy easy"],
)
def test_what_is_typed_twice_with_one_meaning_is_understood(words: str):
    assert isinstance(parse(f"/challenge dots {words}"), Challenge)


def test_a_map_in_several_words_is_one_map():
    request = parse("/challenge tupik map=1>2,3 2>4 3>4")
    assert isinstance(request, Challenge)
    assert request.settings == {"map": "1>2,3 2>4 3>4"}


def test_a_map_beside_a_file_is_refused():
    with pytest.raises(Unreadable) as refusal:
        parse("/challenge tupik harbour", attachment="1>2,3 2>4 3>4")
    assert (refusal.value.code, refusal.value.fields["part"]) == ("file-and-option", "harbour")


@pytest.mark.parametrize(
    ("words", "part", "other"),
    [
        ("dots swiss knockout", "swiss", "knockout"),
        ("dots rounds=3 rounds=4", "rounds=3", "rounds=4"),
        ("dots deadline=1d start=18:00 deadline=2d", "deadline=1d", "deadline=2d"),
    ],
)
def test_two_values_of_a_tournament_are_named(words: str, part: str, other: str):
    with pytest.raises(Unreadable) as refusal:
        parse(f"/tournament {words}")
    assert dict(refusal.value.fields) == {"part": part, "other": other}


def test_two_values_of_a_setting_are_named():
    with pytest.raises(Unreadable) as refusal:
        read_changes(["time=3d", "mentions=no", "TIME=1d"], ())
    assert dict(refusal.value.fields) == {"part": "time=3d", "other": "TIME=1d"}
    with pytest.raises(Unreadable) as refusal:
        parse("/settings time=3d server channel")
    assert dict(refusal.value.fields) == {"part": "server", "other": "channel"}


def refusal_of(text: str, language: str) -> tuple[str, dict[str, str]]:
    with pytest.raises(Refusal) as refusal:
        parse(text)
    message = command_refusal(refusal.value, speech(language), text)
    return message.text, {button.label: button.types for row in message.buttons for button in row}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I can’t use both “easy” and “strong”. Choose one."),
        ("ru", "«лёгкий» и «сильный» одновременно нельзя. Выберите что-то одно."),
        ("uk", "«легкий» і «сильний» водночас не можна. Виберіть щось одне."),
    ],
)
def test_a_contradiction_is_explained_in_the_readers_language(language: str, text: str):
    assert refusal_of("/challenge bot easy strong dots", language)[0] == text


@pytest.mark.parametrize("words", [words for words, part, other in CONTRADICTIONS if {part, other} <= {*words.split()}])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_keeps_one_of_two_words(words: str, language: str):
    _, texts = refusal_of(f"/challenge {words}", language)
    assert len(texts) == 2
    for text in texts.values():
        with_one = parse(text)
        assert isinstance(with_one, Challenge | Setup)


@pytest.mark.parametrize(
    "clock",
    ["99999999999999+2", "0+0", "-1+2", "1.5+2", "3+", "+2", "3+2+1", "3|2|1", "3 + 2 + 1", "3+-2", "3m+99999999s"],
)
@pytest.mark.parametrize("before", ["", "time="])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_impossible_clock_is_answered_by_the_limits(clock: str, before: str, language: str):
    text, buttons = refusal_of(f"/seek dots {before}{clock}", language)
    assert all(limit in text for limit in (f"{clock.replace(' ', '')}", "10", "60", "30"))
    assert all(isinstance(parse(line), Seek) for line in buttons.values())


def test_a_slow_clock_is_typed_without_its_name():
    request = parse("/challenge @bob dots 3d+12h")
    assert isinstance(request, Challenge)
    assert request.terms.pairs == (("time", "3d+12h"),)


@pytest.mark.parametrize("text", ["+1", "great +1", "3+", "2+2=4", "c++", "a+b"])
def test_talk_names_no_clock(text: str):
    assert not has_clock_in(text)
    assert not clock_within(text)[0]


@pytest.mark.parametrize("text", ["play dots 3+2 or 4+3", "3+2, 5+0", "play dots 0+0", "100+2"])
def test_a_sentence_does_not_drop_a_clock(text: str):
    with pytest.raises(Unreadable):
        clock_within(text)


def test_a_variant_named_like_a_level_fits_a_challenge_to_a_person():
    request = parse("/challenge @bob lgame classic")
    assert isinstance(request, Challenge)
    assert request.opponent == BOB


@pytest.mark.parametrize(
    ("text", "typed_by_button"),
    [
        ("/challenge dots 3 + 2 4 + 3", {"/challenge dots 3 + 2", "/challenge dots 4 + 3"}),
        ("/challenge dots time = 3d 3|2", {"/challenge dots time = 3d", "/challenge dots 3|2"}),
    ],
)
def test_a_button_keeps_words_that_were_typed_with_spaces(text: str, typed_by_button: set[str]):
    assert {*refusal_of(text, "en")[1].values()} == typed_by_button


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("time=3min", "time=3m+0s"),
        ("time = 3мин", "time=3m+0s"),
        ("time=10m", "time=10m+0s"),
        ("time=3d", "time=3m+2s"),
        ("TIME=1h", "time=1h+0s"),
        ("3d+12h", "time=3m+2s"),
        ("время=3д+12ч", "time=3m+2s"),
    ],
)
def test_a_slow_clock_against_the_bot_has_a_button_for_a_running_one(words: str, meant: str):
    _, buttons = refusal_of(f"/setup bot easy dots {words} hints=3", "en")
    assert buttons == {meant: f"/setup bot easy dots {meant} hints=3"}
