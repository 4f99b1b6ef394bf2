"""Files that have one importer, and the arrows between rooms."""

from __future__ import annotations

from benchmarks.house.imports import child_packages, package_edges, with_one_importer

IMPORTS = {
    "bot": frozenset({"bot.core.router"}),
    "bot.core": frozenset[str](),
    "bot.core.router": frozenset({"bot.core.view.words", "bot.core.people"}),
    "bot.core.view": frozenset[str](),
    "bot.core.view.words": frozenset({"bot.core.people"}),
    "bot.core.view.boards": frozenset({"bot.core.view.words"}),
    "bot.core.people": frozenset[str](),
    "bot.door": frozenset({"bot.core.view.boards"}),
}


def test_a_file_with_one_importer_is_told_and_a_package_is_no_importer():
    assert with_one_importer(IMPORTS) == ["bot.core.view.boards"]


def test_rooms_are_files_and_folders_beside_one_another():
    assert child_packages(IMPORTS, "bot.core") == {"router", "view", "people"}


def test_arrows_join_rooms_of_one_floor_only():
    assert package_edges(IMPORTS, "bot.core") == {("router", "view"), ("router", "people"), ("view", "people")}
