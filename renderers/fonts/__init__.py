"""The fonts of all pictures: DejaVu Sans, and Noto Sans and Droid Sans Fallback for the letters it lacks."""
