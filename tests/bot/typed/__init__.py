"""What people type, with the answer expected: a corpus for each language, and how an answer is told.

`# SITUATION` begins a situation: a game with `OPTIONS: MOVES`, `reply` and a game (a reply to its board in a group),
`puzzle NUMBER` or `lesson GAME STEP` (perhaps `during` a game), or `nothing`. Then come lines `TYPED = ANSWER`, where
`>>` separates texts that are typed one after another. An answer `plays` a move, `solves` a step, `asks` whether moves
are meant, as buttons, or asks `where` one is meant; it `leads` to a command by a button, only `says` something, or is
`silent`. A line may allow for several answers, separated by `|`: a `move` is played or asked about, and what `helps` is
any answer but a move or silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from tests.bot.scripted import Stage, person

_SAYS, _SILENT, _HELPS = "says", "silent", "helps"
LISTS = ("", "2", "3")
"""The names of each language's lists: each later one was written after the reader, to measure it."""
_MOVE = "move "
_MOST = 1000
_CODE = re.compile(r"^[A-Z]{6}@[0-9]+ ")
_EXERCISES = ("/puzzle ", "/daily ", "/learn ")


@dataclass(frozen=True)
class Typed:
    """Texts typed in a situation, and the answer expected to the last."""

    situation: str
    texts: tuple[str, ...]
    answer: str


@dataclass(frozen=True)
class Answered:
    """A line of the corpus with the answer that came."""

    typed: Typed
    came: str

    @property
    def is_expected(self) -> bool:
        return any(self._is(answer) for answer in self.typed.answer.split(" | "))

    def _is(self, answer: str) -> bool:
        if answer == _HELPS:
            return self.came.partition(" ")[0] not in ("plays", "solves", _SILENT)
        if answer.startswith(_MOVE):
            return any(self._is(answer.replace(_MOVE, how, 1)) for how in ("plays ", "asks "))
        return f"{self.came} ".startswith(f"{answer} ")

    @property
    def is_helped(self) -> bool:
        """Whether the move or the help came, or silence where people talk; a no needs no more than words."""
        return self.is_expected and (self.came != _SAYS or len(self.typed.texts) > 1)

    @property
    def is_wrong_move(self) -> bool:
        return self.came.startswith(("plays", "solves")) and not self.is_expected


async def answers(store: Store, language: str, name: str = "") -> Sequence[Answered]:
    """What comes on every line of a language; a situation is made anew only after it has changed."""
    answered, scene = [], None
    for number, typed in enumerate(corpus(language, name)):
        if scene is None or scene.is_used or scene.situation != typed.situation:
            seed = _MOST * (len(LISTS) * LANGUAGES.index(language) + LISTS.index(name)) + number
            scene = await _begin(
                Stage(store, seed=seed), typed.situation, f"{language}{number}{'abc'[LISTS.index(name)]}", language
            )
        answered.append(Answered(typed, await scene.type_all(typed.texts)))
    return answered


def corpus(language: str, name: str = "") -> Iterator[Typed]:
    """The lines of a language, of its first list or of another."""
    situation = ""
    for line in Path(__file__).with_name(f"{language}{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            situation = line[2:]
        elif line:
            text, _, answer = line.rpartition(" = ")
            yield Typed(situation, tuple(text.split(" >> ")), answer)


@dataclass
class _Scene:
    """A chat in a situation, with Ann, who types there."""

    stage: Stage
    situation: str
    ann: str
    chat: Chat
    sends: dict[str, object]
    is_used: bool = False

    async def type_all(self, texts: Sequence[str]) -> str:
        for text in texts[:-1]:
            await self.stage.type(self.ann, text, self.chat, **self.sends)
        boards, exercise = len(self.stage.adapter.shown), await self._exercise()
        messages = await self.stage.type(self.ann, texts[-1], self.chat, **self.sends)
        has_solved = await self._exercise() != exercise
        is_shown = len(self.stage.adapter.shown) > boards
        self.is_used = is_shown or has_solved or len(texts) > 1
        if is_shown:
            return f"plays {_last_move(self.stage.board)}"
        return "solves" if has_solved else _offer_of_buttons(messages)

    async def _exercise(self) -> object:
        """What is open, without the instant when it was shown."""
        stored = (await self.stage.store.people.data_of(person(self.ann).key)).get("exercise", [""])[0]
        return stored.rpartition(",")[0]


async def _begin(stage: Stage, situation: str, here: str, language: str) -> _Scene:
    kind, _, rest = situation.partition(" ")
    chat = Chat("stage", here, direct=kind != "reply")
    scene = _Scene(stage, situation, f"ann{here}.{language}", chat, {"alone": True, "in_private": True})
    if kind in ("puzzle", "lesson"):
        exercise, _, game = rest.partition(" during ")
        if game:
            await _play(scene, game, here, language)
        stage.time += 60
        await stage.type(scene.ann, f"/{kind.replace('lesson', 'learn')} {exercise}", chat, in_private=True)
    elif kind == "reply":
        await _play(scene, rest, here, language)
        scene.sends = {"replies_to": stage.adapter.shown[-1][0]}
    elif kind != "nothing":
        await _play(scene, situation, here, language)
    return scene


async def _play(scene: _Scene, game: str, here: str, language: str) -> None:
    """Begin a game between Ann and Bob, with these moves."""
    options, _, moves = game.partition(":")
    bob, stage = f"bob{here}.{language}", scene.stage
    await stage.type(scene.ann, f"/challenge @bob{here} {options}", scene.chat)
    await stage.type(bob, stage.adapter.shown[-1][2].buttons[0][0].types, scene.chat)
    for ply, move in enumerate(moves.split()):
        await stage.type((scene.ann, bob)[ply % 2], f"/move {move}", scene.chat)


def _last_move(board: Message) -> str:
    return board.text.splitlines()[1].partition(": ")[2].rstrip(".")


def _offer_of_buttons(messages: tuple[Message, ...]) -> str:
    """Return what the buttons under an answer type."""
    types = [button.types for message in messages for row in message.buttons for button in row]
    in_game = [_CODE.sub("", text.removeprefix("/move ")) for text in types if text.startswith("/move ")]
    in_exercise = [text for text in types if text.startswith(_EXERCISES) and any(c.isdigit() for c in text.split()[-1])]
    answers = [text.split(" ", 2 + text.startswith("/learn"))[-1] for text in in_exercise if text.count(" ") > 1]
    answers = [text for text in answers if not text.startswith(("show", "next"))]
    if in_game and answers:
        return f"where {in_game[0]}"
    if in_game or answers:
        return f"asks {' '.join(in_game or answers)}"
    if not types:
        return _SAYS if messages else _SILENT
    return f"leads {types[0].split()[0][1:]}"
