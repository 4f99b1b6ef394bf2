"""The console's current game: its set-up, its changes, and its answers to questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

from engines import GAMES, record
from engines.curves.rules import Position as CurvesPosition
from engines.dots.rules import Position as DotsPosition
from engines.explaining import advise, explain
from engines.game import (
    AnyExplanation,
    AnyGame,
    AnyMove,
    AnyPosition,
    Hint,
    Level,
    Limit,
    Outcome,
    Solution,
    advance,
    lead,
    perft,
)
from engines.kernels.cores import cores
from engines.phrases import Phrase, Value, english
from engines.refusals import Ambiguous, Illegal, Refusal, Unreadable

_OPTION = re.compile(r'([^\s="]+)=(?:"([^"]*)"|([^\s"]*))(?:\s+|$)')
_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?|\.[0-9]{1,6}")
_HINT_SECONDS = 1.0
_SOLVE_SECONDS = _PERFT_SECONDS = 10.0


@dataclass(frozen=True)
class GameInHand:
    """Every position of the game so far, and the canonical messages that lead from each to the next."""

    game: AnyGame
    positions: tuple[AnyPosition, ...]
    messages: tuple[str, ...] = ()
    seed: int = 0

    @property
    def now(self) -> AnyPosition:
        """Return the position after all messages so far."""
        return self.positions[-1]


def start_game(text: str) -> GameInHand:
    """Start a new game from `GAME key=value …`; `seed` is 0 by default."""
    name, _, rest = text.partition(" ")
    if name not in GAMES:
        raise Unreadable("unknown-game", part=name, games=", ".join(GAMES))
    settings = parse_settings(rest.strip())
    seed = parse_count(settings.pop("seed", "0"))
    return GameInHand(GAMES[name], (GAMES[name].start(settings, seed),), seed=seed)


def parse_settings(text: str) -> dict[str, str]:
    """Return the settings in `key=value …`; raise `Unreadable`."""
    settings: dict[str, str] = {}
    while text:
        match = _OPTION.match(text)
        if not match:
            raise Unreadable("unreadable-option", part=text.split(maxsplit=1)[0])
        if match[1] in settings:
            raise Unreadable("option-twice", part=match[1])
        settings[match[1]] = match[3] if match[2] is None else match[2]
        text = text[match.end() :]
    return settings


def load_record(text: str) -> GameInHand:
    """Replay a record and return its game; its typed messages become canonical."""
    parsed_record = record.read(text)
    positions = tuple(record.replay(parsed_record))
    messages = tuple(
        str(position.read(message)) for position, message in zip(positions, parsed_record.messages, strict=False)
    )
    return GameInHand(GAMES[parsed_record.game], positions, messages)


def play_message(hand: GameInHand, text: str) -> tuple[GameInHand, str]:
    """Play one typed message; return the game, and the canonical message with an `auto` line for each forced move."""
    _check_running(hand)
    move = hand.now.read(text)
    position, forced_moves = advance(hand.now, move)
    after = GameInHand(hand.game, (*hand.positions, position), (*hand.messages, str(move)), hand.seed)
    return after, _lines(move, *(f"auto {each}" for each in forced_moves))


def take_back(hand: GameInHand, _: str) -> tuple[GameInHand, str]:
    """Return the game before the last message."""
    if not hand.messages:
        raise Illegal("nothing-to-undo")
    return GameInHand(hand.game, hand.positions[:-1], hand.messages[:-1], hand.seed), ""


def _check_running(hand: GameInHand) -> None:
    if hand.now.outcome:
        raise Illegal("game-over", result=str(hand.now.outcome))


def _lines(*lines: object) -> str:
    return "\n".join(map(str, lines))


def _turn(hand: GameInHand, _: str) -> str:
    return "over" if hand.now.outcome else str(hand.now.turn)


def _moves(hand: GameInHand, _: str) -> str:
    return _lines(*hand.now.moves())


def _score(hand: GameInHand, _: str) -> str:
    return "{} {}".format(*hand.now.score)


def _result(hand: GameInHand, _: str) -> str:
    outcome: Outcome | None = hand.now.outcome
    return str(outcome or record.RUNNING)


@dataclass(frozen=True)
class Search:
    """A valid question to the search; call `answer` once the search is loaded."""

    answer: Callable[[], str]
    needs_loading: bool = True


def _hint(hand: GameInHand, text: str) -> Search:
    _check_running(hand)
    seconds, _, word = text.rpartition(" ") if text.endswith(tuple(Level)) else (text, "", Level.STRONG)
    limit, level = _limit(hand, parse_seconds(seconds.strip(), "seconds-or-level", _HINT_SECONDS)), _level(word)
    is_plain = level in (Level.EASY, Level.CLASSIC)
    return Search(lambda: _advice(advise(hand.game, hand.now, limit, level)), needs_loading=not is_plain)


def _limit(hand: GameInHand, seconds: float) -> Limit:
    """Return a limit with every core of this process, since only one search runs at a time here."""
    return Limit(seconds, seed=hand.seed, threads=cores())


def _level(text: str) -> Level:
    if text not in list(Level):
        raise Unreadable("not-expected", part=text, expected="seconds-or-level")
    return Level(text)


def _advice(hint: Hint[object]) -> str:
    return _lines(
        hint.move,
        f"value {hint.value:g}",
        f"proved {'yes' if hint.is_proved else 'no'}",
        f"line {' '.join(map(str, hint.line))}",
        *map(_reason, hint.reasons),
        f"seconds {hint.seconds:.3f}",
    )


def _reason(reason: Phrase) -> str:
    return f"reason {reason.code} {format_pairs(reason.fields)}".rstrip()


def _explain(hand: GameInHand, text: str) -> Search:
    _check_running(hand)
    move, seconds = parse_move_and_seconds(hand.now, text)
    hand.now.play(move)
    return Search(lambda: _explanation(explain(hand.game, hand.now, move, _limit(hand, seconds))))


def _explanation(explanation: AnyExplanation) -> str:
    return _lines(
        f"value {explanation.value:g}",
        f"best {explanation.best_value:g}",
        f"proved {'yes' if explanation.is_proved else 'no'}",
        *map(_reason, explanation.reasons),
        *([f"reply {' '.join(map(str, explanation.reply))}"] if explanation.reply else []),
        *([] if explanation.than is None else [f"than {explanation.than}"]),
    )


def parse_move_and_seconds(position: AnyPosition, text: str) -> tuple[AnyMove, float]:
    """Return a typed move and its seconds; a last word that belongs to a legal move is not a time.

    If it does so only in another spelling of that move, and the words before it are a move as the engine spells it, it
    is a time: in curves, `a1-c1 via b0.5 1` might also mean the straight line.
    """
    words, _, last = text.rpartition(" ")
    meant, other = _legal_move(position, text), _legal_move(position, words)
    is_time = meant is None or (str(meant) != text and str(other) == words)
    if _SECONDS.fullmatch(last) and other is not None and is_time:
        return position.read(words), parse_seconds(last, "some-seconds", _HINT_SECONDS)
    try:
        return position.read(text), _HINT_SECONDS
    except (Unreadable, Ambiguous):
        if not words:
            raise
        return position.read(words), parse_seconds(last, "some-seconds", _HINT_SECONDS)


def _legal_move(position: AnyPosition, text: str) -> AnyMove | None:
    """Return the legal move that a text spells, or None."""
    with suppress(Refusal):
        move = position.read(text)
        position.play(move)
        return move
    return None


def format_pairs(pairs: Iterable[tuple[str, Value]]) -> str:
    """Return `key=value` for each pair, with quotes around values that hold spaces."""
    return " ".join(f'{key}="{value}"' if " " in str(value) else f"{key}={value}" for key, value in pairs)


def _solve(hand: GameInHand, text: str) -> Search:
    _check_running(hand)
    limit = _limit(hand, parse_seconds(text, "some-seconds", _SOLVE_SECONDS))
    return Search(lambda: _solution(hand.game.solve(hand.now, limit)))


def _solution(solution: Solution[AnyMove]) -> str:
    distance = [] if solution.distance is None else [f"distance {solution.distance}"]
    return _lines(f"value {solution.value}", *distance, f"best {' | '.join(map(str, solution.best_moves))}")


def _win(hand: GameInHand, text: str) -> Search:
    _check_running(hand)
    limit = _limit(hand, parse_seconds(text, "some-seconds", _SOLVE_SECONDS))
    return Search(lambda: _winner(hand, limit))


def _winner(hand: GameInHand, limit: Limit) -> str:
    """Return the winner: by the final margin in games that count one, by the value in the others."""
    if isinstance(hand.now, DotsPosition):
        from engines.dots.search import winner

        return f"winner {winner(hand.now, limit) or 'draw'}"
    mover = hand.now.turn
    ahead = hand.game.solve(hand.now, limit).value
    if hand.game.has_margin:
        ahead += lead(hand.now, mover)
    if ahead:
        return f"winner {mover if ahead > 0 else mover.opponent}"
    tie = hand.now.tie if isinstance(hand.now, CurvesPosition) else None
    return f"winner {tie or 'draw'}"


def _perft(hand: GameInHand, text: str) -> str:
    """Count move sequences for ten seconds at most; three moves on a large board already make millions."""
    until = perf_counter() + _PERFT_SECONDS
    count = perft(hand.now, parse_count(text), lambda: perf_counter() > until)
    if count is None:
        raise Refusal("uncounted", seconds=_PERFT_SECONDS)
    return str(count)


def _show(hand: GameInHand, _: str) -> str:
    legend = (english(phrase, hand.game.text.phrases) for phrase in hand.game.text.legend(hand.now))
    return _lines(hand.game.text.board(hand.now), *legend)


def _owners(hand: GameInHand, _: str) -> str:
    return _lines(*(f"{place} {owner}" for place, owner in hand.now.owners()))


def _record(hand: GameInHand, _: str) -> str:
    return record.write(record.record_of(hand.game.name, hand.now, hand.messages))


def parse_count(text: str) -> int:
    """Return a count of 0 or more; raise `Unreadable`."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Unreadable("not-expected", part=text, expected="a-whole-number")
    return int(text)


def check_no_others(arguments: Iterable[str]) -> None:
    """Raise `Unreadable` if there are more arguments than a command takes."""
    for argument in arguments:
        raise Unreadable("not-expected", part=argument, expected="nothing")


def parse_seconds(text: str, expected: str, default: float) -> float:
    """Return a time above 0, or the default for an empty text; raise `Unreadable`."""
    if not text:
        return default
    if not _SECONDS.fullmatch(text) or float(text) == 0:
        raise Unreadable("not-expected", part=text, expected=expected)
    return float(text)


OPENINGS: Mapping[str, Callable[[str], GameInHand]] = {"new": start_game, "load": load_record}
CHANGES: Mapping[str, Callable[[GameInHand, str], tuple[GameInHand, str]]] = {"play": play_message, "undo": take_back}
QUESTIONS: Mapping[str, Callable[[GameInHand, str], str]] = {
    "turn": _turn,
    "moves": _moves,
    "score": _score,
    "result": _result,
    "perft": _perft,
    "show": _show,
    "owners": _owners,
    "record": _record,
}
SEARCHES: Mapping[str, Callable[[GameInHand, str], Search]] = {
    "hint": _hint,
    "explain": _explain,
    "solve": _solve,
    "win": _win,
}
