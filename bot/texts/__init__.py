"""Texts: one gettext catalogue per language; `python -m bot.texts` checks them."""
