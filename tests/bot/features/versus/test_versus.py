"""The score between two players: who is meant, what is counted, and what other chats never learn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.game.people import Chat, Person
from bot.core.game.results import Result
from bot.core.ports.platform import PRIVATE, Message
from bot.core.ports.store import Store, StoreUnavailableError
from bot.features.versus.score import Meetings
from engines.game import Seat
from tests.bot.scripted import CHAT, Stage, incoming, person, private_chat

ELSEWHERE = Chat("stage", "2", direct=True)
_OUTCOMES = {"w": Seat.FIRST, "l": Seat.SECOND, "d": None}


async def _play(
    stage: Stage, opponent: str = "bob", game: str = "dots 2x1", loser: str = "ann", chat: Chat = CHAT
) -> None:
    """Play a game of Ann that its `loser` resigns."""
    await stage.type("ann", f"/challenge @{opponent} {game}", chat)
    await stage.press(opponent, "Accept", chat)
    await stage.type("ann", "a1-b1" if game.startswith("dots") else "c2-c4-d4", chat)
    await stage.type(loser, "/resign yes", chat)
    stage.time += 86400


async def _lines(stage: Stage, line: str, who: str = "ann", chat: Chat = CHAT) -> list[str]:
    [answer] = await stage.type(who, line, chat)
    return answer.text.split("\n")


def _typed(message: Message) -> list[str]:
    return [button.types for row in message.buttons for button in row]


@pytest.mark.parametrize(
    ("outcomes", "points", "streak"),
    [("", [], 0), ("wlw", [1, -1, 1], 1), ("wll", [1, -1, -1], -2), ("www", [1, 1, 1], 3), ("wwd", [1, 1, 0], 0)],
)
def test_a_streak_ends_with_another_result(outcomes: str, points: list[int], streak: int):
    results = [Result("CODE", "dots", 0.0, ("me", "you"), _OUTCOMES[each], is_rated=True) for each in outcomes]
    meetings = Meetings("me", results)
    assert (meetings.points, meetings.streak) == (points, streak)


async def test_the_score_names_games_streak_and_the_newest_games(store: Store):
    stage = Stage(store)
    for loser, game in (("bob", "dots 2x1"), ("ann", "dots 2x1"), ("bob", "lgame"), ("bob", "lgame")):
        await _play(stage, game=game, loser=loser)
    [answer] = await stage.type("ann", "/versus @bob")
    score, dots, lgame, streak, heading, *newest = answer.text.split("\n")
    assert (score, streak, heading) == ("You 3–1 Bob", "You’ve won the last 2 games.", "Last 4 games:")
    assert {dots, lgame} == {"Dots and Boxes: 1–1", "L-game: 2–0"}
    assert newest[0].startswith("Jan 18, L-game · ")
    assert newest[0].endswith(": Ann wins: Bob resigned.")
    codes = [line.partition(" · ")[2][:6] for line in newest]
    assert answer.envelope == PRIVATE
    assert _typed(answer) == [f"/review {codes[0]}", f"/review {codes[1]}", f"/again {codes[0]}"]
    assert await _lines(stage, "/versus dots @bob", "ann") == [
        "You 1–1 Bob",
        "Last 2 games:",
        *(line for line in newest if "Dots" in line),
    ]


async def test_an_opponent_is_named_by_a_reply_a_code_or_a_level(store: Store):
    stage = Stage(store)
    await _play(stage)
    for level in ("easy", "strong"):
        await stage.type("ann", f"/challenge bot {level} lgame")
        await stage.type("ann", "/resign yes")
    reply = replace(incoming("ann", "/versus"), mentions={"reply": person("bob")})
    [by_reply] = await stage.router.handle(reply)
    code = _typed(by_reply)[0].removeprefix("/review ")
    assert by_reply.text == "\n".join(await _lines(stage, f"/versus {code}"))
    assert (await _lines(stage, "/versus bot"))[:3] == ["You 0–2 Tetradka", "strong: 0–1", "easy: 0–1"]
    assert (await _lines(stage, "/versus bot strong"))[0] == "You 0–1 Tetradka (strong)"
    assert (await _lines(stage, "/versus easy"))[0] == "You 0–1 Tetradka (easy)"


async def test_the_list_has_those_first_who_were_met_most(store: Store):
    stage = Stage(store)
    for opponent in ("bob", "kim", "kim"):
        await _play(stage, opponent)
    await stage.type("ann", "/challenge bot easy lgame")
    await stage.type("ann", "/resign yes")
    [answer] = await stage.type("ann", "/versus")
    assert answer.text.split("\n") == ["Your score in this chat:", "1. Kim: 0–2", "2. Bob: 0–1", "Tetradka: 0–1"]
    [details] = await stage.press("ann", "Kim")
    assert details.text.startswith("You 0–2 Kim")


async def test_the_list_of_one_game_names_it_and_leads_to_its_scores(store: Store):
    stage = Stage(store)
    await _play(stage)
    await _play(stage, game="lgame", loser="bob")
    [answer] = await stage.type("ann", "/versus lgame")
    assert answer.text.split("\n") == ["L-game. Your score in this chat:", "1. Bob: 1–0"]
    [details] = await stage.press("ann", "Bob")
    assert details.text.startswith("You 1–0 Bob")
    assert (await _lines(stage, "/versus tupik"))[0].startswith("Tupik. You haven’t finished a game")


async def test_a_running_game_is_shown_with_its_board(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge @bob lgame")
    await stage.press("bob", "Accept")
    [answer] = await stage.type("ann", "/versus @bob")
    heading, running = answer.text.split("\n")
    assert heading == "You and Bob haven’t finished a game in this chat yet."
    assert running.startswith("Still playing: L-game · ")
    assert _typed(answer) == [f"/board {running[-6:]}", "/challenge @bob"]
    assert (await _lines(stage, f"/versus {running[-6:]}")) == [heading, running]
    assert (await _lines(stage, "/versus @bob dots")) == [
        "You and Bob haven’t finished a game of Dots and Boxes in this chat yet."
    ]


async def test_games_of_another_chat_are_never_told(store: Store):
    stage = Stage(store)
    await _play(stage, chat=ELSEWHERE)
    [here] = await stage.type("ann", "/versus @bob", ELSEWHERE)
    code = _typed(here)[0].removeprefix("/review ")
    assert await _lines(stage, "/versus @bob") == ["You and Bob haven’t finished a game in this chat yet."]
    assert await _lines(stage, f"/versus {code}") == [f"There’s no game {code}, or you can’t see it."]
    assert len(await _lines(stage, "/versus")) == 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("/versus @ann", "You can’t play against yourself. Name someone else: /versus @bob"),
        ("/versus nobody", "I don’t know “nobody”. Name a person, the bot or a game: /versus @bob dots"),
        ("/versus bot @bob", "I can’t use both “bot” and “@bob”. Choose one."),
        ("/versus dots lgame", "I can’t use both “Dots and Boxes” and “L-game”. Choose one."),
        ("/versus @bob @kim", "I can’t use both “@bob” and “@kim”. Choose one."),
        ("/versus <@17>", "I haven’t met <@17> here yet. Ask them to write a message first."),
    ],
)
async def test_a_wrong_opponent_is_refused_with_a_reason(store: Store, line: str, answer: str):
    assert await _lines(Stage(store), line) == [answer]


async def test_a_forgotten_opponent_is_a_number_alone(store: Store):
    stage = Stage(store)
    await _play(stage)
    [answer] = await stage.type("ann", "/versus @bob")
    code = _typed(answer)[0].removeprefix("/review ")
    await stage.type("bob", "/forgetme yes", private_chat("bob"))
    number = "Not counted: 1 game with people who deleted their data."
    assert await _lines(stage, "/versus @bob") == ["You and Bob haven’t finished a game in this chat yet.", number]
    assert (await _lines(stage, "/versus"))[1:] == [number]
    assert await _lines(stage, f"/versus {code}") == ["This player has deleted their data, so there’s no score."]


async def test_a_new_handle_means_the_person_who_has_it_now(store: Store):
    stage = Stage(store)
    await _play(stage)
    renamed_person = replace(person("bob"), name="Robert", handle="robert")
    greeting = incoming("bob", "/help", private_chat("bob"), in_private=True)
    await stage.router.handle(replace(greeting, person=renamed_person))
    known_by_handle = Person("stage", "", "@robert", "robert")
    by_handle = replace(incoming("ann", "/versus @robert"), mentions={"@robert": known_by_handle})
    [answer] = await stage.router.handle(by_handle)
    assert answer.text.startswith("You 0–1 Bob")


async def test_a_name_without_a_handle_is_on_no_button(store: Store):
    stage = Stage(store)
    by_name = replace(incoming("ann", "/versus Old_Bob"), mentions={"Old_Bob": Person("stage", "9", "Old Bob")})
    [answer] = await stage.router.handle(by_name)
    assert (answer.text, answer.buttons) == ("You and Old Bob haven’t finished a game in this chat yet.", ())


async def test_scores_are_shown_while_the_store_takes_no_writes(store: Store, monkeypatch: pytest.MonkeyPatch):
    stage = Stage(store)
    await _play(stage)

    async def refuse(results: object) -> None:
        raise StoreUnavailableError("read-only")

    monkeypatch.setattr(store.findings, "store_results", refuse)
    assert (await _lines(stage, "/versus @bob"))[0] == "You 0–1 Bob"
