"""The benchmarks: what the figures count."""
