"""Fields and files as one `multipart/form-data` body (RFC 7578)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from typing import IO

File = tuple[str, bytes | IO[bytes], str]
"""A file's name, its content, and its media type."""
_ESCAPES = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})


def multipart(fields: Mapping[str, str], files: Mapping[str, File]) -> tuple[bytes, str]:
    """The body, and the content type that it goes under."""
    boundary = secrets.token_hex(16)
    parts = [*_texts(fields), *_contents(files)]
    body = b"".join(b"--%b\r\n%b\r\n" % (boundary.encode(), part) for part in parts)
    return body + b"--%b--\r\n" % boundary.encode(), f"multipart/form-data; boundary={boundary}"


def _texts(fields: Mapping[str, str]) -> Iterator[bytes]:
    for name, text in fields.items():
        yield f"{_disposition(name)}\r\n\r\n{text}".encode()


def _contents(files: Mapping[str, File]) -> Iterator[bytes]:
    for name, (filename, content, kind) in files.items():
        head = f'{_disposition(name)}; filename="{filename.translate(_ESCAPES)}"\r\nContent-Type: {kind}\r\n\r\n'
        yield head.encode() + (content if isinstance(content, bytes) else content.read())


def _disposition(name: str) -> str:
    return f'Content-Disposition: form-data; name="{name.translate(_ESCAPES)}"'
