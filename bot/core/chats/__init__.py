"""Chats and people apart from their games: settings, private chats, time zones."""
