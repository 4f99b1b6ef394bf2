"""`make image`: builds the image, starts it, waits for its health check, plays a move on its page, says its size."""

from __future__ import annotations

import asyncio
import os
import platform
import re
import sys
import time
from functools import partial
from pathlib import Path

from tests.bot.store.servers import free_port
from tests.image import base, engines
from tests.image.engines import Engine, Inside
from tests.image.playing import PATIENCE, play

IMAGE = "localhost/tetradka"
_ROOT = Path(__file__).parent.parent.parent
_ARCHITECTURES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
_say = partial(print, flush=True)


def main() -> None:
    """Uses the base image that `BASE` names, else the Dockerfile's own, else one made here; ends with what is wrong."""
    engine = engines.find_engine()
    if engine is None:
        sys.exit("An image needs Docker, Podman or Buildah, and none of them works here")
    chosen = _base(engine)
    _say(f"Building {IMAGE} on {chosen} with {engine.name}")
    engine.build(_ROOT, IMAGE, {"BASE": chosen, "TARGETARCH": _ARCHITECTURES[platform.machine().lower()]})
    _say(f"The board after a move: {_try_image(engine)}")
    whole, below = engine.size(IMAGE), engine.size(chosen)
    _say(f"{whole / 1e6:.0f} MB, {(whole - below) / 1e6:.0f} MB of them on top of {chosen}")


def _base(engine: Engine) -> str:
    named = os.environ.get("BASE") or _usual()
    if engine.has(named):
        return named
    if not engine.has(base.NAME):
        _say(f"{named} cannot be had here: making {base.NAME} of Debian's packages")
        base.make(engine)
    return base.NAME


def _usual() -> str:
    """The base that the Dockerfile names."""
    [named] = re.findall(r"^ARG BASE=(.+)$", (_ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    return str(named)


def _try_image(engine: Engine) -> str:
    port = free_port()
    settings = {"WEB_PORT": str(port), "HEALTH_PORT": str(free_port()), "WEB_OPEN": "yes"}
    with engine.running(IMAGE, port, settings) as inside:
        _wait_until_healthy(inside, engine.health_check(IMAGE))
        return asyncio.run(play(f"http://127.0.0.1:{port}"))


def _wait_until_healthy(inside: Inside, check: list[str]) -> None:
    """Raises `TimeoutError` if its own health check fails for too long."""
    start_time = time.monotonic()
    while not inside(check):
        if time.monotonic() - start_time > PATIENCE:
            raise TimeoutError(f"the container is not healthy within {PATIENCE:.0f} s")
        time.sleep(0.5)


if __name__ == "__main__":
    main()
