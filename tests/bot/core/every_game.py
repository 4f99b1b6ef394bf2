"""A store with every kind of game that can exist: ended in every way, written by every version, readable or not."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bot.core.game.events import (
    SCHEMA,
    Accepted,
    Called,
    CameBack,
    Challenged,
    ChatLost,
    ChatRegained,
    Claimed,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Event,
    Filed,
    Followed,
    Hinted,
    IdeasShown,
    LogEntry,
    Moved,
    Planned,
    PlayerLeft,
    PlayerReturned,
    Relocated,
    Reminded,
    Resigned,
    SetUp,
    TakenBack,
    UndoOffered,
    Unreached,
    WentAway,
    Woken,
    write_log_entry,
)
from bot.core.game.people import ELSEWHERE, INLINE, Chat, Opponent, Person, Robot
from bot.core.game.requests import code_of
from bot.core.game.terms import COACH
from bot.core.ports.store import Listing, Store
from bot.core.repository import Games
from bot.features.tournaments.log import CONTEST
from bot.store.connection import Client
from bot.store.keys import log
from engines import GAMES, LADDERS, record
from engines.game import Level, Seat, advance
from tests.bot.scripted import CHAT, person
from tests.engines.starts import HERE, lines, options

START = 1_799_000_000.0
ANN, BOB, NOBODY = person("ann"), person("bob"), Person("stage", "", "")
DOTS = {"size": "2x2", "pie": "0"}
DAY = 86400.0
_THREAD, _MESSAGE = Chat("stage", "9", "1", direct=True), Chat("stage", INLINE, "m1")
_TOPIC, _BOBS = Chat("stage", "9", "5"), Chat("stage", "bob", direct=True)
_BLOCKED, _GONE = ChatLost(START + 900, _BOBS.key), PlayerLeft(START + 900, Seat.SECOND, CHAT.key)


Log = tuple[str, ...]
"""The entries of one game's log as they stand in the store."""


def _challenge(code: str, game: str = "dots", settings: Mapping[str, str] = DOTS, **more: object) -> Challenged:
    challenge = Challenged(
        at=START,
        code=code,
        game=game,
        settings=tuple(settings.items()),
        seed=3,
        chat=CHAT,
        challenger=ANN,
        opponent=BOB,
        expires=START + 600,
        language="en",
    )
    return replace(challenge, **more)  # type: ignore[arg-type]  # the names of fields


def _log(*happened: Event) -> Log:
    """One entry for each event, as this version writes them."""
    answer = enumerate(happened)
    return tuple(write_log_entry(LogEntry((event,), f"stage:{number}")) for number, event in answer)


def _beginning_log(
    code: str,
    *then: Event,
    game: str = "dots",
    settings: Mapping[str, str] = DOTS,
    opponent: Opponent = BOB,
    **more: object,
) -> Log:
    challenged = _challenge(code, game, settings, opponent=opponent, **more)
    return _log(challenged, Accepted(START, opponent), *then)


def _team_log(code: str, *then: Event) -> Log:
    """A game that a chat plays against the bot."""
    terms = (("team", "1h"), ("quorum", "2"))
    challenge = _challenge(code, opponent=Robot(), terms=terms, teams=(Seat.FIRST,))
    return _log(challenge, Accepted(START, Robot()), *_VOTES, *then)


def _private_game_log(code: str, *then: Event) -> Log:
    """A game between two private chats."""
    return _log(_challenge(code, asks_in=_BOBS, asks_language="en"), Accepted(START, BOB, _BOBS, "en"), *then)


def _moves(game: str, settings: Mapping[str, str], messages: Sequence[str]) -> Iterator[Moved]:
    position = GAMES[game].start(dict(settings), 3)
    for number, text in enumerate(messages, 1):
        move = position.read(text)
        yield Moved(START + 60 * number, position.turn, str(move))
        position, _ = advance(position, move)


def _first_moves(game: str, settings: Mapping[str, str], count: int) -> Iterator[Moved]:
    """So many moves, each the first legal one."""
    position = GAMES[game].start(dict(settings), 3)
    for number in range(1, count + 1):
        if position.outcome:
            return
        move = next(iter(position.moves()))
        yield Moved(START + 60 * number, position.turn, str(move))
        position, _ = advance(position, move)


def _golden(path: Path) -> Callable[[str], Log]:
    result = record.read(path.read_text("utf-8"))
    return lambda code: _beginning_log(
        code, *_moves(result.game, result.settings, result.messages), game=result.game, settings=result.settings
    )


def _resigned_after(game: str, settings: Mapping[str, str], count: int) -> Callable[[str], Log]:
    def made(code: str) -> Log:
        moves = tuple(_first_moves(game, settings, count))
        return _beginning_log(code, *moves, Resigned(START + 3600, Seat.FIRST), game=game, settings=settings)

    return made


def _imported_log(code: str, *ends: Event) -> Log:
    first, second = (Person(ELSEWHERE, str(seat), str(seat).title()) for seat in Seat)
    return _beginning_log(code, *_moves("dots", DOTS, ("a1-a2", "b1-b2")), *ends, challenger=first, opponent=second)


def _ladder(code: str, *then: Event) -> Log:
    rung = next(rung for rung in LADDERS["tupik"] if rung.openings)
    robot = Robot(Level.LADDER_1)
    return _beginning_log(
        code, SetUp(START, rung.opening(3)), *then, game="tupik", settings=rung.settings, seat=rung.seat, opponent=robot
    )


ONE, OTHER = "a1-a2", "b1-b2"
_TWO = tuple(_moves("dots", DOTS, (ONE, OTHER)))
_VOTES = (replace(_TWO[0], tally=((ONE, 2), (OTHER, 1))), _TWO[1])
_SHORT = ("one-row", "pie-swapped", "mirrored", "third-occurrence", "driven-round-and-round", "small-sheet", "torus")

_LATER: Mapping[int, frozenset[str]] = {
    1: frozenset({"over"}),
    2: frozenset({"terms", "planned"}),
    3: frozenset({"lonely", "asks_in", "asks_language", "chat", "language"}),
}
"""The fields that entries of so old a schema do not have; those of a challenge have their chat and language."""


def _older(text: str, schema: int) -> str:
    """An entry as a version wrote it that knew of that schema."""
    entry = json.loads(text)
    gone = frozenset[str]().union(*(fields for since, fields in _LATER.items() if schema <= since))
    for event in entry["events"]:
        kept = frozenset({"chat", "language"}) if event["kind"] == "challenged" else frozenset[str]()
        for name in gone - kept:
            event.pop(name, None)
    if schema == 0:
        return json.dumps(entry["events"])
    over = {"over": entry["over"]} if "over" not in gone else {}
    return json.dumps({"events": entry["events"], "cause": entry["cause"], "schema": schema, **over})


def _log_in_schema(schema: int) -> Callable[[str], Log]:
    def made(code: str) -> Log:
        written = _beginning_log(code, *_TWO, Resigned(START + 999, Seat.FIRST))
        return tuple(_older(text, schema) for text in written)

    return made


READABLE: Mapping[str, Callable[[str], Log]] = {
    "a challenge that waits": lambda code: _log(_challenge(code)),
    "a challenge to anybody": lambda code: _log(_challenge(code, opponent=None)),
    "a challenge that did not reach the opponent": lambda code: _log(
        _challenge(code, lonely=True, asks_in=Chat("stage", "bob", direct=True)), Unreached(START, START + 9)
    ),
    "declined": lambda code: _log(_challenge(code), Called(START, "declined")),
    "cancelled": lambda code: _log(_challenge(code), Called(START, "cancelled")),
    "expired": lambda code: _log(_challenge(code, opponent=None), Called(START, "expired")),
    "begun, without a move": _beginning_log,
    "aborted without a move": lambda code: _beginning_log(code, Called(START, "aborted", Seat.FIRST)),
    "aborted after a move": lambda code: _beginning_log(code, _TWO[0], Called(START, "aborted", Seat.SECOND)),
    "resigned without a move": lambda code: _beginning_log(code, Resigned(START, Seat.FIRST)),
    "resigned by the bot's opponent without a move": lambda code: _beginning_log(
        code, Resigned(START, Seat.FIRST), opponent=Robot(Level.EASY)
    ),
    "resigned before the own first move": lambda code: _beginning_log(code, _TWO[0], Resigned(START, Seat.SECOND)),
    "claimed without a move": lambda code: _beginning_log(code, Claimed(START, Seat.SECOND), terms=(("time", "1m"),)),
    "claimed": lambda code: _beginning_log(code, *_TWO, Claimed(START + 999, Seat.SECOND), terms=(("time", "1m"),)),
    "filed without a move": lambda code: _beginning_log(code, Filed(START)),
    "filed": lambda code: _beginning_log(code, *_TWO, Filed(START)),
    "woken": lambda code: _beginning_log(code, *_TWO, Filed(START), Woken(START)),
    "a draw agreed without a move": lambda code: _beginning_log(
        code, DrawOffered(START, Seat.FIRST), DrawDeclined(START, Seat.SECOND), DrawAgreed(START)
    ),
    "a draw agreed": lambda code: _beginning_log(code, *_TWO, DrawOffered(START, Seat.FIRST), DrawAgreed(START)),
    "all taken back, then resigned": lambda code: _beginning_log(
        code, _TWO[0], UndoOffered(START, Seat.FIRST), TakenBack(START, Seat.FIRST), Resigned(START, Seat.SECOND)
    ),
    "resigned while the sides of the pie are drawn": _resigned_after("dots", {"size": "3x3", "pie": "5"}, 1),
    "resigned while a colour is chosen": _resigned_after("dots", {"size": "2x2", "pie": "1"}, 1),
    "resigned while points are marked": _resigned_after("curves", {"size": "4x4", "points": "4"}, 2),
    "resigned while lines are drawn": _resigned_after("curves", {"size": "4x4", "points": "4"}, 5),
    "resigned while cars are placed": _resigned_after("tupik", {"map": "1>2,3;2>1,4;3>1,4"}, 1),
    "resigned while digits are written": _resigned_after("digits", {"size": "4x4", "digits": "1-2"}, 1),
    "every term, absence, plan and hint": lambda code: _beginning_log(
        code,
        _TWO[0],
        Hinted(START, Seat.SECOND),
        IdeasShown(START, Seat.SECOND, (OTHER,)),
        Planned(START, Seat.FIRST, (OTHER, "b1-c1")),
        Reminded(START, 0.5),
        WentAway(START, Seat.SECOND, START + 9),
        CameBack(START + 1, Seat.SECOND),
        terms=(("time", "3d"), ("undo", "no"), ("hints", "1"), ("ideas", "no"), (COACH, "no")),
    ),
    "in a thread of its own": lambda code: _beginning_log(code, Relocated(START, _THREAD), *_TWO),
    "in an inline message, and followed": lambda code: _beginning_log(
        code, Followed(START, Seat.FIRST, CHAT, "en"), *_TWO, chat=_MESSAGE
    ),
    "in two private chats": lambda code: _log(
        _challenge(code, asks_in=Chat("stage", "bob", direct=True), asks_language="uk"), Accepted(START, BOB), *_TWO
    ),
    "with an opponent who has blocked the bot": lambda code: _private_game_log(code, *_TWO, _BLOCKED),
    "with an opponent who had blocked the bot": lambda code: _private_game_log(
        code, *_TWO, _BLOCKED, ChatRegained(START + 900, _BOBS.key)
    ),
    "claimed, for the opponent was unreached": lambda code: _private_game_log(
        code, *_TWO, _BLOCKED, Claimed(START + 900 + DAY, Seat.FIRST)
    ),
    "in a closed topic": lambda code: _beginning_log(code, *_TWO, ChatLost(START + 900, _TOPIC.key), chat=_TOPIC),
    "claimed in vain in a closed topic": lambda code: _beginning_log(
        code, *_TWO, ChatLost(START + 900, _TOPIC.key), Claimed(START + 900 + DAY, Seat.FIRST), chat=_TOPIC
    ),
    "with an opponent who has left the chat": lambda code: _beginning_log(code, *_TWO, _GONE),
    "with an opponent who is back in the chat": lambda code: _beginning_log(
        code, *_TWO, _GONE, PlayerReturned(START + 999, Seat.SECOND, CHAT.key)
    ),
    "claimed, for the opponent had left the chat": lambda code: _beginning_log(
        code, _TWO[0], _GONE, Claimed(START + 900 + DAY, Seat.FIRST)
    ),
    "of a forgotten challenger": lambda code: _beginning_log(
        code, *_TWO, Resigned(START, Seat.FIRST), challenger=NOBODY
    ),
    "of a forgotten opponent": lambda code: _beginning_log(code, *_TWO, Resigned(START, Seat.FIRST), opponent=NOBODY),
    "of two forgotten players, going on": lambda code: _beginning_log(code, *_TWO, challenger=NOBODY, opponent=NOBODY),
    "imported": lambda code: _imported_log(code, Resigned(START, Seat.FIRST)),
    "imported, and broken off": lambda code: _imported_log(code, Called(START, "aborted")),
    "of the ladder, from its opening": _ladder,
    "of the ladder, resigned in its opening": lambda code: _ladder(code, Resigned(START, Seat.FIRST)),
    "of a chat as a team": _team_log,
    "of a chat as a team, resigned": lambda code: _team_log(code, Resigned(START, Seat.FIRST)),
    "of two chats as teams": lambda code: _log(
        _challenge(code, opponent=None, terms=(("team", "1h"),), teams=tuple(Seat)),
        Accepted(START, BOB, _BOBS, "en"),
        *_VOTES,
    ),
    "of a tournament, lost by who has left": lambda code: _beginning_log(
        code, Resigned(START, Seat.SECOND), terms=((CONTEST, "BCDFGH"),)
    ),
    **{
        f"played to its end: {path.stem}": _golden(path)
        for game in GAMES
        for path in sorted((HERE / game / "golden").glob("*.txt"))
        if path.stem in _SHORT
    },
    **{
        f"played a little: {game} {line}": _resigned_after(game, options(line), 2)
        for game in GAMES
        for line in lines(HERE / game / "settings.txt") or [f"variant={each}" for each in GAMES[game].offer.variants]
    },
    **{f"written in schema {schema}": _log_in_schema(schema) for schema in range(SCHEMA)},
}


def _cut(code: str) -> Log:
    begun = _beginning_log(code, *_TWO)
    return (*begun[:-1], begun[-1][: len(begun[-1]) // 2])


def _without_a_field(code: str) -> Log:
    first = json.loads(_beginning_log(code)[0])
    del first["events"][0]["challenger"]
    return (json.dumps(first),)


def _with(*texts: str) -> Callable[[str], Log]:
    """A game that has begun, with such entries after its own."""
    return lambda code: (*_beginning_log(code), *texts)


UNREADABLE: Mapping[str, Callable[[str], Log]] = {
    "garbage": lambda code: ("{{{",),
    "an entry without events": lambda code: ("[]",),
    "an entry that is null": _with("null"),
    "an entry of a newer schema": _with(f'{{"schema": {SCHEMA + 1}, "happened": {{}}}}'),
    "an event of a newer version": _with('[{"kind": "danced", "at": 1}]'),
    "deep brackets": _with("[" * 5000),
    "cut in the middle": _cut,
    "a challenge without a challenger": _without_a_field,
    "without its beginning": lambda code: _beginning_log(code, *_TWO)[2:],
    "an illegal move": lambda code: _beginning_log(code, replace(_TWO[0], text="z9-z8")),
    "nothing to take back": lambda code: _beginning_log(code, TakenBack(START, Seat.FIRST)),
    "a plan that cannot be played": lambda code: _beginning_log(code, Planned(START, Seat.SECOND, ("z9-z8", OTHER))),
    "another game's log": lambda code: _beginning_log("BCDFGH", *_TWO),
    "a setting that nobody knows": lambda code: _beginning_log(code, settings={"colour": "blue"}),
    "a setting out of bounds": lambda code: _beginning_log(code, settings={"size": "99x99"}),
    "a game that is no longer there": lambda code: _beginning_log(code, game="chess", settings={}),
}


Written = tuple[str | bytes, ...]
CORRUPT: Mapping[str, Callable[[str], Written]] = {
    "a log that is a text": lambda key: ("SET", key, "not a stream"),
    "a log that is a list": lambda key: ("LPUSH", key, "not a stream"),
    "a packed log that is none": lambda key: ("XADD", key, "0-3", "log", "no packed log"),
    "an entry without its text": lambda key: ("XADD", key, "0-1", "other", "field"),
    "an entry that is no text": lambda key: ("XADD", key, "0-1", "entry", b"\xff\xfe"),
}
"""What somebody else may have written in the place of a log."""
ALL_UNREADABLE = (*UNREADABLE, *CORRUPT)


async def write_every_game(store: Store, redis: Client) -> Mapping[str, str]:
    """Write a game of every kind, list each in `CHAT` and with its people, and return their codes by their kinds.

    The readable ones are listed as this version lists them, the others as a version that could read them did: as going
    on, and as played.
    """
    games, codes = Games(store), {kind: code_of(kind, 0) for kind in (*READABLE, *ALL_UNREADABLE)}
    for kind, made in {**READABLE, **UNREADABLE}.items():
        for version, text in enumerate(made(codes[kind]), 1):
            assert await store.logs.append(codes[kind], version, text)
    write: Callable[..., Awaitable[object]] = redis.execute_command
    for kind, spoiling in CORRUPT.items():
        await write(*spoiling(log(codes[kind])))
    for kind in READABLE:
        await games.reindex(codes[kind])
    for kind in ALL_UNREADABLE:
        for is_open in (False, True):
            listed = Listing(codes[kind], (CHAT.key,), (ANN.key, BOB.key), is_open, played=not is_open)
            await store.logs.list_game(listed)
    return codes
