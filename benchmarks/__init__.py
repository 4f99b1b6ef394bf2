"""The figures that docs/figures.md quotes: medians of many runs on one core."""
