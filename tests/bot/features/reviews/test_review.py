"""Reviews: what is proved is said so and kept with the game; a key move says what it cost and why."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from itertools import count, islice, pairwise
from random import Random

import pytest

from bot.core.handlers import finished_games
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from bot.core.ports.thinking import Problem
from bot.core.queues.fair_turns import MOST_AT_ONCE
from engines import GAMES
from engines.game import AnyGame, AnyHint, Hint, Level, advance
from engines.kernels.loading import warm
from engines.record import record_of, write
from renderers.scene import Label
from tests.bot.scripted import Deep, Stage, incoming, person

MOVES = ("ann: a1-b1", "bob: b2-c2", "ann: b1-c1", "bob: a1-a2", "ann: b1-b2", "bob: a2-b2 c1-c2")
"""Bob answers on both sides of 2x1, and takes both boxes."""


class Slow(Deep):
    """Advice that lets others go first."""

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        await asyncio.sleep(0.01)
        return await super().hint(problem, level)


async def play_game(store: Store, think: type[Deep] = Deep) -> Stage:
    """Return a stage on which a game of two boxes is over."""
    warm("dots")
    stage = Stage(store, think=think)
    await stage.type("ann", "/challenge @bob dots 2x1 pie=0")
    await stage.press("bob", "Accept")
    for move in MOVES:
        who, _, text = move.partition(": ")
        await stage.type(who, text)
    return stage


async def games_in(store: Store) -> list[str]:
    """Return the codes of all games with a log."""
    return [code async for code in store.logs.all_games()]


async def play_and_review(store: Store, text: str = "/review", think: type[Deep] = Deep) -> tuple[Stage, str]:
    """Play such a game, and return what `text` is answered."""
    stage = await play_game(store, think)
    [answer] = await stage.type("ann", text)
    return stage, answer.text


async def test_a_fully_proved_review_states_the_accuracy_and_the_result_that_was_kept(store: Store):
    _, review_message = await play_and_review(store)
    assert "(exact)" in review_message
    assert "have kept the draw" in review_message or "have kept the win" in review_message
    assert "estimate" not in review_message.casefold()


async def test_a_review_is_kept_with_its_game_and_found_by_another_process(store: Store):
    stage, review_message = await play_and_review(store)
    stage.restart()
    stage.thinking.hint = None  # type: ignore[method-assign, assignment]  # nothing is looked at again
    [again] = await stage.type("bob", "/review")
    assert again.text == review_message


async def test_a_review_out_of_time_blames_no_move_at_first_and_is_completed_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(finished_games, "FIRST_SECONDS", 0.0)
    stage, review_message = await play_and_review(store, think=Slow)
    assert "Move " not in review_message
    assert "proved" not in review_message
    [again] = await stage.type("bob", "/review")
    assert "Move " in again.text
    assert "(exact)" in again.text


class Fickle(Deep):
    """Advice that expects something else each time, and gives none to longer looks before it is told to go on."""

    asked = 0
    goes_on = asyncio.Event()

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        if problem.seconds >= finished_games.FURTHER_SECONDS:
            await self.goes_on.wait()
        self.asked += 1
        return replace(await super().hint(problem, level), value=self.asked, is_proved=False)


async def test_imports_that_wait_hold_up_no_board_and_a_sixth_of_one_person_is_refused(store: Store):
    stage = await play_game(store, Deep)
    heavy, may_end = stage.router._services.heavy, threading.Event()
    held = asyncio.create_task(heavy.run(person("kim").key, lambda: may_end.wait(60)))
    file = "dots_and_boxes(num_rows=1,num_cols=1) 0 1 2 3"
    imports = [
        asyncio.create_task(stage.router.handle(incoming("ann", "/import", attachment=file, cause=f"{number}")))
        for number in range(MOST_AT_ONCE)
    ]
    while heavy.has_room(person("ann")):
        await asyncio.sleep(0)
    [refusal] = await stage.router.handle(incoming("ann", "/import", attachment=file))
    assert refusal.text.startswith(f"Too many imports, reviews, films or exports at once (limit: {MOST_AT_ONCE})")
    [board] = await stage.router.handle(incoming("bob", "/record"))
    assert board.file
    assert not any(task.done() for task in imports)
    may_end.set()
    await held
    for [reviewed] in await asyncio.gather(*imports):
        assert reviewed.picture is not None


async def test_a_review_asked_for_twice_is_the_same_while_a_longer_look_is_under_way(store: Store):
    stage = await play_game(store, Fickle)
    services, [code] = stage.router._services, await games_in(store)
    session = await services.games.load(code)
    assert session
    first = await finished_games.review_game(services, session, person("ann"))
    assert services.reviewing
    assert await finished_games.review_game(services, session, person("ann")) == first
    Fickle.goes_on.set()
    await stage.router.wait_until_idle()


async def test_a_review_that_is_not_through_does_not_say_that_no_move_cost_much(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(finished_games, "FIRST_SECONDS", 0.0)
    _, review_message = await play_and_review(store, think=Slow)
    assert "Still analysing" in review_message
    assert "cost much" not in review_message


class Waves(Deep):
    """Advice that is sure of a value in any position, but that each process proves only in positions of its own."""

    processes = count()

    def __init__(self) -> None:
        super().__init__()
        self.process = next(self.processes)

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        await asyncio.sleep(0)
        moves = [*problem.position.moves()]
        value = Random(f"{problem.messages}").uniform(-1, 1)
        is_proved = Random(f"{problem.messages} {self.process}").random() < (0.5 if problem.seconds < 0.5 else 0.9)
        return Hint((moves[0],), value, is_proved, ())


def record_of_random_game(game: AnyGame, turns: int) -> str:
    """Return the record of a game that was given up after so many random turns, or ended before."""
    chance, position, messages = Random(game.name), game.start(game.offer.defaults({}), 0), list[str]()
    while position.outcome is None and len(messages) < turns:
        messages.append(str(chance.choice([*islice(position.moves(), 50)])))
        position, _ = advance(position, position.read(messages[-1]))
    return write(record_of(game.name, position, tuple(messages)))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
async def test_no_review_drops_a_mistake_that_an_earlier_one_showed(store: Store, game: AnyGame):
    stage = Stage(store, think=Waves)
    [answer] = await stage.router.handle(incoming("ann", "/import", attachment=record_of_random_game(game, 40)))
    line_sets, [code] = [key_lines(answer)], await games_in(store)
    for _ in range(5):
        stage.restart()  # the process before goes on with its analysis
        [answer] = await stage.router.handle(incoming("ann", f"/review {code}"))
        line_sets.append(key_lines(answer))
    await stage.type("ann", f"/review {code}")
    [answer] = await stage.type("ann", f"/review {code}")
    assert "Still analysing" not in answer.text
    line_sets.append(key_lines(answer))
    for lines, more_lines in pairwise(line_sets):
        assert lines <= more_lines
    assert line_sets[0] < line_sets[-1]
    numbers = [button.label for row in answer.buttons for button in row if button.label.isdecimal()]
    assert numbers == sorted((line.split()[1].rstrip(",") for line in line_sets[-1]), key=int)


def key_lines(review_message: Message) -> set[str]:
    """Return the lines of a review that tell a key move."""
    return {line for line in review_message.text.splitlines() if line.startswith("Move ")}


class Patient(Deep):
    """Advice that proves nothing in less than a minute."""

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        result = await super().hint(problem, level)
        return result if problem.seconds > 60 else replace(result, is_proved=False)


async def test_a_position_within_reach_of_a_proof_is_searched_until_proved(store: Store):
    stage, review_message = await play_and_review(store, think=Patient)
    assert "(exact)" not in review_message
    await stage.router.wait_until_idle()
    while stage.router._services.reviewing:
        await asyncio.sleep(0.01)
    [again] = await stage.type("bob", "/review")
    assert "(exact)" in again.text


async def test_a_key_move_tells_its_reasons_and_shows_the_better_one(store: Store):
    _, review_message = await play_and_review(store, "/review 2")
    assert review_message.startswith("Move 2, ")
    assert len(review_message.split("\n")) == 2


async def test_a_key_move_shows_what_was_played_and_what_was_better(store: Store):
    stage, _ = await play_and_review(store)
    [answer] = await stage.type("ann", "/review 2")
    assert answer.picture
    signs = {item.text for item in answer.picture.scene.items if isinstance(item, Label)}
    assert signs >= {"?", "!"}


@pytest.mark.parametrize("text", ["/review", "/step 1", "/film"])
async def test_nothing_is_reviewed_where_nothing_was_played(store: Store, text: str):
    stage = Stage(store)
    [answer] = await stage.type("ann", text)
    assert answer.picture is None


GOLEM = "(;FF[4]EV[dots5]PB[Ann]PW[Zoë];b[hcd];r[vab];b[hae])"


async def test_a_game_of_little_golem_is_imported_and_reviewed_and_stays_a_game_of_the_chat(store: Store):
    stage = Stage(store)
    [answer] = await stage.type("ann", f"/import {GOLEM}")
    assert "Dots and Boxes, 5x5" in answer.text
    code = answer.text.split("\n")[0].rpartition(" ")[2]
    [record] = await stage.type("bob", f"/record {code}")
    assert record.file
    assert "first: Ann\nsecond: Zoë" in record.file[1]
    assert "3. a2-b2" in record.file[1]
    [again] = await stage.type("ann", "/import", attachment=record.file[1])
    assert "Dots and Boxes, 5x5" in again.text


async def test_a_player_without_a_name_is_called_by_the_seat_in_the_asker_s_language(store: Store):
    stage = Stage(store)
    [answer] = await stage.type("ann.ru", "/import dots_and_boxes(num_rows=1,num_cols=1) 0 1 2 3")
    [record] = await stage.type("ann.ru", f"/record {answer.text.splitlines()[0].rpartition(' ')[2]}")
    assert record.file
    assert "first: Первый\nsecond: Второй" in record.file[1]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("/import", "Type the game after /import"),
        ("/import hello", "Line 1: “hello” is neither"),
        ("/import ;b[haa];r[haa]", "Move 2: The side a6-b6 is already drawn."),
        ("/import dots_and_boxes(num_rows=2,num_cols=2) 12", "no side number 12"),
        ("/import game: chess; 1. e4", "chess"),
    ],
)
async def test_a_game_that_cannot_be_imported_is_refused_by_what_is_wrong_in_it(store: Store, text: str, phrase: str):
    [answer] = await Stage(store).type("ann", text)
    assert phrase in answer.text


async def test_a_proved_mistake_becomes_a_puzzle_that_any_keeping_move_solves(store: Store):
    stage, _ = await play_and_review(store)
    [question] = await stage.type("ann", "/puzzle mine")
    assert "gave the draw away. Which move keeps it?" in question.text
    [wrong] = await stage.type("ann", "/puzzle a1-b1")
    assert wrong.text.startswith(("Not a1-b1", "The side a1-b1"))
    [answer] = await stage.type("ann", "/puzzle mine show")
    highest = answer.text.removeprefix("The answer was ").removesuffix(".")
    [right] = await stage.type("ann", f"/puzzle {highest}")
    assert right.text.startswith(f"Right, {highest}") or right.text.startswith(f"{highest} is right")


async def test_a_person_without_a_proved_mistake_reads_that_there_is_none(store: Store):
    [answer] = await Stage(store).type("ann", "/puzzle mine")
    assert answer.text.startswith("I haven’t found a proved mistake of yours")


async def test_an_open_mistake_outlasts_a_restart_and_is_the_asker_s_own(store: Store):
    stage, _ = await play_and_review(store)
    [question] = await stage.type("bob", "/puzzle mine")
    stage.restart()
    [again] = await stage.type("bob", "/puzzle mine")
    assert again.text == question.text
    assert "b2-c2" in question.text
