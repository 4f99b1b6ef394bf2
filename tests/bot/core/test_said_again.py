"""A text that is delivered again, after a crash or not, is answered as it was, and has its effect once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count

import pytest
from redis import Redis

from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from bot.features import COMMANDS
from bot.features.tournaments.log import KIND
from bot.store.connection import Answer, Command, Wire
from bot.store.keys import LOGS
from tests.bot.core.every_command import BESIDES, lines_of
from tests.bot.scripted import Stage, incoming
from tests.bot.test_forgetting import everything

CAUSE = "stage:17"
_OF_WHEN = "lease", "living", "outbox", "boards", "counts", "met", "slots", "message", "writable"
_FLEETING = (*_OF_WHEN, "exercise-before", "forgotten")
"""What tells of keys that say when something was done, and not what."""
_BY_CHANCE = re.compile(r'nonce\n\w*|"seed":\d+|"message":"\d+"')


@dataclass
class Scene:
    """A store where a game, a puzzle and a tournament wait, set up once and put back before each text."""

    valkey: str
    tournament: str = ""
    dumped: dict[bytes, bytes] = field(default_factory=dict)

    async def begin(self, store: Store, lines: str) -> tuple[Stage, str]:
        """Return a stage, and the last of the lines; the others are typed."""
        if self.dumped:
            self._put_back()
        else:
            await self._set_up(Stage(store))
        stage = Stage(store)
        *earlier, last = lines.format(tournament=self.tournament).split("; ")
        for text in earlier:
            await stage.type("ann", text)
        return stage, last

    async def _set_up(self, stage: Stage) -> None:
        await stage.type("bob", "/tournament dots 2x2 swiss")
        [self.tournament] = {name.rpartition("-")[2] async for name in stage.store.logs.all_logs(KIND)}
        for who in ("bob", "carl", "dave", "eve"):
            await stage.type(who, f"/tournament join {self.tournament}")
        await stage.type("ann", "/challenge @bob dots 2x2 pie=0")
        await stage.press("bob", "Accept")
        for text in ("/block @eve", "/block @dave", "/learn dots 2", "/daily", "/puzzle 6"):
            await stage.type("ann", text)
        with Redis.from_url(self.valkey) as redis:
            self.dumped = {key: redis.dump(key) for key in redis.keys("*") if b"lease" not in key}

    def _put_back(self) -> None:
        with Redis.from_url(self.valkey) as redis:
            redis.flushall()
            for key, value in self.dumped.items():
                redis.restore(key, 0, value)


@pytest.fixture(scope="module")
def scene(valkey: str) -> Scene:
    return Scene(valkey)


async def lasting_keys(valkey: str) -> dict[str, list[str]]:
    """Return what the store holds, but for what is fleeting."""
    result = await everything(valkey)
    lasting = {key: text for key, text in result.items() if not any(word in key for word in _FLEETING)}
    return {key: sorted(_lines(key, _BY_CHANCE.sub("", text))) for key, text in lasting.items()}


def _lines(key: str, text: str) -> Iterator[str]:
    """Yield what a key says, of a log its entries, be they packed or not."""
    yield from (line for line in text.split("\n") if not key.startswith(LOGS) or line.startswith(("{", "[")))


async def say(stage: Stage, text: str) -> tuple[Message, ...]:
    answers = await stage.router.handle(incoming("ann", text, cause=CAUSE))
    await stage.router.wait_until_idle()
    return tuple(replace(message, picture=None) for message in answers)


SPECIAL = (
    "/puzzle a3-b3",
    "/puzzle c3-d3",
    "/puzzle 6 show 1",
    "/puzzle next",
    "/puzzle dots",
    "/puzzle dots next",
    "/puzzle 2",
    "/daily show",
    "/daily post",
    "/learn dots 2 a2-b2",
    "/learn dots 2 b2-c2",
    "/unblock 1",
    "/block @carl",
    "/away 3d",
    "/away off",
    "/timezone Europe/Kyiv",
    "/language ru",
    "/language uk chat",
    "/settings games=dots",
    "/settings cooldown=1h",
    "/tournament join {tournament}",
    "/tournament join {tournament}; /tournament leave {tournament}",
    "/tournament start {tournament}",
    "/abort",
    "/decline",
    "/tournament cancel {tournament}",
    "/challenge @carl dots 1x1",
    "/challenge bot easy dots 1x1",
    "/forgetme yes",
)
"""Lines that change what is kept outside of a game's log."""
BY_CHANCE = "/puzzle next", "/puzzle dots", "/puzzle dots next"
"""Lines whose answer is drawn again if a kill came before anything was written."""
ALL = sorted({*chain.from_iterable(map(lines_of, COMMANDS.commands)), *BESIDES, *SPECIAL})


@pytest.mark.sample(one_in=8)
@pytest.mark.parametrize("lines", ALL)
async def test_an_update_delivered_twice_gets_the_same_answer_and_acts_once(
    scene: Scene, store: Store, valkey: str, lines: str
):
    stage, text = await scene.begin(store, lines)
    first = await say(stage, text)
    before = await lasting_keys(valkey)
    stage.restart()
    stage.adapter.shown.clear()
    assert await say(stage, text) == first
    assert await lasting_keys(valkey) == before
    assert [message.text for _, _, message in stage.adapter.shown if message.picture is None] == []


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def killer(monkeypatch: pytest.MonkeyPatch) -> Sequence[int]:
    """Count down to a kill just after the store was asked; at 0 no more."""
    left = [0]
    ask = Wire.ask

    async def asking(wire: Wire, *commands: Command) -> list[Answer]:
        answers = await ask(wire, *commands)
        if left[0]:
            left[0] -= 1
            if not left[0]:
                raise Killed
        return answers

    monkeypatch.setattr(Wire, "ask", asking)
    return left


@pytest.mark.parametrize("stride", [16, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("lines", [lines for lines in SPECIAL if lines not in BY_CHANCE])
async def test_an_update_delivered_again_after_a_kill_at_any_step_gets_the_usual_answer(
    scene: Scene, store: Store, valkey: str, killer: list[int], lines: str, stride: int
):
    """The suite tries every sixteenth step, the first of which depends on the line; the long run every step."""
    stage, text = await scene.begin(store, lines)
    expected_answer = await say(stage, text)
    await stage.router.sweep()
    state = await lasting_keys(valkey)
    for step in count(1 + len(lines) % stride, stride):
        stage, text = await scene.begin(store, lines)
        killer[0] = step
        try:
            answer = await say(stage, text)
        except Killed:
            stage.restart()
            answer = await say(stage, text)
        has_survived, killer[0] = killer[0] > 0, 0
        assert answer == expected_answer, step
        await stage.router.sweep()
        assert await lasting_keys(valkey) == state, step
        if has_survived:
            break
