"""A release: its version stands in one place, and the changelog tells of it."""

from __future__ import annotations

import re
import tomllib

from tests.readmes import ROOT


def test_the_changelog_tells_of_this_version_with_its_date():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    told = re.findall(r"^## (\S+) \(\d{4}-\d{2}-\d{2}\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert told[0] == declared
