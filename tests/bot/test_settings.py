"""Settings: read from the environment or `.env`; a wrong one is named in one line that keeps its value secret."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import ConfigError, Settings, lines_for_unknown, misspelt_lines, read
from tests.alone import HOUSE, isolate


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder where a test may have its `.env`."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


SOMEBODYS = {
    "TELEGRAM_TOKEN": "1:x",
    "discord_token": "y",
    "REDIS_URL": "redis://nowhere",
    "WEB_PORT": "18080",
    "LOG_JSON": "on",
    "WEB": "perhaps",
}


def test_tests_ignore_the_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    without, inherits = read(), [sys.executable, "-c", "from bot.settings import read; print(read())"]
    for name, value in SOMEBODYS.items():
        monkeypatch.setenv(name, value)
    Path(".env").write_text("WEB_HOST=somewhere\n")
    (tmp_path / "empty").mkdir()
    with isolate(tmp_path / "empty"):
        assert read() == without
        assert subprocess.check_output(inherits, text=True) == f"{without}\n"
    with pytest.raises(ConfigError, match="WEB: "):
        read()


@pytest.mark.parametrize("name", ["WEB", "WEB_OPEN", "LOG_JSON", "DISCORD_MESSAGE_CONTENT"])
def test_a_switch_is_yes_or_no(monkeypatch: pytest.MonkeyPatch, name: str):
    for text, meant in (("yes", True), ("On", True), ("1", True), ("no", False), ("OFF", False), ("false", False)):
        assert getattr(read_with(monkeypatch, {name: text, "TELEGRAM_TOKEN": "1:x"}), name.lower()) is meant
    with pytest.raises(ConfigError, match=f"^{name}: it must be yes or no$"):
        read_with(monkeypatch, {name: "maybe"})


def read_with(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> Settings:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return read()


def test_nothing_needs_to_be_set():
    settings = read()
    assert (settings.serves_page, settings.web_host, settings.web_port) == (True, "127.0.0.1", 8080)
    assert settings.redis_url is None
    assert settings.challenge_minutes == 10
    assert settings.max_searches >= 1
    assert (settings.most_challenges, settings.most_games, settings.most_games_in_chat) == (10, 50, 50)


def test_the_environment_overrides_the_file(monkeypatch: pytest.MonkeyPatch):
    Path(".env").write_text("WEB_PORT=1000\nWEB_HOST=localhost\n")
    monkeypatch.setenv("WEB_PORT", "2000")
    assert (read().web_port, read().web_host) == (2000, "localhost")


def test_unknown_keys_and_empty_values_in_the_file_do_no_harm():
    without = read()
    Path(".env").write_text("SOMETHING=else\nWEB_PORT=\nTELEGRAM_TOKEN=\nREDIS_URL=\n")
    assert read() == without


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch):
    for name in Settings.model_fields:
        monkeypatch.setenv(name.upper(), "")
    assert read().serves_page


def test_settings_cannot_be_changed():
    with pytest.raises(ValidationError):
        setattr(read(), "web_port", 1)  # noqa: B010 (the type checker knows it too)


@pytest.mark.parametrize("token", ["TELEGRAM_TOKEN", "DISCORD_TOKEN"])
def test_with_a_token_the_page_is_served_only_on_request(token: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(token, "123:abc")
    assert not read().serves_page
    monkeypatch.setenv("WEB", "on")
    assert read().serves_page


@pytest.mark.parametrize(
    ("name", "value", "token"),
    [
        ("TELEGRAM_APP_URL", "https://games.example/telegram", "TELEGRAM_TOKEN"),
        ("DISCORD_CLIENT_SECRET", "abc", "DISCORD_TOKEN"),
    ],
)
def test_the_page_is_served_for_use_inside_a_platform(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, token: str
):
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=f"{name}: it needs {token}"):
        read()
    monkeypatch.setenv(token, "123:abc")
    assert read().serves_page
    monkeypatch.setenv("WEB", "off")
    with pytest.raises(ConfigError, match="WEB must not be off"):
        read()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TELEGRAM_TOKEN", "123:sec ret"),
        ("TELEGRAM_BASE_URL", "secret"),
        ("TELEGRAM_BASE_FILE_URL", "ftp://secret"),
        ("TELEGRAM_WEBHOOK_URL", "secret"),
        ("TELEGRAM_WEBHOOK_LISTEN", "secret"),
        ("TELEGRAM_WEBHOOK_LISTEN", "secret:99999"),
        ("TELEGRAM_WEBHOOK_SECRET", "secret!"),
        ("TELEGRAM_APP_URL", "http://secret/telegram"),
        ("TELEGRAM_APP_URL", "https://secret/"),
        ("TELEGRAM_APP_URL", "https://secret/telegram?x"),
        ("DISCORD_TOKEN", "sec\tret"),
        ("DISCORD_CLIENT_SECRET", "sec ret"),
        ("DISCORD_REST_URL", "secret"),
        ("DISCORD_GATEWAY_URL", "https://secret"),
        ("DISCORD_GUILD", "secret"),
        ("DISCORD_SHARDS", "secret"),
        ("DISCORD_SHARDS", "4-3/16"),
        ("DISCORD_SHARDS", "0-16/16"),
        ("DISCORD_MESSAGE_CONTENT", "secret"),
        ("REDIS_URL", "http://user:secret@host"),
        ("WEB", "secret"),
        ("WEB_PORT", "70000"),
        ("WEB_PORT", "secret"),
        ("LOG_LEVEL", "secret"),
        ("LOG_JSON", "secret"),
        ("CHALLENGE_MINUTES", "0"),
        ("CHALLENGE_MINUTES", "nan"),
        ("MAX_SEARCHES", "0"),
        ("OPERATORS", "secret"),
        ("MOST_CHALLENGES", "0"),
        ("MOST_GAMES", "many"),
        ("MOST_GAMES_IN_CHAT", "-1"),
        ("MOST_SEEKS", "-1"),
        ("THINK", "secret"),
        ("KEEP_DAYS", "0"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line_without_its_value(name: str, value: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError) as wrong:
        read()
    assert str(wrong.value).startswith(f"{name}: ")
    assert "\n" not in str(wrong.value)
    assert "secret" not in str(wrong.value)


@pytest.mark.parametrize("scheme", ["redis", "rediss", "unix", "redis+sentinel", "rediss+sentinel", "redis+cluster"])
def test_a_store_may_be_one_server_sentinel_or_a_cluster(scheme: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REDIS_URL", f"{scheme}://somewhere")
    assert read().redis_url


def test_all_wrong_settings_are_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WEB_PORT", "x")
    monkeypatch.setenv("LOG_JSON", "x")
    with pytest.raises(ConfigError, match=r"WEB_PORT: .*; LOG_JSON: "):
        read()


def test_a_bot_without_any_platform_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WEB", "off")
    with pytest.raises(ConfigError, match="WEB: "):
        read()


def test_a_settings_file_that_is_not_text_is_named():
    Path(".env").write_bytes(b"\xff\xfe\x00WEB")
    with pytest.raises(ConfigError, match=r"\.env: "):
        read()


def test_a_webhook_may_listen_on_any_address(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TELEGRAM_WEBHOOK_LISTEN", "[::1]:8443")
    assert read().telegram_webhook_listen == ("::1", 8443)


def test_no_secret_shows_when_settings_are_printed(monkeypatch: pytest.MonkeyPatch):
    for name in ("TELEGRAM_TOKEN", "TELEGRAM_WEBHOOK_SECRET", "DISCORD_TOKEN"):
        monkeypatch.setenv(name, f"secret-{name}")
    monkeypatch.setenv("REDIS_URL", "redis://:secret-password@host")
    assert "secret-" not in repr(read())
    assert len(read().secrets) == 4


@pytest.mark.parametrize("name", [name.upper() for name in Settings.model_fields])
def test_every_setting_is_explained_on_its_page_and_in_the_example(name: str):
    assert re.search(rf"^\|.*`{name}`", (HOUSE / "docs" / "settings.md").read_text("utf-8"), re.MULTILINE)
    assert re.search(rf"^{name}=", (HOUSE / ".env.example").read_text("utf-8"), re.MULTILINE)


def test_the_example_sets_nothing_that_is_wrong_or_not_the_default():
    without = read()
    Path(".env").write_text((HOUSE / ".env.example").read_text("utf-8"), "utf-8")
    assert read() == without


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("TELEGRAM_TOKNE", "TELEGRAM_TOKNE is not a setting; did you mean TELEGRAM_TOKEN?"),
        ("telegram_tokne", "TELEGRAM_TOKNE is not a setting; did you mean TELEGRAM_TOKEN?"),
        ("KEEP_DAY", "KEEP_DAY is not a setting; did you mean KEEP_DAYS?"),
        ("DISCORD_SOMETHING", "DISCORD_SOMETHING is not a setting; docs/settings.md lists the settings"),
    ],
)
def test_an_unknown_name_that_resembles_a_setting_is_reported(name: str, phrase: str):
    assert lines_for_unknown([name]) == [phrase]


@pytest.mark.parametrize("name", ["PATH", "HOME", "LOGNAME", "WEB_CONCURRENCY", "NUMBA_CACHE_DIR", "TELEGRAM_TOKEN"])
def test_settings_and_unrelated_names_are_not_reported(name: str):
    assert lines_for_unknown([name]) == []


def test_unknown_names_are_reported_from_the_environment_and_the_file(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TELEGRAM_TOKNE", "secret")
    Path(".env").write_text("DISCORD_TOKENN=secret\nWEB_PORT=8080\n", "utf-8")
    answer = misspelt_lines()
    assert [line.partition(" ")[0] for line in answer] == ["DISCORD_TOKENN", "TELEGRAM_TOKNE"]
    assert "secret" not in "".join(answer)
