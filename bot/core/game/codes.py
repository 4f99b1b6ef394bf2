"""Codes of games: six letters, derived from the cause that begins a game."""

from __future__ import annotations

import re
from hashlib import sha256
from random import Random

# Consonants only: never a move, a word or a rude word in any of the notations.
LETTERS = "BCDFGHJKMNPQRSTVWXZ"


_CODE = re.compile(rf"#?([{LETTERS}]{{6}})(?:@(\d{{1,6}}))?", re.IGNORECASE)


def new_code(random: Random) -> str:
    """A fresh code; about 47 million there are."""
    return "".join(random.choices(LETTERS, k=6))


def code_of(cause: str, attempt: int) -> str:
    """The code of the game that a cause begins, always the same; another one if earlier attempts gave codes in use."""
    number = int.from_bytes(sha256(f"{attempt} {cause}".encode(errors="surrogatepass")).digest())
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(6))


def read_code(word: str) -> tuple[str, int | None] | None:
    """The code and the ply of `XKTRWQ`, `#xktrwq` or `XKTRWQ@12`; None for any other word."""
    match = _CODE.fullmatch(word)
    return (match[1].upper(), int(match[2]) if match[2] else None) if match else None
