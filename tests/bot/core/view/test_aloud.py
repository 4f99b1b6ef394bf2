"""The board without eyes: all of it, what is new on it, one place of it, in each language, and its drawing."""

from __future__ import annotations

import pytest

from bot.core.ports.store import Store
from engines import GAMES
from tests.bot.scripted import Stage

PLACES = {
    "dots": ("b2", "b2-c2"),
    "lgame": ("a1", "c3", "d1"),
    "tupik": ("1", "5"),
    "digits": ("c4", "a1"),
    "curves": ("e7",),
}


async def _begin_game(store: Store, challenge: str, *typed: str) -> Stage:
    """A game of Ann's against Bob, who take turns in typing."""
    stage = Stage(store)
    await stage.type("ann", f"/challenge @bob {challenge}")
    await stage.type("bob", "/accept")
    for number, text in enumerate(typed):
        await stage.type(("ann", "bob")[number % 2], text)
    return stage


async def test_the_text_is_words_alone_and_leads_to_the_drawing_and_to_what_is_new(store: Store):
    stage = await _begin_game(store, "dots 2x1", "a1-a2")
    await stage.press("bob", "More")
    [answer] = await stage.press("bob", "Show as text")
    assert answer.layout.grid == ""
    assert answer.envelope.private
    assert stage.board.picture is not None
    assert " ".join(answer.text.splitlines()[2:]) == stage.board.picture.alt
    [reply] = await stage.press("bob", "Show characters")
    assert reply.text.splitlines()[1:3] == [
        "Bob is to move.",
        "+ is a dot, lines between dots are drawn sides; boxes: 1 of Ann, 2 of Bob.",
    ]
    assert reply.text.endswith(reply.layout.grid)
    await stage.press("bob", "More")
    await stage.press("bob", "Show as text")
    [response] = await stage.press("bob", "Show changes")
    assert response.text.splitlines()[1:] == ["Ann: a1-a2.", "Bob is to move."]


@pytest.mark.parametrize("language", ["en", "ru", "uk"])
@pytest.mark.parametrize("game", GAMES)
async def test_no_word_comes_from_another_language(store: Store, game: str, language: str):
    stage = await _begin_game(store, game)
    reader = f"ann.{language}"
    request = (
        "/board text",
        "/board characters",
        "/board changes",
        *(f"/board {place}" for place in PLACES.get(game, ())),
    )
    for text in request:
        [answer] = await stage.type(reader, text)
        words = answer.text.replace(answer.layout.grid, "") if answer.layout.grid else answer.text
        assert "first" not in words.split()
        has_cyrillic = any("а" <= letter <= "я" for letter in words.casefold())
        assert has_cyrillic == (language != "en"), words


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("/board текст", "Ходит Bob."),
        ("текст", "Ходит Bob."),
        ("/board изменения", "Ann: a1-a2."),
        ("изменения", "Ann: a1-a2."),
        ("/board символы", "a   b   c"),
        ("/board зміни", "Ann: a1-a2."),
        ("/text", "Ходит Bob."),
    ],
)
async def test_a_form_is_asked_for_in_the_words_of_the_reader(store: Store, line: str, form: str):
    stage = await _begin_game(store, "dots 2x1", "a1-a2")
    [answer] = await stage.type("bob.ru", line)
    assert form in answer.text


async def test_changes_list_each_move_since_the_reader_s_own_and_each_forced_one_with_its_owner(store: Store):
    stage = await _begin_game(store, "dots 3x1", "a1-b1", "b1-c1", "c1-d1", "a2-b2", "b2-c2", "a1-a2")
    await stage.type("ann", "b1-b2")
    await stage.type("ann", "d1-d2")
    [answer] = await stage.type("bob", "/board changes")
    assert answer.text.splitlines()[1:-1] == ["Ann: b1-b2, d1-d2.", "Ann takes a1."]
    [answer] = await stage.type("ann", "/board changes")
    assert answer.text.splitlines()[1:-1] == ["Ann: b1-b2, d1-d2.", "Ann takes a1."]
    [answer] = await stage.type("carl", "/board changes")
    assert "Ann: b1-b2, d1-d2." in answer.text


async def test_changes_include_forced_moves_after_the_reader_s_own(store: Store):
    stage = await _begin_game(store, "tupik 1>2,3 2>4 3>4 4>5", "1", "2")
    await stage.type("bob", "1-3")
    await stage.type("ann", "2-4")
    [answer] = await stage.type("ann", "/board changes")
    assert answer.text.splitlines()[1:-1] == ["Ann: 2-4.", "Bob can’t move and passes."]
    await stage.type("ann", "4-5")
    [answer] = await stage.type("bob", f"/board changes {_code(stage)}")
    assert answer.text.splitlines()[1:-1] == ["Ann: 2-4.", "Bob can’t move and passes.", "Ann: 4-5."]


async def test_a_draw_that_is_offered_is_new_too(store: Store):
    stage = await _begin_game(store, "lgame", "c2-c4-d4")
    await stage.type("ann", "/draw")
    [answer] = await stage.type("bob", "/board changes")
    assert answer.text.splitlines()[1:-1] == ["Ann: c2-c4-d4.", "Ann offers a draw. Bob, do you agree?"]


async def test_before_the_first_move_nothing_is_new(store: Store):
    stage = await _begin_game(store, "lgame")
    [answer] = await stage.type("ann", "/board changes")
    assert answer.text.splitlines()[1:] == ["No moves yet.", "Ann is to move."]


@pytest.mark.parametrize(
    ("challenge", "text", "place", "phrase"),
    [
        (
            "dots 3x1",
            ("a1-b1", "b1-c1", "a2-b2", "b2-c2", "a1-a2"),
            "a1",
            "Sides drawn at a1: a1-b1 a1-a2. Box a1 still needs b1-b2. Box a1 is in the chain a1 b1.",
        ),
        ("dots 2x1", ("b1-b2",), "b2-b1", "The side b1-b2 is drawn. Box a1 still needs a1-b1 a2-b2 a1-a2."),
        (
            "lgame scoring",
            ("c2-c4-d4",),
            "a2",
            "a2 is free. a2 is painted: it scores when an L is put on it. Bob can cover a2 with",
        ),
        ("lgame", (), "A4", "a4 has a neutral disc. Ann can’t cover a4 now."),
        (
            "tupik 1>2,3 2>4 3>4 4>5",
            ("1", "2"),
            "1",
            "City 1 has one of Bob’s cars. Arrows from 1 lead to empty cities: 3. "
            "Arrows from 1 lead to Ann’s cars: 2. From 1 it’s 3 steps to the dead end: 1-3-4-5. "
            "Bob can move here: 1-3.",
        ),
        ("tupik Home>Mill,Inn Mill>Bay Inn>Bay Bay>Sea", (), "mill", "City 2 is called Mill. City 2 is empty."),
        ("digits 4x4 digits=2", ("b2", "c4"), "b3", "b3 is free. Ann’s digits beside b3: 2 b2. Bob’s digits"),
        ("digits 5x5", (), "c3", "c3 is free, for dots only."),
        (
            "curves 16x12 points=3",
            ("a1", "i1", "e3", "a1-i1 via e5"),
            "e3",
            "Bob holds e3. Lines over e3: 1. Lines e3 can still take: 2.",
        ),
    ],
)
async def test_a_place_is_described_with_its_neighbours_and_its_legal_moves(
    store: Store, challenge: str, text: tuple[str, ...], place: str, phrase: str
):
    stage = await _begin_game(store, challenge, *text)
    [answer] = await stage.type("ann", f"/board {place}")
    assert phrase in " ".join(answer.text.splitlines())
    assert answer.envelope.private


async def test_an_unknown_place_is_refused(store: Store):
    stage = await _begin_game(store, "dots 2x1")
    [answer] = await stage.type("ann", "/board sideways")
    assert answer.text.startswith("There’s no place “sideways” on this board")


@pytest.mark.parametrize(
    ("challenge", "part", "listed"),
    [
        ("dots 2x1", "B1", "a1-b1 · b1-c1 · b1-b2"),
        ("lgame", "c2-c4-d4", "c2-c4-d4 a4-a1"),
        ("tupik 1>2,3 2>4 3>4 4>5", "3", "\n3"),
    ],
)
async def test_the_moves_at_one_place_are_listed_alone(store: Store, challenge: str, part: str, listed: str):
    stage = await _begin_game(store, challenge)
    [answer] = await stage.type("ann", f"/moves {part}")
    assert listed in answer.text.replace("\nb", " · b")
    [answer] = await stage.type("ann", "/moves z99")
    assert answer.text == "No legal move starts with “z99” or names it."


async def test_of_many_moves_the_rest_can_be_had(store: Store):
    stage = await _begin_game(store, "curves")
    [answer] = await stage.type("ann", "/moves")
    assert answer.text.endswith("… and 72 more. For one place, type /moves k1.")
    [answer] = await stage.type("ann", "/moves k1")
    assert answer.text.endswith("1 legal move.\nk1")


async def test_a_challenge_has_no_board_to_be_read(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots")
    [answer] = await stage.type("ann", f"/board text {_code(stage)}")
    assert "challenges" in answer.text


def _code(stage: Stage) -> str:
    return (stage.board.layout.small or stage.board.text).splitlines()[0].rpartition(" · ")[2][:6]
