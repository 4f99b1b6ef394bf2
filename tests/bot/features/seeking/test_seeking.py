"""Seeks: posted in the chats that allow them, taken by one press, ended in every chat."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from bot.core.game.people import Person, Sender
from bot.core.handlers.services import Limits
from bot.core.ports.store import Store
from bot.features import features_unlisting
from bot.features.seeking.seeks import MOST_SEEKS
from tests.bot.features.seeking.hall import OTHER, Hall, club, hall_over, person, private_chat

ANN, BOB, EVE = person("ann"), person("bob", OTHER), person("eve", OTHER)
HOME, AWAY = club("home"), club("away", OTHER)
ANN_SEEKS = "Ann is looking for an opponent: Dots and Boxes, 3x3. 3\xa0days per move."
OVER = "This search for an opponent is over. /seek shows who’s looking now."
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
    await hall.take(BOB, AWAY)
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
            await hall.type(EVE, hall.take_button(AWAY).types, club("third", OTHER), pressed=True)
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
    assert message.text.startswith("Ann is looking for an opponent: L-game. 3\xa0days per move.")


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
        "Припинити пошук",
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
    assert [each.label for row in hall.messages(AWAY)[-1].buttons for each in row] == [
        "1. Ann: Dots and Boxes",
        "2. Kim: L-game",
    ]


async def test_of_two_who_press_at_once_in_two_processes_one_plays_and_the_other_reads_why(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    press, second = hall.take_button(AWAY).types, hall.another_process()
    answers = await asyncio.gather(
        hall.type(BOB, press, AWAY, pressed=True), second.type(EVE, press, club("third", OTHER), pressed=True)
    )
    refusals = [each for [each] in answers if each.envelope.refuses]
    assert [message.text for message in refusals] == ["Someone else was faster: this game has started."]
    assert refusals[0].envelope.private and refusals[0].buttons[-1][0].types == "/seek dots"


async def test_a_press_that_arrives_twice_is_answered_like_the_first(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    press = hall.take_button(AWAY).types
    [first] = await hall.type(BOB, press, AWAY, pressed=True, cause="1")
    [second] = await hall.type(BOB, press, AWAY, pressed=True, cause="1")
    assert first.text == second.text and not second.envelope.refuses


@pytest.mark.parametrize("who", [BOB, person("ann")])
async def test_a_player_who_presses_again_is_led_to_the_game(hall: Hall, who: Person):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    press = hall.take_button(AWAY).types
    await hall.type(BOB, press, AWAY, pressed=True)
    [answer] = await hall.type(who, press, AWAY, pressed=True)
    assert answer.text.endswith("has already started.") and answer.buttons[0][0].types.startswith("/board ")


async def test_authors_cannot_take_their_own_seek(hall: Hall):
    await hall.allow(club("hers"))
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    [answer] = await hall.take(ANN, club("hers"))
    assert answer.text.startswith("You can’t accept your own game: Dots and Boxes, 3x3.") and answer.envelope.refuses
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
    [answer] = await hall.take(BOB, AWAY)
    assert answer.text == "You can’t accept this game. /seek shows the others." and answer.envelope.private
    [answer] = await hall.type(BOB, "/seek", AWAY)
    assert answer.text.startswith("No one else is looking")


async def test_only_names_are_shown(hall: Hall):
    await hall.type(ANN, SEEK, private_chat(ANN), in_private=True)
    await hall.sweep()
    [message] = hall.messages(AWAY)
    assert message.text == ANN_SEEKS.removesuffix(" 3\xa0days per move.") and message.mention is None
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


async def test_a_new_seek_offers_open_seeks_with_the_same_game_first(hall: Hall):
    for who, game in (("kim", "dots 4x4"), ("lee", "lgame"), ("max", "tupik"), ("ned", "digits")):
        await hall.type(person(who), f"/seek {game}", club(who))
    [answer] = await hall.type(BOB, SEEK, AWAY)
    lines = answer.text.split("\n")[1:]
    assert len(lines) == 3 and lines[0].startswith("1. Kim is looking")
    commands = [row[0].types.split()[1] for row in answer.buttons]
    assert commands == [*["take"] * 3, "cancel"]


async def test_accepting_a_seek_ends_your_own(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.type(BOB, "/seek lgame", AWAY)
    await hall.take(BOB, AWAY)
    [answer] = await hall.type(EVE, "/seek", AWAY)
    assert answer.text.startswith("No one else is looking")


async def test_a_seek_that_is_taken_while_its_author_ends_it_goes_on(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    press, second = hall.take_button(AWAY).types, hall.another_process()
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
        ("/seek dots chat", "/seek finds one opponent"),
        ("/seek 4x4", "“4x4” isn’t a game here."),
        ("/seek first", "Add a game"),
        ("/seek dots chat team=1h", "/seek finds one opponent"),
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
    await hall.take(BOB, private_chat(BOB), in_private=True)
    assert "Ann" in hall.texts(private_chat(BOB))[-1] and "Bob" in hall.texts(private_chat(ANN))[-1]


async def test_a_forgotten_person_neither_seeks_nor_is_notified(hall: Hall):
    await hall.type(BOB, "/notify seeks", private_chat(BOB), in_private=True)
    [copy] = await hall.type(BOB, "/mydata", private_chat(BOB), in_private=True)
    assert copy.file and json.loads(copy.file[1])["chosen"]["seeks"] == "yes"
    await hall.type(ANN, SEEK, HOME)
    for who in (ANN, BOB):
        await hall.type(who, "/forgetme yes", private_chat(who), in_private=True)
    await hall.sweep()
    assert hall.texts(AWAY) == [] and hall.texts(private_chat(BOB)) == []


async def test_the_author_of_an_expired_seek_is_notified_once_with_ways_to_go_on(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    for _ in range(3):
        await hall.sweep(301)
    [news] = [each for each in hall.messages(HOME) if each.text.startswith("No one accepted your game")]
    assert news.text == "No one accepted your game in time: Dots and Boxes, 3x3. What next?" and news.mention == ANN
    assert [each.label for row in news.buttons for each in row] == ["Look again", "Try usual options", "Play the bot"]
    assert hall.button("Play the bot", HOME).types == "/challenge bot easy dots 3x3"
    await hall.press(ANN, "Look again", HOME)
    [message] = await hall.type(BOB, "/seek", AWAY)
    assert message.text.startswith("Ann is looking for an opponent: Dots and Boxes, 3x3.")


async def test_a_seek_with_usual_options_that_runs_out_leads_to_other_games(hall: Hall):
    await hall.type(ANN, "/seek lgame", private_chat(ANN), in_private=True)
    await hall.sweep(601)
    await hall.sweep()
    news = [each for each in hall.messages(private_chat(ANN)) if each.buttons][-1]  # the challenge may change later
    assert [each.types.split()[0] for row in news.buttons for each in row] == ["/seek", "/seek", "/challenge"]
    assert hall.button("Other games", private_chat(ANN)).types == "/seek" and news.mention is None


@pytest.mark.parametrize("end", ["taken", "cancelled", "replaced"])
async def test_the_author_of_a_seek_that_ended_otherwise_is_not_notified(hall: Hall, end: str):
    await hall.type(ANN, SEEK, HOME)
    await hall.sweep()
    if end == "taken":
        await hall.take(BOB, AWAY)
    else:
        await hall.type(ANN, "/seek cancel" if end == "cancelled" else "/seek lgame", HOME)
    await hall.sweep(300)
    if end == "replaced":
        await hall.type(ANN, "/seek cancel", HOME)
    for _ in range(3):
        await hall.sweep(301)
    assert not any(text.startswith("No one accepted your game") for text in hall.texts(HOME))


async def test_the_seek_of_another_person_cannot_be_repeated(hall: Hall):
    await hall.type(ANN, SEEK, HOME)
    [answer] = await hall.type(BOB, f"/seek again {hall.code_in(HOME)}", AWAY)
    assert answer.text.startswith("You can only repeat your own search")


async def test_a_game_of_teams_is_not_repeated_as_a_seek(hall: Hall):
    await hall.type(ANN, "/challenge chat dots 3x3 team=1h", HOME)
    [answer] = await hall.type(ANN, f"/seek again {hall.code_in(HOME)}", HOME)
    assert answer.envelope.refuses
    [seek_list] = await hall.type(BOB, "/seek", AWAY)
    assert "Ann" not in seek_list.text


async def test_the_list_says_how_many_more_are_looking_and_leads_to_them(hall: Hall):
    for number in range(10):
        hall.clock[0] += 1
        await hall.type(person(f"p{number}"), "/seek lgame", club(f"{number}"))
    [answer] = await hall.type(BOB, "/seek", AWAY)
    assert "2 more people are looking for an opponent." in answer.text.split("\n")
    [answer] = await hall.press(BOB, "Show more", AWAY)
    assert [line[:5] for line in answer.text.split("\n")[:2]] == ["1. P1", "2. P0"] and "more" not in answer.text


async def test_a_list_has_only_games_that_its_chat_plays(hall: Hall):
    for who, game in (("kim", "dots"), ("lee", "lgame")):
        await hall.type(person(who), f"/seek {game}", club(who))
    await hall.type(person("ann", OTHER), "/settings games=lgame", AWAY)
    [answer] = await hall.type(BOB, "/seek", AWAY)
    assert answer.text.startswith("Lee is looking") and "Kim" not in answer.text
    labels = [each.label for row in answer.buttons for each in row]
    assert labels == ["Play Lee: L-game", "L-game"]


async def test_a_seek_replaces_its_authors_earlier_one_at_the_limit_of_challenges(store: Store):
    hall = Hall(store, limits=Limits(challenges=2))
    await hall.type(ANN, "/challenge dots", HOME)
    for game in ("lgame", "tupik", "dots 3x3"):
        [answer] = await hall.type(ANN, f"/seek {game}", HOME)
        assert answer.text.startswith("You’re looking for an opponent")
    [answer] = await hall.type(ANN, "/challenge digits", HOME)
    assert "that’s the limit" in answer.text


@pytest.mark.parametrize(("most", "says"), [(0, "Looking for an opponent is turned off here."), (1, "1 person is")])
async def test_an_operator_limits_the_seeks_or_turns_them_off(store: Store, most: int, says: str):
    hall = Hall(store, limits=Limits(of_features={MOST_SEEKS: most}))
    await hall.type(ANN, SEEK, HOME)
    [answer] = await hall.type(BOB, SEEK, AWAY)
    assert answer.text.startswith(says) and answer.envelope.refuses
    [welcome] = await hall.type(BOB, "/start", private_chat(BOB), in_private=True)
    has_button = any(each.types == "/seek" for row in welcome.buttons for each in row)
    assert has_button is (most > 0)


async def test_a_seek_that_is_turned_off_stands_in_no_menu(store: Store):
    hall = Hall(store, limits=Limits(of_features={MOST_SEEKS: 0}), features=features_unlisting({"seek"}))
    [help_text] = await hall.type(ANN, "/help all", HOME)
    [settings_text] = await hall.type(ANN, "/settings", HOME)
    assert "/challenge" in help_text.text
    assert "/seek" not in help_text.text + settings_text.text
    assert not any("seeks" in each.types for row in settings_text.buttons for each in row)
    [answer] = await hall.type(ANN, SEEK, HOME)
    assert answer.text.startswith("Looking for an opponent is turned off here.")


async def test_nobody_asks_for_news_of_seeks_that_are_turned_off(store: Store):
    chat = private_chat(BOB)
    await Hall(store).type(BOB, "/notify seeks", chat, in_private=True)
    hall = Hall(store, limits=Limits(of_features={MOST_SEEKS: 0}), features=features_unlisting({"seek"}))
    [menu] = await hall.type(BOB, "/notify", chat, in_private=True)
    lines = [each.types for row in menu.buttons for each in row]
    assert "/notify private" in lines and not any("seeks" in line for line in (*lines, menu.text))
    [refusal] = await hall.type(BOB, "/notify seeks", chat, in_private=True)
    assert refusal.text.startswith("Looking for an opponent is turned off here.")
    [unknown] = await hall.type(BOB, "/notify sails", chat, in_private=True)
    assert "seeks" not in unknown.text
    await hall.type(BOB, "/notify seeks off", chat, in_private=True)
    [menu] = await Hall(store).type(BOB, "/notify", chat, in_private=True)
    assert not any(each.types == "/notify seeks off" for row in menu.buttons for each in row)


async def test_buttons_that_take_a_seek_name_the_person_and_the_game(hall: Hall):
    await hall.type(replace(ANN, name="Anna-Maria of the Long Name"), SEEK, HOME)
    await hall.sweep()
    assert hall.take_button(AWAY).label == "Play Anna-Maria of the L…: Dots and Boxes"
