"""The router under pressure: races, crashes between any two steps, hints that come too late."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random

import pytest

from bot.core.game.events import read_log_entry
from bot.core.game.people import Chat
from bot.core.game.requests import code_of
from bot.core.ports.metrics import Metrics, TextOutcome
from bot.core.ports.platform import DeliveryError, Message
from bot.core.ports.store import DEADLINES, Store, StoreUnavailableError
from bot.core.ports.thinking import Problem
from bot.core.router import Router
from bot.features import FEATURES
from engines.dots.rules import Position
from engines.game import AnyHint, Hint, Level
from tests.bot.calls import record_calls
from tests.bot.round_trips import count_round_trips
from tests.bot.scripted import CHAT, Quick, ScriptedPlatform, Stage, incoming, person


@dataclass
class Held(Quick):
    """Hints that come only when they are let go."""

    asked: asyncio.Event = field(default_factory=asyncio.Event)
    let_go: asyncio.Event = field(default_factory=asyncio.Event)

    async def hint(self, problem: Problem, level: Level) -> AnyHint:
        self.asked.set()
        await self.let_go.wait()
        return Hint((next(iter(problem.position.moves())),), 0, False, ())


@dataclass
class Unwilling(ScriptedPlatform):
    """An adapter that refuses to show the first few messages."""

    refusals: list[DeliveryError] = field(default_factory=list)

    async def show(self, chat: Chat, message: Message) -> str:
        if self.refusals:
            raise self.refusals.pop(0)
        return await super().show(chat, message)


async def begin_game(stage: Stage, size: str = "3x3") -> str:
    """A game between Ann and Bob; its code."""
    await stage.type("ann", f"/challenge @bob dots {size}")
    await stage.press("bob", "Accept")
    return stage.button("More").types.split()[1]


async def log_entries(store: Store, code: str) -> list[str]:
    """The entries of a game's log."""
    log = (await store.logs.load_all({code: 0}))[code]
    assert isinstance(log, list)
    return log


async def test_of_fifty_racing_moves_exactly_one_is_played(store: Store):
    stage = Stage(store)
    await begin_game(stage, "5x5 pie=0")
    moves = [f"{column}{row}-{column}{row + 1}" for column in "abcdef" for row in range(1, 6)][:25]
    racing = [stage.router.handle(incoming("ann", f"/move {move}")) for move in moves * 2]
    answers = await asyncio.gather(*racing)
    await stage.router.wait_until_idle()
    assert sum(not answer for answer in answers) == 1
    assert "Bob, your move" in stage.board.text


async def test_many_quick_moves_may_become_one_picture(store: Store):
    stage = Stage(store)
    await begin_game(stage)
    message_count = len(stage.adapter.shown)
    for who, move in (("ann", "a1-a2"), ("bob", "b1-b2"), ("ann", "c1-c2")):
        await stage.router.handle(incoming(who, f"/move {move}"))
    await stage.router.wait_until_idle()
    assert 1 <= len(stage.adapter.shown) - message_count <= 3
    assert "c1-c2" in stage.board.text


async def test_a_board_that_could_not_be_shown_is_shown_by_the_sweeper(store: Store):
    adapter = Unwilling()
    stage = Stage(store, adapter=adapter)
    await begin_game(stage)
    adapter.refusals.append(DeliveryError("flood", retry_after=1))
    await stage.type("ann", "/move a1-a2")
    assert "a1-a2" not in stage.board.text
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    assert "a1-a2" in stage.board.text


async def test_a_lost_chat_gets_no_more_messages(store: Store):
    adapter = Unwilling()
    stage = Stage(store, adapter=adapter)
    await begin_game(stage)
    adapter.refusals.append(DeliveryError("kicked", retry_after=None))
    await stage.type("ann", "/move a1-a2")
    message_count = len(adapter.shown)
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    assert len(adapter.shown) == message_count


async def test_a_crash_after_the_append_leaves_a_mark_that_the_next_start_takes_up(store: Store):
    stage = Stage(store)
    await begin_game(stage)
    await stage.router.handle(incoming("ann", "/move a1-a2"))
    await stage.router.close()
    stage.restart()
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    assert "a1-a2" in stage.board.text


async def test_the_bot_answers_after_a_crash(store: Store):
    stage = Stage(store)
    holder = Held()
    stage.router = Router(
        store, holder, {"stage": stage.adapter}, features=FEATURES, now=lambda: stage.time, random=Random(1)
    )
    await stage.type("ann", "/challenge bot dots 2x2")
    await stage.router.handle(incoming("ann", "/move a1-a2"))
    await holder.asked.wait()
    await stage.router.close()
    stage.restart()
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    assert "Ann, your move" in stage.board.text
    assert "Tetradka (easy): " in stage.board.text


async def test_a_crash_before_the_append_shows_nothing_twice(store: Store):
    stage = Stage(store)
    code = await begin_game(stage)
    await store.boards.add(CHAT.key, code, stage.time)
    message_count = len(stage.adapter.shown)
    await stage.router.sweep()
    await stage.router.wait_until_idle()
    assert len(stage.adapter.shown) == message_count
    assert await store.boards.pending(stage.time) == []


async def test_a_hint_is_dropped_when_the_game_has_moved_on(store: Store):
    stage, holder = Stage(store), Held()
    code = await begin_game(stage)
    stage.router = Router(
        store, holder, {"stage": stage.adapter}, features=FEATURES, now=lambda: stage.time, random=Random(1)
    )
    hint_task = asyncio.create_task(stage.router.handle(incoming("ann", "/hint")))
    await holder.asked.wait()
    await stage.router.handle(incoming("ann", "/move a1-a2"))
    (answer,) = await hint_task
    assert "moved on" in answer.text
    assert answer.envelope.private
    assert len(await log_entries(store, code)) == 3


async def test_hints_are_expected_in_a_game_that_begins_and_not_in_a_challenge(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 3x3")
    assert stage.thinking.expected == set()
    await stage.press("bob", "Accept")
    assert stage.thinking.expected == {"dots"}


async def test_hints_are_expected_in_a_game_against_the_bot(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge lgame bot easy")
    assert stage.thinking.expected == {"lgame"}


async def test_after_a_restart_hints_are_expected_once_somebody_comes_back_to_a_game(store: Store):
    stage = Stage(store)
    await begin_game(stage)
    stage.restart()
    await stage.router.sweep()
    await stage.type("ann", "/games")
    assert stage.thinking.expected == set()
    await stage.type("ann", "/move a1-a2")
    assert stage.thinking.expected == {"dots"}


async def test_a_hint_is_for_the_asker_alone_and_is_counted(store: Store):
    stage = Stage(store)
    code = await begin_game(stage, "1x1")
    (answer,) = await stage.type("ann", "/hint")
    assert answer.envelope.private
    assert answer.picture is not None
    assert "hinted" in (await log_entries(store, code))[-1]


async def test_a_group_that_moved_keeps_its_games(store: Store):
    stage = Stage(store)
    await begin_game(stage)
    moved = Chat("stage", "-100200")
    await stage.router.migrate(CHAT, moved)
    await stage.type("ann", "/move a1-a2", moved)
    assert stage.adapter.shown[-1][1] == moved


async def test_a_reply_to_a_board_is_about_its_game(store: Store):
    stage = Stage(store)
    group = Chat("stage", "9")
    for _ in range(2):
        await stage.type("ann", "/challenge @bob dots 2x2", group)
        await stage.press("bob", "Accept", group)
    first_board = next(number for number, _, message in stage.adapter.shown if message.picture)
    await stage.type("ann", "a1-a2", group, replies_to=first_board)
    assert "a1-a2" in stage.board.text


async def test_completions_are_legal_moves_codes_and_options(store: Store):
    stage = Stage(store)
    code = await begin_game(stage, "1x1")

    async def values(command: str, parameter: str, text: str, others: str = "") -> list[str]:
        result = await stage.router.complete(incoming("ann", others), command, parameter, text)
        return [choice.value for choice in result]

    assert await values("move", "move", "a1") == ["a1-b1", "a1-a2"]
    assert await values("move", "code", "") == [code]
    assert await values("challenge", "options", "size=4", "/challenge dots") == ["size=4x4"]
    assert await values("challenge", "options", "size=4x4 pie=3", "/challenge dots") == ["size=4x4 pie=3"]


async def test_a_store_that_does_not_answer_is_reported(store: Store, monkeypatch: pytest.MonkeyPatch):
    stage = Stage(store)

    async def gone(*_: object) -> list[str]:
        raise StoreUnavailableError

    monkeypatch.setattr(store.settings, "facts_for", gone)
    (answer,) = await stage.router.handle(incoming("ann", "/move a1-a2"))
    assert "Nothing is lost" in answer.text


async def test_four_hundred_people_who_type_at_once_are_all_served(store: Store):
    stage = Stage(store)
    text = [incoming(f"p{n}", "/challenge dots 2x2", Chat("stage", f"group {n}")) for n in range(400)]
    answer = await asyncio.gather(*map(stage.router.handle, text))
    await stage.router.wait_until_idle()
    assert answer == [()] * 400
    assert len(stage.adapter.shown) == 400


async def test_a_person_known_by_handle_alone_is_the_one_who_accepts(store: Store):
    stage = Stage(store)
    request = incoming("ann", "/challenge @bob dots 1x1")
    nameless = person("bob").__class__("stage", "", "@bob", "bob")
    await stage.router.handle(request.__class__(CHAT, request.person, request.text, mentions={"@bob": nameless}))
    await stage.router.wait_until_idle()
    assert (await stage.type("carl", stage.button("Accept").types))[0].envelope.private
    await stage.press("bob", "Accept")
    assert "Ann, your move" in stage.board.text


NEWER = '{"events":[],"cause":"","schema":99}'
UNREAD = {
    "no entry at all": "can’t read",
    '[{"kind":"moved","at":1,"seat":"first","text":"z9-z8"}]': "can’t read",
}


@pytest.mark.parametrize(("entry", "answer"), [*UNREAD.items(), (NEWER, "newer version")])
async def test_a_log_that_cannot_be_read_spoils_no_other_game(store: Store, entry: str, answer: str):
    stage = Stage(store)
    corrupt = await begin_game(stage)
    whole = await begin_game(stage)
    assert await store.logs.append(corrupt, 3, entry)
    await store.boards.add(CHAT.key, corrupt, stage.time)
    await store.boards.schedule(DEADLINES, corrupt, stage.time)
    await stage.router.sweep()
    (reply,) = await stage.type("ann", "/games")
    assert whole in reply.text
    assert corrupt not in reply.text
    (refusal,) = await stage.type("ann", f"/move {corrupt} a1-a2")
    assert answer in refusal.text
    await stage.type("ann", "/move a1-a2")
    assert "a1-a2" in stage.board.text


async def test_a_text_delivered_twice_acts_once_and_gets_the_same_answer(store: Store):
    stage = Stage(store)
    texts = (("ann", "/challenge @bob dots 3x3"), ("bob", "/accept"), ("ann", "/move a1-a2"), ("bob", "/draw"))
    for number, (who, text) in enumerate(texts):
        first = await stage.type(who, text, cause=f"stage:{number}")
        message_count = len(stage.adapter.shown)
        stage.restart()
        assert await stage.type(who, text, cause=f"stage:{number}") == first
        assert len(stage.adapter.shown) == message_count
    (game,) = (await store.settings.facts_for(CHAT.key, "")).games
    assert len(await log_entries(store, game)) == len(texts)


async def test_a_hint_that_is_asked_for_twice_by_one_message_counts_once(store: Store):
    stage = Stage(store)
    code = await begin_game(stage)
    answer = [await stage.type("ann", "/hint", cause="stage:7") for _ in range(2)]
    assert answer[0] == answer[1]
    assert len(await log_entries(store, code)) == 3


async def test_two_bots_that_receive_one_challenge_begin_one_game(store: Store):
    stages = [Stage(store, seed=seed) for seed in (1, 2)]
    request = incoming("ann", "/challenge bot easy dots 3x3", cause="stage:1")
    await asyncio.gather(*(stage.router.handle(request) for stage in stages))
    for stage in stages:
        await stage.router.wait_until_idle()
    assert len((await store.settings.facts_for(CHAT.key, "")).games) == 1


async def test_a_challenge_whose_code_is_in_use_gets_another(store: Store):
    stage = Stage(store)
    await store.logs.append(code_of("stage:1", 0), 1, "somebody else's")
    await stage.type("ann", "/challenge @bob dots 3x3", cause="stage:1")
    assert (await store.settings.facts_for(CHAT.key, "")).games == (code_of("stage:1", 1),)


async def test_every_entry_says_what_it_comes_from(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 1x1", cause="stage:1")
    await stage.type("ann", "/move a1-a2", cause="stage:2")
    entries = [read_log_entry(entry) for entry in (await log_entries(store, code_of("stage:1", 0)))]
    assert [entry.cause for entry in entries[:3]] == ["stage:1", "stage:2", "bot:2"]
    await stage.type("ann", "/challenge @bob dots", cause="stage:3")
    stage.time += 3600
    await stage.router.sweep()
    assert read_log_entry((await log_entries(store, code_of("stage:3", 0)))[-1]).cause == "clock:1"


async def test_texts_of_one_person_are_handled_in_their_order_however_they_come(store: Store):
    stage = Stage(store)
    texts = ("/challenge bot easy dots 3x3", "/move a1-a2", "/resign yes")
    answer = await asyncio.gather(*(stage.router.handle(incoming("ann", text)) for text in texts))
    await stage.router.wait_until_idle()
    assert answer == [(), (), ()]
    assert "Tetradka" in stage.board.text


async def test_a_move_does_not_wait_for_the_hint_asked_for_before_it(store: Store):
    stage, holder = Stage(store), Held()
    await begin_game(stage)
    stage.router = Router(
        store, holder, {"stage": stage.adapter}, features=FEATURES, now=lambda: stage.time, random=Random(1)
    )
    hint_task = asyncio.create_task(stage.router.handle(incoming("ann", "/hint")))
    await holder.asked.wait()
    assert await stage.router.handle(incoming("ann", "/move a1-a2")) == ()
    assert "moved on" in (await hint_task)[0].text


@pytest.mark.parametrize(("who", "text", "most"), [("ann", "/move a1-a2", 5), ("ann", "/hint", 5)])
async def test_a_text_takes_few_round_trips_to_the_store(
    store: Store, monkeypatch: pytest.MonkeyPatch, who: str, text: str, most: int
):
    stage = Stage(store)
    await begin_game(stage)
    trips = count_round_trips(monkeypatch)
    await stage.type(who, text)
    assert 0 < len(trips) <= most


@pytest.mark.parametrize(
    ("text", "came"),
    [("/move z9", "refused"), ("/moove a1-a2", "refused"), ("/resign", "answered"), ("/move a1-a2", "answered")],
)
async def test_the_outcome_of_a_text_is_counted(store: Store, text: str, came: str):
    counter = Counting()
    stage = Stage(store)
    await begin_game(stage)
    stage.router = Router(
        store,
        Quick(),
        {"stage": stage.adapter},
        features=FEATURES,
        now=lambda: stage.time,
        random=Random(1),
        metrics=counter,
    )
    await stage.type("ann", text)
    assert counter.came == [came]


class Counting(Metrics):
    """Counts what texts came to."""

    def __init__(self) -> None:
        self.came: list[str] = []

    def record_text(self, adapter: str, came: TextOutcome, seconds: float) -> None:
        self.came.append(came.value)


async def test_a_move_is_read_once_and_played_once(store: Store, monkeypatch: pytest.MonkeyPatch):
    stage = Stage(store)
    await begin_game(stage)
    done = record_calls(monkeypatch, Position, "read", "play")
    await stage.type("ann", "/move a1-a2")
    assert sorted(done) == ["play", "read"]


async def test_among_several_games_a_move_goes_to_the_only_one_that_can_play_it(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy lgame")
    await stage.type("ann", "/challenge bot easy dots 3x3")
    assert await stage.type("ann", "a1-a2") == ()
    assert stage.board.layout.small.startswith("Dots and Boxes")
    (answer,) = await stage.type("ann", "a1-a2")
    assert "a1-a2 is already drawn" in answer.text
    (answer,) = await stage.type("ann", "/hint")
    assert answer.text.startswith("Which game do you mean?")


async def test_the_game_that_was_over_last_is_still_shown_and_recorded(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 2x2")
    await stage.type("ann", "/resign yes")
    (board,) = await stage.type("bob", "/board")
    (record,) = await stage.type("bob", "/record")
    assert "resigned" in board.text
    assert record.file is not None
    (answer,) = await stage.type("bob", "/hint")
    assert answer.text.startswith("You have no game here")


async def test_a_hint_that_is_asked_for_again_in_the_same_position_counts_once(store: Store):
    stage = Stage(store)
    code = await begin_game(stage)
    for text in ("/hint", "/hint idea", "/hint", "/move a1-a2", "/undo", "/hint"):
        await stage.type("ann", text)
    kinds = [event.kind for entry in await log_entries(store, code) for event in read_log_entry(entry).events]
    assert kinds.count("hinted") == 1
