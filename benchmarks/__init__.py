"""Benchmarks behind the figures in docs/figures.md: medians of many runs on one core."""
