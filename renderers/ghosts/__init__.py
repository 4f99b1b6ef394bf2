"""Ghosts: moves laid over a board, either numbered candidates or an illegal move with its obstacle."""

from renderers.ghosts import curves, digits, dots, lgame, tupik

__all__ = ["curves", "digits", "dots", "lgame", "tupik"]
