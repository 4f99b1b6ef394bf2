"""The chat side: sessions, words and doors."""
