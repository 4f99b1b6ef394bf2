"""Every reader of a text from outside with its limit, and hostile texts of any size for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import product

from pydantic import ValidationError

from bot.core.commands.playing import looks_like_a_move
from bot.core.commands.sentences import answers_within, wish_in
from bot.core.commands.table import LONGEST_TEXT
from bot.core.game.people import Chat, Person
from bot.core.language.invisible import LONGEST_NAME, tidy
from bot.core.ports.page import InvalidProofError
from bot.core.ports.platform import Incoming
from bot.features import COMMANDS
from bot.platforms.telegram.mini_app import parse_init_data
from bot.platforms.web import frames
from bot.platforms.web.admission import LONGEST_PROOF
from engines import GAMES, importing, record
from engines.console.console import LONGEST_LINE, Console
from engines.dots import verify
from engines.dots.foreign_notation import from_foreign
from engines.game import AnyGame
from engines.notation import LONGEST_TEXT as LONGEST_MOVE
from engines.refusals import Refusal
from engines.tupik.map.text import LONGEST_MAP

PIECES = (
    *" \t\n\0-=>.,:;#/'\"([{@+~_1aбé",
    "\u0301\u0327",
    "\ufdfa",
    "\u200d",
    "\ud800",
    "1 ",
    "a ",
    "a1 ",
    "a1-",
    "a1-a2 ",
    "1>2 ",
    "1>2,",
    "A>B ",
    "a=1 ",
    "a:1;",
    "[]",
    "{}",
    '{"a":',
    "0,",
    "[0],",
    '\\"',
    "##/",
    "1-",
    "@1,1",
    "h 1 1 ",
    "P1(h,0,0) ",
    "PB[",
    ";b[haa]",
    ";b[haa",
    "dots_and_boxes(",
    "num_rows=1 ",
    "action: 1\n",
    "size=5x5 ",
    "if a1-a2 then b1-b2; ",
    "<@1> ",
    "%5B",
    "&a=",
    "1d",
)
"""What a hostile text is made of, over and over again."""
_ENDS = ("", "!")


@dataclass(frozen=True)
class Reader:
    """A reader, its limit in characters, how its hostile texts begin, and what it raises for a text that is none.

    `spares`: how many characters more a text may have before it is refused for its length alone.
    """

    name: str
    read: Callable[[str], object]
    most: int
    begins: tuple[str, ...] = ("",)
    refusals: tuple[type[Exception], ...] = (Refusal,)

    def texts(self) -> Iterator[Callable[[int], str]]:
        """Yield each kind of hostile text, as what makes one of a size."""
        for begin, piece, end in product(self.begins, PIECES, _ENDS):
            yield partial(_text, begin, piece, end)

    def try_to_read(self, text: str) -> None:
        """Read a text, be it refused or not."""
        with suppress(*self.refusals):
            self.read(text)


def _text(begin: str, piece: str, end: str, size: int) -> str:
    """Return a text of that size that repeats a piece."""
    room = max(0, size - len(begin) - len(end))
    return begin + (piece * (room // len(piece) + 1))[:room] + end


def _import(text: str) -> object:
    return record.replay(importing.read(text))


def _record(text: str) -> object:
    return record.replay(record.read(text))


def _option(game: AnyGame, key: str, text: str) -> object:
    return game.start({key: text}, 0)


def _move(game: AnyGame, settings: Mapping[str, str], moves: Sequence[str], text: str) -> object:
    position = game.start(settings, 0)
    for move in moves:
        position = position.play(position.read(move))
    return position.read(text)


_PERSON = Person("web", "1", "Ann")
_CHAT = Chat("web", "1", direct=True)
_DOTS = GAMES["dots"].start({}, 0)
_NAMED_MAP = "Old_Town>B B>Old_Town,C C>D,B D>E E>C,F"


def _read_typed_text(text: str) -> object:
    result = COMMANDS.try_parse(Incoming(_CHAT, _PERSON, text, alone=True))
    if isinstance(result, Refusal):
        raise result
    return result


def _sentence(text: str) -> object:
    return looks_like_a_move(text), wish_in(text, generously=True), answers_within(GAMES["dots"], _DOTS, text)


def _console(line: str) -> object:
    return Console().answer(line)


def _proof(text: str) -> object:
    return verify.read(text.encode(errors="replace"))


def _init_data(text: str) -> object:
    return parse_init_data(text, "1:secret", 0.0)


_COMMANDS = tuple(f"/{command.name} " for command in COMMANDS.listed)
_GAMES_TYPED = tuple(f'/{name} {start}' for name in ("challenge", "tournament") for start in (
    "tupik 1", "tupik A", 'tupik map="1 a', "digits ", "digits shape=#", "dots size=", "curves points=", "tupik time="
))  # fmt: skip
_RECORDS = (
    *(f"game: {game}\n{start}" for game in GAMES for start in ("", "1. ")),
    "game: tupik\nmap: 1 a",
    "game: digits\nshape: #",
)
_IMPORTS = (
    "",
    '{"steps":[',
    '{"configuration":',
    "dots_and_boxes ",
    "dots_and_boxes(num_cols=9,num_rows=9) ",
    "dots_and_boxes\n",
    ";b[haa];",
)
READERS = (
    Reader("an imported game", _import, record.LONGEST, _IMPORTS),
    Reader("a record", _record, record.LONGEST, _RECORDS),
    Reader("a map", partial(_option, GAMES["tupik"], "map"), LONGEST_MAP, ("1 a", "A", "1>2 2@", "1>2 2")),
    *(
        Reader(f"{game.name}: {setting.key}", partial(_option, game, setting.key), LONGEST_MOVE)
        for game in GAMES.values()
        for setting in game.settings
        if not setting.is_file
    ),
    *(
        Reader(f"a move of {game.name}", partial(_move, game, {}, ()), LONGEST_MOVE, ("", "1"))
        for game in GAMES.values()
    ),
    Reader("a move by names of cities", partial(_move, GAMES["tupik"], {"map": _NAMED_MAP}, ()), LONGEST_MOVE),
    Reader("a line of curves", partial(_move, GAMES["curves"], {}, ()), LONGEST_MOVE, ("a1-b2 via ", "a1-b2 +", "a1 ")),
    Reader("a move as others write it", lambda text: from_foreign(text, _DOTS), LONGEST_LINE),
    Reader("a typed text", _read_typed_text, LONGEST_TEXT, ("", "/", *_GAMES_TYPED, *_COMMANDS)),
    Reader("a sentence", _sentence, LONGEST_TEXT, ("", "a1 ", "not ")),
    Reader("a name", tidy, 4 * LONGEST_NAME),
    Reader("a console line", _console, LONGEST_LINE, ("", "new ", "new dots ", "load game: dots;", "known_command ")),
    Reader("a proof", _proof, LONGEST_LINE, ("", '{"size":"', '{"proof":'), refusals=(verify.ProofError,)),
    Reader(
        "Telegram's init data",
        _init_data,
        LONGEST_PROOF,
        ("", "user=", "auth_date=1&hash=" + 64 * "0" + "&user="),
        refusals=(InvalidProofError,),
    ),
    Reader(
        "a frame of the page",
        frames.read,
        frames.LONGEST_FRAME,
        ("", '{"kind":"say","text":"', '{"kind":"touch","taps":['),
        refusals=(ValidationError,),
    ),
)
