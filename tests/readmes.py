"""The READMEs, and what stands in them: blocks of code, spans, links, and what is promised of the first game."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
READMES = {"en": ROOT / "README.md"} | {path.stem.partition(".")[2]: path for path in sorted(ROOT.glob("README.*.md"))}
DOCUMENTS = [*READMES.values(), *sorted((ROOT / "docs").glob("*.md"))]

_BLOCK = re.compile(r"^ *```\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r'(?:\]\(|src=")([^)#"]+)(?:#[^)]*)?[)"]')
_MADE = re.compile(r"<!--.*-->", re.DOTALL)
_WINS_OF_TEN = re.compile(r"\b(\d+) \w+ \w+ 10\b")


def said(language: str) -> str:
    """A README without what is made for it between marks."""
    return _MADE.sub("", READMES[language].read_text("utf-8"))


def blocks(text: str) -> list[str]:
    """The blocks of code, without the remarks in them."""
    return [re.sub(r" +#.*", "", block).strip() for block in _BLOCK.findall(text)]


def spans(text: str) -> list[str]:
    return _SPAN.findall(text)


def links(text: str) -> list[str]:
    """Where links and pictures lead, but for those to other sites."""
    return [link for link in _LINK.findall(text) if "://" not in link]


def first_challenge(language: str) -> str:
    """What is to be typed for the first game."""
    return next(block for block in blocks(said(language)) if "/challenge" in block)


def promised_wins(language: str) -> int:
    """How many first games of ten the three rules win."""
    found = _WINS_OF_TEN.search(said(language))
    assert found, "the README says how often its rules win"
    return int(found[1])
