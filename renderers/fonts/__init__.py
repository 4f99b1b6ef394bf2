"""The fonts of all pictures: DejaVu Sans, and for letters that it lacks Noto Sans and Droid Sans Fallback."""
