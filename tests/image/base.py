"""A base image made of Debian's packages, where none can be fetched."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import tempfile
from pathlib import Path

from tests.image.engines import Engine, install

NAME = "localhost/tetradka-base"
_SUITE = "trixie"  # its Python is that of the Dockerfile's own base
_PACKAGES = "ca-certificates,python3,python3-venv"
_TRUSTED = "etc/ssl/certs/ca-certificates.crt"
_DOCKERFILE = "FROM scratch\nADD root.tar /\n"


def make(engine: Engine) -> None:
    """Makes it under `NAME`, with the certificates that this machine trusts; takes the rights of root."""
    if not shutil.which("debootstrap"):
        install("debootstrap")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        _run("debootstrap", "--variant=minbase", f"--include={_PACKAGES}", _SUITE, str(root))
        if trusted := ssl.get_default_verify_paths().cafile:
            shutil.copyfile(trusted, root / _TRUSTED)
            (root / "etc/pip.conf").write_text(f"[global]\ncert = /{_TRUSTED}\n", "utf-8")
        shutil.rmtree(root / "var/cache/apt")
        shutil.rmtree(root / "var/lib/apt/lists")
        context = Path(folder) / "context"
        context.mkdir()
        _run("tar", "--create", "--file", str(context / "root.tar"), "--directory", str(root), ".")
        (context / "Dockerfile").write_text(_DOCKERFILE, "utf-8")
        engine.build(context, NAME, {})


def _run(*command: str) -> None:
    subprocess.run(command, check=True)
