"""A person's games in all chats: listed for that person alone, with links, and played in private."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.game.people import Chat, Person
from bot.core.ports.store import Store
from tests.bot.core.handlers.test_privacy import ANNS_OWN, ELSEWHERE, GROUP, begin_game
from tests.bot.scripted import ScriptedPlatform, Stage, incoming, person

BOBS_OWN = Chat("stage", "bob", direct=True)


class Addressed(ScriptedPlatform):
    """An adapter to a platform whose messages have addresses."""

    def link(self, chat: Chat, message: str) -> str:
        return f"https://stage/{chat.id}/{message}"


@pytest.mark.parametrize("chat", [ELSEWHERE, ANNS_OWN, GROUP])
async def test_they_are_listed_in_every_chat_with_the_way_to_their_boards(store: Store, chat: Chat):
    stage = Stage(store, adapter=Addressed())
    code = await begin_game(stage)
    [answer] = await stage.type("ann", "/games all", chat)
    assert f"{code}: Ann — Bob. Your move. https://stage/group/{stage.adapter.shown[-1][0]}" in answer.text
    assert (answer.envelope.private, answer.envelope.secret) == (True, True)


async def test_nobody_elses_are_listed_in_another_chat(store: Store):
    stage = Stage(store)
    code = await begin_game(stage)
    [answer] = await stage.type("carl", "/games", ELSEWHERE)
    assert code not in answer.text


async def test_the_next_game_is_shown_to_the_asker_alone(store: Store):
    stage = Stage(store, adapter=Addressed())
    await begin_game(stage)
    message_count = len(stage.adapter.shown)
    [answer] = await stage.type("ann", "/next", ELSEWHERE)
    assert answer.picture
    assert (answer.envelope.private, answer.envelope.secret, answer.mention, len(stage.adapter.shown)) == (
        True,
        True,
        None,
        message_count,
    )
    assert answer.text.splitlines()[-1].startswith("https://stage/group/")


async def test_a_person_plays_all_their_games_in_private(store: Store):
    stage = Stage(store)
    await begin_game(stage)
    for text in ("/board", "/moves", "b3-b4", "/if a2-a3 then a3-a4", "/undo"):
        assert all("No game here" not in answer.text for answer in await stage.type("ann", text, ANNS_OWN, alone=True))
    assert "Ann takes back b3-b4." in stage.board.text


async def test_a_text_that_is_not_a_move_reaches_no_game_elsewhere(store: Store):
    stage = Stage(store)
    await begin_game(stage)
    [answer] = await stage.type("ann", "good morning", ANNS_OWN, alone=True)
    assert "Press a button to begin" in answer.text


async def test_a_finished_game_can_still_be_looked_at(store: Store):
    stage = Stage(store)
    await begin_game(stage)
    await stage.type("bob", "/resign yes", GROUP)
    for text in ("/board", "/record", "/why"):
        [answer] = await stage.type("ann", text, GROUP)
        assert "Ann wins" in answer.text or answer.file


async def test_a_game_is_given_as_a_page_that_replays_it_in_the_askers_language(store):
    stage = Stage(store)
    await begin_game(stage)
    await stage.type("bob", "/resign yes", GROUP)
    [answer] = await stage.type("ann", "/record", GROUP)
    [[as_page]] = answer.buttons
    [answer] = await stage.type("ann", as_page.types, GROUP)
    assert answer.file
    name, html = answer.file
    assert name.endswith(".html")
    assert "Ann – Bob" in html
    assert len(html) < 60_000
    assert answer.envelope.private


async def _challenged_by_handle(stage: Stage) -> str:
    """Ann asks somebody of whom only the @handle is known, as on Telegram; the game's code."""
    asks = replace(
        incoming("ann", "/challenge @bob dots", GROUP), mentions={"@bob": Person("stage", "", "@bob", "bob")}
    )
    await stage.router.handle(asks)
    await stage.router.wait_until_idle()
    return stage.button("Accept").types.split()[1]


async def test_a_challenge_by_handle_is_found_everywhere_and_leaves_no_challenger_waiting(store: Store):
    stage = Stage(store)
    code = await _challenged_by_handle(stage)
    [answer] = await stage.type("bob", "/games", BOBS_OWN)
    assert code in answer.text
    await stage.type("bob", "/decline", BOBS_OWN, alone=True)
    assert stage.board.text.startswith("@bob declines")
    await _challenged_by_handle(stage)
    await stage.type("bob", "/forgetme yes", BOBS_OWN)
    assert stage.board.text.startswith("@bob declines")


async def test_a_handle_that_passes_to_someone_else_takes_no_game_along(store: Store):
    stage = Stage(store)
    code = await _challenged_by_handle(stage)
    await stage.type("bob", f"/accept {code}", GROUP)
    assert await store.people.games_of("stage:@bob") == []
    assert await store.people.games_of(person("bob").key) == [code]


async def test_a_private_text_about_a_game_elsewhere_gets_an_answer(store: Store):
    stage = Stage(store)
    code = await begin_game(stage)
    [answer] = await stage.type("ann", f"/move {code} a2-a3", ANNS_OWN, in_private=True)
    assert answer.text.endswith(f"{code} — Ann: a2-a3.")
    assert await stage.type("bob", f"/move {code} b2-b3", GROUP) == ()
    await stage.type("ann", "/challenge @bob lgame", GROUP)
    challenge = stage.button("Accept").types.split()[1]
    [answer] = await stage.type("ann", f"/cancel {challenge}", ANNS_OWN, in_private=True)
    assert answer.text.startswith("Ann cancels the challenge")
    await stage.type("ann", f"/undo {code}", GROUP)
    [answer] = await stage.type("bob", f"/draw {code}", BOBS_OWN, in_private=True)
    assert answer.text == "One question at a time. Answer the open one first."
    await stage.type("bob", f"/undo {code} no", BOBS_OWN, in_private=True)
    [answer] = await stage.type("bob", f"/draw {code}", BOBS_OWN, in_private=True)
    assert answer.text == "Bob offers a draw."


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("/hint", "You have no game here."),
        ("/accept", "Nobody has challenged you here."),
        ("/cancel", "You have no open challenge here."),
        ("/review", "No game has been finished in this chat yet."),
    ],
)
async def test_a_refusal_names_what_there_is_none_of(store: Store, text: str, refusal: str):
    [answer] = await Stage(store).type("ann", text)
    assert answer.text.startswith(refusal)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("let us play tupik?", "Tupik"),
        ("the rules of digits please", "Digits and Dots. "),
        ("in Russian please", "Which language"),
        ("whose turn is it", "Games:"),
        ("tupik", "Games:"),
    ],
)
async def test_a_sentence_between_several_games_is_answered_if_it_concerns_none_of_them(
    store: Store, text: str, start: str
):
    stage = Stage(store)
    for game in ("dots 2x2", "tupik"):
        await stage.type("ann", f"/challenge bot easy {game}", ANNS_OWN)
    [answer] = await stage.type("ann", text, ANNS_OWN, alone=True, in_private=True)
    assert answer.text.startswith(start)


async def test_a_game_that_is_named_after_another_one_is_offered(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 2x2", ANNS_OWN)
    await stage.type("ann", "/resign yes", ANNS_OWN)
    [answer] = await stage.type("ann", "let us play tupik", ANNS_OWN, alone=True, in_private=True)
    assert answer.text.startswith("Tupik")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("let us play tupik", "Tupik"),
        ("the rules of tupik please", "Tupik: a race"),
        ("the rules of dots please", "The rules"),
        ("let us play dots", "This game isn’t over"),
    ],
)
async def test_a_wish_for_another_game_is_fulfilled_while_one_runs(store: Store, text: str, start: str):
    stage = Stage(store)
    await stage.type("ann", "/challenge bot easy dots 2x2", ANNS_OWN)
    [answer] = await stage.type("ann", text, ANNS_OWN, alone=True, in_private=True)
    assert answer.text.startswith(start)


@pytest.mark.parametrize("chat", [ANNS_OWN, GROUP], ids=["in-private", "in-a-group"])
async def test_a_button_that_corrects_a_sentence_acts_on_it(store: Store, chat: Chat):
    stage = Stage(store)
    [refusal] = await stage.type("ann", "play dots 3+2 or 5+0", chat, alone=True)
    assert refusal.envelope.refuses
    [menu] = await stage.press("ann", "5+0", chat)
    assert "Clock: 5\N{NO-BREAK SPACE}min each." in menu.text
