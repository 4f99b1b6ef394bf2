"""The bot: game sessions, texts and platform adapters."""
