"""Moves that are not played, laid over a drawing: numbered ones to choose from, and what is wrong with one."""

from renderers.ghosts import curves, digits, dots, lgame, tupik

__all__ = ["curves", "digits", "dots", "lgame", "tupik"]
