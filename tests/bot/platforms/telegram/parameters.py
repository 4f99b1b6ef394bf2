"""What a request to the Bot API carries: form fields, JSON in some of them, uploaded files."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from typing import Any

from aiohttp import web
from PIL import Image

_DISPOSITION = re.compile(r'^Content-Disposition: form-data; name="([^"]+)"(?:; filename="([^"]+)")?\r?$', re.MULTILINE)


class Parameters:
    """The fields of one request by name."""

    def __init__(self, fields: dict[str, str], files: dict[str, bytes], names: dict[str, str]) -> None:
        self._fields = fields
        self._files = files
        self._names = names

    @classmethod
    async def of(cls, request: web.Request) -> Parameters:
        if not request.content_type.startswith("multipart/"):
            return cls({name: str(value) for name, value in (await request.post()).items()}, {}, {})
        fields: dict[str, str] = {}
        files: dict[str, bytes] = {}
        names: dict[str, str] = {}
        for name, filename, content in _parts(await request.read(), request.headers["Content-Type"]):
            if filename:
                files[name], names[name] = content, filename
            else:
                fields[name] = content.decode()
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


def _parts(body: bytes, kind: str) -> Iterator[tuple[str, str, bytes]]:
    """Yield the name, file name and content of each part of a form, faster than aiohttp reads its headers."""
    before, *parts, after = body.split(f"--{kind.partition('boundary=')[2]}".encode())
    assert (before, after) == (b"", b"--\r\n")
    for part in parts:
        head, _, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        assert content.endswith(b"\r\n")
        [(name, filename)] = _DISPOSITION.findall(head.decode())
        yield name, filename, content[:-2]


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a picture that is really a PNG."""
    with Image.open(io.BytesIO(png)) as image:
        image.verify()
        assert image.format == "PNG"
        return image.size
