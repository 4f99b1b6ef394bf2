"""Choices as commands and answers: a hash for each person, chat or server, with a field for each choice.

Versions before 1.1 stored all choices of one owner as a JSON text, in one field of the hash `keys.CHOICES`. That text
is read beside the hash and moved into it by the next choice. If it is there again, an older process wrote it later.
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
    """Return the two commands whose answers `merge_choices` takes."""
    return ("HGETALL", keys.choices(whose)), ("HGET", keys.CHOICES, whose)


def merge_choices(fields: Answer, json_text: Answer) -> dict[str, str]:
    """Return the choices in a hash, overridden by those in a JSON text of before 1.1, which is newer if present."""
    return dict(fields or {}) | (choices_in(json_text) or {})


def choose_command(whose: str, changes: Mapping[str, str]) -> Command:
    """Return the command that sets each field separately and deletes those with an empty text.

    It changes nothing for a person whose data is being deleted.
    """
    flat = (text for change in changes.items() for text in change)
    kind, _, person = whose.partition(" ")
    key_names = [keys.choices(whose), keys.CHOICES, *([keys.forgetting(person)] if kind == _PERSON else [])]
    return ("EVAL", _CHOOSE, len(key_names), *key_names, whose, *flat)


def add_commands(whose: str, choices: Mapping[str, str]) -> Iterator[Command]:
    """Yield the commands that add missing choices."""
    yield from (("HSETNX", keys.choices(whose), name, value) for name, value in choices.items() if value)


def choices_in(text: str | None) -> dict[str, str] | None:
    """Return the choices of a JSON text, or None if it is not a JSON object."""
    with suppress(ValueError, AttributeError, TypeError):
        return {str(name): str(value) for name, value in json.loads(text or "{}").items()}
    return None
