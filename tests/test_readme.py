"""The READMEs and docs keep their promises: what they say to type, press or open is there, in every language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.core.language.speech import ENGLISH, LANGUAGES, speech
from bot.features import COMMANDS as TABLE
from docs.options import BEGIN, END, table
from engines import GAMES
from engines.puzzles import replay
from tests.bot.scripted import incoming
from tests.readmes import CHANGELOG, COMMANDS, DOCS, DOCUMENTS, READMES, ROOT, anchors, blocks, links, prose_of, spans

TRANSLATED = [language for language in LANGUAGES if language != ENGLISH]
PAGES = pytest.mark.parametrize("pages", [READMES, COMMANDS], ids=["readme", "commands"])
MOST_USED = ("challenge", "hint", "rules", "undo", "games", "review", "puzzle", "help")
NEEDED = ("hint", "hint idea", "why", "board text", "moves", "draw", "resign", "abort", "record", "games", "help")
TAUGHT = ("README.md", "docs/commands.md", "docs/options.md", "docs/games.md", "docs/ladder.md", "docs/tournaments.md")
ELSEWHERE = {"newbot", "setprivacy", "learn/dots/2", "puzzle/6"}
"""Another bot's commands, and addresses of the page."""
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
)


def _spans_of(page: str) -> list[str]:
    return spans(prose_of(ROOT / page))


@PAGES
def test_a_page_for_players_is_there_in_every_language(pages: Mapping[str, Path]):
    assert set(pages) == set(LANGUAGES)


@PAGES
@pytest.mark.parametrize("language", TRANSLATED)
def test_typed_commands_are_the_same_in_every_language(pages: Mapping[str, Path], language: str):
    assert blocks(prose_of(pages[language])) == blocks(prose_of(pages["en"]))
    assert _typed_spans(prose_of(pages[language])) == _typed_spans(prose_of(pages["en"]))


@PAGES
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_leads_to_the_others(pages: Mapping[str, Path], language: str):
    top = prose_of(pages[language]).splitlines()[2]
    assert all(path.name in top for another, path in pages.items() if another != language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readme_leads_to_the_commands_in_its_language(language: str):
    assert f"docs/{COMMANDS[language].name}" in links(prose_of(READMES[language]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_of_the_readme_are_the_most_used(language: str):
    rows = re.findall(r"^\| `/(\w+)", prose_of(READMES[language]), re.MULTILINE)
    assert list(dict.fromkeys(rows)) == list(MOST_USED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_readme_tells_a_newcomer_what_they_need(language: str):
    assert [name for name in NEEDED if f"/{name}" not in spans(prose_of(COMMANDS[language]))] == []


def test_every_listed_command_of_the_bot_is_on_the_page_of_commands():
    named = {span[1:].split()[0] for span in spans(prose_of(COMMANDS["en"])) if span.startswith("/")}
    assert {command.name for command in TABLE.listed} - named == set()


def test_the_pages_for_players_name_no_command_that_the_bot_does_not_have():
    named = {span[1:].split()[0] for page in TAUGHT for span in _spans_of(page) if span.startswith("/")}
    assert named - set(TABLE.by_name) == ELSEWHERE


@pytest.mark.parametrize(
    "text", sorted({span for page in TAUGHT for span in _spans_of(page) if span.startswith("/challenge")})
)
def test_challenges_of_the_pages_are_read(text: str):
    assert TABLE.parse(incoming("ann", text))


def test_the_invitation_asks_for_the_permissions_that_are_named():
    [address] = [block for block in blocks(prose_of(READMES["en"])) if "oauth2" in block]
    request = parse_qs(urlsplit(address).query)
    assert request["permissions"] == [str(PERMISSIONS.value)]
    assert request["scope"] == ["bot applications.commands"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_pictures_lead_to_files_and_headings_that_are_there(path: Path):
    for link in links(path.read_text("utf-8")):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text("utf-8")), link


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path != CHANGELOG], ids=lambda path: path.name)
def test_programs_are_named_as_they_can_be_started(path: Path):
    text = path.read_text("utf-8")
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"(?:^|`)make (\w+)", text, re.MULTILINE)) <= set(targets)
    assert re.findall(r"(?<!\.venv/bin/)python3? -m (?!venv )\S+", text) == []
    assert [name for name in re.findall(r"\.venv/bin/python -m (\w+)", text) if not (ROOT / name).is_dir()] == []


def test_the_table_of_options_is_the_one_that_is_made_from_the_games():
    made = (DOCS / "options.md").read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    assert made == table(), "python -m docs.options writes it again"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_rules_with_a_picture(game: str):
    rules = (DOCS / "games.md").read_text("utf-8")
    section = rules.partition(f"## {speech(ENGLISH).say(f'game-{game}')}\n")[2].partition("\n## ")[0]
    assert f"pictures/rules-{game}.png" in links(section)
    assert f"/challenge bot {game}" in section


@pytest.mark.parametrize(
    ("game", "move"),
    [
        ("dots", "a2-b2"),
        ("dots", "a2-b2 c1-c2"),
        ("lgame", "c2-c4-d4 d1-a1"),
        ("tupik", "3-1"),
        ("digits", "c4"),
        ("curves", "i1-k6"),
        ("curves", "i1-k6 via j3"),
        ("curves", "pass"),
    ],
)
def test_a_move_of_the_rules_can_be_played_on_its_picture(game: str, move: str):
    assert f"`{move}`" in (DOCS / "games.md").read_text("utf-8")
    example = GAMES[game].teaching.lessons[0]
    before, _ = replay(GAMES[game], example.settings, example.messages)
    after, _ = replay(GAMES[game], example.settings, [*example.messages, move])
    assert after != before


def _typed_spans(text: str) -> set[str]:
    """Return the spans that a person types into a chat."""
    return {span for span in spans(text) if span.startswith("/") or re.fullmatch(r"[a-z]\d-[a-z]\d", span)}
