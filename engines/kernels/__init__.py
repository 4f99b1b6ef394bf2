"""Shared parts of the games' searches: compiling, loading, deadlines, machine instructions, cores."""
