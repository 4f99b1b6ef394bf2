"""Rendering of sessions and answers as messages: words, pictures, buttons; pure."""
