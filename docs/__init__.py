"""The documentation, with the generators of its tables, notices and pictures."""
