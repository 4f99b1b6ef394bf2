"""The doors: Discord, Telegram and the web page are equals."""
