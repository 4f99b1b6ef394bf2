"""A game with clocks between players of two platforms, and outages of these platforms."""

from __future__ import annotations

from functools import reduce

from hypothesis import strategies as st

from bot.core.game.apply_events import evolve
from bot.core.game.events import Accepted, Challenged, Event, Moved
from bot.core.game.pauses import Outage
from bot.core.game.people import Chat, Person
from bot.core.game.session import Session
from engines.game import Seat

ANN, BOB = Person("telegram", "1", "Ann"), Person("web", "2", "Bob")
PLATFORMS = ("telegram", "web")
BEGUN = 1000.0


def game(*events: Event, pace: str = "1h") -> Session:
    challenge = Challenged(
        at=0,
        code="BCDFGH",
        game="dots",
        settings=(("size", "3x3"), ("pie", "0")),
        seed=1,
        chat=Chat("telegram", "7"),
        challenger=ANN,
        opponent=BOB,
        expires=600,
        terms=(("time", pace),),
    )
    return reduce(evolve, events, evolve(None, challenge))


def running(*events: Event, pace: str = "1h") -> Session:
    return game(Accepted(BEGUN, BOB), *events, pace=pace)


def outage(since: float, until: float, platform: str = "telegram", number: int = 1) -> Outage:
    return Outage(number, platform, since, until)


@st.composite
def outages_of(draw: st.DrawFn, platforms: tuple[str, ...] = PLATFORMS) -> list[Outage]:
    """Draw outages without overlaps on a platform, in the order of their ends."""
    spans = []
    for platform in platforms:
        bounds = sorted(draw(st.lists(st.integers(0, 9000), max_size=8, unique=True)))
        spans += [(until, since, platform) for since, until in zip(bounds[::2], bounds[1::2], strict=False)]
    return [outage(since, until, who, number) for number, (until, since, who) in enumerate(sorted(spans), 1)]


def move_event(at: float, seat: Seat, text: str) -> Moved:
    return Moved(at, seat, text)
