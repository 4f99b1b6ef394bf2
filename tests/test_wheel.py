"""The wheel is all that a machine needs besides the libraries: installed anywhere, it serves the page."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import aiohttp
import pytest

from bot.settings import Settings
from tests.bot.processes import PATIENCE
from tests.image.playing import play
from tests.readmes import ROOT

PACKAGES = ("bot", "engines", "renderers")
METADATA = ("pyproject.toml", "README.md", "LICENSE")
_ASSET = re.compile(r'"(/page/[^"]+\.\w+)"')


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, for a build leaves files beside the sources that would be in the next wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    sources = folder / "sources"
    for name in PACKAGES:
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in METADATA:
        shutil.copy(ROOT / name, sources)
    build = f"from setuptools.build_meta import build_wheel; print(build_wheel({str(folder)!r}))"
    build_run = subprocess.run([sys.executable, "-c", build], cwd=sources, check=True, capture_output=True, text=True)
    return folder / build_run.stdout.split()[-1]


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """The command of a venv that has the wheel, and sees the libraries of this one but not its editable install."""
    home = tmp_path / "venv"
    venv.create(home)
    places = {"base": str(home), "platbase": str(home)}
    [packages] = {sysconfig.get_path(name, "venv", places) for name in ("purelib", "platlib")}
    (Path(packages) / "libraries.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    command = Path(sysconfig.get_path("scripts", "venv", places))
    _pip("--python", str(command / "python"), "install", "--no-deps", "--no-index", "--no-compile", str(wheel))
    return command / "tetradka"


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path):
    assert set(_sources()) - set(ZipFile(wheel).namelist()) == set()


async def test_a_wheel_in_an_empty_venv_serves_the_page(installed: Path, tmp_path: Path):
    empty = tmp_path / "empty"
    empty.mkdir()
    ours = {name.upper() for name in Settings.model_fields} | {"PYTHONPATH"}
    environment = {name: value for name, value in os.environ.items() if name not in ours}
    environment |= {"DATA_DIR": str(tmp_path / "data"), "WEB_PORT": "0", "THINK": "worker"}  # else it compiles
    process = await asyncio.create_subprocess_exec(installed, env=environment, cwd=empty, stdout=subprocess.PIPE)
    try:
        assert process.stdout
        address = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).split()[-1].decode()
        served = {path.rpartition("/")[2] for path in await _served_files(address)}
        assert {"paper.css", "words.js", "catalogue.js"} <= served
        assert "a1-a2" in await play(address)
    finally:
        process.kill()
        await process.wait()


async def _served_files(address: str) -> set[str]:
    """The page and all files that lead on from it, each of which must be there."""
    visit_set: set[str] = set()
    ahead = {"/"}
    async with aiohttp.ClientSession(address) as browser:
        while ahead:
            visit_set |= ahead
            texts = [await _text(browser, path) for path in ahead]
            ahead = {path for text in texts for path in _ASSET.findall(text)} - visit_set
    return visit_set


async def _text(browser: aiohttp.ClientSession, path: str) -> str:
    async with browser.get(path) as answer:
        assert answer.status == 200, path
        return await answer.text()


def _sources() -> Iterator[str]:
    for name in PACKAGES:
        for path in (ROOT / name).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT).as_posix()


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet", *arguments]
    subprocess.run(command, check=True, capture_output=True)
