"""The words: one gettext catalogue a language; `python -m bot.texts` says what is missing."""
