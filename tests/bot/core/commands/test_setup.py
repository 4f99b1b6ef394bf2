"""The menu that leads to a challenge: nothing is cut, every button fits, and what is pressed is what is begun."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import product

import pytest

from bot.core.commands.challenges import Challenge
from bot.core.commands.setup import Setup, button_text, command_line
from bot.core.game.people import Chat, Person, Robot
from bot.core.game.terms import NONE, Terms, available_terms
from bot.core.handlers.beginnings import fitting_start
from bot.core.language.speech import speech
from bot.core.ports.platform import Button, Incoming
from bot.core.ports.store import Store
from bot.core.view.buttons import LONGEST_TEXT
from bot.core.view.setup import menu
from bot.features import COMMANDS
from engines import GAMES
from engines.game import LEVELS, AnyPosition, Seat
from engines.refusals import Illegal, Unreadable
from tests.bot.scripted import Quick, Stage

ANN = Person("telegram", "1234567890", "Ann", "ann")
LONGEST = f"@{'b' * 32}"
BOB = Person("telegram", "", LONGEST, LONGEST[1:])
PLAYERS = (*map(Robot, LEVELS), None, BOB)


def pressed(text: str, by: Person = ANN, **more: object) -> Incoming:
    return Incoming(Chat("telegram", "1"), by, text, pressed=True, mentions={LONGEST: BOB})


def settled(chosen: Setup) -> tuple[Setup, AnyPosition]:
    return asyncio.run(fitting_start(Quick(), chosen, "telegram:1"))


def buttons(chosen: Setup) -> list[Button]:
    chosen, start = settled(chosen)
    return [button for row in menu(chosen, start, ANN, NONE, speech("en")).buttons for button in row]


def labelled(label: str, chosen: Setup) -> Setup:
    """What a press of a button leads to."""
    [button] = [button for button in buttons(chosen) if button.label.removeprefix("✓ ") == label]
    found = COMMANDS.parse(pressed(button.types))
    assert isinstance(found, Setup)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_button_fits_and_encodes_its_choices(game):
    settings = GAMES[game].settings
    for opponent, seat, last in product(PLAYERS, (None, *Seat, "random"), (0, -1)):
        chosen = Setup(game, {s.key: s.choices[last] for s in settings}, opponent, seat, seed=35, pressed=True)
        chosen = replace(chosen, mention=LONGEST if opponent == BOB else "")
        for further in (chosen, *(replace(chosen, listed=s.key, page=1) for s in settings)):
            text = button_text(further, ANN)
            assert len(text.encode()) <= LONGEST_TEXT
            assert COMMANDS.parse(pressed(text)) == further
        begun = Challenge(game, chosen.settings, opponent, seat, seed=35, typed=command_line(chosen))
        assert COMMANDS.parse(pressed(button_text(chosen, ANN, begin=True))) == begun


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_has_a_button(game):
    for setting in GAMES[game].settings:
        offered: list[str] = []
        chosen = Setup(game, listed=setting.key)
        while True:
            made = buttons(chosen)
            found = [COMMANDS.parse(pressed(button.types)) for button in made]
            offered += [s.settings[setting.key] for s in found if isinstance(s, Setup) and s.newest]
            if not any(button.label == "›" for button in made):
                break
            chosen = labelled("›", chosen)
        assert tuple(offered) == setting.choices


@pytest.mark.parametrize("opponent", PLAYERS)
def test_every_term_has_buttons(opponent):
    spelled = LONGEST if opponent == BOB else ""
    for term in available_terms(with_bot=isinstance(opponent, Robot)):
        chosen = Setup("digits", {"size": "12x12"}, opponent, "random", spelled, 35, listed=term.key, pressed=True)
        offered = [COMMANDS.parse(pressed(button.types)) for button in buttons(chosen)[: len(term.choices)]]
        for choice, found in zip(term.choices, offered, strict=True):
            assert isinstance(found, Setup)
            assert found.terms.get(term.key, term.default) == choice
            begun = COMMANDS.parse(pressed(button_text(found, ANN, begin=True)))
            assert isinstance(begun, Challenge)
            assert (begun.terms, begun.opponent) == (found.terms, opponent)
            typed = COMMANDS.parse(pressed(begun.typed))
            assert isinstance(typed, Challenge)
            assert typed.terms == found.terms


def test_terms_that_do_not_suit_the_opponent_are_dropped():
    chosen = Setup(
        "dots", opponent=BOB, mention=LONGEST, terms=Terms((("hints", "7"), ("time", "3d"), ("coach", "yes")))
    )
    begun = COMMANDS.parse(pressed(button_text(chosen, ANN, begin=True)))
    assert isinstance(begun, Challenge)
    assert begun.terms.pairs == (("hints", "7"), ("time", "3d"))
    with_bot = COMMANDS.parse(pressed(button_text(replace(chosen, opponent=Robot(), mention=""), ANN, begin=True)))
    assert isinstance(with_bot, Challenge)
    assert with_bot.terms.pairs == (("hints", "7"), ("coach", "yes"))


@pytest.mark.parametrize("game", GAMES)
def test_the_command_line_parses_into_the_same_choices(game):
    for setting in GAMES[game].settings:
        for choice in setting.choices:
            chosen = Setup(game, {setting.key: choice}, BOB, "random", LONGEST)
            assert COMMANDS.parse(pressed(command_line(chosen))) == Challenge(game, chosen.settings, BOB, "random")


def test_another_persons_press_is_refused():
    text = button_text(Setup("dots"), ANN)
    unnamed = button_text(Setup("dots", opponent=BOB), ANN)
    for code, by in ((unnamed, ANN), (text, BOB), (text[:-1] + "~", ANN), ("/setup lgame " + text.split()[-1], ANN)):
        with pytest.raises(Illegal) as refused:
            COMMANDS.parse(pressed(code, by))
        assert refused.value.code == "not-your-menu"


def test_options_that_conflict_with_the_newest_are_dropped():
    chosen = Setup("lgame", {"variant": "symmetry", "target": "30"}, newest="target")
    assert settled(chosen)[0].settings == {"target": "30"}
    with pytest.raises(Unreadable):
        settled(replace(chosen, newest=""))


def test_the_menu_offers_a_persons_seats_of_the_game():
    assert "✓ Second" in {button.label for button in buttons(Setup("lgame", {"variant": "scoring"}))}
    assert "✓ First" in {button.label for button in buttons(Setup("lgame"))}


def test_choices_too_long_for_a_button_can_be_typed():
    roads = " ".join(f"{city}>{city + 1}" for city in range(1, 12))
    chosen, start = settled(Setup("tupik", {"map": roads}))
    made = menu(chosen, start, ANN, NONE, speech("en"))
    assert [button.label for row in made.buttons for button in row] == ["Another game"]
    assert f"Type it: /challenge bot easy tupik {roads}" in made.text


async def test_a_menu_pressed_twice_begins_one_game_with_the_start_that_it_showed(store: Store):
    stage = Stage(store)
    await stage.type("ann", "/setup curves 8x6 points=3")
    start = stage.button("Start").types
    await stage.type("ann", start, pressed=True, replies_to="7")
    [said] = await stage.type("ann", start, pressed=True, replies_to="7")
    assert (said.text, said.buttons, said.envelope.update) == ("/challenge bot easy curves 8x6 points=3", (), True)
    [listed] = await stage.type("ann", "/games")
    assert listed.text.count("Curvilinear capture") == 1
