"""A release: its version stands in one place, the changelog tells of it, and its declarations agree."""

from __future__ import annotations

import re
import tomllib

from tests.readmes import CHANGELOG, ROOT

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_changelog_lists_this_version_with_its_date():
    released = re.findall(r"^## (\S+) \(\d{4}-\d{2}-\d{2}\)$", CHANGELOG.read_text("utf-8"), re.MULTILINE)
    assert released[0] == DECLARED["project"]["version"]


def test_the_locks_hold_hashes_and_no_address():
    locks = sorted(ROOT.glob("requirements*.lock"))
    assert len(locks) == 4
    for lock in locks:
        text = lock.read_text("utf-8")
        assert "://" not in text
        assert text.count("==") <= text.count("--hash=sha256:")


def test_build_dependencies_are_locked_apart_from_runtime_ones():
    assert DECLARED["dependency-groups"]["build"] == DECLARED["build-system"]["requires"]
    assert "\nsetuptools==" not in (ROOT / "requirements.lock").read_text("utf-8")


def test_a_commit_is_checked_by_what_make_lint_runs():
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\nlint:")[2].partition("\n\n")[0]
    hooks = re.findall(r"entry: (.+)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert hooks == re.findall(r"^\t(.+)$", recipe.replace("$(BIN)", ".venv/bin"), re.MULTILINE)
