"""Conversation files played before the stand-ins of Telegram and of the page, with the real core and store."""
