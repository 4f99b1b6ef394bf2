"""The challenge menu: every button fits, and starts the game that it shows."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import product

import pytest

from bot.core.commands.challenges import Challenge
from bot.core.commands.setup import Setup, button_text, command_line, offered_terms
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.terms import NONE, Terms
from bot.core.handlers.beginnings import fitting_start
from bot.core.language.speech import speech
from bot.core.ports.platform import Button, Incoming
from bot.core.ports.store import Store
from bot.core.view.buttons import LONGEST_TEXT
from bot.core.view.challenges import menu
from bot.features import COMMANDS
from engines import GAMES
from engines.game import LEVELS, AnyPosition, Seat
from engines.refusals import Illegal, Unreadable
from tests.bot.scripted import Quick, Stage

ANN = Person("telegram", "1234567890", "Ann", "ann")
LONGEST = f"@{'b' * 32}"
BOB = Person("telegram", "", LONGEST, LONGEST[1:])
PLAYERS = (*map(Robot, LEVELS), None, BOB)


def press(text: str, by: Person = ANN, **more: object) -> Incoming:
    return Incoming(Chat("telegram", "1"), by, text, pressed=True, mentions={LONGEST: BOB})


def choices_of_button(setup: Setup) -> tuple[Setup, AnyPosition]:
    return asyncio.run(fitting_start(Quick(), setup, "telegram:1"))


def buttons(setup: Setup) -> list[Button]:
    setup, start = choices_of_button(setup)
    return [button for row in menu(setup, start, ANN, NONE, speech("en")).buttons for button in row]


def press_button(label: str, setup: Setup) -> Setup:
    """Return the menu that a button leads to."""
    [button] = [button for button in buttons(setup) if button.label.removeprefix("✓ ") == label]
    request = COMMANDS.parse(press(button.types))
    assert isinstance(request, Setup)
    return request


@pytest.mark.parametrize("game", GAMES)
def test_every_button_fits_and_encodes_its_choices(game):
    settings = GAMES[game].settings
    for opponent, seat, last in product(PLAYERS, (None, *Seat, "random"), (0, -1)):
        setup = Setup(game, {s.key: s.choices[last] for s in settings}, opponent, seat, seed=35, pressed=True)
        setup = replace(setup, mention=LONGEST if opponent == BOB else "")
        for further in (setup, *(replace(setup, listed=s.key, page=1) for s in settings)):
            text = button_text(further, ANN)
            assert len(text.encode()) <= LONGEST_TEXT
            assert COMMANDS.parse(press(text)) == further
        challenge = Challenge(game, setup.settings, opponent, seat, seed=35, typed=command_line(setup))
        assert COMMANDS.parse(press(button_text(setup, ANN, begin=True))) == challenge


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_has_a_button(game):
    for setting in GAMES[game].settings:
        values: list[str] = []
        setup = Setup(game, listed=setting.key)
        while True:
            buttons_made = buttons(setup)
            setups = [COMMANDS.parse(press(button.types)) for button in buttons_made]
            values += [s.settings[setting.key] for s in setups if isinstance(s, Setup) and s.newest]
            if not any(button.label == "›" for button in buttons_made):
                break
            setup = press_button("›", setup)
        assert tuple(values) == setting.choices


@pytest.mark.parametrize("opponent", PLAYERS)
def test_every_term_has_buttons(opponent):
    value_text = LONGEST if opponent == BOB else ""
    for term in offered_terms(Setup(opponent=opponent)):
        setup = Setup("digits", {"size": "12x12"}, opponent, "random", value_text, 35, listed=term.key, pressed=True)
        values = [COMMANDS.parse(press(button.types)) for button in buttons(setup)[: len(term.choices)]]
        for choice, page in zip(term.choices, values, strict=True):
            assert isinstance(page, Setup)
            assert page.terms.get(term.key, term.default) == choice
            challenge = COMMANDS.parse(press(button_text(page, ANN, begin=True)))
            assert isinstance(challenge, Challenge)
            assert (challenge.terms, challenge.opponent) == (page.terms, opponent)
            typed_challenge = COMMANDS.parse(press(challenge.typed))
            assert isinstance(typed_challenge, Challenge)
            assert typed_challenge.terms == page.terms


def test_terms_that_do_not_suit_the_opponent_are_dropped():
    setup = Setup(
        "dots", opponent=BOB, mention=LONGEST, terms=Terms((("hints", "7"), ("time", "3d"), ("coach", "yes")))
    )
    challenge = COMMANDS.parse(press(button_text(setup, ANN, begin=True)))
    assert isinstance(challenge, Challenge)
    assert challenge.terms.pairs == (("hints", "7"), ("time", "3d"))
    with_bot = COMMANDS.parse(press(button_text(replace(setup, opponent=Robot(), mention=""), ANN, begin=True)))
    assert isinstance(with_bot, Challenge)
    assert with_bot.terms.pairs == (("hints", "7"), ("coach", "yes"))


@pytest.mark.parametrize("game", GAMES)
def test_the_command_line_parses_into_the_same_choices(game):
    for setting in GAMES[game].settings:
        for choice in setting.choices:
            setup = Setup(game, {setting.key: choice}, BOB, "random", LONGEST)
            assert COMMANDS.parse(press(command_line(setup))) == Challenge(game, setup.settings, BOB, "random")


def test_another_persons_press_is_refused():
    text = button_text(Setup("dots"), ANN)
    nameless_button = button_text(Setup("dots", opponent=BOB), ANN)
    for code, by in (
        (nameless_button, ANN),
        (text, BOB),
        (text[:-1] + "~", ANN),
        ("/setup lgame " + text.split()[-1], ANN),
    ):
        with pytest.raises(Illegal) as refusal:
            COMMANDS.parse(press(code, by))
        assert refusal.value.code == "not-your-menu"


def test_options_that_conflict_with_the_newest_are_dropped():
    setup = Setup("lgame", {"variant": "symmetry", "target": "30"}, newest="target")
    assert choices_of_button(setup)[0].settings == {"target": "30"}
    with pytest.raises(Unreadable):
        choices_of_button(replace(setup, newest=""))


def test_the_menu_offers_a_persons_seats_of_the_game():
    assert "✓ Second" in {button.label for button in buttons(Setup("lgame", {"variant": "scoring"}))}
    assert "✓ First" in {button.label for button in buttons(Setup("lgame"))}


def test_choices_too_long_for_a_button_can_be_typed():
    roads = " ".join(f"{city}>{city + 1}" for city in range(1, 12))
    setup, start = choices_of_button(Setup("tupik", {"map": roads}))
    message = menu(setup, start, ANN, NONE, speech("en"))
    assert [button.label for row in message.buttons for button in row] == ["Another game"]
    assert f"Type /challenge bot easy tupik {roads}" in message.text


async def test_a_menu_pressed_twice_begins_one_game_with_the_start_that_it_showed(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/setup curves 8x6 points=3")
    start = stage.button("Start").types
    await stage.type("ann", start, pressed=True, replies_to="7")
    [answer] = await stage.type("ann", start, pressed=True, replies_to="7")
    assert (answer.text, answer.buttons, answer.envelope.update) == (
        "/challenge bot easy curves 8x6 points=3",
        (),
        True,
    )
    [list_answer] = await stage.type("ann", "/games")
    assert list_answer.text.count("Curvilinear capture") == 1
