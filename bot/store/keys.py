"""The names of the keys in Redis or Valkey, and what is written in them."""

from __future__ import annotations

import json
import re
from binascii import crc_hqx
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from functools import cache
from itertools import count

from bot.core.game.people import Chat, unnamed
from bot.core.ports.cleanups import Cleanup
from bot.core.ports.store import CLOCKS, DEADLINES, OutboxEntry, Shown
from bot.features import SCHEDULES

LOGS = "tetradka:game:"
OVER = "tetradka:over"
CHOICES = "tetradka:choices"
"""The one hash in which choices stood as JSON in versions before 1.1."""
_CHOSEN = f"tetradka:{{{CHOICES}}}:"
OUTBOX_BEFORE_SLOTS = "tetradka:marks"
"""The one hash in which the outbox stood in versions before 1.0."""
SLOT_COUNTS = "tetradka:outbox:counts"
"""The numbers of slots that processes have used."""
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
"""The key with the times when each platform was last heard, and the number of the newest outage."""
OUTAGES = "tetradka:{heard}:outages"
LISTS = "tetradka:games:"
MESSAGES = "tetradka:message:"
WON, PLAYED = "tetradka:won:person:", "tetradka:played:"
REBUILT = (LISTS, OVER, WON, PLAYED, *(f"tetradka:{when}" for when in (DEADLINES, CLOCKS, *SCHEDULES)))
"""The prefixes of the keys that can be rebuilt from all logs and chat settings."""
KEPT = (PERSON_LANGUAGES, CHAT_LANGUAGES, ALIASES, CHATS, MET, HANDLES, BLOCKED, CHOICES, HEARD, OUTAGES)


def log(game: str) -> str:
    """The stream of a game; the braces keep all keys of one game on one node of a cluster."""
    return f"{LOGS}{{{game}}}"


_LOG = re.compile(re.escape(LOGS) + r"\{(?:(?P<game>[A-Z]+)|(?P<feature>(?P<kind>[a-z]+)-[A-Z]+))\}")


def aside(key: str) -> str:
    """Return the name to which a key of foreign data is moved, on the same node of a cluster."""
    return f"tetradka:aside:{key if '{' in key else f'{{{key}}}'}"


def game_of(log: str) -> str | None:
    """The game whose stream it is; None for a key that is not ours, and for the stream of a feature."""
    found = _LOG.fullmatch(log)
    return found["game"] if found else None


def choices(whose: str) -> str:
    """Return the hash of what one has chosen; the braces keep it on the cluster node of `CHOICES`."""
    return f"{_CHOSEN}{whose}"


def chooser_of(key: str) -> str | None:
    """Return whose choices a key holds; None for another key."""
    return key.removeprefix(_CHOSEN) if key.startswith(_CHOSEN) else None


def forgetting(person: str) -> str:
    """Return the key that holds for what a person is being forgotten, on the node of their choices."""
    return f"{_CHOSEN}forgetting:{unnamed(person)}"


def erased(person: str) -> str:
    """Return the key that holds for some minutes for which token a person was forgotten last."""
    return f"tetradka:erased:{unnamed(person)}"


def count_forgotten(token: str) -> str:
    """Return the key with the number of games of the person forgotten for a token."""
    return f"{FORGOTTEN}:{token}"


def feature_log(log: str, kind: str) -> str | None:
    """Return the name of the feature's log, of a kind, whose stream it is; None for another key."""
    found = _LOG.fullmatch(log)
    return found["feature"] if found and found["kind"] == kind else None


def version_of(entry: str) -> int:
    """The version that an entry of a stream, by its id, makes of a game."""
    return int(entry.rpartition("-")[2])


def outbox(slot: int) -> str:
    """The hash of the boards of a slot that chats have yet to be shown."""
    return f"tetradka:outbox:{slot}:{{{_tag(slot)}}}"


def slot_lease(slot: int, platforms: str = "") -> str:
    """Which process reads a slot, of those with the same doors: one without a chat's door cannot show its board."""
    return f"tetradka:outbox:{slot}:lease:{platforms}:{{{_tag(slot)}}}"


def peers(platforms: str) -> str:
    """When each process with these doors was heard of last."""
    return f"{LIVING}:{platforms}"


_CLUSTER_BITS, _GROUP_BITS = 14, 8


@cache
def _tag(slot: int) -> str:
    """The hash tag of a slot's keys: a cluster's hash slots are taken from one end and the other by turns, ever more
    closely (van der Corput), so that any number of slots spreads evenly over nodes."""
    group = int(f"{slot % (1 << _GROUP_BITS):0{_GROUP_BITS}b}"[::-1], 2)
    tags = (f"{slot}.{number}" for number in count())
    hashes = ((tag, crc_hqx(tag.encode(), 0) % (1 << _CLUSTER_BITS)) for tag in tags)
    return next(tag for tag, hashed in hashes if hashed >> (_CLUSTER_BITS - _GROUP_BITS) == group)


def schedule(when: str, slot: int | None = None) -> str:
    """The sorted set of a slot's games by when they want to be looked at; without a slot, that of before version 1."""
    return f"tetradka:{when}" if slot is None else f"tetradka:{when}:{slot}:{{{_tag(slot)}}}"


def boards(game: str) -> str:
    """The hash of the messages that show a game's newest board, one for each of its chats."""
    return f"tetradka:boards:{{{game}}}"


def locators(game: str, chat: str) -> str:
    """The hash of what messages with a game's boards in a chat are found by, by their nonces."""
    return f"tetradka:locators:{{{game}}}:{unnamed(chat)}"


def review(game: str) -> str:
    """What was found out about a finished game."""
    return f"tetradka:review:{{{game}}}"


def result(game: str) -> str:
    """Return the key of what ratings ask of a finished game."""
    return f"tetradka:result:{{{game}}}"


def chat_games(chat: str) -> str:
    """The set of a chat's open games."""
    return f"{LISTS}chat:{chat}"


def person_games(person: str) -> str:
    """The set of a person's open games."""
    return f"{LISTS}person:{person}"


def person_won(person: str) -> str:
    """The set of the games, by name, that a person has won against the bot."""
    return f"{WON}{person}"


def chat_played(chat: str) -> str:
    """The list of a chat's games that were played to an end, the newest first."""
    return f"{PLAYED}{chat}"


def day_counts(day: date) -> str:
    """The hash of what was counted on a day."""
    return f"tetradka:counts:{day}"


def day_people(day: date, language: str) -> str:
    """The HyperLogLog of who asked for something on a day in a language; `""`: in any."""
    return f"tetradka:counts:{day}:people:{language}"


def chat_over(chat: str) -> str:
    """The game of a chat that was over last."""
    return f"tetradka:over:chat:{chat}"


def chat_off(chat: str) -> str:
    """Return the key of the game of a chat that was called off last."""
    return f"tetradka:off:chat:{chat}"


def updates(platform: str) -> str:
    """The hash of what came in by a door and is not handled yet."""
    return f"tetradka:updates:{platform}"


def slots(whose: str) -> str:
    """When a bot's platform takes as many messages at once as it ever does."""
    return f"tetradka:slots:{whose}"


def rate(whose: str) -> str:
    """The rate of a bot's messages that its processes share; the braces keep it beside `slots` on a cluster."""
    return f"tetradka:rate:{{{slots(whose)}}}"


def invitations(person: str) -> str:
    """The hash of what a person invites to."""
    return f"tetradka:invitations:{person}"


def exercise(person: str) -> str:
    """What a person is learning or solving."""
    return f"tetradka:exercise:{person}"


def earlier(person: str) -> str:
    """Return the key of what was open before the newest texts of a person."""
    return f"tetradka:exercise-before:{person}"


def awaited(person: str) -> str:
    """Return the key that is there while players wait for a word from a person."""
    return f"tetradka:awaited:{person}"


def lease(name: str) -> str:
    """Which process holds a lease; that of its own name says that it lives."""
    return f"tetradka:lease:{name}"


def owned(owner: str, text: str) -> str:
    """A text with the process that it belongs to."""
    return f"{owner} {text}"


_OWNED = re.compile(r"([0-9a-f]{8}) (.*)", re.DOTALL)


def owner_of(value: str) -> str:
    """The process that a text belongs to; "" if it was written before there were several."""
    found = _OWNED.fullmatch(value)
    return found[1] if found else ""


def text_of(value: str) -> str:
    """The text without its process."""
    found = _OWNED.fullmatch(value)
    return found[2] if found else value


def message(chat: str, message: str) -> str:
    """The game that a message shows, alone in a key; `*` stands for any message, and finds the hashes too."""
    return f"{MESSAGES}{message}:{chat}"


def messages(chat: str, message: str) -> str:
    """The hash of the games that messages near this one show, where a platform numbers its messages as they come; else
    the key is `message`'s. Discord's numbers begin with the time: near are those of twelve days.
    """
    if not (message.isascii() and message.isdecimal()):
        return ""
    number = int(message)
    return f"{MESSAGES}#{number >> (_DAYS if number >> _DAYS else _NEXT)}:{chat}"


_NEXT, _DAYS = 7, 52  # bits


_ANEW = " anew"


def outbox_field(entry: OutboxEntry) -> str:
    """An entry's field in the hash of the outbox."""
    return f"{entry.chat}\n{entry.game}"


def outbox_value(entry: OutboxEntry) -> str:
    """What stands in that field."""
    return f"{entry.since!r} {entry.stamp}{_ANEW * entry.repost}"


def read_outbox(field: str, value: str) -> OutboxEntry:
    """The entry of a field and its value; raises `ValueError` for what is none."""
    chat, _, game = field.rpartition("\n")
    since, _, stamp = value.partition(" ")
    return OutboxEntry(chat, game, float(since), stamp.removesuffix(_ANEW), stamp.endswith(_ANEW))


def cleanup_member(cleanup: Cleanup) -> str:
    """Return a cleanup as a member of the list by when cleanups are due."""
    return json.dumps(asdict(cleanup), ensure_ascii=False, separators=(",", ":"))


def read_cleanup(member: str) -> Cleanup | None:
    """Return the cleanup that a member says; None for what this program never writes."""
    with suppress(ValueError, TypeError, KeyError):
        said = json.loads(member)
        return Cleanup(**said | {"chat": Chat(**said["chat"])})
    return None


def shown_value(shown: Shown | None, doubtful: int = 0) -> str:
    """The message with a chat's newest board of a game, as it is written, and which version may be shown by now."""
    last = shown or Shown("", "", "", 0)
    line = [last.line] if last.line else []
    return json.dumps([last.message, last.version, doubtful, last.occasion, last.at, *line])


def read_shown(chat: str, game: str, value: str | None) -> Shown | None:
    """The message with a chat's newest board of a game; None if nothing, or nothing of ours, is written there."""
    with suppress(ValueError, TypeError):
        message, version, _, occasion, at, *line = json.loads(value or "")
        return Shown(chat, str(message), game, int(version), str(occasion), float(at), *line) if version else None
    return None


def read_doubtful(value: str | None) -> int:
    """Which version may be shown by now; 0 if nothing of ours says so."""
    with suppress(ValueError, TypeError):
        _, _, version, *_ = json.loads(value or "")
        return int(version)
    return 0


FORGOTTEN = "tetradka:forgotten"
CHANNEL_NEWS = "tetradka:web:news"


def proof(text: str) -> str:
    """That a proof of who opened the page inside a chat was given."""
    return f"tetradka:web:proof:{unnamed(text)}"


def channel_log(channel: str) -> str:
    """The stream of what is shown in a channel of the page."""
    return f"tetradka:web:log:{{{channel}}}"


def channel_people(channel: str) -> str:
    """The hash of those who are or were in a channel."""
    return f"tetradka:web:people:{{{channel}}}"


def channel_of(key: str) -> str:
    """The channel whose log or people a key holds."""
    return key.partition("{")[2].removesuffix("}")


def channel_seen(channel: str) -> str:
    """When each of them was seen last."""
    return f"tetradka:web:seen:{{{channel}}}"


def channel_here(channel: str) -> str:
    """Until when each visit to a channel counts as present."""
    return f"tetradka:web:here:{{{channel}}}"


def channel_name(channel: str, folded: str) -> str:
    """Whose a name is in a channel."""
    return f"tetradka:web:name:{{{channel}}}:{folded}"
