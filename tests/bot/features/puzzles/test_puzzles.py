"""Puzzles: steps by typed moves, remembered by the store, so that any process goes on with them."""

from __future__ import annotations

import pytest

from bot.core.game.people import Chat
from bot.core.language.speech import speech
from bot.core.ports.adapters import by_command, by_touch
from bot.core.ports.platform import Incoming, Message
from bot.core.ports.store import Store
from bot.features.puzzles.commands import Solve, Wish, read_solve
from bot.features.puzzles.exercises import Found, OpenLesson, OpenMistake, OpenPuzzle, read, write
from bot.features.puzzles.view import page
from engines.kernels.loading import warm
from engines.puzzles import puzzle_box
from tests.bot.scripted import Deep, Stage, person, private_chat

ANN = private_chat("ann")
DOTS = 6
FIRST, REPLY, LAST = puzzle_box()[DOTS - 1].solution
WRONG, DRAWN = "c3-d3", "a1-b1"


async def type_for_answer(stage: Stage, text: str, chat: Chat = ANN, **more: object) -> Message:
    [message] = await stage.type("ann", text, chat, alone=True, in_private=chat is ANN, **more)
    return message


async def test_each_right_step_is_answered_with_the_reply(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    message = await type_for_answer(stage, FIRST)
    assert message.text.startswith(f"{FIRST} is right. Your opponent answers {REPLY}.")
    assert message.picture
    assert f"The last move was {REPLY}." in message.picture.alt
    assert "Solved!" in (await type_for_answer(stage, LAST)).text


async def test_another_process_continues_a_puzzle(store: Store):
    await type_for_answer(Stage(store), f"/puzzle {DOTS}")
    await type_for_answer(Stage(store), FIRST)
    assert "Solved!" in (await type_for_answer(Stage(store), LAST)).text


async def test_another_process_continues_a_lesson(store: Store):
    await type_for_answer(Stage(store), "/learn dots 2")
    assert (await type_for_answer(Stage(store), "a2-b2")).text.startswith("a2-b2 is right.")


async def test_a_puzzle_asked_for_in_a_group_is_solved_in_private(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}", Chat("stage", "group"))
    assert "is right" in (await type_for_answer(stage, FIRST)).text


@pytest.mark.parametrize("line", [f"/puzzle {DOTS}", "/daily", "/learn dots"])
async def test_a_question_names_the_ways_of_answering_that_a_place_has(store: Store, line: str):
    message = await type_for_answer(Stage(store), line)
    assert "Press your answer, or type it." in message.text
    assert "Press your answer." in by_command(message).text.splitlines()
    assert "answer" not in by_touch(message).text


WRONG_TEXTS = {
    "a step that is no legal move": ([f"/puzzle {DOTS}", "a1-a1"], {"Hint", "Show the answer", "Next"}),
    "a step that cannot be read": ([f"/puzzle {DOTS}", f"/puzzle {DOTS} what"], {"Hint", "Show the answer", "Next"}),
    "a step of the daily": (["/daily", "/daily z9-z9"], {"Hint", "Show the answer"}),
    "an answer in a lesson": (["/learn dots 2", "a1-b1"], {"a2-b2", "Back", "Next"}),
    "a step of a course that has none": (["/learn dots 99"], {"7"}),
    "a puzzle that is not there": (["/puzzle 99999"], {"Another puzzle"}),
    "a game without puzzles": (["/puzzle curves"], {"Another puzzle"}),
    "a hint without a puzzle": (["/puzzle hint"], {"Another puzzle"}),
    "mistakes of one who has none": (["/puzzle mine"], {"Another puzzle"}),
    "a daily that is posted unsolved": (["/daily post"], {"Hint", "Show the answer"}),
}


@pytest.mark.parametrize(("texts", "labels"), WRONG_TEXTS.values(), ids=WRONG_TEXTS)
async def test_a_refusal_has_buttons_that_lead_on(store: Store, texts: list[str], labels: set[str]):
    stage = Stage(store)
    for text in texts:
        message = await type_for_answer(stage, text)
    assert message.envelope.refuses
    assert labels <= {button.label for row in message.buttons for button in row}


@pytest.mark.parametrize("game", ["", "/challenge bot easy tupik map=harbour"], ids=["no game", "a game"])
@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("puzzle", "Puzzle "),
        ("Puzzles!", "Puzzle "),
        ("puzzle 6", "Puzzle 6."),
        ("задача №6", "Puzzle 6."),
        ("give me a puzzle pls", "Puzzle "),
        ("next puzzle", "Puzzle "),
        ("задачка", "Puzzle "),
        ("daily", "Daily puzzle "),
        ("todays puzzle", "Daily puzzle "),
        ("ежедневная", "Daily puzzle "),
        ("щоденна", "Daily puzzle "),
        ("lesson", "Which game do you want to learn?"),
        ("урок", "Which game do you want to learn?"),
        ("a lesson on dots", "Dots and Boxes, step 1"),
    ],
)
async def test_a_bare_word_leads_to_the_exercise(store: Store, game: str, text: str, start: str):
    stage = Stage(store)
    await stage.type("ann", game or "/start", ANN, alone=True, in_private=True)
    assert (await type_for_answer(stage, text)).text.startswith(start)


async def test_any_other_text_shows_the_open_exercise_again(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, "/learn dots 2")
    assert (await type_for_answer(stage, "foo")).text.startswith("Dots and Boxes, step 2")


@pytest.mark.parametrize("line", [f"/puzzle {DOTS}", "/daily", "/learn dots"])
async def test_a_puzzle_asks_for_no_bare_text_that_cannot_reach_the_bot(store: Store, line: str):
    stage = Stage(store)
    assert "type" in (await type_for_answer(stage, line)).text.casefold()
    assert "type" not in (await type_for_answer(stage, line, Chat("stage", "group"))).text.casefold()


async def test_a_wrong_step_shows_the_reply_and_may_be_tried_again(store: Store):
    warm("dots")
    stage = Stage(store, think=Deep)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    message = await type_for_answer(stage, WRONG)
    assert message.text.startswith(f"Not {WRONG}: ")
    assert message.picture
    assert "Dashed: the reply" in message.picture.alt
    assert "is right" in (await type_for_answer(stage, FIRST)).text


async def test_a_game_here_has_its_moves(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    await stage.type("ann", "/challenge bot easy dots 3x3 pie=0", ANN)
    assert await stage.type("ann", FIRST, ANN, alone=True, in_private=True) == ()
    assert FIRST in stage.board.text
    assert "is right" in (await type_for_answer(stage, f"/puzzle {FIRST}")).text


def _types(message: Message) -> list[str]:
    return [button.types for row in message.buttons for button in row]


async def _puzzle_after_a_game(store: Store, game: str = "bot easy dots 3x3 pie=0") -> Stage:
    """A puzzle of dots that was opened after the game's last move."""
    stage = Stage(store)
    await stage.type("ann", f"/challenge {game}", ANN)
    stage.time += 60
    await type_for_answer(stage, f"/puzzle {DOTS}")
    return stage


@pytest.mark.parametrize("text", [FIRST, f"{FIRST}?"])
async def test_a_move_of_the_game_and_of_the_puzzle_is_asked_about_and_played_in_neither(store: Store, text: str):
    stage = await _puzzle_after_a_game(store)
    boards = len(stage.adapter.shown)
    asks = await type_for_answer(stage, text)
    assert [button.label for row in asks.buttons for button in row] == ["In the puzzle", "In the game"]
    assert len(stage.adapter.shown) == boards
    assert "is right" in (await type_for_answer(stage, _types(asks)[0], pressed=True)).text
    await stage.type("ann", _types(asks)[1], ANN, pressed=True)
    assert FIRST in stage.board.text


async def test_a_move_that_only_the_puzzle_allows_answers_it(store: Store):
    stage = await _puzzle_after_a_game(store, "bot easy dots 3x3 second")
    await stage.type("ann", f"/move {FIRST}", ANN)
    stage.time += 60
    await type_for_answer(stage, f"/puzzle {DOTS}")
    assert "is right" in (await type_for_answer(stage, FIRST)).text


async def test_a_move_that_the_puzzle_forbids_is_offered_to_the_game(store: Store):
    stage = await _puzzle_after_a_game(store, "bot easy dots 5x5")
    boards, asks = len(stage.adapter.shown), await type_for_answer(stage, DRAWN)
    assert "already drawn" in asks.text
    assert [types.partition(" ")[0] for types in _types(asks)] == ["/move"]
    assert len(stage.adapter.shown) == boards


async def test_the_game_has_its_moves_again_after_one_of_them(store: Store):
    stage = await _puzzle_after_a_game(store)
    stage.time += 60
    await stage.type("ann", f"/move {WRONG}", ANN)
    assert await stage.type("ann", FIRST, ANN, alone=True, in_private=True) == ()
    assert FIRST in stage.board.text


async def test_a_hint_goes_to_what_was_asked_last(store: Store):
    stage = await _puzzle_after_a_game(store)
    assert "Why: " not in (await type_for_answer(stage, "hint")).text
    stage.time += 60
    await stage.type("ann", f"/move {WRONG}", ANN)
    assert "Why: " in (await type_for_answer(stage, "hint")).text


async def test_a_question_about_a_move_is_no_answer(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    asks = await type_for_answer(stage, f"{FIRST}?")
    assert _types(asks) == [f"/puzzle {DOTS} {FIRST}"]


async def test_a_reply_to_an_older_puzzle_is_judged_in_that_one(store: Store):
    stage = Stage(store)
    older = tuple(_types(await type_for_answer(stage, f"/puzzle {DOTS}")))
    await type_for_answer(stage, "/puzzle tupik")
    assert "is right" in (await type_for_answer(stage, FIRST, replies_to="7", beside=older)).text


async def test_a_reply_to_a_step_that_was_left_is_judged_in_it(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    second_step = tuple(_types(await type_for_answer(stage, FIRST)))
    await type_for_answer(stage, "/puzzle tupik")
    assert "Solved!" in (await type_for_answer(stage, LAST, replies_to="7", beside=second_step)).text


async def test_a_reply_to_a_solved_puzzle_says_that_it_is_solved(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    await type_for_answer(stage, FIRST)
    solved = tuple(_types(await type_for_answer(stage, LAST)))
    await type_for_answer(stage, "/puzzle tupik")
    assert "solved" in (await type_for_answer(stage, LAST, replies_to="7", beside=solved)).text


async def test_a_move_that_is_legal_in_a_game_here_alone_is_played_although_a_puzzle_was_shown_later(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 3x3 pie=0", ANN)
    stage.time += 60
    await type_for_answer(stage, "/puzzle lgame")
    assert await stage.type("ann", FIRST, ANN, alone=True, in_private=True) == ()
    assert FIRST in stage.board.text


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("hint", "Hint: "),
        ("подсказка", "Hint: "),
        ("Show the answer", f"The answer was {FIRST}."),
        ("далі", "Puzzle "),
        ("stop", f"Puzzle {DOTS}."),
    ],
)
async def test_the_labels_of_a_puzzle_s_buttons_can_be_typed(store: Store, text: str, start: str):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    assert (await type_for_answer(stage, text)).text.startswith(start)


async def test_the_label_of_a_puzzles_button_can_be_typed_although_a_game_runs_here(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 3x3 pie=0", ANN)
    stage.time += 60
    await type_for_answer(stage, f"/puzzle {DOTS}")
    assert (await type_for_answer(stage, "show the answer")).text.startswith(f"The answer was {FIRST}.")


async def test_a_word_leads_from_a_puzzle_to_the_next_one_even_if_it_is_solved(store: Store):
    stage = Stage(store)
    for text in (f"/puzzle {DOTS}", FIRST, LAST):
        await type_for_answer(stage, text)
    assert f"Puzzle {DOTS}." not in (await type_for_answer(stage, "next")).text
    assert read(await _stored_exercise(store)) != OpenPuzzle(DOTS)


async def test_a_solved_puzzle_accepts_no_more_answers(store: Store):
    stage = Stage(store)
    for text in (f"/puzzle {DOTS}", FIRST, LAST):
        await type_for_answer(stage, text)
    assert "is right" not in (await type_for_answer(stage, FIRST)).text


@pytest.mark.parametrize("game", ["dots", "lgame", "tupik", "digits"])
async def test_next_stays_with_the_game_that_was_asked_for(store: Store, game: str):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {game}")
    first = read(await _stored_exercise(store))
    await type_for_answer(stage, f"/puzzle {game} next")
    second = read(await _stored_exercise(store))
    assert isinstance(first, OpenPuzzle)
    assert isinstance(second, OpenPuzzle)
    assert (first.puzzle.game, second.puzzle.game) == (game, game)
    assert first.number != second.number


TUPIK = 805
[CITY] = puzzle_box()[TUPIK - 1].solution[:1]


async def test_a_number_that_is_a_move_answers_what_is_open_and_the_puzzle_with_that_number_is_one_press_away(
    store: Store,
):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {TUPIK}")
    message = await type_for_answer(stage, f"/puzzle {CITY}")
    assert message.text.startswith(f"{CITY} is right.")
    assert f"/puzzle #{CITY} opens puzzle {CITY}" in message.text
    await stage.type("ann", f"/puzzle {TUPIK}", ANN)
    for text in (f"/puzzle #{CITY}", message.buttons[-1][0].types):
        assert (await type_for_answer(stage, text)).text.startswith(f"Puzzle {CITY}.")


async def test_a_number_that_is_no_move_opens_the_puzzle_with_that_number(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    assert (await type_for_answer(stage, f"/puzzle {CITY}")).text.startswith(f"Puzzle {CITY}.")


async def test_an_old_button_with_a_number_opens_the_puzzle_with_that_number(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {TUPIK}")
    assert (await type_for_answer(stage, f"/puzzle {CITY}", pressed=True)).text.startswith(f"Puzzle {CITY}.")


async def test_an_answer_goes_to_the_daily_if_that_was_opened_last(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    await type_for_answer(stage, "/daily")
    await type_for_answer(stage, "/puzzle show")
    assert isinstance(opened := read(await _stored_exercise(store)), OpenPuzzle)
    assert opened.day
    assert opened.found == (Found.SHOWN,)


async def test_to_show_a_step_that_was_passed_shows_no_other(store: Store):
    stage = Stage(store)
    message = await type_for_answer(stage, f"/puzzle {DOTS}")
    [show] = [button.types for row in message.buttons for button in row if " show" in button.types]
    await type_for_answer(stage, FIRST)
    assert (await type_for_answer(stage, show, pressed=True)).text.startswith("You’ve already passed step 1.")
    assert isinstance(opened := read(await _stored_exercise(store)), OpenPuzzle)
    assert opened.found == (Found.AT_ONCE,)


async def test_a_step_that_is_delivered_again_after_the_next_one_is_answered_and_undoes_nothing(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    first = await type_for_answer(stage, FIRST, cause="stage:1")
    last = await type_for_answer(stage, LAST, cause="stage:2")
    stage.restart()
    assert await type_for_answer(stage, FIRST, cause="stage:1") == first
    assert await type_for_answer(stage, LAST, cause="stage:2") == last
    assert isinstance(opened := read(await _stored_exercise(store)), OpenPuzzle)
    assert opened.is_solved


async def _stored_exercise(store: Store) -> str | None:
    return (await store.settings.facts_for(ANN.key, "stage:ann")).exercise


async def test_it_is_forgotten_with_the_person(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, f"/puzzle {DOTS}")
    await type_for_answer(stage, "/forgetme yes")
    assert await _stored_exercise(store) is None


@pytest.mark.parametrize(
    "exercise",
    [
        OpenLesson("dots", 2, 7.5),
        OpenPuzzle(DOTS),
        OpenPuzzle(DOTS, at=1.5),
        OpenMistake("KXTRWQ", 3, at=1.5),
        OpenPuzzle(DOTS, (Found.AT_ONCE, Found.SHOWN), tried=True, among="dots"),
    ],
)
def test_an_exercise_is_read_as_it_was_written(exercise: OpenLesson | OpenPuzzle):
    assert read(write(exercise)) == exercise


@pytest.mark.parametrize("text", [None, "", "7", "[", '["lesson"]', '["puzzle", 99999, "", false, ""]'])
def test_an_unreadable_text_is_not_an_exercise(text: str | None):
    assert read(text) is None


@pytest.mark.parametrize("number", range(1, len(puzzle_box()) + 1, 50))
def test_a_page_says_what_is_asked_for_and_is_seen_in_words(number: int):
    message = page(OpenPuzzle(number), speech("en"))
    assert "Find the only" in message.text
    assert message.picture
    assert message.picture.alt.startswith(speech("en").say(f"game-{puzzle_box()[number - 1].game}"))


@pytest.mark.parametrize("step", ["2", "#2", "№2"])
def test_a_step_is_named_by_its_number_with_or_without_a_sign(step: str):
    incoming = Incoming(Chat("stage", "club"), person("ann"), "")
    assert read_solve(f"3 show {step}", incoming) == Solve(3, wish=Wish.SHOW, step=2)
