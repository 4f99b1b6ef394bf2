"""The operators' commands: backup, restore, repair and doctor."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.core.game.events import SCHEMA, read_log_entry
from bot.core.game.instants import Instant
from bot.core.handlers.services import FeatureLogs
from bot.core.ports.store import CorruptDataError, StoreUnavailableError, log_name
from bot.core.repository import GAME_LOG, Games
from bot.core.upkeep.reindexing import list_everything
from bot.features import COMMANDS, FEATURE_LOGS, REBUILDERS
from bot.operating.storage import open_store
from bot.settings import ConfigError, Settings, misspelt_lines
from bot.store.embedded import check_disk_space
from bot.store.redis import RedisStore

if TYPE_CHECKING:
    from bot.platforms.discord.slash_commands import Application

_TELEGRAM = re.compile(r"\d{5,}:[A-Za-z0-9_-]{30,}")
_DISCORD = re.compile(r"[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{27,}")
_PORTAL = "discord.com/developers"
_USER_INSTALL = f"people {{}} install the bot for themselves (User Install): {_PORTAL}, under Installation"
_ELSEWHERE = f"commands never reach the bot: clear Interactions Endpoint URL at {_PORTAL}, under General Information"
_HEARS = "Message Content Intent is on: the bot reads bare moves in its game threads"
_DEAF = f"DISCORD_MESSAGE_CONTENT=on, but Message Content Intent is off: turn it on at {_PORTAL}, under Bot"
_NO_INTENT = "the bot requests no privileged intents; Message Content Intent is {} and not needed"
_OLD_LIST = "Discord has an older list of commands ({} of {}): the bot updates it at the next start"
_LISTED = "Discord lists all {} commands, in servers, private chats and groups"
_NO_GROUPS = "groups cannot add the bot: send /setjoingroups to @BotFather"
_PRIVACY = (
    "privacy mode is {} (/setprivacy at @BotFather); the bot works with it on: it gets commands, mentions and replies"
)
_INLINE = "inline mode (`@bot` in any chat) is {} (/setinline at @BotFather)"
_FEEDBACK = "Telegram does not tell whether /setinlinefeedback is on; the bot does not need it"
_GUEST = "guest mode (answers in chats the bot has not joined) is {} (@BotFather's app, under the bot's settings)"
STOPPED = (StoreUnavailableError, OSError)


class Finding(NamedTuple):
    """A result of the doctor: whether it is `well`, and the state or the fix in words."""

    well: bool
    words: str


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yield all findings of the doctor."""
    for finding in (*_settings_findings(settings), *_file_findings(settings)):
        yield finding
    for findings_of in (modes, application):
        async for finding in findings_of(settings):
            yield finding
    try:
        async with open_store(settings) as store:
            for check in await store.check_ready():
                yield Finding(check.holds, f"the store: {check.text}")
    except (StoreUnavailableError, ConfigError) as error:
        yield Finding(False, f"the store: {error}")


def _settings_findings(settings: Settings) -> Iterator[Finding]:
    yield from (Finding(False, line) for line in misspelt_lines())
    for name, token, shape, source in (
        ("TELEGRAM_TOKEN", settings.telegram_token, _TELEGRAM, "@BotFather"),
        ("DISCORD_TOKEN", settings.discord_token, _DISCORD, "the developer portal, under Bot"),
    ):
        if token is None:
            yield Finding(True, f"{name} is not set: that platform is off")
        elif shape.fullmatch(token.get_secret_value()):
            yield Finding(True, f"{name} is set and well-formed")
        else:
            yield Finding(False, f"{name} does not look like a token: copy it again from {source}")
    yield Finding(True, f"the page is {'served' if settings.serves_page else 'not served'}")
    if settings.telegram_webhook_url and not settings.telegram_webhook_secret:
        yield Finding(False, "TELEGRAM_WEBHOOK_SECRET is not set: without it anyone can send updates")


def _file_findings(settings: Settings) -> Iterator[Finding]:
    file, data = Path(".env"), settings.data_dir.expanduser()
    if file.exists() and os.name == "posix" and file.stat().st_mode & 0o077:
        yield Finding(False, "other users of this machine can read .env: run `chmod 600 .env`")
    if settings.redis_url:
        return
    there = next(folder for folder in (data, *data.absolute().parents) if folder.exists())
    if os.access(there, os.W_OK | os.X_OK):
        yield Finding(True, f"DATA_DIR: {data} is writable")
    else:
        yield Finding(False, f"DATA_DIR: {there} is not writable: make this user its owner, or set another directory")
    disk = check_disk_space(settings.data_dir)
    yield Finding(disk.holds, f"DATA_DIR: {disk.text}")


async def application(settings: Settings) -> AsyncIterator[Finding]:
    """Yield a finding for each aspect of the Discord application."""
    if settings.discord_token is None:
        return
    from bot.platforms.discord.slash_commands import fetch_application

    token, address = settings.discord_token.get_secret_value(), settings.discord_rest_url
    try:
        discord_application = await fetch_application(token, address, settings.discord_guild)
    except ValueError as error:
        yield Finding(False, str(error))
        return
    if discord_application is None:
        yield Finding(True, "Discord does not answer now, so the application could not be checked")
        return
    for finding in _application_findings(discord_application, settings.discord_message_content):
        yield finding


def _application_findings(application: Application, asks: bool) -> Iterator[Finding]:
    """Yield findings on the application's installation, intents and command list.

    An old list is no fault, because the bot updates it when it starts.
    """
    if application.by_servers is False:
        yield Finding(False, f"servers cannot add the bot: choose Guild Install at {_PORTAL}, under Installation")
    if application.by_people is not None:
        ability = "can" if application.by_people else "cannot"
        yield Finding(True, _USER_INSTALL.format(ability))
    if not application.is_public:
        yield Finding(True, f"only its owner can add the bot: Public Bot at {_PORTAL}, under Bot, is off")
    if application.elsewhere:
        yield Finding(False, _ELSEWHERE)
    state = "allowed" if application.reads_all else "not allowed"
    intent = (_HEARS if application.reads_all else _DEAF) if asks else _NO_INTENT.format(state)
    yield Finding(intent is not _DEAF, intent)
    commands = COMMANDS.listed
    count = sum(command.name in application.commands for command in commands)
    is_old = count < len(commands) or not application.everywhere
    yield Finding(True, (_OLD_LIST if is_old else _LISTED).format(count, len(commands)))


async def modes(settings: Settings) -> AsyncIterator[Finding]:
    """Yield a finding for each mode of the Telegram bot; most modes are optional."""
    if settings.telegram_token is None:
        return
    from bot.platforms.telegram.bot_api import fetch_modes

    try:
        me = await fetch_modes(settings.telegram_token.get_secret_value(), settings.telegram_base_url)
    except ValueError as error:
        yield Finding(False, str(error))
        return
    if me is None:
        yield Finding(True, "Telegram does not answer now, so the bot's modes could not be checked")
        return
    if me.can_join_groups is False:
        yield Finding(False, _NO_GROUPS)
    yield Finding(True, _PRIVACY.format(_on(not me.can_read_all_group_messages)))
    yield Finding(True, _INLINE.format(_on(bool(me.supports_inline_queries))))
    if me.supports_inline_queries:
        yield Finding(True, _FEEDBACK)
    yield Finding(True, _GUEST.format(_on(bool(me.supports_guest_queries))))


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"


HEAD = {"tetradka": "backup", "schema": SCHEMA}
_UNREADABLE = "unreadable"


async def backup(store: RedisStore) -> AsyncIterator[str]:
    """Yield the lines of a backup: a header, then each game or tournament with its log, then each stored table.

    The line of a log that cannot be read only names it.
    """
    yield json.dumps(HEAD)
    seen_names: set[str] = set()
    of_features = ((logs.kind, store.logs.all_logs(logs.kind)) for logs in FEATURE_LOGS)
    for kind, names in (("game", store.logs.all_games()), *of_features):
        async for name in names:
            if name not in seen_names:
                seen_names.add(name)
                try:
                    yield json.dumps({kind: name, "entries": [*map(_value, await store.logs.load(name, 0))]})
                except CorruptDataError:
                    yield json.dumps({_UNREADABLE: name})
    for table, values in (await store.settings.export_tables()).items():
        yield json.dumps({"table": table, "values": values})


def _value(text: str) -> object:
    """Return a log entry or a line of a backup parsed from JSON, or as text if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


class BackupFormatError(ConfigError):
    """A file that is not a backup of this program; the text is one line."""


async def restore(store: RedisStore, lines: Iterable[str]) -> AsyncIterator[str]:
    """Restore a backup, repeatable; yield the reason for each skipped game, then the number restored.

    Raises `BackupFormatError` before anything is written.
    """
    rest = iter(lines)
    if _read_line(next(rest, "")).get("tetradka") != HEAD["tetradka"]:
        raise BackupFormatError("the first line is not the header of a backup")
    games, restored_count = Games(store), 0
    for line in rest:
        record = _read_line(line)
        if "game" in record:
            reason = await _restore_game(store, games, str(record["game"]), record["entries"])
            restored_count += not reason
            if reason:
                yield f"{record['game']}: {reason}"
        elif logs := next((logs for logs in FEATURE_LOGS if logs.kind in record), None):
            if reason := await _restore_log(store, logs, str(record[logs.kind]), record["entries"]):
                yield f"{record[logs.kind]}: {reason}"
        elif _UNREADABLE in record:
            yield f"{record[_UNREADABLE]}: not in the backup, because its log could not be read"
        elif "table" in record:
            await store.settings.import_table(str(record["table"]), record["values"])
        else:
            yield "skipped a line that is neither a game nor a table"
    yield f"games restored or already present: {restored_count}"


async def _restore_game(store: RedisStore, games: Games, game: str, entry_values: Sequence[object]) -> str:
    """Restore a game; return "" or the reason for skipping it."""
    log = [*map(_entry_text, entry_values)]
    try:
        if GAME_LOG.fold(None, log, game) is None:
            return "skipped, because its log is empty"
    except ValueError as error:
        return f"skipped, because it does not replay ({type(error.__cause__ or error).__name__})"
    try:
        logs_here = (log, await store.logs.load(game, 0))
        restored_entries, stored_entries = ([*map(read_log_entry, each)] for each in logs_here)
    except (ValueError, CorruptDataError):
        return "skipped, because the store has an unreadable log under its code"
    if stored_entries[: len(restored_entries)] != restored_entries[: len(stored_entries)]:
        return "skipped, because the store has a different game under its code"
    await store.logs.write(game, len(stored_entries), log[len(stored_entries) :])
    await games.reindex(game)
    return ""


async def _restore_log(store: RedisStore, logs: FeatureLogs, name: str, entry_values: Sequence[object]) -> str:
    """Restore a feature's log and schedule it; return "" or the reason for skipping it."""
    log = [*map(_entry_text, entry_values)]
    stored_log = (await store.logs.load_all({name: 0}))[name]
    try:
        restored_log = logs.read(log)
        is_ours = not isinstance(stored_log, CorruptDataError) and all(
            logs.read_entry(stored) == logs.read_entry(entry) for stored, entry in zip(stored_log, log, strict=False)
        )
    except ValueError as error:
        return f"skipped, because it does not replay ({type(error).__name__})"
    if restored_log is None or log_name(logs.kind, restored_log.code) != name:
        return f"skipped, because its log belongs to another {logs.kind}"
    if not is_ours or isinstance(stored_log, CorruptDataError):
        return "skipped, because the store has a different log under its name"
    await store.logs.write(name, len(stored_log), log[len(stored_log) :])
    await store.boards.schedule(logs.schedule, restored_log.code, 0.0)
    return ""


def _entry_text(entry: object) -> str:
    return entry if isinstance(entry, str) else json.dumps(entry, separators=(",", ":"))


def _read_line(line: str) -> dict[str, Any]:
    record = _value(line)
    return record if isinstance(record, dict) else {}


async def repair(store: RedisStore, now: Instant) -> AsyncIterator[str]:
    """Rebuild the lists while no bot runs; yield each unreadable game, then a summary."""
    await store.logs.delete_lists()
    game_count = 0
    async for game, is_readable in list_everything(store, Games(store)):
        game_count += is_readable
        if not is_readable:
            yield f"{game}: its log cannot be read and was not changed"
    for rebuild_lists in REBUILDERS:
        await rebuild_lists(store, now, True)
    for logs in FEATURE_LOGS:
        async for name in store.logs.all_logs(logs.kind):
            summary = None
            with suppress(ValueError, CorruptDataError):
                summary = logs.read(await store.logs.load(name, 0))
            if summary is None:
                yield f"{name}: its log cannot be read and was not changed"
    repaired_count = await store.boards.repair(now)
    yield f"games listed: {game_count}; outbox entries repaired: {repaired_count}"


async def run(command: str, file: str | None, settings: Settings) -> int:
    """Run an operator's command; return 1 if something needs fixing. Raise `ConfigError`, or one of `STOPPED`."""
    if command == "doctor":
        fault_count = 0
        async for finding in examine(settings):
            print("  " if finding.well else "! ", finding.words, sep="")
            fault_count += not finding.well
        print(f"problems found: {fault_count}" if fault_count else "no problems found")
        return int(bool(fault_count))
    async with open_store(settings) as store:
        if command == "repair":
            return await _say(repair(store, time.time()))
        if not file:
            raise ConfigError("FILE: name a file, as in `tetradka backup games.jsonl`")
        path = Path(file)
        if command == "restore":
            with path.open(encoding="utf-8") as lines:
                return await _say(restore(store, lines))
        return await _write(path, backup(store))


async def _say(lines: AsyncIterator[str]) -> int:
    """Print the lines; return 1 if any come before the final summary."""
    line_count = 0
    async for line in lines:
        print(line)
        line_count += 1
    return int(line_count > 1)


async def _write(path: Path, lines: AsyncIterator[str]) -> int:
    """Write the lines to a file that only this user can read; replace the old file once it is complete."""
    temporary = path.with_name(f"{path.name}.new")
    line_count = 0
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        async for line in lines:
            file.write(f"{line}\n")
            line_count += 1
            if line.startswith(f'{{"{_UNREADABLE}"'):
                print(f"{_read_line(line)[_UNREADABLE]}: its log cannot be read; skipping it")
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    print(f"{line_count} lines written to {path}")
    return 0
