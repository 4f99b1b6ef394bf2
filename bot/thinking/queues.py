"""Task queues in Redis between bots and workers, and the wire format: no code is executed, every move is replayed."""

import asyncio
import json
import os
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from platform import node
from typing import Any

from redis.asyncio import Redis
from taskiq import AckableMessage
from taskiq.serializers import JSONSerializer
from taskiq_redis import RedisAsyncResultBackend, RedisStreamBroker

from bot.core.queues.fair_turns import Urgency
from engines import GAMES, record
from engines.game import (
    AnyCandidate,
    AnyExplanation,
    AnyGame,
    AnyHint,
    AnyMove,
    AnyPosition,
    Candidate,
    Explanation,
    Hint,
    Reason,
)
from engines.phrases import Value
from engines.refusals import Refusal

HINT, IDEAS, MAP, REASONS = "hint", "ideas", "map", "reasons"  # the names of the tasks
STREAMS = {urgency: f"tetradka:think:{urgency.value}" for urgency in Urgency}
HINTS, REVIEWS = STREAMS[Urgency.NOW], STREAMS[Urgency.LATER]
GROUP = "workers"
ALIVE = "tetradka:think:alive"
ALIVE_SECONDS = 4  # a worker silent for so long counts as dead
BEAT_SECONDS = 1.0
LONGEST = 1000  # entries of a stream, answered ones included
_ORPHANED_MS = 4000  # longer than any search for a hint, so that no worker takes a task in progress
_IDLE_MS = 60_000  # a living worker reads every second
_KEPT_SECONDS = 60
_WITHDRAWING_SECONDS = 1.0
_CONNECTIONS = 64
_LOOK_SECONDS = 0.05
_BEAT = b""


class BrokerAddressError(ValueError):
    """An address that workers cannot share; the text says which ones they can."""


class Queue(RedisStreamBroker):
    """A taskiq stream of tasks that is read only while there is `room`.

    Beats are entries without a task. taskiq looks for the tasks of dead workers only after an entry has arrived.
    """

    room: Callable[[], bool] = staticmethod(lambda: True)

    async def beat(self) -> None:
        """Add an entry without a task, so that a live worker takes over a dead worker's tasks."""
        async with Redis(connection_pool=self.connection_pool) as redis:
            await redis.xadd(self.queue_name, {b"data": _BEAT}, maxlen=self.maxlen, approximate=self.approximate)

    async def forget_idle_workers(self, idle_ms: int = _IDLE_MS) -> None:
        """Remove consumers that have been idle for `seconds` and have no pending tasks."""
        async with Redis(connection_pool=self.connection_pool) as redis:
            for worker in await redis.xinfo_consumers(self.queue_name, GROUP):
                if worker["idle"] >= idle_ms and not worker["pending"]:
                    await redis.xgroup_delconsumer(self.queue_name, GROUP, worker["name"])

    async def listen(self) -> AsyncGenerator[AckableMessage, None]:
        """Yield tasks, each once there is room."""
        async with aclosing(super().listen()) as entries:
            async for entry in entries:
                if entry.data == _BEAT:
                    await entry.ack()  # type: ignore[misc]  # a stream's is always asynchronous
                else:
                    yield entry
                while not self.room():  # noqa: ASYNC110 (a search that ends rings no bell)
                    await asyncio.sleep(_LOOK_SECONDS)


def queue(url: str, urgency: Urgency) -> Queue:
    """Return the queue of tasks of an urgency; raise `BrokerAddressError`."""
    if url.partition("://")[0] not in ("redis", "rediss", "unix"):
        text = "workers need a single server, with an address that begins with redis://, rediss:// or unix://"
        raise BrokerAddressError(text)
    broker = Queue(
        url,
        queue_name=STREAMS[urgency],
        consumer_group_name=GROUP,
        consumer_id="0",  # also read tasks from before the first worker
        consumer_name=f"{node()}:{os.getpid()}",
        max_connection_pool_size=_CONNECTIONS,
        socket_timeout=None,  # as in the store
        maxlen=LONGEST,
        approximate=False,
        idle_timeout=_ORPHANED_MS,
        xread_block=int(BEAT_SECONDS * 1000),
        xread_count=1,
        unacknowledged_batch_size=1,
    )
    answers: RedisAsyncResultBackend[str] = RedisAsyncResultBackend(
        url,
        keep_results=False,
        result_ex_time=_KEPT_SECONDS,
        max_connection_pool_size=_CONNECTIONS,
        socket_timeout=None,
        serializer=JSONSerializer(),
        prefix_str="tetradka:think:answer",
    )
    broker.with_result_backend(answers)
    return broker


async def close(opened_queues: Iterable[Queue]) -> None:
    """Close the connections of the queues."""
    for each in opened_queues:
        await each.result_backend.shutdown()
        await each.shutdown()


def withdrawn_key(number: str) -> str:
    """Return the key that marks a question whose asker no longer waits."""
    return f"tetradka:think:unwanted:{number}"


async def withdraw(redis: Redis, number: str) -> None:
    """Mark a question so that its search stops or never starts."""
    async with asyncio.timeout(_WITHDRAWING_SECONDS):
        await redis.set(withdrawn_key(number), "yes", ex=_KEPT_SECONDS)


def write_question(game: AnyGame, position: AnyPosition, messages: Sequence[str]) -> str:
    """Serialise a position and the messages that led to it as a game record."""
    return record.write(record.record_of(game.name, position, tuple(messages)))


def read_question(question: str) -> tuple[AnyGame, AnyPosition]:
    """Return the game and the position of a question; raise `Refusal` if it is malformed."""
    record_read = record.read(question)
    return GAMES[record_read.game], record.replay(record_read)[-1]


def read_move_question(question: str) -> tuple[AnyGame, AnyPosition, AnyMove]:
    """Return the game, the position before the last move, and that move; raise like `read_question`."""
    read = record.read(question)
    position = record.replay(read)[-2]
    return GAMES[read.game], position, position.read(read.messages[-1])


def write_hint(hint: AnyHint) -> str:
    """Serialise a hint as JSON: moves as canonical texts, reasons as codes with fields."""
    return json.dumps(
        {
            "line": [str(move) for move in hint.line],
            "value": hint.value,
            "proved": bool(hint.is_proved),
            "reasons": _write_reasons(hint.reasons),
            "seconds": hint.seconds,
            "than": _write_move(hint.than),
            "than_reasons": _write_reasons(hint.than_reasons),
        },
        default=float,  # JSON does not know numpy's numbers
    )


def read_hint(answer: str, position: AnyPosition) -> AnyHint:
    """Parse a hint for a position.

    Raises `Refusal`, `ValueError`, `TypeError` or `KeyError` for malformed text.
    """
    fields = json.loads(answer)
    line = tuple(position.read(text) for text in fields["line"])
    reasons, (than, than_reasons) = _read_reasons(fields["reasons"]), _read_comparison(fields, position)
    return Hint(line, fields["value"], fields["proved"], reasons, fields["seconds"], than, than_reasons)


def write_explanation(explanation: AnyExplanation) -> str:
    """Serialise an explanation as JSON."""
    return json.dumps(
        {
            "value": explanation.value,
            "best": explanation.best_value,
            "proved": bool(explanation.is_proved),
            "reasons": _write_reasons(explanation.reasons),
            "reply": [str(move) for move in explanation.reply],
            "advised": [str(move) for move in explanation.best_line],
            "than": _write_move(explanation.than),
            "than_reasons": _write_reasons(explanation.than_reasons),
            "facts": _write_reasons(explanation.facts),
        },
        default=float,
    )


def read_explanation(answer: str, position: AnyPosition, move: AnyMove) -> AnyExplanation:
    """Parse an explanation of a move in a position; raise like `read_hint`."""
    fields = json.loads(answer)
    reply, best_line = (tuple(position.read(text) for text in fields[line]) for line in ("reply", "advised"))
    reasons, (than, than_reasons) = _read_reasons(fields["reasons"]), _read_comparison(fields, position)
    facts = _read_reasons(fields.get("facts", fields["reasons"]))
    value, best_value, is_proved = fields["value"], fields["best"], fields["proved"]
    return Explanation(move, value, best_value, is_proved, reasons, reply, best_line, than, than_reasons, facts)


def _write_move(move: AnyMove | None) -> str | None:
    return None if move is None else str(move)


def _read_comparison(fields: Mapping[str, Any], position: AnyPosition) -> tuple[AnyMove | None, tuple[Reason, ...]]:
    """Return the move that an answer compares with, and its reasons; answers of older workers have none."""
    than = fields.get("than")
    return None if than is None else position.read(than), _read_reasons(fields.get("than_reasons", ()))


def write_menu(candidates: Iterable[AnyCandidate]) -> str:
    """Serialise candidate moves as JSON."""
    return json.dumps([[str(each.move), _write_reasons(each.gain), _write_reasons(each.risk)] for each in candidates])


def read_menu(menu: str, position: AnyPosition) -> tuple[AnyCandidate, ...]:
    """Parse candidate moves in a position; raise like `read_hint`."""
    entries = json.loads(menu)
    rows = ((position.read(move), _read_reasons(gain), _read_reasons(risk)) for move, gain, risk in entries)
    return tuple(Candidate(*row) for row in rows)


def write_wish(game: AnyGame, settings: Mapping[str, str], seed: int) -> str:
    """Serialise the settings of a start that needs a map, as JSON."""
    return json.dumps([game.name, dict(settings), seed])


def answer_wish(wish: str) -> str:
    """Generate the map of a serialised wish; return the settings as JSON, unchanged if they start no game."""
    name, settings, seed = json.loads(wish)
    try:
        return json.dumps(dict(GAMES[name].start(settings, seed).settings))
    except Refusal:
        return json.dumps(settings)


def read_settings(settings: str) -> Mapping[str, str]:
    """Parse settings; raise `ValueError` or `TypeError` for malformed text."""
    return {str(key): str(value) for key, value in dict(json.loads(settings)).items()}


def _write_reasons(reasons: Iterable[Reason]) -> list[list[Any]]:
    return [[reason.code, dict(reason.fields)] for reason in reasons]


def _read_reasons(pairs: Iterable[tuple[str, dict[str, Value]]]) -> tuple[Reason, ...]:
    return tuple(Reason(code, **fields) for code, fields in pairs)
