"""Structure of the bot's code: the cost of reading it and of changing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from statistics import median

from benchmarks.figure import Figure
from benchmarks.house import dispatches, imports, services, shapes, wording
from benchmarks.house.feature_commits import feature_commits
from benchmarks.house.source import PRODUCT, Source, read
from benchmarks.house.way import way_of_a_move

_VALUES = {"Session": ("bot/core", 20), "Message": ("bot/core", 10), "Game": ("engines", 14)}


def figures() -> Iterator[Figure]:
    """Yield each figure, with details if it misses its target."""
    source = read()
    bot_source = source.under("bot")
    yield from _of_a_move()
    yield from _of_files(bot_source)
    yield from _of_features()
    yield from _of_classes(bot_source)
    yield from _of_values(source)
    yield from _of_words(source)


def _of_a_move() -> Iterator[Figure]:
    way = way_of_a_move()
    yield Figure("files that a /move enters", way.files(*PRODUCT), 45, "")
    yield Figure("  of them in bot", way.files("bot"), 45, "")
    yield Figure("functions that a /move enters", way.functions(*PRODUCT), 250, "")
    yield Figure("  of them in bot", way.functions("bot"), 250, "")
    yield Figure("store round trips of a /move", way.trips, 5, "")
    yield Figure("times that the text of a /move is parsed", way.times_read, 1, "")
    yield Figure("times that the text of a /move is played", way.times_played, 1, "")


def _of_files(bot: Source) -> Iterator[Figure]:
    module_imports = imports.imports_of("bot")
    yield Figure("files of bot", len(bot.files), 190, "")
    yield Figure("lines of bot", sum(len(file.text.splitlines()) for file in bot.files), 26_500, "")
    yield _count_figure("files of bot with one importer", imports.with_one_importer(module_imports), 30)
    yield Figure("packages of bot.core", len(imports.child_packages(module_imports, "bot.core")), 12, "")
    yield Figure("imports between packages of bot.core", len(imports.package_edges(module_imports, "bot.core")), 53, "")


def _of_features() -> Iterator[Figure]:
    commits = feature_commits()
    for each in commits:
        yield Figure(f"files of bot that {each.commit} touches: {each.title}", len(each.files), inf, "")
    file_counts = [len(each.files) for each in commits]
    yield Figure("  their median, of the newest commits that added a feature", median(file_counts or [0]), 6, "")


def _of_classes(bot: Source) -> Iterator[Figure]:
    core = services.services(bot, "bot/core")
    yield _count_figure("service classes in bot/core", [each.name for each in core], 15)
    yield _count_figure("classes of bot that might be a function", functions_in_disguise(bot), 0)
    yield _count_figure(
        "hand-written dispatches of a request", dispatches.dispatches(bot.under("bot/core"), "Request"), 0
    )
    yield _count_figure("isinstance tests for a protocol of the core", dispatches.isinstance_tests(bot, "bot/core"), 0)
    yield _count_figure("classes of the store derived from one another", shapes.derivations(bot, "bot/store"), 0)
    members, name = shapes.protocols(bot)[0]
    yield Figure(f"members of the largest protocol, {name}", members, 12, "")


def functions_in_disguise(bot: Source) -> list[str]:
    """Return the names of classes with one public method and no state."""
    return [each.name for each in services.services(bot, "bot") if services.might_be_a_function(bot, each)]


def _of_values(source: Source) -> Iterator[Figure]:
    for name, (folder, most) in _VALUES.items():
        yield Figure(f"fields of {name}", shapes.most_fields(source, folder, name), most, "")


def _of_words(source: Source) -> Iterator[Figure]:
    for folder in ("engines", "renderers", "bot/store", "bot"):
        yield _docstring_figure(f"public functions of {folder} with a docstring", source, source.under(folder))
    yield replace(_docstring_figure("public functions with a docstring", source, source), details=())
    vague = {file.path: wording.count(wording.VAGUE, [file]) for file in source.files}
    places = tuple(f"{path} ({count})" for path, count in vague.items() if count)
    yield Figure("somebody, nobody, whoever, anybody", sum(vague.values()), 29, "", details=places)
    missing = [term for term in wording.TERMS if not wording.count(wording.term(term), source.under("bot").files)]
    used_terms = len(wording.TERMS) - len(missing)
    yield Figure(
        "the field's terms that bot uses", used_terms, len(wording.TERMS), "", at_least=True, details=tuple(missing)
    )


def _docstring_figure(name: str, source: Source, part: Source) -> Figure:
    missing = ((file.path, wording.undocumented_functions(source, file)) for file in part.files)
    details = tuple(f"{path}: {', '.join(names)}" for path, names in missing if names)
    return Figure(name, wording.documented_share(source, part.files), 95, "%", at_least=True, details=details)


def _count_figure(name: str, items: Sequence[str], most: float) -> Figure:
    return Figure(name, len(items), most, "", details=tuple(items))
