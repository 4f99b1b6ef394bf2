"""Heartbeats: when each platform was last connected in any process, and the outages they reveal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import attrgetter

from bot.core.game.pauses import Outage
from bot.core.ports.outages import GAP, Beat, Doubt, Heard, Heartbeats
from bot.store import keys
from bot.store.connection import Command, Wire

_NUMBER = "#"
_NUMBERED = attrgetter("number")
_MOST_KEPT = 500
_LONGEST_BEFORE = 120.0
"""Seconds before the last heartbeat at which an outage may have begun, since a dead connection shows late."""
# Instants stay texts, because Lua drops the last digits of a formatted number.
_BEAT = """
local gap, before, most = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if not tonumber(redis.call('HGET', KEYS[1], '#') or '0') then redis.call('HDEL', KEYS[1], '#') end
for i = 5, #ARGV, 4 do
  local platform, at, doubt, since = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local last = redis.call('HGET', KEYS[1], platform)
  if not tonumber(last or '') then last = at end
  local passed = tonumber(at) - tonumber(last)
  if doubt ~= '' and math.abs(passed) > gap then
    local begun, ago = last, since ~= '' and tonumber(last) - tonumber(since) or 0
    if passed > 0 and ago > 0 and ago < before then begun = since end
    local number = redis.call('HINCRBY', KEYS[1], '#', 1)
    redis.call('HSET', KEYS[2], number, begun .. ' ' .. at .. ' ' .. doubt .. ' ' .. platform)
    redis.call('HDEL', KEYS[2], number - most)
    last = at
  end
  if tonumber(at) >= tonumber(last) then redis.call('HSET', KEYS[1], platform, at) end
end
local number = redis.call('HGET', KEYS[1], '#') or '0'
return {redis.call('HGETALL', KEYS[1]), number ~= ARGV[1] and redis.call('HGETALL', KEYS[2]) or 0}
"""


class RedisHeartbeats(Heartbeats):
    """`Heartbeats` in two hashes on one node of a cluster."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def beat(self, beats: Sequence[Beat], last: Heard | None) -> Heard:
        number = str(last.number) if last else ""
        limits, arguments = (GAP, _LONGEST_BEFORE, _MOST_KEPT), list[str]()
        for each in beats:
            since = "" if each.since is None else repr(each.since)
            arguments += (each.platform, repr(each.at), str(each.doubt), since)
        command: Command = ("EVAL", _BEAT, 2, keys.HEARD, keys.OUTAGES, number, *limits, *arguments)
        fields, outage_fields = await self._wire.one(command) or ((), 0)
        at = dict(_numbers(fields))
        newest = int(at.pop(_NUMBER, 0))
        known_outages = last.outages if last else ()
        outages = sorted(_outages(outage_fields), key=_NUMBERED) if isinstance(outage_fields, list) else known_outages
        return Heard(at, newest, tuple(outages))


def _numbers(fields: Sequence[str]) -> Iterator[tuple[str, float]]:
    for name, value in zip(fields[::2], fields[1::2], strict=True):
        with suppress(ValueError):  # not written by this program
            yield name, float(value)


def _outages(fields: Sequence[str]) -> Iterator[Outage]:
    for name, text in zip(fields[::2], fields[1::2], strict=True):
        with suppress(ValueError):  # not written by this program
            since, until, doubt, platform = text.split(" ", 3)
            yield Outage(int(name), platform, float(since), float(until), jumped=doubt == Doubt.JUMPED)
