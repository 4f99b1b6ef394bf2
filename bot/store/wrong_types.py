"""Keys of the wrong type for a command: finding them and moving them aside.

No key of ours changes its type between versions, so another program wrote such a key. It is moved, not deleted, and
its data starts empty. A log is left alone, because nothing could bring it back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from bot.store import keys

Command = tuple[str | int | float, ...]  # as Redis takes it: ("HGET", key, field)
_KEPT = 30 * 24 * 3600  # seconds
_OF_COMMANDS = {
    **dict.fromkeys(("GET", "SET"), "string"),
    **dict.fromkeys(("INCR", "HINCRBY", "PFADD", "PFCOUNT"), "counter"),
    **dict.fromkeys(("SADD", "SREM", "SMEMBERS", "SMISMEMBER"), "set"),
    **dict.fromkeys(("LREM", "LPUSH", "LTRIM", "LRANGE"), "list"),
}
"""`counter` is not a server's type: a key that the server cannot count in is moved, whatever its type."""
_OF_FAMILIES = {"H": "hash", "Z": "zset", "X": "stream"}
_CALL = re.compile(r"redis\.p?call\('(\w+)', KEYS\[(\d+|at(?: \+ 1)?)\]")
_OF_PAIRS = {"at": slice(0, None, 2), "at + 1": slice(1, None, 2)}
"""The places of a script's keys if it takes any number of pairs."""
_MOVE = """
local kind = redis.call('TYPE', KEYS[1]).ok
if kind == 'none' or kind == ARGV[1] then return 0 end
redis.call('RENAME', KEYS[1], KEYS[2])
redis.call('EXPIRE', KEYS[2], ARGV[2])
return 1
"""


def wanted_types(command: Command) -> Iterator[tuple[str, str]]:
    """Yield each key that a command uses and its required type, except for logs."""
    name, *rest = map(str, command)
    pairs: Iterator[tuple[str, str]]
    if name == "EVAL":
        script, number, *arguments = rest
        keys_of = arguments[: int(number)]
        pairs = ((key, kind) for place, kind in _types_in(script) for key in keys_of[place])
    elif name == "XREAD":
        pairs = iter(((rest[rest.index("STREAMS") + 1], "stream"),))
    else:
        pairs = ((key, kind) for key in rest[:1] if (kind := _type_for(name)))
    yield from ((key, kind) for key, kind in pairs if key and not key.startswith(keys.LOGS))


def move_aside_command(key: str, kind: str) -> Command:
    """Return the command that renames a key unless it has the wanted type; its answer is 1 if it did."""
    return ("EVAL", _MOVE, 2, key, keys.aside(key), kind, _KEPT)


@cache
def _types_in(script: str) -> tuple[tuple[slice, str], ...]:
    """Return the positions and types of a script's keys."""
    calls = dict.fromkeys((place, _type_for(name)) for name, place in _CALL.findall(script))
    return tuple((_OF_PAIRS.get(place) or slice(int(place) - 1, int(place)), kind) for place, kind in calls if kind)


def _type_for(name: str) -> str:
    return _OF_COMMANDS.get(name) or _OF_FAMILIES.get(name[0], "")
