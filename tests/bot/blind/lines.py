"""A reader of curves who knows nothing but texts: how many tries a legal line takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from bot.core.commands.playing import in_notation
from bot.core.language.speech import speech
from bot.core.ports.store import Store
from engines import GAMES
from engines.curves.rules import Position
from engines.game import Seat, advance
from tests.bot.blind.hearing import hear
from tests.bot.scripted import Stage

SHEET = {"size": "10x8", "points": "12"}


@dataclass
class Drawn:
    """The tries that each line took, and the turns at which the text named none though there was one."""

    tries: list[int] = field(default_factory=list)
    unnamed: int = 0


@dataclass
class Reading:
    """A game of two such readers; `position` is what they do not see."""

    stage: Stage
    language: str
    code: str
    position: Position
    chance: Random

    @property
    def who(self) -> str:
        """Who is on turn, reading a language."""
        return f"{'ann' if self.position.turn is Seat.FIRST else 'bob'}.{self.language}"

    async def types(self, move: str) -> bool:
        """Whether a move is played."""
        if await self.stage.type(self.who, f"/move {self.code} {move}") != ():
            return False
        self.position, _ = advance(self.position, self.position.read(in_notation(move)))
        return True

    async def name_lines(self) -> list[str]:
        """The lines that the text of the board names; or, once in two, those that the text of one end names."""
        lines = await self._lines("text", "lines-that-fit")
        if not lines or self.chance.random() < 0.5:
            return lines
        return await self._lines(self.chance.choice(lines).partition("-")[0], "point-reaches")

    async def _lines(self, of: str, code: str) -> list[str]:
        [answer] = await self.stage.type(
            self.who, f"/board {self.code} {of}" if of != "text" else f"/board text {self.code}"
        )
        message = hear(answer.text, self.language).first(code)
        return message.fields["curves"].split(", ") if message else []


async def whole_game(store: Store, language: str, seed: int, settings: Mapping[str, str] = SHEET) -> Drawn:
    """Points are marked by chance; then each draws a line of those that the texts name, or passes if they name none."""
    reading, drawn_sides = await _begin_reading(store, language, seed, settings), Drawn()
    while reading.position.is_marking:
        await reading.types(str(reading.chance.choice(list(reading.position.moves()))))
    while reading.position.outcome is None:
        named = await reading.name_lines()
        for number, line in enumerate(reading.chance.sample(named, len(named)), 1):
            if await reading.types(line):
                drawn_sides.tries.append(number)
                break
        else:
            drawn_sides.unnamed += reading.position.remaining_line is not None
            await reading.types(speech(language).say("move-pass"))
    return drawn_sides


async def _begin_reading(store: Store, language: str, seed: int, settings: Mapping[str, str]) -> Reading:
    stage = Stage(store, seed=seed)
    await stage.type(f"ann.{language}", f"/language {language} chat")
    options = " ".join(f"{key}={value}" for key, value in settings.items())
    await stage.type(f"ann.{language}", f"/challenge @bob curves {options}")
    code = stage.board.text.split(" · ")[1][:6]
    await stage.type(f"bob.{language}", f"/accept {code}")
    return Reading(stage, language, code, GAMES["curves"].start(settings, 0), Random(seed))
