"""Choices as commands and answers: a hash for each person, chat or server, a field for each choice.

Versions before 1.1 kept all choices of one in a JSON text, in one field of the hash `keys.CHOICES`. Such a text is read
beside the hash, and moved into it by the next choice. One that is there again was written later, by an older process.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress

from bot.core.ports.store import of_reader
from bot.store import keys
from bot.store.connection import Answer, Command

_PERSON = of_reader("").strip()
_CHOOSE = """
if KEYS[3] and redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
local older = redis.call('HGET', KEYS[2], ARGV[1])
if older then
  local read, choices = pcall(cjson.decode, older)
  for name, value in pairs(read and type(choices) == 'table' and choices or {}) do
    if type(value) == 'string' then redis.call('HSET', KEYS[1], name, value) end
  end
  redis.call('HDEL', KEYS[2], ARGV[1])
end
for at = 2, #ARGV, 2 do
  if ARGV[at + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[at])
  else redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
end
return 1
"""


def read_commands(whose: str) -> tuple[Command, Command]:
    """Return the two commands whose answers `chosen` takes."""
    return ("HGETALL", keys.choices(whose)), ("HGET", keys.CHOICES, whose)


def merge_choices(stored: Answer, older: Answer) -> dict[str, str]:
    """Return the choices in a hash and in a text of before 1.1, which is newer where it is there."""
    return dict(stored or {}) | (choices_in(older) or {})


def choose_command(whose: str, changes: Mapping[str, str]) -> Command:
    """Return the command that sets each field by itself; an empty text deletes it. Of a person who is being forgotten
    nothing is kept."""
    flat = (text for change in changes.items() for text in change)
    kind, _, person = whose.partition(" ")
    asked = [keys.choices(whose), keys.CHOICES, *([keys.forgetting(person)] if kind == _PERSON else [])]
    return ("EVAL", _CHOOSE, len(asked), *asked, whose, *flat)


def add_commands(whose: str, choices: Mapping[str, str]) -> Iterator[Command]:
    """Yield the commands that add the choices that are not there."""
    yield from (("HSETNX", keys.choices(whose), name, value) for name, value in choices.items() if value)


def choices_in(text: str | None) -> dict[str, str] | None:
    """Return the choices of a JSON text; None if it holds none."""
    with suppress(ValueError, AttributeError, TypeError):
        return {str(name): str(value) for name, value in json.loads(text or "{}").items()}
    return None
