"""Monitoring of a process: health, readiness, metrics and stalls."""
