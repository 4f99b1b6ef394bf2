"""Ghosts: moves laid over a drawing, numbered to choose from, or one that is illegal with what is wrong."""

from renderers.ghosts import curves, digits, dots, lgame, tupik

__all__ = ["curves", "digits", "dots", "lgame", "tupik"]
