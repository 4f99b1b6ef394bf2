"""Terms can be typed in a challenge, in any language."""

from __future__ import annotations

import pytest

from bot.core.commands.challenges import Challenge
from bot.features import COMMANDS
from engines import GAMES
from engines.refusals import Unreadable
from tests.bot.scripted import incoming


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("undo=no", (("undo", "no"),)),
        ("UNDO=нет hints=0", (("undo", "no"), ("hints", "0"))),
        ("undo=ні hints=007", (("undo", "no"), ("hints", "7"))),
        ("undo=yes hints=free", ()),
        ("", ()),
    ],
)
def test_terms_can_be_typed_with_every_game(words: str, terms: tuple[tuple[str, str], ...]):
    for game in GAMES:
        request = COMMANDS.parse(incoming("ann", f"/challenge @bob {game} {words}"))
        assert isinstance(request, Challenge)
        assert (request.terms.pairs, dict(request.settings)) == (terms, {}), game


@pytest.mark.parametrize("word", ["undo=", "undo=maybe", "hints=-1", "hints=many", "hints=100", "hints=²"])
def test_an_invalid_value_of_a_term_is_refused(word: str):
    with pytest.raises(Unreadable) as refusal:
        COMMANDS.parse(incoming("ann", f"/challenge @bob dots {word}"))
    assert refusal.value.code == "bad-term"


@pytest.mark.parametrize(
    "words",
    [
        "time=3m+2s",
        "time=3+2",
        "3+2",
        "3m+2s",
        "time = 3+2",
        "time= 3m + 2s",
        "3 + 2",
        "3|2",
        "3m+2",
        "3+2s",
        "time 3 + 2",
        "clock=3 | 2",
        "TIME=Blitz",
        "blitz",
        "время=3м + 2с",
        "блиц",
        "часы 3+2",
        "час = 3хв+2с",
        "бліц",
    ],
)
def test_a_running_clock_can_be_typed_with_every_game_as_players_write_it(words: str):
    for game in GAMES:
        request = COMMANDS.parse(incoming("ann", f"/challenge @bob {game} {words}"))
        assert isinstance(request, Challenge)
        assert (request.terms.pairs, dict(request.settings)) == ((("time", "3m+2s"),), {}), game


@pytest.mark.parametrize("words", ["time=5s", "5s+0s", "0+1", "61m + 0s", "3m + 61s", "time=9s"])
def test_a_running_clock_out_of_bounds_is_refused_by_its_bounds(words: str):
    with pytest.raises(Unreadable) as refusal:
        COMMANDS.parse(incoming("ann", f"/challenge @bob dots {words}"))
    assert refusal.value.code == "bad-clock"
