"""Names of the keys in Redis or Valkey, the encoding of their values, and their types.

No key of ours changes its type between versions, so another program wrote a key of a wrong type. It is moved aside, not
deleted, and its data starts empty. A log is left alone, because nothing could bring it back.
"""

import json
import re
from binascii import crc_hqx
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from functools import cache
from itertools import count
from typing import TypeAlias

from bot.core.game.people import Chat, key_digest
from bot.core.ports.store import CLOCKS, DEADLINES, Cleanup, OutboxEntry, Shown
from bot.features import SCHEDULES

LOGS = "tetradka:game:"
OVER = "tetradka:over"
CHOICES = "tetradka:choices"
"""The hash of all choices as JSON in versions before 1.1."""
_CHOSEN = f"tetradka:{{{CHOICES}}}:"
OUTBOX_BEFORE_SLOTS = "tetradka:marks"
"""The hash of the outbox in versions before 1.0."""
SLOT_COUNTS = "tetradka:outbox:counts"
"""The slot counts that processes have used."""
ALIASES = "tetradka:aliases"
CHATS = "tetradka:chats"
PERSON_LANGUAGES = "tetradka:languages:people"
CHAT_LANGUAGES = "tetradka:languages:chats"
MET = "tetradka:met"
HANDLES = "tetradka:met:handles"
BLOCKED = "tetradka:blocked"
WRITABLE = "tetradka:writable"
LIVING = "tetradka:living"
HEARD = "tetradka:{heard}"
"""The key with the time of each platform's last heartbeat, and the number of the newest outage."""
OUTAGES = "tetradka:{heard}:outages"
FORGOTTEN = "tetradka:forgotten"
CHANNEL_NEWS = "tetradka:web:news"
LISTS = "tetradka:games:"
MESSAGES = "tetradka:message:"
WON, PLAYED = "tetradka:won:person:", "tetradka:played:"
REBUILT = (LISTS, OVER, WON, PLAYED, *(f"tetradka:{when}" for when in (DEADLINES, CLOCKS, *SCHEDULES)))
"""The prefixes of the keys that can be rebuilt from all logs and chat settings."""
KEPT = (PERSON_LANGUAGES, CHAT_LANGUAGES, ALIASES, CHATS, MET, HANDLES, BLOCKED, CHOICES, HEARD, OUTAGES)

Key: TypeAlias = Callable[[str], str]
"""The name of a key by a game's code, by a chat's, person's or channel's key, and the like."""
PairKey: TypeAlias = Callable[[str, str], str]
"""The name of a key by two of those."""
log: Key = "tetradka:game:{{{}}}".format
"""The stream of a game; the braces keep all keys of one game on one node of a cluster."""
boards: Key = "tetradka:boards:{{{}}}".format
"""The hash of the messages that show a game's newest board, by chat."""
review: Key = "tetradka:review:{{{}}}".format
"""The key of a finished game's review."""
result: Key = "tetradka:result:{{{}}}".format
"""The key of a finished game's result."""
votes: Key = "tetradka:votes:{{{}}}".format
"""The register of a game's ballots, with their state, and notes beside them."""
vote_causes: Key = "tetradka:votes:{{{}}}:causes".format
"""The hash of the causes of a game's votes."""
ballot: PairKey = "tetradka:votes:{{{}}}:ballot:{}".format
"""The hash of the votes by voter in a game's ballot."""
voters: Key = "tetradka:votes:{{{}}}:voters".format
"""The set of the people who voted in a game that is not over."""
voted: Key = "tetradka:voted:{}".format
"""The set of the games that are not over in which a person voted."""
chat_games: Key = "tetradka:games:chat:{}".format
"""The set of a chat's open games."""
person_games: Key = "tetradka:games:person:{}".format
"""The set of a person's open games."""
person_won: Key = "tetradka:won:person:{}".format
"""The set of the games (by name) that a person has won against the bot."""
chat_played: Key = "tetradka:played:{}".format
"""The list of the games played to the end in a chat, newest first."""
chat_over: Key = "tetradka:over:chat:{}".format
"""The key of the game that ended last in a chat."""
chat_off: Key = "tetradka:off:chat:{}".format
"""The key of the game called off last in a chat."""
message: PairKey = "tetradka:message:{1}:{0}".format
"""The key of the game that a chat's message shows; the message `*` gives a pattern for all, hashes included."""
updates: Key = "tetradka:updates:{}".format
"""The hash of a platform's updates that are not handled yet."""
slots: Key = "tetradka:slots:{}".format
"""The key of the instant from which a bot may send a full burst of messages."""
rate: Key = "tetradka:rate:{{tetradka:slots:{}}}".format
"""The key of a bot's shared message rate; the braces keep it on the node of `slots`."""
invitations: Key = "tetradka:invitations:{}".format
"""The hash of a person's invitations."""
exercise: Key = "tetradka:exercise:{}".format
"""The key of the lesson or puzzle that a person has open."""
earlier: Key = "tetradka:exercise-before:{}".format
"""The key of what a person had open before their newest texts."""
question: Key = "tetradka:question:{}".format
"""The key of the question that a person was asked last."""
temporary: Key = "tetradka:temporary:{}".format
"""The key of a text that is kept for a while."""
awaited_flag: Key = "tetradka:awaited:{}".format
"""The key that exists while players wait for a sign of life from a person."""
lease: Key = "tetradka:lease:{}".format
"""The key of a lease; a process's own lease shows that it is alive."""
peers: Key = "tetradka:living:{}".format
"""The sorted set of the processes with these platforms, by when they were last alive."""
channel_log: Key = "tetradka:web:log:{{{}}}".format
"""The stream of what is shown in a channel of the page."""
channel_people: Key = "tetradka:web:people:{{{}}}".format
"""The hash of a channel's people, present or not."""
channel_seen: Key = "tetradka:web:seen:{{{}}}".format
"""The sorted set of a channel's people by when they were last seen."""
channel_here: Key = "tetradka:web:here:{{{}}}".format
"""The sorted set of a channel's visits by when they expire."""
channel_name: PairKey = "tetradka:web:name:{{{}}}:{}".format
"""The key of the owner of a folded name in a channel."""
choices: Key = "tetradka:{{tetradka:choices}}:{}".format
"""The hash of one owner's choices; the braces keep it on the cluster node of `CHOICES`."""
count_forgotten: Key = "tetradka:forgotten:{}".format
"""The key with the number of games of the person forgotten for a token."""

_LOG = re.compile(re.escape(LOGS) + r"\{(?:(?P<game>[A-Z]+)|(?P<feature>(?P<kind>[a-z]+)-[A-Z]+))\}")


def aside(key: str) -> str:
    """Return the name to which foreign data is moved, on the same node of a cluster."""
    return f"tetradka:aside:{key if '{' in key else f'{{{key}}}'}"


def game_of(log: str) -> str | None:
    """Return the game whose stream a key is; None for tournaments' streams and other keys."""
    match = _LOG.fullmatch(log)
    return match["game"] if match else None


def chooser_of(key: str) -> str | None:
    """Return the owner of a hash of choices, or None for another key."""
    return key.removeprefix(_CHOSEN) if key.startswith(_CHOSEN) else None


def forgetting(person: str) -> str:
    """Return the key that exists while a person's data is being deleted, on the node of their choices."""
    return f"{_CHOSEN}forgetting:{key_digest(person)}"


def erasure(person: str) -> str:
    """Return the key that holds, for some minutes, the token of a person's last deletion."""
    return f"tetradka:erased:{key_digest(person)}"


def feature_log(log: str, kind: str) -> str | None:
    """Return the name of the feature log of a kind whose stream a key is; None for another key."""
    match = _LOG.fullmatch(log)
    return match["feature"] if match and match["kind"] == kind else None


def version_of(entry: str) -> int:
    """Return the version that the ID of a stream entry encodes."""
    return int(entry.rpartition("-")[2])


def outbox(slot: int) -> str:
    """Return the hash of a slot's outbox."""
    return f"tetradka:outbox:{slot}:{{{_tag(slot)}}}"


def slot_lease(slot: int, platforms: str = "") -> str:
    """Return the lease of a slot among processes with the same platforms, the only ones that can show its boards."""
    return f"tetradka:outbox:{slot}:lease:{platforms}:{{{_tag(slot)}}}"


_CLUSTER_BITS, _GROUP_BITS = 14, 8


@cache
def _tag(slot: int) -> str:
    """Return the hash tag of a slot's keys.

    Tags follow a van der Corput sequence over a cluster's hash slots, so that any number of slots spreads evenly over
    nodes.
    """
    group = int(f"{slot % (1 << _GROUP_BITS):0{_GROUP_BITS}b}"[::-1], 2)
    tags = (f"{slot}.{number}" for number in count())
    hashes = ((tag, crc_hqx(tag.encode(), 0) % (1 << _CLUSTER_BITS)) for tag in tags)
    return next(tag for tag, hash_slot in hashes if hash_slot >> (_CLUSTER_BITS - _GROUP_BITS) == group)


def schedule(when: str, slot: int | None = None) -> str:
    """Return the sorted set of a slot's games by instant; without a slot, that of versions before 1.0."""
    return f"tetradka:{when}" if slot is None else f"tetradka:{when}:{slot}:{{{_tag(slot)}}}"


def membership(chat: str, person: str) -> str:
    """Return the key that says for a while that a person has joined or left a chat, without naming them."""
    return f"tetradka:membership:{key_digest(chat)}:{key_digest(person)}"


def locators(game: str, chat: str) -> str:
    """Return the hash of the locators of messages with a game's boards in a chat, by nonce."""
    return f"tetradka:locators:{{{game}}}:{key_digest(chat)}"


def day_counts(day: date) -> str:
    """Return the hash of a day's counts."""
    return f"tetradka:counts:{day}"


def day_people(day: date, language: str) -> str:
    """Return the HyperLogLog of a day's people by language; `""` stands for all languages."""
    return f"tetradka:counts:{day}:people:{language}"


with_owner: Callable[[str, str], str] = "{} {}".format
"""A text prefixed by its owner process."""
_OWNED = re.compile(r"([0-9a-f]{8}) (.*)", re.DOTALL)


def owner_of(value: str) -> str:
    """Return the process that owns a text; "" for texts from before there were several."""
    match = _OWNED.fullmatch(value)
    return match[1] if match else ""


def text_of(value: str) -> str:
    """Return a text without its owner prefix."""
    match = _OWNED.fullmatch(value)
    return match[2] if match else value


def messages(chat: str, message: str) -> str:
    """Return the hash of the games that neighbouring messages show; "" where message IDs are not numbers.

    Discord's IDs begin with the time, so neighbours are those of twelve days.
    """
    if not (message.isascii() and message.isdecimal()):
        return ""
    number = int(message)
    return f"{MESSAGES}#{number >> (_DAYS if number >> _DAYS else _NEXT)}:{chat}"


_NEXT, _DAYS = 7, 52  # bits


_ANEW, _REDRAWN = " anew", " redrawn"
outbox_field: Callable[[OutboxEntry], str] = "{0.chat}\n{0.game}".format
"""An entry's field in the hash of the outbox."""


def outbox_value(entry: OutboxEntry) -> str:
    """Return an entry's value in the hash of the outbox."""
    return f"{entry.since!r} {entry.stamp}{_REDRAWN * entry.redraw}{_ANEW * entry.repost}"


def read_outbox(field: str, value: str) -> OutboxEntry:
    """Return the entry of a field and its value; raise `ValueError` if it is corrupt."""
    chat, _, game = field.rpartition("\n")
    since, _, stamp = value.partition(" ")
    plain_stamp = stamp.removesuffix(_ANEW)
    is_repost, is_redraw = stamp.endswith(_ANEW), plain_stamp.endswith(_REDRAWN)
    return OutboxEntry(chat, game, float(since), plain_stamp.removesuffix(_REDRAWN), is_repost, is_redraw)


def cleanup_member(cleanup: Cleanup) -> str:
    """Return a cleanup as a member of the cleanups' schedule."""
    fields = {_CLEANUP_FIELDS.get(name, name): value for name, value in asdict(cleanup).items()}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def read_cleanup(member: str) -> Cleanup | None:
    """Return the cleanup in a member of the schedule, or None if it is corrupt."""
    with suppress(ValueError, TypeError, KeyError):
        fields = json.loads(member)
        names = {stored_name: name for name, stored_name in _CLEANUP_FIELDS.items()}
        return Cleanup(**{names.get(name, name): fields[name] for name in fields} | {"chat": Chat(**fields["chat"])})
    return None


_CLEANUP_FIELDS = {"line": "left", "is_deletable": "goes"}
"""The fields of a cleanup that have other names in the store."""


def sender_field(chat: str) -> str:
    """Return the field, beside that of a chat's newest board, of the process that noted that it sends one."""
    return f"sender {key_digest(chat)}"


def shown_value(record: Shown | None, doubtful: int = 0) -> str:
    """Return the stored form of a chat's newest board message, with the version that may have been shown since."""
    last = record or Shown("", "", "", 0)
    line = [last.line] if last.line else []
    return json.dumps([last.message, last.version, doubtful, last.occasion, last.at, *line])


def read_shown(chat: str, game: str, value: str) -> tuple[Shown | None, int]:
    """Return the message with a chat's newest board of a game, if any, and the version that may have been shown since.

    A corrupt value counts as none.
    """
    with suppress(ValueError, TypeError):
        message, version, doubtful, occasion, at, *line = json.loads(value)
        shown = Shown(chat, str(message), game, int(version), str(occasion), float(at), *line) if version else None
        return shown, int(doubtful)
    return None, 0


def proof(text: str) -> str:
    """Return the key that exists once a proof of identity has been used to open the page."""
    return f"tetradka:web:proof:{key_digest(text)}"


def channel_of(key: str) -> str:
    """Return the channel whose log or people a key holds."""
    return key.partition("{")[2].removesuffix("}")


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


def script_command(script: str, key_names: Sequence[str], *arguments: str | float) -> Command:
    """Return the command that runs a script on keys of one slot of a cluster."""
    return ("EVAL", script, len(key_names), *key_names, *arguments)


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
    yield from ((key, kind) for key, kind in pairs if key and not key.startswith(LOGS))


def move_aside_command(key: str, kind: str) -> Command:
    """Return the command that renames a key unless it has the wanted type; its answer is 1 if it did."""
    return script_command(_MOVE, (key, aside(key)), kind, _KEPT)


@cache
def _types_in(script: str) -> tuple[tuple[slice, str], ...]:
    calls = dict.fromkeys((place, _type_for(name)) for name, place in _CALL.findall(script))
    return tuple((_OF_PAIRS.get(place) or slice(int(place) - 1, int(place)), kind) for place, kind in calls if kind)


def _type_for(name: str) -> str:
    return _OF_COMMANDS.get(name) or _OF_FAMILIES.get(name[0], "")
