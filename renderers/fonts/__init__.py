"""The font of the house, DejaVu Sans: it has Cyrillic, Greek and many signs."""
