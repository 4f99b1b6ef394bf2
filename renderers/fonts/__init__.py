"""The one font of all pictures, DejaVu Sans: it has Cyrillic, Greek and many signs."""
