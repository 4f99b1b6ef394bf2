"""Results of finished games for ratings, stored as text without names, and rematches against the bot."""

import json
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from bot.core.game.instants import Instant
from bot.core.game.people import ELSEWHERE, Person, Player, Robot, Team, key_digest, rung_of
from bot.core.game.session import Session, Stage
from bot.core.game.terms import STREAK
from engines import LADDERS
from engines.decided import winning_seat
from engines.game import LEVELS, AnyMove, AnyPosition, Level, Seat
from engines.ladder import uses_idea

RULES = 2
"""The version of the rating rules below; results of other versions are computed again."""
_EARLY = 3
"""A draw agreed before each player has made this many moves is not rated."""


@dataclass(frozen=True)
class Result:
    """The result of the game with a `code`: its end, its winner, and whether it `is_rated`.

    `marks` are pseudonyms of First and Second, "" for an empty seat. `idea` is the idea that beat an opponent of the
    ladder.
    """

    code: str
    game: str
    at: Instant
    marks: tuple[str, str]
    winner: Seat | None
    is_rated: bool
    idea: str = ""

    def mark(self, seat: Seat) -> str:
        """Return the pseudonym of the player with a seat."""
        return self.marks[tuple(Seat).index(seat)]


def mark_of(player: Player | None) -> str:
    """Return a player's pseudonym: the bot's level, or a digest of a person's key; "" without a player."""
    if isinstance(player, Robot):
        return f"robot {player.level}"
    if isinstance(player, Team):
        return ""
    return key_digest(player.key) if player and player.is_known else ""


def result_of(session: Session) -> Result:
    """Return the result of a finished game."""
    first, second = (mark_of(session.player(seat)) for seat in Seat)
    ended_at, is_rated_game, idea = session.since, is_rated(session), winning_idea(session)
    return Result(session.code, session.game, ended_at, (first, second), _winner(session), is_rated_game, idea)


def _winner(session: Session) -> Seat | None:
    return session.status.outcome.winner if session.status.outcome else None


def write(result: Result) -> str:
    """Return a result as JSON, to be parsed by `read`."""
    winner = str(result.winner) if result.winner else ""
    return json.dumps([RULES, result.game, result.at, *result.marks, winner, result.is_rated, result.idea])


def read(code: str, text: str) -> Result | None:
    """Parse the stored result of a game; return None if it is malformed or of another rating version."""
    with suppress(ValueError, TypeError):
        rules, game, at, first, second, winner, is_rated, idea = json.loads(text)
        marks, seat = (str(first), str(second)), Seat(winner) if winner else None
        if rules == RULES:
            return Result(code, str(game), float(at), marks, seat, bool(is_rated), str(idea))
    return None


def is_rated(session: Session) -> bool:
    """Return whether a game counts for ratings; `docs/ratings.md` lists the conditions."""
    seats = [session.player(seat) for seat in Seat]
    are_here = all(player and not (isinstance(player, Person) and player.platform == ELSEWHERE) for player in seats)
    is_between_two = bool(are_here and seats[0] and not seats[0].is_same(seats[1]))
    is_played = session.stage is Stage.OVER and {turn.seat for turn in session.turns} == {*Seat}
    movers, outcome = [turn.seat for turn in session.turns], session.status.outcome
    is_early_draw = outcome and outcome.reason == "agreed" and any(movers.count(seat) < _EARLY for seat in Seat)
    if (
        not (is_between_two and is_played)
        or session.places.teams
        or session.start.opening
        or is_early_draw
        or _is_by_advice(session)
    ):
        return False
    start = session.turns[0].positions[0]
    is_too_small = any(isinstance(player, Robot) for player in seats) and session.rules.offer.is_small(start)
    return not (is_too_small or session.rules.offer.is_one_sided(start)) and winning_seat(start) is None


def _is_by_advice(session: Session) -> bool:
    """Return whether a player won or drew with hints or undos; losses count, or a hint would avoid them."""
    winner, has_undone = _winner(session), session.undone.plies > 0
    return any(
        hints > 0 or (has_undone and isinstance(session.player(seat.opponent), Robot))
        for seat, hints in zip(Seat, session.hints.counts, strict=True)
        if winner in (None, seat)
    )


def winning_idea(session: Session) -> str:
    """Return the idea that beat a ladder opponent; "" if the winner did not use it, or in other games."""
    winner = _winner(session)
    if winner is None or any(session.hints.counts):
        return ""
    rung = rung_of(session.game, session.player(winner.opponent))
    if rung is None or winner is not rung.seat:
        return ""
    if dict(session.settings) != dict(rung.settings) or session.start.opening not in (rung.openings or ((),)):
        return ""
    turns = tuple((turn.positions[0], turn.move) for turn in session.turns if turn.seat is winner)
    number = LADDERS[session.game].index(rung)
    return rung.idea.name if _has_used(session.game, number, turns) else ""


@lru_cache(maxsize=256)
def _has_used(game: str, rung: int, turns: tuple[tuple[AnyPosition, AnyMove], ...]) -> bool:
    """Return whether any of a player's moves used the idea of a rung; check the last moves first."""
    return any(uses_idea(LADDERS[game], rung, position, move) for position, move in reversed(turns))


_ENOUGH = 2
"""The wins or losses in a row after which another level is offered."""


def streak_after(session: Session) -> int:
    """Return the person's wins in a row, over this game and those it is a rematch of; negative for losses."""
    seat, outcome, before = _seat_of_bot(session), session.status.outcome, session.terms.get(STREAK, "0")
    if seat is None or outcome is None or outcome.winner is None:
        return 0
    streak = int(before) if before.removeprefix("-").isdecimal() else 0
    return min(streak, 0) - 1 if outcome.winner is seat else max(streak, 0) + 1


def level_to_try(session: Session) -> Level | None:
    """Return the next level up after enough wins in a row, the next one down after as many losses, or None."""
    seat, streak = _seat_of_bot(session), streak_after(session)
    robot = session.player(seat) if seat else None
    if not isinstance(robot, Robot) or robot.level not in LEVELS or abs(streak) < _ENOUGH:
        return None
    at = LEVELS.index(robot.level) + (1 if streak > 0 else -1)
    return LEVELS[at] if at in range(len(LEVELS)) else None


def _seat_of_bot(session: Session) -> Seat | None:
    return next((seat for seat in Seat if isinstance(session.player(seat), Robot)), None)
