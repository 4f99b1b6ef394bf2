"""Settings: environment variables and the file `.env`, read into one frozen value."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict

from engines.kernels.cores import cores

_PREFIXES = ("TELEGRAM_", "DISCORD_", "TETRADKA_")
_CLOSE = 0.85
"""The similarity at which an unknown name is taken for a misspelt setting."""


class ConfigError(Exception):
    """A setting that cannot be used; the text is one line that names the setting but not its value."""


def _url(*schemes: str) -> AfterValidator:
    def check(url: str) -> str:
        scheme, _, rest = url.partition("://")
        if scheme not in schemes or not rest or any(c.isspace() for c in url):
            raise ValueError("it must begin with " + " or ".join(f"{each}://" for each in schemes))
        return url

    return AfterValidator(check)


def _like(pattern: str, rule: str) -> AfterValidator:
    """Return the validator of a secret that must match a pattern; the `rule` is the error."""

    def check(secret: SecretStr) -> SecretStr:
        if not re.fullmatch(pattern, secret.get_secret_value(), re.DOTALL):
            raise ValueError(rule)
        return secret

    return AfterValidator(check)


def _app_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.netloc or parts.path != "/telegram" or parts.query or parts.fragment:
        raise ValueError("it must be the page's public address, https://HOST/telegram")
    return url


def _host_and_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ValueError("it must be host:port, for example 127.0.0.1:8443")
    return host.strip("[]"), int(port)


def _shards(text: str) -> tuple[tuple[int, ...], int]:
    match = re.fullmatch(r"(\d{1,5})-(\d{1,5})/(\d{1,5})", text)
    first, last, count = map(int, match.groups()) if match else (0, 0, 0)
    if not first <= last < count:
        raise ValueError("it must be first-last/count, counted from 0, for example 0-3/16")
    return tuple(range(first, last + 1)), count


def _people(text: str) -> frozenset[str]:
    keys = frozenset(text.replace(",", " ").split())
    if not all(re.fullmatch(r"(?:telegram|discord|web):\S+", key) for key in keys):
        raise ValueError("it must list people as telegram:NUMBER or discord:NUMBER; /stats shows yours")
    return keys


def _data_dir() -> Path:
    """Return this system's folder for the user's program data."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")) / "tetradka"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/tetradka")
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "tetradka"


def _switch(value: object) -> object:
    switches = {"yes": True, "on": True, "true": True, "1": True, "no": False, "off": False, "false": False, "0": False}
    if isinstance(value, str) and value.strip().casefold() not in switches:
        raise ValueError("it must be yes or no")
    return switches[value.strip().casefold()] if isinstance(value, str) else value


Switch = Annotated[bool, BeforeValidator(_switch)]
Web = Annotated[str, _url("http", "https")]
Token = Annotated[SecretStr, _like(r"[^\s\x80-\U0010ffff]*", "it must be one word, exactly as the platform issued it")]
WebhookSecret = Annotated[
    SecretStr, _like("[A-Za-z0-9_-]{1,256}", "it must contain only letters, digits, _ and -, at most 256")
]
WebToken = Annotated[SecretStr, _like(".{8,}", "it must have at least 8 characters, so that it cannot be guessed")]
RedisUrl = Annotated[
    SecretStr,
    _like(
        r"(rediss?(\+(sentinel|cluster))?|unix)://.*",
        "it must begin with redis://, rediss://, unix://, redis+sentinel:// or redis+cluster://",
    ),
]
HostAndPort = Annotated[tuple[str, int], NoDecode, BeforeValidator(_host_and_port)]
Shards = Annotated[tuple[tuple[int, ...], int], NoDecode, BeforeValidator(_shards)]
Level = Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(str.lower)]


class Settings(BaseSettings):
    """The settings; each field is the environment variable of the same name in capitals, unset if empty."""

    model_config = SettingsConfigDict(
        frozen=True,
        validate_default=False,
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
    )

    telegram_token: Token | None = None
    telegram_base_url: Web | None = None
    telegram_base_file_url: Web | None = None
    telegram_webhook_url: Web | None = None
    telegram_webhook_listen: HostAndPort = ("127.0.0.1", 8443)
    telegram_app_url: Annotated[str, AfterValidator(_app_url)] | None = None
    telegram_webhook_secret: WebhookSecret | None = None
    telegram_rate: Annotated[float, Field(gt=0, le=1000)] = 30
    discord_token: Token | None = None
    discord_rest_url: Web | None = None
    discord_gateway_url: Annotated[str, _url("ws", "wss")] | None = None
    discord_guild: Annotated[int, Field(gt=0)] | None = None
    discord_shards: Shards | None = None
    discord_message_content: Switch = False
    discord_client_secret: Token | None = None
    redis_url: RedisUrl | None = None
    data_dir: Path = Field(default_factory=_data_dir)
    web: Switch | None = None
    web_host: str = "127.0.0.1"
    web_port: Annotated[int, Field(ge=0, lt=65536)] = 8080
    web_token: WebToken | None = None
    web_open: Switch = False
    health_port: Annotated[int, Field(gt=0, lt=65536)] | None = None
    operators: Annotated[frozenset[str], NoDecode, BeforeValidator(_people)] = frozenset()
    log_level: Level = "info"
    log_json: Switch = False
    challenge_minutes: Annotated[float, Field(gt=0, le=10080)] = 10
    link_hours: Annotated[float, Field(gt=0, le=720)] = 24
    most_challenges: Annotated[int, Field(gt=0, le=1000)] = 10
    most_games: Annotated[int, Field(gt=0, le=1000)] = 50
    most_games_in_chat: Annotated[int, Field(gt=0, le=1000)] = 50
    most_seeks: Annotated[int, Field(ge=0, le=1000)] = 100
    keep_days: Annotated[float, Field(gt=0, le=36500)] | None = None
    outbox_slots: Annotated[int, Field(gt=0, le=4096)] = 64
    memory_mb: Annotated[int, Field(ge=200, le=1_000_000)] = 400
    think: Annotated[Literal["threads", "worker"], BeforeValidator(str.lower)] = "threads"
    max_searches: Annotated[int, Field(gt=0)] = cores()

    @property
    def serves_page(self) -> bool:
        """Return whether to serve the page: as WEB says, by default without other platforms, or inside chats."""
        if self.web is not None:
            return self.web
        is_inside = self.telegram_app_url or self.discord_client_secret
        return bool(is_inside) or not (self.telegram_token or self.discord_token)

    @property
    def hidden_commands(self) -> frozenset[str]:
        """Return the commands that these settings turn off, and that menus do not list."""
        return frozenset() if self.most_seeks else frozenset({"seek"})

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return the values that must not appear in any log."""
        tokens = (self.telegram_token, self.telegram_webhook_secret, self.discord_token, self.discord_client_secret)
        configured_secrets = (*tokens, self.redis_url, self.web_token)
        return tuple(secret.get_secret_value() for secret in configured_secrets if secret)

    @model_validator(mode="after")
    def _check_platforms(self) -> Self:
        if not (self.serves_page or self.telegram_token or self.discord_token):
            raise ValueError("WEB: it is off and no token is set, so nobody could use the bot")
        if self.telegram_app_url and not (self.serves_page and self.telegram_token):
            raise ValueError("TELEGRAM_APP_URL: it needs TELEGRAM_TOKEN, and WEB must not be off")
        if self.discord_client_secret and not (self.serves_page and self.discord_token):
            raise ValueError("DISCORD_CLIENT_SECRET: it needs DISCORD_TOKEN, and WEB must not be off")
        return self


def read() -> Settings:
    """Return the settings of this process; raise `ConfigError`."""
    try:
        return Settings()
    except ValidationError as error:
        raise ConfigError("; ".join(map(_describe_error, error.errors()))) from None
    except (OSError, UnicodeDecodeError):
        raise ConfigError(".env: it cannot be read as UTF-8 text") from None


def misspelt_lines() -> Sequence[str]:
    """Return a warning for each unknown name in the environment or `.env` that resembles a setting."""
    try:
        names = DotEnvSettingsSource(Settings).env_vars
    except (OSError, UnicodeDecodeError):
        names = {}
    return lines_for_unknown((*os.environ, *names))


def lines_for_unknown(names: Iterable[str]) -> Sequence[str]:
    """Return a warning, without the value, for each unknown name that resembles a setting."""
    ours = [name.upper() for name in Settings.model_fields]
    lines = []
    for name in sorted({name.upper() for name in names} - set(ours)):
        if matches := get_close_matches(name, ours, n=1, cutoff=_CLOSE):
            lines.append(f"{name} is not a setting; did you mean {matches[0]}?")
        elif name.startswith(_PREFIXES):
            lines.append(f"{name} is not a setting; docs/settings.md lists the settings")
    return lines


def _describe_error(error: ErrorDetails) -> str:
    message = error["msg"].removeprefix("Value error, ")
    return f"{str(error['loc'][0]).upper()}: {message}" if error["loc"] else message
