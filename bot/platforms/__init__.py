"""The platform adapters: Discord, Telegram and the web page, on equal terms."""
