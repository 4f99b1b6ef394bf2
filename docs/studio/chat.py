"""A chat as an HTML page in the look of one platform, with the newest message at the bottom."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

LOOKS = Path(__file__).parent / "looks"
FONTS = Path(__file__).parents[2] / "renderers" / "fonts"


@dataclass(frozen=True)
class Bubble:
    """A message: its author, text, PNG picture and rows of button labels.

    `mine`: sent by the owner of the screen. `above`: the message it replies to. `below`: a note under it. `badge`:
    shown beside the name. `heading` and `small` print stand before and after the text; a `frame` has the colour of the
    player to move. `leads`: the labels of coloured buttons; `menus`: the placeholders of menus above the buttons.
    """

    author: str
    text: str
    picture: bytes = b""
    rows: tuple[tuple[str, ...], ...] = ()
    mine: bool = False
    above: str = ""
    below: str = ""
    badge: str = ""
    heading: str = ""
    small: str = ""
    frame: str = ""
    leads: tuple[str, ...] = ()
    menus: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chat:
    """The content of one screen; `look` is the name of a style in `looks`."""

    look: str
    title: str
    subtitle: str
    write: str
    bubbles: tuple[Bubble, ...] = field(default=())


def html(chat: Chat) -> str:
    """Return the whole page, self-contained."""
    style = "".join(_font(*each) for each in (("DejaVuSans.ttf", 400), ("DejaVuSans-Bold.ttf", 700)))
    style += (LOOKS / "chat.css").read_text("utf-8") + (LOOKS / f"{chat.look}.css").read_text("utf-8")
    bubbles = "".join(map(_bubble, chat.bubbles))
    return (
        f"<!doctype html><meta charset=utf-8><style>{style}</style><main>"
        f"<header><i>{escape(chat.title[:1])}</i><div><b>{escape(chat.title)}</b><small>{escape(chat.subtitle)}</small>"
        f"</div></header><section>{bubbles}</section><footer>{escape(chat.write)}</footer></main>"
    )


def _bubble(bubble: Bubble) -> str:
    parts = [f"<b>{escape(bubble.author)}</b>"]
    if bubble.badge:
        parts.append(f"<em>{escape(bubble.badge)}</em>")
    if bubble.heading:
        parts.append(f"<h4>{escape(bubble.heading)}</h4>")
    if bubble.picture:
        parts.append(f'<img src="data:image/png;base64,{b64encode(bubble.picture).decode()}">')
    if bubble.text:
        parts.append(f"<p>{escape(bubble.text)}</p>")
    if bubble.small:
        parts.append(f"<small class=print>{escape(bubble.small)}</small>")
    menus = "".join(
        f"<div><button class=menu>{escape(asks)}<span>\N{BLACK DOWN-POINTING SMALL TRIANGLE}</span></button></div>"
        for asks in bubble.menus
    )
    rows = menus + "".join(
        f"<div>{''.join(_button(each, each in bubble.leads) for each in row)}</div>" for row in bubble.rows
    )
    frame = f' style="border-left: 4px solid {bubble.frame}"' if bubble.frame else ""
    above = f"<small class=above>{escape(bubble.above)}</small>" if bubble.above else ""
    below = f"<small class=below>{escape(bubble.below)}</small>" if bubble.below else ""
    side = "mine" if bubble.mine else "theirs"
    return (
        f'<article class="{side}"><i>{escape(bubble.author[:1])}</i><div>{above}'
        f"<div class=body{frame}>{''.join(parts)}</div><nav>{rows}</nav>{below}</div></article>"
    )


def _button(label: str, leads: bool) -> str:
    return f"<button{' class=leads' if leads else ''}>{escape(label)}</button>"


def _font(file: str, weight: int) -> str:
    letters = b64encode((FONTS / file).read_bytes()).decode()
    return f"@font-face{{font-family:Own;font-weight:{weight};src:url(data:font/ttf;base64,{letters})}}"
