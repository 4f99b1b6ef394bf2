"""Ghosts: moves laid over a board, either numbered candidates or an illegal move with what blocks it."""

from renderers.ghosts import curves, digits, dots, lgame, tupik

__all__ = ["curves", "digits", "dots", "lgame", "tupik"]
