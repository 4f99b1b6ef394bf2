"""Conversation files played on the stand-ins of Telegram, Discord and the page, with the real core and store."""
