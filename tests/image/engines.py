"""What builds and runs images on this machine: Docker, Podman, or Buildah, which needs neither daemon nor cgroups."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

Inside = Callable[[list[str]], bool]
"""Whether a command ends well inside a running container."""


class Engine(Protocol):
    """Builds images and runs them."""

    @property
    def name(self) -> str: ...

    def has(self, image: str) -> bool:
        """Whether an image is here, or can be fetched."""

    def build(self, folder: Path, image: str, arguments: Mapping[str, str]) -> None:
        """Builds the Dockerfile of a folder; raises `subprocess.CalledProcessError`."""

    def size(self, image: str) -> int:
        """Bytes of an image, its base included."""

    def health_check(self, image: str) -> list[str]:
        """The command that the image names."""

    def running(self, image: str, port: int, settings: Mapping[str, str]) -> AbstractContextManager[Inside]:
        """A container that serves at a port of this machine until it is left."""


def find_engine() -> Engine | None:
    """The first that works here, Buildah installed where nothing else is and that takes no password."""
    for name in ("docker", "podman"):
        if _works(name, "info"):
            return Daemon(name)
    if not shutil.which("buildah"):
        install("buildah")
    return Buildah() if _works("buildah", "info") else None


def install(*packages: str) -> None:
    """Installs packages of Debian's if they can be had without a question."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        _run("apt-get", "update", "--quiet")
        _run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *packages)


class Daemon:
    """Docker, or Podman, whose commands are the same."""

    def __init__(self, name: str) -> None:
        self.name = name

    def has(self, image: str) -> bool:
        return _works(self.name, "image", "inspect", image) or _works(self.name, "pull", image)

    def build(self, folder: Path, image: str, arguments: Mapping[str, str]) -> None:
        answer = ["--format", "docker"] if self.name == "podman" else []  # its other format has no health check
        _run(self.name, "build", *answer, *_options("--build-arg", arguments), "--tag", image, str(folder))

    def size(self, image: str) -> int:
        return int(self._inspect(image)["Size"])

    def health_check(self, image: str) -> list[str]:
        result = self._inspect(image)
        return _command(result.get("Healthcheck") or result["Config"]["Healthcheck"])

    @contextmanager
    def running(self, image: str, port: int, settings: Mapping[str, str]) -> Iterator[Inside]:
        publish = ["--publish", f"127.0.0.1:{port}:{port}"]
        container = _run_for_output(
            self.name, "run", "--detach", "--no-healthcheck", *publish, *_options("--env", settings), image
        )
        try:
            yield lambda command: _works(self.name, "exec", container, *command)
        finally:
            _works(self.name, "rm", "--force", "--volumes", container)

    def _inspect(self, image: str) -> dict[str, Any]:
        [findings] = json.loads(_run_for_output(self.name, "image", "inspect", image))
        return dict(findings)


class Buildah:
    """Runs what it has built in a change of root, on this machine's network."""

    name = "buildah"

    def has(self, image: str) -> bool:
        return _works("buildah", "inspect", "--type", "image", image) or _works("buildah", "pull", image)

    def build(self, folder: Path, image: str, arguments: Mapping[str, str]) -> None:
        answer = ["--isolation", "chroot", "--format", "docker", *_options("--build-arg", arguments)]
        _run("buildah", "build", *answer, "--tag", image, str(folder))

    def size(self, image: str) -> int:
        layers = json.loads(self._inspect(image)["Manifest"])["layers"]
        return sum(int(layer["size"]) for layer in layers)

    def health_check(self, image: str) -> list[str]:
        return _command(self._inspect(image)["Docker"]["config"]["Healthcheck"])

    @contextmanager
    def running(self, image: str, port: int, settings: Mapping[str, str]) -> Iterator[Inside]:
        container = _run_for_output("buildah", "from", image)
        inside = ["buildah", "run", "--isolation", "chroot", container, "--"]
        try:
            _run("buildah", "config", *_options("--env", settings), container)
            with subprocess.Popen([*inside, *self._inspect(image)["Docker"]["config"]["Cmd"]]) as serving:
                yield lambda command: _works(*inside, *command)
                serving.terminate()
        finally:
            _works("buildah", "rm", container)

    def _inspect(self, image: str) -> dict[str, Any]:
        return dict(json.loads(_run_for_output("buildah", "inspect", "--type", "image", image)))


def _options(name: str, values: Mapping[str, str]) -> list[str]:
    return [part for key, value in values.items() for part in (name, f"{key}={value}")]


def _command(check: Mapping[str, Any]) -> list[str]:
    kind, *command = check["Test"]
    assert kind == "CMD", kind
    return list(command)


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


def _run_for_output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def _works(*command: str) -> bool:
    return bool(shutil.which(command[0])) and subprocess.run(command, capture_output=True, check=False).returncode == 0
