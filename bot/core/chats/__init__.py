"""Chats and people beside their games: settings, private chats, time zones."""
