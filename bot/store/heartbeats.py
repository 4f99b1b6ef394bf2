"""Heartbeats: when each platform was heard last, by whichever process, and the outages that they show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from bot.core.game.outages import Outage
from bot.core.ports.outages import GAP, Beat, Doubt, Heard, Heartbeats
from bot.store import keys
from bot.store.connection import Command, Wire

_NUMBER = "#"
_MOST_KEPT = 500
_LONGEST_BEFORE = 120.0
"""So many seconds before the last heartbeat an outage may have begun: a dead connection is not found out at once."""
# Instants stay texts, for a number in Lua loses its last digits when it is written.
_BEAT = """
local heard, outages, known = KEYS[1], KEYS[2], ARGV[1]
local gap, before, most = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if not tonumber(redis.call('HGET', heard, '#') or '0') then redis.call('HDEL', heard, '#') end
for i = 5, #ARGV, 4 do
  local platform, at, doubt, since = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local last = redis.call('HGET', heard, platform)
  if not tonumber(last or '') then last = at end
  local passed = tonumber(at) - tonumber(last)
  if doubt ~= '' and math.abs(passed) > gap then
    local begun, ago = last, since ~= '' and tonumber(last) - tonumber(since) or 0
    if passed > 0 and ago > 0 and ago < before then begun = since end
    local number = redis.call('HINCRBY', heard, '#', 1)
    redis.call('RPUSH', outages, number .. ' ' .. begun .. ' ' .. at .. ' ' .. doubt .. ' ' .. platform)
    redis.call('LTRIM', outages, -most, -1)
    last = at
  end
  if tonumber(at) >= tonumber(last) then redis.call('HSET', heard, platform, at) end
end
local number = redis.call('HGET', heard, '#') or '0'
return {redis.call('HGETALL', heard), number ~= known and redis.call('LRANGE', outages, 0, -1) or 0}
"""


class RedisHeartbeats(Heartbeats):
    """`Heartbeats` in one hash and one list, which lie on one node of a cluster."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def beat(self, beats: Sequence[Beat], known: Heard | None) -> Heard:
        number = str(known.number) if known else ""
        told = [word for beat in beats for word in _written(beat)]
        command: Command = ("EVAL", _BEAT, 2, keys.HEARD, keys.OUTAGES, number, GAP, _LONGEST_BEFORE, _MOST_KEPT, *told)
        fields, listed = await self._wire.one(command) or ((), 0)
        at = dict(_numbers(fields))
        newest = int(at.pop(_NUMBER, 0))
        unchanged = known.outages if known else ()
        outages = tuple(_read(listed)) if isinstance(listed, list) else unchanged
        return Heard(at, newest, outages)


def _written(beat: Beat) -> tuple[str, str, str, str]:
    since = "" if beat.since is None else repr(beat.since)
    return beat.platform, repr(beat.at), str(beat.doubt), since


def _numbers(fields: Sequence[str]) -> Iterator[tuple[str, float]]:
    for name, value in zip(fields[::2], fields[1::2], strict=True):
        with suppress(ValueError):  # not written by this program
            yield name, float(value)


def _read(listed: Iterable[str]) -> Iterator[Outage]:
    for text in listed:
        with suppress(ValueError):  # not written by this program
            number, since, until, doubt, platform = text.split(" ", 4)
            yield Outage(int(number), platform, float(since), float(until), jumped=doubt == Doubt.JUMPED)
