"""Lessons: a wrong answer shows why, with the reply to it; a bare answer goes to the lesson that is open."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import product

import pytest

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Message
from bot.core.ports.store import Store, of_person
from bot.core.ports.thinking import Problem
from bot.features.puzzles.commands import Learn
from bot.features.puzzles.exercises import DAILY, OpenLesson, read, read_dailies
from bot.features.puzzles.lessons import learning, question
from engines import GAMES
from engines.game import AnyExplanation, AnyMove, advance
from engines.kernels.loading import warm
from tests.bot.scripted import Deep, Stage, person, private_chat

ANN = private_chat("ann")
HOUR = 3600
PATIENCE = 30.0


async def type_for_answer(stage: Stage, text: str, chat: Chat = ANN, **more: object) -> Message:
    [message] = await stage.type("ann", text, chat, alone=True, in_private=chat is ANN, **more)
    return message


async def test_a_wrong_answer_shows_the_reply(store: Store):
    message = await type_for_answer(Stage(store), "/learn dots 2 b2-c2")
    assert message.text.startswith("Not b2-c2: ")
    assert message.picture
    assert "Dashed: the reply, a2-b2" in message.picture.alt


async def test_a_move_that_loses_nothing_is_not_called_wrong(store: Store):
    warm("lgame")
    message = await type_for_answer(Stage(store, think=Deep), "/learn lgame 2 c2-c4-d4")
    assert message.text.startswith("c2-c4-d4 loses nothing")
    assert "but this step asks for something else." in message.text


async def test_a_move_that_wins_later_is_a_wrong_answer(store: Store):
    message = await type_for_answer(Stage(store, think=Deep), "/learn tupik 3 7-8")
    assert message.text.startswith("Not 7-8: wins 2 moves later than it could.")


@pytest.mark.sample(one_in=5)
@pytest.mark.parametrize(
    "text",
    [
        "dots 4 d3-d4",
        "dots 1 d3-d4",
        "digits 1 d5",
        "digits 3 a4",
        "lgame 2 c2-c4-d4 d1-a2",
        "curves 1 h3",
        "curves 2 a1-i1 via e4.5",
        "curves 3 e2-g2",
        "curves 4 c2-e2 via d2.5",
        "curves 5 c2-g2 via e3.5",
    ],
)
async def test_an_answer_that_is_no_button_but_does_what_is_asked_is_right(store: Store, text: str):
    game, step, answer = text.split(" ", 2)
    warm(game)
    message = await type_for_answer(Stage(store, think=Deep), f"/learn {game} {step} {answer}")
    assert message.text.startswith(f"{answer} is right.")


@pytest.mark.parametrize("text", ["dots 4 a2-b2", "lgame 2 c2-c4-d4", "lgame 2 d4-d2-c2", "curves 2 e2-g2 via f3"])
async def test_an_answer_that_does_something_else_is_not_right(store: Store, text: str):
    game, step, answer = text.split(" ", 2)
    warm(game)
    message = await type_for_answer(Stage(store, think=Deep), f"/learn {game} {step} {answer}")
    assert "is right." not in message.text


async def test_a_bare_answer_goes_to_the_step_of_which_an_answer_was_against_the_rules(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, "/learn digits 5")
    await type_for_answer(stage, "/learn dots 2 a1-b1")
    assert (await type_for_answer(stage, "a2-b2")).text.startswith("a2-b2 is right.")


@pytest.mark.parametrize("text", ["a2-b2", "A2 B2", "а2 на б2"])
async def test_a_bare_answer_is_read(store: Store, text: str):
    stage = Stage(store)
    await type_for_answer(stage, "/learn dots 2")
    message = await type_for_answer(stage, text)
    assert message.text.startswith("a2-b2 is right.")


async def test_the_next_bare_answer_goes_to_the_next_step(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, "/learn dots 2")
    await type_for_answer(stage, "a2-b2")
    assert "b1-b2 c1-c2 is right." in (await type_for_answer(stage, "b1-b2 c1-c2")).text


async def test_a_bare_answer_against_the_rules_is_refused(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, "/learn dots 2")
    assert (await type_for_answer(stage, "a1-b1")).text == "The side a1-b1 is already drawn."


@dataclass
class Paused(Deep):
    """Explains when it is let."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    goes_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def explain(self, problem: Problem, move: AnyMove) -> AnyExplanation:
        self.begun.set()
        await self.goes_on.wait()
        return await super().explain(problem, move)


async def while_explained(stage: Stage, answer: str, text: str) -> Message:
    """What is said of an answer, something else having been typed while it was explained."""
    thinking = stage.thinking
    assert isinstance(thinking, Paused)
    answering = asyncio.create_task(type_for_answer(stage, answer))
    async with asyncio.timeout(PATIENCE):
        await thinking.begun.wait()
    await type_for_answer(stage, text)
    thinking.goes_on.set()
    return await answering


@pytest.mark.parametrize(
    "answer", ["/learn dots 2 b2-c2", "/learn dots 4 d3-d4", "/puzzle 6 c3-d3", "/daily"], ids=lambda text: text[1:]
)
async def test_nothing_is_kept_of_a_person_forgotten_during_an_explanation(store: Store, answer: str):
    warm("dots")
    stage = Stage(store, think=Paused)
    if answer == "/daily":
        answer = await _wrong_daily(stage)
    await while_explained(stage, answer, "/forgetme yes")
    assert await store.people.data_of(person("ann").key) == {}
    assert DAILY not in await store.settings.choices(of_person(person("ann")))


async def _wrong_daily(stage: Stage) -> str:
    """A wrong step of today's puzzle, which is open."""
    await type_for_answer(stage, "/daily")
    opened = read_dailies((await stage.store.settings.choices(of_person(person("ann"))))[DAILY]).opened
    assert opened
    position, _ = opened.puzzle.position_after(0)
    right = advance(position, position.read(opened.puzzle.solution[0]))[0]
    return next(f"/daily {move}" for move in position.moves() if advance(position, move)[0] != right)


@pytest.mark.parametrize("answer", ["/learn dots 2 b2-c2", "/learn dots 4 d3-d4"], ids=["wrong", "as good"])
async def test_an_exercise_opened_during_an_explanation_stays_open(store: Store, answer: str):
    warm("dots")
    stage = Stage(store, think=Paused)
    await while_explained(stage, answer, "/learn digits 1")
    assert (await type_for_answer(stage, "a1")).text.startswith("a1 is right.")


async def test_after_an_answer_that_turns_out_as_good_the_next_step_is_open(store: Store):
    warm("dots")
    stage = Stage(store, think=Deep)
    await type_for_answer(stage, "/learn dots 4 d3-d4")
    [kept] = (await store.people.data_of(person("ann").key))["exercise"]
    assert read(kept) == OpenLesson("dots", 5, stage.time)


async def test_a_game_here_has_its_moves(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, "/learn dots 2")
    await stage.type("ann", "/challenge bot easy dots 3x3 pie=0", ANN)
    assert await stage.type("ann", "a2-b2", ANN, alone=True, in_private=True) == ()
    assert "a2-b2" in stage.board.text


async def test_a_lesson_shown_after_the_last_move_of_a_game_here_is_answered(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 3x3 pie=0", ANN)
    stage.time += 60
    await type_for_answer(stage, "/learn dots 2")
    [[in_lesson, in_game]] = (await type_for_answer(stage, "a2-b2")).buttons
    assert in_game.types.endswith(" a2-b2")
    assert (await type_for_answer(stage, in_lesson.types, pressed=True)).text.startswith("a2-b2 is right.")


@pytest.mark.parametrize(("text", "step"), [("Next", 3), ("назад", 1), ("stop", 2), ("hint", 2)])
async def test_the_labels_of_a_lesson_s_buttons_can_be_typed(store: Store, text: str, step: int):
    stage = Stage(store)
    await type_for_answer(stage, "/learn dots 2")
    assert f"step {step} of" in (await type_for_answer(stage, text)).text.splitlines()[0]


async def test_a_reply_to_the_lesson_goes_to_it(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, "/learn dots 2")
    await stage.type("ann", "/challenge bot easy dots 3x3 pie=0", ANN)
    assert (await type_for_answer(stage, "a2-b2", replies_to="lesson")).text.startswith("a2-b2 is right.")


async def test_a_game_elsewhere_has_a_move_that_is_legal_only_there(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 3x3 pie=0", Chat("stage", "9"))
    stage.time += 60
    await type_for_answer(stage, "/learn lgame 2")
    await stage.type("ann", "a2-b2", ANN, alone=True, in_private=True)
    assert "a2-b2" in stage.board.text


async def test_a_lesson_is_open_for_an_hour(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, "/learn dots 2")
    stage.time += HOUR + 1
    assert "a2-b2 is right." not in (await type_for_answer(stage, "a2-b2")).text


async def test_talk_is_no_answer(store: Store):
    stage = Stage(store)
    await type_for_answer(stage, "/learn dots 2")
    assert "right" not in (await type_for_answer(stage, "hello")).text


@pytest.mark.parametrize(("language", "game"), [*product(LANGUAGES, GAMES)])
def test_no_lesson_names_a_wrong_answer_to_type(language: str, game: str):
    for number, _ in enumerate(GAMES[game].teaching.course, 1):
        asks = question(Learn(game, number))
        text = learning(Learn(game, number), speech(language)).text.splitlines()[-1]
        assert asks is None or not any(choice in text for choice in asks.step.choices)
