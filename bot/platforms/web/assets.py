"""The page's files and its texts in all languages, under addresses with a content hash that browsers cache."""

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from aiohttp import web

from bot.core.language.speech import LANGUAGES, Speech, speech
from bot.features import COMMANDS
from engines import GAMES
from renderers.scene import Ink
from renderers.themes import DARK, LIGHT, Colour

PREFIX = "page-"
_COUNTS = 200
"""Number of counts to try; from 100 on, a language's plural forms repeat with each hundred."""

Word = str | dict[str, list[str] | list[int]]


@cache
def catalogue_module() -> str:
    """Return the module with `WORDS` and `COMMANDS`, the names of feature commands that have a button.

    Words go by language and code; each is a text, or plural `forms` and the form `of` each count.
    """
    words = {language: dict(_words(speech(language))) for language in LANGUAGES}
    commands = json.dumps([command.name for command in COMMANDS.commands if command.on_page])
    return f"export const WORDS = {json.dumps(words, ensure_ascii=False)};\nexport const COMMANDS = {commands};\n"


def all_languages(word: str) -> str:
    """Return a text of the page in every language, for a reader whose language is not yet known."""
    return " · ".join(speech(language).say(PREFIX + word) for language in LANGUAGES)


def _words(language: Speech) -> Iterator[tuple[str, Word]]:
    for code, has_forms in language.counted.items():
        if code.startswith(PREFIX):
            yield code.removeprefix(PREFIX), _forms(language, code) if has_forms else language.template(code)
    codes = (f"{kind}-{game}" for game in GAMES for kind in ("game", "pitch"))
    yield from ((code, language.template(code)) for code in codes)


def _forms(language: Speech, code: str) -> Word:
    texts = [language.template(code, count) for count in range(_COUNTS)]
    forms = list(dict.fromkeys(texts))
    return {"forms": forms, "of": [forms.index(text) for text in texts]}


PAGE = Path(__file__).parent / "page"
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
LASTING = {"Cache-Control": "private, max-age=31536000, immutable"}
BRIDGES = frozenset({"inside.css", "inside.js", "telegram.js", "discord.js"})
"""Files that only a page inside another platform loads."""
_INSIDE_LOOKS = '<link rel="stylesheet" href="/page/inside.css">\n  '
FRESH = {"Cache-Control": "no-cache"}


@dataclass(frozen=True)
class Asset:
    """A file of the page, also compressed, with the ETag for browsers that have it cached."""

    text: bytes
    compressed: bytes
    kind: str
    tag: str

    def answer(self, request: web.Request, headers: Mapping[str, str]) -> web.Response:
        """Return the file, compressed if the browser accepts that, or "not modified" if it has it cached."""
        headers = {**headers, "ETag": f'"{self.tag}"', "Vary": "Accept-Encoding"}
        if any(tag.value in (self.tag, "*") for tag in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            gzip_headers = {**headers, "Content-Encoding": "gzip"}
            return web.Response(body=self.compressed, content_type=self.kind, charset="utf-8", headers=gzip_headers)
        return web.Response(body=self.text, content_type=self.kind, charset="utf-8", headers=headers)


@cache
def files(inside: str = "", base: str = "") -> Mapping[str, Asset]:
    """Return all files by name; addresses in them contain this version and lie under `base`.

    Files for the page `inside` one platform are included only there.
    """
    unused_bridges = BRIDGES - ({"inside.css", "inside.js", f"{inside}.js"} if inside else set())
    sources = {name: text for name, text in _sources().items() if name not in unused_bridges}
    return {name: _asset(_add_addresses(text, base), KINDS[Path(name).suffix]) for name, text in sources.items()}


@cache
def index(inside: str = "", base: str = "") -> Asset:
    """Return the page itself, with preloads of all modules so that none is discovered late.

    `inside` a platform it begins with the bridge to that platform.
    """
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    if inside:
        page = page.replace("<html ", f'<html data-inside="{inside}" data-base="{base}" ')
        page = page.replace("/page/main.js", f"/page/{inside}.js").replace("{preloads}", f"{_INSIDE_LOOKS}{{preloads}}")
    modules = sorted(name for name in files(inside, base) if name.endswith(".js"))
    preloads = "\n  ".join(f'<link rel="modulepreload" href="/page/{name}">' for name in modules)
    page = page.replace("{no-script}", escape(all_languages("no-script"))).replace("{preloads}", preloads)
    return _asset(_add_addresses(page, base), "text/html")


@cache
def version() -> str:
    """Return a short hash of all files."""
    text = "\0".join(f"{name}\0{text}" for name, text in sorted(_sources().items()))
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


@cache
def _sources() -> Mapping[str, str]:
    read = {path.name: path.read_text(encoding="utf-8") for path in PAGE.iterdir() if path.suffix in KINDS}
    return read | {"catalogue.js": catalogue_module(), "inks.css": _inks()}


def _inks() -> str:
    """Return the style sheet of all drawings: properties for each ink in both themes, and the classes that use them."""
    colours = ((ink, _hex(day), _hex(DARK.colours[ink])) for ink, day in LIGHT.colours.items())
    inks = "".join(f"--ink-{ink}: light-dark({day}, {dark});\n" for ink, day, dark in colours)
    rules = (f".f-{ink} {{ fill: var(--ink-{ink}); }}\n.s-{ink} {{ stroke: var(--ink-{ink}); }}" for ink in Ink)
    bearers = "\n".join(rules)
    return f":root {{\n{inks}}}\n{bearers}\n"


def _hex(colour: Colour) -> str:
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def _add_addresses(text: str, base: str) -> str:
    return text.replace('"/page/', f'"{base}/page/{version()}/')


def _asset(text: str, kind: str) -> Asset:
    content = text.encode()
    tag = hashlib.blake2b(content, digest_size=8).hexdigest()
    return Asset(content, gzip.compress(content, mtime=0), kind, tag)


STYLES = ("paper.css", "room.css")
"""Style sheets of the pages without scripts; they hold no secret."""


def bare_page(body: str) -> str:
    """Return a page without scripts."""
    styles = "".join(f'<link rel="stylesheet" href="/page/{style}">' for style in STYLES)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>Tetradka</title>{styles}<main class="door">{body}</main></html>'
    )
