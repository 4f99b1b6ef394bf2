"""From texts to requests: words in any order, codes at either end, settings with and without their names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.commands.challenges import Challenge, setup_within
from bot.core.commands.personal import Away, Notify, SetTimeZone, Way
from bot.core.commands.playing import BareText, Form, Pick, ShowBoard
from bot.core.commands.questions import ListGames, RulesPart, SetLanguage, ShowHelp, ShowRules, Start
from bot.core.commands.setup import Setup
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.referee import Accept, AskHint, Play
from bot.core.game.requests import GameReference
from bot.core.language.speech import LANGUAGES, speech
from bot.core.ports.platform import Incoming
from bot.features import COMMANDS
from engines.game import Level, Seat
from engines.notation import clean
from engines.refusals import Refusal, Unreadable

ANN, BOB = Person("stage", "1", "Ann"), Person("stage", "2", "Bob")
GROUP, DIRECT = Chat("stage", "1"), Chat("stage", "2", direct=True)


def incoming(text: str, chat: Chat = GROUP, replies_to: str = "", attachment: str = "") -> Incoming:
    return Incoming(chat, ANN, text, mentions={"@bob": BOB}, replies_to=replies_to, attachment=attachment)


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("/challenge @bob dots 4x4 pie=3", Challenge("dots", {"size": "4x4", "pie": "3"}, BOB)),
        ("/challenge pie=3 4x4 dots @bob", Challenge("dots", {"size": "4x4", "pie": "3"}, BOB)),
        ("/CHALLENGE@TetradkaBot Dots", Challenge("dots")),
        ("/challenge bot dots", Challenge("dots", opponent=Robot(Level.EASY), level_open=True)),
        ("/challenge bot strong dots random", Challenge("dots", opponent=Robot(), seat="random")),
        ("/challenge dots easy", Challenge("dots", opponent=Robot(Level.EASY))),
        (
            "/challenge bot dots ladder5",
            Challenge("dots", {"size": "3x3", "pie": "0"}, Robot(Level.LADDER_5), Seat.SECOND),
        ),
        ("/challenge bot classic dots second", Challenge("dots", opponent=Robot(Level.CLASSIC), seat=Seat.SECOND)),
        ('/challenge dots size="3 x 3"', Challenge("dots", {"size": "3 x 3"})),
        ("/challenge", Setup()),
        ("/challenge bot strong", Setup(opponent=Robot())),
        ("/challenge @bob", Setup(opponent=BOB, mention="@bob")),
        ("/setup dots", Setup("dots")),
        ("/setup dots @bob 4x4 second", Setup("dots", {"size": "4x4"}, BOB, Seat.SECOND, "@bob")),
        ("/move a1-a2", Play(GameReference(), "a1-a2")),
        ("/move\u00a0a1-a2", Play(GameReference(), "a1-a2")),
        ("/move\na1-a2", Play(GameReference(), "a1-a2")),
        ("/move KXTRWQ a1-a2", Play(GameReference("KXTRWQ"), "a1-a2")),
        ("/move a1-a2 #kxtrwq", Play(GameReference("KXTRWQ"), "a1-a2")),
        ("/move KXTRWQ@12 a1-a2 b1-b2", Play(GameReference("KXTRWQ", 12), "a1-a2 b1-b2")),
        ("/move помінятися", Play(GameReference(), "swap")),
        ("/pick KXTRWQ@3 a1 b2", Pick(GameReference("KXTRWQ", 3), ("a1", "b2"))),
        ("/accept kxtrwq", Accept(GameReference("KXTRWQ"))),
        ("/hint", AskHint(GameReference())),
        ("/board text", ShowBoard(GameReference(), Form.TEXT)),
        ("/games", ListGames()),
        ("/rules dots", ShowRules("dots")),
        ("/language uk chat", SetLanguage("uk", for_chat=True)),
        ("/rules dots options", ShowRules("dots", RulesPart.OPTIONS)),
        ("/rules точки и квадраты тонкости", ShowRules("dots", RulesPart.LIMITS)),
        ("/rules limits", ShowRules("", RulesPart.LIMITS)),
        ("/notify лично", Notify(Way.PRIVATE)),
        ("/notify раз на день", Notify(Way.DIGEST)),
        ("/notify in the chat", Notify(Way.CHAT)),
        ("/away 5 дней", Away(5 * 86400.0)),
        ("/away 2 д 12 ч", Away(60 * 3600.0)),
        ("/timezone Москва", SetTimeZone("Europe/Moscow")),
        ("/timezone Київ", SetTimeZone("Europe/Kyiv")),
        ("/timezone Нью-Йорк", SetTimeZone("America/New_York")),
        ("/start", Start()),
        ("/start private", Start()),
        ("/start rules-curves", ShowRules("curves")),
        ("/help", ShowHelp()),
        ("/help all", ShowHelp(everything=True)),
        ("/help всё", ShowHelp(everything=True)),
    ],
)
def test_a_command_is_parsed_into_its_request(text, request_):
    assert COMMANDS.parse(incoming(text)) == request_


def test_bare_text_is_a_move_in_a_direct_chat_or_as_a_reply():
    assert COMMANDS.parse(incoming("a1-a2", DIRECT)) == BareText(GameReference(), "a1-a2")
    assert COMMANDS.parse(incoming("a1-a2", replies_to="7")) == BareText(GameReference(), "a1-a2")


@pytest.mark.parametrize("unseen", ["\ufeff", "\u200b\u200e \u2060", "\u202e", "\x00", "\u00ad"])
def test_invisible_characters_around_a_text_are_ignored(unseen):
    assert COMMANDS.parse(incoming(f"{unseen}/hint{unseen}")) == AskHint(GameReference())
    assert COMMANDS.parse(incoming(f"{unseen}a1-a2{unseen}", DIRECT)) == BareText(GameReference(), "a1-a2")
    assert COMMANDS.split(f"{unseen}/hint{unseen}") == ("hint", "")


@pytest.mark.parametrize("text", ["a1-a2", "hello", "", "   ", "\u200b", "/weather"])
def test_talk_and_other_bots_commands_are_ignored_in_groups(text):
    assert COMMANDS.parse(incoming(text)) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("/challenge chess", "unknown-game"),
        ("/challenge dots heart", "unknown-word"),
        ("/challenge bob dots", "unknown-word"),
        ("/challenge @bob dots pie", "option-without-value"),
        ("/challenge bot dots medium", "unknown-level"),
        ("/challenge bot dots сложный", "unknown-level"),
        ("/hint now", "words-or-game-wanted"),
        ("/challenge dots @nobody", "unknown-person"),
        ("/challenge dots @bob strong", "level-of-a-person"),
        ("/challenge @bob strong", "level-of-a-person"),
        ("/accept yes please", "no-words-wanted"),
        ("/language klingon", "unknown-language"),
        ("/rules chess", "unknown-game"),
    ],
)
def test_an_unknown_word_is_refused_by_name(text, code):
    with pytest.raises(Unreadable) as refusal:
        COMMANDS.parse(incoming(text))
    assert refusal.value.code == code
    assert refusal.value.fields["part"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_commands_menu_name_works_in_every_language(language):
    for command in COMMANDS.listed:
        code = f"name-command-{command.name}"
        label = speech(language).say(code) if language != "en" else command.name
        assert COMMANDS.split(f"/{label} a1-a2") == (command.name, "a1-a2")
        assert COMMANDS.split(f"/{label.upper()}@tetradka_bot") == (command.name, "")


def test_a_button_with_a_removed_command_is_refused_in_a_group_too():
    assert COMMANDS.parse(incoming("/weather")) is None
    with pytest.raises(Unreadable):
        COMMANDS.parse(replace(incoming("/weather"), pressed=True))


def test_an_unknown_command_is_refused_in_a_private_chat():
    with pytest.raises(Unreadable):
        COMMANDS.parse(incoming("/weather", DIRECT))


def test_a_challenge_in_a_reply_challenges_the_author():
    reply = Incoming(GROUP, ANN, "/challenge dots", mentions={"reply": BOB})
    assert COMMANDS.parse(reply) == Challenge("dots", opponent=BOB)


def test_a_mention_followed_by_a_comma_is_recognized():
    request = Incoming(GROUP, ANN, "/challenge @bob, dots, 4x4", mentions={"@bob,": BOB})
    assert COMMANDS.parse(request) == Challenge("dots", {"size": "4x4"}, BOB)


@pytest.mark.parametrize(
    ("text", "typed_text"),
    [
        ("/challenge @bob Тупик Гавань", "/challenge @bob tupik harbour"),
        ("/challenge @bob tupik map=Гавань", "/challenge @bob tupik map=harbour"),
        ("/challenge bot Глухий кут легкий", "/challenge bot tupik easy"),
        ("/challenge бот Dots and Boxes сильный", "/challenge bot dots strong"),
        ("/challenge @bob digits ромб Второй", "/challenge @bob digits diamond second"),
        ("/challenge @bob L-игра на очки", "/challenge @bob lgame scoring"),
        ("/challenge @bob L-игра, на очки, до 21 очка", "/challenge @bob lgame scoring target=21"),
        ("/challenge @bob Тупик, карта «Гавань»", "/challenge @bob tupik map=harbour"),
        ("/challenge @bob Dots and Boxes, 5x5, pie rule: 3", "/challenge @bob dots 5x5 pie=3"),
        ("/challenge @bob digits 8x8 форма: ромб", "/challenge @bob digits 8x8 shape=diamond"),
        ("/challenge @bob dots навмання", "/challenge @bob dots random"),
        ("/rules Криволинейный захват", "/rules curves"),
        ("/rules точки", "/rules dots"),
        ("/board текст", "/board text"),
        ("/language русский", "/language ru"),
        ("/language English", "/language en"),
        ("/language українська chat", "/language uk chat"),
    ],
)
def test_labels_in_every_language_can_be_typed(text: str, typed_text: str):
    assert COMMANDS.parse(incoming(text)) == COMMANDS.parse(incoming(typed_text))


@pytest.mark.parametrize("text", ["c1-c2.", "c1-c2!", "c1-c2…", "c1/c2", "c1 + c2", "c1 на c2", "c1 to c2 ."])
def test_a_move_can_be_typed_in_common_spellings(text: str):
    request = COMMANDS.parse(incoming(f"/move {text}"))
    assert isinstance(request, Play)
    assert clean(request.text) == "c1-c2"


def test_a_bend_in_a_move_is_not_a_separator():
    assert COMMANDS.parse(incoming("/move a3-f7 +2.5")) == Play(GameReference(), "a3-f7 +2.5")


@pytest.mark.parametrize(
    ("word", "command"),
    [
        ("hint", "/hint"),
        ("Подсказка", "/hint"),
        ("ничья", "/draw"),
        ("Здаюся!", "/resign"),
        ("?", "/help"),
        ("Почему?", "/why"),
        ("нова гра", "/challenge"),
        ("Показать текстом", "/board text"),
        ("Show as text", "/board text"),
        ("Показати ідею", "/hint idea"),
        ("Согласиться на ничью", "/draw"),
        ("Rematch", "/again"),
        ("прийняти", "/accept"),
        ("Leaderboard", "/top"),
        ("мій рейтинг", "/me"),
        ("What is my rating?", "/me"),
        ("настройки", "/settings"),
        ("list my games", "/games"),
        ("видали мої дані", "/forgetme"),
        ("турнир", "/tournament"),
        ("who’s looking?", "/seek"),
        ("Remind me later", "/later"),
        ("мой счёт", "/versus"),
        ("our score?", "/versus"),
    ],
)
def test_a_bare_word_is_a_command_in_a_direct_chat(word: str, command: str):
    assert COMMANDS.parse(incoming(word, DIRECT)) == COMMANDS.parse(incoming(command, DIRECT))
    assert COMMANDS.parse(incoming(word)) is None


@pytest.mark.parametrize(
    "word", ["who is the best?", "топ", "Профіль", "mute", "delete me", "quick game", "play", "курс"]
)
def test_everyday_words_in_reply_to_a_board_are_talk_except_to_the_bot_alone(word: str):
    reply = incoming(word, replies_to="7")
    assert isinstance(COMMANDS.parse(reply), BareText)
    assert not isinstance(COMMANDS.parse(replace(reply, alone=True)), BareText)


def test_a_question_with_the_word_of_a_command_about_a_game_does_nothing_by_itself():
    assert isinstance(COMMANDS.parse(incoming("draw?", DIRECT)), BareText)


@pytest.mark.parametrize("text", ["if I go a1-a2 then he goes b1-b2", "если я пойду а1-а2, то он ответит б1-б2"])
def test_a_sentence_about_a_line_is_no_plan(text: str):
    assert COMMANDS.parse(incoming(text, DIRECT)) == BareText(GameReference(), text)


def test_a_typed_line_of_moves_is_a_plan():
    assert COMMANDS.parse(incoming("if a1-a2 then b1-b2", DIRECT)) == COMMANDS.parse(incoming("/if a1-a2 then b1-b2"))


@pytest.mark.parametrize(
    ("sentence", "command"),
    [
        ("let's play dots 4x4 with @bob, please!", "/setup @bob dots 4x4"),
        ("давай в кривые против сложного", "/setup curves"),
        ("boxes against strong 3+2", "/setup dots strong time=3m+2s"),
        ("challenge @bob", "/setup @bob"),
        ("dots 4x4 with @bob, 3min", "/setup @bob dots 4x4 time=3m+0s"),
        ("play dots with @bob, 3 days a move", "/setup @bob dots time=3d"),
        ("точки с @bob 12 часов на ход", "/setup @bob dots time=12h"),
    ],
)
def test_a_sentence_leads_to_the_menu_with_what_it_names(sentence: str, command: str):
    sender = incoming(sentence, DIRECT)
    menu = setup_within(sentence, sender)
    assert menu == COMMANDS.parse(replace(sender, text=command))


def test_a_sentence_that_names_no_game_time_or_person_leads_to_no_menu():
    assert setup_within("let's play something", incoming("", DIRECT)) is None


@pytest.mark.parametrize(
    ("sentence", "code"),
    [("curves with @bob 3d 5d", "two-values"), ("play dots with @ann", "challenges-oneself")],
)
def test_a_sentence_with_two_times_or_its_own_writer_is_refused(sentence: str, code: str):
    sender = incoming(sentence, DIRECT)
    with pytest.raises(Refusal) as refusal:
        setup_within(sentence, replace(sender, mentions={**sender.mentions, "@ann": ANN}))
    assert refusal.value.code == code


def test_in_a_game_only_a_sentence_that_sets_up_another_one_leads_to_the_menu():
    for sentence in ("nice boxes!", "@bob look", "3 days ago"):
        assert setup_within(sentence, incoming(sentence, DIRECT), is_in_game=True) is None
    sentence = "play dots 4x4 with @bob"
    assert setup_within(sentence, incoming(sentence, DIRECT), is_in_game=True)


def test_a_command_may_be_spelled_with_cyrillic_look_alikes() -> None:
    assert COMMANDS.split("/mоvе a1-a2") == ("move", "a1-a2")
    assert COMMANDS.split("/мяч a1") == ("мяч", "a1")
