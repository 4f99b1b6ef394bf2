"""Searches for hints, in threads of this process or in worker processes."""
