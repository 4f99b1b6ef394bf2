"""A button keeps its meaning: pressed at any later time it does what it was there for, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from bot.core.game.apply_events import evolve
from bot.core.game.events import (
    Accepted,
    Called,
    Claimed,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Event,
    Hinted,
    IdeasShown,
    Moved,
    Resigned,
    TakenBack,
    UndoDeclined,
    UndoOffered,
)
from bot.core.game.people import Person
from bot.core.game.referee import Abort, Claim, OfferDraw, Play, Resign, TakeBack
from bot.core.game.requests import Action, GameReference
from bot.core.game.session import Session, Stage
from bot.core.game.terms import Consent
from bot.core.language.speech import speech
from bot.core.ports.platform import Button, Incoming
from bot.core.view.answers import confirm_resigning
from bot.core.view.buttons import (
    game_button,
    of_board,
    of_challenge,
    of_inline,
    of_more,
    of_wish,
    to_claim,
)
from bot.features import COMMANDS
from engines.refusals import Refusal
from tests.bot.core.game.test_session import ANN, BOB, session_after
from tests.bot.scripted import CHAT

EN = speech("en")
PLAYERS = ANN, BOB
DOES: dict[str, tuple[type[Event], ...]] = {
    "/draw": (DrawOffered,),
    "/draw yes": (DrawAgreed,),
    "/draw no": (DrawDeclined,),
    "/undo": (UndoOffered, TakenBack),
    "/undo yes": (TakenBack,),
    "/undo no": (UndoDeclined,),
    "/resign yes": (Resigned,),
    "/move": (Moved,),
    "/claim": (Claimed,),
    "/hint": (Hinted,),
    "/hint idea": (Hinted,),
    "/ideas": (IdeasShown,),
    "/abort": (Called,),
}
"""What each button of a game may lead to, whenever it is pressed."""


@dataclass(frozen=True)
class Shown:
    """A button, and the game as it stood when it was shown."""

    button: Button
    then: Session

    @property
    def does(self) -> str:
        """What it types, without the game, the move and the question."""
        command, _, *rest = self.button.types.split(" ")
        return " ".join((command, *(word for word in rest if word in ("yes", "no", "idea"))))

    @property
    def answers(self) -> bool:
        return self.does in ("/draw yes", "/draw no", "/undo yes", "/undo no")


def visible_buttons(session: Session) -> Iterator[Shown]:
    """Yield every button that can be seen in a position."""
    rows = [*of_board(session, EN, CHAT), *of_inline(session, EN, (), False), *confirm_resigning(session, EN).buttons]
    rows += [row for person in PLAYERS for row in of_more(session, person, EN)]
    rows += [*(of_wish(session, wish, EN) for wish in ("undo", "draw", "hint")), to_claim(session, EN)]
    yield from (Shown(button, session) for row in rows for button in row if button.types.startswith("/"))


def press_events(text: str, session: Session, person: Person, now: float) -> tuple[Event, ...]:
    """Return what a press leads to; nothing if it is refused, or changes no game."""
    request = COMMANDS.parse(Incoming(CHAT, person, text, pressed=True))
    if isinstance(request, Resign) and not request.sure:
        return ()  # it only asks
    try:
        return request.decide(session, person, now) if isinstance(request, Action) else ()
    except Refusal:
        return ()


def actions(session: Session, random: Random) -> Iterator[tuple[Action, Person]]:
    """Yield what players may try next."""
    here = GameReference(session.code)
    on_turn = session.on_turn
    if isinstance(on_turn, Person):
        yield Play(here, str(random.choice(list(session.position.moves())))), on_turn
    for person in PLAYERS:
        for answer in Consent:
            yield OfferDraw(here, answer), person
            yield TakeBack(here, answer), person
        yield Abort(here), person
        yield Claim(here), person


def game(seed: int, steps: int = 14) -> Iterator[Session]:
    """Yield a game as it goes on, with offers of all kinds."""
    random, session = Random(seed), session_after(Accepted(1, BOB), terms=(("time", "10m"),))
    yield session
    for step in range(steps):
        action, person = random.choice([*actions(session, random)])
        try:
            happened = action.decide(session, person, now=100.0 * step)
        except Refusal:
            continue
        if any(isinstance(event, Called | DrawAgreed | Claimed) for event in happened):
            continue
        for event in happened:
            session = evolve(session, event)
        yield session
        if session.stage is not Stage.RUNNING:
            return


@pytest.mark.sample(one_in=4)
@pytest.mark.parametrize("seed", range(40))
def test_a_button_that_is_pressed_later_does_what_it_was_there_for_or_nothing(seed: int):
    buttons: list[Shown] = []
    for number, now in enumerate(game(seed)):
        buttons += visible_buttons(now)
        for button in buttons:
            for person in PLAYERS:
                for event in press_events(button.button.types, now, person, 100.0 * number):
                    assert isinstance(event, DOES[button.does]), button.button
                    assert now.ply == button.then.ply
                    if button.answers:
                        assert (now.offers.questions, now.offers.standing) == (
                            button.then.offers.questions,
                            button.then.offers.standing,
                        )
                    elif isinstance(event, TakenBack):
                        assert event.seat is now.seat_of(person)
                    elif isinstance(event, Moved):
                        assert button.button.types.endswith(f" {event.text}")


@pytest.mark.sample(one_in=4)
@pytest.mark.parametrize("seed", range(40))
def test_a_board_never_asks_two_questions(seed: int):
    for session in game(seed):
        assert (
            sum(message.does in ("/draw yes", "/undo yes") for message in visible_buttons(session) if message.answers)
            <= 2
        )
        assert not (session.offers.draw and session.offers.undo)


@pytest.mark.parametrize("seed", range(20))
def test_a_button_of_an_earlier_version_answers_the_question_of_its_position_alone(seed: int):
    for session in game(seed):
        for kind in ("draw", "undo"):
            for person in PLAYERS:
                old = f"/{kind} {session.code}@{session.ply} yes"
                happened = press_events(old, session, person, 1000.0)
                asked_by = getattr(session.offers, kind)
                assert bool(happened) is (asked_by is not None and asked_by is not session.seat_of(person))
                assert press_events(f"/{kind} {session.code}@{session.ply + 1} yes", session, person, 1000.0) == ()


@pytest.mark.parametrize("seed", range(5))
def test_a_button_of_a_challenge_changes_nothing_once_that_is_answered(seed: int):
    offer = session_after(terms=(("time", "10m"),))
    rows = (*of_challenge(offer, EN), *of_challenge(offer, EN, True), (game_button("cancel", offer, EN),))
    assert any(press_events(button.types, offer, person, 5.0) for row in rows for button in row for person in PLAYERS)
    declined = evolve(offer, Called(2, "declined"))
    for session in (declined, *game(seed)):
        for person in PLAYERS:
            assert [press_events(button.types, session, person, 5.0) for row in rows for button in row] == [()] * 5
