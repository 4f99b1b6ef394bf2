"""The READMEs and pages of docs, and what stands in them: blocks of code, spans, links, headings, promises."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def _translations(english: Path) -> Mapping[str, Path]:
    """Return a page and its translations by language."""
    others = sorted(english.parent.glob(f"{english.stem}.*.md"))
    return {"en": english} | {path.stem.partition(".")[2]: path for path in others}


READMES = _translations(ROOT / "README.md")
COMMANDS = _translations(DOCS / "commands.md")
CHANGELOG = ROOT / "CHANGELOG.md"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]

_BLOCK = re.compile(r"^ *```\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r'(?:\]\(|src=")([^)"]+)[)"]')
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_MADE = re.compile(r"<!--.*-->", re.DOTALL)
_WINS_OF_TEN = re.compile(r"\b(\d+) \w+ \w+ 10\b")


def prose_of(path: Path) -> str:
    """Return the text of a page without the parts that a program writes between marks."""
    return _MADE.sub("", path.read_text("utf-8"))


def blocks(text: str) -> list[str]:
    """Return the blocks of code, without the remarks in them."""
    return [re.sub(r" +#.*", "", block).strip() for block in _BLOCK.findall(text)]


def spans(text: str) -> list[str]:
    return _SPAN.findall(text)


def links(text: str) -> list[str]:
    """Return the targets of links and pictures, except those on other sites."""
    return [link for link in _LINK.findall(text) if "://" not in link]


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and most renderers make them."""
    return {re.sub(r"[^\w\- ]", "", title.casefold()).replace(" ", "-") for title in _HEADING.findall(text)}


def first_challenge(language: str) -> str:
    """Return the command that begins the first game."""
    return next(block for block in blocks(prose_of(READMES[language])) if "/challenge" in block)


def promised_wins(language: str) -> int:
    """Return how many first games of ten the README promises to win by its three rules."""
    match = _WINS_OF_TEN.search(prose_of(READMES[language]))
    assert match, "the README says how often its rules win"
    return int(match[1])
