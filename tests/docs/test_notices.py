"""The third-party notices name everything that is shipped."""

from __future__ import annotations

import tomllib

from docs.notices import NOTICES, ROOT, locked_packages, notices


def test_the_page_is_generated_from_the_lock_file():
    assert NOTICES.read_text("utf-8") == notices(), "python -m docs.notices rebuilds it"


def test_every_locked_package_has_a_row():
    assert "python-telegram-bot" in locked_packages()
    assert [name for name in locked_packages() if f"| {name} | " not in NOTICES.read_text("utf-8")] == []


def test_every_family_of_fonts_is_named():
    families = {path.name[:5] for path in (ROOT / "renderers" / "fonts").glob("*.ttf")}
    assert families == {"DejaV", "Droid", "NotoS"}, "name the new fonts in the notices"


def test_the_wheel_carries_the_notices():
    files = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["license-files"]
    assert "docs/third-party-notices.md" in files
