"""The three kinds of refusal: an unreadable text, an ambiguous one, and a move that the rules forbid."""

from __future__ import annotations

from engines.phrases import Phrase, Value


class Refusal(Exception):
    """A refusal with a code and fields, never prose; it guarantees that nothing was changed.

    Usual fields: `part` (the faulty piece of the text, as typed or canonical), `expected` (a code of what was expected
    there), `example` (a move that is legal now).
    """

    def __init__(self, code: str, **fields: Value) -> None:
        super().__init__(code)
        self.phrase = Phrase(code, **fields)

    @property
    def code(self) -> str:
        """Return the stable lower-case code of the refusal."""
        return self.phrase.code

    @property
    def fields(self) -> dict[str, Value]:
        """Return a copy of the fields of the sentence."""
        return dict(self.phrase.fields)

    def __str__(self) -> str:
        return str(self.phrase)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.phrase)


def _rebuild(kind: type[Refusal], phrase: Phrase) -> Refusal:
    return kind(phrase.code, **dict(phrase.fields))


class Unreadable(Refusal):
    """The text is not a move, option or record."""


class Ambiguous(Refusal):
    """The text could mean several things."""


class Illegal(Refusal):
    """The text is understood, and the rules forbid it."""
