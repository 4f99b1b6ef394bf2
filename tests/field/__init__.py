"""Faults of other programs, reported in public and tried here: the log is in README.md."""
