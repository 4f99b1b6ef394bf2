"""Chooses words, pictures and buttons for what happened; pure."""
