"""How a browser comes to a machine that has none, without a question to anybody."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

from tests.browser.finding import find

Command = tuple[str, ...]
Say = Callable[[str], object]

MANAGERS = {
    "apt-get": ("apt-get update", "apt-get install --yes --no-install-recommends chromium"),
    "dnf": ("dnf install --assumeyes chromium",),
    "pacman": ("pacman -S --noconfirm chromium",),
    "zypper": ("zypper --non-interactive install chromium",),
    "brew": ("brew install --cask google-chrome",),
}
FOR_EVERYBODY = ("brew",)
"""Managers that need no rights, and want none."""

DOWNLOAD = (sys.executable, "-m", "playwright", "install", "--no-shell", "chromium")


class Missing(Exception):
    """There is no browser and none could be installed; the text says in one line what to type."""


def ensure(download: Callable[[], str], say: Say) -> str:
    """The path of a browser, which is installed if there is none; raises `Missing`. `say` is told what is done."""
    browser = find(download) or _install(download, say)
    if browser is None:
        raise Missing(f"The page cannot be tried: no browser, and none could be installed. Type: {_to_type()}")
    say(f"The page is tried in {browser}")
    return browser


def _install(download: Callable[[], str], say: Say) -> str | None:
    for name, commands in _ways():
        say(f"No browser to try the page in: installing one with {name}")
        for command in commands:
            _run(command, say)
        if browser := find(download):
            return browser
    return None


def _ways() -> Iterator[tuple[str, list[Command]]]:
    """The managers that ask nothing, then Playwright: the name and the commands of each."""
    for name in filter(shutil.which, MANAGERS):
        rights: Command | None = () if name in FOR_EVERYBODY else _rights()
        if rights is not None:
            yield name, [(*rights, *command.split()) for command in MANAGERS[name]]
    yield "Playwright", [DOWNLOAD]


def _rights() -> Command | None:
    """What is to be typed before a command of the administrator's, if that asks for no password."""
    if os.geteuid() == 0:
        return ()
    sudo = ("sudo", "-n")
    return sudo if shutil.which("sudo") and _quietly((*sudo, "true")).returncode == 0 else None


def _run(command: Command, say: Say) -> None:
    ended = _quietly(command)
    if ended.returncode:
        say(f"{shlex.join(command)}: {_trouble(ended.stdout)}")


def _trouble(output: str) -> str:
    """The last line that tells of an error, else the last one."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(?i)(E|error|fail\w*)\b.*:", line)]
    return ["it failed", *lines[-1:], *errors[-1:]][-1]


def _quietly(command: Command) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


def _to_type() -> str:
    """The last command of this machine's manager, else Playwright's with the libraries that its browser needs."""
    for name in filter(shutil.which, MANAGERS):
        sudo = "" if name in FOR_EVERYBODY or os.geteuid() == 0 else "sudo "
        return sudo + MANAGERS[name][-1].replace(" --yes", "")
    return shlex.join((*DOWNLOAD, "--with-deps"))
