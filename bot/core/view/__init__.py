"""Renders sessions and answers into messages: words, pictures, buttons; pure."""
