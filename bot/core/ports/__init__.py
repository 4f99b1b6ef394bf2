"""The ports of the core: protocols for platforms, store, searches, pictures and metrics."""
