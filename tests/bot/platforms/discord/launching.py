"""Discord's proxy before an Activity: what it signs, and what Discord says of an instance."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

from nacl.signing import SigningKey

from tests.bot.platforms.discord.standin import ANN, CHANNEL

KEY = SigningKey(bytes(range(32)))
PUBLIC = bytes(KEY.verify_key).hex()
INSTANCE = "i-1-pc-300"


def sign_headers(
    user: str = "17", at: float | None = None, seconds: float = 60, key: SigningKey = KEY, in_hex: bool = False
) -> dict[str, str]:
    """The headers that the proxy puts on a user's request."""
    created = int(time.time() if at is None else at)
    payload = json.dumps(
        {"application_id": "1", "created_at": created, "expires_at": created + seconds, "user": {"id": user}}
    ).encode()
    signature = key.sign(payload).signature
    return {
        "X-Signature-Ed25519": signature.hex() if in_hex else base64.b64encode(signature).decode(),
        "X-Signature-Timestamp": str(created),
        "X-Discord-Proxy-Payload": base64.b64encode(payload).decode(),
    }


def instance(channel: str = CHANNEL, users: tuple[str, ...] = ("17",)) -> dict[str, Any]:
    """An instance of the Activity as Discord tells of it."""
    location = {"id": f"pc-{channel}", "kind": "pc", "channel_id": channel}
    return {"application_id": "1", "instance_id": INSTANCE, "launch_id": "1", "location": location, "users": [*users]}


def private_channel() -> dict[str, Any]:
    """Ann's own channel with the bot."""
    return {"id": CHANNEL, "type": 1, "last_message_id": None, "recipients": [ANN]}


def first_request(**more: str) -> str:
    """Return the page's first request."""
    return json.dumps({"instance": INSTANCE, "language": "uk"} | more)
