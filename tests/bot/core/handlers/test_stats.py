"""`/stats`: to who runs the bot alone, without a name."""

from __future__ import annotations

from bot.core.ports.metrics import Metrics
from bot.store.redis import RedisStore
from tests.bot.scripted import Stage, person

NOON = 1_800_000_000.0


async def test_an_operator_sees_which_games_were_played(store: RedisStore):
    stage = Stage(store, metrics=store.statistics(Metrics(), lambda: NOON), operators=frozenset({person("ann").key}))
    await stage.type("ann", "/challenge @bob dots 2x1 pie=0")
    await stage.press("bob", "Accept")
    await stage.type("ann", "a1-b9")
    [answer] = await stage.type("ann", "/stats")
    assert answer.envelope.secret
    assert answer.text.splitlines()[:4] == [
        "2027-01-15: people 2, games begun 1, ended 0, requests 3, refused 1",
        "Languages: en 2",
        "Games begun: Dots and Boxes 1",
        "Refused most: no-such-dot 1",
    ]
    assert len(answer.text.splitlines()) == 10


async def test_any_other_learns_how_to_become_one_who_sees_it(store: RedisStore):
    [answer] = await Stage(store).type("bob", "/stats")
    assert person("bob").key in answer.text
    assert "OPERATORS" in answer.text


async def test_without_statistics_the_answer_says_so(store: RedisStore):
    [answer] = await Stage(store, operators=frozenset({person("ann").key})).type("ann", "/stats")
    assert answer.text == "There are no statistics here."
