"""Replays: whole games as offline HTML pages, with buttons, arrow keys and a list of moves."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from renderers import svg
from renderers.scene import Item, Scene
from renderers.themes import DARK, LIGHT
from renderers.written import changes, number_elements


@dataclass(frozen=True)
class Step:
    """A board, the move that led to it (empty for the start), and the board's description."""

    scene: Scene
    move: str
    words: str


@dataclass(frozen=True)
class Labels:
    """The texts of a page in the reader's language: its title, its language's code and its buttons."""

    title: str
    language: str
    first: str
    back: str
    forward: str
    last: str
    moves: str


def page(steps: Sequence[Step], labels: Labels) -> str:
    """Return the HTML page; boards, all of one size, share equal elements, so a game takes only kilobytes."""
    scene = steps[0].scene
    elements, boards = number_elements([[_element(item) for item in step.scene.items] for step in steps])
    everything = list(dict.fromkeys((*scene.paper, *(item for step in steps for item in step.scene.items))))
    paper = "".join((*svg.patterns(everything), *map(_element, scene.paper)))
    words, moves = [step.words for step in steps], [step.move for step in steps[1:]]
    return _PAGE.format(
        language=escape(labels.language),
        title=escape(labels.title),
        style=_STYLE + _themes(everything),
        size=f"0 0 {scene.width} {scene.height}",
        controls="".join(_controls(labels)),
        list_name=escape(labels.moves),
        packed=_compress([paper, elements, changes(boards), words, moves]),
        script=_SCRIPT,
    )


def _element(item: Item) -> str:
    return "".join(svg.lines(item))


def _themes(items: Iterable[Item]) -> str:
    dark = "".join(svg.colours(items, DARK))
    return "".join(svg.colours(items, LIGHT)) + f"@media (prefers-color-scheme: dark) {{ {dark} }}"


def _controls(labels: Labels) -> Iterator[str]:
    buttons = {"first": ("«", labels.first), "back": ("‹", labels.back)}
    buttons |= {"forward": ("›", labels.forward), "last": ("»", labels.last)}
    for name, (sign, label) in buttons.items():
        yield f'<button id="{name}" aria-label="{escape(label)}" title="{escape(label)}">{sign}</button>'


def _compress(value: object) -> str:
    """Return a value as compressed JSON (RFC 1950) in base64, about a fifth of its original size."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


_STYLE = """
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
body { margin: 0 auto; padding: .5rem; max-width: 60rem }
h1 { font-size: 1.1rem; margin: .3rem 0 }
svg { display: block; width: 100%; max-height: 75vh }
svg * { fill: none; stroke-linecap: round; stroke-linejoin: round; font-family: DejaVu Sans, sans-serif }
nav { display: flex; gap: .5rem; justify-content: center; margin: .5rem 0 }
nav button { min-width: 3.5rem; min-height: 2.75rem; font-size: 1.1rem }
ol { display: flex; flex-wrap: wrap; gap: .25rem .5rem; padding: 0; list-style-position: inside }
li { display: flex } li button { min-height: 2rem; font: inherit; font-size: .9rem }
[aria-current] { font-weight: bold; outline: 2px solid }
"""
_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{style}</style></head>
<body><h1>{title}</h1>
<svg viewBox="{size}" aria-hidden="true"><rect width="100%" height="100%" class="f-paper"/>
<g id="paper"/><g id="board"/></svg>
<nav>{controls}</nav><p id="words" role="status"></p>
<ol aria-label="{list_name}"></ol>
<script id="game" type="text/plain">{packed}</script><script type="module">{script}</script></body></html>
"""
_SCRIPT = """
const packed = Uint8Array.from(atob(document.getElementById("game").textContent), sign => sign.charCodeAt(0));
const unpacked = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")));
const [paper, elements, changes, words, played] = await unpacked.json();
const board = document.getElementById("board"), said = document.getElementById("words");
const moves = played.map(text => Object.assign(document.createElement("button"), {textContent: text}));
for (const move of moves) document.querySelector("ol").appendChild(document.createElement("li")).append(move);
const boards = [];
for (const change of changes) {
  const next = [...(boards.at(-1) ?? [])];
  for (const [place, gone, come] of change) next.splice(place, gone, ...come);
  boards.push(next);
}
document.getElementById("paper").innerHTML = paper;
let at = 0;
function show(number) {
  at = Math.max(0, Math.min(boards.length - 1, number));
  board.innerHTML = boards[at].map(index => elements[index]).join("");
  said.textContent = words[at];
  moves.forEach((move, index) => index === at - 1 ? move.setAttribute("aria-current", "step")
                                                  : move.removeAttribute("aria-current"));
}
const to = {first: () => 0, back: () => at - 1, forward: () => at + 1, last: () => boards.length - 1};
for (const [name, place] of Object.entries(to)) document.getElementById(name).onclick = () => show(place());
moves.forEach((move, index) => move.onclick = () => show(index + 1));
const keys = {ArrowLeft: to.back, ArrowRight: to.forward, Home: to.first, End: to.last};
addEventListener("keydown", event => {
  if (!keys[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(keys[event.key]());
});
show(boards.length - 1);
"""
