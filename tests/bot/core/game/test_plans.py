"""Plans are played when triggered, lapse when impossible, and stay secret."""

from __future__ import annotations

import asyncio
import json
from itertools import islice

import pytest

from bot.core.game.apply_events import evolve
from bot.core.game.events import Accepted, Called, Event, Moved, Planned, Resigned, TakenBack, Unplanned
from bot.core.game.people import Chat
from bot.core.game.referee import Plan, Play
from bot.core.game.requests import GameReference
from bot.core.game.session import Session, play
from bot.core.ports.platform import OlderBoard
from bot.core.ports.store import Store
from bot.features import COMMANDS
from bot.store.connection import connect
from bot.store.redis import RedisStore
from engines import GAMES
from engines.game import Seat
from engines.refusals import Illegal, Refusal
from tests.bot.core.game.test_session import ANN, BOB, session_after
from tests.bot.scripted import Stage, incoming

HERE = GameReference("BCDFGH")
SMALL = (("size", "3x1"),)
BEGUN = session_after(Accepted(1, BOB), settings=SMALL)


def planning(*lines: tuple[str, ...]) -> Session:
    """Bob's plans, while it is Ann's turn."""
    return after(BEGUN, *(Planned(2, Seat.SECOND, line) for line in lines))


def after(session: Session, *events: Event) -> Session:
    for event in events:
        session = evolve(session, event)
    return session


def lines(session: Session) -> list[str]:
    return [" ".join(plan.line) for plan in session.plans]


@pytest.mark.parametrize(
    ("text", "lines_expected"),
    [
        ("/if b2-b3 then c2-c3", (("b2-b3", "c2-c3"),)),
        ("/if B2 B3 Then c2/c3.", (("B2 B3", "c2-c3"),)),
        ("/if if b2-b3, then c2-c3, if d1-d2, then d2-d3", (("b2-b3", "c2-c3", "d1-d2", "d2-d3"),)),
        ("/if b2-b3 then c2-c3; if a1-a2 then d2-d3", (("b2-b3", "c2-c3"), ("a1-a2", "d2-d3"))),
        ("/if b2-b3 then c2-c3\nif a1-a2 then keep\n", (("b2-b3", "c2-c3"), ("a1-a2", "keep"))),
        ("/if b2-b3 то c2-c3 если d1-d2 тогда d2-d3", (("b2-b3", "c2-c3", "d1-d2", "d2-d3"),)),
        ("если b2-b3, то оставить", (("b2-b3", "keep"),)),
        ("якщо b2-b3, тоді c2-c3", (("b2-b3", "c2-c3"),)),
    ],
)
def test_a_plan_can_be_typed_in_every_language(text: str, lines_expected: tuple[tuple[str, ...], ...]):
    request = COMMANDS.parse(incoming("ann", text))
    assert isinstance(request, Plan)
    assert request.lines == lines_expected
    assert COMMANDS.is_secret(text)


@pytest.mark.parametrize("text", ["/if off", "/if выкл", "/if НІ", "/if BCDFGH off"])
def test_plans_can_be_dropped_in_every_language(text: str):
    assert COMMANDS.parse(incoming("ann", text)) == Plan(
        GameReference("BCDFGH" if "BCD" in text else ""), numbers_to_drop=()
    )


@pytest.mark.parametrize("text", ["/if b2-b3", "/if then c2-c3", "/if b2-b3 then", "/if b2-b3 then c2-c3 then d1-d2"])
def test_a_condition_without_an_answer_is_refused(text: str):
    with pytest.raises(Refusal) as refusal:
        COMMANDS.parse(incoming("ann", text))
    assert refusal.value.code == "no-plan"


@pytest.mark.parametrize("text", ["/move b2-b3", "b2-b3", "if only I knew", "/hint"])
def test_other_texts_are_not_secret(text: str):
    assert not COMMANDS.is_secret(text)


@pytest.mark.parametrize("game", GAMES)
def test_a_planned_answer_is_played_with_the_move_it_answers_in_every_game(game: str):
    session = session_after(
        Accepted(1, BOB), game=game, settings=tuple(GAMES[game].start({}, 3).settings.items()), seed=3
    )
    first, answer = next(
        (str(move), str(reply))
        for move in session.position.moves()
        if (there := play(session.position, str(move)).position).turn is Seat.SECOND
        for reply in islice(there.moves(), 1)
    )
    (plan_event,) = Plan(HERE, ((first, answer),)).decide(session, BOB, 2)
    moves = Play(HERE, first).decide(evolve(session, plan_event), ANN, 3)
    assert moves == (Moved(3, Seat.FIRST, first), Moved(3, Seat.SECOND, answer, planned=True))


def test_a_nested_plan_is_played_until_the_opponent_deviates():
    session = planning(("a1-b1", "b1-c1", "c1-d1", "a2-b2"))
    session = after(session, *Play(HERE, "a1-b1").decide(session, ANN, 3))
    assert (session.messages, lines(session)) == (("a1-b1", "b1-c1"), ["c1-d1 a2-b2"])
    session = after(session, *Play(HERE, "b2-c2").decide(session, ANN, 4))
    assert (session.messages, lines(session)) == (("a1-b1", "b1-c1", "b2-c2"), [])


@pytest.mark.parametrize("line", [("a1-b1", "a2-b2"), ("a2-b2", "a1-b1")])
def test_a_move_that_can_never_be_legal_cannot_be_planned_on_your_own_turn(line: tuple[str, ...]):
    session = after(BEGUN, Moved(2, Seat.FIRST, "a1-b1"))
    with pytest.raises(Illegal) as refusal:
        Plan(HERE, (line,)).decide(session, BOB, 3)
    assert refusal.value.code == "side-drawn"


def test_plans_of_both_players_answer_each_other():
    session = after(BEGUN, Planned(2, Seat.FIRST, ("b1-c1", "c1-d1")), Planned(2, Seat.SECOND, ("a1-b1", "b1-c1")))
    session = after(session, *Play(HERE, "a1-b1").decide(session, ANN, 3))
    assert session.messages == ("a1-b1", "b1-c1", "c1-d1")
    assert [turn.text for turn in session.newest_turns] == ["a1-b1", "b1-c1", "c1-d1"]


def test_a_turn_of_several_moves_triggers_a_plan_however_it_is_typed():
    session = after(BEGUN, *(Moved(2, seat, text) for seat, text in zip(Seat, ("a1-b1", "a2-b2"), strict=True)))
    session = after(session, Moved(3, Seat.FIRST, "a1-a2"), Planned(4, Seat.FIRST, ("b1-b2 c1-c2", "d1-d2")))
    session = after(session, *Play(HERE, "b1-b2").decide(session, BOB, 5))
    assert lines(session) == ["b1-b2 c1-c2 d1-d2"]
    assert after(session, *Play(HERE, "c1-c2").decide(session, BOB, 6)).messages[-2:] == ("c1-c2", "d1-d2")
    assert after(session, *Play(HERE, "b1-c1").decide(session, BOB, 6)).plans == ()


def test_a_plan_made_on_your_own_turn_is_checked_at_its_end():
    session = after(BEGUN, *Plan(HERE, (("b1-c1", "c1-d1"), ("a1-b1", "c1-d1"))).decide(BEGUN, ANN, 2))
    assert len(session.plans) == 2
    session = after(session, *Play(HERE, "a1-b1").decide(session, ANN, 3))
    assert lines(session) == ["b1-c1 c1-d1"]


@pytest.mark.parametrize(
    ("line", "remaining_lines"),
    [
        (("a1-b1", "c1-d1"), ["b1-c1 c1-d1", "a1-b1 c1-d1"]),
        (("a1-b1", "b1-c1"), ["b1-c1 c1-d1", "a1-b1 b1-c1"]),
        (
            ("a1-b1", "b1-c1", "a2-b2", "c2-d2"),
            ["a1-b1 b1-c1 c1-d1 a2-b2", "b1-c1 c1-d1", "a1-b1 b1-c1 a2-b2 c2-d2"],
        ),
        (("c1-d1", "a1-b1"), ["a1-b1 b1-c1 c1-d1 a2-b2", "b1-c1 c1-d1", "c1-d1 a1-b1"]),
    ],
)
def test_a_plan_replaces_one_with_another_answer_to_the_same_turn(line: tuple[str, ...], remaining_lines: list[str]):
    session = planning(("a1-b1", "b1-c1", "c1-d1", "a2-b2"), ("b1-c1", "c1-d1"))
    assert lines(evolve(session, Planned(3, Seat.SECOND, line))) == remaining_lines


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("a9-b9", "b1-c1"), "no-such-dot"),
        (("a1-b1", "a1-b1"), "side-drawn"),
        (("a1-b1", "b1-c1", "b1-c1", "c1-d1"), "side-drawn"),
    ],
)
def test_an_illegal_line_cannot_be_planned(line: tuple[str, ...], code: str):
    with pytest.raises(Refusal) as refusal:
        Plan(HERE, (("b2-c2", "a1-b1"), line)).decide(BEGUN, BOB, 2)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "event",
    [
        Unplanned(3, Seat.SECOND),
        Unplanned(3, Seat.SECOND, ("a1-b1", "b1-c1")),
        Resigned(3, Seat.FIRST),
        Called(3, "aborted"),
        Moved(3, Seat.FIRST, "c1-d1"),
    ],
)
def test_plans_lapse_when_they_no_longer_apply(event: Event):
    assert evolve(planning(("a1-b1", "b1-c1")), event).plans == ()


def test_an_undo_drops_all_plans():
    session = evolve(BEGUN, Moved(2, Seat.FIRST, "a1-b1"))
    assert after(session, Planned(3, Seat.FIRST, ("b1-c1", "c1-d1")), TakenBack(4, Seat.FIRST)).plans == ()


async def start_game(stage: Stage, size: str = "3x3") -> str:
    await stage.type("ann", f"/challenge @bob dots {size}")
    await stage.press("bob", "Accept")
    return stage.button("Hint").types.split()[1].partition("@")[0]


async def test_no_command_of_another_person_reveals_a_plan(store: Store):
    stage = Stage(store)
    await start_game(stage)
    commands = (
        "board",
        "board text",
        "board changes",
        "board characters",
        "board a1",
        "moves",
        "why",
        "record",
        "games",
    )

    async def answers_of_everybody() -> list[object]:
        board_count = len(stage.adapter.shown)
        answers = [await stage.type(who, f"/{text}") for who in ("bob", "carl", "ann") for text in commands]
        messages = [message for _, _, message in stage.adapter.shown[board_count:]]
        boards = [
            (board.text, board.picture and board.picture.alt, (board.envelope.follows or OlderBoard("")).line)
            for board in messages
        ]
        return [*answers, await stage.type("bob", "/mydata"), await stage.type("bob", "/if"), boards]

    await stage.type("ann", "a1-a2")
    before = await answers_of_everybody()
    await stage.type("ann", "/if c1-c2 then d3-d4")
    assert await answers_of_everybody() == before
    (copy,) = await stage.type("ann", "/mydata")
    assert copy.file
    assert json.loads(copy.file[1])["games"][0]["conditional moves"] == [["c1-c2", "d3-d4"]]


async def test_a_plan_typed_in_public_is_answered_with_a_private_way(store: Store):
    stage = Stage(store)
    code = await start_game(stage)
    [answer] = await stage.type("bob", "/if a1-a2 then d3-d4", overheard=True)
    assert f"/if {code} …" in answer.text
    [plan_list] = await stage.type("bob", "/if", overheard=True)
    assert code not in plan_list.text.splitlines()[-1]
    [unread] = await stage.type("bob", "/if a1-b1 then d3-d4")
    assert "private chat" not in unread.text


async def test_the_example_of_a_plan_exists_before_the_last_move(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob dots 1x1")
    await stage.press("bob", "Accept")
    for who, text in (("ann", "a1-a2"), ("bob", "a1-b1"), ("ann", "b1-b2")):
        await stage.type(who, text)
    [answer] = await stage.type("ann", "/if")
    assert "/if a2-b2 then a2-b2" in answer.text


async def test_plans_survive_a_restart_and_a_second_delivery(store: Store):
    stage = Stage(store)
    await start_game(stage)
    for _ in range(2):
        await stage.type("bob", "/if a1-a2 then d3-d4", cause="stage:7")
    stage.restart()
    await stage.type("ann", "a1-a2")
    assert "Bob: d3-d4 (planned)." in stage.board.text


async def test_fifty_concurrent_writers_lose_no_plan(store: Store, valkey: str):
    stage = Stage(store)
    code = await start_game(stage, "6x6")
    first, *others = map(str, GAMES["dots"].start({"size": "6x6"}, 0).moves())
    stores = [RedisStore(connect(valkey)) for _ in range(10)]
    lines = [f"if {text} then {first}" for text in others[:50]]
    writers = zip([Stage(each) for each in stores] * 5, lines, strict=True)
    texts = ((stage.router, incoming("bob", f"/if {code} {line}", Chat("stage", line))) for stage, line in writers)
    await asyncio.gather(*(router.handle(text) for router, text in texts))
    (answer,) = await stage.type("bob", "/if")
    assert sorted(line.partition(". ")[2] for line in answer.text.splitlines()[1:]) == sorted(lines)
    for each in stores:
        await each.close()
