"""The one game that the console keeps: how it is set up and changed, and what it answers when asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

from engines import GAMES, record
from engines.curves.rules import Position as CurvesPosition
from engines.dots.rules import Position as DotsPosition
from engines.explaining import explain
from engines.game import AnyGame, AnyMove, AnyPosition, Hint, Level, Limit, Outcome, advance, lead, perft
from engines.kernels.cores import cores
from engines.phrases import Phrase, Value, english
from engines.refusals import Ambiguous, Illegal, Refusal, Unreadable

_OPTION = re.compile(r'([^\s="]+)=(?:"([^"]*)"|([^\s"]*))(?:\s+|$)')
_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?|\.[0-9]{1,6}")
_HINT_SECONDS = 1.0
_SOLVE_SECONDS = _PERFT_SECONDS = 10.0


@dataclass(frozen=True)
class GameInHand:
    """Every position of the game so far, and the canonical messages that led from each to the next."""

    game: AnyGame
    positions: tuple[AnyPosition, ...]
    messages: tuple[str, ...] = ()
    seed: int = 0

    @property
    def now(self) -> AnyPosition:
        """The position after all messages so far."""
        return self.positions[-1]


def opened(text: str) -> GameInHand:
    """A new game from `GAME key=value …`; `seed` is 0 unless given."""
    name, _, rest = text.partition(" ")
    if name not in GAMES:
        raise Unreadable("unknown-game", part=name, games=", ".join(GAMES))
    settings = settings_of(rest.strip())
    seed = whole_number(settings.pop("seed", "0"))
    return GameInHand(GAMES[name], (GAMES[name].start(settings, seed),), seed=seed)


def settings_of(text: str) -> dict[str, str]:
    """What `key=value …` sets; raises `Unreadable`."""
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


def loaded(text: str) -> GameInHand:
    """The game of a record, replayed; its typed messages become canonical."""
    found = record.read(text)
    positions = tuple(record.replay(found))
    messages = tuple(str(position.read(typed)) for position, typed in zip(positions, found.messages, strict=False))
    return GameInHand(GAMES[found.game], positions, messages)


def played(hand: GameInHand, text: str) -> tuple[GameInHand, str]:
    """The game after one typed message; that message in canonical text, with an `auto` line for each forced move."""
    _still_running(hand)
    move = hand.now.read(text)
    position, forced = advance(hand.now, move)
    after = GameInHand(hand.game, (*hand.positions, position), (*hand.messages, str(move)), hand.seed)
    return after, _lines(move, *(f"auto {each}" for each in forced))


def taken_back(hand: GameInHand, _: str) -> tuple[GameInHand, str]:
    """The game before the last message."""
    if not hand.messages:
        raise Illegal("nothing-to-undo")
    return GameInHand(hand.game, hand.positions[:-1], hand.messages[:-1], hand.seed), ""


def _still_running(hand: GameInHand) -> None:
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


def needs_search(command: str, rest: str) -> bool:
    """Whether a question is one to the search: `solve`, `win`, `explain`, or a hint of the strong level."""
    return command in ("solve", "win", "explain") or (
        command == "hint" and not rest.endswith((Level.EASY, Level.CLASSIC))
    )


def _hint(hand: GameInHand, text: str) -> str:
    _still_running(hand)
    seconds, _, level = text.rpartition(" ") if text.endswith(tuple(Level)) else (text, "", Level.STRONG)
    limit = _limit(hand, some_seconds(seconds.strip(), "seconds-or-level", _HINT_SECONDS))
    return _advice(hand.game.hint(hand.now, limit, _level(level)))


def _limit(hand: GameInHand, seconds: float) -> Limit:
    """Here one search runs at a time, so that it may have every core this process may use."""
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
    return f"reason {reason.code} {spelled(reason.fields)}".rstrip()


def _explain(hand: GameInHand, text: str) -> str:
    _still_running(hand)
    move, seconds = move_and_seconds(hand.now, text)
    found = explain(hand.game, hand.now, move, _limit(hand, seconds))
    return _lines(
        f"value {found.value:g}",
        f"best {found.best_value:g}",
        f"proved {'yes' if found.is_proved else 'no'}",
        *map(_reason, found.reasons),
        *([f"reply {' '.join(map(str, found.reply))}"] if found.reply else []),
    )


def move_and_seconds(position: AnyPosition, text: str) -> tuple[AnyMove, float]:
    """A typed move, perhaps with its seconds; a last word that belongs to a legal move is none of these."""
    words, _, last = text.rpartition(" ")
    if _SECONDS.fullmatch(last) and _is_legal(position, words) and not _is_legal(position, text):
        return position.read(words), some_seconds(last, "some-seconds", _HINT_SECONDS)
    try:
        return position.read(text), _HINT_SECONDS
    except (Unreadable, Ambiguous):
        if not words:
            raise
        return position.read(words), some_seconds(last, "some-seconds", _HINT_SECONDS)


def _is_legal(position: AnyPosition, text: str) -> bool:
    with suppress(Refusal):
        position.play(position.read(text))
        return True
    return False


def spelled(pairs: Iterable[tuple[str, Value]]) -> str:
    """`key=value` for each pair; a value with spaces stands in quotes."""
    return " ".join(f'{key}="{value}"' if " " in str(value) else f"{key}={value}" for key, value in pairs)


def _solve(hand: GameInHand, text: str) -> str:
    _still_running(hand)
    solution = hand.game.solve(hand.now, _limit(hand, some_seconds(text, "some-seconds", _SOLVE_SECONDS)))
    distance = [] if solution.distance is None else [f"distance {solution.distance}"]
    return _lines(f"value {solution.value}", *distance, f"best {' | '.join(map(str, solution.best_moves))}")


def _win(hand: GameInHand, text: str) -> str:
    """Who wins: of games that count a margin asked by it, of the others by the value itself."""
    _still_running(hand)
    limit = _limit(hand, some_seconds(text, "some-seconds", _SOLVE_SECONDS))
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
    """Count for ten seconds at most: on a large board three moves already have millions of orders."""
    until = perf_counter() + _PERFT_SECONDS
    counted = perft(hand.now, whole_number(text), lambda: perf_counter() > until)
    if counted is None:
        raise Refusal("uncounted", seconds=_PERFT_SECONDS)
    return str(counted)


def _show(hand: GameInHand, _: str) -> str:
    legend = (english(phrase, hand.game.text.phrases) for phrase in hand.game.text.legend(hand.now))
    return _lines(hand.game.text.board(hand.now), *legend)


def _owners(hand: GameInHand, _: str) -> str:
    return _lines(*(f"{place} {owner}" for place, owner in hand.now.owners()))


def _record(hand: GameInHand, _: str) -> str:
    return record.write(record.record_of(hand.game.name, hand.now, hand.messages))


def whole_number(text: str) -> int:
    """A count of 0 or more; raises `Unreadable`."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Unreadable("not-expected", part=text, expected="a-whole-number")
    return int(text)


def some_seconds(text: str, expected: str, default: float) -> float:
    """A time above 0, or the default for an empty text; raises `Unreadable`."""
    if not text:
        return default
    if not _SECONDS.fullmatch(text) or float(text) == 0:
        raise Unreadable("not-expected", part=text, expected=expected)
    return float(text)


OPENINGS: Mapping[str, Callable[[str], GameInHand]] = {"new": opened, "load": loaded}
CHANGES: Mapping[str, Callable[[GameInHand, str], tuple[GameInHand, str]]] = {"play": played, "undo": taken_back}
QUESTIONS: Mapping[str, Callable[[GameInHand, str], str]] = {
    "turn": _turn,
    "moves": _moves,
    "score": _score,
    "result": _result,
    "hint": _hint,
    "explain": _explain,
    "solve": _solve,
    "win": _win,
    "perft": _perft,
    "show": _show,
    "owners": _owners,
    "record": _record,
}
