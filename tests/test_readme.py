"""The READMEs and docs keep their promises: what they say to type, press or open is there, in every language."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.core.commands import BY_NAME
from bot.core.commands.parsing import parse
from docs.options import BEGIN, END, table
from tests.bot.scripted import incoming
from tests.readmes import DOCUMENTS, READMES, ROOT, blocks, links, said, spans

TRANSLATED = [language for language in READMES if language != "en"]
NEEDED = ("hint", "hint idea", "why", "board text", "moves", "draw", "resign", "abort", "record", "games", "help")
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
)


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_typed_is_the_same_in_every_language(language: str):
    assert blocks(said(language)) == blocks(said("en"))
    assert _typed(said(language)) == _typed(said("en"))


@pytest.mark.parametrize("language", READMES)
def test_every_readme_leads_to_the_others(language: str):
    top = said(language).splitlines()[2]
    assert all(path.name in top for other, path in READMES.items() if other != language)


@pytest.mark.parametrize("language", READMES)
def test_what_a_newcomer_needs_is_told(language: str):
    assert [name for name in NEEDED if f"/{name}" not in spans(said(language))] == []


@pytest.mark.parametrize("text", sorted(span for span in set(spans(said("en"))) if span.startswith("/challenge")))
def test_challenges_of_the_readme_are_read(text: str):
    assert parse(incoming("ann", text))


def test_commands_of_the_readme_are_those_of_the_bot():
    named = {span[1:].split()[0] for span in spans(said("en")) if span.startswith("/")}
    assert named - set(BY_NAME) == {"newbot", "setprivacy", "setinline"}


def test_the_invitation_asks_for_the_permissions_that_are_named():
    [address] = [block for block in blocks(said("en")) if "oauth2" in block]
    asked = parse_qs(urlsplit(address).query)
    assert asked["permissions"] == [str(PERMISSIONS.value)]
    assert asked["scope"] == ["bot applications.commands"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_pictures_lead_to_files_that_are_there(path: Path):
    assert [link for link in links(path.read_text("utf-8")) if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_programs_are_named_as_they_can_be_started(path: Path):
    text = path.read_text("utf-8")
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"(?:^|`)make (\w+)", text, re.MULTILINE)) <= set(targets)
    assert re.findall(r"(?<!\.venv/bin/)python3? -m (?!venv )\S+", text) == []
    assert [name for name in re.findall(r"\.venv/bin/python -m (\w+)", text) if not (ROOT / name).is_dir()] == []


def test_the_table_of_options_is_the_one_that_is_made_from_the_games():
    made = READMES["en"].read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    assert made == table(), "python -m docs.options writes it anew"


def _typed(text: str) -> set[str]:
    """The spans that one types into a chat."""
    return {span for span in spans(text) if span.startswith("/") or re.fullmatch(r"[a-z]\d-[a-z]\d", span)}
