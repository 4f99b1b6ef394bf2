"""The engine console, matches and reviews: the programs of `python -m engines`."""
