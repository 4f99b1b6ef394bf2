"""Files with one importer, and edges between packages."""

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
    "bot.adapter": frozenset({"bot.core.view.boards"}),
}


def test_a_file_with_one_importer_is_listed_and_a_package_does_not_count_as_importer():
    assert with_one_importer(IMPORTS) == ["bot.core.view.boards"]


def test_child_packages_are_the_files_and_folders_of_a_package():
    assert child_packages(IMPORTS, "bot.core") == {"router", "view", "people"}


def test_edges_join_children_of_the_same_package_only():
    assert package_edges(IMPORTS, "bot.core") == {("router", "view"), ("router", "people"), ("view", "people")}
