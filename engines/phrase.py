"""A thing said as a code with fields; the words for it live in the catalogues."""

from __future__ import annotations

from dataclasses import dataclass

Value = str | int | float


@dataclass(frozen=True, init=False)
class Phrase:
    """A stable lower-case code and the fields that a sentence about it needs."""

    code: str
    fields: tuple[tuple[str, Value], ...]

    def __init__(self, code: str, **fields: Value) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "fields", tuple(fields.items()))

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{key}={value}" for key, value in self.fields)])

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.fields)


def _rebuild(code: str, fields: tuple[tuple[str, Value], ...]) -> Phrase:
    return Phrase(code, **dict(fields))
