"""What the core asks of doors, store, searches and metrics."""
