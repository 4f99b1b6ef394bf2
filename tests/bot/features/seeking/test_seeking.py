"""Seeks: posted in the chats that allow them, taken by one press, ended in every chat."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.core.game.people import Person, Sender
from bot.core.ports.store import Store
from tests.bot.features.seeking.hall import OTHER, Hall, club, hall_over, person, private_chat

ANN, BOB, EVE = person("ann"), person("bob", OTHER), person("eve", OTHER)
HOME, AWAY = club("home"), club("away", OTHER)
ANN_SEEKS = "Ann is looking for an opponent: Dots and Boxes, 3x3. 3\xa0d per move."
OVER = "This search for an opponent is over. /seek shows who is looking now."
SEEK = "/seek dots 3x3"


@pytest.fixture
async def hall(store: Store) -> Hall:
    """A hall where the chat on the other platform allows seeks."""
    return await hall_over(store, AWAY)


async def test_a_seek_is_taken_on_another_platform_and_each_plays_in_their_own_chat(hall: Hall):
    [answer] = await hall.type(ANN, SEEK, HOME)
    assert answer.text.startswith("You’re looking for an opponent: Dots and Boxes, 3x3.")
    await hall.sweep()
    assert hall.texts(AWAY) == [ANN_SEEKS]
    await hall.press(BOB, "Accept", AWAY)
    assert "Bob" in hall.texts(HOME)[-1] and "Ann" in hall.texts(AWAY)[-1]
    await hall.type(ANN, f"/move {hall.code_in(HOME)} a1-a2", HOME)
    assert "a1-a2" in hall.texts(AWAY)[-1]


async def test_the_post_of_a_seek_ends_when_it_is_taken_cancelled_or_expires(hall: Hall):
    for end in ("taken", "cancelled", "expired"):
        await hall.sweep(700)
        await hall.type(ANN, SEEK, HOME)
        await hall.sweep()
        assert hall.texts(AWAY)[-1] == ANN_SEEKS
        if end == "taken":
            await hall.type(EVE, hall.button("Accept", AWAY).types, club("third", OTHER), pressed=True)
        elif end == "cancelled":
            await hall.press(ANN, "Stop looking", HOME)
        await hall.sweep(601 if end == "expired" else 0)
        assert hall.texts(AWAY)[-1] == OVER


async def test_a_second_seek_of_an_author_ends_the_first(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    await hall.type(ANN, "/seek lgame", HOME)
    await hall.sweep(11)
    [message] = await hall.type(BOB, "/seek", AWAY)
    assert message.text.startswith("Ann is looking for an opponent: L-game. 3\xa0d per move.")


async def test_an_earlier_seek_that_is_delivered_again_ends_no_later_one(hall: Hall):
    for text, cause in ((SEEK, "1"), ("/seek lgame", "2"), (SEEK, "1")):
        await hall.type(ANN, text, HOME, cause=cause)
    [message] = await hall.type(BOB, "/seek", AWAY)
    assert message.text.startswith("Ann is looking for an opponent: L-game.")


@pytest.mark.parametrize(
    "end",
    [
        "/seek cancel",
        "/seek no",
        "/seek off",
        "/seek stop",
        "/поиск стоп",
        "/поиск отменить",
        "Stop looking",
        "Не шукати",
    ],
)
async def test_a_seek_is_ended_in_any_of_these_ways(hall: Hall, end: str):
    await hall.type(ANN, SEEK, private_chat(ANN), in_private=True)
    [answer] = await hall.type(ANN, end, private_chat(ANN), in_private=True)
    assert answer.text.startswith("You’ve stopped looking")


async def test_a_chat_has_one_post_which_shows_every_seek(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    await hall.type(person("kim"), "/seek lgame", club("elsewhere"))
    await hall.sweep(11)
    posts = [number for number, chat, _ in hall.adapters[OTHER].shown if chat == AWAY]
    assert len(posts) == 2 and len({*posts}) == 1
    lines = hall.texts(AWAY)[-1].split("\n")
    assert [line[:6] for line in lines] == ["1. Ann", "2. Kim"]
    assert [each.label for row in hall.messages(AWAY)[-1].buttons for each in row] == ["1. Dots and Boxes", "2. L-game"]


async def test_of_two_who_press_at_once_in_two_processes_one_plays_and_the_other_reads_why(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    press, second = hall.button("Accept", AWAY).types, hall.another_process()
    answers = await asyncio.gather(
        hall.type(BOB, press, AWAY, pressed=True), second.type(EVE, press, club("third", OTHER), pressed=True)
    )
    refusals = [each for [each] in answers if each.envelope.refuses]
    assert [message.text for message in refusals] == ["Someone else was faster: this game has started."]
    assert refusals[0].envelope.private and refusals[0].buttons[-1][0].types == "/seek dots"


async def test_a_press_that_arrives_twice_is_answered_like_the_first(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    press = hall.button("Accept", AWAY).types
    [first] = await hall.type(BOB, press, AWAY, pressed=True, cause="1")
    [second] = await hall.type(BOB, press, AWAY, pressed=True, cause="1")
    assert first.text == second.text and not second.envelope.refuses


@pytest.mark.parametrize("who", [BOB, person("ann")])
async def test_a_player_who_presses_again_is_led_to_the_game(hall: Hall, who: Person):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    press = hall.button("Accept", AWAY).types
    await hall.type(BOB, press, AWAY, pressed=True)
    [answer] = await hall.type(who, press, AWAY, pressed=True)
    assert answer.text.endswith("has already started.") and answer.buttons[0][0].types.startswith("/board ")


async def test_authors_cannot_take_their_own_seek(hall: Hall):
    await hall.allow(club("hers"))
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    [answer] = await hall.press(ANN, "Accept", club("hers"))
    assert answer.text.startswith("This is your own: Dots and Boxes, 3x3.") and answer.envelope.refuses
    assert answer.buttons[0][0].types == "/seek cancel"


@pytest.mark.parametrize(("blocks", "blocked"), [(ANN, BOB), (BOB, ANN)])
async def test_people_who_block_each_other_never_meet(hall: Hall, blocks: Person, blocked: Person):
    for who in (ANN, BOB):
        await hall.type(who, "/notify seeks", private_chat(who), in_private=True)
    command = f"/block @{blocked.name.casefold()}"
    await hall.type(blocks, command, private_chat(blocks), mentions={command.split()[1]: blocked})
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert hall.texts(private_chat(BOB)) == []
    [answer] = await hall.press(BOB, "Accept", AWAY)
    assert answer.text == "You can’t accept this one. /seek shows the others." and answer.envelope.private
    [answer] = await hall.type(BOB, "/seek", AWAY)
    assert answer.text.startswith("No one else is looking")


async def test_only_names_are_shown(hall: Hall):
    await hall.type(ANN, SEEK, private_chat(ANN), in_private=True)
    await hall.sweep()
    [message] = hall.messages(AWAY)
    assert message.text == ANN_SEEKS.removesuffix(" 3\xa0d per move.") and message.mention is None
    assert not any(each.link for row in message.buttons for each in row)


async def test_each_chat_reads_of_a_seek_in_its_language(hall: Hall):
    for language in ("ru", "uk"):
        chat = club(language, OTHER)
        await hall.allow(chat)
        await hall.type(person("ann", OTHER), f"/language {language} chat", chat)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert hall.texts(club("ru", OTHER))[-1].startswith("Ann ищет соперника: ")
    assert hall.texts(club("uk", OTHER))[-1].startswith("Ann шукає суперника: ")


async def test_a_chat_that_does_not_play_the_game_is_not_shown_it(hall: Hall):
    await hall.type(person("ann", OTHER), "/settings games=lgame", AWAY)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert ANN_SEEKS not in hall.texts(AWAY)


async def test_a_chat_that_takes_no_messages_is_shown_no_more_seeks(hall: Hall):
    hall.adapters[OTHER].shut.add(AWAY.key)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    hall.adapters[OTHER].shut.clear()
    await hall.sweep(700)
    [settings] = await hall.type(person("ann", OTHER), "/settings", AWAY)
    assert ANN_SEEKS not in hall.texts(AWAY) and "seeks (who’s looking for an opponent): no" in settings.text


async def test_a_chat_that_no_longer_allows_seeks_loses_its_live_post(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    await hall.type(person("ann", OTHER), "/settings seeks=no", AWAY)
    await hall.sweep(2)
    assert hall.texts(AWAY) == [ANN_SEEKS, OVER]


async def test_whoever_begins_a_seek_is_offered_those_of_others_the_same_game_first(hall: Hall):
    for who, game in (("kim", "dots 4x4"), ("lee", "lgame"), ("max", "tupik"), ("ned", "digits")):
        await hall.type(person(who), f"/seek {game}", club(who))
    [answer] = await hall.type(BOB, SEEK, AWAY)
    lines = answer.text.split("\n")[1:]
    assert len(lines) == 3 and lines[0].startswith("1. Kim is looking")
    assert [row[0].types.split()[:2] for row in answer.buttons] == [["/seek", "take"], ["/seek", "cancel"]]


async def test_whoever_accepts_a_seek_no_longer_seeks(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.type(BOB, "/seek lgame", AWAY)
    await hall.press(BOB, "Accept", AWAY)
    [answer] = await hall.type(EVE, "/seek", AWAY)
    assert answer.text.startswith("No one else is looking")


async def test_a_seek_that_is_taken_while_its_author_ends_it_goes_on(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    press, second = hall.button("Accept", AWAY).types, hall.another_process()
    [acceptance], [ending] = await asyncio.gather(
        hall.type(BOB, press, AWAY, pressed=True), second.type(ANN, "/seek cancel", HOME)
    )
    is_taken = not acceptance.envelope.refuses
    assert ending.text.startswith("You aren’t looking" if is_taken else "You’ve stopped looking")


async def test_a_chat_that_no_longer_allows_seeks_gets_none(hall: Hall):
    await hall.type(person("ann", OTHER), "/settings seeks=no", AWAY)
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    assert hall.texts(AWAY) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("/seek bot dots", "/seek looks for anyone."),
        ("/seek dots easy", "/seek looks for anyone."),
        ("/seek dots chat", "/seek finds one person"),
        ("/seek 4x4", "“4x4” isn’t a game here."),
        ("/seek first", "Add a game"),
        ("/seek dots chat team=1h", "/seek finds one person"),
        ("/seek take", "No one else is looking"),
        ("/seek take me", "There’s no game me"),
        ("/seek cancel", "You aren’t looking"),
    ],
)
async def test_a_seek_that_cannot_be_is_refused_with_a_next_step(hall: Hall, text: str, says: str):
    [answer] = await hall.type(ANN, text, HOME)
    assert answer.text.startswith(says)


async def test_a_reply_names_no_opponent_of_a_seek(hall: Hall):
    await hall.type(ANN, SEEK, HOME, mentions={"reply": person("kim")})
    await hall.sweep()
    assert hall.texts(AWAY) == [ANN_SEEKS]


async def test_an_automatic_sender_and_a_nameless_administrator_seek_nobody(hall: Hall):
    for sender in (Sender.AUTOMATIC, Sender.ADMINISTRATOR):
        await hall.type(ANN, SEEK, HOME, sender=sender)
    await hall.sweep()
    assert hall.texts(AWAY) == []


async def test_the_list_offers_a_game_to_whoever_finds_nobody(hall: Hall):
    [answer] = await hall.type(BOB, "/seek", AWAY)
    assert answer.text.startswith("No one else is looking for an opponent.")
    assert answer.buttons[0][0].types == "/seek dots"


@pytest.mark.parametrize(
    "text", ["seek", "Find me an opponent!", "who's looking?", "Ищу соперника", "хто хоче зіграти?"]
)
async def test_a_sentence_that_wishes_for_an_opponent_shows_who_is_looking(hall: Hall, text: str):
    await hall.type(ANN, SEEK, HOME)
    [answer] = await hall.type(BOB, text, private_chat(BOB), in_private=True, alone=True)
    assert answer.text.startswith("Ann is looking for an opponent")


async def test_a_seek_in_private_is_taken_from_private(hall: Hall):
    await hall.type(BOB, "/notify seeks", private_chat(BOB), in_private=True)
    await hall.type(ANN, SEEK, private_chat(ANN), in_private=True)
    await hall.sweep()
    await hall.press(BOB, "Accept", private_chat(BOB), in_private=True)
    assert "Ann" in hall.texts(private_chat(BOB))[-1] and "Bob" in hall.texts(private_chat(ANN))[-1]


async def test_who_is_forgotten_seeks_nobody_and_is_told_of_nobody(hall: Hall):
    await hall.type(BOB, "/notify seeks", private_chat(BOB), in_private=True)
    [copy] = await hall.type(BOB, "/mydata", private_chat(BOB), in_private=True)
    assert copy.file and json.loads(copy.file[1])["chosen"]["seeks"] == "yes"
    await hall.type(ANN, SEEK, HOME)
    for who in (ANN, BOB):
        await hall.type(who, "/forgetme yes", private_chat(who), in_private=True)
    await hall.sweep()
    assert hall.texts(AWAY) == [] and hall.texts(private_chat(BOB)) == []
