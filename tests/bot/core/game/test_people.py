"""Chats and their kinds."""

from __future__ import annotations

from bot.core.game.people import Chat


def test_a_channel_named_inline_is_not_an_inline_message():
    assert not Chat("web", "inline", direct=True).inline
    assert Chat("telegram", "inline", "AgAAx").inline
