"""What a request to the Bot API carries: form fields, JSON in some of them, uploaded files."""

from __future__ import annotations

import io
import json
from typing import Any

from aiohttp import web
from PIL import Image


class Parameters:
    """The fields of one request by name."""

    def __init__(self, fields: dict[str, str], files: dict[str, bytes], names: dict[str, str]) -> None:
        self._fields = fields
        self._files = files
        self._names = names

    @classmethod
    async def of(cls, request: web.Request) -> Parameters:
        fields: dict[str, str] = {}
        files: dict[str, bytes] = {}
        names: dict[str, str] = {}
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                files[name], names[name] = value.file.read(), value.filename
            else:
                fields[name] = str(value)
        return cls(fields, files, names)

    def text(self, name: str) -> str:
        return self._fields.get(name, "")

    def number(self, name: str) -> int:
        return int(self._fields.get(name, "0"))

    def json(self, name: str) -> Any:
        return json.loads(self._fields[name]) if name in self._fields else None

    def file(self, name: str) -> bytes:
        return self.attachment(self._fields.get(name, f"attach://{name}"))

    def file_name(self, name: str) -> str:
        return self._names[self._fields.get(name, f"attach://{name}").removeprefix("attach://")]

    def attachment(self, reference: str) -> bytes:
        return self._files[reference.removeprefix("attach://")]


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a picture that is really a PNG."""
    with Image.open(io.BytesIO(png)) as image:
        image.verify()
        assert image.format == "PNG"
        return image.size
