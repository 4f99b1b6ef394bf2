"""The board pinned beside the talk of one connection: whole the first time, then only what has changed; its touches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from bot.core.ports.touching import Touch, Touchable, Touching, Verdict
from bot.platforms.web.channel import Channel
from bot.platforms.web.frames import Json, Look, Replay, Table, Touched
from bot.platforms.web.history import ServedPicture
from bot.platforms.web.presence import Guest
from renderers.scene import Item, Scene
from renderers.svg import drawn, lines, patterns
from renderers.touch import Place

Cut = tuple[int, int, list[str]]
"""Where in a list of lines so many give way to others."""


class Pinned:
    """What one connection has been shown of boards."""

    def __init__(self, channel: Channel, guest: Guest, touching: Touching) -> None:
        self._channel = channel
        self._guest = guest
        self._touching = touching
        self._shown: list[str] = []
        self._places: list[list[object]] = []

    async def look(self, look: Look) -> Json:
        """The board of a message as it is now: its lines as cuts in those shown before, and where it can be touched."""
        entry = self._channel.history.get(look.message)
        pictures = entry.pictures if entry and entry.is_for(self._guest.person) else ()
        if not pictures:
            return {"kind": "board", "message": look.message, "gone": True}
        picture = pictures[0]
        board: Json = {"kind": "board", "message": look.message, "picture": picture.id}
        return board | self._drawn(picture.scene) | self._touched(picture, await self._touchable(picture))

    async def replay(self, replay: Replay) -> Json:
        """An earlier board of a game, as cuts too, and what it shows in words."""
        past = await self._touching.past(self._channel.chat, replay.of, replay.turn, self._guest.language)
        told: Json = {"kind": "past", "of": replay.of, "turn": replay.turn}
        return told | (self._drawn(past.scene) | {"said": past.said} if past else {"gone": True})

    async def table(self, table: Table) -> Json:
        """What is at each place of a board."""
        told = await self._touching.table(self._channel.chat, table.of, self._guest.language)
        return {"kind": "table", "of": table.of, "told": told or ()}

    def _drawn(self, scene: Scene) -> Json:
        before, self._shown = self._shown, list(drawn(scene))
        size = scene.width, scene.height
        return {"whole": not before, "size": size, "cuts": list(cuts(before, self._shown))}

    async def touch(self, touch: Touched) -> Json:
        """What would become of a move in the making; of a position that is gone only the number."""
        asked = Touch(touch.of, touch.text, touch.taps, touch.about, touch.at)
        verdict = await self._touching.judge(self._channel.chat, asked, self._guest.language)
        return {"kind": "touched", "number": touch.number} | (_told(verdict) if verdict else {"gone": True})

    async def _touchable(self, picture: ServedPicture) -> Touchable | None:
        if not picture.of:
            return None
        return await self._touching.board(self._channel.chat, self._guest.person, picture.of, self._guest.language)

    def _touched(self, picture: ServedPicture, board: Touchable | None) -> Json:
        """Places are told when they are others than before."""
        if board is None:
            return {"of": ""}
        before, self._places = self._places, [_place(place) for place in board.places]
        told: Json = {"of": picture.of, "mine": board.mine, "called": board.called, "words": board.words}
        told |= {"players": board.players, "turns": board.turns, "planned": _ghost(board.planned)}
        return told if self._places == before else told | {"places": self._places}


def cuts(before: Sequence[str], after: Sequence[str]) -> Iterator[Cut]:
    """What makes the lines before those after, to be done from the last to the first."""
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for kind, start, end, begin, stop in reversed(changes):
        if kind != "equal":
            yield start, end - start, list(after[begin:stop])


def _place(place: Place) -> list[object]:
    return [place.name, *(round(value, 1) for end in place.ends for value in end)]


def _told(verdict: Verdict) -> Json:
    return {
        "text": verdict.text,
        "fit": verdict.fit,
        "said": verdict.said,
        "told": verdict.told,
        "handle": verdict.handle,
        "instead": verdict.instead,
        "ghost": _ghost(verdict.ghost),
    }


def _ghost(items: Sequence[Item]) -> list[str]:
    return [*patterns(items), *(line for item in items for line in lines(item))]
