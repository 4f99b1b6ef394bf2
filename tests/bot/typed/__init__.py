"""What people type in a game, with the answer expected: a corpus for each language, and how an answer is told.

`# GAME OPTIONS: MOVES` begins a game; then come lines `TYPED = ANSWER`. It `plays` a move, `asks` whether moves are
meant, as buttons, plays nothing and `leads` to a command by a button, or only `says` something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.core.game.people import Chat
from bot.core.language.speech import LANGUAGES
from bot.core.ports.platform import Message
from bot.core.ports.store import Store
from tests.bot.scripted import Stage

_SAYS = "says"
_MOST = 1000


@dataclass(frozen=True)
class Typed:
    """A text typed in a game that begins with these moves, and the answer expected."""

    game: str
    moves: tuple[str, ...]
    text: str
    answer: str


@dataclass(frozen=True)
class Answered:
    """A text of the corpus with the answer that came."""

    typed: Typed
    came: str

    @property
    def is_expected(self) -> bool:
        return f"{self.came} ".startswith(f"{self.typed.answer} ")

    @property
    def is_helped(self) -> bool:
        """Whether the move or the help came."""
        return self.came != _SAYS and self.is_expected

    @property
    def is_wrong_move(self) -> bool:
        return self.came.startswith("plays") and not self.is_expected


async def answers(store: Store, language: str) -> Sequence[Answered]:
    """What comes on every text of a language, each in a game of its own."""
    return [
        Answered(
            line, await _answer(Stage(store, seed=_MOST * LANGUAGES.index(language) + number), number, line, language)
        )
        for number, line in enumerate(_corpus(language))
    ]


def _corpus(language: str) -> Iterator[Typed]:
    game, moves = "", tuple[str, ...]()
    for line in Path(__file__).with_name(f"{language}.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            game, _, wording = line[2:].partition(":")
            moves = tuple(wording.split())
        else:
            text, _, answer = line.rpartition(" = ")
            yield Typed(game, moves, text, answer)


async def _answer(stage: Stage, number: int, text: Typed, language: str) -> str:
    here = f"{language}{number}"
    ann, bob, chat = f"ann{here}.{language}", f"bob{here}.{language}", Chat("stage", here, direct=True)
    await stage.type(ann, f"/challenge @bob{here} {text.game}", chat)
    challenge = stage.adapter.shown[-1][2]
    await stage.type(bob, challenge.buttons[0][0].types, chat)
    for ply, move in enumerate(text.moves):
        await stage.type((ann, bob)[ply % 2], f"/move {move}", chat)
    before = len(stage.adapter.shown)
    answers = await stage.type(ann, text.text, chat, alone=True)
    if len(stage.adapter.shown) > before:
        return f"plays {_last_move(stage.board)}"
    return _button_texts(answers)


def _last_move(board: Message) -> str:
    return board.text.splitlines()[1].partition(": ")[2].rstrip(".")


def _button_texts(reply: tuple[Message, ...]) -> str:
    """What the buttons under an answer type."""
    types = [button.types for message in reply for row in message.buttons for button in row]
    moves = [text.split(" ", 2)[2] for text in types if text.startswith("/move ")]
    if moves:
        return f"asks {' '.join(moves)}"
    if not types:
        return _SAYS
    return f"leads {types[0].split()[0][1:]}"
