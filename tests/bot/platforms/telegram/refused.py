"""The Bot API's ways to say no."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """An error code, a description, and what the API adds to it."""

    def __init__(self, code: int, description: str, **parameters: int | float) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def as_json(self) -> dict[str, Any]:
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


def bad_request(description: str) -> Refused:
    return Refused(400, f"Bad Request: {description}")


def too_many(wait: float) -> Refused:
    return Refused(429, f"Too Many Requests: retry after {wait}", retry_after=wait)


def forbidden(description: str) -> Refused:
    return Refused(403, f"Forbidden: {description}")
