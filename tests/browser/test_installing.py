"""The browser that is there is taken; else one is installed without a question; else it is said what to type."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.browser import finding, installing
from tests.browser.finding import NAMES, ON_A_MAC
from tests.browser.installing import MANAGERS, Missing, ensure

ADMINISTRATORS = [name for name in MANAGERS if name != "brew"]


@dataclass
class Machine:
    """A folder of programs that note how they were called, and what the installer printed."""

    folder: Path
    said: list[str] = field(default_factory=list)

    @property
    def own(self) -> Path:
        """Where Playwright puts its browser."""
        return self.folder / "own"

    @property
    def applications(self) -> Path:
        return self.folder / "Applications"

    def has(self, path: str, does: str = "") -> str:
        """Puts a program there; its path."""
        program = self.folder / path
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f'#!/bin/sh\necho "{program.name} $*" >> "{self.folder}/calls"\n{does}\n')
        program.chmod(0o755)
        return str(program)

    def has_installer(self, name: str, of: str = "chromium") -> None:
        """Puts a program there that installs a browser when told to, and nothing when told something else."""
        browser = self.has("packed/browser")
        self.has(name, f'case "$*" in install*|*" install "*|-S*) /bin/cp "{browser}" "{self.folder}/{of}";; esac')

    @property
    def ran(self) -> list[str]:
        """What was called, but for browsers that were asked for their version."""
        calls = self.folder / "calls"
        lines = calls.read_text().splitlines() if calls.exists() else []
        return [line for line in lines if not line.endswith("--version")]

    def ensure(self) -> str:
        return ensure(lambda: str(self.own), self.said.append)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A bare machine of somebody who is not its administrator."""
    machine = Machine(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(finding, "APPLICATIONS", str(machine.applications))
    monkeypatch.setattr(installing, "DOWNLOAD", ("playwright", "install", "chromium"))
    return machine


@pytest.fixture
def administrator(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """The same machine for its administrator."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return machine


def commands_with(name: str, browser: str) -> list[str]:
    return [f"No browser to try the page in: installing one with {name}", f"The page is tried in {browser}"]


@pytest.mark.parametrize("path", [*NAMES, *(f"Applications/{name}.app/Contents/MacOS/{name}" for name in ON_A_MAC)])
def test_a_browser_that_is_there_is_taken_and_nothing_installed(machine: Machine, path: str):
    machine.has_installer("brew")
    browser = machine.has(path)
    assert machine.ensure() == browser
    assert machine.ran == []
    assert machine.said == [f"The page is tried in {browser}"]


def test_a_browser_that_playwright_downloaded_before_is_there(machine: Machine):
    machine.has_installer("brew")
    browser = machine.has("own")
    assert machine.ensure() == browser
    assert machine.ran == []


def test_a_name_that_only_says_how_to_install_the_browser_is_none(machine: Machine):
    machine.has("chromium-browser", "exit 1")
    (machine.folder / "chromium").write_text("no program")
    (machine.folder / "chromium").chmod(0o755)
    browser = machine.has("google-chrome")
    assert machine.ensure() == browser


@pytest.mark.parametrize("name", MANAGERS)
def test_the_administrator_s_package_manager_installs_one(administrator: Machine, name: str):
    administrator.has_installer(name)
    browser = administrator.ensure()
    assert administrator.ran == list(MANAGERS[name])
    assert administrator.said == commands_with(name, browser)


@pytest.mark.parametrize("name", ADMINISTRATORS)
def test_so_does_one_that_asks_nobody_for_a_password(machine: Machine, name: str):
    machine.has_installer(name)
    machine.has("true")
    machine.has("sudo", 'shift; exec "$@"')
    browser = machine.ensure()
    assert f"sudo -n {MANAGERS[name][-1]}" in machine.ran
    assert machine.said == commands_with(name, browser)


def test_homebrew_needs_no_rights(machine: Machine):
    machine.has_installer("brew", of="google-chrome")
    assert machine.said == commands_with("brew", machine.ensure())
    assert machine.ran == list(MANAGERS["brew"])


@pytest.mark.parametrize("name", ADMINISTRATORS)
def test_playwright_downloads_a_browser_if_a_password_would_be_needed(machine: Machine, name: str):
    machine.has_installer(name)
    machine.has("sudo", "exit 1")
    machine.has_installer("playwright", of="own")
    browser = machine.ensure()
    assert machine.ran == ["sudo -n true", "playwright install chromium"]
    assert machine.said == commands_with("Playwright", browser)


def test_playwright_downloads_a_browser_without_a_package_manager(machine: Machine):
    machine.has_installer("playwright", of="own")
    assert machine.ensure() == str(machine.own)


def test_playwright_downloads_a_browser_and_says_why_if_the_package_manager_fails(administrator: Machine):
    administrator.has("apt-get", 'echo "E: no such package"; echo "    at line 7"; exit 100')
    administrator.has_installer("playwright", of="own")
    browser = administrator.ensure()
    first, *why, then, last = administrator.said
    assert [first, last] == commands_with("apt-get", browser)
    assert why == [f"{command}: E: no such package" for command in MANAGERS["apt-get"]]
    assert "Playwright" in then


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("apt-get", "sudo apt-get install --no-install-recommends chromium"),
        ("brew", "brew install --cask google-chrome"),
        ("", "playwright install chromium --with-deps"),
    ],
)
def test_one_line_says_what_to_type_if_all_fails(machine: Machine, name: str, text: str):
    for program in filter(None, ("playwright", name)):
        machine.has(program, "exit 1")
    with pytest.raises(Missing) as missing:
        machine.ensure()
    assert str(missing.value).endswith(f"Type: {text}")
    assert "\n" not in str(missing.value)
